"""Positions made from a view alone: what they may hold, what is remembered, and that every card could lie anywhere."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.galaxy.test_conformance import ARMED, Armed

from repulse.engine.answers import random_answer
from repulse.engine.contract import Data, Game, RepulseError, Seat
from repulse.engine.random import SEED_LIMIT, seeded
from repulse.engine.values import values_of
from repulse.games.galaxy.codes import deck
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import wave_of

GAME = GalaxyGame()
BASE = {"game": "base", "players": 4}


def positions(game: Game[GalaxyState], options: Data, seed: int) -> Iterator[tuple[GalaxyState, Seat]]:
    """Return every position of a random game, with the seat that is about to answer."""
    s = game.start(options, seed)
    stream = seeded(seed + 1000)
    while s.owing:
        seats = s.seats_owing()
        seat = seats[stream.below(len(seats))]
        yield s, seat
        s.apply(seat, random_answer(s.decision(seat), stream))


def after(options: Data, choices: int, seed: int = 1) -> GalaxyState:
    """Return the position of a random game after `choices` choices."""
    position = None
    for number, (s, _) in enumerate(positions(GAME, options, seed)):
        position = s
        if number == choices:
            break
    assert position is not None
    return position


def test_the_whole_position_is_refused() -> None:
    with pytest.raises(RepulseError, match="whole position"):
        GAME.determinize(GAME.start(BASE, 1), 1)


@pytest.mark.parametrize("seed", [0, 1, SEED_LIMIT - 1])
def test_every_seed_will_do(seed: int) -> None:
    GAME.check_state(GAME.determinize(GAME.start(BASE, 1).view(0), seed))


def test_the_seed_of_the_game_gives_nothing_away() -> None:
    s = GAME.start(BASE, 7)
    assert GAME.determinize(s.view(0), 7).deck != s.deck


def test_the_luck_of_one_sample_is_not_the_deal_of_the_next() -> None:
    view = GAME.start(BASE, 7).view(0)
    positions = [GAME.determinize(view, seed) for seed in range(50)]
    assert len({tuple(s.stream.words()) for s in positions}) == 50
    # The dealt cards come from the stream as it was, so a stream that went on from there would deal the same again.
    assert len({s.stream.clone().next32() for s in positions}) == 50


def test_secret_answers_are_resampled_and_no_further_seat_owes() -> None:
    s = GAME.start({**BASE, "deal": "preset"}, 3)
    s.apply(1, s.decision(1).options[:1])
    hands = set()
    for seed in range(40):
        resampled = GAME.determinize(s.view(0), seed)
        assert resampled.owing == s.owing == 0b1101
        assert not resampled.secret[0]
        assert not resampled.secret[2]
        hands.add(resampled.secret[1][0])
    assert len(hands) > 3


def test_frontier_backs_stay_in_their_hands() -> None:
    kept = 0
    for s, seat in positions(GAME, {"game": "frontier", "players": 3}, 4):
        resampled = GAME.determinize(s.view(seat), 5)
        for other in range(3):
            assert backs(s, s.hand[other]) == backs(resampled, resampled.hand[other])
            kept += deck.NEAR in backs(s, s.hand[other])
    assert kept


def backs(s: GalaxyState, cards: list[CardId]) -> Counter[int]:
    return Counter(max(deck.START, s.cards.deck[card]) for card in cards)


@pytest.mark.parametrize(
    ("game", "options"),
    [(GAME, {"game": "base", "players": 2}), (GAME, {"game": "frontier", "players": 3}), (Armed(), ARMED[0])],
    ids=["base", "frontier", "armed"],
)
def test_remembered_cards_are_dealt_to_their_places(game: GalaxyGame, options: Data) -> None:
    """Friction 20: one's own discards are not dealt to an opponent while they lie in the discards."""
    memories = [game.memory() for _ in range(5)]
    remembered = 0
    for s, seat in positions(game, options, 2):
        view = s.view(seat)
        memory = memories[seat]
        memory.see(view)
        piles = [s.discards, *(s.frontier.discards if s.frontier else [[], [], []])]
        for cards_known, pile in zip(memory.discards, piles, strict=True):
            assert not Counter(cards_known) - Counter(pile)
        resampled = game.determinize(view, s.step_id, pickle.loads(pickle.dumps(memory)))
        assert not Counter(memory.discards[0]) - Counter(resampled.discards)
        remembered = max(remembered, len(memory.discards[0]))
    assert remembered > 5


