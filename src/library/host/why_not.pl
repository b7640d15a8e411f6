% What why/0 tells of a failed query beyond the goals at which it failed: why those have no solution, what of the query
% matters for that, the smallest change of it that has a solution, and constraints that contradict each other.

%! why(:Goal) is det.
%  Explains as why/0 does why Goal has no solution, or does not end: its search runs with limits, without output, and only
%  if its goals have no other effects.
%  ?- why(member(a, [b])).
why(Goal) :-
    must_be(callable, Goal),
    strip_module(Goal, Module, Plain),
    '$why_report'(unknown, Plain, Module, [], Lines),
    '$why_print'(Lines).

%! '$why_report'(+End, +Query, +Module, +Names, -Lines) is det.
%  End is failed or stopped, as the query has ended, or unknown.
'$why_report'(End, Query, Module, Names, Lines) :-
    (   End \== stopped,
        '$why_not'(Query, Module, Names, Outcome, _, Lines0),
        \+ ( End == unknown, Outcome == long )
    ->  Lines = Lines0
    ;   '$slice_endless'(Query, Module, Names, Lines)
    ).

%! '$why_not'(+Query, +Module, +Names, -Outcome, -Found, -Lines) is det.
%  As '$why_found'/4, with the lines of why/0.
'$why_not'(Query, Module, Names, Outcome, Found, Lines) :-
    '$why_found'(Query, Names, Outcome, Found),
    '$why_first'(Outcome, First),
    (   Found == []
    ->  Lines = [First]
    ;   findall(Ls, ( member(One, Found), '$why_lines_of'(One, Module, Ls) ), Explained),
        '$why_more'(Query, Module, Names, More),
        append([[First]|Explained], Lines1),
        append(Lines1, More, Lines)
    ).

%! '$why_lines_of'(+Found, +Module, -Lines) is det.
'$why_lines_of'(failed(Text0, Place, Goal-_), Module, [Line|Reasons]) :-
    (   Place = in(_, Reference, N),
        \+ ground(Goal),
        \+ '$is_users'(Goal),
        Goal \= (\+ _),
        '$clause_goal'(Reference, N, _, Pattern, Names),
        Pattern = Goal
    ->  '$source_text'(Pattern, Names, 6, Text)
    ;   Text = Text0
    ),
    '$why_line'(Text, Place, Line),
    '$why_reasons'(Goal, Module, Reasons0),
    findall(Reason, ( member(R, Reasons0), string_concat("    ", R, Reason) ), Reasons).

%! '$why_reasons'(+Goal, +Module, -Reasons) is det.
%  Reasons are texts that say why Goal has no solution, without following clauses.
'$why_reasons'(Goal, Module, Reasons) :-
    '$stripped'(Goal, Plain),
    (   \+ callable(Plain)
    ->  Reasons = []
    ;   '$is_users'(Plain)
    ->  '$why_clause_reasons'(Plain, Module, Reasons)
    ;   findall(Reason, catch('$why_test_reason'(Plain, Reason), error(_, _), fail), Reasons)
    ).

%! '$why_test_reason'(+Goal, -Reason) is nondet.
%  What is known of the failure of a goal of the system.
'$why_test_reason'(Goal, Reason) :-
    functor(Goal, Name, 2),
    '$is_arithmetic'(Name/2),
    arg(_, Goal, Side),
    compound(Side),
    Value is Side,
    '$text'("~p is ~p", [Side, Value], Reason).
'$why_test_reason'(Result is Sum, Reason) :-
    number(Result),
    Value is Sum,
    ( Result =:= Value -> '$text'("the numbers are equal, but not the same: ~p and ~p", [Result,Value], Reason)
    ; \+ compound(Sum), '$text'("is does not change a value: it is ~p already", [Result], Reason)
    ).
'$why_test_reason'(Goal, Reason) :-
    ( Goal = (A = B) ; Goal = (A == B) ; Goal = (A \= B) ; Goal = (A \== B) ; Goal = (A =.. B) ),
    ( Sum = A ; Sum = B ),
    compound(Sum),
    functor(Sum, Name, 2),
    '$is_arithmetic_operator'(Name, 2),
    catch(Value is Sum, error(_, _), fail),
    functor(Goal, Test, 2),
    '$text'("~w does not compute: ~p is a term here, not ~p", [Test,Sum,Value], Reason).
