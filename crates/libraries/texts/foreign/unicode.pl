% Normal forms of texts and properties of characters, with the names of library(unicode).

%! unicode_nfd(+Text, -Normal) is det.
%  Normal is Text in the normal form D: letters and their marks are apart.
%  ?- unicode_nfd('é', _A), atom_codes(_A, L).   %=> L = [101,769].
unicode_nfd(Text, Normal) :-
    '$unicode_map'(Text, 'D', Normal).

%! unicode_nfc(+Text, -Normal) is det.
%  Normal is Text in the normal form C: letters and their marks are together.
%  ?- atom_codes(_A, [101,769]), unicode_nfc(_A, B), atom_codes(B, L).   %=> B = é, L = [233].
unicode_nfc(Text, Normal) :-
    '$unicode_map'(Text, 'C', Normal).

%! unicode_nfkd(+Text, -Normal) is det.
%  Like unicode_nfd/2, and characters become those that they are variants of.
%  ?- unicode_nfkd('ﬁ', A).   %=> A = fi.
unicode_nfkd(Text, Normal) :-
    '$unicode_map'(Text, 'DK', Normal).

%! unicode_nfkc(+Text, -Normal) is det.
%  Like unicode_nfc/2, and characters become those that they are variants of.
%  ?- unicode_nfkc('ﬁ', A).   %=> A = fi.
unicode_nfkc(Text, Normal) :-
    '$unicode_map'(Text, 'CK', Normal).

%! unicode_map(+Text, -Mapped, +Options) is det.
%  Mapped is Text, an atom, changed as the options say: decompose, compose, compat (with one of these), casefold,
%  stripmark, ignore (no ignorable characters), nlf2lf (line ends become newlines), stable (no effect).
%  ?- unicode_map('É', A, [stripmark]).   %=> A = 'E'.
%  ?- unicode_map('É', A, [casefold]).   %=> A = é.
unicode_map(Text, Mapped, Options) :-
    must_be(list(atom), Options),
    (   member(Unknown, Options),
        Unknown \== stable,
        \+ '$unicode_way'(Unknown, _)
    ->  domain_error(unicode_option, Unknown)
    ;   true
    ),
    findall(Way, ( member(Option, Options), '$unicode_way'(Option, Way) ), Ways0),
    (   memberchk(compat, Options),
        \+ memberchk(compose, Options)
    ->  Ways = ['D'|Ways0]
    ;   memberchk(stripmark, Options),
        \+ memberchk(decompose, Options)
    ->  Ways = ['C'|Ways0]
    ;   Ways = Ways0
    ),
    atomic_list_concat(Ways, Letters),
    '$unicode_map'(Text, Letters, Mapped).

%! '$unicode_way'(+Option, -Letter) is semidet.
'$unicode_way'(decompose, 'D').
'$unicode_way'(compose, 'C').
'$unicode_way'(compat, 'K').
'$unicode_way'(casefold, f).
'$unicode_way'(stripmark, m).
'$unicode_way'(ignore, i).
'$unicode_way'(nlf2lf, s).

%! unicode_property(+Character, ?Property) is nondet.
%  Property is one of a character, which is given by its code or as an atom: category(Name), combining_class(Number),
%  uppercase_mapping(Code), lowercase_mapping(Code), titlecase_mapping(Code), ignorable(Boolean).
%  ?- unicode_property(0'a, category(C)).   %=> C = 'Ll'.
unicode_property(Character, Property) :-
    must_be(nonvar, Character),
    ( integer(Character) -> Code = Character ; char_code(Character, Code) ),
    (   nonvar(Property)
    ->  Property =.. [Name,Value],
        '$unicode_property'(Code, Name, Value)
    ;   member(Name, [category,combining_class,uppercase_mapping,lowercase_mapping,titlecase_mapping,ignorable]),
        '$unicode_property'(Code, Name, Value),
        Property =.. [Name,Value]
    ).
