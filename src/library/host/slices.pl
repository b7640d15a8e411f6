% Slices: which parts of a query and of the program matter for a failure, or for a run without an end. They are found by
% changing the query, or a copy of the clauses that it can reach, and running that again and again. The copy is in a
% temporary module, which knows the predicates that were checked: '$reached'(Home, Name, Arity). What a goal writes to the
% current output is dropped; goals with other effects are refused. Each run has a limit, and all together have one.

%! '$slice_reach'(+Goal, +Module, +Copy) is det.
%  Raises '$why_effect'(Indicator) if Goal may call something that has effects. Goals that are not known yet are checked
%  as they are called ('$slice_check'/2).
'$slice_reach'(Goal, Module, Copy) :-
    (   \+ callable(Goal)
    ->  true
    ;   Goal = Other:Inner
    ->  ( atom(Other) -> '$slice_reach'(Inner, Other, Copy) ; true )
    ;   '$safe_parts'(Goal, Parts)
    ->  '$slice_reach_all'(Parts, Module, Copy)
    ;   '$safe_own'(Goal, Module, Home)
    ->  functor(Goal, Name, Arity),
        (   Copy:'$reached'(Home, Name, Arity)
        ->  true
        ;   assertz(Copy:'$reached'(Home, Name, Arity)),
            ( predicate_property(Home:Goal, tabled) -> atom_concat(Name, ' tabled', Behind) ; Behind = Name ),
            functor(Head, Behind, Arity),
            findall(Body, ( clause(Home:Head, Body), Body \== true ), Bodies),
            '$slice_reach_all'(Bodies, Home, Copy)
        )
    ;   functor(Goal, Meta, Arguments),
        '$safe_meta'(Meta, Arguments),
        \+ memberchk(Meta, [snapshot,transaction,undo])
    ->  ( '$slice_closures'(Goal, Parts) -> '$slice_reach_all'(Parts, Module, Copy) ; true )
    ;   (   '$slice_harmless'(Goal)
        ;   \+ predicate_property(Module:Goal, defined)
        )
    ->  true
    ;   functor(Goal, Name, Arity),
        throw('$why_effect'(Name/Arity))
    ).

%! '$slice_reach_all'(+Goals, +Module, +Copy) is det.
'$slice_reach_all'([], _, _).
'$slice_reach_all'([Goal|Goals], Module, Copy) :-
    '$slice_reach'(Goal, Module, Copy),
    '$slice_reach_all'(Goals, Module, Copy).

%! '$slice_closures'(+Goal, -Parts) is semidet.
%  Fails if a closure is not known.
'$slice_closures'(Goal, Parts) :-
    catch('$safe_closures'(Goal, Parts), error(instantiation_error, _), fail).

%! '$slice_harmless'(+Goal) is semidet.
%  The predicate of the system computes, or writes to the current output.
'$slice_harmless'(Goal) :-
    functor(Goal, Name, Arity),
    (   '$why_pure'(Pure),
        memberchk(Name/Arity, Pure)
    ->  true
    ;   '$safe_format'(Goal, Text)
    ->  (   var(Text)
        ;   text_to_string(Text, String),
            string_codes(String, Codes),
            \+ '$calls_in_format'(Codes)
        )
    ;   '$safe_system'(Name, Arity),
        \+ memberchk(Name, [gensym,reset_gensym,random,sleep,abolish_all_tables,garbage_collect,random_between,random_member,
                            random_permutation,set_random])
    ),
    !.

%! '$slice_safe'(+Goal) is det.
%  Raises '$why_effect'(Indicator) as '$slice_reach'/3 does.
'$slice_safe'(Goal) :-
    setup_call_cleanup(set_temporary_module(Copy),
                       ( dynamic(Copy:'$reached'/3), '$slice_reach'(Goal, user, Copy) ),
                       '$drop_temporary_module'(Copy)).

%! '$slice_check'(+Goal, +Copy) is det.
'$slice_check'(Module:Goal, Copy) :-
    '$slice_reach'(Goal, Module, Copy).

%! '$slice_copy'(+Query, +Module, +Names, +Style, +Copy, -Parts, -Count) is det.
%  Makes the copy of what Query reaches in Module. Parts are part(Head, Reference, Marked, Names), that of the query first,
%  with the head none. Style is stops, for points in Marked at which it can be ended, or posts, for constraints that can
%  be left out; they have the numbers up to Count.
'$slice_copy'(Query, Module, Names, Style, Copy, [part(none, none, Marked, Names)|Parts], Count) :-
    dynamic(Copy:'$reached'/3),
    dynamic(Copy:'$posted'/3),
    '$slice_reach'(Query, Module, Copy),
    findall(Name/Arity, '$slice_copied'(Copy, Module, Name, Arity), Indicators),
    '$slice_mark'(Query, open, Style, Marked, 1, N),
    '$slice_copies'(Indicators, Module, Style, Copy, Parts, N, N1),
    Count is N1 - 1.

