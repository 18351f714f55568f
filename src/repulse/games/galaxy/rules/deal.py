"""The deal: which cards there are, who gets which start world and hand, what lies in the deck."""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import BadOptions, Event
from repulse.engine.random import seeded
from repulse.games.galaxy.cards import load_cards, load_war
from repulse.games.galaxy.codes import deck, events, step
from repulse.games.galaxy.rules.card_table import CardId, CardIndex, table_of
from repulse.games.galaxy.rules.frontier import FAR, LOOK, NEAR, Frontier
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

_tables: dict[tuple[object, ...], CardIndex] = {}
MIN_MAIN: Final = 60
"""Cards that the main deck needs: hands, and something to draw."""
_NO_FRONTIER: Final = (deck.NAMES[deck.MAIN], deck.NAMES[deck.START])


def table_for(options: Options) -> CardIndex:
    """Return the card table of a game, built once."""
    key = (options.sets, options.overlays, options.frontier)
    table = _tables.get(key)
    if table is None:
        cards = load_cards(options.sets, options.overlays)
        if not options.frontier:
            # An overlay may bring cards for decks that this game does not have.
            cards = tuple(card for card in cards if card.deck in _NO_FRONTIER)
        table = remember(_tables, key, table_of(tuple(cards), load_war(options.overlays)))
    return table


def check_cards(options: Options) -> None:
    """Raise BadOptions unless overlays leave enough cards for a game."""
    table = table_for(options)
    main = len(table.decks[deck.MAIN])
    if main < MIN_MAIN:
        raise BadOptions(f"The overlays leave {main} cards in the main deck; a game needs {MIN_MAIN}.")
    if options.frontier:
        for pile in (deck.NEAR, deck.FAR):
            if len(table.decks[pile]) < LOOK:
                raise BadOptions(
                    f"The overlays leave {len(table.decks[pile])} cards in the {deck.NAMES[pile]} deck; a game needs {LOOK}."
                )
    if options.frontier and options.war:
        systems = table.decks[deck.SYSTEM]
        hives = sum([1 for card in systems if table.hive[card]])
        if min(hives, len(systems) - hives) < options.players:
            raise BadOptions(
                f"The overlays leave {len(systems) - hives} satellites and {hives} hives among the Xeno systems; "
                f"{options.players} players need {options.players} of each."
            )


def deal(options: Options, seed: int, log: list[Event] | None = None) -> GalaxyState:
    """Return the opening position of a game, at its first decision."""
    table = table_for(options)
    state = GalaxyState(table, options.players, seeded(seed))
    state.log = log
    state.mix_with_hand = options.mix_with_hand
    state.experienced = options.experienced
    if options.war:
        state.war = declare_war(state.stream, options.players, options.experienced)
        state.war.counterstrike = options.frontier
    if options.frontier:
        state.frontier = open_frontier(state)
    state.pool = options.pool
    state.tableau_limit = options.tableau_limit
    starts = _names_to_cards(table, options.arrangement.starts if options.arrangement else ())
    piles = (
        [_names_to_cards(table, pile) for pile in options.arrangement.piles] if options.arrangement else []
    )
    cards = table.decks[deck.MAIN][:]
    if options.deal == "preset":
        _deal_presets(state, cards, starts)
    elif options.deal == "two-start":
        _deal_two_starts(state, cards, starts)
    else:
        _deal_one_start(state, cards, starts)
    if piles:
        _check_pile(cards, piles[0])
    state.deck = stacked(state.stream, cards, piles[0] if piles else [])
    state.arranged = piles[1:]
    if options.deal == "preset":
        find_first(state)
        stock_start_worlds(state)
        state.then(step.ROUND)
    else:
        _deal_hands(state)
        state.then(step.SETUP)
    state.reveal_count = 0
    state.advance()
    return state


def open_frontier(state: GalaxyState) -> Frontier:
    """Return the opening frontier: Near and Far shuffled, the Xeno systems still out of the game."""
    frontier = Frontier(state.players)
    frontier.decks[NEAR] = state.cards.decks[deck.NEAR][:]
    frontier.decks[FAR] = state.cards.decks[deck.FAR][:]
    state.stream.shuffle(frontier.decks[NEAR])
    state.stream.shuffle(frontier.decks[FAR])
    frontier.unused = state.cards.decks[deck.SYSTEM][:]
    return frontier


def _check_pile(deck: list[CardId], pile: list[CardId]) -> None:
    for card in set(pile):
        if pile.count(card) > deck.count(card):
            raise BadOptions("The arrangement lays out a card more often than the deck has it.")


def _names_to_cards(table: CardIndex, names: tuple[str, ...]) -> list[CardId]:
    for name in names:
        if name not in table.ids:
            raise BadOptions(f"The arrangement names {name!r}, which is not a card of this game.")
    return [table.ids[name] for name in names]


def _chosen_starts(
    state: GalaxyState, worlds: list[CardId], arranged: list[CardId], count: int
) -> list[CardId]:
    """Take `count` start worlds off a shuffled pile, or the arranged ones; the rest stays in `worlds`."""
    state.stream.shuffle(worlds)
    taken = arranged if arranged else worlds[:count]
    if len(taken) != count:
        raise BadOptions(f"The arrangement has {len(taken)} start worlds where {count} are needed.")
    for world in taken:
        if world not in worlds:
            raise BadOptions("The arrangement gives a start world twice, or one that cannot be dealt there.")
        worlds.remove(world)
    return taken


def _deal_one_start(state: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    worlds = state.cards.decks[deck.START][:]
    for seat, world in enumerate(_chosen_starts(state, worlds, arranged, state.players)[:]):
        give_start_world(state, seat, world)
    cards.extend(worlds)


def _deal_two_starts(state: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    """Deal one red and one blue start world each; undealt ones go into the deck (R-SUP-02)."""
    numbers = state.cards.start_number
    red: list[CardId] = []
    blue: list[CardId] = []
    for world in state.cards.decks[deck.START]:
        (red if numbers[world] % 2 else blue).append(world)
    reds = _chosen_starts(state, red, [w for w in arranged if numbers[w] % 2], state.players)[:]
    blues = _chosen_starts(state, blue, [w for w in arranged if numbers[w] % 2 == 0], state.players)[:]
    for seat in range(state.players):
        state.offered[seat] = [reds[seat], blues[seat]]
    cards.extend(red)
    cards.extend(blue)


def _deal_presets(state: GalaxyState, cards: list[CardId], arranged: list[CardId]) -> None:
    """Deal a start world and the four cards that go with it."""
    table = state.cards
    hands: dict[int, list[CardId]] = {}
    for card in range(1, table.size):
        if table.preset_hand[card]:
            hands.setdefault(table.preset_hand[card], []).append(card)
    all_starts = table.decks[deck.START][:]
    worlds = [world for world in all_starts if table.start_number[world] in hands]
    for seat, world in enumerate(_chosen_starts(state, worlds, arranged, state.players)[:]):
        give_start_world(state, seat, world)
        all_starts.remove(world)
        for card in hands[table.start_number[world]]:
            cards.remove(card)
            state.hand[seat].append(card)
    cards.extend(all_starts)


def _deal_hands(state: GalaxyState) -> None:
    for seat in range(state.players):
        state.draw(seat, OPENING_HAND, events.FOR_DEAL)
