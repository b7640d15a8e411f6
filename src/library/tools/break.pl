% break/0: a prompt within a running goal. The host reads the queries and shows the answers.

%! break is det.
%  Opens a prompt within the running goal; the end of its input goes on with the goal. Without a terminal or another input
%  for queries it succeeds at once.
%  ?- break.
break :-
    (   nb_current('$break_level', Outer)
    ->  true
    ;   Outer = 0
    ),
    Level is Outer + 1,
    print_message(informational, break(begin, Level)),
    setup_call_cleanup(nb_setval('$break_level', Level),
                       '$break_loop'(Level),
                       nb_setval('$break_level', Outer)),
    print_message(informational, break(end, Level)).

%! '$break_loop'(+Level)
'$break_loop'(Level) :-
    repeat,
    '$nested_query'(Level, Text),
    '$break_ends'(Text),
    !.

%! '$break_ends'(+Text) is semidet.
%  Answers a query; true at the end of the input.
'$break_ends'(Text) :-
    Text == end_of_file,
    !.
'$break_ends'(Text) :-
    catch('$break_query'(Text, Ends), Error, true),
    (   nonvar(Error)
    ->  (   Error == '$aborted'
        ->  throw(Error)
        ;   print_message(error, unhandled_exception(Error)),
            fail
        )
    ;   Ends == true
    ).

%! '$break_query'(+Text, -Ends)
'$break_query'(Text, Ends) :-
    term_string(Query, Text, [variable_names(Bindings)]),
    (   Query = (?- Goal)
    ->  true
    ;   Goal = Query
    ),
    (   Goal == end_of_file
    ->  Ends = true
    ;   '$break_solve'(Goal, Bindings)
    ->  Ends = false
    ;   format(user_output, "false.~n~n", []),
        Ends = false
    ).

%! '$break_solve'(:Goal, +Bindings) is semidet.
%  True if the user has got the answers that were wanted.
'$break_solve'(Goal, Bindings) :-
    '$choices'(Before),
    '$break_call'(Goal),
    '$choices'(After),
    (   After =:= Before
    ->  Last = true
    ;   Last = false
    ),
    (   term_attvars(Bindings, [])
    ->  Shown = Bindings,
        Residual = []
    ;   copy_term(Bindings, Shown, Residual)
    ),
    '$nested_answer'(Shown, Residual, Last),
    !.

%! '$break_call'(:Goal) is nondet.
'$break_call'(Goal) :-
    call(user:Goal).
