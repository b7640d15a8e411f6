% Messages for those who look for a fault, and assertions.

%! debug(+Topic) is det.
%  From now on the messages of Topic are shown.
%  ?- debug(speed), debugging(speed).
debug(Topic) :-
    '$debug_topics'(Topics),
    (   memberchk(Topic, Topics)
    ->  true
    ;   nb_setval('$debug_topics', [Topic|Topics])
    ).

%! nodebug(+Topic) is det.
%  The messages of Topic are not shown any more.
%  ?- debug(speed), nodebug(speed), debugging(speed).   %=> false.
nodebug(Topic) :-
    '$debug_topics'(Topics),
    subtract(Topics, [Topic], Others),
    nb_setval('$debug_topics', Others).

%! debugging(?Topic) is nondet.
%  The messages of Topic are shown.
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
%  Shows a message, as format/2 makes it, if those of Topic are shown.
%  ?- debug(nothing, "not shown ~w", [1]).
debug(Topic, Format, Arguments) :-
    (   '$debug_topics'(Topics),
        memberchk(Topic, Topics)
    ->  print_message(informational, format(Format, Arguments))
    ;   true
    ).

%! assertion(:Goal) is det.
%  Raises an error if Goal fails; its bindings are not kept.
%  ?- assertion(1 < 2).
assertion(Goal) :-
    (   \+ \+ call(Goal)
    ->  true
    ;   throw(error(assertion_failed(Goal), _))
    ).

%! debugging(?Topic, ?Shown) is nondet.
%  Are the messages of Topic shown: true or false?
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
%  Writes the topics whose messages are shown.
list_debug_topics :-
    forall(debugging(Topic), ( writeq(Topic), nl )).
