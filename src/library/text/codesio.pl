% Conversion between terms and lists of character codes, with the names of library(codesio) and library(charsio).

%! format_to_codes(+Format, +Arguments, -Codes) is det.
%  Codes is the text that format/2 would write.
%  ?- format_to_codes("~w!", [a], L).   %=> L = [97, 33].
format_to_codes(Format, Arguments, Codes) :-
    format(codes(Codes), Format, Arguments).

%! format_to_codes(+Format, +Arguments, -Codes, ?Tail) is det.
%  Like format_to_codes/3, but Codes ends in Tail.
%  ?- format_to_codes("~w!", [a], L, T).   %=> L = [97, 33|T].
format_to_codes(Format, Arguments, Codes, Tail) :-
    format(codes(Codes, Tail), Format, Arguments).

%! write_to_codes(+Term, -Codes) is det.
%  Codes is the text that write/1 would write.
%  ?- write_to_codes('A b', L), atom_codes(A, L), L = [_|_].   %=> L = [65, 32, 98], A = 'A b'.
write_to_codes(Term, Codes) :-
    format(codes(Codes), "~w", [Term]).

%! write_to_codes(+Term, -Codes, ?Tail) is det.
%  Like write_to_codes/2, but Codes ends in Tail.
%  ?- write_to_codes(a, L, T).   %=> L = [97|T].
write_to_codes(Term, Codes, Tail) :-
    format(codes(Codes, Tail), "~w", [Term]).

%! write_term_to_codes(+Term, -Codes, +Options) is det.
%  Codes is the text that write_term/2 would write.
%  ?- write_term_to_codes('A', L, [quoted(true)]), atom_codes(A, L), L = [_|_].   %=> L = [39, 65, 39], A = '\'A\''.
write_term_to_codes(Term, Codes, Options) :-
    format(codes(Codes), "~W", [Term,Options]).

%! write_term_to_codes(+Term, -Codes, ?Tail, +Options) is det.
%  Like write_term_to_codes/3, but Codes ends in Tail.
%  ?- write_term_to_codes(a, L, T, []).   %=> L = [97|T].
write_term_to_codes(Term, Codes, Tail, Options) :-
    format(codes(Codes, Tail), "~W", [Term,Options]).

%! read_from_codes(+Codes, -Term) is det.
%  Term is the term read from Codes.
%  ?- read_from_codes(`f(X, y)`, T).   %=> T = f(_, y).
read_from_codes(Codes, Term) :-
    read_term_from_codes(Codes, Term, []).

%! read_term_from_codes(+Codes, -Term, +Options) is det.
%  Term is the term read from Codes, with the options of read_term/2.
%  ?- read_term_from_codes(`f(X)`, T, [variable_names(L)]).   %=> T = f(A), L = ['X' = A].
read_term_from_codes(Codes, Term, Options) :-
    term_string(Term, Codes, Options).

%! open_codes_stream(+Codes, -Stream) is det.
%  Opens Stream for reading Codes.
%  ?- open_codes_stream(`ab`, _S), get_char(_S, C).   %=> C = a.
open_codes_stream(Codes, Stream) :-
    ( Codes == [] -> Text = "" ; Text = Codes ),
    open_string(Text, Stream).

%! with_output_to_codes(:Goal, -Codes) is semidet.
%  Codes is the output of Goal to the current output.
%  ?- with_output_to_codes(write(a), L).   %=> L = [97].
with_output_to_codes(Goal, Codes) :-
    with_output_to(codes(Codes), Goal).

%! with_output_to_codes(:Goal, -Codes, ?Tail) is semidet.
%  Like with_output_to_codes/2, but Codes ends in Tail.
%  ?- with_output_to_codes(write(a), L, T).   %=> L = [97|T].
with_output_to_codes(Goal, Codes, Tail) :-
    with_output_to(codes(Codes, Tail), Goal).

%! with_output_to_codes(:Goal, -Stream, -Codes, ?Tail) is semidet.
%  Like with_output_to_codes/3; Stream is the stream that collects the output of Goal.
%  ?- with_output_to_codes(write(_S, a), _S, L, T).   %=> L = [97|T].
with_output_to_codes(Goal, Stream, Codes, Tail) :-
    with_output_to(codes(Codes, Tail), ( current_output(Stream), call(Goal) )).

%! format_to_chars(+Format, +Arguments, -Codes) is det.
%  Synonym of format_to_codes/3.
%  ?- format_to_chars("~w!", [a], L).   %=> L = [97, 33].
format_to_chars(Format, Arguments, Codes) :-
    format_to_codes(Format, Arguments, Codes).

