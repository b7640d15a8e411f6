% Programs with a command line, and its options.

%! main is nondet.
%  Calls main/1 of the program with the command-line arguments. A main/0 of the program replaces this one.
%  ?- catch(main, error(E, _), true).   %=> E = existence_error(procedure, main/1).
main :-
    current_prolog_flag(argv, Arguments),
    (   '$module_with'(main, 1, Module)
    ->  call(Module:main(Arguments))
    ;   call(main, Arguments)
    ).

%! '$module_with'(+Name, +Arity, -Module) is semidet.
%  Module is the module of the program that defines the predicate: user, or else that of a module file.
'$module_with'(Name, Arity, Module) :-
    (   '$user_defined'(Name, Arity)
    ->  Module = user
    ;   '$declared_module'(Module, _, _),
        '$defined_in_module'(Module, Name, Arity)
    ->  true
    ).

%! argv_options(:Arguments, -Others, -Options) is det.
%  Separates the options from Arguments: --name=value, --flag and --no-flag; values are numbers or atoms. If the program
%  has clauses of opt_type(Name, Option, Type), only these are options, with -f and --name value, too, and a wrong one
%  ends the program with a message, as -h and --help do with the text of argv_usage/1. Types are boolean, integer, nonneg,
%  natural, positive_integer, float, number, between(Low, High), atom, string, term, file, file(Access), directory,
%  oneof(List) and Type|Type.
%  ?- argv_options(['-v', '--depth=3', file], L, O).   %=> L = ['-v', file], O = [depth(3)].
%  ?- argv_options(['--no-colour', '--', '-x'], L, O).   %=> L = ['-x'], O = [colour(false)].
argv_options(Arguments, Others, Options) :-
    argv_options(Arguments, Others, Options, [on_error(halt(1))]).

%! argv_options(:Arguments, -Others, -Options, +How) is det.
%  Like argv_options/3. How is a list of on_error(Action), where Action is print (a message, and failure), halt(Status)
%  (the default of argv_options/3 is halt(1)) or throw (that of this predicate), and options_after_arguments(Boolean).
%  ?- argv_options([a, '-b'], L, O, [options_after_arguments(false)]).   %=> L = [a, '-b'], O = [].
argv_options(Arguments0, Others, Options, How) :-
    strip_module(Arguments0, Module, Arguments),
    b_setval('$options_of', Module),
    must_be(list, Arguments),
    must_be(list, How),
    (   '$opt_clause'(opt_type(_, _, _))
    ->  Typed = true
    ;   Typed = false
    ),
    option(options_after_arguments(After), How, true),
    (   Typed == true,
        '$asks_for_help'(Arguments)
    ->  argv_usage(Module:[]),
        halt(0)
    ;   catch('$argv_options'(Arguments, Typed-After, Others0, Options0), error(opt_error(Error), _), true)
    ),
    (   var(Error)
    ->  Others = Others0,
        Options = Options0
    ;   option(on_error(Action), How, throw),
        '$argv_failed'(Action, Error)
    ).

%! '$opt_clause'(:Head) is nondet.
%  True if a clause of the program for opt_type/3, opt_help/2 or opt_meta/2 holds.
'$opt_clause'(Head) :-
    functor(Head, Name, Arity),
    b_getval('$options_of', Context),
    (   '$searched'(Context, Modules),
        member(At, Modules),
        '$defined_in_module'(At, Name, Arity)
    ->  Module = At
    ;   '$module_with'(Name, Arity, Module)
    ),
    call(Module:Head).

%! '$asks_for_help'(+Arguments) is semidet.
'$asks_for_help'(Arguments) :-
    ( append(Before, ['--'|_], Arguments) -> true ; Before = Arguments ),
    member(Help-Name, ['--help'-help,'-h'-h,'-?'- ?]),
    memberchk(Help, Before),
    \+ '$opt_clause'(opt_type(Name, _, _)),
    !.

