% Analysis of program terms: conjunctions, indicators, heads.

%! comma_list(?Conjunction, ?List) is det.
%  List is the list of the goals of a conjunction.
%  ?- comma_list((a,b,c), L).     %=> L = [a,b,c].
%  ?- comma_list(C, [a,b]).       %=> C = (a,b).
comma_list(Conjunction, List) :-
    '$joined_list'(Conjunction, (','), List).

%! semicolon_list(?Disjunction, ?List) is det.
%  List is the list of the goals of a disjunction.
%  ?- semicolon_list((a;b;c), L).   %=> L = [a,b,c].
semicolon_list(Disjunction, List) :-
    '$joined_list'(Disjunction, (;), List).

%! '$joined_list'(?Term, +Name, ?List)
'$joined_list'(Term, Name, List) :-
    (   nonvar(Term)
    ->  must_be(acyclic, Term),
        '$parts_of'(Term, Name, Parts, []),
        List = Parts
    ;   is_list(List),
        List = [_|_]
    ->  '$join_parts'(List, Name, Term)
    ;   is_list(List)
    ->  domain_error(non_empty_list, List)
    ;   instantiation_error(Term)
    ).

%! '$parts_of'(+Term, +Name, -Parts, ?Tail)
'$parts_of'(Term, Name, Parts, Tail) :-
    (   compound(Term),
        functor(Term, Name, 2)
    ->  arg(1, Term, Left),
        arg(2, Term, Right),
        '$parts_of'(Left, Name, Parts, Rest),
        '$parts_of'(Right, Name, Rest, Tail)
    ;   Parts = [Term|Tail]
    ).

%! '$join_parts'(+Parts, +Name, -Term)
'$join_parts'([Part|Parts], Name, Term) :-
    (   Parts == []
    ->  Term = Part
    ;   Term =.. [Name,Part,Rest],
        '$join_parts'(Parts, Name, Rest)
    ).

%! mkconj(@A, @B, -Conjunction) is det.
%  Conjunction is the conjunction of A and B; `true` is dropped.
%  ?- mkconj(a, true, C).   %=> C = a.
%  ?- mkconj(a, b, C).      %=> C = (a,b).
mkconj(A, B, Conjunction) :-
    (   A == true
    ->  Conjunction = B
    ;   B == true
    ->  Conjunction = A
    ;   Conjunction = (A,B)
    ).

%! mkdisj(@A, @B, -Disjunction) is det.
%  Disjunction is the disjunction of A and B; `true` if one of them is `true`; `false` is dropped.
%  ?- mkdisj(a, false, C).   %=> C = a.
%  ?- mkdisj(a, b, C).       %=> C = (a;b).
mkdisj(A, B, Disjunction) :-
    (   ( A == true ; B == true )
    ->  Disjunction = true
    ;   ( A == false ; A == fail )
    ->  Disjunction = B
    ;   ( B == false ; B == fail )
    ->  Disjunction = A
    ;   Disjunction = (A;B)
    ).

%! pi_head(?Indicator, ?Head) is det.
%  Head is the most general head of the predicate Indicator, Name/Arity.
%  ?- pi_head(append/3, H).     %=> H = append(A, B, C).
%  ?- pi_head(P, f(_, _)).      %=> P = f/2.
pi_head(Indicator, Head) :-
    (   nonvar(Indicator)
    ->  '$indicated_head'(Indicator, Head)
    ;   nonvar(Head)
    ->  '$head_pi'(Head, Indicator)
    ;   instantiation_error(Indicator)
    ).

%! '$indicated_head'(+Indicator, ?Head)
'$indicated_head'(Module:Indicator, Module:Head) :- !,
    must_be(acyclic, Indicator),
    '$indicated_head'(Indicator, Head).
'$indicated_head'(Name/Arity, Head) :- !,
    functor(Head, Name, Arity).
