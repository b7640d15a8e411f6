% A timetable of a school: lessons of classes, teachers and rooms in the periods of three days. No class, teacher or room
% is in two lessons at once, and lessons of the same subject of a class are on different days.

:- use_module(library(clpfd)).
:- initialization(main).

% lesson(Class, Subject, Teacher, Lessons)
lesson('1a', maths,   gauss,  3).
lesson('1a', english, austen, 2).
lesson('1a', physics, curie,  2).
lesson('1b', maths,   gauss,  3).
lesson('1b', english, austen, 3).
lesson('1b', physics, curie,  2).
lesson('2a', maths,   noether, 2).
lesson('2a', english, austen, 3).
lesson('2a', physics, curie,  3).

periods(4).
% Physics needs the laboratory, of which there is one; two other rooms are for all else.
rooms(physics, 1).
rooms(other, 2).

timetable(Lessons) :-
    periods(Periods),
    Last is 3*Periods,
    findall(l(Class,Subject,Teacher,N), ( lesson(Class, Subject, Teacher, Count), between(1, Count, N) ), Kinds),
    maplist([Kind,Kind-Slot]>>(Slot in 1..Last), Kinds, Lessons),
    findall(Class, lesson(Class, _, _, _), Classes0),
    sort(Classes0, Classes),
    maplist([Class]>>apart(l(Class,_,_,_), Lessons), Classes),
    findall(Teacher, lesson(_, _, Teacher, _), Teachers0),
    sort(Teachers0, Teachers),
    maplist([Teacher]>>apart(l(_,_,Teacher,_), Lessons), Teachers),
    apart(l(_,physics,_,_), Lessons),
    rooms(other, Rooms),
    slots_of(l(_,_,_,_), Lessons, other, Slots),
    maplist([Slot,task(Slot,1,_,1,_)]>>true, Slots, Tasks),
    cumulative(Tasks, [limit(Rooms)]),
    findall(Class-Subject, lesson(Class, Subject, _, _), Pairs),
    maplist(on_different_days(Lessons, Periods), Pairs).

% All lessons of this kind are at different times.
apart(Kind, Lessons) :-
    slots_of(Kind, Lessons, any, Slots),
    all_distinct(Slots).

slots_of(Kind, Lessons, Which, Slots) :-
    foldl(slot_of(Kind, Which), Lessons, Slots, []).

slot_of(Kind, Which, Lesson-Slot, Slots, Rest) :-
    (   \+ Lesson \= Kind,
        \+ ( Which == other, Lesson = l(_,physics,_,_) )
    ->  Slots = [Slot|Rest]
    ;   Slots = Rest
    ).

on_different_days(Lessons, Periods, Class-Subject) :-
    slots_of(l(Class,Subject,_,_), Lessons, any, Slots),
    maplist([Slot,Day]>>(Day #= (Slot-1) // Periods), Slots, Days),
    all_distinct(Days),
    chain(Slots, #<).

main :-
    timetable(Lessons),
    pairs_values(Lessons, Slots),
    once(labeling([ff], Slots)),
    forall(member(Class, ['1a','1b','2a']), class(Class, Lessons)).

class(Class, Lessons) :-
    periods(Periods),
    format("~w    Mo       Tu       We~n", [Class]),
    forall(between(1, Periods, Period),
           (   format(" ~d", [Period]),
               forall(between(0, 2, Day), cell(Class, Lessons, Day*Periods+Period)),
               nl
           )).

cell(Class, Lessons, Expression) :-
    Slot is Expression,
    (   member(l(Class,Subject,_,_)-Slot, Lessons)
    ->  format("  ~w~t~7+", [Subject]), write('  ')
    ;   write('  -      ')
    ).
