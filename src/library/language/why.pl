% why/0: runs the query that has just failed once more, and shows the goals at which it failed. The interpreter below
% follows clauses as the machine does, but refuses goals with side effects, which must not happen twice.

%! why is det.
%  Explains the last query that failed, or was stopped since it did not end. For a failure it shows the goals furthest from
%  the query for which there was no solution, with the clause that called them and why they have none, the smallest
%  change of the query that has a solution, and constraints that contradict each other; for a query without an end, the
%  part of the program that is responsible. It runs the query again under limits, without its output, and only if its
%  goals have no other effects.
why :-
    (   '$queries'(Queries),
        member(asked(Text, _, End), Queries),
        memberchk(End, [failed,stopped]),
        catch(term_string(Query, Text, [variable_names(Names)]), error(_, _), fail),
        \+ '$asks_why'(Query)
    ->  (   predicate_property(why(_), defined)
        ->  '$current_typein_module'(Module),
            '$why_report'(End, Query, Module, Names, Lines)
        ;   '$why_found'(Query, Names, Outcome, Found),
            '$why_first'(Outcome, First),
            '$why_text'(First, Found, Lines)
        )
    ;   Lines = ["No query has failed, or was stopped"]
    ),
    '$why_print'(Lines).

%! '$why_print'(+Lines)
'$why_print'(Lines) :-
    atomic_list_concat(Lines, '\n', Text),
    format("~w~n", [Text]).

%! '$asks_why'(+Query) is semidet.
'$asks_why'(Query) :-
    callable(Query),
    functor(Query, Name, Arity),
    memberchk(Name/Arity, [why/0,why/1,wrong/0,wrong/1,missing/0,missing/1]).

%! '$why_found'(+Query, +Names, -Outcome, -Found)
%  Found are the goals without a solution, a list of failed(Text, Place, Goal-Head); Head is that of the clause that calls
%  Goal, unbound for a goal of the query. Outcome is false, long if there may be more, true, error(Error), or
%  effect(Indicator).
'$why_found'(Query, Names, Outcome, Found) :-
    State = state(0, [], Names),
    catch(with_output_to(string(_), call_with_inference_limit('$why_run'(Query, State, Outcome0), 2000000, Limit)),
          Error,
          '$why_caught'(Error, Outcome)),
    (   nonvar(Error)
    ->  Found = []
    ;   Limit == inference_limit_exceeded
    ->  Outcome = long,
        '$why_found'(State, Found)
    ;   Outcome = Outcome0,
        ( Outcome == true -> Found = [] ; '$why_found'(State, Found) )
    ).

%! '$why_caught'(+Error, -Outcome)
'$why_caught'(Error, Outcome) :-
    (   Error = '$why_effect'(Indicator)
    ->  Outcome = effect(Indicator)
    ;   Error == '$aborted'
    ->  throw(Error)
    ;   Outcome = error(Error)
    ).

%! '$why_first'(+Outcome, -Line)
'$why_first'(false, "The query fails, since there is no solution for").
'$why_first'(long, "The search is too long to show all; so far").
'$why_first'(true, "The query has an answer now").
'$why_first'(error(Error), Line) :-
    message_to_string(Error, Text),
    '$text'("The query now raises an error: ~w", [Text], Line).
'$why_first'(effect(Indicator), Line) :-
    '$text'("The query is not run again, since it calls ~q, which has effects or is not known to have none", [Indicator], Line).

