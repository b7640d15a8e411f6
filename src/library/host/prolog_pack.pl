% Packs, with the names of library(prolog_pack): folders with a file pack.pl, terms that describe the pack, and a folder
% prolog, whose files are libraries. `ferz` attaches those of the user and of the project as it starts. What gets them into a
% folder is in pack_install.pl. Nothing here runs a goal of a pack.

%! attach_packs is det.
%  Attaches the packs of the user: those in ferz/pack below $XDG_DATA_HOME, or ~/.local/share.
attach_packs :-
    (   '$user_packs'(Folder),
        exists_directory(Folder)
    ->  attach_packs(Folder)
    ;   true
    ).

%! attach_packs(+Folder) is det.
%  Like attach_packs/2 without options.
%  ?- attach_packs('/no/such').
attach_packs(Folder) :-
    attach_packs(Folder, []).

%! attach_packs(+Folder, +Options) is det.
%  Attaches the packs in Folder: their libraries can be loaded by library(Name). Options are those of pack_attach/2. A
%  folder that is none, or that the engine may not read, has no packs.
%  ?- attach_packs('/no/such', []).
attach_packs(Folder0, Options) :-
    must_be(list, Options),
    (   '$allowed'(absolute_file_name(Folder0, Folder, [file_type(directory),access(read),file_errors(fail)]))
    ->  directory_files(Folder, Names0),
        msort(Names0, Names),
        forall(( member(Name, Names), \+ sub_atom(Name, 0, _, _, '.'), directory_file_path(Folder, Name, Pack),
                 directory_file_path(Pack, 'pack.pl', File), exists_file(File) ),
               catch('$pack_attach'(Pack, Options), Error, print_message(warning, Error)))
    ;   true
    ).

%! pack_attach(+Folder, +Options) is det.
%  Attaches the pack in Folder. Options: duplicate(keep, warning or replace) says what becomes of a pack with the name of
%  one that is attached, search(first or last) where its libraries are looked for among those of others.
%  ?- pack_attach('/no/such', []).   %=> existence_error(directory, '/no/such').
pack_attach(Folder0, Options) :-
    must_be(list, Options),
    (   absolute_file_name(Folder0, Folder, [file_type(directory),access(read),file_errors(fail)])
    ->  '$pack_attach'(Folder, Options)
    ;   existence_error(directory, Folder0)
    ).

%! '$pack_attach'(+Folder, +Options) is det.
'$pack_attach'(Folder, Options) :-
    '$pack_terms'(Folder, Terms),
    '$pack_name'(Terms, Folder, Name),
    option(duplicate(Duplicate), Options, warning),
    must_be(oneof([keep,warning,replace]), Duplicate),
    option(search(Where), Options, last),
    must_be(oneof([first,last]), Where),
    (   '$pack_at'(Name, Old),
        Duplicate \== replace
    ->  (   ( Old == Folder ; Duplicate == keep )
        ->  true
        ;   print_message(warning, format("Pack ~w in ~w is not attached: it is in ~w, too", [Name,Folder,Old]))
        )
    ;   '$pack_detach'(Name),
        directory_file_path(Folder, prolog, Library),
        ( Where == first -> asserta('$pack':library(Library)) ; assertz('$pack':library(Library)) ),
        assertz('$pack':attached(Name, Folder))
    ).

%! '$pack_at'(?Name, ?Folder) is nondet.
'$pack_at'(Name, Folder) :-
    '$if_known'('$pack':attached(Name, Folder)).

%! '$pack_detach'(+Name) is det.
'$pack_detach'(Name) :-
    forall('$pack_at'(Name, Folder),
           (   directory_file_path(Folder, prolog, Library),
               retractall('$pack':library(Library)),
               retractall('$pack':attached(Name, Folder))
           )).

%! '$user_packs'(-Folder) is semidet.
'$user_packs'(Folder) :-
    (   getenv('XDG_DATA_HOME', Data),
        Data \== ''
    ->  true
    ;   getenv('HOME', Home),
        Home \== '',
        directory_file_path(Home, '.local/share', Data)
    ),
    directory_file_path(Data, 'ferz/pack', Folder).

