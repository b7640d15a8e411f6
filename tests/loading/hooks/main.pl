% What a program may hook into loading and messages; what it prints stands in main.out.
:- multifile prolog:message//1, prolog:error_message//1, message_hook/3, system:term_expansion/2.
:- dynamic message_hook/3.
:- discontiguous term_expansion/2, goal_expansion/2.

show(Goal) :-
    (   catch(Goal, error(Error, _), (print(Error), nl))
    ->  true
    ;   numbervars(Goal, 0, _), print(no(Goal)), nl
    ).

% Clauses that term_expansion/2 makes: grammar rules, directives, none, and what follows the end.
term_expansion(word(W), (word --> [W])).
term_expansion(announce(X), (:- show((write(X), nl)))).
term_expansion(comment(_), []).
term_expansion(end_of_file, [final(1), final(2), end_of_file]) :-
    prolog_load_context(source, File),
    file_base_name(File, 'main.pl').
word(moon).
word(sun).
announce(directive).
comment(nothing).
:- show((findall(W, phrase(word, [W]), Ws), print(Ws), nl)).

% With positions, and for all modules.
term_expansion(placed(X), P, placed(X, seen), P).
system:term_expansion(everywhere(X), here(X)).
placed(1).
everywhere(1).
:- show((placed(1, S), here(N), print(S-N), nl)).

% Goals, also those of closures and of predicates that say which arguments are goals.
goal_expansion(old(X), new(X)).
goal_expansion(near(X), P, new(X), P).
goal_expansion(log(X), (write(log), write(X))).
new(X) :- print(new(X)), nl.
:- meta_predicate each(1, ?), either(0, 0).
each(Goal, List) :- maplist(Goal, List).
either(A, B) :- ( call(A) -> true ; call(B) ).
in_goals :- old(1), \+ \+ near(2), either(fail, old(3)), each(old, [4]), call(old, 5), forall(member(X, [6]), old(X)).
:- show(in_goals).
in_quantified :- bagof(X, Y^(member(X-Y, [1-a]), old(X)), _).
:- show(in_quantified).
in_own_module :- user:old(7), lists:length([], 0).
:- show(in_own_module).
goal_expansion(is_asked, true).
:- if(is_asked).
asked(yes).
:- elif(true).
asked(no).
:- endif.
:- show((asked(X), print(X), nl)).
:- show((expand_goal(either(log(1), maplist(old, _)), G), numbervars(G, 0, _), print(G), nl)).

% Texts of messages, with predicates of the program in their bodies.
prolog:message(measured(X)) --> {size(X, N)}, ['~w has ~d'-[X, N], nl], unit.
prolog:error_message(too_heavy(X)) --> ['~w is too heavy'-[X]].
size(X, N) :- atom_length(X, N).
unit --> ['letters'].
:- show(print_message(error, measured(stone))).
:- show(print_message(warning, error(too_heavy(stone), _))).
:- show((phrase(translate_message(measured(ox)), Es), print(Es), nl)).
message_hook(Term, Kind, Elements) :-
    Kind \== silent,
    print(Term-Kind), nl,
    print_message_lines(user_output, '| ', Elements).
:- show(print_message(error, measured(egg))).
:- show(print_message(help, format("~w and ~w", [a, b]))).
:- show(print_message(error, _)).
:- retractall(message_hook(_, _, _)).

% What a module does not define is looked up in the program.
shared(1).
helper:twice(X, Y) :- shared(X), Y = X.
:- show((helper:twice(X, Y), print(X-Y), nl)).
:- show((helper:shared(X), print(X), nl)).
:- show((predicate_property(helper:shared(_), number_of_clauses(N)), print(N), nl)).
:- show(helper:nowhere).

% Ways of loading.
:- show(load_files(parts/noisy, [if(not_loaded)])).
:- show(load_files([parts/noisy], [if(not_loaded), silent(true)])).
:- show(load_files(parts/noisy, [if(changed)])).
:- show(load_files(parts/nowhere, [if(exist)])).
:- show(load_files(parts/noisy, [if(true)])).
:- show(load_files(parts/noisy, [if(never)])).
:- show(reconsult('parts/noisy.pl')).
:- show(make).
:- show((open_string("streamed(1). streamed(2). :- write(streaming), nl.", S), load_files(text, [stream(S)]),
         findall(X, streamed(X), Xs), print(Xs), nl)).
:- include(parts/places).

% What a file adds to a predicate of several files is replaced when it is loaded again; a predicate of one file alone
% is that of the file that was loaded last.
:- multifile gathered/1.
gathered(main).
:- consult(parts/first), consult(parts/second), consult(parts/first).
:- show((findall(X, gathered(X), Xs), print(Xs), nl)).
:- show((findall(X, alone(X), Xs), print(Xs), nl)).

% The hooks of user are predicates of several files without a declaration, and can be changed.
:- show((findall(X, prolog_file_type(X, hooked), Xs), print(Xs), nl)).
:- show((retract(prolog_file_type(one, hooked)), asserta(prolog_file_type(zero, hooked)))).
:- show((findall(X, prolog_file_type(X, hooked), Xs), print(Xs), nl)).
:- show((member(P, [dynamic, multifile]), predicate_property(prolog_file_type(_, _), P), print(P), nl, fail ; true)).

% Libraries of the program.
library_directory(parts).
:- use_module(library(shapes)).
:- show((area(square(3), A), print(A), nl)).
:- show((exists_source(library(shapes)), \+ exists_source(library(spheres)))).
:- show(use_module(library(spheres))).

% The names of modules, and second names of what they export.
:- use_module(parts/shapes, [area/2 as extent, spin//1 as turn]).
:- show((extent(square(2), A), print(A), nl)).
:- show((phrase(turn(x), L), print(L), nl)).
:- show((module_property(shapes, exports(L)), print(L), nl)).
:- show((current_module(shapes), \+ current_module(spheres))).
:- show(latin(_)).
:- consult(parts/latin).
:- show((latin(A), atom_codes(A, Cs), print(Cs), nl)).
:- consult(parts/wide).
:- show((wide(A), atom_codes(A, Cs), print(Cs), nl)).

% Declarations of SWI-Prolog.
:- dynamic counted/1 as incremental.
:- dynamic([kept/1 as (incremental, abstract(0)), noted/2]).
:- dynamic((first/0, second/0) as incremental).
:- show((member(P, [counted(_), kept(_), noted(_, _), first, second]), \+ predicate_property(P, dynamic) -> print(P), nl ; true)).
:- discontiguous scattered/1.
:- show(scattered(_)).
:- show((predicate_property(scattered(_), discontiguous), write(discontiguous), nl)).
:- encoding(utf8), encoding('UTF-8').
:- show(encoding(klingon)).
:- non_terminal(unit//0).
:- set_prolog_flag(generate_debug_info, false), set_prolog_flag(encoding, utf8), set_prolog_flag(toplevel_mode, backtracking).
:- show((current_prolog_flag(toplevel_mode, M), print(M), nl)).
:- show(current_prolog_flag(optimise, _)).
:- show(set_prolog_flag(encoding, ascii)).
:- show((prolog_load_context(term_position, P), stream_position_data(line_count, P, L), print(L), nl)).
:- initialization((write(restored), nl), restore).
:- initialization((write(loaded), nl), after_load).
:- initialization(show((findall(X, final(X), Xs), print(Xs), nl))).
