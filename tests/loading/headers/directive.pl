:- write(never), nl.
q(1).
