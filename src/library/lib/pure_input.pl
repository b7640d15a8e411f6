% Parsing streams: library(pure_input), library(pio). The rest of a stream is read at once.

%! phrase_from_stream(:Grammar, +Stream) is nondet.
%  Parses the rest of Stream, a list of codes, with Grammar.
%  ?- open_string("12", _S), phrase_from_stream(integer(X), _S).   %=> X = 12.
phrase_from_stream(Grammar, Stream) :-
    read_stream_to_codes(Stream, Codes),
    phrase(Grammar, Codes).

%! stream_to_lazy_list(+Stream, -Codes) is det.
%  Codes is the list of the codes of the rest of Stream.
%  ?- open_string("ab", _S), stream_to_lazy_list(_S, _L), atom_codes(A, _L).   %=> A = ab.
stream_to_lazy_list(Stream, Codes) :-
    read_stream_to_codes(Stream, Codes).
