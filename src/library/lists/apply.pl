% Calling a goal for every element of a list. The helpers take the lists first, so that first-argument indexing leaves
% no choice point after the last element.

%! forall(:Condition, :Action) is semidet.
%  True if Action is true for every solution of Condition. Leaves no bindings.
%  ?- forall(member(_X, [1,2]), integer(_X)).
forall(Condition, Action) :-
    (   Action == true
    ->  \+ ( call(Condition), fail )
    ;   '$forall'(Condition, Action)
    ).

%! '$forall'(:Condition, :Action) is semidet.
'$forall'(Condition, Action) :-
    \+ ( call(Condition),
         \+ call(Action)
       ).

%! maplist(:Goal, ?Xs) is nondet.
%  True if call(Goal, X) is true for every element X of Xs.
%  ?- maplist(integer, [1,2]).
maplist(Goal, Xs) :-
    '$maplist'(Xs, Goal).

%! '$maplist'(?Xs, :Goal)
'$maplist'([], _).
'$maplist'([A|As], Goal) :-
    call(Goal, A),
    '$maplist'(As, Goal).

%! maplist(:Goal, ?Xs, ?Ys) is nondet.
%  True if call(Goal, X, Y) is true for all corresponding elements of lists of equal length.
%  ?- maplist(succ, [1,2], L).   %=> L = [2,3].
maplist(Goal, Xs, Ys) :-
    '$maplist'(Xs, Ys, Goal).

%! '$maplist'(?Xs, ?Ys, :Goal)
'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], Goal) :-
    call(Goal, A, B),
    '$maplist'(As, Bs, Goal).

%! maplist(:Goal, ?Xs, ?Ys, ?Zs) is nondet.
%  Like maplist/3, for three lists.
%  ?- maplist(plus, [1,2], [3,4], L).   %=> L = [4,6].
maplist(Goal, Xs, Ys, Zs) :-
    '$maplist'(Xs, Ys, Zs, Goal).

%! '$maplist'(?Xs, ?Ys, ?Zs, :Goal)
'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], Goal) :-
    call(Goal, A, B, C),
    '$maplist'(As, Bs, Cs, Goal).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4) is nondet.
%  Like maplist/3, for four lists.
%  ?- maplist([_A,_B,_C,_D]>>(_D = f(_A,_B,_C)), [1], [2], [3], L).   %=> L = [f(1,2,3)].
maplist(Goal, L1, L2, L3, L4) :-
    '$maplist'(L1, L2, L3, L4, Goal).

%! '$maplist'(?L1, ?L2, ?L3, ?L4, :Goal)
'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], Goal) :-
    call(Goal, A, B, C, D),
    '$maplist'(As, Bs, Cs, Ds, Goal).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5) is nondet.
%  Like maplist/3, for five lists.
%  ?- maplist([_A,_B,_C,_D,_E]>>(_E = f(_A,_B,_C,_D)), [1], [2], [3], [4], L).   %=> L = [f(1,2,3,4)].
maplist(Goal, L1, L2, L3, L4, L5) :-
    '$maplist'(L1, L2, L3, L4, L5, Goal).

%! '$maplist'(?L1, ?L2, ?L3, ?L4, ?L5, :Goal)
'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], Goal) :-
    call(Goal, A, B, C, D, E),
    '$maplist'(As, Bs, Cs, Ds, Es, Goal).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5, ?L6) is nondet.
%  Like maplist/3, for six lists.
%  ?- maplist([_A,_B,_C,_D,_E,_F]>>(_F = f(_A,_B,_C,_D,_E)), [1], [2], [3], [4], [5], L).   %=> L = [f(1,2,3,4,5)].
maplist(Goal, L1, L2, L3, L4, L5, L6) :-
    '$maplist'(L1, L2, L3, L4, L5, L6, Goal).

