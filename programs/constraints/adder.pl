% Two designs of an adder for binary numbers are compared: one that carries from digit to digit, and one that computes each
% carry ahead from all digits below. Whether they agree for all inputs is not tried out, but proved.

:- use_module(library(clpb)).
:- initialization(main).

%   ripple(+As, +Bs, +Carry, -Sums): the digits of the sum, the lowest one first, as expressions.
ripple([], [], Carry, [Carry]).
ripple([A|As], [B|Bs], Carry, [A#B#Carry|Sums]) :-
    ripple(As, Bs, A*B + Carry*(A#B), Sums).

%   ahead(+As, +Bs, +Pairs, -Sums): Pairs are those of the digits below. A carry comes from one of them, where both digits
%   are 1, if it is passed on by all pairs in between.
ahead([], [], Pairs, [Carry]) :-
    carry(Pairs, Carry).
ahead([A|As], [B|Bs], Pairs, [A#B#Carry|Sums]) :-
    carry(Pairs, Carry),
    ahead(As, Bs, [A-B|Pairs], Sums).

carry([], 0).
carry([A-B|Pairs], A*B + (A+B)*Below) :-
    carry(Pairs, Below).

%   A mistake: the last digits are not added, but joined.
wrong(As, Bs, Sums) :-
    ripple(As, Bs, 0, [_|Sums0]),
    As = [A|_],
    Bs = [B|_],
    Sums = [A+B|Sums0].

same([], [], []).
same([A|As], [B|Bs], [A =:= B|Same]) :-
    same(As, Bs, Same).

numbers(Digits, As, Bs) :-
    length(As, Digits),
    length(Bs, Digits).

main :-
    numbers(16, As, Bs),
    ripple(As, Bs, 0, Sums1),
    ahead(As, Bs, [], Sums2),
    same(Sums1, Sums2, Same),
    (   taut(*(Same), 1)
    ->  format("The two designs with 16 digits agree.~n")
    ;   format("The two designs with 16 digits differ.~n")
    ),
    numbers(3, Cs, Ds),
    ripple(Cs, Ds, 0, Sums3),
    wrong(Cs, Ds, Sums4),
    same(Sums3, Sums4, Same1),
    sat(~ *(Same1)),
    append(Cs, Ds, Inputs),
    sat_count(+([1|Inputs]), Count),
    format("The third one is wrong for ~d of 64 inputs, such as~n", [Count]),
    once(labeling(Inputs)),
    reverse(Cs, High1),
    reverse(Ds, High2),
    format("~w + ~w~n", [High1,High2]).
