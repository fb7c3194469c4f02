"""Puzzles: positions from games with a question whose best answers are proven.

`kinds` has one module for each kind of question, `make` finds puzzles in games, `book` opens, proves and judges them.
"""
