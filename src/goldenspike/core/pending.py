"""The kinds of interrupt: questions that must be answered before play goes on.

State keeps them as a stack of plain tuples (kind, player, facts …). Whoever is named answers, on turn or not. The same
stack serves every title: what a question means lives in the step that `Plan` names for its kind.
"""

from typing import Final

SET_PAR: Final = 0
"""(kind, player, company): name the par price of a presidency that came with a private company (5.2, T-05)."""
DISCARD: Final = 1
"""(kind, player, company): discard a train down to the limit (7.6.1)."""
CHOOSE_CITY: Final = 2
"""(kind, player, company, hex): choose the city of a station whose hex got its first track (7.2.2, V-7.9)."""
OFFER_PRIVATE: Final = 3
"""(kind, answerer, private, seller, buyer holder, price, proposer): a private company changes hands if agreed (4.1)."""
OFFER_TRAIN: Final = 4
"""(kind, answerer, train, seller company, buyer company, price, proposer): a train changes hands if agreed (7.6)."""
DRAW_TOKEN: Final = 7
"""(kind, CHANCE, company): a token of uncertainty for the railroad that bought the train (S-5)."""
DRAW_REVENUE: Final = 8
"""(kind, CHANCE, company): how much of its revenue a railroad earns (S-6)."""
CHOOSE_GROUP: Final = 6
"""(kind, player): choose a group of private companies (1.3)."""
CHOOSE_HOME: Final = 5
"""(kind, player, company): choose the city of the home station (7.3.2, Erie)."""
PAY_DEBT: Final = 100
"""(kind, player, amount): sell shares to pay what a company that has closed still owed."""
