% Terms as text that only these predicates need read: library(fastrw).

%! fast_term_serialized(?Term, ?String) is det.
%  String is a text from which the same Term is made, also with shared variables and cycles. SWI-Prolog's texts are others.
%  ?- fast_term_serialized(f(X,Y,X), _S), fast_term_serialized(T, _S), X = Y.   %=> X = Y, T = f(_A, _B, _A).
%  ?- fast_term_serialized(_, "a").   %=> syntax_error(not_fast_written).
fast_term_serialized(Term, String) :-
    (   nonvar(String)
    ->  must_be(string, String),
        term_string(Read, String),
        (   nonvar(Read),
            Read = Plain-Bindings,
            is_list(Bindings)
        ->  '$bind_factors'(Bindings)
        ;   throw(error(syntax_error(not_fast_written), _))
        ),
        Term = Plain
    ;   '$factorize_term'(Term, Plain, Bindings),
        with_output_to(
            string(Text),
            write_term(Plain-Bindings, [quoted(true),ignore_ops(true),attributes(ignore)])
        ),
        String = Text
    ).

%! '$bind_factors'(+Bindings) is det.
'$bind_factors'([]).
'$bind_factors'([Variable=Value|Bindings]) :-
    Variable = Value,
    '$bind_factors'(Bindings).

%! fast_write(+Stream, @Term) is det.
%  Writes Term to a binary Stream in the form that fast_read/2 reads: the UTF-8 of the text of fast_term_serialized/2,
%  between bytes 254 and 255.
%  ?- fast_write(user_output, a).   %=> permission_error(output, text_stream, user_output).
fast_write(Stream, Term) :-
    fast_term_serialized(Term, String),
    put_byte(Stream, 254),
    setup_call_cleanup(
        open_string(String, Bytes),
        ( set_stream(Bytes, type(binary)), copy_stream_data(Bytes, Stream) ),
        close(Bytes)
    ),
    put_byte(Stream, 255).

%! fast_read(+Stream, -Term) is det.
%  Term is the next term that fast_write/2 wrote to the file of the binary Stream.
%  ?- tmp_file(f, _F), open(_F, write, _S, [type(binary)]), fast_write(_S, p("é",X,X)), close(_S), open(_F, read, _I, [type(binary)]), fast_read(_I, T), close(_I), X = 1.   %=> X = 1, T = p("é", _A, _A).
fast_read(Stream, Term) :-
    '$fast_bytes'(Stream, [_|Bytes]),
    string_bytes(String, Bytes, utf8),
    fast_term_serialized(Term, String).

%! '$fast_bytes'(+Stream, -Bytes) is det.
'$fast_bytes'(Stream, Bytes) :-
    get_byte(Stream, Byte),
    (   Byte =:= 255
    ->  Bytes = []
    ;   Byte =:= -1
    ->  throw(error(syntax_error(end_of_file), _))
    ;   Bytes = [Byte|More],
        '$fast_bytes'(Stream, More)
    ).
