"""Tokens, room ids and passwords: created, hashed and compared."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from typing import Final

_SCRYPT: Final = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}


def new_token() -> str:
    """Return a new unguessable token."""
    return secrets.token_urlsafe(32)


def new_room_id() -> str:
    """Return a new unguessable room id: it is the invitation."""
    return secrets.token_hex(10)


def token_hash(token: str) -> str:
    """Return the hash under which a token is stored. A token is long and random, so a plain hash is safe."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def password_hash(password: str) -> str:
    """Return the hash under which a password is stored; empty for none."""
    if not password:
        return ""
    salt = os.urandom(16)
    return f"{salt.hex()}:{hashlib.scrypt(password.encode(), salt=salt, **_SCRYPT).hex()}"


def is_password(password: str, kept: str) -> bool:
    """Return whether a password matches the stored hash."""
    salt, _, digest = kept.partition(":")
    computed = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), **_SCRYPT).hex()
    return hmac.compare_digest(computed, digest)
