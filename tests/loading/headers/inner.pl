inner(1).