%! '$why_failed'(:Goal, +Names, -Lines) is semidet.
%  Lines name the goals within Goal for which there is no solution. Fails if that is Goal itself, if it takes long, or if a
%  goal has effects.
'$why_failed'(Goal, Names, Lines) :-
    State = state(0, [], Names),
    catch(with_output_to(string(_), call_with_inference_limit('$why_run'(Goal, State, Outcome), 100000, Limit)), _, fail),
    Limit \== inference_limit_exceeded,
    Outcome == false,
    State = state(_, Found, _),
    Found = [failed(_, Place, _)|More],
    ( More = [_|_] ; Place \== query ; Goal = (_, _) ),
    !,
    % What is to fail needs no reason.
    \+ ( Found = [failed(Told, query, _)], memberchk(Told, [fail,false,"fail","false"]) ),
    '$why_found'(State, InOrder),
    '$why_text'("  There is no solution for", InOrder, [First|Lines0]),
    '$indent_lines'(Lines0, Indented),
    Lines = [First|Indented].

%! '$why_goal_failed'(+Goal, -Text) is semidet.
%  Text has the lines of '$why_failed'/3 for a goal given as text. Fails if hints are not wanted.
'$why_goal_failed'(Goal, Text) :-
    current_prolog_flag(hints, true),
    term_string(Query, Goal, [variable_names(Names)]),
    '$why_failed'(Query, Names, Lines),
    atomic_list_concat(Lines, '\n', Text).

%! '$why_run'(+Query, +State, -Outcome)
'$why_run'(Query, State, Outcome) :-
    (   '$why_opaque'(Query, query, State, 1)
    ->  Outcome = true
    ;   Outcome = false
    ).

%! '$why_found'(+State, -Found)
'$why_found'(state(_, Found0, _), Found) :-
    reverse(Found0, Found).

%! '$why_text'(+First, +Found, -Lines)
'$why_text'(First, Found, [First|Lines]) :-
    findall(Line, ( member(failed(Goal, Place, _), Found), '$why_line'(Goal, Place, Line) ), Lines).

%! '$why_line'(+Goal, +Place, -Line)
'$why_line'(Goal, Place, Line) :-
    '$why_place'(Place, Head, File, Line0, Column),
    (   Head == ''
    ->  '$text'("  ~w", [Goal], Line)
    ;   File == ''
    ->  '$text'("  ~w   in ~w", [Goal,Head], Line)
    ;   Column =:= 0
    ->  '$text'("  ~w   in ~w ~w:~d", [Goal,Head,File,Line0], Line)
    ;   '$text'("  ~w   in ~w ~w:~d:~d", [Goal,Head,File,Line0,Column], Line)
    ).

%! '$why_place'(+Place, -Head, -File, -Line, -Column)
%  They are '' and 0 if they are not known.
'$why_place'(query, '', '', 0, 0).
'$why_place'(in(Head, Reference, N), Head, File, Line, Column) :-
    (   '$clause_line'(Reference, File, Line0)
    ->  ( '$goal_place'(Reference, N, [], [], at(Line, Column, _)) -> true ; Line = Line0, Column = 0 )
    ;   File = '',
        Line = 0,
        Column = 0
    ).

%! '$why_opaque'(+Body, +Caller, +State, +Depth) is nondet.
%  Cuts in Body are local to it.
'$why_opaque'(Body, Caller, State, Depth) :-
    catch('$why_body'(Body, Caller, State, Depth), '$why_cut'(Depth), fail).

%! '$why_body'(+Body, +Caller, +State, +Depth) is nondet.
%  Caller is in(Head, Reference) or query.
'$why_body'(Body, Caller, State, Depth) :-
    '$why_number'(Body, 1, _, Numbered),
    Cut = cut(false),
    (   '$why_goals'(Numbered, Caller, State, Depth, Cut)
    ;   arg(1, Cut, true),
        throw('$why_cut'(Depth))
    ).

