"""A bot in a program of its own, using only the standard library.

    python examples/bot.py http://127.0.0.1:8000 ROOM [NAME]

It takes an open seat in the room, reads one message per line, and answers what it is asked at random.
"""

import json
import random
import sys
import urllib.request
from typing import Any


def post(address: str, body: object, token: str = "") -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def main(server: str, room: str, name: str = "Example") -> None:
    room = f"{server.rstrip('/')}/api/rooms/{room}"
    token = post(f"{room}/join", {"name": name})["token"]
    answered, seen, result = None, -1, None
    while not result:  # a stream may break off: ask for what came after the last event seen
        stream = urllib.request.Request(f"{room}/stream?after={seen}")
        stream.add_header("Authorization", f"Bearer {token}")
        for line in urllib.request.urlopen(stream):
            message: dict[str, Any] = json.loads(line) if line.strip() else {}
            seen = message.get("n", seen)
            ask, result = message.get("ask"), message.get("result")
            if result:
                break
            if ask and ask["number"] != answered:
                answered = ask["number"]
                number = random.randint(ask["least"], ask["most"])
                words = [option["word"] for option in random.sample(ask["options"], number)]
                answer = {"type": "answer", "id": str(answered), "ask": answered, "words": words}
                post(f"{room}/commands", answer, token)
    print("scores", result["scores"], "winners", result["winners"])


if __name__ == "__main__":
    main(*sys.argv[1:])
