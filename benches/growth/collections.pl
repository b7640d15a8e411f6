% Rows of collections, lists and solutions: takes(What, Order, Start, Kind, X, Goal), where made/3 makes X of Kind.

:- multifile takes/6.
:- discontiguous takes/6.

% Lists.
takes(last/2, n, 5000, ints, L, last(L, _)).
takes(member/2, n, 5000, ints, L, all(member(_, L))).
takes(select/3, n, 2000, ints, L, ( last(L, X), select(X, L, _) )).
takes(select/4, n, 2000, ints, L, ( last(L, X), select(X, L, y, _) )).
takes(selectchk/3, n, 2000, ints, L, ( last(L, X), selectchk(X, L, _) )).
takes(selectchk/4, n, 2000, ints, L, ( last(L, X), selectchk(X, L, y, _) )).
takes(permutation/2, n, 2000, ints, L, permutation(L, _)).
takes(subseq/3, n, 2000, ints, L, subseq(L, _, _)).
takes(subset/2, n2, 200, two_lists, L-M, subset(L, M)).
takes(nextto/3, n, 2000, ints, L, \+ nextto(x, _, L)).
takes(nth0/3, n, 5000, ints, L, all(nth0(_, L, _))).
takes(nth0/4, n, 2000, ints, L, ( length(L, N), I is N - 1, nth0(I, L, _, _) )).
takes(nth1/4, n, 2000, ints, L, ( length(L, N), nth1(N, L, _, _) )).
takes(delete/3, n, 2000, ints, L, delete(L, 7, _)).
takes(flatten/2, n, 2000, lists, L, flatten(L, _)).
takes(append/2, n, 2000, lists, L, append(L, _)).
takes(list_to_set/2, nlog, 1000, mixed, L, list_to_set(L, _)).
takes(is_set/1, nlog, 1000, mixed, L, ( is_set(L) -> true ; true )).
takes(same_length/2, n, 5000, two_lists, L-M, same_length(L, M)).
takes(proper_length/2, n, 5000, ints, L, proper_length(L, _)).
takes(proper_list/1, n, 5000, ints, L, proper_list(L)).
takes(max_member/3, n, 1000, mixed, L, max_member(@=<, _, L)).
takes(min_member/3, n, 1000, mixed, L, min_member(@=<, _, L)).
takes(sumlist/2, n, 5000, ints, L, sumlist(L, _)).
takes(transpose/2, n, 1000, ints, L, clpfd:transpose([L,L], _)).
takes(numlist/3, n, 5000, ints, L, ( length(L, N), numlist(1, N, _) )).
takes(clumped/2, n, 2000, pairs, L, clumped(L, _)).
takes(transpose_pairs/2, nlog, 1000, pairs, L, transpose_pairs(L, _)).
takes(group_pairs_by_key/2, n, 2000, pairs, L, group_pairs_by_key(L, _)).
takes(map_list_to_pairs/3, n, 1000, lists, L, map_list_to_pairs(length, L, _)).
takes(pairs_keys/2, n, 5000, pairs, L, pairs_keys(L, _)).
takes(pairs_values/2, n, 5000, pairs, L, pairs_values(L, _)).
takes(pairs_keys_values/3, n, 5000, pairs, L, pairs_keys_values(L, _, _)).
takes(random_permutation/2, nlog, 1000, ints, L, random_permutation(L, _)).
takes(random_member/2, n, 5000, ints, L, random_member(_, L)).
takes(random_select/3, n, 2000, ints, L, random_select(_, L, _)).
takes(random_subseq/3, n, 2000, ints, L, random_subseq(L, _, _)).
takes(randseq/3, nlog, 500, ints, L, ( length(L, N), randseq(N, 1000000, _) )).
takes(randset/3, nlog, 500, ints, L, ( length(L, N), randset(N, 1000000, _) )).

