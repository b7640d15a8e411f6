% Declarative debugging: wrong/0 and missing/0 find the clause that is responsible for an answer that should not be there, or
% for one that is not, by questions about subgoals, as in Shapiro's "Algorithmic Program Debugging" (1982): each question
% divides the tree of goals that may be wrong in two. A tree is
%
%   node(Goal, Holds, Fault, Children)
%
% where Holds tells whether Goal had a solution. It is at fault if that is not as it should be and all Children are. Fault is
% clause(Reference), query, opaque for goals whose subgoals are not known, or uncovered(Reasons) for a goal that has no
% solution, with texts about its clauses.

%! wrong is det.
%  Finds the clause that is responsible for the answer that was shown last, which should not be there: asks about subgoals
%  whether they should be true, and tells of the clause with its place. Runs the query again with limits, without output,
%  and only if its goals have no other effects.
wrong :-
    (   '$queries'(Queries),
        member(asked(Text, Answers, _), Queries),
        Answers > 0,
        '$wrong_query'(Text, Query, Names)
    ->  '$current_typein_module'(Module),
        '$wrong_session'(wrong, Query, Module, Names, Answers)
    ;   format("There is no answer yet~n")
    ).

%! wrong(:Goal) is det.
%  As wrong/0, about the first answer of Goal.
wrong(Goal) :-
    must_be(callable, Goal),
    strip_module(Goal, Module, Plain),
    '$wrong_session'(wrong, Plain, Module, [], 1).

%! missing is det.
%  Finds out why the query that has just failed has no answer, though it should have one: asks about subgoals whether they
%  should be true, and names the predicate that is responsible. See wrong/0.
missing :-
    (   '$queries'(Queries),
        member(asked(Text, _, failed), Queries),
        '$wrong_query'(Text, Query, Names)
    ->  '$current_typein_module'(Module),
        '$wrong_session'(missing, Query, Module, Names, 1)
    ;   format("No query has failed~n")
    ).

%! missing(:Goal) is det.
%  As missing/0, about Goal, which should have a solution: an answer that is missing among others, with its values.
missing(Goal) :-
    must_be(callable, Goal),
    strip_module(Goal, Module, Plain),
    '$wrong_session'(missing, Plain, Module, [], 1).

%! wrong(:Goal, :Oracle, -Fault) is semidet.
%  As wrong/1 without a terminal: call(Oracle, Subgoal, Answer) is asked whether Subgoal should be true, and gives yes, no, or
%  unknown, which counts as right. Fault is fault(Kind, Subgoal, File, Line): Kind is clause, uncovered, opaque or query; File and Line are '' and 0
%  if there is no place. Fails if Goal has no solution or cannot be run.
wrong(Goal, Oracle, Fault) :-
    must_be(callable, Goal),
    strip_module(Goal, Module, Plain),
    '$wrong_found'(wrong, Plain, Module, 1, Oracle, Fault).

%! missing(:Goal, :Oracle, -Fault) is semidet.
%  As missing/1 without a terminal: see wrong/3. Fails if Goal has a solution or cannot be run.
missing(Goal, Oracle, Fault) :-
    must_be(callable, Goal),
    strip_module(Goal, Module, Plain),
    '$wrong_found'(missing, Plain, Module, 1, Oracle, Fault).

%! '$wrong_query'(+Text, -Query, -Names) is semidet.
%  Only queries that call the program are meant.
'$wrong_query'(Text, Query, Names) :-
    catch(term_string(Query, Text, [variable_names(Names)]), error(_, _), fail),
    \+ '$asks_why'(Query),
    '$calls_program'(Query).

%! '$calls_program'(+Goal) is semidet.
%  Goal, or a goal that it is made of, is of the program.
'$calls_program'(Goal) :-
    callable(Goal),
    (   '$stripped'(Goal, Plain),
        callable(Plain),
        (   '$safe_parts'(Plain, Parts)
        ;   functor(Plain, Name, Arity),
            '$safe_meta'(Name, Arity),
            '$slice_closures'(Plain, Parts)
        )
    ->  member(Part, Parts),
        '$calls_program'(Part)
    ;   '$is_users'(Goal)
    ),
    !.

