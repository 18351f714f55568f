"""The commands: each takes the parsed arguments, imports what it needs and hands over.

Imports are inside the functions, so that a command starts without the packages of the others.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import repulse
from repulse.cli.extras import missing_package_error
from repulse.cli.host_commands import admin as admin
from repulse.cli.host_commands import backup as backup
from repulse.cli.host_commands import bots as bots
from repulse.cli.host_commands import restore as restore
from repulse.cli.host_commands import serve as serve
from repulse.cli.screen import Screen, on_terminal, print_json
from repulse.engine.contract import RepulseError


def play(args: Namespace) -> None:
    """Play against bots."""
    from repulse.cli.options import names, read_options
    from repulse.cli.play import choose_game, play_game

    language = _language(args)
    options = read_options(args.option, args.players)
    try:
        loop = choose_game(
            Screen(args.plain),
            game=args.game,
            options=options,
            seed=args.seed,
            seat=args.seat - 1,
            bots=names(args.bots),
            load=_path(args.load),
            resume=args.resume,
            language=language,
        )
    except EOFError:
        return
    play_game(loop)


def daily(args: Namespace) -> None:
    """List the deals of a day."""
    _run_daily(args, "list")


def daily_play(args: Namespace) -> None:
    """Play a deal of the day."""
    _run_daily(args, "play")


def daily_par(args: Namespace) -> None:
    """Show par of a deal of the day."""
    _run_daily(args, "par")


def daily_history(args: Namespace) -> None:
    """Show the user's results."""
    _run_daily(args, "history")


def _run_daily(args: Namespace, action: str) -> None:
    from repulse.cli.daily import run_daily

    run_daily(
        action,
        game=getattr(args, "game", None),
        day=getattr(args, "day", None),
        series=getattr(args, "series", None),
        language=_language(args),
        as_json=getattr(args, "json", False),
        plain=getattr(args, "plain", False),
    )


def puzzles(args: Namespace) -> None:
    """List puzzles."""
    from repulse.cli.puzzles import list_puzzles

    list_puzzles(args.mode, args.theme, _language(args), as_json=args.json)


def puzzles_solve(args: Namespace) -> None:
    """Solve a puzzle."""
    from repulse.cli.puzzles import solve_puzzle

    solve_puzzle(args.puzzle, args.mode, _language(args))


def puzzles_make(args: Namespace) -> None:
    """Search games between bots for puzzles."""
    from repulse.cli.puzzles import make_puzzles

    make_puzzles(args.folder, modes=args.mode, games=args.games)


def sim(args: Namespace) -> None:
    """Run many bot games."""
    from repulse.arena.many import make_plan
    from repulse.cli.options import names, read_options
    from repulse.cli.simulate import exports_to, simulate

    plan = make_plan(
        _game(args),
        read_options(args.option, args.players),
        names(args.bots) or ["random"],
        games=args.games,
        seed=args.seed or 0,
    )
    exports = exports_to(plan, [Path(name) for name in args.out])
    simulate(
        plan, exports, workers=args.workers, timeout=args.timeout, cluster=args.cluster, as_json=args.json
    )


def study(args: Namespace) -> None:
    """Play a study, or resume one."""
    with _needing("A study"):
        from repulse.cli.study import play_study

    play_study(args, Screen())


def study_report(args: Namespace) -> None:
    """Report on studies."""
    with _needing("A report"):
        from repulse.cli.study import report

    report([Path(name) for name in args.folders], Screen(), html=_path(args.html), as_json=args.json)


def league(args: Namespace) -> None:
    """Rate bots."""
    with _needing("A league"):
        from repulse.cli.league import plan_of, run_league, show_league, write_league
    from repulse.cli.options import names, read_options

    if args.plan and (args.game or args.bots or args.option or args.players):
        raise RepulseError("A league takes either --plan, or a game with options and bots, not both.")
    plan, seed = plan_of(
        _path(args.plan),
        game="" if args.plan else _game(args),
        options=read_options(args.option, args.players),
        bots=names(args.bots),
        deals=args.deals,
        seed=args.seed,
    )
    standings = run_league(
        plan,
        seed,
        results=_path(args.results),
        workers=args.workers,
        timeout=args.timeout,
        cluster=args.cluster,
    )
    if args.json:
        print_json([standing.to_data() for standing in standings])
    else:
        show_league(standings, Screen())
    command = "make league" if args.plan else "repulse league"
    write_league(standings, chart=_path(args.svg), page=_path(args.markdown), command=command)


def exam(args: Namespace) -> None:
    """Rate a language model."""
    from repulse.cli.options import names, read_options

    with _needing("An exam"):
        from repulse.cli.exam import run_exam, show_exam, write_exam
        from repulse.env.text.exam import ExamPlan

    plan = ExamPlan(
        game=_game(args),
        options=read_options(args.option, args.players),
        opponents=tuple(names(args.bots)) or ExamPlan.opponents,
        deals=args.deals,
        seed=args.seed or 0,
        max_mistakes=args.max_mistakes,
        rules=not args.no_rules,
        language=_language(args),
    )
    table = run_exam(args.model, plan, results=_path(args.results))
    if args.json:
        print_json([row.to_data() for row in table])
    else:
        show_exam(table, Screen())
    write_exam(table, _path(args.markdown))


def mcp(args: Namespace) -> None:
    """Serve an assistant."""
    with _needing("An assistant's seat"):
        from repulse.mcp.server import run

    run()


