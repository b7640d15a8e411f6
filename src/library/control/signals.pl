% Handlers of signals of the operating system, and when goals of other threads run.

%! on_signal(+Signal, -Before, :Handler) is det.
%  Before is what happens at Signal, a name as usr1 or a number; from now on Handler does. It is the name of a predicate,
%  which is called with the name of the signal before the next call of the running goal; throw, which raises
%  error(signal(Name, Number), _); ignore; debug, which traces the goals that follow; or default. If Before and Handler
%  are the same variable, nothing changes. The program ferz listens to int, term, hup, usr1, usr2 and alrm; another host
%  decides which signals its programs get.
%  Errors: domain_error(signal, Signal), type_error(signal_handler, Handler), permission_error(handle, signal, Number) if
%  processes are not granted.
%  ?- on_signal(usr1, Before, Before).   %=> Before = default.
%  ?- on_signal(hup, _, ignore).   %=> permission_error(handle, signal, 1).
on_signal(Signal, Before, Qualified) :-
    '$signal'(Signal, Name, Number),
    strip_module(Qualified, Module, Handler),
    '$signal_handler'(Name, Number, Old),
    (   Before == Handler
    ->  Before = Old
    ;   must_be(nonvar, Handler),
        '$is_signal_handler'(Handler, Module, New),
        Before = Old,
        '$set_signal_handler'(Number, New)
    ).

%! '$is_signal_handler'(+Handler, +Module, -Stored) is det.
'$is_signal_handler'(Handler, Module, Stored) :-
    (   atom(Handler)
    ->  (   ( Module == user ; memberchk(Handler, [default,ignore,debug,throw]) )
        ->  Stored = Handler
        ;   Stored = Module:Handler
        )
    ;   type_error(signal_handler, Handler)
    ).

%! '$signal_handler'(+Name, +Number, -Handler) is det.
'$signal_handler'(Name, Number, Handler) :-
    (   '$if_known'('$signals':handler(Number, Known))
    ->  Handler = Known
    ;   Name == int
    ->  Handler = debug
    ;   Handler = default
    ).

%! '$set_signal_handler'(+Number, +Handler) is det.
'$set_signal_handler'(Number, Handler) :-
    (   ( Handler == default ; Number =:= 2, Handler == debug )
    ->  '$hear_signal'(Number, false),
        retractall('$signals':handler(Number, _))
    ;   '$hear_signal'(Number, true),
        retractall('$signals':handler(Number, _)),
        assertz('$signals':handler(Number, Handler))
    ).

%! '$signal_came'(+Number) is det.
%  Runs the handler of a signal.
'$signal_came'(Number) :-
    '$signal'(Number, Name, _),
    '$signal_handler'(Name, Number, Handler),
    '$handle_signal'(Handler, Name, Number).

%! '$handle_signal'(+Handler, +Name, +Number) is det.
'$handle_signal'(throw, Name, Number) :-
    !,
    throw(error(signal(Name, Number), _)).
'$handle_signal'(debug, _, _) :-
    !,
    trace.
'$handle_signal'(Handler, Name, _) :-
    (   memberchk(Handler, [ignore,default])
    ->  true
    ;   ignore(call(Handler, Name))
    ).

%! '$signal'(+Signal, -Name, -Number) is det.
'$signal'(Signal, Name, Number) :-
    must_be(nonvar, Signal),
    (   '$signals'(Rows),
        ( integer(Signal) -> Row = Signal-Name ; Row = Number-Signal ),
        memberchk(Row, Rows)
    ->  Row = Number-Name
    ;   integer(Signal)
    ->  type_error(signal, Signal)
    ;   domain_error(signal, Signal)
    ).

%! '$signals'(-Rows) is det.
%  The signals of Linux.
'$signals'([1-hup,2-int,3-quit,4-ill,5-trap,6-abrt,7-bus,8-fpe,9-kill,10-usr1,11-segv,12-usr2,13-pipe,14-alrm,15-term,
            17-chld,18-cont,19-stop,20-tstp,21-ttin,22-ttou,23-urg,24-xcpu,25-xfsz,26-vtalrm,27-prof,28-winch,29-io,
            30-pwr,31-sys]).

