% Runs the goals of goals.txt, one on each line, and writes the outcome of each on a line, in ferz and in SWI-Prolog.
% Terms are written by a writer of its own, so that only goals that write show how the systems write.

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(pairs)).
:- use_module(library(aggregate)).
:- use_module(library(solution_sequences)).
:- use_module(library(option)).
:- use_module(library(ordsets)).
:- use_module(library(ugraphs)).
:- use_module(library(when)).
:- use_module(library(dif)).
:- use_module(library(time)).
:- use_module(library(gensym)).
:- use_module(library(readutil)).
:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(library(occurs)).
:- use_module(library(strings)).
:- use_module(library(yall)).
:- use_module(library(terms)).
:- use_module(library(random)).
:- use_module(library(base64)).
:- use_module(library(base32)).
:- use_module(library(codesio)).
:- use_module(library(charsio)).
:- use_module(library(csv)).
:- use_module(library(date)).
:- use_module(library(dicts)).
:- use_module(library(heaps)).
:- use_module(library(http/json)).
:- use_module(library(nb_set)).
:- use_module(library(optparse)).
:- use_module(library(pprint)).
:- use_module(library(pure_input)).
:- use_module(library(rbtrees)).
:- use_module(library(record)).
:- use_module(library(settings)).
:- use_module(library(sort)).
:- use_module(library(tables), except([abolish_all_tables/0])).
:- use_module(library(uri)).
:- use_module(library(url)).
:- use_module(library(utf8)).
:- use_module(library(varnumbers)).

:- record(point(x:integer = 0, y = none, tag:atom)).
:- setting(volume, integer, 11, 'How loud').
:- setting(title, atom, untitled, 'A name').
:- setting(ratio, float, 0.5, 'A share').
:- setting(size, between(1, 5), 3, 'A size').
:- setting(flag, boolean, false, 'A choice').

:- dynamic(d/1).
:- dynamic(d/2).
:- dynamic(e/1).
:- dynamic(h/1).
:- table path/2.
:- table left/2.
:- table fibo/2.
:- table least(_, min).

%! What goals may call.

p(1).
p(2).
p(3).

q(1, a).
q(2, b).
q(2, c).
q(_, d).

qq(1, a).
qq(2, b).
qq(2, c).
qq(3, a).

r(X, Y) :- p(X), !, q(X, Y).
r(9, z).

s(X) :- ( p(X), X > 1 ; X = 0 ).

u(X, Y) :- ( X = 1 -> Y = one ; X = 2 -> Y = two ; Y = many ).

eq(X, X).
none(_) :- fail.
bad(X) :- succ(X, _).
throws(X) :- throw(X).
cut(X) :- ( X = 1 ; X = 2 ), !.
cut(3).
one(_).
note(X) :- write(X), write(' ').
twice(G) :- G, G.
inc(X, Y) :- Y is X + 1.
add(X, Y, Z) :- Z is X + Y.
odd(X) :- 1 is X mod 2.
len(X, Y) :- length(X, Y).
compare2(X, Order) :- compare(Order, X, 2).
loop(0) :- !.
loop(N) :- M is N - 1, loop(M).

edge(a, b).
edge(b, c).
edge(c, a).
edge(c, d).
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
left(X, Y) :- left(X, Z), edge(Z, Y).
left(X, X) :- member(X, [a, d]).
fibo(0, 0).
fibo(1, 1).
fibo(N, F) :- N > 1, A is N - 1, B is N - 2, fibo(A, X), fibo(B, Y), F is X + Y.
least(X, C) :- member(X-C, [a-3, b-2, a-1, b-5]).

