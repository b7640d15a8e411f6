% Threads, message queues and mutexes, with the names of library(thread).
%
% Each thread runs on an engine of its own, forked from that of its creator. Dynamic predicates that are not thread_local/1,
% records, tries, operators, the values of flag/3 and the counters of gensym/2 are those of the program; static clauses and
% other flags are copies of that moment, which it changes for itself; it begins without global variables. What goes between
% threads is copied. A thread ends with its goal, and with the engine of the first thread. An engine has threads only if its
% host lets it (Grant::Threads).

%! thread_create(:Goal) is det.
%  Begins a thread that runs Goal as once/1, and is forgotten when it ends.
thread_create(Goal) :-
    thread_create(Goal, _, [detached(true)]).

%! thread_create(:Goal, -Thread) is det.
%  Begins a thread that runs Goal as once/1.
%  ?- thread_create(true, T), thread_join(T, Status).
thread_create(Goal, Thread) :-
    thread_create(Goal, Thread, []).

%! thread_create(:Goal, -Thread, +Options) is det.
%  Begins a thread that runs Goal as once/1. Options: alias(Name), detached(Boolean), at_exit(Goal), stack_limit(Bytes), which
%  is the value of the flag in the thread, and affinity(Processors) as for thread_affinity/3; others are ignored.
%  Of several goals that retract a clause at the same time, one succeeds; a change is seen by the calls that come after it.
thread_create(Goal, Thread, Qualified) :-
    strip_module(Qualified, Module, Options),
    must_be(list, Options),
    (   var(Thread)
    ->  true
    ;   throw(error(uninstantiation_error(Thread), context(thread_create/3, _)))
    ),
    '$thread_alias'(Options, Alias),
    (   memberchk(detached(Detached0), Options)
    ->  must_be(bool, Detached0),
        Detached = Detached0
    ;   Detached = false
    ),
    forall(member(at_exit(Exit), Options), must_be(callable, Exit)),
    findall(Module:Exit, member(at_exit(Exit), Options), Exits0),
    (   memberchk(stack_limit(Bytes), Options)
    ->  must_be(integer, Bytes),
        Exits1 = [set(stack_limit(Bytes))|Exits0]
    ;   Exits1 = Exits0
    ),
    (   memberchk(affinity(Processors), Options)
    ->  '$must_be_processors'(Processors),
        Exits = [set(affinity(Processors))|Exits1]
    ;   Exits = Exits1
    ),
    '$thread_create'(run(Goal, Exits), Alias, Detached, Thread).

%! '$thread_alias'(+Options, -Alias) is det.
%  Alias is that of the options, '' if there is none.
'$thread_alias'(Options, Alias) :-
    (   memberchk(alias(Name), Options)
    ->  must_be(atom, Name),
        Alias = Name
    ;   Alias = ''
    ).

%! '$given_alias'(?Name, +Kind, +Options, -Alias) is det.
%  Alias is Name, or if that is unbound the alias of the options.
'$given_alias'(Name, Kind, Options, Alias) :-
    (   var(Name)
    ->  '$thread_alias'(Options, Alias)
    ;   memberchk(alias(_), Options)
    ->  uninstantiation_error(Name)
    ;   atom(Name)
    ->  Alias = Name
    ;   type_error(Kind, Name)
    ).

%! '$thread_run'(+Run, -Status) is det.
%  Runs the goal of a new thread; Status is true, false, exception(Ball) or exited(Term).
'$thread_run'(run(Goal, Exits), Status) :-
    '$thread_begin',
    forall(member(Exit, Exits), '$thread_prepare'(Exit)),
    catch(( call(Goal) -> Status = true ; Status = false ), Ball, '$thread_thrown'(Ball, Goal, Status)),
    forall(recorded('$thread_at_exit', Last), ignore(catch(Last, _, true))).

%! '$thread_prepare'(+Exit) is det.
'$thread_prepare'(set(stack_limit(Bytes))) :-
    !,
    current_prolog_flag(stack_limit, Most),
    Least is min(Bytes, Most),
    set_prolog_flag(stack_limit, Least).
'$thread_prepare'(set(affinity(Processors))) :-
    !,
    '$thread_self'(Thread),
    thread_affinity(Thread, _, Processors).
'$thread_prepare'(Exit) :-
    thread_at_exit(Exit).

%! '$thread_thrown'(+Ball, :Goal, -Status) is det.
'$thread_thrown'(unwind(thread_exit(Term)), _, Status) :-
    !,
    Status = exited(Term).
'$thread_thrown'(Ball, Goal, exception(Ball)) :-
    '$thread_self'(Thread),
    '$thread_info'(Thread, thread(Number, _, _, Detached)),
    (   Detached == true,
        Ball \== '$aborted'
    ->  strip_module(Goal, _, Plain),
        print_message(warning, abnormal_thread_termination(Number, Plain, Ball))
    ;   true
    ).

%! '$thread_begin' is det.
%  Takes what belongs to the creator of the thread only, and runs the goals of thread_initialization/1.
'$thread_begin' :-
    '$global_names'(Names),
    forall(( member(Name, Names), \+ sub_atom(Name, 0, _, _, $) ), nb_delete(Name)),
    ignore(nb_delete('$sig_blocked')),
    forall(recorded('$thread_at_exit', _, Reference), erase(Reference)),
    forall(recorded('$thread_local', Module:Head), retractall(Module:Head)),
    forall(recorded('$thread_initialization', Goal), ignore(catch(Goal, _, true))).

