"""Storage on disk: files that are written atomically, the folder of the user's data, trained models, SQLite files."""
