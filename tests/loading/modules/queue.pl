:- module(queue, [queue_helper/1, size/2, expanded/1]).

term_expansion(make(X), expanded(X)).

helper(from_queue).

queue_helper(X) :-
    helper(X).

size(_, of_a_queue).

make(here).
