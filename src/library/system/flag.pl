% Global flags of a program: get_flag/2 and set_flag/2.

%! get_flag(+Key, -Value) is det.
%  Value is the value of a flag of flag/3, initially 0.
%  ?- get_flag(count, V).   %=> V = 0.
get_flag(Key, Value) :-
    flag(Key, Value, Value).

%! set_flag(+Key, +Value) is det.
%  Sets a flag of flag/3.
%  ?- set_flag(count, 3), get_flag(count, V).   %=> V = 3.
set_flag(Key, Value) :-
    flag(Key, _, Value).

%! current_flag(?Key) is nondet.
%  Key is the name of a flag of flag/3.
%  ?- flag(steps, _, 1), current_flag(steps).
%  ?- current_flag(no_such_flag).   %=> false.
current_flag(Key) :-
    '$flag_keys'(Keys),
    (   atomic(Key)
    ->  memberchk(Key, Keys)
    ;   member(Key, Keys)
    ).
