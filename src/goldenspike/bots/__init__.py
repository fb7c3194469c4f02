"""Players that need no human, and the tables they play at.

A bot gets what its seat may know (`Table`), answers with an action, and answers the same for the same seed. It never
pushes anything: whoever runs the game does.
"""
