% fib(1) is 1.
% ?- fib(5, F).
% ?- wrong.
% > n
% > n
% > n
% > n
fib(0, 0).
fib(1, 0).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
