% The cheapest diet with enough of all that is needed (a small problem of Stigler's kind), and the cheapest way to bring
% goods from some places to others: linear programs, solved exactly.

:- use_module(library(simplex)).
:- initialization(main).

%   food(Name, Price, Calories, Protein, Calcium), for one portion.
food(oatmeal, 3, 110, 4, 2).
food(chicken, 24, 205, 32, 12).
food(eggs, 13, 160, 13, 54).
food(milk, 9, 160, 8, 285).
food(cherry_pie, 20, 420, 4, 22).
food(pork_beans, 19, 260, 14, 80).

need(calories, 2000).
need(protein, 55).
need(calcium, 800).

amount(calories, Food, Amount) :- food(Food, _, Amount, _, _).
amount(protein, Food, Amount) :- food(Food, _, _, Amount, _).
amount(calcium, Food, Amount) :- food(Food, _, _, _, Amount).

%   At most so many portions of each.
most(Food, Most) :-
    nth1(Place, [oatmeal,chicken,eggs,milk,cherry_pie,pork_beans], Food),
    nth1(Place, [4,3,2,8,2,2], Most).

constraints(S0, S) :-
    findall(Need, need(Need, _), Needs),
    foldl(at_least, Needs, S0, S1),
    findall(Food, food(Food, _, _, _, _), Foods),
    foldl(at_most, Foods, S1, S).

at_least(Need, S0, S) :-
    need(Need, Least),
    findall(Amount*Food, amount(Need, Food, Amount), Sum),
    constraint(Need, Sum >= Least, S0, S).

at_most(Food, S0, S) :-
    most(Food, Most),
    constraint([Food] =< Most, S0, S).

prices(Prices) :-
    findall(Price*Food, food(Food, Price, _, _, _), Prices).

print_portions(S) :-
    forall(( food(Food, _, _, _, _), variable_value(S, Food, Value), Value > 0 ),
           format("    ~w: ~w~n", [Food,Value])).

whole(Food, S0, S) :-
    constraint(integral(Food), S0, S).

main :-
    gen_state(S0),
    constraints(S0, S1),
    prices(Prices),
    minimize(Prices, S1, Diet),
    objective(Diet, Cost),
    format("The diet costs ~w:~n", [Cost]),
    print_portions(Diet),
    shadow_price(Diet, calories, Price),
    format("One more calorie costs ~w.~n", [Price]),
    findall(Food, food(Food, _, _, _, _), Foods),
    foldl(whole, Foods, S1, S2),
    minimize(Prices, S2, Whole),
    objective(Whole, WholeCost),
    format("With whole portions it costs ~w:~n", [WholeCost]),
    print_portions(Whole),
    transportation([12,7,14], [3,15,9,6], [[20,50,10,60],[70,40,60,30],[40,80,70,40]], Plan),
    format("Goods are sent as ~w.~n", [Plan]),
    assignment([[9,2,7,8],[6,4,3,7],[5,8,1,8],[7,6,9,4]], Who),
    format("Jobs are given as ~w.~n", [Who]).
