% Proofs: which clauses an answer comes from. The interpreter below follows clauses as the machine does, cuts and exceptions
% too. A proof is a list of steps
%
%   step(Kind, Goal, Clause, Proof, Cut)
%
% where Clause is the reference of the clause, or none; Proof has the steps below; Cut is true if Depth leaves them out. Kind is
%
%   rule      a clause with a body
%   fact      a clause without one
%   builtin   a predicate of the system
%   host      a function of the host
%   tabled    a table; the step below is that of a clause that gives the answer, if one was found. Clause is
%             table(Module, Depth), and Proof unbound, until '$proof_tables'/1 looks for it
%   called    another predicate whose clauses are not followed
%   not       there is no answer
%   if        a condition that holds; the steps of its branch follow
%   else      a condition without an answer; the steps of the other branch follow
%   or(N)     the alternative N of a disjunction
%   caught    the exception Goal has come; the steps of the recovery follow

%! '$explain'(+Goal, +Names, +Depth, +Most, +Changes, -Explanation) is nondet.
%  Explanation is proved(Nodes) for each answer of Goal: its proof in prefix order, as node(Level, Kind, Goal, File, Line,
%  Cut), with '' and 0 for no place. Calls deeper than Depth are not followed; there are Most nodes or fewer. If there is no
%  answer, it is failed(Lines, Goals, Changed): the lines of why/0, the goals as failed(Goal, Head, File, Line, Column, Reasons),
%  and, if Changes is true, the lines of '$why_more'/4.
'$explain'(Goal, Names, Depth, Most, Changes, Explanation) :-
    (   '$proof_local'(Goal, user, Depth, Proof, [])
    *-> Explanation = proved(Nodes),
        '$proof_tables'(Proof),
        '$proof_nodes'(Proof, 0, Most, _, Nodes, [])
    ;   Explanation = failed(Lines, Goals, Changed),
        '$why_found'(Goal, Names, Outcome, Found),
        '$why_first'(Outcome, First),
        '$why_text'(First, Found, Lines),
        strip_module(Goal, Module, Plain),
        findall(failed(Failed, Head, File, Line, Column, Reasons),
                ( member(failed(_, Place, Failed-Head), Found), '$why_place'(Place, _, File, Line, Column),
                  '$why_reasons'(Failed, Module, Reasons) ),
                Goals),
        (   Changes == true,
            Found = [_|_]
        ->  '$why_more'(Plain, Module, Names, Changed)
        ;   Changed = []
        )
    ).

%! '$proof_local'(+Body, +Module, +Depth, -Proof, ?Rest) is nondet.
%  Cuts in Body are local to it.
'$proof_local'(Body, Module, Depth, Proof, Rest) :-
    prolog_current_choice(Choice),
    '$proof_body'(Body, Module, Depth, Choice, Proof, Rest).

%! '$proof_body'(+Body, +Module, +Depth, +Choice, -Proof, ?Rest) is nondet.
%  Cuts in Body go back to Choice.
'$proof_body'(Body, Module, Depth, Choice, Proof, Rest) :-
    (   var(Body)
    ->  instantiation_error(Body)
    ;   '$proof_control'(Body)
    ->  '$proof_control'(Body, Module, Depth, Choice, Proof, Rest)
    ;   '$why_meta'(Body, Called)
    ->  '$proof_local'(Called, Module, Depth, Proof, Rest)
    ;   '$proof_call'(Body, Module, Depth, Proof, Rest)
    ).

%! '$proof_control'(+Body) is semidet.
'$proof_control'(true).
'$proof_control'(!).
'$proof_control'((_,_)).
'$proof_control'((_;_)).
'$proof_control'((_->_)).
'$proof_control'((_*->_)).
'$proof_control'(\+ _).
'$proof_control'(catch(_, _, _)).
'$proof_control'(Module:_) :-
    atom(Module).

%! '$proof_control'(+Body, +Module, +Depth, +Choice, -Proof, ?Rest) is nondet.
'$proof_control'(true, _, _, _, Proof, Proof).
'$proof_control'(!, _, _, Choice, Proof, Proof) :-
    prolog_cut_to(Choice).
