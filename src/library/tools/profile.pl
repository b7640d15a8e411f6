% The profiler, with the names of library(prolog_profile). When nothing is profiled, nothing is counted.

%! profile(:Goal) is semidet.
%  Runs Goal as once/1 and writes for each predicate its calls, and the shares of the time that it took itself and with
%  what it called, those that take longest first; and its callers, with the shares of its own time when they waited for
%  it. A clause that ends with a call does not wait for it. Bytes and choices are by how much terms and choice points were
%  more at the next call of any predicate than at its own.
%  ?- profile(fail).   %=> false.
profile(Goal) :-
    profile(Goal, []).

%! profile(:Goal, +Options) is semidet.
%  Like profile/1. Options: top(N), the number of predicates that are shown, 25 if not given; cumulative(true), to sort by
%  the time with what was called; sample_rate(N), how often a second is noted what runs, 1000 if not given; ports(true),
%  to trace Goal, which takes many times as long, and write the calls, redos, exits, failures and exceptions of each
%  predicate, by caller, and the inferences, which are the calls that its clauses make.
%  ?- profile(true, [top(a)]).   %=> type_error(integer, a).
%  ?- profile(true, [sample_rate(0)]).   %=> type_error(positive_integer, 0).
profile(Goal, Options0) :-
    strip_module(Options0, _, Options),
    must_be(list, Options),
    option(top(Top), Options, 25),
    must_be(integer, Top),
    option(cumulative(Cumulative), Options, false),
    must_be(boolean, Cumulative),
    option(sample_rate(Rate), Options, 1000),
    must_be(positive_integer, Rate),
    option(ports(Ports), Options, false),
    must_be(boolean, Ports),
    statistics(process_cputime, Before),
    setup_call_cleanup('$profile_begin'(Ports, Rate, Kind), '$profiled'(Goal, Ball, Result), '$profile_end'(Kind)),
    statistics(process_cputime, After),
    '$profile_keep'(Kind, Before, After),
    show_profile(Options),
    (   nonvar(Ball)
    ->  throw(Ball)
    ;   Result == true
    ).

%! '$profile_begin'(+Ports, +Rate, -Kind) is det.
'$profile_begin'(false, Rate, samples) :-
    '$sample_begin'(Rate),
    !.
'$profile_begin'(_, _, ports) :-
    '$profile_begin'.

%! '$profile_end'(+Kind) is det.
'$profile_end'(samples) :-
    '$sample_end'.
'$profile_end'(ports) :-
    '$profile_end'.

%! '$profile_keep'(+Kind, +Before, +After) is det.
%  Keeps what was noted for show_profile/1.
'$profile_keep'(ports, _, _) :-
    nb_setval('$profile', ports).
'$profile_keep'(samples, Before, After) :-
    Seconds is After - Before,
    '$sample_rows'(Rows),
    nb_setval('$profile', samples(Seconds, Rows)).

%! '$profiled'(:Goal, ?Ball, -Result) is det.
'$profiled'(Goal, Ball, Result) :-
    (   catch(Goal, Ball, true)
    ->  Result = true
    ;   Result = false
    ).

%! show_profile(+Options) is det.
%  Writes the result of the last profile again, with the options top and cumulative of profile/2.
show_profile(Options0) :-
    strip_module(Options0, _, Options),
    option(top(Top), Options, 25),
    option(cumulative(Cumulative), Options, false),
    (   nb_current('$profile', samples(Seconds, Rows))
    ->  '$show_samples'(Seconds, Rows, Top, Cumulative)
    ;   '$show_ports'(Top)
    ).

%! '$show_samples'(+Seconds, +Rows, +Top, +Cumulative) is det.
'$show_samples'(Seconds, Rows, Top, Cumulative) :-
    findall(Itself, member(row(_, _, Itself, _, _, _, _), Rows), Shares),
    sum_list(Shares, Total),
    findall(Key-Row, ( member(Row, Rows), '$sample_key'(Cumulative, Row, Key) ), Keyed),
    sort(1, @>=, Keyed, Sorted),
    format("~3f seconds, ~D samples~n", [Seconds,Total]),
    format("~t~w~12|~t~w~20|~t~w~28|~t~w~42|~t~w~52|  ~w~n", [calls,itself,within,bytes,choices,predicate]),
    forall(( nth1(Place, Sorted, _-Row), Place =< Top ), '$write_sample'(Row, Total)).

%! '$sample_key'(+Cumulative, +Row, -Key)
%  What runs the profile is no part of it.
'$sample_key'(Cumulative, row(Predicate, Calls, Itself, Within, _, _, _), key(First, Second, Calls)) :-
    \+ memberchk(Predicate, ['$profiled'/3,'$sample_end'/0,'$profile_end'/1]),
    (   Cumulative == true
    ->  First-Second = Within-Itself
    ;   First-Second = Itself-Within
    ).

%! '$write_sample'(+Row, +Total)
'$write_sample'(row(Predicate, Calls, Itself, Within, Cells, Choices, Callers0), Total) :-
    '$profile_share'(Itself, Total, Own),
    '$profile_share'(Within, Total, All),
    Bytes is 8 * Cells,
    format("~t~D~12|~t~1f%~20|~t~1f%~28|~t~D~42|~t~D~52|  ~q~n", [Calls,Own,All,Bytes,Choices,Predicate]),
    sort(2, @>=, Callers0, Callers),
    forall(member(Caller-Ticks, Callers),
           ( '$profile_share'(Ticks, Total, Part),
             format("~t~1f%~20|~t~52|    from ~q~n", [Part,Caller])
           )).

%! '$show_ports'(+Top) is det.
'$show_ports'(Top) :-
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
