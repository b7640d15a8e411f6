% Engines that programs and browsers ask over HTTP, with the names of library(pengines). A pengine is a thread with a module of
% its own; a goal that it is asked runs in an engine, and only if safe_goal/1 accepts it. Once the library is loaded,
% http_dispatch/1 answers below /pengine.
%
% The limits of an application are settings of its module: time_limit(300), seconds for the answers to a request;
% safe_goal_limit(10), seconds for the check of a goal; idle_limit(300), seconds for which a pengine waits for a request;
% thread_pool_size(100), pengines of all applications at a time; program_space(1000000), characters of a text.

%! pengine_application(+Application) is det.
%  Directive that lets pengines run in the module Application, with what it defines. Other pengines run in pengine_sandbox.
%  ?- pengine_application(shop), current_pengine_application(shop).
pengine_application(Application) :-
    must_be(atom, Application),
    '$peng_state',
    (   pengine_store:application(Application)
    ->  true
    ;   assertz(pengine_store:application(Application)),
        forall(
            '$peng_limit'(Name, Default),
            ( catch(setting(Application:Name, _), _, fail) -> true ; setting(Application:Name, number, Default, '') )
        )
    ).

%! current_pengine_application(?Application) is nondet.
%  Application is one of pengines.
%  ?- current_pengine_application(pengine_sandbox).
current_pengine_application(Application) :-
    '$peng_state',
    (   Application = pengine_sandbox
    ;   pengine_store:application(Application)
    ).

%! '$peng_state' is det.
%  The facts of pengines are in a module that threads share.
'$peng_state' :-
    dynamic([pengine_store:application/1,pengine_store:pengine/6,pengine_store:queue/3,pengine_store:remote/3,pengine_store:child/3,pengine_store:busy/1]).

%! '$peng_limit'(?Name, -Default) is nondet.
'$peng_limit'(time_limit, 300).
'$peng_limit'(safe_goal_limit, 10).
'$peng_limit'(idle_limit, 300).
'$peng_limit'(thread_pool_size, 100).
'$peng_limit'(program_space, 1000000).

%! '$peng_setting'(+Application, +Name, -Value) is det.
'$peng_setting'(Application, Name, Value) :-
    (   catch(setting(Application:Name, Set), _, fail)
    ->  Value = Set
    ;   '$peng_limit'(Name, Value)
    ).

%! pengine_create(:Options) is det.
%  Makes a pengine, which tells this thread what happens by events: create(Id, Features), then those of pengine_ask/3. Options:
%  id(-Id); alias(Name); server(Url), to make it there; ask(Goal), to ask it at once, with template(Template) and chunk(Count);
%  application(Name); destroy(true), whether it ends when a goal has no more answers; src_text(Text), src_list(Clauses),
%  src_predicates([Name/Arity, ...]), clauses that it gets; for one at a server also options of http_open/3.
%  ?- pengine_create([ask(member(X, [a,b])),chunk(5)]), pengine_event(create(_I, _)), pengine_event(destroy(_I, success(_I, L, _, _, false))).   %=> L = [member(a,[a,b]), member(b,[a,b])].
pengine_create(Qualified) :-
    strip_module(Qualified, Module, Options0),
    must_be(list, Options0),
    '$peng_state',
    '$peng_sources'(Options0, Module, Options),
    thread_self(Me),
    (   select_option(server(Url), Options, Others)
    ->  '$peng_create_remote'(Url, Others, Me)
    ;   '$peng_new_id'(Id),
        '$peng_start'(Id, Options, Me),
        '$peng_note_child'(Options, Me, Id)
    ).

%! '$peng_note_child'(+Options, +Parent, +Id) is det.
'$peng_note_child'(Options, Parent, Id) :-
    ignore(memberchk(id(Id), Options)),
    option(alias(Name), Options, Id),
    assertz(pengine_store:child(Parent, Name, Id)).

