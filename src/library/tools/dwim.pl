% Names that are nearly the same: dwim_match/2 and its relatives, "do what I mean".

%! dwim_match(+Name1, +Name2) is semidet.
%  True if two atoms or strings are nearly the same: one character differs, is missing, or is exchanged with the next; or
%  their words, which begin at _ or a capital letter, are joined in another way, or two that are adjacent are exchanged.
%  ?- dwim_match(existsfile, exists_file), dwim_match(file_exists, exists_file), \+ dwim_match(foo, bar).
dwim_match(Name1, Name2) :-
    dwim_match(Name1, Name2, _).

%! dwim_match(+Name1, +Name2, -Difference) is semidet.
%  Like dwim_match/2. Difference is equal, mismatched_char, inserted_char, transposed_char, separated or transposed_word.
%  ?- dwim_match(hello, helo, D).              %=> D = inserted_char.
%  ?- dwim_match(append, appned, D).           %=> D = transposed_char.
%  ?- dwim_match(fooBarBaz, foo_bar_baz, D).   %=> D = separated.
dwim_match(Name1, Name2, Difference) :-
    (   atom(Name1),
        Name1 == Name2
    ->  Difference = equal
    ;   '$dwim_chars'(Name1, Characters1),
        '$dwim_chars'(Name2, Characters2),
        '$dwim_chars_differ'(Characters1, Characters2, Difference)
    ).

%! '$dwim_chars_differ'(+Characters1, +Characters2, -Difference) is semidet.
'$dwim_chars_differ'(Characters1, Characters2, Difference) :-
    (   Characters1 == Characters2
    ->  Found = equal
    ;   '$dwim_difference'(Characters1, Characters2, Kind)
    ->  Found = Kind
    ;   '$dwim_words'(Characters1, Words1),
        '$dwim_words'(Characters2, Words2),
        '$dwim_words_differ'(Words1, Words2, Kind),
        Found = Kind
    ),
    Difference = Found.

%! '$dwim_chars'(+Name, -Characters) is semidet.
'$dwim_chars'(Name, Characters) :-
    must_be(nonvar, Name),
    (   atom(Name)
    ->  atom_chars(Name, Characters)
    ;   string(Name),
        string_chars(Name, Characters)
    ).

%! '$dwim_difference'(+Characters1, +Characters2, -Kind) is semidet.
'$dwim_difference'(Characters1, Characters2, Kind) :-
    length(Characters1, Length1),
    length(Characters2, Length2),
    Length1 > 2,
    Length2 > 2,
    abs(Length1 - Length2) =< 1,
    '$drop_common'(Characters1, Characters2, Rest1, Rest2),
    (   Length1 =:= Length2
    ->  Rest1 = [A|More1],
        Rest2 = [B|More2],
        (   More1 == More2
        ->  Kind = mismatched_char
        ;   More1 = [B|Same],
            More2 = [A|Same]
        ->  Kind = transposed_char
        )
    ;   Length1 > Length2
    ->  Rest1 = [_|Rest2],
        Kind = inserted_char
    ;   Rest2 = [_|Rest1],
        Kind = inserted_char
    ).

%! '$drop_common'(+List1, +List2, -Rest1, -Rest2) is det.
%  The rests are what follows the longest common beginning.
'$drop_common'(List1, List2, Rest1, Rest2) :-
    (   List1 = [Same|More1],
        List2 = [Same|More2]
    ->  '$drop_common'(More1, More2, Rest1, Rest2)
    ;   Rest1 = List1,
        Rest2 = List2
    ).

%! '$dwim_words'(+Characters, -Words) is det.
%  Words are the words of a name in lower case, as atoms.
'$dwim_words'(Characters, Words) :-
    '$dwim_split'(Characters, [], Parts),
    findall(
        Word,
        ( member(Part, Parts), Part \== [], atom_chars(Word0, Part), downcase_atom(Word0, Word) ),
        Words
    ).

%! '$dwim_split'(+Characters, +Before, -Parts) is det.
%  Before is the word so far, its last character first.
'$dwim_split'([], Before, [Part]) :-
    reverse(Before, Part).
'$dwim_split'([Character|Characters], Before, Parts) :-
    (   Character == '_'
    ->  reverse(Before, Part),
        Parts = [Part|Rest],
        '$dwim_split'(Characters, [], Rest)
    ;   char_type(Character, upper),
        Before = [Last|_],
        \+ char_type(Last, upper)
    ->  reverse(Before, Part),
        Parts = [Part|Rest],
        '$dwim_split'(Characters, [Character], Rest)
    ;   '$dwim_split'(Characters, [Character|Before], Parts)
    ).

%! '$dwim_words_differ'(+Words1, +Words2, -Kind) is semidet.
'$dwim_words_differ'(Words1, Words2, Kind) :-
    atomic_list_concat(Words1, Joined1),
    atomic_list_concat(Words2, Joined2),
    (   Joined1 == Joined2
    ->  Kind = separated
    ;   '$drop_common'(Words1, Words2, Rest1, Rest2),
        Rest1 = [A,B|Same],
        Rest2 = [B,A|Same],
        Kind = transposed_word
    ).

%! dwim_predicate(:Head, -Similar) is nondet.
%  Similar is a head of a predicate of the program whose name is nearly that of Head, first those of the same arity.
%  ?- assertz(parents(a, b)), dwim_predicate(parent(_, _), P).   %=> P = user:parents(_A, _B).
dwim_predicate(Spec, Similar) :-
    strip_module(Spec, Module, Head),
    must_be(callable, Head),
    functor(Head, Name, Arity),
    findall(
        Distance-(Module:Other),
        (   current_predicate(Module:OtherName/OtherArity),
            dwim_match(Name, OtherName),
            functor(Other, OtherName, OtherArity),
            \+ predicate_property(Module:Other, imported_from(_)),
            Distance is abs(Arity - OtherArity)
        ),
        Pairs
    ),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, All),
    (   All = [_:First|_],
        functor(First, Name, Arity)
    ->  Similar = Module:First
    ;   member(Similar, All)
    ).
