"""The tokens of options: stable words that records, screens and programs use instead of numbers."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import RepulseError
from repulse.games.galaxy.codes import action, no_card
from repulse.games.galaxy.codes.packing import (
    POWERS_PER_CARD,
    card_chosen,
    card_of,
    index_of,
    is_kept,
    pack_keep,
    pack_power,
    pack_use,
    power_of,
    world_of,
)
from repulse.games.galaxy.rules.card_table import CardId, CardIndex

PASS_WORD: Final = "pass"
DECK_WORDS: Final = ("Near Frontier", "Far Frontier", "attack", "settle")
_KEEP_WORD: Final = "keep "
_WITH: Final = " + "


def word_of(table: CardIndex, domain: str, value: int) -> str:
    """Return the token of an option."""
    if domain == "action":
        return action.TOKENS[value]
    if domain == "number":
        return str(value)
    if value == -1:
        return PASS_WORD
    if domain == "deck":
        return DECK_WORDS[value]
    if domain == "power":
        return _power_word(table, value)
    if domain == "means":
        power, world = power_of(value), world_of(value)
        word = _power_word(table, power)
        return word + _WITH + table.names[world] if world else word
    if domain == "frontier" and is_kept(value):
        return _KEEP_WORD + table.names[card_chosen(value)]
    return table.names[value]


def value_of(table: CardIndex, domain: str, word: str) -> int:
    """Return the option that a token stands for.

    Raises:
        RepulseError: No option has that token.
    """
    if domain == "action" and word in action.TOKENS:
        return action.TOKENS.index(word)
    if domain == "number" and _is_number(word):
        return int(word)
    if domain == "deck" and word in DECK_WORDS:
        return DECK_WORDS.index(word)
    if domain in ("card", "world", "power", "means") and word == PASS_WORD:
        return -1
    if domain == "power":
        return _power_value(table, word)
    if domain == "means":
        power, _, world = word.partition(_WITH)
        return pack_use(_power_value(table, power), _card_value(table, world) if world else 0)
    if domain == "frontier" and word.startswith(_KEEP_WORD):
        return pack_keep(_card_value(table, word.removeprefix(_KEEP_WORD)))
    if domain in ("card", "world", "frontier"):
        return _card_value(table, word)
    raise RepulseError(f"{word!r} is no {domain}.")


def _is_number(word: str) -> bool:
    """Return whether a word is a number as we write it: records keep tokens as they were given."""
    return word.isdecimal() and str(int(word)) == word


def _card_value(table: CardIndex, word: str) -> CardId:
    if word not in table.ids:
        raise RepulseError(f"There is no card {word!r} in this game.")
    return table.ids[word]


def _power_word(table: CardIndex, ident: int) -> str:
    if ident < POWERS_PER_CARD:
        return no_card.TOKENS[ident]
    return f"{table.names[card_of(ident)]} #{index_of(ident) + 1}"


def _power_value(table: CardIndex, word: str) -> int:
    if word in no_card.TOKENS:
        return no_card.TOKENS.index(word)
    name, _, number = word.rpartition(" #")
    card = _card_value(table, name)
    if not _is_number(number) or not 1 <= int(number) <= len(table.powers[card]):
        raise RepulseError(f"There is no power {word!r}.")
    return pack_power(card, int(number) - 1)