'$proof_control'((A,B), Module, Depth, Choice, Proof, Rest) :-
    '$proof_body'(A, Module, Depth, Choice, Proof, Middle),
    '$proof_body'(B, Module, Depth, Choice, Middle, Rest).
'$proof_control'((A;B), Module, Depth, Choice, Proof, Rest) :-
    (   nonvar(A),
        ( A = (C->T) ; A = (C*->T) )
    ->  (   '$proof_condition'(A, Module, Depth, Below)
        *-> Proof = [step(if, C, none, Below, false)|Middle],
            '$proof_body'(T, Module, Depth, Choice, Middle, Rest)
        ;   Proof = [step(else, C, none, [], false)|Middle],
            '$proof_body'(B, Module, Depth, Choice, Middle, Rest)
        )
    ;   Proof = [step(or(N), Goal, none, Below, false)|Rest],
        '$proof_alternative'((A;B), 1, N, Goal),
        '$proof_body'(Goal, Module, Depth, Choice, Below, [])
    ).
'$proof_control'((C->T), Module, Depth, Choice, Proof, Rest) :-
    '$proof_control'((C->T;fail), Module, Depth, Choice, Proof, Rest).
'$proof_control'((C*->T), Module, Depth, Choice, Proof, Rest) :-
    '$proof_control'((C*->T;fail), Module, Depth, Choice, Proof, Rest).
'$proof_control'(\+ Goal, Module, Depth, _, [step(not, Goal, none, [], false)|Rest], Rest) :-
    \+ '$proof_local'(Goal, Module, Depth, _, _).
'$proof_control'(catch(Goal, Ball, Recovery), Module, Depth, _, Proof, Rest) :-
    catch('$proof_local'(Goal, Module, Depth, Proof, Rest),
          Ball,
          ( Proof = [step(caught, Ball, none, [], false)|Middle],
            '$proof_local'(Recovery, Module, Depth, Middle, Rest)
          )).
'$proof_control'(Module:Goal, _, Depth, Choice, Proof, Rest) :-
    '$proof_body'(Goal, Module, Depth, Choice, Proof, Rest).

%! '$proof_condition'(+IfThen, +Module, +Depth, -Proof) is nondet.
'$proof_condition'((C->_), Module, Depth, Proof) :-
    '$proof_local'(C, Module, Depth, Proof, []),
    !.
'$proof_condition'((C*->_), Module, Depth, Proof) :-
    '$proof_local'(C, Module, Depth, Proof, []).

%! '$proof_alternative'(+Disjunction, +N0, -N, -Goal) is nondet.
%  Goal is alternative N, if those of Disjunction count from N0.
'$proof_alternative'(Body, N0, N, Goal) :-
    (   nonvar(Body),
        Body = (A;B),
        \+ ( nonvar(A), ( A = (_->_) ; A = (_*->_) ) )
    ->  (   N = N0,
            Goal = A
        ;   N1 is N0 + 1,
            '$proof_alternative'(B, N1, N, Goal)
        )
    ;   N = N0,
        Goal = Body
    ).

%! '$proof_call'(+Goal, +Module, +Depth, -Proof, ?Rest) is nondet.
'$proof_call'(Goal, Module, Depth, [Step|Rest], Rest) :-
    (   '$proof_home'(Goal, Module, Home)
    ->  (   Depth > 0
        ->  Depth1 is Depth - 1,
            ( predicate_property(Home:Goal, ssu) -> Form = rules ; Form = clauses ),
            '$proof_clause'(Form, Goal, Home, Depth1, Step)
        ;   Step = step(called, Goal, none, [], true),
            call(Module:Goal)
        )
    ;   (   predicate_property(Module:Goal, tabled)
        ->  ( predicate_property(Module:Goal, imported_from(Home)) -> true ; Home = Module ),
            Step = step(tabled, Goal, table(Home, Depth), _, _)
        ;   (   member(Property-Kind, [system-builtin,foreign-host]),
                predicate_property(Module:Goal, Property)
            ->  true
            ;   Kind = called
            ),
            Step = step(Kind, Goal, none, [], false)
        ),
        call(Module:Goal)
    ).

