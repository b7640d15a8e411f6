% The table: row(What, Order, Start, N, X, Setup, Goal). Goal costs Order steps (1, log, n, nlog or n2) for an input of
% size N, which Setup makes as X. It is measured at Start, 2, 4 and 8 times as much.

:- style_check(-discontiguous).

% Those of the other files.
row(What, Order, Start, N, X, made(Kind, N, X), Goal) :-
    takes(What, Order, Start, Kind, X, Goal).

% Grammars and lists.
row(phrase/3, 1, 10000, N, L, numlist(1, N, L), phrase([_], L, _)).
row(sequence//3, n, 500, N, Cs,
    ( numlist(1, N, L), atomic_list_concat(L, ',', A), atom_codes(A, Cs) ),
    phrase(sequence(integer, ",", _), Cs)).
row(length/2, n, 20000, N, L, numlist(1, N, L), length(L, _)).
row(append/3, n, 5000, N, L, numlist(1, N, L), append(L, [], _)).
row(reverse/2, n, 5000, N, L, numlist(1, N, L), reverse(L, _)).
row(nth1/3, n, 20000, N, N-L, numlist(1, N, L), nth1(N, L, _)).
row(memberchk/2, n, 20000, N, L, numlist(1, N, L), \+ memberchk(none, L)).
row(msort/2, nlog, 3000, N, L, findall(I, ( between(1, N, J), I is J * 7919 mod 10007 ), L), msort(L, _)).
row(sort/4, nlog, 3000, N, L, findall(I, ( between(1, N, J), I is J * 7919 mod 10007 ), L), sort(0, @>=, L, _)).
row(predsort/3, nlog, 500, N, L, findall(I, ( between(1, N, J), I is J * 7919 mod 10007 ), L), predsort(compare, L, _)).
row(list_to_assoc/2, nlog, 1000, N, Ps, findall(I-x, between(1, N, I), Ps), list_to_assoc(Ps, _)).
row(get_assoc/3, log, 1000, N, T, ( findall(I-x, between(1, N, I), Ps), list_to_assoc(Ps, T) ), get_assoc(7, T, _)).

% Terms and global variables.
row(nb_getval/2, 1, 2000, N, _, ( numlist(1, N, L), nb_setval(growth, L), nb_getval(growth, _) ), nb_getval(growth, _)).
row(nb_setval/2, n, 5000, N, L, numlist(1, N, L), nb_setval(growth, L)).
row(copy_term/2, n, 5000, N, L, length(L, N), copy_term(L, _)).
row(copy_term/2-cyclic, n, 2000, N, L, ( numlist(1, N, L0), append(L0, L, L) ), copy_term(L, _)).
row(copy_term/4, nlog, 1000, N, X-L, ( length(L, N), L = [X|_] ), copy_term([X], L, _, _)).
row(duplicate_term/2, n, 5000, N, L, numlist(1, N, L), duplicate_term(L, _)).
row(ground/1, n, 20000, N, L, numlist(1, N, L), ground(L)).
row(term_variables/2, n, 5000, N, L, length(L, N), term_variables(L, _)).
row((=@=)/2, n, 5000, N, L-M, ( length(L, N), length(M, N) ), L =@= M).
row(foreach/2, n2, 25, N, N, true, foreach(between(1, N, I), dif(I, _))).
row(when/2, n, 500, N, L, length(L, N), \+ \+ ( when(ground(L), true), maplist(=(1), L) )).
row(findall/3, n, 5000, N, N, true, findall(I, between(1, N, I), _)).
row(throw/1, n, 5000, N, L, numlist(1, N, L), catch(throw(L), _, true)).

% Texts.
row(atom_codes/2, n, 5000, N, Cs, ( length(Cs, N), maplist(=(0'a), Cs) ), string_codes(_, Cs)).
row(atomic_list_concat/3, n, 2000, N, L, numlist(1, N, L), atomic_list_concat(L, ',', _)).
row(split_string/4, n, 2000, N, S, ( numlist(1, N, L), atomic_list_concat(L, ',', S) ), split_string(S, ",", "", _)).
row(term_to_atom/2, n, 1000, N, L, numlist(1, N, L), term_to_atom(L, _)).
row(term_string/2, n, 1000, N, S, ( numlist(1, N, L), term_string(L, S) ), term_string(_, S)).

% The database.
row(assertz/1, n, 500, N, L, numlist(1, N, L), ( assertz(growth_fact(L)), retract(growth_fact(_)) )).
row(recorded/2, n, 500, N, N,
    ( forall(recorded(growth, _, R), erase(R)), forall(between(1, N, I), recordz(growth, f(I))) ),
    recorded(growth, f(N))).

% Loading, by the shape of a clause.
row(load(Shape), n, 250, N, Text, text(Shape, N, Text), load_text(Text)) :-
    clause(piece(Shape, _, _, _, _), _).

% text(+Shape, +N, -Text): N pieces of the shape, joined, between a start and an end.
text(Shape, N, Text) :-
    piece(Shape, Start, Piece, Joint, End),
    findall(S, ( between(1, N, I), piece_text(Piece, I, S) ), Ss),
    atomic_list_concat(Ss, Joint, Middle),
    atomic_list_concat([Start,Middle,End], Text).

% In a piece ~ stands for its number.
piece_text(Piece, I, Text) :-
    atomic_list_concat(Parts, ~, Piece),
    atomic_list_concat(Parts, I, Text).

piece(conjunction, 'x(X) :- ', 'p(X, ~)', ', ', '.').
piece(disjunction, 'x :- ', 'fail', ' ; ', '.').
piece(equations, 'x(X) :- ( ', 'X = ~', ' ; ', ' ).').
piece(chain, 'x(X) :- ( ', 'X == ~ -> true', ' ; ', ' ).').
piece(chain_of_calls, 'x(X, Y) :- ( ', 'p(X, ~) -> Y = ~', ' ; ', ' ).').
piece(local_variables, 'x(X) :- ( ', 'X = ~, p(Y~, Y~)', ' ; ', ' ).').
piece(negations, 'x :- ', '\\+ p(~)', ', ', '.').
piece(variables, 'x(f(', 'X~', ',', ')) :- p(X1).').
piece(wide, 'x(f(', 'a~', ',', ')).').
piece(sum, 'x(X, Y) :- Y is ', 'X * ~', ' + ', '.').
piece(facts, '', 'x(~, a).', '\n', '\n').
piece(one_line, '', 'x(~, Y).', ' ', '\n').
piece(warned, '', 'x(~, Y).', '\n', '\n').
piece(errors, '', 'x(~, ).', '\n', '\n').
piece(grammar, 'x --> ', '[~], y', ', ', '.').
piece(grammar_choice, 'x --> ', '[~]', ' | ', '.').
piece(directive, ':- X = a, ( ', 'X == ~ -> true', ' ; ', ' ; true ).').
piece(conditions, '', ':- if(true).\n:- endif.', '\n', '\n').

load_text(Text) :-
    open_string(Text, Stream),
    load_files(growth_text, [stream(Stream)]).
