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
from repulse.games.earth.rules.components import SHIPPED, Components
from repulse.games.earth.rules.phases.turn import gadget_price
from repulse.games.earth.rules.position import Position
from repulse.games.earth.rules.score import Share, region_shares, score_breakdown


class Words:
    """The words of one language, and what the players are called."""

    def __init__(
        self,
        catalogue: Catalogue,
        names: Sequence[str] = (),
        marked: bool = False,
        *,
        table: Components = SHIPPED,
    ) -> None:
        self.catalogue = catalogue
        self.names = names
        self.table = table
        """The map and the cards that are spoken of."""
        self.marked = marked
        """Whether the names of Gadgets are marked, for a text that is cut into segments."""

    def text(self, ident: str, **facts: object) -> str:
        """Return a text of the catalogue with its facts."""
        return self.catalogue.text(ident, facts)

    # --- names and counts ---

    def player(self, seat: Seat) -> str:
        """Return what a seat is called: its name, or "Player 1"."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.text("player", n=seat + 1)

    def region(self, region: int) -> str:
        """Return the name of a region in this language; records and targets have the one of the components."""
        name = self.table.region_names[region]
        # An overlay may have regions that no catalogue knows.
        return self.text(f"region.{name}") if f"region.{name}" in self.catalogue else name

    def gadget_name(self, design: int) -> str:
        """Return the name of a Gadget, the same in every language."""
        name = self.table.gadget_names[design]
        return mark_card(name) if self.marked else name

    def short_region(self, region: int) -> str:
        """Return the name of a region where there is little room."""
        ident = f"region_short.{self.table.region_names[region]}"
        return self.text(ident) if ident in self.catalogue else self.region(region)

    def listing(self, items: list[str]) -> str:
        """Join things into one phrase: a, b and c."""
        if not items:
            return self.text("nothing")
        if len(items) == 1:
            return items[0]
        return self.text("and", first=self.text("comma").join(items[:-1]), last=items[-1])

    def fact(self, name: str, value: int) -> str:
        """Return a number of an event or a decision, said as what it is."""
        if name in ("region", "from", "to"):
            return self.region(value)
        if name == "owner":
            return self.player(value)
        if name == "gadget":
            return self.gadget_name(value)
        if name in ("ships", "vp", "energy", "stars", "tokens"):
            return self.text(name, n=value)
        return str(value)

    # --- descriptions ---

    def effect(self, design: int) -> str:
        """Return what a Gadget does, made from its steps."""
        return " ".join(self._step(step) for step in self.table.gadget_steps[design])

    def _step(self, step: int) -> str:
        does = do.NAMES[self.table.step_do[step]]
        count = self.table.step_count[step]
        place = where.NAMES[self.table.step_where[step]]
        return self.text(
            f"effect.{does}",
            count=count,
            ships=self.text("ships", n=count),
            tokens=self.text("tokens", n=count),
            stars=self.text("stars", n=count),
            energy=self.text("energy", n=count),
            fewest=self.table.step_fewest[step],
            where="" if place == "anywhere" else self.text(f"effect.where-{place}"),
            reach=self.text("effect.reach-adjacent") if self.table.step_reach[step] == reach.ADJACENT else "",
        )

    def _describe(self, what: str, ours: bool, **facts: object) -> str:
        """Return what a card is, with a mark if it is our own reconstruction."""
        if ours:
            return self.text(f"describe.{what}", note=self.text("reconstructed"), **facts)
        return self.text(f"describe.{what}-plain", **facts)

    def gadget(self, design: int) -> str:
        """Return a Gadget card: its name, cost and effect."""
        energy = self.text("energy", n=self.table.gadget_cost[design])
        return self._describe(
            "gadget",
            self.table.gadget_is_ours[design],
            gadget=self.gadget_name(design),
            energy=energy,
            effect=self.effect(design),
        )

    def card(self, card: int) -> str:
        """Return a Turn Order card."""
        return self._describe("card", self.table.card_is_ours[card], **self.card_facts(card))

    def card_facts(self, card: int) -> dict[str, object]:
        """Return what there is to say of a Turn Order card."""
        saved = self.table.discount[card]
        return {
            "card": card,
            "stars": self.text("stars", n=self.table.stars[card]),
            "discount": self.text("option.discount", n=saved) if saved else "",
        }

    def portal(self, portal: int) -> str:
        """Return a Portal card."""
        return self._describe("portal", self.table.portal_is_ours[portal], **self.portal_facts(portal))

    def portal_facts(self, portal: int) -> dict[str, object]:
        """Return what there is to say of a Portal."""
        return {
            "region": self.region(self.table.portal_mothership[portal]),
            "ships": self.listing([self.region(region) for region in self.table.portal_ships[portal]]),
        }

    def reconstructed_parts(self) -> list[str]:
        """Return what is still our own reconstruction, part by part; empty if nothing is."""
        table = self.table
        parts = [self.text("part.map")] if table.map_is_ours else []
        counts = {
            "names": table.name_is_ours,
            "cards": table.card_is_ours,
            "portals": table.portal_is_ours,
            "gadgets": table.gadget_is_ours,
        }
        return parts + [self.text(f"part.{part}", n=sum(ours)) for part, ours in counts.items() if any(ours)]

    def note(self) -> str:
        """Return what is our own reconstruction, in a sentence; empty if nothing is."""
        parts = self.reconstructed_parts()
        return self.text("note", parts=self.listing(parts)) if parts else ""

    # --- decisions ---

    def ask(self, state: Position, decision: Decision) -> str:
        """Return the question of a decision."""
        prompt = decision.prompt
        if prompt == "action":
            if decision.forced():
                return self.text("ask.end")
            return self.text("ask.action", stars=self.text("stars", n=state.points))
        facts: dict[str, object] = {"most": decision.most}
        if decision.about >= 0:
            facts["gadget"] = self.gadget_name(decision.about)
        for name, place in zip(("from", "to"), state.picked, strict=False):
            facts[name] = self.region(place)
        return self.catalogue.text(f"ask.{prompt}", facts)

    def option(self, state: Position, decision: Decision, value: int) -> str:
        """Return an option of a decision."""
        domain = decision.domain
        if domain == "action":
            return self._action(state, decision.seat, value)
        if domain == "energy":
            return self.text("energy", n=value) if value else self.text("option.bid-nothing")
        if domain == "turn-order":
            return self.text("option.card", **self.card_facts(value))
        if domain == "portal":
            return self.text("option.portal", **self.portal_facts(value))
        if domain == "region":
            return self.region(value)
        if domain == "seat":
            return self.text("option.seat", player=self.player(value))
        if domain == "target":
            return self.text(
                "option.target", player=self.player(value // REGIONS), region=self.region(value % REGIONS)
            )
        return self.text("ships", n=value)

    def _action(self, state: Position, seat: Seat, action: int) -> str:
        if action == END_TURN:
            return self.text("option.end-turn")
        home = self.region(state.mothership[seat])
        if action == DEPLOY:
            return self.text("option.deploy", region=home)
        if action < FLY:
            way = divmod(action - MOVE, REGIONS)
            return self.catalogue.text(
                "option.move", {"from": self.region(way[0]), "to": self.region(way[1])}
            )
        if action < USE_GADGET:
            return self.catalogue.text("option.fly", {"from": home, "to": self.region(action - FLY)})
        design = action - USE_GADGET
        price = gadget_price(state, seat, design)
        return self.text(
            "option.gadget" if price else "option.gadget-free",
            gadget=self.gadget_name(design),
            energy=self.text("energy", n=price),
            effect=self.effect(design),
        )

    # --- events ---

    def event(self, event: Event) -> str:
        """Return an event as one line."""
        kind, seat, numbers = event[0], event[1], event[2:]
        name = events.NAMES[kind]
        if kind == events.PORTALS:
            places = [self.region(self.table.portal_mothership[portal]) for portal in numbers]
            return self.text("event.portals", portals=self.listing(places))
        if kind == events.GADGETS:
            return self.text(
                "event.gadgets", gadgets=self.listing([self.gadget_name(design) for design in numbers])
            )
        if kind == events.CARDS:
            return self.text("event.cards", cards=self.listing([str(card) for card in numbers]))
        if kind == events.SCORING:
            return self.text("event.scoring", regions=self.listing([self.region(place) for place in numbers]))
        if kind == events.REWARD:
            return self._reward(seat, numbers)
        if kind == events.CASUALTIES:
            region, lost, _, shielded = numbers
            return self.text(
                "event.casualties-shielded" if shielded else "event.casualties",
                region=self.region(region),
                player=self.player(seat),
                ships=self.text("ships", n=lost),
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
        return self.text(
            "event.reward",
            region=self.region(region),
            player=self.player(seat),
            place=self.text(f"place.{place}"),
            sharing=self._sharing(sharing),
            gain=self.gain(vp, energy),
            halved=self.text("place.halved") if halved else "",
        )

    def _sharing(self, sharing: int) -> str:
        return self.text("place.sharing", n=sharing - 1) if sharing > 1 else ""

    def gain(self, vp: int, energy: int) -> str:
        """Return a reward."""
        if vp and energy:
            return self.text(
                "place.gain-both", vp=self.text("vp", n=vp), energy=self.text("energy", n=energy)
            )
        if energy:
            return self.text("energy", n=energy)
        return self.text("vp", n=vp) if vp else self.text("nothing")

    # --- breakdowns ---

    def forecast(self, state: Position) -> list[str]:
        """Return what this turn's scoring would bring if it came now, one line for each seat in each region."""
        lines = []
        for region in range(REGIONS):
            if state.scoring >> region & 1:
                shares = region_shares(state, region)
                lines += [self.share(state, share) for share in shares]
                if not shares:
                    lines.append(self.text("forecast.empty", region=self.region(region)))
        return lines

    def share(self, state: Position, share: Share) -> str:
        """Return one share of a region: where it comes from and what it costs."""
        if share.shielded:
            loss = self.text("forecast.shielded")
        else:
            loss = self.text("forecast.loss", n=share.lost) if share.lost else self.text("forecast.no-loss")
        return self.text(
            "forecast.line",
            region=self.region(share.region),
            tokens=self.text("tokens", n=state.harvest[share.region]),
            player=self.player(share.seat),
            ships=self.text("ships", n=share.ships),
            hologram=self.text("forecast.hologram", n=share.hologram) if share.hologram else "",
            place=self.text(f"place.{share.place}"),
            sharing=self._sharing(share.sharing),
            gain=self.gain(share.vp, share.energy),
            halved=self.text("place.halved") if share.halved else "",
            loss=loss,
        )

    def score(self, state: Position, seat: Seat) -> list[str]:
        """Return the VP of a seat, and the regions they came from."""
        lines = [self.text("score.title", player=self.player(seat), vp=self.text("vp", n=state.vp[seat]))]
        for region, vp in score_breakdown(state, seat):
            lines.append(self.text("score.line", vp=self.text("vp", n=vp), region=self.region(region)))
        return lines


@lru_cache(maxsize=8)
def earth_words(language: str = "en") -> Catalogue:
    """Return the catalogue of earth in a language."""
    return load_catalogue("repulse.games.earth", language)


def words(
    language: str = "en", names: Sequence[str] = (), marked: bool = False, *, table: Components = SHIPPED
) -> Words:
    """Return the words of a language, for players who are called so."""
    return Words(earth_words(language), names, marked, table=table)
