:- module(stack, [stack_helper/1, all_helpers/1, squares/2, each/2, known/1, count/1, size/2, letters/2, letter//1,
                  path/2, calls_unknown/0, forgotten/1, told/1, tell_here/1, op(700, xfx, ==>)]).

:- meta_predicate each(1, ?).
:- multifile known/1.
:- dynamic known/1, counter/1.
:- discontiguous known/1.
:- table path/2.

known(stack).

helper(from_stack).
helper(twice).

hidden(secret).

stack_helper(X) :-
    helper(X),
    !.

all_helpers(Xs) :-
    findall(X, helper(X), Ones),
    (   setof(X-Y, Z^pair(X, Y, Z), Pairs)
    ->  true
    ;   Pairs = []
    ),
    append(Ones, Pairs, Xs).

pair(X, Y, Z) :-
    member(X-Y-Z, [b-1-x,a-2-y]).

squares(Xs, Ys) :-
    maplist(square, Xs, Zs),
    maplist([Z,Y]>>add_one(Z, Y), Zs, Ys).

square(X, Y) :-
    Y is X*X.

add_one(X, Y) :-
    Y is X+1.

each(Goal, Xs) :-
    forall(member(X, Xs), call(Goal, X)).

counter(0).

count(N) :-
    retract(counter(M)),
    N is M+1,
    assertz(counter(N)).

size(Xs, N) :-
    length(Xs, N).

letters(Text, Letters) :-
    string_codes(Text, Codes),
    phrase(letters(Letters), Codes).

letters([L|Ls]) -->
    letter(L),
    !,
    letters(Ls).
letters([]) -->
    [].

letter(L) -->
    [Code],
    { char_code(L, Code) }.

edge(a, b).
edge(b, a).

path(X, Y) :-
    path(X, Z),
    edge(Z, Y).
path(X, Y) :-
    edge(X, Y).

calls_unknown :-
    not_there(1).

:- meta_predicate told(:), told_here(:).

told(Module:Term) :-
    user:tell_of(Module-Term).

told_here(Module:Term) :-
    user:tell_of(here(Module-Term)).

tell_here(Term) :-
    told_here(Term).