'$indicated_head'(Name//Arity0, Head) :- !,
    Arity is Arity0 + 2,
    functor(Head, Name, Arity).
'$indicated_head'(Indicator, _) :-
    type_error(predicate_indicator, Indicator).

%! '$head_pi'(+Head, -Indicator)
'$head_pi'(Head, Indicator) :-
    (   Head = Module:Inner
    ->  must_be(acyclic, Head),
        Indicator = Module:Indicator0,
        '$head_pi'(Inner, Indicator0)
    ;   must_be(callable, Head),
        functor(Head, Name, Arity),
        Indicator = Name/Arity
    ).

%! head_name_arity(?Head, ?Name, ?Arity) is det.
%  True if Head has this Name and Arity.
%  ?- head_name_arity(H, f, 2).   %=> H = f(A, B).
head_name_arity(Head, Name, Arity) :-
    functor(Head, Name, Arity).

%! most_general_goal(+Goal, -General) is det.
%  General is the most general goal of the predicate of Goal.
%  ?- most_general_goal(f(a, b), G).   %=> G = f(A, B).
most_general_goal(Goal, General) :-
    (   nonvar(Goal),
        Goal = Module:Inner
    ->  must_be(acyclic, Goal),
        General = Module:General0,
        most_general_goal(Inner, General0)
    ;   must_be(callable, Goal),
        functor(Goal, Name, Arity),
        functor(General, Name, Arity)
    ).

%! extend_goal(+Goal0, +Extra, -Goal) is det.
%  Goal is Goal0 with the arguments Extra appended.
%  ?- extend_goal(f(a), [b,c], G).   %=> G = f(a, b, c).
extend_goal(Goal0, Extra, Goal) :-
    (   nonvar(Goal0),
        Goal0 = Module:Inner
    ->  must_be(acyclic, Goal0),
        Goal = Module:Goal1,
        extend_goal(Inner, Extra, Goal1)
    ;   must_be(callable, Goal0),
        Goal0 =.. List0,
        append(List0, Extra, List),
        Goal =.. List
    ).

%! is_control_goal(@Goal) is semidet.
%  True if Goal is a conjunction, a disjunction, an if-then or a negation.
%  ?- is_control_goal((a,b)).
is_control_goal(Goal) :-
    nonvar(Goal),
    '$control_goal'(Goal).

%! '$control_goal'(+Goal)
'$control_goal'((_,_)).
'$control_goal'((_;_)).
'$control_goal'((_->_)).
'$control_goal'((_*->_)).
'$control_goal'(\+ _).

%! is_predicate_indicator(@Term) is semidet.
%  True if Term is Name/Arity or Name//Arity, possibly module-qualified.
%  ?- is_predicate_indicator(append/3).
is_predicate_indicator(Term) :-
    nonvar(Term),
    (   Term = Module:Inner
    ->  acyclic_term(Inner),
        atom(Module),
        is_predicate_indicator(Inner)
    ;   (   Term = Name/Arity
        ->  true
        ;   Term = Name//Arity
        ),
        atom(Name),
        integer(Arity),
        Arity >= 0
    ).

%! body_term_calls(:Body, -Called) is nondet.
%  Called is a goal that Body, as a goal with control constructs, calls.
%  ?- findall(G, body_term_calls((a,(b->c;\+d)), G), L).   %=> L = [a,b,c,d].
body_term_calls(Body, Called) :-
    strip_module(Body, _, Plain),
    (   var(Plain)
    ->  Called = Plain
    ;   '$control_parts'(Plain, Parts)
    ->  member(Part, Parts),
        body_term_calls(Part, Called)
    ;   Called = Body
    ).

%! '$control_parts'(+Goal, -Parts) is semidet.
'$control_parts'(( A , B ), [A,B]).
'$control_parts'(( A ; B ), [A,B]).
'$control_parts'(( A -> B ), [A,B]).
'$control_parts'(( A *-> B ), [A,B]).
'$control_parts'(\+ A, [A]).
'$control_parts'(call(A), [A]).
'$control_parts'(once(A), [A]).
'$control_parts'(ignore(A), [A]).
'$control_parts'(forall(A, B), [A,B]).

%! predicate_label(:Indicator, -Label) is det.
%  Label is how messages name a predicate: without a module for those of the program and the system.
%  ?- predicate_label(user:p/1, L), predicate_label(m:p/1, M).   %=> L = "p/1", M = "m:p/1".
predicate_label(Indicator, Label) :-
    strip_module(Indicator, Module, Plain),
    (   memberchk(Module, [user,system])
    ->  format(string(Label), "~q", [Plain])
    ;   format(string(Label), "~q", [Module:Plain])
    ).

%! predicate_sort_key(:Indicator, -Name) is det.
%  Name is that of the predicate: what lists of predicates are sorted by.
%  ?- predicate_sort_key(m:p/1, K).   %=> K = p.
predicate_sort_key(Indicator, Name) :-
    strip_module(Indicator, _, Plain),
    (   Plain = Name/_
    ->  true
    ;   Plain = Name//_
    ).
