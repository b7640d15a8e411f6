% A grammar of English: from words to trees.
%
% A tree is a dict: s{subject, verb, tense, ...}. Nouns agree with verbs and determiners in number; relative clauses have a
% gap where the noun that they follow is missing; questions are statements with a gap, or with the verb in front.

:- module(grammar, [parse_sentence/3]).

:- use_module(library(lists)).
:- use_module(lexicon).

%! parse_sentence(+Words, +Mark, -Tree) is nondet.
%  Tree is one of the readings of a sentence.
parse_sentence(Words, Mark, Tree) :-
    phrase(sentence(Mark, Tree), Words).

sentence('.', Tree) -->
    statement(Tree).
sentence('.', Tree) -->
    conjoined(Tree).
sentence(?, Tree) -->
    question(Tree).

conjoined(both{first: First, second: Second}) -->
    statement(First),
    [and],
    statement(Second).

statement(Tree) -->
    noun_phrase(subject, Number, none, Subject),
    verb_phrase(Number, none, Predicate),
    { Tree = Predicate.put(subject, Subject) }.
statement(Tree) -->
    [there],
    be(Number, Tense),
    noun_phrase(object, Number, none, Subject),
    place_phrase(Place),
    { Tree = s{verb: be, tense: Tense, negated: false, subject: Subject, place: Place} }.

% Questions.

question(question{kind: whether, about: Tree}) -->
    [Word],
    { auxiliary(Word, Number, Tense) },
    noun_phrase(subject, Number, none, Subject),
    base_verb_phrase(Tense, false, none, Predicate),
    { Tree = Predicate.put(subject, Subject) }.
question(question{kind: whether, about: Tree}) -->
    be(Number, Tense),
    noun_phrase(subject, Number, none, Subject),
    complement(Tense, false, Predicate),
    { Tree = Predicate.put(subject, Subject) }.
question(question{kind: Word, about: Tree}) -->
    [Word],
    { memberchk(Word, [who,what]) },
    verb_phrase(singular, none, Predicate),
    { Tree = Predicate.put(subject, np{kind: gap}) }.
question(question{kind: Word, about: Tree}) -->
    [Word],
    { memberchk(Word, [who,what]) },
    [Auxiliary],
    { auxiliary(Auxiliary, Number, Tense) },
    noun_phrase(subject, Number, none, Subject),
    base_verb_phrase(Tense, false, gap, Predicate),
    { Tree = Predicate.put(subject, Subject) }.
question(question{kind: where, about: Tree}) -->
    [where],
    [Auxiliary],
    { auxiliary(Auxiliary, Number, Tense) },
    noun_phrase(subject, Number, none, Subject),
    place_verb(Tense, Verb),
    { Tree = s{verb: Verb, tense: Tense, negated: false, subject: Subject, place: place{preposition: in, of: np{kind: gap}}} }.
question(question{kind: where, about: Tree}) -->
    [where],
    be(Number, Tense),
    noun_phrase(subject, Number, none, Subject),
    { Tree = s{verb: be, tense: Tense, negated: false, subject: Subject, place: place{preposition: in, of: np{kind: gap}}} }.

place_verb(_, Verb) -->
    [Word],
    { inflected(Verb, base, Word),
      verb(Verb, _, place, _)
    }.

% Noun phrases: noun_phrase(+Case, ?Number, +Gap, -Tree). Gap is `gap` if the phrase is the one that is missing.

noun_phrase(_, _, gap, np{kind: gap}) -->
    [].
noun_phrase(Case, Number, none, Tree) -->
    [Word],
    { pronoun(Word, Number, Case, _),
      Tree = np{kind: pronoun, word: Word, number: Number}
    }.
noun_phrase(_, singular, none, np{kind: name, name: Name, number: singular}) -->
    [Name],
    { name(Name, _) }.
noun_phrase(_, Number, none, Tree) -->
    [Determiner],
    { determiner(Determiner, Number, Meaning) },
    adjectives(Adjectives),
    noun(Number, Noun),
    modifiers(Number, Modifiers),
    { Tree0 = np{kind: noun, noun: Noun, number: Number, determiner: Meaning, adjectives: Adjectives},
      Tree = Tree0.put(Modifiers)
    }.
noun_phrase(_, Number, none, Tree) -->
    adjectives(Adjectives),
    noun(Number, Noun),
    { noun(Noun, _, Countable),
      (   Countable == mass
      ->  true
      ;   Number == plural
      )
    },
    modifiers(Number, Modifiers),
    { Tree0 = np{kind: noun, noun: Noun, number: Number, determiner: none, adjectives: Adjectives},
      Tree = Tree0.put(Modifiers)
    }.

adjectives([Adjective|Adjectives]) -->
    [Adjective],
    { adjective(Adjective) },
    !,
    adjectives(Adjectives).