%! '$argv_failed'(+Action, +Error)
'$argv_failed'(Action, Error) :-
    (   Action == throw
    ->  throw(error(opt_error(Error), _))
    ;   print_message(error, error(opt_error(Error), _)),
        (   Action = halt(Status)
        ->  halt(Status)
        ;   fail
        )
    ).

%! '$argv_options'(+Arguments, +Typed, -Others, -Options)
%  Typed is Typed-After: whether types are declared, and whether options may follow other arguments.
'$argv_options'([], _, [], []).
'$argv_options'([Argument|Arguments], Typed, Others, Options) :-
    Typed = IsTyped-After,
    (   Argument == '--'
    ->  Others = Arguments,
        Options = []
    ;   sub_atom(Argument, 0, 2, _, '--')
    ->  sub_atom(Argument, 2, _, 0, Long),
        '$long_option'(IsTyped, Long, Arguments, Rest, Option),
        Options = [Option|Options1],
        '$argv_options'(Rest, Typed, Others, Options1)
    ;   IsTyped == true,
        sub_atom(Argument, 0, 1, _, -),
        Argument \== (-),
        \+ atom_number(Argument, _)
    ->  sub_atom(Argument, 1, _, 0, Short),
        atom_chars(Short, Letters),
        '$short_options'(Letters, IsTyped, Arguments, Rest, Options, Options1),
        '$argv_options'(Rest, Typed, Others, Options1)
    ;   After == false
    ->  Others = [Argument|Arguments],
        Options = []
    ;   Others = [Argument|Others1],
        '$argv_options'(Arguments, Typed, Others1, Options)
    ).

%! '$long_option'(+Typed, +Text, +Arguments, -Rest, -Option)
'$long_option'(Typed, Text, Arguments, Rest, Option) :-
    (   sub_atom(Text, Before, 1, After, =)
    ->  sub_atom(Text, 0, Before, _, Name),
        sub_atom(Text, _, After, 0, Value),
        Rest = Arguments,
        '$option_of'(Typed, Name, Value, Text, Option)
    ;   '$is_negated'(Typed, Text, Name)
    ->  Rest = Arguments,
        '$option_of'(Typed, Name, plain(false), Text, Option)
    ;   '$needs_value'(Typed, Text, Type)
    ->  (   Arguments = [Value|Rest],
            \+ sub_atom(Value, 0, 2, _, '--')
        ->  '$option_of'(Typed, Text, Value, Text, Option)
        ;   '$option_failed'(missing_value(Text, Type))
        )
    ;   Rest = Arguments,
        '$option_of'(Typed, Text, plain(true), Text, Option)
    ).

%! '$is_negated'(+Typed, +Text, -Name) is semidet.
%  True if Text is no-Name or noName, and Name is an option.
'$is_negated'(Typed, Text, Name) :-
    \+ '$option_type'(Typed, Text, _, _),
    (   sub_atom(Text, 0, 3, _, 'no-')
    ->  sub_atom(Text, 3, _, 0, Name)
    ;   Typed == true,
        sub_atom(Text, 0, 2, _, no),
        sub_atom(Text, 2, _, 0, Name),
        '$option_type'(Typed, Name, _, _)
    ).

%! '$needs_value'(+Typed, +Name, -Type) is semidet.
'$needs_value'(Typed, Name, Type) :-
    '$option_type'(Typed, Name, _, Type),
    \+ '$may_be_boolean'(Type).

%! '$may_be_boolean'(+Type) is semidet.
'$may_be_boolean'(Type) :-
    (   memberchk(Type, [boolean,boolean(_),bool])
    ->  true
    ;   ( Type = (A|B) ; Type = (A;B) ),
        ( '$may_be_boolean'(A) ; '$may_be_boolean'(B) )
    ->  true
    ).

