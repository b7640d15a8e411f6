:- ensure_loaded(once).
:- write(back), nl.
