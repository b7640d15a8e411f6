% Predicates of Quintus Prolog, with the names of library(quintus).

%! prolog_flag(?Flag, ?Value) is nondet.
%  Synonym of current_prolog_flag/2.
%  ?- prolog_flag(bounded, X).   %=> X = false.
prolog_flag(Flag, Value) :-
    current_prolog_flag(Flag, Value).

%! otherwise is det.
%  Succeeds; used as the condition of the last branch of an if-then-else.
%  ?- otherwise.
otherwise.

%! on_exception(?Ball, :Goal, :Recovery) is nondet.
%  Like catch/3, with the arguments in another order.
%  ?- on_exception(E, throw(a), true).   %=> E = a.
on_exception(Ball, Goal, Recovery) :-
    catch(Goal, Ball, Recovery).

%! raise_exception(+Ball)
%  Synonym of throw/1.
%  ?- catch(raise_exception(a), E, true).   %=> E = a.
raise_exception(Ball) :-
    throw(Ball).

%! genarg(?N, +Term, ?Argument) is nondet.
%  Like arg/3, but enumerates N if it is unbound.
%  ?- findall(_N-_A, genarg(_N, f(a, b), _A), L).   %=> L = [1-a, 2-b].
genarg(N, Term, Argument) :-
    (   var(N)
    ->  functor(Term, _, Arity),
        between(1, Arity, N)
    ;   true
    ),
    arg(N, Term, Argument).

%! simple(@Term) is semidet.
%  True if Term is a variable or an atomic term.
%  ?- simple(a), simple(_), \+ simple(f(a)).
simple(Term) :-
    \+ compound(Term).

%! midstring(?Whole, ?Part, ?Rest) is nondet.
%  True if the atom Part occurs in Whole, and Rest is Whole without it.
%  ?- midstring(abc, b, R).   %=> R = ac.
midstring(Whole, Part, Rest) :-
    midstring(Whole, Part, Rest, _, _, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before) is nondet.
%  Like midstring/3, with Before characters before Part.
%  ?- midstring(abc, b, _, N).   %=> N = 1.
midstring(Whole, Part, Rest, Before) :-
    midstring(Whole, Part, Rest, Before, _, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before, ?Length) is nondet.
%  Like midstring/4, with Part of Length characters.
%  ?- midstring(abc, P, R, 0, 2).   %=> P = ab, R = c.
midstring(Whole, Part, Rest, Before, Length) :-
    midstring(Whole, Part, Rest, Before, Length, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before, ?Length, ?After) is nondet.
%  Like midstring/5, with After characters after Part.
%  ?- midstring(abc, P, _, _, 1, 0).   %=> P = c.
midstring(Whole, Part, Rest, Before, Length, After) :-
    sub_atom(Whole, Before, Length, After, Part),
    sub_atom(Whole, 0, Before, _, Start),
    sub_atom(Whole, _, After, 0, End),
    atom_concat(Start, End, Rest).

