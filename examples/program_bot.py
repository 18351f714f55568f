"""A bot in a program of its own, for `repulse sim`, `league` and `play`; it may be written in any language.

    repulse sim -n 100 -b "program:python examples/program_bot.py,random"

It reads a JSON object a line and writes one for every question: here the last of the options, as many as it must.
"""

import json
import sys


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "begin":
            # This bot looks at the options alone, so it need not be sent what its seat sees.
            answer: object = {"views": False}
        elif message["type"] == "choose":
            options = message["options"]
            answer = {"words": options[len(options) - max(1, message["least"]) :]}
        else:  # "observe" and "end" are not answered
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