def replay(args: Namespace) -> None:
    """Replay a recorded game."""
    from repulse.cli.replay import TerminalReplay, read_viewer
    from repulse.engine.contract import EVERYTHING
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(args)
    record = read_record_file(Path(args.file))
    try:
        shown = TerminalReplay(
            display_of(record.game, language), record, Screen(args.plain), viewer=EVERYTHING
        )
    except RepulseError as error:
        raise RepulseError(f"{args.file}: {error}") from error
    if args.viewer is not None:
        shown.viewer = read_viewer(args.viewer, shown.match.state.players)
    if args.at is not None:
        shown.go(args.at)
    if args.log:
        shown.log()
    elif args.at is not None or not on_terminal():
        shown.show()
    else:
        shown.go(0)
        shown.walk()


def hint(args: Namespace) -> None:
    """Suggest an answer."""
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(args)
    record = read_record_file(Path(args.file))
    with _about(args.file):
        from repulse.cli.advice import show_hint

        display = display_of(record.game, language)
        seat = None if args.seat is None else args.seat - 1
        show_hint(
            record, display, Screen(), position=args.at, seat=seat, seconds=args.seconds, as_json=args.json
        )


def review(args: Namespace) -> None:
    """Review a game."""
    from repulse.files import read_record_file
    from repulse.games import display_of

    language = _language(args)
    record = read_record_file(Path(args.file))
    with _about(args.file):
        from repulse.cli.advice import make_review, show_review, write_review

        result = make_review(record, display_of(record.game, language), args.determinizations)
    if args.json:
        print_json(result.to_data())
    else:
        show_review(result, language, Screen())
    write_review(result, _path(args.html), language)


def games(args: Namespace) -> None:
    """List the games."""
    from repulse.cli.games import games_data, show_games

    if args.json:
        print_json(games_data())
    else:
        show_games(Screen())


def cards(args: Namespace) -> None:
    """Search cards."""
    from repulse.cli.cards import Filters, cards_data, show_cards, write_gallery, write_picture
    from repulse.games import display_of

    display = display_of(_game(args), _language(args))
    if args.svg is not None:
        write_picture(display, args.svg[0], Path(args.svg[1]))
        return
    filters = Filters(display, " ".join(args.query), **_facets(args))
    if args.html is not None:
        write_gallery(filters, Path(args.html))
    elif args.json:
        print_json(cards_data(filters))
    else:
        show_cards(filters, Screen())


def _facets(args: Namespace) -> dict[str, str | None]:
    """Return the facets of cards that a command names."""
    facets = {facet: getattr(args, facet) for facet in ("set", "type", "kind", "keyword", "phase")}
    return {**facets, "cost": None if args.cost is None else str(args.cost)}


def almanac(args: Namespace) -> None:
    """Show what wins."""
    from repulse.cli.almanac import AlmanacQuery, show_almanac

    if (args.table == "card") != bool(args.name):
        raise RepulseError("'repulse almanac card NAME' shows a card; other tables take no name.")
    question = AlmanacQuery(
        args.table,
        _game(args),
        " ".join(args.name),
        sort=args.sort,
        limit=args.limit,
        min_seats=args.min_seats,
    )
    show_almanac(
        question,
        Screen(args.plain),
        mode=args.mode,
        players=args.players,
        facets=_facets(args),
        language=_language(args),
        as_json=args.json,
    )


def almanac_make(args: Namespace) -> None:
    """Play and count games for the almanac."""
    with _needing("An almanac"):
        from repulse.cli.almanac import Making, make_almanac

        making = Making(
            Path(args.folder),
            args.games,
            seed=args.seed or 0,
            workers=args.workers,
            seconds=args.timeout,
            game=args.game,
            mode=args.mode,
            players=args.players,
        )
        make_almanac(making)


def almanac_pack(args: Namespace) -> None:
    """Condense counts to the almanac that ships."""
    with _needing("An almanac"):
        from repulse.almanac.shipped import FOLDER
        from repulse.cli.almanac import pack_almanac

        pack_almanac([Path(name) for name in args.folders], _path(args.to) or FOLDER, Screen())


def rules(args: Namespace) -> None:
    """Show or search the rules."""
    from repulse.cli.rulebook import rules_data, show_rules

    if args.json:
        print_json(rules_data(args.game, args.words, args.language, overlays=args.overlays))
    else:
        show_rules(args.game, args.words, Screen(), language=args.language, overlays=args.overlays)


def bench(args: Namespace) -> None:
    """Measure the speed of this installation."""
    from repulse.cli.benchmark import measure, show_figures
    from repulse.cli.options import read_options
    from repulse.games import game_names

    games = [args.game] if args.game else game_names()
    figures = measure(games, read_options(args.option, args.players), args.seconds)
    if args.json:
        print_json(figures)
    else:
        show_figures(figures, Screen())


def completion(args: Namespace) -> None:
    """Print the shell completion script."""
    with _needing("Shell completion"):
        from repulse.cli.completion import shell_code

    print(shell_code(args.shell))


def doctor(args: Namespace) -> None:
    """Report on this installation."""
    from repulse.cli.doctor import examine, show

    report = examine()
    if args.json:
        print_json(report.as_data())
    else:
        show(report, Screen())


def version(args: Namespace) -> None:
    """Print the version."""
    print(f"repulse {repulse.__version__}")


def _game(args: Namespace) -> str:
    """Return the game that is named, or else the first one."""
    from repulse.games import game_names

    game: str | None = args.game
    return game or game_names()[0]


def _language(args: Namespace) -> str:
    from repulse.engine.display.words import check_language

    return check_language(args.language)


@contextmanager
def _about(file: str) -> Iterator[None]:
    """Name the file in errors."""
    try:
        yield
    except RepulseError as error:
        raise RepulseError(f"{file}: {error}") from error


@contextmanager
def _needing(what: str) -> Iterator[None]:
    """Turn a missing package into an error that names it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_package_error(f"{what} needs", error.name) from error


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)