%! '$proof_home'(+Goal, +Module, -Home) is semidet.
%  Home is the module with the clauses of Goal, if they are followed.
'$proof_home'(Goal, Module, Home) :-
    callable(Goal),
    (   predicate_property(Module:Goal, imported_from(Home))
    ->  true
    ;   Home = Module
    ),
    predicate_property(Home:Goal, number_of_clauses(_)),
    \+ ( member(Kind, [system,tabled,foreign]), predicate_property(Home:Goal, Kind) ),
    % Arguments of those would have to be qualified.
    ( Home == Module -> true ; \+ predicate_property(Home:Goal, transparent) ).

%! '$proof_clause'(+Form, +Goal, +Module, +Depth, -Step) is nondet.
'$proof_clause'(clauses, Goal, Module, Depth, Step) :-
    prolog_current_choice(Choice),
    clause(Module:Goal, Body, Clause),
    '$proof_step'(Goal, Clause, Body, Module, Depth, Choice, Step).
'$proof_clause'(rules, Goal, Module, Depth, Step) :-
    prolog_current_choice(Choice),
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    (   clause(Module:Head, Body, Clause),
        subsumes_term(Head, Goal),
        Head = Goal,
        % A guard is followed by a cut.
        ( '$has_guard'(Clause) -> true ; prolog_cut_to(Choice) ),
        '$proof_step'(Goal, Clause, Body, Module, Depth, Choice, Step)
    ;   % Tells that no rule matches.
        call(Module:Goal)
    ).

%! '$proof_step'(+Goal, +Clause, +Body, +Module, +Depth, +Choice, -Step) is nondet.
'$proof_step'(Goal, Clause, Body, Module, Depth, Choice, Step) :-
    (   Body == true
    ->  Step = step(fact, Goal, Clause, [], false)
    ;   Step = step(rule, Goal, Clause, Proof, false),
        '$proof_body'(Body, Module, Depth, Choice, Proof, [])
    ).

%! '$proof_tables'(+Proof) is det.
%  Puts the clauses of the answers of tables into Proof.
'$proof_tables'([]).
'$proof_tables'([step(_, Goal, Clause, Below, Cut)|Proof]) :-
    (   nonvar(Below)
    ->  '$proof_tables'(Below)
    ;   Clause = table(Module, Depth),
        catch(call_with_inference_limit('$proof_answer'(Module:Goal, Depth, Below, Cut), 5000000, _), error(_, _), true),
        ( nonvar(Below) -> true ; Below = [], Cut = false )
    ),
    '$proof_tables'(Proof).

%! '$proof_answer'(+Answer, +Depth, -Proof, -Cut) is semidet.
%  A clause of a tabled predicate may need the answer that it gives. So all clauses of the answers that may be needed are
%  found; from those that need no table, round by round, those whose needs are met: the proof is one of the least height.
'$proof_answer'(_, 0, [], true) :-
    !.
'$proof_answer'(Answer, Depth, [Step], false) :-
    ground(Answer),
    empty_assoc(Empty),
    '$proof_collect'([Answer], Depth, Empty, Known),
    assoc_to_list(Known, Pairs),
    '$proof_rounds'(Pairs, Answer, Empty, Proved),
    get_assoc(Answer, Proved, Step),
    '$proof_fill'([Step], Depth, Proved).

%! '$proof_collect'(+Answers, +Depth, +Known0, -Known) is det.
%  Known maps each answer to the steps that give it, each with the answers that it needs.
'$proof_collect'([], _, Known, Known).
'$proof_collect'([Answer|Answers], Depth, Known0, Known) :-
    (   get_assoc(Answer, Known0, _)
    ->  '$proof_collect'(Answers, Depth, Known0, Known)
    ;   Answer = Module:Goal,
        findall(Step-Needed,
                ( '$proof_clause'(clauses, Goal, Module, Depth, Step), '$proof_needed'([Step], Needed, []) ),
                Steps),
        put_assoc(Answer, Known0, Steps, Known1),
        findall(Other, ( member(_-Needed, Steps), member(Other, Needed) ), Others, Answers),
        '$proof_collect'(Others, Depth, Known1, Known)
    ).

