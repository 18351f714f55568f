"""Serve the table as fast as this machine can: `python tools/play.py` with the options of `repulse serve`.

If the compiled rules are up to date, the whole server uses them. If not, and mypyc is available, they are compiled at the lowest
priority while people play: bots use them as soon as they are ready, and the next start does too. A C compiler comes from PyPI if
there is none; if that fails too, a line says why the rules are not compiled.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.compile import Plan, digest, read_plan  # noqa: E402

LOG = ROOT / "build" / "play-compile.log"


def is_fresh(plan: Plan) -> bool:
    """Return whether the last build was of the sources as they are."""
    return plan.stamp.exists() and plan.stamp.read_text() == digest(plan)


def compile_meanwhile(ready: Path) -> subprocess.Popen[bytes]:
    """Compile with one process at the lowest priority, and say so with a file when it is done."""
    ready.unlink(missing_ok=True)
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("wb") as log:
        command = [sys.executable, str(ROOT / "tools" / "compile.py"), "--jobs", "1"]
        building = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, preexec_fn=lambda: os.nice(19) and None
        )

    def finish() -> None:
        code = building.wait()
        if code == 0:
            ready.touch()
        elif code > 0:
            # A compilation that was ended with the server has a negative code.
            words = LOG.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            print(
                f"The rules are not compiled, so bots are slower: {words[-1] if words else LOG}",
                file=sys.stderr,
            )

    threading.Thread(target=finish, daemon=True).start()
    return building


def main() -> int:
    """Serve until interrupted."""
    plan = read_plan()
    command = [sys.executable, "-m", "repulse", "serve", *sys.argv[1:]]
    if is_fresh(plan):
        return run([*command], {"PYTHONPATH": str(plan.target)})
    interpreted = {"PYTHONPATH": str(plan.root / "src")}
    if importlib.util.find_spec("mypyc") is None:
        return run(command, interpreted)
    building = compile_meanwhile(plan.target / "READY")
    try:
        return run([*command, "--compiled", str(plan.target)], interpreted)
    finally:
        # Modules compiled so far are kept, and the next start goes on from there.
        building.terminate()
        building.wait()


def run(command: list[str], more: dict[str, str]) -> int:
    """Run the server; an interrupt ends it, and it says goodbye by itself."""
    with subprocess.Popen(command, env=os.environ | more) as server:
        signal.signal(signal.SIGTERM, lambda *_: server.terminate())
        while True:
            try:
                return server.wait()
            except KeyboardInterrupt:
                continue


if __name__ == "__main__":
    sys.exit(main())
