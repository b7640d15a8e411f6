% Universally unique identifiers: library(uuid).

%! uuid(-UUID) is det.
%  UUID is a random identifier (version 4), an atom. It is unique as far as the random numbers are: with the grant of
%  randomness.
%  ?- uuid(U), atom_length(U, N), is_uuid(U).   %=> N = 36.
uuid(UUID) :-
    uuid(UUID, []).

%! uuid(-UUID, +Options) is det.
%  The option format(F) gives an atom, or for integer a number of 128 bits; version(4) is the only version.
%  ?- uuid(U, [format(integer)]), integer(U).
uuid(UUID, Options) :-
    option(version(Version), Options, 4),
    must_be(oneof([4]), Version),
    option(format(Format), Options, atom),
    must_be(oneof([atom,integer]), Format),
    Random is random(1 << 122),
    Number is (Random >> 74) << 80 \/ 4 << 76 \/ ((Random >> 62) /\ 0xfff) << 64 \/ 2 << 62 \/ (Random /\ ((1 << 62) - 1)),
    (   Format == integer
    ->  UUID = Number
    ;   format(atom(Digits), "~`0t~16r~32|", [Number]),
        sub_atom(Digits, 0, 8, _, A),
        sub_atom(Digits, 8, 4, _, B),
        sub_atom(Digits, 12, 4, _, C),
        sub_atom(Digits, 16, 4, _, D),
        sub_atom(Digits, 20, 12, _, E),
        atomic_list_concat([A,B,C,D,E], -, UUID)
    ).

%! is_uuid(@Term) is semidet.
%  True of an atom or a string that looks like an identifier.
%  ?- is_uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'), \+ is_uuid(abc).
is_uuid(Term) :-
    ( atom(Term) -> true ; string(Term) ),
    split_string(Term, "-", "", Parts),
    maplist('$hexadecimal', Parts, [8,4,4,4,12]).

%! '$hexadecimal'(+String, +Length) is semidet.
'$hexadecimal'(String, Length) :-
    string_length(String, Length),
    string_chars(String, Characters),
    forall(member(Character, Characters), char_type(Character, xdigit(_))).

%! uuid_property(+UUID, -Property) is nondet.
%  Property is version(V), or for version 1 time(Stamp), when it was made.
%  ?- uuid_property('f81d4fae-7dec-11d0-a765-00a0c91e6bf6', P).   %=> P = version(1) ; P = time(854991792.216875).
uuid_property(UUID, Property) :-
    must_be(atomic, UUID),
    (   is_uuid(UUID)
    ->  split_string(UUID, "-", "", [Low,Middle,High|_])
    ;   throw(error(type_error(uuid, UUID), _))
    ),
    sub_string(High, 0, 1, _, Digit),
    number_string(Version, Digit),
    (   Version =\= 1
    ->  Property = version(Version)
    ;   Property = version(1)
    ;   sub_string(High, 1, 3, _, Top),
        atomics_to_string(['0x',Top,Middle,Low], Digits),
        number_string(Ticks, Digits),
        Stamp is (Ticks - 0x01b21dd213814000) / 10000000.0,
        Property = time(Stamp)
    ).
