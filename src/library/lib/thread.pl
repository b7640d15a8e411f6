% Thread predicates for a single thread: concurrent goals run sequentially.

%! is_thread(@Term) is semidet.
%  True if Term is main, the only thread.
%  ?- is_thread(main).
is_thread(Term) :-
    Term == main.

%! concurrent_maplist(:Goal, ?Xs) is semidet.
%  Like maplist/2 as once/1: there is only one thread.
%  ?- concurrent_maplist(integer, [1,2]).
concurrent_maplist(Goal, Xs) :-
    once(maplist(Goal, Xs)).

%! concurrent_maplist(:Goal, ?Xs, ?Ys) is semidet.
%  Like maplist/3 as once/1.
%  ?- concurrent_maplist(succ, [1,2], L).   %=> L = [2,3].
concurrent_maplist(Goal, Xs, Ys) :-
    once(maplist(Goal, Xs, Ys)).

%! concurrent_maplist(:Goal, ?Xs, ?Ys, ?Zs) is semidet.
%  Like maplist/4 as once/1.
%  ?- concurrent_maplist(plus, [1,2], [3,4], L).   %=> L = [4,6].
concurrent_maplist(Goal, Xs, Ys, Zs) :-
    once(maplist(Goal, Xs, Ys, Zs)).

%! concurrent_forall(:Condition, :Action) is semidet.
%  Like forall/2: there is only one thread.
%  ?- concurrent_forall(member(X, [1,2]), integer(X)).
concurrent_forall(Condition, Action) :-
    forall(Condition, Action).

%! concurrent_forall(:Condition, :Action, +Options) is semidet.
%  Like forall/2; the options are ignored.
concurrent_forall(Condition, Action, _) :-
    forall(Condition, Action).

%! concurrent_and(:A, :B) is nondet.
%  Like (A, B): there is only one thread.
%  ?- concurrent_and(X = 1, Y is X + 1).   %=> X = 1, Y = 2.
concurrent_and(A, B) :-
    call(A),
    call(B).

%! concurrent(+Count, :Goals, +Options) is semidet.
%  Calls each of Goals as once/1, in order.
%  ?- concurrent(2, [X = 1, Y = 2], []).   %=> X = 1, Y = 2.
concurrent(_, Goals, _) :-
    once(maplist(call, Goals)).

%! first_solution(-X, :Goals, +Options) is semidet.
%  X is from the first solution of one of Goals, which are tried in order.
%  ?- first_solution(X, [fail, X = 2], []).   %=> X = 2.
first_solution(_, Goals, _) :-
    member(Goal, Goals),
    call(Goal),
    !.

%! thread_self(-Thread) is det.
%  Thread is main, the only thread.
%  ?- thread_self(X).   %=> X = main.
thread_self(main).

%! with_mutex(+Mutex, :Goal) is semidet.
%  Calls Goal as once/1: there is only one thread.
%  ?- with_mutex(m, X = 1).   %=> X = 1.
with_mutex(_, Goal) :-
    once(Goal).

%! thread_local(+Indicators) is det.
%  Like dynamic/1: there is only one thread.
thread_local(Indicators) :-
    dynamic(Indicators).
