% Constraint handling rules, fifth part: the clauses of an occurrence that keeps its constraint, or needs partners.
%
% What is the same for all of an occurrence is `occ(Con, Number, State, Vars, Suspension, Occurrence)`: State is what is known
% of the suspension from the first partner on. A loop over a partner is `loop(Partner, Rest, Name, Parameters, Kind,
% Constraint)`; loops are held with the innermost first.

%! '$chr_among'(+Occurrence, +Number, +State0, +Con, -State, -Clauses, ?Tail) is det.
'$chr_among'(Occurrence, Number, State0, Con, State, [(Head :- Body)|Clauses], Tail) :-
    Occurrence = occurrence(Active, Kind, Partners, Guard, Goal, _, History),
    Con = con(_, _, _, Arity, Modes),
    length(Vars, Arity),
    Active =.. [_|Patterns],
    '$chr_match'(Patterns, Modes, Vars, known([], []), Known0, Tests, Tests1),
    '$chr_binds'([partner(Active, Kind, 0)|Partners], Con, Binds),
    (   '$chr_is_quiet'(Goal, Binds)
    ->  Quiet = true
    ;   Quiet = false
    ),
    (   State0 == none,
        ( Kind == removed ; Quiet == true, History \= record(_) )
    ->  State = none
    ;   State = maybe
    ),
    Occ = occ(Con, Number, State, Vars, Suspension, Occurrence, Quiet),
    (   Partners == []
    ->  '$chr_ready'(Guard, Known0, now, _, Known, Tests1, []),
        Clauses = Tail,
        '$chr_fire'(Occ, Known, [], Condition, Inner)
    ;   '$chr_ready'(Guard, Known0, early(Partners), Later, Known, Tests1, []),
        Condition = [],
        '$chr_next_partner'(Partners, Later, Known, [], Occ, Inner, Clauses, Tail)
    ),
    append(Tests, Condition, All),
    Next is Number + 1,
    '$chr_goal'(Con, Next, Vars, State, Suspension, Else),
    '$chr_branch'(All, Inner, Else, Body),
    '$chr_goal'(Con, Number, Vars, State0, Suspension, Head).

%! '$chr_binds'(+Partners, +Con, -Vars) is det.
%  Vars are the variables of the heads that may be unbound.
'$chr_binds'(Heads, con(chr(Constraints, _, _, _, _, _, _), _, _, _, _), Vars) :-
    '$chr_binds_of'(Heads, Constraints, Terms),
    term_variables(Terms, Vars).

%! '$chr_binds_of'(+Partners, +Constraints, -Terms) is det.
'$chr_binds_of'([], _, []).
'$chr_binds_of'([partner(Head, _, _)|Heads], Constraints, [Terms1|Terms]) :-
    Head =.. [Name|Arguments],
    length(Arguments, Arity),
    memberchk(constraint(_, Name, Arity, Modes), Constraints),
    '$chr_unbound_in'(Arguments, Modes, Terms1),
    '$chr_binds_of'(Heads, Constraints, Terms).

%! '$chr_unbound_in'(+Arguments, +Modes, -Terms) is det.
'$chr_unbound_in'([], [], []).
'$chr_unbound_in'([Argument|Arguments], [Mode|Modes], Terms) :-
    (   Mode == (+)
    ->  Terms = Terms1
    ;   Terms = [Argument|Terms1]
    ),
    '$chr_unbound_in'(Arguments, Modes, Terms1).

