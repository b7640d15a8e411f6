% Files in memory, with the names of library(memfile).

%! new_memory_file(-File) is det.
%  File is a new, empty memory file. It is freed when nothing refers to it.
%  ?- new_memory_file(_F), open_memory_file(_F, write, _S), write(_S, hi), close(_S), memory_file_to_atom(_F, A).   %=> A = hi.
new_memory_file(File) :-
    '$memfile_new'(File).

%! free_memory_file(+File) is det.
%  Gives the memory of File back; it cannot be used any more.
%  ?- new_memory_file(_F), free_memory_file(_F), catch(size_memory_file(_F, _), error(permission_error(A, T, _), _), true).   %=> A = access, T = freed_memory_file.
free_memory_file(File) :-
    '$memfile'(File, free),
    '$memfile_free'(File).

%! '$memfile'(+File, +Action)
%  Raises an error unless File is a memory file that no stream writes to.
'$memfile'(File, Action) :-
    (   '$memfile_state'(File, closed)
    ->  true
    ;   var(File)
    ->  instantiation_error(File)
    ;   '$memfile_state'(File, State)
    ->  (   State == freed
        ->  permission_error(access, freed_memory_file, File)
        ;   permission_error(Action, memory_file, File)
        )
    ;   type_error(memory_file, File)
    ).

%! size_memory_file(+File, -Size) is det.
%  Size is the number of characters of File.
%  ?- atom_to_memory_file('aé', _F), size_memory_file(_F, N).   %=> N = 2.
size_memory_file(File, Size) :-
    (   '$memfile_size'(File, Size0)
    ->  Size = Size0
    ;   size_memory_file(File, Size, utf8)
    ).

%! size_memory_file(+File, -Size, +Encoding) is det.
%  Size is the number of characters of File as a text in Encoding; for octet, of bytes.
%  ?- atom_to_memory_file('aé', _F), size_memory_file(_F, N, octet).   %=> N = 3.
size_memory_file(File, Size, Encoding) :-
    '$memfile'(File, size),
    (   Encoding == octet
    ->  '$memfile_bytes'(File, Size)
    ;   '$memfile_text'(File, Encoding, Text),
        string_length(Text, Size)
    ).

%! open_memory_file(+File, +Mode, -Stream) is det.
%  Like open_memory_file/4, without options.
%  ?- open_memory_file(foo, read, _).   %=> type_error(memory_file, foo).
open_memory_file(File, Mode, Stream) :-
    open_memory_file(File, Mode, Stream, []).

%! open_memory_file(+File, +Mode, -Stream, +Options) is det.
%  Opens File in mode read, write, append, update (replaces from the beginning) or insert (before all that is there).
%  Options: encoding(Encoding), utf8 by default; free_on_close is accepted: what nothing refers to is freed.
%  ?- atom_to_memory_file(abc, _F), open_memory_file(_F, read, _S), read_string(_S, _, T).   %=> T = "abc".
open_memory_file(File, Mode, Stream, Options) :-
    must_be(list, Options),
    must_be(atom, Mode),
    (   memberchk(Mode, [read,write,append,update,insert])
    ->  true
    ;   domain_error(io_mode, Mode)
    ),
    '$memfile'(File, open),
    option(encoding(Encoding), Options, utf8),
    '$memfile_open'(File, Mode, Encoding, Stream).

%! atom_to_memory_file(+Text, -File) is det.
%  File is a new memory file that contains Text.
%  ?- atom_to_memory_file(abc, _F), memory_file_to_codes(_F, L).   %=> L = [97,98,99].
atom_to_memory_file(Text, File) :-
    '$memfile_new'(New),
    '$memfile_set'(New, utf8, Text),
    File = New.

%! memory_file_to_atom(+File, -Atom) is det.
%  Atom is the content of File.
%  ?- new_memory_file(_F), memory_file_to_atom(_F, A).   %=> A = ''.
memory_file_to_atom(File, Atom) :-
    memory_file_to_atom(File, Atom, utf8).

%! memory_file_to_atom(+File, -Atom, +Encoding) is det.
%  Atom is the content of File, read as a text in Encoding.
%  ?- atom_to_memory_file(é, _F), memory_file_to_atom(_F, A, octet), atom_codes(A, L).   %=> A = 'Ã©', L = [195,169].
memory_file_to_atom(File, Atom, Encoding) :-
    memory_file_to_string(File, Text, Encoding),
    atom_string(Atom, Text).

%! memory_file_to_codes(+File, -Codes) is det.
%  Codes is the list of the codes of the content of File.
memory_file_to_codes(File, Codes) :-
    memory_file_to_codes(File, Codes, utf8).

