% Measures the rows of the table whose names contain Part, and prints for each its name, order and exponent.

measure(Part) :-
    forall(( clause(row(What, _, _, _, _, _, _), Body), call(Body),
             term_to_atom(What, Name), once(sub_atom(Name, _, _, _, Part)) ),
           measured(What, Name)).

measured(What, Name) :-
    once(row(What, Order, _, _, _, _, _)),
    catch(( exponent(What, Exponent) -> true ; Exponent = 99.0 ), _, Exponent = 99.0),
    format("~w ~w ~3f~n", [Name,Order,Exponent]).

% A goal that fails or raises an exception has no exponent.
exponent(What, Exponent) :-
    findall(LogN-LogT,
            ( member(Factor, [1,2,4,8]),
              row(What, _, Start, N, _, Setup, Goal),
              N is Start * Factor,
              call(Setup),
              \+ \+ once(Goal),
              time_of(Goal, 1, Time),
              LogN is log(N),
              LogT is log(Time) ),
            Points),
    Points = [_,_,_,_],
    slope(Points, Exponent).

% Time is that of one call, from so many that they take 20 ms.
time_of(Goal, Count, Time) :-
    statistics(cputime, Start),
    \+ ( between(1, Count, _), \+ \+ Goal, fail ),
    statistics(cputime, End),
    (   End - Start < 0.02
    ->  Twice is 2 * Count,
        time_of(Goal, Twice, Time)
    ;   Time is (End - Start) / Count
    ).

% The slope of the line of least squares.
slope(Points, Slope) :-
    length(Points, N),
    foldl([X-Y,A0-B0,A-B]>>(A is A0 + X, B is B0 + Y), Points, 0-0, SumX-SumY),
    MeanX is SumX / N,
    MeanY is SumY / N,
    foldl([X-Y,A0-B0,A-B]>>(A is A0 + (X - MeanX) * (Y - MeanY), B is B0 + (X - MeanX) ** 2), Points, 0-0, Up-Down),
    Slope is Up / Down.
