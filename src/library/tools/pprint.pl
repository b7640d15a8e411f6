% Pretty-printing of terms, with the names of library(pprint), and printing of codes as text (portray_text).

%! print_term(@Term, +Options) is det.
%  Writes Term as print/1 does if it fits the line, else with its arguments on separate lines. Options: output(Stream);
%  right_margin(Column), default that of the terminal, or 72; left_margin(Column); write_options(List), those of
%  write_term/2; tab_width(Columns), default 8, 0 for spaces only; operators(false) for operators as other terms;
%  fullstop(true) and nl(true) for what follows; and indent_arguments(Indent): auto, true or a number of columns for
%  arguments below the name, false for all in one line. Others are ignored.
%  ?- print_term(f(a, [b|_], 'C'), []).
%  ?- with_output_to(string(S), print_term(f(aaaa, bbbb), [right_margin(8)])).   %=> S = "f(aaaa,\n  bbbb)".
%  ?- with_output_to(string(S), print_term([aaaa, b, c], [right_margin(8)])).   %=> S = "[ aaaa,\n  b,\n  c\n]".
%  ?- with_output_to(string(S), print_term((a :- \+ b, c), [fullstop(true)])).   %=> S = "a :- \\+b,c.".
print_term(Term, Options) :-
    must_be(list, Options),
    ( option(output(Stream), Options) -> true ; current_output(Stream) ),
    '$print_margin'(Stream, Options, Right),
    option(indent_arguments(Indent), Options, auto),
    option(tab_width(Tab), Options, 8),
    option(operators(Operators), Options, true),
    option(write_options(WriteOptions), Options, [numbervars(true),quoted(true),portray(true)]),
    (   option(left_margin(Left), Options)
    ->  true
    ;   line_position(Stream, Left)
    ),
    must_be(integer, Right),
    must_be(integer, Left),
    must_be(nonneg, Tab),
    term_singletons(Term, Singles),
    findall('_', member(_, Singles), Underscores),
    maplist('$named', Underscores, Singles, Names),
    term_variables(Term, All),
    exclude('$is_among'(Singles), All, Others),
    Layout = '$layout'(Stream,Right,Indent,[variable_names(Names),numbervars(true)|WriteOptions],Tab,Operators),
    \+ \+ ( numbervars(Others, 0, _, [attvar(skip)]),
            '$print_part'(Term, 1200, Left, Layout) ),
    ( option(fullstop(true), Options) -> write(Stream, '.') ; true ),
    ( option(nl(true), Options) -> nl(Stream) ; true ).

%! '$print_margin'(+Stream, +Options, -Column) is det.
'$print_margin'(Stream, Options, Column) :-
    (   option(right_margin(Column), Options),
        nonvar(Column)
    ->  true
    ;   stream_property(Stream, tty(true)),
        catch(tty_size(_, Columns), error(_, _), fail)
    ->  Column is Columns - 8
    ;   Column = 72
    ).

%! '$named'(+Name, ?Variable, -Named)
'$named'(Name, Variable, Name=Variable).

%! '$print_part'(+Term, +Priority, +Column, +Layout)
%  Column is the indentation of all lines of Term but the first.
'$print_part'(Term, Priority, Column, Layout) :-
    Layout = '$layout'(Stream,_,Indent,Options,_,Operators),
    (   ( \+ compound(Term) ; Term = '$VAR'(_) )
    ->  format(Stream, "~W", [Term,Options])
    ;   memberchk(portray(true), Options),
        '$user_defined'(portray, 1),
        with_output_to(string(Text), user:portray(Term))
    ->  write(Stream, Text)
    ;   \+ Term = [_|_],
        Operators == true,
        '$printed_operator'(Term, Operation)
    ->  '$print_operation'(Operation, Priority, Column, Layout)
    ;   ( Indent == false ; Indent == auto, '$print_fits'(Term, Column, Layout) )
    ->  format(Stream, "~W", [Term,Options])
    ;   Term = [_|_]
    ->  write(Stream, '[ '),
        Inner is Column + 2,
        '$print_items'(Term, Inner, Column, Layout)
    ;   Term = {Goal}
    ->  write(Stream, '{ '),
        Inner is Column + 2,
        '$print_part'(Goal, 1200, Inner, Layout),
        '$print_line'(Layout, Column),
        write(Stream, '}')
    ;   is_dict(Term)
    ->  dict_pairs(Term, Tag, Pairs),
        format(string(Name), "~W{ ", [Tag,Options]),
        '$print_below'(Name, Column, Inner, Layout),
        '$print_pairs'(Pairs, Inner, Layout),
        Closing is max(0, Inner - 2),
        '$print_line'(Layout, Closing),
        write(Stream, '}')
    ;   compound_name_arguments(Term, Name0, Arguments),
        format(string(Name), "~q(", [Name0]),
        '$print_below'(Name, Column, Inner, Layout),
        '$print_arguments'(Arguments, Inner, Layout),
        write(Stream, ')')
    ).

