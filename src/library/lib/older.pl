% Names that other and older systems have for what is here under another name: library(backcomp), library(quintus).

%! concat(+A, +B, -C) is det.
%  As atomic_list_concat/2 of two.
%  ?- concat(a, 1, C).   %=> C = a1.
concat(A, B, C) :-
    atomic_list_concat([A,B], C).

%! write_ln(@Term) is det.
%  As writeln/1.
%  ?- with_output_to(string(S), write_ln(a)).   %=> S = "a\n".
write_ln(Term) :-
    writeln(Term).

%! flush is det.
%  As flush_output/0.
%  ?- flush.
flush :-
    flush_output.

%! sublist(:Goal, +List, -Part) is det.
%  As include/3.
%  ?- sublist(integer, [a,1,b,2], L).   %=> L = [1,2].
sublist(Goal, List, Part) :-
    include(Goal, List, Part).

%! substring(+String, +Start, +Length, -Part) is det.
%  As sub_string/5, with Start counted from 1.
%  ?- substring("hello", 2, 3, S).   %=> S = "ell".
substring(String, Start, Length, Part) :-
    Before is Start - 1,
    sub_string(String, Before, Length, _, Part),
    !.

%! string_to_list(?String, ?Codes) is det.
%  As string_codes/2.
%  ?- string_to_list("ab", L).   %=> L = [97,98].
string_to_list(String, Codes) :-
    string_codes(String, Codes).

%! free_variables(@Term, -Variables) is det.
%  As term_variables/2.
%  ?- free_variables(f(X), L).   %=> L = [X].
free_variables(Term, Variables) :-
    term_variables(Term, Variables).

%! hash_term(@Term, -Hash) is det.
%  As term_hash/2.
%  ?- hash_term(a, _H), term_hash(a, _H), integer(_H).
hash_term(Term, Hash) :-
    term_hash(Term, Hash).

%! merge(+List1, +List2, -List) is det.
%  The elements of two sorted lists in order, all of them.
%  ?- merge([a,c], [a,b], L).   %=> L = [a,a,b,c].
merge(List1, List2, List) :-
    append(List1, List2, Both),
    msort(Both, List).

%! merge_set(+Set1, +Set2, -Set) is det.
%  As ord_union/3.
%  ?- merge_set([a,c], [a,b], L).   %=> L = [a,b,c].
merge_set(Set1, Set2, Set) :-
    ord_union(Set1, Set2, Set).

%! sformat(-String, +Format, +Arguments) is det.
%  What format/2 writes, as a string.
%  ?- sformat(S, "~w!", [a]).   %=> S = "a!".
sformat(String, Format, Arguments) :-
    format(string(String), Format, Arguments).

%! sformat(-String, +Format) is det.
%  As sformat/3 without arguments.
%  ?- sformat(S, "a~~").   %=> S = "a~".
sformat(String, Format) :-
    format(string(String), Format, []).

%! setup_and_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%  As setup_call_cleanup/3.
%  ?- setup_and_call_cleanup(true, X = 1, true).   %=> X = 1.
setup_and_call_cleanup(Setup, Goal, Cleanup) :-
    setup_call_cleanup(Setup, Goal, Cleanup).

%! convert_time(+Time, -String) is det.
%  A point in time in words.
%  ?- convert_time(0, _S), string(_S).
convert_time(Time, String) :-
    format_time(string(String), '%a %b %e %T %Y', Time).

%! feature(?Key, ?Value) is nondet.
%  As current_prolog_flag/2.
%  ?- feature(bounded, B).   %=> B = false.
feature(Key, Value) :-
    current_prolog_flag(Key, Value).

%! set_feature(+Key, +Value) is det.
%  As set_prolog_flag/2.
%  ?- set_feature(unknown, error).
set_feature(Key, Value) :-
    set_prolog_flag(Key, Value).

%! otherwise is det.
%  Succeeds: for the last branch of a choice.
%  ?- otherwise.
otherwise.

%! on_exception(?Ball, :Goal, :Recovery) is nondet.
%  As catch/3, with the arguments in another order.
%  ?- on_exception(E, throw(a), true).   %=> E = a.
on_exception(Ball, Goal, Recovery) :-
    catch(Goal, Ball, Recovery).

%! raise_exception(+Ball)
%  As throw/1.
%  ?- catch(raise_exception(a), E, true).   %=> E = a.
raise_exception(Ball) :-
    throw(Ball).

