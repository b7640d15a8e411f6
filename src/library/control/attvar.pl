% Attributed variables: the goals that run when one is bound, freeze/2, and what dif/2 (dif.pl) and when/2 (when.pl)
% share: the suspended nodes, and their residual goals.
%
% A suspended dif/2 or when/2 is a node shared by all variables that may decide it. Its first argument is bound when it
% is decided, its second holds the variables that it waits for. Each wake-up examines the whole node again. A variable
% has the attribute nodes(Nodes, Live, All): the nodes that wait for it, newest first, their number All, and how many of
% them are undecided. Decided nodes are removed from Nodes only when they are half of it, so that the cost of each is
% constant.

%! '$wakeup'(+Wakes) is semidet.
%  Called by the machine before the next goal, with wake(Attributes, Value) for every attributed variable that was
%  bound; Attributes is att(Module, AttValue, Rest) or [].
'$wakeup'([]).
'$wakeup'([wake(Attributes, Value)|Wakes]) :-
    '$wake_attributes'(Attributes, Value),
    '$wakeup'(Wakes).

%! '$wake_attributes'(+Attributes, +Value)
'$wake_attributes'([], _).
'$wake_attributes'('$undo', Goals) :-
    '$undo'(Goals).
'$wake_attributes'(att(Module, AttValue, Rest), Value) :-
    '$wake_one'(Module, AttValue, Value),
    '$wake_attributes'(Rest, Value).

%! '$wake_one'(+Module, +AttValue, +Other)
%  Called by the machine instead of '$wakeup'/1 if one variable with one attribute was bound.
'$wake_one'(freeze, Goal, Other) :-
    !,
    (   var(Other)
    ->  '$freeze_on'(Other, Goal)
    ;   '$run_frozen'(Goal)
    ).
'$wake_one'(dif, Nodes, Other) :-
    !,
    '$hand_over'(Other, dif, Nodes),
    '$nodes_in_order'(Nodes, InOrder),
    '$dif_wake'(InOrder).
'$wake_one'(when, Nodes, Other) :-
    !,
    '$hand_over'(Other, when, Nodes),
    '$nodes_in_order'(Nodes, InOrder),
    '$when_wake'(InOrder).
'$wake_one'(lazy_list, Lazy, Other) :-
    !,
    '$lazy_unify'(Lazy, Other).
'$wake_one'(clpqr, Node, Other) :-
    !,
    '$clp_unified'(Node, Other).
'$wake_one'(Module, AttValue, Other) :-
    (   '$fd_is_block'(AttValue)
    ->  '$fd_unified'(AttValue, Other)
    ;   '$clpb_is_own'(Module, AttValue)
    ->  '$clpb_bound'(AttValue, Other)
    ;   '$attribute_hook'(Module, Hook)
    ->  call(Hook, AttValue, Other)
    ;   '$call_hook'(Module, AttValue, Other)
    ).

%! '$clpb_is_own'(+Module, +AttValue) is semidet.
%  The attribute is one of library(clpb), and not of a program that has its own module of that name.
'$clpb_is_own'(clpb, AttValue) :-
    nonvar(AttValue),
    ( AttValue = index_root(_, Root) ; AttValue = index_root(_, Root, _) ),
    nonvar(Root),
    functor(Root, '$clpb_root', 5),
    !.

%! '$system_attribute'(+Module)
'$system_attribute'(freeze).
'$system_attribute'(dif).
'$system_attribute'(when).
'$system_attribute'(lazy_list).
'$system_attribute'(clpqr).

%! '$call_hook'(+Module, +AttValue, +Other)
%  Calls Module:attr_unify_hook/2 if it is defined, else the user's attr_unify_hook/2.
'$call_hook'(Module, AttValue, Other) :-
    (   '$defined_in_module'(user, attr_unify_hook, 2),
        \+ '$defined_in_module'(Module, attr_unify_hook, 2)
    ->  call(attr_unify_hook(AttValue, Other))
    ;   '$call_in_module'(Module, attr_unify_hook(AttValue, Other))
    ).

