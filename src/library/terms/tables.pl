% Predicates of XSB on tables: library(tables).

%! abolish_table_pred(:Predicate) is det.
%  Drops the tables of a predicate, Name/Arity or a head.
%  ?- abolish_table_pred(no_such/1).
abolish_table_pred(Predicate) :-
    strip_module(Predicate, Module, Plain),
    must_be(nonvar, Plain),
    (   Plain = Name/Arity
    ->  functor(Head, Name, Arity)
    ;   Head = Plain
    ),
    abolish_table_subgoals(Module:Head).

%! abolish_table_call(:Goal) is det.
%  Drops the tables of the calls that unify with Goal.
%  ?- abolish_table_call(no_such(_)).
abolish_table_call(Goal) :-
    abolish_table_subgoals(Goal).

%! abolish_table_call(:Goal, +Options) is det.
%  Synonym of abolish_table_call/1.
%  ?- abolish_table_call(no_such(_), []).
abolish_table_call(Goal, Options) :-
    must_be(list, Options),
    abolish_table_subgoals(Goal).

%! abolish_table_subgoals(:Goal, +Options) is det.
%  Synonym of abolish_table_subgoals/1.
%  ?- abolish_table_subgoals(no_such(_), []).
abolish_table_subgoals(Goal, Options) :-
    must_be(list, Options),
    abolish_table_subgoals(Goal).

%! tfindall(?Template, :Goal, -Solutions) is det.
%  Synonym of findall/3, for tabled goals.
%  ?- tfindall(X, member(X, [a,b]), L).   %=> L = [a,b].
tfindall(Template, Goal, Solutions) :-
    findall(Template, Goal, Solutions).

%! set_pil_on is det.
%  Accepted without effect.
set_pil_on.

%! set_pil_off is det.
%  Accepted without effect.
set_pil_off.

%! get_calls(:Goal, -Table, -Return) is nondet.
%  Table is that of a call that unifies with Goal; Return is ret(...) with the variables of that call.
%  ?- get_calls(no_such(_), _, _).   %=> false.
get_calls(Goal, Table, Return) :-
    '$tabled_variant'(Goal, Plain, Own, Table, Return),
    Own = Plain.

%! get_call(:Goal, -Table, -Return) is semidet.
%  Table is that of a call that is a variant of Goal; Return is ret(...) with the variables of Goal.
%  ?- get_call(no_such(_), _, _).   %=> false.
get_call(Goal, Table, Return) :-
    strip_module(Goal, _, Called),
    ( callable(Called) -> true ; type_error(callable, Called) ),
    '$tabled_variant'(Goal, Plain, Own, Table, Return),
    Own =@= Plain,
    !,
    Own = Plain.

%! '$tabled_variant'(:Goal, -Plain, -Own, -Table, -Return) is nondet.
%  Own is the call of a Table in the module of Goal, Return its variables; Plain is Goal without its module.
'$tabled_variant'(Goal, Plain, Own, '$table'(Id), Return) :-
    strip_module(Goal, Module, Plain),
    callable(Plain),
    '$tables'(Tables),
    member(table(Variant, Id, _, _), Tables),
    '$table_return'(Variant, Return),
    strip_module(Variant, Module, Own).

%! '$table_return'(+Variant, -Return) is det.
'$table_return'(Variant, Return) :-
    term_variables(Variant, Variables),
    Return =.. [ret|Variables].

%! '$table_answer'(+Table, ?Return, -Delays) is nondet.
%  Return is an answer of a complete table; Delays are the goals that it depends on, a conjunction.
'$table_answer'(Table, Return, Delays) :-
    (   nonvar(Table),
        Table = '$table'(Id)
    ->  true
    ;   must_be(nonvar, Table),
        type_error(trie, Table)
    ),
    '$tables'(Tables),
    memberchk(table(Variant, Id, State, _), Tables),
    State == complete,
    '$table_return'(Variant, Return),
    call_delays(Variant, Delays).

%! get_returns(+Table, -Return) is nondet.
%  Return is an answer in a table, for which it has got the variables of the call from get_call/3.
%  ?- get_returns(nothing, _).   %=> type_error(trie, nothing).
get_returns(Table, Return) :-
    '$table_answer'(Table, Return, _).

%! get_returns(+Table, -Return, -Answer) is nondet.
%  Like get_returns/2; Answer stands for the answer within the table.
%  ?- get_returns(nothing, _, _).   %=> type_error(trie, nothing).
get_returns(Table, Return, Table-Answer) :-
    '$table_answer'(Table, Return, _),
    copy_term(Return, Answer).

%! get_returns_and_tvs(+Table, -Return, -Truth) is nondet.
%  Like get_returns/2; Truth is t for an answer that is true, u for one that is undefined.
%  ?- get_returns_and_tvs(nothing, _, _).   %=> type_error(trie, nothing).
get_returns_and_tvs(Table, Return, Truth) :-
    '$table_answer'(Table, Return, Delays),
    ( Delays == true -> Truth = t ; Truth = u ).

%! get_returns_and_dls(+Table, -Return, -DelayLists) is nondet.
%  Like get_returns/2; DelayLists is a list of the lists of goals that the answer depends on, empty if it is true.
%  ?- get_returns_and_dls(nothing, _, _).   %=> type_error(trie, nothing).
get_returns_and_dls(Table, Return, Lists) :-
    '$table_answer'(Table, Return, Delays),
    '$condition_lists'(Delays, Lists).

%! '$condition_lists'(+Delays, -Lists) is det.
%  Lists are the lists of goals that the answer of Delays depends on itself.
'$condition_lists'(Delays, Lists) :-
    (   Delays == true
    ->  Lists = []
    ;   '$answer_goal'(Delays, Goal),
        '$tables'(Tables),
        '$delayed_answer'(Goal, Tables, Answer)
    ->  '$delay_ways'(Answer, Ways),
        maplist('$delay_goals', Ways, Lists)
    ;   Lists = []
    ).

%! '$answer_goal'(+Delays, -Goal) is semidet.
%  Goal is the answer itself, which is the first goal that it depends on.
'$answer_goal'(Delays, Goal) :-
    ( Delays = (Goal,_) -> true ; Goal = Delays ).

%! get_residual(:Goal, -Delays) is nondet.
%  True for each answer in a complete table that unifies with Goal; Delays is the list of goals that it depends on.
%  ?- get_residual(no_such(_), _).   %=> false.
get_residual(Goal, Delays) :-
    strip_module(Goal, Module, Plain),
    get_calls(Module:Plain, Table, Return),
    get_returns_and_dls(Table, Return, Lists),
    ( Lists == [] -> Delays = [] ; member(Delays, Lists) ).

%! get_returns_for_call(:Goal, -Answer) is nondet.
%  Answer is Goal with an answer of the table that a variant of Goal has.
%  ?- get_returns_for_call(no_such(_), _).   %=> false.
get_returns_for_call(Goal, Answer) :-
    strip_module(Goal, Module, Plain),
    copy_term(Plain, Copy),
    get_call(Module:Copy, Table, Return),
    get_returns(Table, Return),
    Answer = Copy.

%! 't not'(:Goal) is semidet.
%  Negation of a tabled goal; synonym of tnot/1.
%  ?- 't not'(undefined), call_delays(undefined, D).   %=> D = undefined.
't not'(Goal) :-
    tnot(Goal).
