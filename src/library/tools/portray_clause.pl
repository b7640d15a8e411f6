% Writing clauses with indentation: portray_clause/1,2,3. Variables are not bound while a clause is
% written: their names are in the options of write_term/3.

%! portray_clause(@Clause) is det.
%  Writes Clause to the current output, indented, with an end token and a newline.
%  ?- portray_clause((a(X) :- b(X), \+ c)).
portray_clause(Clause) :-
    current_output(Stream),
    portray_clause(Stream, Clause).

%! portray_clause(+Stream, @Clause) is det.
%  Like portray_clause/1, but writes to Stream.
%  ?- with_output_to(string(S), portray_clause(f(_X, _X))).   %=> S = "f(A, A).\n".
portray_clause(Stream, Clause) :-
    (   acyclic_term(Clause)
    ->  '$clause_options'(Clause, [], Options),
        '$portray_clause'(Clause, Stream, Options)
    ;   write_term(Stream, Clause, [quoted(true),numbervars(true),portray(true),fullstop(true),nl(true)])
    ).

%! '$clause_options'(@Clause, +SourceNames, -Options)
%  Options are layout(WriteOptions, Vars, Marks), where Marks are the terms that stand for Vars when the length of a
%  term is found: lines are broken as in SWI-Prolog, which measures the terms '$VAR'(N) that it has for variables.
'$clause_options'(Clause, SourceNames, layout(Options, Vars, Marks)) :-
    '$name_variables'(Clause, SourceNames, Names),
    '$layout_marks'(Names, SourceNames, Vars, Marks),
    Options = [variable_names(Names), quoted(true), numbervars(true), spacing(next_argument)].

%! '$name_variables'(@Term, +SourceNames, -Names)
%  Names the variables of Term: by the name in the source; else _ if it occurs once, else A, B, ...
'$name_variables'(Term, SourceNames, Names) :-
    term_singletons(Term, Singletons),
    term_variables(Term, Vars),
    '$choose_names'(Vars, Singletons, SourceNames, 0, Names).

%! '$choose_names'(+Vars, +Singletons, +SourceNames, +N, -Names)
%  Singletons is a sublist of Vars, in the same order.
'$choose_names'([], _, _, _, []).
'$choose_names'([Var|Vars], Singletons, SourceNames, N, [Name=Var|Names]) :-
    (   Singletons = [First|Singletons1],
        First == Var
    ->  Once = true
    ;   Once = false,
        Singletons1 = Singletons
    ),
    (   '$source_name'(SourceNames, Var, Name)
    ->  N1 = N
    ;   Once == true
    ->  Name = '_',
        N1 = N
    ;   '$fresh_name'(N, SourceNames, Name, N1)
    ),
    '$choose_names'(Vars, Singletons1, SourceNames, N1, Names).

%! '$source_name'(+SourceNames, +Var, -Name)
'$source_name'([Name0=Var0|Names], Var, Name) :-
    (   Var0 == Var
    ->  Name = Name0
    ;   '$source_name'(Names, Var, Name)
    ).

%! '$is_among'(+Vars, +Var)
'$is_among'([Other|Vars], Var) :-
    (   Other == Var
    ->  true
    ;   '$is_among'(Vars, Var)
    ).

%! '$fresh_name'(+N, +SourceNames, -Name, -N1)
'$fresh_name'(N, SourceNames, Name, N1) :-
    Code is 0'A + N mod 26,
    Round is N // 26,
    (   Round =:= 0
    ->  atom_codes(Candidate, [Code])
    ;   number_codes(Round, Digits),
        atom_codes(Candidate, [Code|Digits])
    ),
    Next is N + 1,
    (   memberchk(Candidate=_, SourceNames)
    ->  '$fresh_name'(Next, SourceNames, Name, N1)
    ;   Name = Candidate,
        N1 = Next
    ).

%! '$portray_clause'(@Clause, +Stream, +Options)
%  An end token after a symbol character needs a blank before it.
'$portray_clause'(Clause, Stream, Options) :-
    with_output_to(string(Text), ( current_output(Own), '$layout_clause'(Clause, Own, Options) )),
    (   sub_atom(Text, _, 1, 0, Last),
        char_type(Last, prolog_symbol)
    ->  End = " .\n"
    ;   End = ".\n"
    ),
    write(Stream, Text),
    write(Stream, End).