'$why_test_reason'(A = B, Reason) :-
    '$why_difference'(A, B, X, Y),
    X-Y \== A-B,
    '$text'("~p and ~p do not unify", [X,Y], Reason).
'$why_test_reason'(A == B, Reason) :-
    \+ A \= B,
    ( A-B = X-Y ; A-B = Y-X ),
    var(X),
    '$text'("one side has no value yet, and == gives it none: ~p", [Y], Reason).
'$why_test_reason'(A \= B, Reason) :-
    ( var(A) ; var(B) ),
    Reason = "a variable without a value unifies with everything".
'$why_test_reason'(\+ Goal, Reason) :-
    copy_term_nat(Goal, Solution),
    call_with_inference_limit(Solution, 100000, Limit),
    Limit \== inference_limit_exceeded,
    (   Solution =@= Goal
    ->  '$text'("~p is true", [Goal], Reason)
    ;   '$text'("~p is true, and \\+ gives variables no values: a goal that does belongs before it", [Solution], Reason)
    ).

%! '$why_difference'(+A, +B, -X, -Y) is semidet.
%  X and Y are the first parts, from the left, at which A and B differ.
'$why_difference'(A, B, X, Y) :-
    (   compound(A),
        compound(B),
        compound_name_arity(A, Name, Arity),
        compound_name_arity(B, Name, Arity),
        arg(I, A, AI),
        arg(I, B, BI),
        AI \= BI
    ->  '$why_difference'(AI, BI, X, Y)
    ;   A \= B,
        X = A,
        Y = B
    ).

%! '$why_clause_reasons'(+Goal, +Module, -Reasons) is det.
'$why_clause_reasons'(Goal, Module, Reasons) :-
    functor(Goal, Name, Arity),
    (   catch(predicate_property(Module:Goal, number_of_clauses(Count)), _, fail),
        Count > 0
    ->  functor(Head, Name, Arity),
        findall(mismatch(Size, Reference, Head, Wrong),
                ( limit(1000, nth_clause(Module:Head, _, Reference)),
                  catch(clause(Module:Head, _, Reference), _, fail),
                  '$why_wrong_arguments'(Goal, Head, Wrong),
                  length(Wrong, Size) ),
                All),
        findall(R,
                (   '$why_typing_reason'(All, Goal, R)
                ;   '$why_unloaded'(Name, Arity, R)
                ),
                Special),
        (   Special = [_|_]
        ->  Reasons = Special
        ;   '$why_common'(All, Goal, Reasons)
        )
    ;   '$text'("~q has no clauses", [Name/Arity], Reason),
        Reasons = [Reason]
    ).

%! '$why_wrong_arguments'(+Goal, +Head, -Wrong) is semidet.
%  Wrong are the numbers of the arguments that do not match, each for itself. Fails if the head matches.
'$why_wrong_arguments'(Goal, Head, Wrong) :-
    Goal \= Head,
    findall(I, ( arg(I, Goal, A), arg(I, Head, B), A \= B ), Wrong).

%! '$why_typing_reason'(+All, +Goal, -Reason) is nondet.
%  The only argument of a clause that does not match has nearly the same name.
'$why_typing_reason'(All, Goal, Reason) :-
    member(mismatch(1, Reference, Head, [I]), All),
    arg(I, Goal, A),
    arg(I, Head, B),
    '$why_difference'(A, B, X, Y),
    atom(X),
    atom(Y),
    dwim_match(X, Y),
    '$why_clause_place'(Reference, Place),
    '$text'("argument ~d: ~q does not match ~q, which is nearly the same~w", [I,X,Y,Place], Reason).

%! '$why_unloaded'(+Name, +Arity, -Reason) is nondet.
%  A clause has a syntax error.
'$why_unloaded'(Name, Arity, Reason) :-
    '$not_loaded'(Name, Arity, Clauses),
    member(not_loaded(File, Line, Arity, Why), Clauses),
    '$text'("a clause of ~q did not load (~w)   ~w:~d", [Name/Arity,Why,File,Line], Reason).

