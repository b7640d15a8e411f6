% A compiler for a small language: text to tokens, tokens to a tree, the tree to code of a
% stack machine with its jumps resolved, and a machine that runs it.

bench_case(compile_text, compiled(400), 1).
bench_case(run_code, executed(5), 1).

compiled(0) :- !.
compiled(N) :-
    program(Lines),
    text(Lines, Cs),
    translate(Cs, Code),
    length(Code, 130),
    N1 is N - 1,
    compiled(N1).

executed(0) :- !.
executed(N) :-
    program(Lines),
    text(Lines, Cs),
    translate(Cs, Code),
    Block =.. [code|Code],
    run(1, Block, [], none, Out, []),
    Out == [303,1999,21,111],
    N1 is N - 1,
    executed(N1).

% How many primes there are below 2,000 and the last of them, a greatest common divisor, and
% the longest walk of Collatz below 30.
program([
    'n := 2; count := 0; last := 0; ',
    'while n < 2000 do ',
    '    d := 2; prime := 1; ',
    '    while d * d < n + 1 do ',
    '        if n mod d = 0 then prime := 0; d := n else d := d + 1 end ',
    '    end; ',
    '    if prime = 1 then count := count + 1; last := n else end; ',
    '    n := n + 1 ',
    'end; ',
    'print count; print last; ',
    'a := 1071; b := 462; ',
    'while b # 0 do t := a mod b; a := b; b := t end; ',
    'print a; ',
    'i := 1; longest := 0; ',
    'while i < 30 do ',
    '    k := i; steps := 0; ',
    '    while k # 1 do ',
    '        if k mod 2 = 0 then k := k / 2 else k := 3 * k + 1 end; ',
    '        steps := steps + 1 ',
    '    end; ',
    '    if longest < steps then longest := steps else end; ',
    '    i := i + 1 ',
    'end; ',
    'print longest '
]).

text([], []).
text([Line|Lines], Cs) :-
    atom_codes(Line, Ls),
    joined(Ls, Rest, Cs),
    text(Lines, Rest).

joined([], L, L).
joined([X|Xs], L, [X|R]) :-
    joined(Xs, L, R).

translate(Cs, Code) :-
    tokens(Cs, Tokens),
    statements(Tree, Tokens, []),
    !,
    emit(Tree, 1, _, Code, [stop]).

tokens([], []).
tokens([C|Cs], Tokens) :-
    (   C =< 32
    ->  tokens(Cs, Tokens)
    ;   letter(C)
    ->  word(Cs, Ws, Rest),
        atom_codes(A, [C|Ws]),
        (   keyword(A)
        ->  Tokens = [A|Tokens1]
        ;   Tokens = [name(A)|Tokens1]
        ),
        tokens(Rest, Tokens1)
    ;   figure(C)
    ->  figures(Cs, Ds, Rest),
        number_codes(N, [C|Ds]),
        Tokens = [number(N)|Tokens1],
        tokens(Rest, Tokens1)
    ;   C =:= 58, Cs = [61|Rest]
    ->  Tokens = [:=|Tokens1],
        tokens(Rest, Tokens1)
    ;   char_code(A, C),
        Tokens = [A|Tokens1],
        tokens(Cs, Tokens1)
    ).

word([C|Cs], [C|Ws], Rest) :-
    letter(C),
    !,
    word(Cs, Ws, Rest).
word(Cs, [], Cs).

figures([C|Cs], [C|Ds], Rest) :-
    figure(C),
    !,
    figures(Cs, Ds, Rest).
figures(Cs, [], Cs).

letter(C) :-
    C >= 97,
    C =< 122.

figure(C) :-
    C >= 48,
    C =< 57.

keyword(while).
keyword(do).
keyword(if).
keyword(then).
keyword(else).
keyword(end).
keyword(print).
keyword(mod).

statements(Ss) --> statement(S), more_statements(S, Ss).
statements([]) --> [].

more_statements(S, [S|Ss]) --> [;], !, statements(Ss).
more_statements(S, [S]) --> [].

statement(assign(X, E)) --> [name(X), :=], expression(E).
statement(print(E)) --> [print], expression(E).
statement(while(C, Ss)) --> [while], condition(C), [do], statements(Ss), [end].
statement(if(C, Ss, Ts)) --> [if], condition(C), [then], statements(Ss), [else], statements(Ts), [end].

condition(test(Op, A, B)) --> expression(A), comparison(Op), expression(B).

