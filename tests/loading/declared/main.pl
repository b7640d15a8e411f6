% What is told of directives that declare wrongly, of changes of static predicates, and of directives that fail.

:- use_module(owner).
fact(1).
fact(2).
:- dynamic fact/1.
:- dynamic known/1, known/1.
known(a).
:- dynamic known/1.
:- dynamic lonely.
:- dynamic fact.
:- dynamic point(x, y).
dynamic wrong/1.
:- discontiguous late/1.

count(0).
next(N) :- retract(count(N)), M is N+1, assertz(count(M)).
next(N) :- retract(count(N)).
safe(N) :- catch(retract(count(N)), _, fail).
:- dynamic changing/1.
changing(0).
change :- retractall(changing(_)), assertz(changing(1)), assertz(fresh(1)).
declared(1).
declare :- dynamic(declared/1), assertz(declared(2)).

path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
edge(a, b).
edge(b, c).
:- path(a, d).
:- edge(a, c).
:- edge(a, b), edge(b, a).
:- write(shown), nl, fail.
:- initialization(path(c, d)).
:- initialization((nb_setval(k, 1), fail)).

% A directive between clauses does not take them apart.
apart(1).
:- table apart/1.
apart(2).