%! '$chr_next_partner'(+Partners, +Guard, +Known, +Loops, +Occ, -Goal, -Clauses, ?Tail) is det.
%  Goal looks a partner up and goes through what is found.
'$chr_next_partner'(Partners, Guard, Known0, Loops, Occ, Goal, [Empty,(Head :- Body)|Clauses], Tail) :-
    Occ = occ(Con, Number, State, Vars, Suspension, _, _),
    Con = con(Program, Own, Name, Arity, _),
    Program = chr(Constraints, _, _, _, _, _, _),
    '$chr_best'(Partners, Known0, Constraints, Partner, Others),
    Partner = partner(Pattern, Kind, Position),
    '$chr_number'(Pattern, Constraints, Constraint),
    memberchk(constraint(Constraint, _, _, Modes), Constraints),
    '$chr_parameters'(Occ, Loops, [Partners,Guard], Known0, Parameters),
    length(Loops, Depth0),
    Depth is Depth0 + 1,
    '$chr_chain_name'(Name, Arity, Number, Chained),
    atomic_list_concat([Chained,'.',Depth], LoopName),
    '$chr_lookup'(Pattern, Modes, Constraint, Known0, Program, List, Lookup),
    Call =.. [LoopName,List|Parameters],
    Goal = (Lookup, Call),
    % No more partners: the next one of the loop around, or the next occurrence.
    EmptyHead =.. [LoopName,[]|Parameters],
    (   Loops = [Around|_]
    ->  '$chr_go_on'(Around, Back)
    ;   Next is Number + 1,
        '$chr_goal'(Con, Next, Vars, State, Suspension, Back)
    ),
    Empty = (EmptyHead :- Back),
    Head =.. [LoopName,[Found|Rest]|Parameters],
    Again =.. [LoopName,Rest|Parameters],
    Loop = loop(Found, Rest, LoopName, Parameters, Kind, Constraint, Position),
    Pattern =.. [_|Patterns],
    length(Patterns, Count),
    length(Values, Count),
    '$chr_watches'(Program, Constraint, Watched),
    (   \+ '$chr_is_removable'(Program, Constraint)
    ->  Alive = []
    ;   Watched =:= 0
    ->  Life = 0,
        Alive = []
    ;   Alive = [Life >= 0]
    ),
    '$chr_record'(Program, Constraint, Life, Id, _, Values, Shape),
    '$chr_different'(Loop, Own, State, Suspension, Loops, Different),
    '$chr_match'(Patterns, Modes, Values, Known0, Known1, Tests1, Tests2),
    (   Others == []
    ->  '$chr_ready'(Guard, Known1, now, _, Known, Tests2, Tests3),
        '$chr_ages'(Occ, Id, Tests3, Tests4),
        '$chr_fire'(Occ, Known, [Loop|Loops], Tests4, Inner),
        Clauses = Tail
    ;   '$chr_ready'(Guard, Known1, early(Others), Later, Known, Tests2, Tests3),
        '$chr_ages'(Occ, Id, Tests3, []),
        '$chr_next_partner'(Others, Later, Known, [Loop|Loops], Occ, Inner, Clauses, Tail)
    ),
    append([[Found = Shape],Alive,Different,Tests1], Tests),
    '$chr_branch'(Tests, Inner, Again, Body).

%! '$chr_ages'(+Occ, ?Id, -Tests, ?Tail) is det.
%  Where the ages of constraints tell whether a rule has fired, the active one has to be the youngest.
'$chr_ages'(occ(_, _, State, _, Suspension, occurrence(_, _, _, _, _, _, History), _), Id, Tests, Tail) :-
    (   History == age,
        State == maybe
    ->  Tests = [( var(Suspension) -> true ; arg(2, Suspension, Own), Own > Id )|Tail]
    ;   Tests = Tail
    ).

%! '$chr_go_on'(+Loop, -Goal) is det.
'$chr_go_on'(loop(_, Rest, Name, Parameters, _, _, _), Goal) :-
    Goal =.. [Name,Rest|Parameters].

%! '$chr_parameters'(+Occ, +Loops, +Later, +Known, -Parameters) is det.
%  The variables that a loop has to hand on: the arguments and the suspension of the active constraint, the loops around,
%  and those known variables that are still needed.
'$chr_parameters'(occ(_, _, State, Vars, Suspension, occurrence(_, _, _, _, Goal, _, _), _), Loops, Later, known(All, _), Parameters) :-
    ( State == maybe -> Own = [Suspension] ; Own = [] ),
    '$chr_loop_variables'(Loops, Around),
    term_variables(Later-Goal, Used),
    '$chr_common'(Used, All, Needed),
    term_variables([Vars,Own,Around,Needed], Parameters).

