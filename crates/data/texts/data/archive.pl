% Archives, with the names of library(archive): tar, compressed by gzip or not, and zip. The bytes of an archive are in
% memory while it is open; what is unpacked counts as memory, too, so that limits bound it.

%! archive_open(+Data, -Archive, +Options) is det.
%  Like archive_open/4, to read.
%  ?- archive_open(_, _, []).   %=> instantiation_error.
archive_open(Data, Archive, Options) :-
    archive_open(Data, read, Archive, Options).

%! archive_open(+Data, +Mode, -Archive, +Options) is det.
%  Opens an archive, a stream or the name of a file, to read or to write it. Options: format(Format), one of all, tar,
%  gnutar, ustar, pax, zip and raw or, to read, several such options; filter(Filter) or compression(Filter), one of all,
%  gzip and none; close_parent(Boolean): archive_close/1 closes the stream, as it does that of a file. To write, the
%  format is tar and the filter that of the name of the file, unless they are given.
%  ?- archive_open('/no/such', read, _, []).   %=> existence_error(source_sink, '/no/such').
%  ?- archive_open('a.tar', change, _, []).   %=> domain_error(io_mode, change).
archive_open(Data, Mode, Archive, Options) :-
    must_be(nonvar, Data),
    must_be(atom, Mode),
    must_be(list, Options),
    (   is_stream(Data)
    ->  Stream = Data,
        option(close_parent(Close), Options, false)
    ;   memberchk(Mode, [read,write])
    ->  open(Data, Mode, Stream, [type(binary)]),
        Close = true
    ;   true
    ),
    (   Mode == read
    ->  call_cleanup('$archive_open_read'(Stream, Archive, Options), ( Close == true -> close(Stream) ; true ))
    ;   Mode == write
    ->  '$archive_open_write'(Stream, Data, Close, Archive, Options)
    ;   domain_error(io_mode, Mode)
    ).

