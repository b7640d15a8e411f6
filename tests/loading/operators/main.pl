% Operators of modules: those that a module does not export hold for its own texts.
:- use_module(garden).
:- use_module(broken).

:- initialization(main).

main :-
    forall(place(Place), ( write_canonical(Place), nl )),
    says('a is_near b'),
    says('a digs b'),
    says('a grows_in b'),
    says('a part_of b'),
    says('a nests b'),
    says('a breaks b'),
    says('1 + 2 + 3').

says(Text) :-
    catch(term_to_atom(Term, Text), error(syntax_error(_), _), Term = no),
    write_canonical(Text-Term),
    nl.
