% Type tests of SWI-Prolog beyond those of the standard, and classes of numbers.

%! blob(@Term, -Type) is semidet.
%  Type is the type of a term without text: stream, clause, record, or the kind of an object of the host; text for
%  an atom.
%  ?- blob(abc, T).   %=> T = text.
blob(Term, Type) :-
    nonvar(Term),
    (   '$object_kind'(Term, Kind)
    ->  Type = Kind
    ;   atom(Term)
    ->  Type = text
    ;   '$blob_type'(Term, Type)
    ).

%! '$blob_type'(+Term, -Type)
'$blob_type'('$stream'(_), stream).
'$blob_type'('$clause'(_), clause).
'$blob_type'('$record'(_), record).

%! bounded_number(+Low, +High, +Number) is semidet.
%  True if Low =< Number =< High.
%  ?- bounded_number(1, 3, 2.5).
bounded_number(Low, High, Number) :-
    number(Number),
    Low =< Number,
    Number =< High.

%! float_class(+Float, -Class) is det.
%  Class is the class of a float: nan, infinite, zero, subnormal or normal.
%  ?- float_class(1.5, C).   %=> C = normal.
%  ?- float_class(0.0, C).   %=> C = zero.
float_class(Float, Class) :-
    must_be(float, Float),
    (   Float =\= Float
    ->  Class = nan
    ;   Float =:= 0
    ->  Class = zero
    ;   abs(Float) > 1.7976931348623157e308
    ->  Class = infinite
    ;   abs(Float) < 2.2250738585072014e-308
    ->  Class = subnormal
    ;   Class = normal
    ).
