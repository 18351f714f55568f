"""Replaying a fixture and recording every difference from what it expects."""

from __future__ import annotations

from typing import Any

from tools.referee.dealer import CannotDeal, Dealer
from tools.referee.fixtures import Fixture, Offer, drawn_of

from repulse.engine.contract import Decision, RepulseError
from repulse.engine.record import Record
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.military import military
from repulse.games.galaxy.rules.score import card_score
from repulse.games.galaxy.rules.state import GalaxyState


class Played:
    """A fixture played to its end."""

    def __init__(self, fixture: Fixture) -> None:
        game = GalaxyGame()
        dealer = Dealer(game, fixture["options"], drawn_of(fixture))
        self.differences: list[str] = []
        """The differences from the referee, one line each."""
        self._play(game, fixture, dealer)
        self.record: Record = dealer.record()
        self.exchanges = dealer.exchanges
        """Choices whose cards the record alone cannot deal: usually none. See `Dealer`."""

    def _play(self, game: GalaxyGame, fixture: Fixture, dealer: Dealer) -> None:
        state = dealer.state
        differences = self.differences
        for number, (seat, *words) in enumerate(fixture["choices"]):
            before = state.round
            where = f"round {before}, choice {number}, seat {seat}"
            offer = fixture["offers"][number]
            try:
                decision = state.decision(seat)
                where += f", {decision.prompt}"
                wrong = offer_difference(game, state, decision, offer=offer) if offer is not None else ""
                if wrong:
                    differences.append(f"{where}: {wrong}")
                dealer.play(seat, words)
            except (RepulseError, CannotDeal) as error:
                differences.append(f"{where}: {words} cannot be played: {error}")
                return
            if before and (state.round > before or state.over):
                differences.extend(_round_differences(state, before, fixture["rounds"][before - 1]))
        differences.extend(_end_differences(state, fixture))
        left = {place: cards for place, cards in dealer.drawn.items() if cards}
        if left:
            differences.append(f"end: cards that were drawn and that we do not draw: {left}")


def offer_difference(game: GalaxyGame, state: GalaxyState, decision: Decision, *, offer: Offer) -> str:
    """Return how a decision differs from what the referee offered; empty if it does not."""
    options = sorted(game.token(state, decision.domain, value) for value in decision.options)
    if offer[0] == "cards":
        cards = sorted({word.rpartition(" #")[0] for word in options} - {""})
        return "" if cards == offer[1] else f"powers of {cards}, not of {offer[1]}"
    if offer[0] == "has":
        missing = [word for word in offer[1] if word not in options]
        return f"{missing} not in {options}" if missing else ""
    if options != offer[1]:
        return f"offered {options}, not {offer[1]}"
    if [decision.least, decision.most] != offer[2:]:
        return f"{decision.least} to {decision.most}, not {offer[2:]}"
    return ""


def _round_differences(state: GalaxyState, number: int, expected: dict[str, Any]) -> list[str]:
    names = state.cards.names
    scores = state.scores()
    actual: dict[str, Any] = {
        "deck": len(state.deck),
        "discards": len(state.discards),
        "pool": state.pool,
        "seats": [
            {
                "hand": sorted(names[card] for card in state.hand[seat]),
                "tableau": [names[card] for card in state.tableau[seat]],
                "goods": sorted(names[world] for world in state.worlds_with_goods(seat, 0)),
                "chips": state.chips[seat],
                "military": military(state, seat),
                "score": scores[seat],
            }
            for seat in range(state.players)
        ],
    }
    differences = []
    for key in ("deck", "discards", "pool"):
        if actual[key] != expected[key]:
            differences.append(f"round {number} end, {key}: {actual[key]}, not {expected[key]}")
    for seat, (ours, theirs) in enumerate(zip(actual["seats"], expected["seats"], strict=True)):
        for key, value in theirs.items():
            if ours[key] != value:
                differences.append(f"round {number} end, seat {seat}, {key}: {ours[key]}, not {value}")
    return differences


def _end_differences(state: GalaxyState, fixture: Fixture) -> list[str]:
    differences = []
    for seat, expected in enumerate(fixture["card_scores"]):
        scores = [card_score(state, seat, card) for card in state.tableau[seat]]
        if scores != expected:
            differences.append(f"end, seat {seat}, points of the cards: {scores}, not {expected}")
    if fixture["winners"] is None:
        # Stopped there; here it would continue.
        if state.over or state.round != len(fixture["rounds"]) + 1:
            differences.append("the game does not go on where it was only stopped")
        return differences
    if not state.over:
        return [*differences, "the game is not over"]
    if state.round != len(fixture["rounds"]):
        differences.append(f"over after {state.round} rounds, not {len(fixture['rounds'])}")
    if state.winners() != fixture["winners"]:
        differences.append(f"won by {state.winners()}, not {fixture['winners']}")
    return differences
