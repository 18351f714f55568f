"""The meaning of the numbers of galaxy's features, and the index of each."""

from __future__ import annotations

from typing import Final

from repulse.engine.features import FeatureLayout, seat_name
from repulse.games.galaxy.codes import action, deck, effect, good_kind, no_card, phase, price, prompts, trait
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD
from repulse.games.galaxy.learning.action_space import action_space
from repulse.games.galaxy.learning.buckets import LEAD_BOUNDS, NEAR, POOL_BOUNDS, bucket_of
from repulse.games.galaxy.rules.card_table import CardIndex, CompiledPower, learner_table
from repulse.games.galaxy.rules.frontier import PILES
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import RETALIATION

# The numbers of each seat: what it has, and what its tableau adds up to.
HAND: Final = 0
TABLEAU: Final = 1
CHIPS: Final = 2
SCORE: Final = 3
GOODS: Final = 4
"""GOODS + kind: those of one kind."""
EMPTY_PRODUCTION: Final = 9
EMPTY_WINDFALL: Final = 10
MILITARY: Final = 11
TEMP_MILITARY: Final = 12
VS_REBEL: Final = 13
VS_XENO: Final = 14
VS_KIND: Final = 14
"""VS_KIND + kind."""
DEVELOP_DISCOUNT: Final = 19
SETTLE_DISCOUNT: Final = 20
"""SETTLE_DISCOUNT + kind: for worlds of one kind."""
FRONTIER_DISCOUNT: Final = 25
EXPLORE_DRAW: Final = 26
EXPLORE_KEEP: Final = 27
DEFENSE: Final = 28
TEMP_DEFENSE: Final = 29
DEVELOPMENTS: Final = 30
WEAKNESS: Final = 31
SEAT_NUMBERS: Final = 32

_KINDS: Final = good_kind.NAMES[1:]
_NUMBER_ROWS: Final[list[tuple[str, int, str]]] = [
    ("hand", 10, "cards in hand"),
    ("tableau", 12, "cards in the tableau"),
    ("chips", 30, "VP chips, war contributions included"),
    ("score", 50, "points so far, without bonus tiles"),
    ("goods", 6, "goods"),
    *[(f"goods/{name}", 4, f"goods of the kind {name}") for name in _KINDS],
    ("empty_production", 5, "undamaged production worlds without a good"),
    ("empty_windfall", 5, "undamaged windfall worlds without a good"),
    ("military", 10, "Military, if above 0"),
    ("temporary_military", 6, "the amounts of all temporary Military powers"),
    ("vs/rebel", 5, "Military against Rebel worlds alone"),
    ("vs/xeno", 10, "Military against Xenos alone"),
    *[(f"vs/{name}", 5, f"Military against {name} worlds alone") for name in _KINDS],
    ("develop_discount", 3, "discount for developments"),
    ("settle_discount", 3, "discount for all worlds"),
    *[(f"settle_discount/{name}", 3, f"further discount for {name} worlds") for name in _KINDS],
    ("settle_discount/frontier", 3, "further discount for Frontier worlds"),
    ("explore_draw", 5, "further cards drawn in Explore"),
    ("explore_keep", 3, "further cards kept in Explore"),
    ("defense", 8, "permanent defense"),
    ("temporary_defense", 8, "the amounts of all temporary defense powers"),
    ("developments", 8, "undamaged developments"),
    ("weakness", 4, "how far Military is below 0"),
]
assert len(_NUMBER_ROWS) == SEAT_NUMBERS

