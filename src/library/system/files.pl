% File names: searching, expansion, wildcards; temporary files; shell commands.

%! shell(+Command) is semidet.
%  Runs a shell command; fails if its exit code is not 0.
%  ?- shell('exit 0').
shell(Command) :-
    shell(Command, 0).

%! tmp_file(+Base, -File) is det.
%  File is a name for a temporary file, which is deleted when halt/0 ends the program.
%  ?- tmp_file(data, File), \+ exists_file(File).
tmp_file(Base, File) :-
    '$temporary_name'(Base, '', File),
    at_halt('$delete_quietly'(File)).

%! tmp_file_stream(-File, -Stream, +Options) is det.
%  Opens a new temporary file for writing; options are encoding(Encoding) and extension(Extension). The file is deleted
%  when halt/0 ends the program. Also as tmp_file_stream(+Encoding, -File, -Stream).
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
%  Absolute is the absolute path of File, without `.` and `..`; Alias(Name) is resolved as by absolute_file_name/3.
%  ?- absolute_file_name('/a/./b/../c', F).   %=> F = '/a/c'.
absolute_file_name(File, Absolute) :-
    (   compound(File)
    ->  absolute_file_name(File, Absolute, [])
    ;   '$absolute_file'(File, Absolute)
    ).

%! absolute_file_name(+File, -Absolute, +Options) is nondet.
%  Searches for a file: Alias(Name) is searched for in the directories that file_search_path(Alias, Folder) names. Without
%  the option access, or with access(none), File is the first path, whether or not there is such a file.
%  Options are extensions(List), file_type(txt, prolog or directory), access(Mode), relative_to(Folder),
%  file_errors(fail or error), solutions(first or all), expand(Boolean). Options and Absolute may change places.
%  ?- absolute_file_name(b, F, [relative_to('/')]).         %=> F = '/b'.
%  ?- absolute_file_name(b, [relative_to('/')], F).         %=> F = '/b'.
%  ?- absolute_file_name('/a', F, [file_type(prolog)]).      %=> F = '/a.pl'.
%  ?- absolute_file_name('/no/such', _F, [access(read)]).    %=> existence_error(source_sink, '/no/such').
absolute_file_name(Spec, Options, File) :-
    '$are_options'(Options),
    \+ '$are_options'(File),
    !,
    absolute_file_name(Spec, File, Options).
absolute_file_name(Spec, File, Options) :-
    must_be(ground, Spec),
    must_be(acyclic, Spec),
    ( number(Spec) -> type_error(text, Spec) ; true ),
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

%! '$are_options'(@Term) is semidet.
'$are_options'(Term) :-
    is_list(Term),
    ( Term == [] ; Term = [Option|_], compound(Option) ),
    !.

%! '$candidate_file'(+Spec, +Options, -File)
'$candidate_file'(Spec, Options, File) :-
    '$file_paths'(Spec, Options, Path),
    '$file_extension'(Options, Path, Named),
    '$absolute_file'(Named, File),
    '$file_fits'(Options, File).

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
        (   '$search_path'(Alias, Folder)
        ;   Alias == library,
            '$library_folder'(Options, Folder)
        ),
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
%  Folder comes from the program's clauses of file_search_path/2, for libraries also from those of library_directory/1.
'$search_path'(Alias, Folder) :-
    '$if_known'(user:file_search_path(Alias, Folder)).
'$search_path'(library, Folder) :-
    '$if_known'(user:library_directory(Folder)).
'$search_path'(library, Folder) :-
    '$if_known'('$pack':library(Folder)).
'$search_path'(path, Folder) :-
    file_search_path(path, Folder).

%! '$library_folder'(+Options, -Folder) is semidet.
%  The libraries of the system are no files; Folder gives a path to those who only ask for one.
'$library_folder'(Options, Folder) :-
    \+ ( option(access(Access), Options), Access \== none ),
    catch(current_prolog_flag(home, Home), error(_, _), fail),
    '$join_path'(Home, library, Folder).

%! file_search_path(?Alias, ?Folder) is nondet.
%  Files Alias(Name) are searched for in Folder. Programs add clauses of their own; without any there is the alias path,
%  for the folders of the environment variable PATH, with them it is searched all the same.
%  ?- file_search_path(no_such, _).   %=> false.
file_search_path(path, Folder) :-
    getenv('PATH', Path),
    split_string(Path, ":", "", Folders),
    member(Text, Folders),
    atom_string(Folder, Text).

%! '$join_path'(+Folder, +Name, -Path)
'$join_path'(Folder, Name, Path) :-
    (   sub_atom(Folder, _, 1, 0, /)
    ->  atomic_list_concat([Folder,Name], Path)
    ;   atomic_list_concat([Folder,/,Name], Path)
    ).

%! expand_file_name(+Pattern, -Files) is det.
%  Files are the names that match a pattern with ~, $VARIABLE and the wildcards of wildcard_match/2.
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
        ->  Directory = '.'
        ;   Directory = Folder
        ),
        exists_directory(Directory),
        directory_files(Directory, Names),
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
    % What a folder lists is there.
    ( ( Parts \== [] ; '$is_wild'(Part) ) -> true ; access_file(Path, exist) ),
    '$wild_file'(Parts, Path, File).

%! wildcard_match(+Pattern, +Text) is semidet.
%  True if Pattern matches the whole of Text: * matches any text, ? any character, [a-z] one of these, {a,b} either.
%  ?- wildcard_match("[a-z]*.{pro,pl}", "hello.pl").
%  ?- wildcard_match("a?", abc).                            %=> false.
wildcard_match(Pattern, Text) :-
    wildcard_match(Pattern, Text, []).

%! wildcard_match(+Pattern, +Text, +Options) is semidet.
%  Like wildcard_match/2, with the option case_sensitive(Boolean).
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
    '$wildcard'(Pattern, Text).
