"""The facts of galaxy about a finished game: cards, start worlds, actions, and where the points came from."""

from __future__ import annotations

from typing import Any, Final

from repulse.engine.contract import Event
from repulse.engine.study import (
    CHOICE,
    COUNT,
    POINTS,
    ROUNDS,
    SEATS,
    TEXT,
    THINGS,
    WHEN,
    Column,
    Fact,
    GameStudy,
    StudyTable,
)
from repulse.games.galaxy.codes import action, events
from repulse.games.galaxy.rules.card_table import CardIndex
from repulse.games.galaxy.rules.score import card_score, total_score
from repulse.games.galaxy.rules.state import GalaxyState

NO_ACTION: Final = "none"
ACTIONS: Final = len(action.TOKENS)

# The counts of each card for each seat.
_OPENING: Final = 0
_DRAWN: Final = 1
_SEEN: Final = 2
_PLACED: Final = 3
_DISCARDED: Final = 4
_FIELDS: Final = 5

_POINTS: Final = ("chips", "military_worlds", "other_worlds", "developments", "variable", "war")
_LABELS: Final = {
    "chips": "VP chips",
    "military_worlds": "military worlds",
    "other_worlds": "peaceful worlds",
    "variable": "6-cost developments",
    "war": "war awards",
}
"""The names in reports of the parts of the score whose column does not say it."""

_FROM_HAND: Final = {
    events.SETUP_DISCARD: 2,
    events.EXPLORE_DISCARD: 2,
    events.HAND_LIMIT: 2,
    events.REPAIR_CARDS: 2,
    events.PAY: 3,
    events.DISCARD_FOR_VP: 3,
    events.GOOD_FOR_CARD: 3,
    events.BUNKER: 3,
}
"""The events in which cards leave a hand for the discard pile, and where the cards begin."""


def _tables(table: CardIndex) -> list[StudyTable]:
    """Return the tables: of seats, of cards, of the actions in each round."""
    acts = [NO_ACTION, *action.TOKENS]
    return [
        StudyTable(
            "seats",
            SEATS,
            [
                Column("start_world", CHOICE, table.names),
                Column("first_actions", CHOICE, _pairs(), label="action in round 1"),
                Column("second_actions", CHOICE, _pairs(), label="action in round 2"),
                *[Column(f"points_{name}", POINTS, label=_LABELS.get(name, "")) for name in _POINTS],
            ],
        ),
        StudyTable(
            "cards",
            THINGS,
            [
                Column("card", CHOICE, table.names),
                Column("opening", COUNT),
                Column("drawn", COUNT),
                Column("seen", COUNT),
                Column("placed", WHEN),
                Column("discarded", COUNT),
            ],
        ),
        StudyTable(
            "actions",
            ROUNDS,
            [
                Column("round"),
                Column("action", CHOICE, acts, label="actions, round by round"),
                Column("second_action", CHOICE, acts, label="second actions, round by round"),
            ],
        ),
    ]


def _pairs() -> list[str]:
    """Return the words for one or two actions, at the numbers that `_pair` gives them."""
    words = [NO_ACTION, *action.TOKENS]
    for first in action.TOKENS:
        words.extend(f"{first} & {second}" for second in action.TOKENS)
    return words


def _pair(event: Event) -> int:
    first = event[2]
    if len(event) == 3:
        return 1 + first
    return 1 + ACTIONS + first * ACTIONS + event[3]


