% Sums over different numbers: words that add up, and magic squares.

:- use_module(library(clpfd)).

bench_case(money, more_money, 2000).
bench_case(gerald, gerald, 10).
bench_case(alphabet, alphabet([ff]), 100).
bench_case(alphabet_in_order, alphabet([]), 2).
bench_case(square_3, squares_of_three(8), 100).
bench_case(square_4, square_of_four(1), 100).
bench_case(squares_4, square_of_four(100), 2).

more_money :-
    Letters = [S,E,N,D,M,O,R,Y],
    Letters ins 0..9,
    S #\= 0,
    M #\= 0,
    all_different(Letters),
    number([S,E,N,D], Send),
    number([M,O,R,E], More),
    number([M,O,N,E,Y], Money),
    Send + More #= Money,
    once(label(Letters)),
    Letters == [9,5,6,7,1,0,8,2].

gerald :-
    Letters = [D,O,N,A,L,G,E,R,B,T],
    Letters ins 0..9,
    D #\= 0,
    G #\= 0,
    R #\= 0,
    all_different(Letters),
    number([D,O,N,A,L,D], Donald),
    number([G,E,R,A,L,D], Gerald),
    number([R,O,B,E,R,T], Robert),
    Donald + Gerald #= Robert,
    once(label(Letters)),
    Letters == [5,2,6,4,8,1,9,7,3,0].

% The sum of digits with their weights.
number(Digits, Sum) :-
    number(Digits, 0, Sum).

number([], Sum, Sum).
number([Digit|Digits], Sum0, Sum) :-
    number(Digits, 10*Sum0 + Digit, Sum).

% The letters are numbers from 1 to 26, and each word has a sum.
alphabet(Options) :-
    length(Letters, 26),
    Letters ins 1..26,
    all_different(Letters),
    findall(Word-Sum, word(Word, Sum), Words),
    weighed(Words, Letters),
    once(labeling(Options, Letters)),
    Letters = [5,13,9,16,20|_].

weighed([], _).
weighed([Word-Sum|Words], Letters) :-
    atom_codes(Word, Codes),
    letters(Codes, Letters, Those),
    sum(Those, #=, Sum),
    weighed(Words, Letters).

letters([], _, []).
letters([Code|Codes], Letters, [Letter|Those]) :-
    Place is Code - 96,
    nth1(Place, Letters, Letter),
    letters(Codes, Letters, Those).

word(ballet, 45).
word(cello, 43).
word(concert, 74).
word(flute, 30).
word(fugue, 50).
word(glee, 66).
word(jazz, 58).
word(lyre, 47).
word(oboe, 53).
word(opera, 65).
word(polka, 59).
word(quartet, 50).
word(saxophone, 134).
word(scale, 51).
word(solo, 37).
word(song, 61).
word(soprano, 82).
word(theme, 72).
word(violin, 100).
word(waltz, 34).

squares_of_three(Count) :-
    findall(x, ( square(3, 15, Square), label(Square) ), All),
    length(All, Count).

% So many squares of four, the least corner first.
square_of_four(Count) :-
    square(4, 34, Square),
    Square = [A,_,_,D,_,_,_,_,_,_,_,_,M,_,_,P],
    A #< D,
    A #< M,
    A #< P,
    D #< M,
    findall(x, limit(Count, label(Square)), All),
    length(All, Count).

square(N, Sum, Square) :-
    Last is N * N,
    length(Square, Last),
    Square ins 1..Last,
    all_different(Square),
    rows(Square, N, Rows),
    transpose(Rows, Columns),
    diagonal(Rows, 0, Diagonal),
    reverse(Rows, Turned),
    diagonal(Turned, 0, Other),
    append([Rows,Columns,[Diagonal,Other]], Lines),
    sums(Lines, Sum).

rows([], _, []) :- !.
rows(Cells, N, [Row|Rows]) :-
    length(Row, N),
    append(Row, Others, Cells),
    rows(Others, N, Rows).

diagonal([], _, []).
diagonal([Row|Rows], Place, [Cell|Cells]) :-
    nth0(Place, Row, Cell),
    Next is Place + 1,
    diagonal(Rows, Next, Cells).

sums([], _).
sums([Line|Lines], Sum) :-
    sum(Line, #=, Sum),
    sums(Lines, Sum).
