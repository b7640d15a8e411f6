% Runs the goals of goals.txt and writes the outcome of each on a line, in any Prolog. Started by differ.sh, which
% puts '$case'(Line) before each goal, so that one that cannot be read does no harm to the next.

:- dynamic(answers/1).

main :-
    open('goals.txt', read, S),
    read_cases(S),
    close(S).

read_cases(S) :-
    catch(read_term(S, T, [variable_names(Vs)]), E, T = '$unread'(E)),
    read_cases(T, Vs, S).

read_cases(T, _, _) :- T == end_of_file, !.
read_cases(T, _, S) :- nonvar(T), T = '$case'(N), !, nl, write(N), write(': '), read_cases(S).
read_cases(T, _, S) :- nonvar(T), T = '$unread'(_), !, write(syntax_error), read_cases(S).
read_cases(T, Vs, S) :- run(T, Vs), read_cases(S).

run(T, Vs) :-
    retractall(answers(_)),
    assertz(answers(0)),
    catch(( solve(T, Vs) ; true ), E, outcome(E)),
    retract(answers(N)),
    close_answers(N).

solve(T, Vs) :-
    call(T),
    retract(answers(N)),
    N1 is N + 1,
    assertz(answers(N1)),
    write(' ; '),
    shown(Vs),
    N1 >= 5,
    write(' ; ...').

close_answers(0) :- !, write(' ; false').
close_answers(_).

shown(Vs) :-
    catch(( copy_term(Vs, Copy), numbervars(Copy, 0, _), written(Copy) ), _, write(unwritable)).

written(T) :- acyclic_term(T), !, write_term(T, [quoted(true), numbervars(true)]).
written(_) :- write(cyclic).

outcome(E) :- retractall(answers(_)), assertz(answers(1)), write(' ; '), formal(E).

formal(error(F, _)) :- !, F2 = F, numbervars(F2, 0, _), written(F2).
formal(E) :- numbervars(E, 0, _), write('throw '), written(E).

:- initialization(main).
