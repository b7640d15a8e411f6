% Directives that change how a text is loaded, or that other systems know and this one accepts.

%! redefine_system_predicate(:Head) is det.
%  Accepted: a program's definition takes the place of the library's anyway, but not of what the standard defines.
redefine_system_predicate(_).

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

%! expects_dialect(+Dialect) is det.
%  Accepted.
expects_dialect(_).

%! require(+Indicators) is det.
%  Accepted: libraries are always there.
%  ?- require([append/3]).
require(Indicators) :-
    must_be(list, Indicators).

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
