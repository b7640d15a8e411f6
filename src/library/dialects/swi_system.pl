% Seldom used predicates of SWI-Prolog's system.

%! float_parts(+Float, -Mantissa, -Base, -Exponent) is det.
%  Float is Mantissa*Base**Exponent: Base is 2, and the absolute value of Mantissa is at least 0.5 and below 1, or 0.
%  ?- float_parts(10.5, M, B, E).   %=> M = 0.65625, B = 2, E = 4.
%  ?- float_parts(0.0, M, B, E).    %=> M = 0.0, B = 2, E = 0.
float_parts(Float, Mantissa, 2, Exponent) :-
    must_be(float, Float),
    (   Float =:= 0
    ->  Mantissa = Float,
        Exponent = 0
    ;   '$is_finite'(Float)
    ->  '$scaled'(Float, 0, Mantissa, Exponent)
    ;   Mantissa = Float,
        Exponent = 0
    ).

%! '$is_finite'(+Float) is semidet.
'$is_finite'(Float) :-
    Float - Float =:= 0.

%! '$scaled'(+Float, +Exponent0, -Mantissa, -Exponent) is det.
'$scaled'(Float, Exponent0, Mantissa, Exponent) :-
    Size is abs(Float),
    (   Size >= 1
    ->  Half is Float/2,
        Next is Exponent0+1,
        '$scaled'(Half, Next, Mantissa, Exponent)
    ;   Size < 0.5
    ->  Double is Float*2,
        Next is Exponent0-1,
        '$scaled'(Double, Next, Mantissa, Exponent)
    ;   Mantissa = Float,
        Exponent = Exponent0
    ).

%! current_signal(?Name, ?Number, ?Handler) is nondet.
%  True of the signals of the system and their handlers, as on_signal/3 sets them.
%  ?- current_signal(usr1, N, H).   %=> N = 10, H = default.
current_signal(Name, Number, Handler) :-
    '$signals'(Rows),
    member(Number-Name, Rows),
    '$signal_handler'(Name, Number, Handler).

%! rule(:Head, -Rule) is nondet.
%  Rule is a clause of the predicate of Head as it was written: a head, or (Head :- Body), (Head => Body) or
%  (Head, Guard => Body).
%  ?- assertz((twice(X, Y) :- Y is 2*X)), rule(twice(_, _), R).   %=> R = (twice(A, B) :- B is 2*A).
rule(Head, Rule) :-
    rule(Head, Rule, _).

%! rule(:Head, -Rule, -Reference) is nondet.
%  As rule/2, with the reference of the clause.
rule(Head, Rule, Reference) :-
    strip_module(Head, Module, Plain),
    must_be(callable, Plain),
    clause(Module:Plain, Body, Reference),
    (   predicate_property(Module:Plain, ssu)
    ->  '$as_matching'(Body, Plain, Rule)
    ;   Body == true
    ->  Rule = Plain
    ;   Rule = (Plain :- Body)
    ).

%! '$as_matching'(+Body, +Head, -Rule) is det.
%  Body is that of a rule that matches; a guard is followed by a cut.
'$as_matching'(Body, Head, Rule) :-
    (   nonvar(Body),
        Body = (Guard, Cut, Rest),
        Cut == !
    ->  Rule = (Head, Guard => Rest)
    ;   Rule = (Head => Body)
    ).

%! dcg_translate_rule(+Rule, +Position, -Clause, -ClausePosition) is det.
%  As dcg_translate_rule/2; positions of the clause are not known.
%  ?- dcg_translate_rule((a --> b), _, C, _).   %=> C = (a(S, T) :- b(S, T)).
dcg_translate_rule(Rule, _, Clause, _) :-
    dcg_translate_rule(Rule, Clause).

%! current_blob(?Blob, ?Type) is nondet.
%  As blob/2; an unbound Blob becomes each atom.
%  ?- current_blob(abc, T).   %=> T = text.
current_blob(Blob, Type) :-
    (   nonvar(Blob)
    ->  blob(Blob, Type)
    ;   current_atom(Blob),
        blob(Blob, Type)
    ).

%! current_functor(?Name, ?Arity) is nondet.
%  True of the names and arities of the predicates that there are.
%  ?- current_functor(append, 3).
current_functor(Name, Arity) :-
    (   ( var(Name) ; var(Arity) )
    ->  findall(Name/Arity, '$functor_of_predicate'(Name, Arity), Found),
        sort(Found, Sorted),
        member(Name/Arity, Sorted)
    ;   must_be(atomic, Name),
        must_be(nonneg, Arity),
        '$functor_of_predicate'(Name, Arity)
    ->  true
    ).

%! '$functor_of_predicate'(?Name, ?Arity) is nondet.
'$functor_of_predicate'(Name, Arity) :-
    member(Module, [user,system]),
    (   nonvar(Name),
        integer(Arity)
    ->  functor(Head, Name, Arity),
        predicate_property(Module:Head, defined)
    ;   predicate_property(Module:Head, defined),
        functor(Head, Name, Arity)
    ).

