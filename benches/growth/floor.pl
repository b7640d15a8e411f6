% Measures one call of rows, in ferz and in SWI-Prolog alike, and prints their names and the microseconds that they take.

% floor(+Part): the rows whose names contain Part.
floor(Part) :-
    forall(( clause(row(What, _, _, _, _, _, _), Body), call(Body),
             term_to_atom(What, Name), once(sub_atom(Name, _, _, _, Part)) ),
           floor_row(What, Name)).

% floor_rows(+Whats): these rows.
floor_rows(Whats) :-
    forall(( member(What, Whats), term_to_atom(What, Name) ), floor_row(What, Name)).

% A goal that fails or raises an exception, as one of a library that a system lacks, has no time.
floor_row(What, Name) :-
    once(row(What, _, Start, N, _, Setup, Goal)),
    N is 4 * Start,
    (   catch(call_with_time_limit(20, ( call(Setup), \+ \+ once(Goal), best_time(Goal, Time) )), _, fail)
    ->  Micros is Time * 1.0e6,
        format(user_output, "=floor ~w ~4f~n", [Name,Micros])
    ;   true
    ),
    flush_output(user_output).

% Time is the least of five measurements of as many calls as take 10 ms.
best_time(Goal, Best) :-
    count_of(Goal, 1, Count),
    findall(Time, ( between(1, 5, _), seconds_of(Goal, Count, Seconds), Time is Seconds / Count ), Times),
    min_list(Times, Best).

count_of(Goal, Count0, Count) :-
    seconds_of(Goal, Count0, Seconds),
    (   Seconds >= 0.01
    ->  Count = Count0
    ;   Count1 is 2 * Count0,
        count_of(Goal, Count1, Count)
    ).

seconds_of(Goal, Count, Seconds) :-
    statistics(cputime, Start),
    \+ ( between(1, Count, _), \+ \+ Goal, fail ),
    statistics(cputime, End),
    Seconds is End - Start.
