% Asking pengines, of this program or at a server, with the names of library(pengines).

%! '$peng_named'(+NameOrId, -Id) is det.
'$peng_named'(Name, Id) :-
    must_be(atom, Name),
    '$peng_state',
    thread_self(Me),
    (   pengine_store:child(Me, Name, Found)
    ->  Id = Found
    ;   Id = Name
    ).

%! '$peng_send'(+NameOrId, +Request, +Options) is det.
'$peng_send'(Name, Request, Options) :-
    '$peng_named'(Name, Id),
    (   pengine_store:remote(Id, Url, _)
    ->  '$peng_ask_server'(Url, send, Id, [post(prolog(Request))|Options])
    ;   pengine_store:pengine(Id, Thread, _, _, _, _)
    ->  '$peng_deliver'(Request, Thread)
    ;   existence_error(pengine, Id)
    ).

%! '$peng_deliver'(+Request, +Thread) is det.
'$peng_deliver'(Request, Thread) :-
    (   Request = ask(Goal, Options0)
    ->  ( memberchk(template(_), Options0) -> Options = Options0 ; Options = [template(Goal)|Options0] ),
        thread_send_message(Thread, '$peng'(ask(Goal, Options)))
    ;   thread_send_message(Thread, '$peng'(Request))
    ).

%! pengine_ask(+Pengine, :Query, +Options) is det.
%  Asks a pengine, which tells success(Id, Answers, Names, Time, More), failure(Id, Time), error(Id, Error), output(Id, Term) or
%  prompt(Id, Prompt); when a goal has no more answers, destroy(Id, Event) if the pengine ends then. Options:
%  template(Template), what an answer is, by default Query; chunk(Count), the most answers of one event, by default 1.
%  ?- pengine_ask(no_pengine, true, []).   %=> existence_error(pengine, no_pengine).
pengine_ask(Pengine, Query0, Options) :-
    must_be(list, Options),
    strip_module(Query0, _, Query),
    include('$peng_is_of_ask', Options, Asked),
    exclude('$peng_is_of_ask', Options, Others),
    ( memberchk(template(_), Asked) -> All = Asked ; All = [template(Query)|Asked] ),
    '$peng_send'(Pengine, ask(Query, All), Others).

%! '$peng_is_of_ask'(+Option) is semidet.
'$peng_is_of_ask'(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [template,chunk,bindings]).

%! pengine_next(+Pengine, +Options) is det.
%  Asks for more answers to the last query. Option: chunk(Count).
%  ?- pengine_next(no_pengine, []).   %=> existence_error(pengine, no_pengine).
pengine_next(Pengine, Options) :-
    must_be(list, Options),
    (   select_option(chunk(Count), Options, Others)
    ->  '$peng_send'(Pengine, next(Count), Others)
    ;   '$peng_send'(Pengine, next, Options)
    ).

%! pengine_stop(+Pengine, +Options) is det.
%  Wants no more answers to the last query.
%  ?- pengine_stop(no_pengine, []).   %=> existence_error(pengine, no_pengine).
pengine_stop(Pengine, Options) :-
    '$peng_send'(Pengine, stop, Options).

%! pengine_respond(+Pengine, +Input, +Options) is det.
%  Answers pengine_input/2 of a pengine.
%  ?- pengine_respond(no_pengine, x, []).   %=> existence_error(pengine, no_pengine).
pengine_respond(Pengine, Input, Options) :-
    '$peng_send'(Pengine, input(Input), Options).

%! pengine_respond(+Pengine, +Input) is det.
%  As pengine_respond/3, without options.
pengine_respond(Pengine, Input) :-
    pengine_respond(Pengine, Input, []).

%! pengine_abort(+Pengine) is det.
%  Ends the goal that a pengine runs, which tells abort(Id).
%  ?- pengine_abort(no_pengine).   %=> existence_error(pengine, no_pengine).
pengine_abort(Name) :-
    '$peng_named'(Name, Id),
    (   pengine_store:remote(Id, Url, _)
    ->  '$peng_ask_server'(Url, abort, Id, [])
    ;   pengine_store:pengine(Id, _, _, _, _, _)
    ->  '$peng_signal'(Id)
    ;   existence_error(pengine, Id)
    ).

%! '$peng_signal'(+Id) is det.
%  Ends the goal that a pengine runs; one that runs none gets a request instead.
'$peng_signal'(Id) :-
    ignore(( pengine_store:pengine(Id, Thread, _, _, _, _), catch(thread_signal(Thread, '$peng_raise'(Id, '$peng_abort')), _, true) )).