% Closures.
takes(maplist/2, n, 2000, ints, L, maplist(integer, L)).
takes(maplist/3, n, 2000, ints, L, maplist(succ, L, _)).
takes(maplist/4, n, 2000, ints, L, maplist(plus, L, L, _)).
takes(maplist/5, n, 1000, ints, L, maplist([X,Y,Z,f(X,Y,Z)]>>true, L, L, L, _)).
takes(maplist/6, n, 1000, ints, L, maplist([X,Y,Z,A,f(X,Y,Z,A)]>>true, L, L, L, L, _)).
takes(maplist/7, n, 1000, ints, L, maplist([X,Y,Z,A,B,f(X,Y,Z,A,B)]>>true, L, L, L, L, L, _)).
takes(maplist/8, n, 1000, ints, L, maplist([X,Y,Z,A,B,C,f(X,Y,Z,A,B,C)]>>true, L, L, L, L, L, L, _)).
takes(foldl/4, n, 2000, ints, L, foldl(plus, L, 0, _)).
takes(foldl/5, n, 1000, ints, L, foldl([X,Y,A,B]>>( B is A + X * Y ), L, L, 0, _)).
takes(foldl/6, n, 1000, ints, L, foldl([X,Y,Z,A,B]>>( B is A + X * Y - Z ), L, L, L, 0, _)).
takes(foldl/7, n, 1000, ints, L, foldl([X,Y,Z,U,A,B]>>( B is A + X * Y - Z + U ), L, L, L, L, 0, _)).
takes(scanl/4, n, 2000, ints, L, scanl(plus, L, 0, _)).
takes(scanl/5, n, 1000, ints, L, scanl([X,Y,A,B]>>( B is A + X - Y ), L, L, 0, _)).
takes(scanl/6, n, 1000, ints, L, scanl([X,Y,Z,A,B]>>( B is A + X - Y + Z ), L, L, L, 0, _)).
takes(scanl/7, n, 1000, ints, L, scanl([X,Y,Z,U,A,B]>>( B is A + X - Y + Z - U ), L, L, L, L, 0, _)).
takes(include/3, n, 2000, ints, L, include(integer, L, _)).
takes(exclude/3, n, 2000, ints, L, exclude(integer, L, _)).
takes(partition/4, n, 2000, ints, L, partition(integer, L, _, _)).
takes(partition/5, n, 1000, ints, L, partition([X,O]>>compare(O, X, 100), L, _, _, _)).
takes(convlist/3, n, 1000, ints, L, convlist(succ, L, _)).
takes(forall/2, n, 2000, ints, L, forall(member(X, L), integer(X))).
takes(concurrent_maplist/2, n, 1000, ints, L, concurrent_maplist(integer, L)).
takes(concurrent_maplist/3, n, 1000, ints, L, concurrent_maplist(succ, L, _)).
takes(concurrent_maplist/4, n, 1000, ints, L, concurrent_maplist(plus, L, L, _)).
takes(concurrent_forall/2, n, 1000, ints, L, concurrent_forall(member(X, L), integer(X))).
takes(concurrent/3, n, 500, ints, L, ( maplist([X,Y,Y is X]>>true, L, _, Gs), concurrent(2, Gs, []) )).
takes(checklist/2, n, 2000, ints, L, checklist(integer, L)).
takes(sublist/3, n, 2000, ints, L, sublist(integer, L, _)).

