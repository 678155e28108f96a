"""The VRL programs and the configuration of the bridges, each held to a real parser or to the schema it has."""