%! '$why_number'(+Body, +N0, -N, -Numbered)
%  Numbers the goals of Body as '$clause_goal'/5 does.
'$why_number'(Body, N0, N, Numbered) :-
    (   var(Body)
    ->  Numbered = goal(N0, call(Body)),
        N is N0 + 1
    ;   Body == true
    ->  Numbered = true,
        N = N0
    ;   Body = '$committed'(Rest)
    ->  Numbered = (goal(N0, !),More),
        '$why_number'(Rest, N0, N, More)
    ;   Body = (A,B)
    ->  Numbered = (NA,NB),
        '$why_number'(A, N0, N1, NA),
        '$why_number'(B, N1, N, NB)
    ;   Body = (C->T;E)
    ->  Numbered = if(NC, NT, NE),
        '$why_number'(C, N0, N1, NC),
        '$why_number'(T, N1, N2, NT),
        '$why_number'(E, N2, N, NE)
    ;   Body = (C*->T;E)
    ->  Numbered = soft(NC, NT, NE),
        '$why_number'(C, N0, N1, NC),
        '$why_number'(T, N1, N2, NT),
        '$why_number'(E, N2, N, NE)
    ;   Body = (A;B)
    ->  Numbered = or(NA, NB),
        '$why_number'(A, N0, N1, NA),
        '$why_number'(B, N1, N, NB)
    ;   ( Body = (C->T) ; Body = (C*->T) )
    ->  ( Body = (_->_) -> Numbered = if(NC, NT, fail) ; Numbered = (NC,NT) ),
        '$why_number'(C, N0, N1, NC),
        '$why_number'(T, N1, N2, NT),
        N is N2 + 1
    ;   Body = (\+ G)
    ->  Numbered = not(N0, Body, NG),
        '$why_number'(G, N0, N, NG)
    ;   Numbered = goal(N0, Body),
        N is N0 + 1
    ).

%! '$why_goals'(+Numbered, +Caller, +State, +Depth, +Cut) is nondet.
'$why_goals'(true, _, _, _, _).
'$why_goals'((A,B), Caller, State, Depth, Cut) :-
    (   '$why_cut_first'(B, Rest)
    ->  '$why_goals'(A, Caller, State, Depth, Cut),
        !,
        nb_setarg(1, Cut, true),
        '$why_goals'(Rest, Caller, State, Depth, Cut)
    ;   '$why_goals'(A, Caller, State, Depth, Cut),
        '$why_goals'(B, Caller, State, Depth, Cut)
    ).
'$why_goals'(or(A,B), Caller, State, Depth, Cut) :-
    (   '$why_goals'(A, Caller, State, Depth, Cut)
    ;   arg(1, Cut, false),
        '$why_goals'(B, Caller, State, Depth, Cut)
    ).
'$why_goals'(if(C,T,E), Caller, State, Depth, Cut) :-
    (   '$why_goals'(C, Caller, State, Depth, cut(false))
    ->  '$why_goals'(T, Caller, State, Depth, Cut)
    ;   '$why_goals'(E, Caller, State, Depth, Cut)
    ).
'$why_goals'(soft(C,T,E), Caller, State, Depth, Cut) :-
    (   '$why_goals'(C, Caller, State, Depth, cut(false))
    *-> '$why_goals'(T, Caller, State, Depth, Cut)
    ;   '$why_goals'(E, Caller, State, Depth, Cut)
    ).
'$why_goals'(not(N,Goal,Inner), Caller, State, Depth, _) :-
    copy_term(Goal, Before),
    (   '$why_goals'(Inner, Caller, state(1000000, [], []), Depth, cut(false))
    ->  '$why_note'(Goal, Before, N, Caller, State, Depth),
        fail
    ;   true
    ).
'$why_goals'(goal(N,Goal), Caller, State, Depth, Cut) :-
    (   Goal == !
    ->  nb_setarg(1, Cut, true)
    ;   Solved = solved(false),
        (   '$why_call'(Goal, State, Depth),
            nb_setarg(1, Solved, true)
        ;   arg(1, Solved, false),
            \+ '$why_meta'(Goal, _),
            '$why_note'(Goal, Goal, N, Caller, State, Depth),
            fail
        )
    ).

%! '$why_cut_first'(+Numbered, -Rest) is semidet.
'$why_cut_first'(goal(_, Goal), true) :-
    Goal == ! .