%! '$why_common'(+All, +Goal, -Reasons) is det.
%  At most three of the clauses that come nearest.
'$why_common'(All, Goal, Reasons) :-
    length(All, Count),
    (   Count > 2,
        functor(Goal, Name, Arity),
        between(1, Arity, I),
        \+ ( member(mismatch(_, _, _, Wrong), All), \+ memberchk(I, Wrong) )
    ->  arg(I, Goal, A),
        '$source_text'(A, [], 4, Text),
        (   atomic(A),
            member(mismatch(_, Reference, Head, _), All),
            arg(J, Head, B),
            A == B
        ->  '$why_clause_place'(Reference, Place),
            '$text'("; it is argument ~d of ~p~w", [J,Head,Place], Elsewhere)
        ;   Elsewhere = ""
        ),
        '$text'("no clause of ~q has ~w as argument ~d~w", [Name/Arity,Text,I,Elsewhere], Reason),
        Reasons = [Reason]
    ;   findall(Size-(Reference-Head-Wrong), member(mismatch(Size, Reference, Head, Wrong), All), Keyed),
        keysort(Keyed, Sorted),
        findall(Reason,
                ( limit(3, member(_-(Reference-Head-Wrong), Sorted)),
                  '$why_clause_reason'(Reference, Head, Wrong, Goal, Reason) ),
                Reasons)
    ).

%! '$why_clause_reason'(+Reference, +Head, +Wrong, +Goal, -Reason) is det.
'$why_clause_reason'(Reference, Head, Wrong, Goal, Reason) :-
    '$why_clause_place'(Reference, Place),
    (   Wrong = [I|_]
    ->  arg(I, Goal, A),
        arg(I, Head, B),
        '$source_text'(A, [], 4, TA),
        '$source_text'(B, [], 4, TB),
        '$text'("argument ~d: ~w does not match ~w~w", [I,TA,TB,Place], Reason)
    ;   '$source_text'(Head, [], 4, TB),
        '$text'("its arguments together do not match ~w~w", [TB,Place], Reason)
    ).

%! '$why_clause_place'(+Reference, -Text) is det.
'$why_clause_place'(Reference, Text) :-
    (   '$clause_line'(Reference, File, Line)
    ->  '$text'("   ~w:~d", [File,Line], Text)
    ;   Text = ""
    ).

%! '$why_more'(+Query, +Module, +Names, -Lines) is det.
%  Lines are what experiments with a failing query tell.
'$why_more'(Query, Module, Names, Lines) :-
    State = tried([], [], []),
    catch(setup_call_cleanup(set_temporary_module(Copy),
                             '$why_tries'(Query, Module, Names, Copy, State),
                             '$drop_temporary_module'(Copy)),
          Late,
          ( memberchk(Late, ['$slice_late','$why_effect'(_),error(_, _)]) -> true ; throw(Late) )),
    State = tried(General, Changes, Conflict),
    append([Conflict,General,Changes], Lines).

%! '$why_tries'(+Query, +Module, +Names, +Copy, +State) is det.
'$why_tries'(Query, Module, Names, Copy, State) :-
    '$slice_copy'(Query, Module, Names, posts, Copy, Parts, _),
    Parts = [part(_, _, Marked, _)|_],
    '$slice_code'(Marked, Module, Copy, Goal),
    nb_setval('$slice_left_out', none),
    '$slice_begin'(10),
    statistics(inferences, Before),
    '$slice_run'(Goal, Copy, 2000000, Outcome),
    statistics(inferences, After),
    (   Outcome == false
    ->  Limit is 5000 + 10 * (After - Before),
        '$why_conflict'(Goal, Parts, Copy, Limit, Conflict),
        nb_setarg(3, State, Conflict),
        '$why_changes'(Query, Module, Names, Copy, Limit, State)
    ;   true
    ).

%! '$why_changes'(+Query, +Module, +Names, +Copy, +Limit, +State) is det.
'$why_changes'(Query, Module, Names, Copy, Limit, State) :-
    nb_setval('$slice_left_out', off),
    '$slice_goals'(Query, Goals, []),
    '$why_candidates'(Goals, Candidates),
    (   '$why_smallest'(Goals, Names, Candidates, Module, Copy, Limit, Changes)
    ->  nb_setarg(2, State, ["The smallest change of the query that gives it a solution:"|Changes])
    ;   true
    ),
    '$why_general'(Goals, Candidates, Module, Copy, Limit, General),
    (   General =@= Goals
    ->  true
    ;   '$why_general_line'(General, Names, Line),
        nb_setarg(1, State, [Line])
    ).

