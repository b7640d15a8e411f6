% Constraints over integers: labelling, and the constraints that are made of simpler ones. The kernel is written in Rust
% (src/fd); the operators are defined by use_module(library(clpfd)), so that this text is written without them.

%! label(+Vars) is nondet.
%  Gives values to the variables of a list, the first one first, in ascending order.
%  ?- findall(X, ('#>'(X, 1), '#<'(X, 4), label([X])), L).   %=> L = [2,3].
label(Vars) :-
    labeling([], Vars).

%! labeling(+Options, +Vars) is nondet.
%  Gives values to the variables of a list. Options tell which variable is next (leftmost, ff, ffc, min, max, and
%  dom_wdeg: few elements, and constraints that failed often), the order
%  of its values (up, down), how it is split (step, enum, bisect), and what is optimised: min(Expression) and
%  max(Expression) give the best solutions first. With restart the search for the first solution begins anew after many
%  failures, which together with dom_wdeg avoids that it stays where there is none.
%  With time_out(Milliseconds, Flag) there is one answer, and the search ends in time: Flag is success, or with min and
%  max optimality if nothing is better; it is time_out, with Vars as they are, if there was no answer by then.
%  ?- ins([X,Y], '..'(0, 3)), '#='(X+Y, 3), labeling([max(X)], [X,Y]).   %=> X = 3, Y = 0.
labeling(Options, Vars) :-
    '$fd_search'(Options, Vars, Way),
    (   Way == slow
    ->  '$fd_labeling'(Options, Vars)
    ;   true
    ).

%! order_tasks(+Options, +Vars) is nondet.
%  As labeling/2, for tasks that share resources (cumulative/2, serialized/2): decides of each two that cannot run at once
%  which is first, and only then gives values to Vars. Use it for schedules: there are far fewer orders than times.
%  ?- ins([S,T,E], '..'(0, 9)), cumulative([task(S,3,_,1,_),task(T,2,_,1,_)]), '#>='(E, S+3), '#>='(E, T+2), '#>='(T, 1), once(order_tasks([min(E)], [S,T,E])).   %=> S = 0, T = 3, E = 5.
order_tasks(Options, Vars) :-
    '$fd_list'(Options),
    labeling(['$orders'|Options], Vars).

%! '$fd_labeling'(+Options, +Vars) is nondet.
'$fd_labeling'(Options, Vars) :-
    '$fd_list'(Options),
    '$fd_list'(Vars),
    '$fd_finite'(Vars),
    '$fd_options'(Options, opts(none, none, none, []), opts(Select, Order, Branch, Goals0)),
    '$fd_mode'(Select, Order, Mode0),
    '$fd_flag'(restart, 16, Options, Mode0, Mode1),
    '$fd_flag'('$orders', 32, Options, Mode1, Mode),
    reverse(Goals0, Goals),
    (   memberchk(time_out(Time,Flag), Options)
    ->  must_be(nonneg, Time),
        '$fd_timed'(Time, Goals, Mode, Branch, Vars, Flag)
    ;   '$fd_optimise'(Goals, Mode, Branch, Vars, none)
    ).

%! '$fd_flag'(+Option, +Number, +Options, +Before, -Mode)
'$fd_flag'(Option, Number, Options, Before, Mode) :-
    (   memberchk(Option, Options)
    ->  Mode is Before + Number
    ;   Mode = Before
    ).

%! '$fd_timed'(+Time, +Goals, +Mode, +Branch, +Vars, -Flag) is semidet.
%  Best is what is found of the first solution, and then of better ones: the cost, and the values.
'$fd_timed'(Time, Goals, Mode, Branch, Vars, Flag) :-
    same_length(Vars, Values),
    Best =.. [best,none|Values],
    catch(( Seconds is max(Time, 1) / 1000,
            call_with_time_limit(Seconds, '$fd_optimise'(Goals, Mode, Branch, Vars, Best), '$fd'),
            ( Goals == [] -> Found = success ; Found = optimality )
          ),
          time_limit_exceeded('$fd'),
          true),
    (   nonvar(Found)
    ->  true
    ;   arg(1, Best, Least),
        integer(Least)
    ->  Best =.. [_,_|Vars],
        (   Goals = [Goal]
        ->  '$fd_cost'(Goal, Least)
        ;   true
        ),
        Found = success
    ;   Found = time_out
    ),
    Flag = Found.

