% Alarms: goals that are called after a time, as library(time) has them.

%! alarm(+Seconds, :Goal, -Id) is det.
%  As alarm/4 without options.
alarm(Seconds, Goal, Id) :-
    alarm(Seconds, Goal, Id, []).

%! alarm(+Seconds, :Goal, -Id, +Options) is det.
%  Calls Goal in this thread as ignore/1 when Seconds have passed, before the next call of what runs then. An exception of
%  Goal is raised there. Options: remove(true) removes the alarm when it has run; install(false) sets it with
%  install_alarm/1 only.
%  Errors: permission_error(create, thread, _) if threads are not granted.
%  ?- alarm(_, true, _, []).   %=> instantiation_error.
alarm(Seconds, Goal, Id, Options) :-
    must_be(number, Seconds),
    must_be(callable, Goal),
    thread_self(Thread),
    gensym('$alarm', Name),
    Id = '$alarm'(Name),
    option(remove(Remove), Options, false),
    ( option(install(false), Options) -> Status = scheduled ; Status = active ),
    assertz('$alarms':alarm(Name, Thread, Seconds, Goal, Remove)),
    (   Status == active
    ->  catch(install_alarm(Id), Error, ( retractall('$alarms':alarm(Name, _, _, _, _)), throw(Error) ))
    ;   true
    ).

%! alarm_at(+Time, :Goal, -Id) is det.
%  As alarm_at/4 without options.
alarm_at(Time, Goal, Id) :-
    alarm_at(Time, Goal, Id, []).

%! alarm_at(+Time, :Goal, -Id, +Options) is det.
%  As alarm/4, at the time Time in seconds since 1970.
alarm_at(Time, Goal, Id, Options) :-
    must_be(number, Time),
    get_time(Now),
    Seconds is max(0, Time-Now),
    alarm(Seconds, Goal, Id, Options).

%! install_alarm(+Id) is det.
%  Starts an alarm.
install_alarm(Id) :-
    '$alarm'(Id, Name, Thread, Seconds, Goal, Remove),
    '$stop_alarm'(Name),
    catch(( get_time(Now), At is Now+Seconds ), error(permission_error(_, _, _), _), At = 0),
    thread_create('$alarm_thread'(Name, Thread, Seconds, Goal, Remove), Waiting),
    assertz('$alarms':running(Name, Waiting, At)).

%! install_alarm(+Id, +Seconds) is det.
%  Starts an alarm with another time.
install_alarm(Id, Seconds) :-
    must_be(number, Seconds),
    '$alarm'(Id, Name, Thread, _, Goal, Remove),
    retractall('$alarms':alarm(Name, _, _, _, _)),
    assertz('$alarms':alarm(Name, Thread, Seconds, Goal, Remove)),
    install_alarm(Id).

%! uninstall_alarm(+Id) is det.
%  Stops an alarm, which can be started again.
uninstall_alarm(Id) :-
    '$alarm'(Id, Name, _, _, _, _),
    '$stop_alarm'(Name).

%! remove_alarm(+Id) is det.
%  Stops an alarm and forgets it.
%  ?- remove_alarm(none).   %=> existence_error(alarm, none).
remove_alarm(Id) :-
    '$alarm'(Id, Name, _, _, _, _),
    '$stop_alarm'(Name),
    retractall('$alarms':alarm(Name, _, _, _, _)).

%! current_alarm(?At, :Goal, ?Id, ?Status) is nondet.
%  Id is an alarm that calls Goal at the time At, in seconds since 1970; 0 if there is no access to the clock. Status is
%  scheduled, or done.
current_alarm(At, Goal, '$alarm'(Name), Status) :-
    strip_module(Goal, _, Plain),
    '$alarm_fact'(alarm(Name, _, _, Known, _)),
    strip_module(Known, _, Plain),
    (   '$alarm_fact'(running(Name, _, At))
    ->  Status = scheduled
    ;   At = 0,
        Status = done
    ).

%! '$alarm_fact'(?Fact) is nondet.
'$alarm_fact'(Fact) :-
    '$if_known'('$alarms':Fact).

%! '$alarm'(+Id, -Name, -Thread, -Seconds, -Goal, -Remove) is det.
'$alarm'(Id, Name, Thread, Seconds, Goal, Remove) :-
    must_be(nonvar, Id),
    (   Id = '$alarm'(Name),
        '$alarm_fact'(alarm(Name, Thread, Seconds, Goal, Remove))
    ->  true
    ;   existence_error(alarm, Id)
    ).

%! '$stop_alarm'(+Name) is det.
'$stop_alarm'(Name) :-
    (   '$alarm_fact'(running(Name, Waiting, _))
    ->  retractall('$alarms':running(Name, _, _)),
        catch(thread_send_message(Waiting, stop), error(existence_error(_, _), _), true),
        catch(thread_join(Waiting, _), error(_, _), true)
    ;   true
    ).

%! '$alarm_thread'(+Name, +Thread, +Seconds, +Goal, +Remove) is det.
%  Waits, and lets the thread that set the alarm ring it.
'$alarm_thread'(Name, Thread, Seconds, Goal, Remove) :-
    thread_self(Self),
    (   thread_get_message(Self, stop, [timeout(Seconds)])
    ->  true
    ;   catch(thread_signal(Thread, '$ring_alarm'(Name, Goal, Remove)), error(existence_error(_, _), _), true)
    ).

%! '$ring_alarm'(+Name, :Goal, +Remove) is det.
'$ring_alarm'(Name, Goal, Remove) :-
    (   '$alarm_fact'(running(Name, _, _))
    ->  '$stop_alarm'(Name),
        ( Remove == true -> retractall('$alarms':alarm(Name, _, _, _, _)) ; true ),
        ignore(Goal)
    ;   true
    ).
