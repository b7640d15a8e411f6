% The loader: reads a source clause by clause, runs directives, adds the other clauses to the database. It is a
% failure-driven loop, so that a long file leaves nothing on the heap.

%! consult(+Files) is det.
%  Loads a file, or each file of a list; `user` denotes standard input. A name with `~`, `$VARIABLE` or wildcards that is
%  no file stands for those that expand_file_name/2 gives.
consult(Files) :-
    var(Files),
    !,
    instantiation_error(Files).
consult(Files) :-
    is_list(Files),
    !,
    '$load_each'(Files, consult).
consult([_|Files]) :-
    must_be(list, Files).
consult(Module:File) :-
    !,
    must_be(atom, Module),
    '$consult_in'(File, Module).
consult(user) :-
    !,
    '$load_open_user',
    '$load_source'(_).
consult(File) :-
    '$own_module'(Module),
    '$consult_in'(File, Module),
    '$import_exports'(File, all).

%! '$consult_in'(+Files, +Module)
%  Loads files; the clauses of a text that is no module belong to Module.
'$consult_in'(File, Module) :-
    (   var(File)
    ->  instantiation_error(File)
    ;   is_list(File)
    ->  '$load_each'(File, consult_in(Module))
    ;   File = [_|_]
    ->  must_be(list, File)
    ;   File = Other:Plain
    ->  must_be(atom, Other),
        '$consult_in'(Plain, Other)
    ;   File == user
    ->  consult(File)
    ;   '$is_library'(File)
    ->  '$use_library'(File)
    ;   '$stands_for'(File, Names)
    ->  forall(member(Name, Names), '$consult_file'(Name, Module))
    ;   '$if_known'('$absent_library'(File, Library))
    ->  '$load_absent'(Library)
    ;   '$consult_file'(File, Module)
    ).

%! '$consult_file'(+File, +Module) is det.
'$consult_file'(File, Module) :-
    '$file_name'(File, Name),
    (   '$device_text'(Name, Text)
    ->  '$load_text'(Name, Text)
    ;   '$load_open'(Name)
    ),
    '$load_into'(Module),
    (   nb_current('$must_be_module', true)
    ->  '$load_module_file'(Name, Module)
    ;   '$load_source'(_)
    ).

%! '$device_text'(+Name, -Text) is semidet.
%  Text is what a named pipe or another device gives until its end. It may have to be waited for, which streams do in
%  slices.
'$device_text'(Name, Text) :-
    atom(Name),
    access_file(Name, read),
    \+ exists_file(Name),
    \+ exists_directory(Name),
    setup_call_cleanup(open(Name, read, Stream), read_string(Stream, _, Text), close(Stream)).

%! '$stands_for'(+File, -Names) is semidet.
%  True if File, which is no file, stands for those with Names, as expand_file_name/2 says.
'$stands_for'(File, Names) :-
    ( atom(File) ; string(File) ),
    !,
    string_chars(File, Chars),
    member(Char, Chars),
    memberchk(Char, [$,~,*,?,'[','{']),
    !,
    \+ exists_file(File),
    expand_file_name(File, Names),
    Names \= [],
    Names \== [File].

%! '$load_into'(+Module)
%  Makes Module that of the text just opened, and notes that it was loaded into it.
'$load_into'(Module) :-
    (   Module == user
    ->  true
    ;   '$load_set_module'(Module)
    ),
    '$load_place'(message(_, File, _, _, _, _)),
    absolute_file_name(File, Path),
    (   '$is_part'(Path, Module)
    ->  true
    ;   assertz('$module':part(Path, Module))
    ).

%! '$is_part'(+Path, ?Module) is semidet.
'$is_part'(Path, Module) :-
    '$if_known'('$module':part(Path, Module)),
    !.

%! '$is_library'(@Spec) is semidet.
%  True if Spec denotes a library of the system, which need not be loaded.
'$is_library'(Spec) :-
    '$plain_library'(Spec, library(Name)),
    '$library'(Name),
    !.

