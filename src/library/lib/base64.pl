% Text encodings of bytes: base64 and base32 (RFC 4648), with the names of library(base64) and library(base32).

%! base64(?Plain, ?Encoded) is det.
%  Encoded is the base64 encoding of Plain, a text whose characters are bytes, as an atom. If Plain is unbound, it
%  becomes the decoded atom.
%  ?- base64("hello", E).   %=> E = 'aGVsbG8='.
%  ?- base64(P, 'aGVsbG8=').   %=> P = hello.
%  ?- base64(_, _).   %=> instantiation_error.
base64(Plain, Encoded) :-
    '$base64'(Plain, Encoded, [encoding(octet),as(atom)]).

%! base64url(?Plain, ?Encoded) is det.
%  Like base64/2 for the UTF-8 encoding of Plain, in the URL-safe alphabet with - and _ instead of + and /, without
%  padding.
%  ?- base64url("hi?>>", E).   %=> E = 'aGk_Pj4'.
base64url(Plain, Encoded) :-
    '$base64'(Plain, Encoded, [charset(url),padding(false),as(atom)]).

%! base64_encoded(?Plain, ?Encoded, +Options) is det.
%  Like base64/2 for the UTF-8 encoding of Plain, with strings as results. Options: charset(classic or url);
%  padding(false) omits the final `=`; as(Type), codes, atom or string; encoding(Encoding), utf8 or octet.
%  ?- base64_encoded("é", E, []).   %=> E = "w6k=".
%  ?- base64_encoded(P, "w6k=", [as(atom)]).   %=> P = é.
base64_encoded(Plain, Encoded, Options) :-
    must_be(list, Options),
    '$base64'(Plain, Encoded, Options).

%! '$base64'(?Plain, ?Encoded, +Options)
'$base64'(Plain, Encoded, Options) :-
    option(encoding(Encoding), Options, utf8),
    option(as(Type), Options, string),
    option(charset(Charset), Options, classic),
    must_be(oneof([classic,url]), Charset),
    option(padding(Padding), Options, true),
    '$base64_alphabet'(Charset, Alphabet),
    '$encoded'(Plain, Encoded, base(6,4,Alphabet,Padding), Encoding, Type).

