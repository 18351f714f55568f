"""The numbers the sensible bot works with. Everything is measured in victory points at the end of the game."""

from __future__ import annotations

from typing import Final


class Weights:
    """Rules of thumb, in numbers; the shipped ones come from many games of the bot against its own variants."""

    def __init__(self) -> None:
        # What a card in hand is worth.
        self.card = 0.8
        """A card in hand, while there is time to place what it pays for."""
        self.card_rounds = 2.25
        """Over how many last rounds cards lose their worth."""
        self.card_crowd = 0.04
        """Each card in hand makes the next worth less by this fraction."""
        self.hunger = 0.1
        """How much of the best card in hand that cannot be paid for yet is credited to the next card."""
        self.tempo = 0.85
        """How much of what a card in hand promises is given up by placing it."""
        self.reach = 0.75
        """How much of the gain of placing a card counts while it is still in hand."""
        self.rank_fade = 0.8
        """The second best card in hand promises less by this factor, the third by its square: not all get placed."""
        self.missing_military = 0.7
        """What is left of that for each point of Military that is missing."""
        self.missing_card = 0.9
        """What is left of that for each card that is missing to pay for it."""

        # How often the phases come in which powers work, for each round.
        self.explores = 0.4
        self.develops = 0.55
        self.settles = 0.49
        self.trades = 0.25
        self.cycles = 0.26
        """How often goods are made and used up."""
        self.produces = 0.45

        # What powers bring when they work, in cards.
        self.look = 0.25
        """One more card to choose from in Explore."""
        self.keep = 0.9
        self.use = 0.75
        """How often a discount or a draw-after finds something to place."""
        self.kind_discount = 0.3
        """How much a discount for one kind counts beside one for all."""
        self.pay_for_military = 0.7
        self.temp_military = 0.8
        self.colony_ship = 1.2

        # Military.
        self.military = 0.45
        """The first points of Military, in points for each Settle phase to come."""
        self.military_fade = 0.85
        """Each further point counts less by this factor."""
        self.special_military = 0.3
        """How much Military against some worlds counts beside plain Military."""
        self.waiting_world = 0.25
        """How much of a military world in hand is credited to the Military that brings it nearer."""

        # War.
        self.war_military = 0.4
        """A point of Military or defense against Xenos, for each invasion to come."""
        self.most_given = 0.7
        """A good contributed to the war, besides its chip: the hope of having contributed most."""

        self.first_defeat = 1.5
        """To keep everybody from failing for the first time."""
        self.last_defeat = 10.0
        """To keep the empire from its defeat, while behind."""

        self.doomed = 0.5
        """How much of the growth of "?" cards counts while the empire is likely to fall."""
        self.fallen = 0.3
        """What is left of the worth of a world that will be damaged in the end."""

        # Goods.
        self.double = 1.6
        """How often VPs for goods are counted, on average (the 2x VPs bonus is not always ours)."""
        self.stock = 0.5
        """What a good on a world is worth beside what it will bring."""
        self.sale = 0.8
        """What a card from a sale to come counts, beside a card in hand."""
        self.spare_good = 0.3
        """What a good counts in cards that neither a sale nor a consume power is waiting for."""

        # Plans.
        self.plan_in_hand = 0.3
        """How much of the points counts that a card would bring to a "?" card still in hand."""
        self.growth = 1.0
        """How much better than a blind draw a player finds the cards that their "?" cards count."""

        # Explore.
        self.explore_first = 0.55
        self.explore_more = 0.08
        """The best of n cards is worth `explore_first + n * explore_more` cards."""

        # Others.
        self.free_rider = 0.85
        """How far to trust the guess at what the others will call."""


SHIPPED: Final = Weights()
