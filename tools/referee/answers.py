"""Recorded decisions as answers to ours, each with what the referee says should be offered.

The two engines split their questions differently: where one asks, the other may take a forced step without asking; one
recorded payment is several of our decisions. `Answers.to` gives the answer to a decision of
ours; recorded decisions that we do not ask are skipped, if they offered no choice.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from tools.referee.fixtures import Offer, offer_cards, offer_has, offer_is
from tools.referee.powers import PowerWords
from tools.referee.recorded import TOOK_CARDS, Ask, Recorded

from repulse.engine.contract import Decision, Seat
from repulse.games.galaxy.codes import effect
from repulse.games.galaxy.codes.packing import card_of
from repulse.games.galaxy.rules.card_table import CardIndex
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.phases.produce import is_draw_for_goods
from repulse.games.galaxy.rules.state import GalaxyState

Answer = tuple[list[str], Offer | None]
"""The tokens of an answer, and the expected offer if the referee gives one."""

_ACTIONS = {
    "Explore +1,+1": "Explore +1/+1",
    "Consume-Trade": "Consume: Trade",
    "Consume-x2": "Consume: 2x VPs",
}
_PASS = "pass"


class CannotMap(Exception):
    """A recorded decision that matches none of ours, or the other way round."""


class Answers:
    """The answers of one recorded game."""

    def __init__(self, recorded: Recorded, powers: PowerWords, game: GalaxyGame, *, table: CardIndex) -> None:
        self.recorded = recorded
        self.table = table
        self.powers = powers
        self.game = game
        self.habits: Counter[str] = Counter()
        """The number of times each kind of recorded step was skipped or mapped by convention."""
        self._declined: list[str] = []
        """Powers chosen there in this Consume phase without discarding a card, and so still available here."""
        self._by_prompt: dict[str, Callable[[GalaxyState, Decision], Answer]] = {
            "setup.start_world": self._start_world,
            "setup.discard": self._discard,
            "action": self._action,
            "actions": self._action,
            "explore.discard": self._discard,
            "develop.place": self._place,
            "develop.pay": self._pay,
            "settle.place": self._place,
            "settle.means": self._means,
            "settle.pay": self._pay,
            "settle.good": self._good_for_card,
            "consume.trade": self._trade,
            "consume.power": self._consume,
            "consume.goods": self._goods,
            "consume.good": self._one_good,
            "consume.hand": self._consume_hand,
            "consume.sell": self._trade,
            "consume.lucky": self._lucky,
            "produce.power": self._produce,
            "produce.windfall": self._windfall,
            "produce.discard": self._produce_discard,
            "hand_limit": self._discard,
        }

    def to(self, s: GalaxyState, decision: Decision) -> Answer:
        """Return the answer to a decision of ours."""
        return self._by_prompt[decision.prompt](s, decision)

    def finish(self, seat: Seat, number: int) -> None:
        """Check that all of a seat's decisions up to a round are used, except those that can be skipped."""
        queue = self.recorded.asked[seat]
        while queue and queue[0]["round"] <= number:
            self._pass_over(seat)

    # --- the queue ---

    def _next(self, seat: Seat, *types: str) -> Ask:
        """Return the next recorded decision of a seat, which must be of one of these types."""
        queue = self.recorded.asked[seat]
        while queue and queue[0]["type"] not in types:
            self._pass_over(seat)
        if not queue:
            raise CannotMap(f"no {types} is left for seat {seat}")
        return queue[0]

    def _take(self, seat: Seat, *types: str) -> Ask:
        self._next(seat, *types)
        return self.recorded.asked[seat].popleft()

    def _pass_over(self, seat: Seat) -> None:
        ask = self.recorded.asked[seat].popleft()
        habit = _habit(ask, self.table)
        if not habit:
            raise CannotMap(f"we never asked for {ask}")
        self.habits[habit] += 1

    # --- setup, actions, cards ---

    def _start_world(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._next(decision.seat, "START")
        return [ask["world"]], offer_is(ask["worlds"], 1, 1)

    def _discard(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "DISCARD", "START")
        cards = ask.get("from") or ask["hand"]
        return ask["discard"], offer_is(cards, ask.get("num", 2), ask.get("num", 2))

    def _action(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "ACTION")
        return [_ACTIONS.get(name, name) for name in ask["choice"]], None

    def _place(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "PLACE")
        # Two copies of a card are two offers there and one here.
        return [ask["card"] or _PASS], offer_is([*sorted(set(ask["from"])), _PASS], 1, 1)

    def _pay(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "PAYMENT")
        queue = self.recorded.asked[decision.seat]
        while queue and queue[0]["type"] == "GOOD" and queue[0]["phase"].startswith("settle"):
            queue.popleft()
        return ask["pay"], offer_is(ask["hand"], len(ask["pay"]), len(ask["pay"]))

    def _means(self, s: GalaxyState, decision: Decision) -> Answer:
        """Return the uses in a recorded payment one at a time, then no more."""
        ask = self._next(decision.seat, "PAYMENT")
        ask["mapped"] = True
        names = s.cards.names
        spent = [names[card_of(power)] for power in s.payment.used_powers]
        offer = None if spent else offer_cards(_usable(ask, self.table))
        for card in ask["use"]:
            if card not in spent:
                return [self._use(s, decision, card)], offer
        return [_PASS], offer

    def _use(self, s: GalaxyState, decision: Decision, card: str) -> str:
        words = [self.game.token(s, "means", value) for value in decision.options]
        fitting = [word for word in words if word.startswith(f"{card} #")]
        if len(fitting) > 1:
            # The good: asked there after the payment.
            queue = self.recorded.asked[decision.seat]
            for ask in list(queue)[1:]:
                if ask["type"] != "GOOD" or not ask["phase"].startswith("settle"):
                    break
                if ask["power"][0] == card:
                    ask["mapped"] = True
                    world = ask["goods"][0]
                    fitting = [word for word in fitting if word.endswith(f" + {world}")]
        if len(fitting) != 1:
            raise CannotMap(f"{card} is not one of {words}")
        return fitting[0]

    def _good_for_card(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "DISCARD_PRODUCE")
        return [ask["card"]] if ask["card"] else [], offer_is(ask["hand"], 0, 1)

    # --- consume ---

    def _trade(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "TRADE")
        return [ask["world"]], offer_is(ask["from"], 1, 1)

    def _consume(self, s: GalaxyState, decision: Decision) -> Answer:
        queue = self.recorded.asked[decision.seat]
        offer: Offer | None = None
        while any(ask["type"] == "CONSUME" and ask["round"] == s.round for ask in queue):
            ask = self._take(decision.seat, "CONSUME")
            if offer is None:
                options = [self.powers.word(power) for power in ask["from"]] + self._declined
                offer = offer_is([*options, _PASS] if ask["optional"] else options, 1, 1)
            if ask["use"] is None:
                break
            word = self.powers.word(ask["use"])
            if queue[0]["type"] != "CONSUME_HAND" or queue[0]["discard"]:
                return [word], offer
            self._declined.append(word)
            self.habits["CONSUME_HAND of no card"] += 1
            queue.popleft()
        if offer is None:
            offer = offer_is([*self._declined, _PASS], 1, 1)
        self._declined = []
        return [_PASS], offer

    def _goods(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._next_good(s, decision)
        ask["mapped"] = True
        return ask["goods"], offer_is(ask["from"], ask["min"], ask["max"])

    def _next_good(self, s: GalaxyState, decision: Decision) -> Ask:
        power = self.game.token(s, "power", decision.about)
        while self.powers.word((ask := self._next(decision.seat, "GOOD"))["power"]) != power:
            self._pass_over(decision.seat)
        return ask

    def _one_good(self, s: GalaxyState, decision: Decision) -> Answer:
        """Return one of several goods of different kinds, which the referee takes all at once."""
        ask = self._next_good(s, decision)
        kind = s.cards.kind
        ids = s.cards.ids
        power = s.cards.power(decision.about)
        if power.do == effect.CONSUME_DIFFERENT:
            seen = [kind[world] for world in s.payment.taken_goods]
            fits = [world for world in ask["from"] if kind[ids[world]] not in seen]
        else:
            good = power.goods[len(s.payment.taken_goods)]
            fits = [
                world
                for world in ask["from"]
                if ids[world] not in s.payment.taken_goods and (good == 0 or kind[ids[world]] == good)
            ]
        for world in ask["goods"]:
            if world in fits and ids[world] not in s.payment.taken_goods:
                ask["mapped"] = True
                return [world], offer_is(fits, 1, 1)
        raise CannotMap(f"no good of {ask} fits")

    def _consume_hand(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "CONSUME_HAND")
        # The permitted number is not recorded.
        return ask["discard"], offer_has(ask["hand"])

    def _lucky(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._take(decision.seat, "LUCKY")
        return [str(ask["number"])], None

    # --- produce ---

    def _produce(self, s: GalaxyState, decision: Decision) -> Answer:
        """Return the order of draws for goods and discards for goods; only partly asked there."""
        seat = decision.seat
        queue = self.recorded.asked[seat]
        options = [self.game.token(s, "power", value) for value in decision.options]
        draws = [s.cards.power(value) for value in decision.options if value >= 0]
        draw_cards = {s.cards.names[power.card]: power.ident for power in draws if is_draw_for_goods(power)}
        offer: Offer | None = None
        while queue and queue[0]["round"] == s.round and queue[0]["phase"] not in ("produce", "discard"):
            self._pass_over(seat)
        while queue and queue[0]["phase"] == "produce" and queue[0]["round"] == s.round:
            ask = queue[0]
            if ask.get("mapped"):
                queue.popleft()
            elif ask["type"] == "PRODUCE":
                offer = offer_is([*[self.powers.word(power) for power in ask["from"]], _PASS], 1, 1)
                queue.popleft()
            elif ask["type"] == "DISCARD_PRODUCE":
                word = self.powers.word(ask["power"])
                if offer is None:
                    offer = offer_has([word])
                if ask["card"] is not None:
                    # Keep it for the card and the world, which we ask separately, if at all.
                    ask["mapped"] = True
                    return [word], offer
                queue.popleft()
                if word not in options:
                    raise CannotMap(f"{word} is not one of {options}")
            elif ask["type"] == TOOK_CARDS and ask["card"] in draw_cards:
                if not any(later["type"] == "DISCARD_PRODUCE" for later in _this_produce(queue, s.round)):
                    break
                queue.popleft()
                return [self.game.token(s, "power", draw_cards[ask["card"]])], offer
            elif ask["type"] == TOOK_CARDS:
                queue.popleft()
            else:
                self._pass_over(seat)
        return [_PASS], offer

    def _produce_discard(self, s: GalaxyState, decision: Decision) -> Answer:
        ask = self._next(decision.seat, "DISCARD_PRODUCE")
        ask["mapped"] = True
        return [ask["card"]], offer_is(ask["hand"], 1, 1)

    def _windfall(self, s: GalaxyState, decision: Decision) -> Answer:
        """Return which world: as asked there for the same power, or any that was filled there without asking."""
        seat = decision.seat
        queue = self.recorded.asked[seat]
        power = self.game.token(s, "power", decision.about)
        options = sorted(s.cards.names[world] for world in decision.options)
        asks = _this_produce(queue, s.round)
        for ask in asks:
            if ask["type"] == "DISCARD_PRODUCE" and self.powers.word(ask["power"]) == power:
                return [ask["world"]], offer_is(ask["worlds"], 1, 1)
        asks = [ask for ask in asks if ask["type"] == "WINDFALL" and not ask.get("mapped")]
        for ask in asks:
            if sorted(ask["from"]) == options or self.powers.word(ask["power"]) == power:
                if self.powers.word(ask["power"]) != power:
                    self.habits["WINDFALL powers in another order"] += 1
                ask["mapped"] = True
                return [ask["world"]], offer_is(ask["from"], 1, 1)
        self.habits["windfall: filled there unasked"] += 1
        filled = self.recorded.produced.get((s.round, seat), set())
        for world in options:
            if world in filled:
                return [world], None
        raise CannotMap(f"none of {options} was filled")


def _this_produce(queue: deque[Ask], number: int) -> list[Ask]:
    return [ask for ask in queue if ask["phase"] == "produce" and ask["round"] == number]


def _usable(ask: Ask, table: CardIndex) -> list[str]:
    """Return the cards offered in a payment that are useful for it: the referee also lists useless ones."""
    cards = []
    for card in ask["specials"]:
        does = {power.do for power in table.settle[table.ids[card]]}
        if effect.COST_ZERO in does and table.military[table.ids[ask["for"]]]:
            continue  # never with conquest (R-SET-13)
        if effect.PAY_FOR_MILITARY in does and not ask["hand"] and not ask["use"]:
            continue  # nothing to pay with
        cards.append(card)
    return cards


def _habit(ask: Ask, table: CardIndex) -> str:
    """Return why a recorded decision may be skipped; empty if it may not."""
    kind = ask["type"]
    if ask.get("mapped"):
        return "taken together with others"
    if kind == TOOK_CARDS:
        return "a note, not a decision"
    if kind == "PLACE" and not ask["from"] and ask["card"] is None:
        return "PLACE with nothing to place"
    if kind == "PAYMENT" and len(ask["pay"]) in (0, len(ask["hand"])):
        usable = _usable(ask, table)
        if ask["use"] != usable or len(usable) > 1:
            return ""
        if usable:
            return "PAYMENT with the one power that makes it possible"
        return "PAYMENT with powers that do nothing" if ask["specials"] else "PAYMENT of nothing or of all"
    if kind == "TRADE" and len(ask["from"]) == 1:
        return "TRADE of the only good"
    if kind == "GOOD" and len(ask["from"]) == ask["min"]:
        return "GOOD with more than the available goods"
    if kind == "DISCARD_PRODUCE" and not ask["worlds"]:
        return "DISCARD_PRODUCE with no world to fill"
    return ""