%! '$library_name'(+Name0, -Name)
%  Name is a term of slashes also if Name0 is an atom with slashes.
'$library_name'(Name0, Name) :-
    (   atom(Name0),
        sub_atom(Name0, _, _, _, /)
    ->  atomic_list_concat([First|Rest], /, Name0),
        foldl('$in_folder', Rest, First, Name)
    ;   Name = Name0
    ).

%! '$in_folder'(+File, +Folder, -Path)
'$in_folder'(File, Folder, Folder/File).

%! '$file_name'(+Spec, -Name)
%  Name is the file name that Spec denotes: an atom, a string, such names joined by slashes, or a path alias of
%  file_search_path/2.
'$file_name'(Spec, Name) :-
    (   var(Spec)
    ->  instantiation_error(Spec)
    ;   ( atom(Spec) ; string(Spec) )
    ->  Name = Spec
    ;   Spec = Folder/File
    ->  '$file_name'(Folder, FolderName),
        '$file_name'(File, FileName),
        atomic_list_concat([FolderName,/,FileName], Name)
    ;   compound(Spec),
        functor(Spec, _, 1)
    ->  (   absolute_file_name(Spec, Found, [file_type(prolog),access(read),file_errors(fail)])
        ->  Name = Found
        ;   ( '$if_known'('$note_lacking'(Spec, all)) -> true ; true ),
            existence_error(source_sink, Spec)
        )
    ;   type_error(atom, Spec)
    ).

%! '.'(+File, +Files) is det.
%  Loads the files. [File|Files] as a goal.
'.'(File, Files) :-
    consult([File|Files]).

%! load_files(+Files, +Options) is det.
%  Like consult/1. Options: if(not_loaded) and if(changed) skip files that are loaded already, and unchanged;
%  stream(Stream) loads the text of Stream under the name Files; imports(Imports) is use_module/2;
%  must_be_module(true) loads files only if they are modules. Other options are ignored.
%  ?- open_string("p(1). p(2).", S), load_files(text, [stream(S)]), p(X).   %=> X = 1 ; X = 2.
load_files(Files, Options) :-
    must_be(list, Options),
    (   memberchk(stream(Stream), Options)
    ->  read_string(Stream, _, Text),
        '$load_text'(Files, Text),
        '$load_and_import'(_)
    ;   memberchk(imports(Imports), Options)
    ->  use_module(Files, Imports)
    ;   selectchk(must_be_module(true), Options, Others)
    ->  '$as_module'(load_files(Files, Others))
    ;   memberchk(if(When), Options),
        When \== true
    ->  must_be(oneof([not_loaded,changed,exist]), When),
        '$load_if'(When, Files)
    ;   consult(Files)
    ).

%! '$load_if'(+When, +Files)
'$load_if'(not_loaded, Files) :-
    ensure_loaded(Files).
'$load_if'(exist, Files) :-
    forall('$each_file'(Files, File),
           (   exists_source(File)
           ->  consult(File)
           ;   true
           )).
'$load_if'(changed, Files) :-
    '$changed_files'(Changed),
    forall('$each_file'(Files, File),
           (   absolute_file_name(File, Name, [file_type(prolog),access(read),file_errors(fail)]),
               memberchk(Name, Changed)
           ->  consult(File)
           ;   ensure_loaded(File)
           )).

%! '$changed_files'(-Files) is det.
%  The files that have changed since they were loaded.
'$changed_files'(Files) :-
    '$program_files'(States),
    findall(File, member(File-changed, States), Files).

%! '$each_file'(+Files, -File) is nondet.
'$each_file'(Files, File) :-
    (   is_list(Files)
    ->  member(File, Files)
    ;   File = Files
    ).

%! make is det.
%  Reloads all files that have changed since they were loaded, and tells which.
make :-
    '$program_files'(States),
    '$make'(States),
    check.

%! ensure_loaded(+File) is det.
%  Loads a file, or each file of a list, unless it has been loaded already.
ensure_loaded(File) :-
    '$ensure'(File),
    '$import_exports'(File, all).

