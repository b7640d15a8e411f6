% What a student's first files look like; student.txt is the session.
likes(Mary, wine).
likes(john, X) :- likes(X, wine)
likes(sue, X) :- likes(X, john).
count(N) :- N < 10, N is N+1, count(N).
max(X, Y, Z) :- ( X >= Y -> Z = X ; Z = Y ).
max(X, Y, Max) :- X >= Y, !, Max = X.
kind(X, Kind) :- !, Kind = some, number(X).
kind(_, other).
age(tom, 12).
grown(P) :- age(P, A), A => 18.
grown(P) :- age(P, A), A >= 18, format("~w is ~w~n", [P]).
len([_|T], N) :- len(T, M), N is M+1.
sum(L, S) :- S is S0 + 1, sumlist(L, S0).
same(X) :- X == Y, atom(Y).
swap(_X-Y, Y-_X).
pick(X) :- ( X > 0 -> Sign = plus ; Sign = minus ).
show :- foo (a).
start :- greet(Who), print(Who).
greeting(X) :- print(X).
mean([X|Xs], M) :- sum_list([X|Xs], S), length(Xs, N), M is S / N.