%! '$maplist'(?L1, ?L2, ?L3, ?L4, ?L5, ?L6, :Goal)
'$maplist'([], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], Goal) :-
    call(Goal, A, B, C, D, E, F),
    '$maplist'(As, Bs, Cs, Ds, Es, Fs, Goal).

%! maplist(:Goal, ?L1, ?L2, ?L3, ?L4, ?L5, ?L6, ?L7) is nondet.
%  Like maplist/3, for seven lists.
%  ?- maplist([_A,_B,_C,_D,_E,_F,_G]>>(_G = f(_A,_F)), [1], [2], [3], [4], [5], [6], L).   %=> L = [f(1,6)].
maplist(Goal, L1, L2, L3, L4, L5, L6, L7) :-
    '$maplist'(L1, L2, L3, L4, L5, L6, L7, Goal).

%! '$maplist'(?L1, ?L2, ?L3, ?L4, ?L5, ?L6, ?L7, :Goal)
'$maplist'([], [], [], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [G|Gs], Goal) :-
    call(Goal, A, B, C, D, E, F, G),
    '$maplist'(As, Bs, Cs, Ds, Es, Fs, Gs, Goal).

%! foldl(:Goal, +Xs, +State0, -State) is nondet.
%  Folds Xs from the left: each element X updates the state by call(Goal, X, Before, After), from State0 to State.
%  ?- foldl([X,S0,S]>>(S is S0+X), [1,2,3], 0, S).
foldl(Goal, Xs, S0, S) :-
    '$foldl'(Xs, Goal, S0, S).

%! '$foldl'(+Xs, :Goal, +State0, -State)
'$foldl'([], _, S, S).
'$foldl'([A|As], Goal, S0, S) :-
    call(Goal, A, S0, S1),
    '$foldl'(As, Goal, S1, S).

%! foldl(:Goal, +Xs, +Ys, +State0, -State) is nondet.
%  Like foldl/4, for two lists of equal length.
%  ?- foldl([_A,_B,_S0,_S1]>>(_S1 is _S0+_A*_B), [1,2], [3,4], 0, S).   %=> S = 11.
foldl(Goal, Xs, Ys, S0, S) :-
    '$foldl'(Xs, Ys, Goal, S0, S).

%! '$foldl'(+Xs, +Ys, :Goal, +State0, -State)
'$foldl'([], [], _, S, S).
'$foldl'([A|As], [B|Bs], Goal, S0, S) :-
    call(Goal, A, B, S0, S1),
    '$foldl'(As, Bs, Goal, S1, S).

%! foldl(:Goal, +Xs, +Ys, +Zs, +State0, -State) is nondet.
%  Like foldl/4, for three lists of equal length.
%  ?- foldl([_A,_B,_C,_S0,_S1]>>(_S1 is _S0+_A*_B*_C), [1,2], [3,4], [1,1], 0, S).   %=> S = 11.
foldl(Goal, Xs, Ys, Zs, S0, S) :-
    '$foldl'(Xs, Ys, Zs, Goal, S0, S).

%! '$foldl'(+Xs, +Ys, +Zs, :Goal, +State0, -State)
'$foldl'([], [], [], _, S, S).
'$foldl'([A|As], [B|Bs], [C|Cs], Goal, S0, S) :-
    call(Goal, A, B, C, S0, S1),
    '$foldl'(As, Bs, Cs, Goal, S1, S).

%! foldl(:Goal, +L1, +L2, +L3, +L4, +State0, -State) is nondet.
%  Like foldl/4, for four lists of equal length.
%  ?- foldl([_A,_B,_C,_D,_S0,_S1]>>(_S1 is _S0+_A+_B+_C+_D), [1], [2], [3], [4], 0, S).   %=> S = 10.
foldl(Goal, L1, L2, L3, L4, S0, S) :-
    '$foldl'(L1, L2, L3, L4, Goal, S0, S).

