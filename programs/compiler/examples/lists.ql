# Lists: functions that take functions, and a sort.

fun map(f, list) =
    match list with [] => [] | head :: tail => f(head) :: map(f, tail);

fun fold(f, start, list) =
    match list with [] => start | head :: tail => fold(f, f(start, head), tail);

fun filter(keep, list) =
    match list with [] => [] | head :: tail =>
        if keep(head) then head :: filter(keep, tail) else filter(keep, tail);

fun append(front, back) =
    match front with [] => back | head :: tail => head :: append(tail, back);

fun sort(list) =
    match list with [] => [] | pivot :: rest =>
        append(sort(filter(fun(x) => x < pivot, rest)),
               pivot :: sort(filter(fun(x) => x >= pivot, rest)));

fun range(from, to) = if from > to then [] else from :: range(from + 1, to);

fun compose(f, g) = fun(x) => f(g(x));

fun main() =
    let numbers = sort([5, 3, 8, 1, 9, 2]) in
    let ignored = print(numbers) in
    let twice = fun(x) => x * 2 in
    let ignored = print(map(compose(twice, fun(x) => x + 1), numbers)) in
    let ignored = print(map(text, range(1, 3))) in
    fold(fun(sum, x) => sum + x, 0, range(1, 100));
