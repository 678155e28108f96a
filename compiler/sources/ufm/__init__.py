"""UFM: metrics and logs of the InfiniBand fabric manager."""
