% Subterms and variables of terms, with the names of library(occurs).

%! sub_term(-Part, @Term) is nondet.
%  True if Part is Term or one of its subterms.
%  ?- findall(X, sub_term(X, f(a, g(b))), L).
sub_term(Part, Term) :-
    Part = Term.
sub_term(Part, Term) :-
    compound(Term),
    functor(Term, _, Arity),
    between(1, Arity, Index),
    arg(Index, Term, Argument),
    sub_term(Part, Argument).

%! contains_term(+Part, +Term) is semidet.
%  True if a subterm of Term unifies with Part.
%  ?- contains_term(b, f(a, g(b))).
contains_term(Part, Term) :-
    once(sub_term(Part, Term)).

%! free_of_term(+Part, +Term) is semidet.
%  True if no subterm of Term unifies with Part.
%  ?- free_of_term(c, f(a, g(b))).
free_of_term(Part, Term) :-
    \+ sub_term(Part, Term).

%! contains_var(@Part, @Term) is semidet.
%  True if a subterm of Term is identical to Part.
%  ?- contains_var(_X, f(a, _X)).
contains_var(Part, Term) :-
    \+ free_of_var(Part, Term).

%! free_of_var(@Part, @Term) is semidet.
%  True if no subterm of Term is identical to Part.
%  ?- free_of_var(_X, f(a, _)).
free_of_var(Part, Term) :-
    \+ sub_var(Part, Term).

%! sub_var(@Part, @Term) is nondet.
%  True for each subterm of Term that is identical to Part.
%  ?- findall(x, sub_var(_X, f(_X, _X)), L).   %=> L = [x,x].
sub_var(Part, Term) :-
    sub_term(Other, Term),
    Other == Part.

%! occurrences_of_term(@Part, @Term, -Count) is det.
%  Count is the number of subterms of Term that unify with Part.
%  ?- occurrences_of_term(a, f(a, g(a)), N).
occurrences_of_term(Part, Term, Count) :-
    aggregate_all(count, sub_term(Part, Term), Count).

%! occurrences_of_var(@Part, @Term, -Count) is det.
%  Count is the number of subterms of Term that are identical to Part.
%  ?- occurrences_of_var(_X, f(_X, g(_X)), N).   %=> N = 2.
occurrences_of_var(Part, Term, Count) :-
    aggregate_all(count, sub_var(Part, Term), Count).

%! sub_term_shared_variables(@Part, @Term, -Shared) is det.
%  Shared are the variables of Part that also occur in Term outside of it.
%  ?- T = f(g(X,Y),X), arg(1, T, P), sub_term_shared_variables(P, T, Vs), Vs == [X].   %=> T = f(g(X,Y),X), P = g(X,Y), Vs = [X].
sub_term_shared_variables(Part, Term, Shared) :-
    term_variables(Part, Inside),
    '$term_without'(Term, Part, Rest),
    term_variables(Rest, Outside),
    '$those_among'(Inside, Outside, Shared).

%! '$term_without'(@Term, @Part, -Rest)
%  Rest has the variables of Term but for those in the places of Part.
'$term_without'(Term, Part, Rest) :-
    (   same_term(Term, Part)
    ->  Rest = []
    ;   compound(Term)
    ->  Term =.. [_|Arguments],
        maplist('$term_without_in'(Part), Arguments, Rest)
    ;   Rest = Term
    ).

%! '$term_without_in'(@Part, @Term, -Rest)
'$term_without_in'(Part, Term, Rest) :-
    '$term_without'(Term, Part, Rest).
