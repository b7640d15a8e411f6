% Abbreviation of terms, texts and source lines that are too long for a message.

%! '$clip_all'(@Terms, -Short) is det.
%  Short are Terms as shown in a message: in long ones, `...` replaces the omitted parts.
'$clip_all'([], []).
'$clip_all'([Term|Terms], [Short|More]) :-
    (   '$is_long'(Term)
    ->  '$clip'(Term, 5, Short)
    ;   Short = Term
    ),
    '$clip_all'(Terms, More).

%! '$clip'(@Term, +Depth, -Short) is det.
'$clip'(Term, Depth, Short) :-
    (   compound(Term)
    ->  (   Depth =:= 0
        ->  Short = '...'
        ;   Term = [_|_]
        ->  '$clip_list'(Term, 6, Depth, Short)
        ;   Depth1 is Depth - 1,
            functor(Term, Name, Arity),
            '$clip_arguments'(1, Arity, Term, Depth1, Arguments),
            Short =.. [Name|Arguments]
        )
    ;   atom(Term),
        atom_length(Term, Length),
        Length > 1000
    ->  sub_atom(Term, 0, 1000, _, Start),
        atom_concat(Start, '...', Short)
    ;   string(Term),
        string_length(Term, Length),
        Length > 1000
    ->  sub_string(Term, 0, 1000, _, Start),
        string_concat(Start, "...", Short)
    ;   number(Term)
    ->  '$clip_number'(Term, Short)
    ;   Short = Term
    ).

%! '$clip_list'(@List, +Most, +Depth, -Short) is det.
'$clip_list'(List, Most, Depth, Short) :-
    (   nonvar(List),
        List = [Head|Tail]
    ->  (   Most =:= 0
        ->  Short = '...'
        ;   Depth1 is Depth - 1,
            '$clip'(Head, Depth1, ShortHead),
            Most1 is Most - 1,
            Short = [ShortHead|ShortTail],
            '$clip_list'(Tail, Most1, Depth, ShortTail)
        )
    ;   '$clip'(List, Depth, Short)
    ).

%! '$clip_arguments'(+N, +Arity, @Term, +Depth, -Arguments) is det.
%  Arguments are the first six arguments, followed by `...` if there are more.
'$clip_arguments'(N, Arity, Term, Depth, Arguments) :-
    (   N > Arity
    ->  Arguments = []
    ;   N > 6
    ->  Arguments = ['...']
    ;   arg(N, Term, Argument),
        '$clip'(Argument, Depth, Short),
        Arguments = [Short|More],
        N1 is N + 1,
        '$clip_arguments'(N1, Arity, Term, Depth, More)
    ).

%! '$window'(+Source, +Column, -Shown, -ShownColumn) is det.
%  Shown is the part of a source line around Column, or all of a short line; ShownColumn is the column in it.
'$window'(Source, Column, Shown, ShownColumn) :-
    string_length(Source, Length),
    (   Length =< 200
    ->  Shown = Source,
        ShownColumn = Column
    ;   Start is max(0, min(Length, Column) - 80),
        Width is min(160, Length - Start),
        sub_string(Source, Start, Width, _, Part),
        (   Start =:= 0
        ->  Before = "",
            ShownColumn = Column
        ;   Before = "...",
            ShownColumn is Column - Start + 3
        ),
        (   Start + Width =:= Length
        ->  After = ""
        ;   After = "..."
        ),
        string_concat(Before, Part, Shown0),
        string_concat(Shown0, After, Shown)
    ).
