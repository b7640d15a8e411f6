% Measures one call of each row whose name contains Part, in ferz and in SWI-Prolog alike, and prints its name and the
% microseconds that it takes.

floor(Part) :-
    forall(( clause(row(What, _, _, _, _, _, _), Body), call(Body),
             term_to_atom(What, Name), once(sub_atom(Name, _, _, _, Part)) ),
           floor_row(What, Name)).

% A goal that fails or raises an exception, as one of a library that a system lacks, has no time.
floor_row(What, Name) :-
    once(row(What, _, Start, N, _, Setup, Goal)),
    N is 4 * Start,
    (   catch(call_with_time_limit(20, ( call(Setup), \+ \+ once(Goal), best_of(3, Goal, Time) )), _, fail)
    ->  Micros is Time * 1.0e6,
        format(user_output, "=floor ~w ~3f~n", [Name,Micros])
    ;   true
    ),
    flush_output(user_output).

best_of(Count, Goal, Best) :-
    findall(Time, ( between(1, Count, _), time_of(Goal, 1, Time) ), Times),
    min_list(Times, Best).
