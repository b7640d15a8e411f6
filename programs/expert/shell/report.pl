% The result of a consultation, as text for people and as a dict for programs.

:- module(report, [report/2, report_dict/3]).

:- use_module(library(lists)).
:- use_module(rules).
:- use_module(engine).
:- use_module(explain).

%! report(+Base, +Case) is det.
%  Prints what was found of each goal, advice, and how it was found.
report(Base, Case) :-
    forall(goal_of(Base, Attribute), report_goal(Base, Attribute, Case)).

report_goal(Base, Attribute, Case) :-
    findall(Value-Factor, known(Attribute, Value, Factor, Case), Values),
    (   Values == []
    ->  format("The ~w is not found.~n", [Attribute])
    ;   Values = [Best-_|_],
        forall(
            member(Value-Factor, Values),
            ( sentence(Attribute is Value, Sentence), certainty_words(Factor, Words), capital(Sentence, Text),
              format("~w~w.~n", [Text,Words]) )
        ),
        forall(advice_of(Base, Attribute, Best, Text), format("  ~w~n", [Text])),
        how(Attribute, Best, Case, Lines),
        format("How:~n"),
        forall(member(Line, Lines), format("  ~w~n", [Line]))
    ).

capital(Text, Capital) :-
    sub_atom(Text, 0, 1, _, First),
    sub_atom(Text, 1, _, 0, Rest),
    upcase_atom(First, Upper),
    atom_concat(Upper, Rest, Capital).

%! report_dict(+Base, +Case, -Dict) is det.
%  Dict has a list of findings for each goal: _{value: Value, certainty: Percent, advice: Texts}.
report_dict(Base, Case, Dict) :-
    findall(Attribute-Findings,
            ( goal_of(Base, Attribute),
              findall(_{value: Value, certainty: Percent, advice: Texts},
                      ( known(Attribute, Value, Factor, Case),
                        Percent is round(100 * Factor),
                        findall(Text, advice_of(Base, Attribute, Value, Text), Texts)
                      ),
                      Findings)
            ),
            Pairs),
    dict_pairs(Dict, report, Pairs).
