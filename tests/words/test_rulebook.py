"""The rules for people: complete in every mode and language, by ids, and found by words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from repulse.cli.app import run
from repulse.engine.contract import RepulseError
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.rulebook import (
    Rulebook,
    fill,
    plain,
    read_rulings,
    terms_of,
)
from repulse.games import rulebook_of
from repulse.games.galaxy.rules.options import GAMES

BOOKS = ("galaxy", "earth")
CHAPTERS = {
    "base": {"explore_drawn", "setup_single", "end"},
    "xeno-invasion": {"explore_hand", "setup_two", "xeno_worlds", "end"},
    "invasion": {
        "setup_invasion",
        "contribute",
        "repair",
        "invasion_step",
        "repulse",
        "defeat",
        "end_invasion",
    },
    "frontier": {"setup_frontier", "frontier_settle", "end_frontier"},
    "counterstrike": {"frontier_settle", "contribute", "repair", "turn", "conquest", "retaliation"},
}
"""The sections of a mode's page besides those that all have."""
COMMON = {"aim", "setup", "round", "explore", "develop", "settle", "consume", "produce", "score"}


def every_book() -> list[Rulebook]:
    return [rulebook_of(game, language) for game in BOOKS for language in LANGUAGES]


@pytest.fixture(name="book", params=every_book(), ids=lambda book: f"{book.game}-{book.language}")
def one_book(request: pytest.FixtureRequest) -> Rulebook:
    rulebook: Rulebook = request.param
    return rulebook


def test_every_mode_that_can_be_played_has_a_page() -> None:
    assert tuple(rulebook_of("galaxy").modes) == GAMES


@pytest.mark.parametrize("mode", GAMES)
def test_pages_are_complete(mode: str) -> None:
    book = rulebook_of("galaxy")
    there = {section.ident for section in book.page(mode)}
    assert there >= COMMON | CHAPTERS[mode]
    assert any(ident.startswith("end") for ident in there)


def test_pages_have_nothing_of_other_modes() -> None:
    book = rulebook_of("galaxy")
    assert "invasion_step" not in {section.ident for section in book.page("frontier")}
    assert "conquest" not in {section.ident for section in book.page("invasion")}
    assert "INV" not in {group.ident for group in book.rulings("frontier")}


def test_every_language_has_every_heading_and_term(book: Rulebook) -> None:
    besides = ("text.", "terms.", "ours.")
    needed = {ident for ident in book.english.texts if not ident.startswith(besides)}
    assert needed == {ident for ident in book.catalogue.texts if not ident.startswith(besides)}
    assert set(terms_of(book.english)) == set(terms_of(book.catalogue))


def test_texts_belong_to_sections_of_the_outline(book: Rulebook) -> None:
    sections = {str(entry["id"]) for entry in book.outline["section"]}
    groups = {str(entry["id"]) for entry in book.outline["group"]}
    texts = book.catalogue.texts
    assert {ident for ident in texts if ident.startswith("heading.")} == {
        f"heading.{name}" for name in sections
    }
    assert {ident for ident in texts if ident.startswith("text.")} == {f"text.{name}" for name in sections}
    assert {ident for ident in texts if ident.startswith("group.")} == {f"group.{name}" for name in groups}


def test_modes_of_the_outline_exist(book: Rulebook) -> None:
    for entry in [*book.outline["section"], *book.outline["group"]]:
        assert set(entry.get("modes", [])) <= set(book.modes), entry["id"]


def test_slots_are_terms_or_facts_of_the_game(book: Rulebook) -> None:
    terms = set(terms_of(book.english)) | set(book.facts)
    for ident, text in book.catalogue.texts.items():
        slots = set(re.findall(r"\{(\w+)\}", text))
        assert slots <= (terms | {"game", "mode"} if ident == "page.title" else terms), ident
        assert text.count("{") == text.count("}") == len(re.findall(r"\{\w+\}", text)), ident


def test_pages_can_be_read(book: Rulebook) -> None:
    for mode in book.modes:
        assert book.mode_name(mode)
        assert book.mode_text(mode)
        assert not book.untranslated(mode)
        for section in book.page(mode) + book.rulings(mode):
            assert section.heading
            assert section.paragraphs, section.ident
            assert not any("{" in part for part in section.paragraphs), section.ident


def test_terms_are_distinguished_by_their_ids(book: Rulebook) -> None:
    idents = [
        ident.partition(".")[2] for ident in book.catalogue.texts if ident.startswith(("terms.", "ours."))
    ]
    assert len(idents) == len(set(idents))
    assert set(terms_of(book.catalogue)) == set(terms_of(book.english))


def test_the_rulebooks_fix_the_words() -> None:
    french, japanese = rulebook_of("galaxy", "fr").terms(), rulebook_of("galaxy", "ja").terms()
    assert (french["settle"], japanese["settle"]) == ("Coloniser", "移住")
    assert (french["windfall_world"], japanese["windfall_world"]) == ("monde trouvaille", "単発生産ワールド")
    assert (french["repulse_value"], japanese["repulse_value"]) == ("valeur de la Menace", "撃退値")
    german = rulebook_of("galaxy", "de").terms()
    assert [german[term] for term in ("explore", "settle", "consume", "windfall_world", "rare")] == [
        "Erkunden",
        "Siedeln",
        "Verbrauchen",
        "Windfall-Welt",
        "Seltene Elemente",
    ]
    assert french["greatest_contributor"] == "Meilleur Effort de guerre"


