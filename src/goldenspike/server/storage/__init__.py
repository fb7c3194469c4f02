"""What outlives the process: tables of the database, its migrations, and how to reach it.

Nothing else in the server writes SQL schema or knows which database it is.
"""