'$why_cut_first'((A,B), Rest) :-
    '$why_cut_first'(A, Rest0),
    ( Rest0 == true -> Rest = B ; Rest = (Rest0,B) ).

%! '$why_note'(+Shown, +Goal, +N, +Caller, +State, +Depth)
%  Keeps the failed goals of the greatest depth. Shown is Goal with the solution that a negation has found.
'$why_note'(Shown, Goal, N, Caller, State, Depth) :-
    State = state(Deepest, Found, Names),
    (   Depth < Deepest
    ->  true
    ;   '$source_text'(Shown, Names, 6, Text),
        (   Caller = in(Head, Reference)
        ->  '$source_text'(Head, Names, 4, HeadText),
            Place = in(HeadText, Reference, N)
        ;   Place = query
        ),
        (   Depth > Deepest
        ->  nb_setarg(1, State, Depth),
            nb_setarg(2, State, [failed(Text, Place, Goal-Head)])
        ;   length(Found, Count),
            ( Count >= 5 ; memberchk(failed(Text, Place, _), Found) )
        ->  true
        ;   nb_setarg(2, State, [failed(Text, Place, Goal-Head)|Found])
        )
    ).

%! '$why_call'(:Goal, +State, +Depth) is nondet.
'$why_call'(Goal, State, Depth) :-
    '$stripped'(Goal, Plain),
    Depth1 is Depth + 1,
    (   var(Plain)
    ->  instantiation_error(Plain)
    ;   '$why_meta'(Plain, Called)
    ->  '$why_opaque'(Called, query, State, Depth)
    ;   '$why_solutions'(Plain, State, Depth)
    ->  true
    ;   \+ '$is_users'(Plain)
    ->  functor(Plain, Name, Arity),
        (   '$why_pure'(Names),
            memberchk(Name/Arity, Names)
        ->  call(Plain)
        ;   predicate_property(why(_), defined),
            '$slice_safe'(Plain)
        ->  call(Plain)
        ;   throw('$why_effect'(Name/Arity))
        )
    ;   ( \+ predicate_property(Plain, defined) ; predicate_property(Plain, tabled) ; predicate_property(Plain, foreign) )
    ->  call(Plain)
    ;   '$why_clauses'(Plain, State, Depth1)
    ).

%! '$why_clauses'(+Goal, +State, +Depth) is nondet.
'$why_clauses'(Goal, State, Depth) :-
    ( predicate_property(Goal, ssu) -> Form = rules ; Form = clauses ),
    findall(Reference, '$why_clause'(Form, Goal, _, Reference), References),
    catch(( member(Reference, References),
            '$why_clause'(Form, Goal, Body, Reference),
            '$why_body'(Body, in(Goal,Reference), State, Depth)
          ),
          '$why_cut'(Depth),
          fail).

%! '$why_clause'(+Form, +Goal, -Body, ?Reference) is nondet.
'$why_clause'(clauses, Goal, Body, Reference) :-
    clause(Goal, Body, Reference).
'$why_clause'(rules, Goal, Body, Reference) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    clause(Head, Body0, Reference),
    subsumes_term(Head, Goal),
    Head = Goal,
    % A guard is followed by a cut.
    ( '$has_guard'(Reference) -> Body = Body0 ; Body = '$committed'(Body0) ).

%! '$why_meta'(+Goal, -Called) is semidet.
%  Goal means the same as Called.
'$why_meta'(call(Goal), Goal).
'$why_meta'(once(Goal), (Goal->true)).
'$why_meta'(ignore(Goal), (Goal->true;true)).
'$why_meta'(not(Goal), \+ Goal).
'$why_meta'(phrase(Body, List), Called) :-
    '$why_phrase'(Body, List, [], Called).
'$why_meta'(phrase(Body, List, Rest), Called) :-
    '$why_phrase'(Body, List, Rest, Called).