%! '$fd_cost'(+Goal, ?Cost)
'$fd_cost'(min(Expression), Cost) :-
    '#='(Cost, Expression).
'$fd_cost'(max(Expression), Cost) :-
    '#='(Cost, -(Expression)).

%! '$fd_list'(@Term)
'$fd_list'(Term) :-
    must_be(list, Term).

%! '$fd_finite'(+Vars)
%  Raises an error for a variable without bounds, or another term.
'$fd_finite'([]).
'$fd_finite'([Var|Vars]) :-
    (   fd_inf(Var, Low),
        fd_sup(Var, High),
        integer(Low),
        integer(High)
    ->  '$fd_finite'(Vars)
    ;   instantiation_error(Var)
    ).

%! '$fd_unsuitable'(+Domain, ?Term)
%  Throws the error of a Term that is not in the Domain: an unbound one may become so.
'$fd_unsuitable'(Domain, Term) :-
    (   var(Term)
    ->  instantiation_error(Term)
    ;   domain_error(Domain, Term)
    ).

%! '$fd_options'(+Options, +Before, -After)
'$fd_options'([], Options, Options).
'$fd_options'([Option|Options], Before, After) :-
    (   nonvar(Option),
        '$fd_option'(Option, Kind)
    ->  true
    ;   '$fd_unsuitable'(labeling_option, Option)
    ),
    '$fd_set_option'(Kind, Option, Before, Between),
    '$fd_options'(Options, Between, After).

%! '$fd_option'(?Option, -Kind)
'$fd_option'(leftmost, select).
'$fd_option'(ff, select).
'$fd_option'(ffc, select).
'$fd_option'(dom_wdeg, select).
'$fd_option'(min, select).
'$fd_option'(max, select).
'$fd_option'(up, order).
'$fd_option'(down, order).
'$fd_option'(step, branch).
'$fd_option'(restart, restart).
'$fd_option'(enum, branch).
'$fd_option'(bisect, branch).
'$fd_option'('$orders', restart).
'$fd_option'(time_out(_,_), restart).
'$fd_option'(min(_), goal).
'$fd_option'(max(_), goal).

%! '$fd_set_option'(+Kind, +Option, +Before, -After)
%  Two options of one kind exclude each other.
'$fd_set_option'(select, Option, opts(Select, Order, Branch, Goals), opts(Option, Order, Branch, Goals)) :-
    '$fd_unset'(Select, Option).
'$fd_set_option'(order, Option, opts(Select, Order, Branch, Goals), opts(Select, Option, Branch, Goals)) :-
    '$fd_unset'(Order, Option).
'$fd_set_option'(branch, Option, opts(Select, Order, Branch, Goals), opts(Select, Order, Option, Goals)) :-
    '$fd_unset'(Branch, Option).
'$fd_set_option'(restart, _, Options, Options).
'$fd_set_option'(goal, Option, opts(Select, Order, Branch, Goals), opts(Select, Order, Branch, [Option|Goals])).

%! '$fd_unset'(+Before, +Option)
'$fd_unset'(Before, Option) :-
    (   Before == none
    ->  true
    ;   domain_error(labeling_options, [Before,Option])
    ).

%! '$fd_mode'(+Select, +Order, -Mode)
%  Mode is the number by which '$fd_select'/5 knows the two options.
'$fd_mode'(Select, Order, Mode) :-
    '$fd_select_number'(Select, Number),
    (   Order == down
    ->  Mode is Number + 8
    ;   Mode = Number
    ).

%! '$fd_select_number'(+Select, -Number)
'$fd_select_number'(none, 0).
'$fd_select_number'(leftmost, 0).
'$fd_select_number'(ff, 1).
'$fd_select_number'(ffc, 2).
'$fd_select_number'(dom_wdeg, 5).
'$fd_select_number'(min, 3).
'$fd_select_number'(max, 4).