aa --> [].
aa --> [a], aa.
ab --> "a", ab, "b".
ab --> [].
digits([D|T]) --> [D], { code_type(D, digit) }, !, digits(T).
digits([]) --> [].
num(N) --> digits([D|T]), { number_codes(N, [D|T]) }.
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(X0, X) --> "+", !, term(Y), { X1 is X0 + Y }, expr_rest(X1, X).
expr_rest(X, X) --> [].
term(X) --> num(X).
term(X) --> "(", expr(X), ")".
any([]) --> [].
any([X|Xs]) --> [X], any(Xs).
look(X), [X] --> [X].
anything(X) --> ( { X = 1 } ; [X] ; \+ [a], { X = 2 } ).
twice(X) --> call(one_of, X), call(one_of, X).
one_of(X, [X|T], T).
digit_of(D) --> [D], { code_type(D, digit) }.
cutting(X) --> ( [X], ! ; { X = none } ).
cutting(other) --> [].
choose(X) --> ( [a] -> { X = a } ; [b] -> { X = b } ; { X = c } ).

% Hooks are added for the while; grammar rules are declared in SWI-Prolog only.
:- dynamic(term_expansion/2).
:- dynamic(goal_expansion/2).
:- multifile(term_expansion/2).
:- multifile(goal_expansion/2).
:- dynamic(h/2).

expanded(Hooks, Term, Expanded) :-
    with_hooks(Hooks, expand_term(Term, Expanded0)),
    without_declarations(Expanded0, Expanded).

expanded_goal(Hooks, Goal, Expanded) :- with_hooks(Hooks, expand_goal(Goal, Expanded)).

expanded_text(Hooks, Clauses, Head) :-
    with_output_to(string(Text), forall(member(Clause, Clauses), ( writeq(Clause), write(' .\n') ))),
    open_string(Text, Stream),
    with_hooks(Hooks, load_files(agree_text, [stream(Stream), silent(true)])),
    clause(Head, Body0),
    flat_body(Body0, Body),
    note(Body).

% SWI-Prolog makes one conjunction of all, and drops the module of what means the same in any.
flat_body(T, T) :- var(T), !.
flat_body((A, B), T) :- !, flat_body(A, A1), flat_body(B, B1), join_bodies(A1, B1, T).
flat_body(other:T0, T) :- !, flat_body(T0, T).
flat_body(T0, T) :- compound(T0), !, T0 =.. [F|As], maplist(flat_body, As, Bs), T =.. [F|Bs].
flat_body(T, T).

join_bodies(T, B, (T, B)) :- var(T), !.
join_bodies((A, B), C, (A, D)) :- !, join_bodies(B, C, D).
join_bodies(A, B, (A, B)).

with_hooks(Hooks, Goal) :-
    setup_call_cleanup(maplist(assertz, Hooks), Goal, no_hooks).

no_hooks :- retractall(term_expansion(_, _)), retractall(goal_expansion(_, _)).

% A grammar rule alone becomes a list there.
without_declarations(Terms, Other) :-
    is_list(Terms), !,
    exclude(declares, Terms, Others),
    ( Terms = [First, _], declares(First) -> Others = [Other] ; Other = Others ).
without_declarations(Term, Term).

declares(Term) :- nonvar(Term), Term = (:- Declaration), nonvar(Declaration), Declaration = non_terminal(_).

% Modules: each program gets names of its own, so that it meets nothing of those before it. In a clause, fact(P) is a fact
% that tells its place, and x:G as a body a call of G that comes back at once if it goes in circles.
:- dynamic(program/1).
program(0).

modules(Files, Main) :-
    retract(program(N0)), N is N0 + 1, assertz(program(N)),
    maplist(module_text(N), Files, Paths),
    module_text(N, user-[]-Main, Path),
    catch(load_files(Path, [silent(true)]), _, true),
    forall(( member(M, [ma, mb, mc, user]), member(P, [p, q, r, s, t, m, n, o]) ), module_answer(N, M, P)),
    maplist(delete_file, [Path|Paths]).

