% Writing clauses with indentation: portray_clause/1,2,3. What is written is a copy with terms '$VAR'(Name) for variables.

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
    ->  '$portray_clause'(Clause, [], Stream)
    ;   write_term(Stream, Clause, [quoted(true),numbervars(true),portray(true),fullstop(true),nl(true)])
    ).

%! '$clause_with_names'(@Clause, +SourceNames, -Named)
%  Named is a copy of Clause with '$VAR'(Name) for a variable with a name in the source, '$VAR'('_') for another that
%  occurs once, and '$VAR'(N) for the rest, which is written A, B, ...
'$clause_with_names'(Clause, SourceNames, Named) :-
    copy_term_nat(SourceNames+Clause, Names+Named),
    '$bind_to_names'(Names),
    term_singletons(Named, Singletons),
    maplist(=('$VAR'('_')), Singletons),
    term_variables(Named, Vars),
    '$bind_to_numbers'(Vars, 0, SourceNames).

%! '$bind_to_names'(+Names)
%  The first name of a variable counts.
'$bind_to_names'([]).
'$bind_to_names'([Name=Var|Names]) :-
    (   var(Var)
    ->  Var = '$VAR'(Name)
    ;   true
    ),
    '$bind_to_names'(Names).

%! '$bind_to_numbers'(+Vars, +N, +SourceNames)
'$bind_to_numbers'([], _, _).
'$bind_to_numbers'(['$VAR'(N)|Vars], N0, SourceNames) :-
    '$fresh_name'(N0, SourceNames, N),
    N1 is N + 1,
    '$bind_to_numbers'(Vars, N1, SourceNames).

%! '$fresh_name'(+N0, +SourceNames, -N)
%  N is the first number from N0 on whose name is not in the source.
'$fresh_name'(N0, SourceNames, N) :-
    Code is 0'A + N0 mod 26,
    Round is N0 // 26,
    (   Round =:= 0
    ->  atom_codes(Name, [Code])
    ;   number_codes(Round, Digits),
        atom_codes(Name, [Code|Digits])
    ),
    (   memberchk(Name=_, SourceNames)
    ->  Next is N0 + 1,
        '$fresh_name'(Next, SourceNames, N)
    ;   N = N0
    ).

%! '$portray_clause'(@Clause, +SourceNames, +Stream)
%  An end token after a symbol character needs a blank before it.
'$portray_clause'(Clause, SourceNames, Stream) :-
    '$clause_with_names'(Clause, SourceNames, Named),
    with_output_to(string(Text), ( current_output(Own), '$layout_clause'(Named, Own) )),
    (   sub_atom(Text, _, 1, 0, Last),
        char_type(Last, prolog_symbol)
    ->  End = " .\n"
    ;   End = ".\n"
    ),
    write(Stream, Text),
    write(Stream, End).

%! '$layout_clause'(@Clause, +Stream)
'$layout_clause'(Clause, Stream) :-
    (   Clause = (Head :- true)
    ->  '$layout_term'(Head, 1200, Stream)
    ;   '$clause_parts'(Clause, Before, Neck, After)
    ->  '$layout_term'(Before, 1199, Stream),
        write(Stream, Neck),
        '$new_line'(4, Stream),
        '$layout_body'(After, 4, 1199, Stream)
    ;   Clause = (:- module(Name, Exports))
    ->  write(Stream, ':- module('),
        '$write_part'(Name, 999, Stream),
        write(Stream, ','),
        '$new_line'(10, Stream),
        '$layout_list'(Exports, Stream),
        write(Stream, ')')
    ;   '$is_directive'(Clause, Sign, Directive)
    ->  write(Stream, Sign),
        '$layout_body'(Directive, 3, 1199, Stream)
    ;   '$layout_body'(Clause, 0, 1200, Stream)
    ).

%! '$clause_parts'(+Clause, -Head, -Neck, -Body) is semidet.
'$clause_parts'((Head :- Body), Head, ' :-', Body).
'$clause_parts'((Head => Body), Head, ' =>', Body).
'$clause_parts'((Head --> Body), Head, ' -->', Body).

