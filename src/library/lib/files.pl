% Files that are looked for, temporary files, and commands of the system.

%! shell(+Command) is semidet.
%  Runs a command of the system's shell, and fails if its exit code is not 0.
%  ?- shell('exit 0').
shell(Command) :-
    shell(Command, 0).

%! tmp_file(+Base, -File) is det.
%  A name for a temporary file, which is deleted when the program ends with halt/0.
%  ?- tmp_file(data, File), \+ exists_file(File).
tmp_file(Base, File) :-
    '$temporary_name'(Base, '', File),
    at_halt('$delete_quietly'(File)).

%! tmp_file_stream(-File, -Stream, +Options) is det.
%  Opens a new temporary file for writing; options are encoding(Encoding) and extension(Extension). The file is
%  deleted when the program ends with halt/0. Also as tmp_file_stream(+Encoding, -File, -Stream).
%  ?- tmp_file_stream(File, S, [extension(txt)]), write(S, a), close(S), size_file(File, N), delete_file(File), N == 1.
tmp_file_stream(File, Stream, Options) :-
    is_list(Options),
    !,
    option(encoding(Encoding), Options, utf8),
    option(extension(Extension), Options, ''),
    '$temporary_name'('', Extension, File),
    (   Encoding == binary
    ->  open(File, write, Stream, [type(binary)])
    ;   open(File, write, Stream, [encoding(Encoding)])
    ),
    at_halt('$delete_quietly'(File)).
tmp_file_stream(Encoding, File, Stream) :-
    must_be(atom, Encoding),
    (   Encoding == text
    ->  Options = []
    ;   Options = [encoding(Encoding)]
    ),
    tmp_file_stream(File, Stream, Options).

%! '$delete_quietly'(+File)
'$delete_quietly'(File) :-
    (   exists_file(File)
    ->  catch(delete_file(File), _, true)
    ;   true
    ).

%! absolute_file_name(+File, -Absolute) is det.
%  The path from the root, without `.` and `..`; Alias(Name) stands for what absolute_file_name/3 finds.
%  ?- absolute_file_name('/a/./b/../c', F).   %=> F = '/a/c'.
absolute_file_name(File, Absolute) :-
    (   compound(File)
    ->  absolute_file_name(File, Absolute, [])
    ;   '$absolute_file'(File, Absolute)
    ).

%! absolute_file_name(+File, -Absolute, +Options) is nondet.
%  Looks for a file: Alias(Name) stands for the folders that file_search_path(Alias, Folder) names. Options are
%  extensions(List), file_type(txt, prolog or directory), access(Mode), relative_to(Folder), file_errors(fail or
%  error), solutions(first or all), expand(Boolean).
%  ?- absolute_file_name(b, F, [relative_to('/')]).         %=> F = '/b'.
%  ?- absolute_file_name('/no/such', _F, [access(read)]).    %=> existence_error(source_sink, '/no/such').
absolute_file_name(Spec, File, Options) :-
    must_be(ground, Spec),
    must_be(acyclic, Spec),
    must_be(list, Options),
    option(solutions(Solutions), Options, first),
    (   Solutions == all
    ->  findall(Found, '$candidate_file'(Spec, Options, Found), All)
    ;   findall(Found, once('$candidate_file'(Spec, Options, Found)), All)
    ),
    (   All = [_|_]
    ->  member(File, All)
    ;   option(file_errors(fail), Options)
    ->  fail
    ;   existence_error(source_sink, Spec)
    ).

%! '$candidate_file'(+Spec, +Options, -File)
'$candidate_file'(Spec, Options, File) :-
    '$file_paths'(Spec, Options, Path),
    '$file_extension'(Options, Path, Named, Must),
    '$absolute_file'(Named, File),
    '$file_fits'(Options, Must, File).

%! '$file_paths'(+Spec, +Options, -Path)
'$file_paths'(Spec, Options, Path) :-
    (   ( atomic(Spec) ; Spec = _/_ )
    ->  '$path_atom'(Spec, Name0),
        (   option(expand(true), Options),
            expand_file_name(Name0, [Expanded])
        ->  true
        ;   Expanded = Name0
        ),
        (   option(relative_to(Other), Options),
            \+ is_absolute_file_name(Expanded)
        ->  (   exists_directory(Other)
            ->  Folder = Other
            ;   file_directory_name(Other, Folder)
            ),
            '$join_path'(Folder, Expanded, Path)
        ;   Path = Expanded
        )
    ;   Spec =.. [Alias,Inner],
        '$search_path'(Alias, Folder),
        '$file_paths'(Folder, Options, Outer),
        '$path_atom'(Inner, Name),
        '$join_path'(Outer, Name, Path)
    ).

