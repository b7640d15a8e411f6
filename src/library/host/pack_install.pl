% How packs get into a folder: from another folder, an archive, a repository of git, or an address of the web. A pack is made
% ready beside its place and put there when all is right. No goal of it runs, nothing is compiled, and one with code in
% another language is refused. A lock file says where each pack came from, and what its files were.

%! pack_install(+Spec) is det.
%  Like pack_install/2 without options.
%  ?- pack_install(_).   %=> instantiation_error.
pack_install(Spec) :-
    pack_install(Spec, []).

%! pack_install(+Spec, +Options) is det.
%  Installs the pack of a folder, an archive (.tar, .tgz, .tar.gz, .zip), an address of such an archive, or a repository of
%  git (an address that ends in .git, or with git(true)), and what it requires; attaches them. Spec may be a list. Options:
%  package_directory(Folder), where packs are, that of the user if not given; url(Spec) for a Spec that is only a name;
%  upgrade(true) replaces an older version; commit(Commit) or branch(Name) of a repository; checksum(Sha256) of the files,
%  as in the lock file; from(Folder), where what is required is looked for beside Spec; lock(File); silent(Boolean);
%  max_size(Bytes) of what comes from the web. Others are ignored.
%  ?- pack_install(no_such_pack).   %=> existence_error(pack, no_such_pack).
pack_install(Spec0, Options) :-
    must_be(nonvar, Spec0),
    must_be(list, Options),
    (   is_list(Spec0)
    ->  forall(member(Spec, Spec0), pack_install(Spec, Options))
    ;   ( memberchk(url(Spec), Options) -> true ; Spec = Spec0 ),
        ( option(package_directory(Folder0), Options) -> true ; '$need_user_packs'(Folder0) ),
        absolute_file_name(Folder0, Folder),
        '$pack_source'(Spec, Options, Source),
        make_directory_path(Folder),
        '$pack_install'(Source, Folder, Options, [])
    ).

%! '$need_user_packs'(-Folder) is det.
'$need_user_packs'(Folder) :-
    (   '$user_packs'(Found)
    ->  Folder = Found
    ;   existence_error(environment_variable, 'HOME')
    ).

%! '$pack_source'(+Spec, +Options, -Source) is det.
%  Source is folder(Path), archive(Path), git(Address, Which) or web(Address).
'$pack_source'(Spec, Options, Source) :-
    (   is_of_type(text, Spec)
    ->  format(atom(Name), "~w", [Spec])
    ;   absolute_file_name(Spec, Name)
    ),
    '$git_choice'(Options, Which),
    (   '$is_address'(Name, Scheme)
    ->  (   ( option(git(true), Options) ; file_name_extension(_, git, Name) ; memberchk(Scheme, [git,ssh]) )
        ->  Source = git(Name, Which)
        ;   '$archive_name'(Name)
        ->  Source = web(Name)
        ;   domain_error(pack_address, Name)
        )
    ;   exists_directory(Name)
    ->  absolute_file_name(Name, Path),
        (   ( option(git(true), Options) ; file_name_extension(_, git, Path) )
        ->  Source = git(Path, Which)
        ;   Source = folder(Path)
        )
    ;   exists_file(Name),
        '$archive_name'(Name)
    ->  absolute_file_name(Name, Path),
        Source = archive(Path)
    ;   existence_error(pack, Spec)
    ).

%! '$git_choice'(+Options, -Which) is det.
'$git_choice'(Options, Which) :-
    (   option(commit(Commit), Options)
    ->  Which = commit(Commit)
    ;   option(branch(Branch), Options)
    ->  Which = branch(Branch)
    ;   Which = newest
    ).

%! '$is_address'(+Name, -Scheme) is semidet.
'$is_address'(Name, Scheme) :-
    (   sub_atom(Name, 0, _, _, 'git@')
    ->  Scheme = ssh
    ;   member(Scheme, [https,http,ssh,git,file]),
        atom_concat(Scheme, '://', Start),
        sub_atom(Name, 0, _, _, Start)
    ->  true
    ).