# The numbers of a war: those of each seat, and those shared by all.
CERTAIN: Final = 20
"""The number that stands for a chance of 1."""
SPACE: Final = 0
RANK: Final = 1
CONTRIBUTED: Final = 2
AWARDS: Final = 3
TILES: Final = 4
ATTACKED: Final = 5
ATTACK: Final = 6
FAILED: Final = 7
DAMAGED_WORLDS: Final = 8
SYSTEMS: Final = 9
TOTAL: Final = 10
HOLDS: Final = 11
HOLDS_AT_MOST: Final = 12
BONUS: Final = 13
_WAR_SEAT_ROWS: Final[list[tuple[str, int, str]]] = [
    ("war/space", 15, "the space of the admiral disk, counted from the lowest"),
    ("war/rank", 5, "disks above this one"),
    ("war/contributed", 10, "war contributions"),
    ("war/awards", 10, "points of defense awards"),
    ("war/tiles", 10, "points of bonus tiles awarded for good"),
    ("war/attacked", 1, "whether an invasion card is assigned"),
    ("war/attack", 15, "its strength"),
    ("war/failed", 1, "whether the defense has failed"),
    ("war/damaged", 5, "damaged worlds"),
    ("war/systems", 3, "Xeno systems conquered"),
    ("war/total", 15, "permanent total against invasion cards, counted from -3"),
    ("war/holds", CERTAIN, "the chance that this is enough for the next attack, in twentieths"),
    ("war/holds_at_most", CERTAIN, "the same with all temporary powers and the bunker"),
    ("war/bonus", 10, "points of bonus tiles if the game ended now"),
]

REPULSE: Final = 0
STRENGTH: Final = 1
GAP: Final = 2
DEFEATS: Final = 3
REPULSED: Final = 4
CONQUEST: Final = 5
BREATHER: Final = 6
SURGE: Final = 7
CONQUERED: Final = 8
INVASION_CARDS: Final = 9
ALL_FALL: Final = 10
_WAR_ROWS: Final[list[tuple[str, int, str]]] = [
    ("war/repulse", 60, "the repulse or conquest value"),
    ("war/strength", 60, "Military against Xenos of all seats together"),
    ("war/gap", 40, "what is missing to the repulse or conquest value"),
    ("war/defeats", 2, "how often all have failed"),
    ("war/repulsed", 1, "whether the Xenos are repulsed"),
    ("war/conquest", 1, "whether this is the conquest stage"),
    ("war/breather", 1, "whether this is the round after the repulse"),
    ("war/surge", 6, "what is added to all retaliation strengths"),
    ("war/conquered", 1, "whether a Xeno system was conquered this round"),
    ("war/cards", 30, "invasion cards in the deck"),
    ("war/all_fall", CERTAIN, "the chance that nobody's permanent total holds, in twentieths"),
]

# The numbers of the question.
MIN_PICKS: Final = 0
MAX_PICKS: Final = 1
PICKED: Final = 2
OPTIONS: Final = 3
PRICE: Final = 4
MISSING: Final = 5
TEMPORARY: Final = 6
BOUGHT: Final = 7
PAYING: Final = 8
FREE: Final = 9
MY_DEFENSE: Final = 10
MY_ATTACK: Final = 11
_ASK_ROWS: Final[list[tuple[str, int, str]]] = [
    ("ask/least", 6, "options still to pick at least"),
    ("ask/most", 6, "options still to pick at most"),
    ("ask/picked", 6, "picks made so far"),
    ("ask/options", 12, "options"),
    ("ask/price", 6, "cards that the card being placed costs now"),
    ("ask/missing", 6, "Military missing for the world being placed, or defense against the invasion card"),
    ("ask/temporary", 6, "temporary Military or defense used so far"),
    ("ask/bought", 4, "discount bought so far"),
    ("ask/paying", 1, "whether the world is paid for instead of conquered"),
    ("ask/free", 1, "whether the world is free"),
    ("ask/defense", 15, "one's total against the invasion card"),
    ("ask/attack", 15, "the strength of the invasion card"),
]

MAX_HAND: Final = 12
MAX_TABLEAU: Final = 16
MAX_ROUND: Final = 20
MAX_REMAINING: Final = 8
MAX_MIN_PICKS: Final = 6
MIN_MILITARY: Final = -2
MAX_MILITARY: Final = 10
MIN_TOTAL: Final = -1
MAX_TOTAL: Final = 12
MAX_GAP: Final = 15