%! '$path_atom'(+Spec, -Atom)
'$path_atom'(Spec, Atom) :-
    (   atomic(Spec)
    ->  atom_string(Atom, Spec)
    ;   Spec = Folder/Name,
        '$path_atom'(Folder, Outer),
        '$path_atom'(Name, Inner),
        '$join_path'(Outer, Inner, Atom)
    ).

%! '$search_path'(+Alias, -Folder)
%  The program's own clauses of file_search_path/2.
'$search_path'(Alias, Folder) :-
    catch(user:file_search_path(Alias, Folder), error(existence_error(procedure, _), _), fail).

%! '$join_path'(+Folder, +Name, -Path)
'$join_path'(Folder, Name, Path) :-
    (   sub_atom(Folder, _, 1, 0, /)
    ->  atomic_list_concat([Folder,Name], Path)
    ;   atomic_list_concat([Folder,/,Name], Path)
    ).

%! exists_source(+Source) is semidet.
%  Is there a file to load under this name, or a library of that name?
%  ?- exists_source(library(lists)), \+ exists_source(library(nosuch)), \+ exists_source('/no/such').
exists_source(Source) :-
    (   nonvar(Source),
        Source = library(Name)
    ->  '$library'(Name)
    ;   absolute_file_name(Source, _, [file_type(prolog), access(read), file_errors(fail)])
    ),
    !.

%! '$library'(?Name)
%  The names under which SWI-Prolog has what the library of this system has.
'$library'(aggregate).
'$library'(ansi_term).
'$library'(apply).
'$library'(apply_macros).
'$library'(arithmetic).
'$library'(assoc).
'$library'(backcomp).
'$library'(base32).
'$library'(base64).
'$library'(charsio).
'$library'(check).
'$library'(codesio).
'$library'(crypto).
'$library'(csv).
'$library'(ctypes).
'$library'(date).
'$library'(dcg/basics).
'$library'(dcg/high_order).
'$library'(debug).
'$library'(dialect).
'$library'(dif).
'$library'(edinburgh).
'$library'(editline).
'$library'(error).
'$library'(filesex).
'$library'(gensym).
'$library'(hashtable).
'$library'(heaps).
'$library'(help).
'$library'(listing).
'$library'(lists).
'$library'(main).
'$library'(make).
'$library'(md5).
'$library'(nb_set).
'$library'(occurs).
'$library'(operators).
'$library'(option).
'$library'(ordsets).
'$library'(pairs).
'$library'(plunit).
'$library'(portray_text).
'$library'(pprint).
'$library'(prolog_code).
'$library'(prolog_stack).
'$library'(quintus).
'$library'(random).
'$library'(rbtrees).
'$library'(readline).
'$library'(readln).
'$library'(readutil).
'$library'(record).
'$library'(settings).
'$library'(sha).
'$library'(shell).
'$library'(solution_sequences).
'$library'(sort).
'$library'(statistics).
'$library'(strings).
'$library'(system).
'$library'(tables).
'$library'(tabling).
'$library'(terms).
'$library'(thread).
'$library'(threadutil).
'$library'(time).
'$library'(ugraphs).
'$library'(uri).
'$library'(url).
'$library'(utf8).
'$library'(varnumbers).
'$library'(vm).
'$library'(when).
'$library'(writef).
'$library'(yall).

%! directory_file_path(+Directory, +File, -Path) is det.
%  The path of a file in a directory.
%  ?- directory_file_path('/a', b, P).                      %=> P = '/a/b'.
directory_file_path(Directory, File, Path) :-
    (   is_absolute_file_name(File)
    ->  Path = File
    ;   Directory == '.'
    ->  Path = File
    ;   '$join_path'(Directory, File, Path)
    ).

%! directory_member(+Directory, -Member, +Options) is nondet.
%  A file in a directory; with recursive(true) also in those below it. Other options: extensions(List),
%  file_type(directory or regular).
%  ?- directory_member('/no/such', _, []).                  %=> existence_error(directory, '/no/such').
directory_member(Directory, Member, Options) :-
    directory_files(Directory, Files0),
    msort(Files0, Files),
    member(File, Files),
    File \== '.',
    File \== '..',
    directory_file_path(Directory, File, Path),
    (   '$member_fits'(Options, Path),
        Member = Path
    ;   option(recursive(true), Options),
        exists_directory(Path),
        directory_member(Path, Member, Options)
    ).

