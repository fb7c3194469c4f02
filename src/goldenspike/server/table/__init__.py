"""A table: the game that is played at it, who sits there, what they do, say and take back.

One queue for each table. An action names the position it was made for; it is committed to disk before anybody hears
of it.
"""
