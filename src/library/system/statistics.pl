% Resource usage of the system and of goals.

%! statistics is det.
%  Prints the resource usage of the engine.
statistics :-
    '$clocks'(Time, _),
    statistics(inferences, Inferences),
    statistics(globalused, Global),
    statistics(localused, Local),
    statistics(trailused, Trail),
    statistics(stack_limit, Limit),
    statistics(atoms, Atoms),
    statistics(clauses, Clauses),
    print_message(information, statistics(Time, Inferences, stacks(Global, Local, Trail, Limit), Atoms, Clauses)).

%! time(:Goal) is nondet.
%  Calls Goal and prints its number of inferences, CPU time and elapsed time.
time(Goal) :-
    '$clocks'(Cpu, Wall),
    statistics(inferences, Inferences),
    (   catch(Goal, Ball, true)
    *-> Result = yes
    ;   Result = no
    ),
    '$show_time'(Cpu, Inferences, Wall),
    (   nonvar(Ball)
    ->  throw(Ball)
    ;   Result == yes
    ).

%! '$show_time'(+Cpu, +Inferences, +Wall)
'$show_time'(Cpu0, Inferences0, Wall0) :-
    '$clocks'(Cpu1, Wall1),
    statistics(inferences, Inferences1),
    Cpu2 is Cpu1 - Cpu0,
    Wall is Wall1 - Wall0,
    % Less than the clock of the processor tells: the goal has taken the elapsed time at most.
    ( Cpu2 =:= 0 -> Cpu = Wall ; Cpu = Cpu2 ),
    Inferences is max(0, Inferences1 - Inferences0 - 5),
    (   Wall > 0
    ->  Percent is round(100 * Cpu / Wall)
    ;   Percent = 100
    ),
    (   Cpu > 0
    ->  Lips is truncate(Inferences / Cpu)
    ;   Lips = 'Infinite'
    ),
    print_message(information, time(Inferences, Cpu, Wall, Percent, Lips)).

%! trim_heap is det.
%  Accepted without effect: unused memory is returned anyway.
%  ?- trim_heap.
trim_heap.

%! set_prolog_stack(+Stack, +Property) is det.
%  Accepted without effect: the flag stack_limit limits all stacks together.
%  ?- set_prolog_stack(global, limit(100000000)).
set_prolog_stack(Stack, Property) :-
    must_be(oneof([local,global,trail,argument]), Stack),
    must_be(compound, Property).

%! statistics(-Values) is det.
%  Values is a dict of what statistics/2 tells.
%  ?- statistics(_D), is_dict(_D), get_dict(inferences, _D, _N), integer(_N).
statistics(Values) :-
    findall(Key-Value,
            ( member(Key, [process_cputime,cputime,inferences,stack,globalused,localused,trailused,atoms,functors,
                           predicates,modules,codes,threads]),
              catch(statistics(Key, Value), error(domain_error(_, _), _), fail) ),
            Pairs),
    dict_pairs(Values, statistics, Pairs).
