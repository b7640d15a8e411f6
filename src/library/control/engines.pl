% Engines: goals with stacks of their own, that are asked for one answer after the other.
%
% An engine shares the clauses, flags and operators of the program. It has its own choice points, global variables and
% tables. Terms are copied into it and out of it. When its goal has no more answers, or raises an exception, it can only be
% destroyed; it is dropped when nothing refers to it any more, too.

%! engine_create(+Template, :Goal, -Engine) is det.
%  Engine is a new engine; its answers are the instances of Template for the solutions of Goal.
%  ?- engine_create(X, member(X, [a,b]), E), engine_next(E, A), engine_next(E, B), \+ engine_next(E, _).   %=> A = a, B = b.
engine_create(Template, Goal, Engine) :-
    engine_create(Template, Goal, Engine, []).

%! engine_create(+Template, :Goal, -Engine, +Options) is det.
%  Like engine_create/3. Options: alias(Name); limits of stacks are accepted, but engines share those of the query.
%  ?- engine_create(X, between(1, inf, X), _, [alias(numbers)]), engine_next(numbers, N), engine_destroy(numbers).   %=> N = 1.
engine_create(Template, Goal, Engine, Options) :-
    must_be(list, Options),
    forall(( member(Option, Options), compound(Option), Option =.. [Name, Size], '$engine_limit'(Name) ), must_be(integer, Size)),
    (   memberchk(alias(Alias0), Options)
    ->  must_be(atom, Alias0),
        Alias = Alias0
    ;   var(Engine)
    ->  Alias = ''
    ;   must_be(atom, Engine),
        Alias = Engine
    ),
    '$engine_create'(Template-Goal, Alias, Engine).

%! '$engine_limit'(?Name) is nondet.
%  Name is an option that limits a stack.
'$engine_limit'(stack_limit).
'$engine_limit'(global).
'$engine_limit'(local).
'$engine_limit'(trail).

%! engine_next_reified(+Engine, -Term) is det.
%  Asks Engine for its next answer. Term is the(Answer), no, or exception(Ball).
%  ?- engine_create(X, ( X = 1 ; throw(oops) ), E), engine_next_reified(E, A), engine_next_reified(E, B).   %=> A = the(1), B = exception(oops).
%  ?- engine_create(_, fail, E), engine_next_reified(E, A).   %=> A = no.
engine_next_reified(Engine, Term) :-
    catch(( engine_next(Engine, Answer) -> Found = the(Answer) ; Found = no ),
          Ball,
          Found = exception(Ball)),
    Term = Found.

%! engine_post(+Engine, @Term, -Reply) is semidet.
%  Leaves a copy of Term for Engine, and asks it for its next answer.
%  ?- engine_create(S, ( repeat, engine_fetch(X), S is 2*X ), E), engine_post(E, 4, A), engine_post(E, 5, B).   %=> A = 8, B = 10.
engine_post(Engine, Term, Reply) :-
    engine_post(Engine, Term),
    engine_next(Engine, Reply).

%! current_engine(?Engine) is nondet.
%  True if Engine is an engine that has not been destroyed.
%  ?- engine_create(x, true, _, [alias(one)]), current_engine(one), engine_destroy(one).
current_engine(Engine) :-
    '$engines'(Engines),
    member(Engine, Engines).
