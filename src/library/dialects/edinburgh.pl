% Predicates of DEC-10 and Edinburgh Prolog: character and term input/output, and files through current streams.

%! name(?Term, ?Codes) is det.
%  Codes is the text of the atom or number Term; codes that denote a number, without blanks, are converted to it.
%  ?- name(X, "12").
%  ?- name(X, " 12").   %=> X = ' 12'.
name(Term, Codes) :-
    (   nonvar(Term)
    ->  must_be(atomic, Term),
        format(codes(Text), "~w", [Term]),
        Codes = Text
    ;   var(Codes)
    ->  instantiation_error(Codes)
    ;   catch(number_codes(Number, Codes), error(syntax_error(_), _), fail),
        split_string(Codes, "", " \t\n\r", [Bare]),
        string_length(Codes, Length),
        string_length(Bare, Length)
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

%! ttyflush is det.
%  Flushes the output to the terminal.
ttyflush :-
    flush_output(user_output).

%! display(@Term) is det.
%  Writes a term without operators, quoted.
%  ?- with_output_to(string(S), display('A'+2)).   %=> S = "+('A',2)".
display(Term) :-
    write_term(Term, [ignore_ops(true),quoted(true)]).

%! display(+Stream, @Term) is det.
%  Writes a term without operators, quoted, to Stream.
display(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true),quoted(true)]).

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
%  Makes File the current input: a file, which is opened for reading unless see/1 has opened it already, an open stream, or
%  `user` for user_input.
%  ?- see(user), seeing(S).   %=> S = user.
%  ?- catch(see('/no/such'), error(E, _), true).   %=> E = existence_error(source_sink, '/no/such').
see(File) :-
    '$go_to'(in, File, read).

%! seen is det.
%  Closes the current input; what was the current input when see/1 opened its file is that again, else user_input.
%  ?- seen, seeing(S).   %=> S = user.
seen :-
    '$go_back'(in).

%! seeing(?Stream) is semidet.
%  Stream is the current input, `user` if that is user_input.
seeing(Stream) :-
    '$seen_as'(in, Stream).

%! tell(+File) is det.
%  Makes File the current output: a file, which is opened for writing unless tell/1 or append/1 has opened it already, an
%  open stream, or `user` for user_output.
%  ?- tell(user), telling(S).   %=> S = user.
tell(File) :-
    '$go_to'(out, File, write).

%! append(+File) is det.
%  Like tell/1, but what is written is appended to the file.
%  ?- append(user), telling(S).   %=> S = user.
append(File) :-
    '$go_to'(out, File, append).

%! told is det.
%  Closes the current output; what was the current output when tell/1 opened its file is that again, else user_output.
%  ?- told, telling(S).   %=> S = user.
told :-
    '$go_back'(out).

%! telling(?Stream) is semidet.
%  Stream is the current output, `user` if that is user_output.
telling(Stream) :-
    '$seen_as'(out, Stream).

%! '$go_to'(+Way, +File, +Mode) is det.
%  Makes File, opened in Mode if it has to be, the current input or output: Way is in or out.
'$go_to'(Way, File, Mode) :-
    (   '$current_stream'(Way, File, Stream)
    ->  true
    ;   open(File, Mode, Stream),
        '$in_use'(Way, Previous),
        '$opened_for'(Way, File, Stream, Previous)
    ),
    '$use_stream'(Way, Stream).

%! '$go_back'(+Way) is det.
'$go_back'(Way) :-
    '$in_use'(Way, Stream),
    '$close_current'(Way, Stream),
    '$previous_stream'(Way, Previous),
    '$use_stream'(Way, Previous).

%! '$in_use'(+Way, -Stream) is det.
'$in_use'(in, Stream) :-
    current_input(Stream).
'$in_use'(out, Stream) :-
    current_output(Stream).

%! '$use_stream'(+Way, +Stream) is det.
'$use_stream'(in, Stream) :-
    set_input(Stream).
'$use_stream'(out, Stream) :-
    set_output(Stream).

%! '$seen_as'(+Way, ?Stream) is semidet.
'$seen_as'(Way, Stream) :-
    '$in_use'(Way, Current),
    '$standard_stream'(Way, Alias),
    (   stream_property(Current, alias(Alias))
    ->  Stream = user
    ;   Stream = Current
    ).

%! '$current_stream'(+Way, +File, -Stream) is semidet.
%  Stream is what File denotes, if nothing is to be opened.
'$current_stream'(Way, File, Stream) :-
    must_be(nonvar, File),
    (   File == user
    ->  '$standard_stream'(Way, Stream)
    ;   is_stream(File)
    ->  Stream = File
    ;   '$if_known'('$edinburgh':opened(Way, File, Stream)),
        is_stream(Stream)
    ->  true
    ).

%! '$standard_stream'(?Way, ?Stream)
'$standard_stream'(in, user_input).
'$standard_stream'(out, user_output).

%! '$opened_for'(+Way, +File, +Stream, +Previous) is det.
%  Notes that Stream is that of File; when it is closed, Previous is to be used again.
'$opened_for'(Way, File, Stream, Previous) :-
    forall(( '$if_known'('$edinburgh':opened(Way, Name, Old)), \+ is_stream(Old) ),
           retract('$edinburgh':opened(Way, Name, Old))),
    asserta('$edinburgh':opened(Way, File, Stream)),
    asserta('$edinburgh':previous(Way, Previous)).

%! '$close_current'(+Way, +Stream) is det.
%  Standard streams stay open.
'$close_current'(Way, Stream) :-
    ignore(( '$if_known'('$edinburgh':opened(Way, File, Stream)), retract('$edinburgh':opened(Way, File, Stream)) )),
    (   stream_property(Stream, alias(Alias)),
        memberchk(Alias, [user_input,user_output,user_error])
    ->  true
    ;   close(Stream)
    ).

%! '$previous_stream'(+Way, -Stream) is det.
%  A file that the program has opened in another way is not gone back to.
'$previous_stream'(Way, Stream) :-
    (   '$if_known'('$edinburgh':previous(Way, Previous)),
        retract('$edinburgh':previous(Way, Previous))
    ->  true
    ;   Previous = none
    ),
    (   is_stream(Previous),
        (   '$if_known'('$edinburgh':opened(Way, _, Previous))
        ;   \+ stream_property(Previous, file_name(_))
        )
    ->  Stream = Previous
    ;   '$standard_stream'(Way, Stream)
    ).

%! fileerrors(-Old, +New) is det.
%  Old is what fileerrors was set to; New, on or off, is accepted without effect: a file that does not exist is an error.
%  ?- fileerrors(Old, on).   %=> Old = on.
fileerrors(on, New) :-
    must_be(oneof([on,off]), New).