%! '$archive_name'(+Name) is semidet.
'$archive_name'(Name) :-
    member(Ending, ['.tar','.tgz','.tar.gz','.zip']),
    sub_atom(Name, _, _, 0, Ending),
    !.

%! '$pack_install'(+Source, +Folder, +Options, +Waiting) is det.
%  Waiting are the names of the packs that wait for this one.
'$pack_install'(Source, Folder, Options, Waiting) :-
    '$pack_stage'(Folder, Stage),
    setup_call_cleanup(make_directory(Stage),
                       '$pack_staged'(Source, Stage, Folder, Options, Waiting),
                       ( exists_directory(Stage) -> delete_directory_and_contents(Stage) ; true )).

%! '$pack_stage'(+Folder, -Stage) is det.
%  Stage is a new name in Folder, which is not taken for a pack.
'$pack_stage'(Folder, Stage) :-
    between(1, inf, N),
    format(atom(Name), ".new-~d", [N]),
    directory_file_path(Folder, Name, Stage),
    \+ exists_directory(Stage),
    !.

%! '$pack_staged'(+Source, +Stage, +Folder, +Options, +Waiting) is det.
'$pack_staged'(Source, Stage, Folder, Options, Waiting) :-
    '$pack_fetch'(Source, Stage, Options, Top, From),
    '$pack_terms'(Top, Terms),
    '$pack_name'(Terms, Top, Name),
    '$pack_version'(Terms, Version),
    ( memberchk(Name, Waiting) -> permission_error(install, cyclic_pack, Name) ; true ),
    '$pack_no_code'(Top, Terms, Name),
    '$pack_sum'(Top, Sum),
    (   option(checksum(Wanted), Options),
        Wanted \== Sum
    ->  throw(error(checksum_error(Name, Wanted, Sum), _))
    ;   true
    ),
    directory_file_path(Folder, Name, Place),
    (   exists_directory(Place),
        \+ '$pack_replaces'(Place, Name, Version, Options)
    ->  '$pack_tell'("~w@~w is installed already", [Name,Version], Options)
    ;   '$pack_lock_file'(Folder, Options, Lock),
        forall(( member(requires(Need), Terms), \+ '$pack_fits'(Need) ),
               '$pack_require'(Need, Name, Source, Folder, Lock, Options, [Name|Waiting])),
        '$pack_detach'(Name),
        ( exists_directory(Place) -> delete_directory_and_contents(Place) ; true ),
        rename_file(Top, Place),
        '$pack_lock'(Name, Version, From, Sum, Lock),
        '$pack_tell'("~w@~w is installed in ~w", [Name,Version,Place], Options)
    ),
    '$pack_attach'(Place, [duplicate(replace)]).

%! '$pack_tell'(+Format, +Arguments, +Options) is det.
'$pack_tell'(Format, Arguments, Options) :-
    (   option(silent(true), Options)
    ->  true
    ;   print_message(informational, format(Format, Arguments))
    ).

%! '$pack_replaces'(+Place, +Name, +Version, +Options) is semidet.
%  A pack is put in the place of another version only if that is asked for.
'$pack_replaces'(Place, Name, Version, Options) :-
    '$pack_terms'(Place, Terms),
    '$pack_version'(Terms, Old),
    (   option(upgrade(true), Options)
    ->  \+ '$meets'(Old, ==, Version)
    ;   '$meets'(Old, ==, Version)
    ->  fail
    ;   permission_error(replace, pack, Name-Old)
    ).

%! '$pack_fetch'(+Source, +Stage, +Options, -Top, -From) is det.
%  Gets the files of a pack into Stage; Top is their folder, From where they came from, to be had again.
'$pack_fetch'(folder(Path), Stage, _, Stage, folder(Path)) :-
    '$pack_copy'(Path, Stage).
'$pack_fetch'(archive(Path), Stage, _, Top, archive(Path)) :-
    '$pack_unpack'(Path, Stage, Top).