@pytest.mark.parametrize("mode", ["xeno-invasion", "invasion", "frontier", "counterstrike"])
def test_a_memory_of_positions_equals_that_of_views(mode: str) -> None:
    of_views, of_positions = GAME.memory(), GAME.memory()
    for s, seat in positions(GAME, {"game": mode, "players": 3}, 2):
        if seat == 1:
            of_views.see(s.view(1))
            of_positions.see_position(s, 1)
            copied = of_positions.clone()
            assert values_of(of_positions) == values_of(of_views) == values_of(copied)
    assert of_positions.discards[0]


def test_a_memory_of_another_game_does_no_harm() -> None:
    memory = GAME.memory()
    for s, seat in positions(GAME, {"game": "base", "players": 2}, 2):
        if seat == 0:
            memory.see(s.view(0))
    GAME.check_state(GAME.determinize(after(BASE, 60).view(1), 1, memory))


SAMPLES = 2000
SORTS: list[tuple[Data, int]] = [
    ({"game": "base", "players": 4}, 2),
    ({"game": "base", "players": 4}, 90),
    ({"game": "invasion", "players": 3}, 60),
    ({"game": "frontier", "players": 3}, 110),
    ({"game": "counterstrike", "players": 5}, 130),
]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "choices"), SORTS)
def test_every_hidden_card_could_lie_in_every_hidden_place(options: Data, choices: int) -> None:
    """Each place has the right share of each card that it could hold: chi-square, and the truth is among them."""
    s = after(options, choices)
    truth = hidden_cards(s, viewer=0)
    view = s.view(0)
    counts: dict[Place, Counter[int]] = {place: Counter() for place in truth}
    for seed in range(SAMPLES):
        for place, card in hidden_cards(GAME.determinize(view, seed), viewer=0).items():
            counts[place][card] += 1
    for sort in {sort for _, sort, _ in truth}:
        could_be = Counter(card for place, card in truth.items() if place[1] == sort)
        for place in [place for place in truth if place[1] == sort]:
            assert counts[place][truth[place]] > 0, f"the true card never lies at {place}"
            assert_fair(counts[place], could_be, place)


Place = tuple[str, str, int]
"""Where a card lies, of what sort it is seen to be from behind, and the how manieth of its sort it is there."""


def hidden_cards(s: GalaxyState, viewer: Seat) -> dict[Place, CardId]:
    """Return what lies in each place that the viewer cannot see."""
    lists = {"deck": s.deck, "discards": s.discards}
    for seat in range(s.players):
        if seat != viewer:
            lists[f"hand {seat}"] = s.hand[seat]
            lists[f"offered {seat}"] = s.offered[seat]
        lists[f"goods {seat}"] = [good for good in s.goods[seat] if good >= 0]
    if s.frontier is not None:
        for pile in range(3):
            lists[f"frontier deck {pile}"] = s.frontier.decks[pile]
            lists[f"frontier discards {pile}"] = s.frontier.discards[pile]
        for seat in range(1, s.players):
            lists[f"looked {seat}"] = s.frontier.looked[seat]
        lists["unused systems"] = s.frontier.unused
    places: dict[Place, CardId] = {}
    for name, cards in lists.items():
        seen: Counter[str] = Counter()
        for card in cards:
            sort = f"back {max(deck.START, s.cards.deck[card])}, hive {bool(s.cards.hive[card])}"
            places[name, sort, seen[sort]] = card
            seen[sort] += 1
    if s.war is not None:
        for name, cards in (("invasion deck", s.war.deck), ("unused invasion", s.war.unused)):
            for i, card in enumerate(cards):
                places[name, f"wave {wave_of(card)}", i] = card
    return places


def assert_fair(counts: Counter[int], could_be: Counter[int], place: Place) -> None:
    """The chi-square test, by Wilson and Hilferty's normal approximation; one in a million fair places would fail."""
    assert not set(counts) - set(could_be), f"a card that cannot lie at {place}"
    if len(could_be) == 1:
        return
    total = could_be.total()
    squares = 0.0
    for card, copies in could_be.items():
        expected = SAMPLES * copies / total
        squares += (counts[card] - expected) ** 2 / expected
    freedom = len(could_be) - 1
    spread = 2 / (9 * freedom)
    deviation = ((squares / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
    assert deviation < 4.75, f"{place}: {deviation:.1f}"
