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
% A look-up after clauses that the first argument did not tell apart, for which no index was made.
row(indexed_again, n, 1000, N, N,
    ( retractall(growth_fact(_)), forall(between(1, N, _), assertz(growth_fact(y))), \+ growth_fact(x),
      retractall(growth_fact(_)), forall(between(1, N, I), assertz(growth_fact(I))) ),
    forall(between(1, N, I), growth_fact(I))).
row(recorded/2, n, 500, N, N,
    ( forall(recorded(growth, _, R), erase(R)), forall(between(1, N, I), recordz(growth, f(I))) ),
    recorded(growth, f(N))).

% Loading, by the shape of a clause.
row(load(Shape), n, 250, N, Text, text(Shape, N, Text), load_text(Text)) :-
    ( Many = [] ; Many = many ),
    shape(Many, Shape).

% Clauses as terms, by shape: expanding, compiling, printing and listing them.
row(expand_term(Shape), n, 250, N, Clause, clause_of(Shape, N, Clause), expand_term(Clause, _)) :-
    shape([], Shape).
row(assertz(Shape), n, 250, N, Clause, clause_of(Shape, N, Clause), ( assertz(growth:Clause, R), erase(R) )) :-
    shape([], Shape),
    \+ sub_atom(Shape, _, _, _, grammar).
row(portray_clause(Shape), Order, 100, N, Clause, clause_of(Shape, N, Clause), silent(portray_clause(Clause))) :-
    shape([], Shape),
    printing_order(Shape, Order).
row(listing(Shape), Order, 100, N, Module, listed(Shape, N, Module), silent(listing(Module:_))) :-
    shape([], Shape),
    printing_order(Shape, Order),
    \+ sub_atom(Shape, _, _, _, grammar).

% Tabling, by kind: the nodes of a chain that can be reached from its first.
row(tabling(Kind), nlog, 100, N, Goal, chain(Kind, N, Goal), ( abolish_all_tables, forall(Goal, true) )) :-
    member(Kind, [left,right,subsumptive,shortest,negation,incremental]).

% Collecting what lives.
row(garbage_collect(Kind), n, 5000, N, X, made(Kind, N, X), ( garbage_collect, nonvar(X) )) :-
    member(Kind, [ints,frozen,strings,deep]).

% Lines are indented by the depth of what they are in.
printing_order(Shape, Order) :-
    (   clause(nested(Shape, _, _, _, _, _), _),
        \+ sub_atom(Shape, 0, _, _, deep)
    ->  Order = n2
    ;   Order = n
    ).

chain(Kind, N, Goal) :-
    retractall(growth_edge(_, _)),
    forall(between(1, N, I), ( J is I + 1, assertz(growth_edge(I, J)) )),
    functor(Goal0, Kind, 2),
    ( Kind == shortest -> Goal = shortest(1, _, _) ; Kind == negation -> Goal = negation(1) ; Goal = Goal0, arg(1, Goal, 1) ).

:- dynamic(growth_edge/2).
:- dynamic([incremental_edge/2], [incremental(true)]).
:- table left/2, right/2, shortest(_, _, min), negation/1.
:- table subsumptive/2 as subsumptive.
:- table incremental/2 as incremental.

left(X, Y) :- growth_edge(X, Y).
left(X, Y) :- left(X, Z), growth_edge(Z, Y).
right(X, _) :- growth_edge(X, Z), right(Z, none).
right(_, none).
subsumptive(X, Y) :- growth_edge(X, Y).
subsumptive(X, Y) :- subsumptive(X, Z), growth_edge(Z, Y).
shortest(X, Y, 1) :- growth_edge(X, Y).
shortest(X, Y, N) :- shortest(X, Z, M), growth_edge(Z, Y), N is M + 1.
negation(X) :- growth_edge(X, Y), tnot(negation(Y)).
incremental(X, Y) :- growth_edge(X, Y).
incremental(X, Y) :- incremental(X, Z), growth_edge(Z, Y).

% shape(+Many, -Shape): a shape of one clause, or of many.
shape([], Shape) :- clause(piece(Shape, _, _, _, End), _), End \== '\n', Shape \== directive.
shape([], Shape) :- clause(nested(Shape, _, _, _, _, _), _).
shape(many, Shape) :- clause(piece(Shape, _, _, _, '\n'), _).
shape(many, directive).

clause_of(Shape, N, Clause) :-
    text(Shape, N, Text),
    reading(Text, In, read(In, Clause)).

listed(Shape, N, Shape) :-
    clause_of(Shape, N, Clause),
    ( Clause = (Head :- _) -> true ; Head = Clause ),
    functor(Head, Name, Arity),
    catch(abolish(Shape:Name/Arity), _, true),
    assertz(Shape:Clause).

% text(+Shape, +N, -Text): N pieces of the shape, joined, between a start and an end.
text(Shape, N, Text) :-
    nested(Shape, Start, Piece, Core, Last, End),
    findall(S, ( between(1, N, I), piece_text(Piece, I, S) ), Ss),
    findall(Last, between(1, N, _), Lasts),
    append([[Start|Ss],[Core|Lasts],[End]], Parts),
    atomic_list_concat(Parts, Text).
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

% Pieces within each other: the start, what opens a piece, what is in the innermost, what closes a piece, the end.
nested(conditions_within, 'x(X) :- ', '( X == ~ -> p(X) ; ', true, ' )', '.').
nested(conditions_first, 'x(X) :- ', '( ', 'p(X)', ' -> true ; q(X) )', '.').
nested(negations_within, 'x(X) :- ', '\\+ ( p(X, ~), ', 'q(X)', ' )', '.').
nested(disjunctions_within, 'x(X) :- ', '( p(X) ; q(~), ', 'r(X)', ' )', '.').
nested(solutions_within, 'x(L) :- ', 'findall(X, ( p(X, ~), ', 'q(X)', ' ), L)', '.').
nested(deep, 'x(', 'f(a~, ', a, ')', ').').
nested(deep_list, 'x(', '[', a, ']', ').').
nested(deep_grammar, 'x --> ', '( [~], ', y, ' )', '.').

load_text(Text) :-
    open_string(Text, Stream),
    load_files(growth_text, [stream(Stream)]).
