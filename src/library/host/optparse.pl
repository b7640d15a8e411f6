% Options of the command line from a specification, with the names of library(optparse). A specification is a list of
% options, each a list of opt(Key), type(Type), default(Value), shortflags(Flags), longflags(Flags), meta(Name), help(Text).

%! opt_arguments(+Specification, -Options, -Positional) is det.
%  Parses the arguments of the program, as opt_parse/4. --help ends it with the help text.
%  ?- opt_arguments([[opt(depth), type(integer), default(3), shortflags([d]), longflags([depth])]], O, P).   %=> O = [depth(3)], P = [].
opt_arguments(Specification, Options, Positional) :-
    opt_arguments(Specification, Options, Positional, []).

%! opt_arguments(+Specification, -Options, -Positional, +How) is det.
%  Like opt_arguments/3, with the options of opt_parse/5.
opt_arguments(Specification, Options, Positional, How) :-
    current_prolog_flag(argv, Arguments),
    (   append(Own, ['--'|_], Arguments)
    ->  true
    ;   Own = Arguments
    ),
    (   memberchk('--help', Own),
        \+ '$opt_row'(Specification, longflags, help, _)
    ->  opt_help(Specification, Help),
        format("~w", [Help]),
        halt(0)
    ;   opt_parse(Specification, Arguments, Options, Positional, How)
    ).

%! opt_parse(+Specification, +Arguments, -Options, -Positional) is det.
%  Options is a list of Key(Value): first those of Specification that are not in Arguments, with their defaults, then the
%  others; Positional are the other arguments. Types are boolean, integer, float, atom, term, and others that are converted by clauses of
%  parse_type(Type, Codes, Value).
%  ?- opt_parse([[opt(v), type(boolean), default(false), shortflags([v]), longflags([verbose])], [opt(n), type(integer), shortflags([n]), longflags([number])]], ['-v', file, '--number=3'], O, P).   %=> O = [v(true), n(3)], P = [file].
%  ?- opt_parse([[opt(n), type(integer), default(1), shortflags([n]), longflags([])]], ['-n', x], _, _).   %=> domain_error(integer, x).
opt_parse(Specification, Arguments, Options, Positional) :-
    opt_parse(Specification, Arguments, Options, Positional, []).

%! opt_parse(+Specification, +Arguments, -Options, -Positional, +How) is det.
%  Like opt_parse/4. How may have output_functor(Name), for Name(Key, Value) instead of Key(Value), duplicated_flags(Kind),
%  where Kind is keepfirst, keeplast (the default) or keepall, and allow_empty_flag_spec(Boolean).
%  ?- opt_parse([[opt(a), type(atom), shortflags([a]), longflags([])]], ['-ax', '-a', y], O, _, [output_functor(o), duplicated_flags(keepall)]).   %=> O = [o(a, x), o(a, y)].
opt_parse(Specification, Arguments, Options, Positional, How) :-
    must_be(list(atom), Arguments),
    must_be(list, How),
    '$opt_check'(Specification),
    (   option(allow_empty_flag_spec(false), How),
        member(Row, Specification),
        \+ ( '$opt_names'(Row, Names), memberchk(flag-_, Names) )
    ->  domain_error(unique_atom, _)
    ;   true
    ),
    '$opt_given'(Arguments, Specification, Given, Positional),
    option(duplicated_flags(Kind), How, keeplast),
    must_be(oneof([keepfirst,keeplast,keepall]), Kind),
    option(output_functor(Functor), How, 'OPTION'),
    findall(Key-Value, '$opt_default'(Kind, Specification, Given, Key, Value), Defaults),
    findall(Key-Value, '$opt_counts'(Kind, Given, Key, Value), Counting),
    append(Defaults, Counting, Pairs),
    '$opt_terms'(Pairs, Functor, Options).

%! '$opt_terms'(+Pairs, +Functor, -Options)
'$opt_terms'([], _, []).
'$opt_terms'([Key-Value|Pairs], Functor, [Option|Options]) :-
    (   Functor == 'OPTION'
    ->  Option =.. [Key,Value]
    ;   Option =.. [Functor,Key,Value]
    ),
    '$opt_terms'(Pairs, Functor, Options).

