"""The learned player: a small network scores what is legal. Playing needs numpy (extra `magnate`); training is in `train`."""