%! '$print_fits'(+Term, +Column, +Layout) is semidet.
'$print_fits'(Term, Column, '$layout'(_,Right,_,Options,_,_)) :-
    Most is max(0, Right - Column - 1),
    write_length(Term, Width, [max_length(Most)|Options]),
    Width =< Most.

%! '$print_below'(+Name, +Column, -Inner, +Layout) is det.
%  Writes a name and its bracket. Inner is the column of what stands in the brackets.
'$print_below'(Name, Column, Inner, Layout) :-
    Layout = '$layout'(Stream,_,Indent,_,_,_),
    write(Stream, Name),
    string_length(Name, Length),
    (   integer(Indent)
    ->  Inner is Column + Indent,
        ( Length > Indent -> '$print_line'(Layout, Inner) ; true )
    ;   Inner is Column + Length
    ).

%! '$print_line'(+Layout, +Column)
'$print_line'('$layout'(Stream,_,_,_,Tab,_), Column) :-
    nl(Stream),
    (   Tab =:= 0
    ->  tab(Stream, Column)
    ;   Tabs is Column // Tab,
        Spaces is Column mod Tab,
        forall(between(1, Tabs, _), put_char(Stream, '\t')),
        tab(Stream, Spaces)
    ).

%! '$print_arguments'(+Arguments, +Column, +Layout)
'$print_arguments'([], _, _).
'$print_arguments'([Argument|Arguments], Column, Layout) :-
    '$print_part'(Argument, 999, Column, Layout),
    (   Arguments == []
    ->  true
    ;   arg(1, Layout, Stream),
        write(Stream, ','),
        '$print_line'(Layout, Column),
        '$print_arguments'(Arguments, Column, Layout)
    ).

%! '$print_pairs'(+Pairs, +Column, +Layout)
'$print_pairs'([Key-Value|Pairs], Column, Layout) :-
    Layout = '$layout'(Stream,_,_,Options,_,_),
    format(string(Name), "~W:", [Key,Options]),
    write(Stream, Name),
    string_length(Name, Length),
    Inner is Column + Length,
    '$print_part'(Value, 599, Inner, Layout),
    (   Pairs == []
    ->  true
    ;   write(Stream, ','),
        '$print_line'(Layout, Column),
        '$print_pairs'(Pairs, Column, Layout)
    ).

%! '$print_items'(+List, +Inner, +Column, +Layout)
'$print_items'([Item|Items], Inner, Column, Layout) :-
    arg(1, Layout, Stream),
    '$print_part'(Item, 999, Inner, Layout),
    (   nonvar(Items),
        Items = [_|_]
    ->  write(Stream, ','),
        '$print_line'(Layout, Inner),
        '$print_items'(Items, Inner, Column, Layout)
    ;   Items == []
    ->  '$print_line'(Layout, Column),
        write(Stream, ']')
    ;   '$print_line'(Layout, Column),
        write(Stream, '| '),
        '$print_part'(Items, 999, Inner, Layout),
        '$print_line'(Layout, Column),
        write(Stream, ']')
    ).

