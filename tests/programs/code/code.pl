% The code that clauses of many shapes are compiled to. A change of the compiler shows in the expected output.

% Heads.
fact(a, 1, f(x, Y), [Y|_], 1.5, "text", 123456789012345678901234567890).
again(X, X, f(X, X), Y, Y).
deep(f(g(h(1, X), [X, Y|T]), Y), T).
voids(f(_, _, X, _), [_|X], [_, _]).
wide(A, B, f(A, g(B, h(A, i(B)))), [A, [B], A|B]).
append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
reverse([], []).
reverse([H|T], R) :- reverse(T, RT), append(RT, [H], R).

% Equations.
equation(X, Y) :- X = f(Y, Z), Z = [Y|Z1], Z1 = g(A, A).
parts(X) :- p(A, B, A, c(B)) = p(X, X, D, E), q(D, E).
same(X) :- f(A, A, A) = f(X, 1, B), q(A, B).
unlike :- f(a) = f(b).
cyclic(X) :- X = f(X).
fresh(Y) :- X = f(X, Y), q(X, X).
taken(f(A, B)) :- A = [H|T], B = g(H, T, 7), q(H, T).
lists(L, M) :- L = [A, B, A], M = [B, x, "s", 2.5|A].
literal(X) :- X = [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p].
literal(X, Y) :- q(f(X, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]), Y).

% Ground terms up to a size are built, larger ones copied.
ground1(X) :- q(X, f(a, g(b, c), [d, e, f], h(1, 2), 3)).
ground2(X) :- q(X, f(a, g(b, c), [d, e, f], h(1, 2), 3, 4)).
ground3(X) :- q(X, f(a, g(b, c), [d, e, f], h(1, 2), 3, 4, 5)).
ground4(X) :- q(X, f(X0, [[[a, b], [c, d]], [[e, f], [g, h]]], g([a, b, c, d, e, f, g, h], X0))).
ground5(X) :- q(X, [f(a), g(b, c), [d, e], f(g(h(i(j(k(l(m(n)))))))), o]).

% Arithmetic and comparisons.
sums(X, Y, A, B, C, D, E) :- A is X+1, B is 1+X, C is X-3, D is X-Y, E is X+Y.
products(X, Y, A, B, C, D) :- A is X*Y, B is 2*X, C is X*2, D is X // Y.
bits(X, A, B, C, D) :- A is X /\ 7, B is X >> 2, C is X mod 8, D is -X.
nested(X, Y, Z) :- Z is (X+1)*(Y-2) - abs(X*Y + 2.5) ** 2.
big(X, Y) :- Y is X + 99999999999.
atoms(X, Y) :- Y is pi*X + foo(X) + "a".
again_is(X) :- X is X+1.
known_is(X, Y) :- X is Y*2, Y is X-1, 3 is X+Y.
void_is(X) :- _ is X+1.
less(X, Y) :- X < Y, X =< Y, X > Y, X >= Y, X =:= Y, X =\= Y.
small(X) :- X < 1, X =< 2, X > 3, X >= 4, X =:= 5, X =\= 6.
mirrored(X) :- 1 < X, 2 =< X, 3 > X, 4 >= X, 5 =:= X, 6 =\= X.
computed(X, Y) :- X*2 < Y+1, X-1 >= 3, 70000 < X.
orders(X, Y, O) :- compare(O, X, Y).
orders2(O, X, Y) :- compare(O, X, f(Y)).
orders3(X, Y) :- compare(O, X, Y), O \== (=), q(O, Y).
orders4(X, Y) :- compare(O, X, f(O, Y)), ( O = (<) -> q(X, Y) ; q(Y, X) ).
tests(X) :- var(X) ; nonvar(X), atom(X) ; integer(X), float(X) ; number(X), atomic(X) ; compound(X), callable(X).
identical(X, Y) :- X == Y, X \== f(Y), f(X) == Y.

