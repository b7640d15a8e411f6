# Prime numbers, with mutual recursion, and the laws that let the compiler do some of the work.

fun square(x) = x * x;
fun divides(d, n) = n % d == 0;

fun has_divisor(n, d) =
    if square(d) > n then false
    else divides(d, n) or has_divisor(n, d + 1);

fun prime(n) = n > 1 and not has_divisor(n, 2);

fun even(n) = if n == 0 then true else odd(n - 1);
fun odd(n) = if n == 0 then false else even(n - 1);

fun count(from, to, found) =
    if from > to then found
    else count(from + 1, to, if prime(from) then found + 1 else found);

fun main() =
    let limit = 20 * 10 in
    let ignored = print("primes up to " ++ text(limit)) in
    let ignored = print(count(0, limit, 0)) in
    if even(1000) and not odd(1000) then 1 else fail("even is odd");
