"""Refusals: why a command or request cannot be carried out, as a stable code and a sentence."""

from __future__ import annotations

from enum import StrEnum

from repulse.engine.contract import IllegalChoice, RepulseError


class RefusalCode(StrEnum):
    """The stable ids of refusals, with the HTTP status of each."""

    http_status: int

    def __new__(cls, value: str, http_status: int = 400) -> RefusalCode:
        """Create a member from its id and its HTTP status."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.http_status = http_status
        return member

    BAD_MESSAGE = "bad-message"
    BAD_NAME = "bad-name"
    BAD_OPTIONS = "bad-options"
    BAD_RECORD = "bad-record"
    BAD_SEATS = "bad-seats"
    BAD_SEED = "bad-seed"
    BAD_STEP = "bad-step"
    ERROR = "error"
    ILLEGAL = "illegal"
    LESSON = "lesson"
    MIXED_NAME = "mixed-name"
    NEEDS_SERVER = "needs-server"
    NO_NET = "no-net"
    NO_SUCH_BOT = "no-such-bot"
    NO_SUCH_SEAT = "no-such-seat"
    NOT_STARTED = "not-started"
    PROTOCOL = "protocol"
    TOO_LONG = "too-long"

    BAD_TOKEN = "bad-token", 403
    BANNED = "banned", 403
    HIDDEN = "hidden", 403
    HOST_ONLY = "host-only", 403
    NO_HINTS = "no-hints", 403
    NOT_YOURS = "not-yours", 403
    PASSWORD = "password", 403
    WRONG_PASSWORD = "wrong-password", 403

    NO_SUCH_GAME = "no-such-game", 404
    NO_SUCH_LESSON = "no-such-lesson", 404
    NO_SUCH_ROOM = "no-such-room", 404
    NOT_FOUND = "not-found", 404

    ID_USED = "id-used", 409
    NO_CHAT = "no-chat", 409
    NO_UNDO = "no-undo", 409
    NOT_NOW = "not-now", 409
    NOT_OWING = "not-owing", 409
    SEAT_TAKEN = "seat-taken", 409
    SEATS_OPEN = "seats-open", 409
    STALE = "stale", 409

    OLD_RULES = "old-rules", 410
    TOO_LARGE = "too-large", 413

    ROOM_FULL = "room-full", 429
    TOO_MANY_GUESSES = "too-many-guesses", 429
    TOO_MANY_HINTS = "too-many-hints", 429
    TOO_MANY_REQUESTS = "too-many-requests", 429
    TOO_MANY_REVIEWS = "too-many-reviews", 429
    TOO_MANY_ROOMS = "too-many-rooms", 429
    TOO_MANY_SEATS = "too-many-seats", 429
    TOO_MUCH_TALK = "too-much-talk", 429

    INTERNAL = "internal", 500
    BUSY = "busy", 503
    STORAGE = "storage", 503


class RefusalError(RepulseError):
    """A command or request that cannot be carried out in the present state of a room; nothing has changed.

    Args:
        code: The stable id that clients get.
        message: The reason, as a sentence for people.
        reason: The rules' own id of the reason, if the rules refuse an answer.
    """

    def __init__(self, code: RefusalCode, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason


def illegal(error: IllegalChoice, message: str = "") -> RefusalError:
    """Return a refusal by the rules as one by the room.

    Args:
        error: The error that the rules raised.
        message: A text in place of the English one of the rules.
    """
    codes = {"not-owing": RefusalCode.NOT_OWING, "not-yours": RefusalCode.NOT_YOURS}
    return RefusalError(codes.get(error.reason, RefusalCode.ILLEGAL), message or str(error), error.reason)
