"""Tables: the game, its players, their actions, undos and chat.

Each table has one queue. An action names the position it was made for, and is committed to disk before anybody is notified.
"""
