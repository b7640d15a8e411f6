% Pretty-printing of terms, with the names of library(pprint), and printing of codes as text (portray_text).

%! print_term(@Term, +Options) is det.
%  Writes Term as print/1 does if it fits the line, else with its arguments on separate lines. Options: output(Stream),
%  right_margin(Column), default 72, left_margin(Column), write_options(List), and indent_arguments(Indent): auto, true
%  or a number of columns for arguments below the name, false for all in one line; others are ignored.
%  ?- print_term(f(a, [b|_], 'C'), []).
%  ?- with_output_to(string(S), print_term(f(aaaa, bbbb), [right_margin(8)])).   %=> S = "f(aaaa,\n  bbbb)".
%  ?- with_output_to(string(S), print_term([aaaa, b, c], [right_margin(8)])).   %=> S = "[ aaaa,\n  b,\n  c\n]".
print_term(Term, Options) :-
    must_be(list, Options),
    ( option(output(Stream), Options) -> true ; current_output(Stream) ),
    option(right_margin(Right), Options, 72),
    option(indent_arguments(Indent), Options, auto),
    option(write_options(WriteOptions), Options, [numbervars(true),quoted(true),portray(true)]),
    (   option(left_margin(Left), Options)
    ->  true
    ;   line_position(Stream, Left)
    ),
    must_be(integer, Right),
    must_be(integer, Left),
    term_singletons(Term, Singles),
    findall('_', member(_, Singles), Underscores),
    maplist('$named', Underscores, Singles, Names),
    term_variables(Term, All),
    exclude('$is_one_of'(Singles), All, Others),
    \+ \+ ( numbervars(Others, 0, _, [attvar(skip)]),
            '$print_part'(Term, 1200, Left, '$layout'(Stream,Right,Indent,[variable_names(Names)|WriteOptions])) ).

%! '$named'(+Name, ?Variable, -Named)
'$named'(Name, Variable, Name=Variable).