class GalaxyLayout:
    """The layout of a configuration, with the index of everything in it."""

    def __init__(self, s: GalaxyState) -> None:
        table = s.cards
        layout = FeatureLayout()
        self.layout = layout
        systems = s.war is not None and s.frontier is not None
        cards = [card for card in range(1, table.size) if systems or table.deck[card] != deck.SYSTEM]
        self.card: list[int] = _places(table, cards)
        """The place of each card in a block of all cards; -1 for cards that are not in this game."""
        self.good: list[int] = _places(table, [card for card in cards if table.kind[card]])
        self.world: list[int] = _places(table, [card for card in cards if not table.development[card]])
        tokens = learner_table(table).names
        names = [tokens[card] for card in cards]
        goods = [tokens[card] for card in cards if table.kind[card]]
        worlds = [tokens[card] for card in cards if not table.development[card]]
        self._lay_out_question(layout, names)
        self._lay_out_picked(layout, s, names)
        self._lay_out_rules(layout, s)
        self._lay_out_own(layout, names, goods)

        self.tableau: list[int] = []
        self.goods: list[int] = []
        self.damaged: list[int] = []
        self.numbers: list[int] = []
        self.hand_is: list[int] = []
        self.tableau_is: list[int] = []
        self.actions: list[int] = []
        self.war_numbers: list[int] = []
        self.total_is: list[int] = []
        self.tucked: list[int] = []
        self.settling: list[int] = []
        for away in range(s.players):
            self._lay_out_seat(layout, s, away, names, goods, worlds)
        self._lay_out_shared(layout, s, names)

        self.adds: list[list[int]] = [_plain_adds(table, card) for card in range(table.size)]
        """For each card: alternately a seat number's index and what the card adds to it."""
        self.counted: list[list[CompiledPower]] = [
            [power for power in powers if power.count is not None and target_of(power) >= 0]
            for powers in table.powers
        ]
        """For each card: the powers that add something times a count."""
        self.blank = bytes(layout.size)
        self.pool_bucket = [bucket_of(POOL_BOUNDS, number) for number in range(256)]

    def _lay_out_question(self, layout: FeatureLayout, names: list[str]) -> None:
        """Lay out the question and what it is about."""
        self.prompt = layout.block("prompt", [row.ident for row in prompts.PROMPTS], "the question")
        self.prompts = {row.ident: i for i, row in enumerate(prompts.PROMPTS)}
        self.ask = _numbers(layout, "", _ASK_ROWS)
        self.least = layout.block("ask/least_is", _counts(MAX_MIN_PICKS), "options still to pick at least")
        self.about = layout.block("about", names, "the card, or the card of the power, in question")
        self.about_no_card = layout.block(
            "about/no_card", no_card.TOKENS[1:], "the power in question that is on no card"
        )

    def _lay_out_own(self, layout: FeatureLayout, names: list[str], goods: list[str]) -> None:
        """Lay out what a seat knows of its own hand and points."""
        self.hand = layout.block("me/hand", names, "how often a card is in hand", scale=2)
        self.price = layout.block(
            "me/price", names, "1 + what a hand card costs in cards, or the Military missing for it", scale=8
        )
        self.placeable = layout.block(
            "me/placeable", names, "whether a hand card could be placed as things are"
        )
        self.points = layout.block(
            "me/points", names, "points that placing a hand card would bring, Military aside", scale=8
        )
        self.sale = layout.block("me/sale", goods, "what the good of a world sells for with Trade", scale=8)
        span = _span(MIN_MILITARY, MAX_MILITARY)
        self.military = layout.block("me/military_is", span, "Military")
        self.ahead = layout.number("me/ahead", "points more than the best other seat", 20)
        self.behind = layout.number("me/behind", "points less than the best other seat", 20)

    def _lay_out_shared(self, layout: FeatureLayout, s: GalaxyState, names: list[str]) -> None:
        """Lay out the war and the frontier, in games that have them."""
        if s.war is not None:
            self.war = _numbers(layout, "", _WAR_ROWS)
            waves = [str(wave) for wave in range(1, RETALIATION + 1)]
            self.wave = layout.block("war/next_wave", waves, "the wave of the next invasion card")
            self._lay_out_leads(layout)
        if s.frontier is not None:
            piles = ("near", "far", "systems")[:PILES]
            self.piles = layout.block(
                "frontier/deck", piles, "cards in a frontier deck and its discards", scale=25
            )
            self.looked = layout.block("me/looked", names, "the cards drawn from the frontier")
            self.under_attack = layout.block("under_attack", names, "the Xeno system that is attacked")
            self.frontier_placed = layout.number(
                "frontier/placed", "whether a Frontier world was placed this round", 1
            )

    def _lay_out_picked(self, layout: FeatureLayout, s: GalaxyState, names: list[str]) -> None:
        """Lay out what each action of the action space shows once picked."""
        picked = layout.block(
            "picked", names, "picked, or taken before: a card, world, or the card of a power", scale=2
        )
        indices = [f"#{index + 1}" for index in range(POWERS_PER_CARD)]
        power = layout.block("picked/power", indices, "which power of its card was picked")
        no_cards = layout.block("picked/no_card", no_card.TOKENS[1:], "a power that is on no card was picked")
        actions = layout.block("picked/action", action.TOKENS, "an action card was picked", scale=2)
        self.picked = picked
        space = action_space(s)
        self.pick: list[int] = []
        """For each action: the number that grows when it is picked; -1 for none."""
        self.pick_power: list[int] = []
        """The index of that power among those of its card."""
        for name in space.names:
            sort, _, word = name.partition("/")
            grown = second = -1
            if sort in ("card", "world", "keep"):
                grown = picked + names.index(word)
            elif sort == "action":
                grown = actions + action.TOKENS.index(word)
            elif sort == "power" and word in no_card.TOKENS:
                grown = no_cards + no_card.TOKENS.index(word) - 1
            elif sort == "power":
                card, _, index = word.rpartition(" #")
                grown = picked + names.index(card)
                second = power + int(index) - 1
            self.pick.append(grown)
            self.pick_power.append(second)

    def _lay_out_rules(self, layout: FeatureLayout, s: GalaxyState) -> None:
        """Lay out the numbers of the whole table."""
        flags = ("experienced", "mix_with_hand", "war", "frontier")
        self.rules = layout.block("rules", flags, "which game it is")
        self.players = layout.block("players", ("2", "3", "4", "5"), "how many play")
        self.round = layout.number("round", "the round", 20)
        self.round_is = layout.block("round_is", _counts(MAX_ROUND), "the round")
        self.pool = layout.number("pool", "VP chips in the pool", 60)
        bounds = [f"<={bound}" for bound in POOL_BOUNDS] + [f">{POOL_BOUNDS[-1]}"]
        self.pool_is = layout.block("pool_is", bounds, "VP chips in the pool, by the narrowest bound")
        self.left_is = layout.block(
            "tableau_left_is",
            _counts(MAX_REMAINING),
            "cards that the largest tableau lacks to the end of the game",
        )
        self.deck = layout.number("deck", "cards in the draw pile", 150)
        self.discards = layout.number("discards", "cards in the discard pile", 150)
        self.first = layout.block(
            "first", [seat_name(away) for away in range(s.players)], "who is first in player order"
        )
        self.chosen = layout.block(
            "round", action.TOKENS, "seats that play an action card this round", scale=3
        )

    def _lay_out_leads(self, layout: FeatureLayout) -> None:
        """Lay out what decides a war and its bonus tiles."""
        self.gap_is = layout.block(
            "war/gap_is", _counts(MAX_GAP), "what is missing to the repulse or conquest value"
        )
        bounds = [f"<={bound}" for bound in LEAD_BOUNDS] + [f">{LEAD_BOUNDS[-1]}"]
        self.lead_is = layout.block("me/war/lead_is", bounds, "points more than the best other seat")
        self.tiles_lead_is = layout.block(
            "me/war/tiles_lead_is", bounds, "the same if the game ended now, with bonus tiles"
        )
        span = _span(-NEAR, NEAR)
        self.strength_lead_is = layout.block(
            "me/war/strength_lead_is", span, "Military against Xenos above the best other seat"
        )
        self.contributed_lead_is = layout.block(
            "me/war/contributed_lead_is", span, "war contributions above the best other seat"
        )

    def _lay_out_seat(
        self,
        layout: FeatureLayout,
        s: GalaxyState,
        away: int,
        names: list[str],
        goods: list[str],
        worlds: list[str],
    ) -> None:
        who = seat_name(away)
        self.numbers.append(_numbers(layout, who + "/", _NUMBER_ROWS))
        self.hand_is.append(layout.block(f"{who}/hand_is", _counts(MAX_HAND), "cards in hand"))
        self.tableau_is.append(
            layout.block(f"{who}/tableau_is", _counts(MAX_TABLEAU), "cards in the tableau")
        )
        self.tableau.append(layout.block(f"{who}/tableau", names, "whether a card is in the tableau"))
        self.goods.append(layout.block(f"{who}/good", goods, "whether a world holds a good"))
        self.actions.append(
            layout.block(f"{who}/action", action.TOKENS, "action cards of this round, once revealed", scale=2)
        )
        if s.war is not None:
            self.war_numbers.append(_numbers(layout, who + "/", _WAR_SEAT_ROWS))
            span = _span(MIN_TOTAL, MAX_TOTAL)
            self.total_is.append(
                layout.block(f"{who}/war/total_is", span, "permanent total against invasion cards")
            )
            self.damaged.append(layout.block(f"{who}/damaged", worlds, "whether a world is damaged"))
        if s.frontier is not None:
            self.tucked.append(layout.number(f"{who}/tucked", "whether Frontier Settle is tucked", 1))
            self.settling.append(
                layout.block(
                    f"{who}/frontier",
                    ("at_once", "in_turn"),
                    "whether its Frontier Settle is done immediately, or waits for its turn",
                )
            )


