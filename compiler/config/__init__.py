"""What the user may write: closed, frozen pydantic models, one a section."""
