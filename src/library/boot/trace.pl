% The tracer: runs goals with their ports. The machine calls '$trace_call'/1 instead of a goal of the program while goals
% are traced, or when a watched predicate is called. Clauses of the program run from their terms, so that each goal of
% their bodies is traced in turn; all other goals run as they are, and those that they call come back here.
%
% A traced goal has a term '$frame'(Number, Depth, Module, Goal, Parent, Site, Level, Kind). Parent is a frame or []. Site
% is site(Reference, Variables, Path) with the clause that the goal is in, and the argument positions that lead to the
% goal in the body, the innermost first; or []. For goals that are not traced, Variables is a list of Name = Variable, and
% Path the number of the goal. Level is the number of choice points at the call: the choice point with
% that number belongs to the frame until the goal is done, so that failing back to it calls the goal again, or fails.

%! '$trace_call'(:Goal)
'$trace_call'(Module:Goal) :-
    '$trace_parent'(Parent),
    (   '$trace_hides'(Parent, Module, Goal)
    ->  '$trace_pass'(Module:Goal)
    ;   '$trace_goal'(Module, Goal, [], Parent),
        '$trace_inside'(Parent)
    ).

%! '$trace_goal'(+Module, +Goal, +Site, +Parent)
'$trace_goal'(Module, Goal, Site, Parent) :-
    (   '$trace_frame'(Module, Goal, Site, Parent, Frame)
    ->  '$trace_attempt'(Frame)
    ;   '$trace_inside'(Parent),
        '$trace_pass'(Module:Goal)
    ).

%! '$trace_attempt'(+Frame)
'$trace_attempt'(Frame) :-
    Frame = '$frame'(_, _, _, _, _, _, Level, _),
    '$choices'(Level),
    '$resumed'(Resumed),
    (   '$trace_port'(call, Frame, [], Action),
        '$trace_run'(Action, Frame),
        '$trace_exit'(Frame, Level, Resumed)
    ;   '$trace_failed'(Frame)
    ).

%! '$trace_run'(+Action, +Frame)
'$trace_run'(creep, Frame) :-
    !,
    Frame = '$frame'(_, _, _, _, _, _, _, Kind),
    catch('$trace_clauses'(Kind, Frame), Ball, '$trace_raised'(Frame, Ball)).
'$trace_run'(skip, Frame) :-
    !,
    catch('$trace_clauses'(opaque, Frame), Ball, '$trace_raised'(Frame, Ball)).
'$trace_run'(Action, Frame) :-
    '$trace_act'(Action, Frame).

%! '$trace_raised'(+Frame, +Ball)
'$trace_raised'(Frame, Ball) :-
    '$trace_port'(exception, Frame, Ball, Action),
    '$trace_act'(Action, Frame),
    (   Action == ignore
    ->  true
    ;   '$trace_throw'(Ball)
    ).

%! '$trace_exit'(+Frame, +Level, +Resumed)
%  The choice point of the frame is dropped if the goal left no others. It is kept where a continuation was called since
%  the count was Resumed: the goal may go on in another place, and Level may be the number of another choice point.
'$trace_exit'(Frame, Level, Resumed) :-
    '$choices'(Count),
    (   Count =:= Level + 1,
        '$resumed'(Resumed)
    ->  '$trace_port'(exit, Frame, false, Action),
        '$trace_act'(Action, Frame),
        '$cut'(Level)
    ;   '$trace_port'(exit, Frame, true, Action),
        '$trace_act'(Action, Frame),
        '$trace_again'(Frame)
    ).

%! '$trace_again'(+Frame)
%  Succeeds, and shows the redo port on backtracking.
'$trace_again'(_).
'$trace_again'(Frame) :-
    '$trace_port'(redo, Frame, [], Action),
    '$trace_act'(Action, Frame),
    fail.

%! '$trace_failed'(+Frame)
'$trace_failed'(Frame) :-
    (   '$trace_retried'(Frame)
    ->  '$trace_attempt'(Frame)
    ;   '$trace_port'(fail, Frame, [], Action),
        (   '$trace_retried'(Frame)
        ->  '$trace_attempt'(Frame)
        ;   Action = retry(_)
        ->  '$trace_act'(Action, Frame)
        ;   Action == ignore
        )
    ).

