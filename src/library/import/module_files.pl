% Module declarations, and the directives that load files and import their exports.

%! module(+Name, +Exports) is det.
%  Begins a module file, whose predicates are in a module of their own. Exported predicates become visible in user and
%  need no qualifier; others are called as Name:Goal. Operators in Exports are defined.
%  ?- module(shapes, [area/2]), module_property(shapes, exports(L)).   %=> L = [area/2].
module(Name, Exports) :-
    '$module_name'(Name),
    must_be(list, Exports),
    '$export_operators'(Exports),
    partition('$is_operator', Exports, Operators, Others),
    maplist('$plain_indicator', Others, Indicators0),
    list_to_set(Indicators0, Indicators),
    (   '$load_origin'(File, _, _)
    ->  true
    ;   File = user
    ),
    (   memberchk(Name, [user,system])
    ->  '$load_set_module'(user)
    ;   retractall('$module':declared(Name, _, _)),
        assertz('$module':declared(Name, File, Indicators)),
        retractall('$module':operators(Name, _)),
        ( Operators == [] -> true ; assertz('$module':operators(Name, Operators)) ),
        '$note_module_file'(File, Name),
        '$set_imports'(Name, [user]),
        '$load_set_module'(Name)
    ).

%! '$note_module_file'(+File, +Module) is det.
'$note_module_file'(File, Name) :-
    (   File \== user,
        '$allowed'(absolute_file_name(File, Path))
    ->  retractall('$module':at(Path, _)),
        assertz('$module':at(Path, Name))
    ;   true
    ).

%! '$allowed'(:Goal) is semidet.
%  Calls Goal; false if it may not read folders. A text that is no file needs no right to.
'$allowed'(Goal) :-
    catch(Goal, error(permission_error(_, _, _), _), fail),
    !.