%! '$print_part'(+Term, +Priority, +Column, +Layout)
%  Column is the indentation of all lines of Term but the first.
'$print_part'(Term, Priority, Column, Layout) :-
    Layout = '$layout'(Stream,Right,Indent,Options),
    format(string(Text), "~W", [Term,[priority(Priority)|Options]]),
    string_length(Text, Length),
    line_position(Stream, At),
    (   ( At + Length =< Right ; \+ compound(Term) ; Indent == false ; Term = '$VAR'(_) )
    ->  write(Stream, Text)
    ;   Term = [_|_]
    ->  write(Stream, '[ '),
        Inner is Column + 2,
        '$print_items'(Term, Inner, Column, Layout)
    ;   Term = {Goal}
    ->  write(Stream, '{ '),
        Inner is Column + 2,
        '$print_part'(Goal, 1200, Inner, Layout),
        '$print_line'(Stream, Column),
        write(Stream, '}')
    ;   '$printed_operator'(Term, Priority, Name, Own, Left, Right1, Args)
    ->  '$print_operation'(Args, Name, Own, Priority, Left, Right1, Column, Layout)
    ;   compound_name_arguments(Term, Name, Arguments),
        format(Stream, "~W(", [Name,Options]),
        line_position(Stream, Start),
        (   integer(Indent)
        ->  Inner is Column + Indent
        ;   ( Indent == true ; Start > (Right + Column) // 2 )
        ->  Inner is Column + 2
        ;   Inner = Start
        ),
        ( Inner =:= Start -> true ; '$print_line'(Stream, Inner) ),
        '$print_arguments'(Arguments, Inner, Layout),
        write(Stream, ')')
    ).

%! '$print_line'(+Stream, +Column)
'$print_line'(Stream, Column) :-
    nl(Stream),
    tab(Stream, Column).

%! '$print_arguments'(+Arguments, +Column, +Layout)
'$print_arguments'([], _, _).
'$print_arguments'([Argument|Arguments], Column, Layout) :-
    '$print_part'(Argument, 999, Column, Layout),
    (   Arguments == []
    ->  true
    ;   arg(1, Layout, Stream),
        write(Stream, ','),
        '$print_line'(Stream, Column),
        '$print_arguments'(Arguments, Column, Layout)
    ).

%! '$print_items'(+List, +Inner, +Column, +Layout)
'$print_items'([Item|Items], Inner, Column, Layout) :-
    arg(1, Layout, Stream),
    '$print_part'(Item, 999, Inner, Layout),
    (   nonvar(Items),
        Items = [_|_]
    ->  write(Stream, ','),
        '$print_line'(Stream, Inner),
        '$print_items'(Items, Inner, Column, Layout)
    ;   Items == []
    ->  '$print_line'(Stream, Column),
        write(Stream, ']')
    ;   '$print_line'(Stream, Column),
        write(Stream, '| '),
        '$print_part'(Items, 999, Inner, Layout),
        '$print_line'(Stream, Column),
        write(Stream, ']')
    ).

%! '$printed_operator'(+Term, +Priority, -Name, -Own, -Left, -Right, -Arguments) is semidet.
%  Left and Right are the maximum priorities of the operands.
'$printed_operator'(Term, _, Name, Own, Left, Right, Arguments) :-
    compound_name_arguments(Term, Name, Arguments),
    length(Arguments, Arity),
    ( Arity =:= 1 ; Arity =:= 2 ),
    current_op(Own, Type, Name),
    '$operand_priorities'(Type, Arity, Own, Left, Right),
    !.

%! '$operand_priorities'(+Type, ?Arity, +Own, -Left, -Right)
'$operand_priorities'(xfx, 2, Own, Less, Less) :- Less is Own - 1.
'$operand_priorities'(yfx, 2, Own, Own, Less) :- Less is Own - 1.
'$operand_priorities'(xfy, 2, Own, Less, Own) :- Less is Own - 1.
'$operand_priorities'(fy, 1, Own, Own, Own).
'$operand_priorities'(fx, 1, Own, Less, Less) :- Less is Own - 1.

%! '$print_operation'(+Arguments, +Name, +Own, +Priority, +Left, +Right, +Column, +Layout)
'$print_operation'(Arguments, Name, Own, Priority, Left, Right, Column, Layout) :-
    Layout = '$layout'(Stream,_,_,Options),
    (   Own > Priority
    ->  write(Stream, '( '),
        Inner is Column + 2
    ;   Inner = Column
    ),
    (   Arguments = [A,B]
    ->  '$print_part'(A, Left, Inner, Layout),
        (   Name == (',')
        ->  write(Stream, ','),
            '$print_line'(Stream, Inner)
        ;   format(Stream, " ~W ", [Name,Options])
        ),
        '$print_part'(B, Right, Inner, Layout)
    ;   Arguments = [A],
        format(Stream, "~W ", [Name,Options]),
        '$print_part'(A, Right, Inner, Layout)
    ),
    (   Own > Priority
    ->  '$print_line'(Stream, Column),
        write(Stream, ')')
    ;   true
    ).

%! portray_text(+OnOff) is det.
%  If OnOff is true, print/1 and the prompt show lists of at least three character codes as text.
%  ?- portray_text(true), with_output_to(string(S), print(`hello`)), portray_text(false).   %=> S = "`hello`".
portray_text(OnOff) :-
    must_be(boolean, OnOff),
    dynamic(user:portray/1),
    Clause = (portray(Term) :- '$portray_text'(Term)),
    (   OnOff == true
    ->  (   clause(user:portray(_), '$portray_text'(_))
        ->  true
        ;   asserta(user:Clause)
        )
    ;   '$retract_all'(user:Clause)
    ).

%! '$retract_all'(:Clause)
'$retract_all'(Clause) :-
    (   retract(Clause),
        fail
    ;   true
    ).

%! set_portray_text(+Key, +Value) is det.
%  Synonym of set_portray_text/3.
%  ?- set_portray_text(min_length, 3).
set_portray_text(Key, Value) :-
    set_portray_text(Key, _, Value).

%! set_portray_text(+Key, -Old, +New) is det.
%  Changes the minimum length of a list that is shown as text (min_length), or how much of it is shown (ellipsis).
%  ?- set_portray_text(ellipsis, Old, 30).   %=> Old = 30.
set_portray_text(Key, Old, New) :-
    must_be(oneof([min_length,ellipsis,enabled]), Key),
    '$portray_text_setting'(Key, Old),
    (   Key == enabled
    ->  portray_text(New)
    ;   must_be(nonneg, New),
        atom_concat('$portray_text_', Key, Name),
        nb_setval(Name, New)
    ).

%! '$portray_text_setting'(+Key, -Value)
'$portray_text_setting'(Key, Value) :-
    atom_concat('$portray_text_', Key, Name),
    (   nb_current(Name, Found)
    ->  Value = Found
    ;   Key == min_length
    ->  Value = 3
    ;   Key == ellipsis
    ->  Value = 30
    ;   '$user_defined'(portray, 1),
        clause(user:portray(_), '$portray_text'(_))
    ->  Value = true
    ;   Value = false
    ).

%! '$portray_text'(@Term) is semidet.
'$portray_text'(Codes) :-
    Codes = [_|_],
    is_list(Codes),
    length(Codes, Length),
    '$portray_text_setting'(min_length, Least),
    Length >= Least,
    '$all_text'(Codes),
    '$portray_text_setting'(ellipsis, Most),
    (   Length > Most
    ->  length(Start, Most),
        append(Start, _, Codes),
        format("`~s...`", [Start])
    ;   format("`~s`", [Codes])
    ).

%! '$all_text'(+Codes) is semidet.
'$all_text'([]).
'$all_text'([Code|Codes]) :-
    integer(Code),
    Code >= 0,
    Code =< 0x10ffff,
    (   code_type(Code, graph)
    ->  true
    ;   memberchk(Code, [0' ,0'\t,0'\n])
    ),
    '$all_text'(Codes).
