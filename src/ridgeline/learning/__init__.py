"""From corrected pages to what is known about their site."""
