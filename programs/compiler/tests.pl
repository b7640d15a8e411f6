% Unit tests of the compiler: the machine, with and without simplification, gives what the reference evaluator gives.

:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(library(random)).
:- use_module(quill/builtins).
:- use_module(quill/code).
:- use_module(quill/lexer).
:- use_module(quill/machine).
:- use_module(quill/optimise).
:- use_module(quill/parser).
:- use_module(quill/quill).
:- use_module(quill/types).

:- initialization(( run_tests -> true ; halt(1) )).

% The outcome of a program three ways: value(Text), or stop(Reason).

outcomes(Text, [Reference,Plain,Simple]) :-
    translate(Text, Definitions, _),
    outcome(evaluate(Definitions, Value0), Value0, Reference),
    compile(Definitions, Code1),
    outcome(run(Code1, Value1, _), Value1, Plain),
    optimise(Definitions, Simpler, _),
    compile(Simpler, Code2),
    outcome(run(Code2, Value2, _), Value2, Simple).

outcome(Goal, Value, Outcome) :-
    catch(( Goal, shown(Value, Text), Outcome = value(Text) ), quill_stop(Reason), Outcome = stop(Reason)).

the_same(Text, Outcome) :-
    outcomes(Text, Outcomes),
    (   Outcomes = [Outcome,Outcome,Outcome]
    ->  true
    ;   format("~w~n~q~n", [Text,Outcomes]),
        fail
    ).

gives(Body, Value) :-
    format(string(Text), "fun main() = ~w;", [Body]),
    the_same(Text, value(Value)).

:- begin_tests(lexer).

test(places, Tokens == [token(word(fun), 1:1),token(name(f), 1:5),token(op('('), 2:2),token(end, 2:3)]) :-
    tokens("fun f # a comment\n (", Tokens).
test(longest, Kinds == [op(==),op(=),op('=>'),op(::),op('!='),end]) :-
    tokens("== = => :: !=", Tokens),
    findall(Kind, member(token(Kind, _), Tokens), Kinds).
test(text, String-Place == "a\"\n\\"-(1:11)) :-
    tokens("\"a\\\"\\n\\\\\" x", [token(str(String), _),token(name(x), Place)|_]).
test(open, throws(quill_error(lexical(open_string), 1:3))) :-
    tokens("1 \"a", _).

:- end_tests(lexer).

:- begin_tests(parser).

tree(Text, Tree) :-
    format(string(Program), "fun f() = ~w;", [Text]),
    parse(Program, [function(f, [], Node, _)]),
    plain(Node, Tree).

plain(node(What0, _), What) :-
    What0 =.. [Kind|Parts0],
    maplist(plain_part, Parts0, Parts),
    What =.. [Kind|Parts].

plain_part(Part0, Part) :-
    (   Part0 = node(_, _)
    ->  plain(Part0, Part)
    ;   Part = Part0
    ).

test(left, Tree == op(-, op(-, int(1), int(2)), int(3))) :-
    tree("1 - 2 - 3", Tree).
test(right, Tree == cons(int(1), cons(int(2), nil))) :-
    tree("1 :: 2 :: []", Tree).
test(levels, Tree == op(or, bool(true), op(and, bool(false), op(<, int(1), op(+, int(2), op(*, int(3), int(4))))))) :-
    tree("true or false and 1 < 2 + 3 * 4", Tree).
test(list, Tree == cons(int(1), cons(int(2), nil))) :-
    tree("[1, 2]", Tree).
test(keyword_operand, Tree == op(+, int(1), if(bool(true), int(2), int(3)))) :-
    tree("1 + if true then 2 else 3", Tree).
test(no_chain, throws(quill_error(syntax(op(;), op(<)), 1:17))) :-
    parse("fun f() = 1 < 2 < 3;", _).

:- end_tests(parser).

:- begin_tests(types).

type_of(Text, Shown) :-
    translate(Text, _, [_-Type|_]),
    type_text(Type, Shown).

problem(Text, Problem) :-
    catch(( translate(Text, _, _), Problem = none ), quill_error(type(Problem), _), true).

test(general, Type == '((a) -> b, list(a)) -> list(b)') :-
    type_of("fun map(f, l) = match l with [] => [] | h :: t => f(h) :: map(f, t); fun main() = 0;", Type).
test(each_use, true) :-
    translate("fun same(x) = x; fun main() = if same(true) then same(1) else 2;", _, _).
test(mutual, true) :-
    translate("fun a(n) = if n == 0 then 0 else b(n - 1); fun b(n) = a(n); fun main() = a(3);", _, _).
test(mismatch, Problem == mismatch(int, str)) :-
    problem("fun main() = 1 + \"a\";", Problem).
