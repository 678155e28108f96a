"""How fast telecompile is, in multiples of what importing its libraries costs: `python -m benchmarks`."""
