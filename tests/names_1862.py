"""The railroads and private companies of 1862 by number."""

from goldenspike.core.ids import Company, Private

NYH, NYC, CP, CPR, UP, ATS, SP, NP, CN, WP, ORN, TP, GMO = (Company(number) for number in range(13))
BOM, ERIE, BO, RMC, PSC, FNY, SOC, NHSC = (Private(number) for number in range(8))