comparison(less) --> [<].
comparison(equal) --> [=].
comparison(unequal) --> [#].

expression(E) --> term(T), more_terms(T, E).

more_terms(A, E) --> adding(Op), !, term(B), more_terms(op(Op, A, B), E).
more_terms(E, E) --> [].

adding(add) --> [+].
adding(subtract) --> [-].

term(T) --> factor(F), more_factors(F, T).

more_factors(A, T) --> multiplying(Op), !, factor(B), more_factors(op(Op, A, B), T).
more_factors(T, T) --> [].

multiplying(multiply) --> [*].
multiplying(divide) --> [/].
multiplying(remainder) --> [mod].

factor(name(X)) --> [name(X)].
factor(number(N)) --> [number(N)].
factor(E) --> ['('], expression(E), [')'].

% emit(Tree, Address, Next, Code, Rest): the code as a difference list; a jump ahead has an
% unbound address until what it jumps over has been emitted.
emit([], A, A, C, C).
emit([S|Ss], A0, A, C0, C) :-
    emit(S, A0, A1, C0, C1),
    emit(Ss, A1, A, C1, C).
emit(assign(X, E), A0, A, C0, C) :-
    emit(E, A0, A1, C0, [store(X)|C]),
    A is A1 + 1.
emit(print(E), A0, A, C0, C) :-
    emit(E, A0, A1, C0, [print|C]),
    A is A1 + 1.
emit(while(Test, Ss), A0, A, C0, C) :-
    emit(Test, A0, A1, C0, [unless(A)|C1]),
    A2 is A1 + 1,
    emit(Ss, A2, A3, C1, [jump(A0)|C]),
    A is A3 + 1.
emit(if(Test, Ss, Ts), A0, A, C0, C) :-
    emit(Test, A0, A1, C0, [unless(A4)|C1]),
    A2 is A1 + 1,
    emit(Ss, A2, A3, C1, [jump(A)|C2]),
    A4 is A3 + 1,
    emit(Ts, A4, A, C2, C).
emit(test(Op, X, Y), A0, A, C0, C) :-
    emit(X, A0, A1, C0, C1),
    emit(Y, A1, A2, C1, [Op|C]),
    A is A2 + 1.
emit(op(Op, X, Y), A0, A, C0, C) :-
    emit(X, A0, A1, C0, C1),
    emit(Y, A1, A2, C1, [Op|C]),
    A is A2 + 1.
emit(name(X), A0, A, [load(X)|C], C) :-
    A is A0 + 1.
emit(number(N), A0, A, [push(N)|C], C) :-
    A is A0 + 1.

% run(Address, Code, Stack, Store, Out, OutRest): the store is a list of pairs.
run(A, Code, Stack, Store, Out, Rest) :-
    arg(A, Code, I),
    step(I, A, Code, Stack, Store, Out, Rest).

step(push(N), A, Code, S, V, O, R) :-
    A1 is A + 1,
    run(A1, Code, [N|S], V, O, R).
step(load(X), A, Code, S, V, O, R) :-
    fetch(V, X, N),
    A1 is A + 1,
    run(A1, Code, [N|S], V, O, R).
step(store(X), A, Code, [N|S], V0, O, R) :-
    keep(V0, X, N, V),
    A1 is A + 1,
    run(A1, Code, S, V, O, R).
step(add, A, Code, [Y,X|S], V, O, R) :-
    Z is X + Y,
    A1 is A + 1,
    run(A1, Code, [Z|S], V, O, R).
step(subtract, A, Code, [Y,X|S], V, O, R) :-
    Z is X - Y,
    A1 is A + 1,
    run(A1, Code, [Z|S], V, O, R).
step(multiply, A, Code, [Y,X|S], V, O, R) :-
    Z is X * Y,
    A1 is A + 1,
    run(A1, Code, [Z|S], V, O, R).
step(divide, A, Code, [Y,X|S], V, O, R) :-
    Z is X // Y,
    A1 is A + 1,
    run(A1, Code, [Z|S], V, O, R).
step(remainder, A, Code, [Y,X|S], V, O, R) :-
    Z is X mod Y,
    A1 is A + 1,
    run(A1, Code, [Z|S], V, O, R).
step(less, A, Code, [Y,X|S], V, O, R) :-
    ( X < Y -> B = true ; B = false ),
    A1 is A + 1,
    run(A1, Code, [B|S], V, O, R).
step(equal, A, Code, [Y,X|S], V, O, R) :-
    ( X =:= Y -> B = true ; B = false ),
    A1 is A + 1,
    run(A1, Code, [B|S], V, O, R).
step(unequal, A, Code, [Y,X|S], V, O, R) :-
    ( X =\= Y -> B = true ; B = false ),
    A1 is A + 1,
    run(A1, Code, [B|S], V, O, R).
step(unless(To), A, Code, [B|S], V, O, R) :-
    (   B == true
    ->  A1 is A + 1,
        run(A1, Code, S, V, O, R)
    ;   run(To, Code, S, V, O, R)
    ).
step(jump(To), _, Code, S, V, O, R) :-
    run(To, Code, S, V, O, R).
step(print, A, Code, [N|S], V, [N|O], R) :-
    A1 is A + 1,
    run(A1, Code, S, V, O, R).
step(stop, _, _, _, _, O, O).

fetch(v(Y, N0, V), X, N) :-
    (   X == Y
    ->  N = N0
    ;   fetch(V, X, N)
    ).

keep(none, X, N, v(X, N, none)).
keep(v(Y, M, V0), X, N, V) :-
    (   X == Y
    ->  V = v(Y, N, V0)
    ;   V = v(Y, M, V1),
        keep(V0, X, N, V1)
    ).