adjectives([]) -->
    [].

noun(Number, Noun) -->
    [Word],
    { noun(Noun, _, _),
      inflected(Noun, Number, Word),
      memberchk(Number, [singular,plural])
    }.

modifiers(Number, _{relative: Relative}) -->
    [Word],
    { memberchk(Word, [who,that,which]) },
    relative(Number, Relative).
modifiers(_, _{place: Place}) -->
    place_phrase(Place).
modifiers(_, _{}) -->
    [].

% The clause after `that`: its subject is missing, or its object.

relative(Number, Tree) -->
    verb_phrase(Number, none, Predicate),
    { Tree = Predicate.put(subject, np{kind: gap}) }.
relative(_, Tree) -->
    noun_phrase(subject, Number, none, Subject),
    verb_phrase(Number, gap, Predicate),
    { Tree = Predicate.put(subject, Subject) }.

place_phrase(place{preposition: Preposition, of: Of}) -->
    [Preposition],
    { preposition(Preposition) },
    noun_phrase(object, _, none, Of).

% Verb phrases: verb_phrase(?Number, +Gap, -Tree). The gap, if there is one, is the object.

verb_phrase(Number, Gap, Tree) -->
    [Word],
    { finite(Word, Number, Verb, Tense) },
    objects(Verb, Tense, false, Gap, Tree).
verb_phrase(Number, Gap, Tree) -->
    [Word],
    { auxiliary(Word, Number, Tense) },
    [not],
    base_verb_phrase(Tense, true, Gap, Tree).
verb_phrase(Number, none, Tree) -->
    be(Number, Tense),
    negation(Negated),
    complement(Tense, Negated, Tree).

finite(Word, Number, Verb, Tense) :-
    verb(Verb, _, _, _),
    inflected(Verb, Form, Word),
    (   Form == third
    ->  Number = singular,
        Tense = present
    ;   Form == base
    ->  Number = plural,
        Tense = present
    ;   Form == past,
        Tense = past
    ).

base_verb_phrase(Tense, Negated, Gap, Tree) -->
    [Word],
    { verb(Verb, _, _, _),
      inflected(Verb, base, Word)
    },
    objects(Verb, Tense, Negated, Gap, Tree).

objects(Verb, Tense, Negated, Gap, Tree) -->
    { verb(Verb, _, Frame, Role),
      Tree0 = s{verb: Verb, tense: Tense, negated: Negated, role: Role}
    },
    frame(Frame, Gap, Tree0, Tree1),
    (   { Gap == none }
    ->  adverbial(Tree1, Tree)
    ;   { Tree = Tree1 }
    ).

frame(none, none, Tree, Tree) -->
    [].
frame(object, Gap, Tree0, Tree) -->
    noun_phrase(object, _, Gap, Object),
    { Tree = Tree0.put(object, Object) }.
frame(two, none, Tree0, Tree) -->
    noun_phrase(object, _, none, Receiver),
    noun_phrase(object, _, none, Object),
    { Tree = Tree0.put(_{receiver: Receiver, object: Object}) }.
frame(two, Gap, Tree0, Tree) -->
    noun_phrase(object, _, Gap, Object),
    [to],
    noun_phrase(object, _, none, Receiver),
    { Tree = Tree0.put(_{receiver: Receiver, object: Object}) }.
frame(that, none, Tree0, Tree) -->
    optional_that,
    statement(Content),
    { Tree = Tree0.put(content, Content) }.
frame(place, none, Tree0, Tree) -->
    place_phrase(Place),
    { Tree = Tree0.put(place, Place) }.

optional_that --> [that].
optional_that --> [].

% Where it happens, if the frame of the verb does not say so.

adverbial(Tree0, Tree) -->
    place_phrase(Place),
    { \+ get_dict(place, Tree0, _),
      Tree = Tree0.put(place, Place)
    }.
adverbial(Tree, Tree) -->
    [].

negation(true) --> [not].
negation(false) --> [].

complement(Tense, Negated, s{verb: be, tense: Tense, negated: Negated, quality: Adjective}) -->
    [Adjective],
    { adjective(Adjective) }.
complement(Tense, Negated, s{verb: be, tense: Tense, negated: Negated, same: Same}) -->
    noun_phrase(object, _, none, Same).
complement(Tense, Negated, s{verb: be, tense: Tense, negated: Negated, place: Place}) -->
    place_phrase(Place).
complement(Tense, Negated, Tree) -->
    [Word],
    { verb(Verb, _, _, _),
      inflected(Verb, present_participle, Word)
    },
    objects(Verb, Tense, Negated, none, Tree0),
    { Tree = Tree0.put(aspect, progressive) }.

be(singular, present) --> [is].
be(plural, present) --> [are].
be(singular, past) --> [was].
be(plural, past) --> [were].
