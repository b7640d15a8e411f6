% Module declarations, and the directives that load files and take over what they export.

%! module(+Name, +Exports) is det.
%  Begins a module file: its predicates are in a name space of their own. What it exports belongs to the program, which
%  can use it without the module's name; other predicates are called as Name:Goal. Operators in the list are defined.
%  ?- module(shapes, [area/2]), module_property(shapes, exports(L)).   %=> L = [area/2].
module(Name, Exports) :-
    must_be(atom, Name),
    must_be(list, Exports),
    '$define_operators'(Exports),
    exclude('$is_operator', Exports, Others),
    maplist('$plain_indicator', Others, Indicators),
    (   '$load_origin'(File, _, _)
    ->  true
    ;   File = user
    ),
    (   memberchk(Name, [user,system])
    ->  true
    ;   retractall('$module':declared(Name, _, _)),
        assertz('$module':declared(Name, File, Indicators)),
        '$set_exports'(Name, Indicators, Refused),
        '$warn_of_exports'(Refused, Name),
        '$load_set_module'(Name)
    ).

%! '$plain_indicator'(+Export, -Indicator)
'$plain_indicator'(Export, Indicator) :-
    (   nonvar(Export),
        Export = Name//Count,
        integer(Count)
    ->  Arity is Count + 2,
        Indicator = Name/Arity
    ;   Indicator = Export
    ).

%! '$warn_of_exports'(+Indicators, +Module)
'$warn_of_exports'([], _).
'$warn_of_exports'([Name/Arity|Indicators], Module) :-
    '$exported_by'(Name, Arity, Other),
    print_message(warning, exported_twice(Name/Arity, Other, Module)),
    '$warn_of_exports'(Indicators, Module).

%! '$check_exports'
%  At the end of a module file: what it exports should be there.
'$check_exports' :-
    (   '$load_module'(Module),
        '$declared_module'(Module, _, Exports)
    ->  forall(( member(Name/Arity, Exports),
                 functor(Head, Name, Arity),
                 \+ '$predicate_properties'(Module:Head, _) ),
               '$load_warning'(not_defined(Module:Name/Arity)))
    ;   true
    ).

%! '$is_operator'(@Export)
'$is_operator'(Export) :-
    nonvar(Export),
    Export = op(_, _, _).

%! '$declared_module'(?Name, -File, -Exports) is nondet.
'$declared_module'(Name, File, Exports) :-
    catch(call('$module':declared(Name, File, Exports)), error(existence_error(procedure, _), _), fail).

%! module_property(?Module, ?Property) is nondet.
%  What is known of a module file: exports(Indicators), file(File), class(user).
%  ?- module_property(no_such_module, _).   %=> false.
module_property(Name, Property) :-
    '$declared_module'(Name, File, Exports),
    (   Property = exports(Exports)
    ;   File \== user,
        Property = file(Path),
        absolute_file_name(File, Path)
    ;   Property = class(user)
    ).

%! current_module(?Module) is nondet.
%  The modules there are: user, for programs, system, and those of module files.
%  ?- current_module(user).
current_module(Name) :-
    (   nonvar(Name)
    ->  (   memberchk(Name, [user,system])
        ->  true
        ;   '$declared_module'(Name, _, _)
        ->  true
        )
    ;   member(Name, [user,system])
    ;   '$declared_module'(Name, _, _)
    ).

%! '$define_operators'(+Exports)
'$define_operators'([]).
'$define_operators'([Export|Exports]) :-
    (   nonvar(Export),
        Export = op(Priority, Type, Name)
    ->  op(Priority, Type, Name)
    ;   true
    ),
    '$define_operators'(Exports).

%! use_module(+File) is det.
%  Loads a file if it has not been loaded. Libraries are always there.
use_module(File) :-
    '$use'(File).

%! use_module(+File, +Imports) is det.
%  As use_module/1: all predicates of the file can be used. An import Name/Arity as New gives one a second name.
%  ?- use_module(library(lists), [sum_list/2 as total]), total([1,2], X).   %=> X = 3.
use_module(File, Imports) :-
    '$use'(File),
    '$rename'(Imports),
    (   is_list(Imports),
        nonvar(File),
        File = library(Library)
    ->  '$check_imports'(Imports, Library)
    ;   true
    ).

