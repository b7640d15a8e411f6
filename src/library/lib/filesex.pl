% Directories and copies of files, with the names of library(filesex).

%! directory_file_path(?Directory, ?File, ?Path) is det.
%  Path is the path of File in Directory; one of the three may be found from the others, or both parts from Path.
%  ?- directory_file_path('/a', b, P).                      %=> P = '/a/b'.
%  ?- directory_file_path(D, F, 'a/b').                     %=> D = a, F = b.
%  ?- directory_file_path('/a/', F, '/a/b').                %=> F = b.
directory_file_path(Directory, File, Path) :-
    (   nonvar(Directory),
        nonvar(File)
    ->  (   is_absolute_file_name(File)
        ->  Path = File
        ;   Directory == '.'
        ->  Path = File
        ;   '$join_path'(Directory, File, Path)
        )
    ;   nonvar(Directory),
        nonvar(Path)
    ->  (   Directory == '.',
            \+ is_absolute_file_name(Path)
        ->  File = Path
        ;   '$join_path'(Directory, '', Prefix0),
            ( sub_atom(Prefix0, _, 1, 0, /) -> Prefix = Prefix0 ; atom_concat(Prefix0, /, Prefix) ),
            atom_concat(Prefix, File, Path)
        )
    ;   nonvar(Path)
    ->  file_directory_name(Path, Directory),
        file_base_name(Path, File)
    ;   instantiation_error(Path)
    ).

%! directory_member(+Directory, -Member, +Options) is nondet.
%  Member is the path of an entry of Directory; with recursive(true) also of its subdirectories. Other options:
%  extensions(List), file_type(directory or regular), matches(Pattern) and exclude(Pattern) of the name, as in
%  wildcard_match/2, exclude_directory(Pattern).
%  ?- directory_member('/no/such', _, []).                  %=> existence_error(directory, '/no/such').
directory_member(Directory, Member, Options) :-
    directory_files(Directory, Files0),
    msort(Files0, Files),
    member(File, Files),
    File \== '.',
    File \== '..',
    directory_file_path(Directory, File, Path),
    (   '$member_fits'(Options, Path),
        \+ '$name_matches'(exclude(_), Options, File),
        ( option(matches(_), Options) -> '$name_matches'(matches(_), Options, File) ; true ),
        Member = Path
    ;   option(recursive(true), Options),
        exists_directory(Path),
        \+ '$name_matches'(exclude_directory(_), Options, File),
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

%! '$name_matches'(?Option, +Options, +Name)
%  True if there is such an option and its pattern matches Name.
'$name_matches'(Option, Options, Name) :-
    option(Option, Options),
    arg(1, Option, Pattern),
    wildcard_match(Pattern, Name).

%! make_directory_path(+Directory) is det.
%  Creates a directory and its missing parent directories.
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
%  Named are the names to try; Must is true if they count only if such a file exists.
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

%! copy_file(+From, +To) is det.
%  Copies the contents of a file; if To is a directory, into it.
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
%  Copies a directory recursively to the directory To, which is created.
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
%  Deletes everything in a directory.
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
%  Deletes a directory with its contents.
%  ?- delete_directory_and_contents('/no/such').   %=> existence_error(directory, '/no/such').
delete_directory_and_contents(Directory) :-
    delete_directory_contents(Directory),
    delete_directory(Directory).

%! relative_file_name(?Path, +From, ?Relative) is det.
%  Relative is the name of Path relative to the directory of the file From.
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
