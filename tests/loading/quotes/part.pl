part("ab").
