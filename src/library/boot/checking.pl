% Checks of a text that is loaded without running the program: which directives run, and what is reported at the end.

%! '$check_directive'(:Goal)
%  Runs a directive if it only declares something. Of others, the predicates are declared to which they add clauses.
'$check_directive'(Goal) :-
    (   '$only_declares'(Goal)
    ->  '$run_directive'(Goal)
    ;   catch(forall('$asserted_by'(Goal, Head), '$declare_asserted'(Head)), _, true)
    ).

%! '$only_declares'(:Goal) is semidet.
%  True if all goals of Goal are declarations, or pure.
'$only_declares'(Goal) :-
    (   var(Goal)
    ->  true
    ;   Goal = _:Plain
    ->  '$only_declares'(Plain)
    ;   '$parts_of_check'(Goal, Goals)
    ->  '$all_declare'(Goals)
    ;   '$assertion'(Goal, Clause)
    ->  '$clause_head'(Clause, Head),
        functor(Head, Name, Arity),
        '$search_hook'(Name, Arity)
    ;   is_list(Goal)
    ->  true
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        '$declaration'(Arity, Names),
        memberchk(Name, Names)
    ->  true
    ).

%! '$all_declare'(+Goals) is semidet.
'$all_declare'([]).
'$all_declare'([Goal|Goals]) :-
    '$only_declares'(Goal),
    '$all_declare'(Goals).

%! '$parts_of_check'(+Goal, -Goals) is semidet.
'$parts_of_check'((A,B), [A,B]).
'$parts_of_check'((A;B), [A,B]).
'$parts_of_check'((A->B), [A,B]).
'$parts_of_check'((A*->B), [A,B]).
'$parts_of_check'(\+ A, [A]).
'$parts_of_check'(once(A), [A]).
'$parts_of_check'(ignore(A), [A]).
'$parts_of_check'(catch(A, _, B), [A,B]).
'$parts_of_check'(forall(A, B), [A,B]).

%! '$assertion'(+Goal, -Clause) is semidet.
'$assertion'(assert(Clause), Clause).
'$assertion'(asserta(Clause), Clause).
'$assertion'(assertz(Clause), Clause).

%! '$clause_head'(+Clause, -Head)
'$clause_head'(Clause, Head) :-
    (   var(Clause)
    ->  fail
    ;   Clause = _:Plain
    ->  '$clause_head'(Plain, Head)
    ;   Clause = (Plain:-_)
    ->  '$clause_head'(Plain, Head)
    ;   callable(Clause),
        Head = Clause
    ).

%! '$search_hook'(?Name, ?Arity)
%  The predicates that tell where files are.
'$search_hook'(file_search_path, 2).
'$search_hook'(library_directory, 1).
'$search_hook'(prolog_file_type, 2).

%! '$declaration'(?Arity, -Names)
%  The predicates that declare something about the program, or find files, by arity.
'$declaration'(0, [true,fail,false,!,license]).
'$declaration'(1, [dynamic,discontiguous,multifile,table,meta_predicate,module_transparent,public,non_terminal,volatile,
                   noprofile,thread_local,det,style_check,encoding,license,expects_dialect,require,set_module,
                   consult,ensure_loaded,use_module,reexport,autoload,load_files,include,begin_tests,end_tests,record,
                   initialization,op,redefine_system_predicate,var,nonvar,atom,exists_source,exists_file,
                   exists_directory,source_file,current_module,current_predicate]).
'$declaration'(2, [module,use_module,reexport,autoload,load_files,dynamic,set_prolog_flag,current_prolog_flag,
                   begin_tests,initialization,=,\=,==,\==,is,=:=,=\=,<,>,=<,>=,@<,@>,@=<,@>=,prolog_load_context,
                   file_directory_name,absolute_file_name,exists_source,current_predicate,predicate_property,memberchk,
                   member,source_location]).
'$declaration'(3, [op,create_prolog_flag,predicate_options,atom_concat,atomic_list_concat,absolute_file_name,
                   directory_file_path,file_name_extension,current_op,relative_file_name]).
'$declaration'(4, [setting]).

%! '$asserted_by'(:Goal, -Head) is nondet.
'$asserted_by'(Goal, Head) :-
    '$body_goal'(Goal, Inner),
    (   '$assertion'(Inner, Clause)
    ->  '$clause_head'(Clause, Head)
    ;   Inner = retractall(Clause)
    ->  '$clause_head'(Clause, Head)
    ).

%! '$declare_asserted'(+Head)
'$declare_asserted'(Head) :-
    functor(Head, Name, Arity),
    (   predicate_property(Head, defined)
    ->  true
    ;   dynamic(Name/Arity)
    ).

%! '$check_loaded'
%  Reports calls of predicates that are not defined, in the clauses of the program and in the bodies of unit tests.
'$check_loaded' :-
    check,
    findall(Place-Indicator, '$undefined_in_test'(Indicator, Place), Calls),
    sort(Calls, Sorted),
    forall(member(At-Called, Sorted), '$message'(warning, undefined_call(Called, 0), At)).

%! '$undefined_in_test'(-Indicator, -Place) is nondet.
'$undefined_in_test'(Indicator, place(File, Line, none, none)) :-
    '$declared_unit'(Unit, Module, _),
    '$plunit':test(Unit, _, File:Line, _, Body),
    '$undefined_in'(Module, Body, Indicator, _).
