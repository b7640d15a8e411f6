% Sandboxing: library(sandbox). Goals are accepted only if all that they can call is known to be harmless: predicates of
% the program are followed through their clauses, those of the system must be on a list.
%
% A host that runs untrusted programs uses grants and limits, which hold whatever a goal does; this is for programs that
% expect SWI-Prolog's library.

%! safe_goal(:Goal) is det.
%  True if calling Goal can do no harm; otherwise a permission error. Programs declare more predicates as harmless by
%  clauses of sandbox:safe_primitive/1, and meta predicates by those of sandbox:safe_meta/2.
%  ?- safe_goal(member(_, [a])).
%  ?- safe_goal(shell(ls)).   %=> permission_error(call, sandboxed, shell(_)).
%  ?- safe_goal(_).   %=> instantiation_error.
%  ?- safe_goal((true, other:private)).   %=> permission_error(call, sandboxed, other:private).
%  ?- assertz((p(1) :- true)), assertz((p(2) :- shell(ls))), safe_goal(p(_)).   %=> permission_error(call, sandboxed, shell(_)).
safe_goal(Goal) :-
    strip_module(Goal, Module, Plain),
    '$safe'(Plain, Module, [], _).

%! safe_call(:Goal) is nondet.
%  Calls Goal, if safe_goal/1 accepts it.
%  ?- safe_call(X = 1).   %=> X = 1.
safe_call(Goal) :-
    safe_goal(Goal),
    call(Goal).

%! safe_assert(:Clause) is semidet.
%  True if Clause may be added: it belongs to a predicate of its module, not to one of the system or of another module.
%  ?- safe_assert(p(1)).
%  ?- safe_assert(lists:p(1)).   %=> false.
safe_assert(Clause) :-
    strip_module(Clause, Module, Plain),
    (   Plain = (Head :- _)
    ->  true
    ;   Head = Plain
    ),
    callable(Head),
    Head \= _:_,
    (   Module == user
    ->  true
    ;   current_temporary_module(Module)
    ->  true
    ;   fail
    ),
    \+ predicate_property(system:Head, defined).

%! '$safe'(+Goal, +Module, +Seen0, -Seen) is det.
%  Seen are the predicates that were followed.
'$safe'(Goal, Module, Seen0, Seen) :-
    (   var(Goal)
    ->  instantiation_error(Goal)
    ;   \+ callable(Goal)
    ->  type_error(callable, Goal)
    ;   Goal = Other:Inner
    ->  must_be(atom, Other),
        (   '$safe_in_module'(Inner, Other, Module)
        ->  '$safe'(Inner, Other, Seen0, Seen)
        ;   permission_error(call, sandboxed, Goal)
        )
    ;   '$safe_parts'(Goal, Parts)
    ->  '$safe_all'(Parts, Module, Seen0, Seen)
    ;   '$safe_attribute'(Goal, Name),
        Name == Module
    ->  % The program may have a hook that unification calls.
        findall(Hook, ( Hook = attr_unify_hook(_, _), predicate_property(Module:Hook, defined) ), Hooks),
        '$safe_all'(Hooks, Module, Seen0, Seen)
    ;   '$safe_hook'(safe_primitive(Module:Goal))
    ->  Seen = Seen0
    ;   '$safe_hook'(safe_primitive(Goal))
    ->  Seen = Seen0
    ;   '$safe_hook'(safe_meta(Goal, Parts))
    ->  '$safe_all'(Parts, Module, Seen0, Seen)
    ;   '$safe_format'(Goal, Text)
    ->  text_to_string(Text, String),
        string_codes(String, Codes),
        (   '$calls_in_format'(Codes)
        ->  permission_error(call, sandboxed, Goal)
        ;   Seen = Seen0
        )
    ;   '$safe_database'(Goal, Clause)
    ->  (   safe_assert(Module:Clause)
        ->  '$safe_clause'(Clause, Module, Seen0, Seen)
        ;   permission_error(assert, sandboxed, Clause)
        )
    ;   '$safe_own'(Goal, Module, Home)
    ->  '$safe_clauses'(Goal, Home, Seen0, Seen)
    ;   functor(Goal, Name, Arity),
        '$safe_system'(Name, Arity)
    ->  Seen = Seen0
    ;   '$safe_closures'(Goal, Parts)
    ->  '$safe_all'(Parts, Module, Seen0, Seen)
    ;   functor(Goal, Name, Arity),
        (   predicate_property(Module:Goal, defined)
        ->  functor(Culprit, Name, Arity),
            permission_error(call, sandboxed, Culprit)
        ;   existence_error(procedure, Name/Arity)
        )
    ).