module_text(N, Module-Exports-Items, Path) :-
    fresh_name(N, Module, Own),
    (   Module == user
    ->  atomic_list_concat([main, '_', N, '.pl'], Path)
    ;   atomic_list_concat([Own, '.pl'], Path)
    ),
    open(Path, write, Out),
    (   Module == user -> true ; fresh_names(N, Exports, Own1), format(Out, ':- module(~q, ~q).~n', [Own, Own1]) ),
    findall(fact(P), ( member(P/1, Exports), \+ member(fact(P), Items), \+ ( member((H :- _), Items), functor(H, P, 1) ) ), Missing0),
    sort(Missing0, Missing),
    append(Items, Missing, All),
    forall(nth1(K, All, Item), ( module_item(Item, Module, K, Clause), fresh_names(N, Clause, Fresh), put_clause(Out, Fresh) )),
    close(Out).

put_clause(Out, Clause) :-
    \+ \+ ( numbervars(Clause, 0, _), write_term(Out, Clause, [quoted(true), numbervars(true)]), write(Out, ' .\n') ).

module_item((:- Load), Module, _, (:- true)) :- Load =.. [_, Own|_], Own == Module, !.
module_item(fact(P), Module, K, Head) :- !, Head =.. [P, Module-K].
module_item((H :- x:G), _, _, (H :- user:deeper(D), D < 4, G)) :- !.
module_item(Item, _, _, Item).

% How deep calls are in each other.
deeper(D) :- b_getval(agree_depth, D0), D is D0 + 1, b_setval(agree_depth, D).

fresh_names(N, T, F) :- atom(T), !, fresh_name(N, T, F).
fresh_names(N, T, F) :- compound(T), !, T =.. [G0|As], ( memberchk(G0, [p, q, r, s, t, m, n, o]) -> fresh_name(N, G0, G) ; G = G0 ), maplist(fresh_names(N), As, Bs), F =.. [G|Bs].
fresh_names(_, T, T).

fresh_name(N, T, F) :- memberchk(T, [ma, mb, mc, p, q, r, s, t, m, n, o]), !, atomic_list_concat([T, '_', N], F).
fresh_name(_, T, T).

old_names(T, O) :- atom(T), atomic_list_concat([O0, N], '_', T), memberchk(O0, [ma, mb, mc, p, q, r, s, t, m, n, o]), atom_number(N, _), !, O = O0.
old_names(T, O) :- compound(T), !, T =.. As, maplist(old_names, As, Bs), O =.. Bs.
old_names(T, T).

module_answer(N, M, P) :-
    fresh_names(N, M-P, Own-Name),
    b_setval(agree_depth, 0),
    catch(findall(X, limited_call(Own, Name, X), Answers0), E, ( E = error(Formal, _) -> Answers0 = Formal ; throw(E) )),
    ( Answers0 = existence_error(procedure, _) -> Answers1 = unknown ; Answers1 = Answers0 ),
    old_names(Answers1, Answers),
    put(M:P), write(' '), put(Answers), write(' ').

limited_call(Own, Name, X) :- findnsols(20, X, call(Own:Name, X), Xs), !, member(X, Xs).

fmt(Parts) :- format_of(Parts, F, As), format(F, As).
fmt(X, Parts) :- format_of(Parts, F, As), format(X, F, As).

format_of(Parts, F, As) :-
    pairs_keys_values(Parts, Fs, Ls),
    atomic_list_concat(Fs, F),
    append(Ls, As).

%! The run.

main :-
    put_file('lib.csv', 'name,"a, b",3\nc,1.5,\u00E9\n'),
    put_file('lib.pl', 'a(1).\nb(X) :- c(X, "d").\n'),
    open('goals.txt', read, In),
    repeat,
    read_line_to_string(In, Line),
    (   Line == end_of_file
    ->  !
    ;   outcome(Line, Text),
        writeq(Text),
        nl,
        flush_output,
        fail
    ).

put_file(Name, Text) :-
    setup_call_cleanup(open(Name, write, S, [encoding(utf8)]), write(S, Text), close(S)).

outcome(Line, Text) :-
    fresh,
    catch(with_output_to(string(Text), limited(Line)), _, Text = "limit"),
    !.
outcome(_, "nothing").

