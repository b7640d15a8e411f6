% The stream of a text that is being loaded: where it is, and what is read from it is not loaded. In the end, abort/0.

:- dynamic(é/1).
é('😀').
:- prolog_load_context(stream, S),
   stream_property(S, position(P)), print(P), nl,
   stream_property(S, file_name(F)), file_base_name(F, Name), print(Name), nl.
:- prolog_load_context(stream, S), read(S, Term), print(read(Term)), nl.
not_loaded(1).
loaded(1).
:- prolog_load_context(stream, S), line_count(S, L), print(line(L)), nl.
:- findall(X, loaded(X), Xs), print(Xs), nl.
:- catch(not_loaded(_), error(E, _), (print(E), nl)).
not a clause.
:- prolog_load_context(stream, S), line_count(S, L), print(line(L)), nl.
:- abort.
:- print(not_reached), nl.
loaded(2).