%! '$opt_check'(+Specification) is det.
'$opt_check'(Specification) :-
    must_be(ground, Specification),
    must_be(list, Specification),
    maplist(must_be(list), Specification),
    forall(( member(Row, Specification), member(Part, Row) ), '$opt_check_part'(Part)),
    '$opt_check_unique'(Specification),
    forall(( member(Row, Specification), \+ memberchk(opt(_), Row) ), domain_error(unique_atom, Row)).

%! '$opt_check_part'(+Part) is det.
'$opt_check_part'(Part) :-
    functor(Part, Name, _),
    ( memberchk(Name, [opt,shortflags,longflags,type,help,default,meta]) -> true ; domain_error(opt_spec, Name) ).

%! '$opt_check_unique'(+Specification) is det.
%  No two rows that differ have a flag or a key in common.
'$opt_check_unique'(Specification) :-
    findall(Name-Row, ( member(Row, Specification), '$opt_names'(Row, Names), member(Name, Names) ), Pairs0),
    sort(Pairs0, Pairs),
    ( nextto(Name-_, Name-_, Pairs) -> Name = _-Flag, domain_error(unique_atom, Flag) ; true ).

%! '$opt_names'(+Row, -Names) is det.
'$opt_names'(Row, Names) :-
    findall(flag-Flag, ( ( member(shortflags(Flags), Row) ; member(longflags(Flags), Row) ), member(Flag, Flags) ), Flags1),
    findall(key-Key, member(opt(Key), Row), Keys),
    append(Flags1, Keys, Names).

%! '$opt_default'(+Kind, +Specification, +Given, -Key, -Value) is nondet.
%  The options that were not given, with their defaults, each once unless Kind is keepall; without a default, Value stays
%  unbound.
'$opt_default'(Kind, Specification, Given, Key, Value) :-
    reverse(Specification, Reversed),
    ( Kind == keepall -> Rows0 = Reversed ; list_to_set(Reversed, Rows0) ),
    reverse(Rows0, Rows),
    member(Row, Rows),
    memberchk(opt(Key), Row),
    \+ memberchk(Key-_, Given),
    ignore(memberchk(default(Value), Row)).

%! '$opt_counts'(+Kind, +Given, -Key, -Value) is nondet.
%  The options that were given, each once unless Kind is keepall.
'$opt_counts'(Kind, Given, Key, Value) :-
    append(Before, [Key-Value|After], Given),
    (   Kind == keepall
    ->  true
    ;   Kind == keepfirst
    ->  \+ memberchk(Key-_, Before)
    ;   \+ memberchk(Key-_, After)
    ).

%! '$opt_given'(+Arguments, +Specification, -Given, -Positional)
'$opt_given'([], _, [], []).
'$opt_given'([Argument|Arguments], Specification, Given, Positional) :-
    (   sub_atom(Argument, 0, 2, After, '--'),
        After > 0
    ->  sub_atom(Argument, 2, _, 0, Text),
        '$opt_long'(Text, Argument, Arguments, Specification, Pair, Rest),
        Given = [Pair|More],
        '$opt_given'(Rest, Specification, More, Positional)
    ;   sub_atom(Argument, 0, 1, After1, -),
        After1 > 0,
        Argument \== '--',
        \+ atom_number(Argument, _)
    ->  sub_atom(Argument, 1, _, 0, Text),
        '$opt_short'(Text, Argument, Arguments, Specification, Given, More, Rest),
        '$opt_given'(Rest, Specification, More, Positional)
    ;   Positional = [Argument|Others],
        '$opt_given'(Arguments, Specification, Given, Others)
    ).

