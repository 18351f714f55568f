"""The small numbers of the rules, each in a namespace of its own: `do.MOVE`, `step.BID`, `events.DEPLOY`."""