%! '$slice_copied'(+Copy, +Module, -Name, -Arity) is nondet.
%  Many clauses are not copied: they are a table of facts.
'$slice_copied'(Copy, Module, Name, Arity) :-
    Copy:'$reached'(Module, Name, Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, tabled),
    predicate_property(Module:Head, number_of_clauses(Count)),
    Count =< 300.

%! '$slice_copies'(+Indicators, +Module, +Style, +Copy, -Parts, +N0, -N) is det.
'$slice_copies'([], _, _, _, [], N, N).
'$slice_copies'([Name/Arity|Indicators], Module, Style, Copy, Parts, N0, N) :-
    functor(Head, Name, Arity),
    findall(Reference, nth_clause(Module:Head, _, Reference), References),
    dynamic(Copy:Name/Arity),
    (   '$shown_clauses'(Module:Name, Arity, Clauses)
    ->  '$slice_clauses'(Clauses, References, Module, Style, Copy, Parts, Parts1, N0, N1)
    ;   Parts = Parts1,
        N1 = N0
    ),
    '$slice_copies'(Indicators, Module, Style, Copy, Parts1, N1, N).

%! '$slice_clauses'(+Clauses, +References, +Module, +Style, +Copy, -Parts, ?Rest, +N0, -N) is det.
'$slice_clauses'([], _, _, _, _, Parts, Parts, N, N).
'$slice_clauses'([clause(Clause, Names)|Clauses], [Reference|References], Module, Style, Copy, [Part|Parts], Rest, N0, N) :-
    Part = part(Head, Reference, Marked, Names),
    (   Clause = (Left => Body)
    ->  New = (Left => Code),
        Start = closed,
        ( Left = (Head, _) -> true ; Head = Left )
    ;   New = (Head :- Code),
        Start = open,
        ( Clause = (Head :- Body) -> true ; Head = Clause, Body = true )
    ),
    '$slice_mark'(Body, Start, Style, Marked, N0, N1),
    '$slice_code'(Marked, Module, Copy, Code),
    assertz(Copy:New),
    '$slice_clauses'(Clauses, References, Module, Style, Copy, Parts, Rest, N1, N).

%! '$slice_mark'(+Body, +Start, +Style, -Marked, +N0, -N) is det.
%  Marked is a list of point(N), post(N, Goal), goal(Goal), or(A, B), if(Goal, A, B), soft(Goal, A, B), then(Goal, A). Where a
%  point would let more succeed there is none: before a cut, in a condition, at the beginning of a rule with => (Start is
%  closed).
'$slice_mark'(Body, Start, Style, Marked, N0, N) :-
    '$slice_goals'(Body, Goals, []),
    (   append(Before0, After0, Goals),
        \+ ( member(Goal, After0), '$slice_cuts'(Goal) )
    ->  Before = Before0,
        After = After0
    ),
    '$slice_marks'(Before, Style, Marked, Middle, N0, N1),
    (   Style == stops,
        ( Before = [_|_] ; Start == open )
    ->  Middle = [point(N1)|Middle1],
        N2 is N1 + 1
    ;   Middle = Middle1,
        N2 = N1
    ),
    '$slice_points'(After, Style, Middle1, N2, N).

%! '$slice_goals'(+Body, -Goals, ?Rest) is det.
'$slice_goals'(Body, Goals, Rest) :-
    (   nonvar(Body),
        Body = (A,B)
    ->  '$slice_goals'(A, Goals, Middle),
        '$slice_goals'(B, Middle, Rest)
    ;   Body == true
    ->  Goals = Rest
    ;   Goals = [Body|Rest]
    ).

%! '$slice_cuts'(+Goal) is semidet.
'$slice_cuts'(Goal) :-
    nonvar(Goal),
    (   Goal == !
    ->  true
    ;   ( Goal = (A,B) ; Goal = (A;B) ; Goal = (_->B), A = true ; Goal = (_*->B), A = true ),
        ( '$slice_cuts'(A) ; '$slice_cuts'(B) )
    ->  true
    ).