% Calls, frames and slots.
chain(X) :- q(X, Y), q(Y, Z), q(Z, X).
last(X, Y) :- q(Y, X).
swapped(A, B, C) :- r(C, A, B).
built(A, B) :- r(f(A), [B, A], g(x)).
built2(A, B) :- r(f(A, B, A, B, A), [A, B, A, B|A], g(A, x, B, A, _, B)).
built3(A, B) :- q(A, C), r(f(A, B, C, B, A), [A, C, B|C], g(C, _, D, D)).
constants(X) :- r(a, 1, X).
new(A) :- r(_, B, A), q(B, _).
shared(A, B) :- q(A, B), r(B, f(A, B), C), r(C, A, [C|B]).
meta(G, X) :- call(G), call(G, X), call(G, X, 1, 2), G.
closure(G) :- once(G), \+ call(G, 1), findall(X, call(G, X), L), q(L, L).
many(A, B, C, D, E, F, G, H) :-
    q(A, I), q(B, J), q(C, K), q(D, L), q(E, M), q(F, N), q(G, O), q(H, P),
    r(I, J, K), r(L, M, N), r(O, P, A), r(B, C, D), r(E, F, G), q(H, I).
copies(A) :- q(A, A), r(A, A, A).

% More slots than a word of a mask has bits.
slots(A) :-
    q(A, f(X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15, X16, X17, X18, X19, X20, X21, X22, X23, X24,
           X25, X26, X27, X28, X29, X30, X31, X32, X33, X34, X35, X36, X37, X38, X39, X40, X41, X42, X43, X44, X45, X46,
           X47, X48, X49, X50, X51, X52, X53, X54, X55, X56, X57, X58, X59, X60, X61, X62, X63, X64, X65, X66, X67, X68)),
    q(A, A),
    q(A, g(X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15, X16, X17, X18, X19, X20, X21, X22, X23, X24,
           X25, X26, X27, X28, X29, X30, X31, X32, X33, X34, X35, X36, X37, X38, X39, X40, X41, X42, X43, X44, X45, X46,
           X47, X48, X49, X50, X51, X52, X53, X54, X55, X56, X57, X58, X59, X60, X61, X62, X63, X64, X65, X66, X67, X68)).

% Control.
cuts(X) :- q(X, Y), !, q(Y, X).
neck(X) :- !, q(X, X).
neck2(f(X)) :- X > 1, !, q(X, X).
deep_cut(X) :- q(X, Y), ( q(Y, Z), ! ; Z = X ), q(Z, Y).
cut_in_module(X) :- q(X, Y), m:!, q(Y, X).
if_simple(X, Y) :- ( X > 1 -> Y = a ; X < 0 -> Y = b ; Y = c ).
if_calls(X, Y) :- ( q(X, Z) -> q(Z, Y) ; q(Y, X) ), q(X, Y).
if_last(X, Y) :- ( X == Y -> q(X, Y) ; atom(X), X \== a -> r(X, Y, Y) ; fail ).
if_cut(X) :- ( q(X, _), ! -> true ; q(X, X) ).
soft(X, Y) :- ( q(X, Z) *-> r(X, Y, Z) ; Y = none ).
only_then(X) :- ( X = f(_) -> q(X, X) ).
either(X, Y) :- ( X = 1 ; q(X, Y) ; Y = 2, q(Y, X) ).
either2(X, Y) :- q(X, Z), ( Y = Z ; Y = X ; q(Z, Y), ! ), r(X, Y, Z).
negation(X, Y) :- \+ X = Y, \+ q(X, Y), \+ ( X > 1, Y < 2 ), \+ \+ q(Y, X).
negation2(X) :- q(X, Y), \+ ( q(Y, Z), r(X, Y, Z), ! ), q(Y, X).
new_in_branch(X, Y) :- ( X > 0 -> Z = f(Y) ; Y > 0 -> true ; Z = Y ), q(Z, Y).
failing(X) :- q(X, _), fail.
% The branches are long: what is used after them is kept until then.
long_branches(X, Y) :-
    q(X, Z),
    ( ( q(Z, A), q(A, B), q(B, C), q(C, Z) ; q(X, D), q(D, E), q(E, F), q(F, Z) ), q(Z, Z) ; Y = Z ),
    q(X, Y), q(Y, X).