%! thread_self(-Thread) is det.
%  Thread is the thread that runs this: its alias, or the object that stands for it. The first one is main.
%  ?- thread_self(X).   %=> X = main.
thread_self(Thread) :-
    '$thread_self'(Thread).

%! thread_join(+Thread) is det.
%  Waits for the end of Thread; raises an error unless its goal has succeeded.
%  ?- thread_create(true, T), thread_join(T).
%  ?- thread_create(fail, T), catch(thread_join(T), error(thread_error(_, S), _), true).
thread_join(Thread) :-
    thread_join(Thread, Status),
    (   Status == true
    ->  true
    ;   throw(error(thread_error(Thread, Status), _))
    ).

%! thread_join(+Thread, -Status) is det.
%  Waits for the end of Thread, and forgets it. Status is true, false, exception(Ball) or exited(Term).
%  ?- catch(thread_join(nobody, _), error(E, _), true).   %=> E = existence_error(thread, nobody).
thread_join(Thread, Status) :-
    '$thread_join'(Thread, Status, -1).

%! thread_detach(+Thread) is det.
%  Lets Thread be forgotten when it ends.
thread_detach(Thread) :-
    '$thread_detach'(Thread).

%! thread_exit(+Term) is det.
%  Ends the thread that runs this; its status is exited(Term).
thread_exit(Term) :-
    (   '$thread_self'(main)
    ->  throw(error(permission_error(exit, thread, main), _))
    ;   throw(unwind(thread_exit(Term)))
    ).

%! thread_at_exit(:Goal) is det.
%  Runs Goal when the thread that runs this ends; the goal that was given last runs first.
thread_at_exit(Goal) :-
    must_be(callable, Goal),
    recorda('$thread_at_exit', Goal).

%! thread_initialization(:Goal) is det.
%  Runs Goal now, and at the beginning of each thread that is made afterwards.
thread_initialization(Goal) :-
    once(Goal),
    recordz('$thread_initialization', Goal).

%! is_thread(@Term) is semidet.
%  True if Term is a thread.
%  ?- is_thread(main).
%  ?- is_thread(nobody).   %=> false.
is_thread(Term) :-
    nonvar(Term),
    catch('$thread_info'(Term, _), error(_, _), fail).

%! thread_property(?Thread, ?Property) is nondet.
%  True if Thread has Property: id(Number), alias(Name), status(Status), detached(Boolean).
%  ?- thread_property(main, status(S)).   %=> S = running.
%  ?- thread_property(T, id(1)).   %=> T = main.
thread_property(Thread, Property) :-
    '$must_be_property'(Property, thread_property, [id(_),alias(_),status(_),detached(_),engine(_),debug(_),class(_),size(_),system_thread_id(_)]),
    (   var(Thread)
    ->  '$threads'(Threads),
        member(Thread, Threads),
        catch('$thread_info'(Thread, Info), error(existence_error(_, _), _), fail)
    ;   '$thread_info'(Thread, Info)
    ),
    Info = thread(Number, Alias, Status, Detached),
    ( Alias == '' -> Properties = Rest ; Properties = [alias(Alias)|Rest] ),
    Rest = [id(Number),status(Status),detached(Detached),engine(false)],
    '$one_of'(Property, Properties).

%! '$must_be_property'(@Property, +Kind, +Forms) is det.
%  Property is unbound, or has one of the forms.
'$must_be_property'(Property, Kind, Forms) :-
    (   \+ \+ memberchk(Property, Forms)
    ->  true
    ;   callable(Property)
    ->  domain_error(Kind, Property)
    ;   type_error(Kind, Property)
    ).

%! '$one_of'(?Property, +Properties) is nondet.
%  As member/2; a Property that is bound is found without a choice point, since no two have the same name.
'$one_of'(Property, Properties) :-
    (   var(Property)
    ->  member(Property, Properties)
    ;   memberchk(Property, Properties)
    ).

%! thread_alias(+Name) is det.
%  Gives the thread that runs this an alias; it is an error if it has one.
%  ?- catch(thread_alias(hans), error(E, _), true).   %=> E = permission_error('re-alias', thread, main).
thread_alias(Name) :-
    must_be(atom, Name),
    '$thread_self'(Thread),
    '$thread_name'(Thread, Name).

%! thread_affinity(+Thread, -Current, +New) is det.
%  Current is the list of the numbers of the processors on which Thread may run, and from now on those of New are; if Current
%  and New are the same variable, nothing changes. Linux only; the thread main can ask for itself.
%  Errors: existence_error(cpu, Number); permission_error(access, thread, Thread) where the system does not tell.
%  ?- thread_self(Me), catch(thread_affinity(Me, C, C), error(permission_error(_, _, _), _), C = []), is_list(C).
thread_affinity(Thread, Current, New) :-
    (   Current == New
    ->  '$thread_processors'(Thread, Current)
    ;   '$must_be_processors'(New),
        ( var(Current) -> true ; must_be(list, Current) ),
        '$thread_processors'(Thread, Current),
        (   '$run_on'(Thread, New)
        ->  true
        ;   member(Number, New),
            \+ '$run_on'(Thread, [Number])
        ->  '$run_on'(Thread, Current),
            existence_error(cpu, Number)
        )
    ).

%! '$must_be_processors'(@Processors) is det.
'$must_be_processors'(Processors) :-
    must_be(list, Processors),
    ( Processors == [] -> domain_error(cpu_affinity, []) ; true ),
    forall(member(Number, Processors), '$must_be_count'(Number)).