%! '$peng_new_id'(-Id) is det.
%  Id cannot be guessed: who knows it may ask the pengine.
'$peng_new_id'(Id) :-
    '$http_random'(Digits),
    findall(Part, ( member(At-Length, [0-8,8-4,12-4,16-4,20-12]), sub_atom(Digits, At, Length, _, Part) ), Parts),
    atomic_list_concat(Parts, -, Id).

%! '$peng_sources'(+Options0, +Module, -Options) is det.
%  The clauses that a pengine gets as one text.
'$peng_sources'(Options0, Module, Options) :-
    partition('$peng_is_source', Options0, Sources, Others),
    (   Sources == []
    ->  Options = Options0
    ;   findall(Text, ( member(Source, Sources), '$peng_source'(Source, Module, Text) ), Texts),
        atomics_to_string(Texts, All),
        Options = [src_text(All)|Others]
    ).

%! '$peng_is_source'(+Option) is semidet.
'$peng_is_source'(Option) :-
    compound(Option),
    functor(Option, Name, 1),
    memberchk(Name, [src_text,src_list,src_predicates]).

%! '$peng_source'(+Option, +Module, -Text) is det.
'$peng_source'(src_text(Text), _, Text).
'$peng_source'(src_list(Clauses), _, Text) :-
    must_be(list, Clauses),
    with_output_to(string(Text), forall(member(Clause, Clauses), format("~k .~n", [Clause]))).
'$peng_source'(src_predicates(Indicators), Module, Text) :-
    must_be(list, Indicators),
    with_output_to(string(Text), forall(member(Indicator, Indicators), listing(Module:Indicator))).

%! '$peng_start'(+Id, +Options, +Parent) is det.
%  Begins a pengine that tells Parent, a thread or a queue.
'$peng_start'(Id, Options, Parent) :-
    option(application(Application), Options, pengine_sandbox),
    must_be(atom, Application),
    (   current_pengine_application(Application)
    ->  true
    ;   existence_error(pengine_application, Application)
    ),
    aggregate_all(count, pengine_store:pengine(_, _, _, _, _, _), Count),
    '$peng_setting'(Application, thread_pool_size, Most),
    (   Count < Most
    ->  true
    ;   resource_error(pengines)
    ),
    option(destroy(Destroy), Options, true),
    must_be(boolean, Destroy),
    option(chunk(Chunk), Options, 1),
    must_be(positive_integer, Chunk),
    set_temporary_module(Id),
    add_import_module(Id, Application, start),
    thread_create('$peng_main'(Id, Options), Thread, [detached(true)]),
    assertz(pengine_store:pengine(Id, Thread, Application, Destroy, Parent, Id)),
    thread_send_message(Thread, '$peng'(begin)).

%! '$peng_tell'(+Id, +Event) is det.
'$peng_tell'(Id, Event) :-
    pengine_store:pengine(Id, _, _, _, Parent, _),
    ignore(catch(thread_send_message(Parent, pengine_event(Id, Event)), _, true)).

%! '$peng_main'(+Id, +Options) is det.
%  What the thread of a pengine does.
'$peng_main'(Id, Options) :-
    catch(
        ( thread_get_message('$peng'(begin)), '$peng_first'(Id, Options) ),
        Ball,
        ( Ball == '$peng_end' -> true ; catch('$peng_tell'(Id, destroy(Id, error(Id, Ball))), _, true) )
    ),
    '$peng_gone'(Id).

%! '$peng_gone'(+Id) is det.
%  Forgets a pengine. Its events stay until they are asked for.
'$peng_gone'(Id) :-
    retractall(pengine_store:pengine(Id, _, _, _, _, _)),
    retractall(pengine_store:busy(Id)),
    get_time(Now),
    with_mutex('$pengine_queues',
        forall(retract(pengine_store:queue(Id, Queue, _)), assertz(pengine_store:queue(Id, Queue, Now)))),
    '$drop_temporary_module'(Id).

