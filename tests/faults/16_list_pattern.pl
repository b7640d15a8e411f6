% [_,T] for [_|T].
% ?- final([a,b,c], X).
% ?- why.
final([X], X).
final([_,T], X) :- final(T, X).