%! '$archive_open_read'(+Stream, -Archive, +Options) is det.
'$archive_open_read'(Stream, Archive, Options) :-
    '$archive_filter'(Options, all, Filter),
    findall(Format, ( member(format(Name), Options), '$archive_format'(Name, Formats0), member(Format, Formats0) ), Formats1),
    ( Formats1 == [] -> Formats = [tar,zip] ; list_to_set(Formats1, Formats) ),
    (   memberchk(Filter, [all,gzip]),
        ( peek_string(Stream, 2, "\x1f\\x8b\") -> true ; Filter == gzip )
    ->  setup_call_cleanup(zopen(Stream, Expanded, [format(gzip),close_parent(false)]),
                           '$archive_octets'(Expanded, Bytes),
                           close(Expanded)),
        Used = [gzip]
    ;   '$archive_octets'(Stream, Bytes),
        Used = []
    ),
    '$archive_read'(Bytes, Formats, Archive, Found),
    assertz('$archive':open(Archive, read, Found, Used, none)).

%! '$archive_octets'(+Stream, -Bytes) is det.
'$archive_octets'(Stream, Bytes) :-
    set_stream(Stream, encoding(octet)),
    read_string(Stream, _, Bytes).

%! '$archive_filter'(+Options, +Usual, -Filter) is det.
'$archive_filter'(Options, Usual, Filter) :-
    (   ( memberchk(filter(Filter0), Options) ; memberchk(compression(Filter0), Options) )
    ->  must_be(oneof([all,gzip,none]), Filter0),
        Filter = Filter0
    ;   Filter = Usual
    ).

%! '$archive_format'(+Name, -Formats) is det.
'$archive_format'(Name, Formats) :-
    must_be(atom, Name),
    (   Name == all
    ->  Formats = [tar,zip]
    ;   memberchk(Name, [tar,gnutar,ustar,pax])
    ->  Formats = [tar]
    ;   memberchk(Name, [zip,raw])
    ->  Formats = [Name]
    ;   domain_error(archive_format, Name)
    ).

%! '$archive_open_write'(+Stream, +Data, +Close, -Archive, +Options) is det.
'$archive_open_write'(Stream, Data, Close, Archive, Options) :-
    catch(( ( memberchk(format(Name), Options) -> true ; Name = tar ),
            '$archive_format'(Name, [Format|_]),
            ( Format == raw -> domain_error(archive_format, raw) ; true ),
            ( atomic(Data), file_name_extension(_, Extension, Data), memberchk(Extension, [gz,tgz]) -> Usual = gzip
            ; Usual = none
            ),
            '$archive_filter'(Options, Usual, Filter0),
            ( Format == tar, Filter0 == gzip -> Filters = [gzip] ; Filters = [] )
          ), Error, ( ( Close == true -> close(Stream) ; true ), throw(Error) )),
    % An empty one: its place is only a name here.
    '$archive_read'("", [raw], Archive, _),
    assertz('$archive':open(Archive, write, Format, Filters, Stream-Close)).

%! '$archive_mode'(+Archive, ?Mode) is semidet.
%  Raises an error if Archive is not open in the mode.
'$archive_mode'(Archive, Mode) :-
    must_be(nonvar, Archive),
    (   '$if_known'('$archive':open(Archive, Found, _, _, _))
    ->  ( Mode = Found -> true ; permission_error(Mode, archive, Archive) )
    ;   '$archive_closed'(Archive)
    ).

%! '$archive_closed'(+Archive) is erroneous.
'$archive_closed'(Archive) :-
    (   '$if_known'('$archive_header'(Archive, _))
    ->  true
    ;   true
    ),
    existence_error(archive, Archive).

%! archive_close(+Archive) is det.
%  Closes an archive; one that was opened to be written is written now.
%  ?- archive_close(a).   %=> type_error(archive, a).
archive_close(Archive) :-
    '$archive_mode'(Archive, Mode),
    retract('$archive':open(Archive, Mode, Format, Filters, Out)),
    !,
    (   Mode == read
    ->  true
    ;   Out = Stream-Close,
        findall(Entry, '$archive_taken'(Archive, Entry), Entries),
        call_cleanup('$archive_put_all'(Format, Filters, Entries, Stream), ( Close == true -> close(Stream) ; true ))
    ),
    '$archive_close'(Archive).

%! '$archive_taken'(+Archive, -Entry) is nondet.
%  Entry is one of those that were to be written, which it is not any more.
'$archive_taken'(Archive, entry(Name, Type, Time, Mode, Target, Content)) :-
    '$if_known'('$archive':entry(Archive, Name, Memory)),
    findall(Property, retract('$archive':property(Archive, Memory, Property)), Properties),
    option(filetype(Type), Properties, file),
    option(mtime(Time0), Properties, 0),
    Time is truncate(Time0),
    ( Type == directory -> Usual = 0o755 ; Usual = 0o644 ),
    option(permissions(Mode), Properties, Usual),
    option(link_target(Target), Properties, ''),
    memory_file_to_string(Memory, Content, octet),
    free_memory_file(Memory),
    retract('$archive':entry(Archive, Name, Memory)).

%! '$archive_put_all'(+Format, +Filters, +Entries, +Stream) is det.
'$archive_put_all'(Format, Filters, Entries, Stream) :-
    (   Filters == [gzip]
    ->  setup_call_cleanup(zopen(Stream, Packed, [format(gzip),close_parent(false)]),
                           '$archive_write'(Format, Entries, Packed),
                           close(Packed))
    ;   '$archive_write'(Format, Entries, Stream)
    ),
    flush_output(Stream).

%! archive_property(+Archive, ?Property) is nondet.
%  Property is filter(Filters), or format(Format) of an archive.
%  ?- archive_property(a, _).   %=> type_error(archive, a).
archive_property(Archive, Property) :-
    '$archive_mode'(Archive, _),
    '$archive':open(Archive, _, Format, Filters, _),
    ( Property = filter(Filters) ; Property = format(Format) ).

%! archive_next_header(+Archive, ?Name) is semidet.
%  Goes on to the next entry, or the next one with this Name; fails at the end. In an archive to be written, begins an
%  entry of this name.
%  ?- archive_next_header(a, _).   %=> type_error(archive, a).
archive_next_header(Archive, Name) :-
    '$archive_mode'(Archive, Mode),
    (   Mode == write
    ->  must_be(atomic, Name),
        new_memory_file(Memory),
        assertz('$archive':entry(Archive, Name, Memory))
    ;   repeat,
        (   '$archive_next'(Archive)
        ->  '$archive_header'(Archive, Header),
            arg(1, Header, Name)
        ;   !,
            fail
        )
    ->  true
    ).

%! '$archive_last'(+Archive, -Memory) is det.
%  Memory is the content of the entry that is being written.
'$archive_last'(Archive, Memory) :-
    findall(Each, '$if_known'('$archive':entry(Archive, _, Each)), All),
    (   last(All, Memory)
    ->  true
    ;   existence_error(archive_entry, Archive)
    ).

%! archive_open_entry(+Archive, -Stream) is det.
%  Stream has the content of the entry, as bytes. That of a new one is written to it, as text of Latin-1 unless
%  set_stream/2 says otherwise, or copied from a binary stream.
%  ?- archive_open_entry(a, _).   %=> type_error(archive, a).
archive_open_entry(Archive, Stream) :-
    '$archive_mode'(Archive, Mode),
    (   Mode == read
    ->  '$archive_data'(Archive, Stream)
    ;   '$archive_last'(Archive, Memory),
        open_memory_file(Memory, write, Stream, [encoding(iso_latin_1)])
    ).

%! archive_header_property(+Archive, ?Property) is nondet.
%  Property is one of the entry: filetype(file), or directory, link, hard_link and others; mtime(Time), size(Bytes),
%  permissions(Mode), link_target(Name) of links, format(Format).
%  ?- archive_header_property(a, _).   %=> type_error(archive, a).
archive_header_property(Archive, Property) :-
    '$archive_mode'(Archive, read),
    '$archive_header'(Archive, entry(_, Type, Size, Time, Mode, Target)),
    '$archive':open(Archive, _, Format, _, _),
    (   Property = filetype(Type)
    ;   Property = mtime(Seconds),
        Seconds is float(Time)
    ;   Property = size(Size)
    ;   Property = permissions(Mode)
    ;   Target \== [],
        Property = link_target(Target)
    ;   Property = format(Format)
    ).

%! archive_set_header_property(+Archive, +Property) is det.
%  Sets filetype(Type), one of file, directory and link, mtime(Time), permissions(Mode) or link_target(Name) of the entry
%  that is written; size(Bytes) follows from its content.
%  ?- archive_set_header_property(a, size(1)).   %=> type_error(archive, a).
archive_set_header_property(Archive, Property) :-
    '$archive_mode'(Archive, write),
    must_be(nonvar, Property),
    '$archive_last'(Archive, Memory),
    (   '$archive_property_type'(Property, Value, Type)
    ->  must_be(Type, Value),
        functor(Property, Name, 1),
        functor(Old, Name, 1),
        ( '$if_known'(retract('$archive':property(Archive, Memory, Old))) -> true ; true ),
        assertz('$archive':property(Archive, Memory, Property))
    ;   domain_error(archive_header_property, Property)
    ).

%! '$archive_property_type'(+Property, -Value, -Type) is semidet.
'$archive_property_type'(filetype(Value), Value, oneof([file,directory,link])).
'$archive_property_type'(mtime(Value), Value, number).
'$archive_property_type'(permissions(Value), Value, between(0, 0o7777)).
'$archive_property_type'(link_target(Value), Value, atomic).
'$archive_property_type'(size(Value), Value, nonneg).

%! '$archive_with'(+Data, +Options, -Archive, :Goal) is nondet.
%  Calls Goal with Archive, opened to be read, or Data itself, if it is an archive.
'$archive_with'(Data, Options, Archive, Goal) :-
    must_be(nonvar, Data),
    (   '$if_known'('$archive':open(Data, _, _, _, _))
    ->  Archive = Data,
        call(Goal)
    ;   setup_call_cleanup(archive_open(Data, read, Archive, Options), Goal, archive_close(Archive))
    ).

%! archive_entries(+Data, -Names) is det.
%  Names are those of the entries of an archive: a file, a stream, or one that is open.
%  ?- archive_entries('/no/such', _).   %=> existence_error(source_sink, '/no/such').
archive_entries(Data, Names) :-
    '$archive_with'(Data, [format(all)], Archive, '$archive_names'(Archive, Names)).

%! '$archive_names'(+Archive, -Names) is det.
'$archive_names'(Archive, Names) :-
    findall(Name, ( repeat, ( archive_next_header(Archive, Name) -> true ; !, fail ) ), Names).

%! archive_foldl(:Goal, +Data, +State0, -State) is semidet.
%  Calls call(Goal, Name, Archive, State1, State2) for each entry, from State0 on.
%  ?- archive_foldl(x, '/no/such', 0, _).   %=> existence_error(source_sink, '/no/such').
archive_foldl(Goal, Data, State0, State) :-
    '$archive_with'(Data, [format(all)], Archive, '$archive_foldl'(Archive, Goal, State0, State)).

%! '$archive_foldl'(+Archive, :Goal, +State0, -State) is semidet.
'$archive_foldl'(Archive, Goal, State0, State) :-
    (   archive_next_header(Archive, Name)
    ->  call(Goal, Name, Archive, State0, State1),
        '$archive_foldl'(Archive, Goal, State1, State)
    ;   State = State0
    ).

%! archive_data_stream(+Archive, -Stream, +Options) is nondet.
%  Stream is open on the content of each file of an archive in turn; it is closed behind that. The option
%  meta_data(Pairs) gives what is known of it.
%  ?- archive_data_stream(a, _, []).   %=> type_error(archive, a).
archive_data_stream(Archive, Stream, Options) :-
    '$archive_mode'(Archive, read),
    repeat,
    (   archive_next_header(Archive, Name)
    ->  archive_header_property(Archive, filetype(file)),
        archive_header_property(Archive, size(Size)),
        '$archive':open(Archive, _, Format, Filters, _),
        ( memberchk(meta_data(Meta), Options) -> Meta = [archive_meta_data{name:Name, size:Size, format:Format, filters:Filters}] ; true ),
        setup_call_cleanup(archive_open_entry(Archive, Stream), ( true ; fail ), close(Stream))
    ;   !,
        fail
    ).

%! archive_extract(+Data, +Folder, +Options) is det.
%  Unpacks an archive into an existing folder. Options: remove_prefix(Text) from the names, which all must have it;
%  include(Patterns) and exclude(Patterns), wildcards of names; what archive_open/4 takes. Nothing is written outside of
%  the folder: an absolute name, one with `..`, a link that leads out or up, and a file behind a link are errors, found
%  before the entry is written. Devices are left out.
%  ?- archive_extract('a.tar', '/no/such', []).   %=> existence_error(directory, '/no/such').
archive_extract(Data, Folder0, Options) :-
    must_be(nonvar, Folder0),
    (   absolute_file_name(Folder0, Folder, [file_type(directory),file_errors(fail)]),
        exists_directory(Folder)
    ->  true
    ;   existence_error(directory, Folder0)
    ),
    '$archive_with'(Data, Options, Archive, '$archive_extract'(Archive, Folder, Options)).

%! '$archive_extract'(+Archive, +Folder, +Options) is det.
'$archive_extract'(Archive, Folder, Options) :-
    option(remove_prefix(Prefix), Options, ''),
    repeat,
    (   archive_next_header(Archive, Name)
    ->  \+ '$archive_left_out'(Name, Options),
        (   atom_concat(Prefix, Path0, Name)
        ->  ( Prefix \== '', atom_concat(/, Path, Path0) -> true ; Path = Path0 )
        ;   atom_concat(Name, /, Prefix)
        ->  Path = ''
        ;   domain_error(path_prefix(Prefix), Name)
        ),
        '$archive_parts'(Path, Name, Parts),
        Parts \== [],
        '$archive_header'(Archive, Header),
        '$archive_put'(Archive, Header, Folder, Parts),
        fail
    ;   !
    ).

%! '$archive_left_out'(+Name, +Options) is semidet.
'$archive_left_out'(Name, Options) :-
    (   memberchk(exclude(Patterns), Options),
        member(Pattern, Patterns),
        wildcard_match(Pattern, Name)
    ->  true
    ;   memberchk(include(Patterns), Options),
        \+ ( member(Pattern, Patterns), wildcard_match(Pattern, Name) )
    ).

%! '$archive_parts'(+Path, +Name, -Parts) is det.
%  Parts are the folders and the file of Path, which leads nowhere else.
'$archive_parts'(Path, Name, Parts) :-
    (   ( sub_atom(Path, 0, _, _, /) ; sub_atom(Path, _, _, _, \) ; sub_atom(Path, _, _, _, '\000\') )
    ->  permission_error(create, archive_entry, Name)
    ;   atomic_list_concat(All, /, Path),
        exclude([Part]>>memberchk(Part, ['','.']), All, Parts),
        (   member(Part, Parts),
            ( Part == '..' ; sub_atom(Part, 1, 1, _, :) )
        ->  permission_error(create, archive_entry, Name)
        ;   true
        )
    ).

%! '$archive_put'(+Archive, +Header, +Folder, +Parts) is det.
'$archive_put'(Archive, entry(Name, Type, _, _, Mode, Target), Folder, Parts) :-
    '$archive_way'(Parts, Folder, Name, Path, Last),
    (   Type == directory
    ->  '$archive_plain'(Path, Name),
        ( exists_directory(Path) -> true ; make_directory_path(Path) )
    ;   Type == file
    ->  '$archive_plain'(Path, Name),
        file_directory_name(Path, Above),
        make_directory_path(Above),
        setup_call_cleanup(archive_open_entry(Archive, In),
                           setup_call_cleanup(open(Path, write, Out, [type(binary)]), copy_stream_data(In, Out), close(Out)),
                           close(In)),
        ( Mode /\ 0o100 =\= 0 -> catch(chmod(Path, +ux), error(_, _), true) ; true )
    ;   Type == link
    ->  '$archive_parts'(Target, Name, _),
        '$archive_plain'(Path, Name),
        file_directory_name(Path, Above),
        make_directory_path(Above),
        ( exists_file(Path) -> delete_file(Path) ; true ),
        link_file(Target, Path, symbolic)
    ;   memberchk(Type, [hard_link,sparse_file])
    ->  throw(error(archive_error(84, 'This kind of entry is not unpacked'), context(Last, Name)))
    ;   true
    ).

%! '$archive_way'(+Parts, +Folder, +Name, -Path, -Last) is det.
%  Path is that of Parts in Folder; no folder on the way is a link.
'$archive_way'([Last], Folder, _, Path, Last) :-
    !,
    directory_file_path(Folder, Last, Path).
'$archive_way'([Part|Parts], Folder, Name, Path, Last) :-
    directory_file_path(Folder, Part, Below),
    '$archive_plain'(Below, Name),
    '$archive_way'(Parts, Below, Name, Path, Last).

%! '$archive_plain'(+Path, +Name) is det.
%  Raises an error if there is a link of this name, through which would be written.
'$archive_plain'(Path, Name) :-
    (   catch(read_link(Path, _, _), error(_, _), fail)
    ->  permission_error(create, archive_entry, Name)
    ;   true
    ).

%! archive_create(+Data, +Inputs, +Options) is det.
%  Makes an archive of files, and of folders with all that is in them. Options: directory(Folder), which the names of
%  Inputs are relative to; what archive_open/4 takes. Links in folders are packed as links.
%  ?- archive_create('/no/such/a.tar', [], []).   %=> existence_error(source_sink, '/no/such/a.tar').
archive_create(Data, Inputs, Options) :-
    must_be(list, Inputs),
    option(directory(Base), Options, '.'),
    setup_call_cleanup(archive_open(Data, write, Archive, Options),
                       forall(member(Input, Inputs), '$archive_add'(Archive, Base, Input)),
                       archive_close(Archive)).

%! '$archive_add'(+Archive, +Base, +Name) is det.
'$archive_add'(Archive, Base, Name) :-
    directory_file_path(Base, Name, Path),
    (   catch(read_link(Path, Target, _), error(_, _), fail)
    ->  archive_next_header(Archive, Name),
        archive_set_header_property(Archive, filetype(link)),
        archive_set_header_property(Archive, link_target(Target))
    ;   exists_directory(Path)
    ->  '$archive_add_folder'(Archive, Base, Name, Path)
    ;   archive_next_header(Archive, Name),
        time_file(Path, Time),
        archive_set_header_property(Archive, mtime(Time)),
        ( access_file(Path, execute) -> archive_set_header_property(Archive, permissions(0o755)) ; true ),
        setup_call_cleanup(open(Path, read, In, [type(binary)]),
                           setup_call_cleanup(archive_open_entry(Archive, Out), copy_stream_data(In, Out), close(Out)),
                           close(In))
    ).

%! '$archive_add_folder'(+Archive, +Base, +Name, +Path) is det.
'$archive_add_folder'(Archive, Base, Name, Path) :-
    (   Name == '.'
    ->  true
    ;   atom_concat(Name, /, Entry),
        archive_next_header(Archive, Entry),
        archive_set_header_property(Archive, filetype(directory)),
        time_file(Path, Time),
        archive_set_header_property(Archive, mtime(Time))
    ),
    directory_files(Path, Files0),
    msort(Files0, Files),
    forall(( member(File, Files), \+ memberchk(File, ['.','..']) ),
           (   ( Name == '.' -> Below = File ; directory_file_path(Name, File, Below) ),
               '$archive_add'(Archive, Base, Below)
           )).
