% A full stop is missing behind likes(mary, wine).
% ?- friends(john, mary).
% ?- why.
likes(mary, food).
likes(mary, wine)
likes(john, wine).
friends(X, Y) :- likes(X, Z), likes(Y, Z).
