"""Plans of people at their tables: stored, brought up to date, sent."""
