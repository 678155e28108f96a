"""What every rendered object must pass, as functions that return the problems they find."""
