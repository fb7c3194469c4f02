"""Signs on a hex: names, values, costs and marks, each where there is free space for it."""
