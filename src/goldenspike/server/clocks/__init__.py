"""Clocks: how long a player may take, which days do not count, and what happens when the time is up.

`reckoning` computes deadlines and knows neither a database nor the present time. `keeping` stores the clocks in the transaction
of the move that starts or stops them. `service` finds clocks that have run out, and acts.
"""