%! '$proof_needed'(+Proof, -Answers, ?Rest) is det.
'$proof_needed'([], Rest, Rest).
'$proof_needed'([step(_, Goal, Clause, Below, _)|Proof], Answers, Rest) :-
    (   nonvar(Below)
    ->  '$proof_needed'(Below, Answers, Middle)
    ;   Clause = table(Module, _),
        ground(Goal)
    ->  Answers = [Module:Goal|Middle]
    ;   Answers = Middle
    ),
    '$proof_needed'(Proof, Middle, Rest).

%! '$proof_rounds'(+Pairs, +Answer, +Proved0, -Proved) is semidet.
'$proof_rounds'(Pairs, Answer, Proved0, Proved) :-
    (   get_assoc(Answer, Proved0, _)
    ->  Proved = Proved0
    ;   '$proof_round'(Pairs, Proved0, Proved1, Left),
        Left \== Pairs,
        '$proof_rounds'(Left, Answer, Proved1, Proved)
    ).

%! '$proof_round'(+Pairs, +Before, -Proved, -Left) is det.
'$proof_round'(Pairs, Before, Proved, Left) :-
    partition('$proof_has_needs'(Before), Pairs, Met, Left),
    foldl('$proof_put'(Before), Met, Before, Proved).

%! '$proof_has_needs'(+Before, +Pair) is semidet.
'$proof_has_needs'(Before, _-Steps) :-
    '$proof_with_needs'(Before, Steps, _).

%! '$proof_with_needs'(+Before, +Steps, -Step) is semidet.
'$proof_with_needs'(Before, Steps, Step) :-
    member(Step-Needed, Steps),
    \+ ( member(Other, Needed), \+ get_assoc(Other, Before, _) ),
    !.

%! '$proof_put'(+Before, +Pair, +Proved0, -Proved) is det.
'$proof_put'(Before, Answer-Steps, Proved0, Proved) :-
    '$proof_with_needs'(Before, Steps, Step),
    put_assoc(Answer, Proved0, Step, Proved).

%! '$proof_fill'(+Proof, +Depth, +Proved) is det.
'$proof_fill'([], _, _).
'$proof_fill'([step(_, Goal, Clause, Below, Cut)|Proof], Depth, Proved) :-
    (   nonvar(Below)
    ->  '$proof_fill'(Below, Depth, Proved)
    ;   Depth =:= 1
    ->  Below = [],
        Cut = true
    ;   Clause = table(Module, _),
        Cut = false,
        ground(Goal)
    ->  get_assoc(Module:Goal, Proved, Step),
        Below = [Step],
        Depth1 is Depth - 1,
        '$proof_fill'(Below, Depth1, Proved)
    ;   Below = []
    ),
    '$proof_fill'(Proof, Depth, Proved).

%! '$proof_nodes'(+Proof, +Level, +Most, -Left, -Nodes, ?Rest) is det.
%  Left is how many nodes fewer than Most there are.
'$proof_nodes'([], _, Left, Left, Nodes, Nodes).
'$proof_nodes'([step(Kind, Goal, Clause, Below, Cut)|Proof], Level, Most, Left, Nodes, Rest) :-
    (   Most =:= 0
    ->  Left = 0,
        Nodes = Rest
    ;   ( '$clause_line'(Clause, File, Line) -> true ; File = '', Line = 0 ),
        Nodes = [node(Level, Kind, Goal, File, Line, Cut)|Nodes1],
        Most1 is Most - 1,
        Level1 is Level + 1,
        '$proof_nodes'(Below, Level1, Most1, Most2, Nodes1, Nodes2),
        '$proof_nodes'(Proof, Level, Most2, Left, Nodes2, Rest)
    ).
