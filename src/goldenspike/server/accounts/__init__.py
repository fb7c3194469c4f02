"""People: guests and registered players, their logins and the tokens of their programs.

A password or token is never stored, only its hash; whoever deletes an account leaves everybody else's games whole.
"""