%! '$ensure'(+File)
'$ensure'(File) :-
    (   var(File)
    ->  instantiation_error(File)
    ;   is_list(File)
    ->  '$load_each'(File, ensure)
    ;   File == user
    ->  true
    ;   '$is_library'(File)
    ->  '$use_library'(File)
    ;   File = Module:Plain
    ->  must_be(atom, Module),
        '$ensure_in'(Plain, Module)
    ;   '$own_module'(Module),
        '$ensure_in'(File, Module)
    ).

%! '$ensure_in'(+File, +Module)
%  Loads a file unless it is a module that was loaded, or another text that was loaded into Module.
'$ensure_in'(File, Module) :-
    (   nonvar(File),
        ( File = _:_ ; is_list(File) ; '$is_library'(File) )
    ->  ( is_list(File) -> '$load_each'(File, ensure_in(Module)) ; ensure_loaded(File) )
    ;   '$if_known'('$absent_library'(File, Library))
    ->  '$load_absent'(Library)
    ;   '$file_name'(File, Name),
        '$is_loaded'(Name),
        '$belongs_to'(Name, Module)
    ->  true
    ;   '$consult_in'(File, Module)
    ).

%! '$belongs_to'(+File, +Module) is semidet.
'$belongs_to'(Name, Module) :-
    (   Module == user
    ->  true
    ;   absolute_file_name(Name, Path, [file_type(prolog),access(read),file_errors(fail)])
    ->  (   '$is_part'(Path, Module)
        ;   '$declared_module'(_, File, _),
            absolute_file_name(File, Path)
        )
    ;   true
    ),
    !.

%! include(+File) is det.
%  Directive that includes the text of a file, or of each file of a list, at this point.
include(File) :-
    (   is_list(File)
    ->  '$include_all'(File)
    ;   '$file_name'(File, Name),
        '$load_include'(Name),
        setup_call_cleanup(true, '$load_clauses', '$load_close')
    ).

%! '$include_all'(+Files)
'$include_all'([]).
'$include_all'([File|Files]) :-
    include(File),
    '$include_all'(Files).

%! '$load_and_import'(-Module) is det.
%  As '$load_source'/1; imports what the text exports if it is a module.
'$load_and_import'(Loaded) :-
    '$load_source'(Loaded),
    (   nonvar(Loaded),
        '$declared_module'(Loaded, _, _)
    ->  '$own_module'(Module),
        '$import_from'(Loaded, Module, all)
    ;   true
    ).

%! '$load_source'(-Module) is det.
%  Loads the open source to its end and closes it. Module is that of the text, unbound if it is user.
'$load_source'(Module) :-
    '$load_source'(true, Module).

%! '$load_source'(:Begin, -Module) is det.
%  As '$load_source'/1; Begin may read the first terms.
'$load_source'(Begin, Module) :-
    '$load_begun'(Begun),
    catch(( call(Begin), '$load_clauses', '$load_end'(Goals) ), Error, true),
    (   var(Error)
    ->  ( '$load_module'(Module) -> true ; true ),
        '$load_close',
        '$load_told'(Begun),
        '$run_waiting'(Goals, waiting),
        '$run_waiting'(Goals, program),
        '$load_summary'
    ;   '$load_close',
        throw(Error)
    ).

%! '$load_begun'(-Begun)
%  Begun is begun(File, Time) if the flag verbose_load asks for a message, else `none`.
'$load_begun'(Begun) :-
    (   '$is_verbose',
        '$load_place'(message(_, File, _, _, _, _))
    ->  '$clocks'(Time, _),
        Begun = begun(File, Time)
    ;   Begun = none
    ).

%! '$is_verbose' is semidet.
'$is_verbose' :-
    current_prolog_flag(verbose_load, full).

%! '$load_told'(+Begun)
'$load_told'(Begun) :-
    (   Begun = begun(File, Time0)
    ->  '$clocks'(Time1, _),
        Time is Time1 - Time0,
        print_message(informational, load_file(done(File, Time)))
    ;   true
    ).

