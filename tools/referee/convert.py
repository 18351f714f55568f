"""One recorded game, converted to our record with the expected results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from tools.referee.answers import Answers
from tools.referee.dealer import Dealer
from tools.referee.fixtures import Fixture, Offer, expected_round, pack_drawn
from tools.referee.powers import PowerWords
from tools.referee.recorded import Recorded

from repulse.engine.contract import Data
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.overlay_files import overlay_from_file


def options_of(recorded: Recorded, overlay: Path) -> Data:
    """Return the options under which a recorded game is replayed."""
    own = overlay_from_file(overlay)
    return {
        "game": "xeno-invasion" if recorded.with_invasion_cards else "base",
        "players": recorded.players,
        "experienced": recorded.experienced,
        "overlays": ["first-edition", {"name": own.name, "text": own.text}],
        "arrangement": {"starts": recorded.starts, "piles": []},
    }


def convert(game: dict[str, Any], powers: PowerWords, overlay: Path, *, habits: Counter[str]) -> Fixture:
    """Replay a recorded game through our rules, and return its fixture."""
    rules = GalaxyGame()
    recorded = Recorded(game)
    options = rules.check_options(options_of(recorded, overlay))
    dealer = Dealer(rules, options, recorded.drawn)
    state = dealer.state
    answers = Answers(recorded, powers, rules, table=state.cards)
    offers: list[Offer | None] = []
    while state.owing and state.round <= len(recorded.rounds):
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        try:
            words, offer = answers.to(state, decision)
            dealer.play(seat, words)
        except Exception as error:
            error.add_note(f"{recorded.id}, round {state.round}, seat {seat}, {decision.prompt}")
            raise
        offers.append(offer)
    for seat in range(recorded.players):
        answers.finish(seat, state.round)
    habits.update(answers.habits)
    won = [seat for seat, player in enumerate(recorded.final["players"]) if player["winner"]]
    return {
        "id": recorded.id,
        "options": options,
        "choices": [[seat, *words] for seat, words in dealer.record().choices],
        "drawn": pack_drawn(recorded.drawn),
        "offers": offers,
        "rounds": [expected_round(round_facts) for round_facts in recorded.rounds],
        "card_scores": [[sum(points) for points in seat["card_vp"]] for seat in recorded.final["players"]],
        "winners": None if recorded.capped else won,
    }
