% Predicates of YAP: library(dialect/yap).

%! assert_static(:Clause) is det.
%  Synonym of assertz/1.
%  ?- assert_static(p(1)), p(X).   %=> X = 1.
assert_static(Clause) :-
    assertz(Clause).

%! yap_flag(?Flag, ?Value) is nondet.
%  Value is the value of a flag; if both are bound, the flag is set.
%  ?- yap_flag(bounded, X).   %=> X = false.
yap_flag(Flag, Value) :-
    (   nonvar(Flag),
        nonvar(Value),
        \+ current_prolog_flag(Flag, Value)
    ->  set_prolog_flag(Flag, Value)
    ;   current_prolog_flag(Flag, Value)
    ).

%! yap_style_check(+Style) is det.
%  Accepted without effect.
%  ?- yap_style_check(all).
yap_style_check(_).

%! depth_bound_call(:Goal, +Limit) is nondet.
%  Calls Goal with at most Limit nested calls; fails beyond.
%  ?- depth_bound_call(X = 1, 10).   %=> X = 1.
depth_bound_call(Goal, Limit) :-
    call_with_depth_limit(Goal, Limit, Result),
    Result \== depth_limit_exceeded.

%! cputime(-Seconds) is det.
%  Seconds is the processor time of this run.
%  ?- cputime(_T), number(_T).
cputime(Seconds) :-
    statistics(cputime, Seconds).

%! walltime(-Milliseconds) is det.
%  Milliseconds is the time since the start.
%  ?- walltime(_T), integer(_T).
walltime(Milliseconds) :-
    statistics(walltime, [Milliseconds,_]).
