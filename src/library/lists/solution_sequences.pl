% Modified solution sequences: limit, offset, nth, ordered, distinct; with the names of library(solution_sequences).
% Beside them if/3 and countall/2, which several systems have built in.

%! limit(+Count, :Goal) is nondet.
%  True for the first Count solutions of Goal; Count may be infinite or inf.
%  ?- findall(X, limit(2, member(X, [a,b,c])), L).
limit(Count, Goal) :-
    (   ( Count == infinite ; Count == inf )
    ->  call(Goal)
    ;   Count > 0,
        '$on_one_machine'('$limit'(Count, Goal))
    ).

%! '$limit'(+Count, :Goal) is nondet.
'$limit'(Count, Goal) :-
    State = count(0),
    call(Goal),
    arg(1, State, Before),
    Now is Before + 1,
    (   Now =:= Count
    ->  !
    ;   nb_setarg(1, State, Now)
    ).

%! offset(+Count, :Goal) is nondet.
%  True for the solutions of Goal after the first Count.
%  ?- findall(X, offset(2, member(X, [a,b,c])), L).
offset(Count, Goal) :-
    (   Count >= 0
    ->  '$on_one_machine'('$offset'(Count, Goal))
    ;   domain_error(not_less_than_zero, Count)
    ).

%! '$offset'(+Count, :Goal) is nondet.
'$offset'(Count, Goal) :-
    State = count(0),
    call(Goal),
    arg(1, State, Before),
    (   Before < Count
    ->  Now is Before + 1,
        nb_setarg(1, State, Now),
        fail
    ;   true
    ).

%! call_nth(:Goal, ?Nth) is nondet.
%  True for the Nth solution of Goal; if Nth is unbound, enumerates all solutions with their numbers.
%  ?- call_nth(member(X, [a,b,c]), 2).
call_nth(Goal, Nth) :-
    '$on_one_machine'('$call_nth'(Goal, Nth)).

%! '$call_nth'(:Goal, ?Nth) is nondet.
'$call_nth'(Goal, Nth) :-
    State = count(0),
    (   var(Nth)
    ->  call(Goal),
        '$count_up'(State, Nth)
    ;   must_be(integer, Nth),
        (   Nth < 1
        ->  domain_error(not_less_than_one, Nth)
        ;   true
        ),
        call(Goal),
        '$count_up'(State, Count),
        Count =:= Nth,
        !
    ).

%! '$count_up'(+State, -Count)
'$count_up'(State, Count) :-
    arg(1, State, Before),
    Count is Before + 1,
    nb_setarg(1, State, Count).

%! distinct(:Goal) is nondet.
%  True for the solutions of Goal without duplicates.
%  ?- findall(_X, distinct(member(_X, [a,b,a])), L).   %=> L = [a,b].
distinct(Goal) :-
    distinct(Goal, Goal).

%! distinct(?Witness, :Goal) is nondet.
%  True for the solutions of Goal with different Witness.
%  ?- findall(X, distinct(X, member(X, [a,b,a])), L).
distinct(Witness, Goal) :-
    '$new_set'(Seen),
    term_variables(Witness, Variables),
    '$on_one_machine'(( call(Goal), '$add_to_set'(Seen, Variables, true) )).

%! order_by(+Specifications, :Goal) is nondet.
%  True for the solutions of Goal, sorted by a list of asc(Term) and desc(Term), the first of which is the major key.
%  ?- findall(X, order_by([desc(X)], member(X, [1,3,2])), L).
order_by(Specifications, Goal) :-
    must_be(list, Specifications),
    ( Specifications == [] -> domain_error(non_empty_list, []) ; true ),
    '$order_keys'(Specifications, Keys),
    term_variables(Goal, Variables),
    Row =.. [row,Variables|Keys],
    findall(Row, Goal, Rows),
    length(Specifications, Count),
    '$order_rows'(Count, Specifications, Rows, Ordered),
    member(Row, Ordered).

%! '$order_keys'(+Specifications, -Keys)
'$order_keys'([], []).
'$order_keys'([Specification|Specifications], [Key|Keys]) :-
    must_be(nonvar, Specification),
    (   Specification = asc(Key)
    ->  true
    ;   Specification = desc(Key)
    ->  true
    ;   domain_error(order_specifier, Specification)
    ),
    '$order_keys'(Specifications, Keys).

