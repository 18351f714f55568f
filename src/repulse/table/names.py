"""Names and lines that people type, made fit to be shown to others.

A name must not pass for something that the table itself says: a seat without a name, a bot, the host, the server. Nor may letters of two alphabets
that look alike stand in one word, since they serve to pass for somebody else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from repulse.engine.display.languages import LANGUAGES
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.words import table_words

MAX_NAME_CHARS: Final = 40
MAX_AVATAR_CHARS: Final = 16
MAX_MARKS: Final = 2
"""Combining marks on one letter: more would reach into the lines above and below."""

RESERVED: Final = {
    "en": "you host server operator admin administrator moderator system spectator repulse",
    "de": "du sie gastgeber gastgeberin server betreiber betreiberin administrator administratorin verwalter "
    "verwalterin moderator moderatorin system zuschauer zuschauerin",
    "fr": "vous toi hôte serveur opérateur opératrice administrateur administratrice modérateur modératrice "
    "système spectateur spectatrice",
    "ja": "あなた ホスト サーバー サーバ 運営 運営者 管理者 管理人 モデレーター システム 観戦者",
}
"""Names that nobody may have, by language: readers would take it for the table, for its host, or for themselves."""

BOTS: Final = ("bot", "robot", "ボット")
"""Words that no name begins with; in a language without spaces, regardless of the text that follows."""

_LOOK_ALIKES: Final = str.maketrans(
    # Cyrillic, then Greek; capitals apart, as some look like another letter than the small one does.
    "АВЕЅІЈКМНОРСТУХабвеѕіјкмнорстухһӏԁԛԝԌ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζηικνορτυχ" + "01$",
    "ABESIJKMHOPCTYXa6besijkmhopctyxhldqwG" + "ABEZHIKMNOPTYXabeznikvoptux" + "ols",
)
_MARKS: Final = re.compile("[\u0300-\u036f]")
_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE")
"""Alphabets with letters that look alike."""


def clean(text: str, what: str, max_chars: int = MAX_NAME_CHARS) -> str:
    """Return a text on one line, without invisible characters.

    Raises:
        RefusalError: It is too long.
    """
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    line = _without_stacks(line)
    if len(line) > max_chars:
        raise RefusalError(RefusalCode.TOO_LONG, f"{what} has at most {max_chars} characters.")
    return line


def person_name(text: str) -> str:
    """Return the normalized name of a person.

    Raises:
        RefusalError: The name could be mistaken for something else.
    """
    name = clean(text, "A name")
    words = re.findall(r"\w+", _folded(name))
    if "".join(words) in _reserved() or (words and _is_bot(words[0])):
        raise RefusalError(
            RefusalCode.BAD_NAME,
            "Seats, bots, the host and the server are called that. Please choose another name.",
        )
    if any(len(_alphabets(word)) > 1 for word in name.split()):
        raise RefusalError(
            RefusalCode.MIXED_NAME,
            "A word of this name mixes letters of two alphabets. Please choose another name.",
        )
    return name


def check_avatar(seed: str) -> str:
    """Return the seed of a person's picture.

    Raises:
        RefusalError: It is not one.
    """
    if not (seed.isascii() and (seed.isalnum() or not seed) and len(seed) <= MAX_AVATAR_CHARS):
        raise RefusalError(
            RefusalCode.BAD_MESSAGE, f"A face is given by up to {MAX_AVATAR_CHARS} letters and digits."
        )
    return seed


def _without_stacks(text: str) -> str:
    """Return a text without marks piled on one letter."""
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            letters.append(letter)
    return "".join(letters)


def _folded(name: str) -> str:
    """Return what names have in common that look alike: without case and accents, with the Latin letter for each look-alike."""
    plain = unicodedata.normalize("NFKC", name).translate(_LOOK_ALIKES).casefold()
    bare = unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", plain)))
    # A capital I, a small L and the digit look the same.
    return bare.translate(_LOOK_ALIKES).replace("i", "l")


def _is_bot(word: str) -> bool:
    return any(word == _folded(bot) or (not bot.isascii() and word.startswith(_folded(bot))) for bot in BOTS)


def _alphabets(word: str) -> set[str]:
    """Return the alphabets of the letters of a word, as far as they can be mistaken for each other."""
    names = (unicodedata.name(letter, "") for letter in unicodedata.normalize("NFKC", word))
    return {name.partition(" ")[0] for name in names} & set(_ALPHABETS)


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    """Return the names that nobody may have, folded and without spaces."""
    seats = [
        table_words(language).text("player", {"n": number})
        for language in LANGUAGES
        for number in range(1, 10)
    ]
    words = [word for text in RESERVED.values() for word in text.split()]
    return frozenset("".join(re.findall(r"\w+", _folded(name))) for name in [*seats, *words])
