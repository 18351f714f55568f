"""The commands: each takes the parsed arguments, imports what it needs and hands over."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import repulse
from repulse.cli.screen import Screen, on_terminal, print_json
from repulse.engine.contract import RepulseError


def play(typed: Namespace) -> None:
    """Play against bots."""
    from repulse.cli.options import names, read_options
    from repulse.cli.play import choose_game, play_game

    language = _language(typed)
    options = read_options(typed.option, typed.players)
    loop = choose_game(
        typed.game,
        options,
        typed.seed,
        typed.seat - 1,
        names(typed.bots),
        _path(typed.load),
        typed.resume,
        language,
        Screen(typed.plain),
    )
    play_game(loop)


def sim(typed: Namespace) -> None:
    """Let bots play many games."""
    from repulse.arena.many import make_plan
    from repulse.cli.options import names, read_options
    from repulse.cli.simulate import exports_to, simulate

    if typed.workers < 0:
        raise RepulseError(f"There cannot be {typed.workers} workers.")
    plan = make_plan(
        _game(typed),
        read_options(typed.option, typed.players),
        names(typed.bots) or ["random"],
        typed.games,
        typed.seed or 0,
    )
    exports = exports_to(plan, [Path(name) for name in typed.out])
    simulate(plan, typed.workers, typed.timeout, exports, typed.cluster, typed.json)


def study(typed: Namespace) -> None:
    """Play a study, or report on some."""
    with _needing("A study"):
        from repulse.cli.study import study as run

    run(typed, Screen())


def league(typed: Namespace) -> None:
    """Rate bots."""
    with _needing("A league"):
        from repulse.cli.league import plan_of, run_league, show_league, write_league
    from repulse.cli.options import names, read_options

    if typed.workers < 0:
        raise RepulseError(f"There cannot be {typed.workers} workers.")
    if typed.plan and (typed.game or typed.bots or typed.option or typed.players):
        raise RepulseError("A league is played by a plan, or with a game and bots, not both.")
    wanted, seed = plan_of(
        _path(typed.plan),
        "" if typed.plan else _game(typed),
        read_options(typed.option, typed.players),
        names(typed.bots),
        typed.deals,
        typed.seed,
    )
    made = run_league(wanted, seed, _path(typed.results), typed.workers, typed.timeout, typed.cluster)
    if typed.json:
        print_json([standing.to_data() for standing in made])
    else:
        show_league(made, Screen())
    command = "make league" if typed.plan else "repulse league"
    write_league(made, _path(typed.svg), _path(typed.markdown), command)


def replay(typed: Namespace) -> None:
    """Replay a recorded game."""
    from repulse.cli.replay import Replay, read_viewer
    from repulse.engine.contract import EVERYTHING
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(typed)
    record = read_record_file(Path(typed.file))
    try:
        shown = Replay(display_of(record.game, language), record, EVERYTHING, Screen(typed.plain))
    except RepulseError as error:
        raise RepulseError(f"{typed.file}: {error}") from error
    if typed.viewer is not None:
        shown.viewer = read_viewer(typed.viewer, shown.match.state.players)
    if typed.at is not None:
        shown.go(typed.at)
    if typed.log:
        shown.log()
    elif typed.at is not None or not on_terminal():
        shown.show()
    else:
        shown.go(0)
        shown.walk()


def hint(typed: Namespace) -> None:
    """Say what a strong player would answer."""
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(typed)
    record = read_record_file(Path(typed.file))
    with _about(typed.file):
        from repulse.cli.advice import show_hint

        display = display_of(record.game, language)
        seat = None if typed.seat is None else typed.seat - 1
        show_hint(record, typed.at, seat, display, typed.seconds, typed.json, Screen())


def review(typed: Namespace) -> None:
    """Review a game."""
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(typed)
    record = read_record_file(Path(typed.file))
    with _about(typed.file):
        from repulse.cli.advice import make_review, show_review, write_review

        made = make_review(record, display_of(record.game, language), typed.seconds)
    if typed.json:
        print_json(made.to_data())
    else:
        show_review(made, language, Screen())
    write_review(made, _path(typed.html), language)


def games(typed: Namespace) -> None:
    """List the games."""
    from repulse.cli.games import games_data, show_games

    if typed.json:
        print_json(games_data())
    else:
        show_games(Screen())


def cards(typed: Namespace) -> None:
    """Look up cards."""
    from repulse.cli.cards import Filters, cards_data, show_cards, write_gallery, write_picture
    from repulse.games import display_of

    display = display_of(_game(typed), _language(typed))
    if typed.svg is not None:
        write_picture(display, typed.svg[0], Path(typed.svg[1]))
        return
    facets = {facet: getattr(typed, facet) for facet in ("set", "type", "kind", "keyword", "phase")}
    facets["cost"] = None if typed.cost is None else str(typed.cost)
    filters = Filters(display, " ".join(typed.query), **facets)
    if typed.html is not None:
        write_gallery(filters, Path(typed.html))
    elif typed.json:
        print_json(cards_data(filters))
    else:
        show_cards(filters, Screen())


def rules(typed: Namespace) -> None:
    """Read the rules."""
    from repulse.cli.rulebook import rules_data, show_rules

    if typed.json:
        print_json(rules_data(typed.game, typed.words, typed.language))
    else:
        show_rules(typed.game, typed.words, typed.language, Screen())


def bench(typed: Namespace) -> None:
    """Measure this installation."""
    from repulse.cli.benchmark import measure, show_figures
    from repulse.cli.options import read_options
    from repulse.games import game_names

    wanted = [typed.game] if typed.game else game_names()
    figures = measure(wanted, read_options(typed.option, typed.players), typed.seconds)
    if typed.json:
        print_json(figures)
    else:
        show_figures(figures, Screen())


def serve(typed: Namespace) -> None:
    """Serve the table."""
    from repulse.cli.serve import run_server

    run_server(
        typed.host,
        typed.port,
        typed.db,
        typed.open,
        typed.bot,
        typed.bot_seconds,
        typed.limit,
        typed.proxy,
        typed.allowed_host,
        typed.admin_token,
        typed.log,
        typed.log_level,
        typed.lan,
        typed.compiled,
        typed.workers,
        typed.bot_host,
        typed.bot_token,
        typed.private_host,
    )


def bots(typed: Namespace) -> None:
    """Lend bots to servers elsewhere."""
    from repulse.cli.serve import run_bots

    run_bots(typed.host, typed.port, typed.token_file, typed.processes, typed.compiled)


def admin(typed: Namespace) -> None:
    """Look after a running server."""
    from repulse.cli.admin import Operator, read_token, run_admin

    operator = Operator(typed.url, read_token(typed.token_file))
    run_admin(operator, typed.action, typed.what, typed.why, typed.json, Screen())


def backup(typed: Namespace) -> None:
    """Write a backup."""
    from repulse.cli.admin import run_backup

    run_backup(typed.db, Path(typed.file))


def restore(typed: Namespace) -> None:
    """Restore a backup."""
    from repulse.cli.admin import run_restore

    run_restore(typed.db, Path(typed.file))


def completion(typed: Namespace) -> None:
    """Print what a shell needs."""
    from repulse.cli.completion import shell_code

    print(shell_code(typed.shell))


def version(typed: Namespace) -> None:
    """Print the version."""
    print(f"repulse {repulse.__version__}")


COMMANDS: dict[str, Callable[[Namespace], None]] = {
    "play": play,
    "sim": sim,
    "league": league,
    "study": study,
    "replay": replay,
    "hint": hint,
    "review": review,
    "games": games,
    "cards": cards,
    "rules": rules,
    "bench": bench,
    "serve": serve,
    "bots": bots,
    "admin": admin,
    "backup": backup,
    "restore": restore,
    "completion": completion,
    "version": version,
}


def _game(typed: Namespace) -> str:
    """The game that was named, or else the first one."""
    from repulse.games import game_names

    game: str | None = typed.game
    return game or game_names()[0]


def _language(typed: Namespace) -> str:
    from repulse.engine.display.words import check_language

    return check_language(typed.language)


@contextmanager
def _about(file: str) -> Iterator[None]:
    """Name the file in errors."""
    try:
        yield
    except RepulseError as error:
        raise RepulseError(f"{file}: {error}") from error


@contextmanager
def _needing(what: str) -> Iterator[None]:
    """Say what is missing for something that is imported."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise RepulseError(f"{what} needs {error.name}, which is not installed.") from error


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
