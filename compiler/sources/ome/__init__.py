"""OME: inventory, health, alerts and audit logs of the server-management console, over the broker."""
