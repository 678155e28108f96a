"""What will exist, and why: every decision, with its reason and the input keys it came from."""
