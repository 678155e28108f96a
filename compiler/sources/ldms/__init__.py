"""LDMS: in-band metrics of the operating system, from samplers on the compute nodes."""
