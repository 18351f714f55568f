"""Values as bytes for another machine, without pickle: JSON, or an npz archive where arrays are involved.

The reader says which type it expects, and nothing in the bytes names a class: foreign bytes can at worst make a value of
that type. Types are built from dataclasses, named tuples, tuples, lists, mappings with texts as keys, optional values,
numbers, texts, bytes and numpy arrays; `object` and `Any` stand for plain JSON.
"""

from __future__ import annotations

import json
import types
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from io import BytesIO
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

import numpy as np

from repulse.engine.bot import BotError
from repulse.engine.contract import RepulseError
from repulse.jobs.pool import BatchResult

TREE: Final = "tree"
"""The member of an archive that holds the JSON; the arrays are numbered."""
_ZIP_MAGIC: Final = b"PK"

Arrays: TypeAlias = list[Any]


class CodecError(RepulseError, ValueError):
    """Bytes that are no value of the expected type, or a value that cannot travel."""


def encode(value: object) -> bytes:
    """Return a value as bytes.

    Raises:
        CodecError: The value contains something that cannot be sent.
    """
    arrays: Arrays = []
    text = json.dumps(_pack(value, arrays), ensure_ascii=False, separators=(",", ":")).encode()
    if not arrays:
        return text
    buffer = BytesIO()
    members: dict[str, Any] = {str(number): array for number, array in enumerate(arrays)}
    np.savez(buffer, allow_pickle=False, **{TREE: np.frombuffer(text, np.uint8)}, **members)
    return buffer.getvalue()


def decode(data: bytes, kind: Any) -> Any:
    """Return the value of type `kind` that bytes hold.

    Raises:
        CodecError: They hold something else.
    """
    arrays: Arrays = []
    try:
        if data.startswith(_ZIP_MAGIC):
            with np.load(BytesIO(data), allow_pickle=False) as stored:
                text = stored[TREE].tobytes()
                arrays = [stored[str(number)] for number in range(len(stored.files) - 1)]
        else:
            text = data
        return _unpack(json.loads(text), kind, arrays)
    except (ValueError, TypeError, LookupError, OSError, AttributeError, zipfile.BadZipFile) as error:
        raise CodecError(f"These bytes are not a {_name(kind)}: {error!r}.") from error


def _pack(value: object, arrays: Arrays) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return len(arrays) - 1
    if isinstance(value, bytes | bytearray):
        arrays.append(np.frombuffer(value, np.uint8))
        return len(arrays) - 1
    if is_dataclass(value) and not isinstance(value, type):
        return [_pack(getattr(value, field.name), arrays) for field in fields(value)]
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise CodecError("Only mappings whose keys are texts can be sent.")
        return {key: _pack(part, arrays) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_pack(part, arrays) for part in value]
    raise CodecError(f"A {type(value).__name__} cannot be sent to another machine.")


def _unpack(node: Any, kind: Any, arrays: Arrays) -> Any:
    origin: Any = get_origin(kind) or kind
    arguments = get_args(kind)
    if origin in (Union, types.UnionType):
        return _unpack_union(node, arguments, arrays)
    if origin in (Any, object):
        return node
    if origin is np.ndarray:
        return arrays[node]
    if origin is bytes:
        return arrays[node].tobytes()
    if is_dataclass(origin):
        make: Any = origin
        names = [field.name for field in fields(origin)]
        # By name, because a dataclass may have keyword-only fields.
        return make(**dict(zip(names, _unpack_all(node, _field_types(origin), arrays), strict=True)))
    if isinstance(origin, type) and issubclass(origin, tuple):
        if hasattr(origin, "_fields"):
            return origin(*_unpack_all(node, list(get_type_hints(origin).values()), arrays))
        if arguments[-1:] == (Ellipsis,):
            return tuple(_unpack(part, arguments[0], arrays) for part in node)
        return tuple(_unpack_all(node, arguments, arrays))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        of = arguments[1] if arguments else object
        return {str(key): _unpack(part, of, arrays) for key, part in node.items()}
    if isinstance(origin, type) and issubclass(origin, Sequence) and origin is not str:
        if not isinstance(node, list):
            raise TypeError(f"{node!r} is not a list")
        return [_unpack(part, arguments[0] if arguments else object, arrays) for part in node]
    return _unpack_scalar(node, origin)


def _unpack_scalar(node: Any, kind: Any) -> Any:
    if kind is float and type(node) is int:
        return float(node)
    if kind not in (bool, int, float, str, types.NoneType) or type(node) is not kind:
        raise TypeError(f"{node!r} is not a {_name(kind)}")
    return node


def _unpack_union(node: Any, kinds: Sequence[Any], arrays: Arrays) -> Any:
    """Take the first type that fits; None and simple values have types of their own."""
    for kind in sorted(kinds, key=lambda kind: kind is not types.NoneType):
        try:
            return _unpack(node, kind, arrays)
        except (TypeError, ValueError, LookupError, AttributeError):
            continue
    raise TypeError(f"{node!r} fits none of {', '.join(map(_name, kinds))}")


def _unpack_all(nodes: Sequence[Any], kinds: Sequence[Any], arrays: Arrays) -> list[Any]:
    if not isinstance(nodes, list):
        raise TypeError(f"{nodes!r} is not a list")
    return [_unpack(node, kind, arrays) for node, kind in zip(nodes, kinds, strict=True)]


def _field_types(kind: Any) -> list[Any]:
    hints = get_type_hints(kind)
    return [hints[field.name] for field in fields(kind)]


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind))


# --- batches ---

_BOT, _REPULSE, _OTHER = "bot", "repulse", "other"


def encode_batch(batch: BatchResult[Any]) -> bytes:
    """Return a batch as bytes; its error, if any, keeps its message and notes."""
    error = batch.results[-1] if batch.results else None
    results = batch.results[:-1] if isinstance(error, Exception) else batch.results
    packed = _pack_error(error) if isinstance(error, Exception) else None
    return encode([batch.first, batch.seconds, results, packed])


def decode_batch(data: bytes, result_type: Any) -> BatchResult[Any]:
    """Return the batch that bytes hold.

    Raises:
        CodecError: They hold something else.
    """
    first, seconds, results, error = decode(data, tuple[int, float, list[result_type], list[object] | None])
    if error is not None:
        results.append(_unpack_error(error))
    return BatchResult(first, results, seconds)


def _pack_error(error: Exception) -> list[object]:
    notes = list(getattr(error, "__notes__", []))
    if isinstance(error, BotError):
        return [_BOT, str(error), error.illegal, notes]
    if isinstance(error, RepulseError):
        return [_REPULSE, str(error), False, notes]
    return [_OTHER, f"{type(error).__name__}: {error}", False, notes]


def _unpack_error(packed: list[Any]) -> Exception:
    kind, message, illegal, notes = packed
    error: Exception
    if kind == _BOT:
        error = BotError(str(message), bool(illegal))
    elif kind == _REPULSE:
        error = RepulseError(str(message))
    else:
        error = RuntimeError(str(message))
    for note in notes:
        error.add_note(str(note))
    return error


def task_types(task: Callable[[Any, int], Any]) -> tuple[Any, Any]:
    """Return the types of a task's job and of its result, from its annotations."""
    hints = get_type_hints(task)
    result = hints.pop("return")
    return next(iter(hints.values())), result
