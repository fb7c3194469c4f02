"""Turn phases that only this title has, or has in its own way."""
