% Eight queens with explicit bookkeeping: the search as a language without
% backtracking has to write it, carrying all of its state along.
%
%   C    the column that is looked at, counted from 0
%   QP   the rows of the queens placed so far, the newest first
%   NR   for each column up to C, the next row to try, column C first
%   SV   the solutions found so far, the newest first
%
% Every step is the last call of solve_h/6 and no choice is left behind, so the
% whole search, 17776 steps for 8 queens, runs in constant space. Each step prints
% a line of trace.
%
% The description of this search starts at NR = (1 0) and speaks of adding 1 after
% a solution; its own trace starts at (0 1), and the row of a column that found its
% queen has already been counted on. The program does what the trace shows.
%
% Run:        ferz run programs/bookkeeping.pl
% At the prompt, after [programs/bookkeeping]:
%   ?- solve(4, SV).

% nc_1(A, B, D): rows A and B, D columns apart, do not attack each other.
nc_1(A, B, D) :-
    A =\= B,
    abs(A - B) =\= D.

% nc(V, P): row V attacks none of the queens P, the first being one column away.
nc(V, P) :-
    nc_h(V, P, 1).

nc_h(_, [], _).
nc_h(V, [H|T], D) :-
    nc_1(V, H, D),
    D1 is D + 1,
    nc_h(V, T, D1).

% solve(N, SV): SV has all solutions for N queens, the last one found first.
solve(N, SV) :-
    solve_h(N, 1, [0], [0,1], [], SV).

solve_h(N, C, QP, NR, SV0, SV) :-
    trace_step(C, QP, NR),
    NR = [Row|Rows],
    (   C =:= N
    ->  % A queen in every column: note the solution, go back one column.
        SV1 = [QP|SV0],
        length(SV1, K),
        report_solution(K, QP),
        QP = [_|QP1],
        C1 is C - 1,
        solve_h(N, C1, QP1, Rows, SV1, SV)
    ;   Row =:= N,
        QP = []
    ->  % All rows of column 0 are used up.
        write('### end of search, all solutions found'),
        nl,
        SV = SV0
    ;   Row =:= N
    ->  % All rows of this column are used up: go back one column.
        QP = [_|QP1],
        C1 is C - 1,
        solve_h(N, C1, QP1, Rows, SV0, SV)
    ;   nc(Row, QP)
    ->  % A row without conflict: place the queen, go on to the next column.
        C1 is C + 1,
        Next is Row + 1,
        solve_h(N, C1, [Row|QP], [0,Next|Rows], SV0, SV)
    ;   % A conflict: try the next row of this column.
        Next is Row + 1,
        solve_h(N, C, QP, [Next|Rows], SV0, SV)
    ).

trace_step(C, QP, NR) :-
    write('trace: c: '),
    write(C),
    write(' qp: '),
    write_parenthesized(QP),
    write(' nr: '),
    write_parenthesized(NR),
    nl.

report_solution(K, QP) :-
    write('### solution '),
    write(K),
    write(' '),
    write_parenthesized(QP),
    nl.

% write_parenthesized(Xs): a list with parentheses around and spaces between.
write_parenthesized(Xs) :-
    write('('),
    write_spaced(Xs),
    write(')').

write_spaced([]).
write_spaced([X|Xs]) :-
    write(X),
    write_rest(Xs).

write_rest([]).
write_rest([X|Xs]) :-
    write(' '),
    write(X),
    write_rest(Xs).

% show_state(Goal, Picture): the board that `ferz show` draws beside the search,
% with the queen that is tried.
show_state(solve_h(N, _, QP, [Row|_], _, _), svg(Picture)) :-
    reverse([Row|QP], Rows),
    board(N, Rows, Picture).

% board(N, Rows, Picture): an SVG of a board with a queen in each of the Rows of its first columns.
board(N, Rows, Picture) :-
    findall(Queen,
            ( nth0(C, Rows, R),
              format(string(Queen), '<circle cx="~w.5" cy="~w.5" r=".33" fill="#2b1a10"/>', [C,R])
            ),
            Queens),
    atomics_to_string(Queens, Circles),
    format(string(Picture),
           '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ~w ~w">\c
            <pattern id="squares" width="2" height="2" patternUnits="userSpaceOnUse">\c
            <path fill="#b58561" d="M0 0h1v1h-1zM1 1h1v1h-1z"/></pattern>\c
            <rect width="100%" height="100%" fill="#eed9bd"/>\c
            <rect width="100%" height="100%" fill="url(#squares)"/>~w</svg>',
           [N,N,Circles]).

main :-
    solve(8, _).
