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
%  Writes Term to a binary Stream in the form that fast_read/2 reads: the number of characters of the text of
%  fast_term_serialized/2, as four bytes, and three bytes for each of them.
%  ?- fast_write(user_output, a).   %=> permission_error(output, text_stream, user_output).
fast_write(Stream, Term) :-
    fast_term_serialized(Term, String),
    string_codes(String, Codes),
    length(Codes, Length),
    '$put_number'([24,16,8,0], Stream, Length),
    maplist('$put_number'([16,8,0], Stream), Codes).

%! fast_read(+Stream, -Term) is det.
%  Term is the next term that fast_write/2 wrote to the file of the binary Stream.
%  ?- tmp_file(f, _F), open(_F, write, _S, [type(binary)]), fast_write(_S, p("é",X,X)), close(_S), open(_F, read, _I, [type(binary)]), fast_read(_I, T), close(_I), X = 1.   %=> X = 1, T = p("é", _A, _A).
fast_read(Stream, Term) :-
    '$next_number'(4, Stream, Length),
    findall(Code, ( between(1, Length, _), '$next_number'(3, Stream, Code) ), Codes),
    string_codes(String, Codes),
    fast_term_serialized(Term, String).

%! '$put_number'(+Shifts, +Stream, +Number) is det.
'$put_number'(Shifts, Stream, Number) :-
    forall(
        member(Shift, Shifts),
        ( Byte is (Number >> Shift) /\ 255, put_byte(Stream, Byte) )
    ).

%! '$next_number'(+Bytes, +Stream, -Number) is det.
'$next_number'(Bytes, Stream, Number) :-
    findall(Byte, ( between(1, Bytes, _), '$fast_byte'(Stream, Byte) ), List),
    foldl([Byte,Sum0,Sum]>>( Sum is Sum0*256 + Byte ), List, 0, Number).

%! '$fast_byte'(+Stream, -Byte) is det.
'$fast_byte'(Stream, Byte) :-
    get_byte(Stream, Next),
    (   Next =:= -1
    ->  throw(error(syntax_error(end_of_file), _))
    ;   Byte = Next
    ).