%! '$fd_label'(+Branch, +Vars, +Mode, +Bound)
%  Bound is none, or bound(Cost, Best): Cost must be less than the integer in Best.
'$fd_label'(enum, Vars, Mode, Bound) :-
    !,
    '$fd_enum'(Vars, Mode, Bound).
'$fd_label'(bisect, Vars, Mode, Bound) :-
    !,
    '$fd_bisect'(Vars, Mode, Bound).
'$fd_label'(_, Vars, Mode, Bound) :-
    (   Bound == none
    ->  '$fd_step'(Vars, Mode)
    ;   '$fd_step'(Vars, Mode, Bound)
    ).

%! '$fd_step'(+Vars, +Mode)
'$fd_step'(Vars, Mode) :-
    (   '$fd_select'(Vars, Mode, From, Var, Value)
    ->  (   '$fd_equal'(Var, Value),
            '$fd_step'(From, Mode)
        ;   '$fd_unequal'(Var, Value),
            '$fd_step'(From, Mode)
        )
    ;   true
    ).

%! '$fd_step'(+Vars, +Mode, +Bound)
'$fd_step'(Vars, Mode, Bound) :-
    '$fd_improve'(Bound),
    (   '$fd_select'(Vars, Mode, From, Var, Value)
    ->  (   '$fd_equal'(Var, Value),
            '$fd_step'(From, Mode, Bound)
        ;   '$fd_unequal'(Var, Value),
            '$fd_step'(From, Mode, Bound)
        )
    ;   true
    ).

%! '$fd_enum'(+Vars, +Mode, +Bound)
'$fd_enum'(Vars, Mode, Bound) :-
    '$fd_improve'(Bound),
    (   '$fd_select'(Vars, Mode, From, Var, _)
    ->  fd_dom(Var, Domain),
        '$fd_elements'(Domain, Elements, []),
        (   Mode /\ 8 =\= 0
        ->  reverse(Elements, Values)
        ;   Values = Elements
        ),
        member(Value, Values),
        '$fd_equal'(Var, Value),
        '$fd_enum'(From, Mode, Bound)
    ;   true
    ).

%! '$fd_elements'(+Domain, -Elements, ?Tail)
'$fd_elements'(Domain, Elements, Tail) :-
    (   integer(Domain)
    ->  Elements = [Domain|Tail]
    ;   Domain = '..'(Low, High)
    ->  numlist(Low, High, Numbers),
        append(Numbers, Tail, Elements)
    ;   Domain = '\\/'(Left, Right),
        '$fd_elements'(Left, Elements, Middle),
        '$fd_elements'(Right, Middle, Tail)
    ).

%! '$fd_bisect'(+Vars, +Mode, +Bound)
'$fd_bisect'(Vars, Mode, Bound) :-
    '$fd_improve'(Bound),
    (   '$fd_select'(Vars, Mode, From, Var, _)
    ->  fd_inf(Var, Low),
        fd_sup(Var, High),
        Middle is (Low + High) div 2,
        Above is Middle + 1,
        (   Mode /\ 8 =:= 0
        ->  (   '$fd_range'(Var, inf, Middle)
            ;   '$fd_range'(Var, Above, sup)
            )
        ;   (   '$fd_range'(Var, Above, sup)
            ;   '$fd_range'(Var, inf, Middle)
            )
        ),
        '$fd_bisect'(From, Mode, Bound)
    ;   true
    ).

%! '$fd_improve'(+Bound)
'$fd_improve'(Bound) :-
    (   Bound = bound(Cost, Best),
        arg(1, Best, Least),
        integer(Least)
    ->  Most is Least - 1,
        '$fd_range'(Cost, inf, Most)
    ;   true
    ).

%! '$fd_optimise'(+Goals, +Mode, +Branch, +Vars, +Best)
%  The best solutions for the first goal come first, those that are equal in it in the order of the second, and so on.
%  Best keeps what a limit would lose, or is none.
'$fd_optimise'([], Mode, Branch, Vars, _) :-
    '$fd_search'([Mode,Branch], Vars, Way),
    (   Way == slow
    ->  '$fd_label'(Branch, Vars, Mode, none)
    ;   true
    ).