%! '$short_options'(+Letters, +Typed, +Arguments, -Rest, -Options, ?Tail)
'$short_options'([], _, Rest, Rest, Options, Options).
'$short_options'([Letter|Letters], Typed, Arguments, Rest, [Option|Options], Tail) :-
    (   '$needs_value'(Typed, Letter, Type)
    ->  (   Letters = [_|_]
        ->  atom_chars(Value, Letters),
            Rest = Arguments
        ;   Arguments = [Value|Rest]
        ->  true
        ;   '$option_failed'(missing_value(Letter, Type))
        ),
        '$option_of'(Typed, Letter, Value, Letter, Option),
        Options = Tail
    ;   '$option_of'(Typed, Letter, plain(true), Letter, Option),
        '$short_options'(Letters, Typed, Arguments, Rest, Options, Tail)
    ).

%! '$option_type'(+Typed, +Name, -Option, -Type) is semidet.
%  Underscores and hyphens in names are the same.
'$option_type'(true, Name, Option, Type) :-
    (   '$opt_clause'(opt_type(Name, Found, FoundType))
    ->  true
    ;   atomic_list_concat(Parts, -, Name),
        atomic_list_concat(Parts, '_', Other),
        '$opt_clause'(opt_type(Other, Found, FoundType))
    ->  true
    ),
    Option = Found,
    Type = FoundType.

%! '$option_of'(+Typed, +Name, +Value, +Given, -Option)
%  Value is a text, or plain(Boolean) if there is none: with the type boolean(false), the name alone means false.
'$option_of'(Typed, Name, Value, Given, Option) :-
    (   Typed == true
    ->  (   '$option_type'(Typed, Name, Key, Type)
        ->  (   Value = plain(Said)
            ->  '$plain_option'(Type, Said, Text)
            ;   Text = Value
            ),
            '$option_value'(Type, Text, Given, Converted)
        ;   b_getval('$options_of', Context),
            '$option_failed'(unknown_option(Context:Given))
        )
    ;   atomic_list_concat(Parts, -, Name),
        atomic_list_concat(Parts, '_', Key),
        (   Value = plain(Converted)
        ->  true
        ;   atom(Value),
            atom_number(Value, Number)
        ->  Converted = Number
        ;   Converted = Value
        )
    ),
    Option =.. [Key,Converted].

%! '$plain_option'(+Type, +Said, -Value)
'$plain_option'(Type, Said, Value) :-
    (   Type == boolean(false)
    ->  ( Said == true -> Value = false ; Value = true )
    ;   Value = Said
    ).

%! '$option_failed'(+What)
'$option_failed'(What) :-
    throw(error(opt_error(What), _)).

%! '$option_value'(+Type, +Text, +Given, -Value)
'$option_value'(Type, Text, Given, Value) :-
    (   '$convert_option'(Type, Text, Converted)
    ->  Value = Converted
    ;   '$option_failed'(value_type(Given, Type, Text))
    ).

%! '$convert_option'(+Type, +Text, -Value) is semidet.
'$convert_option'((A|B), Text, Value) :- !,
    (   '$convert_option'(A, Text, Value)
    ->  true
    ;   '$convert_option'(B, Text, Value)
    ).
'$convert_option'((A;B), Text, Value) :- !,
    '$convert_option'((A|B), Text, Value).
'$convert_option'(boolean, Text, Value) :- !,
    (   memberchk(Text, [true,on,yes,'1'])
    ->  Value = true
    ;   memberchk(Text, [false,off,no,'0']),
        Value = false
    ).
'$convert_option'(bool, Text, Value) :- !,
    '$convert_option'(boolean, Text, Value).
'$convert_option'(boolean(_), Text, Value) :- !,
    '$convert_option'(boolean, Text, Value).
'$convert_option'(string, Text, Value) :- !,
    atom_string(Text, Value).
'$convert_option'(term, Text, Value) :- !,
    catch(term_to_atom(Value, Text), error(syntax_error(_), _), fail).
'$convert_option'(term(Options), Text, Value) :- !,
    catch(term_string(Term, Text, Options), error(syntax_error(_), _), fail),
    ( memberchk(variable_names(Names), Options) -> Value = Term-Names ; Value = Term ).
