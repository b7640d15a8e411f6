% Unit tests of the English parser and the stories.

:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(parts/answers).
:- use_module(parts/grammar).
:- use_module(parts/lexicon).
:- use_module(parts/story).
:- use_module(parts/words).

:- initialization(( run_tests -> true ; halt(1) )).

readings(Text, Trees) :-
    sentences(Text, [sentence(Words, Mark)]),
    findall(Tree, parse_sentence(Words, Mark, Tree), Trees).

answered(Text, Question, Answer) :-
    sentences(Text, Sentences),
    new_story(Story0),
    foldl(hear, Sentences, Story0, Story),
    sentences(Question, [sentence(Words, ?)]),
    once(parse_sentence(Words, ?, Tree)),
    answer(Tree, Story, Answer).

hear(sentence(Words, Mark), Story0, Story) :-
    parse_sentence(Words, Mark, Tree),
    told(Tree, Story0, Story, _),
    !.

:- begin_tests(words).

test(sentences, Sentences == [sentence([the,cat,sleeps], '.'),sentence([who,runs], ?)]) :-
    sentences("The cat sleeps. Who runs?", Sentences).
test(comma, Sentences == [sentence([ann,bob,run], '.')]) :-
    sentences("Ann, Bob run!", Sentences).
test(text, Text == "The cat runs.") :-
    sentence_text([the,cat,runs], Text).

:- end_tests(words).

:- begin_tests(lexicon).

form(box, plural, boxes).
form(city, plural, cities).
form(mouse, plural, mice).
form(carry, third, carries).
form(chase, third, chases).
form(give, past, gave).
form(run, present_participle, running).
form(chase, present_participle, chasing).

test(forms, [forall(form(Lemma, Form, Word)),true(Word == Found)]) :-
    once(inflected(Lemma, Form, Found)).
test(back, [forall(form(Lemma, Form, Word)),true(Found == Lemma)]) :-
    once(inflected(Found, Form, Word)).

:- end_tests(lexicon).

:- begin_tests(grammar).

sentence("The cat sleeps.", 1).
sentence("The cats sleep.", 1).
sentence("The cats sleeps.", 0).
sentence("A cats sleep.", 0).
sentence("The cat sees.", 0).
sentence("The dog sleeps the cat.", 0).
sentence("Ann gave Bob a book.", 1).
sentence("Ann gave a book to Bob.", 1).
sentence("Him saw Ann.", 0).
sentence("Ann saw him.", 1).
sentence("Ann saw the man in the garden.", 2).
sentence("The cat that chased the mouse sleeps.", 1).
sentence("The mouse that the cat chased sleeps.", 1).
sentence("The mouse that the cat chased the dog sleeps.", 0).
sentence("Ann says Bob believes the cat is hungry.", 1).
sentence("Bread is old.", 1).
sentence("Cat is old.", 0).
sentence("Who does Ann see?", 1).
sentence("Who sees Ann?", 1).
sentence("Does Ann see?", 0).
sentence("Is Ann running?", 1).
sentence("Where does the queen live?", 1).

test(readings, [forall(sentence(Text, Count)),true(Count == Found)]) :-
    readings(Text, Trees),
    length(Trees, Found).
test(tree, Tree == s{negated: true, role: agent, subject: np{kind: name, name: ann, number: singular}, tense: past, verb: sleep}) :-
    readings("Ann did not sleep.", [Tree]).
test(gap, Gap == gap) :-
    readings("What did Bob find?", [Tree]),
    get_dict(about, Tree, About),
    get_dict(object, About, Object),
    get_dict(kind, Object, Gap).

:- end_tests(grammar).

:- begin_tests(stories).

question("Ann saw a cat.", "Who saw the cat?", "Ann.").
question("Ann saw a cat.", "What did Ann see?", "The cat.").
question("Ann saw a cat.", "Did Ann see the cat?", "Yes.").
question("Ann saw a cat.", "Did Bob see the cat?", "The story does not say.").
question("Ann did not see a cat.", "Did Ann see the cat?", "No.").
question("Ann saw a cat. Bob saw the cat.", "Who saw the cat?", "Ann and Bob.").
question("Ann saw a cat. Bob saw it. Tom saw it.", "Who saw the cat?", "Ann, Bob and Tom.").
question("Ann saw a black cat. Bob saw a white cat.", "Who saw the black cat?", "Ann.").
question("Ann saw a cat that the dog chased.", "What chased the cat?", "The dog.").
question("There is a book under a box.", "Where is the book?", "Under the box.").
question("Ann gave Bob a red apple. He liked it.", "What did Bob like?", "The red apple.").
question("Two dogs sat near the barn.", "Where did the dogs sit?", "Near the barn.").
question("Ann knows that Bob is happy.", "Who knows that Bob is happy?", "Ann.").
question("A young queen laughed.", "Is the queen young?", "Yes.").

test(answers, [forall(question(Text, Question, Answer)),true(Answer == Found)]) :-
    answered(Text, Question, Found).
test(facts, Texts == ["The mice were under the box.","The cat does not eat the mice."]) :-
    sentences("There were three mice under a box. A cat does not eat the mice.", Sentences),
    new_story(Story0),
    foldl(hear, Sentences, Story0, Story),
    Story = story(_, Facts, _),
    findall(Text, ( member(Fact, Facts), fact_text(Fact, Story, Text) ), Texts).
test(unknown_pronoun, fail) :-
    sentences("He sleeps.", Sentences),
    new_story(Story0),
    foldl(hear, Sentences, Story0, _).

:- end_tests(stories).