%! '$member_fits'(+Options, +Path)
'$member_fits'(Options, Path) :-
    (   option(extensions(Extensions), Options)
    ->  file_name_extension(_, Extension, Path),
        memberchk(Extension, Extensions)
    ;   true
    ),
    (   option(file_type(directory), Options)
    ->  exists_directory(Path)
    ;   option(file_type(regular), Options)
    ->  exists_file(Path)
    ;   true
    ).

%! make_directory_path(+Directory) is det.
%  Makes a directory, and those above it that are missing.
%  ?- make_directory_path('/').
make_directory_path(Directory) :-
    (   exists_directory(Directory)
    ->  true
    ;   file_directory_name(Directory, Above),
        (   Above == Directory
        ->  true
        ;   make_directory_path(Above)
        ),
        make_directory(Directory)
    ).

%! '$file_extension'(+Options, +Path, -Named, -Must)
%  The names to try; Must is true for those that count only if there is such a file.
'$file_extension'(Options, Path, Named, Must) :-
    (   option(extensions(Extensions), Options)
    ->  true
    ;   option(file_type(Type), Options),
        memberchk(Type, [prolog,source])
    ->  Extensions = [pl,prolog,'']
    ;   Extensions = ['']
    ),
    (   Extensions = [_]
    ->  Must = false
    ;   Must = true
    ),
    member(Extension0, Extensions),
    (   atom_concat('.', Extension, Extension0)
    ->  true
    ;   Extension = Extension0
    ),
    (   Extension == ''
    ->  Named = Path
    ;   file_name_extension(_, Extension, Path)
    ->  Named = Path
    ;   atomic_list_concat([Path,'.',Extension], Named)
    ).

%! '$file_fits'(+Options, +Must, +File)
'$file_fits'(Options, Must, File) :-
    (   option(file_type(directory), Options)
    ->  exists_directory(File)
    ;   true
    ),
    (   option(access(Access), Options),
        Access \== none
    ->  access_file(File, Access),
        (   option(file_type(directory), Options)
        ->  true
        ;   \+ exists_directory(File)
        )
    ;   Must == true
    ->  access_file(File, exist)
    ;   true
    ).

%! expand_file_name(+Pattern, -Files) is det.
%  The names that a pattern with ~, $VARIABLE and the wildcards of wildcard_match/2 stands for.
%  ?- expand_file_name('a.pl', L).                          %=> L = ['a.pl'].
expand_file_name(Pattern, Files) :-
    atom_string(Pattern, Text),
    '$expand_home'(Text, Homed),
    '$expand_variables'(Homed, Expanded),
    (   '$is_wild'(Expanded)
    ->  split_string(Expanded, "/", "", [First|Parts]),
        (   First == ""
        ->  Start = '/',
            Rest = Parts
        ;   Start = '',
            Rest = [First|Parts]
        ),
        findall(File, '$wild_file'(Rest, Start, File), Found),
        msort(Found, Files)
    ;   atom_string(File, Expanded),
        Files = [File]
    ).

%! '$is_wild'(+Text)
'$is_wild'(Text) :-
    string_chars(Text, Chars),
    member(Char, Chars),
    memberchk(Char, [*,?,'[','{']),
    !.

%! '$expand_home'(+Text, -Expanded)
'$expand_home'(Text, Expanded) :-
    (   string_concat("~", Rest, Text),
        ( Rest == "" ; string_concat("/", _, Rest) ),
        getenv('HOME', Home)
    ->  string_concat(Home, Rest, Expanded)
    ;   Expanded = Text
    ).

%! '$expand_variables'(+Text, -Expanded)
'$expand_variables'(Text, Expanded) :-
    (   sub_string(Text, Before, 1, After, "$")
    ->  sub_string(Text, 0, Before, _, Start),
        sub_string(Text, _, After, 0, Rest),
        string_codes(Rest, Codes),
        '$variable_name'(Codes, NameCodes, RestCodes),
        atom_codes(Name, NameCodes),
        (   getenv(Name, Value)
        ->  true
        ;   existence_error(variable, Name)
        ),
        string_codes(Rest1, RestCodes),
        '$expand_variables'(Rest1, End),
        atomic_list_concat([Start,Value,End], Atom),
        atom_string(Atom, Expanded)
    ;   Expanded = Text
    ).

