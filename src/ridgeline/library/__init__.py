"""Pages that a person opened, and their corrections."""
