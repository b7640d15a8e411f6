% Spy points, trace points, leashed and visible ports, and frames of traced goals.

%! spy(:Predicate) is det.
%  Sets a spy point on a predicate Name/Arity, Name//Arity, or all predicates Name, and starts debug mode: the program
%  stops when it is called.
%  ?- assertz(p(1)), spy(p/1), nospy(p/1), nodebug.
spy(Spec) :-
    '$untraced'('$spied'(Spec, on, 'Spy point on ~q')),
    debug.

%! nospy(:Predicate) is det.
%  Removes the spy points on a predicate, given as for spy/1.
%  ?- assertz(p(1)), spy(p/1), nospy(p/1), nodebug.
nospy(Spec) :-
    '$untraced'('$spied'(Spec, off, 'Spy point removed from ~q')).

%! '$spied'(:Spec, +What, +Format)
'$spied'(Spec, What, Format) :-
    '$spy_predicates'(Spec, Indicators),
    forall(member(Indicator, Indicators),
           ( '$watch'(Indicator, What, []),
             '$spied_name'(Indicator, Plain),
             print_message(informational, format(Format, [Plain])) )).

%! '$spy_predicates'(:Spec, -Indicators)
'$spy_predicates'(Spec, Indicators) :-
    strip_module(Spec, Module, Plain),
    (   var(Plain)
    ->  instantiation_error(Plain)
    ;   Plain = [_|_]
    ->  findall(One, ( member(Each, Plain), '$spy_predicates'(Module:Each, Some), member(One, Some) ), Indicators)
    ;   '$spy_arities'(Plain, Module, Name, Arities)
    ->  findall(Module:Name/Arity, member(Arity, Arities), Indicators)
    ;   type_error(predicate_indicator, Plain)
    ),
    (   Indicators == []
    ->  existence_error(procedure, Plain)
    ;   true
    ).

%! '$spy_arities'(+Spec, +Module, -Name, -Arities)
'$spy_arities'(Name/Arity, Module, Name, Arities) :-
    !,
    '$spy_name'(Name),
    findall(Arity, '$spy_arity'(Module, Name, Arity), Arities).