'$convert_option'(float, Text, Value) :- !,
    atom_number(Text, Number),
    Value is float(Number).
'$convert_option'(between(Low, High), Text, Value) :- !,
    atom_number(Text, Number),
    (   ( float(Low) ; float(High) )
    ->  Value is float(Number)
    ;   integer(Number),
        Value = Number
    ),
    Value >= Low,
    Value =< High.
'$convert_option'(natural, Text, Value) :- !,
    '$convert_option'(positive_integer, Text, Value).
'$convert_option'(file, Text, Text) :- !.
'$convert_option'(file(Access), Text, Text) :- !,
    ( Text == (-) -> true ; access_file(Text, Access) ).
'$convert_option'(directory, Text, Text) :- !,
    exists_directory(Text).
'$convert_option'(directory(Access), Text, Text) :- !,
    exists_directory(Text),
    access_file(Text, Access).
'$convert_option'(oneof(Values), Text, Value) :- !,
    member(Value, Values),
    format(atom(Text), "~w", [Value]),
    !.
'$convert_option'(Type, Text, Value) :-
    memberchk(Type, [integer,nonneg,positive_integer,number,rational]),
    !,
    atom_number(Text, Value),
    is_of_type(Type, Value).
'$convert_option'(Type, Text, Text) :-
    is_of_type(Type, Text).

%! cli_enable_development_system is det.
%  Accepted without effect: nothing is left out of a script.
%  ?- cli_enable_development_system.
cli_enable_development_system.

%! argv_usage(:How) is det.
%  Writes the options of the program and their meaning to user_error, from its clauses of opt_type(Name, Option, Type),
%  opt_help(Option, Text) and opt_meta(Option, Name). opt_help(help(header), Text), help(usage) and help(footer) are the
%  text before the options, that of the command line, and the text behind. How is ignored.
argv_usage(How0) :-
    strip_module(How0, Module, How),
    b_setval('$options_of', Module),
    must_be(list, How),
    '$usage_part'(header),
    (   '$opt_clause'(opt_help(help(usage), Usage))
    ->  true
    ;   Usage = " [options]"
    ),
    '$script_name'(Script),
    format(user_error, "Usage: ~w~w~n", [Script,Usage]),
    findall(Option, '$opt_clause'(opt_type(_, Option, _)), Options0),
    list_to_set(Options0, Options),
    findall(Left-Help, ( member(Option, [help|Options]), '$usage_line'(Option, Left, Help) ), Lines),
    findall(Length, ( member(Left-_, Lines), string_length(Left, Length) ), Lengths),
    max_list(Lengths, Longest),
    Column is min(Longest, 30) + 2,
    format(user_error, "~nOptions:~n", []),
    forall(member(Left-Help, Lines), '$write_usage'(Left, Help, Column)),
    '$usage_part'(footer).

%! '$usage_part'(+Part)
'$usage_part'(Part) :-
    (   '$opt_clause'(opt_help(help(Part), Text))
    ->  ( Part == footer -> nl(user_error) ; true ),
        format(user_error, "~w~n~n", [Text])
    ;   true
    ).

%! '$script_name'(-Name)
'$script_name'(Name) :-
    (   ( source_file(File) ; module_property(_, file(File)) )
    ->  file_base_name(File, Base),
        format(atom(Name), "ferz ~w", [Base])
    ;   Name = ferz
    ).

%! '$usage_line'(+Option, -Left, -Help) is semidet.
'$usage_line'(Option, Left, Help) :-
    (   Option == help
    ->  \+ '$opt_clause'(opt_type(help, _, _)),
        Names = [h-boolean,help-boolean],
        Help = "Show this help message and exit"
    ;   findall(Name-Type, '$opt_clause'(opt_type(Name, Option, Type)), Names),
        (   '$opt_clause'(opt_help(Option, Text))
        ->  Help = Text
        ;   Help = ""
        )
    ),
    findall(Shown, ( member(Length, [short,long]), member(Name-Type, Names), '$usage_name'(Length, Name, Type, Option, Shown) ), All),
    atomic_list_concat(All, ', ', Atom),
    atom_string(Atom, Left).

