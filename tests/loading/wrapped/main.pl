#A first line that begins with a number sign is skipped.
% Declarations of success, wrapped predicates, functions of the program, and facts in a file.
:- use_module(checked).

:- forall(member(Goal, [once_only(1), once_only(2), once_only(3), guarded(1), guarded(2), guarded(3), marked(2)]),
          (   catch(Goal, error(Error, _), ( print(Error), nl ))
          ->  true
          ;   writeln(failed(Goal))
          )).

double(X, Y) :-
    Y is 2*X.

matched(a) => true.
matched(b) => writeln(b).

:- wrap_predicate(double(X, _), told, Wrapped, ( writeln(double(X)), Wrapped )).
:- double(2, Y), writeln(Y).
:- wrap_predicate(double(_, Y), checked, Wrapped, ( Wrapped, Y < 10 )).
:- ( double(7, _) -> true ; writeln(too_large) ).
:- unwrap_predicate(double/2, told), double(4, Y), writeln(Y).
:- unwrap_predicate(double/2, checked), double(9, Y), writeln(Y).
:- wrap_predicate(matched(X), told, Wrapped, ( writeln(matched(X)), Wrapped )), matched(b).
:- catch(matched(c), error(existence_error(What, _), _), writeln(What)).
:- unwrap_predicate(matched/1, told), matched(a).
:- ( unwrap_predicate(matched/1, told) -> true ; writeln(not_wrapped) ).
:- catch(wrap_predicate(append(_, _, _), told, _, true), error(E, _), ( print(E), nl )).

:- arithmetic_function(twice/1).
:- arithmetic_function(five/0).
twice(X, Y) :-
    Y is X + X.
five(5).
area(X, A) :-
    A is twice(X + five) * 3.
:- area(2, A), writeln(A).
:- ( twice(3) > five -> writeln(more) ; writeln(less) ).

% The operators of a module are in force in its text, and where reading asks for them.
:- checked:read_own("a gives b", T), writeln(T).
:- catch(term_string(_, "a gives b"), error(E, _), ( print(E), nl )).
:- term_string(T, "a gives b", [module(checked)]), write_canonical(T), nl.

:- op(700, xfx, likes).
:- dynamic likes/2.
:- assertz(likes(ann, tea)), X likes tea, writeln(X).
