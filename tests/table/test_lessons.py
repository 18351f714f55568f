"""Lessons: their files, and that each can be played to its end by doing what it says."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.lesson import (
    BadLesson,
    Lesson,
    cards_named,
    lesson_text,
    read_lesson,
    words_of,
)
from repulse.engine.display.lesson_words import LessonWords
from repulse.engine.display.segments import text_of
from repulse.games import display_of, entries, game_named
from repulse.table.entries import AnyEntry, SeatPlan, Started
from repulse.table.refusals import RefusalError
from repulse.table.rehearsal import rehearse
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import lesson_table, load_table, plan_lesson
from repulse.table.teaching import lesson_named
from repulse.table.wire.commands import Answer, Next, Rematch, Undo

LESSONS = [lesson for entry in entries() for lesson in entry.display_in().lessons()]


def named(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.ident}"


def file_of(lesson: Lesson) -> str:
    package = display_of(lesson.game).package
    return (resources.files(package) / "lessons" / f"{lesson.ident}.toml").read_text(encoding="utf-8")


def galaxy_words() -> LessonWords:
    return words_of(display_of("galaxy").package)


def first_game() -> Lesson:
    lesson = lesson_named("galaxy", "first-game")
    assert lesson is not None
    return lesson


class Pupil:
    """Somebody who takes a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.table = lesson_table(lesson)
        self.sent = 0

    def id(self) -> str:
        self.sent += 1
        return str(self.sent)

    @property
    def step(self) -> str:
        assert self.table.room.progress is not None
        step = self.table.room.progress.step
        return step.ident if step else ""

    def next(self) -> None:
        self.table.command("me", Next(self.id()))

    def answer(self, *words: str, language: str = "en") -> None:
        ask = self.table.event("me").ask
        assert ask is not None
        self.table.command("me", Answer(self.id(), ask["number"], list(words)), language)
        self.table.play_bots()

    def read_on(self) -> None:
        while self.table.room.progress and self.table.room.progress.waits_for_reader():
            self.next()


# --- the lessons that there are ---


def test_every_mode_that_needs_one_has_a_lesson() -> None:
    taught = {(lesson.game, game_named(lesson.game).mode_of(lesson.options)) for lesson in LESSONS}
    expected = {("galaxy", mode) for mode in ("base", "invasion", "frontier", "counterstrike")}
    assert taught == expected | {("earth", "earth")}


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_can_be_played_to_its_end(lesson: Lesson) -> None:
    table = rehearse(lesson)
    coach = table.event("me").coach
    assert coach is not None
    assert coach.waits == "over"
    if any(step.ident == "over" for step in lesson.steps):
        assert table.room.stage == "over"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_lesson_texts_are_short_and_name_existing_cards(lesson: Lesson) -> None:
    cards = {card["name"] for card in display_of(lesson.game).cards()}
    for step in lesson.steps:
        for words in (step.say, step.otherwise or {}):
            assert cards_named(words) <= cards, step.ident
        for words in filter(None, (step.say, step.otherwise)):
            for language in LANGUAGES:
                caught = text_of(lesson_text(words, language))
                assert len(caught) <= (150 if language == "ja" else 290), (step.ident, language, len(caught))
                assert cards_named({"x": words[language]}) == cards_named({"x": words["en"]}), (
                    step.ident,
                    language,
                )
            assert re.search(r"[ぁ-ん]", words["ja"]), step.ident


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_targets_are_named_in_words_of_the_game(lesson: Lesson) -> None:
    cards = {card["name"] for card in display_of(lesson.game).cards()}
    for step in lesson.steps:
        for point in step.point:
            kind, _, name = point.partition(":")
            assert kind != "card" or name in cards, (step.ident, point)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_teaches_the_same_with_any_other_moves_of_bots(lesson: Lesson) -> None:
    """Everything that the steps rely on is laid out or played by the lesson, so that no bot can spoil it."""
    text = re.sub(r'(?m)^bot = "\w+"', 'bot = "random"', file_of(lesson))
    words = words_of(display_of(lesson.game).package)
    pupil = Pupil(read_lesson(text, f"{lesson.ident}.toml", game_named(lesson.game), words=words))
    pupil.table.play_bots()
    for step in lesson.steps:
        if step.until:
            break
        assert pupil.step == step.ident
        if step.prompt:
            ask = pupil.table.event("me").ask
            assert ask is not None, step.ident
            assert ask["prompt"] == step.prompt, step.ident
            pupil.answer(*(step.accept[0] if step.accept else any_words(pupil)))
        else:
            pupil.next()


def any_words(pupil: Pupil) -> list[str]:
    ask = pupil.table.event("me").ask
    assert ask is not None
    return ask["suggested"] or [option["word"] for option in ask["options"][: max(1, ask["least"])]]


# --- at the table ---


