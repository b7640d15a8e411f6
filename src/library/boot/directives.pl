% Directives that affect loading, and directives of other systems that are accepted without effect.

%! redefine_system_predicate(:Head) is det.
%  Lets the module define a predicate of the standard; others need no permission. Goals in other modules keep the
%  predicate that was. What the compiler knows, as is/2 and var/1, cannot be redefined.
%  Errors: permission_error(modify, static_procedure, Indicator).
%  ?- redefine_system_predicate(mine:atom_length(_, _)), assertz(mine:atom_length(_, no)), mine:atom_length(abc, L), atom_length(abc, N).   %=> L = no, N = 3.
redefine_system_predicate(Qualified) :-
    strip_module(Qualified, Module, Head),
    must_be(callable, Head),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    '$redefine'(Module, General).

%! style_check(+Check) is semidet.
%  Turns a check of the texts that are loaded on (+Name) or off (-Name): singleton (variables that occur once),
%  var_branches (variables that occur once in a branch), discontiguous (clauses of a predicate that are not together),
%  no_effect (goals whose outcome is always the same). charset and atom are accepted. As a directive it holds to the
%  end of the file and in the files that are loaded from it. ?(Name) succeeds if the check is made.
%  ?- style_check(-singleton), \+ style_check(?(singleton)), style_check(+singleton).
style_check(Check) :-
    must_be(nonvar, Check),
    (   '$style_request'(Check, Name, Request)
    ->  must_be(atom, Name),
        (   '$check_style'(Name, Request)
        ->  true
        ;   domain_error(style_name, Name)
        )
    ;   Check = ?(Name)
    ->  must_be(atom, Name),
        '$checks_style'(Name)
    ;   type_error('+|-|?(Flag)', Check)
    ).

%! '$style_request'(+Check, -Name, -On)
'$style_request'(+Name, Name, true).
'$style_request'(-Name, Name, false).

%! license(+License) is det.
%  Accepted without effect.
license(_).

%! license(+License, +Component) is det.
%  Accepted without effect.
license(_, _).

%! system_module is det.
%  Accepted without effect: the predicates of the text are the program's.
system_module.

%! system_mode(+Mode) is det.
%  Accepted without effect.
system_mode(_).

%! index(+Head) is det.
%  Accepted without effect: indexes are made where calls need them.
index(Head) :-
    must_be(nonvar, Head).

%! '$clausable'(+Indicators) is det.
%  Accepted without effect: clause/2 reads the clauses of static predicates.
'$clausable'(Indicators) :-
    must_be(nonvar, Indicators).

%! public(+Indicators) is det.
%  Accepted without effect.
public(_).

%! non_terminal(+Indicators) is det.
%  Accepted without effect.
non_terminal(_).

%! encoding(+Name) is det.
%  Declares the encoding of a source text, as its first directive. It is used only if the text is not valid UTF-8.
%  ?- catch(encoding(no_such), error(E, _), true).   %=> E = domain_error(encoding, no_such).
encoding(Name) :-
    string_bytes("", _, Name).

%! volatile(+Indicators) is det.
%  Accepted without effect.
volatile(_).

%! noprofile(+Indicators) is det.
%  Accepted without effect.
noprofile(_).

%! expects_dialect(+Dialect) is det.
%  Declares that the text is written for another system: swi, iso, sicstus, sicstus4, yap, xsb, hprolog and others.
%  Operators of that system are defined; its predicates are there in any case. Others are files library(dialect/Dialect).
%  ?- expects_dialect(sicstus), current_op(P, T, block).   %=> P = 1150, T = fx.
%  ?- expects_dialect(no_such).   %=> domain_error(prolog_dialect, no_such).
expects_dialect(Dialect) :-
    must_be(atom, Dialect),
    (   memberchk(Dialect, [swi,iso,bim,commons,eclipse,ifprolog])
    ->  true
    ;   exists_source(library(dialect/Dialect))
    ->  use_module(library(dialect/Dialect))
    ;   domain_error(prolog_dialect, Dialect)
    ).

%! require(+Indicators) is det.
%  Accepted without effect: all libraries are available.
%  ?- require([append/3]).
require(Indicators) :-
    must_be(list, Indicators).

%! dynamic(+Indicators, +Options) is det.
%  Like dynamic/1 for a list. With incremental(true) incremental tables follow their changes, and with monotonic(true)
%  monotonic ones get their new clauses, too; with multifile(true) and discontiguous(true) the predicates are that. Other
%  options are ignored.
%  ?- dynamic([fact/1], [incremental(true)]), \+ fact(_).
dynamic(Indicators, Options) :-
    strip_module(Indicators, Module, List),
    must_be(list, List),
    must_be(list, Options),
    (   memberchk(monotonic(true), Options)
    ->  dynamic(Module:(List as monotonic))
    ;   memberchk(incremental(true), Options)
    ->  dynamic(Module:(List as incremental))
    ;   dynamic(Module:List)
    ),
    ( memberchk(multifile(true), Options) -> multifile(Module:List) ; true ),
    ( memberchk(discontiguous(true), Options) -> discontiguous(Module:List) ; true ).

%! compile_aux_clauses(+Clauses) is det.
%  Adds clauses to the program, in addition to those that term_expansion/2 returns.
%  ?- compile_aux_clauses([p(1), (q(X) :- p(X))]), q(X).   %=> X = 1.
compile_aux_clauses(Clauses) :-
    must_be(list, Clauses),
    '$add_clauses'(Clauses).

%! '$add_clauses'(+Clauses) is det.
'$add_clauses'([]).
'$add_clauses'([Clause|Clauses]) :-
    assertz(Clause),
    '$add_clauses'(Clauses).
