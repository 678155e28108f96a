"""The sources, a room each: what the user may write of it, and what the plan makes of that."""