def test_a_step_that_is_read_waits_for_its_reader() -> None:
    pupil = Pupil(first_game())
    with pytest.raises(RefusalError, match="First read") as refused:
        pupil.answer("Explore +5")
    assert refused.value.code == "lesson"
    pupil.next()
    assert pupil.step == "hand"
    pupil.read_on()
    with pytest.raises(RefusalError, match="No lesson waits"):
        pupil.next()


def test_another_answer_gets_the_text_of_the_step_in_the_language() -> None:
    pupil = Pupil(first_game())
    pupil.read_on()
    before = pupil.table.room.n
    with pytest.raises(RefusalError) as refused:
        pupil.answer("Produce", language="fr")
    assert str(refused.value) == "Cela viendra. Pour l'instant, choisissez Explorer +5."
    assert (pupil.step, pupil.table.room.n) == ("choose-explore", before)
    pupil.answer("Explore +5")
    assert pupil.step == "explore"


def test_the_event_carries_the_step_to_the_pupil_alone() -> None:
    pupil = Pupil(first_game())
    pupil.read_on()
    event = pupil.table.event("me", language="ja")
    assert event.room.lesson == "first-game"
    assert event.coach is not None
    place = next(n for n, step in enumerate(first_game().steps) if step.ident == "choose-explore")
    assert (event.coach.step, event.coach.waits, event.coach.prompt) == (place, "answer", "action")
    assert event.coach.accept == [["Explore +5"]]
    assert "「探索 +5」" in text_of(event.coach.say)
    assert pupil.table.event("").coach is None


def test_taking_back_an_answer_takes_back_the_step() -> None:
    pupil = Pupil(first_game())
    pupil.read_on()
    ask = pupil.table.event("me").ask
    assert ask is not None
    pupil.table.command("me", Answer(pupil.id(), ask["number"], ["Explore +5"]))
    assert pupil.step == "explore"
    pupil.table.command("me", Undo(pupil.id()))
    assert pupil.step == "choose-explore"
    pupil.answer("Explore +5")
    assert pupil.step == "explore"


def test_a_lesson_goes_on_where_it_was() -> None:
    lesson = first_game()
    plan = plan_lesson(lesson, SeatPlan("person", "", "", "me"))
    stored = plan.open_room("x").stored
    kept: list[AnyEntry] = [plan.created, Started()]
    table = load_table(stored, kept)
    for _ in range(3):
        kept += table.command("me", Next(str(len(kept))))[1].entries
    again: RoomDriver = load_table(stored, kept)
    assert again.event("me").coach == table.event("me").coach
    assert again.event("me").coach is not None


def test_a_lesson_has_no_rematch_and_no_chat() -> None:
    table = rehearse(first_game())
    assert not table.event("me").room.chat
    with pytest.raises(RefusalError, match="no rematch"):
        table.next_room("me", Rematch("again"))


def test_hints_come_when_the_guided_steps_of_a_lesson_are_over() -> None:
    hinted: dict[str, bool] = {}

    def watch(table: RoomDriver) -> None:
        assert table.room.progress is not None
        step = table.room.progress.step
        assert step is not None
        hinted[step.ident] = table.event("me").room.hints

    table = rehearse(first_game(), watch)
    assert [ident for ident, hints in hinted.items() if hints] == ["alone", "race"]
    assert table.event("me").room.hints


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_lays_out_no_answer_that_it_refuses(lesson: Lesson) -> None:
    def watch(table: RoomDriver) -> None:
        progress, ask = table.room.progress, table.event("me").ask
        assert progress is not None
        if ask is not None and ask["suggested"]:
            assert progress.objection(ask["prompt"], ask["suggested"], "en") == ""

    rehearse(lesson, watch)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_points_at_no_option_that_it_refuses(lesson: Lesson) -> None:
    def watch(table: RoomDriver) -> None:
        progress, ask = table.room.progress, table.event("me").ask
        assert progress is not None
        step = progress.step
        if ask is None or step is None or not step.accept or ask["prompt"] != step.prompt:
            return
        options = {option["word"] for option in ask["options"]}
        taken = {word for words in step.accept for word in words}
        clicked = options - taken if ask["keeps"] else taken
        pointed = {point.partition(":")[2] for point in step.point}
        assert pointed & options <= clicked, step.ident

    rehearse(lesson, watch)


@pytest.mark.parametrize("discard", ["Space Port", "Prosperous World"])
def test_the_first_game_goes_on_with_either_card_that_was_explored(discard: str) -> None:
    pupil = Pupil(first_game())
    pupil.table.play_bots()
    for step in first_game().steps:
        assert pupil.step == step.ident
        if step.ident == "outpost":
            break
        if step.prompt:
            ask = pupil.table.event("me").ask
            assert ask is not None
            options = {option["word"] for option in ask["options"]}
            pupil.answer(*next((words for words in step.accept if options.issuperset(words)), (discard,)))
        else:
            pupil.next()