%! memory_file_to_codes(+File, -Codes, +Encoding) is det.
%  Codes is the list of the codes of the content of File, read as a text in Encoding.
memory_file_to_codes(File, Codes, Encoding) :-
    memory_file_to_string(File, Text, Encoding),
    string_codes(Text, Codes).

%! memory_file_to_string(+File, -String) is det.
%  String is the content of File.
memory_file_to_string(File, String) :-
    memory_file_to_string(File, String, utf8).

%! memory_file_to_string(+File, -String, +Encoding) is det.
%  String is the content of File, read as a text in Encoding.
memory_file_to_string(File, String, Encoding) :-
    '$memfile'(File, read),
    '$memfile_text'(File, Encoding, String).

%! insert_memory_file(+File, +Index, +Text) is det.
%  Puts Text before the character of File at Index, counted from 0.
%  ?- atom_to_memory_file(abc, _F), insert_memory_file(_F, 1, "XY"), memory_file_to_atom(_F, A).   %=> A = aXYbc.
insert_memory_file(File, Index, Text) :-
    '$memfile'(File, modify),
    must_be(nonneg, Index),
    '$memfile_text'(File, utf8, Old),
    text_to_string(Text, String),
    (   sub_string(Old, 0, Index, _, Before)
    ->  sub_string(Old, Index, _, 0, After),
        atomics_to_string([Before,String,After], New),
        '$memfile_set'(File, utf8, New)
    ;   domain_error(offset, Index)
    ).

%! delete_memory_file(+File, +Index, +Length) is det.
%  Removes Length characters from Index on, counted from 0.
%  ?- atom_to_memory_file(abcd, _F), delete_memory_file(_F, 1, 2), memory_file_to_atom(_F, A).   %=> A = ad.
delete_memory_file(File, Index, Length) :-
    '$memfile'(File, modify),
    must_be(nonneg, Index),
    must_be(nonneg, Length),
    '$memfile_text'(File, utf8, Old),
    (   sub_string(Old, 0, Index, Rest, Before)
    ->  Kept is max(0, Rest - Length),
        sub_string(Old, _, Kept, 0, After),
        string_concat(Before, After, New),
        '$memfile_set'(File, utf8, New)
    ;   domain_error(offset, Index)
    ).

%! memory_file_substring(+File, ?Before, ?Length, ?After, -Sub) is det.
%  Sub is the part of the content of File with Length characters, Before characters before it and After behind it, of
%  which two must be known, or Sub.
%  ?- atom_to_memory_file(abc, _F), memory_file_substring(_F, B, 2, 0, S).   %=> B = 1, S = "bc".
memory_file_substring(File, Before, Length, After, Sub) :-
    (   '$memfile_part'(File, Before, Length, After, Sub)
    ->  true
    ;   memory_file_to_string(File, Text),
        (   ( nonvar(Before), nonvar(Length) ; nonvar(Before), nonvar(After) ; nonvar(Length), nonvar(After) ; nonvar(Sub) )
        ->  sub_string(Text, Before, Length, After, Sub)
        ;   instantiation_error(Before)
        )
    ),
    !.

%! memory_file_line_position(+File, ?Line, ?LinePosition, ?Offset) is semidet.
%  Offset is that of the character at LinePosition, counted from 0, in Line, counted from 1.
%  ?- atom_to_memory_file('a\nbc', _F), memory_file_line_position(_F, L, P, 3).   %=> L = 2, P = 1.
memory_file_line_position(File, Line, Position, Offset) :-
    memory_file_to_string(File, Text),
    (   nonvar(Offset)
    ->  must_be(nonneg, Offset),
        sub_string(Text, 0, Offset, _, Before),
        split_string(Before, "\n", "", Lines),
        length(Lines, Line),
        last(Lines, Last),
        string_length(Last, Position)
    ;   must_be(positive_integer, Line),
        must_be(nonneg, Position),
        split_string(Text, "\n", "", Lines),
        Before is Line - 1,
        length(Earlier, Before),
        append(Earlier, [Own|_], Lines),
        string_length(Own, Length),
        Position =< Length,
        foldl('$memfile_add_line', Earlier, 0, Start),
        Offset is Start + Position
    ).

%! '$memfile_add_line'(+Line, +Offset0, -Offset)
'$memfile_add_line'(Line, Offset0, Offset) :-
    string_length(Line, Length),
    Offset is Offset0 + Length + 1.

%! utf8_position_memory_file(+File, -Here, -Size) is det.
%  Size is the number of bytes of File in UTF-8, and Here 0: the place of a stream is its own.
%  ?- atom_to_memory_file(é, _F), utf8_position_memory_file(_F, H, N).   %=> H = 0, N = 2.
utf8_position_memory_file(File, 0, Size) :-
    '$memfile'(File, size),
    '$memfile_bytes'(File, Size).
