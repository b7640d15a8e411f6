% The terms that message_hook/3 gets for what the system says, and what is imported from where.
:- multifile message_hook/3, message_property/2, prolog:assertion_failed/2.
:- dynamic message_hook/3, message_property/2, prolog:assertion_failed/2.
message_hook(Term, Kind, Elements) :-
    Kind \== silent,
    \+ \+ ( ( Term = error(Formal, file(_, Line, Column, _)) -> Shown = Formal-Line-Column ; Shown = Term ),
            numbervars(Shown, 0, _, [singletons(true)]),
            format("~w: ~W~n", [Kind, Shown, [quoted(true), numbervars(true)]])
          ),
    Elements = [_|_].

:- nowhere.
:- fail.
:- atom_length(_, _).
single(X) :- true.
split(1).
apart.
split(2).
wrong(_A, _B.
atom_length(a, b).
3 :- split(1).
rule --> 3.
:- endif.
:- assertion(split(3)).
:- assertion(throw(ball)).
:- consult(no_file).
:- use_module(library(no_library)).
:- use_module(library(lists), [append/3, no_predicate/3]).
:- print_message(informational, format("~w", [one])).
:- debug(here), debug(here, "~w", [two]), nodebug(here), debug(here, "~w", [three]).
:- if(true).
:- else.
unseen.
:- endif.

% A hook that fails leaves the telling to the system; what is told then may be changed.
:- retractall(message_hook(_, _, _)).
message_property(warning, prefix('~N> ')).
message_property(warning, stream(user_output)).
:- print_message(warning, format("one~ntwo", [])).
:- print_message_lines(user_output, kind(warning), ['three ~w'-[3], nl, four]).
:- print_message_lines(user_output, '~N~~ ', [five]).
:- message_to_codes(format("six", []), error, Codes), format("~s", [Codes]).
prolog:assertion_failed(Reason, Goal) :- print(Reason-Goal), nl.
:- assertion(split(3)).
:- assertion(throw(ball)).

% Goals for the program run after those of its text, before main/0.
:- initialization((write(program), nl), program).
:- initialization((write(text), nl)).
:- initialization((write(main), nl), main).
:- initialization(apart(0)).
:- initialization(fail).
