% The syntax of Quill: a grammar over tokens, with operators by their levels.
%
%   program    ::= definition*
%   definition ::= 'fun' name '(' names ')' '=' expression ';'
%   expression ::= 'let' name '=' expression 'in' expression
%                | 'if' expression 'then' expression 'else' expression
%                | 'match' expression 'with' '[' ']' '=>' expression '|' name '::' name '=>' expression
%                | 'fun' '(' names ')' '=>' expression
%                | operators over applications
%
% A node of the tree is node(What, Place). What is int(N), bool(B), str(S), var(Name), let(Name, Value, Body),
% if(Test, Then, Else), lambda(Names, Body), apply(Function, Arguments), op(Operator, Left, Right), neg(Part), not(Part),
% nil, cons(Head, Tail), and match(List, IfEmpty, HeadName, TailName, IfNot).

:- module(quill_parser, [parse/2]).

:- use_module(library(lists)).
:- use_module(lexer).

%! parse(+Text, -Definitions) is det.
%  Definitions is the list of the functions of a program, function(Name, Parameters, Body, Place).
%  @throws quill_error(syntax(Expected, Found), Place)
parse(Text, Definitions) :-
    tokens(Text, Tokens),
    phrase(program(Definitions), Tokens).

program(Definitions) -->
    (   next(end)
    ->  { Definitions = [] }
    ;   definition(First),
        { Definitions = [First|Rest] },
        program(Rest)
    ).

definition(function(Name, Parameters, Body, Place)) -->
    place(Place),
    need(word(fun)),
    need_name(Name),
    parameters(Parameters),
    need(op(=)),
    expression(Body),
    need(op(;)).

parameters(Names) -->
    need(op('(')),
    (   next(op(')'))
    ->  { Names = [] }
    ;   need_name(First),
        more_names(Rest),
        { Names = [First|Rest] }
    ).

more_names(Names) -->
    (   next(op(','))
    ->  need_name(Name),
        { Names = [Name|Rest] },
        more_names(Rest)
    ;   need(op(')')),
        { Names = [] }
    ).

expression(node(What, Place)) -->
    place(Place),
    (   next(word(let))
    ->  need_name(Name),
        need(op(=)),
        expression(Value),
        need(word(in)),
        expression(Body),
        { What = let(Name, Value, Body) }
    ;   next(word(if))
    ->  expression(Test),
        need(word(then)),
        expression(Then),
        need(word(else)),
        expression(Else),
        { What = if(Test, Then, Else) }
    ;   next(word(match))
    ->  expression(List),
        need(word(with)),
        need(op('[')),
        need(op(']')),
        need(op('=>')),
        expression(IfEmpty),
        need(op('|')),
        need_name(Head),
        need(op('::')),
        need_name(Tail),
        need(op('=>')),
        expression(IfNot),
        { What = match(List, IfEmpty, Head, Tail, IfNot) }
    ;   next(word(fun))
    ->  parameters(Names),
        need(op('=>')),
        expression(Body),
        { What = lambda(Names, Body) }
    ;   operation(1, node(What, _))
    ).

% Binary operators: level, associativity, and symbols. Higher levels bind tighter.

level(1, right, [word(or)]).
level(2, right, [word(and)]).
level(3, none, [op(==),op('!='),op(<),op('<='),op(>),op('>=')]).
level(4, right, [op(::),op(++)]).
level(5, left, [op(+),op(-)]).
level(6, left, [op(*),op(/),op('%')]).

operation(Level, Node) -->
    (   { level(Level, Associativity, Symbols) }
    ->  { Next is Level + 1 },
        operation(Next, First),
        operations(Associativity, Level, Symbols, First, Node)
    ;   prefixed(Node)
    ).

operations(Associativity, Level, Symbols, Left, Node) -->
    place(Place),
    (   one_of(Symbols, Operator)
    ->  { Next is Level + 1 },
        (   { Associativity == right }
        ->  operand(Level, Right),
            { joined(Operator, Left, Right, Place, Node) }
        ;   operand(Next, Right),
            { joined(Operator, Left, Right, Place, Both) },
            (   { Associativity == left }
            ->  operations(left, Level, Symbols, Both, Node)
            ;   { Node = Both }
            )
        )
    ;   { Node = Left }
    ).

% The right operand may be an expression that begins with a keyword: x + if a then 1 else 2.

operand(Level, Node) -->
    (   opens_expression
    ->  expression(Node)
    ;   operation(Level, Node)
    ).

opens_expression, [token(Kind, Place)] -->
    [token(Kind, Place)],
    { memberchk(Kind, [word(let),word(if),word(match),word(fun)]) }.

joined(::, Head, Tail, Place, node(cons(Head, Tail), Place)) :- !.
joined(Operator, Left, Right, Place, node(op(Operator, Left, Right), Place)).

prefixed(Node) -->
    place(Place),
    (   next(op(-))
    ->  prefixed(Part),
        { Node = node(neg(Part), Place) }
    ;   next(word(not))
    ->  prefixed(Part),
        { Node = node(not(Part), Place) }
    ;   primary(Function),
        applications(Function, Node)
    ).

applications(Function, Node) -->
    place(Place),
    (   next(op('('))
    ->  arguments(op(')'), Arguments),
        applications(node(apply(Function, Arguments), Place), Node)
    ;   { Node = Function }
    ).

arguments(Close, Arguments) -->
    (   next(Close)
    ->  { Arguments = [] }
    ;   expression(First),
        more_arguments(Close, Rest),
        { Arguments = [First|Rest] }
    ).

more_arguments(Close, Arguments) -->
    (   next(op(','))
    ->  expression(Argument),
        { Arguments = [Argument|Rest] },
        more_arguments(Close, Rest)
    ;   need(Close),
        { Arguments = [] }
    ).

primary(Node) -->
    [token(Kind, Place)],
    primary(Kind, Place, Node).

primary(int(Value), Place, node(int(Value), Place)) --> !.
primary(str(String), Place, node(str(String), Place)) --> !.
primary(name(Name), Place, node(var(Name), Place)) --> !.
primary(word(true), Place, node(bool(true), Place)) --> !.
primary(word(false), Place, node(bool(false), Place)) --> !.
primary(op('('), _, Node) -->
    !,
    expression(Node),
    need(op(')')).
primary(op('['), Place, Node) -->
    !,
    arguments(op(']'), Elements),
    { foldr(Place, Elements, Node) }.
primary(Kind, Place, _) -->
    { throw(quill_error(syntax(expression, Kind), Place)) }.

foldr(Place, [], node(nil, Place)).
foldr(Place, [Element|Elements], node(cons(Element, Tail), Place)) :-
    foldr(Place, Elements, Tail).

% Tokens.

place(Place), [token(Kind, Place)] -->
    [token(Kind, Place)].

next(Kind) -->
    [token(Found, _)],
    { Found == Kind },
    !.

one_of(Symbols, Operator) -->
    [token(Found, _)],
    { memberchk(Found, Symbols),
      arg(1, Found, Operator)
    }.

need(Kind) -->
    [token(Found, Place)],
    (   { Found == Kind }
    ->  []
    ;   { throw(quill_error(syntax(Kind, Found), Place)) }
    ).

need_name(Name) -->
    [token(Found, Place)],
    (   { Found = name(Name) }
    ->  []
    ;   { throw(quill_error(syntax(name, Found), Place)) }
    ).
