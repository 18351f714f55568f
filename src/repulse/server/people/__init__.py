"""People: identities, seats they hold, results, ratings and exports."""