%! '$wrong_found'(+Way, +Query, +Module, +Answer, :Oracle, -Fault) is semidet.
'$wrong_found'(Way, Query, Module, Answer, Oracle, fault(Kind, Goal, File, Line)) :-
    '$wrong_tree'(Way, Query, Module, Answer, Outcome),
    Outcome = tree(Tree),
    '$wrong_search'(Tree, '$wrong_oracle'(Oracle), [], node(Goal, _, Fault, _)),
    functor(Fault, Kind, _),
    (   Fault = clause(Reference),
        '$clause_line'(Reference, File, Line)
    ->  true
    ;   '$wrong_home'(Goal, Module, File, Line)
    ->  true
    ;   File = '',
        Line = 0
    ).

%! '$wrong_home'(+Goal, +Module, -File, -Line) is semidet.
%  The place of the first clause of the predicate.
'$wrong_home'(Goal, Module, File, Line) :-
    '$is_users'(Goal),
    catch(nth_clause(Module:Goal, 1, Reference), error(_, _), fail),
    '$clause_line'(Reference, File, Line).

%! '$wrong_session'(+Way, +Query, +Module, +Names, +Answer) is det.
'$wrong_session'(Way, Query, Module, Names, Answer) :-
    '$wrong_tree'(Way, Query, Module, Answer, Outcome),
    (   Outcome = tree(Tree)
    ->  (   '$wrong_search'(Tree, '$wrong_ask', [], Node)
        ->  '$wrong_report'(Node, Module, Lines),
            '$why_print'(Lines)
        ;   true
        )
    ;   '$wrong_no_tree'(Outcome, Query, Names, Line),
        '$why_print'([Line])
    ).

%! '$wrong_no_tree'(+Outcome, +Query, +Names, -Line) is det.
'$wrong_no_tree'(Outcome, Query, Names, Line) :-
    '$source_text'(Query, Names, 6, Text),
    (   Outcome == true
    ->  '$text'("~w has a solution; missing(Goal) wants the values of the one that is missing", [Text], Line)
    ;   Outcome == false
    ->  '$text'("~w has no such answer now; missing. asks why there is none", [Text], Line)
    ;   Outcome == long
    ->  '$text'("The search for the answer of ~w takes too long", [Text], Line)
    ;   '$why_first'(Outcome, Line)
    ).

%! '$wrong_tree'(+Way, +Query, +Module, +Answer, -Outcome) is det.
%  Outcome is tree(Tree), true or false for a query that has an answer, or has none, or as in '$why_found'/4.
'$wrong_tree'(Way, Query, Module, Answer, Outcome) :-
    catch(setup_call_cleanup(set_temporary_module(Copy),
                             '$wrong_tree'(Way, Query, Module, Answer, Copy, Outcome),
                             '$drop_temporary_module'(Copy)),
          Error,
          ( Error == '$slice_late' -> Outcome = long ; '$why_caught'(Error, Outcome) )).

%! '$wrong_tree'(+Way, +Query, +Module, +Answer, +Copy, -Outcome) is det.
'$wrong_tree'(Way, Query, Module, Answer, Copy, Outcome) :-
    '$slice_copy'(Query, Module, [], posts, Copy, _, _),
    nb_setval('$slice_left_out', off),
    '$slice_begin'(10),
    Context = context(Module, Copy, left(300)),
    (   Way == wrong
    ->  '$wrong_proved'(Query, Context, Answer, Solution, Proof, Proved),
        (   Proved == true
        ->  '$wrong_nodes'(Proof, Context, Nodes, []),
            ( Nodes = [Tree], Tree = node(Goal, true, _, _), Goal == Solution -> true
            ; Tree = node(Solution, true, query, Nodes) ),
            Outcome = tree(Tree)
        ;   Outcome = Proved
        )
    ;   '$wrong_solutions'(Query, Context, 1, Solutions, Found),
        (   Found \== true
        ->  Outcome = Found
        ;   Solutions == []
        ->  '$wrong_missing'(Query, Context, [], Tree),
            Outcome = tree(Tree)
        ;   Outcome = true
        )
    ).

