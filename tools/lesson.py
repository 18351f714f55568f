"""Play a lesson through as its steps say, and show what its player sees.

    python -m tools.lesson galaxy first-game

Where the lesson does not fit the rules, it shows the position and the question there, to write the next step from.
"""

from __future__ import annotations

import argparse

from repulse.engine.contract import RepulseError
from repulse.engine.display.segments import text_of
from repulse.games import display_of
from repulse.table.rehearsal import rehearse
from repulse.table.room_driver import RoomDriver
from repulse.table.teaching import lesson_named


def show(table: RoomDriver, language: str, whole: bool) -> None:
    """Print what the player of a lesson sees."""
    event = table.event("me", language=language)
    if event.coach:
        print(f"[{event.coach.step + 1}/{event.coach.steps}] {text_of(event.coach.say)}")
    if not whole:
        return
    room = table.room
    assert room.progress is not None
    seat = room.progress.lesson.seat
    display = display_of(room.stored.game, language, room.names)
    print(display.table_text(room.playing.state.view(seat), seat, plain=True))
    if event.ask:
        print(f"{event.ask['prompt']}: {text_of(event.ask['text'])}")
        for option in event.ask["options"]:
            print(f"   {option['word']}   ({text_of(option['title'])})")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("lesson")
    parser.add_argument("--language", default="en")
    parser.add_argument("--whole", action="store_true", help="the whole table at every step")
    parser.add_argument("--log", action="store_true", help="the log, at the end")
    args = parser.parse_args()
    lesson = lesson_named(args.game, args.lesson)
    if lesson is None:
        raise SystemExit(f"There is no lesson {args.lesson!r} of {args.game}.")
    last: list[RoomDriver] = []

    def watch(table: RoomDriver) -> None:
        last[:] = [table]
        show(table, args.language, args.whole)

    try:
        last[:] = [rehearse(lesson, watch)]
    except RepulseError as error:
        print(f"\n{error}\n")
        show(last[0], args.language, True)
    if args.log:
        print("\n".join(text_of(line["text"]) for line in last[0].event("me").lines))


if __name__ == "__main__":
    main()
