% The working directory and its files, with the names of library(shell).

%! chdir(+Directory) is det.
%  Makes Directory the working directory.
%  ?- chdir(_D).   %=> instantiation_error.
chdir(Directory) :-
    must_be(nonvar, Directory),
    working_directory(_, Directory).

%! cd(+Directory) is det.
%  As chdir/1; ~ and $NAME are replaced.
%  ?- cd('.').
cd(Directory) :-
    must_be(text, Directory),
    expand_file_name(Directory, Found),
    (   Found = [Only]
    ->  chdir(Only)
    ;   existence_error(directory, Directory)
    ).

%! cd is det.
%  Makes the user's own folder the working directory.
cd :-
    cd(~).

%! pwd is det.
%  Prints the working directory.
pwd :-
    working_directory(Directory, Directory),
    format("~w~n", [Directory]).

%! ls is det.
%  Lists the working directory.
ls :-
    ls('.').

%! ls(+Pattern) is det.
%  Lists a folder, or the files that a pattern with wild cards stands for.
ls(Pattern) :-
    must_be(text, Pattern),
    (   exists_directory(Pattern)
    ->  directory_files(Pattern, All),
        exclude('$is_dot_file', All, Names),
        maplist(directory_file_path(Pattern), Names, Files)
    ;   expand_file_name(Pattern, Files),
        Names = Files
    ),
    (   Files = [Only],
        \+ exists_file(Only),
        \+ exists_directory(Only)
    ->  existence_error(file, Only)
    ;   maplist('$shown_file', Files, Names, Shown),
        msort(Shown, Sorted),
        '$print_columns'(Sorted)
    ).

%! '$is_dot_file'(+Name)
'$is_dot_file'(Name) :-
    sub_atom(Name, 0, _, _, '.').

%! '$shown_file'(+File, +Name, -Shown)
%  The name of a folder ends in a stroke.
'$shown_file'(File, Name, Shown) :-
    (   exists_directory(File)
    ->  atom_concat(Name, /, Shown)
    ;   Shown = Name
    ).

%! '$print_columns'(+Names)
%  Prints names in columns, as many as fit into a line, downwards.
'$print_columns'([]) :- !.
'$print_columns'(Names) :-
    length(Names, Count),
    maplist(atom_length, Names, Lengths),
    max_list(Lengths, Longest),
    Width is Longest + 2,
    Columns is max(1, 79 // Width),
    Rows is (Count + Columns - 1) // Columns,
    List =.. [names|Names],
    forall(between(1, Rows, Row), '$print_row'(Row, Rows, Count, Width, List)).

%! '$print_row'(+At, +Rows, +Count, +Width, +Names)
'$print_row'(At, Rows, Count, Width, Names) :-
    arg(At, Names, Name),
    write(Name),
    Next is At + Rows,
    (   Next > Count
    ->  nl
    ;   atom_length(Name, Length),
        Blanks is Width - Length,
        tab(Blanks),
        '$print_row'(Next, Rows, Count, Width, Names)
    ).

%! rm(+File) is det.
%  As delete_file/1.
%  ?- rm('/no/such').   %=> existence_error(file, '/no/such').
rm(File) :-
    delete_file(File).

%! mv(+From, +To) is det.
%  As rename_file/2, into To if that is a folder.
%  ?- mv('/no/such', '/no/other').   %=> existence_error(file, '/no/such').
mv(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Name),
        directory_file_path(To, Name, Target)
    ;   Target = To
    ),
    rename_file(From, Target).
