"""Routes about stored pages."""