%! thread_statistics(+Thread, +Key, -Value) is semidet.
%  Value is that of statistics/2 in Thread, which is asked at its next call.
thread_statistics(Thread, Key, Value) :-
    '$thread_info'(Thread, thread(Number, _, Status, _)),
    ( Status == running -> true ; permission_error(statistics, thread, Thread) ),
    '$thread_self'(Self),
    '$thread_info'(Self, thread(Own, _, _, _)),
    (   Number =:= Own
    ->  statistics(Key, Value)
    ;   call_in_thread(Thread, statistics(Key, Value))
    ).

%! thread_wait(:Goal, :Options) is semidet.
%  Waits until Goal, which is called as once/1, is true: it is called now, and again when a thread changes what all share or
%  calls thread_update/2. Options: timeout(Seconds) and deadline(Time), after which it fails; retry_every(Seconds) calls
%  Goal that often in any case, 1 if not given; wait_preds(Indicators) with modified(Changed), which is unified with those
%  of the predicates that have changed since Goal was called before. Others are ignored.
%  ?- thread_wait(fail, [timeout(0.01)]).   %=> false.
thread_wait(Goal, Qualified) :-
    strip_module(Qualified, Module, Options),
    '$waiting_time'(Options, Seconds),
    (   memberchk(retry_every(Every), Options)
    ->  must_be(number, Every)
    ;   Every = 1
    ),
    (   Seconds < 0
    ->  End = none
    ;   get_time(Now),
        End is Now + Seconds
    ),
    (   memberchk(wait_preds(Signed), Options)
    ->  findall(Head, ( member(Given, Signed), '$waited_for'(Given, Module, Head) ), Heads)
    ;   Heads = []
    ),
    ( memberchk(modified(Changed), Options) -> true ; true ),
    '$thread_wait'(Goal, wait(End, Every, Heads, Changed), []).

%! '$waited_for'(+Given, +Module, -Head) is det.
%  Head is that of the predicate that an element of wait_preds stands for.
'$waited_for'(Given, Module, Head) :-
    (   ( Given = +(Indicator) ; Given = -(Indicator) )
    ->  true
    ;   Indicator = Given
    ),
    strip_module(Module:Indicator, Home, Plain),
    pi_head(Home:Plain, Head).

%! '$thread_wait'(:Goal, +Wait, +Before) is semidet.
%  Before are the generations of the predicates when Goal was called before.
'$thread_wait'(Goal, Wait, Before) :-
    Wait = wait(End, Every, Heads, Changed),
    '$change_number'(Number),
    findall(Head-Generation,
            ( member(Head, Heads), predicate_property(Head, last_modified_generation(Generation)) ),
            Now),
    findall(Indicator, ( member(Pair, Now), \+ memberchk(Pair, Before), Pair = Head-_, pi_head(Indicator, Head) ), News),
    (   with_mutex('$thread_update', ( Changed = News, once(Goal) ))
    ->  true
    ;   (   End == none
        ->  Slice = Every
        ;   get_time(Time),
            Time < End,
            Slice is min(Every, End - Time)
        ),
        '$await_change'(Number, Slice),
        '$thread_wait'(Goal, Wait, Now)
    ).

%! thread_update(:Goal, +Options) is semidet.
%  Calls Goal as once/1, with no other thread_update/2 and no goal of thread_wait/2 at the same time, and wakes the threads
%  that wait. Options, notify(broadcast) or notify(signal) and module(Module), make no difference.
%  ?- thread_update(assertz(ready(1)), []), thread_wait(ready(X), []).   %=> X = 1.
thread_update(Goal, Qualified) :-
    strip_module(Qualified, _, Options),
    must_be(list, Options),
    (   memberchk(notify(How), Options),
        \+ memberchk(How, [broadcast,signal])
    ->  domain_error(notify_option, How)
    ;   true
    ),
    with_mutex('$thread_update', once(Goal)),
    '$tell_threads'.

%! thread_signal(+Thread, :Goal) is det.
%  Lets Thread run Goal before its next call; an exception of Goal is raised in Thread.
thread_signal(Thread, Goal) :-
    must_be(callable, Goal),
    '$thread_signal'(Thread, Goal).

%! thread_idle(:Goal, +Duration) is semidet.
%  Calls Goal as once/1; it may take a while.
thread_idle(Goal, Duration) :-
    must_be(nonvar, Duration),
    once(Goal).

%! thread_setconcurrency(-Before, +Wanted) is det.
%  Has no effect: the system schedules threads.
thread_setconcurrency(0, _).

%! threads is det.
%  Prints the threads and what has become of them.
threads :-
    findall(Line,
            ( thread_property(Thread, status(Status)),
              thread_property(Thread, id(Number)),
              '$text'("~t~d~4|  ~w~25|~q", [Number, Thread, Status], Line) ),
            Lines),
    print_message(information, threads(Lines)).

%! join_threads is det.
%  Waits for no thread, and forgets those that have ended.
join_threads :-
    '$thread_self'(Self),
    forall(( thread_property(Thread, status(Status)), Thread \== Self, Status \== running ),
           thread_join(Thread, _)).

%! thread_local(:Indicators) is det.
%  Declares dynamic predicates that each thread has clauses of its own for, none when it begins. All others are shared.
%  ?- thread_local(local_fact/1), assertz(local_fact(1)), local_fact(X).   %=> X = 1.
thread_local(Indicators) :-
    dynamic(Indicators),
    '$declare'(thread_local, Indicators),
    strip_module(Indicators, Module, Plain),
    '$note_thread_local'(Plain, Module).

