% Columns by format/2, and its errors.
:- initialization(main, main).

item('Widget', 3, 4.5).
item('Gadget with long name', 10, 12.25).
item(x, 1, 1000).

main :-
    format("~w~t~25|~t~w~10+~t~w~12+~n", ['Item', 'Qty', 'Price']),
    format("~`=t~47|~n"),
    forall(item(N, Q, P), format("~a~t~25|~t~d~10+~t~2f~12+~n", [N, Q, P])),
    format("~`-t~47|~n"),
    aggregate_all(sum(Q*P), item(_, Q, P), T),
    format("~a~t~2f~47|~n", ['Total', T]),
    format("~t~a~30|~n", [right]),
    format("~t~a~t~30|~n", [mid]),
    format("[~t~w~t~11|]~n", [abc]),
    format("~a~10|~a~20|~a~n", [a, b, c]),
    format("~+~w~+~w~n", [x, y]),
    format("~ic~w~n", [a, b]),
    format("~8|abc~n", []),
    format("no args~n"),
    format("~w and ~w~n", [a, b]),
    format("100%~~~n"),
    format("~q~n", [[a, 'B']]),
    format("~e~n", [12.0]),
    format("~3e ~0f ~1d~n", [12.0, 2.5, 15]),
    format("~a", [abc]),
    nl,
    format("~t~2f~10|~t~3f~10+~n", [3.14159, 2.71828]),
    catch(format("~d~n", [a]),
          error(E, _),
          ( print(E),
            nl
          )),
    catch(format("~w ~w~n", [a]),
          error(E2, _),
          ( print(E2),
            nl
          )),
    format("~c~n", [65]),
    format("~8t~w~20|~w~n", [a, b]),
    format("~`*t~t~20|~n"),
    format("~8r ~16r ~16R~n", [64, 255, 255]).
