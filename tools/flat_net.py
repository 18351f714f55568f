"""A net as one flat file, for readers without numpy (`web/src/offline/net.mjs`)."""

from __future__ import annotations

import json
import struct
from typing import Final

import numpy as np

from repulse.bots.neural.net import Net

ORDER: Final = ("w1", "b1", "w2", "b2", "policy", "policy_bias", "heads", "heads_bias")


def flat_net(net: Net) -> bytes:
    """Return the length of a header, the header as JSON, then 16-bit floats row by row."""
    sizes = {name: net.weights[name].size for name in ORDER}
    header = json.dumps({"inputs": net.inputs, "actions": net.actions, "sizes": sizes}).encode()
    # An even length keeps the numbers where 16-bit numbers may lie.
    header += b" " * (len(header) % 2)
    weights = b"".join(net.weights[name].astype(np.dtype("<f2")).tobytes() for name in ORDER)
    return struct.pack("<I", len(header)) + header + weights
