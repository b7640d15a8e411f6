% Facts that are kept in a file, with the names of library(persistency).
%
% The file has a term for each change, in the order of the changes: created(Time), assert(Fact), asserta(Fact),
% retract(Fact), and retractall(Pattern, Count). It is read when a module attaches it.

%! persistent(:Declarations) is det.
%  Directive that declares facts Name(Argument:Type, ...), joined by commas, and defines for each of them
%  assert_Name(...), asserta_Name(...), retract_Name(...) and retractall_Name(...), which change the facts and the file
%  that db_attach/2 gave. Types are those of must_be/2.
%  ?- persistent(likes(who:atom, what:atom)), db_attach(_, []).   %=> instantiation_error.
persistent(Spec) :-
    strip_module(Spec, Module, Declarations),
    '$persistent'(Declarations, Module).

%! '$persistent'(+Declarations, +Module) is det.
'$persistent'(Declarations, Module) :-
    must_be(callable, Declarations),
    (   Declarations = (First,Rest)
    ->  '$persistent'(First, Module),
        '$persistent'(Rest, Module)
    ;   Declarations = Other:Inner
    ->  must_be(atom, Other),
        '$persistent'(Inner, Other)
    ;   (   compound(Declarations)
        ->  compound_name_arguments(Declarations, Name, Arguments)
        ;   Name = Declarations,
            Arguments = []
        ),
        maplist('$persistent_type', Arguments, Types),
        length(Types, Arity),
        functor(Head, Name, Arity),
        dynamic(Module:Name/Arity),
        '$persistency_state',
        retractall('$persistency':declared(Module, Head, _)),
        assertz('$persistency':declared(Module, Head, Types)),
        forall(
            member(Prefix-Change, [assert_-db_assert,asserta_-db_asserta,retract_-db_retract,retractall_-db_retractall]),
            '$persistent_clause'(Prefix, Change, Module, Head)
        )
    ).

%! '$persistent_type'(+Argument, -Type) is det.
'$persistent_type'(Argument, Type) :-
    (   nonvar(Argument),
        Argument = _:Type0
    ->  must_be(nonvar, Type0),
        Type = Type0
    ;   Type = any
    ).

%! '$persistent_clause'(+Prefix, +Change, +Module, +Head) is det.
'$persistent_clause'(Prefix, Change, Module, Head) :-
    Head =.. [Name|Arguments],
    atom_concat(Prefix, Name, NewName),
    NewHead =.. [NewName|Arguments],
    Body =.. [Change,Module:Head],
    functor(NewHead, _, Arity),
    (   '$defined_in_module'(Module, NewName, Arity)
    ->  true
    ;   '$load_clause'((Module:NewHead :- Body), [], _)
    ).

%! '$persistency_state' is det.
%  Makes the predicates that hold what is declared and attached.
'$persistency_state' :-
    dynamic(['$persistency':declared/3,'$persistency':file/4,'$persistency':stream/2,'$persistency':changes/3]).

%! db_attach(:File, +Options) is det.
%  Reads the facts of the module from a file, if it exists, and writes later changes to it. The option sync(How) says
%  when: `flush` after each change (the default), `close` with the file closed after each, `none` when the buffer is full.
%  ?- catch(db_attach(_, []), error(E, _), true).   %=> E = instantiation_error.
db_attach(Spec, Options) :-
    strip_module(Spec, Module, File0),
    must_be(nonvar, File0),
    option(sync(Sync), Options, flush),
    must_be(oneof([flush,close,none]), Sync),
    absolute_file_name(File0, File),
    '$persistency_state',
    (   '$persistency':file(Module, File, _, _)
    ->  true
    ;   '$persistency':file(Module, Other, _, _)
    ->  permission_error(attach, db, Other)
    ;   with_mutex('$persistency', '$db_load'(Module, File, Sync))
    ).

%! '$db_load'(+Module, +File, +Sync) is det.
'$db_load'(Module, File, Sync) :-
    (   exists_file(File)
    ->  setup_call_cleanup(
            open(File, read, In, [encoding(utf8)]),
            '$db_read'(In, Module, 0, Count),
            close(In)
        )
    ;   setup_call_cleanup(
            open(File, write, Out, [encoding(utf8)]),
            ( get_time(Now), '$db_term'(Out, created(Now)) ),
            close(Out)
        ),
        Count = 0
    ),
    time_file(File, Time),
    assertz('$persistency':file(Module, File, Sync, Time)),
    assertz('$persistency':changes(Module, Count, 0)).

%! '$db_read'(+In, +Module, +Count0, -Count) is det.
%  Makes the changes that the file names; Count is their number.
'$db_read'(In, Module, Count0, Count) :-
    read_term(In, Term, []),
    (   Term == end_of_file
    ->  Count = Count0
    ;   '$db_apply'(Term, Module),
        Count1 is Count0 + 1,
        '$db_read'(In, Module, Count1, Count)
    ).