%! freeze(?Var, :Goal) is nondet.
%  Calls Goal as soon as Var is bound.
%  ?- freeze(X, writeln(hello)), X = 1.
freeze(Var, Goal) :-
    (   var(Var)
    ->  '$innermost_module'(Goal, Kept),
        '$freeze_on'(Var, Kept)
    ;   call(Goal)
    ).

%! '$innermost_module'(:Goal, -Kept)
%  Kept is Goal with one module at most.
'$innermost_module'(Goal, Kept) :-
    (   nonvar(Goal),
        Goal = _:Inner,
        nonvar(Inner),
        Inner = _:_
    ->  '$innermost_module'(Inner, Kept)
    ;   Kept = Goal
    ).

%! '$freeze_on'(+Var, +Goal)
'$freeze_on'(Var, Goal) :-
    (   get_attr(Var, freeze, Before)
    ->  put_attr(Var, freeze, '$and'(Before, Goal))
    ;   put_attr(Var, freeze, Goal)
    ).

%! '$run_frozen'(+Goal)
'$run_frozen'(Goal) :-
    (   nonvar(Goal),
        Goal = '$and'(First, Second)
    ->  '$run_frozen'(First),
        '$run_frozen'(Second)
    ;   call(Goal)
    ).

%! frozen(@Term, -Goal) is det.
%  Goal is the conjunction of all goals suspended on variables of Term, in standard order, or true.
%  ?- freeze(X, true), frozen(X, G).   %=> G = freeze(X, user:true).
frozen(Term, Goal) :-
    '$residual_goals'(Term, Goals),
    sort(Goals, InOrder),
    '$list_to_conjunction'(InOrder, Goal0),
    Goal = Goal0.

%! '$list_to_conjunction'(+Goals, -Conjunction)
'$list_to_conjunction'([], true).
'$list_to_conjunction'([Goal|Goals], Conjunction) :-
    (   Goals == []
    ->  Conjunction = Goal
    ;   Conjunction = (Goal, Rest),
        '$list_to_conjunction'(Goals, Rest)
    ).

%! '$suspend_on'(+Term, +Module, +Node)
%  Adds Node to the nodes of each variable of Term that it does not wait for yet.
'$suspend_on'(Term, Module, Node) :-
    arg(2, Node, Watched0),
    '$unbound_ones'(Watched0, Watched),
    (   Watched == [],
        Term = [Var],
        var(Var)
    ->  setarg(2, Node, Term),
        '$join_nodes'(Term, Module, Node)
    ;   term_variables(Watched, Known),
        term_variables(Known+Term, Vars),
        length(Known, Count),
        '$drop_first'(Count, Vars, New),
        '$suspend_on_new'(New, Watched, Module, Node)
    ).

%! '$suspend_on_new'(+New, +Watched, +Module, +Node)
'$suspend_on_new'(New, Watched, Module, Node) :-
    (   New == []
    ->  true
    ;   append(New, Watched, All),
        setarg(2, Node, All),
        '$join_nodes'(New, Module, Node)
    ).

%! '$unbound_ones'(+Terms, -Vars)
'$unbound_ones'([], []).
'$unbound_ones'([Term|Terms], Vars) :-
    (   var(Term)
    ->  Vars = [Term|More]
    ;   Vars = More
    ),
    '$unbound_ones'(Terms, More).

%! '$join_nodes'(+Vars, +Module, +Node)
'$join_nodes'([], _, _).
'$join_nodes'([Var|Vars], Module, Node) :-
    '$add_nodes'(Var, Module, [Node], 1, 1),
    '$join_nodes'(Vars, Module, Node).

%! '$add_nodes'(+Var, +Module, +Nodes, +Live, +All)
'$add_nodes'(Var, Module, Nodes, Live, All) :-
    (   get_attr(Var, Module, nodes(Others, OtherLive, OtherAll))
    ->  ( Nodes = [Node] -> Both = [Node|Others] ; append(Nodes, Others, Both) ),
        BothLive is Live + OtherLive,
        BothAll is All + OtherAll,
        put_attr(Var, Module, nodes(Both, BothLive, BothAll))
    ;   put_attr(Var, Module, nodes(Nodes, Live, All))
    ).

