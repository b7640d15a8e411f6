% Predicates of SWI-Prolog that have no library of their own here.

%! prolog_to_os_filename(?Prolog, ?Os) is det.
%  Relates a file name with slashes to the system's: here they are the same.
%  ?- prolog_to_os_filename('a/b', F).   %=> F = 'a/b'.
prolog_to_os_filename(Prolog, Os) :-
    (   nonvar(Prolog)
    ->  atom_string(Os, Prolog)
    ;   must_be(nonvar, Os),
        atom_string(Prolog, Os)
    ).

%! atomics_to_string(+Atomics, -String) is det.
%  String is the concatenation of the texts of a list.
%  ?- atomics_to_string([a, 1, "b"], S).   %=> S = "a1b".
atomics_to_string(Atomics, String) :-
    atomic_list_concat(Atomics, Atom),
    atom_string(Atom, String).

%! atomics_to_string(?Atomics, +Separator, ?String) is det.
%  String is the concatenation of the texts of a list, with Separator between them. If Atomics is unbound, it becomes the
%  list of the parts of String, atoms.
%  ?- atomics_to_string([a, 1, "b"], "-", S).   %=> S = "a-1-b".
%  ?- atomics_to_string(L, "-", "a-1").   %=> L = [a,'1'].
atomics_to_string(Atomics, Separator, String) :-
    (   var(Atomics)
    ->  atomic_list_concat(Atomics, Separator, String)
    ;   atomic_list_concat(Atomics, Separator, Atom),
        atom_string(Atom, String)
    ).

%! nb_linkval(+Name, +Value) is det.
%  Sets a global variable to Value itself until backtracking, then to a copy.
%  ?- X = f(1), nb_linkval(linked, X), nb_getval(linked, V), same_term(V, X).   %=> X = V, V = f(1).
nb_linkval(Name, Value) :-
    nb_setval(Name, Value),
    b_setval(Name, Value).

%! '$filled_array'(-Array, +Name, +Arity, +Value) is det.
%  Array is a compound term whose arguments are Value.
%  ?- '$filled_array'(A, f, 2, x).   %=> A = f(x, x).
'$filled_array'(Array, Name, Arity, Value) :-
    length(Arguments, Arity),
    maplist(=(Value), Arguments),
    compound_name_arguments(Array, Name, Arguments).

%! randomize is det.
%  Begins another sequence of random numbers.
%  ?- randomize.
randomize :-
    set_random(seed(random)).

%! rb_clone(+Tree, -Copy, -Pairs) is det.
%  Copy is a tree with the keys of Tree and unbound values, and Pairs are its Key-Value pairs.
%  ?- list_to_rbtree([k-1], _T), rb_clone(_T, _C, P).   %=> P = [k-_A].
rb_clone(Tree, Copy, Pairs) :-
    '$rb_tree'(Tree),
    '$rb_clone'(Tree, Copy, Pairs, []).

%! '$rb_clone'(+Tree, -Copy, -Pairs, ?Tail) is det.
'$rb_clone'(t, t, Pairs, Pairs).
'$rb_clone'(t(Key, _, Balance, Left0, Right0), t(Key, Value, Balance, Left, Right), Pairs, Tail) :-
    '$rb_clone'(Left0, Left, Pairs, [Key-Value|Middle]),
    '$rb_clone'(Right0, Right, Middle, Tail).

%! '$hide'(:Indicator) is det.
%  Accepted without effect.
'$hide'(_).

%! noprofile(:Indicators, +Options) is det.
%  Accepted without effect.
noprofile(_, _).

%! connect_ugraph(+Graph, -Start, -Connected) is det.
%  Connected is Graph with the vertex Start before all others, from which there are edges to them; a graph without
%  vertices stays.
%  ?- connect_ugraph([a-[b],b-[],c-[]], S, G).   %=> S = 0, G = [0-[a, b, c], a-[b], b-[], c-[]].
connect_ugraph(Graph, Start, Connected) :-
    vertices(Graph, Vertices),
    (   Vertices = [First|_]
    ->  must_be(nonvar, First),
        ( number(First) -> Start is First - 1 ; Start = 0 ),
        Connected = [Start-Vertices|Graph]
    ;   Start = 0,
        Connected = []
    ).