%! '$peng_raise'(+Id, +Ball) is det.
'$peng_raise'(Id, Ball) :-
    (   pengine_store:busy(Id)
    ->  throw(Ball)
    ;   Ball == '$peng_abort'
    ->  thread_self(Me),
        thread_send_message(Me, '$peng'(abort))
    ;   true
    ).

%! '$peng_kill'(+Id, +Event) is det.
%  Ends a pengine whatever it runs, also a goal that catches what is thrown, and tells an event for it.
'$peng_kill'(Id, Event) :-
    (   pengine_store:pengine(Id, Thread, _, _, _, _)
    ->  '$peng_tell'(Id, Event),
        catch('$thread_stop'(Thread), _, true),
        '$peng_gone'(Id)
    ;   true
    ).

%! pengine_destroy(+Pengine) is det.
%  Ends a pengine, which tells destroy(Id).
pengine_destroy(Pengine) :-
    pengine_destroy(Pengine, []).

%! pengine_destroy(+Pengine, +Options) is det.
%  Ends a pengine. Option: force(true), to end a goal that runs, too.
%  ?- pengine_destroy(no_pengine, []).   %=> existence_error(pengine, no_pengine).
pengine_destroy(Name, Options0) :-
    must_be(list, Options0),
    '$peng_named'(Name, Id),
    ( select_option(force(Force), Options0, Options) -> true ; Force = false, Options = Options0 ),
    (   Force == true,
        pengine_store:pengine(Id, _, _, _, _, _)
    ->  '$peng_kill'(Id, destroy(Id))
    ;   '$peng_send'(Id, destroy, Options)
    ).

%! pengine_event(-Event) is det.
%  As pengine_event/2, without options.
pengine_event(Event) :-
    pengine_event(Event, []).

%! pengine_event(?Event, +Options) is det.
%  Waits for an event of a pengine of this thread. Options: listen(Id), to wait for those of one; timeout(Seconds), after which
%  Event is timeout.
%  ?- pengine_event(E, [timeout(0)]).   %=> E = timeout.
pengine_event(Event, Options) :-
    must_be(list, Options),
    '$peng_state',
    thread_self(Me),
    ( memberchk(listen(Id), Options) -> true ; true ),
    ( memberchk(timeout(Seconds), Options) -> Wait = [timeout(Seconds)] ; Wait = [] ),
    (   thread_get_message(Me, pengine_event(Id, Event), Wait)
    ->  ( '$peng_is_end'(Event, Ended) -> '$peng_forget'(Ended) ; true )
    ;   Event = timeout
    ).

%! '$peng_is_end'(+Event, -Id) is semidet.
'$peng_is_end'(destroy(Id), Id).
'$peng_is_end'(destroy(Id, _), Id).
'$peng_is_end'(create(_, Features), Id) :-
    memberchk(answer(Answer), Features),
    '$peng_is_end'(Answer, Id).

%! '$peng_forget'(+Id) is det.
'$peng_forget'(Id) :-
    thread_self(Me),
    retractall(pengine_store:remote(Id, _, _)),
    retractall(pengine_store:child(Me, _, Id)).

%! pengine_pull_response(+Pengine, +Options) is det.
%  Gets the next event of a pengine at a server, after one that was not an answer; others send theirs.
pengine_pull_response(Name, Options) :-
    '$peng_named'(Name, Id),
    (   pengine_store:remote(Id, Url, _)
    ->  '$peng_ask_server'(Url, pull_response, Id, Options)
    ;   true
    ).

%! pengine_event_loop(:Closure, +Options) is det.
%  Calls Closure with each event of the pengines of this thread, until all have ended. An error for which Closure fails is
%  raised. Events are without times: success(Id, Answers, More), failure(Id).
%  ?- pengine_event_loop(writeln, []).
pengine_event_loop(Closure, Options) :-
    '$peng_state',
    thread_self(Me),
    (   pengine_store:child(Me, _, _)
    ->  thread_get_message(Me, pengine_event(_, Event)),
        '$peng_happened'(Event, Closure, Options),
        pengine_event_loop(Closure, Options)
    ;   true
    ).

%! '$peng_happened'(+Event, :Closure, +Options) is det.
'$peng_happened'(create(Id, Features), Closure, Options) :-
    !,
    (   select_option(answer(Answer), Features, Others)
    ->  ignore(call(Closure, create(Id, Others))),
        '$peng_happened'(Answer, Closure, Options)
    ;   ignore(call(Closure, create(Id, Features)))
    ).
