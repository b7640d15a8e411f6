% Explanations in sentences: how a value was found, why a question is asked, and why a value was not found.

:- module(explain, [how/4, why/3, why_not/5, sentence/2, certainty_words/2]).

:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(rules).

%! how(+Attribute, +Value, +Case, -Lines) is semidet.
%  Lines tell how Value was found, the facts of a rule below it and further to the right.
how(Attribute, Value, Case, Lines) :-
    value_proofs(Attribute, Value, Case, Factor, Proofs),
    phrase(how_lines(Attribute, Value, Factor, Proofs, Case, 0, []), Lines).

value_proofs(Attribute, Value, case(_, Known, _, _), Factor, Proofs) :-
    get_assoc(Attribute, Known, Values),
    memberchk(Value-certain(Factor, Proofs), Values).

how_lines(Attribute, Value, Factor, Proofs, Case, Depth, Told) -->
    { sentence(Attribute is Value, Sentence),
      certainty_words(Factor, Words)
    },
    (   { memberchk(told(_, _), Proofs) }
    ->  line(Depth, [Sentence,', as you said',Words])
    ;   { memberchk(Attribute-Value, Told) }
    ->  line(Depth, [Sentence,', as shown above'])
    ;   line(Depth, [Sentence,Words,', since']),
        { Deeper is Depth + 1 },
        rules_lines(Proofs, Case, Deeper, [Attribute-Value|Told])
    ).

rules_lines([], _, _, _) -->
    [].
rules_lines([by(Name, Factor, Proof)|Proofs], Case, Depth, Told) -->
    { Case = case(Base, _, _, _),
      a_rule(Base, Name, _, _, Strength),
      certainty_words(Strength, Words),
      ( Factor < 1 -> Weak = ', its conditions are not certain' ; Weak = '' )
    },
    line(Depth, ['rule ',Name,' says so',Words,Weak,':']),
    { Deeper is Depth + 1 },
    proof_lines(Proof, Case, Deeper, Told),
    rules_lines(Proofs, Case, Depth, Told).

proof_lines(both(A, B), Case, Depth, Told) -->
    !,
    proof_lines(A, Case, Depth, Told),
    proof_lines(B, Case, Depth, Told).
proof_lines(not(Proof), Case, Depth, _) -->
    !,
    { negated(Proof, Condition),
      sentence(Condition, Sentence),
      Case = case(_, _, _, _)
    },
    line(Depth, ['not ',Sentence]).
proof_lines(fact(Condition, _), Case, Depth, Told) -->
    { condition_attribute(Condition, Attribute),
      Case = case(_, Known, _, _),
      get_assoc(Attribute, Known, Values)
    },
    (   { member(Value-certain(Factor, Proofs), Values),
          meets(Condition, Value)
        }
    ->  how_lines(Attribute, Value, Factor, Proofs, Case, Depth, Told)
    ;   { sentence(Condition, Sentence) },
        line(Depth, [Sentence])
    ).

negated(fact(Condition, _), Condition).
negated(both(A, _), Condition) :-
    negated(A, Condition).
negated(not(Proof), not Condition) :-
    negated(Proof, Condition).

line(Depth, Parts) -->
    { Indent is 2 * Depth,
      format(string(Blanks), "~t~*|", [Indent]),
      atomic_list_concat([Blanks|Parts], Line)
    },
    [Line].

%! why(+Stack, +Base, -Lines) is det.
%  Lines tell which rules ask, the innermost first.
why([], _, ['It is one of the questions of this consultation.']).
why([Name|Names], Base, Lines) :-
    a_rule(Base, Name, Conditions, Conclusion, _),
    sentence(Conclusion, Shown),
    conditions_text(Conditions, Text),
    format(atom(Line), "Rule ~w: if ~w, then ~w.", [Name,Text,Shown]),
    (   Names == []
    ->  Lines = [Line]
    ;   Lines = [Line|More],
        why(Names, Base, More)
    ).

