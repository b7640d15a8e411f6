% Import modules: where predicates that a module does not define are looked up.

%! default_module(+Module, -Default) is nondet.
%  True if Default is a module in which calls from Module are resolved.
%  ?- findall(_D, default_module(user, _D), L).   %=> L = [user, system].
default_module(Module, Default) :-
    must_be(atom, Module),
    '$above'(Module, Above),
    member(Default, [Module|Above]).

%! import_module(+Module, -Import) is nondet.
%  True if predicates that Module does not define are looked up in Import: user for most modules, and system for user.
%  ?- import_module(user, M).   %=> M = system.
import_module(Module, Import) :-
    must_be(atom, Module),
    '$imports'(Module, Imports),
    member(Import, Imports).

%! add_import_module(+Module, +Import, +Place) is det.
%  Looks up what Module does not define in Import, too: before the other import modules if Place is start, after them if
%  it is end.
%  Errors: permission_error(add_import, module, Module) if Import imports Module.
%  ?- assertz(tools:tool(saw)), add_import_module(garage, tools, start), garage:tool(X).   %=> X = saw.
add_import_module(Module, Import, Place) :-
    must_be(atom, Module),
    must_be(atom, Import),
    must_be(oneof([start,end]), Place),
    '$imports'(Module, Imports),
    (   memberchk(Import, Imports)
    ->  true
    ;   '$would_be_cyclic'(Module, Import)
    ->  permission_error(add_import, module, Module)
    ;   Place == start
    ->  '$set_imports'(Module, [Import|Imports])
    ;   append(Imports, [Import], More),
        '$set_imports'(Module, More)
    ).

%! delete_import_module(+Module, +Import) is semidet.
%  Ends what add_import_module/3 began. Fails if Import is no import module of Module.
%  ?- delete_import_module(alone, user), catch(alone:length([], N), error(E, _), true).   %=> E = existence_error(procedure, alone:length/2).
delete_import_module(Module, Import) :-
    must_be(atom, Module),
    must_be(atom, Import),
    '$imports'(Module, Imports),
    selectchk(Import, Imports, Others),
    '$set_imports'(Module, Others).

%! module(+Module) is det.
%  Makes Module the one in which the queries that follow are run, at first user.
%  ?- module(user).
module(Module) :-
    must_be(atom, Module),
    '$set_typein_module'(Module).

%! set_module(:Property) is det.
%  Changes the context module, or the one that qualifies Property: base(Module) makes Module its only import module.
%  class(Class) and program_space(Bytes) are accepted without effect.
%  ?- set_module(parts:base(system)), import_module(parts, M).   %=> M = system.
set_module(Qualified) :-
    strip_module(Qualified, Module, Property),
    must_be(callable, Property),
    '$set_module'(Property, Module).

%! '$set_module'(+Property, +Module)
'$set_module'(base(Base), Module) :-
    !,
    must_be(atom, Base),
    (   '$would_be_cyclic'(Module, Base)
    ->  permission_error(add_import, module, Module)
    ;   '$set_imports'(Module, [Base])
    ).
'$set_module'(class(Class), _) :-
    !,
    must_be(atom, Class),
    (   memberchk(Class, [user,system,library,temporary,test,development])
    ->  true
    ;   domain_error(module_class, Class)
    ).
'$set_module'(program_space(Bytes), _) :-
    !,
    must_be(nonneg, Bytes).
'$set_module'(Property, _) :-
    domain_error(module_property, Property).
