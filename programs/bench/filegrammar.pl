% A grammar over a file of 4 MB, whose codes are a lazy list: lines of names and numbers. The file is made in the current
% folder and removed.

:- use_module(library(pure_input)).
:- use_module(library(dcg/basics)).

bench_case(grammar_file_made, made(50000), 1).
bench_case(grammar_own, phrase_from_file(records(0, 50000, 0, 1250025000), 'bench-grammar.tmp'), 1).
bench_case(grammar_basics, phrase_from_file(lines(0, 50000), 'bench-grammar.tmp'), 1).
bench_case(grammar_codes, phrase_from_file(counted(0, 3377788), 'bench-grammar.tmp'), 1).
bench_case(grammar_removed, delete_file('bench-grammar.tmp'), 1).

made(N) :-
    open('bench-grammar.tmp', write, S),
    forall(between(1, N, I), format(S, "record ~d: some words of text, value = ~d, and the rest of it~n", [I, I])),
    close(S).

% With rules of its own.
records(N0, N, Sum0, Sum) -->
    record(I),
    !,
    { N1 is N0 + 1, Sum1 is Sum0 + I },
    records(N1, N, Sum1, Sum).
records(N, N, Sum, Sum) --> [].

record(I) --> word, " ", number(0, I), ":", rest.

word --> [C], { C >= 0'a, C =< 0'z }, !, word.
word --> [].

number(I0, I) --> [C], { C >= 0'0, C =< 0'9 }, !, { I1 is I0 * 10 + C - 0'0 }, number(I1, I).
number(I, I) --> [].

rest --> "\n", !.
rest --> [_], rest.

% With library(dcg/basics).
lines(N0, N) -->
    "record ",
    integer(_),
    ":",
    string_without(`\n`, _),
    "\n",
    !,
    { N1 is N0 + 1 },
    lines(N1, N).
lines(N, N) --> [].

counted(N0, N) --> [_], !, { N1 is N0 + 1 }, counted(N1, N).
counted(N, N) --> [].
