% Measures the rows of the table whose names contain Part, and prints for each its name, order and exponent.

measure(Part) :-
    forall(( clause(row(What, _, _, _, _, _, _), Body), call(Body),
             term_to_atom(What, Name), once(sub_atom(Name, _, _, _, Part)) ),
           measured(What, Name)).

measured(What, Name) :-
    once(row(What, Order, _, _, _, _, _)),
    exponent_of(Order, Expected),
    Most is Expected + 0.3,
    catch(( lowest(exponent(What), 1, Most, Exponent-_) -> true ; Exponent = 99.0 ), _, Exponent = 99.0),
    format("~w ~w ~3f~n", [Name,Order,Exponent]).

exponent_of(1, 0).
exponent_of(log, 0).
exponent_of(n, 1).
exponent_of(nlog, 1.1).
exponent_of(n2, 2).
exponent_of(n3, 3).

% lowest(:Find, +Scale, +Most, -Found): an exponent above Most is found again with larger sizes, up to four times as
% large, and the lowest counts. What else the machine does makes single times longer, and where a predicate changes from
% one way to another, as for terms that are too large for compiled code, there is a step; a wrong order stays.
lowest(Find, Scale, Most, Lowest) :-
    call(Find, Scale, Found),
    Found = Exponent-_,
    Scale2 is 2 * Scale,
    (   Exponent > Most,
        Scale < 4,
        catch(lowest(Find, Scale2, Most, Other), error(resource_error(_), _), fail),
        Other @< Found
    ->  Lowest = Other
    ;   Lowest = Found
    ).

% A goal that fails or raises an exception has no exponent.
exponent(What, Scale, Exponent-[]) :-
    findall(LogN-LogT,
            ( member(Factor, [1,2,4,8]),
              row(What, _, Start, N, _, Setup, Goal),
              N is Start * Factor * Scale,
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