%! '$chr_loop_variables'(+Loops, -Variables) is det.
'$chr_loop_variables'([], []).
'$chr_loop_variables'([loop(Partner, Rest, _, Parameters, _, _, _)|Loops], [[Partner,Rest|Parameters]|Variables]) :-
    '$chr_loop_variables'(Loops, Variables).

%! '$chr_common'(+Vars, +Others, -Common) is det.
'$chr_common'([], _, []).
'$chr_common'([Var|Vars], Others, Common) :-
    (   '$chr_member'(Var, Others)
    ->  Common = [Var|Common1]
    ;   Common = Common1
    ),
    '$chr_common'(Vars, Others, Common1).

%! '$chr_best'(+Partners, +Known, +Constraints, -Best, -Others) is det.
%  Best is the partner of which most is known: ground arguments, one other argument, nothing.
'$chr_best'(Partners, Known, Constraints, Best, Others) :-
    (   member(Wanted, [ground,one,any]),
        append(Before, [Best0|After], Partners),
        '$chr_access'(Best0, Known, Constraints, Wanted)
    ->  Best = Best0,
        append(Before, After, Others)
    ).

%! '$chr_access'(+Partner, +Known, +Constraints, +Wanted) is semidet.
'$chr_access'(partner(Pattern, _, _), Known, Constraints, Wanted) :-
    functor(Pattern, Name, Arity),
    memberchk(constraint(_, Name, Arity, Modes), Constraints),
    Pattern =.. [_|Patterns],
    '$chr_keys'(Patterns, Modes, 0, Known, Ground, Ones),
    (   Ground \== []
    ->  Access = ground
    ;   Ones \== []
    ->  Access = one
    ;   Access = any
    ),
    ( Wanted == any -> true ; Wanted == Access ).

%! '$chr_keys'(+Patterns, +Modes, +N, +Known, -Ground, -Ones) is det.
%  Ground are N-Pattern for the patterns that are known and declared as ground, Ones for the other known ones.
'$chr_keys'([], _, _, _, [], []).
'$chr_keys'([Pattern|Patterns], [Mode|Modes], N, Known, Ground, Ones) :-
    (   N < 56,
        '$chr_all_known'(Pattern, Known)
    ->  (   Mode == (+)
        ->  Ground = [N-Pattern|Ground1],
            Ones = Ones1
        ;   Ground = Ground1,
            Ones = [N-Pattern|Ones1]
        )
    ;   Ground = Ground1,
        Ones = Ones1
    ),
    N1 is N + 1,
    '$chr_keys'(Patterns, Modes, N1, Known, Ground1, Ones1).

%! '$chr_lookup'(+Pattern, +Modes, +Constraint, +Known, +Program, -List, -Goal) is det.
'$chr_lookup'(Pattern, Modes, Constraint, Known, Program, List, Goal) :-
    Program = chr(_, _, _, _, Indexes, _, Key),
    Pattern =.. [_|Patterns],
    '$chr_keys'(Patterns, Modes, 0, Known, Ground, Ones),
    (   Ground = [_|_]
    ->  Chosen = Ground
    ;   Ones = [One|_]
    ->  Chosen = [One]
    ;   Chosen = []
    ),
    (   Chosen == []
    ->  Goal = '$chr_all'(Key, Constraint, List)
    ;   '$chr_mask'(Chosen, 0, Mask, Values),
        memberchk(index(Constraint, Mask, Index), Indexes),
        (   Values = [Value]
        ->  true
        ;   Value =.. [k|Values]
        ),
        Goal = '$chr_find'(Key, Constraint, Index, Value, List)
    ).

