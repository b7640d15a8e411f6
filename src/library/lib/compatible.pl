% Predicates of other systems that need little here: one module system, no debugger hooks.

%! catch_with_backtrace(:Goal, ?Catcher, :Recovery) is nondet.
%  As catch/3; errors carry where they came from anyway.
%  ?- catch_with_backtrace(atom_length(_, _), error(E, _), true).   %=> E = instantiation_error.
catch_with_backtrace(Goal, Catcher, Recovery) :-
    catch(Goal, Catcher, Recovery).

%! copy_predicate_clauses(+From, +To) is det.
%  Adds the clauses of the predicate From, Name/Arity, to the predicate To, with its name in their heads.
%  ?- assertz(p(1)), copy_predicate_clauses(p/1, q/1), q(X).   %=> X = 1.
copy_predicate_clauses(From, To) :-
    pi_head(From, Head),
    pi_head(To, Target),
    strip_module(Head, _, Plain),
    strip_module(Target, _, PlainTarget),
    functor(PlainTarget, Name, _),
    forall(clause(Head, Body),
           ( Plain =.. [_|Arguments],
             Copy =.. [Name|Arguments],
             assertz((Copy :- Body)) )).

%! abolish(+Name, +Arity) is det.
%  As abolish/1 of Name/Arity.
%  ?- assertz(p(1)), abolish(p, 1), catch(p(_), error(E, _), true).   %=> E = existence_error(procedure, p/1).
abolish(Name, Arity) :-
    abolish(Name/Arity).

%! get_string_code(+Index, +String, -Code) is semidet.
%  The code of a character of a string, counted from 1.
%  ?- get_string_code(2, "abc", C).   %=> C = 98.
get_string_code(Index, String, Code) :-
    string_code(Index, String, Found),
    Found > 0,
    Code = Found.

%! get_flag(+Key, -Value) is det.
%  The value of a flag of flag/3; 0 at first.
%  ?- get_flag(count, V).   %=> V = 0.
get_flag(Key, Value) :-
    flag(Key, Value, Value).

%! set_flag(+Key, +Value) is det.
%  Sets a flag of flag/3.
%  ?- set_flag(count, 3), get_flag(count, V).   %=> V = 3.
set_flag(Key, Value) :-
    flag(Key, _, Value).

%! numbervars(?Term, +Start, -End, +Options) is det.
%  As numbervars/3. Options: singletons(true) binds variables that occur once to '$VAR'('_'); functor_name(Name)
%  takes another name than '$VAR'; attvar(skip, bind or error).
%  ?- T = f(X, Y, X), numbervars(T, 0, E, [singletons(true)]), print(T), E == 1.
%  ?- numbervars(f(_), 0, _, [singletons(true)|_]).   %=> instantiation_error.
numbervars(Term, Start, End, Options) :-
    must_be(integer, Start),
    option(functor_name(Name), Options, '$VAR'),
    must_be(atom, Name),
    option(attvar(Attributed), Options, error),
    must_be(oneof([skip,bind,error]), Attributed),
    option(singletons(Singletons), Options, false),
    must_be(boolean, Singletons),
    term_variables(Term, Variables0),
    (   Singletons == true
    ->  term_singletons(Term, Single),
        '$number_singletons'(Single, Name),
        term_variables(Variables0, Variables)
    ;   Variables = Variables0
    ),
    '$number_variables'(Variables, Name, Attributed, Start, End).

%! '$number_singletons'(+Variables, +Name)
'$number_singletons'([], _).
'$number_singletons'([Variable|Variables], Name) :-
    (   attvar(Variable)
    ->  true
    ;   Variable =.. [Name,'_']
    ),
    '$number_singletons'(Variables, Name).

%! '$number_variables'(+Variables, +Name, +Attributed, +Start, -End)
'$number_variables'([], _, _, End, End).
'$number_variables'([Variable|Variables], Name, Attributed, Start, End) :-
    (   attvar(Variable),
        Attributed \== bind
    ->  (   Attributed == skip
        ->  Next = Start
        ;   type_error(free_of_attvar, Variable)
        )
    ;   (   attvar(Variable)
        ->  del_attrs(Variable)
        ;   true
        ),
        Variable =.. [Name,Start],
        Next is Start + 1
    ),
    '$number_variables'(Variables, Name, Attributed, Next, End).

%! var_number(@Term, -Number) is semidet.
%  Term is '$VAR'(Number).
%  ?- var_number('$VAR'(3), N).   %=> N = 3.
var_number(Term, Number) :-
    nonvar(Term),
    Term = '$VAR'(Number).

