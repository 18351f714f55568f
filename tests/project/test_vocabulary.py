"""Rejected words and names are found where they matter, and only there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tools.vocabulary import Vocabulary, read_vocabulary

pytestmark = pytest.mark.source_only


def vocabulary(allowed: Sequence[str] = (), pending: Sequence[str] = ()) -> Vocabulary:
    return Vocabulary(
        {
            "words": {"forsooth": "indeed", "by and by": "gradually"},
            "openings": {"Wherefore": "the reason", "How sore": "the pain"},
            "names": {"^_?HUGEST_": "MAX_"},
            "variables": {"thingy": "the noun"},
            "exceptions": {"allowed": list(allowed)},
            "pending": {"paths": list(pending)},
        }
    )


def texts(path: str, source: str, **settings: Sequence[str]) -> list[tuple[int, str]]:
    return [(finding.line, finding.text) for finding in vocabulary(**settings).check(path, source)]


def test_words_of_comments_and_strings_are_found() -> None:
    source = '"""One.\n\nForsooth."""\nforsooth = 1  # by  and by\nprint(f"well {1} forsooth")\n'
    assert texts("a.py", source) == [(3, "Forsooth"), (4, "by and by"), (5, "forsooth")]


def test_names_of_constants_and_variables_are_found() -> None:
    source = "HUGEST_SIZE = 1\n\n\ndef f(thingy: int) -> int:\n    return thingy\n"
    assert texts("a.py", source) == [(1, "HUGEST_SIZE"), (4, "thingy")]


def test_a_variable_is_not_a_method() -> None:
    assert texts("a.py", "class A:\n    def thingy(self) -> None: ...\n") == []


def test_openings_of_docstrings_and_comments_are_found() -> None:
    source = 'def f() -> None:\n    """Wherefore it is.\n\n    Args:\n        x: How sore it is.\n    """\n# Wherefore so.\n'
    assert texts("a.py", source) == [(2, "Wherefore"), (5, "How sore"), (7, "Wherefore")]
    assert texts("a.ts", "/** Wherefore it is. */\n// How sore\n") == [(1, "Wherefore"), (2, "How sore")]


def test_questions_and_later_words_are_no_openings() -> None:
    assert texts("a.py", "# Wherefore is it so?\nx = 'Wherefore'  # so: Wherefore\n") == []


@pytest.mark.parametrize("path", ["a.ts", "a.svelte"])
def test_page_sources_are_read_for_comments_alone(path: str) -> None:
    assert texts(path, 'let a = "forsooth";\n// forsooth\n/* a\nforsooth */\n') == [
        (2, "forsooth"),
        (4, "forsooth"),
    ]


def test_code_blocks_of_documents_are_left_out() -> None:
    assert texts("a.md", "# Title\n```\nforsooth\n```\nForsooth\n") == [(5, "Forsooth")]


def test_an_exception_names_its_file() -> None:
    assert texts("a.md", "forsooth", allowed=["a.md: forsooth"]) == []
    assert texts("b.md", "forsooth", allowed=["a.md: forsooth"]) == [(1, "forsooth")]


def test_pending_folders_hold_what_lies_below_them() -> None:
    words = vocabulary(pending=["src/a", "docs/b.md"])
    assert words.is_pending("src/a/b.py")
    assert words.is_pending("docs/b.md")
    assert not words.is_pending("src/ab.py")


def test_the_vocabulary_of_the_project_can_be_read() -> None:
    assert read_vocabulary().words["anew"] == "again"
