% Subsumption, generalization, mapping and hashing of terms, with the names of library(terms).

%! subsumes_chk(@General, @Specific) is semidet.
%  Synonym of subsumes_term/2.
%  ?- subsumes_chk(f(_), f(a)).
subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

%! subsumes(?General, @Specific) is semidet.
%  Like subsumes_term/2, but also unifies the terms.
%  ?- subsumes(f(X), f(a)).   %=> X = a.
subsumes(General, Specific) :-
    subsumes_term(General, Specific),
    General = Specific.

%! variant(@A, @B) is semidet.
%  Synonym of =@=/2.
%  ?- variant(f(_X, _Y), f(_A, _B)).
variant(A, B) :-
    A =@= B.

%! '$those_among'(+Variables, +Others, -Both)
'$those_among'([], _, []).
'$those_among'([Variable|Variables], Others, Both) :-
    (   '$is_among'(Others, Variable)
    ->  Both = [Variable|More]
    ;   Both = More
    ),
    '$those_among'(Variables, Others, More).

%! same_functor(?A, ?B) is semidet.
%  True if A and B are compounds of the same name and arity.
%  ?- same_functor(f(a, b), T).   %=> T = f(_A, _B).
same_functor(A, B) :-
    (   nonvar(A)
    ->  functor(A, Name, Arity, Type),
        functor(B, Name, Arity, Type)
    ;   functor(B, Name, Arity, Type),
        functor(A, Name, Arity, Type)
    ).

%! mapargs(:Goal, ?A, ?B) is nondet.
%  True if A and B have the same functor and Goal is true for their corresponding arguments.
%  ?- mapargs(succ, f(1, 2), T).
%  ?- mapargs(succ, a, T).   %=> T = a.
mapargs(Goal, A, B) :-
    same_functor(A, B),
    (   compound(A)
    ->  compound_name_arguments(A, _, As),
        compound_name_arguments(B, _, Bs),
        maplist(Goal, As, Bs)
    ;   true
    ).

%! mapsubterms(:Goal, +Term, -Result) is det.
%  Result is Term with each subterm for which call(Goal, Subterm, New) succeeds replaced by New, outermost first.
%  ?- mapsubterms([a,b]>>true, f(a, g(a)), T).   %=> T = f(b, g(b)).
mapsubterms(Goal, Term, Result) :-
    foldsubterms('$map_nonvar'(Goal), Term, Result, _, _).

%! '$map_nonvar'(:Goal, +Term, -Result, _, _)
'$map_nonvar'(Goal, Term, Result, _, _) :-
    nonvar(Term),
    call(Goal, Term, Result).

%! foldsubterms(:Goal, +Term, +Start, -End) is det.
%  Folds the subterms of Term by Goal from Start to End; if Goal fails for a subterm, its arguments are visited.
%  ?- foldsubterms([_X,_N0,_N]>>(integer(_X), _N is _N0+_X), f(1, g(2)), 0, S).   %=> S = 3.
foldsubterms(Goal, Term, Start, End) :-
    foldsubterms('$fold_only'(Goal), Term, _, Start, End).

%! '$fold_only'(:Goal, +Term, _, +Start, -End)
'$fold_only'(Goal, Term, _, Start, End) :-
    call(Goal, Term, Start, End).

%! same_functor(?A, ?B, ?Arity) is semidet.
%  True if A and B are compounds of the same name and this Arity.
%  ?- same_functor(f(a, b), T, N).   %=> T = f(A, B), N = 2.
same_functor(A, B, Arity) :-
    same_functor(A, B, _, Arity).

%! same_functor(?A, ?B, ?Name, ?Arity) is semidet.
%  True if A and B are compounds of this Name and Arity.
%  ?- same_functor(f(a), _T, F, N).   %=> F = f, N = 1.
same_functor(A, B, Name, Arity) :-
    (   nonvar(A)
    ->  functor(A, Name, Arity, Type),
        functor(B, Name, Arity, Type)
    ;   functor(B, Name, Arity, Type),
        functor(A, Name, Arity, Type)
    ).

