p(1).
:- write(never), nl.