%! prolog_alert_signal(-Before, +Signal) is det.
%  Before is the signal that wakes threads of SWI-Prolog; here none is needed, and Signal, a name or 0, is kept only.
%  ?- prolog_alert_signal(Before, Before).   %=> Before = 0.
prolog_alert_signal(Before, Signal) :-
    (   nb_current('$alert_signal', Known)
    ->  true
    ;   Known = 0
    ),
    (   Before == Signal
    ->  Before = Known
    ;   must_be(nonvar, Signal),
        ( Signal == 0 -> true ; '$signal'(Signal, _, _) ),
        Before = Known,
        nb_setval('$alert_signal', Signal)
    ).

%! sig_atomic(:Goal) is semidet.
%  Calls Goal as once/1; what other threads send with thread_signal/2 meanwhile runs afterwards. Limits and interrupts end it.
%  ?- sig_atomic(member(X, [a, b])).   %=> X = a.
%  ?- thread_self(Me), sig_atomic(( thread_signal(Me, true), sig_pending(L) )).
sig_atomic(Goal) :-
    '$atomic_goal'(Goal),
    '$let_signals_in'.

%! '$atomic_goal'(:Goal) is semidet.
%  As once/1. While the call is on the stack, the machine runs no goal of another thread.
'$atomic_goal'(Goal) :-
    call(Goal),
    !.

%! sig_pending(-Goals) is det.
%  Goals are those that were sent with thread_signal/2 to the thread that runs this, and have not run.
%  ?- sig_pending(L).   %=> L = [].
sig_pending(Qualified) :-
    '$sent_signals'(_, Signals, false),
    strip_module(Qualified, Module, Goals),
    maplist('$signal_in'(Module), Signals, Goals).

%! sig_remove(:Pattern, -Goals) is det.
%  Removes those of sig_pending/1 that unify with Pattern; Goals are they.
%  ?- thread_self(Me), sig_atomic(( thread_signal(Me, fail), sig_remove(_, L) )).
sig_remove(Pattern, Goals) :-
    strip_module(Pattern, Module, Plain),
    ( Module == user -> Wanted = Plain ; Wanted = Module:Plain ),
    '$sent_signals'(Wanted, Signals, true),
    maplist('$signal_in'(Module), Signals, Goals).

%! '$signal_in'(+Module, +Signal, -Goal) is det.
'$signal_in'(Module, Signal, Goal) :-
    (   Signal = Module:Plain
    ->  Goal = Plain
    ;   Goal = Signal
    ).

%! sig_block(:Pattern) is det.
%  Goals that were sent with thread_signal/2 to the thread that runs this and that unify with Pattern wait until
%  sig_unblock/1.
%  ?- sig_block(f(_)), sig_unblock(f(_)).
sig_block(Pattern) :-
    (   nb_current('$sig_blocked', Patterns)
    ->  true
    ;   Patterns = []
    ),
    nb_setval('$sig_blocked', [Pattern|Patterns]).

%! sig_unblock(:Pattern) is det.
%  Takes back what sig_block/1 has done for patterns that Pattern subsumes; goals that have waited for it run.
sig_unblock(Pattern) :-
    (   nb_current('$sig_blocked', Patterns)
    ->  exclude(subsumes_term(Pattern), Patterns, Left),
        (   Left == []
        ->  nb_delete('$sig_blocked')
        ;   nb_setval('$sig_blocked', Left)
        ),
        '$let_signals_in'
    ;   true
    ).

%! '$sig_is_blocked'(:Goal) is semidet.
'$sig_is_blocked'(Goal) :-
    nb_current('$sig_blocked', Patterns),
    \+ \+ memberchk(Goal, Patterns).