%! '$foldl'(+L1, +L2, +L3, +L4, :Goal, +State0, -State)
'$foldl'([], [], [], [], _, S, S).
'$foldl'([A|As], [B|Bs], [C|Cs], [D|Ds], Goal, S0, S) :-
    call(Goal, A, B, C, D, S0, S1),
    '$foldl'(As, Bs, Cs, Ds, Goal, S1, S).

%! include(:Goal, +Xs, -Ys) is det.
%  Ys are the elements X of Xs for which call(Goal, X) succeeds.
%  ?- include(integer, [1,a,2], L).   %=> L = [1,2].
include(Goal, Xs, Ys) :-
    '$include'(Xs, Goal, Ys).

%! '$include'(+Xs, :Goal, -Ys)
'$include'([], _, []).
'$include'([X|Xs], Goal, Ys) :-
    (   call(Goal, X)
    ->  Ys = [X|Zs]
    ;   Ys = Zs
    ),
    '$include'(Xs, Goal, Zs).

%! exclude(:Goal, +Xs, -Ys) is det.
%  Ys are the elements X of Xs for which call(Goal, X) fails.
%  ?- exclude(integer, [1,a,2], L).   %=> L = [a].
exclude(Goal, Xs, Ys) :-
    '$exclude'(Xs, Goal, Ys).

%! '$exclude'(+Xs, :Goal, -Ys)
'$exclude'([], _, []).
'$exclude'([X|Xs], Goal, Ys) :-
    (   call(Goal, X)
    ->  Ys = Zs
    ;   Ys = [X|Zs]
    ),
    '$exclude'(Xs, Goal, Zs).

%! partition(:Goal, +Xs, -Included, -Excluded) is det.
%  Included are the elements of Xs for which Goal succeeds, Excluded the others.
%  ?- partition(integer, [1,a,2], I, O).   %=> I = [1,2], O = [a].
partition(Goal, Xs, Included, Excluded) :-
    '$partition'(Xs, Goal, Included, Excluded).

%! '$partition'(+Xs, :Goal, -Included, -Excluded)
'$partition'([], _, [], []).
'$partition'([X|Xs], Goal, Included, Excluded) :-
    (   call(Goal, X)
    ->  Included = [X|Is],
        Excluded = Es
    ;   Included = Is,
        Excluded = [X|Es]
    ),
    '$partition'(Xs, Goal, Is, Es).

%! partition(:Goal, +Xs, -Less, -Equal, -Greater) is semidet.
%  Splits Xs in three by call(Goal, X, Order), where Order is <, = or >.
%  ?- partition([_X,_O]>>compare(_O, _X, 2), [1,2,3], L, E, G).   %=> L = [1], E = [2], G = [3].
partition(Goal, Xs, Less, Equal, Greater) :-
    '$partition'(Xs, Goal, Less, Equal, Greater).

%! '$partition'(+Xs, :Goal, -Less, -Equal, -Greater)
'$partition'([], _, [], [], []).
'$partition'([X|Xs], Goal, Less, Equal, Greater) :-
    call(Goal, X, Order),
    '$partition_by'(Order, X, Ls, Es, Gs, Less, Equal, Greater),
    '$partition'(Xs, Goal, Ls, Es, Gs).

%! '$partition_by'(+Order, +X, ?Ls, ?Es, ?Gs, -Less, -Equal, -Greater)
'$partition_by'(Order, X, Ls, Es, Gs, Less, Equal, Greater) :-
    must_be(oneof([<, =, >]), Order),
    '$partition_one'(Order, X, Ls, Es, Gs, Less, Equal, Greater).

%! '$partition_one'(+Order, +X, ?Ls, ?Es, ?Gs, -Less, -Equal, -Greater)
'$partition_one'(<, X, Ls, Es, Gs, [X|Ls], Es, Gs).
'$partition_one'(=, X, Ls, Es, Gs, Ls, [X|Es], Gs).
'$partition_one'(>, X, Ls, Es, Gs, Ls, Es, [X|Gs]).

