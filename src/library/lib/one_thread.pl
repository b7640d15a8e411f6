% What other systems do in several threads, in the only thread that there is: one after the other.

%! is_thread(@Term) is semidet.
%  Is it main, the only thread?
%  ?- is_thread(main).
is_thread(Term) :-
    Term == main.

%! concurrent_maplist(:Goal, ?Xs) is semidet.
%  As maplist/2, once: there is only one thread.
%  ?- concurrent_maplist(integer, [1,2]).
concurrent_maplist(Goal, Xs) :-
    once(maplist(Goal, Xs)).

%! concurrent_maplist(:Goal, ?Xs, ?Ys) is semidet.
%  As maplist/3, once.
%  ?- concurrent_maplist(succ, [1,2], L).   %=> L = [2,3].
concurrent_maplist(Goal, Xs, Ys) :-
    once(maplist(Goal, Xs, Ys)).

%! concurrent_maplist(:Goal, ?Xs, ?Ys, ?Zs) is semidet.
%  As maplist/4, once.
%  ?- concurrent_maplist(plus, [1,2], [3,4], L).   %=> L = [4,6].
concurrent_maplist(Goal, Xs, Ys, Zs) :-
    once(maplist(Goal, Xs, Ys, Zs)).

%! concurrent_forall(:Condition, :Action) is semidet.
%  As forall/2: there is only one thread.
%  ?- concurrent_forall(member(X, [1,2]), integer(X)).
concurrent_forall(Condition, Action) :-
    forall(Condition, Action).

%! concurrent_forall(:Condition, :Action, +Options) is semidet.
%  As forall/2.
concurrent_forall(Condition, Action, _) :-
    forall(Condition, Action).

%! concurrent_and(:A, :B) is nondet.
%  As (A, B): there is only one thread.
%  ?- concurrent_and(X = 1, Y is X + 1).   %=> X = 1, Y = 2.
concurrent_and(A, B) :-
    call(A),
    call(B).

%! concurrent(+Count, :Goals, +Options) is semidet.
%  Each of the goals once, one after the other.
%  ?- concurrent(2, [X = 1, Y = 2], []).   %=> X = 1, Y = 2.
concurrent(_, Goals, _) :-
    once(maplist(call, Goals)).

%! first_solution(-X, :Goals, +Options) is semidet.
%  The first solution of one of the goals, which are tried one after the other.
%  ?- first_solution(X, [fail, X = 2], []).   %=> X = 2.
first_solution(_, Goals, _) :-
    member(Goal, Goals),
    call(Goal),
    !.
