% Flags that a program sets and reads by name: get_flag/2 and set_flag/2.

%! get_flag(+Key, -Value) is det.
%  The value of a flag of flag/3; 0 at first.
%  ?- get_flag(count, V).   %=> V = 0.
get_flag(Key, Value) :-
    flag(Key, Value, Value).

%! set_flag(+Key, +Value) is det.
%  Sets a flag of flag/3.
%  ?- set_flag(count, 3), get_flag(count, V).   %=> V = 3.
set_flag(Key, Value) :-
    flag(Key, _, Value).
