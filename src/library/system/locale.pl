% Locales: how `~:d` and `~:f` of format/2 write numbers. A locale is known by its alias, or as '$locale'(Number).

%! current_locale(-Locale) is det.
%  Locale is the one that format/2 heeds.
%  ?- current_locale(L).   %=> L = default.
current_locale(Locale) :-
    (   nb_current('$locale', locale(Known, _, _, _))
    ->  Locale = Known
    ;   Locale = default
    ).

%! set_locale(+Locale) is det.
%  From now on, format/2 writes numbers as Locale does.
%  ?- locale_create(_, "C", [alias(points), thousands_sep('.'), grouping([repeat(3)])]), set_locale(points), format(atom(Text), "~:d", [1234567]).   %=> Text = '1.234.567'.
%  ?- set_locale(other).   %=> existence_error(locale, other).
set_locale(Locale) :-
    '$locale_parts'(Locale, Point, Separator, Groups),
    nb_setval('$locale', locale(Locale, Point, Separator, Groups)).

%! locale_create(-Locale, +From, +Options) is det.
%  Makes a locale like From, which is a locale or "C", but for Options: alias(Name), decimal_point(Atom),
%  thousands_sep(Atom), grouping(Groups). Groups are the numbers of digits from the right; repeat(Number), at the end,
%  stands for all further ones.
%  ?- locale_create(L, "C", [alias(pairs), thousands_sep(' '), grouping([repeat(2)])]), locale_property(L, grouping(G)).   %=> L = pairs, G = [repeat(2)].
%  ?- locale_create(_, "nowhere", []).   %=> existence_error(locale, "nowhere").
%  ?- locale_create(_, "C", [grouping([repeat(0)])]).   %=> domain_error(digit_group_size, 0).
locale_create(Locale, From, Options) :-
    '$locale_origin'(From, Point0, Separator0, Groups0),
    must_be(list, Options),
    '$locale_text'(decimal_point, Options, Point0, Point),
    '$locale_text'(thousands_sep, Options, Separator0, Separator),
    (   memberchk(grouping(Groups), Options)
    ->  must_be(list, Groups),
        maplist('$check_group', Groups)
    ;   Groups = Groups0
    ),
    Point \== '',
    (   memberchk(alias(Alias), Options)
    ->  must_be(atom, Alias),
        (   '$locale_known'(Alias, _, _, _)
        ->  permission_error(create, locale, Alias)
        ;   Name = Alias
        )
    ;   flag('$locales', Number, Number + 1),
        Name = '$locale'(Number)
    ),
    Locale = Name,
    assertz('$locale':known(Name, Point, Separator, Groups)).

%! '$locale_origin'(+From, -Point, -Separator, -Groups) is det.
'$locale_origin'(From, Point, Separator, Groups) :-
    must_be(nonvar, From),
    (   ( string(From) ; atom(From), \+ '$locale_known'(From, _, _, _) ),
        atom_string(Name, From),
        memberchk(Name, ['C', 'POSIX', 'C.UTF-8', ''])
    ->  '$locale_parts'(default, Point, Separator, Groups)
    ;   '$locale_parts'(From, Point, Separator, Groups)
    ).

%! '$locale_text'(+Name, +Options, +Text0, -Text) is det.
'$locale_text'(Name, Options, Text0, Text) :-
    Option =.. [Name,Given],
    (   memberchk(Option, Options)
    ->  must_be(atom, Given),
        atom_length(Given, Length),
        ( Length > 16 -> domain_error(Name, Given) ; Text = Given )
    ;   Text = Text0
    ).

%! '$check_group'(+Group) is det.
'$check_group'(Group) :-
    must_be(nonvar, Group),
    ( Group = repeat(Size) -> true ; Size = Group ),
    must_be(integer, Size),
    ( Size > 0 -> true ; domain_error(digit_group_size, Size) ).

%! '$locale_known'(?Locale, -Point, -Separator, -Groups) is nondet.
'$locale_known'(default, '.', '', []).
'$locale_known'(Locale, Point, Separator, Groups) :-
    '$if_known'('$locale':known(Locale, Point, Separator, Groups)).

%! '$locale_parts'(+Locale, -Point, -Separator, -Groups) is det.
'$locale_parts'(Locale, Point, Separator, Groups) :-
    must_be(nonvar, Locale),
    (   '$locale_known'(Locale, Point, Separator, Groups)
    ->  true
    ;   existence_error(locale, Locale)
    ).

%! locale_destroy(+Locale) is det.
%  Forgets a locale.
%  ?- locale_destroy(nowhere).   %=> existence_error(locale, nowhere).
locale_destroy(Locale) :-
    '$locale_parts'(Locale, _, _, _),
    (   Locale == default
    ->  permission_error(destroy, locale, Locale)
    ;   retractall('$locale':known(Locale, _, _, _))
    ).

%! locale_property(?Locale, ?Property) is nondet.
%  True if the locale has a property: alias(Name), decimal_point(Atom), thousands_sep(Atom), grouping(Groups).
%  ?- locale_property(default, decimal_point(P)).   %=> P = '.'.
locale_property(Locale, Property) :-
    (   var(Property)
    ->  true
    ;   memberchk(Property, [alias(_), decimal_point(_), thousands_sep(_), grouping(_)])
    ->  true
    ;   domain_error(locale_property, Property)
    ),
    '$locale_known'(Locale, Point, Separator, Groups),
    (   atom(Locale),
        Property = alias(Locale)
    ;   Property = decimal_point(Point)
    ;   Separator \== '',
        Property = thousands_sep(Separator)
    ;   Groups \== [],
        Property = grouping(Groups)
    ).
