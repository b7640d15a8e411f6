% Terms with named, typed arguments and defaults, with the names of library(record): each declaration adds predicates to
% the program.

%! record(+Declarations) is det.
%  Directive that defines records: for each term such as point(x:integer=0, y:integer=0), joined by commas, defines
%  default_point(Point), is_point(Point), make_point(Fields, Point), make_point(Fields, Point, Others), point_data(Name,
%  Point, Value), and for each field such as x: point_x(Point, X), set_x_of_point(X, Point0, Point), set_x_of_point(X,
%  Point), which is undone on backtracking, nb_set_x_of_point(X, Point); and set_point_field(x(X), Point0, Point),
%  set_point_fields(Fields, Point0, Point).
%  ?- record(point(x:integer=0, y:integer=0)), make_point([y(3)], P), point_y(P, Y).   %=> P = point(0, 3), Y = 3.
%  ?- record(point(x:integer=0)), make_point([x(a)], _).   %=> type_error(integer, a).
record(Declarations) :-
    must_be(nonvar, Declarations),
    (   Declarations = (Some, Others)
    ->  record(Some),
        record(Others)
    ;   must_be(compound, Declarations),
        Declarations =.. [Name|Fields0],
        maplist('$record_field', Fields0, Fields),
        findall(Clause, '$record_clause'(Name, Fields, Clause), Clauses),
        compile_aux_clauses(['$record'(Name,Declarations)|Clauses])
    ).

%! '$record_field'(+Declaration, -Field)
%  Field is field(Name, Type, Default).
'$record_field'(Declaration, field(Name,Type,Default)) :-
    (   Declaration = (Typed = Default0)
    ->  Default = default(Default0)
    ;   Typed = Declaration,
        Default = none
    ),
    (   Typed = Name:Type
    ->  true
    ;   Name = Typed,
        Type = any
    ),
    must_be(atom, Name).

%! current_record(?Name, ?Declaration) is nondet.
%  True if Declaration declares the record Name.
%  ?- record(spot(x)), current_record(spot, D).   %=> D = spot(x).
current_record(Name, Declaration) :-
    '$user_defined'('$record', 2),
    call(user:'$record'(Name, Declaration)).

%! current_record_predicate(?Name, ?Indicator) is nondet.
%  True if the declaration of the record Name has made the predicate of Indicator.
%  ?- record(spot(x)), current_record_predicate(spot, default_spot/A).   %=> A = 1.
current_record_predicate(Name, Module:Indicator) :-
    !,
    Module = user,
    current_record_predicate(Name, Indicator).
current_record_predicate(Name, Indicator) :-
    ( nonvar(Indicator), Indicator = Predicate/_, compound(Predicate) -> type_error(atomic, Predicate) ; true ),
    current_record(Name, Declaration),
    Declaration =.. [_|Fields0],
    maplist('$record_field', Fields0, Fields),
    findall(Made, ( '$record_clause'(Name, Fields, Clause), ( Clause = (Head :- _) -> true ; Head = Clause ),
                    functor(Head, Pred, Arity), Made = Pred/Arity ), All),
    list_to_set(All, Indicators),
    member(Indicator, Indicators).

%! '$record_clause'(+Name, +Fields, -Clause) is nondet.
'$record_clause'(Name, Fields, Clause) :-
    length(Fields, Arity),
    functor(Record, Name, Arity),
    Record =.. [_|Values],
    (   '$joined_name'([default_,Name], Default),
        functor(Fresh, Name, Arity),
        Fresh =.. [_|FreshValues],
        maplist('$record_default', Fields, FreshValues),
        Clause =.. [Default,Fresh]
    ;   '$joined_name'([is_,Name], Is),
        Head =.. [Is,Term],
        Clause = (Head :- nonvar(Term), Term = Record, '$record_types'(Fields, Values))
    ;   '$joined_name'([make_,Name], Make),
        Head =.. [Make,Given,Record],
        Clause = (Head :- '$make_record'(Name, Fields, Given, Record, []))
    ;   '$joined_name'([make_,Name], Make),
        Head =.. [Make,Given,Record,Rest],
        Clause = (Head :- '$make_record'(Name, Fields, Given, Record, Rest))
    ;   '$joined_name'([set_,Name,'_field'], Set),
        Head =.. [Set,Field,Old,New],
        Clause = (Head :- '$set_record'([Field], Fields, Old, New, []))
    ;   '$joined_name'([set_,Name,'_fields'], Set),
        Head =.. [Set,Given,Old,New],
        Clause = (Head :- '$set_record'(Given, Fields, Old, New, []))
    ;   '$joined_name'([set_,Name,'_fields'], Set),
        Head =.. [Set,Given,Old,New,Rest],
        Clause = (Head :- '$set_record'(Given, Fields, Old, New, Rest))
    ;   nth1(Place, Fields, field(FieldName,Type,_)),
        nth1(Place, Values, Value),
        '$record_field_clause'(Name, FieldName, Type, Place, Record, Value, Clause)
    ).

