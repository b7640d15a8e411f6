% The imports of a module from the module files that it loads: each predicate is the same one in both modules.

%! '$import_exports'(+File, +Imports) is det.
%  Imports into the module that is being loaded what the module file File exports: those of the list Imports, all except
%  those of a list, or all.
'$import_exports'(File, Imports) :-
    (   is_list(File)
    ->  forall(member(One, File), '$import_exports'(One, Imports))
    ;   ( '$module_of_file'(File, Owner) ; '$solver_module'(File, Owner) )
    ->  '$own_module'(Module),
        '$import_from'(Owner, Module, [Imports], [])
    ;   true
    ).

%! '$solver_module'(+File, -Module) is semidet.
%  Module is that of a library of the system that is a module, since another exports the same names.
'$solver_module'(File, Module) :-
    '$built_with'(libraries),
    '$clp_module'(File, Module).

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
%  Who imports the module that is being loaded gets what it reexports, too.
'$note_reexport'(File, Imports) :-
    (   '$own_module'(Module),
        Module \== user,
        '$module_of_file'(File, Owner),
        Owner \== Module
    ->  retractall('$module':reexports(Module, Owner, _)),
        assertz('$module':reexports(Module, Owner, Imports)),
        forall('$renamed'(Imports, Name/Arity, New), '$export_from'(New/Arity, Module))
    ;   true
    ).

%! '$import_from'(+Owner, +Module, +Choices, +Seen) is det.
%  Imports into Module the exports of Owner, and what it reexports, that all Choices have.
'$import_from'(Owner, Module, Choices, Seen) :-
    (   memberchk(Owner, [Module|Seen])
    ->  true
    ;   ( '$declared_module'(Owner, _, Exports) -> true ; Exports = [] ),
        foldl('$chosen', Choices, Exports, Chosen),
        '$import'(Module, Owner, Chosen, Refused),
        forall(( member(Name/Arity, Refused), '$imported_from'(Module, Name, Arity, Other) ),
               '$import_warning'(exported_twice(Name/Arity, Other, Owner))),
        forall('$if_known'('$module':reexports(Owner, Other, Imports)),
               '$import_from'(Other, Module, [Imports|Choices], [Owner|Seen]))
    ).

%! '$chosen'(+Imports, +Exports, -Chosen) is det.
'$chosen'(Imports, Exports, Chosen) :-
    (   is_list(Imports)
    ->  findall(Export, ( member(Export, Exports), '$is_listed'(Export, Imports, plain) ), Chosen)
    ;   nonvar(Imports),
        Imports = except(Others),
        is_list(Others)
    ->  findall(Export, ( member(Export, Exports), \+ '$is_listed'(Export, Others, _) ), Chosen)
    ;   Chosen = Exports
    ).

%! '$is_listed'(+Indicator, +Imports, ?How) is semidet.
%  How is `plain`, or `as` if Indicator gets another name.
'$is_listed'(Indicator, Imports, How) :-
    member(Import, Imports),
    nonvar(Import),
    ( Import = as(Named, _) -> How = as ; Named = Import, How = plain ),
    '$plain_indicator'(Named, Plain),
    Plain == Indicator,
    !.
