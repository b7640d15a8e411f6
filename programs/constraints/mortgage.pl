% A loan that is paid back month by month: one relation between its amount, its term, the rate of interest, what is
% paid each month and what is left. Whatever is given, it tells the others.

:- use_module(library(clpr)).
:- initialization(main).

% mortgage(Principal, Months, Rate, Payment, Balance)
mortgage(Principal, 0, _, _, Principal).
mortgage(Principal, Months, Rate, Payment, Balance) :-
    Months > 0,
    Left is Months - 1,
    {Next = Principal*(1+Rate) - Payment},
    mortgage(Next, Left, Rate, Payment, Balance).

main :-
    mortgage(100000, 180, 0.01, Payment, 0),
    format("A loan of 100000 for 15 years costs ~2f a month~n", [Payment]),
    mortgage(Principal, 180, 0.01, 1000, 0),
    format("With 1000 a month a loan of ~2f is paid back~n", [Principal]),
    mortgage(100000, 180, 0.01, 1000, Balance),
    format("100000 paid back with 1000 a month leave ~2f~n", [Balance]),
    mortgage(P, 2, 0.01, M, B),
    dump([P,M,B], ['P','M','B'], Relation),
    format("Two months: ~w~n", [Relation]),
    {P >= 0, M >= 0, M =< 500, B = 0},
    sup(P, Most),
    format("With at most 500 a month, at most ~2f~n", [Most]).
