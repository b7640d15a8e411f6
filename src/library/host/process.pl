% Other programs as processes, with the names of library(process). An engine needs to be granted processes.

%! process_create(+Program, :Arguments, :Options) is det.
%  Starts Program, path(Name) or the name of a file, with Arguments: texts, numbers, file(File), or lists of such, which
%  are joined. Options: stdin(Spec), stdout(Spec) and stderr(Spec), where Spec is std, null, pipe(Stream),
%  pipe(Stream, Options) or stream(Stream); cwd(Directory); env([Name=Value, ...]) for all of the environment,
%  environment([Name=Value, ...]) for additions; process(Process); detached(Boolean). Without process(Process), it is
%  waited for, here or when the last pipe is closed; an exit status other than 0 is then an error.
%  ?- catch(process_create(path(no_such_program), [], []), error(E, _), true).   %=> E = existence_error(source_sink, path(no_such_program)).
%  ?- process_create(_, [], []).   %=> instantiation_error.
process_create(Program, Arguments0, Options0) :-
    strip_module(Arguments0, _, Arguments),
    strip_module(Options0, _, Options),
    must_be(nonvar, Program),
    must_be(list, Arguments),
    must_be(list, Options),
    '$process_grant'(Program),
    '$process_program'(Program, File),
    '$process_arguments'(Arguments, Texts),
    '$process_options'(Options, how(std,std,std,[],[],false,true), How, [], Pipes, Process),
    '$process_create'(File, Texts, How, Number, Streams),
    '$process_pipes'([1,2,3], Pipes, Streams),
    (   nonvar(Process),
        Process = process(Number0)
    ->  Number0 = Number
    ;   Pipes == []
    ->  process_wait(Number, Status),
        (   Status == exit(0)
        ->  true
        ;   throw(error(process_error(File, Status), _))
        )
    ;   true
    ).

%! '$open_pipe'(+Command, +Mode, -Stream, +Options) is det.
%  Called by open/3,4 for the file pipe(Command). Closing the stream waits for the command; its exit status is not looked
%  at.
'$open_pipe'(Command, Mode, Stream, Options) :-
    must_be(list, Options),
    ( var(Stream) -> true ; uninstantiation_error(Stream) ),
    '$need_text'(Command),
    must_be(oneof([read,write]), Mode),
    ( selectchk(alias(Alias), Options, Others) -> true ; Others = Options ),
    ( Mode == read -> End = stdout(pipe(Stream, Others)) ; End = stdin(pipe(Stream, Others)) ),
    (   current_prolog_flag(windows, true)
    ->  atomic_list_concat([Command,' & exit 0'], Line),
        process_create(path(cmd), ['/c',Line], [End])
    ;   process_create(path(sh), ['-c','( eval "$0" ); exit 0',Command], [End])
    ),
    ( var(Alias) -> true ; set_stream(Stream, alias(Alias)) ).

%! '$process_grant'(+Culprit)
%  Raises an error if the engine was not granted processes.
'$process_grant'(Culprit) :-
    catch('$find_program'('', _), error(permission_error(A, T, _), C), throw(error(permission_error(A, T, Culprit), C))),
    !.
'$process_grant'(_).

%! '$process_program'(+Program, -File)
'$process_program'(Program, File) :-
    (   Program = path(Name)
    ->  (   '$find_program'(Name, File)
        ->  true
        ;   existence_error(source_sink, Program)
        )
    ;   absolute_file_name(Program, File, [access(execute),file_errors(fail)])
    ->  true
    ;   existence_error(source_sink, Program)
    ).

%! '$process_arguments'(+Arguments, -Texts)
'$process_arguments'([], []).
'$process_arguments'([Argument|Arguments], [Text|Texts]) :-
    '$process_argument'(Argument, Text),
    '$process_arguments'(Arguments, Texts).

%! '$process_argument'(+Argument, -Text)
'$process_argument'(Argument, Text) :-
    must_be(nonvar, Argument),
    (   Argument = file(File)
    ->  absolute_file_name(File, Text, [file_errors(fail)])
    ;   Argument = [_|_]
    ->  '$process_arguments'(Argument, Parts),
        atomic_list_concat(Parts, Text)
    ;   atomic(Argument)
    ->  format(atom(Text), "~w", [Argument])
    ;   type_error(atomic, Argument)
    ).

%! '$process_options'(+Options, +How0, -How, +Pipes0, -Pipes, -Process)
%  Pipes is a list of pipe(Index, Stream, Options).
'$process_options'([], How, How, Pipes, Pipes, _).
'$process_options'([Option|Options], How0, How, Pipes0, Pipes, Process) :-
    must_be(nonvar, Option),
    (   '$process_stream_option'(Option, Index, Spec)
    ->  '$process_spec'(Spec, Index, Kind, Pipes0, Pipes1),
        '$changed_argument'(Index, How0, Kind, How1)
    ;   Option = cwd(Directory)
    ->  absolute_file_name(Directory, Path, [file_type(directory)]),
        '$changed_argument'(4, How0, Path, How1),
        Pipes1 = Pipes0
    ;   ( Option = env(List) ; Option = environment(List) )
    ->  '$process_environment'(List, Pairs),
        functor(Option, Name, _),
        Environment =.. [Name,Pairs],
        '$changed_argument'(5, How0, Environment, How1),
        Pipes1 = Pipes0
    ;   Option = process(_)
    ->  Process = Option,
        '$changed_argument'(7, How0, false, How1),
        Pipes1 = Pipes0
    ;   Option = detached(Detached)
    ->  must_be(boolean, Detached),
        '$changed_argument'(6, How0, Detached, How1),
        Pipes1 = Pipes0
    ;   Option = window(_)
    ->  How1 = How0,
        Pipes1 = Pipes0
    ;   domain_error(process_option, Option)
    ),
    '$process_options'(Options, How1, How, Pipes1, Pipes, Process).

