% Text encodings of bytes: base64 and base32 (RFC 4648), with the names of library(base64) and library(base32).

%! base64(?Plain, ?Encoded) is det.
%  Encoded is the base64 encoding of Plain, a text whose characters are bytes, as an atom. If Plain is unbound, it
%  becomes the decoded atom.
%  ?- base64("hello", E).   %=> E = 'aGVsbG8='.
%  ?- base64(P, 'aGVsbG8=').   %=> P = hello.
%  ?- base64(_, 'a').   %=> false.
%  ?- base64(_, _).   %=> instantiation_error.
base64(Plain, Encoded) :-
    '$base64'(Plain, Encoded, [encoding(octet),as(atom)]).

%! base64url(?Plain, ?Encoded) is det.
%  Like base64/2 for the UTF-8 encoding of Plain, in the URL-safe alphabet with - and _ instead of + and /, without
%  padding.
%  ?- base64url("hi?>>", E).   %=> E = 'aGk_Pj4'.
base64url(Plain, Encoded) :-
    '$base64'(Plain, Encoded, [charset(url),padding(optional),as(atom)]).

%! base64_encoded(?Plain, ?Encoded, +Options) is det.
%  Like base64/2 for the UTF-8 encoding of Plain, with strings as results. Options: charset(classic or url);
%  padding(false) omits the final `=`; as(Type), codes, atom or string; encoding(Encoding), utf8, octet or iso_latin_1.
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
    must_be(oneof([codes,atom,string]), Type),
    option(padding(Padding), Options, true),
    '$base_of'(Charset, Base),
    '$encoded'(Plain, Encoded, Base, Padding, Encoding, Type).

%! '$base_of'(+Charset, -Base)
'$base_of'(classic, base64).
'$base_of'(url, base64url).

%! base64(?Plain, ?S0, ?S) is semidet.
%  DCG nonterminal for the base64 encoding of the list of bytes Plain; decodes up to the end of the text.
%  ?- phrase(base64(`abc`), _L), atom_codes(A, _L).   %=> A = 'YWJj'.
base64(Plain, S0, S) :-
    '$encoding_rule'(base64, Plain, S0, S).

%! base32(?Plain, ?Encoded) is det.
%  Encoded is the base32 encoding of Plain, a text whose characters are bytes, as an atom.
%  ?- base32("hello", E).   %=> E = 'NBSWY3DP'.
%  ?- base32(P, 'NBSWY3A=').   %=> P = hell.
base32(Plain, Encoded) :-
    '$encoded'(Plain, Encoded, base32, true, octet, atom).

%! '$encoded'(?Plain, ?Encoded, +Base, +Padding, +Encoding, +Type)
'$encoded'(Plain, Encoded, Base, Padding, Encoding, Type) :-
    (   nonvar(Plain)
    ->  '$plain_text'(Base, Plain, String),
        ( Padding == true -> Pad = true ; Pad = false ),
        (   '$base_encode'(Base, Pad, Encoding, String, Text)
        ->  '$text_as'(Type, Text, Encoded)
        ;   representation_error(encoding)
        )
    ;   nonvar(Encoded)
    ->  '$plain_text'(Base, Encoded, String),
        ( Base == base32 -> true ; '$is_padded'(Base, Padding, String) ),
        '$base_decode'(Base, Encoding, String, Text),
        (   Text == []
        ->  representation_error(encoding)
        ;   '$text_as'(Type, Text, Plain)
        )
    ;   instantiation_error(Plain)
    ).

%! '$plain_text'(+Base, +Text, -String) is det.
'$plain_text'(Base, Text, String) :-
    (   Base == base32
    ->  atom_codes(Text, Codes),
        string_codes(String, Codes)
    ;   number(Text)
    ->  type_error(text, Text)
    ;   text_to_string(Text, String)
    ).

%! '$is_padded'(+Base, +Padding, +Encoded) is semidet.
%  Base64 is padded to groups of four characters, blanks apart, unless padding(false) is given, where `=` is none of it.
'$is_padded'(Base, Padding, Encoded) :-
    (   Padding == optional
    ->  true
    ;   Padding == false
    ->  ( sub_string(Encoded, _, 1, _, "=") -> syntax_error(base64_char(Base, 0'=)) ; true )
    ;   split_string(Encoded, " \t\r\n", "", Parts),
        atomic_list_concat(Parts, Joined),
        atom_length(Joined, Length),
        Length mod 4 =:= 0
    ).

%! '$text_string'(+Text, -String)
'$text_string'(Text, String) :-
    (   number(Text)
    ->  number_codes(Text, Codes),
        string_codes(String, Codes)
    ;   text_to_string(Text, String)
    ).

%! '$text_as'(+Type, +String, ?Text)
'$text_as'(atom, String, Text) :-
    (   ( var(Text) ; compound(Text), \+ catch(text_to_string(Text, _), _, fail) )
    ->  atom_string(Found, String),
        Text = Found
    ;   string_codes(String, Codes),
        atom_codes(Text, Codes)
    ).
'$text_as'(string, String, Text) :-
    (   var(Text)
    ->  Text = String
    ;   string_codes(String, Codes),
        string_codes(Text, Codes)
    ).
'$text_as'(codes, String, Codes) :-
    string_codes(String, Codes).

%! utf8_codes(?Codes, ?S0, ?S) is semidet.
%  DCG nonterminal for the UTF-8 encoding of a list of character codes; fails if the bytes are not valid UTF-8.
%  ?- phrase(utf8_codes([233]), L).   %=> L = [195, 169].
%  ?- phrase(utf8_codes(L), [195, 169, 97]).   %=> L = [233, 97].
%  ?- phrase(utf8_codes(_), [195, 97]).   %=> false.
utf8_codes(Codes, S0, S) :-
    '$is_list_or_partial'(Codes),
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

%! base64url(?Plain, ?S0, ?S) is semidet.
%  Grammar rule for the codes of Plain in the alphabet of addresses, without padding.
%  ?- phrase(base64url([97]), _L), atom_codes(A, _L).   %=> A = 'YQ'.
base64url(Plain, S0, S) :-
    '$encoding_rule'(base64url, Plain, S0, S).

%! base32(?Plain, ?S0, ?S) is semidet.
%  Grammar rule for the codes of Plain in base32.
%  ?- phrase(base32([97]), _L), atom_codes(A, _L).   %=> A = 'ME======'.
base32(Plain, S0, S) :-
    '$encoding_rule'(base32, Plain, S0, S).

%! '$encoding_rule'(+Encoding, ?Plain, ?S0, ?S) is semidet.
'$encoding_rule'(Encoding, Plain, S0, S) :-
    (   is_list(Plain)
    ->  string_codes(Text, Plain),
        call(Encoding, Text, Encoded),
        string_codes(Encoded, Codes),
        append(Codes, S, S0)
    ;   var(Plain),
        append(Codes, S, S0),
        S = [],
        string_codes(Encoded, Codes),
        call(Encoding, Text, Encoded),
        string_codes(Text, Plain)
    ).