%! '$order_rows'(+Count, +Specifications, +Rows, -Ordered)
%  Sorts stably, by the minor key first.
'$order_rows'(Count, Specifications, Rows, Ordered) :-
    (   Count =:= 0
    ->  Ordered = Rows
    ;   nth1(Count, Specifications, Specification),
        Column is Count + 1,
        (   Specification = asc(_)
        ->  sort(Column, @=<, Rows, Sorted)
        ;   sort(Column, @>=, Rows, Sorted)
        ),
        Before is Count - 1,
        '$order_rows'(Before, Specifications, Sorted, Ordered)
    ).

%! findnsols(+Count, ?Template, :Goal, ?List) is nondet.
%  Like findall/3, but List has the next Count solutions; backtracking yields those after them. Goal is copied, so that
%  only List is bound.
%  ?- findall(L, findnsols(2, X, member(X, [a,b,c]), L), Ls).   %=> Ls = [[a,b],[c]].
%  ?- findnsols(1, X, member(X-Y, [a-1,b-2]), L).   %=> L = [a] ; L = [b].
findnsols(Count, Template, Goal, List) :-
    findnsols(Count, Template, Goal, List, []).

%! findnsols(+Count, ?Template, :Goal, ?List, ?Tail) is nondet.
%  Like findnsols/4, but List ends in Tail.
%  ?- findnsols(2, X, member(X, [a]), L, T).   %=> L = [a|T].
findnsols(Count, Template, Goal, List, Tail) :-
    must_be(integer, Count),
    '$check_goal'(Goal),
    (   Count < 0
    ->  domain_error(not_less_than_zero, Count)
    ;   Count =:= 0
    ->  List = Tail
    ;   flag('$findnsols', Number, Number + 1),
        atomic_list_concat(['$findnsols ', Number], Key),
        copy_term(Template-Goal, OwnTemplate-OwnGoal),
        setup_call_cleanup(true,
                           '$findnsols'(Count, OwnTemplate, OwnGoal, Key, Found, Tail),
                           '$take_records'(Key, _, [])),
        List = Found
    ).

%! '$findnsols'(+Count, ?Template, :Goal, +Key, -List, ?Tail) is nondet.
%  The last chunk is returned when Goal leaves no choice points or has no more solutions.
'$findnsols'(Count, Template, Goal, Key, List, Tail) :-
    State = found(0),
    (   '$choices'(First),
        call(Goal),
        recordz(Key, Template),
        arg(1, State, Found0),
        Found is Found0 + 1,
        nb_setarg(1, State, Found),
        Found =:= Count,
        '$choices'(Last),
        First < Last,
        nb_setarg(1, State, 0)
    ;   true
    ),
    '$take_records'(Key, List, Tail).

%! reduced(:Goal) is nondet.
%  Synonym of distinct/1.
%  ?- reduced(member(X, [a,a,b])).   %=> X = a ; X = b.
reduced(Goal) :-
    distinct(Goal).

%! reduced(?Witness, :Goal, +Options) is nondet.
%  Like distinct/2. Options that bound the number of solutions that are remembered have no effect: all are.
%  ?- findall(_X, reduced(_X, member(_X, [a,b,a]), []), L).   %=> L = [a,b].
reduced(Witness, Goal, Options) :-
    must_be(list, Options),
    distinct(Witness, Goal).

%! if(:Condition, :Then, :Else) is nondet.
%  Like (Condition *-> Then ; Else).
%  ?- if(member(X, [1,2]), Y = X, Y = none).   %=> X = 1, Y = 1 ; X = 2, Y = 2.
%  ?- if(fail, true, X = none).   %=> X = none.
if(Condition, Then, Else) :-
    (   Condition
    *-> Then
    ;   Else
    ).

%! countall(:Goal, ?Count) is semidet.
%  Count is the number of solutions of Goal.
%  ?- countall(member(_, [a,b]), N).   %=> N = 2.
%  ?- countall(true, -1).   %=> domain_error(not_less_than_zero, -1).
countall(Goal, Count) :-
    (   var(Count)
    ->  true
    ;   must_be(integer, Count),
        ( Count >= 0 -> true ; domain_error(not_less_than_zero, Count) )
    ),
    aggregate_all(count, Goal, Count0),
    Count = Count0.