%! '$opt_long'(+Text, +Argument, +Arguments, +Specification, -Pair, -Rest)
'$opt_long'(Text, Argument, Arguments, Specification, Key-Value, Rest) :-
    (   sub_atom(Text, Before, 1, _, =)
    ->  sub_atom(Text, 0, Before, _, Flag),
        Start is Before + 1,
        sub_atom(Text, Start, _, 0, Given)
    ;   Flag = Text
    ),
    (   '$opt_row'(Specification, longflags, Flag, Row)
    ->  '$opt_value'(Row, Given, Arguments, Argument, Value, Rest)
    ;   var(Given),
        atom_concat('no-', Negated, Flag),
        '$opt_row'(Specification, longflags, Negated, Row),
        memberchk(type(boolean), Row)
    ->  Value = false,
        Rest = Arguments
    ;   existence_error(commandline_option, Flag)
    ),
    memberchk(opt(Key), Row).

%! '$opt_short'(+Text, +Argument, +Arguments, +Specification, -Given, ?Tail, -Rest)
%  Flags of booleans may be grouped: -ab.
'$opt_short'(Text, Argument, Arguments, Specification, [Key-Value|Given], Tail, Rest) :-
    sub_atom(Text, 0, 1, _, Flag),
    sub_atom(Text, 1, _, 0, Others),
    (   '$opt_row'(Specification, shortflags, Flag, Row)
    ->  memberchk(opt(Key), Row)
    ;   existence_error(commandline_option, Flag)
    ),
    (   Others == ''
    ->  '$opt_value'(Row, _, Arguments, Argument, Value, Rest),
        Given = Tail
    ;   memberchk(type(boolean), Row)
    ->  Value = true,
        '$opt_short'(Others, Argument, Arguments, Specification, Given, Tail, Rest)
    ;   ( atom_concat(=, Text1, Others) -> true ; Text1 = Others ),
        '$opt_value'(Row, Text1, Arguments, Argument, Value, Rest),
        Given = Tail
    ).

%! '$opt_row'(+Specification, +Kind, +Flag, -Row) is semidet.
'$opt_row'(Specification, Kind, Flag, Row) :-
    member(Row, Specification),
    Flags =.. [Kind,List],
    memberchk(Flags, Row),
    memberchk(Flag, List),
    !.

%! '$opt_value'(+Row, ?Given, +Arguments, +Argument, -Value, -Rest)
%  Given is the text behind the flag, unbound if there is none.
'$opt_value'(Row, Given, Arguments, Argument, Value, Rest) :-
    ( memberchk(type(Type), Row) -> true ; Type = term ),
    (   nonvar(Given)
    ->  Text = Given,
        Rest = Arguments
    ;   Type == boolean
    ->  Text = true,
        ( Arguments = [Next|Others], memberchk(Next, [true,false]) -> Text1 = Next, Rest = Others ; Text1 = Text, Rest = Arguments )
    ;   Arguments = [Text|Rest]
    ->  true
    ;   existence_error(option_value, Argument)
    ),
    ( var(Text1) -> Text1 = Text ; true ),
    '$opt_converted'(Type, Text1, Value).

%! '$opt_converted'(+Type, +Text, -Value)
'$opt_converted'(Type, Text, Value) :-
    (   '$module_with'(parse_type, 3, Module),
        atom_codes(Text, Codes),
        call(Module:parse_type(Type, Codes, Found))
    ->  Value = Found
    ;   memberchk(Type, [boolean,integer,float,atom,term,nonneg,positive_integer,number])
    ->  (   '$convert_option'(Type, Text, Found)
        ->  Value = Found
        ;   domain_error(Type, Text)
        )
    ;   '$convert_option'(Type, Text, Found)
    ->  Value = Found
    ;   domain_error(Type, Text)
    ).

%! opt_help(+Specification, -Help) is det.
%  Help is the help text: for each option its flags, type, name of the value, help and default.
%  ?- opt_help([[opt(n), type(integer), default(1), shortflags([n]), longflags([number]), meta('N'), help('how many')]], H).   %=> H = '--number  -n  N:integer=1  how many\n'.
opt_help(Specification, Help) :-
    opt_help(Specification, Help, []).