conditions_text(Conditions, Text) :-
    (   Conditions = (A and B)
    ->  conditions_text(A, TextA),
        conditions_text(B, TextB),
        format(atom(Text), "~w and ~w", [TextA,TextB])
    ;   Conditions = (A or B)
    ->  conditions_text(A, TextA),
        conditions_text(B, TextB),
        format(atom(Text), "(~w or ~w)", [TextA,TextB])
    ;   Conditions = (not A)
    ->  conditions_text(A, TextA),
        format(atom(Text), "not ~w", [TextA])
    ;   sentence(Conditions, Text)
    ).

%! why_not(+Attribute, +Value, +Base, +Case, -Lines) is det.
%  Lines tell for each rule that could have concluded Value which condition did not hold.
why_not(Attribute, Value, Base, Case, Lines) :-
    findall(Line,
            ( a_rule(Base, Name, Conditions, Attribute is Value, _),
              failing(Conditions, Case, Condition, Reason),
              conditions_text(Condition, Text),
              format(atom(Line), "Rule ~w needs ~w, but ~w.", [Name,Text,Reason])
            ),
            Found),
    (   Found == []
    ->  sentence(Attribute is Value, Sentence),
        format(atom(Line), "No rule concludes ~w.", [Sentence]),
        Lines = [Line]
    ;   Lines = Found
    ).

failing(Conditions, Case, Condition, Reason) :-
    (   Conditions = (A and B)
    ->  (   failing(A, Case, Condition, Reason)
        ->  true
        ;   failing(B, Case, Condition, Reason)
        )
    ;   Conditions = (A or B)
    ->  failing(A, Case, _, _),
        failing(B, Case, _, _),
        Condition = Conditions,
        Reason = 'neither holds'
    ;   Conditions = (not A)
    ->  \+ failing(A, Case, _, _),
        Condition = Conditions,
        Reason = 'it holds'
    ;   condition_attribute(Conditions, Attribute),
        Case = case(_, Known, _, _),
        (   get_assoc(Attribute, Known, Values)
        ->  \+ ( member(Value-certain(Factor, _), Values), Factor > 0.2, meets(Conditions, Value) ),
            Condition = Conditions,
            (   Values = [Other-certain(Most, _)|_],
                Most > 0.2
            ->  format(atom(Reason), "it is ~w", [Other])
            ;   Reason = 'that is not known'
            )
        ;   Condition = Conditions,
            Reason = 'that was not looked for'
        )
    ).

%! sentence(+Condition, -Text) is det.
%  Text is a condition in words: `soil: dry`.
sentence(Condition, Text) :-
    condition_attribute(Condition, Attribute),
    spaced(Attribute, Name),
    said(Condition, Words),
    format(atom(Text), "~w: ~w", [Name,Words]).

said(_ is Value, Text) :-
    spaced(Value, Shown),
    Text = Shown.
said(_ in Values, Text) :-
    maplist(spaced, Values, Shown),
    atomic_list_concat(Shown, ' or ', List),
    Text = List.
said(_ < Bound, Text) :- format(atom(Text), "below ~w", [Bound]).
said(_ > Bound, Text) :- format(atom(Text), "above ~w", [Bound]).
said(_ =< Bound, Text) :- format(atom(Text), "~w or less", [Bound]).
said(_ >= Bound, Text) :- format(atom(Text), "~w or more", [Bound]).

spaced(Name, Text) :-
    (   atom(Name)
    ->  atomic_list_concat(Words, '_', Name),
        atomic_list_concat(Words, ' ', Text)
    ;   Text = Name
    ).

%! certainty_words(+Factor, -Text) is det.
%  Text is a certainty in words, empty for what is certain.
certainty_words(Factor, Text) :-
    (   Factor >= 1
    ->  Text = ''
    ;   Percent is round(100 * Factor),
        format(atom(Text), " (~w% certain)", [Percent])
    ).
