"""Compiles telemetry configuration of HPC and AI clusters into Kubernetes manifests."""

__version__ = "0.1.0"
