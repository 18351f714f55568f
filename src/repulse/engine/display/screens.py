"""A game as data for a screen: the table, and the questions with everything that helps to answer them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, ClassVar, TypedDict

from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    S,
    Seat,
)
from repulse.engine.display.screen import Ask, OptionInfo, Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.engine.display.texts import Texts


class PlainPlayer(TypedDict):
    """A seat on the default screen."""

    seat: int
    name: str
    owes: bool
    score: int


class PlainScreen(TypedDict):
    """The default screen: scores, and the table as text."""

    game: str
    mode: str
    viewer: int
    round: int
    players: list[PlainPlayer]
    table: str
    """The table in plain words, on several lines."""


class Screens(Texts[S]):
    """The data of a screen. Without a class of its own a game has a plain one: scores, and the table as text."""

    screen_type: ClassVar[Any] = PlainScreen
    """The type of what `screen` returns: a TypedDict, from which the page's types are generated."""

    def ask(self, view: S, seat: Seat, number: int) -> Ask | None:
        """Return a seat's question for a screen, with everything that helps to answer it; None without a pending decision."""
        if not 0 <= seat < view.players or not view.owing >> seat & 1:
            return None
        decision = view.decision(seat)
        sure = self.sure(view, decision)
        suggested = sure or self.suggested(view, decision)
        keeping = self.keeping(view, decision)
        return {
            "number": number,
            "seat": seat,
            "prompt": decision.prompt,
            "kind": "one" if decision.kind == ONE else "some",
            "domain": decision.domain,
            "least": decision.least,
            "most": decision.most,
            "about": self.about(view, decision),
            "text": segments(self.marking.question_text(view, decision)),
            "options": [self._option(view, decision, value) for value in decision.options],
            "why_not": self.why_not(view, decision),
            "totals": self.totals(view, decision),
            "suggested": [self.game.token(view, decision.domain, value) for value in suggested],
            "sure": bool(sure),
            "keeps": keeping is not None,
            "pays": self.is_payment(decision),
            "held": [self.game.token(view, decision.domain, value) for value in keeping.held]
            if keeping
            else [],
        }

    def _option(self, view: S, decision: Decision, value: int) -> OptionInfo:
        title, detail = self.marking.option_parts(view, decision, value)
        return {
            "word": self.game.token(view, decision.domain, value),
            "title": segments(title),
            "detail": segments(detail),
            "price": self.option_price(view, decision, value),
            "target": self.target(view, decision, value),
        }

    def is_payment(self, decision: Decision) -> bool:
        """Return whether the options that are chosen are spent to pay a cost."""
        return False

    def about(self, view: S, decision: Decision) -> str:
        """Return the card or thing that a question is about, by name; empty for none."""
        return ""

    def target(self, view: S, decision: Decision, value: int) -> Target | None:
        """Return what an option points to on the screen."""
        return None

    def why_not(self, view: S, decision: Decision) -> list[WhyNot]:
        """Return visible things that are not offered, with the reasons."""
        return []

    def totals(self, view: S, decision: Decision) -> list[Total]:
        """Return the numbers that a question turns on, with what they are made of."""
        return []

    def suggested(self, view: S, decision: Decision) -> Choice:
        """Return a sensible answer to lay out before the player; empty where the choice should begin with nothing."""
        return []

    def sure(self, view: S, decision: Decision) -> Choice:
        """Return an answer by which nothing can be lost, so that it may be given without asking; empty if there is none."""
        return []

    def html(self, view: S, viewer: Seat) -> str:
        """Return the table as HTML for a notebook."""
        return f"<pre>{escape(self.table_text(view, viewer))}</pre>"

    def screen(self, view: S, viewer: Seat, public: Mapping[str, Any] | None = None) -> Any:
        """Return the table as data, of `screen_type`; `public` is a spectator's version, if there is one already."""
        scores = view.scores()
        screen: PlainScreen = {
            "game": self.game.name,
            "mode": public["mode"] if public is not None else "",
            "viewer": viewer,
            "round": view.round_number(),
            "players": [
                {
                    "seat": seat,
                    "name": self.player_name(seat),
                    "owes": bool(view.owing >> seat & 1),
                    "score": scores[seat],
                }
                for seat in range(view.players)
            ],
            "table": self.table_text(view, viewer, plain=True),
        }
        return screen
