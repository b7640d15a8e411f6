% Global flags of a program: get_flag/2 and set_flag/2; new flags of set_prolog_flag/2.

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

%! create_prolog_flag(+Flag, +Value, +Options) is det.
%  Creates a flag. Options: access(read_only) or access(read_write); type(Type), where Type is boolean, integer, float,
%  atom or term: set_prolog_flag/2 takes no other values, by default those of the type of Value; keep(true) leaves a flag
%  that exists as it is. Otherwise such a flag is set, and keeps its type.
%  ?- create_prolog_flag(depth, 3, []), current_prolog_flag(depth, X).   %=> X = 3.
%  ?- create_prolog_flag(loud, true, [type(boolean)]), set_prolog_flag(loud, maybe).   %=> type_error(bool, maybe).
%  ?- create_prolog_flag(part, x, [type(integer)]).   %=> type_error(integer, x).
%  ?- create_prolog_flag(part, x, [type(nosuch)]).   %=> domain_error(prolog_flag_type, nosuch).
create_prolog_flag(Flag, Value, Options) :-
    must_be(atom, Flag),
    must_be(nonvar, Value),
    must_be(list, Options),
    option(access(Access), Options, read_write),
    '$flag_option'(Access, [read_only,read_write], prolog_flag_access),
    option(keep(Keep), Options, false),
    must_be(bool, Keep),
    (   option(type(Type), Options)
    ->  '$flag_option'(Type, [boolean,integer,float,atom,term], prolog_flag_type)
    ;   true
    ),
    (   Keep == true,
        catch(current_prolog_flag(Flag, _), error(_, _), fail)
    ->  true
    ;   Access == read_write
    ->  '$create_flag'(Flag, Value, Type, true)
    ;   '$create_flag'(Flag, Value, Type, false)
    ).

%! '$flag_option'(+Value, +Values, +Domain)
'$flag_option'(Value, Values, Domain) :-
    must_be(atom, Value),
    (   memberchk(Value, Values)
    ->  true
    ;   domain_error(Domain, Value)
    ).
