% Where an error was raised and in which chain of goals: lines of messages about an error whose frames are known. The
% machine makes the frames (machine/backtrace), innermost first: frame(Level, Where, Goal), where Where is
% foreign(Indicator) for the goal that raised the error, library(Indicator) for one around it, clause(Reference, N) for a clause that is at its Nth goal, or
% `...` for as many frames left out as Goal says.

%! '$traced_lines'(+Ball, +Frames, -Lines) is det.
%  Lines describe an exception that was raised in Frames.
'$traced_lines'(Ball, Frames, Lines) :-
    '$origin'(Frames, Origin),
    '$traced_text'(Ball, Origin, [First|Notes], Hints),
    '$origin_lines'(Ball, Origin, Place),
    '$chain_lines'(Frames, Origin, Chain),
    append([[First],Place,Chain,Notes,Hints], Lines).

%! '$traced_text'(@Ball, +Origin, -Lines, -Hints)
'$traced_text'(Ball, Origin, Lines, Hints) :-
    (   nonvar(Ball),
        Ball = error(Formal, Context)
    ->  (   Formal == instantiation_error,
            Origin = origin(Goal, [Name|Names], _)
        ->  '$no_value_text'([Name|Names], NoValue),
            '$text'("~w: ~w", [Goal,NoValue], First),
            '$counting_hints'(Goal, Name, Hints)
        ;   '$error_text'(Formal, Context, Text),
            (   Origin = origin(Goal, _, _),
                Goal \== "",
                \+ '$names_predicate'(Formal),
                \+ ( nonvar(Context), Context = stream(_, _, _, _) )
            ->  '$text'("~w: ", [Goal], Prefix)
            ;   '$context_prefix'(Context, Formal, Prefix)
            ),
            '$text'("~w~w", [Prefix,Text], First),
            (   Formal = existence_error(procedure, Name/0),
                '$means_to_leave'(Name),
                Origin = origin(_, _, place(_, _, _))
            ->  '$error_hints'(Formal, clause, Hints)
            ;   '$error_hints'(Formal, Context, Hints)
            )
        ),
        '$context_note'(Context, Notes),
        Lines = [First|Notes]
    ;   '$lines_of'(unhandled_exception(Ball), Lines),
        Hints = []
    ).

%! '$counting_hints'(+Goal, +Name, -Hints)
%  For a goal such as X is X+1, where Name is the name of X.
'$counting_hints'(Goal, Name, Hints) :-
    (   current_prolog_flag(hints, true),
        '$text'("~w is ", [Name], Start),
        string_concat(Start, _, Goal)
    ->  '$text'("  ~w cannot change its value: give the result a variable of its own, such as ~w1", [Name,Name], Hint),
        Hints = [Hint]
    ;   Hints = []
    ).

%! '$no_value_text'(+Names, -Text)
'$no_value_text'([Name], Text) :-
    !,
    '$text'("~w has no value", [Name], Text).
'$no_value_text'(Names, Text) :-
    append(Before, [Last], Names),
    !,
    '$joined'(Before, Joined),
    '$text'("~w and ~w have no value", [Joined,Last], Text).

%! '$origin'(+Frames, -Origin)
%  Origin is origin(Text, Unbound, Place): the text of the goal that raised the error as it is in the source, or "" if
%  that is not known or long, the names of its variables that had no value but need one, and the place of the goal,
%  place(Reference, N, Inner) for '$goal_place'/5, or none.
'$origin'(Frames0, Origin) :-
    '$called_goals'(Frames0, [First|Others], Frames),
    !,
    Goals = [First|Others],
    (   member(Goal, Goals),
        '$goal_site'(Frames, Goal, site(Reference, N, Inner))
    ->  '$clause_goal'(Reference, N, _, Whole, Names),
        '$inner_goal'(Inner, Goal, Whole, Pattern),
        '$named_goal'(Pattern, Names, Goal, Text, Unbound),
        Origin = origin(Text, Unbound, place(Reference, N, Inner))
    ;   \+ Frames = [frame(_, clause(_, _), _)|_],
        member(Goal, Goals),
        '$query_goal'(Frames, Goal, Pattern, Names)
    ->  '$named_goal'(Pattern, Names, Goal, Text, Unbound),
        Origin = origin(Text, Unbound, none)
    ;   First = throw(_),
        '$goal_site'(Frames, library, site(Reference, N, _))
    ->  '$clause_goal'(Reference, N, _, Whole, Names),
        '$named_goal'(Whole, Names, Whole, Text, _),
        Origin = origin(Text, [], place(Reference, N, []))
    ;   First = throw(_),
        '$outer_goal'(Frames, Query, Names),
        '$site_in'(Query, library, _)
    ->  '$named_goal'(Query, Names, Query, Text, _),
        Origin = origin(Text, [], none)
    ;   Frames0 = [frame(_, foreign(_), _)|_],
        First \= throw(_)
    ->  '$named_goal'(First, [], First, Text, _),
        Origin = origin(Text, [], none)
    ;   Origin = origin("", [], none)
    ).