%! term_factorized(@Term, -Skeleton, -Substitutions) is det.
%  Skeleton is Term with a variable for each compound that occurs in it more than once; Substitutions has Variable =
%  Value for each of them. If Term is cyclic, both are acyclic.
%  ?- term_factorized(f(g(a), g(a)), S, L).   %=> S = f(X, X), L = [X = g(a)].
term_factorized(Term, Skeleton, Substitutions) :-
    '$count_compounds'([Term], t, Counts),
    assoc_to_list(Counts, Pairs),
    '$repeated'(Pairs, Repeated),
    list_to_assoc(Repeated, Variables),
    '$factored'(Term, Variables, Skeleton),
    '$substitutions'(Repeated, Variables, Substitutions).

%! '$count_compounds'(+Terms, +Counts0, -Counts)
%  Compounds that were visited before are not traversed again.
'$count_compounds'([], Counts, Counts).
'$count_compounds'([Term|Terms], Counts0, Counts) :-
    (   \+ compound(Term)
    ->  '$count_compounds'(Terms, Counts0, Counts)
    ;   get_assoc(Term, Counts0, _)
    ->  put_assoc(Term, Counts0, many, Counts1),
        '$count_compounds'(Terms, Counts1, Counts)
    ;   put_assoc(Term, Counts0, one, Counts1),
        Term =.. [_|Arguments],
        append(Arguments, Terms, Waiting),
        '$count_compounds'(Waiting, Counts1, Counts)
    ).

%! '$repeated'(+Pairs, -Repeated)
'$repeated'([], []).
'$repeated'([Term-Count|Pairs], Repeated) :-
    (   Count == many
    ->  Repeated = [Term-_|More]
    ;   Repeated = More
    ),
    '$repeated'(Pairs, More).

%! '$factored'(@Term, +Variables, -Skeleton)
'$factored'(Term, Variables, Skeleton) :-
    (   \+ compound(Term)
    ->  Skeleton = Term
    ;   get_assoc(Term, Variables, Variable)
    ->  Skeleton = Variable
    ;   '$factored_parts'(Term, Variables, Skeleton)
    ).

%! '$factored_parts'(@Term, +Variables, -Skeleton)
'$factored_parts'(Term, Variables, Skeleton) :-
    Term =.. [Name|Arguments],
    '$factored_all'(Arguments, Variables, Parts),
    Skeleton =.. [Name|Parts].

%! '$factored_all'(@Terms, +Variables, -Skeletons)
'$factored_all'([], _, []).
'$factored_all'([Term|Terms], Variables, [Skeleton|Skeletons]) :-
    '$factored'(Term, Variables, Skeleton),
    '$factored_all'(Terms, Variables, Skeletons).

%! '$substitutions'(+Repeated, +Variables, -Substitutions)
'$substitutions'([], _, []).
'$substitutions'([Term-Variable|Repeated], Variables, [Variable=Value|Substitutions]) :-
    '$factored_parts'(Term, Variables, Value),
    '$substitutions'(Repeated, Variables, Substitutions).

%! term_subsumer(@A, @B, -General) is det.
%  General is the most specific term that subsumes A and B.
%  ?- term_subsumer(f(a, b, a), f(c, b, c), G).   %=> G = f(X, b, X).
term_subsumer(A, B, General) :-
    '$subsumer'(A, B, General, [], _).

%! '$subsumer'(@A, @B, -General, +Pairs0, -Pairs)
%  Pairs map pairs of terms to their common variable.
'$subsumer'(A, B, General, Pairs0, Pairs) :-
    (   A == B
    ->  General = A,
        Pairs = Pairs0
    ;   compound(A),
        compound(B),
        functor(A, Name, Arity),
        functor(B, Name, Arity)
    ->  A =.. [_|As],
        B =.. [_|Bs],
        '$subsumers'(As, Bs, Generals, Pairs0, Pairs),
        General =.. [Name|Generals]
    ;   '$known_pair'(Pairs0, A, B, General)
    ->  Pairs = Pairs0
    ;   Pairs = [pair(A, B, General)|Pairs0]
    ).

%! '$subsumers'(+As, +Bs, -Generals, +Pairs0, -Pairs)
'$subsumers'([], [], [], Pairs, Pairs).
'$subsumers'([A|As], [B|Bs], [General|Generals], Pairs0, Pairs) :-
    '$subsumer'(A, B, General, Pairs0, Pairs1),
    '$subsumers'(As, Bs, Generals, Pairs1, Pairs).

%! '$known_pair'(+Pairs, @A, @B, -Variable)
'$known_pair'([pair(A0, B0, Variable0)|Pairs], A, B, Variable) :-
    (   A0 == A,
        B0 == B
    ->  Variable = Variable0
    ;   '$known_pair'(Pairs, A, B, Variable)
    ).