%! skip_line is det.
%  Reads the rest of the line.
%  ?- open_string("a\nb", _S), set_input(_S), skip_line, get_char(C), close(_S).   %=> C = b.
skip_line :-
    skip(0'\n).

%! skip_line(+Stream) is det.
%  Like skip_line/0, for Stream.
%  ?- open_string("a\nb", _S), skip_line(_S), get_char(_S, C), close(_S).   %=> C = b.
skip_line(Stream) :-
    skip(Stream, 0'\n).

%! unix(+Action) is semidet.
%  Calls the operating system: cd(Folder), cd, shell(Command), system(Command), exit(Status), argv(Arguments) or
%  args(Arguments) with the words of the command line. Fails for other actions.
%  ?- unix(argv(_L)), is_list(_L).
unix(Action) :-
    must_be(nonvar, Action),
    (   Action = system(Command)
    ->  shell(Command)
    ;   Action = shell(Command)
    ->  shell(Command)
    ;   Action = cd(Folder)
    ->  working_directory(_, Folder)
    ;   Action == cd
    ->  expand_file_name(~, [Home]),
        working_directory(_, Home)
    ;   Action = exit(Status)
    ->  halt(Status)
    ;   ( Action = argv(Arguments) ; Action = args(Arguments) )
    ->  ( current_prolog_flag(os_argv, Words) -> Arguments = Words ; current_prolog_flag(argv, Arguments) )
    ).

%! mode(+Modes) is det.
%  Accepted without effect: a directive that declares argument modes.
%  ?- mode(p(+, -)).
mode(_).

%! no_style_check(+Check) is det.
%  Turns checks off, as style_check/1: single_var, discontiguous, or all. Others are accepted without effect.
%  ?- no_style_check(single_var), \+ style_check(?(singleton)), style_check(+singleton).
no_style_check(Check) :-
    must_be(nonvar, Check),
    forall('$quintus_style'(Check, Name), style_check(-Name)).

%! '$quintus_style'(+Check, -Name) is nondet.
'$quintus_style'(single_var, singleton).
'$quintus_style'(discontiguous, discontiguous).
'$quintus_style'(all, singleton).
'$quintus_style'(all, discontiguous).

%! compile(+Files) is det.
%  Synonym of consult/1.
%  ?- compile([]).
compile(Files) :-
    consult(Files).

%! atom_char(?Atom, ?Code) is det.
%  Synonym of char_code/2.
%  ?- atom_char(a, C).   %=> C = 97.
atom_char(Atom, Code) :-
    char_code(Atom, Code).

%! date(-Date) is det.
%  Date is the current date as date(Year, Month, Day).
%  ?- date(_D), _D = date(_Y, _, _), integer(_Y).
date(date(Year,Month,Day)) :-
    get_time(Now),
    stamp_date_time(Now, DateTime, local),
    date_time_value(year, DateTime, Year),
    date_time_value(month, DateTime, Month),
    date_time_value(day, DateTime, Day).

%! abs(+X, -Y) is det.
%  Y is the absolute value of X.
%  ?- abs(-2, Y).   %=> Y = 2.
abs(X, Y) :-
    Y is abs(X).

%! sin(+X, -Y) is det.
%  Y is the sine of X.
%  ?- sin(0, Y).   %=> Y = 0.0.
sin(X, Y) :-
    Y is sin(X).

%! cos(+X, -Y) is det.
%  Y is the cosine of X.
%  ?- cos(0, Y).   %=> Y = 1.0.
cos(X, Y) :-
    Y is cos(X).

%! tan(+X, -Y) is det.
%  Y is the tangent of X.
%  ?- tan(0, Y).   %=> Y = 0.0.
tan(X, Y) :-
    Y is tan(X).

%! asin(+X, -Y) is det.
%  Y is the arc sine of X.
%  ?- asin(0, Y).   %=> Y = 0.0.
asin(X, Y) :-
    Y is asin(X).

%! acos(+X, -Y) is det.
%  Y is the arc cosine of X.
%  ?- acos(1, Y).   %=> Y = 0.0.
acos(X, Y) :-
    Y is acos(X).

%! atan(+X, -Y) is det.
%  Y is the arc tangent of X.
%  ?- atan(0, Y).   %=> Y = 0.0.
atan(X, Y) :-
    Y is atan(X).

%! log(+X, -Y) is det.
%  Y is the natural logarithm of X.
%  ?- log(1, Y).   %=> Y = 0.0.
log(X, Y) :-
    Y is log(X).

%! log10(+X, -Y) is det.
%  Y is the logarithm to the base 10 of X.
%  ?- log10(100, Y).   %=> Y = 2.0.
log10(X, Y) :-
    Y is log10(X).

%! sqrt(+X, -Y) is det.
%  Y is the square root of X.
%  ?- sqrt(4, Y).   %=> Y = 2.0.
sqrt(X, Y) :-
    Y is sqrt(X).

%! ceiling(+X, -Y) is det.
%  Y is the least integer that is not below X.
%  ?- ceiling(1.5, Y).   %=> Y = 2.
ceiling(X, Y) :-
    Y is ceiling(X).

%! floor(+X, -Y) is det.
%  Y is the greatest integer that is not above X.
%  ?- floor(1.5, Y).   %=> Y = 1.
floor(X, Y) :-
    Y is floor(X).

%! round(+X, -Y) is det.
%  Y is the nearest integer of X.
%  ?- round(1.6, Y).   %=> Y = 2.
round(X, Y) :-
    Y is round(X).

%! sign(+X, -Y) is det.
%  Y is the sign of X.
%  ?- sign(-3, Y).   %=> Y = -1.
sign(X, Y) :-
    Y is sign(X).

%! pow(+X, +Y, -Z) is det.
%  Z is X to the power Y.
%  ?- pow(2, 3, Z).   %=> Z = 8.
pow(X, Y, Z) :-
    Z is X**Y.

%! atan2(+Y, +X, -Angle) is det.
%  Angle is that of the point (X, Y).
%  ?- atan2(0, 1, A).   %=> A = 0.0.
atan2(Y, X, Angle) :-
    Angle is atan2(Y, X).
