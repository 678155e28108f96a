"""What the user is told: the value, the table of codes, the reporters."""
