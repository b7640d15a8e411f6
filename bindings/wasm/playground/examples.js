// The examples: files, and queries to try. The first is shown at the start. `queens` is programs/nqueens.pl.
import queens from '../../../programs/nqueens.pl';

const family = `% Who is related to whom. Tick "tree" to see how a query is solved.

parent(pam, bob).
parent(tom, bob).
parent(tom, liz).
parent(bob, ann).
parent(bob, pat).
parent(pat, jim).

female(pam).  female(liz).  female(ann).  female(pat).
male(tom).    male(bob).    male(jim).

mother(M, C) :- parent(M, C), female(M).

sister(S, X) :-
    parent(P, S),
    parent(P, X),
    female(S),
    dif(S, X).

ancestor(A, D) :- parent(A, D).
ancestor(A, D) :- parent(A, X), ancestor(X, D).
`;

const sudoku = `% Sudoku: each row, column and box has the digits from 1 to 9.
:- use_module(library(clpfd)).

sudoku(Rows) :-
    length(Rows, 9),
    maplist(same_length(Rows), Rows),
    append(Rows, Vs),
    Vs ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    Rows = [A,B,C,D,E,F,G,H,I],
    boxes(A, B, C), boxes(D, E, F), boxes(G, H, I).

boxes([], [], []).
boxes([A1,A2,A3|As], [B1,B2,B3|Bs], [C1,C2,C3|Cs]) :-
    all_distinct([A1,A2,A3,B1,B2,B3,C1,C2,C3]),
    boxes(As, Bs, Cs).

problem(1, [[_,_,_,_,_,_,_,_,_],
            [_,_,_,_,_,3,_,8,5],
            [_,_,1,_,2,_,_,_,_],
            [_,_,_,5,_,7,_,_,_],
            [_,_,4,_,_,_,1,_,_],
            [_,9,_,_,_,_,_,_,_],
            [5,_,_,_,_,_,_,7,3],
            [_,_,2,_,1,_,_,_,_],
            [_,_,_,_,4,_,_,_,9]]).
problem(2, [[5,3,_,_,7,_,_,_,_],
            [6,_,_,1,9,5,_,_,_],
            [_,9,8,_,_,_,_,6,_],
            [8,_,_,_,6,_,_,_,3],
            [4,_,_,8,_,3,_,_,1],
            [7,_,_,_,2,_,_,_,6],
            [_,6,_,_,_,_,2,8,_],
            [_,_,_,4,1,9,_,_,5],
            [_,_,_,_,8,_,_,7,9]]).

solve(Number, Rows) :-
    problem(Number, Rows),
    sudoku(Rows),
    maplist(labeling([ff]), Rows).
`;

const tracing = `% Quicksort, to be watched: each goal is called, and exits, fails or is redone.

quicksort([], []).
quicksort([X|Xs], Sorted) :-
    partition(Xs, X, Small, Large),
    quicksort(Small, Smalls),
    quicksort(Large, Larges),
    append(Smalls, [X|Larges], Sorted).

partition([], _, [], []).
partition([X|Xs], Pivot, [X|Small], Large) :-
    X =< Pivot,
    !,
    partition(Xs, Pivot, Small, Large).
partition([X|Xs], Pivot, Small, [X|Large]) :-
    partition(Xs, Pivot, Small, Large).
`;

