% Threads of which only so many run at a time, with the names of library(thread_pool).

%! thread_pool_create(+Pool, +Size, +Options) is det.
%  Makes a pool in which at most Size threads run at a time. Options are those of thread_create/3, for its threads, and
%  backlog(Count), the number of threads that may wait for their turn.
%  ?- thread_pool_create(workers, 2, []), thread_create_in_pool(workers, true, T, []), thread_join(T), thread_pool_destroy(workers).
%  ?- thread_pool_create(workers, 0, []).   %=> type_error(positive_integer, 0).
thread_pool_create(Pool, Size, Options) :-
    must_be(atom, Pool),
    must_be(positive_integer, Size),
    must_be(list, Options),
    '$pool_state',
    (   thread_pools:pool(Pool, _, _)
    ->  permission_error(create, thread_pool, Pool)
    ;   assertz(thread_pools:pool(Pool, Size, Options))
    ).

%! '$pool_state' is det.
'$pool_state' :-
    dynamic([thread_pools:pool/3,thread_pools:runs/2,thread_pools:waits/1]).

%! thread_pool_destroy(+Pool) is det.
%  Removes a pool; its threads go on.
thread_pool_destroy(Pool) :-
    '$pool_state',
    '$existing_pool'(Pool, _, _),
    retractall(thread_pools:pool(Pool, _, _)),
    retractall(thread_pools:runs(Pool, _)).

%! '$existing_pool'(+Pool, -Size, -Options) is det.
%  A pool that does not exist is made by the hook thread_pool:create_pool/1 of the program, if there is one.
'$existing_pool'(Pool, Size, Options) :-
    must_be(atom, Pool),
    (   thread_pools:pool(Pool, Size, Options)
    ->  true
    ;   '$defined_in_module'(thread_pool, create_pool, 1),
        call(thread_pool:create_pool(Pool)),
        thread_pools:pool(Pool, Size, Options)
    ->  true
    ;   existence_error(thread_pool, Pool)
    ).

%! current_thread_pool(?Pool) is nondet.
%  True if Pool is a pool.
%  ?- \+ current_thread_pool(nothing).
current_thread_pool(Pool) :-
    '$pool_state',
    thread_pools:pool(Pool, _, _).

%! thread_pool_property(?Pool, ?Property) is nondet.
%  Property is options(List), size(Size), free(Count), members(Threads), running(Count) or backlog(Count).
%  ?- thread_pool_create(tiny, 1, []), thread_pool_property(tiny, free(F)), thread_pool_destroy(tiny).   %=> F = 1.
thread_pool_property(Pool, Property) :-
    '$pool_state',
    thread_pools:pool(Pool, Size, Options),
    '$pool_members'(Pool, Members),
    length(Members, Running),
    Free is max(0, Size - Running),
    aggregate_all(count, thread_pools:waits(Pool), Waiting),
    member(Property, [options(Options),size(Size),free(Free),members(Members),running(Running),backlog(Waiting)]).

%! '$pool_members'(+Pool, -Threads) is det.
%  Threads are those of the pool that run; it forgets the others.
'$pool_members'(Pool, Threads) :-
    forall(
        ( thread_pools:runs(Pool, Thread), \+ '$pool_runs'(Thread) ),
        retractall(thread_pools:runs(Pool, Thread))
    ),
    findall(Thread, thread_pools:runs(Pool, Thread), Threads).

%! '$pool_runs'(+Thread) is semidet.
'$pool_runs'(Thread) :-
    catch(thread_property(Thread, status(running)), error(_, _), fail).

%! thread_create_in_pool(+Pool, :Goal, -Thread, +Options) is det.
%  Creates a thread in a pool. If all places are taken it waits for one, or raises a resource error: with the option
%  wait(false), or if more callers wait than the pool's backlog allows.
%  ?- thread_create_in_pool(nothing, true, _, []).   %=> existence_error(thread_pool, nothing).
thread_create_in_pool(Pool, Goal, Thread, Options) :-
    '$pool_state',
    must_be(list, Options),
    '$existing_pool'(Pool, Size, PoolOptions0),
    option(wait(Wait), Options, true),
    must_be(boolean, Wait),
    exclude('$pool_option', Options, ThreadOptions0),
    exclude('$pool_option', PoolOptions0, PoolOptions),
    merge_options(ThreadOptions0, PoolOptions, ThreadOptions),
    (   with_mutex('$thread_pool', '$pool_start'(Pool, Size, Goal, Thread, ThreadOptions))
    ->  true
    ;   ( Wait == false ; '$pool_is_full'(Pool, PoolOptions0) )
    ->  throw(error(resource_error(threads_in_pool(Pool)), _))
    ;   setup_call_cleanup(
            assertz(thread_pools:waits(Pool)),
            '$pool_wait'(Pool, Size, Goal, Thread, ThreadOptions),
            ignore(retract(thread_pools:waits(Pool)))
        )
    ).

%! '$pool_option'(+Option) is semidet.
'$pool_option'(wait(_)).
'$pool_option'(backlog(_)).

%! '$pool_is_full'(+Pool, +Options) is semidet.
'$pool_is_full'(Pool, Options) :-
    option(backlog(Most), Options),
    integer(Most),
    aggregate_all(count, thread_pools:waits(Pool), Waiting),
    Waiting >= Most.

%! '$pool_start'(+Pool, +Size, :Goal, -Thread, +Options) is semidet.
'$pool_start'(Pool, Size, Goal, Thread, Options) :-
    '$pool_members'(Pool, Members),
    length(Members, Running),
    Running < Size,
    thread_create(Goal, Thread, Options),
    assertz(thread_pools:runs(Pool, Thread)).

%! '$pool_wait'(+Pool, +Size, :Goal, -Thread, +Options) is det.
'$pool_wait'(Pool, Size, Goal, Thread, Options) :-
    (   with_mutex('$thread_pool', '$pool_start'(Pool, Size, Goal, Thread, Options))
    ->  true
    ;   sleep(0.002),
        '$pool_wait'(Pool, Size, Goal, Thread, Options)
    ).
