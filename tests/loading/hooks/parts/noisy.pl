:- write(noisy), nl.
noisy.
