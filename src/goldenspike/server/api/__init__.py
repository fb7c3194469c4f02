"""The JSON API under /api/v1 for programs.

The same services as the pages; whoever calls shows a bearer token; whatever goes wrong is a problem document.
"""
