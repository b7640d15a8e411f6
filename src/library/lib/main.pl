% Programs with a command line, and its options.

%! main is nondet.
%  Calls main/1 of the program with the command-line arguments. A main/0 of the program replaces this one.
%  ?- catch(main, error(E, _), true).   %=> E = existence_error(procedure, main/1).
main :-
    current_prolog_flag(argv, Arguments),
    call(main, Arguments).

%! argv_options(+Arguments, -Others, -Options) is det.
%  Separates the options from Arguments: --name=value and --name value, --flag, --no-flag and -f. If the program has
%  clauses of opt_type(Name, Option, Type), only these are options, with values of type boolean, integer, nonneg, float,
%  number, atom, string, term or oneof(List); otherwise values are numbers or atoms.
%  ?- argv_options(['-v', '--depth=3', file], L, O).   %=> L = [file], O = [v(true), depth(3)].
%  ?- argv_options(['--no-colour', '--', '-x'], L, O).   %=> L = ['-x'], O = [colour(false)].
argv_options(Arguments, Others, Options) :-
    must_be(list, Arguments),
    (   catch(call(opt_type(_, _, _)), error(existence_error(procedure, _), _), fail)
    ->  Typed = true
    ;   Typed = false
    ),
    '$argv_options'(Arguments, Typed, Others, Options).

%! '$argv_options'(+Arguments, +Typed, -Others, -Options)
'$argv_options'([], _, [], []).
'$argv_options'([Argument|Arguments], Typed, Others, Options) :-
    (   Argument == '--'
    ->  Others = Arguments,
        Options = []
    ;   sub_atom(Argument, 0, 2, _, '--')
    ->  sub_atom(Argument, 2, _, 0, Long),
        '$long_option'(Typed, Long, Arguments, Rest, Option),
        Options = [Option|Options1],
        '$argv_options'(Rest, Typed, Others, Options1)
    ;   sub_atom(Argument, 0, 1, _, -),
        Argument \== (-),
        \+ atom_number(Argument, _)
    ->  sub_atom(Argument, 1, _, 0, Short),
        atom_chars(Short, Letters),
        '$short_options'(Letters, Typed, Arguments, Rest, Options, Options1),
        '$argv_options'(Rest, Typed, Others, Options1)
    ;   Others = [Argument|Others1],
        '$argv_options'(Arguments, Typed, Others1, Options)
    ).

%! '$long_option'(+Typed, +Text, +Arguments, -Rest, -Option)
'$long_option'(Typed, Text, Arguments, Rest, Option) :-
    (   sub_atom(Text, Before, 1, After, =)
    ->  sub_atom(Text, 0, Before, _, Name),
        sub_atom(Text, _, After, 0, Value),
        Rest = Arguments,
        '$option_of'(Typed, Name, Value, Option)
    ;   sub_atom(Text, 0, 3, _, 'no-'),
        sub_atom(Text, 3, _, 0, Name),
        \+ '$option_type'(Typed, Text, _, _)
    ->  Rest = Arguments,
        '$option_of'(Typed, Name, false, Option)
    ;   '$option_type'(Typed, Text, _, Type),
        Type \== boolean
    ->  (   Arguments = [Value|Rest]
        ->  '$option_of'(Typed, Text, Value, Option)
        ;   existence_error(option_value, Text)
        )
    ;   Rest = Arguments,
        '$option_of'(Typed, Text, true, Option)
    ).

%! '$short_options'(+Letters, +Typed, +Arguments, -Rest, -Options, ?Tail)
'$short_options'([], _, Rest, Rest, Options, Options).
'$short_options'([Letter|Letters], Typed, Arguments, Rest, [Option|Options], Tail) :-
    (   '$option_type'(Typed, Letter, _, Type),
        Type \== boolean
    ->  (   Letters = [_|_]
        ->  atom_chars(Value, Letters),
            Rest = Arguments
        ;   Arguments = [Value|Rest]
        ->  true
        ;   existence_error(option_value, Letter)
        ),
        '$option_of'(Typed, Letter, Value, Option),
        Options = Tail
    ;   '$option_of'(Typed, Letter, true, Option),
        '$short_options'(Letters, Typed, Arguments, Rest, Options, Tail)
    ).

%! '$option_type'(+Typed, +Name, -Option, -Type)
'$option_type'(true, Name, Option, Type) :-
    call(opt_type(Name, Option, Type)),
    !.

%! '$option_of'(+Typed, +Name, +Value, -Option)
'$option_of'(Typed, Name, Value, Option) :-
    (   Typed == true
    ->  (   '$option_type'(Typed, Name, Key, Type)
        ->  '$option_value'(Type, Value, Converted)
        ;   existence_error(option, Name)
        )
    ;   atomic_list_concat(Parts, -, Name),
        atomic_list_concat(Parts, '_', Key),
        (   atom(Value),
            atom_number(Value, Number)
        ->  Converted = Number
        ;   Converted = Value
        )
    ),
    Option =.. [Key,Converted].

%! '$option_value'(+Type, +Text, -Value)
'$option_value'(Type, Text, Value) :-
    (   '$convert_option'(Type, Text, Converted),
        is_of_type(Type, Converted)
    ->  Value = Converted
    ;   type_error(Type, Text)
    ).

%! '$convert_option'(+Type, +Text, -Value)
'$convert_option'(boolean, Text, Value) :- !,
    (   memberchk(Text, [true,on,yes])
    ->  Value = true
    ;   memberchk(Text, [false,off,no]),
        Value = false
    ).
'$convert_option'(string, Text, Value) :- !,
    atom_string(Text, Value).
'$convert_option'(term, Text, Value) :- !,
    term_to_atom(Value, Text).
'$convert_option'(float, Text, Value) :- !,
    atom_number(Text, Number),
    Value is float(Number).
'$convert_option'(Type, Text, Value) :-
    memberchk(Type, [integer,nonneg,positive_integer,number]),
    !,
    atom_number(Text, Value).
'$convert_option'(_, Text, Text).