%! '$is_directive'(+Clause, -Sign, -Directive) is semidet.
'$is_directive'((:- Directive), ':- ', Directive).
'$is_directive'((?- Directive), '?- ', Directive).

%! '$write_part'(@Term, +Priority, +Stream)
'$write_part'(Term, Priority, Stream) :-
    write_term(Stream, Term, [priority(Priority),quoted(true),numbervars('$named'),spacing(next_argument)]).

%! '$new_line'(+Indent, +Stream)
'$new_line'(Indent, Stream) :-
    nl(Stream),
    tab(Stream, Indent).

%! '$layout_body'(@Body, +Indent, +Priority, +Stream)
%  Writes Body, whose lines are indented to column Indent; the first line has been indented already.
'$layout_body'(Body, Indent, Priority, Stream) :-
    (   '$is_choice'(Body)
    ->  write(Stream, '(   '),
        '$layout_choice'(Body, Indent, Stream),
        '$new_line'(Indent, Stream),
        write(Stream, ')')
    ;   '$needs_box'(Body, Priority)
    ->  write(Stream, '( '),
        Inner is Indent + 2,
        '$layout_body'(Body, Inner, 1200, Stream),
        '$new_line'(Indent, Stream),
        write(Stream, ')')
    ;   Body = (A, B)
    ->  '$layout_conjunction'(A, B, Indent, Stream)
    ;   Body = (\+ Goal)
    ->  write(Stream, '\\+ '),
        Column is Indent + 3,
        '$layout_body'(Goal, Column, 900, Stream)
    ;   '$layout_goal'(Body, Priority, Stream)
    ).

%! '$layout_conjunction'(@A, @B, +Indent, +Stream)
'$layout_conjunction'(A, B, Indent, Stream) :-
    (   A = (First, Middle)
    ->  Last = (Middle, B)
    ;   First = A,
        Last = B
    ),
    '$layout_body'(First, Indent, 999, Stream),
    write(Stream, ','),
    '$new_line'(Indent, Stream),
    '$layout_body'(Last, Indent, 1000, Stream).

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

%! '$layout_choice'(@Body, +Indent, +Stream)
%  Writes the inside of the parentheses: each branch is indented by four columns.
'$layout_choice'(Body, Indent, Stream) :-
    (   Body = (A ; B)
    ->  '$layout_branch'(A, Indent, Stream),
        '$new_line'(Indent, Stream),
        write(Stream, ';   '),
        '$layout_choice'(B, Indent, Stream)
    ;   '$layout_branch'(Body, Indent, Stream)
    ).

%! '$layout_branch'(@Branch, +Indent, +Stream)
'$layout_branch'(Branch, Indent, Stream) :-
    Inner is Indent + 4,
    (   '$is_condition'(Branch, Condition, Sign, Then)
    ->  '$layout_body'(Condition, Inner, 1049, Stream),
        '$new_line'(Indent, Stream),
        write(Stream, Sign),
        '$layout_body'(Then, Inner, 1050, Stream)
    ;   '$layout_body'(Branch, Inner, 1099, Stream)
    ).

%! '$is_condition'(@Branch, -Condition, -Sign, -Then)
'$is_condition'((If -> Then), If, '->  ', Then).
'$is_condition'((If *-> Then), If, '*-> ', Then).

