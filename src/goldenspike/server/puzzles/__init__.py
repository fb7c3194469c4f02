"""Puzzles on the server: their pages, and who has solved which.

A puzzle has no table in the database. Its page shows a position of the packaged collection with the parts of the table page, and
an answer is judged from the position alone.
"""
