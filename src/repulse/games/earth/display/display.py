"""Earth as people read and see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from repulse.engine.contract import Decision, Event, IllegalChoice, Seat
from repulse.engine.display.display import CardInfo, Display, LegendLine
from repulse.engine.display.screen import Fact, ScorePart, Target, Total, WhyNot
from repulse.games.earth.display import ask, screen
from repulse.games.earth.display.component_cards import components
from repulse.games.earth.display.event_facts import event_facts
from repulse.games.earth.display.gains import GAINS, gains_of
from repulse.games.earth.display.legend import legend
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.display.refusals import explain
from repulse.games.earth.display.rulebook_lists import rule_lists
from repulse.games.earth.display.svg import map_svg
from repulse.games.earth.display.text_table import table_text
from repulse.games.earth.rules.components import TABLE
from repulse.games.earth.rules.state import EarthState


class EarthDisplay(Display[EarthState]):
    """Rob Herman's *Invasion* in words."""

    package = "repulse.games.earth"
    screen_type = screen.EarthScreen
    title = "Invasion"
    gains = GAINS

    @property
    def words(self) -> Words:
        """The words of the language."""
        return words(self.language, self.names, self.marked)

    # --- questions and answers ---

    def question_text(self, state: EarthState, decision: Decision) -> str:
        """The question in plain words."""
        return self.words.ask(state, decision)

    def option_text(self, state: EarthState, decision: Decision, value: int) -> str:
        """An option in plain words."""
        return self.words.option(state, decision, value)

    def refuse(self, state: EarthState, decision: Decision, value: int) -> IllegalChoice:
        """Why a value is not among the options of a decision."""
        return explain(state, decision, value, self.words)

    def about(self, view: EarthState, decision: Decision) -> str:
        """The Gadget that a question is about."""
        return TABLE.gadget_names[decision.about] if decision.about >= 0 else ""

    def target(self, view: EarthState, decision: Decision, value: int) -> Target | None:
        """The region, ship, Portal, ... that an option points to."""
        return ask.target(view, decision, value)

    def why_not(self, view: EarthState, decision: Decision) -> list[WhyNot]:
        """Gadgets and regions in sight that are not offered, with the reasons."""
        return ask.reasons(view, decision, self.marking.words)

    def totals(self, view: EarthState, decision: Decision) -> list[Total]:
        """The Action Points or the Energy that there are."""
        return ask.totals(view, decision, self.words)

    # --- hints ---

    def gains_of(self, after: EarthState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """VP, majorities, Energy and ships."""
        return gains_of(after, happened, seat)

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """A reason for an answer in plain words."""
        return self.words.say(f"advice.{ident}", **facts)

    # --- the log and the scores ---

    def log_text(self, state: EarthState, event: Event) -> str:
        """An event as a line of plain words."""
        return self.words.event(event)

    def event_facts(self, state: EarthState, event: Event) -> dict[str, Fact]:
        """An event as data."""
        return event_facts(event)

    def score_parts(self, state: EarthState, seat: Seat) -> list[ScorePart]:
        """The regions that gave a seat its VP."""
        return screen.score_parts(state, seat, self.language, self.names)

    def score_lines(self, state: EarthState, seat: Seat) -> list[str]:
        """The VP of a seat and the regions they came from."""
        return self.words.score(state, seat)

    def ending_text(self, ending: str) -> str:
        """How a game ended, in plain words."""
        return self.words.say(f"ending.{ending}")

    # --- the table ---

    def table_text(self, view: EarthState, viewer: Seat, plain: bool = False) -> str:
        """Everything that lies on the table; `plain` for lines without a drawn map."""
        return table_text(view, viewer, plain, self.words)

    def html(self, view: EarthState, viewer: Seat) -> str:
        """The map as a picture, with the rest of the table below it."""
        return f"<div>{map_svg(view, self.words)}<pre>{escape(self.table_text(view, viewer, plain=True))}</pre></div>"

    def screen(self, view: EarthState, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """The table as data."""
        return screen.present(view, viewer, self.language, self.names, public)

    # --- things to look up ---

    def cards(self, state: EarthState | None = None) -> list[CardInfo]:
        """Every Gadget, Turn Order card and Portal."""
        return [
            {"name": component.name, "text": component.text, "facets": {"type": [component.sort]}}
            for component in components(self.words)
        ]

    def card_facts(self, name: str) -> dict[str, Any]:
        """What a component is, in numbers and stable names."""
        return next(component.facts() for component in components(self.words) if component.name == name)

    def facet_label(self, facet: str, value: str = "") -> str:
        """What a facet is called, or one of its values."""
        return self.words.say(f"facet.{facet}.{value or 'label'}")

    def legend(self, mode: str) -> list[LegendLine]:
        """The symbols on the map and on the cards beside it."""
        return legend(self.language)

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """The Gadgets."""
        return rule_lists(mode, self.language)