%! format_to_chars(+Format, +Arguments, -Codes, ?Tail) is det.
%  Synonym of format_to_codes/4.
%  ?- format_to_chars("~w!", [a], L, T).   %=> L = [97, 33|T].
format_to_chars(Format, Arguments, Codes, Tail) :-
    format_to_codes(Format, Arguments, Codes, Tail).

%! write_to_chars(+Term, -Codes) is det.
%  Synonym of write_to_codes/2.
%  ?- write_to_chars(a, L).   %=> L = [97].
write_to_chars(Term, Codes) :-
    write_to_codes(Term, Codes).

%! write_to_chars(+Term, -Codes, ?Tail) is det.
%  Synonym of write_to_codes/3.
%  ?- write_to_chars(a, L, T).   %=> L = [97|T].
write_to_chars(Term, Codes, Tail) :-
    write_to_codes(Term, Codes, Tail).

%! atom_to_chars(+Atom, -Codes) is det.
%  Codes is the text of an atomic term.
%  ?- atom_to_chars(ab, L).   %=> L = [97, 98].
atom_to_chars(Atom, Codes) :-
    atom_codes(Atom, Codes).

%! atom_to_chars(+Atom, -Codes, ?Tail) is det.
%  Like atom_to_chars/2, but Codes ends in Tail.
%  ?- atom_to_chars(ab, L, T).   %=> L = [97, 98|T].
atom_to_chars(Atom, Codes, Tail) :-
    format(codes(Codes, Tail), "~a", [Atom]).

%! number_to_chars(+Number, -Codes) is det.
%  Codes is the text of a number.
%  ?- number_to_chars(12, L).   %=> L = [49, 50].
number_to_chars(Number, Codes) :-
    must_be(number, Number),
    number_codes(Number, Codes).

%! number_to_chars(+Number, -Codes, ?Tail) is det.
%  Like number_to_chars/2, but Codes ends in Tail.
%  ?- number_to_chars(1, L, T).   %=> L = [49|T].
number_to_chars(Number, Codes, Tail) :-
    must_be(number, Number),
    write_to_codes(Number, Codes, Tail).

%! read_from_chars(+Codes, -Term) is det.
%  Term is the first term read from Codes.
%  ?- read_from_chars("f(x). g", T).   %=> T = f(x).
%  ?- read_from_chars(" ", T).   %=> T = end_of_file.
read_from_chars(Codes, Term) :-
    read_term_from_chars(Codes, Term, []).

%! read_term_from_chars(+Codes, -Term, +Options) is det.
%  Like read_from_chars/2, with the options of read_term/2.
%  ?- read_term_from_chars("f(X)", T, [variable_names(L)]).   %=> T = f(A), L = ['X' = A].
read_term_from_chars(Codes, Term, Options) :-
    text_to_string(Codes, Text),
    ( split_string(Text, "", " \t\n\r", [""]) -> Closed = "" ; string_concat(Text, " .", Closed) ),
    open_string(Closed, Stream),
    call_cleanup(read_term(Stream, Term, Options), close(Stream)).

%! open_chars_stream(+Codes, -Stream) is det.
%  Opens Stream for reading Codes.
%  ?- open_chars_stream(`ab`, _S), get_char(_S, C).   %=> C = a.
open_chars_stream(Codes, Stream) :-
    open_codes_stream(Codes, Stream).

%! with_output_to_chars(:Goal, -Codes) is semidet.
%  Synonym of with_output_to_codes/2.
%  ?- with_output_to_chars(write(a), L).   %=> L = [97].
with_output_to_chars(Goal, Codes) :-
    with_output_to_codes(Goal, Codes).

%! with_output_to_chars(:Goal, -Codes, ?Tail) is semidet.
%  Synonym of with_output_to_codes/3.
%  ?- with_output_to_chars(write(a), L, T).   %=> L = [97|T].
with_output_to_chars(Goal, Codes, Tail) :-
    with_output_to_codes(Goal, Codes, Tail).

%! with_output_to_chars(:Goal, -Stream, -Codes, ?Tail) is semidet.
%  Like with_output_to_codes/4.
%  ?- with_output_to_chars(write(ab), _, Cs, []), atom_codes(A, Cs).   %=> A = ab.
with_output_to_chars(Goal, Stream, Codes, Tail) :-
    with_output_to_codes(Goal, Stream, Codes, Tail).