%! '$printed_operator'(+Term, -Operation) is semidet.
%  Operation is prefix(Name, Priority, Right, Argument), postfix(Name, Priority, Left, Argument) or
%  infix(Name, Type, Priority, Left, Right, Argument1, Argument2); Left and Right are the most priorities of operands.
'$printed_operator'(Term, Operation) :-
    compound_name_arguments(Term, Name, Arguments),
    (   Arguments = [A]
    ->  \+ ( number(A), memberchk(Name, [-,+]) ),
        current_op(Own, Type, Name),
        (   memberchk(Type-Less, [fy-0,fx-1])
        ->  Right is Own - Less,
            Operation = prefix(Name,Own,Right,A)
        ;   memberchk(Type-Less, [yf-0,xf-1])
        ->  Left is Own - Less,
            Operation = postfix(Name,Own,Left,A)
        )
    ;   Arguments = [A,B],
        current_op(Own, Type, Name),
        memberchk(Type-(Less1+Less2), [xfx-(1+1),xfy-(1+0),yfx-(0+1)])
    ->  Left is Own - Less1,
        Right is Own - Less2,
        Operation = infix(Name,Type,Own,Left,Right,A,B)
    ),
    !.

%! '$print_operation'(+Operation, +Priority, +Column, +Layout)
'$print_operation'(prefix(Name,Own,Right,A), Priority, Column, Layout) :-
    Layout = '$layout'(Stream,_,_,Options,_,_),
    '$print_name'(Name, Text),
    (   (   Name == (:-)
        ;   format(string(Operand), "~W", [A,[priority(Right)|Options]]),
            ( '$needs_space'(Text, Operand) ; string_concat("(", _, Operand) )
        )
    ->  Space = " "
    ;   Space = ""
    ),
    ( Own > Priority -> Open = "(", Close = ")" ; Open = "", Close = "" ),
    string_concat(Open, Text, Front0),
    string_concat(Front0, Space, Front),
    write(Stream, Front),
    string_length(Front, Length),
    Inner is Column + Length,
    '$print_part'(A, Right, Inner, Layout),
    write(Stream, Close).
'$print_operation'(postfix(Name,Own,Left,A), Priority, Column, Layout) :-
    Layout = '$layout'(Stream,_,_,Options,_,_),
    '$print_name'(Name, Text),
    format(string(Operand), "~W", [A,[priority(Left)|Options]]),
    ( '$needs_space'(Operand, Text) -> Space = " " ; Space = "" ),
    ( Own > Priority -> Open = "(", Close = ")", Inner is Column + 1 ; Open = "", Close = "", Inner = Column ),
    write(Stream, Open),
    '$print_part'(A, Left, Inner, Layout),
    format(Stream, "~w~w~w", [Space,Text,Close]).
'$print_operation'(infix(Name,Type,Own,Left,Right,A,B), Priority, Column, Layout) :-
    Layout = '$layout'(Stream,_,_,_,_,_),
    '$print_name'(Name, Text),
    compound_name_arguments(Term, Name, [A,B]),
    (   '$print_fits'(Term, Column, Layout)
    ->  IsWide = false,
        '$print_space'(Name, Text, Left, Right, A, B, Layout, Space)
    ;   IsWide = true,
        ( memberchk(Name, [(','),(;),(:-)]) -> Space = "" ; Space = " " )
    ),
    (   IsWide == true,
        Type \== xfx,
        '$print_operands'(Type, Name, Term, Operands),
        ( Own > Priority -> true ; Operands = [_,_,_|_] )
    ->  Most is min(Left, Right),
        string_concat(Space, Text, Between),
        (   Own =< Priority
        ->  Inner is Column + 2,
            '$print_chain'(Operands, Most, Between, Column, Inner, Layout)
        ;   write(Stream, '( '),
            Inner is Column + 2,
            '$print_chain'(Operands, Most, Between, Inner, Inner, Layout),
            '$print_line'(Layout, Column),
            write(Stream, ')')
        )
    ;   ( Own > Priority -> Open = "(", Close = ")", Inner is Column + 1 ; Open = "", Close = "", Inner = Column ),
        write(Stream, Open),
        '$print_part'(A, Left, Inner, Layout),
        format(Stream, "~w~w~w", [Space,Text,Space]),
        '$print_part'(B, Right, Inner, Layout),
        write(Stream, Close)
    ).

