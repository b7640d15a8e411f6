% The flag double_quotes is that of the module whose text sets it.
:- set_prolog_flag(double_quotes, codes).
:- use_module(letters).
:- include(part).
:- [other].

here("ab").

main :-
    here(A), letters(B), atoms(C), part(D), other(E),
    print([A, B, C, D, E]), nl,
    term_to_atom(F, '"ab"'), print(F), nl.