%! '$pack_terms'(+Folder, -Terms) is det.
%  Terms are those of the file pack.pl, read and not run.
'$pack_terms'(Folder, Terms) :-
    directory_file_path(Folder, 'pack.pl', File),
    (   exists_file(File)
    ->  setup_call_cleanup(open(File, read, Stream),
                           '$pack_read'(Stream, Terms),
                           close(Stream))
    ;   existence_error(source_sink, File)
    ).

%! '$pack_read'(+Stream, -Terms) is det.
'$pack_read'(Stream, Terms) :-
    read_term(Stream, Term, []),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|Others],
        '$pack_read'(Stream, Others)
    ).

%! '$pack_name'(+Terms, +Folder, -Name) is det.
%  Name is that of the pack, a plain word, which is a folder's name, too.
'$pack_name'(Terms, Folder, Name) :-
    (   memberchk(name(Name0), Terms)
    ->  true
    ;   existence_error(pack_property, name, Folder)
    ),
    must_be(atom, Name0),
    (   atom_codes(Name0, Codes),
        Codes = [First|_],
        code_type(First, alpha),
        \+ ( member(Code, Codes), \+ code_type(Code, csym), Code \== 0'- )
    ->  Name = Name0
    ;   domain_error(pack_name, Name0)
    ).

%! '$pack_version'(+Terms, -Version) is det.
'$pack_version'(Terms, Version) :-
    (   memberchk(version(Version0), Terms)
    ->  format(atom(Version), "~w", [Version0])
    ;   Version = '0'
    ).

%! pack_property(?Pack, ?Property) is nondet.
%  Property is one of an attached pack: directory(Folder), library(File) for each library, readme(File), or a term of its
%  file pack.pl, such as title(Text), version(Version), author(Name, Address), requires(Need).
%  ?- pack_property(no_such_pack, _).   %=> false.
pack_property(Pack, Property) :-
    '$pack_at'(Pack, Folder),
    '$pack_property'(Property, Folder).

%! '$pack_property'(?Property, +Folder) is nondet.
'$pack_property'(directory(Folder), Folder).
'$pack_property'(library(Library), Folder) :-
    directory_file_path(Folder, prolog, Top),
    exists_directory(Top),
    atom_concat(Top, /, Start),
    directory_member(Top, File, [extensions([pl]),recursive(true)]),
    atom_concat(Start, Name, File),
    file_name_extension(Library, _, Name).
'$pack_property'(readme(File), Folder) :-
    member(Name, ['README.md','README.txt','README']),
    directory_file_path(Folder, Name, File),
    exists_file(File),
    !.
'$pack_property'(Property, Folder) :-
    catch('$pack_terms'(Folder, Terms), error(_, _), fail),
    member(Property, Terms).

%! pack_list_installed is det.
%  Prints the packs that are attached.
pack_list_installed :-
    pack_list('').

%! pack_list(+Query) is det.
%  Prints the attached packs with Query in their names or titles. No server is asked.
%  ?- pack_list(no_such_pack).
pack_list(Query) :-
    must_be(atomic, Query),
    findall(pack(Name,Version,Title),
            (   '$pack_at'(Name, Folder),
                '$pack_terms'(Folder, Terms),
                '$pack_version'(Terms, Version),
                ( memberchk(title(Title), Terms) -> true ; Title = '' ),
                ( sub_atom_icasechk(Name, _, Query) ; sub_atom_icasechk(Title, _, Query) )
            ), Packs0),
    sort(Packs0, Packs),
    forall(member(pack(Name,Version,Title), Packs), format("~w@~w~t~30| ~w~n", [Name,Version,Title])).

%! pack_search(+Query) is det.
%  Like pack_list/1.
%  ?- pack_search(no_such_pack).
pack_search(Query) :-
    pack_list(Query).

%! pack_info(+Pack) is det.
%  Prints what is known of an attached pack.
%  ?- pack_info(no_such_pack).   %=> existence_error(pack, no_such_pack).
pack_info(Pack) :-
    '$need_pack'(Pack, Folder),
    format("~w in ~w~n", [Pack,Folder]),
    forall(( '$pack_property'(Property, Folder), Property \= directory(_) ), format("  ~p~n", [Property])).

%! '$need_pack'(+Pack, -Folder) is det.
'$need_pack'(Pack, Folder) :-
    must_be(atom, Pack),
    (   '$pack_at'(Pack, Found)
    ->  Folder = Found
    ;   existence_error(pack, Pack)
    ).

%! pack_remove(+Pack) is det.
%  Deletes an attached pack, and its row in the lock file. What was loaded of it stays in the program.
%  ?- pack_remove(no_such_pack).   %=> existence_error(pack, no_such_pack).
pack_remove(Pack) :-
    '$need_pack'(Pack, Folder),
    '$pack_detach'(Pack),
    delete_directory_and_contents(Folder),
    file_directory_name(Folder, Above),
    '$pack_lock_file'(Above, [], Lock),
    '$pack_unlock'(Pack, Lock).

%! '$version_text'(+Text, -Numbers) is det.
%  Numbers are those of a version; they compare as a list.
'$version_text'(Text, Numbers) :-
    split_string(Text, ".-", " v", Parts),
    findall(Number, ( member(Part, Parts), ( catch(number_string(Number, Part), _, fail), integer(Number) -> true ; Number = Part ) ),
            Numbers0),
    '$no_zeros'(Numbers0, Numbers).

%! '$no_zeros'(+Numbers0, -Numbers) is det.
%  Zeros at the end make no difference.
'$no_zeros'(Numbers0, Numbers) :-
    (   append(Before, [0], Numbers0)
    ->  '$no_zeros'(Before, Numbers)
    ;   Numbers = Numbers0
    ).

%! '$meets'(+Version, +Operator, +Wanted) is semidet.
'$meets'(Version, Operator, Wanted) :-
    '$version_text'(Version, V),
    '$version_text'(Wanted, W),
    compare(Order, V, W),
    '$order_meets'(Operator, Order).

%! '$order_meets'(?Operator, ?Order) is nondet.
'$order_meets'(>=, >).
'$order_meets'(>=, =).
'$order_meets'(>, >).
'$order_meets'(=<, <).
'$order_meets'(=<, =).
'$order_meets'(<, <).
'$order_meets'(==, =).
'$order_meets'(=, =).

%! '$pack_need'(+Term, -Name, -Operator, -Version) is semidet.
%  Term is the argument of requires/1: a name, or Name >= Version and the like.
'$pack_need'(Term, Name, Operator, Version) :-
    (   compound(Term),
        Term =.. [Operator0,Name0,Version0],
        '$order_meets'(Operator0, _)
    ->  Operator = Operator0,
        format(atom(Version), "~w", [Version0])
    ;   Name0 = Term,
        Operator = (>=),
        Version = '0'
    ),
    !,
    Name = Name0.

%! '$pack_fits'(+Need) is semidet.
%  The system itself, or an attached pack, is what requires(Need) asks for.
'$pack_fits'(Need) :-
    '$pack_need'(Need, Name, Operator, Wanted),
    (   ( Name == prolog ; Name == swi )
    ->  current_prolog_flag(version, Number),
        Major is Number // 10000,
        Minor is Number // 100 mod 100,
        Patch is Number mod 100,
        atomic_list_concat([Major,Minor,Patch], '.', Version)
    ;   Name = prolog:Feature
    ->  ( Feature = library(_) -> exists_source(Feature) ; Feature =.. [Flag,Value] -> current_prolog_flag(Flag, Value)
        ; current_prolog_flag(Feature, true) ),
        Version = Wanted
    ;   '$pack_at'(Name, Folder),
        '$pack_terms'(Folder, Terms),
        '$pack_version'(Terms, Version)
    ),
    '$meets'(Version, Operator, Wanted),
    !.
