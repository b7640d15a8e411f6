% Goals that run when the program has started, in the order of their directives. One that fails ends the program.
:- initialization((write(first), nl), program).
:- use_module(part).
:- initialization(fails, program).
:- initialization((write(never), nl), program).
:- initialization((write(loaded), nl)).
main :- write(main), nl.
fails :- fail.
