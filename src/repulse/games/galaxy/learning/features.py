"""The features of galaxy: a position as numbers, as seen by the seat being asked."""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import Decision, Seat, State, is_among
from repulse.engine.features import small
from repulse.engine.learning import FeatureWriter, Learning
from repulse.games.galaxy.codes import prompts
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD, card_of
from repulse.games.galaxy.learning import feature_layout as at
from repulse.games.galaxy.learning.feature_layout import GalaxyLayout, target_of
from repulse.games.galaxy.learning.war_features import WarMemo, lead_of, write_war
from repulse.games.galaxy.rules.card_table import CardId, CardIndex
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    amount_of,
    military_against,
    price_of,
)
from repulse.games.galaxy.rules.phases.consume import sale_price
from repulse.games.galaxy.rules.phases.invasion import attack_strength, defense_total
from repulse.games.galaxy.rules.placement import can_place, development_cost, price_now
from repulse.games.galaxy.rules.score import points_for_placing, score_before_bonus
from repulse.games.galaxy.rules.state import GalaxyState

UNKNOWN: Final = -1000
"""In place of a number of a card: nobody has asked for it."""

_layouts: dict[tuple[CardIndex, int, bool], GalaxyLayout] = {}


def layout_of(s: GalaxyState) -> GalaxyLayout:
    """Return the layout of a state's configuration, built once."""
    key = (s.cards, s.players, s.war is not None)
    layout = _layouts.get(key)
    return remember(_layouts, key, GalaxyLayout(s)) if layout is None else layout


class _SeatMemo:
    """The last numbers written for a seat, and the facts they were made from."""

    __slots__ = (
        "awards",
        "block",
        "chips",
        "damaged",
        "discarded_this_phase",
        "goods",
        "placed",
        "points",
        "replaced",
        "sums",
        "tableau",
    )

    def __init__(self, cards: int) -> None:
        self.tableau: list[int] = []
        self.placed = -1
        self.replaced = -1
        self.discarded_this_phase: list[int] = []
        self.goods: list[int] = []
        self.damaged = 0
        self.chips = -1
        self.awards = -1
        self.sums: list[int] = []
        self.points = [UNKNOWN] * cards
        """The points that placing each card would bring."""
        self.block = b""
        """Its numbers, up to those of the round, but for the cards in its hand."""


class _HandMemo:
    """The costs of cards for a seat, and the facts they depend on."""

    __slots__ = ("aids", "cuts", "discount", "prices", "temp", "working")

    def __init__(self, cards: int) -> None:
        self.working: list[int] = []
        self.discount = -1
        self.temp = -1
        self.cuts = -1
        self.aids = PlacementAids()
        self.prices = [UNKNOWN] * cards
        """The cost of each card, or the Military missing for it."""


