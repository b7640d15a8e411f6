:- write(once), nl.
:- ensure_loaded(back).
:- include(deeper).
