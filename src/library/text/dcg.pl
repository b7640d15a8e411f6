% Definite clause grammars: translation of rules, and phrase/2,3. A terminal becomes S0 = [x|S]; the two lists are added
% as last arguments.

%! phrase(:Body, ?List) is nondet.
%  True if the nonterminal Body describes List.
%  ?- phrase(([a], [X]), [a,b]).   %=> X = b.
phrase(Body, List) :-
    phrase(Body, List, []).

%! phrase(:Body, ?List, ?Rest) is nondet.
%  True if the nonterminal Body describes List up to Rest.
%  ?- phrase([a], [a,b], R).   %=> R = [b].
phrase(Body, List, Rest) :-
    (   var(Body)
    ->  instantiation_error(Body)
    ;   true
    ),
    '$check_state'(List),
    '$check_state'(Rest),
    '$call_dcg'(Body, List, Rest).

%! '$check_state'(@List)
%  Raises an error if List is no list at its first cell. The others may be many, and a grammar may call phrase/3 for each.
'$check_state'(List) :-
    (   ( var(List) ; List = [_|_] ; List == [] )
    ->  true
    ;   type_error(list, List)
    ).

%! phrase_from_file(:Body, +File) is nondet.
%  True if Body describes the list of the character codes of File.
%  ?- phrase_from_file([], '/no/such/file').   %=> existence_error(source_sink, '/no/such/file').
phrase_from_file(Body, File) :-
    phrase_from_file(Body, File, []).

%! phrase_from_file(:Body, +File, +Options) is nondet.
%  Like phrase_from_file/2; Options are those of open/4. The file is read in blocks, as
%  Body asks for its codes.
phrase_from_file(Body, File, Options) :-
    must_be(nonvar, Body),
    setup_call_cleanup(
        open(File, read, Stream, Options),
        phrase_from_stream(Body, Stream),
        close(Stream)
    ).

%! dcg_translate_rule(+Rule, -Clause) is det.
%  Clause is the translation of a grammar rule. A rule with ==> becomes a rule with =>: single-sided unification of its
%  head; the Guard of (Head, Guard ==> Body) is a goal, but a list is pushed back, as that of (Head, List --> Body).
%  ?- dcg_translate_rule((a --> [x], b), C).
%  ?- dcg_translate_rule((a, [y] ==> [x]), C).   %=> C = (a(S0, S) => S0 = [x|S1], S = [y|S1]).
dcg_translate_rule(Rule, Clause) :-
    '$check_acyclic'(Rule),
    '$dcg_rule'(Rule, Translated),
    Clause = Translated.

%! '$check_acyclic'(@Term)
'$check_acyclic'(Term) :-
    (   acyclic_term(Term)
    ->  true
    ;   type_error(acyclic_term, Term)
    ).

%! '$dcg_rule'(+Rule, -Clause)
'$dcg_rule'((Head ==> Body), (Head1 => Body1)) :-
    nonvar(Head),
    Head = (_, PushBack),
    is_list(PushBack),
    !,
    '$dcg_rule'((Head --> Body), (Head1 :- Body1)).
'$dcg_rule'((Head ==> Body), (Matched => Body1)) :-
    (   nonvar(Head),
        Head = (NonTerminal, Guard)
    ->  Matched = (Head1, Guard)
    ;   NonTerminal = Head,
        Matched = Head1
    ),
    '$dcg_head'(NonTerminal, S0, S, Head1),
    '$dcg_body'(Body, S0, S, Body1).
'$dcg_rule'((Head --> Body), (Head1 :- Body1)) :-
    (   nonvar(Head),
        Head = (NonTerminal, PushBack)
    ->  '$dcg_head'(NonTerminal, S0, S, Head1),
        '$dcg_body'(Body, S0, S1, Goal1),
        '$dcg_body'(PushBack, S, S1, Goal2),
        Body1 = (Goal1, Goal2)
    ;   '$dcg_head'(Head, S0, S, Head1),
        '$dcg_body'(Body, S0, S, Body1)
    ).

%! '$dcg_head'(+NonTerminal, ?S0, ?S, -Head)
'$dcg_head'(NonTerminal, S0, S, Head) :-
    (   nonvar(NonTerminal),
        NonTerminal = Module:Inner
    ->  Head = Module:Head1,
        '$dcg_head'(Inner, S0, S, Head1)
    ;   must_be(callable, NonTerminal),
        '$dcg_extend'(NonTerminal, S0, S, Head)
    ).

