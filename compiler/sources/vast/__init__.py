"""VAST: performance metrics and events of the storage appliance."""
