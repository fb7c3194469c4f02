"""The JSON API under /api/v1 for programs.

It uses the same services as the pages. Requests carry a bearer token; errors are problem documents.
"""