%! '$why_general_line'(+Goals, +Names, -Line) is det.
'$why_general_line'(Goals, Names, Line) :-
    '$why_goals_text'(Goals, Names, Text),
    (   Goals = [Goal],
        term_variables(Goal, Variables),
        Goal =.. [_|Arguments],
        Variables == Arguments
    ->  '$text'("~w has no solution, whatever its arguments are", [Text], Line)
    ;   '$text'("Even ~w has no solution", [Text], Line)
    ).

%! '$why_change_line'(+Changed, +Solution, +Names, -Line) is det.
'$why_change_line'(Changed, Solution, Names, Line) :-
    '$why_goals_text'(Changed, Names, Text),
    (   Changed =@= Solution
    ->  '$text'("  ~w", [Text], Line)
    ;   '$why_goals_text'(Solution, [], SolutionText),
        '$text'("  ~w   as in ~w", [Text,SolutionText], Line)
    ).

%! '$why_goals_text'(+Goals, +Names, -Text) is det.
'$why_goals_text'(Goals, Names, Text) :-
    findall(T, ( member(Goal, Goals), '$source_text'(Goal, Names, 6, T) ), Texts),
    atomic_list_concat(Texts, ', ', Text).

%! '$why_candidates'(+Goals, -Candidates) is det.
%  Candidates are Size-at(I, Path) for the parts of the Ith goal, the smallest first; Path has the numbers of arguments, and
%  is empty for the goal itself if there are others. Variables that occur elsewhere are parts, too.
'$why_candidates'(Goals, Candidates) :-
    findall(Size-at(I, Path), '$why_candidate'(Goals, I, Path, Size), Found),
    keysort(Found, Sorted),
    length(Sorted, Count),
    (   Count =< 60
    ->  Candidates = Sorted
    ;   length(Candidates, 60),
        append(Candidates, _, Sorted)
    ).

%! '$why_candidate'(+Goals, -I, -Path, -Size) is nondet.
'$why_candidate'(Goals, I, Path, Size) :-
    nth1(I, Goals, Goal),
    callable(Goal),
    (   Path = [],
        Goals = [_,_|_],
        '$why_size'(Goal, Size0),
        Size is Size0 + 1
    ;   \+ '$proof_control'(Goal),
        \+ Goal = _:_,
        '$why_part'(Goal, Path, Part),
        (   nonvar(Part)
        ->  '$why_size'(Part, Size)
        ;   occurrences_of_var(Part, Goals, Count),
            Count > 1,
            Size = 2
        )
    ).

%! '$why_part'(+Term, -Path, -Part) is nondet.
'$why_part'(Term, [I|Path], Part) :-
    compound(Term),
    arg(I, Term, Argument),
    (   Path = [],
        Part = Argument
    ;   '$why_part'(Argument, Path, Part)
    ).

%! '$why_size'(+Term, -Size) is det.
'$why_size'(Term, Size) :-
    findall(x, sub_term(_, Term), Parts),
    length(Parts, Size).

%! '$why_without'(+Goals, +At, -Changed) is semidet.
%  Changed are Goals with a new variable for a part, or without a goal. Fails if that is done already.
'$why_without'(Goals, at(I, Path), Changed) :-
    nth1(I, Goals, Goal, Others),
    Goal \== true,
    (   Path == []
    ->  nth1(I, Changed, true, Others)
    ;   '$why_replaced'(Path, Goal, New),
        nth1(I, Changed, New, Others)
    ).

%! '$why_replaced'(+Path, +Term, -New) is semidet.
'$why_replaced'([], _, _).
'$why_replaced'([I|Path], Term, New) :-
    compound(Term),
    compound_name_arguments(Term, Name, Arguments),
    nth1(I, Arguments, Argument, Others),
    '$why_replaced'(Path, Argument, NewArgument),
    nth1(I, NewArguments, NewArgument, Others),
    compound_name_arguments(New, Name, NewArguments).