% Solutions.
takes(aggregate_all/3, n, 2000, ints, L, aggregate_all(count, member(_, L), _)).
takes(aggregate_all/4, nlog, 1000, ints, L, aggregate_all(count, X, member(X, L), _)).
takes(aggregate/3, nlog, 1000, ints, L, aggregate(count, X^member(X, L), _)).
takes(aggregate/4, nlog, 1000, ints, L, aggregate(count, X, member(X, L), _)).
takes(bagof/3, nlog, 1000, pairs, L, all(bagof(K, member(K-_, L), _))).
takes(bagof/3-groups, nlog, 500, pairs, L, all(bagof(V, member(_-V, L), _))).
takes(setof/3, nlog, 1000, mixed, L, setof(X, member(X, L), _)).
takes(findall/4, n, 2000, ints, L, findall(X, member(X, L), _, [])).
takes(findnsols/4, n, 1000, ints, L, all(findnsols(100, X, member(X, L), _))).
takes(findnsols/5, n, 1000, ints, L, all(findnsols(100, X, member(X, L), _, []))).
takes(group_by/4, nlog, 1000, pairs, L, all(group_by(K, V, member(K-V, L), _))).
takes(distinct/1, nlog, 1000, mixed, L, all(distinct(member(_, L)))).
takes(distinct/2, nlog, 1000, mixed, L, all(distinct(X, member(X, L)))).
takes(reduced/1, nlog, 1000, mixed, L, all(reduced(member(_, L)))).
takes(reduced/3, nlog, 1000, mixed, L, all(reduced(X, member(X, L), []))).
takes(order_by/2, nlog, 1000, mixed, L, all(order_by([asc(X)], member(X, L)))).
takes(limit/2, n, 1000, ints, L, ( length(L, N), all(limit(N, member(_, L))) )).
takes(offset/2, n, 1000, ints, L, ( length(L, N), M is N - 1, all(offset(M, member(_, L))) )).
takes(call_nth/2, n, 1000, ints, L, ( length(L, N), call_nth(member(_, L), N) )).
takes(countall/2, n, 1000, ints, L, countall(member(_, L), _)).
takes(parallel_findall/3, n, 1000, ints, L, parallel_findall(X, member(X, L), _)).
takes(parallel_count/2, n, 1000, ints, L, parallel_count(member(_, L), _)).
takes(lazy_findall/3, n, 500, ints, L, ( lazy_findall(X, member(X, L), Xs), length(Xs, _) )).
takes(lazy_findall/4, n, 500, ints, L, ( lazy_findall(50, X, member(X, L), Xs), length(Xs, _) )).
takes(engine_next/2, n, 500, ints, L, setup_call_cleanup(engine_create(X, member(X, L), E), all(( repeat, \+ engine_next(E, _), ! )), catch(engine_destroy(E), _, true))).
takes(engine_create/3, n, 2000, ints, L, ( engine_create(L, true, E), engine_destroy(E) )).
takes(engine_post/2, n, 2000, ints, L, ( engine_create(_, engine_fetch(_), E), engine_post(E, L), engine_destroy(E) )).

% Ordered sets.
takes(ord_union/2, nlog, 1000, lists, L, ord_union(L, _)).
takes(ord_intersection/2, n, 1000, lists, L, ord_intersection(L, _)).
takes(ord_subtract/3, n, 2000, two_lists, L-M, ord_subtract(L, M, _)).
takes(ord_union/4, n, 2000, two_lists, L-M, ord_union(L, M, _, _)).
takes(ord_symdiff/3, n, 2000, two_lists, L-M, ord_symdiff(L, M, _)).
takes(ord_memberchk/2, n, 2000, ints, L, \+ ord_memberchk(none, L)).
takes(ord_add_element/3, n, 2000, ints, L, ord_add_element(L, none, _)).
takes(oset_dunion/2, nlog, 500, lists, L, oset_dunion(L, _)).
takes(oset_dint/2, n, 1000, lists, L, oset_dint(L, _)).
takes(oset_union/3, n, 2000, two_lists, L-M, oset_union(L, M, _)).
takes(oset_int/3, n, 2000, two_lists, L-M, oset_int(L, M, _)).
takes(oset_diff/3, n, 2000, two_lists, L-M, oset_diff(L, M, _)).
takes(oset_addel/3, n, 2000, ints, L, oset_addel(L, none, _)).
takes(oset_delel/3, n, 2000, ints, L, oset_delel(L, none, _)).

