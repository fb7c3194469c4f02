"""1862, designed by Helmut Ohley: USA and Canada in the edition of 2000. Data, and the rules and steps that only it has."""

from goldenspike.titles.g1862.versions import OWN_SWITCHES, STANDARD, STANDARD_OPTIONS, SWITCHES, make_setup, standard

__all__ = ["OWN_SWITCHES", "STANDARD", "STANDARD_OPTIONS", "SWITCHES", "make_setup", "standard"]
