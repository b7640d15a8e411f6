% Terms as bytes that only these predicates read: library(fastrw).

%! fast_term_serialized(?Term, ?String) is det.
%  String has a character for each byte of a form from which the same Term is made, also with shared variables and cycles,
%  without attributes. SWI-Prolog's form is another.
%  ?- fast_term_serialized(f(X,Y,X), _S), fast_term_serialized(T, _S), X = Y.   %=> X = Y, T = f(_A, _B, _A).
%  ?- fast_term_serialized(_, "a").   %=> syntax_error(not_fast_written).
fast_term_serialized(Term, String) :-
    (   nonvar(String)
    ->  must_be(string, String),
        '$unpack'(String, Term)
    ;   '$pack'(Term, Packed)
    ->  String = Packed
    ;   permission_error(fast_serialize, blob, Term)
    ).

%! fast_write(+Stream, @Term) is det.
%  Writes Term to a binary Stream in the form that fast_read/2 reads: the bytes of fast_term_serialized/2, after their
%  number.
%  ?- fast_write(user_output, a).   %=> permission_error(output, text_stream, user_output).
fast_write(Stream, Term) :-
    fast_term_serialized(Term, String),
    '$write_bytes'(Stream, String).

%! fast_read(+Stream, -Term) is det.
%  Term is the next term that fast_write/2 wrote to the file of the binary Stream.
%  ?- tmp_file(f, _F), open(_F, write, _S, [type(binary)]), fast_write(_S, p("é",X,X)), close(_S), open(_F, read, _I, [type(binary)]), fast_read(_I, T), close(_I), X = 1.   %=> X = 1, T = p("é", _A, _A).
fast_read(Stream, Term) :-
    (   '$read_bytes'(Stream, String)
    ->  fast_term_serialized(Term, String)
    ;   throw(error(syntax_error(end_of_file), _))
    ).