%! '$safe_in_module'(+Goal, +Other, +Module) is semidet.
%  Goal may be called in a module from another one: of those that a module does not export some may be its secrets, and the
%  goals and clauses of others would be looked up there.
'$safe_in_module'(Goal, Other, Module) :-
    (   Other == Module
    ->  true
    ;   ( \+ callable(Goal) ; Goal = _:_ ; '$safe_hook'(safe_primitive(Other:Goal)) )
    ->  true
    ;   \+ '$safe_parts'(Goal, _),
        \+ '$safe_database'(Goal, _),
        \+ predicate_property(Other:Goal, meta_predicate(_)),
        ( predicate_property(Other:Goal, system) -> true ; '$is_exported'(Other, Goal) )
    ).

%! '$safe_all'(+Goals, +Module, +Seen0, -Seen)
'$safe_all'([], _, Seen, Seen).
'$safe_all'([Goal|Goals], Module, Seen0, Seen) :-
    '$safe'(Goal, Module, Seen0, Seen1),
    '$safe_all'(Goals, Module, Seen1, Seen).

%! '$safe_hook'(+Hook) is semidet.
'$safe_hook'(Hook) :-
    '$if_known'(sandbox:Hook),
    !.

%! '$safe_parts'(+Goal, -Parts) is semidet.
%  Goal is a control construct with these goals.
'$safe_parts'((A,B), [A,B]).
'$safe_parts'((A;B), [A,B]).
'$safe_parts'((A->B), [A,B]).
'$safe_parts'((A*->B), [A,B]).
'$safe_parts'(\+ A, [A]).
'$safe_parts'(_^A, [A]).
'$safe_parts'(clause(Head, _), []) :-
    callable(Head),
    Head \= _:_.
'$safe_parts'(set_prolog_flag(Flag,_), []) :-
    Flag == double_quotes.

%! '$safe_attribute'(+Goal, -Name) is semidet.
%  Goal reads or writes an attribute. Those of other modules may hold goals.
'$safe_attribute'(put_attr(_, Name, _), Name).
'$safe_attribute'(get_attr(_, Name, _), Name).

%! '$safe_format'(+Goal, -Text) is semidet.
%  Goal writes by this format.
'$safe_format'(format(Text), Text).
'$safe_format'(format(Text, _), Text).
'$safe_format'(format(Sink, Text, _), Text) :-
    nonvar(Sink),
    Sink =.. [Kind,_],
    memberchk(Kind, [atom,string,codes,chars]).

