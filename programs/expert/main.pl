% An expert system shell: rules with certainties, questions, and explanations. `ferz run programs/expert/main.pl` shows some
% consultations; with the argument `garden`, `bicycle` or `animals` it asks you. At a question, `why` tells why it is asked.

:- use_module(library(http/json)).
:- use_module(library(lists)).
:- use_module(library(main)).
:- use_module(shell/check).
:- use_module(shell/engine).
:- use_module(shell/explain).
:- use_module(shell/report).
:- use_module(shell/rules).
:- use_module(knowledge/garden).
:- use_module(knowledge/bicycle).
:- use_module(knowledge/animals).

:- initialization(main, main).

main(Arguments) :-
    (   Arguments = [Base|_]
    ->  (   base(Base)
        ->  consult_base(Base, terminal, Case),
            report(Base, Case)
        ;   format(user_error, "There is no knowledge of ~w.~n", [Base]),
            halt(1)
        )
    ;   show
    ).

show :-
    forall(base(Base), ( faults(Base, Lines), length(Lines, N), format("~w: ~d faults~n", [Base,N]), forall(member(Line, Lines), format("  ~w~n", [Line])) )),
    consultation(garden, [leaves-'wilted, yellow 60',soil-wet,stem-'soft 80',insects-none,nights-15,light-3,pot-yes,fed-2,slime-no]),
    consultation(garden, [leaves-holes,slime-yes,insects-'caterpillars 40',soil-moist,nights-8,light-7,pot-no,fed-3,stem-firm]),
    consultation(bicycle, [noise-click,noise_when-pedalling,chain_kilometres-5200,slips-yes,tyre-soft,wheel-no,brakes-firm]),
    consultation(bicycle, [noise-click,noise_when-pedalling,chain_kilometres-200,slips-no,tyre-hard,wheel-no,brakes-spongy,pads-1]),
    why([chain_slips,slipping_chain], bicycle, Why),
    forall(member(Line, Why), writeln(Line)).

consultation(Base, Answers) :-
    format("~n~w ~w~n", [Base,Answers]),
    consult_base(Base, Answers, Case),
    report(Base, Case),
    (   Base == garden
    ->  why_not(problem, mildew, garden, Case, Lines),
        format("Why not mildew:~n"),
        forall(member(Line, Lines), format("  ~w~n", [Line]))
    ;   report_dict(Base, Case, Dict),
        json_write_dict(current_output, Dict, [width(72)]),
        nl
    ).