%! '$wrong_proved'(+Goal, +Context, +Answer, -Solution, -Proof, -Outcome) is det.
'$wrong_proved'(Goal, context(Module, _, _), Answer, Solution, Proof, Outcome) :-
    copy_term_nat(Goal, Solution0),
    catch(with_output_to(string(_),
                         call_with_inference_limit(call_nth('$proof_local'(Solution0, Module, 1000000, Proof0, []), Answer),
                                                   5000000, Limit)),
          Error,
          '$why_caught'(Error, Outcome)),
    !,
    (   nonvar(Outcome)
    ->  true
    ;   Limit == inference_limit_exceeded
    ->  Outcome = long
    ;   Outcome = true,
        '$proof_tables'(Proof0),
        copy_term_nat(Solution0-Proof0, Solution-Proof)
    ).
'$wrong_proved'(_, _, _, _, _, false).

%! '$wrong_nodes'(+Proof, +Context, -Nodes, ?Rest) is det.
%  Nodes are the goals in Proof that can be wrong.
'$wrong_nodes'([], _, Nodes, Nodes).
'$wrong_nodes'([step(Kind, Goal, Clause, Below, _)|Proof], Context, Nodes, Rest) :-
    (   memberchk(Kind, [rule,fact])
    ->  Nodes = [node(Goal, true, clause(Clause), Children)|More],
        '$wrong_nodes'(Below, Context, Children, [])
    ;   memberchk(Kind, [not,else])
    ->  (   '$calls_program'(Goal)
        ->  '$wrong_missing'(Goal, Context, [], Node),
            Nodes = [Node|More]
        ;   Nodes = More
        )
    ;   ( memberchk(Kind, [if,or(_)]) ; Kind == tabled, Below = [_|_] )
    ->  '$wrong_nodes'(Below, Context, Nodes, More)
    ;   memberchk(Kind, [builtin,called,tabled]),
        '$calls_program'(Goal)
    ->  Nodes = [node(Goal, true, opaque, [])|More]
    ;   Nodes = More
    ),
    '$wrong_nodes'(Proof, Context, More, Rest).

%! '$wrong_solutions'(+Goal, +Context, +Most, -Solutions, -Outcome) is det.
'$wrong_solutions'(Goal, context(Module, Copy, _), Most, Solutions, Outcome) :-
    '$slice_code'([goal(Goal)], Module, Copy, Code),
    '$slice_run'('$wrong_all'(Goal, Code, Most, _), Copy, 300000, Ran),
    (   Ran = true('$wrong_all'(_, _, _, Solutions))
    ->  Outcome = true
    ;   Outcome = Ran
    ).

%! '$wrong_all'(+Goal, :Code, +Most, -Solutions) is det.
'$wrong_all'(Goal, Code, Most, Solutions) :-
    findall(Goal, limit(Most, Code), Solutions).

