"""What a broker, its operators and its clients need, as functions that return the problems they find."""
