% Lazy lists: library(lazy_lists). The rest of the list is a variable with an attribute; unifying it with anything that
% is no variable fetches the next part.
%
% What was fetched is kept in the attribute, so that it is the same after backtracking.

%! lazy_list(:Next, -List) is det.
%  List is lazy. call(Next, Part, Tail) fetches a part of it: Part is a list that ends in Tail, which is [] at the end.
%  ?- lazy_list([[1,2|T],T]>>true, L), L = [A,B,C|_], C = _.   %=> A = 1, B = 2, C = 1.
lazy_list(Next, List) :-
    put_attr(List, lazy_list, lazy(Next, _)).

%! lazy_list(:Next, +State, -List) is det.
%  Like lazy_list/2 with a state: call(Next, State0, State, Element) finds the next element; the list ends if it fails.
%  ?- lazy_list([N0,N,N]>>(N0 < 3, N is N0+1), 0, L), L = [A,B,C|R], R = [].   %=> A = 1, B = 2, C = 3, R = [].
lazy_list(Next, State, List) :-
    put_attr(List, lazy_list, lazy('$lazy_from_state'(Next, State), _)).

%! '$lazy_from_state'(:Next, +State0, -Part, -Tail) is det.
'$lazy_from_state'(Next, State0, Part, Tail) :-
    (   call(Next, State0, State, Element)
    ->  Part = [Element|Tail],
        lazy_list(Next, State, Tail)
    ;   Part = [],
        Tail = []
    ).

%! '$lazy_unify'(+Lazy, +Value) is semidet.
%  Called when the rest of a lazy list is unified with Value.
'$lazy_unify'(Lazy, Value) :-
    (   var(Value)
    ->  (   get_attr(Value, lazy_list, _)
        ->  '$lazy_fetch'(Lazy, Value)
        ;   put_attr(Value, lazy_list, Lazy)
        )
    ;   '$lazy_fetch'(Lazy, Value)
    ).

%! '$lazy_fetch'(+Lazy, ?Value) is semidet.
'$lazy_fetch'(Lazy, Value) :-
    Lazy = lazy(Next, Fetched),
    (   nonvar(Fetched)
    ->  true
    ;   Next = '$lazy_block'(Stream, _)
    ->  '$lazy_read'(Stream, Read),
        nb_setarg(2, Lazy, Read)
    ;   call(Next, Part, Tail),
        (   var(Tail),
            Part \== Tail,
            \+ attvar(Tail)
        ->  put_attr(Tail, lazy_list, lazy(Next, _))
        ;   true
        ),
        nb_setarg(2, Lazy, got(Part))
    ),
    arg(2, Lazy, Kept),
    (   Kept = got(List)
    ->  true
    ;   '$lazy_codes'(Kept, List)
    ),
    Value = List.

%! lazy_list_materialize(?List) is det.
%  Fetches all of List.
%  ?- lazy_findall(X, between(1, 5, X), L), lazy_list_materialize(L).   %=> L = [1,2,3,4,5].
lazy_list_materialize(List) :-
    '$lazy_length'(List, 0, _).

%! lazy_list_length(+List, -Length) is det.
%  Fetches all of List. Length is its length.
%  ?- lazy_findall(X, member(X, [a,b]), _L), lazy_list_length(_L, N).   %=> N = 2.
lazy_list_length(List, Length) :-
    '$lazy_length'(List, 0, Length0),
    Length = Length0.

%! '$lazy_length'(?List, +Length0, -Length)
'$lazy_length'(List, Length0, Length) :-
    '$skip_list'(Count, List, Rest),
    Length1 is Length0 + Count,
    (   var(Rest),
        \+ get_attr(Rest, lazy_list, _)
    ->  Length = Length1
    ;   Rest = [_|_]
    ->  '$lazy_length'(Rest, Length1, Length)
    ;   Rest = [],
        Length = Length1
    ).

%! lazy_findall(?Template, :Goal, -List) is det.
%  List is the lazy list of the instances of Template for the solutions of Goal, which runs in an engine.
%  ?- lazy_findall(X, between(1, inf, X), L), L = [A,B|_], B = _.   %=> A = 1, B = 2.
lazy_findall(Template, Goal, List) :-
    lazy_findall(1, Template, Goal, List).

%! lazy_findall(+Count, ?Template, :Goal, -List) is det.
%  Like lazy_findall/3; fetches Count solutions at a time.
%  ?- lazy_findall(2, X, member(X, [a,b,c]), L), lazy_list_materialize(L).   %=> L = [a,b,c].
lazy_findall(Count, Template, Goal, List) :-
    must_be(positive_integer, Count),
    engine_create(Template, Goal, Engine),
    lazy_list(lazy_engine_next(Engine, Count), List).

%! lazy_engine_next(+Engine, +Count, -List, -Tail) is det.
%  List begins with the next Count answers of Engine, and ends in Tail; Tail is [] if there are no more.
%  ?- engine_create(X, member(X, [a,b,c]), E), lazy_engine_next(E, 2, L, []), E = _.   %=> L = [a,b].
lazy_engine_next(Engine, Count, List, Tail) :-
    (   Count > 0
    ->  (   engine_next(Engine, Answer)
        ->  List = [Answer|Rest],
            Left is Count - 1,
            lazy_engine_next(Engine, Left, Rest, Tail)
        ;   List = [],
            Tail = []
        )
    ;   List = Tail
    ).

