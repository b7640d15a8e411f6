% Predicates of XSB on tables: library(tables).

%! abolish_table_pred(:Predicate) is det.
%  Drops the tables of a predicate, Name/Arity or a head.
%  ?- abolish_table_pred(no_such/1).
abolish_table_pred(Predicate) :-
    strip_module(Predicate, Module, Plain),
    must_be(nonvar, Plain),
    (   Plain = Name/Arity
    ->  functor(Head, Name, Arity)
    ;   Head = Plain
    ),
    abolish_table_subgoals(Module:Head).

%! abolish_table_call(:Goal) is det.
%  Drops the tables of the calls that unify with Goal.
%  ?- abolish_table_call(no_such(_)).
abolish_table_call(Goal) :-
    abolish_table_subgoals(Goal).

%! abolish_table_call(:Goal, +Options) is det.
%  Synonym of abolish_table_call/1.
%  ?- abolish_table_call(no_such(_), []).
abolish_table_call(Goal, Options) :-
    must_be(list, Options),
    abolish_table_subgoals(Goal).

%! abolish_table_subgoals(:Goal, +Options) is det.
%  Synonym of abolish_table_subgoals/1.
%  ?- abolish_table_subgoals(no_such(_), []).
abolish_table_subgoals(Goal, Options) :-
    must_be(list, Options),
    abolish_table_subgoals(Goal).

%! tfindall(?Template, :Goal, -Solutions) is det.
%  Synonym of findall/3, for tabled goals.
%  ?- tfindall(X, member(X, [a,b]), L).   %=> L = [a,b].
tfindall(Template, Goal, Solutions) :-
    findall(Template, Goal, Solutions).

%! set_pil_on is det.
%  Accepted without effect.
set_pil_on.

%! set_pil_off is det.
%  Accepted without effect.
set_pil_off.
