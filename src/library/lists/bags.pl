% All solutions: ISO 8.10. Solutions are stored outside the heap by three primitives that nest: $findall_start,
% $findall_add, which fails, and $findall_collect.

%! findall(?Template, :Goal, ?List) is det.
%  List has a copy of Template for every solution of Goal, in order.
%  ?- findall(X-Y, member(X-Y, [1-a,2-b]), L).
findall(Template, Goal, List) :-
    '$findall_start'(Goal, List),
    (   call(Goal),
        '$findall_add'(Template)
    ;   '$findall_collect'(List, [])
    ).

%! findall(?Template, :Goal, ?List, ?Tail) is det.
%  Like findall/3, but List ends in Tail.
%  ?- findall(_X, member(_X, [a,b]), L, [c]).   %=> L = [a,b,c].
findall(Template, Goal, List, Tail) :-
    '$partial_list'(Tail),
    '$findall_start'(Goal, List),
    (   call(Goal),
        '$findall_add'(Template)
    ;   '$findall_collect'(List, Tail)
    ).

%! '$check_goal'(@Goal)
%  ISO requires that the goal be checked before the result.
'$check_goal'(Goal) :-
    (   callable(Goal)
    ->  true
    ;   var(Goal)
    ->  instantiation_error(Goal)
    ;   type_error(callable, Goal)
    ).

%! '$check_result_list'(@List)
%  Raises an error unless List is a list or partial list, as ISO requires.
'$check_result_list'(List) :-
    (   '$is_list_or_partial'(List)
    ->  true
    ;   type_error(list, List)
    ).

%! bagof(?Template, :Goal, -List) is nondet.
%  List has an instance of Template for every solution of Goal; backtracks over the bindings of the variables of Goal
%  that are neither in Template nor quantified by ^.
%  ?- bagof(X, member(X-Y, [1-a,2-b,3-a]), L).
bagof(Template, Goal, List) :-
    '$bagof'(Template, Goal, List, Bag),
    List = Bag.

%! setof(?Template, :Goal, -List) is nondet.
%  Like bagof/3, but each list is sorted, without duplicates.
%  ?- setof(_X, member(_X, [b,a,b]), L).   %=> L = [a,b].
setof(Template, Goal, List) :-
    '$bagof'(Template, Goal, List, Bag),
    sort(Bag, Set),
    List = Set.

%! '$bagof'(?Template, :Goal, @List, -Bag)
%  List is the term that the bag or set will be unified with.
'$bagof'(Template, Goal, List, Bag) :-
    '$strip_carets'(Goal, Template, Plain, Bound),
    '$check_goal'(Plain),
    '$check_result_list'(List),
    '$free_variables'(Plain, Bound, Free),
    (   Free == []
    ->  findall(Template, Plain, Bag),
        Bag \== []
    ;   (   Free = [Witness]
        ->  true
        ;   Witness =.. [v|Free]
        ),
        findall(Witness-Template, Plain, Answers),
        '$group_answers'(Answers, Groups),
        '$pick_group'(Groups, Witness, Bag)
    ).

%! '$strip_carets'(+Goal, +Bound0, -Plain, -Bound)
%  Plain is Goal without its quantifiers Var^; Bound are the variables of these.
'$strip_carets'(Goal, Bound0, Plain, Bound) :-
    (   var(Goal)
    ->  instantiation_error(Goal)
    ;   Goal = Var^Inner
    ->  '$strip_carets'(Inner, Var+Bound0, Plain, Bound)
    ;   Goal = Module:Inner,
        nonvar(Inner),
        Inner = Var^Rest
    ->  '$strip_carets'(Module:Rest, Var+Bound0, Plain, Bound)
    ;   Goal = Module:Inner,
        atom(Module),
        nonvar(Inner),
        Inner = _:_
    ->  '$strip_carets'(Inner, Bound0, Plain, Bound)
    ;   Goal = Left:Inner,
        nonvar(Left),
        Left = Var^Module
    ->  '$strip_carets'(Module:Inner, Var+Bound0, Plain, Bound)
    ;   Plain = Goal,
        Bound = Bound0
    ).

%! '$free_variables'(+Goal, +Bound, -Free)
%  Free are the variables of Goal that do not occur in Bound, in order.
'$free_variables'(Goal, Bound, Free) :-
    term_variables(Bound, BoundVars),
    term_variables(BoundVars+Goal, Vars),
    length(BoundVars, N),
    '$drop_first'(N, Vars, Free).

%! '$drop_first'(+N, +List, -Rest)
'$drop_first'(N, List, Rest) :-
    (   N =:= 0
    ->  Rest = List
    ;   List = [_|Tail],
        N1 is N - 1,
        '$drop_first'(N1, Tail, Rest)
    ).

%! '$group_answers'(+Answers, -Groups)
%  Groups is a list of Witness-Templates, sorted by Witness. Witnesses that are variants form one group; the templates
%  of a group keep their order.
'$group_answers'(Answers, Groups) :-
    pairs_keys(Answers, Keys),
    (   ground(Keys)
    ->  keysort(Answers, Sorted),
        group_pairs_by_key(Sorted, Groups)
    ;   '$group_variants'(Answers, Unsorted),
        keysort(Unsorted, Groups)
    ).

%! '$group_variants'(+Answers, -Groups)
'$group_variants'([], []).
'$group_variants'([Key-Template|Answers], [Key-[Template|Templates]|Groups]) :-
    '$same_variant'(Answers, Key, Templates, Others),
    '$group_variants'(Others, Groups).

%! '$same_variant'(+Answers, +Key, -Templates, -Others)
'$same_variant'([], _, [], []).
'$same_variant'([Other-Template|Answers], Key, Templates, Others) :-
    (   Other =@= Key
    ->  Other = Key,
        Templates = [Template|More],
        Rest = Others
    ;   Templates = More,
        Others = [Other-Template|Rest]
    ),
    '$same_variant'(Answers, Key, More, Rest).

%! '$pick_group'(+Groups, ?Witness, -Bag)
'$pick_group'([Key-Templates|Groups], Witness, Bag) :-
    '$pick_group'(Groups, Key, Templates, Witness, Bag).

%! '$pick_group'(+Groups, +Key, +Templates, ?Witness, -Bag)
%  The last group leaves no choice point.
'$pick_group'(_, Witness, Bag, Witness, Bag).
'$pick_group'([Key-Templates|Groups], _, _, Witness, Bag) :-
    '$pick_group'(Groups, Key, Templates, Witness, Bag).

%! group_by(?By, ?Template, :Goal, -List) is nondet.
%  Like bagof/3, once for each value of By: all other variables of Goal are existentially quantified.
%  ?- group_by(K, _V, member(K-_V-_, [a-1-x,b-2-y,a-3-z]), L).   %=> K = a, L = [1,3] ; K = b, L = [2].
group_by(By, Template, Goal, List) :-
    term_variables(By+Template, Kept),
    term_variables(Goal, All),
    exclude('$is_among'(Kept), All, Others),
    bagof(Template, Others^Goal, List).

%! '$is_among'(+Terms, @Term) is semidet.
'$is_among'([Other|Terms], Term) :-
    (   Other == Term
    ->  true
    ;   '$is_among'(Terms, Term)
    ).
