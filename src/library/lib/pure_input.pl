% Parsing streams: library(pure_input), library(pio). The rest of a stream is read at once.

%! phrase_from_stream(:Grammar, +Stream) is nondet.
%  Parses the rest of Stream, a list of codes, with Grammar.
%  ?- open_string("ab", S), phrase_from_stream(string(C), S), close(S), C = [_|_], S = _.   %=> false.
phrase_from_stream(Grammar, Stream) :-
    read_stream_to_codes(Stream, Codes),
    phrase(Grammar, Codes).

%! stream_to_lazy_list(+Stream, -Codes) is det.
%  Codes is the list of the codes of the rest of Stream.
%  ?- open_string("ab", S), stream_to_lazy_list(S, L), close(S), S = _, atom_codes(A, L), A == ab, fail.   %=> false.
stream_to_lazy_list(Stream, Codes) :-
    read_stream_to_codes(Stream, Codes).