%! '$db_apply'(+Change, +Module) is det.
'$db_apply'(Change, Module) :-
    (   Change = created(_)
    ->  true
    ;   '$db_change'(Change, Fact, Goal, Module)
    ->  ( memberchk(Change, [assert(_),asserta(_)]) -> Check = check ; Check = free ),
        '$db_types'(Module, Fact, Check),
        ignore(Goal)
    ;   domain_error(db_term, Change)
    ).

%! '$db_change'(+Change, -Fact, -Goal, +Module) is semidet.
'$db_change'(assert(Fact), Fact, assertz(Module:Fact), Module).
'$db_change'(asserta(Fact), Fact, asserta(Module:Fact), Module).
'$db_change'(retract(Fact), Fact, once(retract(Module:Fact)), Module).
'$db_change'(retractall(Fact), Fact, retractall(Module:Fact), Module).
'$db_change'(retractall(Fact, _), Fact, retractall(Module:Fact), Module).

%! '$db_types'(+Module, +Fact, +Check) is det.
%  Fact is of a declared predicate; with `check` its arguments have the declared types.
'$db_types'(Module, Fact, Check) :-
    must_be(callable, Fact),
    (   '$defined_in_module'('$persistency', declared, 3),
        functor(Fact, Name, Arity),
        functor(General, Name, Arity),
        '$persistency':declared(Module, General, Types)
    ->  (   Check == check,
            Types \== []
        ->  Fact =.. [_|Arguments],
            maplist('$db_type', Types, Arguments)
        ;   true
        )
    ;   functor(Fact, Name, Arity),
        permission_error(modify, persistent_predicate, Module:Name/Arity)
    ).

%! '$db_type'(+Type, +Value) is det.
'$db_type'(Type, Value) :-
    (   Type == any
    ->  true
    ;   must_be(Type, Value)
    ).

%! db_attached(:File) is semidet.
%  True if File is the file that is attached to the module.
db_attached(Spec) :-
    strip_module(Spec, Module, File),
    '$defined_in_module'('$persistency', file, 4),
    '$persistency':file(Module, File, _, _).

%! db_assert(:Fact) is det.
%  Adds a fact at the end, in memory and in the file, if one is attached.
%  ?- persistent(age(who:atom, years:nonneg)), db_assert(age(ann, 7)), age(ann, X).   %=> X = 7.
%  ?- persistent(age(who:atom, years:nonneg)), assert_age(ann, old).   %=> type_error(nonneg, old).
%  ?- db_assert(undeclared(1)).   %=> permission_error(modify, persistent_predicate, user:undeclared/1).
db_assert(Spec) :-
    strip_module(Spec, Module, Fact),
    '$db_types'(Module, Fact, check),
    with_mutex('$persistency', ( assertz(Module:Fact), '$db_write'(Module, assert(Fact)) )).

%! db_asserta(:Fact) is det.
%  As db_assert/1, at the beginning.
db_asserta(Spec) :-
    strip_module(Spec, Module, Fact),
    '$db_types'(Module, Fact, check),
    with_mutex('$persistency', ( asserta(Module:Fact), '$db_write'(Module, asserta(Fact)) )).

%! db_retract(:Fact) is nondet.
%  Removes facts that unify, one after the other.
%  ?- persistent(toy(x)), db_assert(toy(1)), db_assert(toy(2)), db_retract(toy(X)), !.   %=> X = 1.
db_retract(Spec) :-
    strip_module(Spec, Module, Fact),
    '$db_types'(Module, Fact, free),
    retract(Module:Fact),
    with_mutex('$persistency', '$db_write'(Module, retract(Fact))).

%! db_retractall(:Fact) is det.
%  Removes all facts that unify.
db_retractall(Spec) :-
    strip_module(Spec, Module, Fact),
    '$db_types'(Module, Fact, free),
    with_mutex('$persistency', '$db_retractall'(Module, Fact)).

%! '$db_retractall'(+Module, +Fact) is det.
'$db_retractall'(Module, Fact) :-
    aggregate_all(count, clause(Module:Fact, true), Count),
    (   Count =:= 0
    ->  true
    ;   retractall(Module:Fact),
        '$db_write'(Module, retractall(Fact, Count))
    ).

