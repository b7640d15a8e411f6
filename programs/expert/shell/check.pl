% Faults of a knowledge base that are seen before anybody is asked.

:- module(check, [faults/2]).

:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(ugraphs)).
:- use_module(rules).

%! faults(+Base, -Lines) is det.
%  Lines tell of attributes that nothing gives, of answers and values that nothing uses, of values that a condition asks
%  for and nothing can give, of rules that need themselves, of rules with the same name, and of rules that say the same.
faults(Base, Lines) :-
    findall(Line, fault(Base, Line), All),
    sort(All, Lines).

fault(Base, Line) :-
    used(Base, Attribute, Name),
    \+ given(Base, Attribute),
    format(atom(Line), "rule ~w: nothing tells the value of ~w", [Name,Attribute]).
fault(Base, Line) :-
    question(Base, Attribute, _, _),
    \+ used(Base, Attribute, _),
    \+ goal_of(Base, Attribute),
    format(atom(Line), "the answer to the question of ~w is not used", [Attribute]).
fault(Base, Line) :-
    a_rule(Base, Name, _, Attribute is _, _),
    \+ used(Base, Attribute, _),
    \+ goal_of(Base, Attribute),
    format(atom(Line), "rule ~w: its conclusion of ~w is not used", [Name,Attribute]).
fault(Base, Line) :-
    a_rule(Base, Name, Conditions, _, _),
    condition_in(Conditions, Condition),
    wanted(Condition, Attribute, Value),
    given(Base, Attribute),
    \+ possible(Base, Attribute, Value),
    format(atom(Line), "rule ~w: ~w is never ~w", [Name,Attribute,Value]).
fault(Base, Line) :-
    needs(Base, Graph),
    transitive_closure(Graph, Reach),
    member(Attribute-Reached, Reach),
    memberchk(Attribute, Reached),
    format(atom(Line), "~w depends on itself", [Attribute]).
fault(Base, Line) :-
    findall(Name, a_rule(Base, Name, _, _, _), Names),
    msort(Names, Sorted),
    append(_, [Name,Name|_], Sorted),
    format(atom(Line), "several rules are called ~w", [Name]).
fault(Base, Line) :-
    a_rule(Base, NameA, Conditions, Conclusion, _),
    a_rule(Base, NameB, Conditions, Conclusion, _),
    NameA @< NameB,
    format(atom(Line), "rules ~w and ~w say the same", [NameA,NameB]).
fault(Base, Line) :-
    goal_of(Base, Attribute),
    \+ given(Base, Attribute),
    format(atom(Line), "nothing tells the value of the goal ~w", [Attribute]).
fault(Base, Line) :-
    advice_of(Base, Attribute, Value, _),
    \+ possible(Base, Attribute, Value),
    format(atom(Line), "there is advice for ~w is ~w, which is never so", [Attribute,Value]).

used(Base, Attribute, Name) :-
    a_rule(Base, Name, Conditions, _, _),
    condition_in(Conditions, Condition),
    condition_attribute(Condition, Attribute).

given(Base, Attribute) :-
    (   a_rule(Base, _, _, Attribute is _, _)
    ;   question(Base, Attribute, _, _)
    ),
    !.

condition_in(Conditions, Condition) :-
    (   ( Conditions = (A and B) ; Conditions = (A or B) )
    ->  (   condition_in(A, Condition)
        ;   condition_in(B, Condition)
        )
    ;   Conditions = (not A)
    ->  condition_in(A, Condition)
    ;   Condition = Conditions
    ).

wanted(Attribute is Value, Attribute, Value).
wanted(Attribute in Values, Attribute, Value) :-
    member(Value, Values).

possible(Base, Attribute, Value) :-
    (   a_rule(Base, _, _, Attribute is Value, _)
    ;   \+ a_rule(Base, _, _, Attribute is _, _),
        question(Base, Attribute, _, Kind),
        possible_answer(Kind, Value)
    ),
    !.

possible_answer(Kind, Value) :-
    (   is_list(Kind)
    ->  memberchk(Value, Kind)
    ;   Kind == yes_no
    ->  memberchk(Value, [yes,no])
    ;   Kind = several(Values)
    ->  memberchk(Value, Values)
    ;   Kind = number(Low, High),
        number(Value),
        Value >= Low,
        Value =< High
    ).

needs(Base, Graph) :-
    findall(Attribute-Needed,
            ( a_rule(Base, _, Conditions, Attribute is _, _),
              condition_in(Conditions, Condition),
              condition_attribute(Condition, Needed)
            ),
            Edges),
    pairs_keys(Edges, Vertices),
    sort(Vertices, Attributes),
    vertices_edges_to_ugraph(Attributes, Edges, Graph).
