% Terms in which variables were numbered as '$VAR'(N), turned back.

%! varnumbers(+Numbered, -Term) is det.
%  Term is Numbered with a variable for each '$VAR'(N), the same for the same N.
%  ?- varnumbers(f('$VAR'(0), '$VAR'(1), '$VAR'(0)), T).   %=> T = f(X, Y, X).
varnumbers(Numbered, Term) :-
    varnumbers(Numbered, 0, Term).

%! varnumbers(+Numbered, +Start, -Term) is det.
%  As varnumbers/2; only for numbers from Start on.
%  ?- varnumbers(f('$VAR'(0), '$VAR'(1)), 1, T).   %=> T = f('$VAR'(0), X).
varnumbers(Numbered, Start, Term) :-
    must_be(integer, Start),
    must_be(acyclic, Numbered),
    empty_assoc(Names),
    '$varnumbers'(Numbered, Start, Names, _, Term).

%! '$varnumbers'(+Numbered, +Start, +Names0, -Names, -Term)
'$varnumbers'(Numbered, Start, Names0, Names, Term) :-
    (   \+ compound(Numbered)
    ->  Term = Numbered,
        Names = Names0
    ;   Numbered = '$VAR'(N),
        integer(N),
        N >= Start
    ->  (   get_assoc(N, Names0, Term)
        ->  Names = Names0
        ;   put_assoc(N, Names0, Term, Names)
        )
    ;   Numbered =.. [Name|Arguments],
        '$varnumbers_all'(Arguments, Start, Names0, Names, Terms),
        Term =.. [Name|Terms]
    ).

%! '$varnumbers_all'(+Arguments, +Start, +Names0, -Names, -Terms)
'$varnumbers_all'([], _, Names, Names, []).
'$varnumbers_all'([Argument|Arguments], Start, Names0, Names, [Term|Terms]) :-
    '$varnumbers'(Argument, Start, Names0, Names1, Term),
    '$varnumbers_all'(Arguments, Start, Names1, Names, Terms).

%! max_var_number(+Term, +Start, -Max) is det.
%  Max is the largest N of a '$VAR'(N) in Term, or Start if that is larger.
%  ?- max_var_number(f('$VAR'(3), '$VAR'(1)), 0, M).   %=> M = 3.
max_var_number(Term, Start, Max) :-
    findall(N, ( sub_term(Part, Term), nonvar(Part), Part = '$VAR'(N), integer(N) ), Ns),
    max_list([Start|Ns], Max).