'$peng_happened'(destroy(Id, Event), Closure, Options) :-
    !,
    '$peng_happened'(Event, Closure, Options),
    '$peng_happened'(destroy(Id), Closure, Options).
'$peng_happened'(destroy(Id), Closure, _) :-
    !,
    '$peng_forget'(Id),
    ignore(call(Closure, destroy(Id))).
'$peng_happened'(success(Id, Answers, _, _, More), Closure, _) :-
    !,
    ignore(call(Closure, success(Id, Answers, More))).
'$peng_happened'(failure(Id, _), Closure, _) :-
    !,
    ignore(call(Closure, failure(Id))).
'$peng_happened'(error(Id, Error), Closure, _) :-
    !,
    (   call(Closure, error(Id, Error))
    ->  true
    ;   thread_self(Me),
        forall(retract(pengine_store:child(Me, _, Child)), catch(pengine_destroy(Child, [force(true)]), _, true)),
        throw(Error)
    ).
'$peng_happened'(Event, Closure, Options) :-
    ignore(call(Closure, Event)),
    (   functor(Event, Name, 2),
        memberchk(Name, [output,debug])
    ->  arg(1, Event, Id),
        pengine_pull_response(Id, Options)
    ;   true
    ).

%! pengine_rpc(+Url, :Query) is nondet.
%  As pengine_rpc/3, without options.
pengine_rpc(Url, Query) :-
    pengine_rpc(Url, Query, []).

%! pengine_rpc(+Url, :Query, +Options) is nondet.
%  True for the answers to Query that the server at Url gives. Options are those of pengine_create/1, and timeout(300),
%  seconds for each event. What the query writes is written, and pengine_input/2 reads from the current input.
%  ?- pengine_rpc('http://localhost:1', true).   %=> socket_error(econnrefused, 'Connection refused').
pengine_rpc(Url, Query0, Qualified) :-
    strip_module(Query0, _, Query),
    strip_module(Qualified, Module, Options0),
    must_be(list, Options0),
    ( memberchk(timeout(_), Options0) -> Options = Options0 ; Options = [timeout(300)|Options0] ),
    term_variables(Query, Variables),
    Template =.. [v|Variables],
    State = state(true),
    setup_call_cleanup(
        pengine_create(Module:[ask(Query),template(Template),server(Url),id(Id)|Options]),
        '$peng_answer'(Template, State, Id, Options),
        '$peng_rpc_end'(State, Id)
    ).

%! '$peng_rpc_end'(+State, +Id) is det.
'$peng_rpc_end'(state(Lives), Id) :-
    (   Lives == true
    ->  catch(pengine_destroy(Id), _, true),
        thread_self(Me),
        '$peng_drop_events'(Me, Id),
        '$peng_forget'(Id)
    ;   true
    ).

%! '$peng_drop_events'(+Thread, +Id) is det.
'$peng_drop_events'(Me, Id) :-
    (   thread_get_message(Me, pengine_event(Id, _), [timeout(0)])
    ->  '$peng_drop_events'(Me, Id)
    ;   true
    ).

%! '$peng_answer'(+Template, +State, +Id, +Options) is nondet.
'$peng_answer'(Template, State, Id, Options) :-
    memberchk(timeout(Seconds), Options),
    pengine_event(Event, [listen(Id),timeout(Seconds)]),
    (   Event == timeout
    ->  throw(error(timeout_error(read, Id), _))
    ;   '$peng_answered'(Event, Template, State, Id, Options)
    ).

%! '$peng_answered'(+Event, +Template, +State, +Id, +Options) is nondet.
'$peng_answered'(create(_, Features), Template, State, Id, Options) :-
    (   memberchk(answer(Answer), Features)
    ->  '$peng_answered'(Answer, Template, State, Id, Options)
    ;   '$peng_answer'(Template, State, Id, Options)
    ).
'$peng_answered'(destroy(_, Event), Template, State, Id, Options) :-
    nb_setarg(1, State, false),
    '$peng_forget'(Id),
    '$peng_answered'(Event, Template, State, Id, Options).
'$peng_answered'(destroy(_), _, State, _, _) :-
    nb_setarg(1, State, false),
    fail.
'$peng_answered'(error(_, Error), _, _, _, _) :-
    throw(Error).