%! '$note_thread_local'(+Indicators, +Module) is det.
'$note_thread_local'([], _) :- !.
'$note_thread_local'([First|Rest], Module) :-
    !,
    '$note_thread_local'(First, Module),
    '$note_thread_local'(Rest, Module).
'$note_thread_local'((First, Rest), Module) :-
    !,
    '$note_thread_local'(First, Module),
    '$note_thread_local'(Rest, Module).
'$note_thread_local'(Module:Indicators, _) :-
    !,
    '$note_thread_local'(Indicators, Module).
'$note_thread_local'(Indicators as _, Module) :-
    !,
    '$note_thread_local'(Indicators, Module).
'$note_thread_local'(Indicator, Module) :-
    pi_head(Indicator, Head),
    (   recorded('$thread_local', Module:Head)
    ->  true
    ;   recordz('$thread_local', Module:Head)
    ).

% ---- messages

%! message_queue_create(?Queue) is det.
%  Makes a message queue; Queue is its alias, or unified with the object that stands for it.
%  ?- message_queue_create(Q), thread_send_message(Q, hello(1)), thread_get_message(Q, hello(X)).
message_queue_create(Queue) :-
    message_queue_create(Queue, []).

%! message_queue_create(?Queue, +Options) is det.
%  Makes a message queue, as message_queue_create/1. Options: alias(Name); max_size(Count): who sends waits while there are so many messages.
message_queue_create(Queue, Options) :-
    must_be(list, Options),
    '$given_alias'(Queue, message_queue, Options, Alias),
    (   memberchk(max_size(Most), Options)
    ->  '$must_be_count'(Most)
    ;   Most = 0
    ),
    '$queue_create'(Alias, Most, Queue).

%! '$must_be_count'(@Count) is det.
'$must_be_count'(Count) :-
    must_be(integer, Count),
    (   Count < 0
    ->  domain_error(not_less_than_zero, Count)
    ;   true
    ).

%! message_queue_set(+Queue, +Property) is det.
%  Changes a message queue. Property: max_size(Count), 0 for any number of messages.
%  ?- message_queue_create(Q, [max_size(1)]), message_queue_set(Q, max_size(2)), message_queue_property(Q, max_size(N)).
message_queue_set(Queue, Property) :-
    must_be(nonvar, Property),
    (   Property = max_size(Most)
    ->  '$must_be_count'(Most),
        '$queue_limit'(Queue, Most)
    ;   domain_error(message_queue_property, Property)
    ).

%! message_queue_destroy(+Queue) is det.
%  Ends a message queue; who waits for it gets an existence error.
%  ?- catch(message_queue_destroy(none), error(E, _), true).   %=> E = existence_error(message_queue, none).
message_queue_destroy(Queue) :-
    '$queue_destroy'(Queue).

%! message_queue_property(?Queue, ?Property) is nondet.
%  True if Queue has Property: alias(Name), size(Count), max_size(Count), waiting(Threads). An unbound Queue stands for
%  those that are not the queue of a thread.
%  ?- message_queue_create(box), thread_send_message(box, a), message_queue_property(box, size(N)).   %=> N = 1.
message_queue_property(Queue, Property) :-
    '$must_be_property'(Property, message_queue_property, [alias(_),size(_),max_size(_),waiting(_)]),
    (   var(Queue)
    ->  '$queues'(Queues),
        member(Queue, Queues),
        catch('$queue_counts'(Queue, Counts), error(existence_error(_, _), _), fail)
    ;   '$queue_counts'(Queue, Counts)
    ),
    Counts = counts(Size, Waiting, Most, Alias),
    findall(Known,
            ( Alias \== '', Known = alias(Alias)
            ; Known = size(Size)
            ; Most > 0, Known = max_size(Most)
            ; Waiting > 0, Known = waiting(Waiting)
            ),
            Properties),
    '$one_of'(Property, Properties).

%! '$queue_select'(+Queue, ?Message, +Seconds, +Take, +From) is semidet.
%  As '$queue_get'/4 for messages from the number From on, where the goals of attributed variables decide what fits.
'$queue_select'(Queue, Message, Seconds, Take, From) :-
    get_time(Now),
    '$queue_next'(Queue, From, Seconds, Number-Found),
    (   Found = Message,
        ( Take == true -> '$queue_take'(Queue, Number) ; true )
    ->  true
    ;   Next is Number + 1,
        (   Seconds =< 0
        ->  Left = Seconds
        ;   get_time(Then),
            Left is max(0, Seconds - (Then - Now))
        ),
        '$queue_select'(Queue, Message, Left, Take, Next)
    ).

%! thread_send_message(+Queue, +Message) is det.
%  Appends a copy of Message to a queue, or to that of a thread. Attributed variables are plain in the copy.
%  ?- thread_self(Me), thread_send_message(Me, a(1)), thread_get_message(a(X)).
thread_send_message(Queue, Message) :-
    '$queue_send'(Queue, Message, -1).

%! thread_send_message(+Queue, +Message, +Options) is semidet.
%  As thread_send_message/2. Options: timeout(Seconds) and deadline(Time) bound the wait for room; it fails if there is
%  none then.
thread_send_message(Queue, Message, Options) :-
    '$waiting_time'(Options, Seconds),
    '$queue_send'(Queue, Message, Seconds).

%! thread_get_message(?Message) is det.
%  Waits for a message of the thread's own queue that unifies with Message, and removes it.
thread_get_message(Message) :-
    '$thread_self'(Self),
    '$queue_get'(Self, Message, -1, true).