'$pack_fetch'(web(Address), Stage, Options, Top, web(Address)) :-
    file_base_name(Address, Name),
    atom_concat('.', Name, Hidden),
    directory_file_path(Stage, Hidden, File),
    option(max_size(Most), Options, 268435456),
    '$pack_download'(Address, File, Most),
    directory_file_path(Stage, files, Files),
    make_directory(Files),
    '$pack_unpack'(File, Files, Top).
'$pack_fetch'(git(Address, Which), Stage, _, Top, git(Address, Commit)) :-
    directory_file_path(Stage, files, Top),
    % What a configuration could make git run is left out.
    Safe = ['-c','core.hooksPath=/dev/null','-c','protocol.ext.allow=never','-c','core.symlinks=false'],
    ( Which = branch(Branch) -> Choice = ['--branch',Branch] ; Choice = [] ),
    ( ( Which = commit(_) ; exists_directory(Address) ) -> Depth = [] ; Depth = ['--depth','1'] ),
    append([Safe,[clone,'--quiet','--no-recurse-submodules'],Depth,Choice,['--',Address,Top]], Clone),
    '$pack_git'(Clone, _),
    (   Which = commit(Wanted)
    ->  ( is_of_type(text, Wanted), \+ sub_atom(Wanted, 0, _, _, '-') -> true ; domain_error(commit, Wanted) ),
        append(Safe, ['-C',Top,checkout,'--quiet',Wanted], Checkout),
        '$pack_git'(Checkout, _)
    ;   true
    ),
    '$pack_git'(['-C',Top,'rev-parse','HEAD'], Text),
    normalize_space(atom(Commit), Text),
    directory_file_path(Top, '.git', Repository),
    delete_directory_and_contents(Repository).

%! '$pack_git'(+Arguments, -Output) is det.
'$pack_git'(Arguments, Output) :-
    setup_call_cleanup(process_create(path(git), Arguments, [stdin(null),stdout(pipe(Out)),process(Process),
                                                             environment(['GIT_TERMINAL_PROMPT'='0'])]),
                       read_string(Out, _, Output),
                       close(Out)),
    process_wait(Process, Status),
    (   Status == exit(0)
    ->  true
    ;   throw(error(process_error(git, Status), _))
    ).

%! '$pack_copy'(+From, +To) is det.
%  Copies the files of a pack, without what is hidden and without links.
'$pack_copy'(From, To) :-
    directory_files(From, Files),
    forall(( member(File, Files), \+ sub_atom(File, 0, _, _, '.') ),
           (   directory_file_path(From, File, Source),
               directory_file_path(To, File, Target),
               (   catch(read_link(Source, _, _), error(_, _), fail)
               ->  permission_error(install, link, Source)
               ;   exists_directory(Source)
               ->  make_directory(Target),
                   '$pack_copy'(Source, Target)
               ;   copy_file(Source, Target)
               )
           )).

%! '$pack_unpack'(+Archive, +Folder, -Top) is det.
%  Top is Folder, or the one folder in it that has the pack.
'$pack_unpack'(Archive, Folder, Top) :-
    '$pack_needs'(archive),
    use_module(library(archive)),
    call(archive_extract, Archive, Folder, []),
    (   '$has_pack'(Folder)
    ->  Top = Folder
    ;   directory_member(Folder, Inner, [file_type(directory)]),
        '$has_pack'(Inner)
    ->  Top = Inner
    ;   existence_error(source_sink, 'pack.pl')
    ).

%! '$pack_needs'(+Library) is det.
'$pack_needs'(Library) :-
    (   exists_source(library(Library))
    ->  true
    ;   existence_error(source_sink, library(Library))
    ).

%! '$has_pack'(+Folder) is semidet.
'$has_pack'(Folder) :-
    directory_file_path(Folder, 'pack.pl', File),
    exists_file(File).

