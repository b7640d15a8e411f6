% The cheapest diet that has what one needs: linear optimization with exact rational numbers, and with whole portions.

:- use_module(library(clpq)).
:- initialization(main).

% food(Name, Price, Energy, Protein, Calcium) of a portion
food(bread, 6, 110, 4, 2).
food(milk, 9, 160, 8, 285).
food(eggs, 13, 160, 13, 54).
food(beans, 19, 260, 14, 80).

need(energy, 2000).
need(protein, 55).
need(calcium, 800).

content(energy, Food, Amount) :- food(Food, _, Amount, _, _).
content(protein, Food, Amount) :- food(Food, _, _, Amount, _).
content(calcium, Food, Amount) :- food(Food, _, _, _, Amount).
content(price, Food, Amount) :- food(Food, Amount, _, _, _).

diet(Foods, Portions, Price) :-
    findall(Food, food(Food, _, _, _, _), Foods),
    same_length(Foods, Portions),
    maplist([X]>>{X >= 0, X =< 12}, Portions),
    findall(What-Least, need(What, Least), Needs),
    maplist(satisfied(Foods, Portions), Needs),
    total(price, Foods, Portions, Price).

satisfied(Foods, Portions, What-Least) :-
    total(What, Foods, Portions, Total),
    {Total >= Least}.

total(What, Foods, Portions, Total) :-
    foldl([Food,X,Sum,Sum+Amount*X]>>content(What, Food, Amount), Foods, Portions, 0, Total).

main :-
    diet(Foods, Portions, Price),
    inf(Price, Least, Portions, Amounts),
    format("At least ~w: ~w of ~w~n", [Least,Amounts,Foods]),
    bb_inf(Portions, Price, Whole, Numbers),
    format("In whole portions ~w: ~w~n", [Whole,Numbers]).
