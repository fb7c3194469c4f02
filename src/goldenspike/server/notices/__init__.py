"""Notices: people learn by e-mail, on their phones or by webhooks that a game waits for them.

What is to be told is written to the outbox in the transaction of the move (`outbox`). A worker in every process turns it into
deliveries, one for each address, and delivers them until they have arrived or are given up (`worker`).
"""
