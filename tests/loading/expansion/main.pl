% A hook that a module exports is asked once for a goal, in the module and in one that imports it, but not in the program.
:- use_module(counting).
:- use_module(importing).

in_program :- counted.
:- calls(N), writeln(N).

:- use_module(variables).
:- told.
