% library(semweb/rdf_persistency): triples that outlive the program, in a folder with all of them and a journal of what has
% changed since.

%! '$use_semweb/rdf_persistency' is det.
'$use_semweb/rdf_persistency' :-
    '$rdf_state',
    dynamic(['$rdf':journal/2,'$rdf':volatile/1]).

%! rdf_attach_db(+Folder, +Options) is det.
%  Adds the triples that Folder, which is made if it is not there, has kept, and notes all changes of triples in it from now
%  on. What a transaction changes is there when it has ended; what a program was about to write when it ended is left out.
%  Options: access(read_only) to note nothing; max_journal(1000000), the changes with which the triples are written anew.
%  Errors: permission_error(attach, rdf_db, Folder), if another one is attached.
rdf_attach_db(Folder, Options) :-
    must_be(list, Options),
    '$use_semweb/rdf_persistency',
    absolute_file_name(Folder, Path),
    (   '$rdf':journal(_, _)
    ->  permission_error(attach, rdf_db, Folder)
    ;   true
    ),
    ( exists_directory(Path) -> true ; make_directory_path(Path) ),
    '$rdf_kept_file'(Path, triples, Triples),
    '$rdf_kept_file'(Path, journal, Journal),
    rdf_transaction('$rdf_restore'(Triples, Journal, Count), restore),
    (   memberchk(access(read_only), Options)
    ->  true
    ;   open(Journal, append, Stream, [encoding(utf8)]),
        format(Stream, "e(t,restart).~n", []),
        assertz('$rdf':journal(Path, Stream)),
        rdf_monitor(system:'$rdf_note', []),
        option(max_journal(Most), Options, 1000000),
        ( Count > Most -> rdf_flush_journals([]) ; true )
    ).

%! '$rdf_kept_file'(+Folder, +Name, -File) is det.
'$rdf_kept_file'(Folder, Name, File) :-
    atomic_list_concat([Folder,/,Name,'.pl'], File).

%! '$rdf_restore'(+Triples, +Journal, -Count) is det.
'$rdf_restore'(Triples, Journal, Count) :-
    forall('$rdf_kept_term'(Triples, t(Subject, Predicate, Object, Graph)),
           ( '$rdf_note_graph'(Graph), '$rdf_insert'(Subject, Predicate, Object, Graph) )),
    findall(Thread-Event, '$rdf_kept_term'(Journal, e(Thread, Event)), Events),
    length(Events, Count),
    '$rdf_replay'(Events, []).

%! '$rdf_kept_term'(+File, ?Term) is nondet.
%  Reading ends where a write was cut off.
'$rdf_kept_term'(File, Term) :-
    exists_file(File),
    setup_call_cleanup(
        open(File, read, Stream, [encoding(utf8)]),
        '$rdf_kept_in'(Stream, Term),
        close(Stream)
    ).

%! '$rdf_kept_in'(+Stream, ?Term) is nondet.
'$rdf_kept_in'(Stream, Term) :-
    repeat,
    catch(read_term(Stream, Read, [double_quotes(string)]), error(syntax_error(_), _), Read = end_of_file),
    (   Read == end_of_file
    ->  !,
        fail
    ;   Term = Read
    ).

%! '$rdf_replay'(+Events, +Open) is det.
%  Open are the changes, the last first, of the open transactions of each thread: Thread-Changes, the innermost first.
'$rdf_replay'([], _).
'$rdf_replay'([Thread-Event|Events], Open0) :-
    (   Event == restart
    ->  Open = []
    ;   Event = transaction(begin, _)
    ->  Open = [Thread-[]|Open0]
    ;   Event = transaction(What, _)
    ->  (   selectchk(Thread-Changes, Open0, Open1)
        ->  (   What == discard
            ->  Open = Open1
            ;   selectchk(Thread-Outer, Open1, Open2)
            ->  append(Changes, Outer, All),
                Open = [Thread-All|Open2]
            ;   reverse(Changes, InOrder),
                maplist('$rdf_again', InOrder),
                Open = Open1
            )
        ;   Open = Open0
        )
    ;   selectchk(Thread-Changes, Open0, Open1)
    ->  Open = [Thread-[Event|Changes]|Open1]
    ;   '$rdf_again'(Event),
        Open = Open0
    ),
    '$rdf_replay'(Events, Open).

