% A roster of nurses: each night, morning and evening of a week has enough of them, no one works after a night shift on the
% next morning or evening, and all have about the same number of shifts. An automaton tells which sequences are allowed.

:- use_module(library(clpfd)).
:- initialization(main).

% Shifts: 0 is free, 1 morning, 2 evening, 3 night.
names([ann,bob,cid,dora,eve,fay]).

roster(Rows) :-
    names(Names),
    length(Names, Count),
    length(Rows, Count),
    maplist([Row]>>length(Row, 7), Rows),
    maplist(allowed, Rows),
    transpose(Rows, Days),
    maplist(staffed, Days).

staffed(Day) :-
    global_cardinality(Day, [0-_,1-Mornings,2-1,3-1]),
    Mornings #>= 1.

% After a night only another night or a free day; at most five days in a row; four or five shifts a week.
allowed(Row) :-
    Row ins 0..3,
    automaton(Row, [source(free),sink(free),sink(day),sink(night)],
              [arc(free,0,free),arc(free,1,day),arc(free,2,day),arc(free,3,night),
               arc(day,0,free),arc(day,1,day),arc(day,2,day),arc(day,3,night),
               arc(night,0,free),arc(night,3,night)]),
    global_cardinality(Row, [0-Free,1-_,2-_,3-Nights]),
    Free in 2..3,
    Nights #=< 2.

main :-
    roster(Rows),
    append(Rows, Shifts),
    once(labeling([ff,down], Shifts)),
    writeln('      Mo Tu We Th Fr Sa Su'),
    names(Names),
    maplist(line, Names, Rows).

line(Name, Row) :-
    format("~w~t~5|", [Name]),
    forall(member(Shift, Row), ( nth0(Shift, ['.',m,e,'N'], Letter), format("  ~w", [Letter]) )),
    nl.
