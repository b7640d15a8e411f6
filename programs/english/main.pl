% Reads little stories in English, answers questions about them, and tells what it understood, as sentences and as JSON.
% `ferz run programs/english/main.pl`; with the argument `talk` it reads what you type.

:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(main)).
:- use_module(library(readutil)).
:- use_module(parts/answers).
:- use_module(parts/grammar).
:- use_module(parts/story).
:- use_module(parts/words).

:- initialization(main, main).

main(Arguments) :-
    new_story(Story),
    (   Arguments == [talk]
    ->  talk(Story)
    ;   text(Text),
        sentences(Text, Sentences),
        foldl(hear, Sentences, Story, End),
        End = story(_, Facts, _),
        format("~nWhat happened:~n"),
        forall(member(Fact, Facts), ( fact_text(Fact, End, Said), format("  ~w~n", [Said]) )),
        last(Facts, Last),
        plain(Last, Plain),
        json_write_dict(current_output, Plain, [width(0)]),
        nl
    ).

talk(Story0) :-
    format("> "),
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  nl
    ;   sentences(Line, Sentences),
        foldl(hear, Sentences, Story0, Story),
        talk(Story)
    ).

hear(sentence(Words, Mark), Story0, Story) :-
    atomic_list_concat(Words, ' ', Text),
    format("~w~w~n", [Text,Mark]),
    (   Mark == ?
    ->  Story = Story0,
        (   parse_sentence(Words, Mark, Question)
        ->  answer(Question, Story, Answer),
            format("  ~w~n", [Answer])
        ;   format("  I do not understand the question.~n")
        )
    ;   parse_sentence(Words, Mark, Tree),
        told(Tree, Story0, Story, _)
    ->  true
    ;   format("  I do not understand that.~n"),
        Story = Story0
    ).

% Facts as JSON has them: places become dicts.

plain(Fact, Plain) :-
    dict_pairs(Fact, Tag, Pairs0),
    findall(Key-Value, ( member(Key-Value0, Pairs0), plain_value(Value0, Value) ), Pairs),
    dict_pairs(Plain, Tag, Pairs).

plain_value(Value0, Value) :-
    (   Value0 = at(Preposition, Thing)
    ->  Value = _{preposition: Preposition, of: Thing}
    ;   is_dict(Value0)
    ->  plain(Value0, Value)
    ;   Value = Value0
    ).

text("A farmer lived in an old house. He had a problem. There were three mice in the house.
      The farmer gave a small child a hungry black cat. The cat chased the mice in the house.
      Ann saw the cat that the farmer gave to the child. She liked it. The cat did not eat the mice.
      It drank the milk and the child laughed.
      Who chased the mice? What did Ann like? Where did the farmer live? Did the cat eat the mice?
      Is the cat hungry? Who laughed? What drank the milk? Who does Bob know? Does the child sleep?
      Bob knows that the cat is happy. Who knows that the cat is happy?").