%! '$slice_marks'(+Goals, +Style, -Marked, ?Rest, +N0, -N) is det.
%  Without points.
'$slice_marks'([], _, Marked, Marked, N, N).
'$slice_marks'([Goal|Goals], Style, [Item|Marked], Rest, N0, N) :-
    ( Style == stops -> Item = goal(Goal), N1 = N0 ; '$slice_item'(Goal, Style, Item, N0, N1) ),
    '$slice_marks'(Goals, Style, Marked, Rest, N1, N).

%! '$slice_points'(+Goals, +Style, -Marked, +N0, -N) is det.
'$slice_points'([], _, [], N, N).
'$slice_points'([Goal|Goals], Style, [Item|Marked], N0, N) :-
    '$slice_item'(Goal, Style, Item, N0, N1),
    (   Style == stops
    ->  Marked = [point(N1)|Marked1],
        N2 is N1 + 1
    ;   Marked = Marked1,
        N2 = N1
    ),
    '$slice_points'(Goals, Style, Marked1, N2, N).

%! '$slice_item'(+Goal, +Style, -Item, +N0, -N) is det.
'$slice_item'(Goal, Style, Item, N0, N) :-
    (   var(Goal)
    ->  Item = goal(Goal),
        N = N0
    ;   Goal = (C->T;E)
    ->  Item = if(C, MT, ME),
        '$slice_mark'(T, open, Style, MT, N0, N1),
        '$slice_mark'(E, open, Style, ME, N1, N)
    ;   Goal = (C*->T;E)
    ->  Item = soft(C, MT, ME),
        '$slice_mark'(T, open, Style, MT, N0, N1),
        '$slice_mark'(E, open, Style, ME, N1, N)
    ;   Goal = (A;B)
    ->  Item = or(MA, MB),
        '$slice_mark'(A, open, Style, MA, N0, N1),
        '$slice_mark'(B, open, Style, MB, N1, N)
    ;   Goal = (C->T)
    ->  Item = then(C, MT),
        '$slice_mark'(T, open, Style, MT, N0, N)
    ;   Style == posts,
        '$slice_is_constraint'(Goal)
    ->  Item = post(N0, Goal),
        N is N0 + 1
    ;   Item = goal(Goal),
        N = N0
    ).