%! dict_options(?Dict, ?Options) is det.
%  Relates a dict to a list of options, of which the first of a name counts.
%  ?- dict_options(D, [a(1), b=2]), is_dict(D, t).   %=> D = t{a: 1, b: 2}.
%  ?- dict_options(_{a: 1}, O).   %=> O = [a(1)].
dict_options(Dict, Options) :-
    (   nonvar(Dict)
    ->  dict_pairs(Dict, _, Pairs),
        maplist('$pair_option', Pairs, Options)
    ;   ( is_dict(Options) -> true ; must_be(list, Options), maplist('$check_option', Options) ),
        '$dict_of_options'(Options, Dict)
    ).

%! '$check_option'(+Option) is det.
'$check_option'(Option) :-
    (   Option = (Name = _)
    ->  must_be(atom, Name)
    ;   functor(Option, _, 1)
    ->  true
    ;   domain_error(option, Option)
    ).

%! '$pair_option'(+Pair, -Option) is det.
'$pair_option'(Key-Value, Option) :-
    Option =.. [Key,Value].

%! url_iri(+Url, -Iri) is det.
%  Iri is Url with the characters beyond ASCII that it encodes.
%  ?- url_iri('http://x/%C3%A9', I).   %=> I = 'http://x/é'.
url_iri(Url, Iri) :-
    uri_iri(Url, Iri).

%! functor(?Term, ?Name, ?Arity, ?Type) is det.
%  As functor/3; Type is `atom`, `compound` or `atomic`. For an unbound Term it may also be `callable`.
%  ?- functor(f(x), N, A, T).   %=> N = f, A = 1, T = compound.
%  ?- functor(T, a, 0, atom).   %=> T = a.
%  ?- functor(T, a, 0, compound).   %=> T = a().
functor(Term, Name, Arity, Type) :-
    (   compound(Term)
    ->  compound_name_arity(Term, Name, Arity),
        Type = compound
    ;   nonvar(Term)
    ->  functor(Term, Name, Arity),
        '$functor_type'(Term, Type)
    ;   Arity == 0,
        Type == compound
    ->  compound_name_arity(Term, Name, Arity)
    ;   must_be(nonvar, Arity),
        '$check_functor_type'(Type),
        (   Arity == 0,
            atom(Name)
        ->  must_be(nonvar, Type),
            memberchk(Type, [atom,callable])
        ;   Arity == 0
        ->  Type = atomic
        ;   memberchk(Type, [compound,callable])
        ),
        functor(Term, Name, Arity)
    ).

%! '$check_functor_type'(?Type)
'$check_functor_type'(Type) :-
    (   var(Type)
    ->  true
    ;   memberchk(Type, [atom,compound,callable,atomic])
    ->  true
    ;   domain_error(functor_type, Type)
    ).

%! '$functor_type'(+Term, ?Type) is semidet.
'$functor_type'(Term, Type) :-
    (   atom(Term)
    ->  Type = atom
    ;   Type = atomic
    ).

%! '$factorize_term'(@Term, -Skeleton, -Substitutions) is det.
%  Skeleton is Term without cycles: Substitutions has Variable = Value for each subterm that contains itself.
%  ?- X = f(X), '$factorize_term'(X, S, L), L = [V=f(W)], V == W, S == V.   %=> true.
'$factorize_term'(Term, Skeleton, Substitutions) :-
    (   acyclic_term(Term)
    ->  Skeleton = Term,
        Substitutions = []
    ;   term_factorized(Term, Skeleton, Substitutions)
    ).