long_cases(X, Y) :-
    q(X, Z),
    ( ( X > 1, Y > 1, q(X, Y) -> q(Z, A), q(A, B), q(B, Z) ; q(X, D), q(D, E), q(E, Z) ), q(Z, Z) ; Y = Z ),
    q(X, Y), q(Y, X).
long_negations(X, Y) :-
    q(X, Z),
    ( \+ ( q(Z, A), q(A, B), q(B, C), q(C, Z) ), q(Z, Z) ; Y = Z ),
    q(X, Y), q(Y, X).
nothing.
truth :- true, true.

% Waking before what looks at bindings.
waking(X, Y) :- X = f(Z), Y = Z, Z == 1, q(Z, Y).
waking2(X, Y) :- X = Y, !, q(X, Y).
waking3(f(X), X) :- ( X > 1 -> true ; q(X, X) ).
waking4(X) :- q(X, Y), X = f(Y, Z), Y > Z, q(Y, Z).

% Rules that match.
rule([], Y) => Y = 0.
rule([X|T], Y), X > 0 => rule(T, Y).
rule([f(X, X)|_], Y) => Y = X.
rule(g(1, a, "s"), _) => true.

% Predicates told apart by arguments, parts and comparisons.
colour(red, 1).
colour(green, 2).
colour(blue, 3).
kind(1, int).
kind(a, atom).
kind(f(_), f).
kind(g(_, _), g).
kind([], nil).
kind([_|_], list).
kind(1.5, float).
kind("s", string).
kind(X, big) :- X = 12345678901234567890.
second(_, a, 1).
second(_, b, 2).
second(_, c, 3).
second(_, a, 4).
part(s(a, X), X).
part(s(b, X), X).
part(s(c, X), X).
part(s(d, _), none).
ack(0, N, R) :- R is N+1.
ack(M, 0, R) :- M > 0, M1 is M-1, ack(M1, 1, R).
ack(M, N, R) :- M > 0, N > 0, M1 is M-1, N1 is N-1, ack(M, N1, R1), ack(M1, R1, R).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, FA), fib(B, FB), F is FA+FB.
merge([], L, L).
merge([H|T], [], [H|T]).
merge([A|As], [B|Bs], [A|Cs]) :- A =< B, merge(As, [B|Bs], Cs).
merge([A|As], [B|Bs], [B|Cs]) :- A > B, merge([A|As], Bs, Cs).
partition([], _, [], []).
partition([X|Xs], P, [X|Ls], Bs) :- X < P, !, partition(Xs, P, Ls, Bs).
partition([X|Xs], P, Ls, [X|Bs]) :- partition(Xs, P, Ls, Bs).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).
max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).
sign(X, neg) :- X < 0.
sign(X, zero) :- X =:= 0.
sign(X, pos) :- X > 0.
range(X, low) :- X < 10.
range(X, middle) :- X >= 10, X < 20.
range(X, high) :- X >= 20.
range2(X, Y, same) :- X =:= Y.
range2(X, Y, other) :- X =\= Y.
range3(X, one) :- X =:= 1.
range3(X, two) :- X =:= 2.
range3(X, more) :- X > 2.
range3(X, none) :- X =< 0.
range4(0, _, zero).
range4(X, Y, less) :- X < Y, X > 0.
range4(X, Y, more) :- Y < X.
range4(X, Y, less_still) :- Y >= X, X < 0.
range5([X|_], Y, less) :- X < Y.
range5([X|_], Y, more) :- X >= Y.
range6(X, a) :- X < 5, !.
range6(X, b) :- X < 10, !.
range6(X, c) :- X =\= 12, !.
range6(_, d).
shape([X|_], big) :- X > 10, !.
shape([X|_], small) :- X < 0, !.
shape([_|T], R) :- shape(T, R).
shape2(f(X, _), Y, big) :- X > Y, !.
shape2(f(X, _), Y, equal) :- X =:= Y, !.
shape2(f(_, Z), Y, R) :- shape2(Z, Y, R).
shape3(A, f(X, _), Y) :- X == A, !, q(X, Y).
shape3(A, f(X, Z), Y) :- X @< A, q(Z, Y).
shape3(_, f(X, _), X).
shape4([X|Xs], [Y|Ys], R) :- X < Y, !, shape4(Xs, Ys, R).
shape4([X|Xs], [Y|Ys], R) :- X >= Y, atom(R), !, shape4(Ys, Xs, R).
shape4([_|Xs], [_|Ys], [Xs|Ys]).
shape5(X, [Y|_], a) :- X < Y, integer(Y), !.
shape5(X, [Y|_], b) :- X >= Y, atom(Y), !.
shape5(_, [_|T], T).
shape6(X, Y, _, f(A)) :- X > Y, !, r(X, Y, A).
shape6(X, Y, _, f(A)) :- X =< Y, q(X, A).
shape6(_, _, Z, f(A)) :- q(Z, A).
shape7(a, a, a, f(X)) :- X > 1, !, q(X, X).
shape7(a, a, a, f(X)) :- q(X, 1).
shape7(a, a, b, _).
shape7(a, b, _, _).
shape7(b, _, _, _).
warm(X) :- X < 10, q(X, 1).
warm(X) :- X >= 10, q(X, 2).
warmer(X, Y) :- X > Y, q(X, Y).
warmer(X, Y) :- X =< Y, q(Y, X).
one(red).
one(green).
one([]).
% The first part of a clause is long.
long(X, f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45)) :- q(X, X).
long(X, f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45)) :- q(X, 1).
len([], N, N).
len([_|T], N0, N) :- N1 is N0+1, len(T, N1, N).
tak(X, Y, Z, A) :- X =< Y, !, Z = A.
tak(X, Y, Z, A) :-
    X1 is X-1, Y1 is Y-1, Z1 is Z-1,
    tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3), tak(A1, A2, A3, A).
