% Questions and answers: from a person at the terminal, or from a list that stands for one.
%
% An answer is a list of Value-Factor, or `unknown`. A person may add a certainty in percent, ask `why`, or ask for `help`.

:- module(dialogue, [answer/7, parse_answer/3, question_text/3]).

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).
:- use_module(library(readutil)).
:- use_module(rules).
:- use_module(explain).

%! answer(+Attribute, +Text, +Kind, +Stack, +Base, +Source, -Given) is det.
answer(Attribute, Text, Kind, Stack, Base, Source, Given) :-
    (   Source == terminal
    ->  asked(Text, Kind, Stack, Base, Given)
    ;   memberchk(Attribute-Words, Source)
    ->  told(Words, Kind, Given)
    ;   Given = unknown
    ).

told(Words, Kind, Given) :-
    format(codes(Codes), "~w", [Words]),
    (   parse_answer(Codes, Kind, Parsed)
    ->  Given = Parsed
    ;   throw(error(domain_error(answer(Kind), Words), _))
    ).

asked(Text, Kind, Stack, Base, Given) :-
    question_text(Text, Kind, Shown),
    format("~w ", [Shown]),
    read_line_to_codes(user_input, Line),
    (   Line == end_of_file
    ->  nl,
        Given = unknown
    ;   phrase(word_of(Word), Line),
        memberchk(Word, [why,help])
    ->  (   Word == why
        ->  why(Stack, Base, Lines)
        ;   help(Kind, Lines)
        ),
        forall(member(One, Lines), format("  ~w~n", [One])),
        asked(Text, Kind, Stack, Base, Given)
    ;   parse_answer(Line, Kind, Parsed)
    ->  Given = Parsed
    ;   help(Kind, Lines),
        forall(member(One, Lines), format("  ~w~n", [One])),
        asked(Text, Kind, Stack, Base, Given)
    ).

word_of(Word) -->
    blanks,
    nonblanks(Codes),
    blanks,
    { atom_codes(Word, Codes) }.

%! question_text(+Text, +Kind, -Shown) is det.
%  Shown is the question with its answers.
question_text(Text, Kind, Shown) :-
    (   is_list(Kind)
    ->  atomic_list_concat(Kind, ', ', Answers)
    ;   Kind == yes_no
    ->  Answers = 'yes or no'
    ;   Kind = number(Low, High)
    ->  format(atom(Answers), "~w to ~w", [Low,High])
    ;   Kind = several(Values)
    ->  atomic_list_concat(Values, ', ', List),
        atom_concat('some of: ', List, Answers)
    ),
    format(string(Shown), "~w (~w)", [Text,Answers]).

help(Kind, ['Answer with one of these, or `unknown\'. A number from 1 to 100 after the answer says how sure you are.'|More]) :-
    (   Kind = several(_)
    ->  More = ['Several answers are separated by commas.']
    ;   More = []
    ).

%! parse_answer(+Codes, +Kind, -Given) is semidet.
%  Reads an answer: a value, or values with commas between them, each perhaps with a percentage.
parse_answer(Codes, Kind, Given) :-
    phrase(answers(Parts), Codes),
    (   Parts == [unknown-1]
    ->  Given = unknown
    ;   ( Kind = several(_) -> true ; Parts = [_] ),
        findall(Value-Factor, ( member(Value-Factor, Parts), fits(Kind, Value) ), Given),
        same_length(Given, Parts)
    ).

answers([Part|Parts]) -->
    blanks,
    one_answer(Part),
    blanks,
    (   ","
    ->  answers(Parts)
    ;   eos,
        { Parts = [] }
    ).

one_answer(Value-Factor) -->
    (   number(Value)
    ->  []
    ;   word(Codes),
        { atom_codes(Value, Codes) }
    ),
    (   white, whites, integer(Percent), { between(1, 100, Percent) }, ( "%" -> [] ; [] )
    ->  { Factor is Percent / 100 }
    ;   { Factor = 1 }
    ).

word([Code|Codes]) -->
    [Code],
    { code_type(Code, csym) },
    word_rest(Codes).

word_rest([Code|Codes]) -->
    [Code],
    { code_type(Code, csym) },
    !,
    word_rest(Codes).
word_rest([]) -->
    [].

fits(Kind, Value) :-
    (   is_list(Kind)
    ->  memberchk(Value, Kind)
    ;   Kind == yes_no
    ->  memberchk(Value, [yes,no])
    ;   Kind = number(Low, High)
    ->  number(Value),
        Value >= Low,
        Value =< High
    ;   Kind = several(Values)
    ->  memberchk(Value, Values)
    ).