%! '$pack_download'(+Address, +File, +Most) is det.
'$pack_download'(Address, File, Most) :-
    '$pack_needs'(http/http_open),
    setup_call_cleanup('$http_open'(Address, In, []),
                       setup_call_cleanup(open(File, write, Out, [encoding(iso_latin_1)]),
                                          (   set_stream(In, encoding(iso_latin_1)),
                                              Enough is Most + 1,
                                              copy_stream_data(In, Out, Enough)
                                          ),
                                          close(Out)),
                       close(In)),
    size_file(File, Size),
    (   Size > Most
    ->  throw(error(resource_error(download), context(pack_install/2, Address)))
    ;   true
    ).

%! '$pack_no_code'(+Folder, +Terms, +Name) is det.
%  Raises an error if the pack has code in another language, which would have to be compiled.
'$pack_no_code'(Folder, Terms, Name) :-
    (   (   memberchk(foreign(_), Terms)
        ;   directory_file_path(Folder, 'CMakeLists.txt', Make),
            exists_file(Make)
        ;   directory_member(Folder, _, [recursive(true),extensions([c,cc,cpp,cxx,so,dll,dylib])])
        ;   directory_file_path(Folder, prolog, Library),
            exists_directory(Library),
            directory_member(Library, File, [recursive(true),extensions([pl,pro,prolog])]),
            read_file_to_string(File, Text, []),
            sub_string(Text, _, _, _, "use_foreign_library(")
        )
    ->  permission_error(install, foreign_pack, Name)
    ;   true
    ).

%! '$pack_sum'(+Folder, -Sum) is det.
%  Sum is the SHA-256 digest of the names and the digests of the files, in the order of the names.
'$pack_sum'(Folder, Sum) :-
    atom_concat(Folder, /, Start),
    findall(Name-Path, ( directory_member(Folder, Path, [recursive(true),file_type(regular)]), atom_concat(Start, Name, Path) ),
            Files0),
    sort(Files0, Files),
    findall(Line, ( member(Name-Path, Files), '$file_sum'(Path, Digest), format(string(Line), "~w ~w\n", [Digest,Name]) ), Lines),
    atomic_list_concat(Lines, Text),
    sha_hash(Text, Bytes, [algorithm(sha256)]),
    hash_atom(Bytes, Sum).

%! '$file_sum'(+File, -Digest) is det.
'$file_sum'(File, Digest) :-
    setup_call_cleanup(open(File, read, In, [type(binary)]), read_string(In, _, Text), close(In)),
    sha_hash(Text, Bytes, [algorithm(sha256),encoding(octet)]),
    hash_atom(Bytes, Digest).

%! '$pack_require'(+Need, +Name, +Source, +Folder, +Lock, +Options, +Waiting) is det.
%  Installs what a pack requires: as the lock file says, or from what stands beside the pack.
'$pack_require'(Need, Name, Source, Folder, Lock, Options, Waiting) :-
    '$pack_need'(Need, Other, Operator, Wanted),
    (   atom(Other),
        ( '$pack_locked'(Other, Version, From, Sum, Lock), '$meets'(Version, Operator, Wanted)
        ->  Sums = [checksum(Sum)]
        ;   '$pack_beside'(Other, Source, Options, From),
            Sums = []
        )
    ->  '$pack_again'(From, Found),
        findall(Option, ( member(Option, Options), '$pack_for_all'(Option) ), Others),
        append(Sums, Others, Now),
        '$pack_install'(Found, Folder, Now, Waiting),
        (   '$pack_fits'(Need)
        ->  true
        ;   throw(error(existence_error(pack, Need), context(_, Name)))
        )
    ;   throw(error(existence_error(pack, Need), context(_, Name)))
    ).

%! '$pack_for_all'(+Option) is semidet.
'$pack_for_all'(Option) :-
    memberchk(Option, [package_directory(_),lock(_),from(_),silent(_),max_size(_),upgrade(_)]).