'$why_meta'(forall(C,A), \+ ( C, \+ A )).
'$why_meta'(Goal, Called) :-
    compound(Goal),
    Goal =.. [call,Closure|Extra],
    Extra = [_|_],
    callable(Closure),
    (   Closure = Module:Plain
    ->  Called = Module:Inner,
        callable(Plain)
    ;   Called = Inner,
        Plain = Closure
    ),
    Plain =.. Parts,
    append(Parts, Extra, More),
    Inner =.. More.
'$why_meta'(Goal, Called) :-
    compound(Goal),
    Goal =.. [maplist,Closure|Lists],
    Lists = [First|_],
    is_list(First),
    length(First, Length),
    '$all_of_length'(Lists, Length),
    '$why_each'(Lists, Closure, Called).

%! '$why_phrase'(+Body, +List, +Rest, -Called) is semidet.
'$why_phrase'(Body, List, Rest, Called) :-
    callable(Body),
    is_list(List),
    dcg_translate_rule(('$phrase' --> Body), ('$phrase'(List, Rest) :- Called)).

%! '$all_of_length'(?Lists, +Length) is semidet.
'$all_of_length'([], _).
'$all_of_length'([List|Lists], Length) :-
    length(List, Length),
    '$all_of_length'(Lists, Length).

%! '$why_each'(+Lists, +Closure, -Goals)
'$why_each'(Lists, Closure, Goals) :-
    (   '$why_heads'(Lists, Heads, Tails)
    ->  Call =.. [call,Closure|Heads],
        Goals = (Call,More),
        '$why_each'(Tails, Closure, More)
    ;   Goals = true
    ).

%! '$why_heads'(+Lists, -Heads, -Tails) is semidet.
'$why_heads'([], [], []).
'$why_heads'([[Head|Tail]|Lists], [Head|Heads], [Tail|Tails]) :-
    '$why_heads'(Lists, Heads, Tails).

%! '$why_solutions'(+Goal, +State, +Depth) is semidet.
'$why_solutions'(findall(Template, Goal, List), State, Depth) :-
    findall(Template, '$why_opaque'(Goal, query, State, Depth), List).

%! '$why_pure'(-Indicators)
%  Built-in and library predicates without effects.
'$why_pure'([true/0, fail/0, false/0, (=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2, compare/3,
             (is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2, var/1, nonvar/1, atom/1, number/1, integer/1,
             float/1, atomic/1, compound/1, callable/1, is_list/1, string/1, ground/1, functor/3, arg/3, (=..)/2,
             copy_term/2, atom_codes/2, atom_chars/2, char_code/2, number_codes/2, atom_number/2, number_chars/2,
             atom_length/2, atom_concat/3, sub_atom/5, atom_string/2, string_concat/3, string_length/2,
             string_chars/2, string_codes/2, string_to_atom/2, split_string/4, sub_string/5, upcase_atom/2,
             downcase_atom/2, string_upper/2, string_lower/2, char_type/2, code_type/2, term_variables/2,
             atomic_list_concat/2, atomic_list_concat/3, length/2, append/3, append/2, member/2, memberchk/2,
             reverse/2, nth0/3, nth1/3, last/2, msort/2, sort/2, sort/4, keysort/2, list_to_set/2, sum_list/2,
             sumlist/2, max_list/2, min_list/2, max_member/2, min_member/2, numlist/3, select/3, select/4,
             selectchk/3, subtract/3, intersection/3, union/3, delete/3, permutation/2, flatten/2,
             between/3, succ/2, plus/3, pairs_keys_values/3, pairs_keys/2, pairs_values/2, subset/2,
             list_to_assoc/2, get_assoc/3, put_assoc/4, empty_assoc/1, assoc_to_list/2, ord_union/3, ord_subtract/3,
             ord_memberchk/2, list_to_ord_set/2, must_be/2]).