%! '$process_stream_option'(+Option, -Index, -Spec) is semidet.
'$process_stream_option'(stdin(Spec), 1, Spec).
'$process_stream_option'(stdout(Spec), 2, Spec).
'$process_stream_option'(stderr(Spec), 3, Spec).

%! '$process_spec'(+Spec, +Index, -Kind, +Pipes0, -Pipes)
'$process_spec'(Spec, Index, Kind, Pipes0, Pipes) :-
    must_be(nonvar, Spec),
    (   memberchk(Spec, [std,null])
    ->  Kind = Spec,
        Pipes = Pipes0
    ;   Spec = pipe(Stream)
    ->  Kind = pipe,
        Pipes = [pipe(Index, Stream, [])|Pipes0]
    ;   Spec = pipe(Stream, Options)
    ->  must_be(list, Options),
        Kind = pipe,
        Pipes = [pipe(Index, Stream, Options)|Pipes0]
    ;   Spec = stream(_)
    ->  Kind = Spec,
        Pipes = Pipes0
    ;   domain_error(process_stream, Spec)
    ).

%! '$process_environment'(+List, -Pairs)
'$process_environment'(List, Pairs) :-
    must_be(list, List),
    maplist('$process_variable', List, Pairs).

%! '$process_variable'(+Setting, -Pair)
'$process_variable'(Setting, Name-Value) :-
    (   nonvar(Setting),
        ( Setting = (Name0=Value0) ; Setting =.. [Name0,Value0] )
    ->  format(atom(Name), "~w", [Name0]),
        format(atom(Value), "~w", [Value0])
    ;   type_error(environment_variable, Setting)
    ).

%! '$changed_argument'(+Index, +Term, +Value, -Copy)
'$changed_argument'(Index, Term, Value, Copy) :-
    duplicate_term(Term, Copy),
    setarg(Index, Copy, Value).

%! '$process_pipes'(+Indexes, +Pipes, +Streams)
%  Streams are in the order of standard input, output, error.
'$process_pipes'([], _, []).
'$process_pipes'([Index|Indexes], Pipes, Streams) :-
    (   memberchk(pipe(Index, Wanted, Options), Pipes)
    ->  Streams = [Stream|Others],
        '$process_stream_settings'(Options, Stream),
        Wanted = Stream
    ;   Others = Streams
    ),
    '$process_pipes'(Indexes, Pipes, Others).

%! '$process_stream_settings'(+Options, +Stream)
'$process_stream_settings'([], _).
'$process_stream_settings'([Option|Options], Stream) :-
    (   memberchk(Option, [type(_),encoding(_),alias(_),buffer(_)])
    ->  set_stream(Stream, Option)
    ;   true
    ),
    '$process_stream_settings'(Options, Stream).

%! process_wait(+Process, -Status) is det.
%  Waits until Process ends; Status is exit(Code) or killed(Signal).
%  ?- process_wait(a, _).   %=> type_error(integer, a).
process_wait(Process, Status) :-
    process_wait(Process, Status, []).

%! process_wait(+Process, -Status, +Options) is det.
%  Like process_wait/2. With the option timeout(Seconds), Status is `timeout` if Process does not end within that time.
%  ?- process_wait(_, _, []).   %=> instantiation_error.
process_wait(Process, Status, Options) :-
    must_be(integer, Process),
    must_be(list, Options),
    (   memberchk(timeout(Seconds), Options),
        Seconds \== infinite
    ->  must_be(number, Seconds),
        Wait is max(0, Seconds)
    ;   Wait = -1
    ),
    '$process_wait'(Process, Wait, Status).

%! process_kill(+Process) is det.
%  Ends Process by the signal `term`.
%  ?- process_kill(_).   %=> instantiation_error.
process_kill(Process) :-
    process_kill(Process, term).

%! process_kill(+Process, +Signal) is det.
%  Sends Signal, a number or a name such as `kill` or `int`, to Process.
process_kill(Process, Signal) :-
    '$signal_number'(Signal, Number),
    '$process_kill'(Process, Number, false).

%! process_group_kill(+Process) is det.
%  Like process_kill/1 for the group of processes that Process leads, which was started with detached(true).
process_group_kill(Process) :-
    process_group_kill(Process, term).

%! process_group_kill(+Process, +Signal) is det.
%  Like process_kill/2 for the group of processes that Process leads.
process_group_kill(Process, Signal) :-
    '$signal_number'(Signal, Number),
    '$process_kill'(Process, Number, true).

%! '$signal_number'(+Signal, -Number)
'$signal_number'(Signal, Number) :-
    must_be(nonvar, Signal),
    (   integer(Signal)
    ->  Number = Signal
    ;   nth1(Number, [hup,int,quit,ill,trap,abrt,bus,fpe,kill,usr1,segv,usr2,pipe,alrm,term,stkflt,chld,cont,stop,
                      tstp,ttin,ttou], Signal)
    ->  true
    ;   domain_error(signal, Signal)
    ).

%! is_process(@Process) is semidet.
%  True if Process can be the number of a process.
%  ?- is_process(1), \+ is_process(a).
is_process(Process) :-
    integer(Process),
    Process > 0.

%! process_id(+Process, -Number) is det.
%  Number is the number of Process.
%  ?- process_id(7, N).   %=> N = 7.
process_id(Process, Number) :-
    must_be(integer, Process),
    Number = Process.