% Trees of pairs.
takes(put_assoc/4, log, 1000, assoc, T, put_assoc(7, T, y, _)).
takes(del_assoc/4, log, 1000, assoc, T, del_assoc(7, T, _, _)).
takes(get_assoc/5, log, 1000, assoc, T, get_assoc(7, T, _, _, y)).
takes(del_min_assoc/4, log, 1000, assoc, T, del_min_assoc(T, _, _, _)).
takes(del_max_assoc/4, log, 1000, assoc, T, del_max_assoc(T, _, _, _)).
takes(min_assoc/3, log, 1000, assoc, T, min_assoc(T, _, _)).
takes(max_assoc/3, log, 1000, assoc, T, max_assoc(T, _, _)).
takes(assoc_to_list/2, n, 1000, assoc, T, assoc_to_list(T, _)).
takes(assoc_to_keys/2, n, 1000, assoc, T, assoc_to_keys(T, _)).
takes(assoc_to_values/2, n, 1000, assoc, T, assoc_to_values(T, _)).
takes(gen_assoc/3, n, 1000, assoc, T, all(gen_assoc(_, T, _))).
takes(is_assoc/1, n, 1000, assoc, T, is_assoc(T)).
takes(map_assoc/2, n, 1000, assoc, T, map_assoc(atom, T)).
takes(map_assoc/3, n, 1000, assoc, T, map_assoc(=, T, _)).
takes(ord_list_to_assoc/2, n, 1000, pairs, L, ord_list_to_assoc(L, _)).
takes(rb_insert/4, log, 1000, rbtree, T, rb_insert(T, none, y, _)).
takes(rb_insert_new/4, log, 1000, rbtree, T, rb_insert_new(T, none, y, _)).
takes(rb_lookup/3, log, 1000, rbtree, T, rb_lookup(7, _, T)).
takes(rb_update/4, log, 1000, rbtree, T, rb_update(T, 7, y, _)).
takes(rb_update/5, log, 1000, rbtree, T, rb_update(T, 7, _, y, _)).
takes(rb_apply/4, log, 1000, rbtree, T, rb_apply(T, 7, =, _)).
takes(rb_delete/3, log, 1000, rbtree, T, rb_delete(T, 7, _)).
takes(rb_delete/4, log, 1000, rbtree, T, rb_delete(T, 7, _, _)).
takes(rb_min/3, log, 1000, rbtree, T, rb_min(T, _, _)).
takes(rb_max/3, log, 1000, rbtree, T, rb_max(T, _, _)).
takes(rb_del_min/4, log, 1000, rbtree, T, rb_del_min(T, _, _, _)).
takes(rb_del_max/4, log, 1000, rbtree, T, rb_del_max(T, _, _, _)).
takes(rb_next/4, log, 1000, rbtree, T, rb_next(T, 7, _, _)).
takes(rb_previous/4, log, 1000, rbtree, T, rb_previous(T, 7, _, _)).
takes(rb_visit/2, n, 1000, rbtree, T, rb_visit(T, _)).
takes(rb_keys/2, n, 1000, rbtree, T, rb_keys(T, _)).
takes(rb_map/2, n, 1000, rbtree, T, rb_map(T, atom)).
takes(rb_map/3, n, 1000, rbtree, T, rb_map(T, =, _)).
takes(rb_partial_map/4, n, 500, rbtree, T, ( rb_keys(T, Ks), rb_partial_map(T, Ks, =, _) )).
takes(rb_fold/4, n, 1000, rbtree, T, rb_fold([K-_,A,B]>>( B is A + K ), T, 0, _)).
takes(rb_clone/3, n, 1000, rbtree, T, rb_clone(T, _, _)).
takes(rb_in/3, n, 1000, rbtree, T, all(rb_in(_, _, T))).
takes(rb_size/2, n, 1000, rbtree, T, rb_size(T, _)).
takes(is_rbtree/1, n, 1000, rbtree, T, is_rbtree(T)).
takes(list_to_rbtree/2, nlog, 1000, pairs, L, list_to_rbtree(L, _)).
takes(ord_list_to_rbtree/2, n, 1000, pairs, L, ord_list_to_rbtree(L, _)).

% Heaps, sets that are changed in place, hash tables.
takes(add_to_heap/4, log, 1000, heap, H, add_to_heap(H, 0, x, _)).
takes(get_from_heap/4, n, 1000, heap, H, get_from_heap(H, _, _, _)).
takes(delete_from_heap/4, n, 1000, heap, H, delete_from_heap(H, 7, _, _)).
takes(heap_size/2, 1, 1000, heap, H, heap_size(H, _)).
takes(heap_to_list/2, nlog, 500, heap, H, heap_to_list(H, _)).
takes(list_to_heap/2, nlog, 1000, pairs, L, list_to_heap(L, _)).
takes(is_heap/1, n, 1000, heap, H, is_heap(H)).
takes(merge_heaps/3, log, 1000, heaps, H-I, merge_heaps(H, I, _)).
takes(min_of_heap/3, 1, 1000, heap, H, min_of_heap(H, _, _)).
takes(min_of_heap/5, n, 1000, heap, H, min_of_heap(H, _, _, _, _)).
takes(add_nb_set/2, log, 1000, nb_set, S, add_nb_set(7, S)).
takes(add_nb_set/3, log, 1000, nb_set, S, add_nb_set(7, S, _)).
takes(gen_nb_set/2, nlog, 1000, nb_set, S, all(gen_nb_set(S, _))).
takes(nb_set_to_list/2, nlog, 1000, nb_set, S, nb_set_to_list(S, _)).
takes(size_nb_set/2, 1, 1000, nb_set, S, size_nb_set(S, _)).
takes(ht_get/3, log, 1000, table, T, ht_get(T, 7, _)).
takes(ht_put/3, log, 1000, table, T, ht_put(T, 7, y)).
takes(ht_put/5, log, 1000, table, T, ht_put(T, 7, y, z, _)).
takes(ht_update/4, log, 1000, table, T, ht_update(T, 7, _, y)).
takes(ht_size/2, 1, 1000, table, T, ht_size(T, _)).
takes(ht_keys/2, n, 1000, table, T, ht_keys(T, _)).
takes(ht_values/2, n, 1000, table, T, ht_values(T, _)).
takes(ht_pairs/2, n, 1000, table, T, ht_pairs(T, _)).
takes(ht_gen/3, n, 1000, table, T, all(ht_gen(T, _, _))).

