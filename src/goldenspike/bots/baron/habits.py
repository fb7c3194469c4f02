"""Habits: the figures by which a baron judges, apart from what it can do and how far it looks.

They were set by hand; `benchmarks/tune_habits.py` looks for better ones by games.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """The figures of one player; amounts are dollars."""

    # Auctions
    least_bid: float = 0.1
    """The least part of what a private company brings beyond its price that is bid for it."""
    most_bid: float = 0.5
    """The greatest part: experts keep a profit, and differ in their tastes."""

    # Railroads of one's own
    railroads: float = 4.0
    """How many a player runs at most."""
    free_certificates: float = 4.0
    """How many more certificates a player must be allowed to hold before starting one."""
    start_rounds: float = 4.0
    """How many operating rounds must be left for it."""
    keep: float = 0.3
    """The part of what one's railroads lack for trains that is kept."""
    first_par: float = 1.0
    """How high the par price wanted for the first railroad may be, from 0, the lowest, to 1, the highest: a matter of taste."""
    later_par: float = 1.0
    """The same for later ones: their treasuries buy lasting trains."""
    par: float = 10.0
    """What a dollar counts by which a par price misses the one wanted."""

    # Shares
    worth_buying: float = 1.05
    """How many times its price a share must be worth."""
    worth_selling: float = 0.9
    """Shares worth less than this part of their price are sold."""
    own_share: float = 0.3
    """What is added to that ratio for shares of one's own railroads."""
    poor: float = 1.0
    """Shares worth less than this many times their price are sold to start a railroad."""
    swap_rounds: float = 4.0
    """How many rounds must be left to give up shares for a railroad."""
    swap_gain: float = 1.1
    """The railroad must promise this many times what is given up."""
    swap_profit: float = 60.0
    """How many dollars more a share must promise than the one that is sold for it."""

    office: float = 25.0
    """What it is worth to run a railroad, in dollars a round."""
    risk: float = 0.5
    """How likely it is that a president hands over a railroad that cannot pay for its next train."""
    relief: float = 1.3
    """What a dollar counts that the next president adds to a train in one's place."""

    # Trains and dividends
    spare: float = 2.0
    """How many lasting trains a railroad should have while there is time for them to pay."""
    lasting: float = 1.0
    """What a train that lasts for a while promises beyond what it earns, in times its price."""
    permanent: float = 2.0
    """The same for a train that is never retired."""
    withhold: float = 1.0
    """Revenue is withheld if no more than this many times the revenue is missing for the train that a railroad needs."""

    # Track
    lay_now: float = 2.0
    """What a dollar counts that a lay earns with the present trains."""
    lay_later: float = 0.8
    """What one counts that it will earn with the next."""
    lay_cost: float = 0.25
    """What a dollar counts that it costs."""
    station_now: float = 1.5
    station_later: float = 0.8

    # Forecasts
    stop_pays: float = 26.0
    """What a stop of a train pays in a round, about."""
    most_stops: float = 16.0
    """No railroad finds good stops for more."""
    pace: float = 2.0
    """How many trains the bank sells in a round if enough railroads can pay for them."""
    climb: float = 0.95
    """The part of a share's value after a rise in every round that it comes to in the end."""
    horizon: float = 8.0
    """How many rounds a train must stay to count in full, if as many are left."""
    treasury: float = 0.8
    """The part of a treasury that buys lasting trains."""


USUAL = Habits()