%! '$pack_again'(+From, -Source) is det.
'$pack_again'(From, Source) :-
    (   From = git(Address, Commit)
    ->  ( memberchk(Commit, [newest,branch(_),commit(_)]) -> Source = From ; Source = git(Address, commit(Commit)) )
    ;   Source = From
    ).

%! '$pack_beside'(+Name, +Source, +Options, -From) is semidet.
%  From is a folder or an archive with this name, beside Source or in a folder of the option from(Folder).
'$pack_beside'(Name, Source, Options, From) :-
    (   member(from(Folder), Options)
    ;   ( Source = folder(Path) ; Source = archive(Path) ),
        file_directory_name(Path, Folder)
    ),
    exists_directory(Folder),
    (   directory_file_path(Folder, Name, Found),
        '$has_pack'(Found)
    ->  From = folder(Found)
    ;   directory_files(Folder, Files),
        findall(Version-File, ( member(File, Files), '$archive_name'(File), atom_concat(Name, Rest, File),
                                sub_atom(Rest, 0, 1, _, Char), memberchk(Char, [-,'.']), '$version_text'(Rest, Version) ), Pairs),
        sort(0, @>=, Pairs, [_-File|_]),
        directory_file_path(Folder, File, Found),
        From = archive(Found)
    ),
    !.

%! '$pack_lock_file'(+Folder, +Options, -File) is det.
'$pack_lock_file'(Folder, Options, File) :-
    (   option(lock(File0), Options)
    ->  File = File0
    ;   '$project_lock'(Folder, Lock)
    ->  File = Lock
    ;   directory_file_path(Folder, 'pack.lock', File)
    ).

%! '$project_lock'(+Folder, -File) is semidet.
%  Packs of a project are in the folder packs beside its file pack.pl; its lock file is beside that, too.
'$project_lock'(Folder, File) :-
    file_base_name(Folder, packs),
    file_directory_name(Folder, Root),
    '$has_pack'(Root),
    directory_file_path(Root, 'pack.lock', File).

%! '$pack_rows'(+Lock, -Rows) is det.
'$pack_rows'(Lock, Rows) :-
    (   exists_file(Lock)
    ->  setup_call_cleanup(open(Lock, read, In), '$pack_read'(In, Rows0), close(In)),
        include('$is_pack_row', Rows0, Rows)
    ;   Rows = []
    ).

%! '$is_pack_row'(+Term) is semidet.
'$is_pack_row'(locked(Name, Version, From, Sum)) :-
    atom(Name),
    atom(Version),
    atom(Sum),
    ground(From),
    memberchk(From, [folder(_),archive(_),web(_),git(_,_)]).

%! '$pack_locked'(+Name, -Version, -From, -Sum, +Lock) is semidet.
'$pack_locked'(Name, Version, From, Sum, Lock) :-
    '$pack_rows'(Lock, Rows),
    memberchk(locked(Name, Version, From, Sum), Rows).

%! '$pack_lock'(+Name, +Version, +From, +Sum, +Lock) is det.
'$pack_lock'(Name, Version, From, Sum, Lock) :-
    '$pack_rows'(Lock, Rows0),
    exclude('$row_of_pack'(Name), Rows0, Rows1),
    sort([locked(Name, Version, From, Sum)|Rows1], Rows),
    '$pack_write_rows'(Rows, Lock).

%! '$row_of_pack'(+Name, +Row) is semidet.
'$row_of_pack'(Name, locked(Name, _, _, _)).

%! '$pack_unlock'(+Name, +Lock) is det.
'$pack_unlock'(Name, Lock) :-
    '$pack_rows'(Lock, Rows0),
    exclude('$row_of_pack'(Name), Rows0, Rows),
    ( Rows == Rows0 -> true ; '$pack_write_rows'(Rows, Lock) ).

