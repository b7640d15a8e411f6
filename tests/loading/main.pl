% Directives of loading: what each file prints, and what is defined in the end, stands in main.out.
:- ensure_loaded(parts/once).
:- ensure_loaded('parts/once.pl').
:- include(parts/included).

:- discontiguous item/1.
item(main).

:- if(current_prolog_flag(bounded, true)).
branch(if).
:- elif(current_op(_, xfx, is)).
branch(elif).
:- if(fail).
branch(inner_if).
:- elif(true).
branch(inner_elif).
:- else.
branch(inner_else).
:- endif.
:- else.
branch(else).
:- if(true).
branch(inside_else).
:- endif.
:- endif.

:- if(unknown_condition).
branch(unknown).
:- else.
branch(after_unknown).
:- endif.

:- if(current_prolog_flag(dialect, sicstus)).
:- block other(-, ?).
other(X, Y) :- unbalanced(Z.
branch(sicstus) :- other(Single).
:- elif(fail).
of another syntax.
:- else.
branch(behind_syntax).
:- endif.

goal_expansion(log(_), true).
goal_expansion(old(X), middle(X)).
goal_expansion(middle(X), new(X)).

new(X) :-
    writeq(new(X)),
    nl.

use :-
    log(starts),
    (   \+ old(1)
    ->  true
    ;   forall(member(X, [2]), old(X)),
        findall(Y, (member(Y, [3]), old(Y), log(Y)), _)
    ).

term_expansion(twice(X), [item(X), item(X)]).
twice(expanded).

:- old(directive).
:- expand_goal((old(1), log(x)), G), writeq(G), nl.
:- source_location(File, Line), file_base_name(File, Base), writeq(Base:Line), nl.
:- prolog_load_context(directory, Folder), file_base_name(Folder, Base), writeq(Base), nl.
:- Named = 1, prolog_load_context(variable_names, Names), length(Names, N), writeq(N), nl, Named == 1.

:- multifile prolog:message//1.
prolog:message(greeting(Name)) --> ['Hello ~w'-[Name], nl, 'and goodbye'].

:- initialization(main).

main :-
    findall(X, item(X), Items), writeq(Items), nl,
    findall(X, branch(X), Branches), writeq(Branches), nl,
    use,
    message_to_lines(greeting(you), Lines), writeq(Lines), nl,
    print_message_lines(user_output, '% ', ['one ~w'-[1], nl, two]),
    (   source_location(_, _) -> true ; writeq(no_source), nl ).

:- endif.
:- if(true).