%! thread_get_message(+Queue, ?Message) is det.
%  Waits for a message of Queue that unifies with Message, and removes it.
thread_get_message(Queue, Message) :-
    '$queue_get'(Queue, Message, -1, true).

%! thread_get_message(+Queue, ?Message, +Options) is semidet.
%  As thread_get_message/2. Options: timeout(Seconds) and deadline(Time) bound the wait; it fails if there is no such
%  message then.
%  ?- message_queue_create(Q), thread_get_message(Q, _, [timeout(0)]).   %=> false.
thread_get_message(Queue, Message, Options) :-
    '$waiting_time'(Options, Seconds),
    '$queue_get'(Queue, Message, Seconds, true).

%! thread_peek_message(?Message) is semidet.
%  True if the thread's own queue has a message that unifies with Message, the first one.
%  ?- thread_peek_message(_).   %=> false.
thread_peek_message(Message) :-
    '$thread_self'(Self),
    '$queue_get'(Self, Message, 0, false).

%! thread_peek_message(+Queue, ?Message) is semidet.
%  True if Queue has a message that unifies with Message, the first one.
thread_peek_message(Queue, Message) :-
    '$queue_get'(Queue, Message, 0, false).

%! '$waiting_time'(+Options, -Seconds) is det.
%  Seconds is how long Options let one wait, -1 for ever.
'$waiting_time'(Options, Seconds) :-
    must_be(list, Options),
    (   memberchk(timeout(Time), Options)
    ->  '$must_be_time'(Time),
        Seconds is max(0, Time)
    ;   memberchk(deadline(Stamp), Options)
    ->  '$must_be_time'(Stamp),
        get_time(Now),
        Seconds is max(0, Stamp - Now)
    ;   Seconds = -1
    ).

%! '$must_be_time'(@Time) is det.
'$must_be_time'(Time) :-
    must_be(nonvar, Time),
    (   number(Time)
    ->  true
    ;   type_error(float, Time)
    ).

% ---- mutexes

%! mutex_create(?Mutex) is det.
%  Makes a mutex; Mutex is its alias, or unified with the object that stands for it.
%  ?- mutex_create(M), mutex_lock(M), mutex_unlock(M).
mutex_create(Mutex) :-
    mutex_create(Mutex, []).

%! mutex_create(?Mutex, +Options) is det.
%  Makes a mutex, as mutex_create/1; the option alias(Name) names it.
mutex_create(Mutex, Options) :-
    must_be(list, Options),
    '$given_alias'(Mutex, mutex, Options, Alias),
    '$mutex_create'(Alias, Mutex).

%! mutex_destroy(+Mutex) is det.
%  Ends a mutex; one that is locked, when it is unlocked.
mutex_destroy(Mutex) :-
    '$mutex_destroy'(Mutex).

%! mutex_lock(+Mutex) is det.
%  Locks Mutex, once it is free; a thread may lock it several times. An atom that names no mutex makes one.
mutex_lock(Mutex) :-
    '$mutex_lock'(Mutex, true).

%! mutex_trylock(+Mutex) is semidet.
%  As mutex_lock/1, but fails if another thread has locked Mutex.
%  ?- mutex_trylock(door), mutex_unlock(door).
mutex_trylock(Mutex) :-
    '$mutex_lock'(Mutex, false).

%! mutex_unlock(+Mutex) is det.
%  Unlocks Mutex once.
%  ?- mutex_create(m), catch(mutex_unlock(m), error(E, _), true).   %=> E = permission_error(unlock, mutex, m).
mutex_unlock(Mutex) :-
    '$mutex_unlock'(Mutex).

%! mutex_unlock_all is det.
%  Unlocks the mutexes with an alias that this thread has locked.
mutex_unlock_all :-
    '$mutex_unlock_all'.

%! mutex_property(?Mutex, ?Property) is nondet.
%  True if Mutex has Property: alias(Name), status(unlocked) or status(locked(Thread, Count)). An unbound Mutex stands
%  for those with an alias.
%  ?- mutex_create(m1), mutex_property(m1, status(S)).   %=> S = unlocked.
mutex_property(Mutex, Property) :-
    '$must_be_property'(Property, mutex_property, [alias(_),status(_)]),
    '$mutexes'(All),
    (   var(Mutex)
    ->  member(Mutex, All)
    ;   true
    ),
    '$mutex_status'(Mutex, Status0),
    (   Status0 = locked(Number, Count),
        thread_property(Thread, id(Number))
    ->  Status = locked(Thread, Count)
    ;   Status = unlocked
    ),
    (   memberchk(Mutex, All)
    ->  '$one_of'(Property, [alias(Mutex),status(Status)])
    ;   Property = status(Status)
    ).

%! with_mutex(+Mutex, :Goal) is semidet.
%  Calls Goal as once/1 while Mutex is locked. An atom that names no mutex makes one.
%  ?- with_mutex(m, X = 1).   %=> X = 1.
with_mutex(Mutex, Goal) :-
    setup_call_cleanup('$mutex_lock'(Mutex, true), once(Goal), '$mutex_unlock'(Mutex)).

% ---- goals on several threads

