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
'$clause_options'(Clause, SourceNames, [variable_names(Names)|Options]) :-
    '$name_variables'(Clause, SourceNames, Names),
    Options = [quoted(true), numbervars(true), spacing(next_argument)].

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
    ;   Clause = (Head :- Body)
    ->  '$write_part'(Head, 1199, Stream, Options),
        (   Body == true
        ->  true
        ;   write(Stream, ' :-'),
            '$new_line'(4, Stream),
            '$layout_body'(Body, 4, 999, Stream, Options)
        )
    ;   Clause = (Head --> Body)
    ->  '$write_part'(Head, 1199, Stream, Options),
        write(Stream, ' -->'),
        '$new_line'(4, Stream),
        '$layout_body'(Body, 4, 999, Stream, Options)
    ;   Clause = (:- Directive)
    ->  write(Stream, ':- '),
        '$layout_directive'(Directive, Stream, Options)
    ;   Clause = (?- Directive)
    ->  write(Stream, '?- '),
        '$layout_directive'(Directive, Stream, Options)
    ;   Clause = (Head => Body)
    ->  '$write_part'(Head, 1199, Stream, Options),
        write(Stream, ' =>'),
        '$new_line'(4, Stream),
        '$layout_body'(Body, 4, 999, Stream, Options)
    ;   '$is_body'(Clause)
    ->  '$layout_body'(Clause, 0, 1200, Stream, Options)
    ;   '$write_part'(Clause, 1200, Stream, Options)
    ).

%! '$is_body'(+Term)
%  True if Term is laid out as the body of a clause, not as a head.
'$is_body'((_, _)).
'$is_body'(\+ _).
'$is_body'({_}).
'$is_body'(Term) :-
    '$is_choice'(Term).
'$is_body'(Term) :-
    '$has_long_argument'(Term).

%! '$layout_directive'(@Directive, +Stream, +Options)
%  dynamic and the like are written as prefix operators.
'$layout_directive'(Directive, Stream, Options) :-
    (   callable(Directive),
        Directive \= (_, _)
    ->  '$write_part'(Directive, 1199, Stream, Options)
    ;   '$layout_body'(Directive, 3, 1199, Stream, Options)
    ).

%! '$write_part'(@Term, +Priority, +Stream, +Options)
'$write_part'(Term, Priority, Stream, Options) :-
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
    ;   Body = (A, B)
    ->  '$layout_body'(A, Indent, 999, Stream, Options),
        write(Stream, ','),
        '$new_line'(Indent, Stream),
        '$layout_body'(B, Indent, 999, Stream, Options)
    ;   '$is_choice'(Body)
    ->  write(Stream, '(   '),
        '$layout_choice'(Body, Indent, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, ')')
    ;   Body = (\+ Goal)
    ->  write(Stream, '\\+ '),
        Column is Indent + 3,
        '$layout_argument'(Goal, Column, 900, Stream, Options)
    ;   Body = {Goal}
    ->  write(Stream, '{ '),
        Column is Indent + 2,
        '$layout_body'(Goal, Column, 1200, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, '}')
    ;   '$is_rule'(Body)
    ->  '$layout_argument'(Body, Indent, 999, Stream, Options)
    ;   '$layout_goal'(Body, Indent, Priority, Stream, Options)
    ).

%! '$is_choice'(@Body)
'$is_choice'((_ ; _)).
'$is_choice'((_ -> _)).
'$is_choice'((_ *-> _)).

%! '$is_rule'(@Body)
'$is_rule'((_ :- _)).
'$is_rule'((_ --> _)).
'$is_rule'((:- _)).

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
    ->  '$layout_body'(Condition, Inner, 999, Stream, Options),
        '$new_line'(Indent, Stream),
        write(Stream, Sign),
        '$layout_body'(Then, Inner, 999, Stream, Options)
    ;   '$layout_body'(Branch, Inner, 999, Stream, Options)
    ).

%! '$is_condition'(@Branch, -Condition, -Sign, -Then)
'$is_condition'((If -> Then), If, '->  ', Then).
'$is_condition'((If *-> Then), If, '*-> ', Then).

%! '$layout_argument'(@Goal, +Column, +Priority, +Stream, +Options)
%  Writes a goal that is an argument: a conjunction is parenthesized.
'$layout_argument'(Goal, Column, Priority, Stream, Options) :-
    (   nonvar(Goal),
        '$needs_box'(Goal)
    ->  write(Stream, '( '),
        Inner is Column + 2,
        (   Goal = (_, _)
        ->  '$layout_body'(Goal, Inner, 999, Stream, Options)
        ;   '$write_part'(Goal, 1200, Stream, Options)
        ),
        '$new_line'(Column, Stream),
        write(Stream, ')')
    ;   '$layout_body'(Goal, Column, Priority, Stream, Options)
    ).

%! '$needs_box'(@Goal)
'$needs_box'((_, _)).
'$needs_box'(Goal) :-
    '$is_rule'(Goal).

%! '$layout_goal'(@Goal, +Indent, +Priority, +Stream, +Options)
%  Writes a goal; its arguments get lines of their own if a meta-argument is a control construct, or if the line would
%  be too long.
'$layout_goal'(Goal, Indent, Priority, Stream, Options) :-
    (   '$has_long_argument'(Goal)
    ->  '$layout_arguments'(Goal, Indent, Stream, Options)
    ;   '$is_plain_compound'(Goal),
        write_length(Goal, Length, [priority(Priority)|Options]),
        Indent + Length > 79
    ->  '$layout_arguments'(Goal, Indent, Stream, Options)
    ;   '$write_part'(Goal, Priority, Stream, Options)
    ).

