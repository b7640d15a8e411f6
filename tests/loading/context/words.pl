% A text that is no module belongs to the module that loads it.
word(X) :- spelled(X).

spelled(loaded).
