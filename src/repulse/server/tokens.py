"""Tokens, the ids of rooms, passwords: made, hashed and compared; and faces."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from typing import Final

from repulse.table.room import Refusal

LONGEST_FACE: Final = 16

_SCRYPT: Final = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def new_room_id() -> str:
    """An id that nobody can guess either: it is the invitation."""
    return secrets.token_hex(10)


def token_hash(token: str) -> str:
    """What is stored of a token. It is long and random, so a plain hash reveals nothing about it."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def password_hash(password: str) -> str:
    """What is stored of a password; empty for none."""
    if not password:
        return ""
    salt = os.urandom(16)
    return f"{salt.hex()}:{hashlib.scrypt(password.encode(), salt=salt, **_SCRYPT).hex()}"


def is_password(password: str, kept: str) -> bool:
    """Whether a password matches the stored one."""
    salt, _, digest = kept.partition(":")
    made = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), **_SCRYPT).hex()
    return hmac.compare_digest(made, digest)


def checked_face(face: str) -> str:
    """The seed of a face; Refusal if it is not one."""
    if not (face.isascii() and (face.isalnum() or not face) and len(face) <= LONGEST_FACE):
        raise Refusal("bad-message", f"A face is given by up to {LONGEST_FACE} letters and digits.")
    return face
