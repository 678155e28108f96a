"""The commands: what each reads, prints and returns."""
