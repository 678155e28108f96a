"""What builds and checks telecompile; nothing here is part of the wheel."""
