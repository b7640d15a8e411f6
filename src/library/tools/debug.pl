% Debug messages and assertions, with the names of library(debug), and the switches of the debugger.

%! debug(+Topic) is det.
%  Enables the debug messages of Topic.
%  ?- debug(speed), debugging(speed).
debug(Topic) :-
    '$debug_topics'(Topics),
    (   memberchk(Topic, Topics)
    ->  true
    ;   nb_setval('$debug_topics', [Topic|Topics])
    ).

%! nodebug(+Topic) is det.
%  Disables the debug messages of Topic.
%  ?- debug(speed), nodebug(speed), debugging(speed).   %=> false.
nodebug(Topic) :-
    '$debug_topics'(Topics),
    subtract(Topics, [Topic], Others),
    nb_setval('$debug_topics', Others).

%! debugging(?Topic) is nondet.
%  True if the debug messages of Topic are enabled.
%  ?- debugging(nothing).   %=> false.
debugging(Topic) :-
    '$debug_topics'(Topics),
    member(Topic, Topics).

%! '$debug_topics'(-Topics)
'$debug_topics'(Topics) :-
    (   nb_current('$debug_topics', Found)
    ->  Topics = Found
    ;   Topics = []
    ).

%! debug(+Topic, +Format, +Arguments) is det.
%  Prints a message, formatted as by format/2, if the messages of Topic are enabled.
%  ?- debug(nothing, "not shown ~w", [1]).
debug(Topic, Format, Arguments) :-
    (   '$debug_topics'(Topics),
        memberchk(Topic, Topics)
    ->  print_message(debug(Topic), debug(Format, Arguments))
    ;   true
    ).

%! assertion(:Goal) is det.
%  Raises an error if Goal fails or raises an exception; its bindings are discarded. A program may handle the failure by
%  clauses of prolog:assertion_failed(Reason, Goal), where Reason is fail or the exception.
%  ?- assertion(1 < 2).
%  ?- assertion(2 < 1).   %=> assertion_error(fail, user:(2<1)).
%  ?- assertion(throw(a)).   %=> assertion_error(a, user:throw(a)).
assertion(Goal) :-
    (   \+ \+ catch(Goal, Error, '$assertion_failed'(Error, Goal))
    ->  true
    ;   '$assertion_failed'(fail, Goal)
    ).

%! '$assertion_failed'(+Reason, :Goal)
'$assertion_failed'(Reason, Goal) :-
    '$in_module'(Goal, Qualified),
    (   '$defined_in_module'(prolog, assertion_failed, 2),
        call(prolog:assertion_failed(Reason, Qualified))
    ->  true
    ;   nonvar(Reason),
        ( Reason = error(Formal, _), nonvar(Formal), Formal = resource_error(_) ; Reason == time_limit_exceeded )
    ->  throw(Reason)
    ;   throw(error(assertion_error(Reason, Qualified), _))
    ).

%! debugging(?Topic, ?Shown) is nondet.
%  True if Shown is true or false, depending on whether the messages of Topic are enabled.
%  ?- debug(speed), debugging(speed, X).   %=> X = true.
debugging(Topic, Shown) :-
    (   nonvar(Topic)
    ->  (   debugging(Topic)
        ->  Shown = true
        ;   Shown = false
        )
    ;   debugging(Topic),
        Shown = true
    ).

%! list_debug_topics is det.
%  Writes the topics whose messages are enabled.
list_debug_topics :-
    forall(debugging(Topic), ( writeq(Topic), nl )).

%! call_time(:Goal, -Time) is semidet.
%  Calls Goal as once/1; Time is the dict time{cpu: Seconds, inferences: Count, wall: Seconds}.
%  ?- call_time(true, _T), get_dict(inferences, _T, _N), integer(_N).
call_time(Goal, Time) :-
    call_time(Goal, Time, Result),
    Result == true.

%! call_time(:Goal, -Time, -Result) is det.
%  Like call_time/2, but does not fail: Result is true or false.
%  ?- call_time(fail, _, R).   %=> R = false.
call_time(Goal, Time, Result) :-
    statistics(cputime, Cpu0),
    statistics(inferences, Count0),
    get_time(Wall0),
    (   call(Goal)
    ->  Result = true
    ;   Result = false
    ),
    get_time(Wall1),
    statistics(inferences, Count1),
    statistics(cputime, Cpu1),
    Cpu is Cpu1 - Cpu0,
    Wall is Wall1 - Wall0,
    Count is Count1 - Count0,
    dict_pairs(Time, time, [cpu-Cpu,inferences-Count,wall-Wall]).

%! catch_with_backtrace(:Goal, ?Catcher, :Recovery) is nondet.
%  Like catch/3, but the context of an error is context(prolog_stack(Frames), Message), for print_message/2 and
%  print_prolog_backtrace/2.
%  ?- catch_with_backtrace(atom_length(_, _), error(E, context(prolog_stack(_), _)), true).   %=> E = instantiation_error.
catch_with_backtrace(Goal, Catcher, Recovery) :-
    catch(Goal, Catcher, '$recover_traced'(Recovery)).

%! '$recover_traced'(:Recovery)
%  The machine adds the frames to errors that a catch with this recovery goal may stop.
'$recover_traced'(Recovery) :-
    call(Recovery).

%! '$recover_beside'(:Recovery)
%  The machine keeps the frames of errors that a catch with this recovery goal may stop, for '$caught_stack'/1.
'$recover_beside'(Recovery) :-
    call(Recovery).

%! list_debug_topics(+Options) is det.
%  Like list_debug_topics/0; Options are ignored.
%  ?- list_debug_topics([]).
list_debug_topics(_) :-
    list_debug_topics.

%! debug_message_context(+What) is det.
%  Accepted without effect: messages of debug/3 tell no time and no thread.
%  ?- debug_message_context(-time).
debug_message_context(_).