test(occurs, true(nonvar(Problem))) :-
    problem("fun f(x) = x(x); fun main() = 1;", Problem).
test(arguments, Problem == arguments(2, 1)) :-
    problem("fun f(x, y) = x; fun main() = f(1);", Problem).
test(twice, Problem == defined_twice(print)) :-
    problem("fun print(x) = x; fun main() = 1;", Problem).
test(no_main, Problem == no_main) :-
    problem("fun f() = 1;", Problem).

:- end_tests(types).

:- begin_tests(values).

test(arithmetic) :-
    gives("7 / 2 * 2 + 7 % 2 - -1", "8").
test(texts) :-
    gives("part(\"abcdef\", 1, 3) ++ text(size(\"ab\"))", "bcd2").
test(closures) :-
    gives("let n = 3 in let add = fun(x) => fun(y) => x + y + n in add(1)(2)", "6").
test(shadowing) :-
    gives("let x = 1 in let y = x + 1 in let x = y * 10 in x + y", "22").
test(function_as_value) :-
    the_same("fun inc(x) = x + 1; fun twice(f, x) = f(f(x)); fun main() = twice(inc, 5);", value("7")).
test(builtin_as_value) :-
    the_same("fun call(f, x) = f(x); fun main() = call(text, [1]) ++ text(call(abs, -2));", value("[1]2")).
test(deep_tail_call) :-
    the_same("fun loop(n) = if n == 0 then 0 else loop(n - 1); fun main() = loop(20000);", value("0")).
test(lazy_and) :-
    gives("false and 1 / 0 == 1", "false").
test(matching) :-
    gives("match 1 :: 2 :: [] with [] => 0 | h :: t => h * 10 + length(t)", "11").
test(stop, Outcome == stop(division_by_zero)) :-
    the_same("fun main() = let x = 0 in 1 % x;", Outcome).
test(small_functions) :-
    the_same("fun sq(x) = x * x; fun h(a, b) = sq(a) + sq(b); fun main() = let a = 2 in h(a, a + 1);", value("13")).

:- end_tests(values).

:- begin_tests(random_programs).

test(agree) :-
    set_random(seed(42)),
    forall(between(1, 300, _), ( expression(int, 5, [], Text), format(string(Program), "fun main() = ~s;", [Text]), the_same(Program, _) )).

% expression(+Type, +Depth, +Names, -Codes): Names has Type-Name for the names around it.

expression(Type, Depth, Names, Codes) :-
    phrase(made(Type, Depth, Names), Parts),
    atomic_list_concat(Parts, Atom),
    atom_codes(Atom, Codes).

made(Type, Depth, Names) -->
    (   { Depth =< 0 }
    ->  leaf(Type, Names)
    ;   { D is Depth - 1,
          random_between(1, 7, Choice)
        },
        node(Choice, Type, D, Names)
    ).

leaf(Type, Names) -->
    (   { findall(Name, member(Type-Name, Names), Found),
          Found = [_|_],
          maybe
        }
    ->  { random_member(Name, Found) },
        [Name]
    ;   { Type == int }
    ->  { random_between(0, 9, Number) },
        [Number]
    ;   { random_member(Truth, [true,false]) },
        [Truth]
    ).

node(1, Type, _, Names) --> !, leaf(Type, Names).
node(2, Type, D, Names) -->
    !,
    ['(if '], made(bool, D, Names), [' then '], made(Type, D, Names), [' else '], made(Type, D, Names), [')'].
node(3, Type, D, Names) -->
    !,
    { random_member(Local, [int,bool]),
      random_member(Name, [a,b,c]),
      findall(Kind-Other, ( member(Kind-Other, Names), Other \== Name ), Others)
    },
    ['(let ',Name,' = '], made(Local, D, Names), [' in '], made(Type, D, [Local-Name|Others]), [')'].
node(4, Type, D, Names) -->
    !,
    ['(fun(p) => '], made(Type, D, [int-p|Names]), [')('], made(int, D, Names), [')'].
node(_, int, D, Names) -->
    !,
    { random_member(Operator, [+,-,*,/,'%']) },
    ['('], made(int, D, Names), [' ',Operator,' '], made(int, D, Names), [')'].
node(5, bool, D, Names) -->
    !,
    { random_member(Operator, [and,or]) },
    ['('], made(bool, D, Names), [' ',Operator,' '], made(bool, D, Names), [')'].
node(6, bool, D, Names) -->
    !,
    ['not '], made(bool, D, Names).
node(_, bool, D, Names) -->
    { random_member(Operator, [<,'<=',>,'>=',==,'!=']) },
    ['('], made(int, D, Names), [' ',Operator,' '], made(int, D, Names), [')'].

:- end_tests(random_programs).
