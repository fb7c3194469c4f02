"""People: guests and registered players, their logins and API tokens.

Passwords and tokens are stored as hashes only. Deleting an account leaves other people's games intact.
"""