%! expand_goal(+Goal, ?Position, -Expanded, -NewPosition) is det.
%  As expand_goal/2; the position of the source stays if the goal does, else it is unbound.
%  ?- expand_goal(a, p, G, P).   %=> G = a, P = p.
expand_goal(Goal, Position, Expanded, NewPosition) :-
    expand_goal(Goal, Expanded),
    '$position_kept'(Goal, Expanded, Position, NewPosition).

%! expand_term(+Term, ?Position, -Expanded, -NewPosition) is det.
%  As expand_term/2; the position of the source stays if the term does, else it is unbound.
%  ?- expand_term(a, p, T, P).   %=> T = a, P = p.
expand_term(Term, Position, Expanded, NewPosition) :-
    expand_term(Term, Expanded),
    '$position_kept'(Term, Expanded, Position, NewPosition).

%! '$position_kept'(@Term, @Expanded, ?Position, -NewPosition)
'$position_kept'(Term, Expanded, Position, NewPosition) :-
    (   Term == Expanded
    ->  NewPosition = Position
    ;   true
    ).

%! locale_sort(+Texts, -Sorted) is det.
%  Sorts texts by the codes of their characters; duplicates are kept.
%  ?- locale_sort([b, 'C', a], L).   %=> L = ['C', a, b].
locale_sort(Texts, Sorted) :-
    maplist('$text_pair', Texts, Pairs),
    keysort(Pairs, Ordered),
    pairs_values(Ordered, Sorted).

%! '$text_pair'(+Text, -Pair)
'$text_pair'(Text, Key-Text) :-
    collation_key(Text, Key).

%! collation_key(+Text, -Key) is det.
%  Key is a string whose order is that of the texts: their characters.
%  ?- collation_key(abc, K).   %=> K = "abc".
collation_key(Text, Key) :-
    atom_string(Text, Key).

%! shift_for_copy(+Ball) is nondet.
%  As shift/1.
%  ?- reset(shift_for_copy(a), B, _).   %=> B = a.
shift_for_copy(Ball) :-
    shift(Ball).

%! valid_term_position(@Term, @Position) is semidet.
%  True if Position is a position that read_term/2 may give for a term of the form of Term.
%  ?- valid_term_position(f(a), term_position(0, 4, 0, 1, [2-3])).
%  ?- valid_term_position(f(a), 0-4).   %=> false.
valid_term_position(Term, Position) :-
    nonvar(Position),
    (   Position = parentheses_term_position(_, _, Inner)
    ->  valid_term_position(Term, Inner)
    ;   var(Term)
    ->  Position = _-_
    ;   string(Term)
    ->  ( Position = string_position(_, _) -> true ; Position = _-_ )
    ;   Position = dict_position(_, _, _, _, Parts)
    ->  is_dict(Term),
        maplist('$valid_key_position'(Term), Parts)
    ;   atom(Term),
        Position = string_position(_, _)
    ->  true
    ;   is_list(Term),
        Position = list_position(_, _, Elements, Tail)
    ->  '$valid_list_position'(Term, Elements, Tail)
    ;   Term = [_|_],
        Position = list_position(_, _, Elements, Tail)
    ->  '$valid_list_position'(Term, Elements, Tail)
    ;   is_list(Term),
        Position = string_position(_, _)
    ->  true
    ;   Term = {Inner},
        Position = brace_term_position(_, _, Part)
    ->  valid_term_position(Inner, Part)
    ;   compound(Term)
    ->  Position = term_position(_, _, _, _, Parts),
        compound_name_arguments(Term, _, Arguments),
        same_length(Arguments, Parts),
        maplist(valid_term_position, Arguments, Parts)
    ;   Position = _-_
    ).

%! '$valid_key_position'(@Dict, @Position) is semidet.
'$valid_key_position'(Dict, key_value_position(_, _, _, _, Key, _, Position)) :-
    get_dict(Key, Dict, Value),
    valid_term_position(Value, Position).