%! '$load_clauses'
'$load_clauses' :-
    repeat,
    '$load_read'(Term, Messages),
    '$load_messages'(Messages),
    '$load_step'(Term),
    !.

%! '$load_end'(-Goals) is det.
%  Passes end_of_file to the user's term_expansion, which may return clauses, and makes the late imports. Goals wait for
%  the text to be closed.
'$load_end'(Goals) :-
    (   '$expands'(term_expansion),
        '$expand_term'(end_of_file, Expanded),
        Expanded \== end_of_file,
        catch('$load_expanded'(Expanded, []), Error, '$load_exception'(Error)),
        fail
    ;   '$load_waiting'(Waiting),
        '$late_imports'(Waiting, Goals),
        '$check_exports'
    ).

%! '$load_step'(+Term)
%  Handles a term; succeeds at the end of the text.
'$load_step'(Term) :-
    Term == end_of_file,
    !,
    '$load_conditions'(States),
    (   States == []
    ->  true
    ;   '$load_exception'(error(conditional_compilation_error(unterminated, _), _))
    ).
'$load_step'(Term) :-
    catch('$load_term'(Term), Error, '$load_exception'(Error)),
    fail.

%! '$load_term'(+Term)
'$load_term'(Term) :-
    var(Term),
    !,
    instantiation_error(Term).
'$load_term'([]) :- !.
'$load_term'('$quotations'(Term, Quotations)) :-
    !,
    ( '$load_module'(Module) -> true ; Module = user ),
    '$parse_quasi_quotations'(Quotations, Module),
    ( Term = '$functional'(_) -> Functional = Term ; Functional = '$functional'(Term) ),
    '$load_term'(Functional).
'$load_term'('$functional'(Term)) :-
    !,
    '$expand_functional'(Term, Expanded),
    '$load_term'(Expanded).
'$load_term'((:- Directive)) :-
    '$in_condition'(Directive),
    !.
'$load_term'(Term) :-
    '$expand_term'(Term, Expanded),
    '$load_expanded'(Expanded, Term).

%! '$in_condition'(+Directive)
%  True if Directive begins or ends a branch of conditional compilation, or is in a skipped branch.
'$in_condition'(Directive) :-
    '$load_conditions'(States),
    (   nonvar(Directive),
        '$branch'(Directive, States, Now)
    ->  '$load_set_conditions'(Now)
    ;   States = [State|_],
        State \== true
    ).

%! '$branch'(+Directive, +States, -Now)
%  The state of a branch is `true`: it is loaded; `false`: it is skipped, but a later one may be loaded; `done`: all
%  further ones are skipped.
'$branch'(if(Goal), States, [State|States]) :-
    (   States = [Outer|_],
        Outer \== true
    ->  State = done
    ;   '$condition_holds'(Goal)
    ->  State = true
    ;   State = false
    ).
'$branch'(elif(Goal), States, Now) :-
    (   States = [State|Outer]
    ->  (   State == false,
            '$condition_holds'(Goal)
        ->  Now = [true|Outer]
        ;   State == false
        ->  Now = States
        ;   Now = [done|Outer]
        )
    ;   throw(error(conditional_compilation_error(no_if, elif), _))
    ).
'$branch'(else, States, Now) :-
    (   States = [State|Outer]
    ->  (   State == false
        ->  Now = [true|Outer]
        ;   Now = [done|Outer]
        )
    ;   throw(error(conditional_compilation_error(no_if, else), _))
    ).
'$branch'(endif, States, Now) :-
    (   States = [_|Now]
    ->  true
    ;   throw(error(conditional_compilation_error(no_if, endif), _))
    ).

%! '$condition_holds'(:Goal)
'$condition_holds'(Goal) :-
    catch('$directive_holds'(Goal), Error, ('$load_exception'(Error), fail)),
    !.

%! '$directive_holds'(:Goal)
'$directive_holds'(Goal) :-
    '$expand_directive'(Goal, [], Expanded),
    call(Expanded).

