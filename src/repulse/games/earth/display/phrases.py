"""Earth in plain words: questions, options, events, descriptions and breakdowns, from a message catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from repulse.engine.contract import Decision, Event, Seat
from repulse.engine.display.segments import mark_card
from repulse.engine.display.words import Catalogue, load_catalogue
from repulse.games.earth.rules.codes import do, events, reach, where
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import Share, region_shares, score_breakdown
from repulse.games.earth.rules.turn import gadget_price


class Words:
    """The words of one language, and what the players are called."""

    def __init__(self, catalogue: Catalogue, names: Sequence[str] = (), marked: bool = False) -> None:
        self.catalogue = catalogue
        self.names = names
        self.marked = marked
        """Whether the names of Gadgets are marked, for a text that is cut into segments."""

    def say(self, ident: str, **facts: object) -> str:
        """A text of the catalogue with its facts."""
        return self.catalogue.text(ident, facts)

    # --- names and counts ---

    def player(self, seat: Seat) -> str:
        """What a seat is called: its name, or "Player 1"."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.say("player", n=seat + 1)

    def region(self, region: int) -> str:
        """The name of a region in this language; records and targets have the one of the components."""
        name = TABLE.region_names[region]
        # Other components may have regions that no catalogue knows.
        return self.say(f"region.{name}") if f"region.{name}" in self.catalogue else name

    def gadget_name(self, design: int) -> str:
        """The name of a Gadget, the same in every language."""
        name = TABLE.gadget_names[design]
        return mark_card(name) if self.marked else name

    def short_region(self, region: int) -> str:
        """The name of a region where there is little room."""
        ident = f"region_short.{TABLE.region_names[region]}"
        return self.say(ident) if ident in self.catalogue else self.region(region)

    def listing(self, items: list[str]) -> str:
        """Some things in one phrase: a, b and c."""
        if not items:
            return self.say("nothing")
        if len(items) == 1:
            return items[0]
        return self.say("and", first=self.say("comma").join(items[:-1]), last=items[-1])

    def fact(self, name: str, value: int) -> str:
        """A number of an event or a decision, said as what it is."""
        if name in ("region", "from", "to"):
            return self.region(value)
        if name == "owner":
            return self.player(value)
        if name == "gadget":
            return self.gadget_name(value)
        if name in ("ships", "vp", "energy", "stars", "tokens"):
            return self.say(name, n=value)
        return str(value)

    # --- descriptions ---

    def effect(self, design: int) -> str:
        """What a Gadget does, made from its steps."""
        return " ".join(self._step(step) for step in TABLE.gadget_steps[design])

    def _step(self, step: int) -> str:
        does = do.NAMES[TABLE.step_do[step]]
        count = TABLE.step_count[step]
        place = where.NAMES[TABLE.step_where[step]]
        return self.say(
            f"effect.{does}",
            count=count,
            ships=self.say("ships", n=count),
            tokens=self.say("tokens", n=count),
            stars=self.say("stars", n=count),
            energy=self.say("energy", n=count),
            fewest=TABLE.step_fewest[step],
            where="" if place == "anywhere" else self.say(f"effect.where-{place}"),
            reach=self.say("effect.reach-adjacent") if TABLE.step_reach[step] == reach.ADJACENT else "",
        )

    def _describe(self, what: str, **facts: object) -> str:
        if TABLE.reconstruction:
            return self.say(f"describe.{what}", note=self.say("reconstructed"), **facts)
        return self.say(f"describe.{what}-plain", **facts)

    def gadget(self, design: int) -> str:
        """A Gadget card: its name, cost and effect."""
        energy = self.say("energy", n=TABLE.gadget_cost[design])
        return self._describe(
            "gadget", gadget=self.gadget_name(design), energy=energy, effect=self.effect(design)
        )

    def card(self, card: int) -> str:
        """A Turn Order card."""
        return self._describe("card", **self.card_facts(card))

    def card_facts(self, card: int) -> dict[str, object]:
        """What there is to say of a Turn Order card."""
        saved = TABLE.discount[card]
        return {
            "card": card,
            "stars": self.say("stars", n=TABLE.stars[card]),
            "discount": self.say("option.discount", n=saved) if saved else "",
        }

    def portal(self, portal: int) -> str:
        """A Portal card."""
        return self._describe("portal", **self.portal_facts(portal))

    def portal_facts(self, portal: int) -> dict[str, object]:
        """What there is to say of a Portal."""
        return {
            "region": self.region(TABLE.portal_mothership[portal]),
            "ships": self.listing([self.region(region) for region in TABLE.portal_ships[portal]]),
        }

    # --- decisions ---

    def ask(self, p: Position, decision: Decision) -> str:
        """The question of a decision."""
        prompt = decision.prompt
        if prompt == "action":
            if decision.forced():
                return self.say("ask.end")
            return self.say("ask.action", stars=self.say("stars", n=p.points))
        facts: dict[str, object] = {"most": decision.most, "note": self.say("reconstructed")}
        if decision.about >= 0:
            facts["gadget"] = self.gadget_name(decision.about)
        for name, place in zip(("from", "to"), p.picked, strict=False):
            facts[name] = self.region(place)
        if not TABLE.reconstruction:
            return self.catalogue.text(f"ask.{prompt}", facts).removesuffix(f" ({facts['note']})")
        return self.catalogue.text(f"ask.{prompt}", facts)

    def option(self, p: Position, decision: Decision, value: int) -> str:
        """An option of a decision."""
        domain = decision.domain
        if domain == "action":
            return self._action(p, decision.seat, value)
        if domain == "energy":
            return self.say("energy", n=value) if value else self.say("option.bid-nothing")
        if domain == "turn-order":
            return self.say("option.card", **self.card_facts(value))
        if domain == "portal":
            return self.say("option.portal", **self.portal_facts(value))
        if domain == "region":
            return self.region(value)
        if domain == "seat":
            return self.say("option.seat", player=self.player(value))
        if domain == "target":
            return self.say(
                "option.target", player=self.player(value // REGIONS), region=self.region(value % REGIONS)
            )
        return self.say("ships", n=value)

    def _action(self, p: Position, seat: Seat, action: int) -> str:
        if action == END_TURN:
            return self.say("option.end-turn")
        home = self.region(p.mothership[seat])
        if action == DEPLOY:
            return self.say("option.deploy", region=home)
        if action < FLY:
            way = divmod(action - MOVE, REGIONS)
            return self.catalogue.text(
                "option.move", {"from": self.region(way[0]), "to": self.region(way[1])}
            )
        if action < USE_GADGET:
            return self.catalogue.text("option.fly", {"from": home, "to": self.region(action - FLY)})
        design = action - USE_GADGET
        price = gadget_price(p, seat, design)
        return self.say(
            "option.gadget" if price else "option.gadget-free",
            gadget=self.gadget_name(design),
            energy=self.say("energy", n=price),
            effect=self.effect(design),
        )

    # --- events ---

    def event(self, event: Event) -> str:
        """An event as one line."""
        kind, seat, numbers = event[0], event[1], event[2:]
        name = events.NAMES[kind]
        if kind == events.PORTALS:
            places = [self.region(TABLE.portal_mothership[portal]) for portal in numbers]
            return self.say("event.portals", portals=self.listing(places))
        if kind == events.GADGETS:
            return self.say(
                "event.gadgets", gadgets=self.listing([self.gadget_name(design) for design in numbers])
            )
        if kind == events.CARDS:
            return self.say("event.cards", cards=self.listing([str(card) for card in numbers]))
        if kind == events.SCORING:
            return self.say("event.scoring", regions=self.listing([self.region(place) for place in numbers]))
        if kind == events.REWARD:
            return self._reward(seat, numbers)
        if kind == events.CASUALTIES:
            region, lost, _, shielded = numbers
            return self.say(
                "event.casualties-shielded" if shielded else "event.casualties",
                region=self.region(region),
                player=self.player(seat),
                ships=self.say("ships", n=lost),
            )
        facts: dict[str, object] = {"player": self.player(seat)}
        for fact, value in zip(events.TABLE[kind].fields, numbers, strict=True):
            facts[fact] = self.fact(fact, value)
        if name == "portal":
            facts.update(self.portal_facts(numbers[0]))
        elif name == "take-card":
            facts.update(self.card_facts(numbers[0]))
        elif kind == events.MOVE and numbers[0] != seat:
            name = "move-other"
        elif kind == events.END_TURN and numbers[0] > 0:
            name = "end-turn-unused"
            facts["n"] = numbers[0]
        return self.catalogue.text(f"event.{name}", facts)

    def _reward(self, seat: Seat, numbers: list[int]) -> str:
        region, place, sharing, vp, energy, halved = numbers
        return self.say(
            "event.reward",
            region=self.region(region),
            player=self.player(seat),
            place=self.say(f"place.{place}"),
            sharing=self._sharing(sharing),
            gain=self.gain(vp, energy),
            halved=self.say("place.halved") if halved else "",
        )

    def _sharing(self, sharing: int) -> str:
        return self.say("place.sharing", n=sharing - 1) if sharing > 1 else ""

    def gain(self, vp: int, energy: int) -> str:
        """A reward."""
        if vp and energy:
            return self.say("place.gain-both", vp=self.say("vp", n=vp), energy=self.say("energy", n=energy))
        if energy:
            return self.say("energy", n=energy)
        return self.say("vp", n=vp) if vp else self.say("nothing")

    # --- breakdowns ---

    def forecast(self, p: Position) -> list[str]:
        """What this turn's scoring would bring if it came now, one line for each seat in each region."""
        lines = []
        for region in range(REGIONS):
            if p.scoring >> region & 1:
                shares = region_shares(p, region)
                lines += [self.share(p, share) for share in shares]
                if not shares:
                    lines.append(self.say("forecast.empty", region=self.region(region)))
        return lines

    def share(self, p: Position, share: Share) -> str:
        """One share of a region: where it comes from and what it costs."""
        if share.shielded:
            loss = self.say("forecast.shielded")
        else:
            loss = self.say("forecast.loss", n=share.lost) if share.lost else self.say("forecast.no-loss")
        return self.say(
            "forecast.line",
            region=self.region(share.region),
            tokens=self.say("tokens", n=p.harvest[share.region]),
            player=self.player(share.seat),
            ships=self.say("ships", n=share.ships),
            hologram=self.say("forecast.hologram", n=share.hologram) if share.hologram else "",
            place=self.say(f"place.{share.place}"),
            sharing=self._sharing(share.sharing),
            gain=self.gain(share.vp, share.energy),
            halved=self.say("place.halved") if share.halved else "",
            loss=loss,
        )

    def score(self, p: Position, seat: Seat) -> list[str]:
        """The VP of a seat, and the regions they came from."""
        lines = [self.say("score.title", player=self.player(seat), vp=self.say("vp", n=p.vp[seat]))]
        for region, vp in score_breakdown(p, seat):
            lines.append(self.say("score.line", vp=self.say("vp", n=vp), region=self.region(region)))
        return lines


@lru_cache(maxsize=8)
def earth_words(language: str = "en") -> Catalogue:
    """The catalogue of earth in a language."""
    return load_catalogue("repulse.games.earth", language)


def words(language: str = "en", names: Sequence[str] = (), marked: bool = False) -> Words:
    """The words of a language, for players who are called so."""
    return Words(earth_words(language), names, marked)
