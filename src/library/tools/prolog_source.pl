% Reading of program texts by tools, with the names of library(prolog_source).

%! prolog_open_source(+Source, -Stream) is det.
%  Opens a program text, a file or what absolute_file_name/3 finds, for prolog_read_source_term/4. Operators that it
%  defines are in force until prolog_close_source/1.
%  ?- prolog_open_source(no_such_file, _).   %=> existence_error(source_sink, no_such_file).
prolog_open_source(Source, Stream) :-
    must_be(nonvar, Source),
    (   prolog_canonical_source(Source, Path),
        exists_file(Path)
    ->  true
    ;   existence_error(source_sink, Source)
    ),
    open(Path, read, Stream, []),
    (   peek_char(Stream, #)
    ->  skip(Stream, 0'\n)
    ;   true
    ),
    push_operators([]).

%! prolog_close_source(+Stream) is det.
%  Closes a text that prolog_open_source/2 opened.
prolog_close_source(Stream) :-
    pop_operators,
    close(Stream).

%! prolog_read_source_term(+Stream, -Term, -Expanded, +Options) is det.
%  Reads the next term and expands it, as the loader does. Directives that define operators, also those that a module
%  declaration exports, are obeyed. Options are those of read_term/3; with syntax_errors(dec10), the default, terms with a
%  syntax error are reported and skipped.
%  ?- open_string(":- op(700, xfx, ===>). a ===> b.", S), push_operators([]), prolog_read_source_term(S, _, _, []), prolog_read_source_term(S, T, _, []), arg(1, T, X), pop_operators.   %=> X = a.
prolog_read_source_term(Stream, Term, Expanded, Options) :-
    exclude('$source_option', Options, Options1),
    (   option(syntax_errors(_), Options1)
    ->  Options2 = Options1
    ;   Options2 = [syntax_errors(dec10)|Options1]
    ),
    read_term(Stream, Term, Options2),
    expand_term(Term, Expanded),
    '$source_directive'(Term).

%! '$source_option'(+Option) is semidet.
%  Option is one of prolog_read_source_term/4 alone.
'$source_option'(process_comment(_)).
'$source_option'(syntax_error(_)).

%! '$source_directive'(@Term) is det.
%  Obeys a directive that concerns reading.
'$source_directive'(Term) :-
    (   nonvar(Term),
        Term = (:- Directive),
        nonvar(Directive)
    ->  (   Directive = op(Priority, Type, Names)
        ->  '$source_operators'([op(Priority,Type,Names)])
        ;   ( Directive = module(_, Exports) ; Directive = module(_, Exports, _) ),
            is_list(Exports)
        ->  include('$is_operator_export', Exports, Operators),
            '$source_operators'(Operators)
        ;   Directive = use_module(Library),
            nonvar(Library),
            '$library_operators'(Library, Operators)
        ->  '$source_operators'(Operators)
        ;   true
        )
    ;   true
    ).

%! '$is_operator_export'(@Export) is semidet.
'$is_operator_export'(Export) :-
    nonvar(Export),
    Export = op(_, _, _).

%! '$source_operators'(+Operators) is det.
'$source_operators'(Operators) :-
    forall(member(op(Priority,Type,Names), Operators),
           ( ( is_list(Names) -> member(Name0, Names) ; Name0 = Names ),
             strip_module(Name0, _, Name),
             catch(push_op(Priority, Type, Name), error(_, _), true) )).

%! prolog_canonical_source(+Source, -Id) is semidet.
%  Id is the full name of the file of a source, or the atom itself for `user` and what is no file.
%  ?- prolog_canonical_source(user, X).   %=> X = user.
prolog_canonical_source(Source, Id) :-
    must_be(nonvar, Source),
    (   Source == user
    ->  Id = user
    ;   absolute_file_name(Source, Path, [file_type(prolog),access(read),file_errors(fail)])
    ->  Id = Path
    ;   atom(Source),
        Id = Source
    ).

%! prolog_file_directives(+File, -Directives, +Options) is det.
%  Directives are those at the beginning of the file, before its first clause.
prolog_file_directives(File, Directives, Options) :-
    must_be(list, Options),
    setup_call_cleanup(
        prolog_open_source(File, In),
        '$first_directives'(In, Directives),
        prolog_close_source(In)
    ).

%! '$first_directives'(+In, -Directives) is det.
'$first_directives'(In, Directives) :-
    prolog_read_source_term(In, Term, _, [syntax_errors(error)]),
    (   nonvar(Term),
        Term = (:- Directive)
    ->  Directives = [Directive|Rest],
        '$first_directives'(In, Rest)
    ;   Directives = []
    ).

%! read_source_term_at_location(+Stream, -Term, +Options) is semidet.
%  Reads the term that begins in the line of the option line(Line), or else the next one; fails at the end and at a
%  syntax error, which the option error(Error) gets.
%  ?- open_string("a.\nb(X, Y).\n", S), read_source_term_at_location(S, T, [line(2)]), functor(T, N, _).   %=> N = b.
read_source_term_at_location(Stream, Term, Options) :-
    (   option(line(Line), Options)
    ->  '$skip_to_line'(Stream, Line)
    ;   true
    ),
    include('$is_read_option', Options, ReadOptions),
    catch(read_term(Stream, Found, [syntax_errors(error)|ReadOptions]), error(Error, Where), true),
    (   var(Error)
    ->  Found \== end_of_file,
        Term = Found
    ;   option(error(Given), Options),
        Given = error(Error, Where),
        fail
    ).

%! '$is_read_option'(+Option) is semidet.
'$is_read_option'(Option) :-
    compound(Option),
    compound_name_arity(Option, Name, 1),
    memberchk(Name, [module,variable_names,variables,singletons,term_position,subterm_positions,comments]).

%! '$skip_to_line'(+Stream, +Line) is det.
'$skip_to_line'(Stream, Line) :-
    line_count(Stream, Now),
    (   Now >= Line
    ->  true
    ;   at_end_of_stream(Stream)
    ->  true
    ;   skip(Stream, 0'\n),
        '$skip_to_line'(Stream, Line)
    ).

%! path_segments_atom(?Segments, ?Atom) is det.
%  Segments is a term of names joined by slashes, and Atom its text.
%  ?- path_segments_atom(a/b/c, X).   %=> X = 'a/b/c'.
%  ?- path_segments_atom(X, 'a/b').   %=> X = a/b.
path_segments_atom(Segments, Atom) :-
    (   var(Atom)
    ->  must_be(nonvar, Segments),
        '$segments'(Segments, Names, []),
        atomic_list_concat(Names, /, Atom)
    ;   atomic_list_concat([First|Rest], /, Atom),
        foldl('$in_folder', Rest, First, Segments)
    ).

%! '$segments'(+Segments, -Names, ?Rest) is det.
'$segments'(Segments, Names, Rest) :-
    (   nonvar(Segments),
        Segments = Folder/File
    ->  '$segments'(Folder, Names, Names1),
        '$segments'(File, Names1, Rest)
    ;   must_be(atomic, Segments),
        Names = [Segments|Rest]
    ).

%! file_name_on_path(+Path, -Short) is det.
%  Short is Path as Alias(Name) by file_search_path/2, or relative to the working directory, or Path itself.
%  ?- file_name_on_path('/no/such/place.pl', X).   %=> X = '/no/such/place.pl'.
file_name_on_path(Path, Short) :-
    must_be(atom, Path),
    (   file_alias_path(Alias, Folder),
        atom_concat(Folder, Local, Path),
        Local \== ''
    ->  file_name_extension(Base, _, Local),
        path_segments_atom(Segments, Base),
        Short =.. [Alias,Segments]
    ;   working_directory(Here, Here),
        atom_concat(Here, Short, Path)
    ->  true
    ;   Short = Path
    ).

%! file_alias_path(?Alias, -Folder) is nondet.
%  Folder, which ends in a slash, is one of those that the program gave for Alias by user:file_search_path/2.
file_alias_path(Alias, Folder) :-
    '$defined_in_module'(user, file_search_path, 2),
    clause(user:file_search_path(Alias, Spec), Body),
    catch(call(user:Body), error(_, _), fail),
    catch(absolute_file_name(Spec, Found, [file_type(directory),access(read),file_errors(fail)]), error(_, _), fail),
    (   sub_atom(Found, _, 1, 0, /)
    ->  Folder = Found
    ;   atom_concat(Found, /, Folder)
    ).

%! directory_source_files(+Folder, -Files, +Options) is det.
%  Files are the program texts of a folder, with their full names in order. Options: recursive(Boolean), also those of
%  its folders; loaded(Boolean), whether only those that are loaded count, the default; follow_links(Boolean).
%  ?- directory_source_files(no_such_folder, _, []).   %=> existence_error(directory, no_such_folder).
directory_source_files(Folder, Files, Options) :-
    (   exists_directory(Folder)
    ->  true
    ;   existence_error(directory, Folder)
    ),
    option(recursive(Recursive), Options, false),
    option(loaded(Loaded), Options, true),
    absolute_file_name(Folder, Path),
    findall(File, '$source_file_of'(Path, Recursive, Loaded, File), Found),
    sort(Found, Files).

%! '$source_file_of'(+Path, +Recursive, +Loaded, -File) is nondet.
'$source_file_of'(Path, Recursive, Loaded, File) :-
    directory_files(Path, Names),
    member(Name, Names),
    \+ memberchk(Name, ['.','..']),
    directory_file_path(Path, Name, Full),
    (   exists_directory(Full)
    ->  Recursive == true,
        '$source_file_of'(Full, Recursive, Loaded, File)
    ;   file_name_extension(_, Extension, Name),
        memberchk(Extension, [pl,prolog,pro,plt]),
        ( Loaded == true -> source_file(Full) ; true ),
        File = Full
    ).
