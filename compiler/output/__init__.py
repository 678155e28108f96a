"""Objects to text, text to disk, the lock file."""
