"""Earth as people read and see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from repulse.engine.contract import Decision, Event, IllegalChoice, Seat
from repulse.engine.display.board import Line
from repulse.engine.display.cards import CardInfo, LegendLine
from repulse.engine.display.display import Display
from repulse.engine.display.guide import OverlayChanges
from repulse.engine.display.screen import Fact, ScorePart, Target, Total, WhyNot
from repulse.games.earth.display import ask, screen
from repulse.games.earth.display.component_cards import EarthCard, components
from repulse.games.earth.display.drawn_table import drawn_table
from repulse.games.earth.display.event_facts import event_facts
from repulse.games.earth.display.gains import GAINS, gains_of
from repulse.games.earth.display.legend import legend
from repulse.games.earth.display.overlay_text import overlay_changes
from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.display.refusals import reason_text
from repulse.games.earth.display.rulebook_lists import rule_facts, rule_lists
from repulse.games.earth.display.svg import map_svg
from repulse.games.earth.display.text_table import table_text
from repulse.games.earth.rules.components import Components
from repulse.games.earth.rules.game import table_for
from repulse.games.earth.rules.state import EarthState


class EarthDisplay(Display[EarthState]):
    """Rob Herman's *Invasion* in words."""

    package = "repulse.games.earth"
    screen_type = screen.EarthScreen
    shares_log_lines = True
    card_type = EarthCard
    title = "Invasion"
    gains = GAINS

    @property
    def table(self) -> Components:
        """The components of the game that is shown."""
        return table_for(self.options)

    @property
    def words(self) -> Words:
        """The words of the language, for what is looked up without a position."""
        return words(self.language, self.names, self.marked, table=self.table)

    def words_for(self, state: EarthState) -> Words:
        """Return the words of the language for a position."""
        return words(self.language, self.names, self.marked, table=state.table)

    # --- questions and answers ---

    def question_text(self, state: EarthState, decision: Decision) -> str:
        """Return the question in plain words."""
        return self.words_for(state).ask(state, decision)

    def option_text(self, state: EarthState, decision: Decision, value: int) -> str:
        """Return an option in plain words."""
        return self.words_for(state).option(state, decision, value)

    def refusal_text(self, state: EarthState, decision: Decision, error: IllegalChoice) -> str:
        """Return why the rules refused an answer, as a sentence."""
        words = self.words_for(state)
        if f"reason.{error.reason}" not in words.catalogue:
            return super().refusal_text(state, decision, error)
        return reason_text(words, error.reason, error.facts)

    def about(self, view: EarthState, decision: Decision) -> str:
        """Return the Gadget that a question is about."""
        return view.table.gadget_names[decision.about] if decision.about >= 0 else ""

    def target(self, view: EarthState, decision: Decision, value: int) -> Target | None:
        """Return the region, ship, Portal, ... that an option points to."""
        return ask.target(view, decision, value)

    def why_not(self, view: EarthState, decision: Decision) -> list[WhyNot]:
        """Return Gadgets and regions in sight that are not offered, with the reasons."""
        return ask.reasons(view, decision, self.marking.words_for(view))

    def totals(self, view: EarthState, decision: Decision) -> list[Total]:
        """Return the Action Points or the Energy that there are."""
        return ask.totals(view, decision, self.words_for(view))

    # --- hints ---

    def gains_of(self, after: EarthState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """Return VP, majorities, Energy and ships."""
        return gains_of(after, happened, seat)

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """Return a reason for an answer in plain words."""
        return self.words.text(f"advice.{ident}", **facts)

    # --- the log and the scores ---

    def log_text(self, state: EarthState, event: Event) -> str:
        """Return an event as a line of plain words."""
        return self.words_for(state).event(event)

    def event_facts(self, state: EarthState, event: Event) -> dict[str, Fact]:
        """Return an event as data."""
        return event_facts(state.table, event)

    def score_parts(self, state: EarthState, seat: Seat) -> list[ScorePart]:
        """Return the regions that gave a seat its VP."""
        return screen.score_parts(state, seat, self.language, names=self.names)

    def score_lines(self, state: EarthState, seat: Seat) -> list[str]:
        """Return the VP of a seat and the regions they came from."""
        return self.words_for(state).score(state, seat)

    def ending_text(self, ending: str) -> str:
        """Return how a game ended, in plain words."""
        return self.words.text(f"ending.{ending}")

    # --- the table ---

    def table_text(self, view: EarthState, viewer: Seat, plain: bool = False) -> str:
        """Return everything that lies on the table; `plain` for lines without a drawn map."""
        return table_text(view, viewer, plain, phrases=self.words_for(view))

    def board(self, view: EarthState, viewer: Seat, width: int) -> list[Line]:
        """Return the table in a few lines, for a terminal."""
        return drawn_table(view, self.words_for(view), viewer, width=width)

    def html(self, view: EarthState, viewer: Seat) -> str:
        """Return the map as a picture, with the rest of the table below it."""
        return f"<div>{map_svg(view, self.words_for(view))}<pre>{escape(self.table_text(view, viewer, plain=True))}</pre></div>"

    def screen(self, view: EarthState, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """Return the table as data."""
        return screen.present(view, viewer, self.language, names=self.names, public=public)

    # --- things to look up ---

    def cards(self, state: EarthState | None = None) -> list[CardInfo]:
        """Return every Gadget, Turn Order card and Portal."""
        return [
            {"name": component.name, "text": component.text, "facets": {"type": [component.sort]}}
            for component in components(self.words if state is None else self.words_for(state))
        ]

    def card_facts(self, name: str) -> dict[str, Any]:
        """Return what a component is, in numbers and stable names."""
        return next(component.facts() for component in components(self.words) if component.name == name)

    def facet_label(self, facet: str, value: str = "") -> str:
        """Return what a facet is called, or one of its values."""
        return self.words.text(f"facet.{facet}.{value or 'label'}")

    def legend(self, mode: str) -> list[LegendLine]:
        """Return the symbols on the map and on the cards beside it."""
        return legend(self.language)

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """Return the map, the cards and the Gadgets."""
        return rule_lists(self.words)

    def rulebook_facts(self) -> dict[str, object]:
        """Return names and counts of the components."""
        return rule_facts(self.words)

    def rulebook_hidden(self) -> tuple[str, ...]:
        """Return what is reconstructed, if nothing is."""
        return () if self.table.reconstruction else ("reconstruction",)

    def overlay_changes(self) -> list[OverlayChanges]:
        """Return what each overlay changes."""
        return overlay_changes(self.words)
