% What a server answers below /pengine, with the names of library(pengines): the protocol of SWI-Prolog's pengines.js.

%! '$peng_route'(+Path, -Closure, -Options) is semidet.
%  Closure answers a path, if library(pengines) is loaded.
'$peng_route'(Path, '$peng_http'(Action), [time_limit(infinite),methods(Methods)]) :-
    atom_concat('/pengine/', Action, Path),
    memberchk(
        Action-Methods,
        [   create-[get,post,options], send-[get,post,options], pull_response-[get,options], abort-[get,post,options],
            ping-[get,options], destroy_all-[get,post,options], list-[get], 'pengines.js'-[get]
        ]
    ),
    predicate_property(user:pengine_create(_), visible).

%! '$peng_http'(+Action, +Request) is det.
'$peng_http'(Action, Request) :-
    '$peng_state',
    (   memberchk(method(options), Request)
    ->  cors_enable(Request, [methods([get,post])]),
        format("Content-type: text/plain~n~n")
    ;   Action == 'pengines.js'
    ->  '$peng_script'(Script),
        format("Content-type: text/javascript; charset=UTF-8~n~n~w", [Script])
    ;   '$peng_do'(Action, Request)
    ).

%! '$peng_do'(+Action, +Request) is det.
'$peng_do'(create, Request) :-
    '$peng_parameters'(Request, Parameters),
    '$peng_format'(Parameters, Format),
    '$peng_new_id'(Id),
    message_queue_create(Queue),
    catch('$peng_options'(Parameters, Format, Options), Syntax, true),
    (   nonvar(Syntax)
    ->  message_queue_destroy(Queue),
        '$peng_reply'(Format, error(Id, Syntax))
    ;   '$peng_purge',
        assertz(pengine_store:queue(Id, Queue, alive)),
        catch('$peng_start'(Id, Options, Queue), Error, true),
        (   nonvar(Error)
        ->  '$peng_close_queue'(Id),
            '$peng_reply'(Format, error(Id, Error))
        ;   '$peng_wait'(Id, create(Id, Features)),
            (   memberchk(ask(_), Options)
            ->  '$peng_wait'(Id, Answer),
                append(Features, [answer(Answer)], All)
            ;   All = Features
            ),
            '$peng_reply'(Format, create(Id, All))
        )
    ).
'$peng_do'(send, Request) :-
    '$peng_parameters'(Request, Parameters),
    '$peng_format'(Parameters, Format),
    '$peng_id'(Parameters, Id),
    (   memberchk(event=Text0, Parameters)
    ->  Text = Text0
    ;   '$http_body_text'(Request, Text)
    ),
    (   pengine_store:pengine(Id, Thread, Application, _, _, _)
    ->  catch('$peng_request_of'(Text, Format, Application, Event), Error, true),
        (   nonvar(Error)
        ->  '$peng_reply'(Format, error(Id, Error))
        ;   '$peng_deliver'(Event, Thread),
            '$peng_wait'(Id, Answer),
            '$peng_reply'(Format, Answer)
        )
    ;   pengine_store:queue(Id, _, _)
    ->  '$peng_wait'(Id, Answer),
        '$peng_reply'(Format, Answer)
    ;   '$peng_reply'(Format, error(Id, error(existence_error(pengine, Id), _)))
    ).
'$peng_do'(pull_response, Request) :-
    '$peng_parameters'(Request, Parameters),
    '$peng_format'(Parameters, Format),
    '$peng_id'(Parameters, Id),
    (   pengine_store:queue(Id, _, _)
    ->  '$peng_wait'(Id, Answer),
        '$peng_reply'(Format, Answer)
    ;   '$peng_reply'(Format, error(Id, error(existence_error(pengine, Id), _)))
    ).
'$peng_do'(abort, Request) :-
    '$peng_parameters'(Request, Parameters),
    '$peng_format'(Parameters, Format),
    '$peng_id'(Parameters, Id),
    (   pengine_store:pengine(Id, _, _, _, _, _)
    ->  '$peng_signal'(Id),
        '$peng_wait'(Id, Answer),
        '$peng_reply'(Format, Answer)
    ;   '$peng_reply'(Format, error(Id, error(existence_error(pengine, Id), _)))
    ).