%! '$module_name'(?Name)
%  A name that is unbound becomes that of the file.
'$module_name'(Name) :-
    (   var(Name),
        '$load_origin'(File, _, _),
        atom(File)
    ->  file_base_name(File, Base),
        file_name_extension(Name, _, Base)
    ;   must_be(atom, Name)
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

%! '$check_exports'
%  Warns at the end of a module file of exports that are not defined.
'$check_exports' :-
    (   '$load_module'(Module),
        '$load_origin'(File, _, _),
        '$declared_module'(Module, File, Exports)
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
    '$if_known'('$module':declared(Name, File, Exports)).

%! module_property(?Module, ?Property) is nondet.
%  True if the module file has this property: exports(Indicators), exported_operators(Operators) if it exports any,
%  file(File), class(user).
%  ?- module_property(no_such_module, _).   %=> false.
%  ?- module(arrows, [op(700,xfx,~>)]), module_property(arrows, exported_operators(L)).   %=> L = [op(700,xfx,~>)].
module_property(Name, Property) :-
    '$declared_module'(Name, File, Exports),
    (   Property = exports(Exports)
    ;   '$if_known'('$module':operators(Name, Operators)),
        Property = exported_operators(Operators)
    ;   File \== user,
        Property = file(Path),
        absolute_file_name(File, Path)
    ;   Property = class(user)
    ).

%! current_module(?Module) is nondet.
%  True if Module is a module: user, system, or that of a module file.
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

%! '$export_operators'(+Exports)
%  Defines the operators among Exports for all texts.
'$export_operators'([]).
'$export_operators'([Export|Exports]) :-
    (   nonvar(Export),
        Export = op(Priority, Type, Name)
    ->  op(Priority, Type, user:Name)
    ;   true
    ),
    '$export_operators'(Exports).

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
%  Loads a file unless it has been loaded already, and imports what it exports. Libraries are always available.
%  Errors: domain_error(module_header, Term), if the first term of the file is not that of a module.
use_module(File) :-
    '$as_module'('$ensure'(File)),
    '$import_exports'(File, all).

%! use_module(+File, +Imports) is det.
%  Like use_module/1, but imports only the predicates of the list Imports, or all but those of except(List). An import
%  Name/Arity as New is visible as New. Libraries are visible as a whole.
%  ?- use_module(library(lists), [sum_list/2 as total]), total([1,2], X).   %=> X = 3.
use_module(File, Imports) :-
    ( '$if_known'('$note_lacking'(File, Imports)) -> true ; true ),
    '$as_module'('$ensure'(File)),
    '$import_exports'(File, Imports),
    '$rename'(File, Imports),
    (   is_list(Imports),
        '$is_library'(File)
    ->  '$plain_library'(File, library(Library)),
        '$check_imports'(Imports, Library)
    ;   true
    ).

%! '$as_module'(:Goal) is det.
%  Calls Goal, which loads files; they must be modules.
'$as_module'(Goal) :-
    b_setval('$must_be_module', true),
    call(Goal),
    b_setval('$must_be_module', false).

%! '$load_module_file'(+Name, +Module) is det.
%  Loads the open source, a file with Name, into Module if it is a module; else it is as if it had never been opened.
'$load_module_file'(Name, Module) :-
    % The files that it loads in turn need not be modules.
    b_setval('$must_be_module', false),
    '$load_place'(message(_, File, _, _, _, _)),
    catch('$load_source'('$load_header', _), error(domain_error(module_header, Term), _), true),
    b_setval('$must_be_module', true),
    (   var(Term)
    ->  true
    ;   '$unload'(File),
        domain_error(module_header, Term)
    ).

%! '$load_header' is det.
%  Reads and loads the beginning of a text up to the declaration of its module; a text without clauses needs none.
'$load_header' :-
    repeat,
    '$load_read'(Term, Messages),
    '$load_messages'(Messages),
    '$ends_header'(Term),
    !.

%! '$ends_header'(+Term) is semidet.
%  Conditions, and what says how the text is to be read, may stand in front of the declaration.
'$ends_header'(Term) :-
    (   Term == end_of_file
    ->  true
    ;   nonvar(Term),
        Term = (:- Directive),
        catch('$in_condition'(Directive), Error, '$load_exception'(Error))
    ->  fail
    ;   '$expand_term'(Term, Expanded),
        ( nonvar(Expanded), Expanded = [First|_] -> true ; First = Expanded ),
        (   First == []
        ->  fail
        ;   '$in_header'(First, Ends)
        ->  catch('$load_expanded'(Expanded, Term), Error, '$load_exception'(Error)),
            Ends == true
        ;   domain_error(module_header, First)
        )
    ).

%! '$in_header'(@Term, -Ends) is semidet.
'$in_header'(Term, Ends) :-
    nonvar(Term),
    ( Term = (:- Directive) ; Term = (?- Directive) ),
    !,
    nonvar(Directive),
    (   Directive = module(_, _)
    ->  Ends = true
    ;   ( Directive = encoding(_) ; Directive = expects_dialect(_) )
    ->  Ends = false
    ).

%! '$check_imports'(+Imports, +Library)
%  Warns of imports that Library does not define.
'$check_imports'([], _).
'$check_imports'([Import|Imports], Library) :-
    (   catch(pi_head(Import, Head), error(_, _), fail),
        callable(Head),
        \+ predicate_property(system:Head, defined)
    ->  '$file_name'(Library, Path),
        file_base_name(Path, Module),
        '$import_warning'(import_private(user, Module:Import))
    ;   true
    ),
    '$check_imports'(Imports, Library).

%! '$import_warning'(+Term)
'$import_warning'(Term) :-
    (   '$is_loading'
    ->  '$load_warning'(Term)
    ;   print_message(warning, Term)
    ).

%! '$rename'(+File, +Imports) is det.
%  Gives the module that is being loaded the second names among Imports.
'$rename'(File, Imports) :-
    '$own_module'(Module),
    ( '$owner_of_file'(File, Owner) -> true ; Owner = system ),
    forall('$renamed'(Imports, Indicator, New), '$second_name'(Indicator, New, Owner, Module)).

%! '$renamed'(+Imports, -Indicator, -New) is nondet.
%  Imports, a list or except(List), has Indicator under the name New.
'$renamed'(Imports, Name/Arity, New) :-
    nonvar(Imports),
    ( Imports = except(List) -> true ; List = Imports ),
    is_list(List),
    member(Import, List),
    nonvar(Import),
    Import = as(Indicator, New),
    '$plain_indicator'(Indicator, Name/Arity).

%! '$second_name'(+Indicator, +New, +Owner, +Module) is det.
%  Module gets the predicate of Owner under the name New.
'$second_name'(Name/Arity, New, Owner, Module) :-
    functor(Goal0, Name, Arity),
    Goal0 =.. [_|Arguments],
    Head =.. [New|Arguments],
    '$arguments_in'(Goal0, Module, Goal),
    (   '$is_loading'
    ->  '$load_clause'((Module:Head :- Owner:Goal), [], _)
    ;   assertz((Module:Head :- !, Owner:Goal))
    ).

%! '$use_library'(+File)
%  Lets the program see what a library defines that has to be loaded, and its operators.
'$use_library'(File) :-
    '$plain_library'(File, Library),
    Library = library(Name),
    format(atom(Text), "~w", [Name]),
    '$reveal'(Text),
    (   '$library_operators'(Library, Operators)
    ->  '$define_operators'(Operators)
    ;   true
    ),
    (   '$of_library'('$use_', Library, 0, Use)
    ->  call(Use)
    ;   true
    ).

%! '$plain_library'(@File, -Library) is semidet.
%  Programs may name the libraries of the system by swi(library/Name), too.
'$plain_library'(Spec, library(Name)) :-
    nonvar(Spec),
    ( Spec = library(Name0) ; Spec = swi(library/Name0) ),
    !,
    ground(Name0),
    '$library_name'(Name0, Name).

%! '$library_operators'(+File, -Operators) is semidet.
%  Operators are those that a library exports.
'$library_operators'(library(record), [op(1150,fx,record)]).
'$library_operators'(library(persistency), [op(1150,fx,persistent)]).
'$library_operators'(library(coinduction), [op(1150,fx,coinductive)]).
'$library_operators'(library(dialect/sicstus), [op(1150,fx,block)]).
'$library_operators'(library(dialect/sicstus4), [op(1150,fx,block)]).
'$library_operators'(library(dialect/xsb), [op(1050,fy,import),op(1100,fx,export),op(1040,xfx,from)]).
'$library_operators'(library(macros), [op(10,fx,#)]).
'$library_operators'(library(chr), Operators) :-
    Operators = [op(1180,xfx,==>),op(1180,xfx,<=>),op(1150,fx,constraints),op(1150,fx,chr_constraint),
                 op(1150,fx,chr_preprocessor),op(1150,fx,handler),op(1150,fx,rules),op(1100,xfx,\),op(1200,xfx,@),
                 op(1190,xfx,pragma),op(500,yfx,#),op(1150,fx,chr_type),op(1150,fx,chr_declaration),op(1130,xfx,--->),
                 op(1150,fx,?)].
'$library_operators'(library(wfs), [op(900,fy,tnot)]).
'$library_operators'(library(lambda), [op(201,xfx,+\)]).
'$library_operators'(library(xpath), [op(400,fx,//),op(400,fx,/),op(200,fy,@)]).
'$library_operators'(library(clpb), [op(300,fy,~),op(500,yfx,#)]).
'$library_operators'(library(clp/clpb), [op(300,fy,~),op(500,yfx,#)]).
'$library_operators'(library(clp/clpfd), Operators) :-
    '$library_operators'(library(clpfd), Operators).
'$library_operators'(library(clpfd), Operators) :-
    Operators = [op(760,yfx,#<==>),op(750,xfy,#==>),op(750,yfx,#<==),op(740,yfx,#\/),op(730,yfx,#\),op(720,yfx,#/\),
                 op(710,fy,#\),op(700,xfx,#>),op(700,xfx,#<),op(700,xfx,#>=),op(700,xfx,#=<),op(700,xfx,#=),
                 op(700,xfx,#\=),op(700,xfx,in),op(700,xfx,ins),op(700,xfx,in_set),op(450,xfx,..),op(150,fx,#)].

%! reexport(+Files) is det.
%  Like use_module/1; the module that is being loaded exports what the file, or each file of a list, exports.
%  ?- reexport([library(lists), library(apply)]).
reexport(Files) :-
    (   is_list(Files)
    ->  forall(member(File, Files), reexport(File))
    ;   use_module(Files),
        '$note_reexport'(Files, all)
    ).

%! autoload(+File) is det.
%  Like use_module/1, but ignores a file that does not exist.
autoload(File) :-
    autoload(File, all).

%! autoload(+File, +Imports) is det.
%  Like autoload/1, but imports only the predicates of Imports, as use_module/2 does.
autoload(File, Imports) :-
    (   exists_source(File)
    ->  '$ensure'(File),
        '$import_exports'(File, Imports)
    ;   true
    ).

%! '$call_in_module'(+Module, :Goal) is nondet.
%  Calls Goal, resolving its predicate in Module.
'$call_in_module'(Module, Goal) :-
    call(Module:Goal).

%! reexport(+File, +Imports) is det.
%  Synonym of use_module/2.
%  ?- reexport(library(lists), [append/3]).
reexport(File, Imports) :-
    use_module(File, Imports),
    '$note_reexport'(File, Imports).

%! export(+Indicators) is det.
%  Adds predicates to the exports of the module that is being loaded, or of the one that they name. In user nothing has
%  to be exported.
%  ?- export(p/1).
export(Indicators) :-
    must_be(nonvar, Indicators),
    '$own_module'(Own),
    strip_module(Own:Indicators, Module, Plain),
    '$listed_indicators'(Plain, List),
    forall(member(Indicator, List), '$export_from'(Indicator, Module)).

%! '$listed_indicators'(+Indicators, -List)
'$listed_indicators'(Indicators, List) :-
    must_be(nonvar, Indicators),
    (   is_list(Indicators)
    ->  List = Indicators
    ;   Indicators = (One,Two)
    ->  '$listed_indicators'(One, First),
        '$listed_indicators'(Two, Second),
        append(First, Second, List)
    ;   List = [Indicators]
    ).

%! '$export_from'(+Indicator, +Module)
'$export_from'(Indicator, Module0) :-
    strip_module(Module0:Indicator, Module, Named),
    '$plain_indicator'(Named, Plain),
    must_be(nonvar, Plain),
    (   '$is_operator'(Plain)
    ->  '$export_operators'([Plain])
    ;   '$export_plain'(Plain, Module)
    ).

%! '$export_plain'(+Indicator, +Module)
'$export_plain'(Plain, Module) :-
    (   Plain = Name/Arity
    ->  must_be(atom, Name),
        must_be(nonneg, Arity)
    ;   type_error(predicate_indicator, Plain)
    ),
    (   memberchk(Module, [user,system])
    ->  true
    ;   ( '$declared_module'(Module, File, Exports) -> true ; File = user, Exports = [] ),
        (   memberchk(Plain, Exports)
        ->  true
        ;   append(Exports, [Plain], More),
            retractall('$module':declared(Module, _, _)),
            assertz('$module':declared(Module, File, More))
        )
    ).

%! import(+Indicators) is det.
%  Makes predicates of other modules, exported or not, visible in the one that is being loaded.
%  XSB's `import PI from Library` changes nothing: the predicates of its libraries that there are need no import.
%  ?- import(lists:append/3).
import(Indicators) :-
    must_be(nonvar, Indicators),
    Indicators \= from(_, _),
    !,
    '$listed_indicators'(Indicators, List),
    '$own_module'(Own),
    forall(( member(Indicator, List), nonvar(Indicator), Indicator = Module:Named, atom(Module),
             '$plain_indicator'(Named, Plain), pi_head(Plain, Head), \+ predicate_property(system:Head, defined) ),
           '$import'(Own, Module, [Plain], named, _)).
import(from(_, _)).

%! context_module(-Module) is det.
%  Module is the module in which the goal is called: that of the clause, or the one that qualifies it.
%  ?- context_module(M).   %=> M = user.
%  ?- lists:context_module(M).   %=> M = lists.
context_module(Qualified) :-
    strip_module(Qualified, Module, Context),
    Context = Module.