'$origin'([frame(_, clause(Reference, N), _)|_], Origin) :-
    !,
    Origin = origin("", [], place(Reference, N, [])).
'$origin'(_, origin("", [], none)).

%! '$is_users'(+Goal) is semidet.
%  True if the program defines the predicate, or if nobody does.
'$is_users'(Goal) :-
    (   Goal = Module:Plain
    ->  atom(Module),
        callable(Plain)
    ;   Plain = Goal
    ),
    functor(Plain, Name, Arity),
    \+ ( atom(Name), sub_atom(Name, 0, _, _, '$') ),
    integer(Arity),
    (   predicate_property(system:Plain, defined)
    ->  predicate_property(user:Plain, defined),
        \+ predicate_property(user:Plain, imported_from(_)),
        \+ predicate_property(user:Plain, system)
    ;   true
    ).

%! '$goal_site'(+Frames, +Goal, -Site) is semidet.
%  Site is site(Reference, N, Inner): Goal was called by the Nth goal of the clause, or as a goal of the functor Inner
%  within it. If Goal is `library`, some goal of a library predicate is sought. If it was called from a clause that its last call has replaced, the site is known if only one is possible.
'$goal_site'([frame(_, clause(Reference, N), _)|_], Goal, Site) :-
    '$clause_goal'(Reference, N, _, Whole, _),
    (   '$site_in'(Whole, Goal, Inner)
    ->  Site = site(Reference, N, Inner)
    ;   '$only_site'([Whole], Goal, Site)
    ).
'$goal_site'(Frames, Goal, Site) :-
    '$outer_goal'(Frames, Query, _),
    \+ '$site_in'(Query, Goal, _),
    findall(Inner, ( sub_term(Inner, Query), callable(Inner), '$is_users'(Inner) ), Called),
    '$only_site'(Called, Goal, Site).

%! '$site_in'(+Whole, +Goal, -Inner) is semidet.
%  True if Goal is an instance of Whole, whose Inner is [], or of its only part with the functor Inner.
'$site_in'(Whole, Goal, Inner) :-
    nonvar(Whole),
    '$stripped'(Whole, Plain),
    Goal == library,
    !,
    callable(Plain),
    Inner = [],
    predicate_property(system:Plain, defined),
    \+ predicate_property(system:Plain, foreign),
    \+ memberchk(Plain, [(_,_), (_;_), (_->_), (_*->_), \+ _]).
'$site_in'(Whole, Goal, Inner) :-
    nonvar(Whole),
    '$stripped'(Whole, Plain),
    functor(Goal, Name, Arity),
    (   functor(Plain, Name, Arity)
    ->  \+ Plain \= Goal,
        Inner = []
    ;   compound(Plain),
        findall(x, '$part'(Plain, Goal), [_]),
        Inner = Name/Arity
    ).

%! '$part'(+Term, +Goal) is nondet.
'$part'(Term, Goal) :-
    functor(Goal, Name, Arity),
    sub_term(Part, Term),
    nonvar(Part),
    functor(Part, Name, Arity),
    \+ Part \= Goal.

%! '$inner_goal'(+Inner, +Goal, +Whole, -Pattern)
'$inner_goal'([], _, Whole, Pattern) :-
    !,
    '$stripped'(Whole, Pattern).
'$inner_goal'(Name/Arity, Goal, Whole, Pattern) :-
    sub_term(Pattern, Whole),
    nonvar(Pattern),
    functor(Pattern, Name, Arity),
    \+ Pattern \= Goal,
    !.

%! '$stripped'(+Goal, -Plain)
'$stripped'(Goal, Plain) :-
    (   nonvar(Goal),
        Goal = _:Inner,
        nonvar(Inner)
    ->  '$stripped'(Inner, Plain)
    ;   Plain = Goal
    ).

%! '$only_site'(+Called, +Goal, -Site) is semidet.
%  Site is the only place from which Goal can be called if the predicates of the goals Called make no calls but last
%  ones. The search is bounded.
'$only_site'(Called, Goal, Site) :-
    '$indicators'(Called, Waiting),
    '$last_sites'(Waiting, [], Goal, 50, [], Sites),
    sort(Sites, [Site]).

