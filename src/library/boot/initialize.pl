% Goals that a text runs: directives immediately, initialization goals after loading or at program start.

%! '$directive'(:Goal)
'$directive'(Goal) :-
    (   '$is_checking'
    ->  '$check_directive'(Goal)
    ;   '$run_directive'(Goal)
    ).

%! '$run_directive'(:Goal)
'$run_directive'(Goal) :-
    (   nonvar(Goal),
        Goal = initialization(Later)
    ->  '$initialization'(Later)
    ;   nonvar(Goal),
        Goal = initialization(Later, When)
    ->  '$initialization'(Later, When)
    ;   '$late_declarations'(Goal, Late),
        catch(Goal, Error, '$recover_beside'(true))
    ->  (   nonvar(Error)
        ->  '$under_goal'(Error, Goal, Shown),
            '$load_exception'(Shown)
        ;   '$tell_late'(Late)
        )
    ;   '$in_module'(Goal, Qualified),
        '$load_place'(message(_, File, Line, Column, _, _)),
        '$goal_has_failed'(goal_failed(directive, Qualified), Goal, place(File, Line, Column, none))
    ).

%! '$in_module'(:Goal, -Qualified)
'$in_module'(Goal, Qualified) :-
    (   nonvar(Goal),
        Goal = _:_
    ->  Qualified = Goal
    ;   Qualified = user:Goal
    ).

%! '$initialization'(:Goal)
%  Keeps Goal with the position of the directive until the text has been loaded; runs it now if no text is being loaded.
'$initialization'(Goal) :-
    '$initialization_later'(waiting, Goal).

%! '$initialization_later'(+When, :Goal)
'$initialization_later'(When, Goal) :-
    (   '$is_checking'
    ->  true
    ;   '$load_place'(message(_, File, Line, Column, _, _)),
        Place = place(File, Line, Column, none),
        (   When == program,
            '$keep_at_start'(later(program, Place, Goal))
        ->  true
        ;   '$load_later'(later(When, Place, Goal))
        )
    ->  true
    ;   call(Goal)
    ->  true
    ).

%! initialization(:Goal, +When) is det.
%  Calls Goal at a time: `now`; `after_load`, when the text has been loaded; `program`, after all of these, and after the
%  goals of the option -g while the program starts; or `main`, when the program is started as a script. Goals for
%  `restore` never run, since saved states are not supported.
initialization(Goal, When) :-
    '$initialization'(Goal, When).

%! '$initialization'(:Goal, +When)
'$initialization'(Goal, When) :-
    (   var(When)
    ->  instantiation_error(When)
    ;   When == main
    ->  '$set_main'(Goal)
    ;   When == now
    ->  '$directive'(Goal)
    ;   When == after_load
    ->  '$initialization'(Goal)
    ;   When == program
    ->  '$initialization_later'(program, Goal)
    ;   memberchk(When, [restore,restore_state])
    ->  true
    ;   domain_error(initialization_type, When)
    ).

%! '$run_waiting'(+Goals, +When)
%  Runs those of Goals that are for When.
'$run_waiting'([], _).
'$run_waiting'([later(Time, Place, Goal)|Goals], When) :-
    (   Time == When
    ->  '$run_initialization'(Goal, Place)
    ;   true
    ),
    '$run_waiting'(Goals, When).

%! '$run_program' is det.
%  Runs the goals that wait for the start of the program. One that fails ends it, with the status of what has gone wrong.
'$run_program' :-
    '$take_at_start'(Goals),
    forall(member(later(_, Place, Goal), Goals),
           (   '$run_initialization'(Goal, Place, Works),
               ( Works == true -> true ; halt )
           )).

%! '$run_initialization'(:Goal, +Place)
'$run_initialization'(Goal, Place) :-
    '$run_initialization'(Goal, Place, _).

%! '$run_initialization'(:Goal, +Place, -Works)
'$run_initialization'(Goal, Place, Works) :-
    (   catch(Goal, Error, '$recover_beside'(true))
    ->  (   Error == '$aborted'
        ->  throw(Error)
        ;   nonvar(Error)
        ->  '$under_goal'(Error, Goal, Shown),
            '$initialization_message'(error, initialization_error(Qualified, Shown, At), Goal, Qualified, Place, At),
            Works = false,
            '$note_main'(Goal, halt(2))
        ;   Works = true,
            '$note_main'(Goal, true)
        )
    ;   '$initialization_message'(warning, initialization_failure(Qualified, At), Goal, Qualified, Place, At),
        Works = false,
        '$note_main'(Goal, halt(1))
    ).

%! '$initialization_message'(+Kind, +Term, :Goal, ?Qualified, +Place, ?At)
'$initialization_message'(Kind, Term, Goal, Qualified, Place, At) :-
    '$in_module'(Goal, Qualified),
    Place = place(File, Line, _, _),
    '$shown_file'(File, Name),
    At = Name:Line,
    (   Kind == warning
    ->  '$goal_has_failed'(Term, Goal, Place)
    ;   '$count_problem'(Kind, Term),
        '$load_tell'(Kind, Term, Place)
    ).

%! '$note_main'(:Goal, +Instead)
%  A script whose initialization goal has called main/0 must not call it again: Instead, which reports the outcome,
%  becomes the main goal.
'$note_main'(Goal, Instead) :-
    (   ( Goal == main ; Goal == user:main )
    ->  '$set_main'(Instead)
    ;   true
    ).
