% Constraints over Boolean variables, with the names of library(clpb) of SWI-Prolog. The kernel is written in Rust
% (builtins/clpb); the operators ~ and # are defined by use_module(library(clpb)), so that this text is written without
% them.

%! taut(+Expression, -Truth) is semidet.
%  Truth is 1 if the Boolean Expression follows from the constraints, and 0 if it contradicts them; fails otherwise.
%  ?- sat(X =< Y), sat(Y =< Z), taut(X =< Z, T), maplist(=(0), [X,Y,Z]).   %=> T = 1, X = 0, Y = 0, Z = 0.
%  ?- taut(X*Y, _).   %=> false.
taut(Expression, Truth) :-
    '$clpb_taut'(Expression, Known),
    (   Known =:= 2
    ->  Truth = 0,
        \+ sat(Expression)
    ;   Truth = Known
    ).

%! labeling(+Vars) is nondet.
%  Gives the values 0 and 1 to the Boolean variables of a list, so that all constraints hold.
%  ?- findall(X+Y, ( sat(X+Y), labeling([X,Y]) ), L).   %=> L = [0+1,1+0,1+1].
%  ?- labeling([a]).   %=> domain_error(clpb_variable, a).
labeling(Vars) :-
    must_be(list, Vars),
    '$clpb_truths'(Vars),
    '$clpb_ordered'(Vars, Ordered),
    '$clpb_label'(Ordered).

%! '$clpb_truths'(+Terms)
%  Raises an error for a term that is neither a variable nor 0 or 1.
'$clpb_truths'([]).
'$clpb_truths'([Term|Terms]) :-
    (   ( var(Term) ; Term == 0 ; Term == 1 )
    ->  '$clpb_truths'(Terms)
    ;   domain_error(clpb_variable, Term)
    ).

%! '$clpb_label'(+Vars) is nondet.
'$clpb_label'([]).
'$clpb_label'([Var|Vars]) :-
    (   nonvar(Var)
    ->  true
    ;   '$clpb_set'(Var, 0)
    ;   '$clpb_set'(Var, 1)
    ),
    '$clpb_label'(Vars).

%! sat_count(+Expression, -Count) is det.
%  Count is the number of ways in which the variables of the Boolean Expression can be 0 or 1, so that it is true and all
%  constraints hold.
%  ?- sat(A =< B), sat_count(+([1,A,B]), N), A = B, B = 1.   %=> N = 3, A = 1, B = 1.
%  ?- length(Vs, 120), sat_count(+(Vs), N), Vs = [].   %=> false.
sat_count(Expression, Count) :-
    findall(Count0, '$clpb_count'(Expression, Count0), [Found]),
    Count = Found.

%! weighted_maximum(+Weights, +Vars, -Maximum) is nondet.
%  Gives values to the variables of a list such that the sum of the weights of those that are 1 is as large as the
%  constraints allow; Maximum is that sum. On backtracking, all such values are found. Weights are integers.
%  ?- sat(X+Y), sat_count(X*Y, 1), weighted_maximum([-1,-2], [X,Y], Max).   %=> X = 1, Y = 0, Max = -1.
%  ?- weighted_maximum([a], [_], _).   %=> type_error(integer, a).
weighted_maximum(Weights, Vars, Maximum) :-
    must_be(list(integer), Weights),
    must_be(list(var), Vars),
    Vars = [_|_],
    same_length(Weights, Vars),
    '$clpb_together'(Vars),
    '$clpb_heaviest'(Weights, Vars, Maximum),
    labeling(Vars).

%! '$clpb_together'(+Vars)
%  Makes Boolean variables of all, whether or not the flag clpb_monotonic requires a mark.
'$clpb_together'(Vars) :-
    '$clpb_marked'(Vars, Marked),
    sat(+([1|Marked])).

%! '$clpb_marked'(+Vars, -Marked)
'$clpb_marked'([], []).
'$clpb_marked'([Var|Vars], [v(Var)|Marked]) :-
    '$clpb_marked'(Vars, Marked).

%! random_labeling(+Seed, +Vars) is semidet.
%  Gives values to the Boolean variables of a list at random, so that all constraints hold, and each way to do so is
%  equally likely. Seed is that of the random numbers.
%  ?- sat(X*Y), random_labeling(1, [X,Y]).   %=> X = 1, Y = 1.
random_labeling(Seed, Vars) :-
    must_be(list, Vars),
    set_random(seed(Seed)),
    (   ground(Vars)
    ->  true
    ;   '$clpb_together'(Vars),
        '$clpb_ordered'(Vars, Ordered),
        '$clpb_random'(Ordered)
    ).