%! '$indicators'(+Goals, -Indicators)
'$indicators'([], []).
'$indicators'([Goal|Goals], Indicators) :-
    '$stripped'(Goal, Plain),
    (   callable(Plain),
        '$is_users'(Plain)
    ->  functor(Plain, Name, Arity),
        Indicators = [Name/Arity|More]
    ;   Indicators = More
    ),
    '$indicators'(Goals, More).

%! '$last_sites'(+Waiting, +Seen, +Goal, +Left, +Sites0, -Sites) is semidet.
'$last_sites'([], _, _, _, Sites, Sites).
'$last_sites'([Indicator|Waiting], Seen, Goal, Left, Sites0, Sites) :-
    (   memberchk(Indicator, Seen)
    ->  '$last_sites'(Waiting, Seen, Goal, Left, Sites0, Sites)
    ;   Left > 0,
        Indicator = Name/Arity,
        functor(Head, Name, Arity),
        findall(Reference, '$few_clauses'(Head, Reference), References),
        length(References, Count),
        Count < 200,
        findall(Reference-Goals, ( member(Reference, References), '$last_goals'(Reference, Goals) ), Ends),
        findall(site(Reference, N, Inner),
                ( member(Reference-Goals, Ends), member(N-Last, Goals), '$site_in'(Last, Goal, Inner) ),
                Found),
        append(Found, Sites0, Sites1),
        findall(Last, ( member(_-Goals, Ends), member(_-Last, Goals) ), Lasts),
        '$indicators'(Lasts, More),
        append(More, Waiting, Waiting1),
        Left1 is Left - 1,
        '$last_sites'(Waiting1, [Indicator|Seen], Goal, Left1, Sites1, Sites)
    ).

%! '$few_clauses'(+Head, -Reference) is nondet.
%  At most 200 of the clauses.
'$few_clauses'(Head, Reference) :-
    limit(200, catch(clause(Head, _, Reference), error(_, _), fail)).

%! '$outer_goal'(+Frames, -Goal, -Names) is semidet.
%  Frames has no clauses; Goal is the directive or the query in which the error was raised, with the names of its
%  variables.
'$outer_goal'([], Goal, Names) :-
    '$query_term'(Goal, Names).
'$outer_goal'([frame(_, goal, Called)], Goal, Names) :-
    (   catch('$load_variables'(Directive, Names), error(_, _), fail),
        nonvar(Directive),
        ( Directive = (:- Goal) ; Directive = (?- Goal) ),
        \+ Goal \= Called
    ->  true
    ;   Goal = Called,
        Names = []
    ).

%! '$query_term'(-Query, -Names) is semidet.
%  Query is the query that ran last, with the names of its variables.
'$query_term'(Query, Names) :-
    '$query_text'(Text),
    Text \== "",
    catch(term_string(Query, Text, [variable_names(Names)]), error(_, _), fail).

%! '$query_goal'(+Frames, +Goal, -Pattern, -Names) is semidet.
%  Pattern is the only part of the outermost goal that Goal is an instance of.
'$query_goal'(Frames, Goal, Pattern, Names) :-
    '$outer_goal'(Frames, Query, Names),
    '$site_in'(Query, Goal, Inner),
    '$inner_goal'(Inner, Goal, Query, Pattern).

%! '$named_goal'(+Pattern, +Names, +Goal, -Text, -Unbound)
%  Text is the text of Pattern with its variables as in Names, or "" if that is long. Unbound are the names of those
%  that are variables in the instance Goal, at places where the predicate needs values.
'$named_goal'(Pattern, Names, Goal, Text, Unbound) :-
    (   '$source_text'(Pattern, Names, 6, Text0),
        string_length(Text0, Length),
        Length =< 70
    ->  Text = Text0
    ;   Text = ""
    ),
    findall(Name, '$unbound_name'(Pattern, Names, Goal, Name), Unbound0),
    (   Text == ""
    ->  Unbound = []
    ;   Unbound = Unbound0
    ).

%! '$source_text'(+Goal, +Names, +Depth, -Text)
%  Text is the text of Goal to a depth, with the names of its variables; others are `_`. What stands behind a tabled or
%  wrapped predicate has its name.
'$source_text'(Goal, Names, Depth, Text) :-
    '$shown_goal'(Goal, Shown),
    '$clip'(Shown, Depth, Short),
    term_variables(Short, Variables),
    '$all_named'(Variables, Names, AllNames),
    format(string(Text), "~W", [Short, [quoted(true),numbervars(true),portray(true),variable_names(AllNames)]]).

