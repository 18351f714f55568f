"""Puzzles: positions of games between bots in which one answer is clearly best.

    from repulse.advice import puzzles

    for puzzle in puzzles.load("galaxy", "invasion"):
        print(puzzle.id, puzzle.rating, puzzle.themes, [answer.tokens for answer in puzzle.answers])

`puzzle.py` has the puzzles that come with the package, `maker.py` finds more. A puzzle is a view: a program that shows one shows the view of
its seat and nothing else (`Puzzle.position`).
"""

from repulse.advice.puzzles.puzzle import Puzzle, PuzzleAnswer, PuzzleError, find, load, load_all

__all__ = ["Puzzle", "PuzzleAnswer", "PuzzleError", "find", "load", "load_all"]
