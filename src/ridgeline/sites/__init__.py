"""What is known about sites, and its use."""