def _add_rows(s: GalaxyState, log: list[Event], tables: list[list[int]]) -> None:
    """Write the rows of a finished game."""
    size = s.cards.size
    counts = [0] * (s.players * size * _FIELDS)
    start = [0] * s.players
    first = [0] * s.players
    second = [0] * s.players
    actions = tables[2]
    number = 0
    for event in log:
        kind = event[0]
        seat = event[1]
        base = seat * size * _FIELDS
        if kind == events.DRAW:
            field = _OPENING if event[2] == events.FOR_DEAL else _DRAWN
            for i in range(3, len(event)):
                counts[base + event[i] * _FIELDS + field] += 1
                counts[base + event[i] * _FIELDS + _SEEN] += 1
        elif kind == events.PLACE or kind == events.CONQUER_SYSTEM or kind == events.REPLACE:
            index = base + event[len(event) - 1] * _FIELDS + _PLACED
            if counts[index] == 0:
                counts[index] = number
        elif kind in _FROM_HAND:
            for i in range(_FROM_HAND[kind], len(event)):
                counts[base + event[i] * _FIELDS + _DISCARDED] += 1
        elif kind == events.LOOK:
            for i in range(3, len(event)):
                counts[base + event[i] * _FIELDS + _SEEN] += 1
        elif kind == events.ROUND:
            number = event[2]
        elif kind == events.ACTIONS:
            if number == 1:
                first[seat] = _pair(event)
            elif number == 2:
                second[seat] = _pair(event)
            actions.append(seat)
            actions.append(number)
            actions.append(event[2] + 1)
            actions.append(event[3] + 1 if len(event) > 3 else 0)
        elif kind == events.START_WORLD:
            start[seat] = event[2]
    for seat in range(s.players):
        tables[0] += [seat, start[seat], first[seat], second[seat], *points_by_source(s, seat)]
    _write_cards(s, counts, tables[1])


def _write_cards(s: GalaxyState, counts: list[int], out: list[int]) -> None:
    size = s.cards.size
    for seat in range(s.players):
        for card in range(1, size):
            index = (seat * size + card) * _FIELDS
            if counts[index + _SEEN] or counts[index + _PLACED] or counts[index + _DISCARDED]:
                out.append(seat)
                out.append(card)
                for field in range(_FIELDS):
                    out.append(counts[index + field])


def _card_facts(table: CardIndex) -> dict[str, list[Any]]:
    """Return the facts of all cards in columns; the first row is that of no card."""
    cards = [card for card in table.cards if card is not None]
    return {
        "type": ["", *[card.type for card in cards]],
        "military": [False, *[card.military for card in cards]],
        "cost": [0, *[card.hive or card.cost for card in cards]],
        "vp": [None, *[card.vp for card in cards]],
        "good": ["", *[card.good or "" for card in cards]],
        "production": ["", *[_production(card.good, card.windfall) for card in cards]],
        "keywords": ["", *[" ".join(card.keywords) for card in cards]],
        "deck": ["", *[card.deck for card in cards]],
        "set": ["", *[card.set for card in cards]],
        "start_world": [False, *[card.start_number is not None for card in cards]],
        "copies": [0, *[card.copies for card in cards]],
    }


def _production(good: str | None, windfall: bool) -> str:
    if good is None:
        return ""
    return "windfall" if windfall else "production"


def points_by_source(s: GalaxyState, seat: int) -> list[int]:
    """Return the score of a seat by its sources, in the order of the columns."""
    table = s.cards
    worlds = military = developments = variable = 0
    for card in s.undamaged(seat):
        points = card_score(s, seat, card)
        if table.score[card]:
            variable += points
        elif table.development[card]:
            developments += points
        elif table.military[card]:
            military += points
        else:
            worlds += points
    chips = s.chips_held(seat)
    war = total_score(s, seat) - chips - worlds - military - developments - variable
    return [chips, military, worlds, developments, variable, war]


class GalaxyStudy(GameStudy[GalaxyState]):
    """The facts of galaxy for people who study many games."""

    def facts(self, state: GalaxyState) -> list[Fact]:
        """Return the facts of a finished game; Frontier and war games have more."""
        facts = [Fact("ending", TEXT)]
        facts += [Fact(name, per_seat=True) for name in ("tableau", "chips", "military")]
        if state.frontier is not None:
            facts.append(Fact("frontier_worlds", per_seat=True))
        if state.war is not None:
            facts += [Fact(name) for name in ("stage", "value_left", "goods_given", "defeats")]
            facts += [Fact(name, per_seat=True) for name in ("awards", "damaged", "contributed")]
            if state.war.counterstrike:
                facts += [Fact(name, per_seat=True) for name in ("tiles", "systems")]
        return facts

    def tables(self, state: GalaxyState) -> list[StudyTable]:
        """Return the tables to fill."""
        return _tables(state.cards)

    def thing_facts(self, state: GalaxyState) -> dict[str, dict[str, list[Any]]]:
        """Return the printed facts of all cards."""
        return {"cards": _card_facts(state.cards)}

    def add_rows(self, state: GalaxyState, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game."""
        _add_rows(state, log, tables)
