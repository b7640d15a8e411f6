:- use_module(library(test_cover)).
:- use_module(c).

:- initialization(go).

go :-
    tmp_file(cover, Folder),
    coverage(run),
    show_coverage(run, [c]),
    \+ coverage(fail),
    catch(coverage(throw(ball)), Ball, true),
    print(Ball), nl,
    catch(coverage(coverage(true)), error(Error, _), true),
    print(Error), nl,
    coverage(run, [dir(Folder)]),
    directory_file_path(Folder, 'c.pl.cov', File),
    read_file_to_string(File, Text, []),
    write(Text),
    run.
