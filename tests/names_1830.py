"""The railroads and private companies of 1830 by number, and its par prices."""

from goldenspike.core.ids import Company, Private

PRR, NYC, CPR, BNO, CO, ERIE, NNH, BM = (Company(number) for number in range(8))
SV, CS, DH, MH, CA, BO = (Private(number) for number in range(6))
PAR_PRICES = (100, 90, 82, 76, 71, 67)