%! '$hand_over'(+Other, +Module, +Nodes)
%  A variable that is bound to another one passes its nodes on, including those that the other already has: these waited
%  for both.
'$hand_over'(Other, Module, nodes(Nodes, Live, All)) :-
    (   var(Other)
    ->  '$add_nodes'(Other, Module, Nodes, Live, All)
    ;   true
    ).

%! '$nodes_in_order'(+Nodes, -InOrder)
'$nodes_in_order'(nodes(Nodes, _, _), InOrder) :-
    ( Nodes = [_] -> InOrder = Nodes ; reverse(Nodes, InOrder) ).

%! '$decide'(+Node, +Module)
%  Marks Node as decided and removes it from its variables.
'$decide'(Node, Module) :-
    arg(1, Node, true),
    arg(2, Node, Watched),
    '$leave_nodes'(Watched, Module).

%! '$leave_nodes'(+Watched, +Module)
'$leave_nodes'([], _).
'$leave_nodes'([Var|Vars], Module) :-
    (   attvar(Var),
        get_attr(Var, Module, nodes(Nodes, Live0, All))
    ->  Live is Live0 - 1,
        (   Live =:= 0
        ->  del_attr(Var, Module)
        ;   2*Live < All
        ->  '$live_nodes'(Nodes, Left),
            put_attr(Var, Module, nodes(Left, Live, Live))
        ;   put_attr(Var, Module, nodes(Nodes, Live, All))
        )
    ;   true
    ),
    '$leave_nodes'(Vars, Module).

%! '$live_nodes'(+Nodes, -Live)
'$live_nodes'([], []).
'$live_nodes'([Node|Nodes], Live) :-
    arg(1, Node, Done),
    (   var(Done)
    ->  Live = [Node|More]
    ;   Live = More
    ),
    '$live_nodes'(Nodes, More).

%! copy_term(+Term, -Copy, -Goals) is det.
%  Copy is a copy of Term with fresh variables without attributes, and Goals are the goals that restore the attributes.
%  ?- copy_term(f(_X), T, G).   %=> T = f(_A), G = [].
copy_term(Term, Copy, Goals) :-
    '$residual_goals'(Term, Residual),
    copy_term_nat(Term+Residual, Copy0+Goals0),
    Copy = Copy0,
    Goals = Goals0.

%! residual_goals(:NonTerminal) is det.
%  As a directive: NonTerminal//0 tells goals that are shown after each answer, beside those of attributed variables.
%  A library that keeps constraints in a store of its own declares one.
%  ?- catch(residual_goals(_), error(E, _), true).   %=> E = instantiation_error.
residual_goals(Qualified) :-
    strip_module(Qualified, Module, NonTerminal),
    must_be(callable, NonTerminal),
    '$note_collector'(Module:NonTerminal).

%! '$note_collector'(+NonTerminal) is det.
'$note_collector'(NonTerminal) :-
    (   '$if_known'('$toplevel':residual_goal_collector(NonTerminal))
    ->  true
    ;   assertz('$toplevel':residual_goal_collector(NonTerminal))
    ).

%! '$answer_residuals'(+Term, -Copy, -Goals) is det.
%  As copy_term/3, with the goals of the non-terminals that residual_goals/1 declares.
'$answer_residuals'(Term, Copy, Goals) :-
    findall(NonTerminal, '$toplevel':residual_goal_collector(NonTerminal), NonTerminals),
    '$collected_goals'(NonTerminals, Collected),
    '$answer_copy'(Term-Collected, Copy-Goals1, Goals0),
    append(Goals0, Goals1, Goals).

%! '$answer_copy'(+Term, -Copy, -Goals) is det.
%  As copy_term/3; but constraints may leave out variables that are not in Term.
'$answer_copy'(Term, Copy, Goals) :-
    term_variables(Term, Shown),
    b_setval('$shown_variables', Shown),
    copy_term(Term, Copy, Goals0),
    b_setval('$shown_variables', []),
    '$shown_goals'(Goals0, Goals).