%! '$layout_goal'(@Goal, +Priority, +Stream)
%  Writes a goal; its arguments get lines of their own if one that is called is a control construct.
'$layout_goal'(Goal, Priority, Stream) :-
    (   '$calls_arguments'(Goal, Modes)
    ->  (   '$has_long_argument'(Goal, Modes)
        ->  Goal =.. [_|Args],
            '$layout_name'(Goal, Column, Stream),
            '$layout_called'(Args, Modes, Column, Stream),
            write(Stream, ')')
        ;   '$layout_term'(Goal, 999, Stream)
        )
    ;   '$layout_term'(Goal, Priority, Stream)
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
    ( Arg = (_, _) ; '$is_choice'(Arg) ),
    !.

%! '$layout_name'(+Term, -Column, +Stream)
%  Writes the name of a compound term and the bracket; Column is that of its first argument.
'$layout_name'(Term, Column, Stream) :-
    functor(Term, Name, _),
    write_term(Stream, Name, [quoted(true)]),
    write(Stream, '('),
    line_position(Stream, Column).

%! '$layout_called'(+Args, +Modes, +Column, +Stream)
'$layout_called'([Arg|Args], [Mode|Modes], Column, Stream) :-
    (   integer(Mode)
    ->  '$layout_body'(Arg, Column, 999, Stream)
    ;   '$layout_term'(Arg, 999, Stream)
    ),
    (   Args == []
    ->  true
    ;   write(Stream, ','),
        '$new_line'(Column, Stream),
        '$layout_called'(Args, Modes, Column, Stream)
    ).

%! '$layout_term'(@Term, +Priority, +Stream)
%  Writes a term; the arguments of a compound term that is too long for the line get lines of their own.
'$layout_term'(Term, Priority, Stream) :-
    (   \+ compound(Term)
    ->  '$write_part'(Term, Priority, Stream)
    ;   Term = {Goal}
    ->  line_position(Stream, Column),
        write(Stream, '{ '),
        Inner is Column + 2,
        '$layout_body'(Goal, Inner, 1000, Stream),
        '$new_line'(Column, Stream),
        write(Stream, '}')
    ;   '$is_too_long'(Term, Stream)
    ->  (   Term = [_|_]
        ->  '$layout_list'(Term, Stream)
        ;   Term =.. [_|Args],
            '$layout_name'(Term, Column, Stream),
            '$layout_arguments'(Args, Column, Stream),
            write(Stream, ')')
        )
    ;   '$write_part'(Term, Priority, Stream)
    ).

%! '$is_too_long'(+Term, +Stream) is semidet.
%  True if Term is written in functional or list notation, and would end beyond the line. A short term is not broken
%  even there. As in SWI-Prolog, a variable counts as long as the term that stands for it.
'$is_too_long'(Term, Stream) :-
    compound_name_arity(Term, Name, Arity),
    Arity > 0,
    Term \= '$VAR'(_),
    \+ '$is_written_as_operator'(Arity, Name),
    (   write_length(Term, Length0, [max_length(78)])
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

%! '$layout_arguments'(+Args, +Column, +Stream)
'$layout_arguments'([Arg|Args], Column, Stream) :-
    '$layout_term'(Arg, 999, Stream),
    (   Args == []
    ->  true
    ;   write(Stream, ','),
        '$new_line'(Column, Stream),
        '$layout_arguments'(Args, Column, Stream)
    ).

%! '$layout_list'(@List, +Stream)
%  Writes a list, each element on a line of its own.
'$layout_list'(List, Stream) :-
    (   List = [First|Rest]
    ->  line_position(Stream, Column),
        write(Stream, '[ '),
        '$layout_term'(First, 999, Stream),
        '$layout_elements'(Rest, Column, Stream)
    ;   '$write_part'(List, 999, Stream)
    ).

%! '$layout_elements'(@List, +Column, +Stream)
%  Writes the rest of a list.
'$layout_elements'(List, Column, Stream) :-
    (   List = [First|Rest]
    ->  write(Stream, ','),
        Inner is Column + 2,
        '$new_line'(Inner, Stream),
        '$layout_term'(First, 999, Stream),
        '$layout_elements'(Rest, Column, Stream)
    ;   (   List == []
        ->  true
        ;   '$new_line'(Column, Stream),
            write(Stream, '| '),
            '$layout_term'(List, 999, Stream)
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
    ->  must_be(list, Names),
        forall(member(Named, Names), ( must_be(compound, Named), Named = (Name=_), must_be(atom, Name) ))
    ;   Names = []
    ),
    '$portray_clause'(Clause, Names, Stream).