%! '$all_named'(+Variables, +Names, -AllNames)
'$all_named'([], _, []).
'$all_named'([Variable|Variables], Names, [Name=Variable|AllNames]) :-
    (   '$name_of'(Names, Variable, Name0)
    ->  Name = Name0
    ;   Name = '_'
    ),
    '$all_named'(Variables, Names, AllNames).

%! '$unbound_name'(+Pattern, +Names, +Goal, -Name) is nondet.
'$unbound_name'(Pattern, Names, Goal, Name) :-
    '$needed_part'(Pattern, Needed),
    term_variables(Needed, Variables),
    Pattern = Goal,
    member(Variable, Variables),
    var(Variable),
    '$name_of'(Names, Variable, Name).

%! '$name_of'(+Names, +Variable, -Name) is semidet.
'$name_of'([Name0=Value|Names], Variable, Name) :-
    (   Value == Variable
    ->  Name = Name0
    ;   '$name_of'(Names, Variable, Name)
    ).

%! '$needed_part'(+Goal, -Part)
%  Part holds the arguments that Goal needs values for.
'$needed_part'(Goal, Part) :-
    functor(Goal, Name, Arity),
    (   Goal = (_ is Expression)
    ->  Part = Expression
    ;   '$is_arithmetic'(Name/Arity)
    ->  Part = Goal
    ;   '$modes'(Name, Arity, Modes)
    ->  Goal =.. [_|Arguments],
        '$needed_arguments'(Modes, Arguments, Part)
    ;   Part = Goal
    ).

%! '$needed_arguments'(+Modes, +Arguments, -Needed)
'$needed_arguments'([], _, []).
'$needed_arguments'([Mode|Modes], [Argument|Arguments], Needed) :-
    (   memberchk(Mode, [+,:])
    ->  Needed = [Argument|More]
    ;   Needed = More
    ),
    '$needed_arguments'(Modes, Arguments, More).

%! '$origin_lines'(@Ball, +Origin, -Lines)
%  Lines are the place of the goal, the source line, and a caret under the goal, or under the part of it that is wrong:
%  the only variable without the value that it needs, or what is no function.
'$origin_lines'(Ball, origin(_, Unbound, place(Reference, N, Inner0)), Lines) :-
    '$clause_line'(Reference, File, Line0),
    !,
    (   Unbound = [Name],
        subsumes_term(error(instantiation_error, _), Ball)
    ->  Inner = Inner0
    ;   Name = [],
        (   Inner0 == [],
            subsumes_term(error(type_error(evaluable, _/_), _), Ball)
        ->  Ball = error(type_error(_, Inner), _)
        ;   Inner = Inner0
        )
    ),
    (   '$goal_place'(Reference, N, Inner, Name, at(Line, Column, Source))
    ->  '$text'("  --> ~w:~d:~d", [File,Line,Column], First),
        '$source_lines'(Source, Column, Shown),
        Lines = [First|Shown]
    ;   '$text'("  --> ~w:~d", [File,Line0], First),
        Lines = [First]
    ).
'$origin_lines'(_, _, []).

%! '$chain_lines'(+Frames, +Origin, -Lines)
%  Lines name the clauses that the error was raised in, the innermost first.
'$chain_lines'(Frames, Origin, Lines) :-
    '$clauses_of'(Frames, Chain),
    '$dropped_links'(Chain, Origin, Links),
    '$short_links'(Links, Short),
    (   Short == []
    ->  Lines = []
    ;   atomic_list_concat(Short, ' < ', Text),
        '$text'("  in ~w", [Text], Line),
        Lines = [Line]
    ).

%! '$clauses_of'(+Frames, -Chain)
%  Chain are Frames without goals of built-in and library predicates at the beginning.
'$clauses_of'(Frames, Chain) :-
    '$called_goals'(Frames, _, Chain).

%! '$called_goals'(+Frames, -Goals, -Chain)
%  Goals are the goals of built-in and library predicates at the beginning of Frames, Chain the others.
'$called_goals'(Frames, Goals, Chain) :-
    (   Frames = [frame(_, Where, Goal)|Rest],
        compound(Where),
        ( Where = foreign(_) ; Where = library(_) )
    ->  Goals = [Goal|More],
        '$called_goals'(Rest, More, Chain)
    ;   Goals = [],
        Chain = Frames
    ).

%! '$under_goal'(+Error, :Goal, -Shown)
%  Shown is the message for an exception that '$recover_beside'/1 has stopped: its frames end in one for Goal, which the
%  loader has called.
'$under_goal'(Error, Goal, Shown) :-
    (   Error \== '$aborted',
        '$caught_stack'(Frames)
    ->  append(Frames, [frame(0, goal, Goal)], More),
        Shown = traced(Error, More)
    ;   Shown = Error
    ).