%! '$shown_goals'(+Goals, -Shown)
%  Goals that wait are shown without the module user.
'$shown_goals'([], []).
'$shown_goals'([Goal|Goals], [Shown|More]) :-
    (   Goal = freeze(Var, user:Plain)
    ->  Shown = freeze(Var, Plain)
    ;   Goal = when(Condition, user:Plain)
    ->  Shown = when(Condition, Plain)
    ;   Shown = Goal
    ),
    '$shown_goals'(Goals, More).

%! '$collected_goals'(+NonTerminals, -Goals)
'$collected_goals'([], []).
'$collected_goals'([NonTerminal|NonTerminals], Goals) :-
    (   call(NonTerminal, Found, [])
    ->  '$without_user'(Found, Goals, Rest)
    ;   Goals = Rest
    ),
    '$collected_goals'(NonTerminals, Rest).

%! '$without_user'(+Found, -Goals, ?Rest)
'$without_user'([], Rest, Rest).
'$without_user'([Goal|Found], [Shown|Goals], Rest) :-
    (   Goal = user:Plain
    ->  Shown = Plain
    ;   Shown = Goal
    ),
    '$without_user'(Found, Goals, Rest).

%! '$residual_goals'(+Term, -Goals) is det.
%  Goals are the goals suspended on the variables of Term. Goals that wait for several variables are told once, those that
%  run twice are told twice.
'$residual_goals'(Term, Goals) :-
    term_attvars(Term, Vars),
    '$residual_goals_of'(Vars, Goals0, Again),
    (   sort(Goals0, Set),
        same_length(Goals0, Set)
    ->  Goals2 = Goals0
    ;   list_to_set(Goals0, Goals2)
    ),
    (   Again == true
    ->  maplist('$first_time', Goals2, Goals1)
    ;   Goals1 = Goals2
    ),
    (   '$has_attribute'(Vars, clpqr)
    ->  '$clp_residual'(Term+Goals1, Solved),
        append(Goals1, Solved, Goals)
    ;   Goals = Goals1
    ).

%! '$has_attribute'(+Vars, +Module) is semidet.
'$has_attribute'([Var|Vars], Module) :-
    (   get_attr(Var, Module, _)
    ->  true
    ;   '$has_attribute'(Vars, Module)
    ).

%! '$residual_goals_of'(+Vars, -Goals, -Again)
%  Again is true if there are goals of '$tell_again'/3.
'$residual_goals_of'([], [], _).
'$residual_goals_of'([Var|Vars], Goals, Again) :-
    '$attribute_goals'(Var, First0),
    (   First0 = [Goal]
    ->  Goals = [Goal|Rest]
    ;   sort(First0, Set),
        same_length(First0, Set)
    ->  append(First0, Rest, Goals)
    ;   pairs_keys_values(Pairs, First0, Places),
        length(First0, Count),
        numlist(1, Count, Places),
        keysort(Pairs, Sorted),
        '$tell_again'(Sorted, [], Told),
        keysort(Told, InOrder),
        pairs_values(InOrder, First),
        append(First, Rest, Goals),
        Again = true
    ),
    '$residual_goals_of'(Vars, Rest, Again).

%! '$tell_again'(+Sorted, +Before, -Told)
%  Makes different terms of the goals that are equal.
'$tell_again'([], _, []).
'$tell_again'([Goal-Place|Sorted], Before, [Place-This|Told]) :-
    (   Before = Times-Goal0,
        Goal0 == Goal
    ->  Times1 is Times + 1,
        This = '$again'(Times1, Goal)
    ;   Times1 = 0,
        This = Goal
    ),
    '$tell_again'(Sorted, Times1-Goal, Told).

%! '$first_time'(+Told, -Goal)
'$first_time'(Told, Goal) :-
    (   nonvar(Told),
        Told = '$again'(_, Goal0)
    ->  Goal = Goal0
    ;   Goal = Told
    ).

%! '$attribute_goals'(+Var, -Goals) is det.
%  Goals are the goals that would restore the attributes of Var.
'$attribute_goals'(Var, Goals) :-
    ( '$fd_goals'(Var, Constraints) -> append(Constraints, Others, Goals) ; Goals = Others ),
    (   get_attrs(Var, Attributes)
    ->  '$attribute_goals'(Attributes, Var, Others, [])
    ;   Others = []
    ).

