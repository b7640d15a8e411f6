% The profiler, with the names of library(prolog_profile). The goal runs traced, so that it takes much longer than else;
% when nothing is profiled, nothing is counted.

%! profile(:Goal) is semidet.
%  Runs Goal as once/1 and writes for each predicate, and each of its callers, the calls, redos, exits, failures and
%  exceptions, the inferences, which are the calls that its clauses make, and the share of time, those that take longest first.
%  ?- profile(fail).   %=> false.
profile(Goal) :-
    profile(Goal, []).

%! profile(:Goal, +Options) is semidet.
%  Like profile/1. Options: top(N), the number of predicates that are shown, 25 if not given.
%  ?- profile(true, [top(a)]).   %=> type_error(integer, a).
profile(Goal, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    option(top(Top), Options, 25),
    must_be(integer, Top),
    setup_call_cleanup('$profile_begin', '$profiled'(Goal, Ball, Result), '$profile_end'),
    show_profile(Options),
    (   nonvar(Ball)
    ->  throw(Ball)
    ;   Result == true
    ).

%! '$profiled'(:Goal, ?Ball, -Result) is det.
'$profiled'(Goal, Ball, Result) :-
    (   catch(Goal, Ball, true)
    ->  Result = true
    ;   Result = false
    ).

%! show_profile(+Options) is det.
%  Writes the result of the last profile again, with the options of profile/2.
show_profile(Options0) :-
    strip_module(Options0, _, Options),
    option(top(Top), Options, 25),
    '$profile_rows'(Rows),
    findall(Time, member(row(_, _, _, _, _, _, _, Time), Rows), Times),
    sum_list(Times, Total),
    findall(Predicate, member(row(Predicate, _, _, _, _, _, _, _), Rows), Predicates0),
    sort(Predicates0, Predicates),
    findall(Time-line(Predicate, Sums, Callers),
            ( member(Predicate, Predicates), '$profile_line'(Predicate, Rows, Sums, Callers, Time) ),
            Lines0),
    sort(1, @>=, Lines0, Lines),
    Seconds is Total / 1000000000,
    format("~3f seconds, with those of the tracer~n", [Seconds]),
    format("~t~w~9|~t~w~18|~t~w~27|~t~w~36|~t~w~43|~t~w~55|~t~w~63|  ~w~n",
           [calls,redos,exits,fails,errors,inferences,time,predicate]),
    forall(( nth1(Place, Lines, Time-Line), Place =< Top ), '$write_profile'(Line, Time, Total)).

%! '$profile_line'(+Predicate, +Rows, -Sums, -Callers, -Time)
%  Sums is a list of calls, redos, exits, fails, exceptions and inferences; Callers are the rows of Predicate.
'$profile_line'(Predicate, Rows, [Calls,Redos,Exits,Fails,Errors,Inferences], Callers, Time) :-
    findall(T-caller(Caller, C, R, E, F, X, T), member(row(Predicate, Caller, C, R, E, F, X, T), Rows), Pairs),
    sort(1, @>=, Pairs, Sorted),
    findall(Row, member(_-Row, Sorted), Callers),
    findall(Called, member(row(_, Predicate, Called, _, _, _, _, _), Rows), Made),
    sum_list(Made, Inferences),
    foldl('$add_counts', Callers, counts(0,0,0,0,0,0), counts(Calls,Redos,Exits,Fails,Errors,Time)).

%! '$add_counts'(+Caller, +Counts0, -Counts)
'$add_counts'(caller(_, C, R, E, F, X, T), counts(C0,R0,E0,F0,X0,T0), counts(C1,R1,E1,F1,X1,T1)) :-
    C1 is C0 + C,
    R1 is R0 + R,
    E1 is E0 + E,
    F1 is F0 + F,
    X1 is X0 + X,
    T1 is T0 + T.

%! '$write_profile'(+Line, +Time, +Total)
'$write_profile'(line(Predicate, Sums, Callers), Time, Total) :-
    '$profile_share'(Time, Total, Share),
    append(Sums, [Share,Predicate], Arguments),
    format("~t~D~9|~t~D~18|~t~D~27|~t~D~36|~t~D~43|~t~D~55|~t~1f%~63|  ~w~n", Arguments),
    forall(member(caller(Caller, C, R, E, F, X, T), Callers),
           ( '$profile_share'(T, Total, Part),
             format("~t~D~9|~t~D~18|~t~D~27|~t~D~36|~t~D~43|~t~55|~t~1f%~63|    from ~w~n", [C,R,E,F,X,Part,Caller])
           )).

%! '$profile_share'(+Time, +Total, -Percent)
'$profile_share'(Time, Total, Percent) :-
    (   Total =:= 0
    ->  Percent = 0.0
    ;   Percent is 100 * Time / Total
    ).
