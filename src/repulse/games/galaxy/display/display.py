"""Galaxy as people read and see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from repulse.engine.contract import Choice, Decision, Event, IllegalChoice, Seat
from repulse.engine.display.board import Line
from repulse.engine.display.display import Display
from repulse.engine.display.keeping import Keeping
from repulse.engine.display.screen import Fact, ScorePart, Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.codes import prompts
from repulse.games.galaxy.display import ask, screen
from repulse.games.galaxy.display.breakdown import sort_score
from repulse.games.galaxy.display.brief_table import brief_table
from repulse.games.galaxy.display.card_catalog import GalaxyCards
from repulse.games.galaxy.display.drawn_table import drawn_table
from repulse.games.galaxy.display.event_facts import event_facts
from repulse.games.galaxy.display.gains import GAINS, gains_of
from repulse.games.galaxy.display.html import position_html
from repulse.games.galaxy.display.log_text import ending_text, log_text
from repulse.games.galaxy.display.option_text import option_price, option_text
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.question_text import question_text
from repulse.games.galaxy.display.refusals import reason_text
from repulse.games.galaxy.display.screen_types import GalaxyScreen
from repulse.games.galaxy.display.text_table import score_lines, table_text
from repulse.games.galaxy.rules.consume_order import sure_use
from repulse.games.galaxy.rules.phases.invasion import NO_MORE, is_decided
from repulse.games.galaxy.rules.state import GalaxyState

LAID_OUT: Final = {prompt.ident for prompt in (prompts.DEVELOP_PAY, prompts.SETTLE_PAY, prompts.HAND_LIMIT)}
"""The questions with a sensible answer to begin from: which cards to give up, where it is settled how many."""
PLACING: Final = {prompt.ident for prompt in (prompts.DEVELOP_PLACE, prompts.SETTLE_PLACE)}
"""The questions whose options say how a card would be paid for."""
CONSUMING: Final = {
    prompt.ident for prompt in (prompts.CONSUME_POWER, prompts.CONSUME_GOODS, prompts.CONSUME_GOOD)
}
"""The questions that may turn on nothing."""


class GalaxyDisplay(GalaxyCards, Display[GalaxyState]):
    """Race for the Galaxy in words and pictures."""

    screen_type = GalaxyScreen
    shares_log_lines = True
    gains = GAINS

    # --- questions and answers ---

    def question_text(self, state: GalaxyState, decision: Decision) -> str:
        """Return the question in plain words."""
        return question_text(state, decision, self.catalogue, names=self.names, marked=self.marked)

    def option_text(self, state: GalaxyState, decision: Decision, value: int) -> str:
        """Return an option in plain words."""
        return option_text(
            state, decision, value, catalogue=self.catalogue, names=self.names, marked=self.marked
        ).line

    def brief_option(self, state: GalaxyState, decision: Decision, value: int) -> str:
        """Return an option without what the list of the hand says of its card."""
        title, detail = self.option_parts(state, decision, value)
        if decision.domain != "card" or value not in state.hand[decision.seat]:
            return self.option_text(state, decision, value)
        if decision.prompt not in PLACING:
            return title
        return self.catalogue.text("with_parts", {"text": title, "parts": detail})

    def option_parts(self, state: GalaxyState, decision: Decision, value: int) -> tuple[str, str]:
        """Return an option as a title and a detail."""
        option = option_text(
            state, decision, value, catalogue=self.catalogue, names=self.names, marked=self.marked
        )
        return option.title, option.detail

    def option_price(self, state: GalaxyState, decision: Decision, value: int) -> str:
        """Return what it takes to place a card, such as "Pay 3"."""
        return option_price(state, decision, value, catalogue=self.catalogue)

    def refusal_text(self, state: GalaxyState, decision: Decision, error: IllegalChoice) -> str:
        """Return why the rules refused an answer, as a sentence."""
        if f"refusal.{error.reason}" not in self.catalogue:
            return super().refusal_text(state, decision, error)
        phrases = Phrases(state.cards, self.catalogue, brief=True)
        return reason_text(phrases, state, decision.seat, reason=error.reason, facts=error.facts)

    def keeping(self, state: GalaxyState, decision: Decision) -> Keeping | None:
        """Explore asks for the cards to keep."""
        return ask.keeping(state, decision)

    def about(self, view: GalaxyState, decision: Decision) -> str:
        """Return the card that a question is about."""
        return ask.about(view, decision)

    def target(self, view: GalaxyState, decision: Decision, value: int) -> Target | None:
        """Return the card, pile or action that an option points to."""
        return ask.target(view, decision, value)

    def why_not(self, view: GalaxyState, decision: Decision) -> list[WhyNot]:
        """Return cards and piles in sight that are not offered, with the reasons."""
        return ask.reasons(view, decision, self.catalogue)

    def totals(self, view: GalaxyState, decision: Decision) -> list[Total]:
        """Return the numbers that a question turns on, with what they are made of."""
        return ask.totals(view, decision, self.catalogue, names=self.names)

    def suggested(self, view: GalaxyState, decision: Decision) -> Choice:
        """Return the cards a hand can spare best: the sensible bot's answer, from the same view.

        To a defender whose powers cannot change what becomes of the attack: to use none.
        """
        if decision.prompt == prompts.INVASION_DEFEND.ident:
            return [NO_MORE] if is_decided(view, decision.seat) else []
        return GalaxySensible(0).choose(view, decision) if decision.prompt in LAID_OUT else []

    def sure(self, view: GalaxyState, decision: Decision) -> Choice:
        """Return the way to consume, where neither the order nor the choice of goods matters."""
        return sure_use(view, decision) if decision.prompt in CONSUMING else []

    def is_payment(self, decision: Decision) -> bool:
        """Return whether cards are discarded to pay for one."""
        return decision.prompt.endswith(".pay")

    # --- hints ---

    def gains_of(self, after: GalaxyState, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """Return cards, VP, goods, and phases that others call."""
        return gains_of(after, happened, seat)

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """Return a reason for an answer in plain words."""
        return self.catalogue.text(f"advice.{ident}", facts)

    # --- the log and the scores ---

    def log_text(self, state: GalaxyState, event: Event) -> str:
        """Return an event as a line of plain words."""
        return log_text(state, event, self.catalogue, names=self.names, marked=self.marked)

    def event_facts(self, state: GalaxyState, event: Event) -> dict[str, Fact]:
        """Return an event as data."""
        return event_facts(state.cards, event)

    def score_parts(self, state: GalaxyState, seat: Seat) -> list[ScorePart]:
        """Return where the points of a seat are from."""
        p = Phrases(state.cards, self.catalogue, self.names, marked=True)
        return [
            {"kind": kind, "source": segments(source), "amount": amount}
            for kind, (source, amount) in sort_score(state, seat, p)
        ]

    def score_lines(self, state: GalaxyState, seat: Seat) -> list[str]:
        """Return the score of a seat and its parts, line by line."""
        return score_lines(state, seat, self.catalogue, names=self.names)

    def ending_text(self, ending: str) -> str:
        """Return the end of a game in plain words."""
        return ending_text(ending, self.catalogue)

    # --- the table ---

    def table_text(self, view: GalaxyState, viewer: Seat, plain: bool = False) -> str:
        """Return the whole table as its viewer sees it; it has no drawings, so that it is always plain."""
        return table_text(view, viewer, self.catalogue, names=self.names)

    def brief_text(self, view: GalaxyState, viewer: Seat) -> str:
        """Return the table in few words: the powers of the viewer's cards, the names of all others."""
        return brief_table(Phrases(view.cards, self.catalogue, self.names), view, viewer)

    def board(self, view: GalaxyState, viewer: Seat, width: int) -> list[Line]:
        """Return the table in a few lines, for a terminal."""
        return drawn_table(Phrases(view.cards, self.catalogue, self.names), view, viewer, width=width)

    def html(self, view: GalaxyState, viewer: Seat) -> str:
        """Return the table with pictures of the cards."""
        return position_html(view, Phrases(view.cards, self.catalogue, self.names))

    def screen(self, view: GalaxyState, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """Return the table as data."""
        return screen.present(view, viewer, self.language, names=self.names, public=public)

    # --- things to look up ---
