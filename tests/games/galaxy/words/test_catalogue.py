"""The catalogue of galaxy: a text for everything that can be said, and no text for nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from repulse.games.galaxy.codes import action, events, no_card, prompts
from repulse.games.galaxy.display import event_facts, gains, phase_text, phrases
from repulse.games.galaxy.display.phrases import ACTION_IDS, NO_CARD_POWERS, galaxy_words
from repulse.games.galaxy.rules import outcome

EVENT_NAMES = [row.name for row in events.TABLE]
PROMPT_IDS = {prompt.ident for prompt in prompts.PROMPTS}


@pytest.fixture(name="galaxy")
def galaxy_folder(root: Path) -> Path:
    return root / "src" / "repulse" / "games" / "galaxy"


def literals(path: Path) -> Iterator[str]:
    """Return every string in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def begins(ident: str) -> list[str]:
    """Return the texts with that id, or with ids that go on from it."""
    return [key for key in galaxy_words().texts if key == ident or key.startswith(f"{ident}.")]


def test_every_event_has_its_text() -> None:
    assert not [name for name in EVENT_NAMES if not begins(f"event.{name}")]


def test_every_question_has_its_text() -> None:
    # The two payments share one.
    own = PROMPT_IDS - {"develop.pay", "settle.pay"}
    assert not [prompt for prompt in own if not begins(f"ask.{prompt}")]


def test_every_action_and_every_power_without_a_card_has_words() -> None:
    assert len(ACTION_IDS) == len(action.TOKENS)
    assert len(NO_CARD_POWERS) == len(no_card.TOKENS)


def test_no_text_is_unused(galaxy: Path) -> None:
    words = {text for path in (galaxy / "display").glob("*.py") for text in literals(path)}
    refusals = sorted((galaxy / "rules" / "refusals").glob("*.py"))
    reasons = {text for path in refusals for text in literals(path)}
    used = set(words)
    used |= {f"event.{name}" for name in EVENT_NAMES} | {f"ask.{prompt}" for prompt in PROMPT_IDS}
    used |= {f"option.none.{prompt}" for prompt in PROMPT_IDS}
    used |= {f"refusal.{reason}" for reason in reasons}
    used |= {
        f"{group}.{ident}.{part}" for group, idents in IDENTS for ident in idents for part in ("name", "does")
    }
    used |= {f"event.draw.{word}" for word in [*event_facts.DRAWN_FOR.values(), "card"]}
    used |= {f"event.game_end.{word}" for word in outcome.ENDINGS.values()}
    used |= {f"table.phase.{word}" for word in [*phase_text._PHASE_OF_STEP.values(), "over", "other"]}
    used |= {f"card.{sort}" for sort in ("development", "hive", "military", "world")}
    used |= {f"ask.settle.means.{word}" for word in ("enough", "short")}
    used |= {f"ask.produce.contribute.{word}" for word in ("repulse", "conquest")}
    used |= {f"advice.{gain}.{word}" for gain in gains.GAINS for word in ("more", "less")}
    used |= {f"pile.{word}" for word in phrases.PILES.values()}
    used |= {f"legend.{ident}" for ident in literals(galaxy / "display" / "legend.py")}
    assert not sorted(set(galaxy_words().texts) - used)


IDENTS = (("action", ACTION_IDS), ("no_card", NO_CARD_POWERS))


def test_every_reason_of_the_refusals_has_its_text(galaxy: Path) -> None:
    paths = sorted((galaxy / "rules" / "refusals").glob("*.py"))
    source = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    reasons = set(re.findall(r'(?:return|else|or) \(?"([a-z-]+)"', source))
    assert reasons
    assert not [reason for reason in reasons if f"refusal.{reason}" not in galaxy_words()]


def test_slots_are_well_formed() -> None:
    for ident, text in galaxy_words().texts.items():
        rest = re.sub(r"\{\w+(\|[^|{}]*\|[^|{}]*)?\}", "", text)
        assert not set("{}|") & set(rest), ident
