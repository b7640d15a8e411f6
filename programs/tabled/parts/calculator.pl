% A grammar as books write it: left-recursive, so that subtraction and division associate to the left. Tabled nonterminals
% do not loop, and each phrase is parsed once.

:- module(calculator, [parsed/2, value/2, trees/2]).

:- table expression//1, term//1, noun_phrase//1.

expression(A + B) --> expression(A), "+", term(B).
expression(A - B) --> expression(A), "-", term(B).
expression(A) --> term(A).

term(A * B) --> term(A), "*", factor(B).
term(A / B) --> term(A), "/", factor(B).
term(A) --> factor(A).

factor(N) --> digits([D|Ds]), { number_codes(N, [D|Ds]) }.
factor(A) --> "(", expression(A), ")".

digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).

digit(D) --> [D], { code_type(D, digit) }.

%! parsed(+Text, -Tree) is semidet.
parsed(Text, Tree) :-
    string_codes(Text, Codes),
    phrase(expression(Tree), Codes),
    !.

%! value(+Text, -Value) is semidet.
value(Text, Value) :-
    parsed(Text, Tree),
    Value is Tree.

% An ambiguous one: `old men and women in boats` has several readings.
noun_phrase(and(A, B)) --> noun_phrase(A), [and], noun_phrase(B).
noun_phrase(in(A, B)) --> noun_phrase(A), [in], noun_phrase(B).
noun_phrase(old(A)) --> [old], noun_phrase(A).
noun_phrase(N) --> [N], { memberchk(N, [men,women,boats]) }.

%! trees(+Words, -Trees) is det.
trees(Words, Trees) :-
    findall(Tree, phrase(noun_phrase(Tree), Words), Found),
    sort(Found, Trees).