'$peng_do'(ping, Request) :-
    '$peng_parameters'(Request, Parameters),
    '$peng_format'(Parameters, Format),
    '$peng_id'(Parameters, Id),
    (   pengine_store:pengine(Id, _, _, _, _, _)
    ->  dict_create(State, _, [status-running]),
        '$peng_reply'(Format, ping(Id, State))
    ;   '$peng_reply'(Format, died(Id))
    ).
'$peng_do'(destroy_all, Request) :-
    '$peng_parameters'(Request, Parameters),
    ( memberchk(ids=Text, Parameters) -> true ; Text = '' ),
    atomic_list_concat(Ids, ',', Text),
    forall(member(Id, Ids), ( '$peng_kill'(Id, destroy(Id)), '$peng_close_queue'(Id) )),
    cors_enable,
    reply_json_dict("ok").
'$peng_do'(list, _) :-
    % Whose pengines there are is nobody else's business.
    dict_create(Reply, _, [pengines-[]]),
    reply_json_dict(Reply).

%! '$peng_parameters'(+Request, -Parameters) is det.
%  Parameters are those of the address, of a form, or the members of an object in JSON.
'$peng_parameters'(Request, Parameters) :-
    ( memberchk(content_type(Type), Request) -> true ; Type = none ),
    (   '$http_is_json'(Type)
    ->  http_read_json_dict(Request, Dict),
        ( is_dict(Dict) -> true ; throw(http_reply(bad_request("An object is wanted"))) ),
        dict_pairs(Dict, _, Pairs),
        findall(Name=Value, member(Name-Value, Pairs), Own)
    ;   Own = []
    ),
    '$http_form'(Request, Form),
    append(Own, Form, Parameters).

%! '$peng_format'(+Parameters, -Format) is det.
'$peng_format'(Parameters, Format) :-
    (   memberchk(format=Given, Parameters)
    ->  format(atom(Format), "~w", [Given]),
        (   memberchk(Format, [prolog,json,'json-s'])
        ->  true
        ;   throw(http_reply(bad_request("The format is prolog, json or json-s")))
        )
    ;   Format = prolog
    ).

%! '$peng_id'(+Parameters, -Id) is det.
'$peng_id'(Parameters, Id) :-
    (   memberchk(id=Given, Parameters)
    ->  format(atom(Id), "~w", [Given])
    ;   throw(http_reply(bad_request("Missing value for parameter id")))
    ).

%! '$peng_options'(+Parameters, +Format, -Options) is det.
'$peng_options'(Parameters, Format, Options) :-
    ( memberchk(application=Application0, Parameters) -> format(atom(Application), "~w", [Application0]) ; Application = pengine_sandbox ),
    findall(
        Option,
        (   member(Name, [chunk,destroy]),
            memberchk(Name=Given, Parameters),
            ( ( number(Given) ; memberchk(Given, [true,false]) ) -> Value = Given ; atom_to_term(Given, Value, _) ),
            Option =.. [Name,Value]
        ),
        Some
    ),
    ( memberchk(src_text=Text, Parameters) -> Source = [src_text(Text)] ; Source = [] ),
    ( memberchk(src_url=_, Parameters) -> permission_error(load, pengine_source, url) ; true ),
    (   memberchk(ask=Goal0, Parameters)
    ->  ( memberchk(template=Template0, Parameters) -> true ; Template0 = none ),
        '$peng_query'(Goal0, Template0, Format, Application, Asked)
    ;   Asked = []
    ),
    append([[application(Application)],Some,Source,Asked], Options).

%! '$peng_query'(+GoalText, +TemplateText, +Format, +Application, -Options) is det.
'$peng_query'(Goal0, Template0, Format, Application, [ask(Goal),template(Template),'$names'(Names)]) :-
    (   Template0 == none
    ->  format(string(Text), "(~w\n) .", [Goal0]),
        '$peng_read'(Text, Application, Goal, Bindings),
        '$peng_template'(Format, Goal, Bindings, Template)
    ;   format(string(Text), "(~w\n) - (~w\n) .", [Goal0,Template0]),
        '$peng_read'(Text, Application, Goal-Template, Bindings)
    ),
    '$peng_names'(Bindings, Names).

%! '$peng_read'(+Text, +Application, -Term, -Bindings) is det.
%  One term has to be there, no less and no more.
'$peng_read'(Text, Application, Term, Bindings) :-
    setup_call_cleanup(
        open_string(Text, In),
        (   read_term(In, Term, [variable_names(Bindings),module(Application),syntax_errors(error)]),
            read_term(In, End, [module(Application),syntax_errors(error)])
        ),
        close(In)
    ),
    ( End == end_of_file -> true ; syntax_error(end_of_clause_expected) ).