%! '$clpb_random'(+Vars)
'$clpb_random'([]).
'$clpb_random'([Var|Vars]) :-
    (   nonvar(Var)
    ->  true
    ;   '$clpb_marked'([Var|Vars], Marked),
        sat_count(+([1|Marked]), All),
        sat_count(*([~(v(Var)),+([1|Marked])]), Zeros),
        random_between(1, All, Choice),
        ( Choice =< Zeros -> Var = 0 ; Var = 1 )
    ),
    '$clpb_random'(Vars).

%! '$clpb_residual'(+Attribute, +Var, -Goals, ?Tail)
%  Goals are those that restore the constraints of Var, if it is the first one of the variables that are linked to one
%  another.
'$clpb_residual'(Attribute, Var, Goals, Tail) :-
    (   current_prolog_flag(clpb_residuals, bdd)
    ->  (   '$clpb_nodes'(Attribute, Var, Nodes)
        ->  Goals = [clpb:'$clpb_bdd'(Nodes)|Tail]
        ;   Goals = Tail
        )
    ;   '$clpb_goals'(Attribute, Var, Forms, Others)
    ->  '$clpb_shown'(Forms, Terms),
        sort(Terms, Ordered),
        '$clpb_sats'(Ordered, Goals, Middle),
        '$clpb_free'(Others, Middle, Tail)
    ;   Goals = Tail
    ).

%! '$clpb_sats'(+Terms, -Goals, ?Tail)
'$clpb_sats'([], Goals, Goals).
'$clpb_sats'([Term|Terms], [clpb:sat(Term)|Goals], Tail) :-
    '$clpb_sats'(Terms, Goals, Tail).

%! '$clpb_free'(+Vars, -Goals, ?Tail)
'$clpb_free'([], Goals, Goals).
'$clpb_free'([Var|Vars], [clpb:sat(Var =:= Var)|Goals], Tail) :-
    '$clpb_free'(Vars, Goals, Tail).

%! '$clpb_shown'(+Forms, -Terms)
%  Each form is a list of lists of variables: an exclusive or of conjunctions.
'$clpb_shown'([], []).
'$clpb_shown'([Form|Forms], [Term|Terms]) :-
    '$clpb_sorted'(Form, Lists0),
    sort(Lists0, Lists),
    '$clpb_conjunctions'(Lists, Parts),
    '$clpb_equation'(Parts, Term),
    '$clpb_shown'(Forms, Terms).

%! '$clpb_sorted'(+Lists, -Sorted)
'$clpb_sorted'([], []).
'$clpb_sorted'([List|Lists], [Sorted|More]) :-
    sort(List, Sorted),
    '$clpb_sorted'(Lists, More).

%! '$clpb_conjunctions'(+Lists, -Terms)
'$clpb_conjunctions'([], []).
'$clpb_conjunctions'([List|Lists], [Term|Terms]) :-
    (   List = [First0|Rest]
    ->  '$clpb_variable'(First0, First),
        '$clpb_joined'(Rest, *, First, Term)
    ;   Term = 1
    ),
    '$clpb_conjunctions'(Lists, Terms).

%! '$clpb_joined'(+Terms, +Operator, +Before, -Joined)
'$clpb_joined'([], _, Joined, Joined).
'$clpb_joined'([Term0|Terms], Operator, Before, Joined) :-
    '$clpb_variable'(Term0, Term),
    Between =.. [Operator,Before,Term],
    '$clpb_joined'(Terms, Operator, Between, Joined).

%! '$clpb_variable'(+Term, -Marked)
'$clpb_variable'(Term, Marked) :-
    (   var(Term),
        current_prolog_flag(clpb_monotonic, true)
    ->  Marked = v(Term)
    ;   Marked = Term
    ).

%! '$clpb_equation'(+Parts, -Term)
%  An equation with a variable on the left, if there is one by itself in front.
'$clpb_equation'(Parts, Term) :-
    (   Parts = [Var,Part|More],
        '$clpb_is_variable'(Var)
    ->  '$clpb_joined'(More, #, Part, Right),
        Term = (Var =\= Right)
    ;   Parts = [One,Var,Part|More],
        One == 1,
        '$clpb_is_variable'(Var)
    ->  '$clpb_joined'(More, #, Part, Right),
        Term = (Var =:= Right)
    ;   Parts = [Part|More],
        '$clpb_joined'(More, #, Part, Term)
    ).

%! '$clpb_is_variable'(@Term)
'$clpb_is_variable'(Term) :-
    ( var(Term) -> true ; Term = v(Var), var(Var) ).