%! scanl(:Goal, +Xs, +State0, -States) is nondet.
%  Like foldl/4, but States is the list of all states, beginning with State0.
%  ?- scanl([_X,_S0,_S]>>(_S is _S0+_X), [1,2,3], 0, L).   %=> L = [0,1,3,6].
scanl(Goal, Xs, State0, [State0|States]) :-
    '$scanl'(Xs, Goal, State0, States).

%! '$scanl'(+Xs, :Goal, +State0, -States)
'$scanl'([], _, _, []).
'$scanl'([A|As], Goal, State0, [State|States]) :-
    call(Goal, A, State0, State),
    '$scanl'(As, Goal, State, States).

%! scanl(:Goal, +Xs, +Ys, +State0, -States) is nondet.
%  Like scanl/4, for two lists of equal length.
%  ?- scanl([_X,_Y,_S0,_S]>>(_S is _S0+_X*_Y), [1,2], [3,4], 0, L).   %=> L = [0,3,11].
scanl(Goal, Xs, Ys, State0, [State0|States]) :-
    '$scanl'(Xs, Ys, Goal, State0, States).

%! '$scanl'(+Xs, +Ys, :Goal, +State0, -States)
'$scanl'([], [], _, _, []).
'$scanl'([A|As], [B|Bs], Goal, State0, [State|States]) :-
    call(Goal, A, B, State0, State),
    '$scanl'(As, Bs, Goal, State, States).

%! scanl(:Goal, +Xs, +Ys, +Zs, +State0, -States) is nondet.
%  Like scanl/4, for three lists of equal length.
%  ?- scanl([_X,_Y,_Z,_S0,_S]>>(_S is _S0+_X*_Y*_Z), [1,2], [3,4], [1,2], 0, L).   %=> L = [0,3,19].
scanl(Goal, Xs, Ys, Zs, State0, [State0|States]) :-
    '$scanl'(Xs, Ys, Zs, Goal, State0, States).

%! '$scanl'(+Xs, +Ys, +Zs, :Goal, +State0, -States)
'$scanl'([], [], [], _, _, []).
'$scanl'([A|As], [B|Bs], [C|Cs], Goal, State0, [State|States]) :-
    call(Goal, A, B, C, State0, State),
    '$scanl'(As, Bs, Cs, Goal, State, States).

%! convlist(:Goal, +Xs, -Ys) is det.
%  Ys are the Y of call(Goal, X, Y) for those elements X of Xs for which it succeeds.
%  ?- convlist([_X,_Y]>>(integer(_X), _Y is _X*2), [1,a,2], L).   %=> L = [2,4].
convlist(Goal, Xs, Ys) :-
    '$convlist'(Xs, Goal, Ys).

%! '$convlist'(+Xs, :Goal, -Ys)
'$convlist'([], _, []).
'$convlist'([X|Xs], Goal, Ys) :-
    (   call(Goal, X, Y)
    ->  Ys = [Y|Zs]
    ;   Ys = Zs
    ),
    '$convlist'(Xs, Goal, Zs).

%! scanl(:Goal, +As, +Bs, +Cs, +Ds, +State0, -States) is nondet.
%  Like scanl/4, for four lists of equal length.
%  ?- scanl([_A,_B,_C,_D,_S0,_S]>>(_S is _S0+_A*_B+_C*_D), [1], [2], [3], [4], 0, L).   %=> L = [0,14].
scanl(Goal, As, Bs, Cs, Ds, State0, [State0|States]) :-
    '$scanl'(As, Bs, Cs, Ds, Goal, State0, States).

%! '$scanl'(+As, +Bs, +Cs, +Ds, :Goal, +State0, -States)
'$scanl'([], [], [], [], _, _, []).
'$scanl'([A|As], [B|Bs], [C|Cs], [D|Ds], Goal, State0, [State|States]) :-
    call(Goal, A, B, C, D, State0, State),
    '$scanl'(As, Bs, Cs, Ds, Goal, State, States).
