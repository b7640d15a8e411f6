% How many placements of 10 queens there are, by the program of programs/counts.pl:
% if-then-else over operations on bits, nothing built.

bench_case(queens_bits, queens_count(10, 724), 15).

queens_count(N, Count) :-
    All is (1 << N) - 1,
    row(0, 0, 0, All, 0, Count).

row(Cols, Left, Right, All, Count0, Count) :-
    (   Cols =:= All
    ->  Count is Count0 + 1
    ;   Free is All /\ \(Cols \/ Left \/ Right),
        squares(Free, Cols, Left, Right, All, Count0, Count)
    ).

squares(Free, Cols, Left, Right, All, Count0, Count) :-
    (   Free =:= 0
    ->  Count = Count0
    ;   Square is Free /\ -Free,
        Cols1 is Cols \/ Square,
        Left1 is (Left \/ Square) << 1,
        Right1 is (Right \/ Square) >> 1,
        row(Cols1, Left1, Right1, All, Count0, Count1),
        Others is Free - Square,
        squares(Others, Cols, Left, Right, All, Count1, Count)
    ).