%! '$attribute_goals'(+Attributes, +Var, -Goals, ?Tail)
'$attribute_goals'([], _, Goals, Goals).
'$attribute_goals'(att(Module, Value, Rest), Var, Goals, Tail) :-
    (   '$system_attribute'(Module)
    ->  '$goals_of'(Module, Value, Var, Goals, Middle)
    ;   '$clpb_is_own'(Module, Value)
    ->  '$clpb_residual'(Value, Var, Goals, Middle)
    ;   Module == '$chr'
    ->  % The store is shown as a whole.
        Goals = Middle
    ;   '$defined_in_module'(Module, attribute_goals, 3),
        '$call_in_module'(Module, attribute_goals(Var, Goals0, []))
    ->  append(Goals0, Middle, Goals)
    ;   Goals = [put_attr(Var, Module, Value)|Middle]
    ),
    '$attribute_goals'(Rest, Var, Middle, Tail).

%! '$goals_of'(+Module, +Value, +Var, -Goals, ?Tail)
'$goals_of'(clpqr, _, _, Goals, Goals).
'$goals_of'(lazy_list, lazy(Next, _), Var, Goals, Tail) :-
    ( Next = '$lazy_block'(_, _) -> Goals = Tail ; Goals = [lazy_list(Next, Var)|Tail] ).
'$goals_of'(freeze, Goal, Var, Goals, Tail) :-
    '$frozen_goals'(Goal, Var, Goals, Tail).
'$goals_of'(dif, Nodes, _, Goals, Tail) :-
    '$nodes_in_order'(Nodes, InOrder),
    list_to_set(InOrder, Once),
    '$dif_goals'(Once, Goals, Tail).
'$goals_of'(when, Nodes, _, Goals, Tail) :-
    '$nodes_in_order'(Nodes, InOrder),
    list_to_set(InOrder, Once),
    '$when_goals'(Once, Goals, Tail).

%! '$frozen_goals'(+Goal, +Var, -Goals, ?Tail)
'$frozen_goals'(Goal, Var, Goals, Tail) :-
    (   nonvar(Goal),
        Goal = '$and'(First, Second)
    ->  '$frozen_goals'(First, Var, Goals, Middle),
        '$frozen_goals'(Second, Var, Middle, Tail)
    ;   '$goal_with_module'(Goal, Shown),
        Goals = [freeze(Var, Shown)|Tail]
    ).

%! '$goal_with_module'(@Goal, -Qualified)
%  Qualified is Goal in its module, user if it has none; the module stands in front of a whole conjunction.
'$goal_with_module'(Goal, Module:Plain) :-
    (   '$module_of_goal'(Goal, Named, Inner)
    ->  Plain = Inner,
        ( var(Named) -> Module = user ; Module = Named )
    ;   Module = user,
        Plain = Goal
    ).

%! '$module_of_goal'(@Goal, ?Module, -Plain) is semidet.
%  Plain is Goal without its module; fails if parts of a conjunction are in several. Module stays a variable if the
%  predicates are of the system.
'$module_of_goal'(Goal, Module, Plain) :-
    (   \+ callable(Goal)
    ->  Module = user,
        Plain = Goal
    ;   Goal = (A,B)
    ->  Plain = (PlainA,PlainB),
        '$module_of_goal'(A, Module, PlainA),
        '$module_of_goal'(B, Module, PlainB)
    ;   Goal = Named:Inner,
        atom(Named)
    ->  Module = Named,
        Plain = Inner
    ;   Plain = Goal,
        ( predicate_property(system:Goal, defined) -> true ; Module = user )
    ).

%! call_residue_vars(:Goal, -Variables) is nondet.
%  Calls Goal; Variables are those that got an attribute, or another value of one, and that have attributes still.
%  ?- call_residue_vars(( freeze(Y, true), Y = 1 ), L).   %=> Y = 1, L = [].
call_residue_vars(Goal, Variables) :-
    '$residues_begin'(Mark),
    call(Goal),
    '$residues_since'(Mark, Variables).
