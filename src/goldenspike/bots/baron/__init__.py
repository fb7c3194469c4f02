"""The baron: a bot that uses forecasts and playouts.

It searches only positions sampled from what its seat may know (`imagine`). Its limit is a number of actions tried, not a time,
so it plays the same on every machine.
"""