%! '$chr_mask'(+Chosen, +Mask0, -Mask, -Values) is det.
'$chr_mask'([], Mask, Mask, []).
'$chr_mask'([N-Value|Chosen], Mask0, Mask, [Value|Values]) :-
    Mask1 is Mask0 \/ (1 << N),
    '$chr_mask'(Chosen, Mask1, Mask, Values).

%! '$chr_different'(+Loop, +Own, +State, +Suspension, +Loops, -Tests) is det.
%  A partner is another one than the active constraint and those of the loops around.
'$chr_different'(loop(Found, _, _, _, _, Constraint, _), Own, State, Suspension, Loops, Tests) :-
    (   Constraint == Own,
        State == maybe
    ->  Tests = [Found \== Suspension|Tests1]
    ;   Tests = Tests1
    ),
    '$chr_different_loops'(Loops, Found, Constraint, Tests1).

%! '$chr_different_loops'(+Loops, +Found, +Constraint, -Tests) is det.
'$chr_different_loops'([], _, _, []).
'$chr_different_loops'([loop(Other, _, _, _, _, Own, _)|Loops], Found, Constraint, Tests) :-
    (   Own == Constraint
    ->  Tests = [Found \== Other|Tests1]
    ;   Tests = Tests1
    ),
    '$chr_different_loops'(Loops, Found, Constraint, Tests1).

%! '$chr_fire'(+Occ, +Known, +Loops, -Tests, -Goal) is det.
%  Tests are the last ones, Goal is what a rule does when it applies.
'$chr_fire'(Occ, _, Loops, Tests, Goal) :-
    Occ = occ(Con, Number, State, Vars, Suspension, Occurrence, Quiet),
    Occurrence = occurrence(_, Kind, _, _, Body, Rule, History),
    '$chr_removals'(Loops, Removals),
    (   Kind == removed
    ->  Tests = [],
        '$chr_removal'(State, Suspension, Goals1, [Body]),
        append(Removals, Goals1, Goals)
    ;   (   State == maybe,
            ( Quiet == false ; History = record(_) )
        ->  '$chr_stored'(maybe, Con, Vars, Suspension, Storing, [])
        ;   Storing = []
        ),
        (   History = record(Position)
        ->  append(Storing, Recording, Tests),
            '$chr_recording'(Loops, Position, Suspension, Rule, Con, Recording),
            Before = Removals
        ;   Tests = [],
            append(Removals, Storing, Before)
        ),
        '$chr_survival'(Quiet, Con, Suspension, Marks, Survives),
        Next is Number + 1,
        '$chr_goal'(Con, Next, Vars, State, Suspension, NextGoal),
        reverse(Loops, Outermost),
        '$chr_continuation'(Outermost, Quiet, Con, NextGoal, Go),
        '$chr_branch'(Survives, Go, true, Continue),
        append([Before,Marks,[Body,Continue]], Goals)
    ),
    '$chr_conjunction'(Goals, Goal).

%! '$chr_removals'(+Loops, -Goals) is det.
'$chr_removals'([], []).
'$chr_removals'([loop(Found, _, _, _, Kind, _, _)|Loops], Goals) :-
    (   Kind == removed
    ->  Goals = ['$chr_remove'(Found)|Goals1]
    ;   Goals = Goals1
    ),
    '$chr_removals'(Loops, Goals1).

%! '$chr_survival'(+Quiet, +Con, +Suspension, -Marks, -Tests) is det.
%  Tests are true after the body if the active constraint is there still, and has not been reactivated meanwhile: then its
%  other occurrences have been tried.
'$chr_survival'(Quiet, con(Program, Number, _, _, _), Suspension, Marks, Tests) :-
    '$chr_watches'(Program, Number, Watched),
    (   Quiet == true
    ->  Marks = [],
        Tests = []
    ;   Watched =\= 0
    ->  Marks = [arg(1, Suspension, Mark)],
        Tests = [arg(1, Suspension, Now), Now == Mark]
    ;   '$chr_is_removable'(Program, Number)
    ->  Marks = [],
        Tests = [arg(1, Suspension, 0)]
    ;   Marks = [],
        Tests = []
    ).

