% Threads beside SWI-Prolog: each row prints its wall time in milliseconds, and fails if its answer is wrong.
%
%   ferz run benches/threads/rows.pl flags
%   swipl -O benches/threads/rows.pl flags
%
% Without an argument all rows run.

:- dynamic counter/1, item/1, pair/2, fact/2.
:- initialization((main, halt)).

main :-
    current_prolog_flag(argv, Arguments),
    (   member(Name, Arguments),
        atom_concat(Row, '', Name),
        clause(row(Row), _)
    ->  timed(Row)
    ;   forall(clause(row(Row), _), timed(Row))
    ).

timed(Row) :-
    get_time(Before),
    (   row(Row)
    ->  get_time(After),
        Time is (After - Before) * 1000,
        format("~w~t~24| ~1f~n", [Row, Time])
    ;   format("~w is wrong~n", [Row])
    ).

% Two threads count in a fact, under a mutex.
row(counter) :-
    retractall(counter(_)),
    assertz(counter(0)),
    together(2, _, forall(between(1, 20000, _), with_mutex(counting, next))),
    counter(40000).
% Two threads count in a flag.
row(flags) :-
    flag(counted, _, 0),
    together(2, _, forall(between(1, 100000, _), flag(counted, N, N + 1))),
    flag(counted, 200000, 0).
% One thread sends, another receives.
row(queue) :-
    message_queue_create(Queue, [max_size(100)]),
    thread_create(forall(between(1, 60000, I), thread_send_message(Queue, job(I))), Sender),
    thread_create(forall(between(1, 60000, _), thread_get_message(Queue, job(_))), Receiver),
    thread_join(Sender),
    thread_join(Receiver),
    message_queue_destroy(Queue).
% One thread adds facts, another removes them.
row(facts) :-
    retractall(item(_)),
    thread_create(forall(between(1, 30000, I), assertz(item(I))), Producer),
    thread_create(consume(30000), Consumer),
    thread_join(Producer),
    thread_join(Consumer),
    \+ item(_).
% Eight threads add and remove facts with keys of their own.
row(keys) :-
    retractall(pair(_, _)),
    together(8, Key, forall(between(1, 5000, I), added(Key, I))),
    aggregate_all(count, pair(_, _), 20000).
% Two threads look facts up, a third adds more.
row(readers) :-
    retractall(fact(_, _)),
    forall(between(1, 100000, I), assertz(fact(I, I))),
    thread_create(forall(between(100001, 110000, I), assertz(fact(I, I))), Writer),
    together(2, _, forall(between(1, 200000, I), ( Key is I mod 100000 + 1, fact(Key, Key) ))),
    thread_join(Writer).
row(maplist) :-
    numlist(1, 2000, Numbers),
    concurrent_maplist(plus_fib, Numbers, _).
row(forall) :-
    concurrent_forall(between(1, 1000, X), ( fib(13, _), X > 0 )).
% Four workers of a pool run 400 threads.
row(pool) :-
    thread_pool_create(workers, 4, [backlog(1000)]),
    findall(T, ( between(1, 400, _), thread_create_in_pool(workers, fib(12, _), T, []) ), Threads),
    forall(member(T, Threads), thread_join(T, _)),
    thread_pool_destroy(workers).
row(threads) :-
    forall(between(1, 2000, _), ( thread_create(true, T), thread_join(T) )).

% Runs a goal in so many threads at a time; Number is that of the thread in each.
together(Count, Number, Goal) :-
    findall(T, ( between(1, Count, Number), thread_create(Goal, T) ), Threads),
    forall(member(T, Threads), thread_join(T)).

next :-
    retract(counter(N)),
    N1 is N + 1,
    assertz(counter(N1)).

added(Key, I) :-
    assertz(pair(Key, I)),
    (   I mod 2 =:= 0
    ->  retract(pair(Key, I))
    ;   true
    ).

consume(0) :-
    !.
consume(N) :-
    (   retract(item(_))
    ->  N1 is N - 1,
        consume(N1)
    ;   sleep(0.0005),
        consume(N)
    ).

plus_fib(X, Y) :-
    fib(12, F),
    Y is X + F.

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    A is N - 1,
    B is N - 2,
    fib(A, X),
    fib(B, Y),
    F is X + Y.
