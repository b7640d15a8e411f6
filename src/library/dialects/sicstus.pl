% Predicates of SICStus Prolog: library(dialect/sicstus), library(dialect/sicstus4).

%! prolog_flag(+Flag, ?Old, +New) is det.
%  Old is the value of a flag, which is set to New.
%  ?- prolog_flag(double_quotes, Old, Old).   %=> Old = string.
prolog_flag(Flag, Old, New) :-
    current_prolog_flag(Flag, Old0),
    Old = Old0,
    (   New == Old0
    ->  true
    ;   set_prolog_flag(Flag, New)
    ).

%! block(:Specifications) is det.
%  Declares when calls wait, before the clauses of a predicate. In p(-, ?, -), a call waits while the arguments that
%  are - are all unbound; with several specifications of one predicate, while that holds of one of them.
%  ?- block(twice(-, ?)).
block(Specifications) :-
    strip_module(Specifications, Module, Plain),
    '$block_heads'(Plain, Module, Pairs, []),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    forall(member(Key-Heads, Groups), '$begin_block'(Key, Heads)).

%! '$block_heads'(+Specifications, +Module, -Pairs, ?Tail)
'$block_heads'(Specifications, Module, Pairs, Tail) :-
    must_be(nonvar, Specifications),
    (   Specifications = (First,Rest)
    ->  '$block_heads'(First, Module, Pairs, Pairs1),
        '$block_heads'(Rest, Module, Pairs1, Tail)
    ;   Specifications = Other:Inner
    ->  '$block_heads'(Inner, Other, Pairs, Tail)
    ;   must_be(callable, Specifications),
        functor(Specifications, Name, Arity),
        Specifications =.. [_|Modes],
        forall(member(Mode, Modes), must_be(oneof([-,?]), Mode)),
        Pairs = [(Module:Name/Arity)-Modes|Tail]
    ).

%! '$begin_block'(+Predicate, +Modes)
'$begin_block'(Module:Name/Arity, Modes) :-
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    maplist('$block_variables'(Arguments), Modes, Waits),
    '$call_through'(Module, Head, ' block', Goal, '$blocked'(Waits, Goal)).

%! '$block_variables'(+Arguments, +Modes, -Variables)
'$block_variables'([], [], []).
'$block_variables'([Argument|Arguments], [Mode|Modes], Variables) :-
    (   Mode == (-)
    ->  Variables = [Argument|Rest]
    ;   Variables = Rest
    ),
    '$block_variables'(Arguments, Modes, Rest).

%! '$blocked'(+Waits, :Goal) is nondet.
%  Calls Goal once no list of Waits is of variables only.
'$blocked'(Waits, Goal) :-
    (   member(Variables, Waits),
        forall(member(Variable, Variables), var(Variable))
    ->  '$any_bound'(Variables, Condition),
        when(Condition, '$blocked'(Waits, Goal))
    ;   call(Goal)
    ).

%! '$any_bound'(+Variables, -Condition)
'$any_bound'([Variable|Variables], Condition) :-
    (   Variables == []
    ->  Condition = nonvar(Variable)
    ;   Condition = (nonvar(Variable) ; Rest),
        '$any_bound'(Variables, Rest)
    ).

%! create_mutable(+Value, -Mutable) is det.
%  Mutable is a new term whose value can be replaced; backtracking restores it.
%  ?- create_mutable(1, _M), get_mutable(X, _M), update_mutable(2, _M), get_mutable(Y, _M).   %=> X = 1, Y = 2.
create_mutable(Value, '$mutable'(Value)).

%! get_mutable(?Value, +Mutable) is semidet.
%  Value is the value of Mutable.
get_mutable(Value, Mutable) :-
    '$must_be_mutable'(Mutable),
    arg(1, Mutable, Value).