%! copy_term(+Variables, +Term, -NewVariables, -Copy) is det.
%  Like copy_term/2, but renames only Variables; the copy shares the other variables.
%  ?- copy_term([X], f(X, Y), [V], C), C == f(V, Y).
copy_term(Variables, Term, NewVariables, Copy) :-
    '$renamed'(Variables, Term, NewVariables0, Copy0),
    !,
    NewVariables = NewVariables0,
    Copy = Copy0.
copy_term(Variables, Term, NewVariables, Copy) :-
    % The attributes are copied apart, so that those of the shared variables stay as they are.
    term_attvars(Variables, Attributed),
    maplist(get_attrs, Attributed, Attributes),
    copy_term_nat(Variables, t(Attributed, Attributes, Variables, Term), _, t(NewAttributed, New, NewVariables0, Copy0)),
    maplist(put_attrs, NewAttributed, New),
    NewVariables = NewVariables0,
    Copy = Copy0.

%! copy_term_nat(+Variables, +Term, -NewVariables, -Copy) is det.
%  Like copy_term/4, but the new variables have no attributes.
%  ?- copy_term_nat([X], f(X, Y), [V], C), C == f(V, Y).
copy_term_nat(Variables, Term, NewVariables, Copy) :-
    '$renamed'(Variables, Term, NewVariables0, Copy0),
    !,
    NewVariables = NewVariables0,
    Copy = Copy0.
copy_term_nat(Variables, Term, NewVariables, Copy) :-
    '$other_variables'(Variables, Term, Others),
    copy_term_nat(t(Others, Variables, Term), t(Others, NewVariables, Copy)).

%! '$other_variables'(+Variables, +Term, -Others) is det.
'$other_variables'(Variables, Term, Others) :-
    term_variables(Variables, Renamed),
    term_variables(Renamed+Term, All),
    length(Renamed, Count),
    '$drop_first'(Count, All, Others).

%! variant_hash(+Term, -Hash) is det.
%  Hash is an integer that is the same for all variants of Term.
%  ?- variant_hash(f(X, Y, X), A), variant_hash(f(P, Q, P), B), A == B.
variant_hash(Term, Hash) :-
    must_be(acyclic, Term),
    (   term_attvars(Term, [])
    ->  true
    ;   type_error(free_of_attvar, Term)
    ),
    copy_term(Term, Copy),
    numbervars(Copy, 0, _),
    term_hash(Copy, Hash).

%! foldsubterms(:Goal, +Term, -Result, +Start, -End) is semidet.
%  Result is Term with each subterm for which call(Goal, Subterm, New, S0, S) succeeds replaced by New, outermost first;
%  the states lead from Start to End. Of a list, the elements are the subterms.
%  ?- foldsubterms([X,Y,A,B]>>(integer(X), Y is X*2, B is A+X), f(1, g(2)), T, 0, S).   %=> T = f(2, g(4)), S = 3.
foldsubterms(Goal, Term, Result, Start, End) :-
    (   call(Goal, Term, Result, Start, End)
    ->  true
    ;   is_list(Term)
    ->  '$fold_arguments'(Term, Goal, Result, Start, End)
    ;   compound(Term)
    ->  same_functor(Term, Result),
        compound_name_arguments(Term, _, Arguments),
        compound_name_arguments(Result, _, Results),
        '$fold_arguments'(Arguments, Goal, Results, Start, End)
    ;   Result = Term,
        End = Start
    ).

%! '$fold_arguments'(+Arguments, :Goal, -Results, +Start, -End)
'$fold_arguments'([], _, [], State, State).
'$fold_arguments'([Argument|Arguments], Goal, [Result|Results], Start, End) :-
    foldsubterms(Goal, Argument, Result, Start, Next),
    '$fold_arguments'(Arguments, Goal, Results, Next, End).

%! mapsubterms_var(:Goal, +Term, -Result) is det.
%  Like mapsubterms/3, but Goal is called for variables as well.
%  ?- mapsubterms_var([X,Y]>>(var(X), Y = v), f(_, a, g(_)), R).   %=> R = f(v,a,g(v)).
mapsubterms_var(Goal, Term, Result) :-
    foldsubterms('$map_any'(Goal), Term, Result, _, _).

%! '$map_any'(:Goal, +Term, -Result, _, _)
'$map_any'(Goal, Term, Result, _, _) :-
    call(Goal, Term, Result).
