"""Turn phases that only this title has, or that differ here."""
