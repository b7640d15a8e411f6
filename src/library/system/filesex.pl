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

%! '$file_extension'(+Options, +Path, -Named) is nondet.
%  Named are the names to try.
'$file_extension'(Options, Path, Named) :-
    (   option(extensions(Extensions), Options)
    ->  true
    ;   option(file_type(Type), Options),
        memberchk(Type, [prolog,source])
    ->  Extensions = [pl,prolog,'']
    ;   Extensions = ['']
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

%! '$file_fits'(+Options, +File) is semidet.
%  Without an option for access a file need not exist.
'$file_fits'(Options, File) :-
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
%  Deletes everything in a directory; of a link itself, not what it leads to.
%  ?- delete_directory_contents('/no/such').   %=> existence_error(directory, '/no/such').
delete_directory_contents(Directory) :-
    directory_files(Directory, Files),
    forall(( member(File, Files), \+ memberchk(File, ['.','..']) ),
           ( directory_file_path(Directory, File, Path),
             (   exists_directory(Path),
                 \+ catch(read_link(Path, _, _), error(_, _), fail)
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
%  Relative is the name of Path relative to the directory of the file From, or to From if that ends in /.
%  ?- relative_file_name('/a/b/c', '/a/d/e', R).   %=> R = '../b/c'.
%  ?- relative_file_name('/a/b/c', '/a/b/', R).   %=> R = c.
%  ?- relative_file_name(P, '/a/d/e', '../c').   %=> P = '/a/c'.
relative_file_name(Path, From, Relative) :-
    (   nonvar(Path)
    ->  '$absolute_parts'(Path, Parts),
        '$absolute_parts'(From, Base),
        '$relative_parts'(Parts, Base, Steps),
        ( Steps == [] -> Relative = '.' ; atomic_list_concat(Steps, /, Relative) )
    ;   is_absolute_file_name(Relative)
    ->  Path = Relative
    ;   file_directory_name(From, Folder),
        directory_file_path(Folder, Relative, Joined),
        absolute_file_name(Joined, Path)
    ).

%! '$absolute_parts'(+File, -Parts)
%  The last part is empty if File ends in /.
'$absolute_parts'(File, Parts) :-
    absolute_file_name(File, Absolute),
    (   sub_atom(File, _, 1, 0, /),
        \+ sub_atom(Absolute, _, 1, 0, /)
    ->  atom_concat(Absolute, /, Whole)
    ;   Whole = Absolute
    ),
    atomic_list_concat(Parts, /, Whole).

%! '$relative_parts'(+Parts, +Base, -Steps)
'$relative_parts'(Parts, Base, Steps) :-
    (   Parts = [Part|Parts1],
        Base = [Part|Base1]
    ->  '$relative_parts'(Parts1, Base1, Steps)
    ;   Base = [_|Folders]
    ->  length(Folders, Up),
        length(Ups, Up),
        maplist(=('..'), Ups),
        append(Ups, Parts, Steps)
    ;   Steps = Parts
    ).

%! link_file(+From, +To, +Kind) is det.
%  Makes To a link to the file From; Kind is hard or symbolic.
%  ?- link_file(a, b, soft).                                %=> domain_error(link_type, soft).
link_file(From, To, Kind) :-
    must_be(atom, Kind),
    (   memberchk(Kind, [hard, symbolic])
    ->  '$link_file'(From, To, Kind)
    ;   domain_error(link_type, Kind)
    ).

%! chmod(+File, +Mode) is det.
%  Changes the permissions of a file. Mode is their bits as an integer, or letters, `rw` for all or `ugx` for the user and
%  the group, or a list of such atoms; `+Mode` adds permissions to those that there are, `-Mode` takes them away.
%  ?- chmod('/no/such', +w).                                %=> existence_error(file, '/no/such').
%  ?- chmod(f, foo).                                        %=> domain_error(posix_file_mode, foo).
chmod(File, Mode) :-
    must_be(ground, Mode),
    (   Mode = +Part
    ->  '$mode_bits'(Part, Bits),
        '$file_mode'(File, Now),
        New is Now \/ Bits
    ;   Mode = -Part
    ->  '$mode_bits'(Part, Bits),
        '$file_mode'(File, Now),
        New is Now /\ \Bits
    ;   '$mode_bits'(Mode, New)
    ),
    '$set_file_mode'(File, New).

%! '$mode_bits'(+Mode, -Bits) is det.
'$mode_bits'(Mode, Bits) :-
    (   integer(Mode)
    ->  Bits = Mode
    ;   atom(Mode),
        Mode \== []
    ->  '$mode_letters'(Mode, Bits)
    ;   must_be(list(atom), Mode),
        foldl('$add_mode_bits', Mode, 0, Bits)
    ).

%! '$add_mode_bits'(+Mode, +Bits0, -Bits) is det.
'$add_mode_bits'(Mode, Bits0, Bits) :-
    '$mode_letters'(Mode, Own),
    Bits is Bits0 \/ Own.

%! '$mode_letters'(+Mode, -Bits) is det.
'$mode_letters'(Mode, Bits) :-
    atom_chars(Mode, Letters),
    '$mode_part'(Letters, [u-0o100, g-0o10, o-0o1], 0, Who0, Rights),
    '$mode_part'(Rights, [r-4, w-2, x-1], 0, Which, Rest),
    (   Rest == [],
        Which > 0
    ->  ( Who0 =:= 0 -> Who = 0o111 ; Who = Who0 ),
        Bits is Who * Which
    ;   domain_error(posix_file_mode, Mode)
    ).

%! '$mode_part'(+Letters, +Values, +Sum0, -Sum, -Rest) is det.
'$mode_part'(Letters, Values, Sum0, Sum, Rest) :-
    (   Letters = [Letter|Letters1],
        memberchk(Letter-Value, Values)
    ->  Sum1 is Sum0 \/ Value,
        '$mode_part'(Letters1, Values, Sum1, Sum, Rest)
    ;   Sum = Sum0,
        Rest = Letters
    ).

%! set_time_file(+File, -Old, +New) is det.
%  Old are access(Time), modified(Time) and changed(Time), the last of the status of the file, those that are asked for if
%  it is a list; New is a list of access(Time) and modified(Time) that changes them; `now` is the time of day.
%  ?- set_time_file('/no/such', _, []).                     %=> existence_error(file, '/no/such').
set_time_file(File, Old, New) :-
    must_be(list, New),
    '$file_times'(File, Access, Modified, Changed),
    '$note_time'(access(Access), Old),
    '$note_time'(modified(Modified), Old),
    '$note_time'(changed(Changed), Old),
    '$end_of_times'(Old),
    '$new_time'(access(_), New, NewAccess),
    '$new_time'(modified(_), New, NewModified),
    (   var(NewAccess),
        var(NewModified)
    ->  true
    ;   '$set_file_times'(File, NewAccess, NewModified)
    ).

%! '$note_time'(+Time, ?Times) is semidet.
%  Adds a time to a list that is open, or unifies it with its like there.
'$note_time'(Time, Times) :-
    (   var(Times)
    ->  Times = [Time|_]
    ;   Times = [First|Rest]
    ->  (   functor(Time, Name, 1),
            functor(First, Name, 1)
        ->  First = Time
        ;   '$note_time'(Time, Rest)
        )
    ;   Times == []
    ).

%! '$end_of_times'(?Times) is det.
'$end_of_times'(Times) :-
    (   var(Times)
    ->  Times = []
    ;   Times = [_|Rest]
    ->  '$end_of_times'(Rest)
    ;   true
    ).

%! '$new_time'(+Asked, +New, -Time) is det.
%  Time stays unbound if New does not name it.
'$new_time'(Asked, New, Time) :-
    (   memberchk(Asked, New)
    ->  arg(1, Asked, Given),
        ( Given == now -> get_time(Time) ; Time = Given )
    ;   true
    ).
