% Declarations of modules, and what programs for other systems declare: checks and the like, which are
% accepted where they change nothing here. And what is known of predicates.

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

%! redefine_system_predicate(:Head) is det.
%  Accepted: a program's definition takes the place of the library's anyway, but not of what the standard defines.
redefine_system_predicate(_).

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

%! style_check(+Check) is det.
%  Accepted; all checks are made.
style_check(Check) :-
    must_be(nonvar, Check).

%! license(+License) is det.
%  Accepted.
license(_).

%! module_transparent(+Indicators) is det.
%  Accepted.
module_transparent(_).

%! public(+Indicators) is det.
%  Accepted.
public(_).

%! non_terminal(+Indicators) is det.
%  Accepted.
non_terminal(_).

%! predicate_options(+Indicator, +Argument, +Options) is det.
%  Accepted.
predicate_options(_, _, _).

%! encoding(+Name) is det.
%  A directive, the first of a text: what its bytes mean. A text is UTF-8 unless it is not and begins with this.
%  ?- catch(encoding(no_such), error(E, _), true).   %=> E = domain_error(encoding, no_such).
encoding(Name) :-
    string_bytes("", _, Name).

%! volatile(+Indicators) is det.
%  Accepted.
volatile(_).

%! noprofile(+Indicators) is det.
%  Accepted.
noprofile(_).

%! set_module(+Property) is det.
%  Accepted.
set_module(_).

%! expects_dialect(+Dialect) is det.
%  Accepted.
expects_dialect(_).

%! '$call_in_module'(+Module, :Goal) is nondet.
%  Goal, its predicate looked up in Module.
'$call_in_module'(Module, Goal) :-
    call(Module:Goal).

%! @(:Goal, +Module) is nondet.
%  Goal.
@(Goal, _) :-
    call(Goal).

%! current_predicate(?Name, ?Head) is nondet.
%  A predicate of the program, its name and its most general head; one of the system if Head is bound.
current_predicate(Name, Spec) :-
    strip_module(Spec, Module, Head),
    (   var(Head)
    ->  current_predicate(Module:Name/Arity),
        functor(Head, Name, Arity)
    ;   callable(Head)
    ->  functor(Head, Name, _),
        '$predicate_properties'(Module:Head, _)
    ;   type_error(callable, Head)
    ).

%! predicate_property(?Head, ?Property) is nondet.
%  A property of a predicate: defined, dynamic, static, built_in, iso, foreign, interpreted (of clauses), multifile,
%  discontiguous, tabled, ssu (its rules match, as those with => do), number_of_clauses(N), number_of_rules(N), file(F),
%  line_count(L), imported_from(M), meta_predicate(Template). The other properties of SWI-Prolog are true of none.
%  ?- predicate_property(append(_, _, _), built_in).
%  ?- predicate_property(append(_, _, _), colour).   %=> domain_error(predicate_property, colour).
predicate_property(Spec, Property) :-
    '$check_predicate_property'(Property),
    strip_module(Spec, Module, Head),
    (   var(Head)
    ->  '$visible_predicates'(Predicates),
        member(Name/Arity, Predicates),
        functor(Head, Name, Arity)
    ;   true
    ),
    '$predicate_properties'(Module:Head, Properties),
    (   var(Property)
    ->  (   member(Property, Properties)
        ;   '$meta_property'(Head, Properties, Template),
            Property = meta_predicate(Template)
        )
    ;   Property = meta_predicate(Template)
    ->  '$meta_property'(Head, Properties, Found),
        Template = Found
    ;   memberchk(Property, Properties)
    ->  true
    ;   Property = imported_from(Owner)
    ->  functor(Head, Name, Arity),
        '$exported_by'(Name, Arity, Owner)
    ).

%! '$check_predicate_property'(?Property)
'$check_predicate_property'(Property) :-
    (   var(Property)
    ->  true
    ;   callable(Property),
        functor(Property, Name, Arity),
        '$predicate_property'(Arity, Names),
        memberchk(Name, Names)
    ->  true
    ;   domain_error(predicate_property, Property)
    ).

%! '$predicate_property'(?Arity, ?Names)
%  The names of the properties that there may be, with this many arguments.
'$predicate_property'(0, [built_in, control, defined, det, discontiguous, dynamic, exported, foreign, incremental,
                          interpreted, iso, multifile, nodebug, non_terminal, noprofile, notrace, opaque, public,
                          quasi_quotation_syntax, ssu, static, system, tabled, thread_local, trace, transparent,
                          undefined, visible, volatile]).
'$predicate_property'(1, [abstract, autoload, file, implementation_module, imported_from, indexed,
                          last_modified_generation, line_count, meta_predicate, mode, number_of_clauses,
                          number_of_rules, primary_index, size, subgoal_abstract, answer_abstract, max_answers,
                          tabled]).

%! nb_current(?Name, ?Value) is nondet.
%  The global variables that have values.
%  ?- nb_setval(v, 1), nb_current(v, X).   %=> X = 1.
nb_current(Name, Value) :-
    (   var(Name)
    ->  '$global_names'(Names),
        member(Name, Names),
        nb_getval(Name, Value)
    ;   '$has_global'(Name),
        nb_getval(Name, Value)
    ).

%! statistics is det.
%  Shows what the engine has used.
statistics :-
    statistics(cputime, Time),
    statistics(inferences, Inferences),
    statistics(globalused, Global),
    statistics(localused, Local),
    statistics(trailused, Trail),
    statistics(stack_limit, Limit),
    statistics(atoms, Atoms),
    statistics(clauses, Clauses),
    format(user_error, "% ~3f seconds cpu time for ~D inferences~n", [Time, Inferences]),
    format(user_error, "% ~D bytes of terms, ~D of frames and choice points, ~D of trail; limit ~D~n",
           [Global, Local, Trail, Limit]),
    format(user_error, "% ~D atoms, ~D clauses~n", [Atoms, Clauses]).

