% Events: goals that are told when the clauses of a predicate change.

%! prolog_listen(+Predicate, :Closure) is det.
%  Like prolog_listen/3 without options.
%  ?- dynamic(p/1), prolog_listen(p/1, [A,_]>>( write(A), nl )), with_output_to(atom(Text), ( assertz(p(1)), retract(p(1)) )).   %=> Text = 'assertz\nretract\n'.
prolog_listen(Channel, Closure) :-
    prolog_listen(Channel, Closure, []).

%! prolog_listen(+Predicate, :Closure, +Options) is det.
%  From now on, calls Closure with an action and a context when Predicate, Name/Arity, changes: asserta or assertz and the
%  reference of the clause that was added, retract and that of the clause that is about to be removed, retractall and
%  start(Head). If it fails or raises an exception, the change is not made. For predicates that are tabled as monotonic:
%  new_answer and Module:Answer, when a clause that was added has given answers to a table; failure has no effect.
%  Options: as(first) calls it before all others
%  (the default), as(last) after them; name(Name) makes it take the place of an earlier one of this name.
%  ?- prolog_listen(abort, true).   %=> permission_error(listen, event, abort).
%  ?- prolog_listen(no_event, true).   %=> domain_error(event, no_event).
prolog_listen(Channel, Closure, Options) :-
    '$listened_predicate'(Channel, Predicate),
    must_be(callable, Closure),
    must_be(list, Options),
    option(as(Place), Options, first),
    must_be(oneof([first,last]), Place),
    (   memberchk(name(Name), Options)
    ->  '$drop_listener'(listener(Predicate, Name, _))
    ;   Name = []
    ),
    strip_module(Closure, Module, Plain),
    (   Place == first
    ->  asserta('$listening':listener(Predicate, Name, Module:Plain))
    ;   assertz('$listening':listener(Predicate, Name, Module:Plain))
    ),
    '$listened'(Predicate, true).

%! prolog_unlisten(+Predicate, :Closure) is det.
%  Predicate no longer calls the closures that unify with Closure.
%  ?- prolog_unlisten(p/1, c).
prolog_unlisten(Channel, Closure) :-
    '$listened_predicate'(Channel, Predicate),
    strip_module(Closure, Module, Plain),
    '$drop_listener'(listener(Predicate, _, Module:Plain)),
    (   '$if_known'('$listening':listener(Predicate, _, _))
    ->  true
    ;   '$listened'(Predicate, false)
    ).

%! '$drop_listener'(+Listener) is det.
'$drop_listener'(Listener) :-
    retractall('$listening':Listener).

%! '$listened_predicate'(+Channel, -Predicate) is det.
%  Predicate is Module:Name/Arity. The other channels of SWI-Prolog announce nothing here, and are refused.
'$listened_predicate'(Channel, Module:Name/Arity) :-
    strip_module(Channel, Module0, Plain),
    must_be(nonvar, Plain),
    (   Plain = Name/Arity
    ->  must_be(atom, Name),
        must_be(nonneg, Arity),
        ( '$imported_from'(Module0, Name, Arity, Owner) -> Module = Owner ; Module = Module0 )
    ;   memberchk(Plain, [abort,erase,break,frame_finished,thread_start,thread_exit,this_thread_exit])
    ->  permission_error(listen, event, Plain)
    ;   domain_error(event, Plain)
    ).

%! '$predicate_event'(+Predicate, +Action, +Context) is semidet.
%  Calls what listens to a predicate.
'$predicate_event'(Predicate, Action, Context) :-
    findall(Closure, '$if_known'('$listening':listener(Predicate, _, Closure)), Closures),
    forall(member(Closure, Closures), call(Closure, Action, Context)).

%! '$announce_answers'(+Events) is det.
%  Calls what listens to monotonic predicates with new answers: Events is a list of Predicate-Answer. Failure has no
%  effect.
'$announce_answers'(Events) :-
    forall(
        member(Predicate-Answer, Events),
        ( '$predicate_event'(Predicate, new_answer, Answer) -> true ; true )
    ).

%! '$erase_matching'(:Head) is det.
%  Removes the clauses whose heads unify with Head one by one, so that each is announced.
'$erase_matching'(Head) :-
    forall(clause(Head, _, Reference), erase(Reference)).
