% A file with the mistakes that people make; consult.txt is what loading it prints.
likes(mary, wine).
likes(john, Food) :- food(Food), tasty(Fod).
eats(john, pizza).
likes(peter, X) :- .
food(pizza).
eats(peter, salad).
drinks(mary, wine
drinks(john, beer).
append([], L, L).
atom_length(a, b).
:- foo(bar).
:- fail.
:- X is 1/0, write(X).
food(salad).
color('red).
color(blue).
