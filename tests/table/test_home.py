"""The tables of one browser: what is said, what is to be saved, and what is shown only then."""

from __future__ import annotations

import json
from typing import Any

import pytest

from repulse.browser import nets
from repulse.browser.home import ME, Home
from repulse.browser.requests import Requests


class Page:
    """A page with its worker: keeps what it is told to save, and the last event that it was shown."""

    def __init__(self) -> None:
        self.home = Home()
        self.requests = Requests(self.home)
        self.stored: dict[str, str] = {}
        self.entries: dict[str, list[str]] = {}
        self.event: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.room = ""
        self.ending: dict[str, Any] | None = None

    def ask(self, path: str, body: object = None) -> Any:
        """What is answered; a refusal is an error."""
        text = body if isinstance(body, str) else json.dumps(body) if body else ""
        answer = json.loads(self.requests.answer(path, text))
        self.flush()
        if answer["status"] != 200:
            raise ValueError(json.loads(answer["text"])["code"])
        return json.loads(answer["text"])

    def flush(self) -> None:
        out = json.loads(self.home.out())
        for save in out["saves"]:
            self.ending = save["ending"]
            if save["stored"]:
                self.stored[save["room"]], self.entries[save["room"]] = save["stored"], []
            kept = self.entries[save["room"]]
            assert save["first"] == len(kept) + 1
            kept.extend(save["entries"])
        for _, text in out["said"]:
            message = json.loads(text)
            self.heard.append(message)
            if message["type"] == "event":
                self.event = message
                assert message["n"] <= len(self.entries[message["room"]["room"]]), "saved before it is shown"

    def say(self, **message: object) -> None:
        self.home.hear(1, self.room, json.dumps(message))
        while self.home.think(1000):
            pass
        self.flush()

    def play(self, game: str, options: dict[str, Any], players: int) -> None:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
        wanted = {"game": game, "options": options, "seats": seats, "seed": 5, "my_name": "Ada"}
        self.room = self.ask("/api/rooms", wanted)["room"]
        self.say(type="hello", after=-1, token=ME)

    def answer(self, number: int) -> None:
        ask = self.event["ask"]
        words = [option["word"] for option in ask["options"]][: ask["least"]]
        self.say(type="answer", id=f"a{number}", ask=ask["number"], words=words)

    def play_on(self, most: int = 2000) -> None:
        for number in range(most):
            if self.event["ask"] is None:
                return
            self.answer(number)


@pytest.fixture
def page() -> Page:
    """A page at a game of two."""
    made = Page()
    made.play("galaxy", {"game": "base"}, 2)
    return made


def test_a_whole_game(page: Page) -> None:
    page.play_on()
    assert page.event["room"]["stage"] == "over"
    assert page.ending is not None
    assert page.ending["scores"] == page.event["result"]["scores"]
    assert not [message for message in page.heard if message["type"] == "refused"]


def test_the_table_in_words(page: Page) -> None:
    for number in range(4):
        page.answer(number)
    me, other = page.event["screen"]["players"]
    for language, heading in (("en", "Your hand"), ("fr", "Votre main"), ("ja", "あなたの手札")):
        told = page.ask(f"/api/rooms/{page.room}/words?lang={language}")
        assert told["n"] == page.event["n"]
        assert heading in told["text"]
        cards = [placed["card"] for placed in [*me["tableau"], *other["tableau"]]]
        assert all(name in told["text"] for name in [*cards, *me["cards"]])


def test_what_was_saved_is_the_game(page: Page) -> None:
    for number in range(4):
        page.answer(number)
    shown = page.event
    again = Page()
    again.stored, again.entries, again.room = page.stored, page.entries, page.room
    again.home.load(page.stored[page.room], json.dumps(page.entries[page.room]))
    again.say(type="hello", after=-1, token=ME)
    assert again.event["screen"] == shown["screen"]
    assert again.event["ask"] == shown["ask"]


def test_an_answer_to_another_question_is_refused_with_the_room_as_it_is(page: Page) -> None:
    page.say(type="answer", id="x", ask=-5, words=[])
    assert page.heard[-1]["type"] == "refused"
    assert page.heard[-1]["event"]["ask"] == page.event["ask"]


