% The goals of a module keep it, wherever they are called.
:- use_module(hooks).
:- use_module(goals).
:- use_module(unnamed).
:- use_module(outer).

told(1).

:- forall(member(Goal, [hook(_), plain(_), fact(_), grammar([], []), expanded(_)]),
          ( call(Goal) -> writeln(Goal) ; writeln(no(Goal)) )).
:- goals.
:- named(X), writeln(named(X)).
:- outer(X), writeln(outer(X)).
:- inner(X), writeln(inner(X)).
:- catch(word(_), error(E, _), ( print(E), nl )).

:- use_module(formats).
:- use_module(arguments).
:- initialization(arguments).
:- use_module(exports).
:- initialization(formats).
:- initialization(( early(X), late(Y), writeln(X-Y) )).
:- initialization(( X = (a ===> b), writeln(X) )).
:- initialization(catch(left(_), error(E, _), ( print(E), nl ))).
:- initialization(( import(exports:left/1), left(X), writeln(X) )).
:- initialization(catch(export(3), error(E, _), ( print(E), nl ))).
:- use_module(closures).
:- initialization(closures).

:- use_module(called).
:- initialization(( first_of(Pairs), writeln(Pairs) )).
