% What every Quill program can call: the types of these functions, and what they do.

:- module(quill_builtins, [builtin_type/2, builtin/3, shown/2]).

:- use_module(library(lists)).

%! builtin_type(?Name, -Type) is nondet.
builtin_type(print, function([_], int)).
builtin_type(text, function([_], str)).
builtin_type(length, function([list(_)], int)).
builtin_type(size, function([str], int)).
builtin_type(part, function([str,int,int], str)).
builtin_type(number, function([str], int)).
builtin_type(abs, function([int], int)).
builtin_type(fail, function([str], _)).

%! builtin(+Name, +Values, -Value) is det.
%  Computes a call. Values are int(N), bool(B), str(S), nil, cons(Head, Tail), and closure(Label, Values).
%  @throws quill_stop(Reason)
builtin(print, [Value], int(0)) :-
    shown(Value, Text),
    write(Text),
    nl.
builtin(text, [Value], str(Text)) :-
    shown(Value, Text).
builtin(length, [List], int(Length)) :-
    elements(List, Elements),
    length(Elements, Length).
builtin(size, [str(String)], int(Size)) :-
    string_length(String, Size).
builtin(part, [str(String),int(Before),int(Size)], str(Part)) :-
    (   Before >= 0,
        Size >= 0,
        sub_string(String, Before, Size, _, Part)
    ->  true
    ;   throw(quill_stop(no_part(String, Before, Size)))
    ).
builtin(number, [str(String)], int(Number)) :-
    (   catch(number_string(Number, String), error(_, _), fail),
        integer(Number)
    ->  true
    ;   throw(quill_stop(no_number(String)))
    ).
builtin(abs, [int(Number)], int(Absolute)) :-
    Absolute is abs(Number).
builtin(fail, [str(Message)], _) :-
    throw(quill_stop(failed(Message))).

%! shown(+Value, -Text) is det.
%  Text is what `print` writes for a value.
shown(Value, Text) :-
    phrase(words(Value, plain), Words),
    atomic_list_concat(Words, Atom),
    atom_string(Atom, Text).

words(int(Number), _) -->
    [Number].
words(bool(Truth), _) -->
    [Truth].
words(str(String), Quotes) -->
    (   { Quotes == quoted }
    ->  ['"',String,'"']
    ;   [String]
    ).
words(nil, _) -->
    ['[]'].
words(cons(Head, Tail), _) -->
    { elements(cons(Head, Tail), Elements) },
    ['['],
    listed(Elements),
    [']'].
words(closure(Label, _), _) -->
    ['<function ',Label,'>'].

listed([Last]) -->
    !,
    words(Last, quoted).
listed([Element|Elements]) -->
    words(Element, quoted),
    [', '],
    listed(Elements).

elements(nil, []).
elements(cons(Head, Tail), [Head|Elements]) :-
    elements(Tail, Elements).
