% The working directory and its files, with the names of library(shell).

%! chdir(+Directory) is det.
%  Makes Directory the working directory.
%  ?- chdir(_D).   %=> instantiation_error.
chdir(Directory) :-
    must_be(nonvar, Directory),
    working_directory(_, Directory).

%! cd(+Directory) is semidet.
%  Like chdir/1, but expands ~ and $NAME; fails with a warning if there is no such directory.
%  ?- cd('.').
%  ?- cd('no such directory').   %=> false.
cd(Directory) :-
    must_be(text, Directory),
    expand_file_name(Directory, Found),
    (   Found = [Only],
        exists_directory(Only)
    ->  chdir(Only)
    ;   print_message(warning, format("\"~w\" does not exist", [Directory])),
        fail
    ).

%! cd is det.
%  Makes the home directory of the user the working directory.
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
%  Lists a directory, or the files that match a wildcard pattern.
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
%  Appends a slash to the name of a directory.
'$shown_file'(File, Name, Shown) :-
    (   exists_directory(File)
    ->  atom_concat(Name, /, Shown)
    ;   Shown = Name
    ).

%! '$print_columns'(+Names)
%  Prints names in as many columns as fit the line, column by column.
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
%  Synonym of delete_file/1.
%  ?- rm('/no/such').   %=> existence_error(file, '/no/such').
rm(File) :-
    delete_file(File).

%! mv(+From, +To) is det.
%  Like rename_file/2; if To is a directory, into it.
%  ?- mv('/no/such', '/no/other').   %=> existence_error(file, '/no/such').
mv(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Name),
        directory_file_path(To, Name, Target)
    ;   Target = To
    ),
    rename_file(From, Target).

%! pushd(+Directory) is det.
%  Changes to Directory, and remembers the current one for popd/0.
%  ?- pushd('.'), popd.
pushd(Directory) :-
    working_directory(Old, Old),
    chdir(Directory),
    asserta('$shell':remembered(Old)),
    dirs.

%! pushd is det.
%  Exchanges the current directory and the one that was remembered last.
pushd :-
    (   '$if_known'(retract('$shell':remembered(Last)))
    ->  pushd(Last)
    ;   format(user_error, "There is no directory to go back to.~n", [])
    ).

%! popd is det.
%  Goes back to the directory that was remembered last.
popd :-
    (   '$if_known'(retract('$shell':remembered(Last)))
    ->  chdir(Last),
        dirs
    ;   format(user_error, "There is no directory to go back to.~n", [])
    ).

%! dirs is det.
%  Prints the current directory and those that are remembered.
%  ?- dirs.
dirs :-
    working_directory(Here, Here),
    findall(D, '$if_known'('$shell':remembered(D)), Others),
    atomic_list_concat([Here|Others], ' ', Text),
    writeln(Text).