%! '$load_expanded'(+Terms, +Original)
%  Original is the term read, whose variables have names.
'$load_expanded'(Term, _) :-
    var(Term),
    !,
    instantiation_error(Term).
'$load_expanded'([], _) :- !.
'$load_expanded'(end_of_file, _) :- !.
'$load_expanded'([Term|Terms], Original) :-
    !,
    '$load_expanded'(Term, Original),
    '$load_expanded'(Terms, Original).
'$load_expanded'('$source_location'(_, _):Clause, Original) :-
    % How generated texts tell where a clause comes from.
    !,
    '$load_expanded'(Clause, Original).
'$load_expanded'((:- Directive), Original) :-
    !,
    '$expand_directive'(Directive, Original, Goal),
    '$directive'(Goal).
'$load_expanded'((?- Directive), Original) :-
    !,
    '$expand_directive'(Directive, Original, Goal),
    '$directive'(Goal).
'$load_expanded'(Clause, Original) :-
    '$expand_body'(Clause, Original, Expanded0),
    (   '$is_covering',
        '$recorded_clause'(Expanded0, Expanded)
    ->  true
    ;   Expanded = Expanded0
    ),
    (   '$load_module'(Module)
    ->  '$load_in_module'(Module, Expanded, Original)
    ;   '$has_transparent',
        '$contextual'(Expanded, user, Rule)
    ->  '$load_clause'(Rule, Original, Messages),
        '$load_messages'(Messages)
    ;   nonvar(Expanded),
        Expanded = Other:_,
        Other \== user,
        '$inside'(Expanded, user, Inner, Other)
    ->  '$clause_in'(Inner, Other, Qualified),
        '$load_clause'(Qualified, Original, Messages),
        '$load_messages'(Messages)
    ;   '$of_other'(Expanded, user, Module, Rule),
        Rule = (_ :- _)
    ->  '$load_clause'(Module:Rule, Original, Messages),
        '$load_messages'(Messages)
    ;   '$load_clause'(Expanded, Original, Messages),
        '$load_messages'(Messages)
    ).

%! '$is_loading' is semidet.
%  True while a text is loaded; unlike source_location/2 it needs no right to see files.
'$is_loading' :-
    '$load_place'(message(_, _, _, _, _, _)).

%! source_location(-File, -Line) is semidet.
%  File and Line are the source position of the clause being loaded; fails if nothing is being loaded.
source_location(File, Line) :-
    '$load_place'(message(_, Name, Line, _, _, _)),
    absolute_file_name(Name, File).

%! prolog_load_context(?Key, -Value) is nondet.
%  Value describes the text being loaded: `source`, `file` (differs from `source` in an included file), `directory`,
%  `module`, `dialect`, `script`, `term`, `variable_names`, `term_position` or `stream`; text read from the stream is
%  not loaded. Fails if nothing is being loaded, but for `dialect` and `module`.
prolog_load_context(Key, Value) :-
    (   '$load_place'(message(_, Name, Line, Column, _, _))
    ->  '$load_context'(Key, Name, Line, Column, Value)
    ;   Key = dialect,
        current_prolog_flag(dialect, Value)
    ;   Key = module,
        Value = user
    ).

%! '$load_context'(?Key, +Name, +Line, +Column, -Value)
'$load_context'(source, _, _, _, File) :-
    '$load_origin'(Name, _, _),
    absolute_file_name(Name, File).
'$load_context'(file, Name, _, _, File) :-
    absolute_file_name(Name, File).
'$load_context'(directory, Name, _, _, Folder) :-
    absolute_file_name(Name, File),
    file_directory_name(File, Folder).
'$load_context'(module, _, _, _, Module) :-
    '$own_module'(Module).
'$load_context'(dialect, _, _, _, Dialect) :-
    current_prolog_flag(dialect, Dialect).
'$load_context'(script, _, _, _, false).
'$load_context'(term, _, _, _, Term) :-
    '$load_variables'(Term, _).
'$load_context'(variable_names, _, _, _, Names) :-
    '$load_variables'(_, Names).
