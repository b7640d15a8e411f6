% Predicates of SWI-Prolog's own texts that programs use although no manual describes them.

%! '$set_source_module'(+Module) is det.
%  Makes Module that of the clauses that follow in the text being loaded.
%  ?- '$set_source_module'(user).
'$set_source_module'(Module) :-
    '$set_source_module'(_, Module).

%! '$set_source_module'(-Before, +Module) is det.
%  As '$set_source_module'/1; Before is the module until then.
%  ?- '$set_source_module'(M, M).   %=> M = user.
'$set_source_module'(Before, Module) :-
    '$own_module'(Before),
    must_be(atom, Module),
    (   Before == Module
    ->  true
    ;   '$load_set_module'(Module)
    ).

%! '$current_source_module'(-Module) is det.
%  Module is that of the text being loaded, or user.
%  ?- '$current_source_module'(M).   %=> M = user.
'$current_source_module'(Module) :-
    '$own_module'(Module).

%! '$get_predicate_attribute'(:Head, +Key, -Value) is semidet.
%  Value is a property of a predicate: 1 if it has one without a value.
%  ?- '$get_predicate_attribute'(append(_, _, _), defined, V).   %=> V = 1.
'$get_predicate_attribute'(Head, Key, Value) :-
    (   memberchk(Key-Property, [imported-imported_from(Value),meta_args-meta_predicate(Value),
                                 number_of_clauses-number_of_clauses(Value),number_of_rules-number_of_rules(Value)])
    ->  predicate_property(Head, Property)
    ;   predicate_property(Head, Key)
    ->  Value = 1
    ).

%! '$set_predicate_attribute'(:Predicate, +Key, +Value) is det.
%  Declares a predicate, by indicator or head, dynamic, multifile, discontiguous or public if Key says so and Value is
%  true or 1. Other keys change nothing.
%  ?- '$set_predicate_attribute'(attributed/1, dynamic, true), \+ attributed(_).
'$set_predicate_attribute'(Predicate, Key, Value) :-
    (   memberchk(Key, [dynamic,multifile,discontiguous,public]),
        memberchk(Value, [true,1])
    ->  '$as_indicator'(Predicate, Indicator),
        Declaration =.. [Key,Indicator],
        call(Declaration)
    ;   true
    ).

%! '$as_indicator'(+Predicate, -Indicator) is det.
'$as_indicator'(Predicate, Indicator) :-
    strip_module(Predicate, Module, Plain),
    (   Plain = _/_
    ->  Indicator = Module:Plain
    ;   functor(Plain, Name, Arity),
        Indicator = Module:Name/Arity
    ).

%! '$c_current_predicate'(?Name, :Head) is nondet.
%  True of the defined predicates of a module.
'$c_current_predicate'(Name, Head) :-
    current_predicate(Name, Head).

%! '$iso'(:Indicators) is det.
%  Accepted without effect.
'$iso'(_).


%! '$notrace'(:Goal) is semidet.
%  Calls Goal once.
'$notrace'(Goal) :-
    once(Goal).

%! '$sig_atomic'(:Goal) is semidet.
%  As sig_atomic/1.
'$sig_atomic'(Goal) :-
    sig_atomic(Goal).

%! '$module'(-Before, +Module) is det.
%  Before is the module of goals without one, and becomes Module.
%  ?- '$module'(M, M).   %=> M = user.
'$module'(Before, Module) :-
    '$current_typein_module'(Before),
    (   Before == Module
    ->  true
    ;   module(Module)
    ).

%! '$strip_module'(+Qualified, -Module, -Plain) is det.
%  As strip_module/3.
%  ?- '$strip_module'(m:p, M, P).   %=> M = m, P = p.
'$strip_module'(Qualified, Module, Plain) :-
    strip_module(Qualified, Module, Plain).

%! '$append'(+Lists, -List) is det.
%  As append/2.
'$append'(Lists, List) :-
    append(Lists, List).

%! '$last'(?List, ?Last) is semidet.
%  As last/2.
%  ?- '$last'([a, b], X).   %=> X = b.
'$last'(List, Last) :-
    last(List, Last).

%! '$member'(?Element, ?List) is nondet.
%  As member/2.
'$member'(Element, List) :-
    member(Element, List).

%! '$select'(?Element, ?List, ?Others) is nondet.
%  As select/3.
'$select'(Element, List, Others) :-
    select(Element, List, Others).