%! deterministic(-Deterministic) is det.
%  Always false: it is not known whether the clause has left choice points.
%  ?- deterministic(D).   %=> D = false.
deterministic(false).

%! prolog is semidet.
%  As break/0.
prolog :-
    break.

%! with_tty_raw(:Goal) is semidet.
%  Calls Goal once. get_single_char/1 needs no mode of the terminal.
%  ?- with_tty_raw(X = 1).   %=> X = 1.
with_tty_raw(Goal) :-
    once(Goal).

%! version(+Message) is det.
%  Accepted without effect: a message that the prompt would begin with.
version(_).

%! verbose_expansion(+Boolean) is det.
%  Accepted without effect.
verbose_expansion(_).

%! set_prolog_gc_thread(+Status) is det.
%  Accepted without effect: collections need no thread.
set_prolog_gc_thread(_).

%! prolog_debug(+Topic) is det.
%  Accepted without effect: there are no messages about the engine itself.
prolog_debug(_).

%! prolog_nodebug(+Topic) is det.
%  Accepted without effect.
prolog_nodebug(_).

%! prolog_skip_frame(+Frame) is det.
%  Accepted without effect.
prolog_skip_frame(_).

%! prolog_skip_level(-Before, +Level) is det.
%  Before is the level until then, always very_deep.
%  ?- prolog_skip_level(B, B).   %=> B = very_deep.
prolog_skip_level(very_deep, _).

%! gc_file_search_cache(+Level) is det.
%  Accepted without effect: searches for files are not kept.
gc_file_search_cache(_).

%! reload_library_index is det.
%  Accepted without effect: libraries have no index files.
reload_library_index.

%! make_library_index(+Folder) is det.
%  Accepted without effect.
make_library_index(_).

%! make_library_index(+Folder, +Patterns) is det.
%  Accepted without effect.
make_library_index(_, _).

%! mutex_statistics is det.
%  Accepted without effect: mutexes are not counted.
mutex_statistics.

%! nb_link_dict(+Key, !Dict, +Value) is det.
%  As nb_set_dict/3.
nb_link_dict(Key, Dict, Value) :-
    nb_set_dict(Key, Dict, Value).

%! known_licenses is det.
%  Accepted without effect: licenses are not kept.
known_licenses.

%! license is det.
%  Prints the licenses of the system.
%  ?- license.
license :-
    print_message(informational, format("ferz is licensed under MIT or Apache-2.0, as you like", [])).

%! cancel_halt(+Reason)
%  Called by a goal of at_halt/1: the program goes on, and a message tells Reason. halt/0,1 fails.
%  ?- catch(cancel_halt(open_files), Stop, true).   %=> Stop = cancel_halt(open_files).
cancel_halt(Reason) :-
    throw(cancel_halt(Reason)).

%! '$flushed_predicate'(:Head) is semidet.
%  True if the predicate of Head is defined, as programs ask in SWI-Prolog, where clauses may still wait to be added.
'$flushed_predicate'(Head) :-
    predicate_property(Head, defined),
    !.

%! '$run_at_halt'(:Goal) is semidet.
%  Runs a goal of at_halt/1; false if it has called cancel_halt/1.
'$run_at_halt'(Goal) :-
    catch(
        (   call(Goal)
        ->  true
        ;   print_message(warning, goal_failed(at_halt, Goal))
        ),
        Ball,
        '$raised_at_halt'(Ball)
    ).

%! '$raised_at_halt'(+Ball) is semidet.
'$raised_at_halt'(Ball) :-
    (   nonvar(Ball),
        Ball = cancel_halt(Reason)
    ->  print_message(informational, halt(cancelled(Reason))),
        fail
    ;   Ball = unwind(halt(_))
    ->  true
    ;   print_message(error, unhandled_exception(Ball))
    ).

%! protocol(+File) is det.
%  From now on, what passes the standard streams is also written to File.
%  ?- protocol(_).   %=> instantiation_error.
protocol(File) :-
    '$protocol'(File, write).

%! protocola(+File) is det.
%  Like protocol/1, after what File holds.
%  ?- protocola(_).   %=> instantiation_error.
protocola(File) :-
    '$protocol'(File, append).

%! '$protocol'(+File, +Mode) is det.
'$protocol'(File, Mode) :-
    noprotocol,
    open(File, Mode, Stream),
    call_cleanup('$record_to'(Stream), close(Stream)),
    atom_string(Name, File),
    nb_setval('$protocol', Name).

%! noprotocol is det.
%  Ends what protocol/1 has begun.
%  ?- noprotocol.
noprotocol :-
    '$end_record',
    ( nb_current('$protocol', _) -> nb_delete('$protocol') ; true ).

%! protocolling(-File) is semidet.
%  True if protocol/1 writes to File.
%  ?- protocolling(_).   %=> false.
protocolling(File) :-
    nb_current('$protocol', File).

%! doc_collect(+Collect) is det.
%  Accepted without effect: no comments are collected as a text is loaded.
%  ?- doc_collect(true).
doc_collect(Collect) :-
    must_be(boolean, Collect).