%! '$why_outcome'(+Goals, +Module, +Copy, +Limit, -Outcome) is det.
'$why_outcome'(Goals, Module, Copy, Limit, Outcome) :-
    '$slice_items'(Goals, Items),
    '$slice_code'(Items, Module, Copy, Code),
    '$slice_run'('$why_goals'(Code, Goals), Copy, Limit, Outcome).

%! '$slice_items'(+Goals, -Items) is det.
'$slice_items'([], []).
'$slice_items'([Goal|Goals], [goal(Goal)|Items]) :-
    '$slice_items'(Goals, Items).

%! '$why_goals'(:Code, +Goals) is nondet.
'$why_goals'(Code, _) :-
    call(Code).

%! '$why_general'(+Goals, +Candidates, +Module, +Copy, +Limit, -General) is det.
%  General fails too, and has as few parts of Goals as possible: the largest parts are left out first.
'$why_general'(Goals, Candidates, Module, Copy, Limit, General) :-
    reverse(Candidates, Largest),
    foldl('$why_generalized'(Module, Copy, Limit), Largest, Goals, General0),
    ( exclude(==(true), General0, General), General \== [] -> true ; General = General0 ).

%! '$why_generalized'(+Module, +Copy, +Limit, +Candidate, +Goals0, -Goals) is det.
'$why_generalized'(Module, Copy, Limit, _-At, Goals0, Goals) :-
    (   '$why_without'(Goals0, At, Changed),
        '$why_outcome'(Changed, Module, Copy, Limit, Outcome),
        Outcome == false
    ->  Goals = Changed
    ;   Goals = Goals0
    ).

%! '$why_smallest'(+Goals, +Names, +Candidates, +Module, +Copy, +Limit, -Lines) is semidet.
%  Lines are about at most three changes of the least size.
'$why_smallest'(Goals, Names, Candidates, Module, Copy, Limit, Lines) :-
    (   '$why_first_change'(Candidates, Goals, Module, Copy, Limit, Size)
    ->  true
    ;   '$why_pairs'(Candidates, Pairs),
        '$why_first_change'(Pairs, Goals, Module, Copy, Limit, Size)
    ),
    ( nonvar(Pairs) -> All = Pairs ; All = Candidates ),
    findall(Line,
            limit(3, ( member(Size-At, All), '$why_changed'(Goals, At, Module, Copy, Limit, Changed, Solution),
                       '$why_change_line'(Changed, Solution, Names, Line) )),
            Lines).

%! '$why_first_change'(+Candidates, +Goals, +Module, +Copy, +Limit, -Size) is semidet.
'$why_first_change'(Candidates, Goals, Module, Copy, Limit, Size) :-
    member(Size-At, Candidates),
    '$why_changed'(Goals, At, Module, Copy, Limit, _, _),
    !.

%! '$why_pairs'(+Candidates, -Pairs) is det.
%  The smallest twelve parts, by two.
'$why_pairs'(Candidates, Pairs) :-
    findall(C, limit(12, member(C, Candidates)), Few),
    findall(Size-both(A, B), ( append(_, [S1-A|More], Few), member(S2-B, More), Size is S1 + S2 ), Found),
    keysort(Found, Pairs).

%! '$why_changed'(+Goals, +At, +Module, +Copy, +Limit, -Changed, -Solution) is semidet.
'$why_changed'(Goals, At, Module, Copy, Limit, Changed, Solution) :-
    (   At = both(A, B)
    ->  '$why_without'(Goals, A, Changed0),
        '$why_without'(Changed0, B, Changed1)
    ;   '$why_without'(Goals, At, Changed1)
    ),
    '$why_outcome'(Changed1, Module, Copy, Limit, Outcome),
    Outcome = true('$why_goals'(_, Solution0)),
    exclude(==(true), Changed1, Changed),
    exclude(==(true), Solution0, Solution).