'$fd_optimise'([Goal|Goals], Mode, Branch, Vars, Best) :-
    '$fd_cost'(Goal, Cost),
    '$fd_best_first'(Cost, Goals, Mode, Branch, Vars, Best).

%! '$fd_best_first'(+Cost, +Goals, +Mode, +Branch, +Vars, +Best)
'$fd_best_first'(Cost, Goals, Mode, Branch, Vars, Best) :-
    '$fd_least'(Cost, Mode, Branch, Vars, Best, Least, Values),
    (   '$fd_equal'(Cost, Least),
        (   Goals == [],
            is_list(Values)
        ->  '$fd_from'(Values, Mode, Branch, Vars)
        ;   '$fd_optimise'(Goals, Mode, Branch, Vars, Best)
        )
    ;   Next is Least + 1,
        '$fd_range'(Cost, Next, sup),
        '$fd_best_first'(Cost, Goals, Mode, Branch, Vars, Best)
    ).

%! '$fd_from'(+Values, +Mode, +Branch, +Vars)
%  Gives Vars first the Values, then those of the other solutions.
'$fd_from'(Values, _, _, Values).
'$fd_from'(Values, Mode, Branch, Vars) :-
    '$fd_optimise'([], Mode, Branch, Vars, none),
    Vars \== Values.

%! '$fd_least'(+Cost, +Mode, +Branch, +Vars, +Best, -Least, -Values) is semidet.
%  Least is the least cost, Values those of the variables in a solution with it that comes first, if one is known.
'$fd_least'(Cost, Mode, Branch, Vars, Best, Least, Values) :-
    '$fd_minimum'([Mode,Branch], Vars, Cost, Best, Found),
    (   Found == slow
    ->  (   Best == none
        ->  Keep = best(none)
        ;   Keep = Best,
            nb_setarg(1, Keep, none)
        ),
        '$fd_least'(Cost, Mode, Branch, Vars, Keep, Least)
    ;   Found = Least-Values
    ).

%! '$fd_keep'(+Vars, +Place, +Best)
'$fd_keep'([], _, _).
'$fd_keep'([Var|Vars], Place, Best) :-
    nb_setarg(Place, Best, Var),
    Next is Place + 1,
    '$fd_keep'(Vars, Next, Best).

%! '$fd_least'(+Cost, +Mode, +Branch, +Vars, +Best, -Least) is semidet.
%  Branch and bound: each solution bounds the cost of those that are searched after it.
'$fd_least'(Cost, Mode, Branch, Vars, Best, Least) :-
    (   '$fd_label'(Branch, Vars, Mode, bound(Cost, Best)),
        (   integer(Cost)
        ->  true
        ;   fd_inf(Cost, Low),
            integer(Low)
        ->  '$fd_label'(step, [Cost], 0, none)
        ;   instantiation_error(Cost)
        ),
        (   Best = best(_)
        ->  true
        ;   '$fd_keep'(Vars, 2, Best)
        ),
        nb_setarg(1, Best, Cost),
        fail
    ;   arg(1, Best, Least),
        integer(Least)
    ).

