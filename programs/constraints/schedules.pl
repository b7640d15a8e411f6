% Two job shops on which programs for scheduling have been compared for decades: one of 6 jobs on 6 machines (Fisher and
% Thompson, 1963), which took 26 years to be solved, and one of 10 jobs on 5 machines (Lawrence, 1984).

:- use_module(library(clpfd)).
:- initialization(main).

% The machine and the duration of each operation of a job, in order.
shop(ft06, [[2-1,0-3,1-6,3-7,5-3,4-6],
            [1-8,2-5,4-10,5-10,0-10,3-4],
            [2-5,3-4,5-8,0-9,1-1,4-7],
            [1-5,0-5,2-5,3-3,4-8,5-9],
            [2-9,1-3,4-5,5-4,0-3,3-1],
            [1-3,3-3,5-9,0-10,4-4,2-1]]).
shop(la01, [[1-21,0-53,4-95,3-55,2-34],
            [0-21,3-52,4-16,2-26,1-71],
            [3-39,4-98,1-42,2-31,0-12],
            [1-77,0-55,4-79,2-66,3-77],
            [0-83,3-34,2-64,1-19,4-37],
            [1-54,2-43,4-79,0-92,3-62],
            [3-69,4-77,1-87,2-87,0-93],
            [2-38,0-60,1-41,3-24,4-83],
            [3-17,1-49,4-25,0-44,2-98],
            [4-77,3-79,2-43,1-75,0-96]]).

% Operations are pairs of a machine and a task.
shortest(Shop, End) :-
    shop(Shop, Jobs),
    foldl(work, Jobs, 0, Work),
    End in 0..Work,
    maplist(operations(End, Work), Jobs, Parts),
    append(Parts, Operations),
    keysort(Operations, Sorted),
    group_pairs_by_key(Sorted, Machines),
    maplist(one_at_a_time, Machines),
    maplist(start, Operations, Starts),
    once(order_tasks([min(End)], Starts)).

work(Job, Before, Work) :-
    foldl([_-Duration,Sum0,Sum]>>(Sum is Sum0 + Duration), Job, Before, Work).

operations(End, Latest, Job, Operations) :-
    foldl(operation(Latest), Job, Operations, 0, JobEnd),
    JobEnd #=< End.

operation(Latest, Machine-Duration, Machine-task(Start,Duration,_,1,_), Before, Start+Duration) :-
    Start in 0..Latest,
    Before #=< Start.

one_at_a_time(_-Tasks) :-
    cumulative(Tasks).

start(_-task(Start,_,_,_,_), Start).

main :-
    forall(shop(Shop, _),
           ( shortest(Shop, End),
             format("~w is done after ~d hours~n", [Shop,End])
           )).
