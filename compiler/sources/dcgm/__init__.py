"""DCGM: the GPU manager service on nodes with GPUs."""
