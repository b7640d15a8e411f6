% Types of Quill: inference after Hindley and Milner.
%
% A type is int, bool, str, list(Type), function(Types, Type), or a variable. Definitions are checked in groups that
% call one another; within a group they have one type, elsewhere each use gets its own copy.

:- module(quill_types, [check/2, type_text/2, type_texts/2]).

:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(ugraphs)).
:- use_module(builtins).

%! check(+Definitions, -Types) is det.
%  Types is the list of Name-Type of the definitions, in their order.
%  @throws quill_error(type(Problem), Place)
check(Definitions, Types) :-
    once_defined(Definitions),
    groups(Definitions, Groups),
    findall(Name-all(Type), builtin_type(Name, Type), Known),
    list_to_assoc(Known, Scope0),
    foldl(check_group, Groups, Scope0, Scope),
    findall(Name-Type,
            ( member(function(Name, _, _, _), Definitions),
              get_assoc(Name, Scope, all(Type))
            ),
            Types),
    check_main(Definitions, Types).

check_main(Definitions, Types) :-
    (   memberchk(main-Type, Types)
    ->  (   Type = function([], _)
        ->  true
        ;   memberchk(function(main, _, _, Place), Definitions),
            throw(quill_error(type(main), Place))
        )
    ;   throw(quill_error(type(no_main), 1:1))
    ).

once_defined(Definitions) :-
    (   append(Before, [function(Name, _, _, Place)|_], Definitions),
        (   memberchk(function(Name, _, _, _), Before)
        ;   builtin_type(Name, _)
        )
    ->  throw(quill_error(type(defined_twice(Name)), Place))
    ;   true
    ).

% Groups of definitions, each after those that it calls.

groups(Definitions, Groups) :-
    findall(Name-Called,
            ( member(function(Name, Parameters, Body, _), Definitions),
              free_names(Body, Parameters, Free),
              findall(Other, ( member(Other, Free), memberchk(function(Other, _, _, _), Definitions) ), Called)
            ),
            Calls),
    findall(Name-Other, ( member(Name-Called, Calls), member(Other, Called) ), Edges),
    pairs_keys(Calls, Names),
    vertices_edges_to_ugraph(Names, Edges, Graph),
    transitive_closure(Graph, Reach),
    components(Names, Reach, Components),
    ordered(Components, Reach, Order),
    maplist(definitions_of(Definitions), Order, Groups).

components([], _, []).
components([Name|Names], Reach, [[Name|Same]|Components]) :-
    partition(mutual(Reach, Name), Names, Same, Others),
    components(Others, Reach, Components).

mutual(Reach, A, B) :-
    reaches(Reach, A, B),
    reaches(Reach, B, A).

reaches(Reach, A, B) :-
    neighbours(A, Reach, Reached),
    memberchk(B, Reached).

ordered([], _, []).
ordered([Component|Components], Reach, [First|Rest]) :-
    select(First, [Component|Components], Others),
    \+ ( member(A, First), member(Other, Others), member(B, Other), reaches(Reach, A, B) ),
    !,
    ordered(Others, Reach, Rest).

definitions_of(Definitions, Names, Group) :-
    findall(function(Name, Parameters, Body, Place),
            ( member(function(Name, Parameters, Body, Place), Definitions),
              memberchk(Name, Names)
            ),
            Group).

check_group(Group, Scope0, Scope) :-
    foldl(assume, Group, Scope0, Scope1),
    maplist(check_definition(Scope1), Group),
    foldl(generalise(Scope1), Group, Scope0, Scope).

assume(function(Name, _, _, _), Scope0, Scope) :-
    put_assoc(Name, Scope0, one(_), Scope).

check_definition(Scope, function(Name, Parameters, Body, Place)) :-
    get_assoc(Name, Scope, one(Type)),
    same_length(Parameters, Types),
    foldl(bind, Parameters, Types, Scope, Inner),
    type(Body, Inner, Result),
    unify(Type, function(Types, Result), Place).

generalise(Typed, function(Name, _, _, _), Scope0, Scope) :-
    get_assoc(Name, Typed, one(Type)),
    put_assoc(Name, Scope0, all(Type), Scope).

bind(Name, Type, Scope0, Scope) :-
    put_assoc(Name, Scope0, one(Type), Scope).

% The type of a node.

type(node(What, Place), Scope, Type) :-
    type(What, Place, Scope, Type).

type(int(_), _, _, int).
type(bool(_), _, _, bool).
type(str(_), _, _, str).
type(nil, _, _, list(_)).
type(var(Name), Place, Scope, Type) :-
    (   get_assoc(Name, Scope, Found)
    ->  (   Found = all(General)
        ->  copy_term(General, Type)
        ;   Found = one(Type)
        )
    ;   throw(quill_error(type(unknown(Name)), Place))
    ).
type(cons(Head, Tail), _, Scope, list(Type)) :-
    type(Head, Scope, Type),
    expect(Tail, Scope, list(Type)).
type(let(Name, Value, Body), _, Scope, Type) :-
    type(Value, Scope, ValueType),
    put_assoc(Name, Scope, one(ValueType), Inner),
    type(Body, Inner, Type).
