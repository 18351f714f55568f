"""One table of terms for each game (`words/terms`): every text, of the back end and of the page, keeps to it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.words import flatten

pytestmark = pytest.mark.source_only

GAMES = ("galaxy", "earth")
OTHERS = [language for language in LANGUAGES if language != "en"]

EVERYDAY = {"player", "hand", "power", "cost", "settle", "turn", "bid", "deploy", "move", "destroy"}
"""Terms that are also everyday words, or verbs, so that a text may well translate them otherwise."""

FREE = {
    "action.consume_2x": "abbreviated on the action card",
    "blurb.xeno-invasion": "names the expansion",
    "explain.contributed": "goods are understood",
    "gallery.set.new-worlds": "names a set of cards",
    "thing.good_world": "one word for two sorts of world",
    "thing.with_pay_for_military": "named by the power instead",
    "ask.move.number": "ships are understood in the counter",
}
"""Texts in which a term of the English one need not be translated, and why. On pictures there is little room besides."""

IS_A_TERM = {
    "games/galaxy/words": {
        "action.consume_2x.name": "consume_2x",
        "action.develop.name": "develop",
        "action.frontier.name": "frontier_conquest_settle",
        "action.produce.name": "produce",
        "action.repair.name": "produce_repair",
        "action.settle.name": "settle",
        "action.trade.name": "consume_trade",
        "explain.admiral": "greatest_admiral",
        "explain.awards": "defense_awards",
        "explain.chips": "vp_chips",
        "explain.contributor": "greatest_contributor",
        "explain.cost": "cost",
        "explain.defense": "defense",
        "explain.look": "frontier_settle",
        "no_card.bunker.name": "bunker",
        "pile.far": "far_frontier",
        "pile.near": "near_frontier",
        "table.phase.consume": "consume",
        "table.phase.develop": "develop",
        "table.phase.explore": "explore",
        "table.phase.hand_limit": "hand_limit",
        "table.phase.produce": "produce",
        "table.phase.settle": "settle",
    },
    "games/galaxy/words/cards": {
        "deck.start": "start_worlds",
        "gallery.facet.keyword": "keyword",
        "gallery.type.development": "development",
        "gallery.type.world": "world",
        "key.cost": "cost",
        "key.preset_hand": "preset_hand",
        "key.vp": "vp",
        "keyword.alien": "alien_keyword",
        "keyword.anti-xeno": "anti_xeno",
        "keyword.imperium": "imperium",
        "keyword.rebel": "rebel",
        "keyword.terraforming": "terraforming",
        "keyword.uplift": "uplift",
        "kind.alien": "alien",
        "kind.genes": "genes",
        "kind.novelty": "novelty",
        "kind.rare": "rare",
        "phase.consume": "consume",
        "phase.develop": "develop",
        "phase.explore": "explore",
        "phase.produce": "produce",
        "phase.settle": "settle",
        "phase.trade": "trade",
        "short.far": "far_frontier",
        "short.military": "military",
        "short.near": "near_frontier",
        "short.xeno-system": "xeno_system",
    },
    "games/galaxy/words/rules": {
        "mode.counterstrike.name": "counterstrike_game",
        "mode.frontier.name": "frontier_game",
        "mode.invasion.name": "invasion_game",
    },
    "page": {
        "earth.cards": "turn_order_cards",
        "earth.energy": "energy",
        "earth.gadgets": "gadgets",
        "earth.hourglass": "hourglass",
        "earth.portals": "portals",
        "fact.defense": "defense",
        "fact.goods": "goods",
        "fact.hand": "hand",
        "fact.military": "military",
        "fact.score": "vp",
        "kind.alien": "alien",
        "kind.genes": "genes",
        "kind.novelty": "novelty",
        "kind.rare": "rare",
        "lobby.deal": "start_worlds",
        "mode.frontier": "frontier_game",
        "mode.invasion": "invasion_game",
        "pile.far": "far_frontier",
        "pile.near": "near_frontier",
        "pile.pool": "vp_pool",
        "pile.systems": "xeno_systems",
        "total.cost": "cost",
        "total.defense": "defense",
        "total.energy": "energy",
        "total.military": "military",
        "total.stars": "action_points",
        "total.temporary": "temporary_military",
    },
}
"""Texts that are a term and nothing else, by catalogue."""


UMLAUTS = str.maketrans("äöüÄÖÜ", "aouAOU")
"""German words change their vowel in the plural: Gut, Güter."""

ENDING = re.compile("(s+|x+|e[nrsm]?|n)$")
"""The endings that a word may have, in the plural or in a case."""


def read(path: Path) -> dict[str, str]:
    text = path.read_text(encoding="utf-8")
    return flatten(tomllib.loads(text) if path.suffix == ".toml" else json.loads(text))


def terms(root: Path, game: str) -> dict[str, dict[str, str]]:
    """The terms of a game by their ids, each by language."""
    folder = root / f"src/repulse/games/{game}/words/terms"
    table: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        for ident, term in read(folder / f"{language}.toml").items():
            table.setdefault(ident.partition(".")[2], {})[language] = term
    return table


def catalogues(root: Path, language: str) -> dict[str, dict[str, str]]:
    """Every catalogue, by its folder; that of the page by the name `page`."""
    source = root / "src" / "repulse"
    terms = {
        str(path.parent.relative_to(source)): read(path) for path in sorted(source.rglob(f"{language}.toml"))
    }
    page: dict[str, str] = {}
    for path in sorted((root / "web" / "src").rglob(f"{language}.json")):
        page |= read(path)
    return {**terms, "page": page}


def plain(text: str) -> str:
    """A text with both forms of what depends on a number, one sort of spaces and apostrophes, and no umlauts."""
    both = re.sub(r"\{\w+\|([^|{}]*)\|([^|{}]*)\}", r"\1 \2", text)
    spaced = (
        both.replace("’", "'").replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    )
    return spaced.translate(UMLAUTS)


def in_english(term: str) -> re.Pattern[str]:
    """A term in an English text: with its own capitals or at the beginning of a sentence, in the plural too."""
    first = f"[{term[0].lower()}{term[0].upper()}]" if term[0].islower() else re.escape(term[0])
    return re.compile(rf"(?<![\w{{-]){first}{re.escape(term[1:])}s?(?![\w}}])")


def in_other(term: str) -> re.Pattern[str]:
    """A term in another language, each of its words perhaps with another ending: that of the plural, or of a case."""
    parts = re.split("([ -])", plain(term))
    return re.compile(
        "".join(
            part if part in " -" else re.escape(ENDING.sub("", part)) + ENDING.pattern[:-1] + "{0,2}"
            for part in parts
        ),
        re.IGNORECASE,
    )


def uses(root: Path, game: str) -> Iterator[tuple[str, str, str]]:
    """Where the texts of a game use its terms: catalogue, id of the text, id of the term. Longer terms go first."""
    table = terms(root, game)
    longest = sorted(table, key=lambda ident: len(table[ident]["en"]), reverse=True)
    for name, texts in catalogues(root, "en").items():
        if name.endswith(("/rules", "/terms", "lessons/words")) or (
            "games/" in name and f"games/{game}/" not in name
        ):
            continue
        for ident, text in texts.items():
            rest = plain(text)
            for term in longest:
                rest, times = in_english(table[term]["en"]).subn("·", rest)
                if times and term not in EVERYDAY and ident not in FREE and not ident.startswith("short."):
                    yield name, ident, term


@pytest.mark.parametrize("game", GAMES)
def test_every_term_has_every_language(game: str, root: Path) -> None:
    for ident, row in terms(root, game).items():
        assert list(row) == list(LANGUAGES), ident


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_term_is_translated_the_same_in_every_text(game: str, language: str, root: Path) -> None:
    table, others = terms(root, game), catalogues(root, language)
    uses_found = list(uses(root, game))
    assert len(uses_found) > 100
    wrong = [
        f"{name}: {ident}: no {table[term][language]!r} in {others[name][ident]!r}"
        for name, ident, term in uses_found
        if not in_other(table[term][language]).search(plain(others[name][ident]))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_that_are_terms_read_as_the_table_has_them(language: str, root: Path) -> None:
    table = terms(root, "earth") | terms(root, "galaxy")
    texts = catalogues(root, language)
    wrong = {
        f"{name}: {ident}": (plain(texts[name][ident]), table[term][language])
        for name, idents in IS_A_TERM.items()
        for ident, term in idents.items()
        if plain(texts[name][ident]).lower() != plain(table[term][language]).lower()
    }
    assert not wrong
