% Exported predicates as a service: what `ferz serve` runs.

%! http_serve(+Files, +Options) is det.
%  Starts a server that answers GET /query?goal=Goal by JSON: the answers of a goal of a predicate that a module of Files
%  exports, or that a text of Files without a module defines. The page / shows the predicates, and a form to try them.
%  Parameters: limit(100), the most answers. Options: port(localhost:8080), workers(5), time_limit(5), seconds for a goal,
%  max_answers(1000), and others of http_server/2. A goal is one call: its arguments are data. Predicates that call their
%  arguments are not served.
%  ?- http_serve([], [port(localhost:_P)]), http_stop_server(_P, []).
http_serve(Files, Options) :-
    must_be(list, Files),
    must_be(list, Options),
    '$http_state',
    option(time_limit(Seconds), Options, 5),
    option(max_answers(Most), Options, 1000),
    findall(Path, ( member(File, Files), '$http_source'(File, Path) ), Paths),
    http_handler(root(.), '$http_serve_page'(Paths), [method(get)]),
    http_handler(root(query), '$http_serve_query'(Paths, Seconds, Most), [method(get),time_limit(infinite)]),
    exclude('$http_is_own', Options, Others),
    (   memberchk(port(_), Others)
    ->  http_server(http_dispatch, Others)
    ;   http_server(http_dispatch, [port(localhost:8080)|Others])
    ).

%! '$http_is_own'(+Option) is semidet.
'$http_is_own'(time_limit(_)).
'$http_is_own'(max_answers(_)).

%! '$http_source'(+File, -Path) is semidet.
'$http_source'(File, Path) :-
    absolute_file_name(File, Path, [file_type(prolog),access(read),file_errors(fail)]).

%! '$http_served'(+Paths, -Module, -Name, -Arity) is nondet.
'$http_served'(Paths, Module, Name, Arity) :-
    member(Path, Paths),
    (   current_module(Module),
        Module \== user,
        module_property(Module, file(Path))
    ->  module_property(Module, exports(Exports)),
        member(Name/Arity, Exports)
    ;   Module = user,
        source_file(user:Head, Path),
        functor(Head, Name, Arity)
    ),
    functor(Goal, Name, Arity),
    \+ '$http_calls_arguments'(Module, Goal).

%! '$http_calls_arguments'(+Module, +Goal) is semidet.
'$http_calls_arguments'(Module, Goal) :-
    predicate_property(Module:Goal, meta_predicate(Modes)),
    arg(_, Modes, Mode),
    memberchk(Mode, [0,1,2,3,4,5,6,7,8,9,^,//,:]),
    !.

%! '$http_serve_query'(+Paths, +Seconds, +Most, +Request) is det.
'$http_serve_query'(Paths, Seconds, Most, Request) :-
    http_parameters(Request, [goal(Text, [string]),limit(Limit0, [nonneg,default(100)])]),
    Limit is min(Limit0, Most),
    catch('$http_read_goal'(Text, Goal, Bindings), error(syntax_error(What), _), Syntax = What),
    (   nonvar(Syntax)
    ->  format(string(Message), "Syntax error: ~w", [Syntax]),
        '$http_serve_error'(400, Message)
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        '$http_served'(Paths, Module, Name, Arity)
    ->  '$http_serve_answers'(Module:Goal, Bindings, Seconds, Limit)
    ;   '$http_serve_error'(404, "No such predicate is served")
    ).

%! '$http_read_goal'(+Text, -Goal, -Bindings) is det.
'$http_read_goal'(Text, Goal, Bindings) :-
    setup_call_cleanup(
        ( string_concat(Text, " .", Ended), open_string(Ended, In) ),
        read_term(In, Goal, [variable_names(Bindings),syntax_errors(error)]),
        close(In)
    ).

%! '$http_serve_error'(+Status, +Message) is det.
'$http_serve_error'(Status, Message) :-
    dict_create(Reply, _, [error-Message]),
    reply_json_dict(Reply, [status(Status)]).

%! '$http_serve_answers'(:Goal, +Bindings, +Seconds, +Limit) is det.
'$http_serve_answers'(Goal, Bindings, Seconds, Limit) :-
    More is Limit + 1,
    catch(
        call_with_time_limit(Seconds, with_output_to(string(Output), findall(Bindings, limit(More, Goal), All))),
        Ball,
        true
    ),
    (   var(Ball)
    ->  length(All, Count),
        ( Count > Limit -> length(Kept, Limit), append(Kept, _, All), HasMore = true ; Kept = All, HasMore = false ),
        findall(Answer, ( member(Values, Kept), '$http_answer'(Values, Answer) ), Answers),
        dict_create(Reply, _, [answers-Answers,more-HasMore,output-Output]),
        reply_json_dict(Reply)
    ;   Ball == time_limit_exceeded
    ->  '$http_serve_error'(503, "The goal took too long")
    ;   '$http_told_ball'(Ball, Message),
        '$http_serve_error'(500, Message)
    ).

%! '$http_told_ball'(+Ball, -Message) is det.
%  The term of an error, without the places in the program.
'$http_told_ball'(Ball, Message) :-
    ( nonvar(Ball), Ball = error(Formal, _) -> Told = Formal ; Told = Ball ),
    format(string(Message), "~q", [Told]).

%! '$http_answer'(+Bindings, -Answer) is det.
'$http_answer'(Bindings, Answer) :-
    findall(
        Name-Value,
        ( member(Name=Term, Bindings), \+ sub_atom(Name, 0, _, _, '_'), nonvar(Term), '$http_json_value'(Term, Value) ),
        Pairs
    ),
    dict_create(Answer, _, Pairs).

%! '$http_json_value'(+Term, -Value) is det.
%  Numbers, texts, lists and dicts are those of JSON, other terms are texts of Prolog.
'$http_json_value'(Term, Value) :-
    (   ( integer(Term) ; float(Term) ; string(Term) )
    ->  Value = Term
    ;   atom(Term),
        Term \== []
    ->  atom_string(Term, Value)
    ;   is_list(Term)
    ->  findall(One, ( member(Item, Term), '$http_json_value'(Item, One) ), Value)
    ;   is_dict(Term)
    ->  dict_pairs(Term, _, Pairs0),
        findall(Key-One, ( member(Key-Item, Pairs0), '$http_json_value'(Item, One) ), Pairs),
        dict_create(Value, _, Pairs)
    ;   format(string(Value), "~q", [Term])
    ).

%! '$http_serve_page'(+Paths, +Request) is det.
'$http_serve_page'(Paths, _) :-
    findall(Name/Arity, '$http_served'(Paths, _, Name, Arity), Served0),
    sort(Served0, Served),
    findall(li(code(Text)), ( member(Indicator, Served), format(atom(Text), "~q", [Indicator]) ), Items),
    reply_html_page(
        title('Predicates'),
        [   h1('Predicates'),
            ul(Items),
            form(
                [action('/query'),method(get)],
                [   label([for(goal)], 'Goal '),
                    input([type(text),id(goal),name(goal),size(60),autofocus]),
                    ' ',
                    input([type(submit),value('Ask')])
                ]
            )
        ]
    ).

%! '$http_serve_files'(+Files, +Port) is det.
%  What the command runs: serves until the program is stopped.
'$http_serve_files'(Files, Port) :-
    http_serve(Files, [port(localhost:Port),silent(true)]),
    format("Serving at http://localhost:~d/, until Ctrl-C~n", [Port]),
    flush_output,
    repeat,
    sleep(3600),
    fail.