%! time(:Goal) is nondet.
%  Goal; shows the calls, the processor time and the time that it took.
time(Goal) :-
    statistics(cputime, Cpu),
    statistics(inferences, Inferences),
    get_time(Wall),
    (   catch(Goal, Ball, true)
    *-> Result = yes
    ;   Result = no
    ),
    '$show_time'(Cpu, Inferences, Wall),
    (   nonvar(Ball)
    ->  throw(Ball)
    ;   Result == yes
    ).

%! '$show_time'(+Cpu, +Inferences, +Wall)
'$show_time'(Cpu0, Inferences0, Wall0) :-
    statistics(cputime, Cpu1),
    statistics(inferences, Inferences1),
    get_time(Wall1),
    Cpu is Cpu1 - Cpu0,
    Wall is Wall1 - Wall0,
    Inferences is max(0, Inferences1 - Inferences0 - 5),
    (   Wall > 0
    ->  Percent is round(100 * Cpu / Wall)
    ;   Percent = 100
    ),
    (   Cpu > 0
    ->  Lips is truncate(Inferences / Cpu)
    ;   Lips = 'Infinite'
    ),
    (   integer(Lips)
    ->  format(user_error, "% ~D inferences, ~3f CPU in ~3f seconds (~d% CPU, ~D Lips)~n",
               [Inferences, Cpu, Wall, Percent, Lips])
    ;   format(user_error, "% ~D inferences, ~3f CPU in ~3f seconds (~d% CPU, ~w Lips)~n",
               [Inferences, Cpu, Wall, Percent, Lips])
    ).

%! recorded(?Key, ?Term) is nondet.
%  A term that recordz/2 or recorda/2 keeps under a key.
%  ?- recordz(k, a), recorded(k, X).   %=> X = a.
recorded(Key, Term) :-
    recorded(Key, Term, _).

%! recorded(?Key, ?Term, ?Reference) is nondet.
%  A term that is kept under a key, with its reference.
%  ?- recordz(k, a), recorded(k, X, _).   %=> X = a.
recorded(Key, Term, Reference) :-
    (   nonvar(Reference)
    ->  '$record_key'(Reference, Key)
    ;   var(Key)
    ->  current_key(Key),
        '$record_references'(Key, References),
        member(Reference, References)
    ;   '$record_references'(Key, References),
        member(Reference, References)
    ),
    catch(instance(Reference, Found), error(existence_error(_, _), _), fail),
    Found = Term.

%! current_key(?Key) is nondet.
%  The keys under which terms are kept.
%  ?- recordz(k, a), current_key(X).   %=> X = k.
current_key(Key) :-
    '$record_keys'(Keys),
    member(Key, Keys).

%! require(+Indicators) is det.
%  Accepted: libraries are always there.
%  ?- require([append/3]).
require(Indicators) :-
    must_be(list, Indicators).

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

%! dynamic(+Indicators, +Options) is det.
%  As dynamic/1 of a list; the options change nothing.
%  ?- dynamic([fact/1], [incremental(true)]), \+ fact(_).
dynamic(Indicators, Options) :-
    must_be(list, Indicators),
    must_be(list, Options),
    dynamic(Indicators).

%! compile_aux_clauses(+Clauses) is det.
%  Adds clauses to the program, as term_expansion/2 may ask for beside those that it gives.
%  ?- compile_aux_clauses([p(1), (q(X) :- p(X))]), q(X).   %=> X = 1.
compile_aux_clauses(Clauses) :-
    must_be(list, Clauses),
    '$add_clauses'(Clauses).

%! '$add_clauses'(+Clauses) is det.
'$add_clauses'([]).
'$add_clauses'([Clause|Clauses]) :-
    assertz(Clause),
    '$add_clauses'(Clauses).

%! source_file(?File) is nondet.
%  A file that clauses of the program were loaded from.
%  ?- source_file(_).   %=> false.
source_file(File) :-
    findall(Found, '$source_file_of'(_, Found), Files),
    sort(Files, Sorted),
    member(File, Sorted).

%! source_file(?Head, ?File) is nondet.
%  The file that a predicate of the program was loaded from.
%  ?- source_file(append(_, _, _), F).   %=> false.
source_file(Head, File) :-
    (   var(Head)
    ->  '$source_file_of'(Head, File)
    ;   '$source_file_of'(Head, Found)
    ->  File = Found
    ).

%! '$source_file_of'(?Head, -File) is nondet.
'$source_file_of'(Head, File) :-
    (   var(Head)
    ->  current_predicate(Name/Arity),
        functor(Head, Name, Arity)
    ;   true
    ),
    predicate_property(Head, file(File)).

%! exists_source(+Source, -Path) is semidet.
%  As exists_source/1; Path is where it is.
%  ?- exists_source('/no/such', _).   %=> false.
exists_source(Source, Path) :-
    (   nonvar(Source),
        Source = library(_)
    ->  exists_source(Source),
        Path = Source
    ;   absolute_file_name(Source, Path, [file_type(prolog),access(read),file_errors(fail)])
    ).

%! unload_file(+File) is det.
%  The program is without the clauses of a file that was loaded, and the file can be loaded anew.
%  ?- unload_file('/no/such').
unload_file(File) :-
    must_be(nonvar, File),
    (   absolute_file_name(File, Path, [file_type(prolog),access(read),file_errors(fail)])
    ->  '$unload'(Path)
    ;   true
    ).