%! '$wrong_missing'(+Goal, +Context, +Above, -Node) is det.
%  Node is the tree of a goal that has no solution: below it are goals of its clauses that have none, with the values that
%  the goals before them give.
'$wrong_missing'(Goal, Context, Above, Node) :-
    Context = context(Module, _, Left),
    '$stripped'(Goal, Plain),
    arg(1, Left, N),
    (   callable(Plain),
        '$is_users'(Plain),
        catch(predicate_property(Module:Plain, number_of_clauses(_)), _, fail)
    ->  (   ( N =:= 0 ; member(Other, Above), Other =@= Plain )
        ->  Node = node(Plain, false, opaque, [])
        ;   N1 is N - 1,
            nb_setarg(1, Left, N1),
            findall(tried(Reference, Ends), '$wrong_clause'(Plain, Context, Reference, Ends), Tried),
            '$why_clause_reasons'(Plain, Module, Mismatches),
            findall(Reason, '$wrong_reason'(Tried, Reason), Reasons0),
            append(Reasons0, Mismatches, Reasons),
            findall(End, ( member(tried(_, Ends), Tried), member(End, Ends) ), Ends1),
            '$wrong_children'(Ends1, Context, [Plain|Above], Children),
            Node = node(Plain, false, uncovered(Reasons), Children)
        )
    ;   '$wrong_ends'(Goal, Context, Ends),
        (   Ends = [End],
            End =@= Goal
        ->  Node = node(Goal, false, opaque, [])
        ;   '$wrong_children'(Ends, Context, Above, Children),
            Node = node(Goal, false, query, Children)
        )
    ).

%! '$wrong_clause'(+Goal, +Context, -Reference, -Ends) is nondet.
%  Ends are the goals at which the clause ends for Goal.
'$wrong_clause'(Goal, Context, Reference, Ends) :-
    Context = context(Module, _, _),
    ( predicate_property(Module:Goal, ssu) -> Form = rules ; Form = clauses ),
    ( Form == clauses -> clause(Module:Goal, Body, Reference) ; '$why_clause'(rules, Goal, Body, Reference) ),
    '$wrong_ends'(Body, Context, Ends).

%! '$wrong_ends'(+Body, +Context, -Ends) is det.
%  Ends are the goals of Body that have no solution, as far in it as possible; at most three.
'$wrong_ends'(Body, Context, Ends) :-
    '$slice_goals'(Body, Goals, []),
    State = ends(0, []),
    '$wrong_follow'(Goals, 1, Context, State),
    arg(2, State, Ends0),
    reverse(Ends0, Ends).

%! '$wrong_follow'(+Goals, +I, +Context, +State) is det.
'$wrong_follow'([], _, _, _).
'$wrong_follow'([Goal|Goals], I, Context, State) :-
    (   ( Goal == ! ; Goal == '$committed' )
    ->  '$wrong_follow'(Goals, I, Context, State)
    ;   nonvar(Goal),
        '$wrong_branches'(Goal, Context, Branches)
    ->  forall(member(Goal-Branch, Branches),
               ( '$slice_goals'(Branch, First, Goals), '$wrong_follow'(First, I, Context, State) ))
    ;   '$wrong_solutions'(Goal, Context, 20, Solutions, Outcome),
        (   Outcome == true,
            Solutions = [_|_]
        ->  I1 is I + 1,
            forall(member(Goal, Solutions), '$wrong_follow'(Goals, I1, Context, State))
        ;   arg(1, State, Furthest),
            (   I > Furthest
            ->  nb_setarg(1, State, I),
                nb_setarg(2, State, [Goal])
            ;   I =:= Furthest,
                arg(2, State, Known),
                length(Known, Count),
                Count < 3,
                \+ ( member(Other, Known), Other =@= Goal )
            ->  nb_setarg(2, State, [Goal|Known])
            ;   true
            )
        )
    ).

%! '$wrong_branches'(+Goal, +Context, -Branches) is semidet.
%  Branches are Instance-Body for the ways that a disjunction or a conditional Goal can go.
'$wrong_branches'(Goal, Context, Branches) :-
    (   ( Goal = (C->T;E) ; Goal = (C->T), E = fail ; Goal = (C*->T;E) )
    ->  '$wrong_solutions'(C, Context, 1, Solutions, _),
        (   Solutions = [Solution|_]
        ->  findall(Goal-T, C = Solution, Branches)
        ;   Branches = [Goal-E]
        )
    ;   Goal = (A;B)
    ->  Branches = [Goal-A,Goal-B]
    ;   '$why_meta'(Goal, Called),
        Goal \= forall(_, _),
        Goal \= not(_)
    ->  Branches = [Goal-Called]
    ).