const grammar = `% A grammar of simple sentences. It reads a sentence, and builds its tree; or makes sentences.

sentence(s(NP, VP)) --> noun_phrase(Number, NP), verb_phrase(Number, VP).

noun_phrase(Number, np(D, N)) --> determiner(Number, D), noun(Number, N).
verb_phrase(Number, vp(V, NP)) --> verb(Number, V), noun_phrase(_, NP).

determiner(_, d(the))       --> [the].
determiner(singular, d(a))  --> [a].
determiner(plural, d(some)) --> [some].

noun(singular, n(cat))  --> [cat].
noun(singular, n(bird)) --> [bird].
noun(plural, n(cats))   --> [cats].
noun(plural, n(birds))  --> [birds].

verb(singular, v(sees)) --> [sees].
verb(plural, v(see))    --> [see].

parse(Text, Tree) :-
    split_string(Text, " ", "", Parts),
    maplist([Part, Word]>>atom_string(Word, Part), Parts, Words),
    phrase(sentence(Tree), Words).

% Numbers in words, by an expression grammar on the codes of characters.
value(Text, Value) :-
    string_codes(Text, Codes),
    phrase(sum(Value), Codes).

sum(V) --> product(V0), sum_rest(V0, V).
sum_rest(V0, V) --> "+", !, product(V1), { V2 is V0 + V1 }, sum_rest(V2, V).
sum_rest(V0, V) --> "-", !, product(V1), { V2 is V0 - V1 }, sum_rest(V2, V).
sum_rest(V, V) --> [].

product(V) --> factor(V0), product_rest(V0, V).
product_rest(V0, V) --> "*", !, factor(V1), { V2 is V0 * V1 }, product_rest(V2, V).
product_rest(V, V) --> [].

factor(V) --> "(", sum(V), ")".
factor(V) --> digits(Ds), { number_codes(V, Ds) }.

digits([D|Ds]) --> [D], { code_type(D, digit) }, ( digits(Ds) ; { Ds = [] } ).
`;

const constraints = `% Constraints over integers: what must hold is said, and the engine searches.
:- use_module(library(clpfd)).

% SEND + MORE = MONEY, each letter another digit.
puzzle([S,E,N,D] + [M,O,R,E] = [M,O,N,E,Y]) :-
    Vars = [S,E,N,D,M,O,R,Y],
    Vars ins 0..9,
    all_different(Vars),
    S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E
        #= M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\\= 0,
    S #\\= 0,
    label(Vars).

% Queens by constraints: the board is shown for these, too.
n_queens(N, Qs) :-
    length(Qs, N),
    Qs ins 1..N,
    safe(Qs),
    labeling([ff], Qs).

safe([]).
safe([Q|Qs]) :- apart(Q, Qs, 1), safe(Qs).

apart(_, [], _).
apart(Q, [Q1|Qs], D) :-
    Q #\\= Q1,
    abs(Q - Q1) #\\= D,
    D1 is D + 1,
    apart(Q, Qs, D1).

% Change for an amount, in coins.
change(Amount, Coins) :-
    Coins = [_Fifty, _Twenty, _Ten, _Five],
    Coins ins 0..sup,
    scalar_product([50, 20, 10, 5], Coins, #=, Amount),
    label(Coins).
`;

const modules = {
  'main.pl': `% Several files: the first is the program, and loads the other.
:- use_module('shapes.pl').

total(T) :-
    findall(A, (shape(S), area(S, A)), As),
    sum_list(As, T).

shape(square(3)).
shape(rectangle(2, 5)).
shape(circle(1)).
`,
  'shapes.pl': `:- module(shapes, [area/2]).

area(square(S), A) :- A is S * S.
area(rectangle(W, H), A) :- A is W * H.
area(circle(R), A) :- A is pi * R ** 2.
`,
};

export const examples = [
  { title: 'Eight queens', files: { 'queens.pl': queens }, queries: ['solve(8, QP).', 'findall(QP, solve(8, QP), QPALL), length(QPALL, L).', 'solve(8, QP), display_solution(QP).', 'solve(4, QP).'] },
  { title: 'Sudoku', files: { 'sudoku.pl': sudoku }, queries: ['solve(1, Rows).', 'solve(2, Rows).', 'problem(2, Rows), sudoku(Rows).'] },
  { title: 'Family: search tree', files: { 'family.pl': family }, tree: true, queries: ['sister(S, pat).', 'ancestor(A, jim).', 'mother(M, C).'] },
  { title: 'Tracing quicksort', files: { 'quicksort.pl': tracing }, queries: ['trace, quicksort([2,3,1], L).', 'quicksort([2,3,1], L).'] },
  { title: 'Grammar', files: { 'grammar.pl': grammar }, queries: ['parse("the cats see a bird", Tree).', 'phrase(sentence(Tree), Words).', 'value("2*(3+4)-1", V).'] },
  { title: 'Constraints', files: { 'constraints.pl': constraints }, queries: ['puzzle(P).', 'n_queens(12, Qs).', 'change(60, Coins).', 'X #> 3, X #< 6.'] },
  { title: 'Several files', files: modules, queries: ['total(T).', 'shape(S), area(S, A).'] },
];