%! '$dropped_links'(+Frames, +Origin, -Links)
%  Links are the texts of the frames; `...` stands for clauses that their last calls have replaced.
'$dropped_links'(Frames, origin(_, _, Place), Links) :-
    (   Place = place(Reference, N, _),
        \+ ( Frames = [frame(_, clause(Reference, N), _)|_] ),
        '$clause_goal'(Reference, N, Head, _, _)
    ->  '$link_text'(Head, Reference, N, none, Text, Line),
        '$links'(Frames, Head, Line, More),
        Links = [Text|More]
    ;   '$links'(Frames, none, none, Links)
    ).

%! '$links'(+Frames, +Callee, +Line, -Links)
%  Callee is the head of the clause before, or none; Line is where that stands.
'$links'(Frames, Callee, _, Links) :-
    '$outer_goal'(Frames, Goal, _),
    !,
    (   Callee \== none,
        functor(Callee, Name, _),
        \+ ( sub_term(Part, Goal), callable(Part), functor(Part, Name, _) )
    ->  Links = ['...']
    ;   Links = []
    ).
'$links'([], _, _, []).
'$links'([frame(_, Where, Goal)|Frames], Callee, Line0, Links) :-
    (   Where = clause(Reference, N),
        '$clause_goal'(Reference, N, _, Called, _)
    ->  '$link_text'(Goal, Reference, N, Line0, Text, Line),
        (   Callee \== none,
            '$is_dropped'(Callee, Called)
        ->  Links = ['...',Text|More]
        ;   Links = [Text|More]
        ),
        '$links'(Frames, Goal, Line, More)
    ;   Where == '...'
    ->  '$text'("... ~D more ...", [Goal], Text),
        Links = [Text|More],
        '$links'(Frames, none, none, More)
    ;   '$links'(Frames, Callee, Line0, Links)
    ).

%! '$is_dropped'(+Callee, +Called)
%  True if a clause of Callee cannot have been called by the goal Called itself.
'$is_dropped'(Callee, Called) :-
    nonvar(Called),
    '$stripped'(Called, Plain),
    functor(Callee, Name, Arity),
    \+ functor(Plain, Name, Arity),
    '$is_users'(Plain).

%! '$link_text'(+Goal, +Reference, +N, +Line0, -Text, -Line)
'$link_text'(Goal, Reference, N, Line0, Text, File:Line) :-
    '$frame_goal_text'(Goal, GoalText),
    (   '$clause_line'(Reference, File, Start)
    ->  (   '$goal_place'(Reference, N, [], [], at(Line1, _, _))
        ->  Line = Line1
        ;   Line = Start
        ),
        (   Line0 == File:Line
        ->  Text = GoalText
        ;   '$text'("~w ~w:~d", [GoalText,File,Line], Text)
        )
    ;   File = none,
        Line = none,
        Text = GoalText
    ).

%! '$frame_goal_text'(+Goal, -Text)
%  Text is the text of Goal, or of its indicator if that is long.
'$frame_goal_text'(Goal, Text) :-
    '$source_text'(Goal, [], 3, Text0),
    string_length(Text0, Length),
    (   Length =< 50
    ->  Text = Text0
    ;   functor(Goal, Name, Arity),
        '$text'("~q", [Name/Arity], Text)
    ).

%! '$short_links'(+Links, -Short)
'$short_links'(Links, Short) :-
    length(Links, Length),
    (   Length =< 7
    ->  Short = Links
    ;   length(First, 4),
        append(First, Rest, Links),
        append(_, [A,B], Rest),
        !,
        append(First, ['...',A,B], Short)
    ).

%! '$frame_places'(+Frames, -Places) is det.
%  Places are frame(Indicator, Goal, File, Line, Column) for the clauses in Frames; '' and 0 mean that it is not known.
'$frame_places'([], []).
'$frame_places'([frame(_, Where, Goal)|Frames], Places) :-
    (   Where = clause(Reference, N)
    ->  '$shown_goal'(Goal, Shown),
        functor(Shown, Name, Arity),
        '$text'("~q", [Name/Arity], Indicator),
        '$frame_goal_text'(Goal, Text),
        (   '$clause_line'(Reference, File, Start)
        ->  (   '$goal_place'(Reference, N, [], [], at(Line, Column, _))
            ->  true
            ;   Line = Start,
                Column = 0
            )
        ;   File = '',
            Line = 0,
            Column = 0
        ),
        Places = [frame(Indicator, Text, File, Line, Column)|More]
    ;   Places = More
    ),
    '$frame_places'(Frames, More).
