% Growth by the examples of the manual: the goals in which a predicate is shown are called with larger lists, texts,
% terms and numbers in one place, or larger lists in all places, and the exponents of their growth are found.

:- forall(member(Library, [dcg/basics,dcg/high_order,clpfd,clpb,clpr,simplex,chr]), use_module(library(Library))).

% A larger size is not tried when a call takes so many seconds.
most(0.003).

% The input is a term example(Name, Arity, Text). The last line tells that it has not ended the program.
example :-
    open_null_stream(Null),
    set_output(Null),
    read(user_input, Example),
    measured_example(Example),
    format(user_output, "~n=end~n", []).

% Prints a line for each place that can be larger: the indicator, the place, the exponent, and the seconds and the size of
% the last call.
measured_example(example(Name, Arity, Text)) :-
    catch(ignore(call_with_time_limit(20, example_rows(Name, Arity, Text))), Error,
          print_message(error, format("~w: ~p", [Name/Arity,Error]))).

example_rows(Name, Arity, Text) :-
    term_string(Goal, Text),
    comma_list(Goal, Goals),
    append(Before, [Shown|_], Goals),
    mentions(Shown, Name, Arity),
    !,
    forall(place(Before, Shown, Place), row_of(Name/Arity, Before, Shown, Place)).
example_rows(_, _, _).

mentions(Goal, Name, Arity) :-
    Arity2 is Arity - 2,
    sub_term(Sub, Goal),
    callable(Sub),
    functor(Sub, Name, Arity0),
    memberchk(Arity0, [Arity,0,Arity2]),
    !.

% place(+Before, +Goal, -Place): Place is a path of argument numbers to what can be larger, or lists.
place(Before, Goal, Place) :-
    findall(P, ( once(maplist(call, Before)), place_in(Goal, 3, P) ), Places0),
    sort(Places0, Places1),
    ( Places1 = [_,_|_] -> Places = [lists|Places1] ; Places = Places1 ),
    member(Place, Places).

place_in(Goal, Depth, [I|Path]) :-
    compound(Goal),
    Depth > 0,
    \+ is_list(Goal),
    arg(I, Goal, Arg),
    nonvar(Arg),
    (   scalable(Arg),
        Path = []
    ;   Depth1 is Depth - 1,
        place_in(Arg, Depth1, Path)
    ).

scalable(Arg) :- is_list(Arg), Arg \== [].
scalable(Arg) :- string(Arg), Arg \== "".
scalable(Arg) :- atom(Arg), Arg \== [], \+ current_op(_, _, Arg), \+ current_predicate(Arg/_).
scalable(Arg) :- integer(Arg), Arg > 0.
scalable(Arg) :- compound(Arg), \+ is_list(Arg), \+ predicate_property(Arg, visible).

row_of(Indicator, Before, Goal, Place) :-
    (   size(Before, Goal, Place, 32, Size)
    ->  lowest(slope_of(Before, Goal, Place, Size), 1, 1.4, Slope-Time),
        format(user_output, "~n=row ~w ~w ~3f ~6f ~w~n", [Indicator,Place,Slope,Time,Size])
    ;   true
    ).

slope_of(Before, Goal, Place, Size, Scale, Slope-Last) :-
    Quarter is Scale * Size // 4,
    findall(X-Y,
            ( member(N, [1,2,4]),
              Size1 is Quarter * N,
              once(maplist(call, Before)),
              larger(Place, Goal, Size1, Larger),
              time_of(Larger, 1, Time),
              X is log(Size1),
              Y is log(max(Time, 1.0e-9)) ),
            Points),
    slope(Points, Slope),
    last(Points, _-LogTime),
    Last is exp(LogTime).

% size(+Before, +Goal, +Place, +N, -Size): Size is the first power of two from N on at which the goal takes a while. Fails
% if the goal fails, or raises an error, with what is larger.
size(Before, Goal, Place, N, Size) :-
    once(maplist(call, Before)),
    larger(Place, Goal, N, Larger),
    catch(single(Larger, Time), error(_, _), fail),
    most(Most),
    (   ( Time > Most ; N >= 65536 )
    ->  Size = N
    ;   N2 is 2 * N,
        (   size(Before, Goal, Place, N2, Size0)
        ->  Size = Size0
        ;   N >= 128,
            Size = N
        )
    ).

single(Goal, Time) :-
    statistics(cputime, Start),
    \+ \+ once(Goal),
    statistics(cputime, End),
    Time is End - Start.

larger(lists, Goal, N, Larger) :-
    !,
    Goal =.. [Name|Args],
    maplist(larger_list(N), Args, Args1),
    Larger =.. [Name|Args1].
larger([], Term, N, Larger) :-
    !,
    scaled(Term, N, Larger).
larger([I|Path], Goal, N, Larger) :-
    Goal =.. [Name|Args],
    nth1(I, Args, Arg, Others),
    larger(Path, Arg, N, Arg1),
    nth1(I, Args1, Arg1, Others),
    Larger =.. [Name|Args1].

larger_list(N, Arg, Larger) :-
    (   is_list(Arg),
        Arg \== []
    ->  scaled(Arg, N, Larger)
    ;   Larger = Arg
    ).

scaled(List, N, Larger) :-
    is_list(List),
    !,
    (   maplist(is_code, List)
    ->  repeated(List, N, Larger)
    ;   maplist(integer, List)
    ->  numlist(1, N, Larger)
    ;   maplist([P]>>( nonvar(P), P = K-_, integer(K) ), List)
    ->  List = [_-V|_],
        findall(K-V, between(1, N, K), Larger)
    ;   maplist([P]>>( nonvar(P), P = K-_, atom(K) ), List)
    ->  List = [_-V|_],
        findall(K-V, ( between(1, N, I), numbered(k, I, K) ), Larger0),
        sort(Larger0, Larger)
    ;   maplist([A]>>( atom(A), atom_length(A, Length), Length > 1 ), List)
    ->  findall(A, ( between(1, N, I), numbered(a, I, A) ), Larger0),
        sort(Larger0, Larger)
    ;   repeated(List, N, Larger)
    ).
scaled(String, N, Larger) :-
    string(String),
    !,
    string_codes(String, Codes),
    repeated(Codes, N, Codes1),
    string_codes(Larger, Codes1).
scaled(Atom, N, Larger) :-
    atom(Atom),
    !,
    atom_codes(Atom, Codes),
    repeated(Codes, N, Codes1),
    atom_codes(Larger, Codes1).
scaled(Number, N, Larger) :-
    integer(Number),
    !,
    Larger = N.
scaled(Compound, N, Larger) :-
    compound_name_arguments(Compound, Name, Args),
    (   Args = [_, Right],
        current_op(_, _, Name)
    ->  length(Rights, N),
        foldl([_,T0,T]>>compound_name_arguments(T, Name, [T0,Right]), Rights, Compound, Larger)
    ;   repeated(Args, N, Args1),
        compound_name_arguments(Larger, Name, Args1)
    ).

is_code(Code) :-
    integer(Code),
    Code >= 32,
    Code < 0x10ffff,
    Code =\= 39.

numbered(Prefix, I, Atom) :-
    format(atom(Atom), "~w~|~`0t~d~6+", [Prefix,I]).

repeated(List, N, Larger) :-
    length(Larger, N),
    cycled(Larger, List, List).

cycled([], _, _).
cycled([X|Xs], Left, List) :-
    (   Left = [X0|Left1]
    ->  true
    ;   List = [X0|Left1]
    ),
    X = X0,
    cycled(Xs, Left1, List).