limited(Line) :-
    call_with_time_limit(3, call_with_inference_limit(read_and_run(Line), 60000, End)),
    (   End == inference_limit_exceeded -> throw(limit) ; true ).

fresh :-
    retractall(h(_)), flag(fl, _, 0),
    retractall(d(_)), retractall(d(_, _)), retractall(e(_)), retractall(h(_, _)),
    assertz(d(1)), assertz(d(2)), assertz(d(3)), assertz(d(a, 1)), assertz(d(b, 2)),
    assertz((e(X) :- d(X), X \== 1)), assertz(e(7)),
    nb_setval(k, 0),
    nb_setval(g, f(x)),
    nb_setval(agree_count, 0),
    forall(( member(Type, [xfx, fy, xf]), member(Name, [===>, pre, post]) ), op(0, Type, Name)),
    forall(recorded(rk, _, Record), erase(Record)),
    abolish_all_tables,
    set_prolog_flag(double_quotes, codes),
    set_prolog_flag(double_quotes, string),
    set_prolog_flag(float_zero_div, error),
    set_prolog_flag(float_overflow, error),
    set_prolog_flag(float_undefined, error),
    set_prolog_flag(prefer_rationals, false),
    set_prolog_flag(occurs_check, false),
    reset_gensym,
    set_setting_default(volume, 11),
    forall(current_setting(Setting), restore_setting(Setting)).

read_and_run(Line) :-
    catch(term_string(Goal, Line, [variable_names(Names)]), E, ended(E)),
    (   var(Names) -> true ; exclude(hidden, Names, Shown), run(Goal, Shown) ).

hidden(Name = _) :- sub_atom(Name, 0, _, _, '_').

run(Goal, Names) :-
    catch(solve(Goal, Names), E, ended(E)),
    !.
run(_, _) :-
    write(' ; false').

solve(Goal, Names) :-
    call(Goal),
    write(' ; '),
    shown(Names),
    nb_getval(agree_count, N0),
    N is N0 + 1,
    nb_setval(agree_count, N),
    N >= 6,
    write(' ; ...').

ended(E) :- nonvar(E), limit(E), !, throw(limit).
ended(E) :- nonvar(E), E = error(syntax_error(_), _), !, write(' ; syntax error').
ended(E) :- nonvar(E), E = error(Formal, _), !, write(' ; error '), unqualified(Formal, Plain), shown(Plain).
ended(E) :- write(' ; throw '), shown(E).

unqualified(T, T) :- \+ compound(T), !.
unqualified(T, T) :- \+ acyclic_term(T), !.
% What is told beside the formal term, each system decides.
unqualified(error(F, _), error(P, info)) :- !, unqualified(F, P).
unqualified(M:T, P) :- ( M == user ; M == system ), !, unqualified(T, P).
unqualified(T, P) :- T =.. [F|As], maplist(unqualified, As, Bs), P =.. [F|Bs].

limit(limit).
limit(time_limit_exceeded).
limit(inference_limit_exceeded(_)).
limit(inference_limit_exceeded).
limit(error(resource_error(_), _)).

shown(T) :- \+ acyclic_term(T), !, write(cyclic).
shown(T) :-
    copy_term(T, Copy0, Goals0),
    copy_term_nat(Copy0-Goals0, Copy1-Goals9),
    unqualified(Copy1, Copy),
    maplist(plain, Goals9, Goals1),
    flat(Goals1, Goals),
    numbered(Copy, 0, N),
    maplist(in_order, Goals, Goals2),
    maplist(keyed, Goals2, Keyed),
    keysort(Keyed, Keyed1),
    pairs_values(Keyed1, Goals3),
    numbered(Goals3, N, _),
    maplist(in_order, Goals3, Ordered0),
    sort(Ordered0, Ordered),
    put_bindings(Copy),
    (   Ordered == [] -> true ; write(' | '), put_all(Ordered) ).