%! '$is_plain_compound'(@Goal)
%  True if Goal is written in functional notation.
'$is_plain_compound'(Goal) :-
    compound(Goal),
    Goal \= [_|_],
    Goal \= {_},
    functor(Goal, Name, Arity),
    atom(Name),
    Arity > 0,
    \+ '$is_written_as_operator'(Arity, Name).

%! '$is_written_as_operator'(+Arity, +Name)
'$is_written_as_operator'(1, Name) :-
    current_op(_, Type, Name),
    memberchk(Type, [fy, fx, yf, xf]),
    !.
'$is_written_as_operator'(2, Name) :-
    current_op(_, Type, Name),
    memberchk(Type, [xfx, xfy, yfx]),
    !.

%! '$has_long_argument'(@Goal)
'$has_long_argument'(Goal) :-
    compound(Goal),
    functor(Goal, Name, Arity),
    '$calls_arguments'(Name, Arity, Places),
    '$long_argument'(Places, Goal).

%! '$long_argument'(+Places, @Goal)
'$long_argument'([Place|Places], Goal) :-
    arg(Place, Goal, Arg),
    (   nonvar(Arg),
        '$needs_lines'(Arg)
    ->  true
    ;   '$long_argument'(Places, Goal)
    ).

%! '$needs_lines'(@Goal)
'$needs_lines'(Goal) :-
    (   '$needs_box'(Goal)
    ->  true
    ;   '$is_choice'(Goal)
    ).

%! '$calls_arguments'(+Name, +Arity, -Places)
%  Places are the meta-arguments of well-known predicates.
'$calls_arguments'(call, _, [1]).
'$calls_arguments'(once, 1, [1]).
'$calls_arguments'(ignore, 1, [1]).
'$calls_arguments'(not, 1, [1]).
'$calls_arguments'(assertion, 1, [1]).
'$calls_arguments'(thread_create, _, [1]).
'$calls_arguments'(forall, 2, [1,2]).
'$calls_arguments'(findall, 3, [2]).
'$calls_arguments'(findall, 4, [2]).
'$calls_arguments'(aggregate_all, 3, [2]).
'$calls_arguments'(aggregate_all, 4, [3]).
'$calls_arguments'(catch, 3, [1,3]).
'$calls_arguments'(call_cleanup, 2, [1,2]).
'$calls_arguments'(setup_call_cleanup, 3, [1,2,3]).
'$calls_arguments'(freeze, 2, [2]).
'$calls_arguments'(when, 2, [2]).
'$calls_arguments'(with_output_to, 2, [2]).
'$calls_arguments'(time, 1, [1]).

%! '$layout_arguments'(@Goal, +Indent, +Stream, +Options)
'$layout_arguments'(Goal, Indent, Stream, Options) :-
    Goal =.. [Name|Args],
    '$write_part'(Name, 0, Stream, Options),
    write(Stream, '('),
    write_length(Name, Length, [quoted(true)]),
    Column is Indent + Length + 1,
    functor(Goal, _, Arity),
    (   '$calls_arguments'(Name, Arity, Places)
    ->  true
    ;   Places = []
    ),
    '$layout_arguments'(Args, 1, Places, Column, Stream, Options),
    write(Stream, ')').

%! '$layout_arguments'(+Args, +Place, +Places, +Column, +Stream, +Options)
'$layout_arguments'([Arg|Args], Place, Places, Column, Stream, Options) :-
    (   memberchk(Place, Places)
    ->  '$layout_argument'(Arg, Column, 999, Stream, Options)
    ;   '$layout_data'(Arg, Column, Stream, Options)
    ),
    (   Args == []
    ->  true
    ;   write(Stream, ','),
        '$new_line'(Column, Stream),
        Place1 is Place + 1,
        '$layout_arguments'(Args, Place1, Places, Column, Stream, Options)
    ).

%! '$layout_data'(@Term, +Column, +Stream, +Options)
%  Writes an argument that is not called; a list or compound that is too long for the line is broken.
'$layout_data'(Term, Column, Stream, Options) :-
    (   compound(Term),
        write_length(Term, Length, [priority(999)|Options]),
        Column + Length > 77
    ->  (   Term = [First|Rest]
        ->  write(Stream, '[ '),
            Inner is Column + 2,
            '$layout_data'(First, Inner, Stream, Options),
            '$layout_elements'(Rest, Column, Stream, Options)
        ;   '$is_plain_compound'(Term)
        ->  '$layout_arguments'(Term, Column, Stream, Options)
        ;   '$write_part'(Term, 999, Stream, Options)
        )
    ;   '$write_part'(Term, 999, Stream, Options)
    ).

%! '$layout_elements'(@List, +Column, +Stream, +Options)
%  Writes the rest of a list, each element on a line of its own.
'$layout_elements'(List, Column, Stream, Options) :-
    (   nonvar(List),
        List = [First|Rest]
    ->  write(Stream, ','),
        Inner is Column + 2,
        '$new_line'(Inner, Stream),
        '$layout_data'(First, Inner, Stream, Options),
        '$layout_elements'(Rest, Column, Stream, Options)
    ;   '$new_line'(Column, Stream),
        (   List == []
        ->  true
        ;   write(Stream, '| '),
            '$write_part'(List, 999, Stream, Options),
            '$new_line'(Column, Stream)
        ),
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