%! '$wrong_reason'(+Tried, -Reason) is nondet.
'$wrong_reason'(Tried, Reason) :-
    member(tried(Reference, Ends), Tried),
    member(End, Ends),
    '$wrong_goal_text'(End, Text),
    '$why_clause_place'(Reference, Place),
    '$text'("~w has no solution~w", [Text,Place], Reason).

%! '$wrong_children'(+Ends, +Context, +Above, -Children) is det.
'$wrong_children'([], _, _, []).
'$wrong_children'([End|Ends], Context, Above, Children) :-
    (   nonvar(End),
        ( End = (\+ Goal) ; End = not(Goal) ),
        '$calls_program'(Goal)
    ->  '$wrong_proved'(Goal, Context, 1, Solution, Proof, Outcome),
        (   Outcome == true
        ->  '$wrong_nodes'(Proof, Context, Nodes, []),
            ( Nodes = [Node], Node = node(G, true, _, _), G == Solution -> true
            ; Node = node(Solution, true, query, Nodes) ),
            Children = [Node|More]
        ;   Children = More
        )
    ;   '$calls_program'(End)
    ->  Children = [Node|More],
        '$wrong_missing'(End, Context, Above, Node)
    ;   Children = More
    ),
    '$wrong_children'(Ends, Context, Above, More).

%! '$wrong_search'(+Tree, +Oracle, +Known, -Node) is semidet.
%  The root of Tree is wrong; Node is wrong, and all below it is right. Known are Goal-Answer. call(Oracle, Holds, Goal, Answer)
%  gives yes, no, another atom that counts as right, or quit, for which this fails.
'$wrong_search'(Tree, Oracle, Known, Node) :-
    Tree = node(_, _, _, Children),
    (   Children == []
    ->  Node = Tree
    ;   '$wrong_weight'(Tree, Weight),
        findall(Distance-Child, ( '$wrong_below'(Children, Child), '$wrong_weight'(Child, W), Distance is abs(2 * W - Weight) ), Pairs),
        keysort(Pairs, [_-Middle|_]),
        Middle = node(Goal, Holds, _, _),
        (   member(Other-Answer, Known),
            Other =@= Goal
        ->  true
        ;   call(Oracle, Holds, Goal, Answer)
        ),
        Answer \== quit,
        (   ( Answer == yes, Holds == false ; Answer == no, Holds == true )
        ->  Tree1 = Middle
        ;   '$wrong_pruned'(Tree, Middle, Tree1)
        ),
        '$wrong_search'(Tree1, Oracle, [Goal-Answer|Known], Node)
    ).

%! '$wrong_below'(+Nodes, -Node) is nondet.
'$wrong_below'(Nodes, Node) :-
    member(Child, Nodes),
    (   Node = Child
    ;   Child = node(_, _, _, Children),
        '$wrong_below'(Children, Node)
    ).

%! '$wrong_weight'(+Node, -Weight) is det.
'$wrong_weight'(Node, Weight) :-
    findall(x, '$wrong_below'([Node], _), Nodes),
    length(Nodes, Weight).

%! '$wrong_pruned'(+Tree, +Node, -Pruned) is det.
'$wrong_pruned'(node(Goal, Holds, Fault, Children), Node, node(Goal, Holds, Fault, Pruned)) :-
    '$wrong_all_pruned'(Children, Node, Pruned).

%! '$wrong_all_pruned'(+Nodes, +Node, -Pruned) is det.
'$wrong_all_pruned'([], _, []).
'$wrong_all_pruned'([Child|Nodes], Node, Pruned) :-
    (   Child == Node
    ->  Pruned = More
    ;   '$wrong_pruned'(Child, Node, Kept),
        Pruned = [Kept|More]
    ),
    '$wrong_all_pruned'(Nodes, Node, More).