% Dicts and options.
takes(get_dict/3, log, 500, dict, D, get_dict(k000007, D, _)).
takes(get_dict/3-all, n, 500, dict, D, all(get_dict(_, D, _))).
takes(get_dict_ex/3, log, 500, dict, D, get_dict_ex(k000007, D, _)).
takes(get_dict/5, n, 500, dict, D, get_dict(k000007, D, _, y, _)).
takes(put_dict/4, n, 500, dict, D, put_dict(new, D, x, _)).
takes(put_dict/3, n, 500, dict, D, put_dict(D, D, _)).
takes(del_dict/4, n, 500, dict, D, del_dict(k000007, D, _, _)).
takes(b_set_dict/3, log, 500, dict, D, b_set_dict(k000007, D, y)).
takes(nb_set_dict/3, log, 500, dict, D, nb_set_dict(k000007, D, y)).
takes(nb_link_dict/3, log, 500, dict, D, nb_link_dict(k000007, D, y)).
takes(dict_pairs/3, n, 500, dict, D, dict_pairs(D, _, _)).
takes(dict_create/3, nlog, 500, options, L, dict_create(_, t, L)).
takes(dict_keys/2, n, 500, dict, D, dict_keys(D, _)).
takes(dict_same_keys/2, n, 500, dict, D, dict_same_keys(D, _)).
takes(dict_size/2, 1, 500, dict, D, dict_size(D, _)).
takes(is_dict/1, 1, 500, dict, D, is_dict(D)).
takes(is_dict/2, 1, 500, dict, D, is_dict(D, _)).
takes(dict_fill/4, log, 500, dict, D, dict_fill(null, k000007, D, _)).
takes(mapdict/2, n, 500, dict, D, mapdict([_,V]>>integer(V), D)).
takes(mapdict/3, n, 500, dict, D, mapdict([_,V,V]>>true, D, _)).
takes(mapdict/4, n, 500, dict, D, mapdict([_,V,V,V]>>true, D, D, _)).
takes((:<)/2, n, 500, dict, D, :<(D, D)).
takes((>:<)/2, n, 500, dict, D, >:<(D, D)).
takes(select_dict/3, n, 500, dict, D, select_dict(D, D, _)).
takes(dicts_same_tag/2, n, 500, dicts, L, dicts_same_tag(L, _)).
takes(dicts_same_keys/2, n, 500, dicts, L, dicts_same_keys(L, _)).
takes(dicts_to_same_keys/3, nlog, 500, dicts, L, dicts_to_same_keys(L, dict_fill(null), _)).
takes(dicts_slice/3, n, 500, dicts, L, dicts_slice([k], L, _)).
takes(dicts_join/3, nlog, 200, dicts, L, dicts_join(k, L, _)).
takes(dicts_join/4, nlog, 200, dicts, L, dicts_join(k, L, L, _)).
takes(dicts_to_compounds/4, n, 500, dicts, L, dicts_to_compounds(L, [k,v], dict_fill(null), _)).
takes(dict_options/2, nlog, 500, dict, D, dict_options(D, _)).
takes(option/2, n, 1000, options, L, \+ option(none(_), L)).
takes(option/3, n, 1000, options, L, option(none(_), L, x)).
takes(select_option/3, n, 1000, options, L, \+ select_option(none(_), L, _)).
takes(select_option/4, n, 1000, options, L, select_option(none(_), L, _, x)).
takes(merge_options/3, nlog, 500, options, L, merge_options(L, L, _)).
takes(meta_options/3, n, 500, options, L, meta_options(==(x), L, _)).

