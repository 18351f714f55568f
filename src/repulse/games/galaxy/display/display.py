"""Galaxy as people read and see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from repulse.engine.contract import Choice, Decision, Event, IllegalChoice, Seat
from repulse.engine.display.display import CardInfo, Display, LegendLine
from repulse.engine.display.screen import Fact, ScorePart, Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.cards import KEYWORDS, KINDS, PHASES, SETS, TYPES, Card, load_cards
from repulse.games.galaxy.display import ask, screen
from repulse.games.galaxy.display.breakdown import explain_score
from repulse.games.galaxy.display.card_text import card_lines, card_words, describe_card
from repulse.games.galaxy.display.consume_order import sure_use
from repulse.games.galaxy.display.event_facts import event_facts
from repulse.games.galaxy.display.gains import GAINS, gains_of
from repulse.games.galaxy.display.gallery import NO_KIND, card_facets, facet_label, gallery_html
from repulse.games.galaxy.display.html import position_html
from repulse.games.galaxy.display.legend import legend
from repulse.games.galaxy.display.log_text import ending_text, log_text
from repulse.games.galaxy.display.option_text import option_text
from repulse.games.galaxy.display.phrases import Phrases, galaxy_words
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.display.question_text import question_text
from repulse.games.galaxy.display.refusals import refuse
from repulse.games.galaxy.display.rulebook_lists import rule_lists
from repulse.games.galaxy.display.screen_types import GalaxyScreen
from repulse.games.galaxy.display.svg.marks import page_marks
from repulse.games.galaxy.display.svg.pen import THEMES
from repulse.games.galaxy.display.text_table import help_text, score_lines, table_text
from repulse.games.galaxy.rules.codes import prompts
from repulse.games.galaxy.rules.state import GalaxyState

LAID_OUT: Final = {each.ident for each in (prompts.DEVELOP_PAY, prompts.SETTLE_PAY, prompts.HAND_LIMIT)}
"""The questions with a sensible answer to begin from: which cards to give up, where it is settled how many."""
CONSUMING: Final = {
    each.ident for each in (prompts.CONSUME_POWER, prompts.CONSUME_GOODS, prompts.CONSUME_GOOD)
}
"""The questions that may turn on nothing."""


class GalaxyDisplay(Display[GalaxyState]):
    """Race for the Galaxy in words and pictures."""

    package = "repulse.games.galaxy"
    screen_type = GalaxyScreen
    themes = tuple(THEMES)
    title = "Race for the Galaxy"
    gains = GAINS

    @property
    def catalogue(self) -> Catalogue:
        """The texts of the language."""
        return galaxy_words(self.language)

    # --- questions and answers ---

    def question_text(self, state: GalaxyState, decision: Decision) -> str:
        """The question in plain words."""
        return question_text(state, decision, self.catalogue, self.names, self.marked)

    def option_text(self, state: GalaxyState, decision: Decision, value: int) -> str:
        """An option in plain words."""
        return option_text(state, decision, value, self.catalogue, self.names, self.marked).line

    def option_parts(self, state: GalaxyState, decision: Decision, value: int) -> tuple[str, str]:
        """An option as a title and a detail."""
        option = option_text(state, decision, value, self.catalogue, self.names, self.marked)
        return option.title, option.detail

    def refuse(self, state: GalaxyState, decision: Decision, value: int) -> IllegalChoice:
        """Why a value is not among the options of a decision."""
        return refuse(state, decision, value, self.catalogue)

    def about(self, view: GalaxyState, decision: Decision) -> str:
        """The card that a question is about."""
        return ask.about(view, decision)

    def target(self, view: GalaxyState, decision: Decision, value: int) -> Target | None:
        """The card, pile or action that an option points to."""
        return ask.target(view, decision, value)

    def why_not(self, view: GalaxyState, decision: Decision) -> list[WhyNot]:
        """Cards and piles in sight that are not offered, with the reasons."""
        return ask.reasons(view, decision, self.catalogue)

    def totals(self, view: GalaxyState, decision: Decision) -> list[Total]:
        """The numbers that a question turns on, with what they are made of."""
        return ask.totals(view, decision, self.catalogue, self.names)

    def suggested(self, view: GalaxyState, decision: Decision) -> Choice:
        """The cards a hand can spare best, where so many must go: the sensible bot's answer, from the same view."""
        return GalaxySensible(0).choose(view, decision) if decision.prompt in LAID_OUT else []

    def sure(self, view: GalaxyState, decision: Decision) -> Choice:
        """How to consume, where neither the order nor the choice of goods matters."""
        return sure_use(view, decision) if decision.prompt in CONSUMING else []

    # --- hints ---

    def gains_of(self, after: GalaxyState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """Cards, VP, goods, and phases that others call."""
        return gains_of(after, happened, seat)

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """A reason for an answer in plain words."""
        return self.catalogue.text(f"advice.{ident}", facts)

    # --- the log and the scores ---

    def log_text(self, state: GalaxyState, event: Event) -> str:
        """An event as a line of plain words."""
        return log_text(state, event, self.catalogue, self.names, self.marked)

    def event_facts(self, state: GalaxyState, event: Event) -> dict[str, Fact]:
        """An event as data."""
        return event_facts(state.cards, event)

    def score_parts(self, state: GalaxyState, seat: Seat) -> list[ScorePart]:
        """Where the points of a seat are from."""
        p = Phrases(state.cards, self.catalogue, self.names, marked=True)
        return [
            {"source": segments(source), "amount": amount} for source, amount in explain_score(state, seat, p)
        ]

    def score_lines(self, state: GalaxyState, seat: Seat) -> list[str]:
        """The score of a seat and what it is made of, line by line."""
        return score_lines(state, seat, self.catalogue, self.names)

    def ending_text(self, ending: str) -> str:
        """How a game ended, in plain words."""
        return ending_text(ending, self.catalogue)

    # --- the table ---

    def table_text(self, view: GalaxyState, viewer: Seat, plain: bool = False) -> str:
        """The whole table as its viewer sees it; it has no drawings, so that it is always plain."""
        return table_text(view, viewer, self.catalogue, self.names)

    def html(self, view: GalaxyState, viewer: Seat) -> str:
        """The table with pictures of the cards."""
        return position_html(view, Phrases(view.cards, self.catalogue, self.names))

    def screen(self, view: GalaxyState, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """The table as data."""
        return screen.present(view, viewer, self.language, self.names, public)

    # --- things to look up ---

    def help_text(self, topic: str, state: GalaxyState | None = None) -> str:
        """All about a card or an action card, by its name or the beginning of it; RepulseError if there is none."""
        return help_text(topic, state, self.catalogue)

    def cards(self, state: GalaxyState | None = None) -> list[CardInfo]:
        """Every card of the game."""
        return [
            {
                "name": card.name,
                "text": describe_card(card, self.language),
                "facets": {facet: value.split() for facet, value in card_facets(card).items()},
            }
            for card in _all_cards().values()
        ]

    def facets(self) -> dict[str, list[str]]:
        """What cards can be filtered by, in the order of the rulebook."""
        known = super().facets()
        ordered = {
            "set": SETS,
            "type": TYPES,
            "kind": [*KINDS, NO_KIND],
            "keyword": KEYWORDS,
            "phase": PHASES,
            "cost": sorted(known["cost"], key=int),
        }
        return known | {facet: list(values) for facet, values in ordered.items()}

    def facet_label(self, facet: str, value: str = "") -> str:
        """What a facet is called, or one of its values."""
        return facet_label(card_words(self.language), facet, value)

    def card_svg(self, name: str, theme: str = "light") -> str:
        """A picture of a card."""
        return card_svg(_all_cards()[name], theme, self.language)

    def card_facts(self, name: str) -> dict[str, Any]:
        """The facts of a card as its file has them, its text line by line, and its powers in marks."""
        card = _all_cards()[name]
        powers = page_marks(self.language).rows[name]
        return asdict(card) | {"lines": card_lines(card, self.language), "rows": powers}

    def card_marks(self) -> list[dict[str, Any]]:
        """The marks that the rows of cards refer to."""
        return [{**mark} for mark in page_marks(self.language).marks]

    def legend(self, mode: str) -> list[LegendLine]:
        """The symbols on the cards of a mode."""
        return legend(mode, self.language)

    def gallery_html(self, names: Sequence[str]) -> str:
        """A page with the pictures of some cards."""
        known = _all_cards()
        return gallery_html([known[name] for name in names], self.language)

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """Start worlds, preset hands and the cards that pay for military worlds."""
        return rule_lists(mode, self.language)


@lru_cache(maxsize=1)
def _all_cards() -> dict[str, Card]:
    return {card.name: card for card in load_cards(SETS)}