%! '$rdf_again'(+Event) is det.
'$rdf_again'(assert(Subject, Predicate, Object, Graph)) :-
    '$rdf_note_graph'(Graph),
    '$rdf_insert'(Subject, Predicate, Object, Graph).
'$rdf_again'(retract(Subject, Predicate, Object, Graph)) :-
    '$rdf_erase'(Subject, Predicate, Object, Graph).
'$rdf_again'(create_graph(Graph)) :-
    '$rdf_note_graph'(Graph).
'$rdf_again'(reset) :-
    '$rdf_erase'(_, _, _, _).

%! '$rdf_note'(+Event) is det.
%  Notes a change in the journal.
'$rdf_note'(Event0) :-
    (   '$rdf':journal(_, Stream),
        '$rdf_kept_event'(Event0, Event)
    ->  thread_self(Thread),
        with_output_to(string(Text), write_term(e(Thread, Event), [quoted(true),ignore_ops(true),fullstop(true),nl(true)])),
        with_mutex('$rdf_journal', ( write(Stream, Text), flush_output(Stream) ))
    ;   true
    ).

%! '$rdf_kept_event'(+Event, -Kept) is semidet.
%  Kept has the literal as it is stored. Graphs that rdf_persistency/2 tells are left out.
'$rdf_kept_event'(Event, Kept) :-
    (   Event =.. [Kind,Subject,Predicate,Object,Graph]
    ->  \+ '$rdf':volatile(Graph),
        '$rdf_db_in'(Object, Stored),
        !,
        Kept =.. [Kind,Subject,Predicate,Stored,Graph]
    ;   Event = transaction(What, _)
    ->  Kept = transaction(What, t)
    ;   Kept = Event
    ).

%! rdf_detach_db is det.
%  Ends what rdf_attach_db/2 began; the triples stay in the database.
rdf_detach_db :-
    '$use_semweb/rdf_persistency',
    forall(retract('$rdf':journal(_, Stream)), close(Stream)),
    rdf_monitor(system:'$rdf_note', [-all]).

%! rdf_current_db(?Folder) is semidet.
%  Folder is the one that is attached.
rdf_current_db(Folder) :-
    '$use_semweb/rdf_persistency',
    '$rdf':journal(Folder, _).

%! rdf_persistency(+Graph, +Keep) is det.
%  If Keep is false, the triples of Graph are not kept.
rdf_persistency(Graph0, Keep) :-
    '$use_semweb/rdf_persistency',
    '$rdf_graph_arg'(Graph0, Graph),
    must_be(atom, Graph),
    must_be(boolean, Keep),
    retractall('$rdf':volatile(Graph)),
    ( Keep == true -> true ; assertz('$rdf':volatile(Graph)) ).

%! rdf_flush_journals(+Options) is det.
%  Writes all triples, so that the journal is empty.
rdf_flush_journals(Options) :-
    must_be(list, Options),
    '$use_semweb/rdf_persistency',
    (   '$rdf':journal(Folder, _)
    ->  '$rdf_locked'('$rdf_flush'(Folder))
    ;   true
    ).

%! '$rdf_flush'(+Folder) is det.
%  The new file takes the place of the old one at once; a journal that is read again behind it changes nothing.
'$rdf_flush'(Folder) :-
    '$rdf_kept_file'(Folder, triples, File),
    '$rdf_kept_file'(Folder, new, New),
    setup_call_cleanup(
        open(New, write, Out, [encoding(utf8)]),
        forall(( '$rdf_in'(Subject, Predicate, Object, Graph), \+ '$rdf':volatile(Graph) ),
               write_term(Out, t(Subject, Predicate, Object, Graph), [quoted(true),ignore_ops(true),fullstop(true),nl(true)])),
        close(Out)
    ),
    with_mutex('$rdf_journal', (
        rename_file(New, File),
        retract('$rdf':journal(Folder, Old)),
        close(Old),
        '$rdf_kept_file'(Folder, journal, Journal),
        open(Journal, write, Stream, [encoding(utf8)]),
        assertz('$rdf':journal(Folder, Stream))
    )).
