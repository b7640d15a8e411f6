% Predicates on threads where there is one thread: what would run in parallel runs in sequence.

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

%! thread_self(-Thread) is det.
%  The name of the only thread: main.
%  ?- thread_self(X).   %=> X = main.
thread_self(main).

%! with_mutex(+Mutex, :Goal) is semidet.
%  Goal once: there is only one thread.
%  ?- with_mutex(m, X = 1).   %=> X = 1.
with_mutex(_, Goal) :-
    once(Goal).

%! thread_local(+Indicators) is det.
%  As dynamic/1: there is only one thread.
thread_local(Indicators) :-
    dynamic(Indicators).
