% Constraints by finite automata: library(clpfd).

%! automaton(+Vars, +Nodes, +Arcs)
%  Constrains a list of variables to be accepted by a finite automaton: Nodes are source(Name) and sink(Name), Arcs are
%  arc(From, Integer, To).
%  ?- automaton([X,1], [source(a),sink(b)], [arc(a,0,a),arc(a,1,b)]).   %=> X = 0.
automaton(Vars, Nodes, Arcs) :-
    must_be(list, Vars),
    '$fd_states'(Nodes, Arcs, Numbers, First, Last),
    findall([From,Label,To], ( member(Arc, Arcs), '$fd_arc'(Arc, Numbers, From, Label, To) ), Tuples),
    in(Start, First),
    '$fd_walk'(Vars, Start, End, Steps),
    in(End, Last),
    tuples_in(Steps, Tuples).

%! automaton(+Sequence, ?Template, +Signature, +Nodes, +Arcs, ?Counters, ?Initials, ?Finals)
%  Constrains the list Signature to be accepted by a finite automaton with counters: Nodes are source(Name) and sink(Name),
%  Arcs are arc(From, Integer, To) and arc(From, Integer, To, Expressions) with the new value of each of the Counters.
%  Expressions are over Counters and the variables of Template, which stands for the item of Sequence that belongs to the
%  item of Signature. The counters have the values Initials before and Finals after it.
%  ?- automaton([3,5,1], X, [0,1,0], [source(a),sink(a)], [arc(a,0,a),arc(a,1,a,[C+X])], [C], [0], [Sum]).   %=> Sum = 5.
%  ?- length(L, 3), automaton(L, _, L, [source(a),sink(a)], [arc(a,0,a),arc(a,1,a,[C+1])], [C], [0], [N]), N = 3.   %=> L = [1,1,1], N = 3.
automaton(Sequence, Template, Signature, Nodes, Arcs, Counters, Initials, Finals) :-
    must_be(list, Sequence),
    must_be(list, Signature),
    must_be(list, Counters),
    must_be(list, Initials),
    must_be(list, Finals),
    '$fd_states'(Nodes, Arcs, Numbers, First, Last),
    '$fd_expressions'(Arcs, Counters, Rows),
    transpose(Rows, Columns0),
    (   Columns0 == []
    ->  maplist('$fd_no_column', Counters, Columns0)
    ;   true
    ),
    maplist('$fd_groups', Columns0, Columns, Choices),
    findall([From,Label,To|Chosen],
            ( nth0(Index, Arcs, Arc), '$fd_arc'(Arc, Numbers, From, Label, To), maplist(nth0(Index), Choices, Chosen) ),
            Tuples),
    term_variables(Template-Counters, Own),
    term_variables(Columns, Used),
    exclude('$fd_occurs'(Own), Used, Shared),
    in(Start, First),
    '$fd_count'(Sequence, Signature, step(Shared,Template,Counters,Columns), Initials, Finals, Start, End, Steps),
    in(End, Last),
    tuples_in(Steps, Tuples).

%! '$fd_no_column'(?, -Column)
'$fd_no_column'(_, []).

%! '$fd_occurs'(+Vars, @Var)
'$fd_occurs'(Vars, Var) :-
    member(Other, Vars),
    Other == Var,
    !.

%! '$fd_states'(+Nodes, +Arcs, -Numbers, -First, -Last)
%  Numbers are pairs of the names of nodes and their numbers; First and Last are the domains of the state before and after.
'$fd_states'(Nodes, Arcs, Numbers, First, Last) :-
    must_be(list, Nodes),
    must_be(list, Arcs),
    findall(Name, ( member(Arc, Arcs), '$fd_end'(Arc, Name) ), Names0),
    findall(Name, ( member(Node, Nodes), '$fd_node'(Node, Name) ), Names1),
    append(Names1, Names0, Names2),
    sort(Names2, Names),
    '$fd_numbered'(Names, 1, Numbers),
    findall(Number, ( member(source(Name), Nodes), memberchk(Name-Number, Numbers) ), Sources),
    findall(Number, ( member(sink(Name), Nodes), memberchk(Name-Number, Numbers) ), Sinks),
    (   Sources == []
    ->  existence_error(source, Nodes)
    ;   Sinks == []
    ->  existence_error(sink, Nodes)
    ;   true
    ),
    '$fd_union'(Sources, First),
    '$fd_union'(Sinks, Last).

