% Parsing streams: library(pure_input), library(pio). The codes of a stream are a lazy list, which is read in blocks as the
% grammar asks for them; what no goal needs any more is collected.
%
% The attribute of the end of the list has the text of the block before it and the place where that began, from which the
% place of any code in the block is found.

%! phrase_from_stream(:Grammar, +Stream) is nondet.
%  Parses the rest of Stream, a lazy list of codes, with Grammar.
%  ?- open_string("12", _S), phrase_from_stream(integer(X), _S).   %=> X = 12.
phrase_from_stream(Grammar, Stream) :-
    stream_to_lazy_list(Stream, Codes),
    phrase(Grammar, Codes).

%! stream_to_lazy_list(+Stream, -Codes) is det.
%  Codes is the list of the codes of the rest of Stream, which are read when they are asked for.
%  ?- open_string("ab", _S), stream_to_lazy_list(_S, _L), lazy_list_materialize(_L), atom_codes(A, _L).   %=> A = ab.
stream_to_lazy_list(Stream, Codes) :-
    '$stream_place'(Stream, Place),
    put_attr(Codes, lazy_list, lazy('$lazy_block'(Stream, block(Place, "")), _)).

%! '$stream_place'(+Stream, -Place) is det.
%  Place is place(Line, LinePosition, Character).
'$stream_place'(Stream, place(Line, LinePosition, Character)) :-
    line_count(Stream, Line),
    line_position(Stream, LinePosition),
    character_count(Stream, Character).

%! '$lazy_read'(+Stream, -Fetched) is det.
%  Fetched is what is kept of the next block: its text, in the attribute of what follows it. The codes are made of it each
%  time that they are asked for.
'$lazy_read'(Stream, Fetched) :-
    '$stream_place'(Stream, Place),
    read_string(Stream, 4096, Text),
    (   Text == ""
    ->  Fetched = got([])
    ;   Fetched = lazy('$lazy_block'(Stream, block(Place, Text)), _)
    ).

%! '$lazy_codes'(+Lazy, -Codes) is det.
%  Codes are those of the block before what Lazy describes.
'$lazy_codes'(Lazy, Codes) :-
    Lazy = lazy('$lazy_block'(_, block(_, Text)), _),
    format(codes(Codes, Tail), "~s", [Text]),
    put_attr(Tail, lazy_list, Lazy).

%! lazy_list_location(-Location, +Codes, -Rest)
%  Location is the place of the next code of a lazy list in a grammar: file(Name, Line, LinePosition, Character),
%  stream(Stream, Line, LinePosition, Character) for a stream without a file, or end_of_file-Count if all is read: there
%  are Count codes before the end.
%  ?- open_string("a\nbc", _S), phrase_from_stream(("a\nb", lazy_list_location(L), "c"), _S), arg(2, L, N), arg(3, L, P).   %=> N = 2, P = 1.
lazy_list_location(Location, Codes, Codes) :-
    '$lazy_left'(Codes, 0, Left, End),
    (   End == []
    ->  Location = end_of_file-Left
    ;   '$lazy_place'(End, Left, Stream, place(Line, LinePosition, Character)),
        (   stream_property(Stream, file_name(Name))
        ->  Location = file(Name, Line, LinePosition, Character)
        ;   Location = stream(Stream, Line, LinePosition, Character)
        )
    ).

%! lazy_list_character_count(-Count, +Codes, -Rest)
%  Count is the number of characters of the stream before the next code of a lazy list in a grammar, or end_of_file-Count
%  if all is read: there are Count codes before the end.
%  ?- open_string("abc", _S), phrase_from_stream(("ab", lazy_list_character_count(N), "c"), _S).   %=> N = 2.
lazy_list_character_count(Count, Codes, Codes) :-
    '$lazy_left'(Codes, 0, Left, End),
    (   End == []
    ->  Count = end_of_file-Left
    ;   '$lazy_place'(End, Left, _, place(_, _, Count))
    ).

%! syntax_error(+Error, +Codes, -Rest) is erroneous.
%  Raises a syntax error at the place of the next code of a lazy list in a grammar.
%  ?- open_string("ab", _S), phrase_from_stream(("a", syntax_error(b_expected)), _S).   %=> syntax_error(b_expected).
syntax_error(Error, Codes, _) :-
    lazy_list_location(Location, Codes, _),
    throw(error(syntax_error(Error), Location)).

%! '$lazy_left'(?Codes, +Count, -Left, -End) is det.
'$lazy_left'(Codes, Count, Left, End) :-
    (   nonvar(Codes),
        Codes = [_|More]
    ->  Next is Count + 1,
        '$lazy_left'(More, Next, Left, End)
    ;   Left = Count,
        End = Codes
    ).

%! '$lazy_place'(?End, +Left, -Stream, -Place) is semidet.
%  Place is where the code is that stands Left codes before the end of what is read.
'$lazy_place'(End, Left, Stream, place(Line, LinePosition, Character)) :-
    get_attr(End, lazy_list, lazy('$lazy_block'(Stream, block(Place, Text)), _)),
    Place = place(Line0, LinePosition0, Character0),
    string_length(Text, Length),
    Used is Length - Left,
    Character is Character0 + Used,
    sub_string(Text, 0, Used, _, Before),
    split_string(Before, "\n", "", Lines),
    length(Lines, Count),
    Line is Line0 + Count - 1,
    last(Lines, Last),
    string_length(Last, Width),
    (   Count =:= 1
    ->  LinePosition is LinePosition0 + Width
    ;   LinePosition = Width
    ).
