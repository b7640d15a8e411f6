% Forward chaining: all that follows from some facts, without questions.
%
% A rule is applied as soon as its conditions hold, the more specific rules first; each rule is applied once. What rules
% conclude is combined as in a consultation.

:- module(forward, [consequences/4]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(rules).
:- use_module(engine).

%! consequences(+Base, +Facts, -Known, -Applied) is det.
%  Facts is a list of Attribute-Value-Factor. Known is that list with what follows, and Applied the names of the rules in
%  the order in which they were applied. A condition with `not` holds only for what is known not to be so.
consequences(Base, Facts, Known, Applied) :-
    findall(Size-Name, ( a_rule(Base, Name, Conditions, _, _), size(Conditions, Size) ), Sizes),
    sort(1, @>=, Sizes, Ordered),
    pairs_values(Ordered, Agenda),
    rounds(Agenda, Base, Facts, Known, Applied).

size(Conditions, Size) :-
    (   ( Conditions = (A and B) ; Conditions = (A or B) )
    ->  size(A, SizeA),
        size(B, SizeB),
        Size is SizeA + SizeB
    ;   Conditions = (not A)
    ->  size(A, Size)
    ;   Size = 1
    ).

% The first rule of the agenda whose conditions hold is applied, and the agenda is looked through again from its start.

rounds(Agenda, Base, Known0, Known, Applied) :-
    (   select(Name, Agenda, Others),
        a_rule(Base, Name, Conditions, Attribute is Value, Strength),
        factor(Conditions, Known0, Factor),
        Factor > 0.2
    ->  New is Factor * Strength,
        added(Attribute, Value, New, Known0, Known1),
        Applied = [Name|Rest],
        rounds(Others, Base, Known1, Known, Rest)
    ;   Known = Known0,
        Applied = []
    ).

added(Attribute, Value, New, Known0, Known) :-
    (   select(Attribute-Value-Old, Known0, Attribute-Value-Factor, Known)
    ->  combined(New, Old, Factor)
    ;   append(Known0, [Attribute-Value-New], Known)
    ).

% factor(+Conditions, +Known, -Factor) is semidet: fails if nothing is known.

factor(Conditions, Known, Factor) :-
    (   Conditions = (A and B)
    ->  factor(A, Known, FactorA),
        factor(B, Known, FactorB),
        Factor is min(FactorA, FactorB)
    ;   Conditions = (A or B)
    ->  findall(One, ( member(Part, [A,B]), factor(Part, Known, One) ), Factors),
        max_list(Factors, Factor)
    ;   Conditions = (not A)
    ->  factor(A, Known, FactorA),
        Factor is -FactorA
    ;   condition_attribute(Conditions, Attribute),
        findall(Value-One, member(Attribute-Value-One, Known), Values),
        Values \== [],
        (   findall(One, ( member(Value-One, Values), meets(Conditions, Value) ), Factors),
            Factors \== []
        ->  max_list(Factors, Factor)
        ;   member(_-1, Values)
        ->  Factor = -1
        ;   Factor = 0
        )
    ).
