"""The rules of the game.

Standard library only: no input or output, no clock, no randomness, no words. Facts go in, facts come out. Everything here
works on ints and small frozen objects, so that it compiles with mypyc as it stands and copies in microseconds.
"""
