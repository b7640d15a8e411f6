% Reading clauses, and the prompt for the next line.

%! read_clause(+Stream, -Clause, +Options) is det.
%  Reads a term as the loader does; options are those of read_term/3.
%  ?- open_string("a :- b.", S), read_clause(S, C, []), C == (a :- b).
read_clause(Stream, Clause, Options) :-
    read_term(Stream, Clause, Options).

%! prompt1(+Text) is det.
%  Accepted without effect; the prompt is that of prompt/2.
prompt1(_).
