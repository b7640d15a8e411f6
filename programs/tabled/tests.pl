% Unit tests of the tabled programs.

:- use_module(library(plunit)).
:- use_module(parts/calculator).
:- use_module(parts/packages).
:- use_module(parts/pointers).

:- initialization(( run_tests -> true ; halt(1) )).

:- begin_tests(grammar).

test(left, Tree == 1 - 2 - 3) :- parsed("1-2-3", Tree).
test(value, V =:= 9) :- value("2*(3+4)-5", V).
test(none, fail) :- parsed("1-", _).
test(long, V =:= 300) :-
    length(Ones, 300),
    maplist(=(0'1), Ones),
    foldl([D,Cs,[D,0'+|Cs]]>>true, Ones, [0'0], Codes),
    string_codes(Text, Codes),
    value(Text, V).
test(readings, N == 5) :- trees([old,men,and,women,in,boats], Trees), length(Trees, N).

:- end_tests(grammar).

:- begin_tests(pointers, [setup(made(20))]).

test(facts, Facts =:= 400) :- summary(counts(Facts, _, _, _)).
test(bound, Some == All) :-
    findall(O, points_to(36, O), Some0),
    sort(Some0, Some),
    findall(O, ( points_to(V, O), V =:= 36 ), All0),
    sort(All0, All).
test(field, Os == [61]) :- findall(O, field(60, first, O), Os).

:- end_tests(pointers).

:- begin_tests(packages, [setup(reset)]).

test(installable, S == installable) :- status(net, 1, S).
test(blocked, S == blocked) :- status(net, 2, S).
test(needs_blocked, S == blocked) :- status(shop, 1, S).
test(circular, S == circular) :- status(left, 1, S).
test(plan, Plan == [core-2,text-2,net-1,web-1]) :- plan([web], P), msort(P, Sorted), msort([core-2,text-2,net-1,web-1], Sorted), Plan = [core-2,text-2,net-1,web-1].
test(follows, [S0, S1] == [blocked, installable]) :-
    reset,
    status(shop, 1, S0),
    publish(pay, 1, []),
    status(shop, 1, S1).
test(withdrawn, S == blocked) :-
    reset,
    status(web, 1, _),
    withdraw(text, 2),
    status(web, 1, S).

:- end_tests(packages).