%! '$peng_first'(+Id, +Options) is det.
'$peng_first'(Id, Options) :-
    pengine_store:pengine(Id, _, Application, _, _, _),
    option(src_text(Text), Options, ""),
    catch('$peng_load'(Text, Id, Application), Error, true),
    (   nonvar(Error)
    ->  '$peng_tell'(Id, create(Id, [slave_limit(3)])),
        '$peng_finish'(Id, error(Id, Error))
    ;   memberchk(ask(Goal), Options)
    ->  '$peng_ask'(Goal, Options, Id, create)
    ;   '$peng_tell'(Id, create(Id, [slave_limit(3)]))
    ),
    '$peng_loop'(Id).

%! '$peng_load'(+Text, +Id, +Application) is det.
%  Adds the clauses of a text. What they call is looked at when a goal is asked.
'$peng_load'(Text0, Id, Application) :-
    text_to_string(Text0, Text),
    string_length(Text, Length),
    '$peng_setting'(Application, program_space, Most),
    ( Length =< Most -> true ; resource_error(program_space) ),
    setup_call_cleanup(open_string(Text, In), '$peng_load_all'(In, Id), close(In)).

%! '$peng_load_all'(+In, +Id) is det.
'$peng_load_all'(In, Id) :-
    read_term(In, Term, [module(Id)]),
    (   Term == end_of_file
    ->  true
    ;   expand_term(Term, Expanded),
        ( is_list(Expanded) -> Terms = Expanded ; Terms = [Expanded] ),
        forall(member(One, Terms), '$peng_load_one'(One, Id)),
        '$peng_load_all'(In, Id)
    ).

%! '$peng_load_one'(+Term, +Id) is det.
'$peng_load_one'(Term, Id) :-
    (   Term = (:- dynamic(Indicators))
    ->  forall('$peng_indicator'(Indicators, Name/Arity), ( must_be(atom, Name), must_be(nonneg, Arity), dynamic(Id:Name/Arity) ))
    ;   Term = (:- Directive)
    ->  (   memberchk(Directive, [use_module(library(Library)),use_module(library(Library), _)])
        ->  '$peng_use'(Library, Id)
        ;   safe_goal(Id:(true, Directive)),
            ignore(Id:Directive)
        )
    ;   safe_assert(Id:Term)
    ->  assertz(Id:Term)
    ;   permission_error(assert, sandboxed, Term)
    ).

%! '$peng_use'(?Library, +Id) is det.
%  Imports a library that does no harm. Others are there as far as they need not be loaded.
'$peng_use'(Library, Id) :-
    (   memberchk(Library, [clpfd,clpb,simplex,dcg/basics,dcg/high_order,aggregate,assoc,pairs,lists,apply,yall,ugraphs,ordsets])
    ->  catch(Id:use_module(library(Library)), error(_, _), true)
    ;   true
    ).

%! '$peng_indicator'(+Indicators, -Indicator) is nondet.
'$peng_indicator'(Indicators, _) :-
    var(Indicators),
    !,
    instantiation_error(Indicators).
'$peng_indicator'((A,B), Indicator) :-
    !,
    ( '$peng_indicator'(A, Indicator) ; '$peng_indicator'(B, Indicator) ).
'$peng_indicator'(List, Indicator) :-
    is_list(List),
    !,
    member(Indicator, List).
'$peng_indicator'(Indicator, Indicator).

%! '$peng_loop'(+Id) is det.
%  Waits for requests, without a goal that has more answers.
'$peng_loop'(Id) :-
    '$peng_request'(Id, Request),
    (   Request = ask(Goal, Options)
    ->  '$peng_ask'(Goal, Options, Id, send)
    ;   Request == abort
    ->  '$peng_tell'(Id, abort(Id))
    ;   '$peng_tell'(Id, error(Id, error(protocol_error, _)))
    ),
    '$peng_loop'(Id).

%! '$peng_request'(+Id, -Request) is det.
'$peng_request'(Id, Request) :-
    pengine_store:pengine(Id, Thread, Application, _, _, _),
    '$peng_setting'(Application, idle_limit, Seconds),
    (   thread_get_message(Thread, '$peng'(Found), [timeout(Seconds)])
    ->  true
    ;   Found = destroy
    ),
    (   Found == destroy
    ->  '$peng_tell'(Id, destroy(Id)),
        throw('$peng_end')
    ;   Request = Found
    ).

