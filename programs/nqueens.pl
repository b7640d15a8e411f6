% N queens, one column at a time.
%
% A solution is a list with the row of the queen of each column, the newest column
% first. Prolog keeps the books: between/3 leaves a choice for every column, and a
% column without a free row makes it go back by itself.
%
% Run:        ferz run programs/nqueens.pl
% At the prompt, after [programs/nqueens]:
%   ?- solve(8, QP).
%   ?- findall(QP, solve(8, QP), QPALL), length(QPALL, L).
%   ?- solve(8, QP), display_solution(QP).

% nc(V, P, D): no conflict. A queen in row V attacks none of the queens P, the
% first of which is D columns away. The queens of P were compared before.
nc(_, [], _).
nc(V, P, D) :-
    P = [H|T],
    V =\= H,                    % another row
    abs(V - H) =\= D,           % another diagonal
    D1 is D + 1,
    nc(V, T, D1).

% solve(N, QP): QP places N queens on a board of N by N.
solve(N, QP) :-
    solve(N, [], QP).

% solve(N, QPT, QP): QP continues QPT, whose queens do not attack one another.
solve(N, QPT, QP) :-
    length(QPT, N),
    QP = QPT.
solve(N, QPT, QP) :-
    NM1 is N - 1,
    between(0, NM1, V),         % the choice that backtracking returns to
    nc(V, QPT, 1),
    QPT1 = [V|QPT],
    solve(N, QPT1, QP).

% display_solution(QP): draws the board, the columns in the order of the list.
display_solution(QP) :-
    length(QP, N),
    NM1 is N - 1,
    display_col_headers(N),
    display_row_separator(N),
    forall(between(0, NM1, R),
           ( display_row(R, QP),
             display_row_separator(N)
           )).

% display_row(R, QP): the row number, a bar, and the squares of row R.
display_row(R, QP) :-
    length(QP, N),
    NM1 is N - 1,
    display_number(R, N),
    write("|"),
    forall(between(0, NM1, C), display_square(R, C, QP)),
    nl.

% display_square(R, C, QP): one square, two characters and a bar wide.
display_square(R, C, QP) :-
    nth0(C, QP, V),
    (   R == V
    ->  write(" X|")
    ;   write("  |")
    ).

% display_col_headers(N): the column numbers, above the squares.
display_col_headers(N) :-
    NM1 is N - 1,
    label_width(N, W),
    W1 is W - 1,
    spaces(W1),
    forall(between(0, NM1, C),
           ( write(" "),
             (   C < 10
             ->  write(" ")
             ;   true
             ),
             write(C)
           )),
    nl.

% display_row_separator(N): a line as long as a row.
display_row_separator(N) :-
    label_width(N, W),
    Length is W + 1 + 3 * N,
    forall(between(1, Length, _), write("-")),
    nl.

% display_number(R, N): R, as wide as the largest row number.
display_number(R, N) :-
    label_width(N, W),
    R1 is R + 1,
    label_width(R1, Own),
    Missing is W - Own,
    spaces(Missing),
    write(R).

% label_width(N, W): the numbers below N have at most W digits.
label_width(N, W) :-
    (   N =< 10
    ->  W = 1
    ;   W = 2
    ).

spaces(N) :-
    forall(between(1, N, _), write(" ")).

% show_state(Goal, Picture): the board that `ferz show` draws beside the search.
show_state(solve(N, QPT, _), svg(Picture)) :-
    reverse(QPT, Rows),
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
    once(solve(8, QP)),
    writeln(QP),
    display_solution(QP),
    findall(Q, solve(8, Q), QPALL),
    length(QPALL, L),
    write(L),
    writeln(" solutions").