%! '$chr_continuation'(+Loops, +Quiet, +Con, +NextGoal, -Goal) is det.
%  Goal goes on with the innermost of the loops, the outermost first in Loops, around which all partners are there still.
'$chr_continuation'([], _, _, Goal, Goal).
'$chr_continuation'([Loop|Loops], Quiet, Con, _, Goal) :-
    Loop = loop(Found, _, _, _, Kind, Constraint, _),
    '$chr_go_on'(Loop, Here),
    (   ( Loops == [] ; Kind == removed )
    ->  Goal = Here
    ;   '$chr_continuation'(Loops, Quiet, Con, none, Inner),
        Con = con(Program, _, _, _, _),
        (   Quiet == false,
            '$chr_is_removable'(Program, Constraint)
        ->  Goal = ( arg(1, Found, State), State >= 0 -> Inner ; Here )
        ;   Goal = Inner
        )
    ).

%! '$chr_recording'(+Loops, +Position, +Suspension, +Rule, +Con, -Tests) is det.
%  Tests note that a rule fires for the active constraint and its partners, and fail if it has. The youngest has the record,
%  since that of an older one would grow with each that comes and goes.
'$chr_recording'([], _, Suspension, Rule, _, ['$chr_first'(Suspension, Rule)]).
'$chr_recording'([loop(Found, _, _, _, _, _, Other)], Position, Suspension, Rule, con(Program, _, _, _, _), Tests) :-
    !,
    Program = chr(_, Rules, _, _, _, _, _),
    length(Rules, Count),
    ( Position < Other -> Side = 0 ; Side = 1 ),
    Own is 2 * Rule + Side,
    Partners is 2 * Rule + 1 - Side,
    Factor is 2 * Count + 2,
    Tests = [arg(2, Suspension, Id), arg(2, Found, FoundId),
             ( FoundId < Id -> Key is FoundId * Factor + Own, '$chr_first'(Suspension, Key)
             ; Key is Id * Factor + Partners, '$chr_first'(Found, Key) )].
'$chr_recording'(Loops, Position, Suspension, Rule, _, [Ids,Youngest,'$chr_first'(Holder, Event)]) :-
    findall(Own-N, ( nth1(N, Loops, Loop), arg(7, Loop, Own) ), Places),
    msort([Position-0|Places], InOrder),
    '$chr_ids'(InOrder, Loops, Suspension, Goals, Numbers, Members),
    Event =.. [t,Rule|Numbers],
    '$chr_conjunction'(Goals, Ids),
    Numbers = [Number|MoreNumbers],
    Members = [Member|MoreMembers],
    '$chr_youngest'(MoreNumbers, MoreMembers, Number, Member, Holder, Steps),
    '$chr_conjunction'(Steps, Youngest).

%! '$chr_ids'(+Places, +Loops, +Suspension, -Goals, -Numbers, -Members) is det.
'$chr_ids'([], _, _, [], [], []).
'$chr_ids'([_-N|Places], Loops, Suspension, [arg(2, Member, Number)|Goals], [Number|Numbers], [Member|Members]) :-
    (   N == 0
    ->  Member = Suspension
    ;   nth1(N, Loops, Loop),
        arg(1, Loop, Member)
    ),
    '$chr_ids'(Places, Loops, Suspension, Goals, Numbers, Members).

%! '$chr_youngest'(+Numbers, +Members, +Number, +Member, -Youngest, -Goals) is det.
'$chr_youngest'([], [], _, Member, Member, []).
'$chr_youngest'([Other|Numbers], [Partner|Members], Number, Member, Youngest, [Goal|Goals]) :-
    Goal = ( Other > Number -> Later = Partner, Most = Other ; Later = Member, Most = Number ),
    '$chr_youngest'(Numbers, Members, Most, Later, Youngest, Goals).