% Graphs, each vertex with an edge to the next.
takes(vertices_edges_to_ugraph/3, nlog, 500, edges, Es, vertices_edges_to_ugraph([], Es, _)).
takes(vertices/2, n, 500, graph, G, vertices(G, _)).
takes(edges/2, n, 500, graph, G, edges(G, _)).
takes(add_edges/3, n, 500, graph, G, add_edges(G, [1-5], _)).
takes(del_edges/3, n, 500, graph, G, del_edges(G, [1-2], _)).
takes(add_vertices/3, n, 500, graph, G, add_vertices(G, [0], _)).
takes(del_vertices/3, n, 500, graph, G, del_vertices(G, [1], _)).
takes(neighbours/3, n, 500, graph, G, neighbours(7, G, _)).
takes(neighbors/3, n, 500, graph, G, neighbors(7, G, _)).
takes(reachable/3, n2, 200, graph, G, reachable(1, G, _)).
takes(top_sort/2, nlog, 500, graph, G, top_sort(G, _)).
takes(top_sort/3, nlog, 500, graph, G, top_sort(G, _, _)).
takes(transpose_ugraph/2, nlog, 500, graph, G, transpose_ugraph(G, _)).
takes(transitive_closure/2, n3, 25, graph, G, transitive_closure(G, _)).
takes(compose/3, nlog, 500, graphs, G-H, compose(G, H, _)).
takes(ugraph_union/3, n, 500, graphs, G-H, ugraph_union(G, H, _)).
takes(connect_ugraph/3, n, 500, graph, G, connect_ugraph(G, _, _)).
takes(complement/2, n2, 50, graph, G, complement(G, _)).

% Tries, tables, records, global variables.
takes(trie_insert/2, nlog, 500, list_and_trie, L-T, ( forall(member(X, L), trie_insert(T, X)), true ; true )).
takes(trie_insert_new/3, n, 2000, list_and_trie, L-T, ( trie_insert_new(T, L, _), trie_delete(T, L, _) )).
takes(trie_insert/3, n, 2000, list_and_trie, L-T, ( trie_insert(T, L, x), trie_delete(T, L, _) )).
takes(trie_insert/4, n, 2000, list_and_trie, L-T, ( trie_insert(T, L, x, _), trie_delete(T, L, _) )).
takes(trie_delete/3, log, 1000, trie, T, ( trie_delete(T, f(7), V), trie_insert(T, f(7), V) )).
takes(trie_update/3, n, 2000, list_and_trie, L-T, trie_update(T, L, x)).
takes(trie_lookup/3, log, 1000, trie, T, trie_lookup(T, f(7), _)).
takes(trie_gen/2, n, 500, trie, T, all(trie_gen(T, _))).
takes(trie_gen/3, n, 500, trie, T, all(trie_gen(T, _, _))).
takes(trie_gen_compiled/2, n, 500, trie, T, all(trie_gen_compiled(T, _))).
takes(trie_gen_compiled/3, n, 500, trie, T, all(trie_gen_compiled(T, _, _))).
takes(recordz/2, n, 2000, ints, L, ( recordz(growth_one, L, R), erase(R) )).
takes(recordz/3, n, 2000, ints, L, ( recordz(growth_one, L, R), erase(R) )).
takes(recorda/2, n, 2000, ints, L, ( recorda(growth_one, L), recorded(growth_one, _, R), erase(R) )).
takes(recorda/3, n, 2000, ints, L, ( recorda(growth_one, L, R), erase(R) )).
takes(instance/2, n, 2000, ints, L, ( recorda(growth_one, L, R), instance(R, _), erase(R) )).
takes(b_setval/2, 1, 2000, ints, L, b_setval(growth_b, L)).
takes(b_getval/2, 1, 2000, ints, L, ( b_setval(growth_b, L), b_getval(growth_b, _) )).
takes(nb_linkval/2, n, 2000, ints, L, nb_linkval(growth_l, L)).
takes(setarg/3, 1, 2000, ints, L, ( T = f(x), setarg(1, T, L) )).
takes(nb_linkarg/3, 1, 2000, ints, L, ( T = f(x), nb_linkarg(1, T, L) )).
takes(nb_setarg/3, n, 2000, ints, L, ( T = f(x), nb_setarg(1, T, L) )).
takes(thread_send_message/2, n, 2000, queue, Q-L, ( thread_send_message(Q, L), thread_get_message(Q, _, [timeout(0)]) )).
takes(thread_get_message/3, n, 2000, queue, Q-L, ( thread_send_message(Q, L), thread_get_message(Q, _, [timeout(0)]) )).
takes(thread_create/2, n, 5000, ints, L, ( thread_create(L = _, T), thread_join(T) )).
takes(thread_join/2, n, 5000, ints, L, ( thread_create(L = _, T), thread_join(T, _) )).

