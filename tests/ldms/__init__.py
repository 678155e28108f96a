"""What the rendered LDMS configuration must hold."""
