% Tries: maps from terms to terms, in which keys that are variants of one another are the same.
%
% Keys and values are copies. The entries last until trie_destroy/1, and are not changed by backtracking. The names are
% those of SWI-Prolog.

%! current_trie(-Trie) is nondet.
%  Trie is a trie that was not destroyed.
%  ?- trie_new(_T), current_trie(_X), _X == _T, !, trie_destroy(_T).
current_trie(Trie) :-
    '$tries'(Tries),
    member(Trie, Tries).

%! trie_property(+Trie, ?Property) is nondet.
%  Property is value_count(N), the number of entries.
%  ?- trie_new(_T), trie_insert(_T, a, 1), trie_property(_T, value_count(N)).   %=> N = 1.
trie_property(Trie, value_count(Count)) :-
    '$trie_count'(Trie, Count).

%! trie_insert_new(+Trie, +Key, -Handle) is semidet.
%  Adds Key, whose value is []; Handle is the entry, for trie_term/2. Fails if it is there.
%  ?- trie_new(_T), trie_insert_new(_T, f(a), _H), \+ trie_insert_new(_T, f(a), _), trie_term(_H, K).   %=> K = f(a).
trie_insert_new(Trie, Key, Handle) :-
    \+ trie_lookup(Trie, Key, _),
    trie_insert(Trie, Key, [], Handle).