% Clauses.
takes(clause/2, n, 1000, facts, _, all(clause(growth_fact(_), _))).
takes(nth_clause/3, n, 1000, facts, N, nth_clause(growth_fact(_), N, _)).
takes(retract/1, n, 500, facts, N, ( all(retract(growth_fact(_))), made(facts, N, _) )).
takes(retractall/1, n, 500, facts, N, ( retractall(growth_fact(_)), made(facts, N, _) )).
takes(asserta/1, 1, 1000, facts, _, ( asserta(growth_fact(x)), retract(growth_fact(x)) )).
takes(assert/1, 1, 1000, facts, _, ( assert(growth_fact(x)), retract(growth_fact(x)) )).
takes(predicate_property/2, 1, 1000, facts, _, predicate_property(growth_fact(_), number_of_clauses(_))).
takes(copy_predicate_clauses/2, n, 500, facts, _, ( copy_predicate_clauses(growth_fact/1, growth_copy/1), retractall(growth_copy(_)) )).
takes(listing/1, n, 200, facts, _, silent(listing(growth_fact/1))).

% Lists by identity, of hprolog.
takes(min_list/2, n, 5000, ints, L, min_list(L, _)).
takes(is_ordset/1, n, 5000, ints, L, is_ordset(L)).
takes(oset_is/1, n, 5000, ints, L, oset_is(L)).
takes(memberchk_eq/2, n, 2000, ints, L, \+ memberchk_eq(none, L)).
takes(intersect_eq/3, n2, 100, two_lists, L-M, intersect_eq(L, M, _)).
takes(list_difference_eq/3, n2, 100, two_lists, L-M, list_difference_eq(L, M, _)).
takes(substitute_eq/4, n, 2000, ints, L, substitute_eq(7, L, x, _)).
takes(chr_delete/3, n, 2000, ints, L, chr_delete(L, 7, _)).
takes(take/3, n, 2000, ints, L, ( length(L, N), take(N, L, _) )).
takes(drop/3, n, 2000, ints, L, ( length(L, N), drop(N, L, _) )).
takes(split_at/4, n, 2000, ints, L, ( length(L, N), split_at(N, L, _, _) )).
takes(max_go_list/2, n, 2000, ints, L, max_go_list(L, _)).
takes(or_list/2, n, 2000, ints, L, or_list(L, _)).
takes(sublist/2, n, 2000, two_lists, L-M, sublist(L, M)).
takes(bounded_sublist/3, n, 2000, two_lists, L-M, ( length(L, N), bounded_sublist(L, M, N) )).

% What the database keeps.
takes(clause/3, n, 500, facts, _, all(clause(growth_fact(_), true, _))).
takes(erase/1, nlog, 500, ints, L, ( maplist(recordz(growth), L, Rs), random_permutation(Rs, Others), maplist(erase, Others) )).
takes(recorded/3-first, n, 500, ints, L, ( maplist(recordz(growth), L, Rs), forall(member(_, L), once(recorded(growth, _, _))), maplist(erase, Rs) )).
takes(engine_next_reified/2, n, 500, ints, L, setup_call_cleanup(engine_create(X, member(X, L), E), all(( repeat, engine_next_reified(E, A), A \= the(_), ! )), catch(engine_destroy(E), _, true))).
takes(engine_post/3, n, 2000, ints, L, ( engine_create(X, engine_fetch(X), E), engine_post(E, L, _), engine_destroy(E) )).