%! read_clause(+Stream, -Clause, +Options) is det.
%  Reads a term as loading a file does; options are those of read_term/3.
%  ?- open_string("a :- b.", S), read_clause(S, C, []), C == (a :- b).
read_clause(Stream, Clause, Options) :-
    read_term(Stream, Clause, Options).

%! load_files(+Files) is det.
%  As load_files/2 without options.
load_files(Files) :-
    load_files(Files, []).

%! compile_predicates(+Indicators) is det.
%  Nothing: all predicates are compiled.
compile_predicates(_).

%! garbage_collect_clauses is det.
%  As garbage_collect_atoms/0.
garbage_collect_clauses :-
    garbage_collect_atoms.

%! prompt1(+Text) is det.
%  Accepted; the prompt's text is that of prompt/2.
prompt1(_).

%! is_dict(@Term) is semidet.
%  Fails: there are no dicts.
%  ?- is_dict(a).   %=> false.
is_dict(_) :-
    fail.

%! is_engine(@Term) is semidet.
%  Fails: a program has no engines of its own.
%  ?- is_engine(a).   %=> false.
is_engine(_) :-
    fail.

%! blob(@Term, -Type) is semidet.
%  The kind of a thing that has no text: stream, clause or record; text for an atom.
%  ?- blob(abc, T).   %=> T = text.
blob(Term, Type) :-
    nonvar(Term),
    (   atom(Term)
    ->  Type = text
    ;   '$blob_type'(Term, Type)
    ).

%! '$blob_type'(+Term, -Type)
'$blob_type'('$stream'(_), stream).
'$blob_type'('$clause'(_), clause).
'$blob_type'('$record'(_), record).

%! sub_atom_icasechk(+Text, ?Start, +Part) is semidet.
%  Part occurs in Text, where its lower case letters match letters of either case; Start is where, counted from 0.
%  ?- sub_atom_icasechk('Hello World', S, world).   %=> S = 6.
%  ?- sub_atom_icasechk(world, S, 'World').   %=> false.
sub_atom_icasechk(Text, Start, Part) :-
    string_lower(Text, LowText),
    string_lower(Part, LowPart),
    sub_string(LowText, Start, Length, _, LowPart),
    sub_string(Text, Start, Length, _, Found),
    string_codes(Found, FoundCodes),
    string_codes(Part, PartCodes),
    '$case_matches'(PartCodes, FoundCodes),
    !.

%! '$case_matches'(+PartCodes, +FoundCodes)
%  What is in lower case matches any case, all else itself.
'$case_matches'([], []).
'$case_matches'([Code|Part], [Found|Codes]) :-
    (   Code == Found
    ->  true
    ;   char_code(Char, Found),
        downcase_atom(Char, Lower),
        char_code(Lower, Code)
    ),
    '$case_matches'(Part, Codes).

%! bounded_number(+Low, +High, +Number) is semidet.
%  Number is between Low and High.
%  ?- bounded_number(1, 3, 2.5).
bounded_number(Low, High, Number) :-
    number(Number),
    Low =< Number,
    Number =< High.

%! float_class(+Float, -Class) is det.
%  The kind of a float: nan, infinite, zero, subnormal or normal.
%  ?- float_class(1.5, C).   %=> C = normal.
%  ?- float_class(0.0, C).   %=> C = zero.
float_class(Float, Class) :-
    must_be(float, Float),
    (   Float =\= Float
    ->  Class = nan
    ;   Float =:= 0
    ->  Class = zero
    ;   abs(Float) > 1.7976931348623157e308
    ->  Class = infinite
    ;   abs(Float) < 2.2250738585072014e-308
    ->  Class = subnormal
    ;   Class = normal
    ).

%! stream_pair(+Stream, -Read, -Write) is det.
%  Read is Stream if it is open for reading, else Write is. A stream is never both here: no pair can be made.
%  ?- current_output(S), stream_pair(S, R, W), var(R), W == S.
%  ?- current_input(I), current_output(O), stream_pair(_, I, O).   %=> representation_error(stream_pair).
stream_pair(Stream, Read, Write) :-
    (   nonvar(Stream)
    ->  (   stream_property(Stream, input)
        ->  Read = Stream
        ;   Write = Stream
        )
    ;   nonvar(Read),
        nonvar(Write)
    ->  representation_error(stream_pair)
    ;   instantiation_error(Stream)
    ).
