% Quill, a small functional language: from text to values. Errors become messages with lines and columns.

:- module(quill, [translate/3, run_text/2, message_of/2]).

:- use_module(library(lists)).
:- use_module(parser).
:- use_module(types).
:- use_module(optimise).
:- use_module(code).
:- use_module(machine).
:- use_module(builtins).

%! translate(+Text, -Definitions, -Types) is det.
%  Reads and checks a program.
%  @throws quill_error(Problem, Line:Column)
translate(Text, Definitions, Types) :-
    parse(Text, Definitions),
    check(Definitions, Types).

%! run_text(+Text, +Options) is det.
%  Compiles and runs a program. Options: `types` and `code` print the types of its functions and its code, `plain` leaves
%  simplification out, `count` prints the number of instructions that ran.
run_text(Text, Options) :-
    catch(run_checked(Text, Options), Ball, told(Ball)).

run_checked(Text, Options) :-
    translate(Text, Definitions0, Types),
    (   memberchk(types, Options)
    ->  forall(member(Name-Type, Types),
               ( type_text(Type, Shown), format("~w: ~w~n", [Name,Shown]) ))
    ;   true
    ),
    (   memberchk(plain, Options)
    ->  Definitions = Definitions0
    ;   optimise(Definitions0, Definitions, _)
    ),
    compile(Definitions, Code),
    (   memberchk(code, Options)
    ->  listing_of(Code)
    ;   true
    ),
    run(Code, Value, Steps),
    shown(Value, Shown),
    format("= ~w~n", [Shown]),
    (   memberchk(count, Options)
    ->  format("~D instructions~n", [Steps])
    ;   true
    ).

told(Ball) :-
    (   message_of(Ball, Message)
    ->  format("~w~n", [Message])
    ;   throw(Ball)
    ).

%! message_of(+Ball, -Message) is semidet.
%  Message is the text for an error of a Quill program.
message_of(quill_error(Problem, Line:Column), Message) :-
    phrase(problem(Problem), Words),
    atomic_list_concat([Line,:,Column,': '|Words], Message).
message_of(quill_stop(Reason), Message) :-
    phrase(reason(Reason), Words),
    atomic_list_concat(['stopped: '|Words], Message).

problem(lexical(open_string)) -->
    ['this text has no closing quote'].
problem(lexical(escape(Char))) -->
    ['\\',Char,' is no escape sequence'].
problem(lexical(Char)) -->
    { atom(Char), Char \== open_string },
    ['`',Char,'\' is no character of a program'].
problem(syntax(Expected, Found)) -->
    ['expected '],
    token(Expected),
    [', found '],
    token(Found).
problem(type(unknown(Name))) -->
    ['nothing is called `',Name,'\''].
problem(type(defined_twice(Name))) -->
    ['`',Name,'\' is defined already'].
problem(type(arguments(Wanted, Given))) -->
    ['this function takes ',Wanted,' arguments, not ',Given].
problem(type(mismatch(Wanted, Found))) -->
    { type_texts([Wanted,Found], [WantedText,FoundText]) },
    ['expected ',WantedText,', found ',FoundText].
problem(type(no_main)) -->
    ['there is no function `main\''].
problem(type(main)) -->
    ['`main\' takes no arguments'].

token(Kind) -->
    (   { Kind = op(Symbol) }
    ->  ['`',Symbol,'\'']
    ;   { Kind = word(Word) }
    ->  ['`',Word,'\'']
    ;   { Kind = name(Name) }
    ->  ['the name ',Name]
    ;   { Kind = int(Number) }
    ->  ['the number ',Number]
    ;   { Kind = str(_) }
    ->  ['a text']
    ;   { Kind == name }
    ->  ['a name']
    ;   { Kind == end }
    ->  ['the end']
    ;   ['an expression']
    ).

reason(division_by_zero) -->
    ['division by zero'].
reason(no_part(String, Before, Size)) -->
    ['"',String,'" has no part of ',Size,' characters after ',Before].
reason(no_number(String)) -->
    ['"',String,'" is no number'].
reason(failed(Message)) -->
    [Message].
