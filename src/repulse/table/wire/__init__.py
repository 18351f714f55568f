"""The messages between clients and tables, as plain classes.

- `base`: what all messages have in common.
- `views`: the room as one viewer sees it. `commands`: what people in it can ask for. `replies`: what they get.
- `connections`: greetings and presence, and the unions of everything that a connection carries.
- `rooms`, `catalog`, `analysis`: the bodies of HTTP requests and replies, by subject.
"""
