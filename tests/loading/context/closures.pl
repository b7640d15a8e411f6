% Closures of library predicates are called in the module that they were written in.
:- module(closures, [closures/0]).

:- use_module(library(dcg/high_order)).
:- use_module(library(pairs)).
:- use_module(library(yall)).

double(X, Y) :-
    Y is X*2.

item(D) -->
    [D].

some(1).
some(2).

closures :-
    map_list_to_pairs(double, [1,2], Pairs),
    writeln(Pairs),
    N = 3,
    maplist({N}/[X]>>( double(N, Y), Z is Y + X, writeln(Z) ), [1]),
    maplist(\A^B^double(A, B), [1,2], Doubles),
    writeln(Doubles),
    phrase(sequence(item, `,`, Items), [a,0',,b]),
    writeln(Items),
    foldsubterms([E,F,S0,S]>>( integer(E), double(E, F), S is S0 + 1 ), f(1, 2), Term, 0, Count),
    writeln(Term-Count),
    phrase(foreach(some(G), item(G), [-]), Codes),
    writeln(Codes),
    forall(group_by(K, K, some(K), Bag), writeln(Bag)),
    with_output_to_codes(some(1), Written),
    writeln(Written),
    setup_and_call_cleanup(some(1), some(2), some(1)),
    rb_new(Tree0),
    rb_insert(Tree0, k, 1, Tree1),
    rb_apply(Tree1, k, double, Tree),
    rb_lookup(k, Value, Tree),
    writeln(Value).