%! update_mutable(+Value, +Mutable) is det.
%  Replaces the value of Mutable until backtracking.
%  ?- create_mutable(1, _M), ( update_mutable(2, _M), fail ; get_mutable(X, _M) ).   %=> X = 1.
update_mutable(Value, Mutable) :-
    '$must_be_mutable'(Mutable),
    setarg(1, Mutable, Value).

%! mutable(@Term) is semidet.
%  True if Term was made by create_mutable/2.
%  ?- create_mutable(1, _M), mutable(_M).
mutable(Term) :-
    nonvar(Term),
    Term = '$mutable'(_).

%! is_mutable(@Term) is semidet.
%  Synonym of mutable/1.
%  ?- is_mutable(a).   %=> false.
is_mutable(Term) :-
    mutable(Term).

%! '$must_be_mutable'(@Term)
'$must_be_mutable'(Term) :-
    (   mutable(Term)
    ->  true
    ;   var(Term)
    ->  instantiation_error(Term)
    ;   type_error(mutable, Term)
    ).

%! read_line(-Codes) is det.
%  Codes are those of the next line of the current input, without its end; end_of_file at the end.
read_line(Codes) :-
    current_input(Stream),
    read_line(Stream, Codes).

%! read_line(+Stream, -Codes) is det.
%  Like read_line/1, from Stream.
%  ?- open_string("a\nb", _S), read_line(_S, C), read_line(_S, D), read_line(_S, E).   %=> C = [97], D = [98], E = end_of_file.
read_line(Stream, Codes) :-
    read_line_to_codes(Stream, Codes0),
    (   Codes0 == -1
    ->  Codes = end_of_file
    ;   Codes = Codes0
    ).

%! bb_put(+Key, +Value) is det.
%  Keeps a copy of Value under Key, an atom or an integer; backtracking does not change it. Module:Key is a key of its own.
%  ?- bb_put(k, f(_)), bb_get(k, V).   %=> V = f(_A).
bb_put(Key, Value) :-
    '$blackboard_key'(Key, Name),
    nb_setval(Name, Value).

%! bb_get(+Key, ?Value) is semidet.
%  Value is the value of Key.
%  ?- bb_get(no_such_key, _).   %=> false.
bb_get(Key, Value) :-
    '$blackboard_key'(Key, Name),
    nb_current(Name, Value0),
    Value = Value0.

%! bb_delete(+Key, ?Value) is semidet.
%  Removes the value of Key, if it unifies with Value.
%  ?- bb_put(k, 1), bb_delete(k, V), \+ bb_get(k, _).   %=> V = 1.
bb_delete(Key, Value) :-
    bb_get(Key, Value),
    '$blackboard_key'(Key, Name),
    nb_delete(Name).

%! bb_update(+Key, ?Old, +New) is semidet.
%  Replaces the value of Key, which unifies with Old, by New.
%  ?- bb_put(k, 1), bb_update(k, Old, 2), bb_get(k, V).   %=> Old = 1, V = 2.
bb_update(Key, Old, New) :-
    bb_get(Key, Old),
    bb_put(Key, New).

%! '$blackboard_key'(+Key, -Name)
'$blackboard_key'(Key, Name) :-
    (   var(Key)
    ->  instantiation_error(Key)
    ;   Key = Module:Plain
    ->  (   Module == user
        ->  '$blackboard_key'(Plain, Name)
        ;   must_be(atom, Module),
            must_be(atomic, Plain),
            atomic_list_concat(['$blackboard ',Module,:,Plain], Name)
        )
    ;   atomic(Key)
    ->  atomic_list_concat(['$blackboard ',Key], Name)
    ;   type_error(atomic, Key)
    ).

%! trimcore is det.
%  Gives memory back that is not used.
%  ?- trimcore.
trimcore :-
    trim_stacks.

%! nth(?Index, ?List, ?Element) is nondet.
%  Synonym of nth1/3.
%  ?- nth(2, [a,b], X).   %=> X = b.
nth(Index, List, Element) :-
    nth1(Index, List, Element).
