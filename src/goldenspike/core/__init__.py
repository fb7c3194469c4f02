"""The rules of the game.

Standard library only: no input or output, no clock, no randomness, no words. Everything works on
ints and small frozen objects, so that it compiles with mypyc and a state copies in microseconds.
"""