%! genarg(?N, +Term, ?Argument) is nondet.
%  As arg/3, which finds N too.
%  ?- findall(_N-_A, genarg(_N, f(a, b), _A), L).   %=> L = [1-a, 2-b].
genarg(N, Term, Argument) :-
    (   var(N)
    ->  functor(Term, _, Arity),
        between(1, Arity, N)
    ;   true
    ),
    arg(N, Term, Argument).

%! simple(@Term) is semidet.
%  A variable or an atomic term.
%  ?- simple(a), simple(_), \+ simple(f(a)).
simple(Term) :-
    \+ compound(Term).

%! midstring(?Whole, ?Part, ?Rest) is nondet.
%  Part is in Whole, Rest is what is around it; atoms.
%  ?- midstring(abc, b, R).   %=> R = ac.
midstring(Whole, Part, Rest) :-
    midstring(Whole, Part, Rest, _, _, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before) is nondet.
%  As midstring/3, behind Before characters.
%  ?- midstring(abc, b, _, N).   %=> N = 1.
midstring(Whole, Part, Rest, Before) :-
    midstring(Whole, Part, Rest, Before, _, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before, ?Length) is nondet.
%  As midstring/4; Part has Length characters.
%  ?- midstring(abc, P, R, 0, 2).   %=> P = ab, R = c.
midstring(Whole, Part, Rest, Before, Length) :-
    midstring(Whole, Part, Rest, Before, Length, _).

%! midstring(?Whole, ?Part, ?Rest, ?Before, ?Length, ?After) is nondet.
%  As midstring/5; After characters follow.
%  ?- midstring(abc, P, _, _, 1, 0).   %=> P = c.
midstring(Whole, Part, Rest, Before, Length, After) :-
    sub_atom(Whole, Before, Length, After, Part),
    sub_atom(Whole, 0, Before, _, Start),
    sub_atom(Whole, _, After, 0, End),
    atom_concat(Start, End, Rest).

