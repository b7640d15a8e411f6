% Answers to questions from the story, as sentences.

:- module(answers, [answer/3, fact_text/3]).

:- use_module(library(lists)).
:- use_module(lexicon).
:- use_module(story).
:- use_module(words).

%! answer(+Question, +Story, -Text) is det.
answer(question{kind: Kind, about: Tree}, Story, Text) :-
    (   Kind == whether
    ->  (   holds(Tree, none, Story)
        ->  Text = "Yes."
        ;   opposite(Tree, Other),
            holds(Other, none, Story)
        ->  Text = "No."
        ;   Text = "The story does not say."
        )
    ;   Story = story(Things, _, _),
        findall(Words,
                ( member(thing(Thing, Sort, _, _), Things),
                  suits(Kind, Sort),
                  holds(Tree, Thing, Story, Fact),
                  answer_words(Kind, Fact, Thing, Story, Words)
                ),
                Found0),
        distinct_terms(Found0, Found),
        (   Found == []
        ->  Text = "The story does not say."
        ;   joined(Found, Words),
            sentence_text(Words, Text)
        )
    ).

suits(who, Sort) :- memberchk(Sort, [person,animal]).
suits(what, Sort) :- Sort \== person.
suits(where, _).

answer_words(Kind, Fact, Thing, Story, Words) :-
    thing_text(Thing, Story, Name),
    (   Kind == where,
        get_dict(place, Fact, at(Preposition, Thing))
    ->  Words = [Preposition|Name]
    ;   Words = Name
    ).

distinct_terms([], []).
distinct_terms([Term|Terms], Distinct) :-
    (   memberchk(Term, Terms)
    ->  distinct_terms(Terms, Distinct)
    ;   Distinct = [Term|Rest],
        distinct_terms(Terms, Rest)
    ).

joined([Words], Words) :- !.
joined([First,Second], Words) :-
    !,
    append(First, [and|Second], Words).
joined([First|Others], Words) :-
    once(append(Start, [Last], First)),
    atom_concat(Last, ',', Comma),
    append(Start, [Comma], Front),
    joined(Others, Rest),
    append(Front, Rest, Words).

holds(Tree, Gap, Story) :-
    once(holds(Tree, Gap, Story, _)).

% The fact that makes the tree true, with a thing in place of its gap. `in` of a where-question stands for every
% preposition.

holds(Tree, Gap, Story, Fact) :-
    meaning(Tree, known, Gap, Wanted, Story, _),
    Story = story(Things, Facts, _),
    (   member(Fact, Facts),
        agrees(Wanted, Fact)
    ;   get_dict(quality, Wanted, Quality),
        get_dict(negated, Wanted, false),
        get_dict(subject, Wanted, Thing),
        member(thing(Thing, _, _, Qualities), Things),
        memberchk(Quality, Qualities),
        Fact = Wanted
    ).

agrees(Wanted, Fact) :-
    dict_pairs(Wanted, _, Pairs),
    forall(( member(Key-Value, Pairs), Key \== tense ), ( get_dict(Key, Fact, Found), agrees(Key, Value, Found) )).

agrees(place, at(_, Thing), at(_, Found)) :- !, Thing == Found.
agrees(content, Wanted, Fact) :- !, agrees(Wanted, Fact).
agrees(_, Value, Value).

opposite(Tree, Other) :-
    get_dict(negated, Tree, Negated),
    (   Negated == true
    ->  put_dict(negated, Tree, false, Other)
    ;   put_dict(negated, Tree, true, Other)
    ).

%! fact_text(+Fact, +Story, -Text) is det.
%  Text is a sentence that says the fact.
fact_text(Fact, Story, Text) :-
    phrase(fact_words(Fact, Story), Words),
    sentence_text(Words, Text).

fact_words(Fact, Story) -->
    { get_dict(subject, Fact, Subject),
      get_dict(verb, Fact, Verb),
      get_dict(tense, Fact, Tense),
      get_dict(negated, Fact, Negated),
      thing_text(Subject, Story, Name)
    },
    { thing_number(Subject, Story, Number) },
    list(Name),
    verb_words(Verb, Number, Tense, Negated),
    role(receiver, Fact, Story),
    role(object, Fact, Story),
    role(same, Fact, Story),
    (   { get_dict(quality, Fact, Quality) }
    ->  [Quality]
    ;   []
    ),
    (   { get_dict(content, Fact, Content) }
    ->  [that],
        fact_words(Content, Story)
    ;   []
    ),
    (   { get_dict(place, Fact, at(Preposition, Place)) }
    ->  { thing_text(Place, Story, PlaceName) },
        [Preposition],
        list(PlaceName)
    ;   []
    ).

role(Role, Fact, Story) -->
    (   { get_dict(Role, Fact, Thing) }
    ->  { thing_text(Thing, Story, Name) },
        list(Name)
    ;   []
    ).

verb_words(Verb, Number, Tense, Negated) -->
    (   { Verb == be }
    ->  { be(Number, Tense, Word) },
        [Word],
        ( { Negated == true } -> [not] ; [] )
    ;   { Negated == true }
    ->  { once(auxiliary(Word, Number, Tense)) },
        [Word,not,Verb]
    ;   { form(Number, Tense, Form),
          once(inflected(Verb, Form, Word))
        },
        [Word]
    ).

be(singular, present, is).
be(plural, present, are).
be(singular, past, was).
be(plural, past, were).

form(_, past, past) :- !.
form(singular, present, third).
form(plural, present, base).

list([]) -->
    [].
list([Word|Words]) -->
    [Word],
    list(Words).