%! '$check_imports'(+Imports, +Library)
%  A library that has not what is imported deserves a warning.
'$check_imports'([], _).
'$check_imports'([Import|Imports], Library) :-
    (   catch(pi_head(Import, Head), error(_, _), fail),
        callable(Head),
        \+ predicate_property(system:Head, defined)
    ->  file_base_name(Library, Module),
        '$import_warning'(import_private(user, Module:Import))
    ;   true
    ),
    '$check_imports'(Imports, Library).

%! '$import_warning'(+Term)
'$import_warning'(Term) :-
    (   source_location(_, _)
    ->  '$load_warning'(Term)
    ;   print_message(warning, Term)
    ).

%! '$rename'(+Imports)
'$rename'(Imports) :-
    (   nonvar(Imports),
        Imports = except(List)
    ->  '$rename'(List)
    ;   is_list(Imports)
    ->  forall(( member(Import, Imports), nonvar(Import), Import = as(Indicator, New) ),
               '$second_name'(Indicator, New))
    ;   true
    ).

%! '$second_name'(+Indicator, +New)
'$second_name'(Indicator, New) :-
    pi_head(Indicator, Goal),
    Goal =.. [_|Arguments],
    Head =.. [New|Arguments],
    functor(Head, New, Arity),
    (   '$user_defined'(New, Arity)
    ->  true
    ;   assertz((Head :- Goal))
    ).

%! '$use'(+File)
'$use'(File) :-
    (   var(File)
    ->  instantiation_error(File)
    ;   is_list(File)
    ->  '$use_all'(File)
    ;   '$library_operators'(File, Operators)
    ->  '$define_operators'(Operators)
    ;   ensure_loaded(File)
    ).

%! '$library_operators'(+File, -Operators) is semidet.
%  The operators that a library defines for those who use it.
'$library_operators'(library(record), [op(1150,fx,record)]).

%! '$use_all'(+Files)
'$use_all'([]).
'$use_all'([File|Files]) :-
    '$use'(File),
    '$use_all'(Files).

%! reexport(+File) is det.
%  As use_module/1.
reexport(File) :-
    '$use'(File).

%! autoload(+File) is det.
%  As use_module/1, but what does not exist is looked for by nobody.
autoload(File) :-
    (   exists_source(File)
    ->  '$use'(File)
    ;   true
    ).

%! autoload(+File, +Imports) is det.
%  As use_module/1: all predicates of the file can be used.
autoload(File, _) :-
    autoload(File).

%! set_module(+Property) is det.
%  Accepted.
set_module(_).

%! '$call_in_module'(+Module, :Goal) is nondet.
%  Goal, its predicate looked up in Module.
'$call_in_module'(Module, Goal) :-
    call(Module:Goal).

%! @(:Goal, +Module) is nondet.
%  Goal.
@(Goal, _) :-
    call(Goal).

%! reexport(+File, +Imports) is det.
%  As use_module/2.
%  ?- reexport(library(lists), [append/3]).
reexport(File, Imports) :-
    use_module(File, Imports).

%! export(+Indicators) is det.
%  Accepted: all predicates of a program can be used.
%  ?- export(p/1).
export(Indicators) :-
    must_be(nonvar, Indicators).

%! import(+Indicators) is det.
%  Accepted: all predicates of a program can be used.
%  ?- import(lists:append/3).
import(Indicators) :-
    must_be(nonvar, Indicators).

%! context_module(-Module) is det.
%  The module of the program.
%  ?- context_module(M).   %=> M = user.
context_module(user).

%! default_module(+Module, -Default) is nondet.
%  Where the predicates that Module calls are looked for.
%  ?- findall(_D, default_module(user, _D), L).   %=> L = [user, system].
default_module(Module, Default) :-
    must_be(atom, Module),
    list_to_set([Module,user,system], Modules),
    member(Default, Modules).

%! import_module(+Module, -Import) is nondet.
%  Where the predicates are looked for that Module does not define.
%  ?- import_module(user, M).   %=> M = system.
import_module(Module, Import) :-
    default_module(Module, Import),
    Import \== Module,
    !.