'$peng_answered'(success(_, Answers, _, _, More), Template, State, Id, Options) :-
    (   More == true
    ->  (   member(Template, Answers)
        ;   pengine_next(Id, []),
            '$peng_answer'(Template, State, Id, Options)
        )
    ;   member(Template, Answers)
    ).
'$peng_answered'(output(_, Term), Template, State, Id, Options) :-
    ( ( atomic(Term), \+ number(Term) ) -> write(Term) ; print(Term) ),
    pengine_pull_response(Id, []),
    '$peng_answer'(Template, State, Id, Options).
'$peng_answered'(debug(_, Text), Template, State, Id, Options) :-
    print_message(informational, format("~w", [Text])),
    pengine_pull_response(Id, []),
    '$peng_answer'(Template, State, Id, Options).
'$peng_answered'(prompt(_, Prompt), Template, State, Id, Options) :-
    setup_call_cleanup(prompt(Old, Prompt), read(Input), prompt(_, Old)),
    pengine_respond(Id, Input, []),
    '$peng_answer'(Template, State, Id, Options).

%! '$peng_create_remote'(+Url, +Options, +Parent) is det.
'$peng_create_remote'(Url, Options0, Me) :-
    ( ( memberchk(ask(Goal), Options0), \+ memberchk(template(_), Options0) ) -> Options = [template(Goal)|Options0] ; Options = Options0 ),
    partition('$peng_is_of_create', Options, Own, Others0),
    exclude('$peng_is_local', Others0, Others),
    '$peng_described'(Own, Pairs),
    dict_create(Data, _, [format-prolog|Pairs]),
    '$peng_server_url'(Url, create, [], Place),
    http_open(Place, In, [post(json(Data))|Others]),
    call_cleanup('$peng_read_event'(In, Event), close(In, [force(true)])),
    arg(1, Event, Id),
    '$peng_note_child'(Options, Me, Id),
    option(destroy(Destroy), Options, true),
    ( Event = error(_, _) -> true ; assertz(pengine_store:remote(Id, Url, Destroy)) ),
    thread_send_message(Me, pengine_event(Id, Event)).

%! '$peng_is_of_create'(+Option) is semidet.
'$peng_is_of_create'(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [ask,template,chunk,destroy,application,src_text,src_url]).

%! '$peng_is_local'(+Option) is semidet.
'$peng_is_local'(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [id,alias,timeout]).

%! '$peng_described'(+Options, -Pairs) is det.
%  Terms are sent as texts; those that share variables are written together.
'$peng_described'(Options, Pairs) :-
    (   memberchk(ask(Goal), Options)
    ->  memberchk(template(Template), Options),
        copy_term_nat(Goal-Template, Copy),
        numbervars(Copy, 0, _),
        Copy = GoalCopy-TemplateCopy,
        Writing = [quoted(true),ignore_ops(true),dotlists(false),numbervars(true)],
        format(string(GoalText), "~W", [GoalCopy,Writing]),
        format(string(TemplateText), "~W", [TemplateCopy,Writing]),
        Asked = [ask-GoalText,template-TemplateText]
    ;   Asked = []
    ),
    findall(
        Name-Value,
        ( member(Option, Options), Option =.. [Name,Value], \+ memberchk(Name, [ask,template]) ),
        Others
    ),
    append(Asked, Others, Pairs).

%! '$peng_server_url'(+Url, +Action, +Parameters, -Place) is det.
'$peng_server_url'(Url, Action, Parameters, Place) :-
    ( sub_atom(Url, _, 1, 0, /) -> Slash = '' ; Slash = / ),
    (   Parameters == []
    ->  format(atom(Place), "~w~wpengine/~w", [Url,Slash,Action])
    ;   uri_query_components(Query, Parameters),
        format(atom(Place), "~w~wpengine/~w?~w", [Url,Slash,Action,Query])
    ).

%! '$peng_ask_server'(+Url, +Action, +Id, +Options) is det.
'$peng_ask_server'(Url, Action, Id, Options) :-
    '$peng_server_url'(Url, Action, [id=Id,format=prolog], Place),
    http_open(Place, In, Options),
    call_cleanup('$peng_read_event'(In, Event), close(In, [force(true)])),
    thread_self(Me),
    thread_send_message(Me, pengine_event(Id, Event)).

%! '$peng_read_event'(+In, -Event) is det.
'$peng_read_event'(In, Event) :-
    set_stream(In, encoding(utf8)),
    read_term(In, Event, []),
    ( callable(Event) -> true ; type_error(pengine_event, Event) ).