%! '$usage_name'(+Length, +Name, +Type, +Option, -Shown) is semidet.
'$usage_name'(Length, Name, Type, Option, Shown) :-
    atom_length(Name, Characters),
    (   Characters =:= 1
    ->  Length = short,
        Dash = (-),
        Between = ' '
    ;   Length = long,
        Dash = (--),
        Between = (=)
    ),
    atomic_list_concat(Parts, '_', Name),
    atomic_list_concat(Parts, -, Hyphened),
    (   '$may_be_boolean'(Type)
    ->  format(string(Shown), "~w~w", [Dash,Hyphened])
    ;   '$usage_meta'(Option, Type, Meta),
        format(string(Shown), "~w~w~w~w", [Dash,Hyphened,Between,Meta])
    ).

%! '$usage_meta'(+Option, +Type, -Meta)
'$usage_meta'(Option, Type, Meta) :-
    (   '$opt_clause'(opt_meta(Option, Found))
    ->  Meta = Found
    ;   Type = oneof(Values)
    ->  atomic_list_concat(Values, '|', Inner),
        format(atom(Meta), "{~w}", [Inner])
    ;   Type = (A|_)
    ->  '$usage_meta'(Option, A, Meta)
    ;   functor(Type, Name, _),
        upcase_atom(Name, Meta)
    ).

%! '$write_usage'(+Left, +Help, +Column)
'$write_usage'(Left, Help, Column) :-
    string_length(Left, Length),
    Indent is Column + 4,
    (   Length > Column - 2
    ->  format(user_error, "    ~w~n~*|", [Left,Indent])
    ;   format(user_error, "    ~w~*|", [Left,Indent])
    ),
    '$usage_help'(Help, Indent).

%! '$usage_help'(+Help, +Indent)
'$usage_help'(Help, Indent) :-
    format(string(Text), "~w", [Help]),
    split_string(Text, "\n", "", [First|Lines]),
    format(user_error, "~w~n", [First]),
    forall(member(Line, Lines), format(user_error, "~t~*|~w~n", [Indent,Line])).

%! '$option_error_text'(+What, -Text)
%  The message for a wrong option.
'$option_error_text'(unknown_option(_:Given), Text) :-
    '$shown_option'(Given, Shown),
    '$text'("Unknown option: ~w (-h for help)", [Shown], Text).
'$option_error_text'(missing_value(Given, Type), Text) :-
    '$shown_option'(Given, Shown),
    '$option_type_text'(Type, Words),
    '$text'("Option ~w requires ~w", [Shown,Words], Text).
'$option_error_text'(value_type(Given, Type, Found), Text) :-
    '$shown_option'(Given, Shown),
    '$option_type_text'(Type, Words),
    '$text'("Option ~w requires ~w (found ~w)", [Shown,Words,Found], Text).

%! '$shown_option'(+Given, -Shown)
'$shown_option'(Given, Shown) :-
    (   atom_length(Given, 1)
    ->  atom_concat(-, Given, Shown)
    ;   atom_concat(--, Given, Shown)
    ).

%! '$option_type_text'(+Type, -Words)
'$option_type_text'(Type, Words) :-
    (   Type = (A|B)
    ->  '$option_type_text'(A, First),
        '$option_type_text'(B, Second),
        '$text'("~w or ~w", [First,Second], Words)
    ;   Type = oneof(Values)
    ->  atomic_list_concat(Values, ', ', List),
        '$text'("one of ~w", [List], Words)
    ;   Type = between(Low, High)
    ->  '$text'("a number ~w..~w", [Low,High], Words)
    ;   Type == nonneg
    ->  Words = "a non-negative integer"
    ;   Type = file(Access)
    ->  '$text'("a file that can be opened for ~w", [Access], Words)
    ;   '$text'("an argument of type ~w", [Type], Words)
    ).
