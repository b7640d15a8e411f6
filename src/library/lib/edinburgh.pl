% Predicates of DEC-10 and Edinburgh Prolog: character and term input/output, and files through current streams.

%! name(?Term, ?Codes) is det.
%  Codes is the text of the atom or number Term; codes that denote a number are converted to that number.
%  ?- name(X, "12").
name(Term, Codes) :-
    (   nonvar(Term)
    ->  must_be(atomic, Term),
        format(codes(Text), "~w", [Term]),
        Codes = Text
    ;   var(Codes)
    ->  instantiation_error(Codes)
    ;   catch(number_codes(Number, Codes), error(syntax_error(_), _), fail)
    ->  Term = Number
    ;   atom_codes(Term, Codes)
    ).

%! get0(-Code) is det.
%  Synonym of get_code/1.
get0(Code) :-
    get_code(Code).

%! get0(+Stream, -Code) is det.
%  Synonym of get_code/2.
%  ?- open_string("ab", _S), get0(_S, C).   %=> C = 97.
get0(Stream, Code) :-
    get_code(Stream, Code).

%! get(-Code) is det.
%  Reads up to the next visible character, whose code is Code.
get(Code) :-
    current_input(Stream),
    get(Stream, Code).

%! get(+Stream, -Code) is det.
%  Reads up to the next visible character of Stream, whose code is Code.
%  ?- open_string("  b", _S), get(_S, C).   %=> C = 98.
get(Stream, Code) :-
    get_code(Stream, Next),
    (   Next =\= -1,
        code_type(Next, space)
    ->  get(Stream, Code)
    ;   Code = Next
    ).

%! put(+Character) is det.
%  Writes a character, given by its code or as an atom.
%  ?- with_output_to(string(S), put(0'a)).   %=> S = "a".
put(Character) :-
    current_output(Stream),
    put(Stream, Character).

%! put(+Stream, +Character) is det.
%  Writes a character to Stream.
put(Stream, Character) :-
    (   integer(Character)
    ->  put_code(Stream, Character)
    ;   put_char(Stream, Character)
    ).

%! skip(+Character) is det.
%  Reads up to and including Character, or to the end.
skip(Character) :-
    current_input(Stream),
    skip(Stream, Character).

%! skip(+Stream, +Character) is det.
%  Reads up to and including Character, or to the end of Stream.
%  ?- open_string("ab.c", _S), skip(_S, 0'.), get_char(_S, C).   %=> C = c.
skip(Stream, Character) :-
    (   integer(Character)
    ->  Code = Character
    ;   char_code(Character, Code)
    ),
    '$skip'(Stream, Code).

%! '$skip'(+Stream, +Code)
'$skip'(Stream, Code) :-
    get_code(Stream, Next),
    (   ( Next =:= Code ; Next =:= -1 )
    ->  true
    ;   '$skip'(Stream, Code)
    ).

%! ttyflush is det.
%  Flushes the output to the terminal.
ttyflush :-
    flush_output(user_output).

%! display(@Term) is det.
%  Writes a term without operators.
%  ?- with_output_to(string(S), display(1+2)).   %=> S = "+(1,2)".
display(Term) :-
    write_term(Term, [ignore_ops(true)]).

%! display(+Stream, @Term) is det.
%  Writes a term without operators to Stream.
display(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true)]).

%! unknown(-Old, +New) is det.
%  Unifies Old with the value of the flag unknown, error, warning or fail, and sets it to New.
%  ?- unknown(X, error).   %=> X = error.
unknown(Old, New) :-
    current_prolog_flag(unknown, Old),
    set_prolog_flag(unknown, New).

%! reconsult(+Files) is det.
%  Synonym of consult/1.
reconsult(Files) :-
    consult(Files).

%! see(+File) is det.
%  Makes a file, opened for reading, or an open stream the current input.
see(File) :-
    is_stream(File),
    !,
    set_input(File).
see(File) :-
    open(File, read, Stream),
    set_input(Stream).

%! seen is det.
%  Closes the current input.
seen :-
    current_input(Stream),
    close(Stream).

%! seeing(?Stream) is det.
%  Stream is the current input.
seeing(Stream) :-
    current_input(Stream).

%! tell(+File) is det.
%  Makes a file, opened for writing, or an open stream the current output.
tell(File) :-
    is_stream(File),
    !,
    set_output(File).
tell(File) :-
    open(File, write, Stream),
    set_output(Stream).

%! append(+File) is det.
%  Makes a file, opened for appending, the current output.
append(File) :-
    open(File, append, Stream),
    set_output(Stream).

%! told is det.
%  Closes the current output.
told :-
    current_output(Stream),
    close(Stream).

%! telling(?Stream) is det.
%  Stream is the current output.
telling(Stream) :-
    current_output(Stream).

%! fileerrors(-Old, +New) is det.
%  Old is what fileerrors was set to; New, on or off, is accepted without effect: a file that does not exist is an error.
%  ?- fileerrors(Old, on).   %=> Old = on.
fileerrors(on, New) :-
    must_be(oneof([on,off]), New).
