"""The deal: which cards there are, who gets which start world and hand, what lies in the deck."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import BadOptions, Event
from repulse.engine.random import seeded
from repulse.games.galaxy.cards import load_cards
from repulse.games.galaxy.rules import step_table  # noqa: F401  (fills the steps)
from repulse.games.galaxy.rules.card_table import CardId, CardTable, table_of
from repulse.games.galaxy.rules.codes import deck, events, step
from repulse.games.galaxy.rules.frontier import FAR, NEAR, Frontier
from repulse.games.galaxy.rules.options import Options
from repulse.games.galaxy.rules.phases.setup import (
    OPENING_HAND,
    find_first,
    give_start_world,
    stock_start_worlds,
)
from repulse.games.galaxy.rules.position import stacked
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import declare_war

_tables: dict[tuple[object, ...], CardTable] = {}
_NO_FRONTIER: Final = (deck.NAMES[deck.MAIN], deck.NAMES[deck.START])


def table_for(options: Options) -> CardTable:
    """The card table of a game, built once."""
    key = (options.sets, options.overlays, options.frontier)
    table = _tables.get(key)
    if table is None:
        cards = load_cards(options.sets, options.overlays)
        if not options.frontier:
            # An overlay may bring cards for decks that this game does not have.
            cards = tuple(card for card in cards if card.deck in _NO_FRONTIER)
        table = table_of(tuple(cards))
        _tables[key] = table
    return table


def deal(options: Options, seed: int, log: list[Event] | None = None) -> GalaxyState:
    """The opening position of a game, at its first decision."""
    table = table_for(options)
    s = GalaxyState(table, options.players, seeded(seed))
    s.log = log
    s.mix_with_hand = options.mix_with_hand
    s.experienced = options.experienced
    if options.war:
        s.war = declare_war(s.stream, options.players, options.experienced)
        s.war.counterstrike = options.frontier
    if options.frontier:
        s.frontier = open_frontier(s)
    s.pool = options.pool
    s.tableau_limit = options.tableau_limit
    starts = _names_to_cards(table, options.arrangement.starts if options.arrangement else ())
    piles = (
        [_names_to_cards(table, pile) for pile in options.arrangement.piles] if options.arrangement else []
    )
    cards = table.decks[deck.MAIN][:]
    if options.deal == "preset":
        _deal_presets(s, cards, starts)
    elif options.deal == "two-start":
        _deal_two_starts(s, cards, starts)
    else:
        _deal_one_start(s, cards, starts)
    if piles:
        _check_pile(cards, piles[0])
    s.deck = stacked(s.stream, cards, piles[0] if piles else [])
    s.arranged = piles[1:]
    if options.deal == "preset":
        find_first(s)
        stock_start_worlds(s)
        s.then(step.ROUND)
    else:
        _deal_hands(s)
        s.then(step.SETUP)
    s.news = 0
    s.advance()
    return s


def open_frontier(s: GalaxyState) -> Frontier:
    """The opening frontier: Near and Far shuffled, the Xeno systems still out of the game."""
    frontier = Frontier(s.players)
    frontier.decks[NEAR] = s.cards.decks[deck.NEAR][:]
    frontier.decks[FAR] = s.cards.decks[deck.FAR][:]
    s.stream.shuffle(frontier.decks[NEAR])
    s.stream.shuffle(frontier.decks[FAR])
    frontier.unused = s.cards.decks[deck.SYSTEM][:]
    return frontier


def _check_pile(deck: list[CardId], pile: list[CardId]) -> None:
    for card in set(pile):
        if pile.count(card) > deck.count(card):
            raise BadOptions("The arrangement lays out a card more often than the deck has it.")


def _names_to_cards(table: CardTable, names: tuple[str, ...]) -> list[CardId]:
    for name in names:
        if name not in table.ids:
            raise BadOptions(f"The arrangement names {name!r}, which is not a card of this game.")
    return [table.ids[name] for name in names]


def _chosen_starts(s: GalaxyState, worlds: list[CardId], arranged: list[CardId], count: int) -> list[CardId]:
    """Take `count` start worlds off a shuffled pile, or the arranged ones; the rest stays in `worlds`."""
    s.stream.shuffle(worlds)
    taken = arranged if arranged else worlds[:count]
    if len(taken) != count:
        raise BadOptions(f"The arrangement has {len(taken)} start worlds where {count} are needed.")
    for world in taken:
        if world not in worlds:
            raise BadOptions("The arrangement gives a start world twice, or one that cannot be dealt there.")
        worlds.remove(world)
    return taken


def _deal_one_start(s: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    worlds = s.cards.decks[deck.START][:]
    for seat, world in enumerate(_chosen_starts(s, worlds, arranged, s.players)[:]):
        give_start_world(s, seat, world)
    cards.extend(worlds)


def _deal_two_starts(s: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    """One red and one blue start world each; undealt ones go into the deck (R-SUP-02)."""
    numbers = s.cards.start_number
    red: list[CardId] = []
    blue: list[CardId] = []
    for world in s.cards.decks[deck.START]:
        (red if numbers[world] % 2 else blue).append(world)
    reds = _chosen_starts(s, red, [w for w in arranged if numbers[w] % 2], s.players)[:]
    blues = _chosen_starts(s, blue, [w for w in arranged if numbers[w] % 2 == 0], s.players)[:]
    for seat in range(s.players):
        s.offered[seat] = [reds[seat], blues[seat]]
    cards.extend(red)
    cards.extend(blue)


def _deal_presets(s: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    """A start world and the four cards that go with it."""
    table = s.cards
    hands: dict[int, list[CardId]] = {}
    for card in range(1, table.size):
        if table.preset_hand[card]:
            hands.setdefault(table.preset_hand[card], []).append(card)
    all_starts = table.decks[deck.START][:]
    worlds = [world for world in all_starts if table.start_number[world] in hands]
    for seat, world in enumerate(_chosen_starts(s, worlds, arranged, s.players)[:]):
        give_start_world(s, seat, world)
        all_starts.remove(world)
        for card in hands[table.start_number[world]]:
            cards.remove(card)
            s.hand[seat].append(card)
    cards.extend(all_starts)


def _deal_hands(s: GalaxyState) -> None:
    for seat in range(s.players):
        s.draw(seat, OPENING_HAND, events.FOR_DEAL)