%! lazy_get_codes(+Stream, +Count, -List, -Tail) is det.
%  List begins with at most Count codes of Stream, and ends in Tail; Tail is [] at the end of the stream.
%  ?- open_string("abc", _S), lazy_list(lazy_get_codes(_S, 2), _L), lazy_list_materialize(_L), atom_codes(A, _L).   %=> A = abc.
lazy_get_codes(Stream, Count, List, Tail) :-
    '$lazy_get_codes'(Count, Stream, List, Tail).

%! '$lazy_get_codes'(+Count, +Stream, -List, -Tail)
'$lazy_get_codes'(Count, Stream, List, Tail) :-
    (   Count =:= 0
    ->  List = Tail
    ;   get_code(Stream, Code),
        (   Code == -1
        ->  List = [],
            Tail = []
        ;   List = [Code|Rest],
            Left is Count - 1,
            '$lazy_get_codes'(Left, Stream, Rest, Tail)
        )
    ).

%! lazy_read_terms(+Stream, +Options, -List, -Tail) is det.
%  List begins with the next term of Stream, or with as many as the option chunk(Count) says, and ends in Tail; Tail is
%  [] at the end of the stream. Other options are those of read_term/3.
%  ?- open_string("a. b.", _S), lazy_list(lazy_read_terms(_S, []), L), lazy_list_materialize(L).   %=> L = [a,b].
lazy_read_terms(Stream, Options, List, Tail) :-
    select_option(chunk(Count), Options, Others, 10),
    '$lazy_terms'(Count, Stream, Others, List, Tail).

%! '$lazy_terms'(+Count, +Stream, +Options, -List, -Tail)
'$lazy_terms'(Count, Stream, Options, List, Tail) :-
    (   Count =:= 0
    ->  List = Tail
    ;   read_term(Stream, Term, Options),
        (   Term == end_of_file
        ->  List = [],
            Tail = []
        ;   List = [Term|Rest],
            Left is Count - 1,
            '$lazy_terms'(Left, Stream, Options, Rest, Tail)
        )
    ).

%! lazy_read_lines(+Stream, +Options, -List, -Tail) is det.
%  Like lazy_read_terms/4 for lines. Options: chunk(Count), as(Type), which is atom, string, codes or chars.
%  ?- open_string("a\nb\n", _S), lazy_list(lazy_read_lines(_S, [as(atom)]), L), lazy_list_materialize(L).   %=> L = [a,b].
lazy_read_lines(Stream, Options, List, Tail) :-
    option(chunk(Count), Options, 10),
    option(as(Type), Options, string),
    must_be(oneof([atom,string,codes,chars]), Type),
    '$lazy_lines'(Count, Stream, Type, List, Tail).

%! '$lazy_lines'(+Count, +Stream, +Type, -List, -Tail)
'$lazy_lines'(Count, Stream, Type, List, Tail) :-
    (   Count =:= 0
    ->  List = Tail
    ;   read_line_to_string(Stream, Text),
        (   Text == end_of_file
        ->  List = [],
            Tail = []
        ;   '$lazy_line'(Type, Text, Line),
            List = [Line|Rest],
            Left is Count - 1,
            '$lazy_lines'(Left, Stream, Type, Rest, Tail)
        )
    ).

%! '$lazy_line'(+Type, +Text, -Line)
'$lazy_line'(string, Text, Text).
'$lazy_line'(atom, Text, Line) :-
    atom_string(Line, Text).
'$lazy_line'(codes, Text, Line) :-
    string_codes(Text, Line).
'$lazy_line'(chars, Text, Line) :-
    string_chars(Text, Line).

%! lazy_message_queue(+Queue, +Options, -List, -Tail) is det.
%  List begins with the next message of Queue. Options: chunk(Count).
%  ?- message_queue_create(_Q), thread_send_message(_Q, a), lazy_list(lazy_message_queue(_Q, []), L), L = [X|_].   %=> X = a.
lazy_message_queue(Queue, Options, List, Tail) :-
    option(chunk(Count), Options, 1),
    length(Part, Count),
    maplist(thread_get_message(Queue), Part),
    append(Part, Tail, List).

%! lazy_list_iterator(+List, -Element, :Next, :AtEnd) is det.
%  Next is a goal that binds Element to the next element of the iterator, and AtEnd one that is true at its end.
%  Iterator is iterator(List).
%  ?- lazy_list_iterator(iterator([a]), X, G, E), \+ call(E), call(G), E = _, G = _.   %=> X = a.
lazy_list_iterator(Iterator, Element, '$lazy_next'(Element, Iterator), '$lazy_at_end'(Iterator)).

%! '$lazy_next'(-Element, !Iterator) is semidet.
'$lazy_next'(Element, Iterator) :-
    arg(1, Iterator, List),
    List = [Element|Rest],
    nb_linkarg(1, Iterator, Rest).

%! '$lazy_at_end'(+Iterator) is semidet.
'$lazy_at_end'(Iterator) :-
    arg(1, Iterator, List),
    List == [].
