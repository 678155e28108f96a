"""PowerScale: performance metrics and logs of the storage cluster."""
