"""Printing from pages: components, positions and results as PDF."""