%! '$pack_write_rows'(+Rows, +Lock) is det.
'$pack_write_rows'(Rows, Lock) :-
    atom_concat(Lock, '.new', New),
    setup_call_cleanup(open(New, write, Out),
                       (   format(Out, "% The packs that are installed: name, version, source, digest of the files.~n", []),
                           forall(member(Row, Rows), format(Out, "~q.~n", [Row]))
                       ),
                       close(Out)),
    rename_file(New, Lock).

%! pack_upgrade(+Pack) is det.
%  Installs an attached pack again from where it came, if there is another version now.
%  ?- pack_upgrade(no_such_pack).   %=> existence_error(pack, no_such_pack).
pack_upgrade(Pack) :-
    '$need_pack'(Pack, Place),
    file_directory_name(Place, Folder),
    '$pack_lock_file'(Folder, [], Lock),
    (   '$pack_locked'(Pack, _, From0, _, Lock)
    ->  ( From0 = git(Address, _) -> From = git(Address, newest) ; From = From0 ),
        '$pack_install'(From, Folder, [upgrade(true),package_directory(Folder)], [])
    ;   existence_error(pack_source, Pack)
    ).

%! pack_rebuild is det.
%  Succeeds: packs have nothing to build.
pack_rebuild.

%! pack_rebuild(+Pack) is det.
%  Succeeds if the pack is attached: it has nothing to build.
%  ?- pack_rebuild(no_such_pack).   %=> existence_error(pack, no_such_pack).
pack_rebuild(Pack) :-
    '$need_pack'(Pack, _).

%! pack_url_file(+Address, -File) is det.
%  File is the name of the file that an address ends in.
%  ?- pack_url_file('https://a.b/c/d-1.0.tgz', F).   %=> F = 'd-1.0.tgz'.
pack_url_file(Address, File) :-
    file_base_name(Address, File).

%! '$project_packs'(+Root) is det.
%  Attaches the packs of a project, and its own libraries; or those of the user, if Root is [].
'$project_packs'(Root) :-
    (   Root == []
    ->  attach_packs
    ;   directory_file_path(Root, packs, Folder),
        attach_packs(Folder, [duplicate(keep)]),
        directory_file_path(Root, prolog, Library),
        ( '$if_known'('$pack':library(Library)) -> true ; asserta('$pack':library(Library)) )
    ).

%! '$pack_command'(+Words, +Root) is det.
%  The command `ferz pack`: Root is the folder of the project, or [].
'$pack_command'([Command|Words], Root) :-
    (   Root == []
    ->  '$need_user_packs'(Folder)
    ;   directory_file_path(Root, packs, Folder)
    ),
    (   Command == list
    ->  ( Words = [Query] -> pack_list(Query) ; pack_list_installed )
    ;   Command == install,
        Words \== []
    ->  pack_install(Words, [package_directory(Folder)])
    ;   Command == install
    ->  '$pack_sync'(Root, Folder)
    ;   memberchk(Command-Goal, [remove-pack_remove,upgrade-pack_upgrade,info-pack_info]),
        Words \== []
    ->  forall(member(Word, Words), call(Goal, Word))
    ;   domain_error(pack_command, Command)
    ).

%! '$pack_sync'(+Root, +Folder) is det.
%  Installs what the lock file of a project says, and what its file pack.pl requires.
'$pack_sync'(Root, Folder) :-
    ( Root == [] -> existence_error(source_sink, 'pack.pl') ; true ),
    '$pack_lock_file'(Folder, [], Lock),
    make_directory_path(Folder),
    '$pack_rows'(Lock, Rows),
    forall(( member(locked(Name, Version, From, Sum), Rows), \+ '$pack_fits'(Name == Version) ),
           (   '$pack_again'(From, Source),
               '$pack_install'(Source, Folder, [package_directory(Folder),checksum(Sum),upgrade(true)], [])
           )),
    '$pack_terms'(Root, Terms),
    '$pack_name'(Terms, Root, Own),
    forall(( member(requires(Need), Terms), \+ '$pack_fits'(Need) ),
           '$pack_require'(Need, Own, folder(Root), Folder, Lock, [package_directory(Folder)], [Own])).