%! '$variable_name'(+Codes, -Name, -Rest)
'$variable_name'([Code|Codes], [Code|Name], Rest) :-
    code_type(Code, csym),
    !,
    '$variable_name'(Codes, Name, Rest).
'$variable_name'(Rest, [], Rest).

%! '$wild_file'(+Parts, +Folder, -File)
'$wild_file'([], File, File).
'$wild_file'([Part|Parts], Folder, File) :-
    (   '$is_wild'(Part)
    ->  (   Folder == ''
        ->  Place = '.'
        ;   Place = Folder
        ),
        exists_directory(Place),
        directory_files(Place, Names),
        member(Name, Names),
        (   sub_atom(Name, 0, _, _, '.')
        ->  sub_string(Part, 0, _, _, ".")
        ;   true
        ),
        wildcard_match(Part, Name)
    ;   atom_string(Name, Part)
    ),
    (   Folder == ''
    ->  Path = Name
    ;   '$join_path'(Folder, Name, Path)
    ),
    (   Parts == []
    ->  access_file(Path, exist)
    ;   true
    ),
    '$wild_file'(Parts, Path, File).

%! wildcard_match(+Pattern, +Text) is semidet.
%  Does the pattern match the whole text: * is any text, ? any character, [a-z] one of them, {a,b} either.
%  ?- wildcard_match("[a-z]*.{pro,pl}", "hello.pl").
%  ?- wildcard_match("a?", abc).                            %=> false.
wildcard_match(Pattern, Text) :-
    wildcard_match(Pattern, Text, []).

%! wildcard_match(+Pattern, +Text, +Options) is semidet.
%  As wildcard_match/2, with the option case_sensitive(Boolean).
%  ?- wildcard_match("*.PL", 'a.pl', [case_sensitive(false)]).
wildcard_match(Pattern0, Text0, Options) :-
    text_to_string(Pattern0, Pattern1),
    text_to_string(Text0, Text1),
    (   option(case_sensitive(false), Options)
    ->  string_lower(Pattern1, Pattern),
        string_lower(Text1, Text)
    ;   Pattern = Pattern1,
        Text = Text1
    ),
    string_chars(Pattern, PatternChars),
    string_chars(Text, Chars),
    '$wild_items'(PatternChars, [], Items, []),
    '$wild_match'(Items, Chars, []),
    !.

%! '$wild_items'(+Chars, +Ends, -Items, -Rest)
%  The parts of a pattern, up to its end or to one of the characters that end an alternative.
'$wild_items'([], _, [], []).
'$wild_items'([Char|Chars], Ends, Items, Rest) :-
    (   memberchk(Char, Ends)
    ->  Items = [],
        Rest = [Char|Chars]
    ;   '$wild_item'(Char, Chars, Item, Chars1),
        Items = [Item|Items1],
        '$wild_items'(Chars1, Ends, Items1, Rest)
    ).

%! '$wild_item'(+Char, +Chars, -Item, -Rest)
'$wild_item'(*, Chars, any, Chars) :- !.
'$wild_item'(?, Chars, one, Chars) :- !.
'$wild_item'(\, [Char|Chars], Char, Chars) :- !.
'$wild_item'('[', Chars, set(Ranges), Rest) :-
    !,
    '$wild_ranges'(Chars, Ranges, Rest).
'$wild_item'('{', Chars, either(Alternatives), Rest) :-
    !,
    '$wild_alternatives'(Chars, Alternatives, Rest).
'$wild_item'(Char, Chars, Char, Chars).

%! '$wild_ranges'(+Chars, -Ranges, -Rest)
'$wild_ranges'([']'|Rest], [], Rest) :- !.
'$wild_ranges'([Low,-,High|Chars], [Low-High|Ranges], Rest) :-
    High \== ']',
    !,
    '$wild_ranges'(Chars, Ranges, Rest).
'$wild_ranges'([Char|Chars], [Char-Char|Ranges], Rest) :-
    '$wild_ranges'(Chars, Ranges, Rest).

%! '$wild_alternatives'(+Chars, -Alternatives, -Rest)
'$wild_alternatives'(Chars, [Items|Alternatives], Rest) :-
    '$wild_items'(Chars, [',','}'], Items, [End|Chars1]),
    (   End == (',')
    ->  '$wild_alternatives'(Chars1, Alternatives, Rest)
    ;   Alternatives = [],
        Rest = Chars1
    ).

