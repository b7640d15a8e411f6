% How many ways there are to place N queens, for N from 4 to 12, beside the known numbers.
%
% Only the number is wanted, so no board is kept: columns and diagonals are bits of three
% integers. Bit i of Cols, Left and Right says that square i of this row is attacked
% along a column, a diagonal to the left or one to the right; going down a row shifts the
% diagonals. The lowest free bit is F /\ -F.
%
% Run:        ferz run programs/counts.pl
% At the prompt, after [programs/counts]:
%   ?- queens_count(10, Count).

% queens_count(N, Count): there are Count ways to place N queens.
queens_count(N, Count) :-
    All is (1 << N) - 1,
    row(0, 0, 0, All, 0, Count).

% row(Cols, Left, Right, All, Count0, Count): adds the ways to fill this row and those below.
row(Cols, Left, Right, All, Count0, Count) :-
    (   Cols =:= All
    ->  Count is Count0 + 1
    ;   Free is All /\ \(Cols \/ Left \/ Right),
        squares(Free, Cols, Left, Right, All, Count0, Count)
    ).

% squares(Free, ...): the same, with the queen of this row on each square of Free in turn.
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

% show_state(Goal, Picture): the squares of the row, as `ferz show` writes them beside the search: those that are attacked
% along columns and along diagonals, and those that are free.
show_state(row(Cols, Left, Right, All, _, _), Picture) :-
    N is msb(All + 1),
    Free is All /\ \(Cols \/ Left \/ Right),
    maplist(bits(N), [Cols,Left,Right,Free], Rows),
    format(string(Picture), "columns ~w\nleft    ~w\nright   ~w\nfree    ~w", Rows).

% bits(N, Bits, Text): Text has a character for each of N squares.
bits(N, Bits, Text) :-
    Last is N - 1,
    findall(C,
            ( between(0, Last, I),
              (   getbit(Bits, I) =:= 1
              ->  C = 'X'
              ;   C = '.'
              )
            ),
            Cs),
    atomic_list_concat(Cs, ' ', Text).

% known(N, Count): what many others have counted.
known(4, 2).
known(5, 10).
known(6, 4).
known(7, 40).
known(8, 92).
known(9, 352).
known(10, 724).
known(11, 2680).
known(12, 14200).

main :-
    forall(known(N, Known),
           ( queens_count(N, Count),
             (   Count =:= Known
             ->  Verdict = right
             ;   Verdict = wrong
             ),
             format("~t~d~2|~t~d~9+  ~w~n", [N,Count,Verdict])
           )).