%! opt_help(+Specification, -Help, +How) is det.
%  Like opt_help/2; How is ignored.
opt_help(Specification, Help, How) :-
    '$opt_check'(Specification),
    must_be(list, How),
    findall(row(Longs, Short, Value, Lines), ( member(Row, Specification), '$opt_columns'(Row, Longs, Short, Value, Lines) ), Rows),
    findall(Long, ( member(row(Longs, _, _, _), Rows), member(Long, Longs) ), AllLongs),
    '$opt_width'(AllLongs, Width1),
    findall(Short, member(row(_, Short, _, _), Rows), Shorts),
    '$opt_width'(Shorts, Width2),
    findall(Value, member(row(_, _, Value, _), Rows), Values),
    '$opt_width'(Values, Width3),
    Column1 is Width1 + 2,
    Column2 is Column1 + Width2 + 2,
    Column3 is Column2 + Width3 + 2,
    Indent is Column3 + 2,
    Room is max(40, 80 - Indent),
    with_output_to(atom(Help),
                   forall(member(row(Longs, Short, Value, Lines), Rows),
                          (   '$opt_groups'(Longs, ", ", Width1, Groups),
                              atomic_list_concat(Groups, ',\n', Long),
                              '$opt_help_lines'(Lines, Room, [Line|More]),
                              format("~w~*|~w~*|~w~*|~w", [Long,Column1,Short,Column2,Value,Column3,Line]),
                              forall(member(Next, More), format("~n~t~*|~w", [Indent,Next])),
                              nl
                          ))).

%! '$opt_help_lines'(+Help, +Room, -Lines) is det.
%  Help is a list of lines, or a text that is broken at blanks.
'$opt_help_lines'(Help, Room, Lines) :-
    (   is_list(Help)
    ->  Lines = Help
    ;   split_string(Help, " ", "", Words),
        '$opt_groups'(Words, " ", Room, Lines)
    ).

%! '$opt_groups'(+Words, +Between, +Room, -Lines) is det.
%  Lines are the words with Between between them, as many in a line as there is room for; each takes one character more.
'$opt_groups'(Words, Between, Room, Lines) :-
    (   Words == []
    ->  Lines = ['']
    ;   '$opt_line'(Words, Room, Line, Rest),
        atomic_list_concat(Line, Between, Text),
        Lines = [Text|More],
        ( Rest == [] -> More = [] ; '$opt_groups'(Rest, Between, Room, More) )
    ).

%! '$opt_line'(+Words, +Room, -Line, -Rest) is det.
'$opt_line'([Word|Words], Room, [Word|Line], Rest) :-
    string_length(Word, Length),
    Room1 is Room - Length - 1,
    (   Words = [Next|_],
        string_length(Next, NextLength),
        NextLength =< Room1
    ->  '$opt_line'(Words, Room1, Line, Rest)
    ;   Line = [],
        Rest = Words
    ).

%! '$opt_columns'(+Row, -Longs, -Short, -Value, -Help) is semidet.
%  Options without flags are not shown.
'$opt_columns'(Row, ShownLongs, Short, Value, Help) :-
    ( memberchk(longflags(Longs), Row) -> true ; Longs = [] ),
    ( memberchk(shortflags(Shorts), Row) -> true ; Shorts = [] ),
    \+ ( Longs == [], Shorts == [] ),
    maplist(atom_concat(--), Longs, ShownLongs),
    maplist(atom_concat(-), Shorts, ShownShorts),
    atomic_list_concat(ShownShorts, ',', Short),
    ( memberchk(type(Type), Row) -> true ; Type = term ),
    (   memberchk(meta(Meta), Row)
    ->  format(string(Before), "~w:", [Meta])
    ;   Before = ""
    ),
    (   memberchk(default(Default), Row),
        nonvar(Default)
    ->  format(string(Value), "~w~w=~w", [Before,Type,Default])
    ;   format(string(Value), "~w~w=_", [Before,Type])
    ),
    ( memberchk(help(Help), Row) -> true ; Help = "" ).

%! '$opt_width'(+Texts, -Width)
'$opt_width'(Texts, Width) :-
    maplist(string_length, Texts, Lengths),
    max_list([0|Lengths], Width).
