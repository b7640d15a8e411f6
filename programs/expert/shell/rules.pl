% The language of rules, and what a knowledge base consists of.
%
%   rule Name :: if Conditions then Conclusion with Certainty.
%   ask Attribute :: Question :: Answers.
%   goal Attribute.
%   advice Attribute is Value :: Text.
%   note Attribute :: Text.
%
% Conditions are joined by `and`, `or` and `not`; a condition is Attribute is Value, Attribute > Number and the like, or
% one of several values: Attribute in [Value, ...]. Certainties are numbers from -1 to 1; `with` may be left out. Answers
% are a list of atoms, yes_no, number(Low, High), or several([Atom, ...]).

:- module(rules,
          [ op(1150, fx, rule),
            op(1120, xfy, ::),
            op(1150, fx, ask),
            op(1150, fx, goal),
            op(1150, fx, advice),
            op(1150, fx, note),
            op(1100, xfx, with),
            op(1050, xfx, then),
            op(1040, fx, if),
            op(1030, xfy, or),
            op(1020, xfy, and),
            op(900, fy, not),
            op(700, xfx, is),
            op(700, xfx, in),
            a_rule/5,
            question/4,
            goal_of/2,
            advice_of/4,
            note_of/3,
            base/1,
            condition_attribute/2,
            meets/2
          ]).

:- use_module(library(error)).
:- use_module(library(lists)).

:- dynamic a_rule/5, question/4, goal_of/2, advice_of/4, note_of/3.
:- multifile a_rule/5, question/4, goal_of/2, advice_of/4, note_of/3.
:- multifile user:term_expansion/2.

%! a_rule(?Base, ?Name, ?Conditions, ?Conclusion, ?Certainty) is nondet.
%! question(?Base, ?Attribute, ?Text, ?Answers) is nondet.
%! goal_of(?Base, ?Attribute) is nondet.
%! advice_of(?Base, ?Attribute, ?Value, ?Text) is nondet.
%! note_of(?Base, ?Attribute, ?Text) is nondet.

%! base(?Base) is nondet.
%  Base is the module of a knowledge base that is loaded.
base(Base) :-
    findall(Found, goal_of(Found, _), All),
    sort(All, Bases),
    member(Base, Bases).

% knowledge(+Term, +Base, -Facts): Facts is what a term of a knowledge base becomes.

knowledge((rule Name :: if Conditions then Conclusion with Certainty), Base, [Fact]) :-
    !,
    rule_fact(Base, Name, Conditions, Conclusion, Certainty, Fact).
knowledge((rule Name :: if Conditions then Conclusion), Base, [Fact]) :-
    rule_fact(Base, Name, Conditions, Conclusion, 1, Fact).
knowledge((ask Attribute :: Text :: Answers), Base, [rules:question(Base, Attribute, Text, Answers)]) :-
    must_be(atom, Attribute),
    check_answers(Answers).
knowledge((goal Attribute), Base, [rules:goal_of(Base, Attribute)]) :-
    must_be(atom, Attribute).
knowledge((advice Attribute is Value :: Text), Base, [rules:advice_of(Base, Attribute, Value, Text)]).
knowledge((note Attribute :: Text), Base, [rules:note_of(Base, Attribute, Text)]).

rule_fact(Base, Name, Conditions, Conclusion, Certainty, rules:a_rule(Base, Name, Conditions, Conclusion, Certainty)) :-
    must_be(atom, Name),
    must_be(number, Certainty),
    (   abs(Certainty) =< 1
    ->  true
    ;   domain_error(certainty, Certainty)
    ),
    (   nonvar(Conclusion),
        Conclusion = (Attribute is Value),
        atom(Attribute),
        atomic(Value)
    ->  true
    ;   type_error(conclusion, Conclusion)
    ),
    check_conditions(Conditions).

check_conditions(Conditions) :-
    must_be(nonvar, Conditions),
    (   ( Conditions = (A and B) ; Conditions = (A or B) )
    ->  check_conditions(A),
        check_conditions(B)
    ;   Conditions = (not A)
    ->  check_conditions(A)
    ;   condition_attribute(Conditions, Attribute)
    ->  must_be(atom, Attribute)
    ;   type_error(condition, Conditions)
    ).

%! condition_attribute(+Condition, -Attribute) is semidet.
condition_attribute(Attribute is _, Attribute).
condition_attribute(Attribute in _, Attribute).
condition_attribute(Attribute < _, Attribute).
condition_attribute(Attribute > _, Attribute).
condition_attribute(Attribute >= _, Attribute).
condition_attribute(Attribute =< _, Attribute).

%! meets(+Condition, +Value) is semidet.
%  Value is one that the condition asks for.
meets(_ is Value, Value).
meets(_ in Values, Value) :- memberchk(Value, Values).
meets(_ < Bound, Value) :- number(Value), Value < Bound.
meets(_ > Bound, Value) :- number(Value), Value > Bound.
meets(_ =< Bound, Value) :- number(Value), Value =< Bound.
meets(_ >= Bound, Value) :- number(Value), Value >= Bound.

check_answers(Answers) :-
    (   is_list(Answers)
    ->  must_be(list(atom), Answers)
    ;   memberchk(Answers, [yes_no,number(_, _),several(_)])
    ->  true
    ;   domain_error(answers, Answers)
    ).

% The terms of a knowledge base become facts of this module, which belong to the module of its text.

user:term_expansion(Term, Facts) :-
    prolog_load_context(module, Base),
    Base \== user,
    rules:knowledge(Term, Base, Facts).
