% Breakpoints at places of source texts: library(prolog_breakpoints). The tracer has spy points and trace points of
% predicates instead (spy/1, trace/2), so that setting one is refused.

%! set_breakpoint(+File, +Line, +Character, -Id)
%  Refused with an error: the tracer stops at predicates (spy/1), not at places.
%  ?- set_breakpoint('a.pl', 1, 0, _).   %=> permission_error(set, breakpoint, 'a.pl':1).
set_breakpoint(File, Line, Character, Id) :-
    set_breakpoint(File, File, Line, Character, Id).

%! set_breakpoint(+Owner, +File, +Line, +Character, -Id)
%  Like set_breakpoint/4, for a file that Owner includes.
%  ?- set_breakpoint('a.pl', 'b.pl', 1, 0, _).   %=> permission_error(set, breakpoint, 'b.pl':1).
set_breakpoint(Owner, File, Line, Character, _) :-
    must_be(ground, Owner),
    must_be(ground, File),
    must_be(positive_integer, Line),
    must_be(integer, Character),
    permission_error(set, breakpoint, File:Line).

%! set_breakpoint_condition(+Id, +Condition)
%  There are no breakpoints.
%  ?- set_breakpoint_condition(1, "true").   %=> existence_error(breakpoint, 1).
set_breakpoint_condition(Id, Condition) :-
    must_be(nonvar, Condition),
    delete_breakpoint(Id).

%! delete_breakpoint(+Id)
%  There are no breakpoints.
%  ?- delete_breakpoint(1).   %=> existence_error(breakpoint, 1).
delete_breakpoint(Id) :-
    must_be(integer, Id),
    existence_error(breakpoint, Id).

%! breakpoint_property(?Id, ?Property) is nondet.
%  There are no breakpoints.
%  ?- breakpoint_property(_, _).   %=> false.
breakpoint_property(_, _) :-
    fail.