%! '$trace_act'(+Action, +Frame)
%  Does what was asked for at a port.
'$trace_act'(creep, _).
'$trace_act'(skip, _).
'$trace_act'(ignore, _).
'$trace_act'(fail, '$frame'(_, _, _, _, _, _, Level, _)) :-
    '$trace_back'(Level).
'$trace_act'(retry(Level), _) :-
    '$trace_back'(Level).

%! '$trace_back'(+Level)
%  Fails back to the choice point with this number.
'$trace_back'(Level) :-
    Kept is Level + 1,
    '$cut'(Kept),
    fail.

%! '$trace_clauses'(+Kind, +Frame)
%  Runs the goal of a frame.
'$trace_clauses'(clauses, Frame) :-
    '$choices'(Cut),
    '$trace_clause'(Frame, Clause),
    '$trace_clause_body'(Clause, Cut, Frame).
'$trace_clauses'(rules, Frame) :-
    '$choices'(Cut),
    (   '$trace_clause'(Frame, Clause),
        '$trace_clause_body'(Clause, Cut, Frame)
    ;   Frame = '$frame'(_, _, Module, Goal, _, _, _, _),
        '$trace_pass'(Module:Goal)
    ).
'$trace_clauses'(meta, Frame) :-
    '$trace_clauses'(opaque, Frame).
'$trace_clauses'(opaque, Frame) :-
    Frame = '$frame'(_, _, Module, Goal, _, _, _, _),
    '$trace_inside'(Frame),
    '$trace_pass'(Module:Goal).

%! '$trace_clause_body'(+Clause, +Cut, +Frame)
'$trace_clause_body'(clause(Reference, Variables, Module, Neck, Body), Cut, Frame) :-
    '$trace_port'(unify, Frame, Reference, Action),
    '$trace_act'(Action, Frame),
    (   Neck == match
    ->  '$cut'(Cut)
    ;   true
    ),
    '$trace_body'(Body, Module, Cut, site(Reference, Variables, []), Frame).

%! '$trace_body'(+Body, +Module, +Cut, +Site, +Frame)
'$trace_body'(true, _, _, _, _) :-
    !.
'$trace_body'(!, _, Cut, _, Frame) :-
    !,
    '$trace_cut'(Cut, Frame).
'$trace_body'($, _, Cut, _, Frame) :-
    !,
    '$trace_cut'(Cut, Frame).
'$trace_body'((A, B), Module, Cut, Site, Frame) :-
    A == ($),
    !,
    '$cut'(Cut),
    Frame = '$frame'(_, _, Home, Goal, _, _, _, _),
    functor(Goal, Name, Arity),
    (   '$connects'(B, _, _, _)
    ->  Culprit = Home:Name/Arity,
        Kind = guard
    ;   predicate_property(Module:B, system)
    ->  Culprit = Home:Name/Arity,
        Kind = guard_in_caller
    ;   Culprit = Module:B,
        Kind = guard
    ),
    '$guarded'('$trace_rest'(B, Module, Site, Frame), Culprit, Kind).
'$trace_body'((A, B), Module, Cut, Site, Frame) :-
    !,
    '$trace_part'(1, A, Module, Cut, Site, Frame),
    '$trace_part'(2, B, Module, Cut, Site, Frame).
'$trace_body'((If -> Then ; Else), Module, Cut, Site, Frame) :-
    !,
    '$trace_site'(Site, 1, Inner),
    (   '$choices'(Here),
        '$trace_part'(1, If, Module, Here, Inner, Frame)
    ->  '$trace_part'(2, Then, Module, Cut, Inner, Frame)
    ;   '$trace_part'(2, Else, Module, Cut, Site, Frame)
    ).
'$trace_body'((If *-> Then ; Else), Module, Cut, Site, Frame) :-
    !,
    '$trace_site'(Site, 1, Inner),
    (   '$choices'(Here),
        '$trace_part'(1, If, Module, Here, Inner, Frame)
    *-> '$trace_part'(2, Then, Module, Cut, Inner, Frame)
    ;   '$trace_part'(2, Else, Module, Cut, Site, Frame)
    ).