%! skip_line is det.
%  Reads to the end of the line.
%  ?- open_string("a\nb", _S), set_input(_S), skip_line, get_char(C), close(_S).   %=> C = b.
skip_line :-
    skip(0'\n).

%! skip_line(+Stream) is det.
%  As skip_line/0, of Stream.
%  ?- open_string("a\nb", _S), skip_line(_S), get_char(_S, C), close(_S).   %=> C = b.
skip_line(Stream) :-
    skip(Stream, 0'\n).

%! unix(+Action) is semidet.
%  What the operating system does: cd(Folder), cd, shell(Command), system(Command), exit(Status), argv(Arguments).
%  ?- unix(argv(_L)), is_list(_L).
unix(Action) :-
    must_be(nonvar, Action),
    (   Action = system(Command)
    ->  shell(Command)
    ;   Action = shell(Command)
    ->  shell(Command)
    ;   Action = cd(Folder)
    ->  chdir(Folder)
    ;   Action == cd
    ->  expand_file_name(~, [Home]),
        chdir(Home)
    ;   Action = exit(Status)
    ->  halt(Status)
    ;   Action = argv(Arguments)
    ->  current_prolog_flag(argv, Arguments)
    ;   domain_error(unix_action, Action)
    ).

%! mode(+Modes) is det.
%  Accepted: a directive that says how arguments are used.
%  ?- mode(p(+, -)).
mode(_).

%! no_style_check(+Check) is det.
%  Accepted; all checks are made.
%  ?- no_style_check(single_var).
no_style_check(Check) :-
    must_be(nonvar, Check).

%! compile(+Files) is det.
%  As consult/1.
%  ?- compile([]).
compile(Files) :-
    consult(Files).

%! atom_char(?Atom, ?Code) is det.
%  As char_code/2.
%  ?- atom_char(a, C).   %=> C = 97.
atom_char(Atom, Code) :-
    char_code(Atom, Code).

%! date(-Date) is det.
%  Today, as date(Year, Month, Day).
%  ?- date(_D), _D = date(_Y, _, _), integer(_Y).
date(date(Year,Month,Day)) :-
    get_time(Now),
    stamp_date_time(Now, DateTime, local),
    date_time_value(year, DateTime, Year),
    date_time_value(month, DateTime, Month),
    date_time_value(day, DateTime, Day).

%! transpose(+Rows, -Columns) is semidet.
%  Columns are those of a list of lists of the same length.
%  ?- transpose([[1,2,3],[4,5,6]], L).   %=> L = [[1,4],[2,5],[3,6]].
%  ?- transpose([], L).   %=> L = [].
transpose(Rows, Columns) :-
    must_be(list(list), Rows),
    (   Rows == []
    ->  Columns = []
    ;   Rows = [Row|_],
        '$transpose'(Row, Rows, Columns)
    ).

%! '$transpose'(+Row, +Rows, -Columns) is semidet.
'$transpose'([], Rows, []) :-
    maplist(=([]), Rows).
'$transpose'([_|Row], Rows, [Column|Columns]) :-
    '$heads_tails'(Rows, Column, Tails),
    '$transpose'(Row, Tails, Columns).

%! '$heads_tails'(+Lists, -Heads, -Tails) is semidet.
'$heads_tails'([], [], []).
'$heads_tails'([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    '$heads_tails'(Lists, Heads, Tails).

%! tracing is semidet.
%  Fails: there is no tracer.
%  ?- tracing.   %=> false.
tracing :-
    fail.

%! notrace is det.
%  Succeeds: nothing is traced.
%  ?- notrace.
notrace.

%! debug is det.
%  Turns the flag debug on.
%  ?- debug, nodebug.
debug :-
    set_prolog_flag(debug, true).

%! nodebug is det.
%  Turns the flag debug off.
%  ?- nodebug.
nodebug :-
    set_prolog_flag(debug, false).

%! trim_heap is det.
%  Accepted: memory that is not needed is given back anyway.
%  ?- trim_heap.
trim_heap.

%! set_prolog_stack(+Stack, +Property) is det.
%  Accepted: the flag stack_limit says how much all stacks may take.
%  ?- set_prolog_stack(global, limit(100000000)).
set_prolog_stack(Stack, Property) :-
    must_be(oneof([local,global,trail,argument]), Stack),
    must_be(compound, Property).

%! atom_prefix(+Atom, +Prefix) is semidet.
%  Atom begins with Prefix.
%  ?- atom_prefix(hello, he).
atom_prefix(Atom, Prefix) :-
    sub_atom(Atom, 0, _, _, Prefix),
    !.

%! default_module(+Module, -Default) is nondet.
%  Where the predicates that Module calls are looked for.
%  ?- findall(_D, default_module(user, _D), L).   %=> L = [user, system].
default_module(Module, Default) :-
    must_be(atom, Module),
    list_to_set([Module,user,system], Modules),
    member(Default, Modules).

%! import_module(+Module, -Import) is nondet.
%  Where the predicates are looked for that Module does not define.
%  ?- import_module(user, M).   %=> M = system.
import_module(Module, Import) :-
    default_module(Module, Import),
    Import \== Module,
    !.

%! version is det.
%  Writes the version of the system to user_error, as print_message/2 writes.
%  ?- version.
version :-
    current_prolog_flag(version_data, Data),
    Data =.. [Name,Major,Minor,Patch|_],
    print_message(banner, format("~w ~w.~w.~w", [Name,Major,Minor,Patch])).

%! get_single_char(-Code) is det.
%  The next character of the standard input, -1 at its end; from a terminal it comes when its line is typed.
%  ?- catch(get_single_char(a), E, true).   %=> E = error(type_error(integer, a), _).
get_single_char(Code) :-
    ( var(Code) -> true ; must_be(integer, Code) ),
    flush_output(user_output),
    get_code(user_input, Code).

%! rm(+File) is det.
%  As delete_file/1.
%  ?- rm('/no/such').   %=> existence_error(file, '/no/such').
rm(File) :-
    delete_file(File).

%! mv(+From, +To) is det.
%  As rename_file/2, into To if that is a folder.
%  ?- mv('/no/such', '/no/other').   %=> existence_error(file, '/no/such').
mv(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Name),
        directory_file_path(To, Name, Target)
    ;   Target = To
    ),
    rename_file(From, Target).

%! is_lambda(@Term) is semidet.
%  Is it an expression of library(yall)?
%  ?- is_lambda([X]>>true).
is_lambda(Term) :-
    compound(Term),
    functor(Term, Name, Arity),
    Arity >= 2,
    ( Name == (>>) ; Name == (/) ),
    !.

%! group_by(?By, ?Template, :Goal, -List) is nondet.
%  As bagof/3, once for each value of By: all other variables of Goal may be anything.
%  ?- group_by(K, _V, member(K-_V-_, [a-1-x,b-2-y,a-3-z]), L).   %=> K = a, L = [1,3] ; K = b, L = [2].
group_by(By, Template, Goal, List) :-
    term_variables(By+Template, Kept),
    term_variables(Goal, All),
    exclude('$is_one_of'(Kept), All, Others),
    bagof(Template, Others^Goal, List).

%! '$is_one_of'(+Variables, @Variable) is semidet.
'$is_one_of'(Variables, Variable) :-
    member(Same, Variables),
    Same == Variable,
    !.

%! reduced(:Goal) is nondet.
%  As distinct/1.
%  ?- reduced(member(X, [a,a,b])).   %=> X = a ; X = b.
reduced(Goal) :-
    distinct(Goal).

%! foldsubterms(:Goal, +Term, -Result, +Start, -End) is semidet.
%  Result is Term with each subterm for which call(Goal, Subterm, New, S0, S) succeeds changed to New, from the outside
%  in; the states lead from Start to End.
%  ?- foldsubterms([X,Y,A,B]>>(integer(X), Y is X*2, B is A+X), f(1, g(2)), T, 0, S).   %=> T = f(2, g(4)), S = 3.
foldsubterms(Goal, Term, Result, Start, End) :-
    (   call(Goal, Term, Result0, Start, End0)
    ->  Result = Result0,
        End = End0
    ;   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments),
        '$fold_arguments'(Arguments, Goal, Results, Start, End),
        compound_name_arguments(Result, Name, Results)
    ;   Result = Term,
        End = Start
    ).

%! '$fold_arguments'(+Arguments, :Goal, -Results, +Start, -End)
'$fold_arguments'([], _, [], State, State).
'$fold_arguments'([Argument|Arguments], Goal, [Result|Results], Start, End) :-
    foldsubterms(Goal, Argument, Result, Start, Next),
    '$fold_arguments'(Arguments, Goal, Results, Next, End).

%! push_operators(+Operators) is det.
%  Defines a list of op(Priority, Type, Name) until pop_operators/0.
%  ?- push_operators([op(700, xfx, ===>)]), current_op(P, _, ===>), pop_operators, \+ current_op(_, _, ===>).   %=> P = 700.
push_operators(Operators) :-
    push_operators(Operators, _).

%! push_operators(+Operators, -Undo) is det.
%  As push_operators/1; pop_operators(Undo) takes it back.
%  ?- push_operators([op(700, xfx, ===>)], _U), pop_operators(_U), \+ current_op(_, _, ===>).
push_operators(Operators, Undo) :-
    must_be(list, Operators),
    findall(op(Old,Type,Name),
            ( member(op(_,Type,Name), Operators),
              ( '$operator_now'(Type, Name, Found) -> Old = Found ; Old = 0 )
            ),
            Undo),
    ( nb_current('$operators_pushed', Stack) -> true ; Stack = [] ),
    nb_setval('$operators_pushed', [Undo|Stack]),
    '$define_operators'(Operators).

%! '$operator_now'(+Type, +Name, -Priority) is semidet.
'$operator_now'(Type, Name, Priority) :-
    '$operator_class'(Type, Class),
    current_op(Priority, Other, Name),
    '$operator_class'(Other, Class),
    !.

%! '$operator_class'(+Type, -Class)
'$operator_class'(Type, Class) :-
    (   memberchk(Type, [fx,fy])
    ->  Class = prefix
    ;   memberchk(Type, [xf,yf])
    ->  Class = postfix
    ;   Class = infix
    ).

%! pop_operators is det.
%  Takes back what the last push_operators/1 has defined.
%  ?- push_operators([op(700, xfx, ===>)]), pop_operators.
pop_operators :-
    (   nb_current('$operators_pushed', [Undo|Stack])
    ->  nb_setval('$operators_pushed', Stack),
        '$define_operators'(Undo)
    ;   true
    ).

%! pop_operators(+Undo) is det.
%  Takes back what push_operators/2 has defined.
pop_operators(Undo) :-
    '$define_operators'(Undo),
    (   nb_current('$operators_pushed', [Undo|Stack])
    ->  nb_setval('$operators_pushed', Stack)
    ;   true
    ).

%! push_op(+Priority, +Type, +Name) is det.
%  As op/3 until pop_operators/0.
%  ?- push_op(700, xfx, ===>), pop_operators.
push_op(Priority, Type, Name) :-
    push_operators([op(Priority,Type,Name)]).