%! '$wild_match'(+Items, +Chars, -Rest)
'$wild_match'([], Rest, Rest).
'$wild_match'([Item|Items], Chars, Rest) :-
    '$wild_one'(Item, Chars, Chars1),
    '$wild_match'(Items, Chars1, Rest).

%! '$wild_one'(+Item, +Chars, -Rest)
'$wild_one'(any, Chars, Rest) :-
    !,
    append(_, Rest, Chars).
'$wild_one'(one, Chars, Rest) :-
    !,
    Chars = [_|Rest].
'$wild_one'(set(Ranges), Chars, Rest) :-
    !,
    Chars = [Char|Rest],
    member(Low-High, Ranges),
    Char @>= Low,
    Char @=< High,
    !.
'$wild_one'(either(Alternatives), Chars, Rest) :-
    !,
    member(Items, Alternatives),
    '$wild_match'(Items, Chars, Rest).
'$wild_one'(Char, [Char|Rest], Rest).

%! copy_file(+From, +To) is det.
%  Copies what a file contains; into To if that is a folder.
%  ?- copy_file('/no/such', '/no/other').   %=> existence_error(source_sink, '/no/such').
copy_file(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Name),
        directory_file_path(To, Name, Target)
    ;   Target = To
    ),
    setup_call_cleanup(open(From, read, In, [type(binary)]),
                       setup_call_cleanup(open(Target, write, Out, [type(binary)]),
                                          copy_stream_data(In, Out),
                                          close(Out)),
                       close(In)).

%! copy_directory(+From, +To) is det.
%  Copies the files of a folder, and of the folders in it, to the folder To, which is made.
%  ?- copy_directory('/no/such', '/no/other').   %=> existence_error(directory, '/no/such').
copy_directory(From, To) :-
    directory_files(From, Files),
    make_directory_path(To),
    forall(( member(File, Files), \+ memberchk(File, ['.','..']) ),
           ( directory_file_path(From, File, Source),
             directory_file_path(To, File, Target),
             (   exists_directory(Source)
             ->  copy_directory(Source, Target)
             ;   copy_file(Source, Target)
             ) )).

%! delete_directory_contents(+Directory) is det.
%  Deletes all files and folders in a folder.
%  ?- delete_directory_contents('/no/such').   %=> existence_error(directory, '/no/such').
delete_directory_contents(Directory) :-
    directory_files(Directory, Files),
    forall(( member(File, Files), \+ memberchk(File, ['.','..']) ),
           ( directory_file_path(Directory, File, Path),
             (   exists_directory(Path)
             ->  delete_directory_and_contents(Path)
             ;   delete_file(Path)
             ) )).

%! delete_directory_and_contents(+Directory) is det.
%  Deletes a folder with all that is in it.
%  ?- delete_directory_and_contents('/no/such').   %=> existence_error(directory, '/no/such').
delete_directory_and_contents(Directory) :-
    delete_directory_contents(Directory),
    delete_directory(Directory).

%! relative_file_name(?Path, +From, ?Relative) is det.
%  Relative leads to Path from where the file From is.
%  ?- relative_file_name('/a/b/c', '/a/d/e', R).   %=> R = '../b/c'.
%  ?- relative_file_name(P, '/a/d/e', '../c').   %=> P = '/a/c'.
relative_file_name(Path, From, Relative) :-
    (   nonvar(Path)
    ->  absolute_file_name(Path, Absolute),
        absolute_file_name(From, Base),
        atomic_list_concat(Parts, /, Absolute),
        atomic_list_concat(BaseParts, /, Base),
        '$relative_parts'(Parts, BaseParts, Steps),
        atomic_list_concat(Steps, /, Relative)
    ;   is_absolute_file_name(Relative)
    ->  Path = Relative
    ;   file_directory_name(From, Folder),
        directory_file_path(Folder, Relative, Joined),
        absolute_file_name(Joined, Path)
    ).

%! '$relative_parts'(+Parts, +Base, -Steps)
'$relative_parts'(Parts, Base, Steps) :-
    (   Parts = [Part,_|_],
        Base = [Part,_|_]
    ->  Parts = [_|Parts1],
        Base = [_|Base1],
        '$relative_parts'(Parts1, Base1, Steps)
    ;   length(Base, Length),
        Up is Length - 1,
        length(Ups, Up),
        maplist(=(..), Ups),
        append(Ups, Parts, Steps)
    ).
