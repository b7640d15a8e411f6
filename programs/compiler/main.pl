% Compiles and runs the examples of Quill: run it with `ferz run programs/compiler/main.pl`, or a program of your own with
% `ferz run programs/compiler/main.pl my.ql --types --code --count`.

:- use_module(library(lists)).
:- use_module(library(main)).
:- use_module(library(readutil)).
:- use_module(quill/quill).

:- initialization(main, main).

main(Arguments) :-
    argv_options(Arguments, Files, Options),
    findall(Option, ( member(Option, [types,code,count,plain]), Asked =.. [Option,true], memberchk(Asked, Options) ), Given),
    (   Files == []
    ->  show_examples
    ;   forall(member(File, Files), run_file(File, Given))
    ).

run_file(File, Options) :-
    read_file_to_string(File, Text, []),
    run_text(Text, Options).

show_examples :-
    example(lists, [types]),
    example(primes, [types,count]),
    example(primes, [plain,count]),
    nl,
    run_text("fun twice(f, x) = f(f(x));  fun main() = twice(fun(n) => n * n + 0, 2 + 1);", [types,code]),
    nl,
    forall(mistake(Text), ( format("~w~n    ", [Text]), run_text(Text, []) )).

example(Name, Options) :-
    module_property(quill, file(File)),
    file_directory_name(File, Folder),
    atomic_list_concat([Folder,'/../examples/',Name,'.ql'], Path),
    format("~w ~w~n", [Name,Options]),
    run_file(Path, Options).

mistake("fun main() = 1 + true;").
mistake("fun main() = nothing(1);").
mistake("fun main() = if 1 < 2 then \"a\" else 2;").
mistake("fun f(x) = x(x); fun main() = 1;").
mistake("fun main() = (1 + 2;").
mistake("fun main() = \"open;").
mistake("fun main() = 7 / (3 - 3);").
mistake("fun f(x) = f(x, 1); fun main() = 2;").
mistake("fun main() = number(\"12x\");").
mistake("fun main() = 1 ? 2;").