%! sum(+Vars, +Operator, ?Expression)
%  Constrains the sum of a list of variables: Operator is #=, #\=, #<, #>, #=< or #>=.
%  ?- sum([1,2,X], #=, 10).   %=> X = 7.
sum(Vars, Operator, Expression) :-
    '$fd_sum'([], Vars, Operator, Expression).

%! scalar_product(+Factors, +Vars, +Operator, ?Expression)
%  Constrains the sum of the products of Factors, a list of integers, and Vars.
%  ?- scalar_product([2,3], [X,1], #=, 7).   %=> X = 2.
scalar_product(Factors, Vars, Operator, Expression) :-
    must_be(list(integer), Factors),
    must_be(list, Vars),
    (   same_length(Factors, Vars)
    ->  (   Vars == []
        ->  '$fd_sum'([], [], Operator, Expression)
        ;   '$fd_sum'(Factors, Vars, Operator, Expression)
        )
    ;   fail
    ).

%! tuples_in(+Tuples, +Relation)
%  Constrains each list of variables in Tuples to be one of the lists of integers in Relation.
%  ?- tuples_in([[X,2]], [[1,2],[3,4]]).   %=> X = 1.
tuples_in(Tuples, Relation) :-
    must_be(list(list), Tuples),
    must_be(list(list(integer)), Relation),
    '$fd_tuples'(Tuples, Relation).

%! chain(+Vars, +Relation)
%  Constrains each two neighbours of a list by Relation: #<, #=<, #>, #>= or #=.
%  ?- ins([X,Y], '..'(1, 2)), chain([X,Y], #<).   %=> X = 1, Y = 2.
chain(Vars, Relation) :-
    must_be(list, Vars),
    (   nonvar(Relation),
        memberchk(Relation, [#<,#=<,#>,#>=,#=])
    ->  '$fd_chain'(Vars, Relation)
    ;   '$fd_unsuitable'(chain_relation, Relation)
    ).

%! '$fd_chain'(+Vars, +Relation)
'$fd_chain'([], _).
'$fd_chain'([Var|Vars], Relation) :-
    '$fd_chain'(Vars, Var, Relation).

%! '$fd_chain'(+Vars, +Before, +Relation)
'$fd_chain'([], _, _).
'$fd_chain'([Var|Vars], Before, Relation) :-
    call(Relation, Before, Var),
    '$fd_chain'(Vars, Var, Relation).

%! lex_chain(+Lists)
%  Constrains the lists to be in lexicographic order: each is at most the next.
%  ?- ins([X,Y], '..'(0, 1)), lex_chain([[1,X],[Y,0]]).   %=> X = 0, Y = 1.
lex_chain(Lists) :-
    must_be(list(list), Lists),
    (   Lists = [First|Rest]
    ->  '$fd_lex_chain'(Rest, First)
    ;   true
    ).

%! '$fd_lex_chain'(+Lists, +Before)
'$fd_lex_chain'([], _).
'$fd_lex_chain'([List|Lists], Before) :-
    '$fd_lex'(Before, List, Holds),
    Holds = 1,
    % It follows, and makes more of the domains.
    ( Before = [X|_] -> List = [Y|_], '#=<'(X, Y) ; true ),
    '$fd_lex_chain'(Lists, List).

%! '$fd_lex'(+Before, +After, -Holds)
%  Holds is 1 if Before is at most After.
'$fd_lex'([], [], 1).
'$fd_lex'([X|Xs], [Y|Ys], Holds) :-
    '$fd_lex'(Xs, Ys, Rest),
    '#<==>'(Holds, '#\\/'('#<'(X, Y), '#/\\'('#='(X, Y), Rest))).

%! global_cardinality(+Vars, +Pairs)
%  Constrains how often each key occurs among the variables: Pairs are Key-Count, and all variables are keys.
%  ?- global_cardinality([1,X,2], [1-2,2-N]).   %=> X = 1, N = 1.
global_cardinality(Vars, Pairs) :-
    global_cardinality(Vars, Pairs, []).

%! global_cardinality(+Vars, +Pairs, +Options)
%  As global_cardinality/2. Options: consistency(value) is accepted; cost(Cost, Matrix) gives the sum of the costs, the
%  row of Matrix being the variable and the column its key.
global_cardinality(Vars, Pairs, Options) :-
    must_be(list, Vars),
    must_be(list(pair), Pairs),
    must_be(list, Options),
    pairs_keys_values(Pairs, Keys, Counts),
    must_be(list(integer), Keys),
    (   sort(Keys, Sorted),
        same_length(Keys, Sorted)
    ->  true
    ;   domain_error(gcc_unique_key_pairs, Pairs)
    ),
    '$fd_union'(Keys, Domain),
    (   Vars == []
    ->  true
    ;   Keys == []
    ->  fail
    ;   ins(Vars, Domain)
    ),
    length(Vars, Count),
    ins(Counts, '..'(0, Count)),
    '$fd_occurrences'(Keys, Counts, Vars),
    sum(Counts, #=, Count),
    '$fd_gcc_options'(Options, Vars, Keys).

%! '$fd_union'(+Numbers, -Domain)
'$fd_union'(Numbers, Domain) :-
    (   Numbers = [Number|More]
    ->  foldl('$fd_or', More, Number, Domain)
    ;   Domain = '..'(1, 0)
    ).

%! '$fd_or'(+Number, +Before, -Domain)
'$fd_or'(Number, Before, '\\/'(Before, Number)).

%! '$fd_occurrences'(+Keys, +Counts, +Vars)
'$fd_occurrences'([], [], _).
'$fd_occurrences'([Key|Keys], [Count|Counts], Vars) :-
    '$fd_is_key'(Vars, Key, Truths),
    sum(Truths, #=, Count),
    '$fd_occurrences'(Keys, Counts, Vars).

%! '$fd_is_key'(+Vars, +Key, -Truths)
'$fd_is_key'([], _, []).
'$fd_is_key'([Var|Vars], Key, [Truth|Truths]) :-
    '#<==>'(Truth, '#='(Var, Key)),
    '$fd_is_key'(Vars, Key, Truths).

%! '$fd_gcc_options'(+Options, +Vars, +Keys)
'$fd_gcc_options'([], _, _).
'$fd_gcc_options'([Option|Options], Vars, Keys) :-
    (   Option == consistency(value)
    ->  true
    ;   nonvar(Option),
        Option = cost(Cost, Matrix)
    ->  must_be(list(list(integer)), Matrix),
        '$fd_costs'(Vars, Keys, Matrix, Costs),
        sum(Costs, #=, Cost)
    ;   '$fd_unsuitable'(gcc_option, Option)
    ),
    '$fd_gcc_options'(Options, Vars, Keys).

%! '$fd_costs'(+Vars, +Keys, +Matrix, -Costs)
'$fd_costs'([], _, [], []).
'$fd_costs'([Var|Vars], Keys, [Row|Rows], [Cost|Costs]) :-
    pairs_keys_values(Pairs, Keys, Row),
    findall([Key,Value], member(Key-Value, Pairs), Tuples),
    tuples_in([[Var,Cost]], Tuples),
    '$fd_costs'(Vars, Keys, Rows, Costs).

%! cumulative(+Tasks)
%  As cumulative/2 with limit(1).
cumulative(Tasks) :-
    cumulative(Tasks, [limit(1)]).

%! cumulative(+Tasks, +Options)
%  Constrains tasks that share a resource: task(Start, Duration, End, Use, Id). Option limit(L): at no time more than L is
%  in use; the default is 1.
%  ?- ins([S,T], '..'(0, 3)), cumulative([task(S,2,_,1,_),task(T,2,_,1,_)]), S = 0, '#<'(T, 3).   %=> S = 0, T = 2.
cumulative(Tasks, Options) :-
    must_be(list, Tasks),
    must_be(list, Options),
    (   Options = []
    ->  Limit = 1
    ;   Options = [limit(Limit)]
    ->  true
    ;   domain_error(cumulative_options_empty_or_limit, Options)
    ),
    '$fd_tasks'(Tasks),
    '$fd_cumulative'(Tasks, Limit, Way),
    (   Way == whole
    ->  true
    ;   '$fd_amounts'(Tasks, Tasks, Limit)
    ).

%! '$fd_tasks'(+Tasks)
'$fd_tasks'([]).
'$fd_tasks'([Task|Tasks]) :-
    (   nonvar(Task),
        Task = task(Start, Duration, End, Use, _)
    ->  '$fd_finite'([Start]),
        '#>='(Duration, 0),
        '#>='(Use, 0),
        '#='(Start+Duration, End)
    ;   '$fd_unsuitable'(task, Task)
    ),
    '$fd_tasks'(Tasks).

%! '$fd_amounts'(+Tasks, +All, +Limit)
%  The use of the resource is greatest when some task begins.
'$fd_amounts'([], _, _).
'$fd_amounts'([task(Start, Duration, _, Use, _)|Tasks], All, Limit) :-
    '$fd_uses'(All, Start, Uses),
    '#==>'('#/\\'('#>'(Duration, 0), '#>'(Use, 0)), '#>='(Limit, 0)),
    sum(Uses, #=<, Limit),
    '$fd_amounts'(Tasks, All, Limit).

%! '$fd_uses'(+Tasks, +Time, -Uses)
%  Uses are the amounts that the tasks use at Time.
'$fd_uses'([], _, []).
'$fd_uses'([task(Start, _, End, Use, _)|Tasks], Time, [Amount|Amounts]) :-
    '#<==>'(Runs, '#/\\'('#=<'(Start, Time), '#<'(Time, End))),
    (   integer(Use)
    ->  in(Amount, '\\/'(0, Use)),
        '#='(Amount, Use*Runs)
    ;   '#='(Amount, Use*Runs)
    ),
    '$fd_uses'(Tasks, Time, Amounts).

%! disjoint2(+Rectangles)
%  Constrains rectangles not to overlap. A rectangle is a compound of any name with the arguments X, Width, Y, Height.
%  ?- in(X, '..'(0, 1)), disjoint2([r(0,1,0,1),r(X,1,0,1)]).   %=> X = 1.
disjoint2(Rectangles) :-
    must_be(list(compound), Rectangles),
    '$fd_disjoint'(Rectangles).

%! '$fd_disjoint'(+Rectangles)
'$fd_disjoint'([]).
'$fd_disjoint'([Rectangle|Rectangles]) :-
    '$fd_sides'(Rectangle, _, _, _, _),
    '$fd_disjoint'(Rectangles, Rectangle),
    '$fd_disjoint'(Rectangles).

%! '$fd_disjoint'(+Rectangles, +Other)
'$fd_disjoint'([], _).
'$fd_disjoint'([Rectangle|Rectangles], Other) :-
    '$fd_sides'(Rectangle, X1, W1, Y1, H1),
    '$fd_sides'(Other, X2, W2, Y2, H2),
    '#\\/'('#\\/'('#=<'(X1+W1, X2), '#=<'(X2+W2, X1)), '#\\/'('#=<'(Y1+H1, Y2), '#=<'(Y2+H2, Y1))),
    '$fd_disjoint'(Rectangles, Other).

%! '$fd_sides'(+Rectangle, -X, -Width, -Y, -Height)
'$fd_sides'(Rectangle, X, Width, Y, Height) :-
    (   nonvar(Rectangle),
        Rectangle =.. [_,X,Width,Y,Height]
    ->  true
    ;   '$fd_unsuitable'(rectangle, Rectangle)
    ).

%! zcompare(?Order, ?A, ?B)
%  Like compare/3 on two integers: a bound Order is a constraint; an unbound one is bound when it is decided.
%  ?- zcompare(O, 1, 2).   %=> O = (<).
%  ?- zcompare(<, 3, X), fd_inf(X, L), X = 9.   %=> X = 9, L = 4.
zcompare(Order, A, B) :-
    (   nonvar(Order)
    ->  '$fd_zcompare'(Order, A, B)
    ;   integer(A),
        integer(B)
    ->  compare(Order, A, B)
    ;   '#<==>'(Less, '#<'(A, B)),
        '#<==>'(Greater, '#>'(A, B)),
        freeze(Order, '$fd_zcompare'(Order, A, B)),
        when(( nonvar(Order) ; nonvar(Less), nonvar(Greater) ), '$fd_decided'(Order, Less, Greater))
    ).

%! '$fd_zcompare'(+Order, ?A, ?B)
'$fd_zcompare'(<, A, B) :-
    '#<'(A, B).
'$fd_zcompare'(>, A, B) :-
    '#>'(A, B).
'$fd_zcompare'(=, A, B) :-
    '#='(A, B).

%! '$fd_decided'(?Order, ?Less, ?Greater)
'$fd_decided'(Order, Less, Greater) :-
    (   nonvar(Order)
    ->  true
    ;   Less == 1
    ->  Order = (<)
    ;   Greater == 1
    ->  Order = (>)
    ;   Order = (=)
    ).
