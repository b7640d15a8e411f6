% A job shop: each job is a sequence of operations on machines, each of which does one thing at a time. The last end is to
% be as early as possible.

:- use_module(library(clpfd)).
:- initialization(main).

% The machine and the duration of each operation, in order.
job(a, [m1-3,m2-2,m3-2]).
job(b, [m1-2,m3-1,m2-4]).
job(c, [m2-4,m3-3]).
job(d, [m3-2,m1-2,m2-1]).

% Operations are op(Job, Machine, Start, Duration).
schedule(Operations, Last) :-
    findall(Job-Steps, job(Job, Steps), Jobs),
    Last in 0..30,
    maplist(operations(Last), Jobs, Parts),
    append(Parts, Operations),
    findall(Machine, ( job(_, Steps), member(Machine-_, Steps) ), Machines0),
    sort(Machines0, Machines),
    maplist(one_at_a_time(Operations), Machines).

operations(Last, Job-Steps, Operations) :-
    foldl(operation(Job), Steps, Operations, 0, End),
    End #=< Last.

operation(Job, Machine-Duration, op(Job,Machine,Start,Duration), Before, Start+Duration) :-
    Start in 0..30,
    Before #=< Start.

one_at_a_time(Operations, Machine) :-
    foldl(task_of(Machine), Operations, Tasks, []),
    cumulative(Tasks, [limit(1)]).

task_of(Machine, op(_,Other,Start,Duration), Tasks, Rest) :-
    (   Other == Machine
    ->  Tasks = [task(Start,Duration,_,1,_)|Rest]
    ;   Tasks = Rest
    ).

main :-
    schedule(Operations, Last),
    maplist(start, Operations, Starts),
    once(labeling([ff,min(Last)], [Last|Starts])),
    format("all is done after ~d hours~n", [Last]),
    forall(member(Machine, [m1,m2,m3]), chart(Machine, Operations, Last)).

start(op(_,_,Start,_), Start).

% Each column is an hour, each letter a job.
chart(Machine, Operations, Last) :-
    format("~w |", [Machine]),
    forall(( End is Last-1, between(0, End, Hour) ),
           (   member(op(Job,Machine,Start,Duration), Operations),
               Hour >= Start,
               Hour < Start+Duration
           ->  write(Job)
           ;   write('.')
           )),
    writeln('|').