%! concurrent(+Count, :Goals, +Options) is semidet.
%  Calls each of Goals as once/1, on Count threads. If one fails, so does this; the first exception is raised. The others
%  are stopped then. Without the right to threads the goals run in order.
%  ?- concurrent(2, [X = 1, Y = 2], []).   %=> X = 1, Y = 2.
%  ?- concurrent(2, [X = 1, fail], []).   %=> false.
concurrent(Count, Qualified, Options) :-
    must_be(positive_integer, Count),
    strip_module(Qualified, Module, Goals),
    must_be(list(callable), Goals),
    must_be(list, Options),
    length(Goals, Length),
    Threads is min(Count, Length),
    (   Threads > 1,
        '$may_have_threads'
    ->  '$concurrent'(Threads, Goals, Module)
    ;   '$each_once'(Goals, Module)
    ).

%! '$each_once'(+Goals, +Module) is semidet.
'$each_once'([], _).
'$each_once'([Goal|Goals], Module) :-
    once(Module:Goal),
    '$each_once'(Goals, Module).

%! '$concurrent'(+Count, +Goals, +Module) is semidet.
'$concurrent'(Count, Goals, Module) :-
    '$with_threads'(Count,
                    '$answer_jobs',
                    '$concurrent_jobs'(Goals, Module)).

%! '$with_threads'(+Count, :Worker, :Goal) is semidet.
%  Calls Goal with two queues, while Count threads call Worker with them; they are stopped afterwards.
'$with_threads'(Count, Worker, Goal) :-
    '$queue_create'('', 0, Work),
    '$queue_create'('', 0, Done),
    Call =.. [Worker, Work, Done],
    setup_call_cleanup('$start_threads'(Count, Call, Threads),
                       call(Goal, Work, Done),
                       '$stop_threads'(Threads)).

%! '$start_threads'(+Count, :Goal, -Threads) is det.
'$start_threads'(Count, Goal, Threads) :-
    length(Threads, Count),
    '$start_each'(Threads, Goal).

%! '$start_each'(-Threads, :Goal) is det.
'$start_each'([], _).
'$start_each'([Thread|Threads], Goal) :-
    '$thread_create'(run(system:Goal, []), '', false, Thread),
    '$start_each'(Threads, Goal).

%! '$stop_threads'(+Threads) is det.
'$stop_threads'(Threads) :-
    forall(( member(Thread, Threads), nonvar(Thread) ),
           catch('$thread_stop'(Thread), _, true)),
    forall(( member(Thread, Threads), nonvar(Thread) ),
           '$stop_thread'(Thread)).

%! '$stop_thread'(+Thread) is det.
%  An interrupt that comes before the thread has begun its goal is lost, so there are several.
'$stop_thread'(Thread) :-
    catch(( '$thread_join'(Thread, _, 0.02)
          ->  true
          ;   '$thread_stop'(Thread),
              '$stop_thread'(Thread)
          ), error(existence_error(_, _), _), true).

%! '$concurrent_jobs'(+Goals, +Module, +Work, +Done) is semidet.
'$concurrent_jobs'(Goals, Module, Work, Done) :-
    '$send_jobs'(Goals, Module, 0, Count, Work, Variables),
    Answers =.. [answers|Variables],
    '$take_answers'(Count, Done, Answers).

%! '$send_jobs'(+Goals, +Module, +Number, -Count, +Work, -Variables) is det.
'$send_jobs'([], _, Count, Count, _, []).
'$send_jobs'([Goal|Goals], Module, Number0, Count, Work, [Variables|Rest]) :-
    term_variables(Goal, Variables),
    Number is Number0 + 1,
    '$queue_send'(Work, job(Number, Module:Goal, Variables), -1),
    '$send_jobs'(Goals, Module, Number, Count, Work, Rest).

%! '$take_answers'(+Count, +Done, +Answers) is semidet.
'$take_answers'(0, _, _) :- !.
'$take_answers'(Count, Done, Answers) :-
    '$queue_get'(Done, Result, -1, true),
    '$take_result'(Result, Answers),
    Left is Count - 1,
    '$take_answers'(Left, Done, Answers).

%! '$take_result'(+Result, +Answers) is semidet.
'$take_result'(answer(Number, Values), Answers) :-
    arg(Number, Answers, Values).
'$take_result'(error(Ball), _) :-
    throw(Ball).

%! '$answer_jobs'(+Work, +Done) is det.
%  What a thread of concurrent/3 runs: it is stopped when it waits for a job that does not come.
'$answer_jobs'(Work, Done) :-
    repeat,
    '$queue_get'(Work, job(Number, Goal, Variables), -1, true),
    catch(( once(Goal)
          ->  Result = answer(Number, Variables)
          ;   Result = failed
          ), Ball, Result = error(Ball)),
    '$queue_send'(Done, Result, -1),
    fail.

%! concurrent_maplist(:Goal, ?Xs) is semidet.
%  Like maplist/2 as once/1, with the elements on as many threads as there are processors.
%  ?- concurrent_maplist(integer, [1,2]).
concurrent_maplist(Goal, Xs) :-
    '$concurrent_maplist'(Goal, [Xs]).

%! concurrent_maplist(:Goal, ?Xs, ?Ys) is semidet.
%  Like maplist/3 as once/1, with the elements on as many threads as there are processors.
%  ?- concurrent_maplist(succ, [1,2], L).   %=> L = [2,3].
concurrent_maplist(Goal, Xs, Ys) :-
    '$concurrent_maplist'(Goal, [Xs,Ys]).

%! concurrent_maplist(:Goal, ?Xs, ?Ys, ?Zs) is semidet.
%  Like maplist/4 as once/1, with the elements on as many threads as there are processors.
%  ?- concurrent_maplist(plus, [1,2], [3,4], L).   %=> L = [4,6].
concurrent_maplist(Goal, Xs, Ys, Zs) :-
    '$concurrent_maplist'(Goal, [Xs,Ys,Zs]).