%! '$slice_is_constraint'(+Goal) is semidet.
'$slice_is_constraint'(Goal) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [(#=)/2, (#\=)/2, (#<)/2, (#>)/2, (#=<)/2, (#>=)/2, in/2, ins/2, (#\)/1, (#\)/2, (#/\)/2, (#\/)/2,
                           (#==>)/2, (#<==)/2, (#<==>)/2, all_different/1, all_distinct/1, sum/3, scalar_product/4,
                           tuples_in/2, element/3, global_cardinality/2, global_cardinality/3, circuit/1, cumulative/1,
                           cumulative/2, disjoint2/1, lex_chain/1, automaton/3, automaton/8, chain/2, dif/2, sat/1, {}/1,
                           label/1, labeling/2, indomain/1, labeling/1]).

%! '$slice_code'(+Marked, +Module, +Copy, -Code) is det.
'$slice_code'([], _, _, true).
'$slice_code'([Item|Items], Module, Copy, Code) :-
    '$slice_item_code'(Item, Module, Copy, First),
    (   Items == []
    ->  Code = First
    ;   Code = (First,Rest),
        '$slice_code'(Items, Module, Copy, Rest)
    ).

%! '$slice_item_code'(+Item, +Module, +Copy, -Code) is det.
'$slice_item_code'(point(N), _, _, '$slice_on'(N)).
'$slice_item_code'(post(N, Goal), _, Copy, '$slice_post'(N, Copy:Goal)).
'$slice_item_code'(goal(Goal), Module, Copy, Code) :-
    (   '$slice_unknown'(Goal)
    ->  Code = ('$slice_check'(Module:Goal, Copy),Goal)
    ;   Code = Goal
    ).
'$slice_item_code'(or(A, B), Module, Copy, (CA;CB)) :-
    '$slice_code'(A, Module, Copy, CA),
    '$slice_code'(B, Module, Copy, CB).
'$slice_item_code'(if(C, T, E), Module, Copy, (C->CT;CE)) :-
    '$slice_code'(T, Module, Copy, CT),
    '$slice_code'(E, Module, Copy, CE).
'$slice_item_code'(soft(C, T, E), Module, Copy, (C*->CT;CE)) :-
    '$slice_code'(T, Module, Copy, CT),
    '$slice_code'(E, Module, Copy, CE).
'$slice_item_code'(then(C, T), Module, Copy, (C->CT)) :-
    '$slice_code'(T, Module, Copy, CT).

%! '$slice_unknown'(+Goal) is semidet.
%  Goal or a goal in it is not known before it is called.
'$slice_unknown'(Goal) :-
    (   var(Goal)
    ->  true
    ;   '$safe_parts'(Goal, Parts)
    ->  member(Part, Parts),
        '$slice_unknown'(Part)
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        '$safe_meta'(Name, Arity)
    ->  (   '$slice_closures'(Goal, Parts)
        ->  member(Part, Parts),
            '$slice_unknown'(Part)
        ;   true
        )
    ;   callable(Goal),
        '$safe_format'(Goal, Text),
        var(Text)
    ),
    !.

%! '$slice_on'(+N) is semidet.
%  The point N lets goals through.
'$slice_on'(N) :-
    nb_getval('$slice_points', Points),
    arg(N, Points, 1).

%! '$slice_post'(+N, :Goal) is nondet.
%  Posts a constraint, unless the posting with the number that it has on this way is left out. Notes those not seen before.
'$slice_post'(N, Copy:Goal) :-
    b_getval('$slice_count', Count0),
    Count is Count0 + 1,
    b_setval('$slice_count', Count),
    nb_getval('$slice_left_out', LeftOut),
    (   LeftOut == all
    ->  true
    ;   compound(LeftOut),
        arg(Count, LeftOut, 1)
    ->  true
    ;   (   LeftOut == none,
            Count =< 1000,
            \+ Copy:'$posted'(Count, _, _)
        ->  copy_term_nat(Goal, Plain),
            assertz(Copy:'$posted'(Count, N, Plain))
        ;   true
        ),
        Copy:Goal
    ).

%! '$slice_begin'(+Seconds) is det.
%  From now on, runs may take so much time of the processor all together.
'$slice_begin'(Seconds) :-
    '$slice_clock'(Now),
    Deadline is Now + Seconds,
    nb_setval('$slice_deadline', Deadline).

%! '$slice_clock'(-Seconds) is det.
%  Without the grant of a clock, a million inferences count as a second.
'$slice_clock'(Seconds) :-
    catch(statistics(cputime, Seconds),
          error(permission_error(_, _, _), _),
          ( statistics(inferences, Count), Seconds is Count / 1000000 )).

%! '$slice_run'(+Goal, +Copy, +Limit, -Outcome) is det.
%  Runs Goal in Copy for its first solution, with at most Limit inferences, and two seconds. Outcome is true(Solution),
%  false, long, or error(Error). Raises '$slice_late' behind the time of '$slice_begin'/1.
'$slice_run'(Goal, Copy, Limit, Outcome) :-
    '$slice_clock'(Now),
    nb_getval('$slice_deadline', Deadline),
    ( Now > Deadline -> throw('$slice_late') ; true ),
    copy_term_nat(Goal, Fresh),
    catch(call_with_time_limit(2, with_output_to(string(_), '$slice_solve'(Copy:Fresh, Fresh, Limit, Outcome))),
          Error,
          '$slice_caught'(Error, Outcome)).

%! '$slice_solve'(:Called, +Goal, +Limit, -Outcome) is det.
'$slice_solve'(Called, Goal, Limit, Outcome) :-
    b_setval('$slice_count', 0),
    (   call_with_inference_limit(Called, Limit, Result)
    ->  (   Result == inference_limit_exceeded
        ->  Outcome = long
        ;   copy_term_nat(Goal, Solution),
            Outcome = true(Solution)
        )
    ;   Outcome = false
    ).

%! '$slice_caught'(+Error, -Outcome) is det.
'$slice_caught'(Error, Outcome) :-
    (   ( Error = error(resource_error(_), _) ; Error == time_limit_exceeded )
    ->  Outcome = long
    ;   ( Error = error(_, _) ; Error = '$why_effect'(_) )
    ->  Outcome = error(Error)
    ;   throw(Error)
    ).

%! '$slice_endless'(+Query, +Module, +Names, -Lines) is det.
%  Lines show the part of the program that keeps Query from ending: goals `false` are put into a copy wherever it still
%  does not end with them.
'$slice_endless'(Query, Module, Names, Lines) :-
    catch(setup_call_cleanup(set_temporary_module(Copy),
                             '$slice_endless'(Query, Module, Names, Copy, Lines),
                             '$drop_temporary_module'(Copy)),
          '$why_effect'(Indicator),
          ( '$why_first'(effect(Indicator), Line), Lines = [Line] )).

%! '$slice_endless'(+Query, +Module, +Names, +Copy, -Lines) is det.
'$slice_endless'(Query, Module, Names, Copy, Lines) :-
    '$slice_copy'(Query, Module, Names, stops, Copy, Parts, Count),
    Parts = [part(_, _, Marked, _)|_],
    '$slice_code'(Marked, Module, Copy, Goal),
    length(On, Count),
    maplist(=(1), On),
    Points0 =.. [points|On],
    % Whether the search ends matters, not the first answer.
    last(Marked, point(Last)),
    '$slice_without'(Last, Points0, Points),
    nb_setval('$slice_kept', Points),
    '$slice_limit'(Limit),
    Longer is 5 * Limit,
    '$slice_begin'(10),
    nb_setval('$slice_points', Points),
    '$slice_run'(Goal, Copy, Longer, Outcome),
    (   Outcome == long
    ->  catch('$slice_cut_all'(Parts, Goal, Copy), '$slice_late', Late = true),
        nb_getval('$slice_kept', Kept),
        '$slice_fragments'(Parts, Kept, Fragments),
        ( var(Late) -> Note = [] ; Note = ["(The search for a smaller part took too long.)"] ),
        '$slice_advice'(Parts, Kept, Advice),
        append([["The query does not end because of this part of it and of the program; what `false` cuts off does not matter"],
                Fragments, Note, ["To make it end, something in this part has to change"|Advice]], Lines)
    ;   Outcome = error(_)
    ->  '$why_first'(Outcome, Line),
        Lines = [Line]
    ;   '$text'("The query ends within ~D inferences if its answers are not waited for: it takes long, or has many answers", [Longer], Line),
        Lines = [Line]
    ).

%! '$slice_limit'(-Limit) is det.
%  After so many inferences a run counts as one without an end.
'$slice_limit'(100000).

%! '$slice_without'(+N, +Points0, -Points) is det.
'$slice_without'(N, Points0, Points) :-
    duplicate_term(Points0, Points),
    setarg(N, Points, 0).

%! '$slice_cut_all'(+Parts, +Goal, +Copy) is det.
%  First whole clauses, then the ends of clauses.
'$slice_cut_all'([Query|Parts], Goal, Copy) :-
    '$slice_cut_part'(inner, Goal, Copy, Query),
    maplist('$slice_cut_part'(first, Goal, Copy), Parts),
    maplist('$slice_cut_part'(inner, Goal, Copy), Parts).

%! '$slice_cut_part'(+Which, +Goal, +Copy, +Part) is det.
'$slice_cut_part'(Which, Goal, Copy, part(_, _, Marked, _)) :-
    ( Marked = [point(First)|_] -> Start = [First] ; Start = [] ),
    (   Which == first
    ->  Ns = Start
    ;   findall(N, '$slice_point_in'(Marked, N), All),
        append(Start, Ns, All)
    ),
    forall(member(N, Ns), '$slice_try'(N, Marked, Goal, Copy)).

%! '$slice_point_in'(+Marked, -N) is nondet.
'$slice_point_in'(Marked, N) :-
    member(Item, Marked),
    (   Item = point(N)
    ;   ( Item = or(A, B) ; Item = if(_, A, B) ; Item = soft(_, A, B) ; Item = then(_, A), B = [] ),
        ( '$slice_point_in'(A, N) ; '$slice_point_in'(B, N) )
    ).

%! '$slice_try'(+N, +Marked, +Goal, +Copy) is det.
'$slice_try'(N, Marked, Goal, Copy) :-
    nb_getval('$slice_kept', Kept),
    (   '$slice_live'(Marked, Kept, Live),
        memberchk(N, Live)
    ->  '$slice_without'(N, Kept, Points),
        nb_setval('$slice_points', Points),
        '$slice_limit'(Limit),
        '$slice_run'(Goal, Copy, Limit, Outcome),
        ( Outcome == long -> nb_setval('$slice_kept', Points) ; true )
    ;   true
    ).

%! '$slice_live'(+Marked, +Points, -Live) is det.
%  Live are the points that can be come to.
'$slice_live'([], _, []).
'$slice_live'([Item|Items], Points, Live) :-
    (   Item = point(N)
    ->  (   arg(N, Points, 1)
        ->  Live = [N|More],
            '$slice_live'(Items, Points, More)
        ;   Live = []
        )
    ;   ( Item = or(A, B) ; Item = if(_, A, B) ; Item = soft(_, A, B) ; Item = then(_, A), B = [] )
    ->  '$slice_live'(A, Points, LA),
        '$slice_live'(B, Points, LB),
        '$slice_live'(Items, Points, More),
        append([LA,LB,More], Live)
    ;   '$slice_live'(Items, Points, Live)
    ).

%! '$slice_fragments'(+Parts, +Points, -Lines) is det.
'$slice_fragments'(Parts, Points, Lines) :-
    findall(Line,
            ( member(part(Head, Reference, Marked, Names), Parts),
              \+ ( Marked = [point(N)|_], arg(N, Points, 0) ),
              '$slice_left'(Marked, Points, Body),
              '$slice_fragment'(Head, Reference, Body, Names, Line) ),
            Lines).

%! '$slice_left'(+Marked, +Points, -Body) is det.
'$slice_left'(Marked, Points, Body) :-
    '$slice_left_goals'(Marked, Points, Goals),
    ( Goals == [] -> Body = true ; '$list_conjunction'(Goals, Body) ).

%! '$slice_left_goals'(+Marked, +Points, -Goals) is det.
'$slice_left_goals'([], _, []).
'$slice_left_goals'([Item|Items], Points, Goals) :-
    (   Item = point(N)
    ->  ( arg(N, Points, 1) -> Goals = More, '$slice_left_goals'(Items, Points, More) ; Goals = [false] )
    ;   (   Item = goal(Goal)
        ->  true
        ;   Item = or(A, B)
        ->  '$slice_left'(A, Points, LA),
            '$slice_left'(B, Points, LB),
            Goal = (LA;LB)
        ;   Item = if(C, A, B)
        ->  '$slice_left'(A, Points, LA),
            '$slice_left'(B, Points, LB),
            Goal = (C->LA;LB)
        ;   Item = soft(C, A, B)
        ->  '$slice_left'(A, Points, LA),
            '$slice_left'(B, Points, LB),
            Goal = (C*->LA;LB)
        ;   Item = then(C, A),
            '$slice_left'(A, Points, LA),
            Goal = (C->LA)
        ),
        Goals = [Goal|More],
        '$slice_left_goals'(Items, Points, More)
    ).

%! '$slice_fragment'(+Head, +Reference, +Body, +Names, -Line) is det.
'$slice_fragment'(Head, Reference, Body, Names, Line) :-
    '$slice_text'(Body, Names, BodyText),
    (   Head == none
    ->  '$text'("  ?- ~w.", [BodyText], Line)
    ;   '$slice_text'(Head, Names, HeadText),
        ( '$clause_line'(Reference, File, At) -> '$text'("   ~w:~d", [File,At], Place) ; Place = "" ),
        (   Body == true
        ->  '$text'("  ~w.~w", [HeadText,Place], Line)
        ;   '$text'("  ~w :- ~w.~w", [HeadText,BodyText,Place], Line)
        )
    ).

%! '$slice_text'(+Term, +Names, -Text) is det.
'$slice_text'(Term, Names, Text) :-
    term_variables(Term, Variables),
    '$all_named'(Variables, Names, AllNames),
    '$text'("~W", [Term, [quoted(true),numbervars(true),portray(true),spacing(next_argument),variable_names(AllNames)]], Text).

%! '$slice_advice'(+Parts, +Points, -Lines) is det.
%  Lines say what may end the loop: a predicate calls itself first, or it goes round in facts.
'$slice_advice'(Parts, Points, Lines) :-
    findall(Head-Goals,
            ( member(part(Head, _, Marked, _), Parts), Head \== none, \+ ( Marked = [point(N)|_], arg(N, Points, 0) ),
              '$slice_left_goals'(Marked, Points, Goals) ),
            Left),
    (   member(Head-Goals, Left),
        functor(Head, Name, Arity),
        functor(Call, Name, Arity),
        nth1(I, Goals, Goal),
        nonvar(Goal),
        Goal = Call
    ->  (   I =:= 1
        ->  '$text'("~q calls itself before any other goal: put a goal before that call which it cannot go on without, or declare :- table ~q.",
                    [Name/Arity, Name/Arity], Line),
            Lines = [Line]
        ;   member(Fact-[], Left),
            ground(Fact)
        ->  '$text'("If ~q goes round in these facts, :- table ~q. ends it", [Name/Arity, Name/Arity], Line),
            Lines = [Line]
        ;   Lines = []
        )
    ;   Lines = []
    ).
