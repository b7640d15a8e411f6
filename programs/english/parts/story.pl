% The story so far: who and what there is, and what happened. Sentences become facts about numbered things.
%
% A story is story(Things, Facts, Count). A thing is thing(Number, Kind, Names, Qualities), with the quality `plural` if it
% is more than one; a fact is a dict with a verb, a
% tense, and the numbers of those who take part.

:- module(story, [new_story/1, told/4, thing_text/3, thing_number/3, meaning/6]).

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(lexicon).

new_story(story([], [], 0)).

%! told(+Tree, +Story0, -Story, -Facts) is semidet.
%  Facts are what a statement adds to the story. Fails if a pronoun or `the` has nothing that it can mean.
told(both{first: First, second: Second}, Story0, Story, Facts) :-
    !,
    told(First, Story0, Story1, Facts1),
    told(Second, Story1, Story, Facts2),
    append(Facts1, Facts2, Facts).
told(Tree, Story0, Story, [Fact]) :-
    meaning(Tree, new, none, Fact, Story0, story(Things, Facts0, Count)),
    append(Facts0, [Fact], Facts),
    Story = story(Things, Facts, Count).

%! meaning(+Tree, +Mode, +Gap, -Fact, +Story0, -Story) is nondet.
%  Fact is the tree with numbers of things in place of its noun phrases. In mode `new` what is not known yet is added to
%  the story; in mode `known` it must be there. Gap is the thing that a gap stands for, or `none`.
meaning(Tree, Mode, Gap, Fact, Story0, Story) :-
    get_dict(verb, Tree, Verb),
    get_dict(tense, Tree, Tense),
    get_dict(negated, Tree, Negated),
    Fact0 = fact{verb: Verb, tense: Tense, negated: Negated},
    foldl(part(Tree, Mode, Gap), [subject,receiver,object,same,place,quality,content], Fact0-Story0, Fact-Story).

part(Tree, Mode, Gap, Role, Fact0-Story0, Fact-Story) :-
    (   get_dict(Role, Tree, Phrase)
    ->  part_meaning(Role, Phrase, Mode, Gap, Value, Story0, Story),
        put_dict(Role, Fact0, Value, Fact)
    ;   Fact = Fact0,
        Story = Story0
    ).

part_meaning(quality, Quality, _, _, Quality, Story, Story) :- !.
part_meaning(content, Tree, Mode, Gap, Fact, Story0, Story) :-
    !,
    meaning(Tree, Mode, Gap, Fact, Story0, Story).
part_meaning(place, place{preposition: Preposition, of: Phrase}, Mode, Gap, at(Preposition, Thing), Story0, Story) :-
    !,
    referent(Phrase, Mode, Gap, Thing, Story0, Story).
part_meaning(_, Phrase, Mode, Gap, Thing, Story0, Story) :-
    referent(Phrase, Mode, Gap, Thing, Story0, Story).

% referent(+NounPhrase, +Mode, +Gap, -Thing, +Story0, -Story)

referent(Phrase, Mode, Gap, Thing, Story0, Story) :-
    get_dict(kind, Phrase, Kind),
    referent(Kind, Phrase, Mode, Gap, Thing, Story0, Story).

referent(gap, _, _, Gap, Gap, Story, Story) :-
    Gap \== none.
referent(name, Phrase, Mode, _, Thing, Story0, Story) :-
    get_dict(name, Phrase, Name),
    (   Story0 = story(Things, _, _),
        member(thing(Number, _, Names, _), Things),
        memberchk(Name, Names)
    ->  Thing = Number,
        Story = Story0
    ;   Mode == new,
        name(Name, Kind),
        added(Kind, [Name], [], Thing, Story0, Story)
    ).
referent(pronoun, Phrase, _, _, Thing, Story, Story) :-
    get_dict(word, Phrase, Word),
    once(pronoun(Word, _, _, Wanted)),
    Story = story(Things, _, _),
    reverse(Things, Latest),
    once(( member(thing(Thing, Kind, _, _), Latest), may_mean(Wanted, Kind) )).