%! '$concurrent_maplist'(:Goal, +Lists) is semidet.
'$concurrent_maplist'(Goal, Lists) :-
    Call =.. [maplist,Goal|Lists],
    (   '$may_have_threads',
        '$same_lengths'(Lists, Length),
        current_prolog_flag(cpu_count, Processors),
        Count is min(Processors, Length),
        Count > 1
    ->  Size is max(1, Length // (16 * Count)),
        '$columns'(Length, Lists, Size, Goal, Goals),
        '$concurrent'(Count, Goals, user)
    ;   once(Call)
    ).

%! '$same_lengths'(?Lists, -Length) is semidet.
'$same_lengths'(Lists, Length) :-
    member(List, Lists),
    is_list(List),
    !,
    length(List, Length),
    maplist('$has_length'(Length), Lists).

%! '$has_length'(+Length, ?List) is semidet.
'$has_length'(Length, List) :-
    length(List, Length).

%! '$columns'(+Count, +Lists, +Size, :Goal, -Goals) is det.
%  Goals call Goal for Size elements each, so that a job is worth its way.
'$columns'(0, _, _, _, []) :- !.
'$columns'(Count, Lists, Size0, Goal, [Call|Goals]) :-
    Size is min(Count, Size0),
    maplist('$divided'(Size), Lists, Fronts, Backs),
    Call =.. [maplist,'$call_once'(Goal)|Fronts],
    Left is Count - Size,
    '$columns'(Left, Backs, Size0, Goal, Goals).

%! '$divided'(+Size, +List, -Front, -Back) is det.
'$divided'(Size, List, Front, Back) :-
    length(Front, Size),
    append(Front, Back, List).

%! '$call_once'(:Goal, ?X) is semidet.
'$call_once'(Goal, X) :-
    once(call(Goal, X)).

%! '$call_once'(:Goal, ?X, ?Y) is semidet.
'$call_once'(Goal, X, Y) :-
    once(call(Goal, X, Y)).

%! '$call_once'(:Goal, ?X, ?Y, ?Z) is semidet.
'$call_once'(Goal, X, Y, Z) :-
    once(call(Goal, X, Y, Z)).

%! concurrent_forall(:Condition, :Action) is semidet.
%  Like forall/2, with Action on as many threads as there are processors.
%  ?- concurrent_forall(member(X, [1,2]), integer(X)).
concurrent_forall(Condition, Action) :-
    concurrent_forall(Condition, Action, []).

%! concurrent_forall(:Condition, :Action, +Options) is semidet.
%  Like forall/2, with Action on several threads; the option threads(Count) says on how many.
%  ?- concurrent_forall(member(X, [1,2]), X > 1, [threads(2)]).   %=> false.
concurrent_forall(Condition, Action, Options) :-
    '$wanted_threads'(Options, Count),
    (   Count > 1,
        '$may_have_threads'
    ->  '$with_threads'(Count, '$answer_jobs', '$forall_jobs'(Condition, Action))
    ;   forall(Condition, Action)
    ).

%! '$wanted_threads'(+Options, -Count) is det.
'$wanted_threads'(Options, Count) :-
    must_be(list, Options),
    (   memberchk(threads(Count0), Options)
    ->  must_be(positive_integer, Count0),
        Count = Count0
    ;   current_prolog_flag(cpu_count, Count)
    ->  true
    ;   Count = 1
    ).

%! '$forall_jobs'(:Condition, :Action, +Work, +Done) is semidet.
%  Jobs are sent as they are found, some ahead of the results.
'$forall_jobs'(Condition, Action, Work, Done) :-
    State = state(0),
    (   call(Condition),
        arg(1, State, Sent0),
        Sent is Sent0 + 1,
        nb_setarg(1, State, Sent),
        '$queue_send'(Work, job(1, Action, []), -1),
        Sent > 64,
        '$queue_get'(Done, Result, -1, true),
        nb_setarg(1, State, Sent0),
        \+ '$take_result'(Result, answers([]))
    ->  fail
    ;   arg(1, State, Left),
        '$take_answers'(Left, Done, answers([]))
    ).

%! concurrent_and(:A, :B) is nondet.
%  Like (A, B), with B on as many threads as there are processors: solutions come in any order.
%  ?- findall(Y, concurrent_and(member(X, [1,2]), Y is X + 1), L), msort(L, M).
concurrent_and(A, B) :-
    concurrent_and(A, B, []).

%! concurrent_and(:A, :B, +Options) is nondet.
%  Like (A, B), with B on several threads; the option threads(Count) says on how many. Solutions come in any order.
concurrent_and(A, B, Options) :-
    '$wanted_threads'(Options, Count),
    (   Count > 1,
        '$may_have_threads'
    ->  term_variables(A+B, Variables),
        Answer =.. [answer|Variables],
        '$with_threads'(Count, '$solve_jobs', '$and_jobs'(A, B, Answer, Count))
    ;   call(A),
        call(B)
    ).

%! '$and_jobs'(:A, :B, +Answer, +Count, +Work, +Done) is nondet.
'$and_jobs'(A, B, Answer, Count, Work, Done) :-
    copy_term(A+B+Answer, A1+B1+Answer1),
    setup_call_cleanup('$thread_create'(run(system:'$send_conditions'(A1, B1, Answer1, Count, Work, Done), []), '', false, Sender),
                       '$and_answers'(Count, Answer, Done),
                       '$stop_threads'([Sender])).

%! '$send_conditions'(:A, :B, +Answer, +Count, +Work, +Done) is det.
'$send_conditions'(A, B, Answer, Count, Work, Done) :-
    catch(forall(call(A), '$queue_send'(Work, job(B, Answer), -1)),
          Ball,
          '$queue_send'(Done, error(Ball), -1)),
    forall(between(1, Count, _), '$queue_send'(Work, end, -1)).

%! '$solve_jobs'(+Work, +Done) is det.
'$solve_jobs'(Work, Done) :-
    repeat,
    '$queue_get'(Work, Job, -1, true),
    (   Job = job(Goal, Answer)
    ->  catch(forall(call(Goal), '$queue_send'(Done, Answer, -1)),
              Ball,
              '$queue_send'(Done, error(Ball), -1)),
        fail
    ;   !,
        '$queue_send'(Done, end, -1)
    ).

%! '$and_answers'(+Count, -Answer, +Done) is nondet.
%  Answers until Count threads have ended.
'$and_answers'(Count, Answer, Done) :-
    '$queue_get'(Done, Result, -1, true),
    (   Result == end
    ->  Count > 1,
        Left is Count - 1,
        '$and_answers'(Left, Answer, Done)
    ;   functor(Result, error, 1)
    ->  arg(1, Result, Ball),
        throw(Ball)
    ;   Answer = Result
    ;   '$and_answers'(Count, Answer, Done)
    ).

%! first_solution(-X, :Goals, +Options) is semidet.
%  X is from the solution of one of Goals that is found first, each of which runs on a thread of its own. Options:
%  on_fail(Action) and on_error(Action) say what happens if one fails or raises an exception: stop (all of it; this is
%  what happens without the option) or continue. Without the right to threads the goals run in order.
%  ?- first_solution(X, [X = 2], []).   %=> X = 2.
%  ?- first_solution(X, [fail, X = 2], [on_fail(continue)]).   %=> X = 2.
first_solution(X, Qualified, Options) :-
    strip_module(Qualified, Module, Goals),
    must_be(list(callable), Goals),
    '$first_action'(on_fail, Options, OnFail),
    '$first_action'(on_error, Options, OnError),
    length(Goals, Count),
    (   Count > 1,
        '$may_have_threads'
    ->  '$with_threads'(Count, '$answer_jobs', '$first_jobs'(Goals, Module, X, OnFail, OnError))
    ;   '$first_in_order'(Goals, Module, OnFail, OnError)
    ).

%! '$first_action'(+Name, +Options, -Action) is det.
'$first_action'(Name, Options, Action) :-
    must_be(list, Options),
    Option =.. [Name,Wanted],
    (   memberchk(Option, Options)
    ->  must_be(oneof([stop,continue]), Wanted),
        Action = Wanted
    ;   Action = stop
    ).

%! '$first_in_order'(+Goals, +Module, +OnFail, +OnError) is semidet.
'$first_in_order'([Goal|Goals], Module, OnFail, OnError) :-
    catch(( once(Module:Goal) -> Result = answer ; Result = failed ), Ball, Result = error(Ball)),
    (   Result == answer
    ->  true
    ;   '$goes_on'(Result, OnFail, OnError),
        '$first_in_order'(Goals, Module, OnFail, OnError)
    ).

%! '$goes_on'(+Result, +OnFail, +OnError) is semidet.
'$goes_on'(failed, continue, _).
'$goes_on'(error(Ball), _, OnError) :-
    (   OnError == continue
    ->  true
    ;   throw(Ball)
    ).

%! '$first_jobs'(+Goals, +Module, -X, +OnFail, +OnError, +Work, +Done) is semidet.
'$first_jobs'(Goals, Module, X, OnFail, OnError, Work, Done) :-
    forall(member(Goal, Goals), '$queue_send'(Work, job(1, Module:Goal, X), -1)),
    length(Goals, Count),
    '$first_answer'(Count, X, OnFail, OnError, Done).

%! '$first_answer'(+Count, -X, +OnFail, +OnError, +Done) is semidet.
'$first_answer'(Count, X, OnFail, OnError, Done) :-
    Count > 0,
    '$queue_get'(Done, Result, -1, true),
    (   Result = answer(_, Value)
    ->  X = Value
    ;   '$goes_on'(Result, OnFail, OnError),
        Left is Count - 1,
        '$first_answer'(Left, X, OnFail, OnError, Done)
    ).

%! call_in_thread(+Thread, :Goal) is semidet.
%  Runs Goal as once/1 in Thread, which has to look at its signals, and waits for it; its bindings are copied back.
call_in_thread(Thread, Goal) :-
    must_be(callable, Goal),
    thread_self(Me),
    (   Thread == Me
    ->  once(Goal)
    ;   term_variables(Goal, Variables),
        gensym('$call_in_thread', Mark),
        thread_signal(Thread, '$answer_thread'(Me, Mark, Goal, Variables)),
        thread_get_message('$answered'(Mark, Result)),
        (   Result = true(Values)
        ->  Variables = Values
        ;   Result = exception(Ball)
        ->  throw(Ball)
        ;   fail
        )
    ).

%! '$answer_thread'(+Thread, +Mark, :Goal, +Variables) is det.
'$answer_thread'(Thread, Mark, Goal, Variables) :-
    (   catch(Goal, Ball, true)
    ->  (   var(Ball)
        ->  Result = true(Variables)
        ;   Result = exception(Ball)
        )
    ;   Result = false
    ),
    thread_send_message(Thread, '$answered'(Mark, Result)).