%! '$fd_arc'(+Arc, +Numbers, -From, -Label, -To) is semidet.
'$fd_arc'(Arc, Numbers, From, Label, To) :-
    '$fd_arc_parts'(Arc, A, Label, B),
    memberchk(A-From, Numbers),
    memberchk(B-To, Numbers).

%! '$fd_arc_parts'(?Arc, -From, -Label, -To) is semidet.
'$fd_arc_parts'(arc(From,Label,To), From, Label, To).
'$fd_arc_parts'(arc(From,Label,To,_), From, Label, To).

%! '$fd_end'(+Arc, -Name) is nondet.
'$fd_end'(Arc, Name) :-
    (   nonvar(Arc),
        '$fd_arc_parts'(Arc, From, _, To)
    ->  ( Name = From ; Name = To )
    ;   '$fd_unsuitable'(automaton_arc, Arc)
    ).

%! '$fd_node'(+Node, -Name)
'$fd_node'(Node, Name) :-
    (   nonvar(Node),
        ( Node = source(Name) ; Node = sink(Name) )
    ->  true
    ;   '$fd_unsuitable'(automaton_node, Node)
    ).

%! '$fd_numbered'(+Names, +Number, -Pairs)
'$fd_numbered'([], _, []).
'$fd_numbered'([Name|Names], Number, [Name-Number|Pairs]) :-
    Next is Number + 1,
    '$fd_numbered'(Names, Next, Pairs).

%! '$fd_walk'(+Vars, +Start, -End, -Steps)
'$fd_walk'([], State, State, []).
'$fd_walk'([Var|Vars], State, End, [[State,Var,Next]|Steps]) :-
    '$fd_walk'(Vars, Next, End, Steps).

%! '$fd_expressions'(+Arcs, +Counters, -Rows)
%  Rows are the new values of the counters after each arc.
'$fd_expressions'([], _, []).
'$fd_expressions'([Arc|Arcs], Counters, [Row|Rows]) :-
    (   Arc = arc(_,_,_,Row)
    ->  must_be(list, Row),
        (   same_length(Row, Counters)
        ->  true
        ;   domain_error(automaton_arc, Arc)
        )
    ;   Row = Counters
    ),
    '$fd_expressions'(Arcs, Counters, Rows).

%! '$fd_groups'(+Expressions, -Distinct, -Choices)
%  Choices are the places in Distinct, from 1, of the Expressions.
'$fd_groups'(Expressions, Distinct, Choices) :-
    '$fd_groups'(Expressions, [], Distinct, Choices).

%! '$fd_groups'(+Expressions, +Before, -Distinct, -Choices)
'$fd_groups'([], Distinct, Distinct, []).
'$fd_groups'([Expression|Expressions], Before, Distinct, [Place|Places]) :-
    (   nth1(Place, Before, Known),
        Known == Expression
    ->  Between = Before
    ;   append(Before, [Expression], Between),
        length(Between, Place)
    ),
    '$fd_groups'(Expressions, Between, Distinct, Places).

%! '$fd_count'(+Sequence, +Signature, +Step, +Before, ?Finals, ?Start, ?End, -Steps)
'$fd_count'([], [], _, Counters, Finals, State, State, []) :-
    maplist('#=', Counters, Finals).
'$fd_count'([Item|Items], [Label|Labels], Step, Before, Finals, State, End, [[State,Label,Next|Chosen]|Steps]) :-
    Step = step(Shared,_,_,_),
    copy_term_nat(Step, step(Shared,Item,Before,Columns)),
    maplist('$fd_choose', Columns, Chosen, After),
    '$fd_count'(Items, Labels, Step, After, Finals, Next, End, Steps).

%! '$fd_choose'(+Expressions, ?Place, ?Value)
'$fd_choose'(Expressions, Place, Value) :-
    maplist('#=', Values, Expressions),
    element(Place, Values, Value).
