% Which versions of packages can be installed. A version is blocked if something that it needs has no version that is not
% blocked: negation through recursion, whose well-founded model has a third value for packages that need each other.
% The tables are incremental: they follow the index when a version is published or withdrawn.

:- module(packages, [status/3, plan/2, publish/3, withdraw/2, reset/0]).

:- dynamic((version/2, needs/4) as incremental).
:- table satisfied/2 as incremental.
:- table blocked/2 as incremental.
:- table needed(_, _, min) as incremental.

%! satisfied(+Package, +Least) is undefined.
satisfied(P, Least) :-
    version(P, V),
    V >= Least,
    tnot(blocked(P, V)).

%! blocked(+Package, +Version) is undefined.
blocked(P, V) :-
    needs(P, V, Q, Least),
    tnot(satisfied(Q, Least)).

%! status(+Package, +Version, -Status) is det.
%  Status is installable, blocked, or circular if it depends on what depends on it.
status(P, V, Status) :-
    (   call_delays(blocked(P, V), Delays)
    ->  (   Delays == true
        ->  Status = blocked
        ;   Status = circular
        )
    ;   Status = installable
    ).

%! needed(+Package, ?Other, -Distance) is nondet.
%  The newest version of Package needs Other, in so many steps.
needed(P, Q, 1) :-
    newest(P, 0, V),
    needs(P, V, Q, _).
needed(P, Q, N) :-
    needed(P, R, M),
    newest(R, 0, V),
    needs(R, V, Q, _),
    N is M + 1.

%! newest(+Package, +Least, -Version) is semidet.
%  The newest version that is not blocked.
newest(P, Least, V) :-
    findall(W, ( version(P, W), W >= Least, status(P, W, S), S \== blocked ), Ws),
    max_list(Ws, V).

%! plan(+Packages, -Plan) is semidet.
%  Plan has a version for each of the packages and for all that they need, in the order of installation where there is one.
plan(Packages, Plan) :-
    foldl(chosen, Packages, [], Reversed),
    reverse(Reversed, Plan).

chosen(P, Plan0, Plan) :-
    chosen(P, 0, [], Plan0, Plan).

chosen(P, Least, Above, Plan0, Plan) :-
    (   memberchk(P-V, Plan0)
    ->  V >= Least,
        Plan = Plan0
    ;   memberchk(P, Above)
    ->  Plan = Plan0
    ;   newest(P, Least, V),
        findall(Q-L, needs(P, V, Q, L), Needs),
        foldl(chosen_for([P|Above]), Needs, Plan0, Plan1),
        Plan = [P-V|Plan1]
    ).

chosen_for(Above, Q-Least, Plan0, Plan) :-
    chosen(Q, Least, Above, Plan0, Plan).

%! publish(+Package, +Version, +Needs) is det.
publish(P, V, Needs) :-
    forall(member(Q-Least, Needs), assertz(needs(P, V, Q, Least))),
    assertz(version(P, V)).

%! withdraw(+Package, +Version) is det.
withdraw(P, V) :-
    retractall(version(P, V)).

%! reset is det.
%  The index of the examples.
reset :-
    retractall(version(_, _)),
    retractall(needs(_, _, _, _)),
    publish(core, 1, []),
    publish(core, 2, []),
    publish(text, 1, [core-1]),
    publish(text, 2, [core-2]),
    publish(net, 1, [core-1,text-1]),
    publish(net, 2, [core-3]),
    publish(web, 1, [net-1,text-2]),
    publish(shop, 1, [web-1,pay-1]),
    publish(left, 1, [right-1]),
    publish(right, 1, [left-1]).
