% The source files of a program, and the libraries that can be loaded by name.

%! source_file(?File) is nondet.
%  True if File is a file that was loaded, or from which clauses of the program came.
%  ?- source_file(_).   %=> false.
source_file(File) :-
    findall(Found, '$source_file_of'(_, Found), Found0),
    sort(Found0, Found1),
    findall(Path, ( member(Name, Found1), absolute_file_name(Name, Path) ), Paths),
    '$loaded_files'(Pairs),
    findall(Loaded, ( member(Loaded-_, Pairs), \+ memberchk(Loaded, Paths) ), More),
    append(Found1, More, Files),
    member(File, Files).

%! source_file_property(?File, ?Property) is nondet.
%  True if a loaded file has a property: source(file), module(Module), modified(Time) with the time of its last change
%  when it was loaded, number_of_clauses(Count), load_context(Module, user, []) with the module that it was loaded into.
%  ?- source_file_property(_, _).   %=> false.
source_file_property(File, Property) :-
    source_file(File),
    absolute_file_name(File, Path),
    '$file_property'(Property, File, Path).

%! '$file_property'(?Property, +File, +Path) is nondet.
'$file_property'(source(file), _, _).
'$file_property'(module(Module), _, Path) :-
    '$declared_module'(Module, Name, _),
    absolute_file_name(Name, Path).
'$file_property'(modified(Time), _, Path) :-
    '$loaded_files'(Pairs),
    memberchk(Path-Time, Pairs),
    Time > 0.
'$file_property'(number_of_clauses(Count), File, _) :-
    findall(Number, ( source_file(Module:Head, File), predicate_property(Module:Head, number_of_clauses(Number)) ), Numbers),
    sum_list(Numbers, Count).
'$file_property'(load_context(Module, user, []), _, Path) :-
    (   '$is_part'(Path, Found)
    ->  Module = Found
    ;   Module = user
    ).

%! '$own_predicate'(-Module, -Name, -Arity) is nondet.
%  Module, user or that of a module file, defines Name/Arity.
'$own_predicate'(Module, Name, Arity) :-
    (   Module = user
    ;   module_property(Module, file(_))
    ),
    current_predicate(Module:Name/Arity),
    functor(Head, Name, Arity),
    \+ predicate_property(Module:Head, imported_from(_)).

%! source_file(?Head, ?File) is nondet.
%  True if the predicate of Head was loaded from File.
%  ?- source_file(append(_, _, _), F).   %=> false.
source_file(Head, File) :-
    (   var(Head)
    ->  '$source_file_of'(Head, File)
    ;   Head = Module:Plain,
        ( var(Module) ; var(Plain) )
    ->  '$own_predicate'(Module, Name, Arity),
        functor(Plain, Name, Arity),
        '$loading_file'(Module:Plain, File)
    ;   '$source_file_of'(Head, Found)
    ->  File = Found
    ).

%! '$source_file_of'(?Head, -File) is nondet.
'$source_file_of'(Head, File) :-
    (   var(Head)
    ->  current_predicate(Name/Arity),
        functor(Head, Name, Arity)
    ;   true
    ),
    '$loading_file'(Head, File).

%! '$loading_file'(+Head, -File) is semidet.
%  File is the file whose loading has defined a predicate: that which includes the one with its clauses.
'$loading_file'(Head, File) :-
    predicate_property(Head, file(Its)),
    (   nth_clause(Head, 1, Reference),
        clause_property(Reference, source(Source))
    ->  File = Source
    ;   File = Its
    ).

%! '$load_each'(+Files, +How)
%  Loads the files of a list. Of several, the error of one is told, and the others are loaded all the same.
'$load_each'(Files, How) :-
    (   Files = [File]
    ->  '$load_one'(How, File)
    ;   '$load_each_of'(Files, How)
    ).

%! '$load_each_of'(+Files, +How)
'$load_each_of'([], _).
'$load_each_of'([File|Files], How) :-
    catch('$load_one'(How, File), error(Formal, Context), '$tell_file'(error(Formal, Context))),
    '$load_each_of'(Files, How).

%! '$load_one'(+How, +File)
'$load_one'(consult, File) :-
    consult(File).
'$load_one'(consult_in(Module), File) :-
    '$consult_in'(File, Module).
'$load_one'(ensure, File) :-
    '$ensure'(File).
'$load_one'(ensure_in(Module), File) :-
    '$ensure_in'(File, Module).

%! '$tell_file'(+Error)
'$tell_file'(Error) :-
    (   '$is_loading'
    ->  '$load_exception'(Error)
    ;   print_message(error, Error)
    ).

%! exists_source(+Source, -Path) is semidet.
%  Like exists_source/1; Path is the path of the file.
%  ?- exists_source('/no/such', _).   %=> false.
exists_source(Source, Path) :-
    (   '$is_library'(Source)
    ->  Path = Source
    ;   absolute_file_name(Source, Path, [file_type(prolog),access(read),file_errors(fail)])
    ).

%! unload_file(+File) is det.
%  Removes the clauses of a loaded file from the program, so that the file can be loaded again.
%  ?- unload_file('/no/such').
unload_file(File) :-
    must_be(nonvar, File),
    (   absolute_file_name(File, Path, [file_type(prolog),access(read),file_errors(fail)])
    ->  '$unload'(Path)
    ;   true
    ).

