"""Tokens: the stable words for options, read back into choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.engine.contract import Choice, Decision, Game, RepulseError, S

MAX_TOKEN_LENGTH: Final = 200
"""Upper bound on the length of a token; longer input is rejected as malicious."""


def read_tokens(game: Game[S], state: S, decision: Decision, *, tokens: Sequence[str]) -> list[int]:
    """Return the option values that tokens stand for, in the order of the tokens.

    Args:
        game: The rules.
        state: The position or view of the decision.
        decision: The decision.
        tokens: The tokens, as used in records.

    Raises:
        RepulseError: A token is unknown.
    """
    for token in tokens:
        if len(token) > MAX_TOKEN_LENGTH:
            raise RepulseError(f"There is no {decision.domain} {token[:40]!r}...")
    return [game.from_token(state, decision.domain, token) for token in tokens]


def read_choice(game: Game[S], state: S, decision: Decision, *, tokens: Sequence[str]) -> Choice:
    """Return the choice that tokens stand for.

    Args:
        game: The rules.
        state: The position or view of the decision.
        decision: The decision.
        tokens: The tokens, as used in records.

    Raises:
        RepulseError: A token is unknown.
    """
    return sorted(read_tokens(game, state, decision, tokens=tokens))