%! '$calls_in_format'(+Codes) is semidet.
%  The format has the directive ~@, which calls a goal.
'$calls_in_format'([0'~|Codes]) :-
    !,
    '$format_argument'(Codes, [Directive|Rest]),
    (   Directive == 0'@
    ->  true
    ;   '$calls_in_format'(Rest)
    ).
'$calls_in_format'([_|Codes]) :-
    '$calls_in_format'(Codes).

%! '$format_argument'(+Codes, -Rest)
%  Rest is what follows the numeric argument of a directive.
'$format_argument'(Codes, Rest) :-
    (   Codes = [0'`,_|Rest0]
    ->  Rest = Rest0
    ;   Codes = [0'*|Rest0]
    ->  Rest = Rest0
    ;   Codes = [0':|Rest0]
    ->  '$format_argument'(Rest0, Rest)
    ;   Codes = [Digit|Rest0],
        code_type(Digit, digit)
    ->  '$format_argument'(Rest0, Rest)
    ;   Rest = Codes
    ).

%! '$safe_own'(+Goal, +Module, -Home) is semidet.
%  Goal is of the program; its clauses are in Home.
'$safe_own'(Goal, Module, Home) :-
    predicate_property(Module:Goal, defined),
    \+ predicate_property(Module:Goal, system),
    (   predicate_property(Module:Goal, imported_from(From))
    ->  Home = From
    ;   Home = Module
    ),
    Home \== system,
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    catch(( clause(Home:Head, _) -> true ; predicate_property(Home:Goal, dynamic) ), _, fail).

%! '$safe_clauses'(+Goal, +Home, +Seen0, -Seen)
'$safe_clauses'(Goal, Home, Seen0, Seen) :-
    '$safe_pattern'(Goal, Home, Pattern),
    (   member(Home:Known, Seen0),
        subsumes_term(Known, Pattern)
    ->  Seen = Seen0
    ;   functor(Goal, Name, Arity),
        functor(Head, Name, Arity),
        findall((Head :- Body), clause(Home:Head, Body), Clauses),
        '$safe_bodies'(Clauses, Pattern, Home, [Home:Pattern|Seen0], Seen)
    ).

%! '$safe_pattern'(+Goal, +Home, -Pattern) is det.
%  Pattern is a call with any arguments, but for those that are called.
'$safe_pattern'(Goal, Home, Pattern) :-
    functor(Goal, Name, Arity),
    functor(Pattern, Name, Arity),
    (   predicate_property(Home:Goal, meta_predicate(Modes))
    ->  copy_term_nat(Goal, Copy),
        '$safe_pattern_arguments'(Arity, Modes, Copy, Pattern)
    ;   true
    ).

%! '$safe_pattern_arguments'(+Count, +Modes, +Goal, +Pattern) is det.
'$safe_pattern_arguments'(Count, Modes, Goal, Pattern) :-
    (   Count =:= 0
    ->  true
    ;   arg(Count, Modes, Mode),
        (   ( integer(Mode) ; memberchk(Mode, [:,^,//]) )
        ->  arg(Count, Goal, Argument),
            arg(Count, Pattern, Argument)
        ;   true
        ),
        Rest is Count - 1,
        '$safe_pattern_arguments'(Rest, Modes, Goal, Pattern)
    ).

%! '$safe_bodies'(+Clauses, +Pattern, +Module, +Seen0, -Seen)
%  A clause that could answer the call is safe.
'$safe_bodies'([], _, _, Seen, Seen).
'$safe_bodies'([(Head :- Body)|Clauses], Pattern, Module, Seen0, Seen) :-
    (   copy_term_nat(Pattern, Head)
    ->  '$safe'(Body, Module, Seen0, Seen1)
    ;   Seen1 = Seen0
    ),
    '$safe_bodies'(Clauses, Pattern, Module, Seen1, Seen).

%! '$safe_database'(+Goal, -Clause) is semidet.
'$safe_database'(assert(Clause), Clause).
'$safe_database'(asserta(Clause), Clause).
'$safe_database'(assertz(Clause), Clause).
'$safe_database'(retract(Clause), Clause).
'$safe_database'(retractall(Head), Head).

%! '$safe_clause'(+Clause, +Module, +Seen0, -Seen)
'$safe_clause'(Clause, Module, Seen0, Seen) :-
    (   Clause = (_ :- Body),
        nonvar(Body)
    ->  '$safe'(Body, Module, Seen0, Seen)
    ;   Seen = Seen0
    ).

%! '$safe_closures'(+Goal, -Parts) is semidet.
%  Goal is a call of a meta predicate that only calls its arguments. Parts are these goals, with the arguments that are
%  added.
'$safe_closures'(Goal, Parts) :-
    functor(Goal, Name, Arity),
    '$safe_meta'(Name, Arity),
    predicate_property(user:Goal, meta_predicate(Modes)),
    Goal =.. [_|Arguments],
    Modes =.. [_|Specifiers],
    '$closures'(Specifiers, Arguments, Parts).

%! '$closures'(+Specifiers, +Arguments, -Goals)
'$closures'([], [], []).
'$closures'([Specifier|Specifiers], [Argument|Arguments], Goals) :-
    (   Specifier == (//),
        nonvar(Argument)
    ->  dcg_translate_rule((start --> Argument), (_ :- Goal)),
        Goals = [Goal|Rest]
    ;   '$added_arguments'(Specifier, Count)
    ->  Goals = [Goal|Rest],
        '$safe_added'(Argument, Count, Goal)
    ;   Goals = Rest
    ),
    '$closures'(Specifiers, Arguments, Rest).

%! '$added_arguments'(+Specifier, -Count) is semidet.
'$added_arguments'(Specifier, Count) :-
    (   integer(Specifier)
    ->  Count = Specifier
    ;   Specifier == (^)
    ->  Count = 0
    ;   Specifier == (//),
        Count = 2
    ).

%! '$safe_added'(+Closure, +Count, -Goal)
'$safe_added'(Closure, Count, Goal) :-
    (   var(Closure)
    ->  instantiation_error(Closure)
    ;   Closure = Module:Inner
    ->  Goal = Module:Goal0,
        '$safe_added'(Inner, Count, Goal0)
    ;   Closure = (_ >> Body),
        Count > 0
    ->  Goal = Body
    ;   length(More, Count),
        Closure =.. [Name|Arguments],
        append(Arguments, More, All),
        Goal =.. [Name|All]
    ).

%! '$safe_meta'(?Name, ?Arity) is nondet.
'$safe_meta'(Name, Arity) :-
    member(Name/Arities, [call/[1,2,3,4,5,6,7,8], once/[1], ignore/[1], forall/[2], findall/[3,4], bagof/[3], setof/[3],
                          aggregate_all/[3,4], aggregate/[3,4], catch/[3], maplist/[2,3,4,5,6,7], foldl/[4,5,6,7],
                          include/[3], exclude/[3], partition/[4,6], call_cleanup/[2], setup_call_cleanup/[3],
                          phrase/[2,3], limit/[2], offset/[2], order_by/[2], distinct/[1,2], call_nth/[2], (not)/[1], time/[1], undo/[1], call_residue_vars/[2], max_member/[3], min_member/[3], assertion/[1],
                          freeze/[2], when/[2], with_output_to/[2], findnsols/[4,5], convlist/[3], foldr/[4],
                          call_with_depth_limit/[3], call_with_time_limit/[2], call_with_inference_limit/[3],
                          predsort/[3], group_by/[4], snapshot/[1], transaction/[1], tnot/[1]]),
    member(Arity, Arities).

%! '$safe_system'(+Name, +Arity) is semidet.
%  The predicate of the system only computes, or writes to the current output.
'$safe_system'(Name, Arity) :-
    '$safe_names'(Names),
    memberchk(Name/Arity, Names),
    !.
'$safe_system'(Name, Arity) :-
    functor(Head, Name, Arity),
    predicate_property(user:Head, imported_from(Library)),
    memberchk(Library, [lists,pairs,assoc,rbtrees,ordsets,ugraphs,option,error,gensym,random,heaps,clpfd,clpb,simplex,dcg_basics,
                        dcg_high_order,terms,occurs,nb_set,solution_sequences,varnumbers,strings,dicts,date,base64,
                        yall,apply]),
    \+ predicate_property(user:Head, meta_predicate(_)).

%! '$safe_names'(-Indicators)
'$safe_names'([true/0, fail/0, false/0, !/0, repeat/0, (=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2,
               (@>=)/2, (=@=)/2, (\=@=)/2, (is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2, (=..)/2, compare/3,
               unify_with_occurs_check/2, ?= /2, dif/2, var/1, nonvar/1, atom/1, atomic/1, number/1, integer/1, float/1,
               rational/1, rational/3, string/1, compound/1, callable/1, is_list/1, is_assoc/1, is_dict/1, is_dict/2,
               ground/1, cyclic_term/1, acyclic_term/1, blob/2, is_of_type/2, must_be/2, functor/3, functor/4, arg/3,
               setarg/3, nb_setarg/3, copy_term/2, copy_term_nat/2, term_variables/2, term_variables/3, numbervars/1,
               numbervars/3, numbervars/4, subsumes_term/2, term_subsumer/3, unifiable/3, compound_name_arity/3,
               compound_name_arguments/3, length/2, msort/2, sort/2, sort/4, keysort/2, sumlist/2, between/3, succ/2,
               plus/3, atom_codes/2, atom_chars/2, char_code/2, atom_length/2, atom_concat/3, sub_atom/5,
               sub_atom_icasechk/3, atom_number/2, atom_string/2, atomic_list_concat/2, atomic_list_concat/3,
               upcase_atom/2, downcase_atom/2, normalize_space/2, term_to_atom/2, term_string/2, sformat/3, number_codes/2,
               number_chars/2, number_string/2, split_string/4, string_chars/2, string_codes/2, string_code/3,
               string_concat/3, string_length/2, string_lower/2, string_upper/2, sub_string/5, text_concat/3,
               text_to_string/2, char_type/2, code_type/2, throw/1, nl/0, write/1, writeln/1, writeq/1, print/1,
               write_canonical/1, write_term/2, portray_clause/1, put_char/1, tab/1, get_time/1, statistics/2, random/1, garbage_collect/0,
               predicate_property/2, nb_getval/2, b_getval/2, nb_current/2, current_prolog_flag/2, atom_to_term/3,
               string_to_atom/2, concat_atom/2, concat_atom/3, abolish_all_tables/0, sleep/1, file_base_name/2,
               file_directory_name/2, thread_self/1, del_attr/2, gensym/2, reset_gensym/0, reset_gensym/1,
               all_different/1, all_distinct/1, circuit/1, fd_var/1, fd_inf/2, fd_sup/2, fd_size/2, fd_dom/2, fd_degree/2,
               (#=)/2, (#\=)/2, (#<)/2, (#>)/2, (#=<)/2, (#>=)/2, in/2, ins/2, (#\)/1, (#\)/2, (#/\)/2, (#\/)/2, (#==>)/2,
               (#<==)/2, (#<==>)/2, element/3, attvar/1, term_attvars/2,
               current_op/3, pengine_output/1, pengine_input/2, pengine_debug/2, pengine_self/1, term_hash/2, variant_sha1/2, variant_hash/2, get_dict/3, get_dict/5, get_dict_ex/3, put_dict/3,
               put_dict/4, del_dict/4, dict_pairs/3, dict_create/3, (:<)/2, (>:<)/2, select_dict/3, memberchk/2,
               undefined/0, stamp_date_time/3, format_time/3, current_char_conversion/2]).