%! '$valid_list_position'(@List, @Elements, @Tail) is semidet.
'$valid_list_position'(List, Elements, Tail) :-
    (   Elements == []
    ->  ( Tail == none -> List == [] ; valid_term_position(List, Tail) )
    ;   nonvar(List),
        List = [Element|Rest],
        Elements = [Position|Positions],
        valid_term_position(Element, Position),
        '$valid_list_position'(Rest, Positions, Tail)
    ).

%! current_type(?Type, @Value, -Body) is nondet.
%  Body is the test that Value has Type, as must_be/2 makes it.
%  ?- current_type(nonneg, X, B).   %=> B = is_of_type(nonneg, X).
current_type(Type, Value, is_of_type(Type, Value)) :-
    member(Type, [any,atom,atomic,boolean,callable,char,code,chars,codes,text,compound,float,ground,integer,nonneg,
                  positive_integer,negative_integer,nonvar,number,oneof(_),list,list(_),symbol,var,rational,string,
                  acyclic,cyclic,encoding,dict,order,between(_,_),pair]).

%! current_atom(?Atom) is nondet.
%  True if Atom is an atom; enumerates all that exist.
%  ?- current_atom(writeln).
%  ?- current_atom(1).   %=> false.
current_atom(Atom) :-
    (   var(Atom)
    ->  '$atoms'(Atoms),
        member(Atom, Atoms)
    ;   atom(Atom)
    ).

%! push_prolog_flag(+Flag, +Value) is det.
%  Sets a flag, and keeps the value that it had for pop_prolog_flag/1.
%  ?- push_prolog_flag(occurs_check, true), pop_prolog_flag(occurs_check), current_prolog_flag(occurs_check, V).   %=> V = false.
%  ?- push_prolog_flag(no_such_flag, 1).   %=> existence_error(prolog_flag, no_such_flag).
push_prolog_flag(Flag, Value) :-
    must_be(atom, Flag),
    (   current_prolog_flag(Flag, Before)
    ->  set_prolog_flag(Flag, Value),
        asserta('$pushed':flag(Flag, Before))
    ;   existence_error(prolog_flag, Flag)
    ).

%! pop_prolog_flag(+Flag) is det.
%  Gives a flag the value that it had before the last push_prolog_flag/2 that was not undone yet.
%  ?- pop_prolog_flag(occurs_check).   %=> existence_error(pushed_flag, occurs_check).
pop_prolog_flag(Flag) :-
    must_be(atom, Flag),
    (   '$if_known'(retract('$pushed':flag(Flag, Before)))
    ->  set_prolog_flag(Flag, Before)
    ;   existence_error(pushed_flag, Flag)
    ).

%! format_predicate(+Letter, :Head) is det.
%  Makes the predicate of Head print the directive ~Letter of format/2: its first argument is the numeric argument, or
%  `default`, the others are arguments of format/2.
%  ?- assertz((twice(_, X) :- write(X), write(X))), format_predicate(x, twice(_, _)), format(atom(A), "~x!", [ab]).   %=> A = 'abab!'.
%  ?- format_predicate(x, twice).   %=> domain_error(format_predicate, twice).
format_predicate(Letter, Spec) :-
    strip_module(Spec, Module, Head),
    must_be(nonvar, Letter),
    must_be(callable, Head),
    functor(Head, Name, Arity),
    (   Arity > 0
    ->  '$format_predicate'(Letter, Module, Name, Arity)
    ;   domain_error(format_predicate, Head)
    ).

%! current_format_predicate(?Code, ?Head) is nondet.
%  True if the predicate of Head prints the directive of this character code.
%  ?- current_format_predicate(_, _).   %=> false.
current_format_predicate(Code, Spec) :-
    strip_module(Spec, Module, Head),
    '$format_predicates'(Predicates),
    member(Code-(Module:Head), Predicates).