%! '$delete'(+List, +Pattern, -Others) is det.
%  Others are the elements that do not unify with Pattern.
%  ?- '$delete'([a, b, a], a, L).   %=> L = [b].
'$delete'(List, Pattern, Others) :-
    delete(List, Pattern, Others).

%! '$reverse'(+List, -Reversed) is det.
%  As reverse/2.
'$reverse'(List, Reversed) :-
    reverse(List, Reversed).

%! '$must_be'(+Type, @Term) is det.
%  As must_be/2.
'$must_be'(Type, Term) :-
    must_be(Type, Term).

%! '$instantiation_error'(@Term) is erroneous.
'$instantiation_error'(Term) :-
    instantiation_error(Term).

%! '$type_error'(+Type, @Term) is erroneous.
'$type_error'(Type, Term) :-
    type_error(Type, Term).

%! '$domain_error'(+Domain, @Term) is erroneous.
'$domain_error'(Domain, Term) :-
    domain_error(Domain, Term).

%! '$existence_error'(+Kind, @Term) is erroneous.
'$existence_error'(Kind, Term) :-
    existence_error(Kind, Term).

%! '$permission_error'(+Action, +Kind, @Term) is erroneous.
'$permission_error'(Action, Kind, Term) :-
    permission_error(Action, Kind, Term).

%! '$representation_error'(+Limit) is erroneous.
'$representation_error'(Limit) :-
    representation_error(Limit).

%! '$option'(?Option, +Options) is semidet.
%  As option/2.
%  ?- '$option'(depth(D), [depth(3)]).   %=> D = 3.
'$option'(Option, Options) :-
    option(Option, Options).

%! '$option'(?Option, +Options, +Default) is det.
%  As option/3.
%  ?- '$option'(depth(D), [], 7).   %=> D = 7.
'$option'(Option, Options, Default) :-
    option(Option, Options, Default).

%! '$merge_options'(+New, +Old, -Merged) is det.
%  As merge_options/3.
'$merge_options'(New, Old, Merged) :-
    merge_options(New, Old, Merged).

%! '$expand_goal'(+Goal, -Expanded) is det.
%  As expand_goal/2.
'$expand_goal'(Goal, Expanded) :-
    expand_goal(Goal, Expanded).

%! '$term_size'(@Term, ?Most, -Cells) is semidet.
%  As term_size/2; fails if Cells exceeds Most, unless that is unbound.
%  ?- '$term_size'(f(a), _, N), \+ '$term_size'(f(a), 1, _).   %=> N = 2.
'$term_size'(Term, Most, Cells) :-
    term_size(Term, Cells),
    ( var(Most) -> true ; Cells =< Most ).

%! '$compilation_mode'(-Mode) is det.
%  Mode is database: clauses are added to the program.
%  ?- '$compilation_mode'(M).   %=> M = database.
'$compilation_mode'(database).

%! '$pi_head'(?Indicator, ?Head) is det.
%  As pi_head/2.
%  ?- '$pi_head'(m:p/2, H).   %=> H = m:p(_, _).
%  ?- '$pi_head'(I, q(_)).    %=> I = q/1.
'$pi_head'(Indicator, Head) :-
    pi_head(Indicator, Head).

%! '$head_name_arity'(?Head, ?Name, ?Arity) is det.
%  As functor/3, for goals.
%  ?- '$head_name_arity'(p(a, b), N, A).   %=> N = p, A = 2.
'$head_name_arity'(Head, Name, Arity) :-
    functor(Head, Name, Arity).

%! '$get_dict_ex'(+Key, +Dict, -Value) is det.
%  As get_dict_ex/3.
%  ?- '$get_dict_ex'(a, _{a:1}, V).    %=> V = 1.
'$get_dict_ex'(Key, Dict, Value) :-
    get_dict_ex(Key, Dict, Value).

%! '$time_source_file'(?File, -Time, ?Kind) is nondet.
%  File was loaded; Time is that of its last change then, and Kind is user.
'$time_source_file'(File, Time, user) :-
    source_file(File),
    (   source_file_property(File, modified(Time))
    ->  true
    ;   Time = 0.0
    ).

%! '$clause'(:Head, ?Body, ?Reference, -Bindings) is nondet.
%  As clause/3; Bindings stays unbound.
%  ?- assertz(p(1), R), '$clause'(p(X), B, R, _).   %=> X = 1, B = true.
'$clause'(Head, Body, Reference, _) :-
    clause(Head, Body, Reference).
