"""What the JSON API says: its requests, responses and live messages as types, and their schemas.

It knows neither the server nor HTTP, so a client needs only this.
"""
