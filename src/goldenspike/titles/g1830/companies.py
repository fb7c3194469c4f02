"""The railroads (T-08) and the private companies (T-05)."""

from goldenspike.core.title import Company, Home, Power, Private

PRR = Company("PRR", "Pennsylvania", 4, (Home("H12", 0),), "#32763f", "white")
NYC = Company("NYC", "New York Central", 4, (Home("E19", 0),), "#474548", "white", first_tile="A7")
CPR = Company("CPR", "Canadian Pacific", 4, (Home("A19", 0),), "#d1232a", "white")
BO_RAILROAD = Company("B&O", "Baltimore & Ohio", 3, (Home("I15", 0),), "#025aaa", "white")
CO = Company("C&O", "Chesapeake & Ohio", 3, (Home("F6", 0),), "#add8e6", "black")
ERIE = Company("Erie", "Erie", 3, (Home("E11", -1),), "#fff500", "black", aliases=("ERIE",), first_tile="oo2")
NNH = Company("NNH", "New York, New Haven & Hartford", 2, (Home("G19", 0),), "#d88e39", "black", aliases=("NYNH",))
BM = Company("B&M", "Boston & Maine", 2, (Home("E23", 0),), "#95c054", "black")

CLASSIC_COMPANIES = (PRR, NYC, CPR, BO_RAILROAD, CO, ERIE, NNH, BM)

SV = Private("SV", "Schuylkill Valley", 20, 5, ("G15",), Power.HALF_COST_TILE)
CS = Private("CS", "Champlain & St. Lawrence", 40, 10, ("B20",), Power.EXTRA_TILE)
DH = Private("DH", "Delaware & Hudson", 70, 15, ("F16",), Power.TILE_AND_STATION)
MH = Private("MH", "Mohawk & Hudson", 110, 20, ("D18",), Power.EXCHANGE, "NYC")
CA = Private("CA", "Camden & Amboy", 160, 25, ("H18",), Power.FREE_SHARE, "PRR")
BO = Private("BO", "Baltimore & Ohio", 220, 30, ("I13", "I15"), Power.PRESIDENCY, "B&O", saleable=False)

CLASSIC_PRIVATES = (SV, CS, DH, MH, CA, BO)
"""In the order of their prices, which is the order of sale (C-2.2)."""