type(if(Test, Then, Else), _, Scope, Type) :-
    expect(Test, Scope, bool),
    type(Then, Scope, Type),
    expect(Else, Scope, Type).
type(match(List, IfEmpty, Head, Tail, IfNot), _, Scope, Type) :-
    expect(List, Scope, list(Element)),
    type(IfEmpty, Scope, Type),
    bind(Head, Element, Scope, Scope1),
    bind(Tail, list(Element), Scope1, Inner),
    expect(IfNot, Inner, Type).
type(lambda(Names, Body), _, Scope, function(Types, Result)) :-
    same_length(Names, Types),
    foldl(bind, Names, Types, Scope, Inner),
    type(Body, Inner, Result).
type(apply(Function, Arguments), Place, Scope, Type) :-
    type(Function, Scope, FunctionType),
    same_length(Arguments, Types),
    (   nonvar(FunctionType),
        FunctionType = function(Wanted, _),
        \+ same_length(Wanted, Arguments)
    ->  length(Wanted, Many),
        length(Arguments, Given),
        throw(quill_error(type(arguments(Many, Given)), Place))
    ;   unify(FunctionType, function(Types, Type), Place)
    ),
    maplist(argument(Scope), Arguments, Types).
type(neg(Part), _, Scope, int) :-
    expect(Part, Scope, int).
type(not(Part), _, Scope, bool) :-
    expect(Part, Scope, bool).
type(op(Operator, Left, Right), _, Scope, Type) :-
    operator_type(Operator, Operand, Type),
    expect(Left, Scope, Operand),
    expect(Right, Scope, Operand).

argument(Scope, Argument, Type) :-
    expect(Argument, Scope, Type).

expect(Node, Scope, Wanted) :-
    type(Node, Scope, Type),
    Node = node(_, Place),
    unify(Wanted, Type, Place).

unify(Wanted, Found, Place) :-
    (   unify_with_occurs_check(Wanted, Found)
    ->  true
    ;   throw(quill_error(type(mismatch(Wanted, Found)), Place))
    ).

operator_type(Operator, Operand, Type) :-
    (   memberchk(Operator, [+,-,*,/,'%'])
    ->  Operand = int,
        Type = int
    ;   memberchk(Operator, [<,'<=',>,'>='])
    ->  Operand = int,
        Type = bool
    ;   memberchk(Operator, [==,'!='])
    ->  Type = bool
    ;   memberchk(Operator, [and,or])
    ->  Operand = bool,
        Type = bool
    ;   Operator == (++)
    ->  Operand = str,
        Type = str
    ).

% Names in a node that its own parameters do not bind.

free_names(Node, Bound, Names) :-
    findall(Name, free_name(Node, Bound, Name), All),
    sort(All, Names).

free_name(node(What, _), Bound, Name) :-
    free_in(What, Bound, Name).

free_in(var(Name), Bound, Name) :-
    \+ memberchk(Name, Bound).
free_in(let(Local, Value, Body), Bound, Name) :-
    (   free_name(Value, Bound, Name)
    ;   free_name(Body, [Local|Bound], Name)
    ).
free_in(lambda(Names, Body), Bound0, Name) :-
    append(Names, Bound0, Bound),
    free_name(Body, Bound, Name).
free_in(match(List, IfEmpty, Head, Tail, IfNot), Bound, Name) :-
    (   member(Part, [List,IfEmpty]),
        free_name(Part, Bound, Name)
    ;   free_name(IfNot, [Head,Tail|Bound], Name)
    ).
free_in(apply(Function, Arguments), Bound, Name) :-
    member(Part, [Function|Arguments]),
    free_name(Part, Bound, Name).
free_in(What, Bound, Name) :-
    parts(What, Parts),
    member(Part, Parts),
    free_name(Part, Bound, Name).

parts(cons(Head, Tail), [Head,Tail]).
parts(if(Test, Then, Else), [Test,Then,Else]).
parts(op(_, Left, Right), [Left,Right]).
parts(neg(Part), [Part]).
parts(not(Part), [Part]).

%! type_text(+Type, -Text) is det.
%  Text is the type as people write it: (int, list(a)) -> bool.
type_text(Type, Text) :-
    type_texts([Type], [Text]).

%! type_texts(+Types, -Texts) is det.
%  As type_text/2; a variable has the same letter in all of them.
type_texts(Types, Texts) :-
    copy_term(Types, Copies),
    term_variables(Copies, Variables),
    foldl(letter, Variables, 0'a, _),
    maplist(words_text, Copies, Texts).

words_text(Type, Text) :-
    phrase(type_words(Type), Words),
    atomic_list_concat(Words, Text).

letter(Letter, Code, Next) :-
    char_code(Letter, Code),
    Next is Code + 1.

type_words(Type) -->
    (   { Type = function(Types, Result) }
    ->  ['('],
        type_list(Types),
        [') -> '],
        type_words(Result)
    ;   { Type = list(Element) }
    ->  ['list('],
        type_words(Element),
        [')']
    ;   [Type]
    ).

type_list([]) -->
    [].
type_list([Type|Types]) -->
    type_words(Type),
    (   { Types == [] }
    ->  []
    ;   [', '],
        type_list(Types)
    ).