def test_the_counterstrike_lesson_begins_in_the_position_it_describes() -> None:
    lesson = lesson_named("galaxy", "counterstrike")
    assert lesson is not None
    screen = Pupil(lesson).table.event("me").screen
    assert screen is not None
    me, vega = screen["players"]
    caught = " ".join(text_of(lesson_text(step.say, "en")) for step in lesson.steps[:3])
    for fact in (
        f"round {screen['round']}:",
        f"these {len(me['tableau'])} cards",
        f"{me['hand']} cards in hand",
        f"{me['chips']} VP chips",
        f"rival, has {len(vega['tableau'])} cards",
        f"against the Xenos it is {me['vs_xenos']}.",
        f"Military {screen['war']['military']} against them; at {screen['war']['repulse']}",
    ):
        assert fact in caught
    assert [placed["card"] for placed in me["tableau"] if placed["good"]] == ["Terraforming Bio-Engineers"]
    assert not any(placed["damaged"] for placed in me["tableau"])
    assert {str(part["source"][0]["text"]) for part in me["military_parts"] if part["amount"] > 0} == {
        "Rebel Mining Outpost",
        "Space Marines",
    }


# --- files that are not lessons ---


@pytest.mark.parametrize(
    ("old", "new", "caught"),
    [
        ("order = 1", "order = -1", "first-game.toml: order: is missing, or not a number from 0"),
        ("minutes = 10", "hours = 10", "first-game.toml: hours: is not a key here"),
        ('game = "base"', 'game = "chess"', "first-game.toml: options: The option game is one of"),
        ("me = true", 'bot = "random"', "first-game.toml: seat: needs exactly one seat with me = true"),
        ('[1, "action", "Settle"]', '[1, "settle"]', "seat 1: plays 1: galaxy asks no question 'settle'"),
        ('[1, "action", "Settle"]', '["Settle"]', "seat 1: plays 1: is a round, a prompt and the words"),
        ('id = "hand"', 'id = "goal"', "step goal: id: is made of small letters"),
        ('id = "hand"\npoint = ["hand"]', 'id = "hand"\npoint = ["Hand!"]', "step hand: point: 'Hand!' is not"),
        ('prompt = "explore.discard"', 'prompt = "explore"', "step explore: prompt: galaxy asks no question"),
        ('id = "hand"', 'id = "hand"\nsay.tlh = "nuqneH"', "step hand, say: tlh: is not a key here"),
        ('id = "hand"', 'id = "land"', "step land: say: is missing: a text for each of"),
        ('id = "pay"', 'id = "pay"\nsay = 3', "step pay: say: is missing"),
        ('until = "end"', 'until = "never"', "step race: until: is missing, or not a number"),
        ("[[step]]", "[[stop]]", "first-game.toml: stop: is not a key here"),
        ("seed = 11", "seed = ", "first-game.toml: this is not TOML"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_its_place(old: str, new: str, caught: str) -> None:
    text = file_of(first_game())
    assert old in text
    with pytest.raises(BadLesson, match=re.escape(caught)):
        read_lesson(text.replace(old, new), "first-game.toml", game_named("galaxy"), words=galaxy_words())


def test_words_without_a_step_are_refused() -> None:
    words = {
        "en": {"first-game": {**galaxy_words()["en"]["first-game"], "gone": {"say": "Nobody says this."}}}
    }
    with pytest.raises(BadLesson, match=re.escape("there is no step for words/en.toml: [first-game.gone]")):
        read_lesson(
            file_of(first_game()), "first-game.toml", game_named("galaxy"), words={**galaxy_words(), **words}
        )


@pytest.mark.parametrize(
    ("old", "new", "caught"),
    [
        ('accept = [["Gem World"]]', 'accept = [["Spice World"]]', "step settle: Spice World: "),
        ('prompt = "settle.pay"', 'prompt = "develop.pay"', "step pay: the player is asked 'settle.pay'"),
        ('"Space Marines", "Deserted', '"Drop Ships", "Deserted', "step develop: Space Marines: "),
        ('[4, "action", "Settle"]', '[4, "action", "Explore +5"]', "step underground: the player is asked"),
        ('[1, "action", "Settle"]', '[1, "action", "Frontier Settle"]', "step settle: the player is asked"),
    ],
)
def test_a_lesson_that_no_longer_fits_the_rules_is_found_out(old: str, new: str, caught: str) -> None:
    text = file_of(first_game())
    assert old in text
    changed = read_lesson(
        text.replace(old, new, 1), "first-game.toml", game_named("galaxy"), words=galaxy_words()
    )
    with pytest.raises(BadLesson, match=re.escape(caught)):
        rehearse(changed)
