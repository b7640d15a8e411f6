% Backward chaining with certainties.
%
% What is known of an attribute is a list of Value-certain(Factor, Proofs), the most certain first. It is found once: by the
% rules that conclude something of the attribute, or by a question if no rule does. Certainties are combined as in MYCIN.

:- module(engine, [consult_base/3, known/4, certainty_of/4, new_case/2, combined/3]).

:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(rules).
:- use_module(dialogue).

%! new_case(+Base, -Case) is det.
%  Case is case(Base, Known, Stack, Asked): nothing is known yet.
new_case(Base, case(Base, Known, [], [])) :-
    empty_assoc(Known).

%! consult_base(+Base, +Answers, -Case) is det.
%  Finds all goals of a knowledge base. Answers is `terminal`, or a list Attribute-Answer that takes the place of the
%  user.
consult_base(Base, Answers, Case) :-
    new_case(Base, Case0),
    findall(Attribute, goal_of(Base, Attribute), Goals),
    foldl(find_goal(Answers), Goals, Case0, Case).

find_goal(Answers, Attribute, Case0, Case) :-
    find(Attribute, Answers, Case0, Case).

%! known(+Attribute, ?Value, -Factor, +Case) is nondet.
%  Value is one that Attribute has with a certainty above 0.2, the most certain first.
known(Attribute, Value, Factor, case(_, Known, _, _)) :-
    get_assoc(Attribute, Known, Values),
    member(Value-certain(Factor, _), Values),
    Factor > 0.2.

%! certainty_of(+Attribute, +Value, -Factor, +Case) is det.
%  Factor is 0 for what is not known.
certainty_of(Attribute, Value, Factor, case(_, Known, _, _)) :-
    (   get_assoc(Attribute, Known, Values),
        memberchk(Value-certain(Found, _), Values)
    ->  Factor = Found
    ;   Factor = 0
    ).

% find(+Attribute, +Answers, +Case0, -Case): the stack of a case has the rules that are being tried, the innermost first,
% so that a question can say why it is asked, and a rule that needs itself is left out.

find(Attribute, Answers, Case0, Case) :-
    Case0 = case(Base, Known0, Stack, Asked),
    (   get_assoc(Attribute, Known0, _)
    ->  Case = Case0
    ;   findall(Name, a_rule(Base, Name, _, Attribute is _, _), Names),
        Names \== []
    ->  foldl(try_rule(Answers), Names, Case0-[], Case1-Found),
        collected(Found, Values),
        learn(Attribute, Values, Case1, Case)
    ;   question(Base, Attribute, Text, Kind)
    ->  answer(Attribute, Text, Kind, Stack, Base, Answers, Given),
        given_values(Given, Values),
        put_assoc(Attribute, Known0, Values, Known),
        Case = case(Base, Known, Stack, [Attribute|Asked])
    ;   put_assoc(Attribute, Known0, [], Known),
        Case = case(Base, Known, Stack, Asked)
    ).

learn(Attribute, Values, case(Base, Known0, Stack, Asked), case(Base, Known, Stack, Asked)) :-
    put_assoc(Attribute, Known0, Values, Known).

given_values(unknown, []) :- !.
given_values(Given, Values) :-
    findall(Value-certain(Factor, [told(Value, Factor)]), member(Value-Factor, Given), Values).

try_rule(Answers, Name, Case0-Found0, Case-Found) :-
    Case0 = case(Base, Known, Stack, Asked),
    (   memberchk(Name, Stack)
    ->  Case = Case0,
        Found = Found0
    ;   a_rule(Base, Name, Conditions, _ is Value, Strength),
        holds(Conditions, Answers, case(Base, Known, [Name|Stack], Asked), case(_, Known1, _, Asked1), Factor, Proof),
        Case = case(Base, Known1, Stack, Asked1),
        (   Factor > 0.2
        ->  Own is Factor * Strength,
            Found = [found(Value, Own, by(Name, Factor, Proof))|Found0]
        ;   Found = Found0
        )
    ).

% holds(+Conditions, +Answers, +Case0, -Case, -Factor, -Proof): of `and` the least certain counts, of `or` the most. The
% second part of an `and` is not tried if the first does not hold, so that nobody is asked in vain. What is not found does
% not hold, and so its `not` does.

holds(A and B, Answers, Case0, Case, Factor, Proof) :-
    !,
    holds(A, Answers, Case0, Case1, FactorA, ProofA),
    (   FactorA =< 0.2
    ->  Case = Case1,
        Factor = FactorA,
        Proof = ProofA
    ;   holds(B, Answers, Case1, Case, FactorB, ProofB),
        Factor is min(FactorA, FactorB),
        Proof = both(ProofA, ProofB)
    ).
holds(A or B, Answers, Case0, Case, Factor, Proof) :-
    !,
    holds(A, Answers, Case0, Case1, FactorA, ProofA),
    (   FactorA >= 1
    ->  Case = Case1,
        Factor = FactorA,
        Proof = ProofA
    ;   holds(B, Answers, Case1, Case, FactorB, ProofB),
        Factor is max(FactorA, FactorB),
        (   FactorA >= FactorB
        ->  Proof = ProofA
        ;   Proof = ProofB
        )
    ).
holds(not A, Answers, Case0, Case, Factor, not(Proof)) :-
    !,
    holds(A, Answers, Case0, Case, FactorA, Proof),
    Factor is 1 - 2 * max(0, FactorA).
holds(Condition, Answers, Case0, Case, Factor, fact(Condition, Factor)) :-
    condition_attribute(Condition, Attribute),
    find(Attribute, Answers, Case0, Case),
    Case = case(_, Known, _, _),
    get_assoc(Attribute, Known, Values),
    findall(One, ( member(Value-certain(One, _), Values), meets(Condition, Value) ), Factors),
    (   Factors == []
    ->  (   other_value(Condition, Values)
        ->  Factor = -1
        ;   Factor = 0
        )
    ;   max_list(Factors, Factor)
    ).

% An attribute that has another value for certain does not have this one.

other_value(Condition, Values) :-
    member(Other-certain(Factor, _), Values),
    Factor >= 1,
    \+ meets(Condition, Other).

% What several rules say of one value is combined.

collected(Found, Values) :-
    findall(Value, member(found(Value, _, _), Found), All),
    sort(All, Distinct),
    maplist(collected_value(Found), Distinct, Unordered),
    map_list_to_pairs(factor_of, Unordered, Keyed),
    sort(1, @>=, Keyed, Ordered),
    pairs_values(Ordered, Values).

factor_of(_-certain(Factor, _), Factor).

collected_value(Found0, Value, Value-certain(Factor, Proofs)) :-
    reverse(Found0, Found),
    findall(One, member(found(Value, One, _), Found), Factors),
    findall(Proof, member(found(Value, _, Proof), Found), Proofs),
    foldl(combined, Factors, 0, Factor).

%! combined(+New, +Factor0, -Factor) is det.
%  Factor is the certainty of what is known with Factor0 and, from another source, with New.
combined(New, Factor0, Factor) :-
    (   New >= 0,
        Factor0 >= 0
    ->  Factor is Factor0 + New * (1 - Factor0)
    ;   New < 0,
        Factor0 < 0
    ->  Factor is Factor0 + New * (1 + Factor0)
    ;   Least is min(abs(New), abs(Factor0)),
        (   Least >= 1
        ->  Factor = 0
        ;   Factor is (Factor0 + New) / (1 - Least)
        )
    ).