%! '$base64_alphabet'(+Charset, -Alphabet)
'$base64_alphabet'(classic, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").
'$base64_alphabet'(url, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").

%! base64(?Plain, ?S0, ?S) is semidet.
%  DCG nonterminal for the base64 encoding of the list of bytes Plain; decodes up to the end of the text.
%  ?- phrase(base64(`abc`), _L), atom_codes(A, _L).   %=> A = 'YWJj'.
base64(Plain, S0, S) :-
    (   is_list(Plain)
    ->  base64_encoded(Plain, Codes, [as(codes),encoding(octet)]),
        append(Codes, S, S0)
    ;   S = [],
        base64_encoded(Plain, S0, [as(codes),encoding(octet)])
    ).

%! base32(?Plain, ?Encoded) is det.
%  Encoded is the base32 encoding of Plain, a text whose characters are bytes, as an atom.
%  ?- base32("hello", E).   %=> E = 'NBSWY3DP'.
%  ?- base32(P, 'NBSWY3A=').   %=> P = hell.
base32(Plain, Encoded) :-
    '$encoded'(Plain, Encoded, base(5,8,"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",true), octet, atom).

%! '$encoded'(?Plain, ?Encoded, +Base, +Encoding, +Type)
%  Base is base(Bits, Letters, Alphabet, Padding): a letter encodes Bits bits, and Letters of them a whole number of
%  bytes.
'$encoded'(Plain, Encoded, Base, Encoding, Type) :-
    (   nonvar(Plain)
    ->  '$text_bytes'(Encoding, Plain, Bytes),
        Base = base(Bits,Letters,Alphabet,Padding),
        '$encode'(Bytes, 0, 0, Bits, Alphabet, Codes0),
        (   Padding == false
        ->  Codes = Codes0
        ;   length(Codes0, Length),
            Missing is -Length mod Letters,
            length(Pad, Missing),
            maplist(=(0'=), Pad),
            append(Codes0, Pad, Codes)
        ),
        '$text_as'(Type, Codes, Encoded)
    ;   nonvar(Encoded)
    ->  text_to_string(Encoded, Text),
        string_codes(Text, Codes),
        Base = base(Bits,_,Alphabet,_),
        '$decode'(Codes, 0, 0, Bits, Alphabet, Bytes),
        '$text_bytes_back'(Encoding, Bytes, Plains),
        '$text_as'(Type, Plains, Plain)
    ;   instantiation_error(Plain)
    ).

%! '$text_bytes'(+Encoding, +Text, -Bytes)
'$text_bytes'(Encoding, Text, Bytes) :-
    must_be(nonvar, Text),
    (   number(Text)
    ->  number_codes(Text, Codes)
    ;   text_to_string(Text, String),
        string_codes(String, Codes)
    ),
    (   Encoding == octet
    ->  (   member(Code, Codes),
            Code > 255
        ->  representation_error(encoding)
        ;   Bytes = Codes
        )
    ;   phrase(utf8_codes(Codes), Bytes)
    ).

%! '$text_bytes_back'(+Encoding, +Bytes, -Codes)
'$text_bytes_back'(Encoding, Bytes, Codes) :-
    (   Encoding == octet
    ->  Codes = Bytes
    ;   phrase(utf8_codes(Codes), Bytes)
    ->  true
    ;   representation_error(encoding)
    ).

%! '$text_as'(+Type, +Codes, -Text)
'$text_as'(atom, Codes, Text) :-
    atom_codes(Text, Codes).
'$text_as'(string, Codes, Text) :-
    string_codes(Text, Codes).
'$text_as'(codes, Codes, Codes).

%! '$encode'(+Bytes, +Held, +Count, +Bits, +Alphabet, -Codes)
%  Held are the Count bits left of the previous bytes.
'$encode'(Bytes, Held, Count, Bits, Alphabet, Codes) :-
    (   Count >= Bits
    ->  Count1 is Count - Bits,
        Index is Held >> Count1,
        Held1 is Held /\ (1 << Count1 - 1),
        '$letter'(Index, Alphabet, Codes, Codes1),
        '$encode'(Bytes, Held1, Count1, Bits, Alphabet, Codes1)
    ;   Bytes = [Byte|Bytes1]
    ->  Held1 is Held << 8 \/ Byte,
        Count1 is Count + 8,
        '$encode'(Bytes1, Held1, Count1, Bits, Alphabet, Codes)
    ;   Count =:= 0
    ->  Codes = []
    ;   Index is Held << (Bits - Count),
        '$letter'(Index, Alphabet, Codes, [])
    ).

%! '$letter'(+Index, +Alphabet, -Codes, ?Rest)
'$letter'(Index, Alphabet, [Code|Rest], Rest) :-
    Position is Index + 1,
    get_string_code(Position, Alphabet, Code).

%! '$decode'(+Codes, +Held, +Count, +Bits, +Alphabet, -Bytes) is semidet.
'$decode'([], _, _, _, _, []).
'$decode'([Code|Codes], Held, Count, Bits, Alphabet, Bytes) :-
    (   Code =:= 0'=
    ->  maplist(=(0'=), Codes),
        Bytes = []
    ;   code_type(Code, space)
    ->  '$decode'(Codes, Held, Count, Bits, Alphabet, Bytes)
    ;   char_code(Char, Code),
        sub_string(Alphabet, Index, 1, _, Char),
        !,
        Held1 is Held << Bits \/ Index,
        Count1 is Count + Bits,
        (   Count1 >= 8
        ->  Count2 is Count1 - 8,
            Byte is Held1 >> Count2,
            Held2 is Held1 /\ (1 << Count2 - 1),
            Bytes = [Byte|Bytes1]
        ;   Count2 = Count1,
            Held2 = Held1,
            Bytes = Bytes1
        ),
        '$decode'(Codes, Held2, Count2, Bits, Alphabet, Bytes1)
    ).

%! utf8_codes(?Codes, ?S0, ?S) is semidet.
%  DCG nonterminal for the UTF-8 encoding of a list of character codes; fails if the bytes are not valid UTF-8.
%  ?- phrase(utf8_codes([233]), L).   %=> L = [195, 169].
%  ?- phrase(utf8_codes(L), [195, 169, 97]).   %=> L = [233, 97].
%  ?- phrase(utf8_codes(_), [195, 97]).   %=> false.
utf8_codes(Codes, S0, S) :-
    (   is_list(Codes)
    ->  string_codes(Text, Codes),
        string_bytes(Text, Bytes, utf8),
        append(Bytes, S, S0)
    ;   S = [],
        string_bytes(Text, S0, utf8),
        % Invalid bytes have been replaced, so the round trip differs.
        string_bytes(Text, S0, utf8),
        string_codes(Text, Codes)
    ).
