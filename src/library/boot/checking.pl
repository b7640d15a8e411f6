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

%! '$check_program'
%  Reports calls of predicates that are not defined, each with the place of the clause that makes it.
'$check_program' :-
    findall(Place-Called, '$undefined_at'(Called, Place), Calls),
    sort(Calls, Sorted),
    '$report_undefined'(Sorted).

%! '$report_undefined'(+Calls)
'$report_undefined'([]).
'$report_undefined'([Place-Called|Calls]) :-
    '$message'(warning, undefined_call(Called), Place),
    '$report_undefined'(Calls).

%! '$undefined_at'(-Called, -Place) is nondet.
'$undefined_at'(Called, place(File, Line, none, none)) :-
    '$program_head'(Holder, Module, Head),
    catch(clause(Holder:Head, Body, Reference), error(permission_error(_, _, _), _), fail),
    '$called_in'(Body, Module, Called),
    clause_property(Reference, file(Path)),
    clause_property(Reference, line_count(Line)),
    '$shown_path'(Path, File).
'$undefined_at'(Called, place(File, Line, none, none)) :-
    '$declared_unit'(Unit, Module, _),
    '$plunit':test(Unit, _, File:Line, _, Body),
    '$called_in'(Body, Module, Called).

%! '$called_in'(+Body, +Module, -Called) is nondet.
'$called_in'(Body, Module, Called) :-
    '$body_goal'(Body, Goal),
    '$undefined_goal'(Goal, Module, Called).

%! '$shown_path'(+Path, -File)
%  File is Path relative to the working directory, if it is below that.
'$shown_path'(Path, File) :-
    (   catch(working_directory(Folder, Folder), _, fail),
        atom_concat(Folder, Rest, Path),
        Rest \== ''
    ->  File = Rest
    ;   File = Path
    ).

%! '$program_head'(-Holder, -Module, -Head) is nondet.
%  Holder is the module that keeps the clauses: user for predicates that Module exports.
'$program_head'(Holder, Module, Head) :-
    (   Holder = user
    ;   '$declared_module'(Holder, _, _)
    ;   '$declared_unit'(_, Holder, _)
    ),
    '$user_predicates'(Holder, Predicates),
    member(Name/Arity, Predicates),
    functor(Head, Name, Arity),
    (   Holder == user,
        '$exported_by'(Name, Arity, Owner)
    ->  Module = Owner
    ;   Module = Holder
    ).

%! '$undefined_goal'(+Goal, +Module, -Called) is semidet.
'$undefined_goal'(Goal, Module, Called) :-
    (   Goal = Other:Plain
    ->  true
    ;   Other = Module,
        Plain = Goal
    ),
    atom(Other),
    callable(Plain),
    \+ predicate_property(Other:Plain, defined),
    functor(Plain, Name, Arity),
    (   memberchk(Other, [user,Module])
    ->  Called = Name/Arity
    ;   Called = Other:Name/Arity
    ).
