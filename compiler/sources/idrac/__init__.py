"""iDRAC: out-of-band server hardware metrics, read through Redfish."""
