"""Live updates for open pages: changes and presence.

Messages carry no content; each page fetches what its reader may see.
"""
