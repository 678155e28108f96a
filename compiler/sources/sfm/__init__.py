"""SFM: an appliance that pushes Prometheus remote write by itself; it has no configuration keys."""
