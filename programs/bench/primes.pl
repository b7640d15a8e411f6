% Primes by three sieves: a list filtered again and again, a stream of multiples carried in
% a sorted queue, and flags in a term of a known size; and sums of two primes.

bench_case(sieve_lists, sifted(20000, 2262), 1).
bench_case(sieve_queue, queued(60000, 6057), 1).
bench_case(sieve_flags, flagged(49000, 5035), 5).
bench_case(goldbach, goldbach(30000), 1).

sifted(Max, Count) :-
    numbers(2, Max, Ns),
    sift(Ns, Ps),
    length(Ps, Count).

numbers(I, N, []) :-
    I > N,
    !.
numbers(I, N, [I|T]) :-
    I1 is I + 1,
    numbers(I1, N, T).

sift([], []).
sift([P|Ns], [P|Ps]) :-
    strike(Ns, P, Rest),
    sift(Rest, Ps).

strike([], _, []).
strike([N|Ns], P, Rest) :-
    (   N mod P =:= 0
    ->  Rest = Rest1
    ;   Rest = [N|Rest1]
    ),
    strike(Ns, P, Rest1).

% The queue has for each prime its next multiple; those of the same number are taken together.
queued(Max, Count) :-
    queue(2, Max, [], 0, Count).

queue(N, Max, _, C, C) :-
    N > Max,
    !.
queue(N, Max, Queue0, C0, C) :-
    N1 is N + 1,
    (   Queue0 = [N-_|_]
    ->  advance(Queue0, N, Queue),
        queue(N1, Max, Queue, C0, C)
    ;   C1 is C0 + 1,
        Square is N * N,
        (   Square =< Max
        ->  enter(Queue0, Square, N, Queue)
        ;   Queue = Queue0
        ),
        queue(N1, Max, Queue, C1, C)
    ).

advance([N-P|Queue0], N, Queue) :-
    !,
    advance(Queue0, N, Queue1),
    Next is N + P,
    enter(Queue1, Next, P, Queue).
advance(Queue, _, Queue).

enter([M-Q|Queue0], N, P, Queue) :-
    M < N,
    !,
    Queue = [M-Q|Queue1],
    enter(Queue0, N, P, Queue1).
enter(Queue, N, P, [N-P|Queue]).

% An argument that is bound belongs to a number that is not prime.
flagged(Max, Count) :-
    Words is Max // 200 + 1,
    functor(Table, table, Words),
    lay(Words, Table),
    mark(2, Max, Table),
    unmarked(2, Max, Table, 0, Count).

% Terms with more than 255 arguments are not had everywhere.
lay(0, _) :- !.
lay(I, Table) :-
    arg(I, Table, Row),
    functor(Row, row, 200),
    I1 is I - 1,
    lay(I1, Table).

flag(N, Table, Flag) :-
    I is N // 200 + 1,
    J is N mod 200 + 1,
    arg(I, Table, Row),
    arg(J, Row, Flag).

mark(N, Max, _) :-
    N * N > Max,
    !.
mark(N, Max, Table) :-
    flag(N, Table, Flag),
    (   var(Flag)
    ->  First is N * N,
        multiples(First, N, Max, Table)
    ;   true
    ),
    N1 is N + 1,
    mark(N1, Max, Table).

multiples(M, _, Max, _) :-
    M > Max,
    !.
multiples(M, N, Max, Table) :-
    flag(M, Table, struck),
    M1 is M + N,
    multiples(M1, N, Max, Table).

unmarked(N, Max, _, C, C) :-
    N > Max,
    !.
unmarked(N, Max, Table, C0, C) :-
    flag(N, Table, Flag),
    (   var(Flag)
    ->  C1 is C0 + 1
    ;   C1 = C0
    ),
    N1 is N + 1,
    unmarked(N1, Max, Table, C1, C).

% Every even number up to twice this one is the sum of two primes.
goldbach(Max) :-
    between(2, Max, N),
    \+ halves(N),
    !,
    fail.
goldbach(_).

halves(N) :-
    between(2, N, P),
    Q is 2 * N - P,
    prime(P),
    prime(Q),
    !.

prime(2) :- !.
prime(N) :-
    N > 2,
    N mod 2 =:= 1,
    \+ divided(N, 3).

divided(N, D) :-
    D * D =< N,
    (   N mod D =:= 0
    ->  true
    ;   D1 is D + 2,
        divided(N, D1)
    ).
