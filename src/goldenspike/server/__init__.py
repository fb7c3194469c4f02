"""The web application: pages, JSON API, live updates and storage.

The browser knows no rules. What a seat sees comes from `view`, what it may do from the engine, text from `text`, and pictures
from `svg`. Pages and API call the same services; an action is on disk before it is acknowledged.
"""
