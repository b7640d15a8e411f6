% Looking at constraints over integers: library(clpfd).

%! fd_show(+Vars) is det.
%  Prints a table of a list of variables, or of pairs Name = Variable: the domain, how many values are left, and how many
%  constraints may still remove some.
%  ?- with_output_to(string(S), ( in(X, '..'(1, 3)), '#>'(X, Y), fd_show([x=X,y=Y,z=5]) )), split_string(S, "\n", "", Lines), length(Lines, N).   %=> N = 5.
fd_show(Vars) :-
    must_be(list, Vars),
    foldl('$fd_row', Vars, Rows, 1, _),
    Head = row(variable, domain, values, constraints),
    foldl('$fd_widths', [Head|Rows], 0-0, Width1-Width2),
    maplist('$fd_print_row'(Width1, Width2), [Head|Rows]).

%! '$fd_row'(+Item, -Row, +Number, -Next)
'$fd_row'(Item, row(Name, Domain, Size, Degree), Number, Next) :-
    Next is Number + 1,
    (   nonvar(Item),
        Item = (Name0=Var)
    ->  Name = Name0
    ;   Name = Number,
        Var = Item
    ),
    fd_dom(Var, Domain0),
    (   integer(Var)
    ->  Domain = Var
    ;   Domain = Domain0
    ),
    fd_size(Var, Size),
    fd_degree(Var, Degree).

%! '$fd_widths'(+Row, +Before, -After)
'$fd_widths'(row(Name, Domain, _, _), A0-B0, A-B) :-
    '$fd_text'(Name, Text1),
    '$fd_text'(Domain, Text2),
    string_length(Text1, Length1),
    string_length(Text2, Length2),
    A is max(A0, Length1),
    B is max(B0, Length2).

%! '$fd_text'(+Term, -Text)
'$fd_text'(Term, Text) :-
    format(string(Text), "~p", [Term]).

%! '$fd_print_row'(+Width1, +Width2, +Row)
'$fd_print_row'(Width1, Width2, row(Name, Domain, Size, Degree)) :-
    Column2 is Width1 + 2,
    Column3 is Column2 + Width2 + 2,
    Column4 is Column3 + 8,
    '$fd_text'(Name, Text1),
    '$fd_text'(Domain, Text2),
    format("~w~t~*|~w~t~*|~w~t~*|~w~n", [Text1,Column2,Text2,Column3,Size,Column4,Degree]).

%! fd_why(:Goal) is det.
%  Prints why a conjunction of constraints, which may end with label/1 or labeling/2, has no solution: goals of it that
%  have none together, none of which can be left out; or that it has one.
%  ?- with_output_to(string(S), fd_why(( in(X, '..'(1, 2)), '#>'(Y, X), '#>'(X, 5) ))), split_string(S, "\n", "", Lines), length(Lines, N).   %=> N = 4.
fd_why(Goal) :-
    (   fd_why(Goal, Conflict)
    ->  format("These goals have no solution together:~n"),
        copy_term(Conflict, Shown, _),
        numbervars(Shown, 0, _),
        forall(member(One, Shown), ( '$fd_unqualified'(One, Plain), format("    ~p~n", [Plain]) ))
    ;   format("It does not fail.~n")
    ).

%! '$fd_unqualified'(+Goal, -Plain)
'$fd_unqualified'(Goal, Plain) :-
    ( nonvar(Goal), Goal = _:Inner -> Plain = Inner ; Plain = Goal ).

%! fd_why(:Goal, -Conflict) is semidet.
%  Conflict is a list of goals of the conjunction Goal that fail together, in their order, none of which can be left out.
%  Fails if Goal has a solution.
%  ?- fd_why(( in(X, '..'(1, 2)), in(Y, '..'(1, 2)), '#>'(X, 5) ), L), length(L, N).   %=> N = 2.
%  ?- fd_why(( ins([X,Y,Z], '..'(1, 2)), '#\\='(X, Y), '#\\='(Y, Z), '#\\='(X, Z), label([X,Y,Z]) ), L), length(L, N).   %=> N = 5.
fd_why(Goal, Conflict) :-
    '$fd_conjuncts'(Goal, user, Goals, []),
    '$fd_failing'(Goals, [], Before, Last),
    '$fd_shrink'(Before, [], Last, Needed),
    append(Needed, [Last], Conflict).

%! '$fd_conjuncts'(+Goal, +Module, -Goals, ?Tail)
'$fd_conjuncts'(Goal, Module, Goals, Tail) :-
    (   var(Goal)
    ->  instantiation_error(Goal)
    ;   Goal = (Left,Right)
    ->  '$fd_conjuncts'(Left, Module, Goals, Middle),
        '$fd_conjuncts'(Right, Module, Middle, Tail)
    ;   Goal = Inner:Plain
    ->  '$fd_conjuncts'(Plain, Inner, Goals, Tail)
    ;   Module == user
    ->  Goals = [Goal|Tail]
    ;   Goals = [Module:Goal|Tail]
    ).

%! '$fd_failing'(+Goals, +Reversed, -Before, -Last) is semidet.
%  Last is the first of Goals with which those before it fail.
'$fd_failing'([Goal|Goals], Reversed, Before, Last) :-
    reverse(Reversed, Before0),
    (   '$fd_fails'(Before0, [], Goal)
    ->  Before = Before0,
        Last = Goal
    ;   '$fd_failing'(Goals, [Goal|Reversed], Before, Last)
    ).

%! '$fd_fails'(+First, +Second, +Last) is semidet.
'$fd_fails'(First, Second, Last) :-
    \+ ( maplist(call, First), maplist(call, Second), call(Last) ).

%! '$fd_shrink'(+Goals, +Kept, +Last, -Needed)
%  Leaves out each goal without which the others fail too. Without it they may raise an error, such as that of labelling a
%  variable without a domain; then it is needed.
'$fd_shrink'([], Kept, _, Kept).
'$fd_shrink'([Goal|Goals], Kept, Last, Needed) :-
    (   catch('$fd_fails'(Kept, Goals, Last), error(_, _), fail)
    ->  Kept1 = Kept
    ;   append(Kept, [Goal], Kept1)
    ),
    '$fd_shrink'(Goals, Kept1, Last, Needed).