'$trace_body'((A ; B), Module, Cut, Site, Frame) :-
    !,
    (   '$trace_part'(1, A, Module, Cut, Site, Frame)
    ;   '$trace_part'(2, B, Module, Cut, Site, Frame)
    ).
'$trace_body'((If -> Then), Module, Cut, Site, Frame) :-
    !,
    (   '$choices'(Here),
        '$trace_part'(1, If, Module, Here, Site, Frame)
    ->  '$trace_part'(2, Then, Module, Cut, Site, Frame)
    ).
'$trace_body'((If *-> Then), Module, Cut, Site, Frame) :-
    !,
    '$choices'(Here),
    '$trace_part'(1, If, Module, Here, Site, Frame),
    '$trace_part'(2, Then, Module, Cut, Site, Frame).
'$trace_body'(\+ Goal, Module, _, Site, Frame) :-
    !,
    '$check_negated'(Goal),
    \+ ( '$choices'(Here),
         '$trace_part'(1, Goal, Module, Here, Site, Frame) ).
'$trace_body'(Other:Goal, _, _, Site, Frame) :-
    atom(Other),
    nonvar(Goal),
    !,
    % Its cuts, if it is a construct that a variable was bound to, are local.
    '$choices'(Here),
    '$trace_part'(2, Goal, Other, Here, Site, Frame).
'$trace_body'(Goal, Module, _, Site, Frame) :-
    '$trace_goal'(Module, Goal, Site, Frame).

%! '$trace_cut'(+Cut, +Frame)
'$trace_cut'(Cut, Frame) :-
    '$trace_port'(cut, Frame, [], Action),
    '$trace_act'(Action, Frame),
    '$cut'(Cut).

%! '$trace_rest'(+Body, +Module, +Site, +Frame)
%  Runs the goals after `$`, whose cuts are local.
'$trace_rest'(Body, Module, Site, Frame) :-
    '$choices'(Here),
    '$trace_part'(2, Body, Module, Here, Site, Frame).

%! '$check_negated'(@Goal)
%  What is negated must be a body when it is called.
'$check_negated'(Goal) :-
    (   var(Goal)
    ->  true
    ;   '$check_body'(Goal)
    ).

%! '$trace_part'(+Position, +Body, +Module, +Cut, +Site, +Frame)
%  Runs the part of a body at this argument position.
'$trace_part'(Position, Body, Module, Cut, Site, Frame) :-
    '$trace_site'(Site, Position, Inner),
    (   var(Body)
    ->  '$trace_goal'(Module, call(Body), Inner, Frame)
    ;   '$trace_body'(Body, Module, Cut, Inner, Frame)
    ).

%! '$trace_site'(+Site, +Position, -Inner)
'$trace_site'(site(Reference, Variables, Path), Position, site(Reference, Variables, [Position|Path])).

%! '$trace_uncaught'(+Frames, +Ball)
%  Shows the exception port of the goal that raised an exception which nothing catches, though it is not traced. Frames
%  are those of the machine.
'$trace_uncaught'(Frames, Ball) :-
    '$trace_parent'(Outer),
    '$machine_frame'(Frames, Outer, Frame),
    '$trace_port'(uncaught, Frame, Ball, _).

%! '$machine_frame'(+Frames, +Outer, -Frame)
%  Frame is a frame of the tracer for the innermost of Frames. The site of a goal is in the clause of the next frame.
'$machine_frame'([], Outer, Outer).
'$machine_frame'([frame(_, Where, Goal)|Frames], Outer, Frame) :-
    '$machine_frame'(Frames, Outer, Parent),
    (   Where = (...)
    ->  Frame = Parent
    ;   (   Parent = '$frame'(_, Above, _, _, _, _, _, _)
        ->  Depth is Above + 1
        ;   Depth = 1
        ),
        strip_module(Goal, Module, Plain),
        (   Frames = [frame(_, clause(Reference, Number), _)|_]
        ->  (   '$clause_goal'(Reference, Number, _, Whole, Names),
                strip_module(Whole, _, Plain)
            ->  true
            ;   Names = []
            ),
            Site = site(Reference, Names, Number)
        ;   Site = []
        ),
        Frame = '$frame'(0, Depth, Module, Plain, Parent, Site, _, opaque)
    ).
