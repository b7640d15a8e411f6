% How alike two texts are, with the names of library(isub).

%! isub(+Text1, +Text2, -Likeness, +Options) is det.
%  Likeness is a number from -1.0, for nothing in common, to 1.0, for equal texts, after Stoilos, Stamou and Kollias.
%  Options: zero_to_one(true), for a number from 0.0 to 1.0; normalize(true), to ignore case, blanks, dots and
%  underscores; substring_threshold(Count), 2 by default: longer common parts count.
%  ?- isub(abcd, abxx, L, []).   %=> L = -0.8.
%  ?- isub(abcd, abcd, L, [zero_to_one(true)]).   %=> L = 1.0.
isub(Text1, Text2, Likeness, Options) :-
    must_be(list, Options),
    option(normalize(Normalize), Options, false),
    must_be(boolean, Normalize),
    option(zero_to_one(ZeroToOne), Options, false),
    must_be(boolean, ZeroToOne),
    option(substring_threshold(Threshold), Options, 2),
    must_be(nonneg, Threshold),
    '$isub'(Text1, Text2, Threshold, Normalize, Likeness0),
    ( ZeroToOne == true -> Likeness is (Likeness0 + 1) / 2 ; Likeness = Likeness0 ).