def test_a_record_goes_out_and_comes_in_again(page: Page) -> None:
    page.play_on()
    scores = page.event["result"]["scores"]
    record = json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"]
    other = Page()
    other.room = other.ask("/api/import", record)["room"]
    other.say(type="hello", after=-1, token=ME)
    assert other.event["result"]["scores"] == scores
    assert other.event["room"]["seats"][0]["name"] == "Ada"
    step = other.ask(f"/api/rooms/{other.room}/replay?step=3&as=-2&lang=fr")
    assert step["step"] == 3


def test_a_record_that_cannot_be_played_leaves_nothing(page: Page) -> None:
    record = json.loads(json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"])
    record["choices"] = [[0, "Nothing of the sort"]]
    other = Page()
    with pytest.raises(ValueError, match="error"):
        other.ask("/api/import", json.dumps(record))
    assert other.stored == {}


def test_a_rematch_begins_at_once(page: Page) -> None:
    page.play_on()
    page.say(type="rematch", id="again")
    page.room = page.event["room"]["next"]
    page.say(type="hello", after=-1, token=ME)
    assert page.event["room"]["stage"] == "playing"
    assert page.event["seat"] == 1


def test_a_game_of_older_rules_ends_politely(page: Page) -> None:
    stored = json.loads(page.stored[page.room])
    stored["settings"]["rules"] = "0"
    again = Page()
    again.room = page.room
    again.home.load(json.dumps(stored), json.dumps(page.entries[page.room]))
    again.say(type="hello", after=-1, token=ME)
    assert again.heard[-1]["code"] == "old-rules"


def test_friends_need_a_server(page: Page) -> None:
    with pytest.raises(ValueError, match="needs-server"):
        page.ask("/api/rooms", {"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "open"}]})
    with pytest.raises(ValueError, match="needs-server"):
        page.ask(f"/api/rooms/{page.room}/join", {"name": "Bob"})


def test_a_lesson_is_taught_without_a_server_and_goes_on_after_the_tab_was_closed() -> None:
    page = Page()
    seated = page.ask("/api/rooms", {"game": "galaxy", "lesson": "frontier", "my_name": "Ada"})
    page.room = seated["room"]
    page.say(type="hello", language="ja")
    assert page.event["coach"]["waits"] == "next"
    page.say(type="next", id="1")
    assert page.event["coach"]["accept"] == [["Frontier Settle"]]
    page.say(type="answer", id="2", ask=page.event["ask"]["number"], words=["Produce"])
    assert page.heard[-1]["code"] == "lesson"
    assert "フロンティア" in page.heard[-1]["words"]
    page.say(type="answer", id="3", ask=page.event["ask"]["number"], words=["Frontier Settle"])
    assert page.event["coach"]["step"] == 2
    later = Home()
    later.load(page.stored[page.room], json.dumps(page.entries[page.room]))
    coach = later.table(page.room).event(ME).coach
    assert coach is not None
    assert coach.step == 2
    with pytest.raises(ValueError, match="no-such-lesson"):
        page.ask("/api/rooms", {"game": "galaxy", "lesson": "chess"})


def test_players_whose_net_is_not_there_need_a_network_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one they are refused by name, and a game with them waits; it is not played by anybody else."""
    wanted = {"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "master"}]}
    room = page.ask("/api/rooms", wanted)["room"]
    page.play_on()
    monkeypatch.setattr(nets, "bots_for", lambda game: {"random": "random", "sensible": "sensible"})
    with pytest.raises(ValueError, match="no-net"):
        page.ask("/api/rooms", wanted)
    with pytest.raises(ValueError, match="no-net"):
        page.ask(f"/api/rooms/{page.room}/play-on", {"step": 1, "seat": 0, "bot": "expert"})
    with pytest.raises(ValueError, match="no-such-bot"):
        page.ask("/api/rooms", {**wanted, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]})
    later = Page()
    later.room = room
    later.stored, later.entries = page.stored, page.entries
    later.home.load(page.stored[room], json.dumps(page.entries[room]))
    later.say(type="hello", after=-1, token=ME)
    assert later.heard[-1]["code"] == "no-net"
    monkeypatch.undo()
    later.home.load(page.stored[room], json.dumps(page.entries[room]))
    later.say(type="hello", after=-1, token=ME)
    assert later.heard[-1]["type"] == "event"
