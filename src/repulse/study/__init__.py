"""Many games as one Parquet data set, and a report on it. `docs/study.md` describes both."""