%! '$peng_template'(+Format, +Goal, +Bindings, -Template) is det.
'$peng_template'(Format, Goal, Bindings, Template) :-
    (   Format == prolog
    ->  Template = Goal
    ;   findall(Name, ( member(Name=_, Bindings), \+ sub_atom(Name, 0, _, _, '_') ), Names),
        findall(Name=_, member(Name, Names), Shown),
        '$peng_shared'(Shown, Bindings),
        Template = '$bindings'(Shown)
    ).

%! '$peng_shared'(+Shown, +Bindings) is det.
'$peng_shared'([], _).
'$peng_shared'([Pair|Pairs], Bindings) :-
    memberchk(Pair, Bindings),
    '$peng_shared'(Pairs, Bindings).

%! '$peng_names'(+Bindings, -Names) is det.
'$peng_names'(Bindings, Names) :-
    findall(Name, ( member(Name=_, Bindings), \+ sub_atom(Name, 0, _, _, '_') ), Names).

%! '$peng_request_of'(+Text, +Format, +Application, -Request) is det.
'$peng_request_of'(Text0, Format, Application, Request) :-
    format(string(Text1), "~w", [Text0]),
    split_string(Text1, "", " \t\r\n", [Text2]),
    ( string_concat(_, ".", Text2) -> string_concat(Text2, "\n", Text) ; string_concat(Text2, "\n .", Text) ),
    '$peng_read'(Text, Application, Term, Bindings),
    (   nonvar(Term),
        Term = ask(Goal, Options0)
    ->  must_be(list, Options0),
        '$peng_names'(Bindings, Names),
        (   memberchk(template(_), Options0)
        ->  Options = Options0
        ;   '$peng_template'(Format, Goal, Bindings, Template),
            Options = [template(Template)|Options0]
        ),
        option(chunk(Chunk), Options, 1),
        must_be(positive_integer, Chunk),
        Request = ask(Goal, ['$names'(Names)|Options])
    ;   must_be(callable, Term),
        Request = Term
    ).

%! '$peng_wait'(+Id, -Event) is det.
%  Waits for the next event of a pengine.
'$peng_wait'(Id, Event) :-
    (   pengine_store:pengine(Id, _, Application, _, _, _)
    ->  '$peng_setting'(Application, time_limit, Limit),
        Seconds is Limit + 2
    ;   Seconds = 0
    ),
    (   pengine_store:queue(Id, Queue, _),
        thread_get_message(Queue, pengine_event(Id, Found), [timeout(Seconds)])
    ->  Event = Found
    ;   % A goal that goes on after its time has caught what would have ended it.
        '$peng_kill'(Id, died(Id)),
        Event = destroy(Id, error(Id, time_limit_exceeded))
    ),
    (   '$peng_is_end'(Event, Id)
    ->  % Its thread may not have come to that.
        retractall(pengine_store:pengine(Id, _, _, _, _, _)),
        '$peng_close_queue'(Id)
    ;   true
    ).

%! '$peng_close_queue'(+Id) is det.
'$peng_close_queue'(Id) :-
    with_mutex('$pengine_queues', findall(Queue, retract(pengine_store:queue(Id, Queue, _)), Queues)),
    forall(member(Queue, Queues), catch(message_queue_destroy(Queue), _, true)).

%! '$peng_purge' is det.
%  Forgets the events of pengines that have ended, and that nobody has asked for.
'$peng_purge' :-
    get_time(Now),
    forall(
        ( pengine_store:queue(Id, _, Ended), number(Ended), Ended + 60 < Now ),
        '$peng_close_queue'(Id)
    ).

%! '$peng_reply'(+Format, +Event) is det.
'$peng_reply'(Format, Event) :-
    cors_enable,
    (   Format == prolog
    ->  copy_term_nat(Event, Copy0),
        '$peng_plain'(Copy0, Copy),
        format("Content-type: application/x-prolog; charset=UTF-8~n~n"),
        format("~W .~n", [Copy,[quoted(true),ignore_ops(true),dotlists(false),numbervars(false)]])
    ;   '$peng_event_json'(Event, Format, Json),
        reply_json_dict(Json)
    ).