%! '$why_conflict'(+Goal, +Parts, +Copy, +Limit, -Lines) is det.
%  Lines name constraints that contradict each other, each of which is needed for that; none if there are no constraints,
%  or Goal fails without them.
'$why_conflict'(Goal, Parts, Copy, Limit, Lines) :-
    findall(Count-N, Copy:'$posted'(Count, N, _), Posted),
    length(Posted, Many),
    (   Many > 1,
        Many < 1000,
        nb_setval('$slice_left_out', all),
        '$slice_run'(Goal, Copy, Limit, Without),
        Without \== false
    ->  keysort(Posted, InOrder),
        findall(Count, ( member(Count-N, InOrder), '$why_searches'(N, Parts) ), Searches),
        findall(Count, ( member(Count-N, InOrder), \+ '$why_searches'(N, Parts) ), Constraints),
        length(None, Many),
        maplist(=(0), None),
        LeftOut =.. [left_out|None],
        append(Searches, Constraints, Order),
        '$why_leave_out'(Order, Goal, Copy, Limit, LeftOut, Final),
        findall(Line,
                ( member(Count-N, InOrder), arg(Count, Final, 0), Copy:'$posted'(Count, N, Plain),
                  '$why_constraint_line'(N, Plain, Parts, Line) ),
                Lines0),
        list_to_set(Lines0, Lines1),
        Lines = ["These constraints contradict each other; without any one of them there is no contradiction:"|Lines1]
    ;   Lines = []
    ).

%! '$why_searches'(+N, +Parts) is semidet.
%  The posting is a search for values.
'$why_searches'(N, Parts) :-
    '$why_posting'(N, Parts, Goal, _, _),
    functor(Goal, Name, _),
    memberchk(Name, [label,labeling,indomain]).

%! '$why_posting'(+N, +Parts, -Goal, -Names, -Reference) is semidet.
'$why_posting'(N, Parts, Goal, Names, Reference) :-
    member(part(_, Reference, Marked, Names), Parts),
    '$why_post_in'(Marked, N, Goal),
    !.

%! '$why_post_in'(+Marked, +N, -Goal) is nondet.
'$why_post_in'(Marked, N, Goal) :-
    member(Item, Marked),
    (   Item = post(N, Goal)
    ;   ( Item = or(A, B) ; Item = if(_, A, B) ; Item = soft(_, A, B) ; Item = then(_, A), B = [] ),
        ( '$why_post_in'(A, N, Goal) ; '$why_post_in'(B, N, Goal) )
    ).

%! '$why_leave_out'(+Order, +Goal, +Copy, +Limit, +LeftOut0, -LeftOut) is det.
%  Leaves out the postings of Order as long as Goal fails without them: halves of them at once, if that can be done.
'$why_leave_out'(Order, Goal, Copy, Limit, LeftOut0, LeftOut) :-
    (   Order == []
    ->  LeftOut = LeftOut0
    ;   duplicate_term(LeftOut0, LeftOut1),
        forall(member(Count, Order), nb_setarg(Count, LeftOut1, 1)),
        nb_setval('$slice_left_out', LeftOut1),
        '$slice_run'(Goal, Copy, Limit, Outcome),
        Outcome == false
    ->  LeftOut = LeftOut1
    ;   Order = [_]
    ->  LeftOut = LeftOut0
    ;   length(Order, Length),
        Half is Length // 2,
        length(First, Half),
        append(First, Second, Order),
        '$why_leave_out'(First, Goal, Copy, Limit, LeftOut0, LeftOut2),
        '$why_leave_out'(Second, Goal, Copy, Limit, LeftOut2, LeftOut)
    ).

%! '$why_constraint_line'(+N, +Plain, +Parts, -Line) is det.
'$why_constraint_line'(N, Plain, Parts, Line) :-
    '$why_posting'(N, Parts, Goal0, Names0, Reference),
    copy_term_nat(Goal0-Names0, Goal-Names),
    ( Goal = Plain -> true ; true ),
    '$source_text'(Goal, Names, 6, Text),
    (   Reference == none
    ->  '$text'("  ~w", [Text], Line)
    ;   between(1, 100, I),
        '$clause_goal'(Reference, I, _, Same, _),
        Same =@= Goal0
    ->  '$why_place'(in('', Reference, I), _, File, At, Column),
        '$text'("  ~w   ~w:~d:~d", [Text,File,At,Column], Line)
    ;   '$why_clause_place'(Reference, Place),
        '$text'("  ~w~w", [Text,Place], Line)
    ).
