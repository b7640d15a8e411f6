% Predicates of older systems, in terms of newer ones.

%! name(?Term, ?Codes) is det.
%  Codes is the text of the atom or number Term; a text that is a number's gives a number.
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
%  As get_code/1.
get0(Code) :-
    get_code(Code).

%! get0(+Stream, -Code) is det.
%  As get_code/2.
%  ?- open_string("ab", _S), get0(_S, C).   %=> C = 97.
get0(Stream, Code) :-
    get_code(Stream, Code).

%! get(-Code) is det.
%  The next character that is seen.
get(Code) :-
    current_input(Stream),
    get(Stream, Code).

%! get(+Stream, -Code) is det.
%  The next character of Stream that is seen.
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
%  Hands what was written to the terminal.
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

%! displayq(@Term) is det.
%  Writes a term without operators, quoted.
displayq(Term) :-
    write_term(Term, [ignore_ops(true), quoted(true)]).

%! unknown(-Old, +New) is det.
%  What calling an unknown procedure does: error, warning or fail.
%  ?- unknown(X, error).   %=> X = error.
unknown(Old, New) :-
    current_prolog_flag(unknown, Old),
    set_prolog_flag(unknown, New).

%! thread_self(-Thread) is det.
%  The name of the only thread: main.
%  ?- thread_self(X).   %=> X = main.
thread_self(main).

%! with_mutex(+Mutex, :Goal) is semidet.
%  Goal once: there is only one thread.
%  ?- with_mutex(m, X = 1).   %=> X = 1.
with_mutex(_, Goal) :-
    once(Goal).

%! checklist(:Goal, +List) is semidet.
%  As maplist/2.
%  ?- checklist(integer, [1,2]).
checklist(Goal, List) :-
    maplist(Goal, List).

%! proper_list(@Term) is semidet.
%  As is_list/1.
%  ?- proper_list([a|_]).   %=> false.
proper_list(Term) :-
    is_list(Term).

%! 'C'(?S0, ?Terminal, ?S) is semidet.
%  The terminals of older translations of grammar rules.
%  ?- 'C'([a,b], X, R).   %=> X = a, R = [b].
'C'([Terminal|S], Terminal, S).

%! prolog_flag(?Flag, ?Value) is nondet.
%  As current_prolog_flag/2.
%  ?- prolog_flag(bounded, X).   %=> X = false.
prolog_flag(Flag, Value) :-
    current_prolog_flag(Flag, Value).

%! current_module(?Module) is nondet.
%  The modules there are: user, for programs, and system.
%  ?- current_module(user).
current_module(user).
current_module(system).

%! thread_local(+Indicators) is det.
%  As dynamic/1: there is only one thread.
thread_local(Indicators) :-
    dynamic(Indicators).

%! writef(+Text) is det.
%  Writes a text in which the two characters \n are a new line, and \l too.
%  ?- with_output_to(string(S), writef('one\\ntwo\\l')).   %=> S = "one\ntwo\n".
writef(Text) :-
    writef(Text, []).

%! writef(+Text, +Arguments) is det.
%  As writef/1; %w stands for the next argument, written, %d for it too, %p for it printed and %s for a text.
%  ?- with_output_to(string(S), writef('%w and %s\\n', [x, "y"])).   %=> S = "x and y\n".
writef(Text, Arguments) :-
    must_be(list, Arguments),
    text_to_string(Text, String),
    string_chars(String, Characters),
    '$writef'(Characters, Arguments).

%! '$writef'(+Characters, +Arguments) is det.
'$writef'([], _).
'$writef'([Character|Characters], Arguments) :-
    (   Characters = [Letter|Rest],
        '$writef_escape'(Character, Letter)
    ->  nl,
        '$writef'(Rest, Arguments)
    ;   Character == '%',
        Characters = [Letter|Rest],
        Arguments = [Argument|Others],
        '$writef_argument'(Letter, Argument)
    ->  '$writef'(Rest, Others)
    ;   put_char(Character),
        '$writef'(Characters, Arguments)
    ).

%! '$writef_escape'(+Character, +Letter) is semidet.
'$writef_escape'(\, n).
'$writef_escape'(\, l).

%! '$writef_argument'(+Letter, +Argument) is semidet.
'$writef_argument'(w, Argument) :-
    write(Argument).
'$writef_argument'(d, Argument) :-
    write(Argument).
'$writef_argument'(p, Argument) :-
    print(Argument).
'$writef_argument'(s, Argument) :-
    text_to_string(Argument, String),
    write(String).

%! reconsult(+Files) is det.
%  As consult/1.
reconsult(Files) :-
    consult(Files).