%! load_files(+Files) is det.
%  Like load_files/2 without options.
load_files(Files) :-
    load_files(Files, []).

%! exists_source(+Source) is semidet.
%  True if Source denotes a file or library that can be loaded.
%  ?- exists_source(library(lists)), \+ exists_source(library(nosuch)), \+ exists_source('/no/such').
exists_source(Source) :-
    (   '$is_library'(Source)
    ->  true
    ;   absolute_file_name(Source, _, [file_type(prolog), access(read), file_errors(fail)])
    ),
    !.

%! '$foreign_library'(?Name)
%  The libraries that a build may leave out: they are large, or stand on crates of others.
'$foreign_library'(chr).
'$foreign_library'(clp/clpb).
'$foreign_library'(clp/clpq).
'$foreign_library'(clp/clpr).
'$foreign_library'(clpb).
'$foreign_library'(clpq).
'$foreign_library'(clpr).
'$foreign_library'(crypt).
'$foreign_library'(crypto).
'$foreign_library'(double_metaphone).
'$foreign_library'(hash_stream).
'$foreign_library'(pcre).
'$foreign_library'(sgml).
'$foreign_library'(sgml_write).
'$foreign_library'(simplex).
'$foreign_library'(clp/simplex).
'$foreign_library'(snowball).
'$foreign_library'(unicode).
'$foreign_library'(xpath).
'$foreign_library'(yaml).
'$foreign_library'(zlib).

%! '$host_library'(?Name)
%  The libraries that need an operating system: WebAssembly leaves them out.
'$host_library'(files).
'$host_library'(iostream).
'$host_library'(optparse).
'$host_library'(persistency).
'$host_library'(process).
'$host_library'(prolog_history).
'$host_library'(prolog_pack).
'$host_library'(prolog_versions).
'$host_library'(prolog_xref).
'$host_library'(shell).
'$host_library'(test_cover).
'$host_library'(thread_pool).
'$host_library'(www_browser).

%! '$library'(?Name)
%  The libraries of SWI-Prolog whose predicates are provided by the library of this system.
'$library'(aggregate).
'$library'(ansi_term).
'$library'(apply).
'$library'(apply_macros).
'$library'(arithmetic).
'$library'(assoc).
'$library'(backcomp).
'$library'(base32).
'$library'(base64).
'$library'(broadcast).
'$library'(charsio).
'$library'(check).
'$library'(codesio).
'$library'(coinduction).
'$library'(csv).
'$library'(ctypes).
'$library'(date).
'$library'(debug).
'$library'(dialect).
'$library'(dialect/swi).
'$library'(dicts).
'$library'(dif).
'$library'(edinburgh).
'$library'(edit).
'$library'(error).
'$library'(explain).
'$library'(fastrw).
'$library'(filesex).
'$library'(gensym).
'$library'(hashtable).
'$library'(heaps).
'$library'(help).
'$library'(http/dcg_basics).
'$library'(http/json).
'$library'(increval).
'$library'(intercept).
'$library'(isub).
'$library'(json).
'$library'(lambda).
'$library'(lazy_lists).
'$library'(listing).
'$library'(lists).
'$library'(macros).
'$library'(main).
'$library'(make).
'$library'(memfile).
'$library'(md5).
'$library'(modules).
'$library'(nb_set).
'$library'(occurs).
'$library'(operators).
'$library'(option).
'$library'(ordsets).
'$library'(oset).
'$library'(pairs).
'$library'(pio).
'$library'(pldoc).
'$library'(plunit).
'$library'(porter_stem).
'$library'(portray_text).
'$library'(pprint).
'$library'(predicate_options).
'$library'(prolog_breakpoints).
'$library'(prolog_clause).
'$library'(prolog_code).
'$library'(prolog_debug).
'$library'(prolog_profile).
'$library'(prolog_source).
'$library'(prolog_stack).
'$library'(prolog_trace).
'$library'(prolog_wrap).
'$library'(pure_input).
'$library'(quasi_quotations).
'$library'(quintus).
'$library'(random).
'$library'(rbtrees).
'$library'(readln).
'$library'(readutil).
'$library'(record).
'$library'(sandbox).
'$library'(settings).
'$library'(sha).
'$library'(shlib).
'$library'(solution_sequences).
'$library'(sort).
'$library'(statistics).
'$library'(strings).
'$library'(system).
'$library'(tables).
'$library'(tabling).
'$library'(terms).
'$library'(thread).
'$library'(time).
'$library'(ugraphs).
'$library'(uri).
'$library'(url).
'$library'(utf8).
'$library'(uuid).
'$library'(varnumbers).
'$library'(vm).
'$library'(wfs).
'$library'(when).
'$library'(writef).
'$library'(yall).
'$library'(Name) :-
    '$loadable'(Names),
    member(Name, Names),
    \+ '$foreign_library'(Name).
'$library'(Name) :-
    '$built_with'(libraries),
    '$foreign_library'(Name).
'$library'(Name) :-
    '$built_with'(host),
    '$host_library'(Name).
