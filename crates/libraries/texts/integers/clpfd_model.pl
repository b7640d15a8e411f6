% Models of constraints over integers that the host made of its own values: library(clpfd).

%! '$fd_model'(+Model, -Values, -Flag) is nondet.
%  Model is model(Domains, Constraints, Order, Options): the variables are named by their numbers, those in Order get
%  values first. Values are those of all variables. Option time_out(Milliseconds) ends the search: Flag is success then
%  if better values may exist.
%  ?- '$fd_model'(model(['..'(1, 2),'..'(1, 2)], [linear([1,-1], [1,2], #<, 0)], [], [ff]), L, _).   %=> L = [1,2].
'$fd_model'(model(Domains, Constraints, Order, Options0), Values, Flag) :-
    maplist('$fd_model_variable', Domains, Values),
    Array =.. [v|Values],
    '$fd_model_post'(Constraints, Array),
    '$fd_model_list'(Order, Array, First),
    append(First, Values, Labelled),
    maplist('$fd_model_option'(Array, Flag), Options0, Options),
    labeling(Options, Labelled),
    (   Flag == time_out
    ->  throw(time_limit_exceeded)
    ;   true
    ).

%! '$fd_model_variable'(+Domain, -Variable)
'$fd_model_variable'(Domain, Variable) :-
    in(Variable, Domain).

%! '$fd_model_option'(+Array, ?Flag, +Given, -Option)
'$fd_model_option'(Array, Flag, Given, Option) :-
    (   Given = min(Number)
    ->  arg(Number, Array, Variable),
        Option = min(Variable)
    ;   Given = max(Number)
    ->  arg(Number, Array, Variable),
        Option = max(Variable)
    ;   Given = time_out(Time)
    ->  Option = time_out(Time,Flag)
    ;   Option = Given
    ).

%! '$fd_model_list'(+Numbers, +Array, -Variables)
'$fd_model_list'([], _, []).
'$fd_model_list'([Number|Numbers], Array, [Variable|Variables]) :-
    arg(Number, Array, Variable),
    '$fd_model_list'(Numbers, Array, Variables).

%! '$fd_model_post'(+Constraints, +Array)
'$fd_model_post'([], _).
'$fd_model_post'([Constraint|Constraints], Array) :-
    '$fd_model_constraint'(Constraint, Array),
    '$fd_model_post'(Constraints, Array).

%! '$fd_model_constraint'(+Constraint, +Array)
'$fd_model_constraint'(linear(Factors, Numbers, Operator, Constant), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    scalar_product(Factors, Variables, Operator, Constant).
'$fd_model_constraint'(truth(Factors, Numbers, Operator, Constant, Number), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    arg(Number, Array, Truth),
    foldl('$fd_model_term', Factors, Variables, 0, Sum),
    Relation =.. [Operator,Sum,Constant],
    '#<==>'(Truth, Relation).
'$fd_model_constraint'(product(A, B, C), Array) :-
    '$fd_model_list'([A,B,C], Array, [X,Y,Z]),
    '#='(X*Y, Z).
'$fd_model_constraint'(minimum(Numbers, Least), Array) :-
    '$fd_model_list'([Least|Numbers], Array, [L,First|Others]),
    foldl('$fd_model_function'(min), Others, First, Function),
    '#='(L, Function).
'$fd_model_constraint'(maximum(Numbers, Greatest), Array) :-
    '$fd_model_list'([Greatest|Numbers], Array, [G,First|Others]),
    foldl('$fd_model_function'(max), Others, First, Function),
    '#='(G, Function).
'$fd_model_constraint'(absolute(Number, Distance), Array) :-
    '$fd_model_list'([Number,Distance], Array, [X,D]),
    '#='(D, abs(X)).
'$fd_model_constraint'(all_distinct(Numbers), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    all_distinct(Variables).
'$fd_model_constraint'(circuit(Numbers), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    circuit(Variables).
'$fd_model_constraint'(element(Index, Numbers, Value), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    '$fd_model_list'([Index,Value], Array, [I,V]),
    element(I, Variables, V).
'$fd_model_constraint'(table(Numbers, Rows), Array) :-
    '$fd_model_list'(Numbers, Array, Variables),
    tuples_in([Variables], Rows).
'$fd_model_constraint'(cumulative(Tasks0, Limit), Array) :-
    maplist('$fd_model_task'(Array), Tasks0, Tasks),
    cumulative(Tasks, [limit(Limit)]).

%! '$fd_model_term'(+Factor, ?Variable, +Before, -Sum)
'$fd_model_term'(Factor, Variable, Before, Before+Factor*Variable).

%! '$fd_model_function'(+Name, ?Variable, +Before, -Function)
'$fd_model_function'(Name, Variable, Before, Function) :-
    Function =.. [Name,Before,Variable].

%! '$fd_model_task'(+Array, +Given, -Task)
'$fd_model_task'(Array, task(Number, Duration, Use), task(Start, Duration, _, Use, 0)) :-
    arg(Number, Array, Start).