%! '$wrong_goal_text'(+Goal, -Text) is det.
%  The whole text, unless it is very long: a part of it is no question.
'$wrong_goal_text'(Goal, Text) :-
    copy_term_nat(Goal, Copy),
    numbervars(Copy, 0, _),
    '$slice_text'(Copy, [], Whole),
    (   string_length(Whole, Length),
        Length =< 2000
    ->  Text = Whole
    ;   '$source_text'(Copy, [], 6, Text)
    ).

%! '$wrong_oracle'(:Oracle, +Holds, +Goal, -Answer) is semidet.
'$wrong_oracle'(Oracle, _, Goal, Answer) :-
    call(Oracle, Goal, Answer).

%! '$wrong_ask'(+Holds, +Goal, -Answer) is det.
%  Asks at the terminal.
'$wrong_ask'(Holds, Goal, Answer) :-
    '$wrong_goal_text'(Goal, Text),
    (   ground(Goal)
    ->  Note = ""
    ;   Holds == true
    ->  Note = " for all values of its variables"
    ;   Note = " for some values of its variables"
    ),
    format("Should ~w be true~w? (y/n) ", [Text,Note]),
    flush_output,
    '$wrong_line'(Line),
    ( stream_property(user_input, tty(true)) -> true ; format("~w~n", [Line]) ),
    (   '$wrong_key'(Line, Answer)
    ->  ( Answer == unknown -> format("  It is taken as right.~n") ; true )
    ;   format("  y yes   n no   d I do not know   i it should not be called like that   q quit~n"),
        '$wrong_ask'(Holds, Goal, Answer)
    ).

%! '$wrong_line'(-Line) is det.
'$wrong_line'(Line) :-
    prompt(Before, ''),
    read_line_to_string(user_input, Line0),
    prompt(_, Before),
    (   Line0 == end_of_file
    ->  Line = "q"
    ;   split_string(Line0, "", " \t.", [Line1]),
        % Without a terminal the rest of the line of the query comes first.
        ( Line1 == "" -> '$wrong_line'(Line) ; Line = Line1 )
    ).

%! '$wrong_key'(+Line, -Answer) is semidet.
'$wrong_key'(Line, Answer) :-
    memberchk(Line-Answer, ["y"-yes,"yes"-yes,"n"-no,"no"-no,"d"-unknown,"i"-right,"q"-quit,"quit"-quit]).

%! '$wrong_report'(+Node, +Module, -Lines) is det.
'$wrong_report'(node(Goal, _, Fault, _), Module, Lines) :-
    '$wrong_goal_text'(Goal, Text),
    (   Fault = clause(Reference)
    ->  (   clause(_, Body, Reference),
            Body \== true
        ->  '$text'("This clause makes ~w true, though all that it needs is right:", [Text], First)
        ;   '$text'("This clause makes ~w true:", [Text], First)
        ),
        '$wrong_clause_text'(Reference, Module, Line),
        Lines = [First,Line]
    ;   Fault = uncovered(Reasons)
    ->  '$text'("No clause makes ~w true: one of these is wrong, or one is missing:", [Text], First),
        findall(Line, ( member(Reason, Reasons), string_concat("  ", Reason, Line) ), More),
        Lines = [First|More]
    ;   Fault == query
    ->  Lines = ["All that the query calls is right: so the query itself asks something else"]
    ;   '$text'("~w is wrong; its own goals were not followed: ask wrong(Goal) or missing(Goal) about one of them", [Text], First),
        Lines = [First]
    ).

%! '$wrong_clause_text'(+Reference, +Module, -Line) is det.
'$wrong_clause_text'(Reference, Module, Line) :-
    (   clause(Head0, _, Reference),
        '$stripped'(Head0, Head),
        functor(Head, Name, Arity),
        functor(General, Name, Arity),
        nth_clause(Module:General, N, Reference),
        '$shown_clauses'(Module:Name, Arity, Clauses),
        nth1(N, Clauses, clause(Clause, Names))
    ->  ( Clause = (Left :- Body) -> true ; Left = Clause, Body = true ),
        '$slice_fragment'(Left, Reference, Body, Names, Line)
    ;   '$why_clause_place'(Reference, Line)
    ).