%! '$record_field_clause'(+Name, +Field, +Type, +Place, +Record, ?Value, -Clause) is nondet.
'$record_field_clause'(Name, Field, _, _, Record, Value, Clause) :-
    '$joined_name'([Name,'_',Field], Get),
    Clause =.. [Get,Record,Value].
'$record_field_clause'(Name, Field, _, _, Record, Value, Clause) :-
    '$joined_name'([Name,'_data'], Data),
    Clause =.. [Data,Field,Record,Value].
'$record_field_clause'(Name, Field, Type, Place, Record, _, (Head :- Check, Given = Record, setarg(Place, Given, New))) :-
    '$joined_name'([set_,Field,'_of_',Name], Set),
    Head =.. [Set,New,Given],
    '$record_check'(Type, New, Check).
'$record_field_clause'(Name, Field, Type, Place, Record, _, (Head :- Check, '$with_argument'(Place, Record, New, Result))) :-
    '$joined_name'([set_,Field,'_of_',Name], Set),
    Head =.. [Set,New,Record,Result],
    '$record_check'(Type, New, Check).
'$record_field_clause'(Name, Field, Type, Place, Record, _, (Head :- Check, Given = Record, nb_setarg(Place, Given, New))) :-
    '$joined_name'([nb_set_,Field,'_of_',Name], Set),
    Head =.. [Set,New,Given],
    '$record_check'(Type, New, Check).

%! '$record_check'(+Type, ?Value, -Goal)
'$record_check'(Type, Value, Goal) :-
    (   Type == any
    ->  Goal = true
    ;   Goal = '$must_be_of'(Type, Value)
    ).

%! '$must_be_of'(+Type, @Value) is det.
%  Like must_be/2; the name of a record is a type, too.
'$must_be_of'(Type, Value) :-
    (   '$record_test'(Type, Value, Test)
    ->  (   var(Value)
        ->  instantiation_error(Value)
        ;   call(Test)
        ->  true
        ;   type_error(record(Type), Value)
        )
    ;   must_be(Type, Value)
    ).

%! '$record_test'(+Type, @Value, -Test) is semidet.
%  Test is true if Value is a record of Type.
'$record_test'(Type, Value, user:Test) :-
    atom(Type),
    \+ '$known_type'(Type),
    current_record(Type, _),
    '$joined_name'([is_,Type], Is),
    Test =.. [Is,Value].

%! '$joined_name'(+Parts, -Name)
'$joined_name'(Parts, Name) :-
    atomic_list_concat(Parts, Name).

%! '$record_default'(+Field, -Value)
'$record_default'(field(_,_,Default), Value) :-
    (   Default = default(Value0)
    ->  Value = Value0
    ;   true
    ).

%! '$record_types'(+Fields, +Values) is semidet.
'$record_types'([], []).
'$record_types'([field(_,Type,_)|Fields], [Value|Values]) :-
    (   Type == any
    ->  true
    ;   '$record_test'(Type, Value, Test)
    ->  call(Test)
    ;   is_of_type(Type, Value)
    ),
    '$record_types'(Fields, Values).

%! '$with_argument'(+Place, +Record, +Value, -Result)
'$with_argument'(Place, Record, Value, Result) :-
    compound_name_arguments(Record, Name, Arguments0),
    '$replace_nth'(Place, Arguments0, Value, Arguments),
    compound_name_arguments(Result, Name, Arguments).

%! '$replace_nth'(+Place, +List0, +Value, -List)
'$replace_nth'(Place, [Item|Items], Value, List) :-
    (   Place =:= 1
    ->  List = [Value|Items]
    ;   List = [Item|Rest],
        Place1 is Place - 1,
        '$replace_nth'(Place1, Items, Value, Rest)
    ).

%! '$make_record'(+Name, +Fields, +Given, -Record, -Rest) is semidet.
'$make_record'(Name, Fields, Given, Record, Rest) :-
    maplist('$record_default', Fields, Values),
    Start =.. [Name|Values],
    '$set_record'(Given, Fields, Start, Record, Rest).

%! '$set_record'(+Given, +Fields, +Record0, -Record, -Rest) is semidet.
'$set_record'([], _, Record, Record, []).
'$set_record'([Given|More], Fields, Record0, Record, Rest) :-
    (   compound(Given),
        Given =.. [Name,Value],
        nth1(Place, Fields, field(Name,Type,_))
    ->  ( Type == any -> true ; '$must_be_of'(Type, Value) ),
        '$with_argument'(Place, Record0, Value, Record1),
        Rest1 = Rest
    ;   Record1 = Record0,
        Rest = [Given|Rest1]
    ),
    '$set_record'(More, Fields, Record1, Record, Rest1).