referent(noun, Phrase, Mode, Gap, Thing, Story0, Story) :-
    get_dict(noun, Phrase, Noun),
    get_dict(determiner, Phrase, Determiner),
    get_dict(adjectives, Phrase, Adjectives),
    ( memberchk(Determiner, [the,none]) -> true ; Mode == known ),
    Story0 = story(Things, _, _),
    reverse(Things, Latest),
    member(thing(Thing, _, Names, Qualities), Latest),
    memberchk(Noun, Names),
    subset(Adjectives, Qualities),
    true_of(Phrase, Thing, Gap, Story0),
    !,
    Story = Story0.
referent(noun, Phrase, new, Gap, Thing, Story0, Story) :-
    get_dict(noun, Phrase, Noun),
    get_dict(adjectives, Phrase, Adjectives),
    noun(Noun, Kind, _),
    (   get_dict(number, Phrase, plural)
    ->  Qualities = [plural|Adjectives]
    ;   Qualities = Adjectives
    ),
    added(Kind, [Noun], Qualities, Thing, Story0, Story1),
    (   get_dict(relative, Phrase, Relative)
    ->  meaning(Relative, new, Thing, Fact, Story1, story(Things, Facts, Count)),
        append(Facts, [Fact], More),
        Story2 = story(Things, More, Count)
    ;   Story2 = Story1
    ),
    (   get_dict(place, Phrase, Place)
    ->  part_meaning(place, Place, new, Gap, Where, Story2, story(Things3, Facts3, Count3)),
        append(Facts3, [fact{verb: be, tense: present, negated: false, subject: Thing, place: Where}], Facts4),
        Story = story(Things3, Facts4, Count3)
    ;   Story = Story2
    ).

% What a relative clause or a place says of a thing is in the story.

true_of(Phrase, Thing, Gap, Story) :-
    Story = story(_, Facts, _),
    (   get_dict(relative, Phrase, Relative)
    ->  meaning(Relative, known, Thing, Wanted, Story, _),
        member(Fact, Facts),
        same_fact(Wanted, Fact)
    ;   true
    ),
    (   get_dict(place, Phrase, Place)
    ->  part_meaning(place, Place, known, Gap, Where, Story, _),
        member(Other, Facts),
        get_dict(subject, Other, Thing),
        get_dict(place, Other, Where)
    ;   true
    ),
    !.

same_fact(Wanted, Fact) :-
    dict_pairs(Wanted, _, Pairs),
    forall(( member(Key-Value, Pairs), Key \== tense ), ( get_dict(Key, Fact, Found), Found == Value )).

added(Kind, Names, Qualities, Count, story(Things0, Facts, Count0), story(Things, Facts, Count)) :-
    Count is Count0 + 1,
    append(Things0, [thing(Count, Kind, Names, Qualities)], Things).

may_mean(person, person).
may_mean(person, animal).
may_mean(thing, Kind) :- Kind \== person.

%! thing_text(+Number, +Story, -Words) is det.
%  Words name a thing: its name, or `the` with its qualities and its noun.
thing_text(Number, story(Things, _, _), Words) :-
    memberchk(thing(Number, _, [Name|_], Qualities), Things),
    (   name(Name, _)
    ->  sub_atom(Name, 0, 1, _, First),
        sub_atom(Name, 1, _, 0, Rest),
        upcase_atom(First, Capital),
        atom_concat(Capital, Rest, Shown),
        Words = [Shown]
    ;   memberchk(plural, Qualities)
    ->  exclude(==(plural), Qualities, Shown),
        once(inflected(Name, plural, Plural)),
        append([the|Shown], [Plural], Words)
    ;   append([the|Qualities], [Name], Words)
    ).

%! thing_number(+Number, +Story, -GrammaticalNumber) is det.
%  GrammaticalNumber is singular or plural.
thing_number(Number, story(Things, _, _), GrammaticalNumber) :-
    memberchk(thing(Number, _, _, Qualities), Things),
    (   memberchk(plural, Qualities)
    ->  GrammaticalNumber = plural
    ;   GrammaticalNumber = singular
    ).
