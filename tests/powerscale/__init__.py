"""Tests of PowerScale's metrics: csm-metrics, the collector behind it, and volume metrics."""
