% Unit tests of the expert system.

:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(shell/check).
:- use_module(shell/dialogue).
:- use_module(shell/engine).
:- use_module(shell/explain).
:- use_module(shell/forward).
:- use_module(shell/report).
:- use_module(shell/rules).
:- use_module(knowledge/animals).
:- use_module(knowledge/bicycle).
:- use_module(knowledge/garden).

:- initialization(( run_tests -> true ; halt(1) )).

best(Base, Answers, Attribute, Value, Percent) :-
    consult_base(Base, Answers, Case),
    once(known(Attribute, Value, Factor, Case)),
    Percent is round(100 * Factor).

:- begin_tests(certainty).

test(positive, F =:= 0.75) :- combined(0.5, 0.5, F).
test(negative, F =:= -0.75) :- combined(-0.5, -0.5, F).
test(opposite, F =:= 0) :- combined(1, -1, F).
test(mixed, true(abs(F - 0.5) < 0.000001)) :- combined(0.6, -0.2, F).
test(order, true(abs(A - B) < 0.000001)) :-
    foldl(combined, [0.3,0.9,0.4], 0, A),
    foldl(combined, [0.4,0.3,0.9], 0, B).

:- end_tests(certainty).

:- begin_tests(answers).

test(one, Given == [dry-1]) :- parse_answer(`dry`, [dry,wet], Given).
test(sure, Given == [dry-Factor]) :- Factor is 80 / 100, parse_answer(` dry  80% `, [dry,wet], Given).
test(several, Given == [a-1,b-Factor]) :- Factor is 50 / 100, parse_answer(`a, b 50`, several([a,b,c]), Given).
test(number, Given == [12.5-1]) :- parse_answer(`12.5`, number(0, 20), Given).
test(unknown, Given == unknown) :- parse_answer(`unknown`, yes_no, Given).
test(too_large, fail) :- parse_answer(`21`, number(0, 20), _).
test(no_answer, fail) :- parse_answer(`maybe`, yes_no, _).
test(too_many, fail) :- parse_answer(`yes, no`, yes_no, _).
test(question, Text == "Is it? (yes or no)") :- question_text('Is it?', yes_no, Text).
test(wrong, error(domain_error(answer(yes_no), perhaps))) :-
    answer(slime, 'Slime?', yes_no, [], garden, [slime-perhaps], _).

:- end_tests(answers).

:- begin_tests(consultations).

test(slugs, Value-Percent == slugs-95) :-
    best(garden, [leaves-holes,slime-yes,insects-none], problem, Value, Percent).
test(two_reasons, Percent == 95) :-
    % 0.9, and 0.5 more of what is left.
    best(garden, [leaves-wilted,soil-dry,pot-yes,light-8], problem, drought, Percent).
test(uncertain, Percent == 54) :-
    best(garden, ['leaves'-'wilted 60',soil-dry,pot-no], problem, drought, Percent).
test(not, Value == too_much_water) :-
    best(garden, [leaves-yellow,soil-wet,stem-firm,fed-2], problem, Value, _).
test(nothing_known, fail) :-
    best(garden, [], problem, _, _).
test(chain, Value == chain) :-
    best(bicycle, [noise-click,noise_when-pedalling,chain_kilometres-6000,slips-yes], fault, Value, _).
test(negated_chain, Value == crank_bearing) :-
    best(bicycle, [noise-click,noise_when-pedalling,chain_kilometres-100,slips-no], fault, Value, _).

animal(zebra, [cover-hair,feet-hooves,pattern-stripes,colour-black_and_white]).
animal(giraffe, [milk-yes,cover-hair,eats-grass,teeth-flat,neck-yes,pattern-spots,colour-brown]).
animal(tiger, [cover-hair,eats-meat,teeth-pointed,feet-claws,colour-tawny,pattern-stripes]).
animal(penguin, [cover-feathers,flies-no,swims-yes,colour-black_and_white,neck-no,eggs-yes,legs-2]).
animal(owl, [cover-feathers,flies-yes,night-yes,eats-meat,eggs-yes,legs-2,feet-claws]).
animal(frog, [cover-skin,eggs-yes,swims-yes,legs-4,hops-yes]).
animal(snake, [cover-scales,legs-0,swims-no]).
animal(lizard, [cover-scales,legs-4,size-10,swims-no,eats-insects]).

test(animals, [forall(animal(Animal, Answers)),Value == Animal]) :-
    best(animals, Answers, animal, Value, _).

:- end_tests(consultations).

:- begin_tests(explanations).

test(how, Lines == ['problem: slugs (95% certain), since','  rule slugs says so (95% certain):','    leaves: holes, as you said','    slime: yes, as you said']) :-
    consult_base(garden, [leaves-holes,slime-yes], Case),
    how(problem, slugs, Case, Lines).
test(why, Line == 'Rule hunger: if leaves: yellow and fed: above 8 and soil: moist or dry, then problem: lack of food.') :-
    why([hunger], garden, [Line]).
test(why_not, Lines == ['Rule snake needs legs: 0, but it is 4.']) :-
    consult_base(animals, [cover-scales,legs-4,size-10,swims-no], Case),
    why_not(animal, snake, animals, Case, Lines).
test(no_rule, Lines == ['No rule concludes animal: dragon.']) :-
    consult_base(animals, [], Case),
    why_not(animal, dragon, animals, Case, Lines).
test(dict, Value-Percent == snake-86) :-
    consult_base(animals, [cover-scales,legs-0,swims-no], Case),
    report_dict(animals, Case, Dict),
    get_dict(animal, Dict, [First|_]),
    get_dict(value, First, Value),
    get_dict(certainty, First, Percent).

:- end_tests(explanations).

:- begin_tests(forward).

test(chain_of_rules, Applied == [hairy,hoofed,zebra]) :-
    consequences(animals, [cover-hair-1,feet-hooves-1,pattern-stripes-1,colour-black_and_white-1], _, Applied).
test(same_as_backward, Animal == Value) :-
    Answers = [cover-feathers,flies-no,swims-yes,colour-black_and_white],
    findall(Attribute-Given-1, member(Attribute-Given, Answers), Facts),
    consequences(animals, Facts, Known, _),
    memberchk(animal-Animal-_, Known),
    best(animals, Answers, animal, Value, _).
test(nothing, Known-Applied == []-[]) :-
    consequences(animals, [], Known, Applied).

:- end_tests(forward).

:- begin_tests(faults).

test(sound, [forall(base(Base)),Lines == []]) :-
    faults(Base, Lines).
test(unsound, Lines == ['a depends on itself','b depends on itself','rule one: nothing tells the value of c','rule three: its conclusion of d is not used','rule two: nothing tells the value of c']) :-
    setup_call_cleanup(
        forall(broken(Fact), assertz(rules:Fact)),
        faults(broken, Lines),
        forall(broken(Fact), retract(rules:Fact))
    ).

broken(goal_of(broken, a)).
broken(a_rule(broken, one, b is 1 and c is x, a is 1, 1)).
broken(a_rule(broken, two, a is 1 and c is x, b is 1, 1)).
broken(a_rule(broken, three, a is 1, d is 1, 1)).

:- end_tests(faults).
