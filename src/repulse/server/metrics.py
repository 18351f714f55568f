"""Metrics for Prometheus (`GET /metrics`)."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SOON: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REGISTRY: Final = CollectorRegistry()

ROOMS: Final = Gauge("repulse_rooms", "Rooms in memory", registry=REGISTRY)
UNFINISHED: Final = Gauge("repulse_rooms_unfinished", "Rooms whose game is not over", registry=REGISTRY)
VIEWERS: Final = Gauge("repulse_viewers", "Connections to rooms", ["kind"], registry=REGISTRY)
CONNECTIONS: Final = Gauge("repulse_connections", "Open connections of any kind", registry=REGISTRY)
BOT_QUEUE: Final = Gauge(
    "repulse_bot_queue", "Answers that bots are thinking about or wait for", registry=REGISTRY
)
READY: Final = Gauge("repulse_ready", "Whether the database takes what is written", registry=REGISTRY)
ANSWERS: Final = Histogram(
    "repulse_answer_seconds", "From a person's answer to its being stored", buckets=_SOON, registry=REGISTRY
)
BOT_ANSWERS: Final = Histogram(
    "repulse_bot_answer_seconds", "From a bot's question to its answer", buckets=_SOON, registry=REGISTRY
)
COMMITS: Final = Histogram(
    "repulse_storage_seconds", "Writing to the database", buckets=_SOON, registry=REGISTRY
)
FAILED_WRITES: Final = Counter("repulse_storage_failures", "Writes that failed", registry=REGISTRY)
ENTRIES: Final = Counter("repulse_entries", "Entries written", registry=REGISTRY)
BOT_FAILURES: Final = Counter("repulse_bot_failures", "Answers that a bot did not give", registry=REGISTRY)
DEFAULT_MOVES: Final = Counter(
    "repulse_default_moves",
    "Legal defaults played since every stand-in of a bot failed too",
    registry=REGISTRY,
)
BOT_HOSTS: Final = Gauge("repulse_bot_hosts", "Machines with bots that are connected", registry=REGISTRY)
FAR_ANSWERS: Final = Counter("repulse_far_answers", "Answers of bots on other machines", registry=REGISTRY)
LIMITS: Final = Counter("repulse_limits_hit", "Limits hit, by name", ["limit"], registry=REGISTRY)


def exposition() -> bytes:
    """Return all metrics as text."""
    text: bytes = generate_latest(REGISTRY)
    return text