%! '$layout_clause'(@Clause, +Stream, +Options)
'$layout_clause'(Clause, Stream, Options) :-
    (   var(Clause)
    ->  '$write_part'(Clause, 1200, Stream, Options)
    ;   Clause = (Head :- Body),
        Body == true
    ->  '$layout_term'(Head, 1200, Stream, Options)
    ;   '$clause_parts'(Clause, Before, Neck, After)
    ->  '$layout_term'(Before, 1199, Stream, Options),
        write(Stream, Neck),
        '$new_line'(4, Stream),
        '$layout_body'(After, 4, 1199, Stream, Options)
    ;   Clause = (:- module(Name, Exports))
    ->  write(Stream, ':- module('),
        '$write_part'(Name, 999, Stream, Options),
        write(Stream, ','),
        '$new_line'(10, Stream),
        '$layout_list'(Exports, Stream, Options),
        write(Stream, ')')
    ;   '$is_directive'(Clause, Sign, Directive)
    ->  write(Stream, Sign),
        '$layout_body'(Directive, 3, 1199, Stream, Options)
    ;   '$layout_body'(Clause, 0, 1200, Stream, Options)
    ).

%! '$layout_marks'(+Names, +SourceNames, -Vars, -Marks)
%  A name that is none of the source stands for its number.
'$layout_marks'([], _, [], []).
'$layout_marks'([Name=Var|Names], SourceNames, [Var|Vars], ['$VAR'(Mark)|Marks]) :-
    (   ( Name == '_' ; '$source_name'(SourceNames, Var, _) )
    ->  Mark = Name
    ;   atom_codes(Name, [First|Digits]),
        number_codes(Round, [0'0|Digits]),
        Mark is Round*26 + First - 0'A
    ),
    '$layout_marks'(Names, SourceNames, Vars, Marks).

%! '$clause_parts'(+Clause, -Head, -Neck, -Body) is semidet.
'$clause_parts'((Head :- Body), Head, ' :-', Body).
'$clause_parts'((Head => Body), Head, ' =>', Body).
'$clause_parts'((Head --> Body), Head, ' -->', Body).

%! '$is_directive'(+Clause, -Sign, -Directive) is semidet.
'$is_directive'((:- Directive), ':- ', Directive).
'$is_directive'((?- Directive), '?- ', Directive).

%! '$write_part'(@Term, +Priority, +Stream, +Options)
'$write_part'(Term, Priority, Stream, layout(Options, _, _)) :-
    write_term(Stream, Term, [priority(Priority)|Options]).

%! '$new_line'(+Indent, +Stream)
'$new_line'(Indent, Stream) :-
    nl(Stream),
    tab(Stream, Indent).

%! '$layout_body'(@Body, +Indent, +Priority, +Stream, +Options)
%  Writes Body, whose lines are indented to column Indent; the first line has been indented already.
'$layout_body'(Body, Indent, Priority, Stream, Options) :-
    (   var(Body)
    ->  '$write_part'(Body, Priority, Stream, Options)
    ;   '$is_choice'(Body)
    ->  write(Stream, '(   '),
        '$layout_choice'(Body, Indent, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, ')')
    ;   '$needs_box'(Body, Priority)
    ->  write(Stream, '( '),
        Inner is Indent + 2,
        '$layout_body'(Body, Inner, 1200, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, ')')
    ;   Body = (A, B)
    ->  '$layout_conjunction'(A, B, Indent, Stream, Options)
    ;   Body = (\+ Goal)
    ->  write(Stream, '\\+ '),
        Column is Indent + 3,
        '$layout_body'(Goal, Column, 900, Stream, Options)
    ;   '$layout_goal'(Body, Priority, Stream, Options)
    ).

%! '$layout_conjunction'(@A, @B, +Indent, +Stream, +Options)
'$layout_conjunction'(A, B, Indent, Stream, Options) :-
    (   nonvar(A),
        A = (First, Middle)
    ->  Last = (Middle, B)
    ;   First = A,
        Last = B
    ),
    '$layout_body'(First, Indent, 999, Stream, Options),
    write(Stream, ','),
    '$new_line'(Indent, Stream),
    '$layout_body'(Last, Indent, 1000, Stream, Options).

%! '$is_choice'(@Body)
'$is_choice'((_ ; _)).
'$is_choice'((_ -> _)).
'$is_choice'((_ *-> _)).

%! '$needs_box'(+Goal, +Priority) is semidet.
%  True if Goal has the name of an operator above Priority: it is put into brackets, on lines of its own.
'$needs_box'(Goal, Priority) :-
    callable(Goal),
    (   compound(Goal)
    ->  compound_name_arity(Goal, Name, _)
    ;   Name = Goal
    ),
    current_op(Its, _, Name),
    Its > Priority,
    !.

%! '$layout_choice'(@Body, +Indent, +Stream, +Options)
%  Writes the inside of the parentheses: each branch is indented by four columns.
'$layout_choice'(Body, Indent, Stream, Options) :-
    (   nonvar(Body),
        Body = (A ; B)
    ->  '$layout_branch'(A, Indent, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, ';   '),
        '$layout_choice'(B, Indent, Stream, Options)
    ;   '$layout_branch'(Body, Indent, Stream, Options)
    ).

%! '$layout_branch'(@Branch, +Indent, +Stream, +Options)
'$layout_branch'(Branch, Indent, Stream, Options) :-
    Inner is Indent + 4,
    (   nonvar(Branch),
        '$is_condition'(Branch, Condition, Sign, Then)
    ->  '$layout_body'(Condition, Inner, 1049, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, Sign),
        '$layout_body'(Then, Inner, 1050, Stream, Options)
    ;   '$layout_body'(Branch, Inner, 1099, Stream, Options)
    ).

%! '$is_condition'(@Branch, -Condition, -Sign, -Then)
'$is_condition'((If -> Then), If, '->  ', Then).
'$is_condition'((If *-> Then), If, '*-> ', Then).

%! '$layout_goal'(@Goal, +Priority, +Stream, +Options)
%  Writes a goal; its arguments get lines of their own if one that is called is a control construct.
'$layout_goal'(Goal, Priority, Stream, Options) :-
    (   '$calls_arguments'(Goal, Modes)
    ->  (   '$has_long_argument'(Goal, Modes)
        ->  Goal =.. [_|Args],
            '$layout_name'(Goal, Column, Stream),
            '$layout_called'(Args, Modes, Column, Stream, Options),
            write(Stream, ')')
        ;   '$layout_term'(Goal, 999, Stream, Options)
        )
    ;   '$layout_term'(Goal, Priority, Stream, Options)
    ).

%! '$calls_arguments'(@Goal, -Modes) is semidet.
%  Modes are those of the arguments of a meta-predicate.
'$calls_arguments'(Goal, Modes) :-
    callable(Goal),
    Goal \= _:_,
    predicate_property(user:Goal, meta_predicate(Meta)),
    Meta =.. [_|Modes].

%! '$has_long_argument'(+Goal, +Modes) is semidet.
'$has_long_argument'(Goal, Modes) :-
    nth1(Place, Modes, Mode),
    integer(Mode),
    arg(Place, Goal, Arg),
    nonvar(Arg),
    ( Arg = (_, _) ; '$is_choice'(Arg) ),
    !.

%! '$layout_name'(+Term, -Column, +Stream)
%  Writes the name of a compound term and the bracket; Column is that of its first argument.
'$layout_name'(Term, Column, Stream) :-
    functor(Term, Name, _),
    write_term(Stream, Name, [quoted(true)]),
    write(Stream, '('),
    line_position(Stream, Column).

%! '$layout_called'(+Args, +Modes, +Column, +Stream, +Options)
'$layout_called'([Arg|Args], [Mode|Modes], Column, Stream, Options) :-
    (   integer(Mode)
    ->  '$layout_body'(Arg, Column, 999, Stream, Options)
    ;   '$layout_term'(Arg, 999, Stream, Options)
    ),
    (   Args == []
    ->  true
    ;   write(Stream, ','),
        '$new_line'(Column, Stream),
        '$layout_called'(Args, Modes, Column, Stream, Options)
    ).

%! '$layout_term'(@Term, +Priority, +Stream, +Options)
%  Writes a term; the arguments of a compound term that is too long for the line get lines of their own.
'$layout_term'(Term, Priority, Stream, Options) :-
    (   \+ compound(Term)
    ->  '$write_part'(Term, Priority, Stream, Options)
    ;   Term = {Goal}
    ->  line_position(Stream, Column),
        write(Stream, '{ '),
        Inner is Column + 2,
        '$layout_body'(Goal, Inner, 1000, Stream, Options),
        '$new_line'(Column, Stream),
        write(Stream, '}')
    ;   '$is_too_long'(Term, Stream, Options)
    ->  (   Term = [_|_]
        ->  '$layout_list'(Term, Stream, Options)
        ;   Term =.. [_|Args],
            '$layout_name'(Term, Column, Stream),
            '$layout_arguments'(Args, Column, Stream, Options),
            write(Stream, ')')
        )
    ;   '$write_part'(Term, Priority, Stream, Options)
    ).

%! '$is_too_long'(+Term, +Stream, +Options) is semidet.
%  True if Term is written in functional or list notation, and would end beyond the line. A short term is not broken
%  even there.
'$is_too_long'(Term, Stream, layout(_, Vars, Marks)) :-
    compound_name_arity(Term, Name, Arity),
    Arity > 0,
    Term \= '$VAR'(_),
    \+ '$is_written_as_operator'(Arity, Name),
    copy_term_nat(Vars+Term, Marks+Copy),
    (   write_length(Copy, Length0, [max_length(78)])
    ->  Length = Length0
    ;   Length = 78
    ),
    Length > 19,
    line_position(Stream, Column),
    Column + Length > 78.

%! '$is_written_as_operator'(+Arity, +Name)
'$is_written_as_operator'(1, Name) :-
    atom(Name),
    current_op(_, Type, Name),
    memberchk(Type, [fy, fx, yf, xf]),
    !.
'$is_written_as_operator'(2, Name) :-
    atom(Name),
    current_op(_, Type, Name),
    memberchk(Type, [xfx, xfy, yfx]),
    !.

%! '$layout_arguments'(+Args, +Column, +Stream, +Options)
'$layout_arguments'([Arg|Args], Column, Stream, Options) :-
    '$layout_term'(Arg, 999, Stream, Options),
    (   Args == []
    ->  true
    ;   write(Stream, ','),
        '$new_line'(Column, Stream),
        '$layout_arguments'(Args, Column, Stream, Options)
    ).

%! '$layout_list'(@List, +Stream, +Options)
%  Writes a list, each element on a line of its own.
'$layout_list'(List, Stream, Options) :-
    (   nonvar(List),
        List = [First|Rest]
    ->  line_position(Stream, Column),
        write(Stream, '[ '),
        '$layout_term'(First, 999, Stream, Options),
        '$layout_elements'(Rest, Column, Stream, Options)
    ;   '$write_part'(List, 999, Stream, Options)
    ).

%! '$layout_elements'(@List, +Column, +Stream, +Options)
%  Writes the rest of a list.
'$layout_elements'(List, Column, Stream, Options) :-
    (   nonvar(List),
        List = [First|Rest]
    ->  write(Stream, ','),
        Inner is Column + 2,
        '$new_line'(Inner, Stream),
        '$layout_term'(First, 999, Stream, Options),
        '$layout_elements'(Rest, Column, Stream, Options)
    ;   (   List == []
        ->  true
        ;   '$new_line'(Column, Stream),
            write(Stream, '| '),
            '$layout_term'(List, 999, Stream, Options)
        ),
        '$new_line'(Column, Stream),
        write(Stream, ']')
    ).

%! portray_clause(+Stream, @Clause, +Options) is det.
%  Like portray_clause/2; the option variable_names(Names) names variables, as in write_term/3.
%  ?- portray_clause(user_output, f(X, _, X), [variable_names(['X' = X])]).
portray_clause(Stream, Clause, Options) :-
    must_be(list, Options),
    (   memberchk(variable_names(Names), Options)
    ->  true
    ;   Names = []
    ),
    '$clause_options'(Clause, Names, Known),
    '$portray_clause'(Clause, Stream, Known).
