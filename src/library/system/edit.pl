% Working on the files of a program: edit/1, make/0's report, and programs to try.

%! edit(+What) is det.
%  Opens the editor at the definition of Name/Arity or Name, or at a file, and loads what has changed afterwards. The
%  editor is $VISUAL or $EDITOR, else vi.
%  ?- edit(_).   %=> instantiation_error.
%  ?- edit(no_such_thing).   %=> existence_error(source, no_such_thing).
edit(What) :-
    must_be(nonvar, What),
    (   '$place_to_edit'(What, File, Line)
    ->  '$open_editor'(File, Line),
        make
    ;   existence_error(source, What)
    ).

%! edit is det.
%  Opens the editor on the file of the program, if there is just one.
edit :-
    '$program_files'(States),
    (   States = [File-_]
    ->  edit(File)
    ;   findall(File, member(File-_, States), Files),
        throw(error(existence_error(source, file), context(edit/0, Files)))
    ).

%! '$place_to_edit'(+What, -File, -Line) is semidet.
'$place_to_edit'(What, File, Line) :-
    (   What = _:Plain
    ->  true
    ;   Plain = What
    ),
    (   Plain = Name/Arity
    ->  true
    ;   Plain = Name
    ),
    atom(Name),
    (   current_predicate(Name/Arity),
        functor(Head, Name, Arity),
        predicate_property(Head, file(File)),
        predicate_property(Head, line_count(Line))
    ->  true
    ;   atom(Plain),
        absolute_file_name(Plain, File, [file_type(prolog),access(read),file_errors(fail)]),
        Line = 1
    ).

%! '$open_editor'(+File, +Line)
'$open_editor'(File, Line) :-
    (   member(Variable, ['VISUAL','EDITOR']),
        getenv(Variable, Editor),
        Editor \== ''
    ->  true
    ;   Editor = vi
    ),
    atomic_list_concat(Parts, '\'', File),
    atomic_list_concat(Parts, '\'\\\'\'', Quoted),
    format(atom(Command), "~w +~d '~w'", [Editor,Line,Quoted]),
    shell(Command, Status),
    (   Status =:= 0
    ->  true
    ;   print_message(warning, format("~w ended with status ~d", [Editor,Status]))
    ).

%! '$short_name'(+File, -Short)
%  Short is the name of a file relative to the working directory, if it is below that.
'$short_name'(File, Short) :-
    (   catch(working_directory(Directory, Directory), error(_, _), fail),
        atom_concat(Directory, Below, File)
    ->  Short = Below
    ;   Short = File
    ).

%! '$make'(+States)
%  Loads the files that have changed, and tells what was done.
'$make'(States) :-
    findall(File, member(File-gone, States), Gone),
    findall(File, member(File-changed, States), Changed),
    forall(member(File, Gone),
           ( '$short_name'(File, Short),
             print_message(warning, format("~w is gone: what was loaded from it stays", [Short])) )),
    (   Changed == []
    ->  length(States, Count),
        (   Count =:= 0
        ->  print_message(informational, format("No file was loaded", []))
        ;   print_message(informational, format("No file has changed", []))
        )
    ;   forall(member(File, Changed),
               ( '$short_name'(File, Short),
                 consult(File),
                 print_message(informational, format("~w loaded again", [Short])) ))
    ).

%! '$list_library'(+What) is semidet.
%  Lists the library predicates of this name; tells of built-in ones.
'$list_library'(What) :-
    (   What = Name/Arity
    ->  true
    ;   What = Name
    ),
    atom(Name),
    '$library_texts'(Name, Texts),
    findall(Text, member(Arity-Text, Texts), Found),
    (   Found == []
    ->  findall(Name/Arity, ( between(0, 8, Arity), functor(Head, Name, Arity), predicate_property(Head, system) ), All),
        All = [_|_],
        forall(member(Built, All), format("% ~q is built in, in Rust: help(~q)~n", [Built,Built]))
    ;   current_output(Stream),
        forall(member(Text, Found), ( write(Stream, Text), nl(Stream) ))
    ).

%! demo is det.
%  Lists the programs that demo/1 loads.
demo :-
    format("demo(queens)    eight queens on a board, none of which attacks another~n"),
    format("demo(family)    parents and ancestors~n"),
    format("demo(hanoi)     the towers of Hanoi~n").

%! demo(+Name) is det.
%  Shows a small program, loads it, and says what to ask.
%  ?- demo(nothing).   %=> domain_error(demo, nothing).
demo(Name) :-
    must_be(nonvar, Name),
    (   '$demo'(Name, Lines, Query)
    ->  atomic_list_concat(Lines, '\n', Text0),
        string_concat(Text0, "\n", Text),
        format("~w~n", [Text]),
        open_string(Text, Stream),
        atom_concat('demo_', Name, File),
        call_cleanup(load_files(File, [stream(Stream)]), close(Stream)),
        format("This program is loaded now. Try:~n~n?- ~w~n~n", [Query])
    ;   domain_error(demo, Name)
    ).

%! '$demo'(+Name, -Lines, -Query) is semidet.
'$demo'(queens, Lines, 'queens(8, Qs).') :-
    Lines = [
        '% queens(N, Qs): Qs are the rows of N queens that do not attack each other.',
        'queens(N, Qs) :-',
        '    numlist(1, N, Rows),',
        '    place(Rows, [], Qs).',
        '',
        'place([], Qs, Qs).',
        'place(Rows, Placed, Qs) :-',
        '    select(Row, Rows, Rest),',
        '    safe(Placed, Row, 1),',
        '    place(Rest, [Row|Placed], Qs).',
        '',
        '% safe(Placed, Row, D): none attacks Row on a diagonal; the next is D columns away.',
        'safe([], _, _).',
        'safe([Q|Qs], Row, D) :-',
        '    abs(Q - Row) =\\= D,',
        '    D1 is D + 1,',
        '    safe(Qs, Row, D1).'
    ].
'$demo'(family, Lines, 'ancestor(ann, Who).') :-
    Lines = [
        'parent(ann, bob).',
        'parent(ann, eve).',
        'parent(bob, cid).',
        'parent(cid, dan).',
        '',
        '% ancestor(X, Y): X is a parent of Y, or a parent of an ancestor of Y.',
        'ancestor(X, Y) :- parent(X, Y).',
        'ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).'
    ].
'$demo'(hanoi, Lines, 'hanoi(3, left, right, middle).') :-
    Lines = [
        '% hanoi(N, From, To, Via): prints the moves of N disks.',
        'hanoi(0, _, _, _).',
        'hanoi(N, From, To, Via) :-',
        '    N > 0,',
        '    M is N - 1,',
        '    hanoi(M, From, Via, To),',
        '    format("~w to ~w~n", [From, To]),',
        '    hanoi(M, Via, To, From).'
    ].
