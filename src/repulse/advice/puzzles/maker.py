"""Finds puzzles: plays games between bots, and searches the decisions in which one answer seems to be clearly best.

A decision becomes a puzzle if

- two searches with fixed counts and different seeds agree on the best answer, each with a lead of at least `MIN_LEAD` in the chance of
  winning over every other answer, and by more than chance;
- it is not trivial: the bot `sensible` does not find the answer with every seed;
- it is not a matter of luck: the best answer is better than the second in most determinizations, not only on average.

Everything follows from the mode and a number, the seed of the game; time does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Final

from repulse.advice.adviser import default_adviser
from repulse.advice.puzzles.puzzle import Puzzle, PuzzleAnswer, puzzle_id
from repulse.advice.puzzles.themes import themes_of
from repulse.advice.ranking import SIGNIFICANT_Z, rank_options
from repulse.advice.reasons import collect_gains, reasons
from repulse.bots import make_bot
from repulse.bots.match_bots import MatchBots, show_history
from repulse.bots.names import exact_name
from repulse.bots.neural.candidates import Option, mean_and_error
from repulse.bots.neural.search import Searcher
from repulse.engine.bot import answer_of, bot_seed
from repulse.engine.contract import ONE, Choice, Decision, Seat, State
from repulse.engine.match import Match
from repulse.games import display_of, entry_of, game_named

MIN_LEAD: Final = 0.12
"""The lead of the best answer in the chance of winning."""
SCAN_LEAD: Final = 0.11
"""The lead in the first, quick search from which a decision is examined."""
SCAN_DETERMINIZATIONS: Final = 4
PROBE_DETERMINIZATIONS: Final = 16
"""Determinizations of a first search of all answers, after which most decisions are out."""
PROBE_LEAD: Final = 0.09
DETERMINIZATIONS: Final = 64
"""Determinizations of each of the two deep searches."""
CANDIDATES: Final = 5
"""Answers that are searched besides those of the bots."""
MAX_OPTIONS: Final = 10
"""Of a question with more options only the candidates are searched."""
MIN_BETTER: Final = 0.55
"""The share of determinizations in which the best answer must be better than the second; with less it was luck."""
MIN_WIN: Final = 0.15
"""A game that is lost whatever is answered makes no puzzle."""
MAX_PER_GAME: Final = 3
TRIES: Final = 8
"""The number of times each level is asked."""
LEVELS: Final = {"beginner": 1100, "casual": 1350, "sensible": 1500, "expert": 1700, "learned": 1800}
"""The levels that grade a puzzle, with their ratings in the league (docs/reference/league.md)."""
SEARCHED_REASONS: Final = 4
"""The number of answers whose reasons are kept."""
_SEATED: Final = ("learned", "sensible", "sensible")
_DEEP, _CHECK, _PROBE = 1, 2, 3


@dataclass
class _Candidate:
    """A decision that passed the quick search."""

    step: int
    seat: Seat
    round: int
    lead: float


def find_puzzles(game: str, mode: str, number: int) -> Iterator[Puzzle]:
    """Yield the puzzles of a game between bots.

    Args:
        game: The name of the game.
        mode: Its mode.
        number: The number of the game, from 0; its seed.
    """
    match, bots = _new_match(game, mode, number)
    candidates = _play(match, bots)
    candidates.sort(key=lambda candidate: (-candidate.lead, candidate.step))
    rounds = match.state.round_number()
    count = 0
    for candidate in candidates:
        puzzle = _examine(match, bots, candidate, mode=mode, rounds=rounds)
        if puzzle is not None:
            count += 1
            yield puzzle
        if count == MAX_PER_GAME:
            return


def _new_match(game: str, mode: str, number: int) -> tuple[Match, list[str]]:
    rules = game_named(game)
    entry = next(entry for entry in rules.modes() if entry.name == mode)
    rng = Random(f"{game}/{mode}/{number}")
    players = rng.choice(entry.players[:3])
    options = rules.check_options(rules.with_players(dict(entry.options), players))
    return Match(rules, options, rng.getrandbits(63)), [rng.choice(_SEATED) for _ in range(players)]


def _play(match: Match, bots: Sequence[str]) -> list[_Candidate]:
    """Play a match to its end; return the decisions in which one answer seems clearly best."""
    searchers = [
        _searcher(match, seat, 0, determinizations=SCAN_DETERMINIZATIONS) for seat in range(len(bots))
    ]
    seated = MatchBots(fresh=True)
    candidates: list[_Candidate] = []
    step_id = -1
    while not match.is_over():
        if match.state.step_id != step_id:
            step_id = match.state.step_id
            for seat, searcher in enumerate(searchers):
                searcher.observe(match.state.view(seat))
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        if not decision.forced():
            # A puzzle is a decision that the usual bot gets wrong: where both agree, nothing is searched.
            usual, strong = (seated.answer(match, seat, exact_name(name)) for name in ("sensible", "learned"))
            if usual != strong:
                lead = _quick_lead(searchers[seat], match.state.view(seat), decision, answers=[usual, strong])
                if lead >= SCAN_LEAD:
                    candidates.append(_Candidate(len(match.choices), seat, match.state.round_number(), lead))
        match.answer(seat, seated.answer(match, seat, exact_name(bots[seat])))
    return candidates


def _searcher(match: Match, seat: Seat, purpose: int, *, determinizations: int) -> Searcher:
    seed = bot_seed(match.seed, seat, 1_000_000 * purpose + len(match.choices))
    searcher = default_adviser(match.game.name, seed, inf)
    searcher.max_determinizations = determinizations
    return searcher


def _quick_lead(searcher: Searcher, view: State, decision: Decision, *, answers: list[Choice]) -> float:
    """Return the lead of the better of two answers by a quick search; 0 for a lost game."""
    options = searcher.evaluate_options(view, decision, include=answers, limit=1, batch=SCAN_DETERMINIZATIONS)
    options = [option for option in options if sorted(option.choice) in answers]
    wins = sorted((option.win_chance for option in options), reverse=True)
    return wins[0] - wins[1] if len(wins) > 1 and wins[0] >= MIN_WIN else 0.0


def _examine(
    match: Match, bots: Sequence[str], candidate: _Candidate, *, mode: str, rounds: int
) -> Puzzle | None:
    """Return the puzzle that a decision makes; None if it makes none."""
    position = Match(match.game, match.options, match.seed)
    position.answer_all(match.choices[: candidate.step])
    seat = candidate.seat
    decision, view = position.state.decision(seat), position.state.view(seat)
    answers = {level: _answers_of(level, position, seat) for level in LEVELS}
    named = [choice for choices in answers.values() for choice in choices]
    probe = sorted(option.win_chance for option in _search(position, seat, _PROBE, include=named))
    if len(probe) < 2 or probe[-1] - probe[-2] < PROBE_LEAD:
        return None
    first = _search(position, seat, _DEEP, include=named)
    best = _clearly_best(first)
    if best is None or all(choice == sorted(best.choice) for choice in answers["sensible"]):
        return None
    second = _search(position, seat, _CHECK, include=[option.choice for option in first])
    check = _clearly_best(second)
    if check is None or sorted(check.choice) != sorted(best.choice):
        return None
    found_by = {
        level: sum(choice == sorted(best.choice) for choice in choices) / len(choices)
        for level, choices in answers.items()
    }
    ordered = sorted(first, key=lambda option: (option is not best, -option.win_chance))
    checks = {tuple(sorted(option.choice)): option.win_chance for option in second}
    game = match.game
    tokens = [[game.token(view, decision.domain, value) for value in option.choice] for option in ordered]
    return Puzzle(
        id=puzzle_id(mode, match.seed, candidate.step),
        game=game.name,
        mode=mode,
        rules=game.rules,
        options=dict(match.options),
        seed=match.seed,
        choices=list(match.choices[: candidate.step]),
        seat=seat,
        prompt=decision.prompt,
        round=candidate.round,
        bots=list(bots),
        answers=[
            PuzzleAnswer(
                tokens[index],
                round(option.win_chance, 3),
                round(checks[tuple(sorted(option.choice))], 3),
                round(option.score, 1),
            )
            for index, option in enumerate(ordered)
        ],
        themes=themes_of(
            decision.prompt,
            tokens[:2],
            simultaneous=len(position.state.seats_owing()) > 1,
            rounds_left=rounds - candidate.round,
        ),
        rating=rating_of(found_by),
        found_by={level: round(share, 3) for level, share in found_by.items()},
        reasons=_reasons(game.name, ordered, seat),
    )


def _search(position: Match, seat: Seat, purpose: int, *, include: Sequence[Choice]) -> list[Option]:
    """Search the answers to a decision, with what the seat has seen."""
    count = PROBE_DETERMINIZATIONS if purpose == _PROBE else DETERMINIZATIONS
    searcher = _searcher(position, seat, purpose, determinizations=count)
    show_history(position, seat, searcher)
    decision: Decision = position.state.decision(seat)
    every = decision.kind == ONE and len(decision.options) <= MAX_OPTIONS
    included = [[value] for value in decision.options] if every else list(include)
    return searcher.evaluate_options(
        position.state.view(seat),
        decision,
        include=included,
        limit=CANDIDATES,
        batch=16,
        record=purpose == _DEEP,
    )


def _clearly_best(options: Sequence[Option]) -> Option | None:
    """Return the answer that is clearly best, not by luck; None if there is none."""
    ordered = sorted(options, key=lambda option: -option.win_chance)
    if len(ordered) < 2 or ordered[0].win_chance < MIN_WIN:
        return None
    best = ordered[0]
    for other in ordered[1:]:
        gaps = [ours.win - theirs.win for ours, theirs in zip(best.playouts, other.playouts, strict=True)]
        mean, error = mean_and_error(gaps)
        better = sum((gap > 0) + 0.5 * (gap == 0) for gap in gaps) / len(gaps)
        if mean < MIN_LEAD or mean <= SIGNIFICANT_Z * error or better < MIN_BETTER:
            return None
    return best


def _answers_of(level: str, position: Match, seat: Seat) -> list[Choice]:
    """Return the answers of a level, with several seeds."""
    answers: list[Choice] = []
    for number in range(TRIES):
        bot = make_bot(
            exact_name(level), position.game.name, bot_seed(position.seed, seat, 9_000_000 + number)
        )
        bot.begin(position.game, position.options, seat)
        if level == "learned":
            # Of all levels only this one always takes the likeliest answer: sampled, it says how likely that is.
            sampled: Any = bot
            sampled.temperature = 1.0
        answers.append(sorted(answer_of(bot, position.state, position.state.decision(seat))))
    return answers


def rating_of(found_by: dict[str, float]) -> int:
    """Return the rating of a puzzle that levels find so often: a player of that rating finds it half of the time."""
    low, high = 700.0, 2500.0
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - LEVELS[level]) / 400)) for level in found_by)
        if expected > sum(found_by.values()):
            low = middle
        else:
            high = middle
    return round(low)


def _reasons(game: str, options: Sequence[Option], seat: Seat) -> dict[str, list[list[str]]]:
    """Return why the first answers are better or worse, in every language."""
    ranked = rank_options(options)
    order = {id(option): place for place, option in enumerate(options)}
    ranked.sort(key=lambda row: order[id(row.option)])
    texts: dict[str, list[list[str]]] = {}
    for language in entry_of(game).display_class.languages():
        display = display_of(game, language)
        gains = [collect_gains(row, seat, display) for row in ranked[:SEARCHED_REASONS]]
        texts[language] = [
            reasons(row, gains[0] if place else gains[1], display) for place, row in enumerate(gains)
        ]
    return texts
