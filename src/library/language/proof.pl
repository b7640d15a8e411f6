% Proofs: which clauses an answer comes from. The interpreter below follows clauses as the machine does, cuts and exceptions
% too. A proof is a list of the proofs of goals, each one of
%
%   proved(Goal, Clause, Proof)   by a clause with a body: Clause is its reference
%   fact(Goal, Clause)            by a clause without one
%   leaf(Kind, Goal)              builtin: by the system; called: by a predicate whose clauses are not followed, being
%                                 tabled, foreign, of rules with =>, or too deep; not: there is no answer; caught: the
%                                 exception Goal has come
%
% Only the branch of a condition that was taken is in it, after the proof of the condition, or its negation.

%! '$proof_of'(+Text, +Depth, +Most, -Nodes) is nondet.
%  Nodes are a proof for an answer of the goal that Text is, in prefix order: node(Level, Kind, Goal, File, Line), with ''
%  and 0 for no place. Calls deeper than Depth are not followed; there are Most nodes or fewer.
'$proof_of'(Text, Depth, Most, Nodes) :-
    '$proof_query'(Text, Goal, Names),
    '$proof_local'(Goal, user, Depth, Proof, []),
    '$proof_nodes'(Proof, 0, Names, Most, _, Nodes, []).

%! '$proof_query'(+Text, -Goal, -Names)
'$proof_query'(Text, Goal, Names) :-
    term_string(Term, Text, [variable_names(Names)]),
    (   nonvar(Term),
        Term = (?- Goal0)
    ->  Goal = Goal0
    ;   Goal = Term
    ).

%! '$no_proof_of'(+Text, -Reasons) is det.
%  Reasons are the lines of why/0 for the goal that Text is, which has no answer.
'$no_proof_of'(Text, Reasons) :-
    '$proof_query'(Text, Goal, Names),
    '$why_lines'(Goal, Names, Reasons).

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
        A = (C->T)
    ->  (   '$proof_local'(C, Module, Depth, Proof, Middle)
        ->  '$proof_body'(T, Module, Depth, Choice, Middle, Rest)
        ;   Proof = [leaf(not, C)|Middle],
            '$proof_body'(B, Module, Depth, Choice, Middle, Rest)
        )
    ;   nonvar(A),
        A = (C*->T)
    ->  (   '$proof_local'(C, Module, Depth, Proof, Middle)
        *-> '$proof_body'(T, Module, Depth, Choice, Middle, Rest)
        ;   Proof = [leaf(not, C)|Middle],
            '$proof_body'(B, Module, Depth, Choice, Middle, Rest)
        )
    ;   (   '$proof_body'(A, Module, Depth, Choice, Proof, Rest)
        ;   '$proof_body'(B, Module, Depth, Choice, Proof, Rest)
        )
    ).
'$proof_control'((C->T), Module, Depth, Choice, Proof, Rest) :-
    (   '$proof_local'(C, Module, Depth, Proof, Middle)
    ->  '$proof_body'(T, Module, Depth, Choice, Middle, Rest)
    ).
'$proof_control'((C*->T), Module, Depth, Choice, Proof, Rest) :-
    '$proof_local'(C, Module, Depth, Proof, Middle),
    '$proof_body'(T, Module, Depth, Choice, Middle, Rest).
'$proof_control'(\+ Goal, Module, Depth, _, [leaf(not, Goal)|Rest], Rest) :-
    \+ '$proof_local'(Goal, Module, Depth, _, _).
'$proof_control'(catch(Goal, Ball, Recovery), Module, Depth, _, Proof, Rest) :-
    catch('$proof_local'(Goal, Module, Depth, Proof, Rest),
          Ball,
          ( Proof = [leaf(caught, Ball)|Middle],
            '$proof_local'(Recovery, Module, Depth, Middle, Rest)
          )).
'$proof_control'(Module:Goal, _, Depth, Choice, Proof, Rest) :-
    '$proof_body'(Goal, Module, Depth, Choice, Proof, Rest).

%! '$proof_call'(+Goal, +Module, +Depth, -Proof, ?Rest) is nondet.
'$proof_call'(Goal, Module, Depth, [Node|Rest], Rest) :-
    (   Depth > 0,
        '$proof_home'(Goal, Module, Home)
    ->  Depth1 is Depth - 1,
        '$proof_clause'(Goal, Home, Depth1, Node)
    ;   ( predicate_property(Module:Goal, system) -> Kind = builtin ; Kind = called ),
        Node = leaf(Kind, Goal),
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
    \+ ( member(Kind, [system,tabled,ssu,foreign]), predicate_property(Home:Goal, Kind) ),
    % Arguments of those would have to be qualified.
    ( Home == Module -> true ; \+ predicate_property(Home:Goal, transparent) ).

%! '$proof_clause'(+Goal, +Module, +Depth, -Node) is nondet.
'$proof_clause'(Goal, Module, Depth, Node) :-
    prolog_current_choice(Choice),
    clause(Module:Goal, Body, Clause),
    (   Body == true
    ->  Node = fact(Goal, Clause)
    ;   Node = proved(Goal, Clause, Proof),
        '$proof_body'(Body, Module, Depth, Choice, Proof, [])
    ).

%! '$proof_nodes'(+Proof, +Level, +Names, +Most, -Left, -Nodes, ?Rest) is det.
%  Left is how many nodes fewer than Most there are.
'$proof_nodes'([], _, _, Left, Left, Nodes, Nodes).
'$proof_nodes'([Node|Proof], Level, Names, Most, Left, Nodes, Rest) :-
    (   Most =:= 0
    ->  Left = 0,
        Nodes = Rest
    ;   '$proof_node'(Node, Kind, Goal, Clause, Below),
        '$source_text'(Goal, Names, 6, Text),
        ( '$clause_line'(Clause, File, Line) -> true ; File = '', Line = 0 ),
        Nodes = [node(Level, Kind, Text, File, Line)|Nodes1],
        Most1 is Most - 1,
        Level1 is Level + 1,
        '$proof_nodes'(Below, Level1, Names, Most1, Most2, Nodes1, Nodes2),
        '$proof_nodes'(Proof, Level, Names, Most2, Left, Nodes2, Rest)
    ).

%! '$proof_node'(+Node, -Kind, -Goal, -Clause, -Below) is det.
'$proof_node'(proved(Goal, Clause, Below), rule, Goal, Clause, Below).
'$proof_node'(fact(Goal, Clause), fact, Goal, Clause, []).
'$proof_node'(leaf(Kind, Goal), Kind, Goal, none, []).
