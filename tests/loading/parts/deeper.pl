deep(1).