class GalaxyWriter(FeatureWriter):
    """Writes the numbers of one game as it goes on; a seat whose cards have not changed is copied.

    It reads positions and views alike, since it reads nothing that the seat being asked cannot see.
    """

    def __init__(self, learning: Learning, s: GalaxyState) -> None:
        super().__init__(learning)
        self._layout = layout_of(s)
        self._seats = [_SeatMemo(s.cards.size) for _ in range(s.players)]
        self._hands = [_HandMemo(s.cards.size) for _ in range(s.players)]
        self._war = WarMemo()

    def write(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write the numbers for a decision."""
        assert isinstance(state, GalaxyState)
        s = state
        layout = self._layout
        out[:] = layout.blank
        me = decision.seat
        _write_question(layout, s, decision, picked, out)
        _write_table(layout, s, me, out)
        mine = self._seats[me]
        players = s.players
        sums: list[list[int]] = []
        for away in range(players):
            seat = (me + away) % players
            memo = self._seats[seat]
            _update_seat(layout, s, seat, memo)
            sums.append(memo.sums)
            start = layout.numbers[away]
            out[start : start + len(memo.block)] = memo.block
            cards = len(s.hand[seat])
            out[start + at.HAND] = small(cards)
            out[layout.hand_is[away] + min(cards, at.MAX_HAND)] = 1
            played = layout.actions[away]
            for card in s.actions[seat]:
                out[played + card] += 1
                out[layout.chosen + card] += 1
        _write_hand(layout, s, decision, mine, self._hands[me], out)
        lead = lead_of([numbers[at.SCORE] for numbers in sums])
        if lead > 0:
            out[layout.ahead] = small(lead)
        else:
            out[layout.behind] = small(-lead)
        if s.war is not None:
            write_war(layout, s, me, sums, self._war, out)
        if s.frontier is not None:
            _write_frontier(layout, s, me, out)

    def write_pick(self, state: State, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Add the last pick to the numbers of those before it."""
        layout = self._layout
        count = len(picked)
        out[layout.least + min(max(0, decision.least - count + 1), at.MAX_MIN_PICKS)] = 0
        _write_picks(layout, decision, count, out)
        _write_pick(layout, picked[count - 1], out)


def _write_question(
    layout: GalaxyLayout, s: GalaxyState, decision: Decision, picked: list[int], out: bytearray
) -> None:
    prompt = decision.prompt
    out[layout.prompt + layout.prompts[prompt]] = 1
    out[layout.ask + at.OPTIONS] = small(len(decision.options))
    _write_picks(layout, decision, len(picked), out)
    for pick in picked:
        _write_pick(layout, pick, out)
    about = decision.about
    if about > 0:
        sort = prompts.BY_ID[prompt].about
        if sort == "card":
            out[layout.about + layout.card[about]] = 1
        elif sort == "power" and about < POWERS_PER_CARD:
            out[layout.about_no_card + about - 1] = 1
        elif sort == "power":
            out[layout.about + layout.card[card_of(about)]] = 1
    domain = decision.domain
    if domain == "means":
        _write_means(layout, s, decision, out)
    elif prompt == prompts.CONSUME_GOOD.ident:
        for world in s.payment.taken_goods:
            out[layout.picked + layout.card[world]] += 1


def _write_picks(layout: GalaxyLayout, decision: Decision, count: int, out: bytearray) -> None:
    """Return the numbers of picks made and of picks still to be made."""
    ask = layout.ask
    least = max(0, decision.least - count)
    out[ask + at.MIN_PICKS] = small(least)
    out[ask + at.MAX_PICKS] = small(decision.most - count)
    out[ask + at.PICKED] = small(count)
    out[layout.least + min(least, at.MAX_MIN_PICKS)] = 1


def _write_pick(layout: GalaxyLayout, pick: int, out: bytearray) -> None:
    place = layout.pick[pick]
    if place >= 0:
        out[place] += 1
    place = layout.pick_power[pick]
    if place >= 0:
        out[place] = 1


def _write_means(layout: GalaxyLayout, s: GalaxyState, decision: Decision, out: bytearray) -> None:
    """Write what is still missing for the card being placed, or against an attack."""
    ask = layout.ask
    seat = decision.seat
    out[ask + at.TEMPORARY] = small(s.payment.temp_military)
    out[ask + at.BOUGHT] = small(s.payment.bought_discount)
    prompt = decision.prompt
    if prompt == prompts.INVASION_DEFEND.ident:
        total = defense_total(s, seat)
        attack = attack_strength(s, seat)
        out[ask + at.MY_DEFENSE] = small(total)
        out[ask + at.MY_ATTACK] = small(attack)
        out[ask + at.MISSING] = small(attack + 1 - total)
        return
    card = decision.about
    if prompt == prompts.DEVELOP_MEANS.ident:
        out[ask + at.PRICE] = small(development_cost(s, seat, card))
        return
    out[ask + at.PAYING] = 1 if s.payment.paying_power else 0
    out[ask + at.FREE] = 1 if s.payment.is_free else 0
    aids = aids_for(s, seat)
    out[ask + at.PRICE] = small(price_now(s, seat, aids, card))
    table = s.cards
    if table.military[card] and s.payment.paying_power == 0:
        need = table.hive[card] or table.cost[card] - military_against(s, seat, aids, card)
        out[ask + at.MISSING] = small(need - s.payment.temp_military)


def _write_table(layout: GalaxyLayout, s: GalaxyState, me: Seat, out: bytearray) -> None:
    """Write the numbers of the whole table."""
    players = s.players
    if s.experienced:
        out[layout.rules] = 1
    if s.mix_with_hand:
        out[layout.rules + 1] = 1
    if s.war is not None:
        out[layout.rules + 2] = 1
    if s.frontier is not None:
        out[layout.rules + 3] = 1
    out[layout.players + players - 2] = 1
    out[layout.round] = small(s.round)
    out[layout.round_is + min(s.round, at.MAX_ROUND)] = 1
    pool = small(s.pool)
    out[layout.pool] = pool
    out[layout.pool_is + layout.pool_bucket[pool]] = 1
    largest = 0
    for seat in range(players):
        largest = max(largest, len(s.tableau[seat]))
    left = max(0, s.tableau_limit - largest)
    out[layout.left_is + min(left, at.MAX_REMAINING)] = 1
    out[layout.deck] = small(len(s.deck))
    out[layout.discards] = small(len(s.discards))
    out[layout.first + (s.first - me) % players] = 1


def _update_seat(layout: GalaxyLayout, s: GalaxyState, seat: Seat, memo: _SeatMemo) -> None:
    """Write what a seat has on the table, and the sums of it."""
    tableau = s.tableau[seat]
    goods = s.goods[seat]
    chips = s.chips_held(seat)
    awards = s.war.awards[seat] + s.war.tiles[seat] if s.war is not None else 0
    # A score may count Military, which is that of the beginning of the phase: of all but the card placed since.
    if (
        memo.chips == chips
        and memo.awards == awards
        and memo.placed == s.placed[seat]
        and memo.replaced == s.replaced[seat]
        and memo.goods == goods
        and memo.damaged == s.damaged[seat]
        and memo.tableau == tableau
        and memo.discarded_this_phase == s.discarded_this_phase[seat]
    ):
        return
    memo.tableau = tableau[:]
    memo.goods = goods[:]
    memo.damaged = s.damaged[seat]
    memo.placed = s.placed[seat]
    memo.replaced = s.replaced[seat]
    memo.discarded_this_phase = s.discarded_this_phase[seat][:]
    memo.chips = chips
    memo.awards = awards
    sums = _sums_of(layout, s, seat)
    memo.sums = sums
    memo.points = [UNKNOWN] * s.cards.size
    block = bytearray(layout.actions[0] - layout.numbers[0])
    # The blocks of all seats are alike, so this is written as if it stood first.
    first = layout.numbers[0]
    cards = layout.tableau[0] - first
    for card in tableau:
        block[cards + layout.card[card]] = 1
    for i in range(len(tableau)):
        if goods[i] >= 0:
            block[layout.goods[0] - first + layout.good[tableau[i]]] = 1
    for i in range(at.SEAT_NUMBERS):
        number = sums[i]
        if number > 0:
            block[i] = small(number)
    block[layout.tableau_is[0] - first + min(len(tableau), at.MAX_TABLEAU)] = 1
    memo.block = bytes(block)


def _sums_of(layout: GalaxyLayout, s: GalaxyState, seat: Seat) -> list[int]:
    table = s.cards
    tableau = s.tableau[seat]
    goods = s.goods[seat]
    damaged = s.damaged[seat]
    cards = s.undamaged(seat)
    sums = [0] * at.SEAT_NUMBERS
    for i in range(len(tableau)):
        card = tableau[i]
        if damaged >> i & 1:
            continue
        good = goods[i]
        kind = table.kind[card]
        if good >= 0:
            sums[at.GOODS] += 1
            sums[at.GOODS + kind] += 1
        elif kind:
            sums[at.EMPTY_WINDFALL if table.windfall[card] else at.EMPTY_PRODUCTION] += 1
        adds = layout.adds[card]
        for j in range(0, len(adds), 2):
            sums[adds[j]] += adds[j + 1]
        for power in layout.counted[card]:
            sums[target_of(power)] += amount_of(table, cards, power)
    sums[at.TABLEAU] = len(tableau)
    sums[at.CHIPS] = s.chips_held(seat)
    sums[at.SCORE] = score_before_bonus(s, seat)
    if sums[at.MILITARY] < 0:
        sums[at.WEAKNESS] = -sums[at.MILITARY]
    return sums


def _update_hand(s: GalaxyState, seat: Seat, discount: int, memo: _HandMemo) -> None:
    """Forget what cards cost if it may have changed."""
    working = s.working(seat)
    if (
        memo.discount == discount
        and memo.temp == s.payment.temp_military
        and memo.cuts == s.payment.bought_discount
        and memo.working == working
    ):
        return
    memo.working = working[:]
    memo.discount = discount
    memo.temp = s.payment.temp_military
    memo.cuts = s.payment.bought_discount
    memo.aids = aids_for(s, seat)
    memo.prices = [UNKNOWN] * s.cards.size


def _price(s: GalaxyState, seat: Seat, card: CardId, memo: _HandMemo) -> int:
    table = s.cards
    if table.development[card]:
        price = table.cost[card] - memo.discount
    elif table.military[card]:
        price = table.cost[card] - military_against(s, seat, memo.aids, card)
    else:
        return price_of(s, memo.aids, card, None)
    return price if price > 0 else 0


def _write_hand(
    layout: GalaxyLayout,
    s: GalaxyState,
    decision: Decision,
    mine: _SeatMemo,
    memo: _HandMemo,
    out: bytearray,
) -> None:
    """Write the hand, what its cards would cost and bring, and what the seat's goods would sell for."""
    seat = decision.seat
    sums = mine.sums
    developing = prompts.DEVELOP_PLACE.ident == decision.prompt and s.bonus[seat] > 0
    _update_hand(s, seat, sums[at.DEVELOP_DISCOUNT] + (1 if developing else 0), memo)
    table = s.cards
    hand = s.hand[seat]
    spare = len(hand) - 1
    tableau = s.tableau[seat]
    aids = memo.aids
    plain = not aids.optional
    prices = memo.prices
    points = mine.points
    for card in hand:
        place = layout.card[card]
        out[layout.hand + place] += 1
        if is_among(tableau, card):
            continue
        price = prices[card]
        if price == UNKNOWN:
            price = _price(s, seat, card, memo)
            prices[card] = price
        out[layout.price + place] = small(price + 1)
        if points[card] == UNKNOWN:
            points[card] = points_for_placing(s, seat, card)
        out[layout.points + place] = small(points[card])
        # Without optional powers, what is not military is a matter of its price.
        if table.development[card] or (plain and not table.military[card]):
            if price <= spare:
                out[layout.placeable + place] = 1
        elif can_place(s, seat, aids, card, spare):
            out[layout.placeable + place] = 1
    if sums[at.GOODS]:
        goods = s.goods[seat]
        for i in range(len(tableau)):
            if goods[i] >= 0:
                out[layout.sale + layout.good[tableau[i]]] = small(sale_price(s, seat, tableau[i], True))
    military = min(max(sums[at.MILITARY], at.MIN_MILITARY), at.MAX_MILITARY)
    out[layout.military + military - at.MIN_MILITARY] = 1


def _write_frontier(layout: GalaxyLayout, s: GalaxyState, me: Seat, out: bytearray) -> None:
    frontier = s.frontier
    assert frontier is not None
    players = s.players
    for away in range(players):
        seat = (me + away) % players
        if frontier.tucked >> seat & 1:
            out[layout.tucked[away]] = 1
        if frontier.acting >> seat & 1:
            out[layout.settling[away]] = 1
        if frontier.in_turn >> seat & 1:
            out[layout.settling[away] + 1] = 1
    for pile in range(len(frontier.decks)):
        out[layout.piles + pile] = small(frontier.left(pile))
    for card in frontier.looked[me]:
        out[layout.looked + layout.card[card]] += 1
    if frontier.under_attack:
        out[layout.under_attack + layout.card[frontier.under_attack]] = 1
    if frontier.placed:
        out[layout.frontier_placed] = 1