%! '$peng_finish'(+Id, +Event) is det.
%  Tells an event after which a goal has no more answers.
'$peng_finish'(Id, Event) :-
    pengine_store:pengine(Id, _, _, Destroy, _, _),
    (   Destroy == true
    ->  '$peng_tell'(Id, destroy(Id, Event)),
        throw('$peng_end')
    ;   '$peng_tell'(Id, Event)
    ).

%! '$peng_ask'(+Goal, +Options, +Id, +How) is det.
%  Runs a goal up to the end of its answers. The first event of a new pengine is part of the one that tells that it is there.
'$peng_ask'(Goal, Options, Id, How) :-
    option(chunk(Chunk), Options, 1),
    option(template(Template), Options, Goal),
    option('$names'(Names), Options, []),
    (   How == create
    ->  '$peng_tell'(Id, create(Id, [slave_limit(3)]))
    ;   true
    ),
    catch('$peng_prepared'(Goal, Id, Prepared), Error, true),
    (   nonvar(Error)
    ->  ( Error == '$peng_end' -> throw(Error) ; '$peng_finish'(Id, error(Id, Error)) )
    ;   setup_call_cleanup(
            engine_create(s(Template, Det), call_cleanup(Prepared, Det = true), Engine),
            '$peng_answers'(Id, Engine, Chunk, Names),
            catch(engine_destroy(Engine), _, true)
        )
    ).

%! '$peng_prepared'(+Goal, +Id, -Prepared) is det.
%  Prepared is a goal that is known to do no harm.
'$peng_prepared'(Goal, Id, Id:Goal) :-
    pengine_store:pengine(Id, _, Application, _, _, _),
    '$peng_setting'(Application, safe_goal_limit, Seconds),
    ( call_with_time_limit(Seconds, safe_goal(Id:(true, Goal))) -> true ; permission_error(call, sandboxed, Goal) ).

%! '$peng_answers'(+Id, +Engine, +Chunk, +Names) is det.
'$peng_answers'(Id, Engine, Chunk, Names) :-
    pengine_store:pengine(Id, _, Application, _, _, _),
    '$peng_setting'(Application, time_limit, Seconds),
    statistics(cputime, Begun),
    with_output_to(
        string(Text),
        catch(
            ( assertz(pengine_store:busy(Id)), call_with_time_limit(Seconds, '$peng_take'(Chunk, Engine, Answers, More)) ),
            Ball,
            true
        )
    ),
    retractall(pengine_store:busy(Id)),
    statistics(cputime, Ended),
    Time is Ended - Begun,
    ( Text == "" -> true ; '$peng_tell'(Id, output(Id, Text)) ),
    (   Ball == '$peng_end'
    ->  throw(Ball)
    ;   Ball == '$peng_abort'
    ->  '$peng_finish'(Id, abort(Id))
    ;   nonvar(Ball)
    ->  '$peng_plain'(Ball, Plain),
        '$peng_finish'(Id, error(Id, Plain))
    ;   Answers == []
    ->  '$peng_finish'(Id, failure(Id, Time))
    ;   More == false
    ->  '$peng_finish'(Id, success(Id, Answers, Names, Time, false))
    ;   '$peng_tell'(Id, success(Id, Answers, Names, Time, true)),
        '$peng_more'(Id, Engine, Chunk, Names)
    ).

%! '$peng_take'(+Count, +Engine, -Answers, -More) is det.
'$peng_take'(0, _, [], true) :-
    !.
'$peng_take'(Count, Engine, Answers, More) :-
    (   engine_next(Engine, s(Answer, Det))
    ->  Answers = [Answer|Rest],
        (   Det == true
        ->  Rest = [],
            More = false
        ;   Count1 is Count - 1,
            '$peng_take'(Count1, Engine, Rest, More)
        )
    ;   Answers = [],
        More = false
    ).