%! prolog_current_choice(-Choice) is det.
%  Choice is a number that denotes the newest choice point, for prolog_cut_to/1.
%  ?- prolog_current_choice(_C), ( member(X, [a,b]), prolog_cut_to(_C) ).   %=> X = a.
prolog_current_choice(Choice) :-
    '$choices'(Choice).

%! prolog_cut_to(+Choice) is det.
%  Removes the choice points that are newer than Choice.
%  ?- prolog_current_choice(_C), ( X = 1 ; X = 2 ), prolog_cut_to(_C).   %=> X = 1.
prolog_cut_to(Choice) :-
    must_be(nonneg, Choice),
    '$choices_below'(Below),
    '$choices'(Now),
    (   Choice >= Below,
        Choice =< Now
    ->  '$cut'(Choice)
    ;   existence_error(choice, Choice)
    ).

%! size_abstract_term(+Size, +Term, -Abstract) is det.
%  Abstract is Term with at most Size compound terms, counted level by level; those beyond are replaced by variables.
%  ?- size_abstract_term(2, f(g(h(1)), i(2)), A).   %=> A = f(g(_B), _C).
size_abstract_term(Size, Term, Abstract) :-
    must_be(nonneg, Size),
    '$abstract'(Size, Term, Abstract).

%! expand_file_search_path(+Spec, -Path) is nondet.
%  Path is Spec with its aliases replaced, by the clauses of file_search_path/2.
%  ?- expand_file_search_path(a/b, P).   %=> P = 'a/b'.
expand_file_search_path(Spec, Path) :-
    must_be(nonvar, Spec),
    (   compound(Spec),
        Spec =.. [Alias,Inner]
    ->  '$if_known'(user:file_search_path(Alias, Base)),
        expand_file_search_path(Base, Folder),
        '$path_text'(Inner, Rest),
        atomic_list_concat([Folder,Rest], /, Path)
    ;   '$path_text'(Spec, Path)
    ).

%! '$path_text'(+Spec, -Text)
'$path_text'(Spec, Text) :-
    (   Spec = A/B
    ->  '$path_text'(A, TextA),
        '$path_text'(B, TextB),
        atomic_list_concat([TextA,TextB], /, Text)
    ;   atomic_list_concat([Spec], Text)
    ).

%! fill_buffer(+Stream) is det.
%  Reads ahead, so that read_pending_codes/3 finds something, unless Stream is at its end.
%  ?- open_string("ab", _S), fill_buffer(_S), read_pending_codes(_S, C, []).   %=> C = [97,98].
fill_buffer(Stream) :-
    peek_char(Stream, _).

%! read_pending_codes(+Stream, -Codes, ?Tail) is det.
%  Codes are the codes up to the end of the line, followed by Tail; [] at the end of Stream.
%  ?- open_string("ab\nc", _S), read_pending_codes(_S, C, []).   %=> C = [97,98,10].
read_pending_codes(Stream, Codes, Tail) :-
    read_line_to_codes(Stream, Line, Rest),
    (   nonvar(Rest)
    ->  ( Line == [] -> Codes = [] ; append(Line, Tail, Codes) )
    ;   Rest = Tail,
        Codes = Line
    ).

%! read_pending_chars(+Stream, -Chars, ?Tail) is det.
%  Like read_pending_codes/3, with characters.
%  ?- open_string("ab", _S), read_pending_chars(_S, C, []).   %=> C = [a,b].
read_pending_chars(Stream, Chars, Tail) :-
    read_pending_codes(Stream, Codes, []),
    (   Codes == []
    ->  Chars = []
    ;   string_codes(Text, Codes),
        string_chars(Text, Chars0),
        append(Chars0, Tail, Chars)
    ).

%! compiling is semidet.
%  Fails: programs are not compiled to files.
%  ?- compiling.   %=> false.
compiling :-
    fail.

%! notrace(:Goal) is semidet.
%  Runs Goal as once/1 without showing its calls.
%  ?- notrace(X = 1).   %=> X = 1.
notrace(Goal) :-
    once(Goal).