def test_a_text_without_a_translation_is_english_with_terms_of_the_reader() -> None:
    book = rulebook_of("galaxy", "fr")
    texts = {ident: text for ident, text in book.catalogue.texts.items() if ident != "text.trade"}
    short = Rulebook(
        "galaxy",
        "fr",
        book.outline,
        catalogue=type(book.catalogue)("fr", texts, book.english),
        lists=book.lists,
    )
    assert short.untranslated("base") == ["trade"]
    assert "brings 2 cards for Nouveauté" in short.text("text.trade")


def test_a_term_that_begins_a_sentence_has_a_capital() -> None:
    facts = {"good": "ressource", "vp": "PV"}
    assert fill("{good}s.\n- {good}: {good}. {good} {vp}", facts) == (
        "Ressources.\n- Ressource: ressource. Ressource PV"
    )


def test_every_numbered_ruling_is_shown_somewhere(root: Path) -> None:
    for game in BOOKS:
        book = rulebook_of(game)
        names = book.outline["rulings"]
        shown = {
            line.partition(":")[0]
            for section in book.sections()
            for line in section.paragraphs
            if line[:2] == "R-"
        }
        texts = [(root / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8") for name in names]
        assert shown == set(re.findall(r"^- (R-\w+-\w+):", "\n".join(texts), re.MULTILINE))


def test_the_wheel_takes_the_rulings_along(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    targets = project["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["force-include"] == {"docs/rules": "repulse/rules"}
    assert "/docs" in targets["sdist"]["include"]


def test_lists_come_from_the_data(book: Rulebook) -> None:
    sections = {section.ident: section.paragraphs for section in book.sections()}
    if book.game == "earth":
        counts = {"list_regions": 8, "list_cards": 16, "list_portals": 8, "list_gadgets": 15}
    else:
        counts = {"start_worlds": 16, "setup_preset": 5, "pay_for_military": 3}
    for ident, least in counts.items():
        assert len([line for line in sections[ident] if line.startswith("- ")]) >= least, ident


def test_lists_are_those_of_the_mode() -> None:
    pages = {mode: rulebook_of("galaxy").page(mode) for mode in GAMES}
    starts = {
        mode: "\n".join(next(section for section in page if section.ident == "start_worlds").paragraphs)
        for mode, page in pages.items()
    }
    assert "- -6: Gateway Station" in starts["base"]
    assert "Rebel Cadre" not in starts["base"]
    assert "Rebel Cadre" in starts["invasion"]
    assert "Frontier Miners" not in starts["invasion"]
    assert "Frontier Miners" in starts["counterstrike"]


def test_missing_rulings_are_reported() -> None:
    with pytest.raises(RepulseError, match="missing from this installation"):
        read_rulings(("no-such-page",))


def test_search_goes_by_paragraph_heading_and_english() -> None:
    section = next(
        candidate for candidate in rulebook_of("galaxy", "fr").page("invasion") if candidate.ident == "repair"
    )
    assert section.about(plain("Deux Cartes de la main,")) == ["- deux cartes de la main,"]
    assert section.about(plain("REPARATION DES MONDES")) == section.paragraphs
    assert section.about("two worlds for free") == section.paragraphs
    assert section.about("xylophone") == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["galaxy", "frontyer"], "nor is it a mode: there are base"),
        (["galaxy", "invasion", "xylophone"], "galaxy invasion do not mention 'xylophone'"),
        (["galaxy", "--language", "tlh"], "no words for the language 'tlh'; there are en, de, fr and ja"),
        (["chess"], "no game 'chess'"),
    ],
)
def test_a_missing_path_is_a_one_line_error(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 2
    output = capsys.readouterr()
    assert words in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "galaxy counterstrike: Counterstrike game"),
        (["galaxy"], "galaxy frontier: Frontier game"),
        (["galaxy", "base"], "## III. Settle"),
        (["galaxy", "invasion", "bunker"], "discard a card from hand for +2"),
        (["galaxy", "hive"], "must be 9 or more"),
        (["galaxy", "words"], "defense award · Verteidigungsprämie* · Récompense · 防衛報酬"),
        (["galaxy", "invasion", "--language", "de"], "### 3b. Invasionen abwickeln"),
        (["galaxy", "invasion", "--language", "fr"], "### 3b. Résoudre les Invasions"),
        (["galaxy", "invasion", "--language", "ja"], "### 3b. 侵略の解決"),
        (["galaxy", "ressource", "--language", "fr"], "ressource"),
        (["galaxy", "words"], "windfall world · Windfall-Welt · monde trouvaille · 単発生産ワールド"),
        (["earth", "words"], "mothership · Mutterschiff* · vaisseau-mère* · 母船*"),
        (["earth"], "R-EAR-67"),
        (["earth", "--language", "ja"], "砂時計"),
    ],
)
def test_the_command_shows_rules(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 0
    output = capsys.readouterr()
    assert words in output.out
    assert output.err == ""
