"""The small numbers of the rules, in namespaces: `do.MOVE`, `step.BID`, `events.DEPLOY`."""