'$load_context'(term_position, _, Line, Column, '$stream_position'(Characters, Line, LinePosition, Bytes)) :-
    '$load_origin'(_, Characters, Bytes),
    LinePosition is Column - 1.
'$load_context'(stream, _, _, _, Stream) :-
    '$load_stream'(Stream).

%! '$load_exception'(+Error)
%  The exception of abort/0 also ends loading.
'$load_exception'(Error) :-
    (   Error == '$aborted'
    ->  throw(Error)
    ;   '$load_message'(error, Error)
    ).

%! '$load_warning'(+Term)
'$load_warning'(Term) :-
    '$load_message'(warning, Term).

%! '$load_message'(+Kind, +Term)
%  Prints a message about the clause read last.
'$load_message'(Kind, Term) :-
    '$load_place'(message(_, File, Line, Column, _, _)),
    '$count_problem'(Kind, Term),
    '$load_tell'(Kind, Term, place(File, Line, Column, none)).

%! '$load_tell'(+Kind, +Term, +Place)
%  Prints a message, unless many were printed in this load.
'$load_tell'(Kind, Term, Place) :-
    (   \+ '$is_checking',
        '$load_quiet'(Kind)
    ->  '$message'(Kind, Term, hidden)
    ;   '$message'(Kind, Term, Place)
    ).

%! '$load_summary'
%  Tells how many messages were not shown.
'$load_summary' :-
    (   '$load_hidden'(Errors, Warnings)
    ->  ( Errors > 0 -> Kind = error ; Kind = warning ),
        '$message'(Kind, hidden_messages(Errors, Warnings), none)
    ;   true
    ),
    '$check_program'.

%! '$count_problem'(+Kind, +Term)
'$count_problem'(Kind, Term) :-
    '$problem_status'(Kind, Term, Status),
    '$load_problem'(Kind, Status).

%! '$problem_status'(+Kind, +Term, -Status)
%  Status is the exit status for a message of loading: 124 for the time limit, 4 for another limit, 3 for another error,
%  2 for an exception of an initialization goal, 1 for a goal that failed. That a library is missing, `library`, does not
%  keep a program from running.
'$problem_status'(error, Term, Status) :-
    (   nonvar(Term),
        Term = initialization_error(_, Ball, _)
    ->  '$ball_status'(Ball, 2, Status)
    ;   '$ball_status'(Term, 3, Status)
    ).
'$problem_status'(warning, Term, Status) :-
    (   ( Term = goal_failed(directive, _) ; Term = initialization_failure(_, _) )
    ->  Status = 1
    ;   Status = 0
    ).

%! '$ball_status'(+Ball, +Usual, -Status)
'$ball_status'(Ball, Usual, Status) :-
    (   Ball == time_limit_exceeded
    ->  Status = 124
    ;   nonvar(Ball),
        Ball = traced(Inner, _)
    ->  '$ball_status'(Inner, Usual, Status)
    ;   nonvar(Ball),
        Ball = error(Formal, _),
        nonvar(Formal),
        Formal = resource_error(Resource),
        atom(Resource),
        '$limit_message'(Resource, _)
    ->  Status = 4
    ;   Usual =:= 3,
        '$lacks_library'(Ball)
    ->  Status = library
    ;   Status = Usual
    ).

%! '$lacks_library'(@Ball) is semidet.
%  The error says that a library is missing, or a predicate of such a one.
'$lacks_library'(error(Formal, _)) :-
    nonvar(Formal),
    (   Formal = existence_error(source_sink, library(_))
    ->  true
    ;   Formal = existence_error(procedure, Predicate),
        '$if_known'('$lacking'(Predicate, _))
    ).

%! '$load_messages'(+Messages)
'$load_messages'([]).
'$load_messages'([message(Kind, File, Line, Column, Term, Source)|Messages]) :-
    '$count_problem'(Kind, Term),
    '$load_tell'(Kind, Term, place(File, Line, Column, Source)),
    '$load_messages'(Messages).