def _places(table: CardIndex, cards: list[int]) -> list[int]:
    places = [-1] * table.size
    for place, card in enumerate(cards):
        places[card] = place
    return places


def _numbers(layout: FeatureLayout, prefix: str, rows: list[tuple[str, int, str]]) -> int:
    start = layout.size
    for name, scale, what in rows:
        layout.number(prefix + name, what, scale)
    return start


def _counts(most: int) -> list[str]:
    return [str(number) for number in range(most)] + [f"{most}+"]


def _span(least: int, most: int) -> list[str]:
    return [str(number) for number in range(least, most)] + [f"{most}+"]


_VS: Final = {
    trait.of_keyword("rebel"): VS_REBEL,
    trait.of_keyword("xeno"): VS_XENO,
    **{trait.of_kind(number): VS_KIND + number for number in range(1, len(good_kind.NAMES))},
}
"""The number that a Military power adds to, by the worlds it is against."""


def target_of(power: CompiledPower) -> int:
    """Return the number of its seat that a power adds to; -1 for none."""
    does = power.do
    if power.phase == phase.EXPLORE:
        return EXPLORE_DRAW if does == effect.DRAW else EXPLORE_KEEP if does == effect.KEEP else -1
    if does == effect.DISCOUNT and power.discard != price.NOTHING:
        return -1
    if power.phase == phase.DEVELOP:
        return DEVELOP_DISCOUNT if does == effect.DISCOUNT else -1
    if power.phase != phase.SETTLE:
        return -1
    if does == effect.MILITARY:
        return _VS.get(power.vs, -1) if power.vs else MILITARY
    if does == effect.DISCOUNT:
        return FRONTIER_DISCOUNT if power.for_frontier else SETTLE_DISCOUNT + power.kind
    if does == effect.TEMP_MILITARY:
        return TEMP_MILITARY
    if does == effect.DEFENSE:
        return DEFENSE
    return TEMP_DEFENSE if does == effect.TEMP_DEFENSE else -1


def _plain_adds(table: CardIndex, card: int) -> list[int]:
    adds = [DEVELOPMENTS, 1] if table.development[card] else []
    for power in table.powers[card]:
        target = target_of(power)
        if target >= 0 and power.count is None:
            adds.extend([target, power.amount])
    return adds