%! '$print_chain'(+Operands, +Priority, +Between, +Column, +Inner, +Layout)
%  Writes the operands of nested infix operators, each on a line of its own.
'$print_chain'([Operand|Operands], Priority, Between, Column, Inner, Layout) :-
    '$print_part'(Operand, Priority, Column, Layout),
    (   Operands == []
    ->  true
    ;   arg(1, Layout, Stream),
        write(Stream, Between),
        '$print_line'(Layout, Inner),
        '$print_chain'(Operands, Priority, Between, Inner, Inner, Layout)
    ).

%! '$print_operands'(+Type, +Name, +Term, -Operands) is det.
'$print_operands'(xfy, Name, Term, Operands) :-
    (   compound(Term),
        compound_name_arguments(Term, Name, [A,B])
    ->  Operands = [A|More],
        '$print_operands'(xfy, Name, B, More)
    ;   Operands = [Term]
    ).
'$print_operands'(yfx, Name, Term, Operands) :-
    '$print_left_operands'(Term, Name, [], Operands).

%! '$print_left_operands'(+Term, +Name, +Behind, -Operands) is det.
'$print_left_operands'(Term, Name, Behind, Operands) :-
    (   compound(Term),
        compound_name_arguments(Term, Name, [A,B])
    ->  '$print_left_operands'(A, Name, [B|Behind], Operands)
    ;   Operands = [Term|Behind]
    ).

%! '$print_name'(+Name, -Text) is det.
'$print_name'(Name, Text) :-
    (   memberchk(Name, [(','),(;),!])
    ->  atom_string(Name, Text)
    ;   format(string(Text), "~q", [Name])
    ).

%! '$print_space'(+Name, +Text, +Left, +Right, +A, +B, +Layout, -Space) is det.
%  Space is what stands on both sides of an infix operator.
'$print_space'(Name, Text, Left, Right, A, B, '$layout'(_,_,_,Options,_,_), Space) :-
    (   Name == (:-)
    ->  Space = " "
    ;   memberchk(Name, [(','),(;)])
    ->  Space = ""
    ;   format(string(Before), "~W", [A,[priority(Left)|Options]]),
        format(string(Behind), "~W", [B,[priority(Right)|Options]]),
        ( '$needs_space'(Before, Text) ; '$needs_space'(Text, Behind) )
    ->  Space = " "
    ;   Space = ""
    ).

%! '$needs_space'(+Text1, +Text2) is semidet.
%  Two texts that are written side by side would be read as one token, or are hard to tell apart.
'$needs_space'(Text1, Text2) :-
    \+ memberchk(Text1, [",",";","!"]),
    \+ memberchk(Text2, [",",";","!"]),
    '$last_of_text'(Text1, End),
    '$first_of_text'(Text2, Begin),
    '$end_kind'(End, Kind1),
    '$end_kind'(Begin, Kind2),
    Kind1 \== punct,
    Kind2 \== punct,
    \+ memberchk(Kind1-Kind2, [alnum-symbol,symbol-alnum]).

%! '$first_of_text'(+Text, -Code) is semidet.
%  Code is the first character, or the one behind a quote.
'$first_of_text'(Text, Code) :-
    string_code(1, Text, First),
    (   memberchk(First, [0'",0'\',0'`])
    ->  string_code(2, Text, Code)
    ;   Code = First
    ).

%! '$last_of_text'(+Text, -Code) is semidet.
%  Code is the last character, or the one before a quote.
'$last_of_text'(Text, Code) :-
    string_length(Text, Length),
    string_code(Length, Text, Last),
    (   memberchk(Last, [0'",0'\',0'`])
    ->  Before is Length - 1,
        string_code(Before, Text, Code)
    ;   Code = Last
    ).

%! '$end_kind'(+Code, -Kind) is det.
'$end_kind'(Code, Kind) :-
    (   code_type(Code, prolog_identifier_continue)
    ->  Kind = alnum
    ;   code_type(Code, prolog_symbol)
    ->  Kind = symbol
    ;   code_type(Code, space)
    ->  Kind = layout
    ;   Kind = punct
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
