"""A deal in play: its rivals answer by the position alone."""

from __future__ import annotations

from collections.abc import Mapping

from repulse.bots.match_bots import MatchBots
from repulse.bots.names import exact_name
from repulse.daily.deals import Deal
from repulse.engine.match import Match
from repulse.games import game_named


def begin_match(deal: Deal) -> Match:
    """Return the match of a deal, before the first answer."""
    return Match(game_named(deal.game), deal.options, deal.seed)


def play_rivals(deal: Deal, match: Match, bots: Mapping[str, str] | None = None) -> None:
    """Let the rivals answer until you must choose or the game is over; give your answers that have no alternative.

    Args:
        deal: The deal.
        match: The match of it; it is changed.
        bots: The names that bots are created by, where they are not their own.
    """
    seated, names = MatchBots(fresh=True), deal.bots
    while not match.is_over():
        seat = next((seat for seat in match.state.seats_owing() if seat != deal.seat), deal.seat)
        if seat != deal.seat:
            name = names[seat]
            match.answer(seat, seated.answer(match, seat, exact_name((bots or {}).get(name, name))))
            continue
        decision = match.state.decision(seat)
        if not decision.forced():
            return
        match.answer(seat, decision.forced_choice())
