"""Live updates for open pages: changes and presence.

Between processes messages carry no content; each page is sent what its reader may see. Programs are told only that something
has changed.
"""