%! The goals of modules without the modules.
plain(G, G) :- var(G), !.
plain(M:G, P) :- atom(M), !, plain(G, P).
plain(freeze(X, G), freeze(X, P)) :- !, plain(G, P).
plain(when(C, G), when(D, P)) :- !, simple(C, D), plain(G, P).
plain((A, B), (C, D)) :- !, plain(A, C), plain(B, D).
plain(G, G).

%! A condition without the parts that hold already.
simple((A, B), C) :- !, simple(A, A1), simple(B, B1), ( A1 == true -> C = B1 ; B1 == true -> C = A1 ; C = (A1, B1) ).
simple(nonvar(X), C) :- nonvar(X), !, C = true.
simple(ground(X), C) :- ground(X), !, C = true.
simple(C, C).

flat([], []).
flat([G|Gs], L) :- nonvar(G), G = (A, B), !, flat([A, B|Gs], L).
flat([G|Gs], [G|L]) :- flat(Gs, L).

%! The sides of an inequality in order, and the equations of which it excludes the conjunction.
in_order(dif(X, Y), dif(V, W)) :-
    compound(X), compound(Y), functor(X, F, N), functor(Y, F, N), !,
    X =.. [_|Xs], Y =.. [_|Ys],
    maplist(sides, Xs, Ys, Pairs0),
    maplist(keyed, Pairs0, Keyed), keysort(Keyed, Keyed1), pairs_values(Keyed1, Pairs),
    pairs_keys_values(Pairs, Vs, Ws),
    V =.. [F|Vs], W =.. [F|Ws].
in_order(dif(X, Y), dif(V, W)) :- !, sides(X, Y, V-W).
in_order(G, G).

sides(X, Y, P) :- keyed(X, A-_), keyed(Y, B-_), ( B @< A -> P = Y-X ; P = X-Y ).

%! A term behind one with a constant in place of its variables, which have no order yet.
keyed(T, K-T) :- copy_term_nat(T, K), term_variables(K, Vs), maplist(=('$none'), Vs).

numbered(T, N0, N) :- term_variables(T, Vs), number_each(Vs, N0, N).
number_each([], N, N).
number_each(['$agree'(N0)|Vs], N0, N) :- N1 is N0 + 1, number_each(Vs, N1, N).

put_bindings(L) :- is_list(L), forall(member(B, L), ( nonvar(B), B = (_ = _) )), !, put_each(L).
put_bindings(T) :- put(T).

put_each([]).
put_each([N = V|Bs]) :- write(N), write(' = '), put(V), write(', '), put_each(Bs).

put_all([]).
put_all([X|Xs]) :- put(X), ( Xs == [] -> true ; write(', '), put_all(Xs) ).

put(T) :- atomic(T), !, put_atomic(T).
put('$agree'(N)) :- !, write($), write(N).
put('$clause'(_)) :- !, write('<blob>').
put('$record'(_)) :- !, write('<blob>').
put([H|T]) :- !, write('['), put(H), put_tail(T).
put(T) :- is_dict(T), !, dict_pairs(T, Tag, Pairs), put(Tag), write('{'), put_all(Pairs), write('}').
put(T) :- T =.. [F|As], put_atomic(F), write('('), put_all(As), write(')').

put_atomic(T) :- T == [], !, write([]).
% The functor of lists, which SWI-Prolog does not call a dot (6.3.5).
put_atomic(T) :- T == '[|]', current_prolog_flag(dialect, swi), !, writeq('.').
put_atomic(T) :- stream_or_blob(T), !, write('<blob>').
put_atomic(T) :- string(T), !, write('"'), string_codes(T, Cs), atom_codes(A, Cs), writeq(A), write('"').
put_atomic(T) :- writeq(T).

stream_or_blob(T) :- current_prolog_flag(dialect, swi), blob(T, K), K \== text, K \== ucs_text, T \== [].

put_tail(T) :- T == [], !, write(']').
put_tail([H|T]) :- !, write(','), put(H), put_tail(T).
put_tail(T) :- write('|'), put(T), write(']').

:- initialization(main).
