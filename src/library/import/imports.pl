% The imports of a module from the module files that it loads: each predicate is the same one in both modules.

%! '$import_exports'(+File, +Imports) is det.
%  Imports into the module that is being loaded what the module file File exports: those of the list Imports, all except
%  those of a list, or all.
'$import_exports'(File, Imports) :-
    (   is_list(File)
    ->  forall(member(One, File), '$import_exports'(One, Imports))
    ;   '$owner_of_file'(File, Owner)
    ->  '$own_module'(Module),
        '$import_from'(Owner, Module, Imports)
    ;   true
    ).

%! '$owner_of_file'(+File, -Module) is semidet.
%  Module is that of a module file, or of a library that is a module.
'$owner_of_file'(File, Module) :-
    (   '$module_of_file'(File, Found)
    ->  Module = Found
    ;   '$of_library'('$module_of_', File, 1, Name)
    ->  call(Name, Module)
    ;   '$if_known'('$absent_module'(File, Module))
    ).

%! '$of_library'(+Prefix, +File, +Arity, -Name) is semidet.
%  Name, Prefix before the name of the library, is that of a predicate of the system: '$module_of_' tells the module of a
%  library whose names another one exports, too; '$use_' does what else a text that loads it needs.
'$of_library'(Prefix, File, Arity, Name) :-
    nonvar(File),
    '$plain_library'(File, library(Library)),
    format(atom(Name), "~w~w", [Prefix,Library]),
    functor(Head, Name, Arity),
    predicate_property(system:Head, defined).

%! '$module_of_file'(+File, -Module) is semidet.
%  Module is that of a module file that has been loaded and is none of the system's libraries.
'$module_of_file'(File, Module) :-
    '$if_known'('$module':at(_, _)),
    !,
    ground(File),
    \+ File = _:_,
    File \== user,
    \+ '$is_library'(File),
    (   compound(File),
        functor(File, _, 1)
    ->  Name = File
    ;   '$file_name'(File, Name)
    ),
    Options = [file_type(prolog),access(read),file_errors(fail)],
    (   '$allowed'(prolog_load_context(directory, Folder)),
        '$allowed'(absolute_file_name(Name, Path, [relative_to(Folder)|Options]))
    ;   '$allowed'(absolute_file_name(Name, Path, Options))
    ),
    '$if_known'('$module':at(Path, Module)),
    !.

%! '$note_reexport'(+File, +Imports) is det.
%  The module that is being loaded exports what it has just imported from File. What a library defines is visible
%  without that, but not under other names.
'$note_reexport'(File, Imports) :-
    (   '$own_module'(Module),
        Module \== user
    ->  findall(New/Arity, '$renamed'(Imports, _/Arity, New), Others),
        ( '$module_of_file'(File, Owner) -> '$chosen'(Imports, Owner, Chosen) ; Chosen = [] ),
        forall(( member(Export, Chosen) ; member(Export, Others) ), '$export_from'(Export, Module))
    ;   true
    ).

%! '$import_from'(+Owner, +Module, +Imports) is det.
%  Imports into Module the predicates of Owner that Imports choose.
'$import_from'(Owner, Module, Imports) :-
    '$chosen'(Imports, Owner, Chosen0),
    ( is_list(Imports) -> How = named ; How = all ),
    (   '$imports'(Owner, [system])
    ->  % The module of a library: what it does not define is the system's.
        partition('$defined_by'(Owner), Chosen0, Chosen, Others),
        '$import'(Module, system, Others, How, Refused0)
    ;   Chosen = Chosen0,
        Refused0 = []
    ),
    '$import'(Module, Owner, Chosen, How, Refused1),
    append(Refused0, Refused1, Refused),
    ( How == all, '$load_later'(late(Module, Owner, Chosen)) -> true ; true ),
    forall(( How == named, '$void_import'(Chosen, Owner, Indicator) ),
           '$import_warning'(import_private(Module, Owner:Indicator))),
    forall(( member(Name/Arity, Refused), '$imported_from'(Module, Name, Arity, Other) ),
           '$import_warning'(exported_twice(Name/Arity, Other, Owner))).

%! '$defined_by'(+Module, +Indicator) is semidet.
'$defined_by'(Module, Name/Arity) :-
    '$defined_in_module'(Module, Name, Arity).

%! '$void_import'(+Indicators, +Owner, -Indicator) is nondet.
%  Indicator is one of those that Module has imported from Owner, which neither defines nor exports it.
'$void_import'(Indicators, Owner, Name/Arity) :-
    member(Name/Arity, Indicators),
    \+ '$defined_in_module'(Owner, Name, Arity),
    functor(Head, Name, Arity),
    \+ '$is_exported'(Owner, Head).

%! '$late_imports'(+Waiting, -Goals) is det.
%  At the end of a text, makes the imports that its clauses might have replaced; Goals are the others that wait for it.
'$late_imports'([], []).
'$late_imports'([Item|Waiting], Goals) :-
    (   Item = late(Module, Owner, Chosen)
    ->  '$import'(Module, Owner, Chosen, late, _),
        Goals = Others
    ;   Goals = [Item|Others]
    ),
    '$late_imports'(Waiting, Others).

%! '$chosen'(+Imports, +Owner, -Chosen) is det.
%  Chosen are the listed predicates, exported or not, or the exports that are not excepted, without those that get other
%  names.
'$chosen'(Imports, Owner, Chosen) :-
    (   is_list(Imports)
    ->  convlist('$listed_plain', Imports, Chosen)
    ;   ( '$declared_module'(Owner, _, Exports) -> true ; Exports = [] ),
        (   nonvar(Imports),
            Imports = except(Others),
            is_list(Others)
        ->  findall(Except, ( member(Other, Others), ( Other = as(Named, _) -> true ; Named = Other ),
                              '$listed_plain'(Named, Except) ), Excepts),
            foldl('$except'(Owner), Excepts, Exports, Chosen)
        ;   Chosen = Exports
        )
    ).

%! '$listed_plain'(+Import, -Indicator) is semidet.
'$listed_plain'(Import, Name/Arity) :-
    '$plain_indicator'(Import, Indicator),
    nonvar(Indicator),
    Indicator = Name/Arity,
    atom(Name),
    integer(Arity).

%! '$except'(+Owner, +Indicator, +Exports, -Others) is det.
'$except'(Owner, Indicator, Exports, Others) :-
    (   selectchk(Indicator, Exports, Others)
    ->  true
    ;   existence_error(export, Owner:Indicator)
    ).
