"""The themes of puzzles, by the question and the moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

THEMES: Final = (
    "timing",
    "consume",
    "military",
    "defend",
    "read",
    "build",
    "cards",
    "bid",
    "place",
)
"""All themes: timing the end; trade or double VP; a jump of military; defend or take the hit; read the opponents' actions; what to
build and how to pay; which cards to keep; bids; where on the map."""

_BY_PREFIX: Final = (
    ("consume.", "consume"),
    ("produce.", "consume"),
    ("conquest.", "military"),
    ("frontier.", "military"),
    ("invasion.", "defend"),
    ("repair.", "defend"),
    ("develop.", "build"),
    ("settle.", "build"),
    ("setup.", "cards"),
    ("explore.", "cards"),
    ("hand_limit", "cards"),
    ("bid", "bid"),
    ("take-card", "bid"),
)
_ACTIONS: Final = ("action", "actions", "actions.order")
LAST_ROUNDS: Final = 2
"""A decision in the last rounds of its game is about timing the end."""


def themes_of(
    prompt: str, answers: Iterable[list[str]], *, simultaneous: bool, rounds_left: int
) -> list[str]:
    """Return the themes of a decision.

    Args:
        prompt: The id of the question.
        answers: The tokens of the two best answers.
        simultaneous: Whether others answer at the same time.
        rounds_left: The number of rounds that its game went on.
    """
    themes: list[str] = []
    tokens = {token for answer in answers for token in answer}
    if prompt in _ACTIONS and simultaneous:
        themes.append("read")
    if any("Consume" in token for token in tokens) and prompt in _ACTIONS:
        themes.append("consume")
    themes += [theme for prefix, theme in _BY_PREFIX if prompt.startswith(prefix)][:1]
    if not themes:
        themes.append("place")
    if rounds_left < LAST_ROUNDS:
        themes.insert(0, "timing")
    return list(dict.fromkeys(themes))
