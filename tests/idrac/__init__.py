"""Tests of the iDRAC collector."""
