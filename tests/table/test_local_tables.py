"""The tables of one browser: what is said, what is to be saved, and what is shown only then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from repulse.browser import nets
from repulse.browser.local_tables import ME, LocalTables
from repulse.browser.requests import Requests


class Page:
    """A page with its worker: keeps what it is reported to save, and the last event that it was shown."""

    def __init__(self) -> None:
        self.tables = LocalTables()
        self.requests = Requests(self.tables)
        self.stored: dict[str, str] = {}
        self.entries: dict[str, list[str]] = {}
        self.event: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.room = ""
        self.ending: dict[str, Any] | None = None

    def ask(self, path: str, body: object = None) -> Any:
        """Return the reply; a refusal is an error."""
        text = body if isinstance(body, str) else json.dumps(body) if body else ""
        answer = json.loads(self.requests.answer(path, text))
        self.flush()
        if answer["status"] != 200:
            raise ValueError(json.loads(answer["text"])["code"])
        return json.loads(answer["text"])

    def flush(self) -> None:
        out = json.loads(self.tables.drain())
        for save in out["saves"]:
            self.ending = save["ending"]
            if save["stored"]:
                self.stored[save["room"]], self.entries[save["room"]] = save["stored"], []
            kept = self.entries[save["room"]]
            assert save["first"] == len(kept) + 1
            kept.extend(save["entries"])
        for _, text in out["messages"]:
            message = json.loads(text)
            self.heard.append(message)
            if message["type"] == "event":
                self.event = message
                assert message["n"] <= len(self.entries[message["room"]["room"]]), "saved before it is shown"

    def send(self, **message: object) -> None:
        self.tables.receive(1, self.room, json.dumps(message))
        while self.tables.run_bots(1000):
            pass
        self.flush()

    def play(self, game: str, options: dict[str, Any], players: int) -> None:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
        requested = {"game": game, "options": options, "seats": seats, "seed": 5, "my_name": "Ada"}
        self.room = self.ask("/api/rooms", requested)["room"]
        self.send(type="hello", after=-1, token=ME)

    def answer(self, number: int) -> None:
        ask = self.event["ask"]
        words = [option["word"] for option in ask["options"]][: ask["least"]]
        self.send(type="answer", id=f"a{number}", ask=ask["number"], words=words)

    def play_on(self, most: int = 2000) -> None:
        for number in range(most):
            if self.event["ask"] is None:
                return
            self.answer(number)


@pytest.fixture
def page() -> Page:
    """A page at a game of two."""
    seated = Page()
    seated.play("galaxy", {"game": "base"}, 2)
    return seated


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
        reported = page.ask(f"/api/rooms/{page.room}/words?lang={language}")
        assert reported["n"] == page.event["n"]
        assert heading in reported["text"]
        cards = [placed["card"] for placed in [*me["tableau"], *other["tableau"]]]
        assert all(name in reported["text"] for name in [*cards, *me["cards"]])


def test_a_saved_file_is_the_whole_game(page: Page) -> None:
    for number in range(4):
        page.answer(number)
    shown = page.event
    again = Page()
    again.stored, again.entries, again.room = page.stored, page.entries, page.room
    again.tables.load(page.stored[page.room], json.dumps(page.entries[page.room]))
    again.send(type="hello", after=-1, token=ME)
    assert again.event["screen"] == shown["screen"]
    assert again.event["ask"] == shown["ask"]


def test_an_answer_to_another_question_is_refused_with_the_room_as_it_is(page: Page) -> None:
    page.send(type="answer", id="x", ask=-5, words=[])
    assert page.heard[-1]["type"] == "refused"
    assert page.heard[-1]["event"]["ask"] == page.event["ask"]


def test_a_record_goes_out_and_comes_in_again(page: Page) -> None:
    page.play_on()
    scores = page.event["result"]["scores"]
    record = json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"]
    other = Page()
    other.room = other.ask("/api/import", record)["room"]
    other.send(type="hello", after=-1, token=ME)
    assert other.event["result"]["scores"] == scores
    assert other.event["room"]["seats"][0]["name"] == "Ada"
    step = other.ask(f"/api/rooms/{other.room}/replay?step=3&as=-2&lang=fr")
    assert step["step"] == 3


def test_a_record_that_cannot_be_played_leaves_nothing(page: Page) -> None:
    record = json.loads(json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"])
    record["choices"] = [[0, "Nothing of the sort"]]
    other = Page()
    with pytest.raises(ValueError, match="bad-record"):
        other.ask("/api/import", json.dumps(record))
    assert other.stored == {}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("options", {"players": "x"}),
        ("options", {"players": 99}),
        ("options", {"players": -1}),
        ("options", {"players": True}),
        ("options", {"players": None}),
        ("options", {"players": [2]}),
        ("options", {"players": 10**30}),
        ("options", {"game": 7}),
        ("options", {"no such option": 1}),
        ("choices", [[99, "Explore"]]),
        ("choices", [[-1, "Explore"]]),
        ("choices", [[0, "Explore"] * 500]),
    ],
)
def test_a_record_with_nonsense_in_it_is_refused(page: Page, part: str, value: Any) -> None:
    record = json.loads(json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"])
    record[part] = {**record[part], **value} if isinstance(value, dict) else value
    other = Page()
    for path, body in [
        ("/api/import", record),
        ("/api/replay", {"record": json.dumps(record), "step": 0, "viewer": -2, "language": "en"}),
    ]:
        answer = json.loads(other.requests.answer(path, json.dumps(body)))
        assert answer["status"] == 400, answer
    other.flush()
    assert other.stored == {}
    # The page goes on.
    other.play("galaxy", {"game": "base"}, 2)
    assert other.event["ask"] is not None


def test_an_error_of_ours_is_an_answer_too(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a bug")

    monkeypatch.setitem(page.requests._get, "rooms/*/scores", fail)
    answer = json.loads(page.requests.answer(f"/api/rooms/{page.room}/scores", ""))
    assert answer["status"] == 500
    assert json.loads(answer["text"])["code"] == "internal"


def test_an_error_of_ours_refuses_the_command(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a bug")

    with monkeypatch.context() as broken:
        broken.setattr("repulse.table.room_driver.RoomDriver.command", fail)
        page.send(type="undo", id="x")
    assert [page.heard[-1][part] for part in ("type", "code", "id")] == ["refused", "internal", "x"]
    # The room is taken up again from what was saved.
    assert not page.tables.is_loaded(page.room)


def test_a_rematch_begins_at_once(page: Page) -> None:
    page.play_on()
    page.send(type="rematch", id="again")
    page.room = page.event["room"]["next"]
    page.send(type="hello", after=-1, token=ME)
    assert page.event["room"]["stage"] == "playing"
    assert page.event["seat"] == 0


def test_a_game_of_older_rules_ends_politely(page: Page) -> None:
    stored = json.loads(page.stored[page.room])
    stored["settings"]["rules"] = "0"
    again = Page()
    again.room = page.room
    again.tables.load(json.dumps(stored), json.dumps(page.entries[page.room]))
    again.send(type="hello", after=-1, token=ME)
    assert again.heard[-1]["code"] == "old-rules"


def test_friends_need_a_server(page: Page) -> None:
    with pytest.raises(ValueError, match="needs-server"):
        page.ask("/api/rooms", {"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "open"}]})
    with pytest.raises(ValueError, match="needs-server"):
        page.ask(f"/api/rooms/{page.room}/join", {"name": "Bob"})


def test_a_lesson_without_a_server_resumes_after_closing_the_tab() -> None:
    page = Page()
    seated = page.ask("/api/rooms", {"game": "galaxy", "lesson": "frontier", "my_name": "Ada"})
    page.room = seated["room"]
    page.send(type="hello", language="ja")
    assert page.event["coach"]["waits"] == "next"
    page.send(type="next", id="1")
    assert page.event["coach"]["accept"] == [["Frontier Settle"]]
    page.send(type="answer", id="2", ask=page.event["ask"]["number"], words=["Produce"])
    assert page.heard[-1]["code"] == "lesson"
    assert "フロンティア" in page.heard[-1]["words"]
    page.send(type="answer", id="3", ask=page.event["ask"]["number"], words=["Frontier Settle"])
    assert page.event["coach"]["step"] == 2
    later = LocalTables()
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
    requested = {"game": "galaxy", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "master"}]}
    room = page.ask("/api/rooms", requested)["room"]
    page.play_on()
    monkeypatch.setattr(nets, "bots_for", lambda game: {"random": "random", "sensible": "sensible"})
    with pytest.raises(ValueError, match="no-net"):
        page.ask("/api/rooms", requested)
    with pytest.raises(ValueError, match="no-net"):
        page.ask(f"/api/rooms/{page.room}/play-on", {"step": 1, "seat": 0, "bot": "expert"})
    with pytest.raises(ValueError, match="no-such-bot"):
        page.ask("/api/rooms", {**requested, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]})
    later = Page()
    later.room = room
    later.stored, later.entries = page.stored, page.entries
    later.tables.load(page.stored[room], json.dumps(page.entries[room]))
    later.send(type="hello", after=-1, token=ME)
    assert later.heard[-1]["code"] == "no-net"
    monkeypatch.undo()
    later.tables.load(page.stored[room], json.dumps(page.entries[room]))
    later.send(type="hello", after=-1, token=ME)
    assert later.heard[-1]["type"] == "event"


def test_a_table_with_an_overlay_of_ones_own() -> None:
    text = (Path(__file__).resolve().parents[2] / "examples/overlays/other-earth.toml").read_text("utf-8")
    requests = Requests(LocalTables())

    def ask(path: str, body: object = None) -> Any:
        answer = json.loads(requests.answer(path, json.dumps(body) if body else ""))
        return answer["status"], json.loads(answer["text"])

    seats = [{"kind": "me"}, {"kind": "bot", "bot": "sensible"}, {"kind": "bot", "bot": "random"}]
    requested = {"game": "earth", "options": {"overlays": [{"text": text}]}, "seats": seats}
    status, seated = ask("/api/rooms", requested)
    assert status == 200
    room = seated["room"]
    assert ask(f"/api/rooms/{room}/overlays?lang=en")[1]["overlays"][0]["name"] == "other-earth"
    assert "Undertow" in ask(f"/api/rooms/{room}/cards.json?lang=ja")[1]["cards"]
    assert "Beringia" in json.dumps(ask(f"/api/rooms/{room}/rules?lang=en")[1])
    status, problem = ask("/api/rooms", {**requested, "options": {"overlays": [{"text": "x ="}]}})
    assert (status, problem["code"]) == (400, "bad-options")
    assert "is not TOML" in problem["words"]


def test_a_game_under_way_is_replayed_through_my_own_eyes_only(page: Page) -> None:
    for eyes, status in ((-2, 400), (-1, 400), (1, 400), (0, 200)):
        answer = json.loads(page.requests.answer(f"/api/rooms/{page.room}/replay?step=0&as={eyes}", ""))
        assert answer["status"] == status, eyes


def test_a_replay_says_whether_its_game_is_over(page: Page) -> None:
    def over() -> bool:
        record = json.loads(page.requests.answer(f"/api/rooms/{page.room}/record", ""))["text"]
        step: dict[str, Any] = page.ask("/api/replay", {"record": record, "step": 0, "viewer": -1})
        return bool(step["over"])

    assert not over()
    page.play_on()
    assert over()


def test_moves_of_another_tab_are_shown_without_a_message(page: Page) -> None:
    other = Page()
    other.stored, other.entries, other.room = page.stored, page.entries, page.room
    load = (page.stored[page.room], json.dumps(page.entries[page.room]))
    other.tables.load(*load)
    other.send(type="hello", after=-1, token=ME)
    ask = page.event["ask"]
    words = [option["word"] for option in ask["options"]][: ask["least"]]
    page.send(type="answer", id="x", ask=ask["number"], words=words)
    assert page.event["ask"] != ask
    other.tables.unload(page.room)
    other.tables.load(page.stored[page.room], json.dumps(page.entries[page.room]))
    other.tables.refresh(page.room)
    other.flush()
    assert other.event["ask"] == page.event["ask"]
