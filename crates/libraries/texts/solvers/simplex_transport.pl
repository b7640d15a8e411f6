% Transportation and assignment problems under simplex.pl; the kernel is written in Rust (builtins/linear/transport.rs).

%! transportation(+Supplies, +Demands, +Costs, -Transport) is semidet.
%  Transport is the cheapest way to bring all Supplies, a list of numbers, to the Demands: a list of rows with the amounts
%  that each source sends to each sink. Costs are rows, too: what it costs to send one unit. Fails if the sums of
%  Supplies and of Demands differ.
%  ?- transportation([3,2], [1,4], [[1,2],[3,1]], T).   %=> T = [[1,2],[0,2]].
%  ?- transportation([3], [2], [[1]], _).   %=> false.
transportation(Supplies0, Demands0, Costs0, Transport) :-
    must_be(list, Supplies0),
    must_be(list, Demands0),
    must_be(list(list), Costs0),
    Supplies0 = [_|_],
    '$lp_common'([Supplies0,Demands0], 1, Unit),
    '$lp_common'(Costs0, 1, Price),
    '$lp_scaled'([Supplies0,Demands0|Costs0], [Unit,Unit|Price], [Supplies,Demands|Costs]),
    '$transport'(Supplies, Demands, Costs, Amounts),
    '$lp_unscaled'(Amounts, Unit, Transport0),
    Transport = Transport0.

%! assignment(+Costs, -Assignment) is semidet.
%  Assignment is the cheapest way to give each row of Costs a column of its own: rows with 1 for that column, 0 for others.
%  ?- assignment([[1,2],[1,3]], A).   %=> A = [[0,1],[1,0]].
assignment(Costs, Assignment) :-
    must_be(list, Costs),
    '$lp_ones'(Costs, Ones),
    transportation(Ones, Ones, Costs, Assignment).

%! '$lp_common'(+Rows, +Common0, -Common)
%  Common is a number by which all numbers of the rows become integers.
'$lp_common'([], Common, Common).
'$lp_common'([Row|Rows], Common0, Common) :-
    '$lp_common_of'(Row, Common0, Common1),
    '$lp_common'(Rows, Common1, Common).

%! '$lp_common_of'(+Row, +Common0, -Common)
'$lp_common_of'([], Common, Common).
'$lp_common_of'([Number|Row], Common0, Common) :-
    (   integer(Number)
    ->  Common1 = Common0
    ;   Common1 is lcm(Common0, denominator(rationalize(Number)))
    ),
    '$lp_common_of'(Row, Common1, Common).

%! '$lp_scaled'(+Rows0, +Factors, -Rows)
%  The last factor is that of all other rows.
'$lp_scaled'([], _, []).
'$lp_scaled'([Row0|Rows0], Factors, [Row|Rows]) :-
    ( Factors = [Factor|Factors1] -> true ; Factors = Factor, Factors1 = Factors ),
    (   Factor =:= 1
    ->  Row = Row0
    ;   '$lp_integers'(Row0, Factor, Row)
    ),
    '$lp_scaled'(Rows0, Factors1, Rows).

%! '$lp_integers'(+Row0, +Factor, -Row)
'$lp_integers'([], _, []).
'$lp_integers'([Number|Row0], Factor, [Integer|Row]) :-
    Integer is rationalize(Number)*Factor,
    '$lp_integers'(Row0, Factor, Row).

%! '$lp_unscaled'(+Rows0, +Factor, -Rows)
'$lp_unscaled'(Rows0, Factor, Rows) :-
    (   Factor =:= 1
    ->  Rows = Rows0
    ;   Part is 1 rdiv Factor,
        '$lp_all_times'(Rows0, Part, Rows)
    ).

%! '$lp_all_times'(+Rows0, +Factor, -Rows)
'$lp_all_times'([], _, []).
'$lp_all_times'([Row0|Rows0], Factor, [Row|Rows]) :-
    '$lp_times'(Row0, Factor, Row),
    '$lp_all_times'(Rows0, Factor, Rows).
