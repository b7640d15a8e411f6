% Words of English, and how they change: plurals, third persons, past tenses.

:- module(lexicon, [noun/3, verb/4, adjective/1, determiner/3, pronoun/4, preposition/1, name/2, question_word/2, auxiliary/3,
                    inflected/3]).

:- use_module(library(lists)).

% noun(Lemma, Kind, Countable): the kinds are those of things in the little world of the stories.

noun(cat, animal, count).
noun(dog, animal, count).
noun(mouse, animal, count).
noun(bird, animal, count).
noun(fish, animal, count).
noun(farmer, person, count).
noun(child, person, count).
noun(woman, person, count).
noun(man, person, count).
noun(teacher, person, count).
noun(queen, person, count).
noun(house, place, count).
noun(garden, place, count).
noun(barn, place, count).
noun(box, thing, count).
noun(ball, thing, count).
noun(book, thing, count).
noun(apple, thing, count).
noun(key, thing, count).
noun(knife, thing, count).
noun(city, place, count).
noun(milk, stuff, mass).
noun(water, stuff, mass).
noun(bread, stuff, mass).

% verb(Lemma, Past, Frame, Role): a frame is none, object, two (a person and a thing), that (a sentence) or place.

verb(sleep, slept, none, agent).
verb(run, ran, none, agent).
verb(laugh, laughed, none, agent).
verb(see, saw, object, experiencer).
verb(chase, chased, object, agent).
verb(eat, ate, object, agent).
verb(drink, drank, object, agent).
verb(like, liked, object, experiencer).
verb(find, found, object, agent).
verb(carry, carried, object, agent).
verb(open, opened, object, agent).
verb(read, read, object, agent).
verb(give, gave, two, agent).
verb(show, showed, two, agent).
verb(know, knew, that, experiencer).
verb(say, said, that, agent).
verb(believe, believed, that, experiencer).
verb(live, lived, place, agent).
verb(sit, sat, place, agent).

adjective(big).
adjective(small).
adjective(black).
adjective(white).
adjective(old).
adjective(young).
adjective(hungry).
adjective(happy).
adjective(red).

% determiner(Word, Number, Meaning)

determiner(the, _, the).
determiner(a, singular, a).
determiner(an, singular, a).
determiner(every, singular, every).
determiner(some, _, some).
determiner(no, _, no).
determiner(all, plural, every).
determiner(two, plural, number(2)).
determiner(three, plural, number(3)).
determiner(many, plural, many).

% pronoun(Word, Number, Case, Kind)

pronoun(he, singular, subject, person).
pronoun(she, singular, subject, person).
pronoun(it, singular, _, thing).
pronoun(they, plural, subject, _).
pronoun(him, singular, object, person).
pronoun(her, singular, object, person).
pronoun(them, plural, object, _).

preposition(in).
preposition(near).
preposition(under).
preposition(with).
preposition(behind).

name(ann, person).
name(bob, person).
name(tom, person).
name(rex, animal).
name(london, place).

question_word(who, person).
question_word(what, thing).
question_word(where, place).

% auxiliary(Word, Number, Tense)

auxiliary(does, singular, present).
auxiliary(do, plural, present).
auxiliary(did, _, past).

%! inflected(?Lemma, ?Form, ?Word) is nondet.
%  Word is a form of a noun (singular, plural) or a verb (third, base, past, present_participle).
inflected(Lemma, Form, Word) :-
    (   noun(Lemma, _, _),
        noun_form(Lemma, Form, Word)
    ;   verb(Lemma, _, _, _),
        verb_form(Lemma, Form, Word)
    ).

noun_form(Lemma, singular, Lemma).
noun_form(Lemma, plural, Plural) :-
    noun(Lemma, _, count),
    (   irregular_plural(Lemma, Irregular)
    ->  Plural = Irregular
    ;   with_s(Lemma, Plural)
    ).

irregular_plural(mouse, mice).
irregular_plural(child, children).
irregular_plural(woman, women).
irregular_plural(man, men).
irregular_plural(fish, fish).
irregular_plural(knife, knives).

verb_form(Lemma, base, Lemma).
verb_form(Lemma, third, Third) :-
    with_s(Lemma, Third).
verb_form(Lemma, past, Past) :-
    verb(Lemma, Past, _, _).
verb_form(Lemma, present_participle, Participle) :-
    (   atom_concat(Stem, e, Lemma),
        \+ atom_concat(_, ee, Lemma)
    ->  true
    ;   doubled(Lemma, Stem)
    ->  true
    ;   Stem = Lemma
    ),
    atom_concat(Stem, ing, Participle).

doubled(run, runn).
doubled(sit, sitt).

% The s of plurals and of third persons: boxes, cities, cats.

with_s(Lemma, Word) :-
    (   atom_concat(Stem, y, Lemma),
        sub_atom(Stem, _, 1, 0, Last),
        \+ memberchk(Last, [a,e,o,u])
    ->  atom_concat(Stem, ies, Word)
    ;   member(Ending, [s,x,ch,sh]),
        sub_atom(Lemma, _, _, 0, Ending)
    ->  atom_concat(Lemma, es, Word)
    ;   atom_concat(Lemma, s, Word)
    ).