%! '$peng_event_json'(+Event, +Format, -Json) is det.
'$peng_event_json'(create(Id, Features), Format, Json) :-
    !,
    findall(Name-Value, ( member(Feature, Features), '$peng_feature'(Feature, Format, Name, Value) ), Pairs),
    dict_create(Json, _, [event-"create",id-Id|Pairs]).
'$peng_event_json'(destroy(Id, Event), Format, Json) :-
    !,
    '$peng_event_json'(Event, Format, Data),
    dict_create(Json, _, [event-"destroy",id-Id,data-Data]).
'$peng_event_json'(success(Id, Answers0, Names, Time, More), Format, Json) :-
    !,
    copy_term_nat(Answers0, Answers1),
    '$peng_numbered'(Format, Answers1),
    findall(Data, ( member(Answer, Answers1), '$peng_answer_json'(Answer, Format, Data) ), Answers),
    dict_create(Json, _, [event-"success",id-Id,data-Answers,more-More,projection-Names,time-Time]).
'$peng_event_json'(failure(Id, Time), _, Json) :-
    !,
    dict_create(Json, _, [event-"failure",id-Id,time-Time]).
'$peng_event_json'(error(Id, Error), _, Json) :-
    !,
    message_to_string(Error, Message),
    (   nonvar(Error),
        Error = error(Formal, _),
        callable(Formal)
    ->  functor(Formal, Code, _),
        ( Formal = existence_error(Kind, Thing) -> format(string(Text), "~q", [Thing]), Arguments = [arg1-Kind,arg2-Text] ; Arguments = [] ),
        More = [code-Code|Arguments]
    ;   More = []
    ),
    dict_create(Json, _, [event-"error",id-Id,data-Message|More]).
'$peng_event_json'(Event, Format, Json) :-
    compound_name_arguments(Event, Name, [Id|Arguments]),
    (   Arguments = [Data0]
    ->  copy_term_nat(Data0, Data1),
        '$peng_numbered'(Format, Data1),
        '$peng_term_json'(Format, Data1, Data),
        More = [data-Data]
    ;   More = []
    ),
    dict_create(Json, _, [event-Name,id-Id|More]).

%! '$peng_numbered'(+Format, +Term) is det.
'$peng_numbered'(Format, Term) :-
    ( Format == json -> Options = [singletons(true)] ; Options = [] ),
    numbervars(Term, 0, _, Options).

%! '$peng_feature'(+Feature, +Format, -Name, -Value) is det.
'$peng_feature'(answer(Event), Format, answer, Json) :-
    !,
    '$peng_event_json'(Event, Format, Json).
'$peng_feature'(Feature, _, Name, Value) :-
    Feature =.. [Name,Value].

%! '$peng_answer_json'(+Answer, +Format, -Data) is det.
'$peng_answer_json'(Answer, Format, Data) :-
    (   Answer = '$bindings'(Bindings)
    ->  findall(Name-Value, ( member(Name=Term, Bindings), '$peng_term_json'(Format, Term, Value) ), Pairs),
        dict_create(Data, _, Pairs)
    ;   '$peng_term_json'(Format, Answer, Data)
    ).

%! '$peng_term_json'(+Format, +Term, -Value) is det.
%  In the format json a compound is an object with functor and args, a variable a text; in json-s each term is a text.
'$peng_term_json'(Format, Term, Value) :-
    (   string(Term),
        Format == json
    ->  Value = Term
    ;   Format == 'json-s'
    ->  format(string(Value), "~W", [Term,[quoted(true),numbervars(true),portray(true)]])
    ;   ( integer(Term) ; float(Term) )
    ->  Value = Term
    ;   Term == []
    ->  Value = []
    ;   atomic(Term)
    ->  format(string(Value), "~w", [Term])
    ;   Term == '$VAR'('_')
    ->  Value = "_"
    ;   Term = '$VAR'(_)
    ->  format(string(Value), "~W", [Term,[numbervars(true)]])
    ;   is_list(Term)
    ->  findall(One, ( member(Item, Term), '$peng_term_json'(Format, Item, One) ), Value)
    ;   is_dict(Term)
    ->  dict_pairs(Term, _, Pairs0),
        findall(Key-One, ( member(Key-Item, Pairs0), '$peng_term_json'(Format, Item, One) ), Pairs),
        dict_create(Value, _, Pairs)
    ;   compound_name_arguments(Term, Name, Arguments),
        findall(One, ( member(Argument, Arguments), '$peng_term_json'(Format, Argument, One) ), Args),
        dict_create(Value, _, [functor-Name,args-Args])
    ).
