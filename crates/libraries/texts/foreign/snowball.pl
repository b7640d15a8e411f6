% Stems of words in many languages, with the names of library(snowball).

%! snowball(+Algorithm, +Word, -Stem) is det.
%  Stem is the stem of Word, which should be in lower case, an atom. Algorithm is the name of a language, its code of two
%  letters, or porter.
%  ?- snowball(english, running, S).   %=> S = run.
%  ?- snowball(foo, x, _).   %=> domain_error(snowball_algorithm, foo).
snowball(Algorithm, Word, Stem) :-
    must_be(atom, Algorithm),
    (   Algorithm == porter
    ->  porter_stem(Word, Stem)
    ;   ( '$snowball_code'(Algorithm, Name) -> true ; Name = Algorithm ),
        '$snowball'(Name, Word, Found)
    ->  Stem = Found
    ;   domain_error(snowball_algorithm, Algorithm)
    ).

%! snowball_current_algorithm(?Algorithm) is nondet.
%  Algorithm is one that snowball/3 knows.
%  ?- snowball_current_algorithm(turkish).
snowball_current_algorithm(porter).
snowball_current_algorithm(Name) :-
    '$snowball_code'(_, Name).

%! '$snowball_code'(?Code, ?Name)
'$snowball_code'(ar, arabic).
'$snowball_code'(da, danish).
'$snowball_code'(nl, dutch).
'$snowball_code'(en, english).
'$snowball_code'(fi, finnish).
'$snowball_code'(fr, french).
'$snowball_code'(de, german).
'$snowball_code'(el, greek).
'$snowball_code'(hu, hungarian).
'$snowball_code'(it, italian).
'$snowball_code'(no, norwegian).
'$snowball_code'(pt, portuguese).
'$snowball_code'(ro, romanian).
'$snowball_code'(ru, russian).
'$snowball_code'(es, spanish).
'$snowball_code'(sv, swedish).
'$snowball_code'(ta, tamil).
'$snowball_code'(tr, turkish).
