% A hook that a module exports is asked once for a goal, in the module, in one that imports it, and in the program.
:- use_module(counting).
:- use_module(importing).

in_program :- counted.
:- calls(N), writeln(N).