%! '$db_write'(+Module, +Change) is det.
'$db_write'(Module, Change) :-
    (   '$persistency':file(Module, File, Sync, _)
    ->  (   '$persistency':stream(Module, Stream)
        ->  true
        ;   open(File, append, Stream, [encoding(utf8)]),
            assertz('$persistency':stream(Module, Stream))
        ),
        '$db_term'(Stream, Change),
        retract('$persistency':changes(Module, Count0, Gone0)),
        Count is Count0 + 1,
        '$db_gone'(Change, Removed),
        Gone is Gone0 + Removed,
        assertz('$persistency':changes(Module, Count, Gone)),
        (   Sync == flush
        ->  flush_output(Stream)
        ;   Sync == close
        ->  '$db_close'(Module)
        ;   true
        )
    ;   true
    ).

%! '$db_gone'(+Change, -Count)
%  Count is the number of terms of the file that the change makes superfluous.
'$db_gone'(Change, Count) :-
    (   Change = retract(_)
    ->  Count = 2
    ;   Change = retractall(_, Facts)
    ->  Count is Facts + 1
    ;   Count = 0
    ).

%! '$db_term'(+Stream, +Term) is det.
'$db_term'(Stream, Term) :-
    write_term(Stream, Term, [quoted(true),ignore_ops(true),fullstop(true),nl(true)]).

%! '$db_close'(+Module) is det.
'$db_close'(Module) :-
    (   retract('$persistency':stream(Module, Stream))
    ->  close(Stream)
    ;   true
    ).

%! db_detach is det.
%  Ends the use of the file and removes the facts of the module from memory; they stay in the file.
db_detach :-
    db_detach(user).

%! db_detach(+Module) is det.
%  As db_detach/0 for the module.
%  ?- persistent(pet(x)), db_assert(pet(1)), db_detach(user), \+ pet(_).
db_detach(Module) :-
    must_be(atom, Module),
    '$persistency_state',
    '$db_close'(Module),
    retractall('$persistency':file(Module, _, _, _)),
    retractall('$persistency':changes(Module, _, _)),
    forall('$persistency':declared(Module, Head, _), retractall(Module:Head)).

%! db_sync(:What) is det.
%  gc: writes the file anew without what later changes removed, if that is more than half of it; gc(Percent), gc(always);
%  close: closes the file until the next change; detach: as db_detach/0; reload and update: read it anew if it has
%  changed; nop.
%  ?- db_sync(nop).
%  ?- db_sync(what).   %=> domain_error(db_sync, what).
db_sync(Spec) :-
    strip_module(Spec, Module, What),
    '$persistency_state',
    must_be(nonvar, What),
    (   What == nop
    ->  true
    ;   What == close
    ->  '$db_close'(Module)
    ;   What == detach
    ->  db_detach(Module)
    ;   memberchk(What, [reload,update])
    ->  '$db_reload'(Module)
    ;   What == gc
    ->  '$db_gc'(50, Module)
    ;   What = gc(When)
    ->  '$db_gc'(When, Module)
    ;   domain_error(db_sync, What)
    ).

%! '$db_reload'(+Module) is det.
'$db_reload'(Module) :-
    (   '$persistency':file(Module, File, Sync, Then),
        time_file(File, Now),
        Now > Then
    ->  db_detach(Module),
        with_mutex('$persistency', '$db_load'(Module, File, Sync))
    ;   true
    ).

%! '$db_gc'(+When, +Module) is det.
'$db_gc'(When, Module) :-
    (   '$persistency':file(Module, File, Sync, _),
        '$persistency':changes(Module, Count, Gone),
        '$db_is_due'(When, Count, Gone)
    ->  '$db_close'(Module),
        atom_concat(File, '.new', New),
        setup_call_cleanup(
            open(New, write, Out, [encoding(utf8)]),
            '$db_write_all'(Out, Module, Written),
            close(Out)
        ),
        rename_file(New, File),
        time_file(File, Time),
        retractall('$persistency':file(Module, _, _, _)),
        assertz('$persistency':file(Module, File, Sync, Time)),
        retractall('$persistency':changes(Module, _, _)),
        assertz('$persistency':changes(Module, Written, 0))
    ;   true
    ).

%! '$db_is_due'(+When, +Count, +Gone) is semidet.
'$db_is_due'(When, Count, Gone) :-
    (   When == always
    ->  true
    ;   must_be(number, When),
        Count > 0,
        100 * Gone / Count > When
    ).

%! '$db_write_all'(+Out, +Module, -Count) is det.
'$db_write_all'(Out, Module, Count) :-
    get_time(Now),
    '$db_term'(Out, created(Now)),
    aggregate_all(
        count,
        ( '$persistency':declared(Module, Head, _),
          clause(Module:Head, true),
          '$db_term'(Out, assert(Head)) ),
        Count
    ).

%! db_sync_all(+What) is det.
%  db_sync/1 for all modules that have attached a file.
%  ?- db_sync_all(close).
db_sync_all(What) :-
    '$persistency_state',
    findall(Module, '$persistency':file(Module, _, _, _), Modules),
    forall(member(Module, Modules), db_sync(Module:What)).