'$spy_arities'(Name//Arity, Module, Name, [Full]) :-
    !,
    '$spy_name'(Name),
    must_be(nonneg, Arity),
    Full is Arity + 2,
    '$spy_arity'(Module, Name, Full),
    !.
'$spy_arities'(Name, Module, Name, Arities) :-
    atom(Name),
    findall(Arity, '$spy_arity'(Module, Name, Arity), Arities).

%! '$spy_name'(+Name)
'$spy_name'(Name) :-
    must_be(atom, Name).

%! '$spy_arity'(+Module, +Name, ?Arity)
'$spy_arity'(Module, Name, Arity) :-
    (   integer(Arity)
    ->  functor(Head, Name, Arity),
        '$predicate_properties'(Module:Head, _)
    ;   current_predicate(Module:Name/Arity)
    ).

%! '$spied_name'(+Indicator, -Shown)
'$spied_name'(Module:Indicator, Shown) :-
    (   memberchk(Module, [user, system])
    ->  Shown = Indicator
    ;   Shown = Module:Indicator
    ).

%! nospyall is det.
%  Removes all spy points.
%  ?- nospyall.
nospyall :-
    '$untraced'('$nospyall').

%! '$nospyall'
'$nospyall' :-
    '$watched'(Watched),
    forall(member(watched(Indicator, true, _), Watched), '$watch'(Indicator, off, [])).

%! trace(:Predicate) is det.
%  Sets a trace point on all ports of the predicate: they are shown when the program gets there, without stopping.
%  ?- assertz(p(1)), trace(p/1), trace(p/1, -all).
trace(Spec) :-
    trace(Spec, all).

%! trace(:Predicate, +Ports) is det.
%  Sets the ports at which the predicate is shown without stopping: call, exit, redo, fail, unify, exception, all, a list
%  of them, +Port to add some, -Port to remove some.
%  ?- assertz(p(1)), trace(p/1, [call,exit]), trace(p/1, -all).
trace(Spec, Ports) :-
    '$untraced'('$set_trace_points'(Spec, Ports)).

%! '$set_trace_points'(:Predicate, +Ports)
'$set_trace_points'(Spec, Ports) :-
    '$spy_predicates'(Spec, Indicators),
    forall(member(Indicator, Indicators),
           ( '$trace_points'(Indicator, Before),
             '$changed_ports'(Ports, Before, After),
             '$watch'(Indicator, ports, After),
             '$spied_name'(Indicator, Plain),
             print_message(informational, format('~q: ~w', [Plain,After])) )).

%! '$trace_points'(+Indicator, -Ports)
'$trace_points'(Indicator, Ports) :-
    '$watched'(Watched),
    (   memberchk(watched(Indicator, _, Ports), Watched)
    ->  true
    ;   Ports = []
    ).

%! '$changed_ports'(+Specification, +Before, -After)
%  Both are sets of ports.
'$changed_ports'(Spec, _, _) :-
    var(Spec),
    !,
    instantiation_error(Spec).
'$changed_ports'([], Ports, Ports) :-
    !.
'$changed_ports'([Spec|Specs], Before, After) :-
    !,
    '$changed_ports'(Spec, Before, Between),
    '$changed_ports'(Specs, Between, After).
'$changed_ports'(-Spec, Before, After) :-
    !,
    '$port_names'(Spec, Names),
    subtract(Before, Names, After).
'$changed_ports'(+Spec, Before, After) :-
    !,
    '$port_names'(Spec, Names),
    union(Before, Names, After).
'$changed_ports'(Spec, Before, After) :-
    '$changed_ports'(+Spec, Before, After).

%! '$port_names'(+Specification, -Ports)
'$port_names'(Spec, Names) :-
    (   '$port_set'(Spec, Names)
    ->  true
    ;   memberchk(Spec, [call,exit,redo,fail,unify,exception,cut])
    ->  Names = [Spec]
    ;   must_be(atom, Spec),
        domain_error(port, Spec)
    ).

%! '$port_set'(?Name, ?Ports)
'$port_set'(all, [call,exit,redo,fail,unify,exception,cut]).
'$port_set'(full, [call,exit,redo,fail,exception]).
'$port_set'(half, [call,redo,fail]).
'$port_set'(loose, [call]).
'$port_set'(tight, [call,redo,fail,exception]).
'$port_set'(none, []).

%! leash(+Ports) is det.
%  Sets the ports at which the tracer asks what to do: a name sets exactly these, +Port adds, -Port removes some. Names are
%  call, exit, redo, fail, unify, exception, cut, and the sets all, full, half, loose, tight, none.
%  ?- leash(-exit), leash(+exit).
leash(Ports) :-
    '$untraced'('$set_ports'(leashed, Ports)).

%! visible(+Ports) is det.
%  Sets the ports that the tracer shows, given as for leash/1.
%  ?- visible(+unify), visible(+cut), visible([-unify,-cut]).
visible(Ports) :-
    '$untraced'('$set_ports'(visible, Ports)).

%! '$set_ports'(+Which, ?Ports)
'$set_ports'(Which, Ports) :-
    '$debugger_ports'(Which, Before, _),
    (   var(Ports)
    ->  Ports = Before
    ;   atom(Ports),
        Ports \== []
    ->  '$port_names'(Ports, After),
        '$debugger_ports'(Which, _, After)
    ;   '$changed_ports'(Ports, Before, After),
        '$debugger_ports'(Which, _, After)
    ).

%! debugging is det.
%  Shows the state of the debugger: its mode, the spy points, and the trace points.
debugging :-
    '$untraced'('$show_debugging').

%! '$show_debugging'
'$show_debugging' :-
    '$debug_mode'(Mode),
    '$debug_mode_text'(Mode, Text),
    print_message(information, format('~w', [Text])),
    '$watched'(Watched),
    findall(Spied, ( member(watched(One, true, _), Watched), '$spied_name'(One, Spied) ), Points),
    (   Points == []
    ->  print_message(information, format('No spy points', []))
    ;   print_message(information, format('Spy points (see spy/1) on:', [])),
        forall(member(Point, Points), print_message(information, format('  ~q', [Point])))
    ),
    forall(( member(watched(Traced, _, Ports), Watched), Ports = [_|_] ),
           ( '$spied_name'(Traced, Name),
             print_message(information, format('Trace point on ~q: ~w', [Name,Ports])) )).

%! '$debug_mode_text'(+Mode, -Text)
'$debug_mode_text'(off, 'Debug mode is off').
'$debug_mode_text'(debug, 'Debug mode is on').
'$debug_mode_text'(trace, 'Debug mode is on, tracing').

%! prolog_current_frame(-Frame) is semidet.
%  Frame denotes the innermost traced goal that is running; fails if no goal is traced.
%  ?- prolog_current_frame(F).   %=> false.
prolog_current_frame(Number) :-
    '$trace_parent'(Frame),
    Frame = '$frame'(Number, _, _, _, _, _, _, _).

%! prolog_frame_attribute(+Frame, +Key, -Value) is semidet.
%  Value is an attribute of a traced goal that is running, by the number that prolog_current_frame/1 tells: goal, level,
%  parent, parent_goal, predicate_indicator, context_module, clause, argument(N), hidden, top. It fails if the goal has no
%  such attribute.
%  ?- catch(prolog_frame_attribute(f, goal, _), error(E, _), true).   %=> E = type_error(integer, f).
prolog_frame_attribute(Number, Key, Value) :-
    must_be(integer, Number),
    must_be(callable, Key),
    '$trace_parent'(Innermost),
    (   '$numbered_frame'(Innermost, Number, Frame)
    ->  '$frame_attribute'(Key, Frame, Found),
        Value = Found
    ;   existence_error(frame, Number)
    ).

%! '$numbered_frame'(+Innermost, +Number, -Frame)
'$numbered_frame'(Frame, Number, Found) :-
    Frame = '$frame'(Own, _, _, _, Parent, _, _, _),
    (   Own == Number
    ->  Found = Frame
    ;   '$numbered_frame'(Parent, Number, Found)
    ).

%! '$frame_attribute'(+Key, +Frame, -Value)
'$frame_attribute'(goal, '$frame'(_, _, Module, Goal, _, _, _, _), Value) :-
    (   memberchk(Module, [user, system])
    ->  Value = Goal
    ;   Value = Module:Goal
    ).
'$frame_attribute'(level, '$frame'(_, Depth, _, _, _, _, _, _), Depth).
'$frame_attribute'(parent, '$frame'(_, _, _, _, Parent, _, _, _), Number) :-
    Parent = '$frame'(Number, _, _, _, _, _, _, _).
'$frame_attribute'(parent_goal, '$frame'(_, _, _, _, Parent, _, _, _), Goal) :-
    '$parent_goal'(Parent, Goal).
'$frame_attribute'(predicate_indicator, '$frame'(_, _, Module, Goal, _, _, _, _), Indicator) :-
    functor(Goal, Name, Arity),
    '$spied_name'(Module:Name/Arity, Indicator).
'$frame_attribute'(context_module, '$frame'(_, _, Module, _, _, _, _, _), Module).
'$frame_attribute'(clause, '$frame'(_, _, _, _, _, Site, _, _), Reference) :-
    Site = site(Reference, _, _).
'$frame_attribute'(argument(N), '$frame'(_, _, _, Goal, _, _, _, _), Argument) :-
    arg(N, Goal, Argument).
'$frame_attribute'(hidden, _, false).
'$frame_attribute'(top, '$frame'(_, _, _, _, Parent, _, _, _), Top) :-
    (   Parent == []
    ->  Top = true
    ;   Top = false
    ).

%! '$parent_goal'(+Frame, ?Goal)
%  Goal unifies with the goal of Frame, or of a frame around it.
'$parent_goal'(Frame, Goal) :-
    Frame = '$frame'(_, _, _, Own, Parent, _, _, _),
    (   Own = Goal
    ->  true
    ;   '$parent_goal'(Parent, Goal)
    ).
