"""Refusals: why an answer is not among the options, by a stable id and in words.

The ids are those of the catalogue's table `refusal`. They reveal only what the seat itself may see. Each module has the
reasons of one kind of answer; `asking` finds the kind.
"""

from repulse.games.galaxy.display.refusals.asking import refuse, why_no_deck, why_not

__all__ = ["refuse", "why_no_deck", "why_not"]
