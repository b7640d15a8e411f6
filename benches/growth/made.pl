% Inputs of size N for the rows of the library: made(Kind, N, X).

:- forall(member(Library, [dcg/basics,dcg/high_order,clpfd,clpb,dialect/hprolog,dialect/sicstus]), use_module(library(Library))).

made(ints, N, L) :- numlist(1, N, L).
made(mixed, N, L) :- findall(I, ( between(1, N, J), I is J * 7919 mod 10007 ), L).
made(vars, N, L) :- length(L, N).
made(as, N, L) :- length(L, N), maplist(=(a), L).
made(names, N, L) :- findall(A, ( between(1, N, I), format(atom(A), "a~|~`0t~d~6+", [I]) ), L).
made(strings, N, L) :- findall(S, ( between(1, N, I), format(string(S), "s~d", [I]) ), L).
made(lists, N, L) :- findall([I], between(1, N, I), L).
made(two_lists, N, L-M) :- made(ints, N, L), made(ints, N, M).
made(pairs, N, L) :- findall(I-x, between(1, N, I), L).
made(options, N, L) :- findall(O, ( between(1, N, I), format(atom(A), "o~|~`0t~d~6+", [I]), O =.. [A,I] ), L).
made(codes, N, Cs) :- length(Cs, N), maplist(=(0'a), Cs).
made(blanks, N, Cs) :- length(Cs, N), maplist(=(0' ), Cs).
made(digits, N, Cs) :- length(Cs, N), maplist(=(0'7), Cs).
made(bytes, N, Bs) :- findall(B, ( between(1, N, I), B is I /\ 127 ), Bs).
made(chars, N, Cs) :- length(Cs, N), maplist(=(a), Cs).
made(atom, N, A) :- made(codes, N, Cs), atom_codes(A, Cs).
made(string, N, S) :- made(codes, N, Cs), string_codes(S, Cs).
made(words, N, S) :- made(names, N, L), atomic_list_concat(L, ' ', A), atom_string(A, S).
made(lines, N, S) :- made(names, N, L), atomic_list_concat(L, '\n', A), atom_string(A, S).
made(comma_text, N, A) :- made(ints, N, L), atomic_list_concat(L, ',', A).
made(list_text, N, S) :- made(ints, N, L), term_string(L, S).
made(clauses_text, N, S) :- findall(A, ( between(1, N, I), format(atom(A), "p(~d). ", [I]) ), As), atomic_list_concat(As, A0), atom_string(A0, S).
made(wide, N, T) :- made(ints, N, L), T =.. [f|L].
made(open_wide, N, T) :- functor(T, f, N).
made(deep, N, T) :- numlist(1, N, L), foldl([_,T0,g(T0,b)]>>true, L, a, T).
made(sums, N, T) :- made(ints, N, [X|L]), foldl([Y,T0,T0+Y]>>true, L, X, T).
made(conjunction, N, T) :- made(names, N, L), comma_list(T, L).
made(disjunction, N, T) :- made(names, N, L), semicolon_list(T, L).
made(dict, N, D) :- findall(K-1, ( between(1, N, I), format(atom(K), "k~|~`0t~d~6+", [I]) ), Ps), dict_pairs(D, t, Ps).
made(dicts, N, Ds) :- findall(D, ( between(1, N, I), D = _{k:I, v:x} ), Ds).
made(assoc, N, T) :- made(pairs, N, L), list_to_assoc(L, T).
made(rbtree, N, T) :- made(pairs, N, L), list_to_rbtree(L, T).
made(heap, N, H) :- made(pairs, N, L), list_to_heap(L, H).
made(heaps, N, H-I) :- made(heap, N, H), made(heap, N, I).
made(nb_set, N, S) :- empty_nb_set(S), forall(between(1, N, I), add_nb_set(I, S)).
made(table, N, T) :- made(pairs, N, L), ht_pairs(T, L).
made(graph, N, G) :- findall(I-J, ( between(1, N, I), J is I + 1 ), Es), vertices_edges_to_ugraph([], Es, G).
made(graphs, N, G-G) :- made(graph, N, G).
made(edges, N, Es) :- findall(I-J, ( between(1, N, I), J is I + 1 ), Es).
made(trie, N, T) :- trie_new(T), forall(between(1, N, I), trie_insert(T, f(I), I)).
made(list_and_trie, N, L-T) :- made(ints, N, L), trie_new(T).
made(fdset, N, S) :- findall(J, ( between(1, N, I), J is 2 * I ), L), list_to_fdset(L, S).
made(fdsets, N, S-T) :- made(fdset, N, S), findall(J, ( between(1, N, I), J is 3 * I ), L), list_to_fdset(L, T).
made(facts, N, N) :- retractall(growth_fact(_)), forall(between(1, N, I), assertz(growth_fact(I))).
made(frozen, N, L) :- length(L, N), maplist([X]>>freeze(X, true), L).
made(attributed, N, L) :- length(L, N), maplist([X]>>put_attr(X, growth, 1), L).
made(queue, N, Q-L) :- made(ints, N, L), message_queue_create(Q).
made(json, N, S) :- made(ints, N, L), atom_json_term(A, json([a=L]), []), atom_string(A, S).
made(json_term, N, json([a=L])) :- made(ints, N, L).
made(json_dict, N, _{a:L}) :- made(ints, N, L).
made(csv, N, Cs) :- findall(R, ( between(1, N, I), R = row(I, 'a b', 1.5) ), Rs), phrase(csv(Rs), Cs).
made(rows, N, Rs) :- findall(row(I, 'a b', 1.5), between(1, N, I), Rs).
made(elements, N, [element(r, [], Es)]) :- findall(element(e, [k=v], [text]), between(1, N, _), Es).
made(xml, N, S) :- findall("<e k='v'>text</e>", between(1, N, _), Ss), atomic_list_concat(Ss, A), format(string(S), "<r>~w</r>", [A]).
made(html, N, S) :- findall("<p class=a>text", between(1, N, _), Ss), atomic_list_concat(Ss, A), format(string(S), "<body>~w", [A]).
made(yaml, N, S) :- findall(A, ( between(1, N, I), format(atom(A), "- ~d\n", [I]) ), As), atomic_list_concat(As, S).
made(base64, N, B) :- made(atom, N, A), base64(A, B).
made(base32, N, B) :- made(atom, N, A), base32(A, B).
made(hex, N, H) :- made(bytes, N, Bs), hex_bytes(H, Bs).
made(file, N, growth_data) :- made(clauses_text, N, S), setup_call_cleanup(open(growth_data, write, Out), write(Out, S), close(Out)).
made(lines_file, N, growth_lines) :- made(lines, N, S), setup_call_cleanup(open(growth_lines, write, Out), write(Out, S), close(Out)).
made(folder, N, growth_folder) :-
    ( exists_directory(growth_folder) -> delete_directory_and_contents(growth_folder) ; true ),
    make_directory(growth_folder),
    forall(between(1, N, I), ( format(atom(F), "growth_folder/f~d", [I]), open(F, write, Out), close(Out) )).
made(csv_file, N, growth_csv) :- made(rows, N, Rs), csv_write_file(growth_csv, Rs).
made(xml_file, N, growth_xml) :- made(xml, N, S), setup_call_cleanup(open(growth_xml, write, Out), write(Out, S), close(Out)).
made(memory_file, N, M) :- made(atom, N, A), atom_to_memory_file(A, M).

% Calls Goal with a stream that reads Text.
reading(Text, Stream, Goal) :-
    setup_call_cleanup(open_string(Text, Stream), Goal, close(Stream)).

% Calls Goal with a stream whose text is dropped.
writing(Stream, Goal) :-
    setup_call_cleanup(open_null_stream(Stream), Goal, close(Stream)).

% Calls Goal, which prints, with its output dropped.
silent(Goal) :-
    with_output_to(string(_), Goal).

all(Goal) :-
    forall(Goal, true).