%! '$peng_more'(+Id, +Engine, +Chunk, +Names) is det.
%  Waits for a request after answers, when there may be more.
'$peng_more'(Id, Engine, Chunk, Names) :-
    '$peng_request'(Id, Request),
    (   Request == next
    ->  '$peng_answers'(Id, Engine, Chunk, Names)
    ;   Request = next(Count),
        integer(Count),
        Count > 0
    ->  '$peng_answers'(Id, Engine, Count, Names)
    ;   Request == stop
    ->  '$peng_finish'(Id, stop(Id))
    ;   Request == abort
    ->  '$peng_finish'(Id, abort(Id))
    ;   Request = ask(Goal, Options)
    ->  engine_destroy(Engine),
        '$peng_ask'(Goal, Options, Id, send)
    ;   '$peng_tell'(Id, error(Id, error(protocol_error, _))),
        '$peng_more'(Id, Engine, Chunk, Names)
    ).

%! '$peng_plain'(+Term0, -Term) is det.
%  Term has texts for what no other program can read, such as streams.
'$peng_plain'(Term0, Term) :-
    (   blob(Term0, Type),
        \+ memberchk(Type, [text,reserved_symbol])
    ->  format(atom(Term), "~p", [Term0])
    ;   compound(Term0)
    ->  compound_name_arguments(Term0, Name, Arguments0),
        maplist('$peng_plain', Arguments0, Arguments),
        compound_name_arguments(Term, Name, Arguments)
    ;   Term = Term0
    ).

%! pengine_self(-Id) is semidet.
%  Id is the pengine that runs this.
%  ?- pengine_self(_).   %=> false.
pengine_self(Id) :-
    '$peng_state',
    thread_self(Me),
    pengine_store:pengine(Id, Me, _, _, _, _),
    !.

%! '$peng_own'(-Id) is det.
'$peng_own'(Id) :-
    (   pengine_self(Found)
    ->  Id = Found
    ;   existence_error(pengine, self)
    ).

%! pengine_user(-User) is semidet.
%  There are no users: who may ask is decided before, by a handler or a proxy.
%  ?- pengine_user(_).   %=> false.
pengine_user(_) :-
    fail.

%! pengine_output(+Term) is det.
%  Sends output(Id, Term) to the one who has asked this pengine.
%  ?- pengine_output(x).   %=> existence_error(pengine, self).
pengine_output(Term) :-
    '$peng_own'(Id),
    '$peng_tell'(Id, output(Id, Term)).

%! pengine_debug(+Format, +Arguments) is det.
%  Sends debug(Id, Text), with a text as that of format/3.
%  ?- pengine_debug(x, []).   %=> existence_error(pengine, self).
pengine_debug(Format, Arguments) :-
    '$peng_own'(Id),
    format(string(Text), Format, Arguments),
    '$peng_tell'(Id, debug(Id, Text)).

%! pengine_input(+Prompt, -Term) is det.
%  Sends prompt(Id, Prompt) to the one who has asked this pengine, and waits for the answer, Term.
%  ?- pengine_input(x, _).   %=> existence_error(pengine, self).
pengine_input(Prompt, Term) :-
    '$peng_own'(Id),
    '$peng_tell'(Id, prompt(Id, Prompt)),
    '$peng_request'(Id, Request),
    (   Request = input(Input)
    ->  Term = Input
    ;   Request == abort
    ->  throw('$peng_abort')
    ;   throw(error(protocol_error, _))
    ).

%! pengine_property(?Id, ?Property) is nondet.
%  Property of a pengine: self(Id), thread(Thread), module(Module), application(Name), destroy(Boolean), parent(Queue),
%  remote(Url).
%  ?- pengine_property(no_pengine, _).   %=> false.
pengine_property(Id, Property) :-
    '$peng_state',
    (   pengine_store:pengine(Id, Thread, Application, Destroy, Parent, Module),
        member(Property, [self(Id),thread(Thread),module(Module),application(Application),destroy(Destroy),parent(Parent)])
    ;   pengine_store:remote(Id, Url, Destroy),
        member(Property, [self(Id),remote(Url),destroy(Destroy)])
    ).
