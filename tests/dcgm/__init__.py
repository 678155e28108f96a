"""DCGM: the first boot, and the samplers of GPUs."""