%! '$dcg_extend'(+NonTerminal, ?S0, ?S, -Goal)
'$dcg_extend'(NonTerminal, S0, S, Goal) :-
    (   compound(NonTerminal)
    ->  compound_name_arguments(NonTerminal, Name, Arguments)
    ;   Name = NonTerminal,
        Arguments = []
    ),
    append(Arguments, [S0,S], Extended),
    Goal =.. [Name|Extended].

%! '$dcg_body'(+Body, ?S0, ?S, -Goal)
'$dcg_body'(Body, S0, S, Goal) :-
    (   var(Body)
    ->  Goal = phrase(Body, S0, S)
    ;   '$dcg_construct'(Body, S0, S, Goal0)
    ->  Goal = Goal0
    ;   string(Body)
    ->  string_codes(Body, Codes),
        '$dcg_terminals'(Codes, S0, S, Goal)
    ;   Body = [_|_]
    ->  '$dcg_terminals'(Body, S0, S, Goal)
    ;   callable(Body)
    ->  '$dcg_extend'(Body, S0, S, Goal)
    ;   type_error(callable, Body)
    ).

%! '$dcg_construct'(+Body, ?S0, ?S, -Goal)
'$dcg_construct'((A, B), S0, S, (Goal1, Goal2)) :-
    '$dcg_body'(A, S0, S1, Goal1),
    '$dcg_body'(B, S1, S, Goal2).
'$dcg_construct'((A ; B), S0, S, (Goal1 ; Goal2)) :-
    '$dcg_body'(A, S0, S, Goal1),
    '$dcg_body'(B, S0, S, Goal2).
'$dcg_construct'('|'(A, B), S0, S, (Goal1 ; Goal2)) :-
    '$dcg_body'(A, S0, S, Goal1),
    '$dcg_body'(B, S0, S, Goal2).
'$dcg_construct'((A -> B), S0, S, (Goal1 -> Goal2)) :-
    '$dcg_body'(A, S0, S1, Goal1),
    '$dcg_body'(B, S1, S, Goal2).
'$dcg_construct'((A *-> B), S0, S, (Goal1 *-> Goal2)) :-
    '$dcg_body'(A, S0, S1, Goal1),
    '$dcg_body'(B, S1, S, Goal2).
'$dcg_construct'(\+ A, S0, S, (\+ Goal, S = S0)) :-
    '$dcg_body'(A, S0, _, Goal).
'$dcg_construct'(!, S0, S, (!, S = S0)).
'$dcg_construct'([], S0, S, S0 = S).
'$dcg_construct'({}, S0, S, S0 = S).
'$dcg_construct'({Goal}, S0, S, (Goal, S = S0)).
'$dcg_construct'(call, S0, S, call(S0, S)).
'$dcg_construct'(Module:Body, S0, S, Goal) :-
    (   var(Body)
    ->  Goal = phrase(Module:Body, S0, S)
    ;   Body = (_:_)
    ->  '$dcg_construct'(Body, S0, S, Goal)
    ;   Goal = Module:Goal1,
        '$dcg_body'(Body, S0, S, Goal1)
    ).

%! '$dcg_terminals'(+List, ?S0, ?S, -Goal)
%  A partial list of terminals is appended when the goal runs.
'$dcg_terminals'(List, S0, S, Goal) :-
    (   List == []
    ->  Goal = (S0 = S)
    ;   is_list(List)
    ->  append(List, S, Joined),
        Goal = (S0 = Joined)
    ;   '$is_list_or_partial'(List)
    ->  Goal = '$append'(List, S, S0)
    ;   type_error(list, List)
    ).

%! '$append'(?Xs, ?Ys, ?Zs)
%  The append/3 that translated rules call, independent of a user's append/3.
'$append'(Xs, Ys, Zs) :-
    append(Xs, Ys, Zs).

%! call_dcg(:Body, ?State0, ?State) is nondet.
%  Like phrase/3, but the states may be any terms.
%  ?- call_dcg(succ, 1, X).   %=> X = 2.
call_dcg(Body, State0, State) :-
    '$check_goal'(Body),
    '$call_dcg'(Body, State0, State).

%! '$call_dcg'(+Body, ?State0, ?State)
%  Translates Body and calls it.
'$call_dcg'(Body, State0, State) :-
    '$check_acyclic'(Body),
    strip_module(Body, _, Plain),
    (   var(Plain)
    ->  instantiation_error(Plain)
    ;   true
    ),
    '$dcg_body'(Body, S0, S, Goal),
    S0 = State0,
    S = State,
    call(Goal).

%! 'C'(?S0, ?Terminal, ?S) is semidet.
%  Terminal is the first element of S0 and S the rest; used by older translations of grammar rules.
%  ?- 'C'([a,b], X, R).   %=> X = a, R = [b].
'C'([Terminal|S], Terminal, S).
