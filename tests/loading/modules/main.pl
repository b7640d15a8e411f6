% Modules: each has its own predicates, what it exports is the program's.
:- use_module(stack).
:- use_module(queue).
:- use_module(library(lists), [append/3, no_such_predicate/2]).

:- multifile stack:known/1.
stack:known(from_main).

:- initialization(main).

helper(from_main).

show(X) :-
    format("<~w>", [X]).

told_here(Term) :-
    tell_of(own(Term)).

ask(Goal) :-
    (   catch(Goal, error(Formal, _), true)
    ->  (   nonvar(Formal)
        ->  tell_of(Formal)
        ;   tell_of(Goal)
        )
    ;   tell_of(no(Goal))
    ).

tell_of(Term) :-
    \+ \+ ( numbervars(Term, 0, _), print(Term), nl ).

main :-
    ask(stack_helper(_)),
    ask(queue_helper(_)),
    ask(helper(_)),
    ask(stack:helper(_)),
    ask(queue:helper(_)),
    ask(hidden(_)),
    ask(stack:hidden(_)),
    ask(stack:no_such),
    ask(calls_unknown),
    ask(all_helpers(_)),
    ask(squares([1,2,3], _)),
    ask(each(show, [a,b])),
    ask(findall(X, known(X), _)),
    ask(( count(_), count(_) )),
    ask(stack:counter(_)),
    ask(catch(counter(_), error(_, _), fail)),
    ask(size([a,b], _)),
    ask(queue:size([a,b], _)),
    ask(letters("ab", _)),
    ask(path(a, _)),
    ask(expanded(_)),
    ask(( X1 = (a ==> b), arg(1, X1, a) )),
    ask(predicate_property(each(_, _), imported_from(_))),
    ask(module_property(stack, exports(_))),
    told(a),
    stack:told(b),
    queue:told(c),
    tell_here(e),
    told_here(f),
    listing(all_helpers/1),
    listing(stack:helper/1),
    listing(letter//1),
    listing(path/2).
