% Tabled predicates: left recursion, two that call each other, the shortest way, a grammar, a game.
:- initialization((main, halt)).

:- table path/2, fib/2, conn/2, a/1, b/1, sp(_,_,min), win/1.
:- table expr//1.
edge(a,b). edge(b,c). edge(c,a). edge(c,d).
path(X,Y) :- path(X,Z), edge(Z,Y).
path(X,Y) :- edge(X,Y).
fib(0,0). fib(1,1).
fib(N,F) :- N>1, A is N-1, B is N-2, fib(A,FA), fib(B,FB), F is FA+FB.
conn(X,Y) :- conn(Y,X).
conn(X,Y) :- edge(X,Y).
conn(X,Y) :- conn(X,Z), conn(Z,Y).
a(X) :- b(X). a(1).
b(X) :- a(Y), X is Y+1, X < 6.
w(a,b,1). w(b,c,2). w(a,c,5). w(c,a,1).
sp(X,Y,C) :- w(X,Y,C).
sp(X,Y,C) :- sp(X,Z,C1), w(Z,Y,C2), C is C1+C2.
expr(X) --> expr(A), "+", term(B), {X is A+B}.
expr(X) --> term(X).
term(X) --> [C], {code_type(C,digit(X))}.
win(X) :- m(X,Y), \+ win(Y).
m(1,2). m(2,3). m(3,4).
main :- t(path(a,_)), t(path(_,_)), fib(300,F), print(F), nl, t(conn(a,_)), t(a(_)), t(b(_)), t(sp(a,_,_)), t(sp(_,_,_)),
  string_codes("1+2+3",Cs), (phrase(expr(V),Cs)->print(V);true), nl, t(win(_)), t(path(d,_)), abolish_all_tables, t(path(b,_)).
t(G) :- findall(G,G,L), msort(L,M), print(M), nl.