eval(num(N), N).
eval(add(A, B), V) :- eval(A, X), eval(B, Y), V is X+Y.
eval(mul(A, B), V) :- eval(A, X), eval(B, Y), V is X*Y.
eval(neg(A), V) :- eval(A, X), V is -X.
delete_all([], _, []).
delete_all([X|Xs], Y, Zs) :- ( X == Y -> Zs = Zs1 ; Zs = [X|Zs1] ), delete_all(Xs, Y, Zs1).
days(1, 31). days(2, 28). days(3, 31). days(4, 30). days(5, 31). days(6, 30).
days(7, 31). days(8, 31). days(9, 30). days(10, 31). days(11, 30). days(12, 31).
remembered(Xs) :- forall(member(X, Xs), assertz(known_too(X))).
mixed(a) :- q(a, a).
mixed(X) :- X == b, q(X, X).
mixed(b).
mixed([H|_]) :- q(H, H).
mixed(X) :- integer(X), !.
mixed(_).

% Many clauses: told apart by an argument, or not at all.
term_expansion(many_told_apart(Count), Facts) :-
    findall(table(I, J), ( between(1, Count, I), J is I mod 3 ), Facts).
term_expansion(many_alike(Count), Clauses) :-
    findall((alike(X) :- q(X, I)), between(1, Count, I), Clauses).
many_told_apart(60).
many_alike(50).

q(X, X).
r(X, _, X).

:- initialization(main).
:- dynamic known/1, known_too/1.

main :-
    forall(( current_predicate(Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Head, dynamic),
             Name/Arity \== main/0 ),
           assertz(known(Name/Arity))),
    setof(Indicator, known(Indicator), Indicators),
    forall(member(Indicator, Indicators),
           ( format("~n~q~n", [Indicator]), vm_list(Indicator) )).
