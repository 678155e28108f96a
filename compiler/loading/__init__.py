"""Text to value and spans: YAML, JSON and CSV, and where every value stands."""
