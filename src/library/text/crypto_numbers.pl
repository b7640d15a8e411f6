% Numbers for cryptography, with the names of library(crypto), and what of that library is refused.

%! crypto_modular_inverse(+X, +M, -Y) is semidet.
%  Y is the number below M with X*Y mod M =:= 1; fails if there is none.
%  ?- crypto_modular_inverse(3, 11, Y).   %=> Y = 4.
crypto_modular_inverse(X, M, Y) :-
    must_be(integer, X),
    must_be(positive_integer, M),
    X0 is X mod M,
    '$inverse'(M, X0, 0, 1, G, Y0),
    G =:= 1,
    Y is Y0 mod M.

%! '$inverse'(+A, +B, +S, +T, -G, -Factor)
'$inverse'(A, B, S, T, G, Factor) :-
    (   B =:= 0
    ->  G = A,
        Factor = S
    ;   Q is A // B,
        R is A - Q * B,
        U is S - Q * T,
        '$inverse'(B, R, T, U, G, Factor)
    ).

%! crypto_is_prime(+N, +Options) is semidet.
%  True if N is a prime. It is wrong with a probability of 4^-Count, where Count is the option iterations(Count), 40 by
%  default.
%  ?- crypto_is_prime(170141183460469231731687303715884105727, []), \+ crypto_is_prime(561, []).
crypto_is_prime(N, Options) :-
    must_be(integer, N),
    must_be(list, Options),
    option(iterations(Count0), Options, 40),
    ( Count0 == default -> Count = 40 ; Count = Count0 ),
    must_be(positive_integer, Count),
    '$is_prime'(N, Count).

%! '$is_prime'(+N, +Count) is semidet.
'$is_prime'(N, Count) :-
    N > 1,
    Primes = [2,3,5,7,11,13,17,19,23,29,31,37],
    (   member(P, Primes),
        N mod P =:= 0
    ->  N =:= P
    ;   N < 1369
    ->  true
    ;   '$odd_part'(N - 1, 0, D, S),
        forall(member(P, Primes), '$is_witness'(P, N, D, S)),
        '$random_witnesses'(Count, N, D, S)
    ).

%! '$odd_part'(+Expression, +S0, -D, -S)
'$odd_part'(Expression, S0, D, S) :-
    D0 is Expression,
    (   D0 /\ 1 =:= 0
    ->  S1 is S0 + 1,
        '$odd_part'(D0 >> 1, S1, D, S)
    ;   D = D0,
        S = S0
    ).

%! '$random_witnesses'(+Count, +N, +D, +S) is semidet.
'$random_witnesses'(Count, N, D, S) :-
    (   Count =< 0
    ->  true
    ;   Base is 2 + random(N - 3),
        '$is_witness'(Base, N, D, S),
        Count1 is Count - 1,
        '$random_witnesses'(Count1, N, D, S)
    ).

%! '$is_witness'(+Base, +N, +D, +S) is semidet.
%  True unless Base shows that N is no prime.
'$is_witness'(Base, N, D, S) :-
    X is powm(Base, D, N),
    (   ( X =:= 1 ; X =:= N - 1 )
    ->  true
    ;   '$square_witness'(S, X, N)
    ).

%! '$square_witness'(+Count, +X, +N) is semidet.
'$square_witness'(Count, X, N) :-
    Count > 1,
    Y is X * X mod N,
    (   Y =:= N - 1
    ->  true
    ;   Count1 is Count - 1,
        '$square_witness'(Count1, Y, N)
    ).

%! crypto_generate_prime(+Bits, -P, +Options) is det.
%  P is a random prime of Bits bits; with the option safe(true) one for which (P-1)/2 is a prime as well. It is
%  unpredictable only with the grant of randomness.
%  ?- crypto_generate_prime(64, _P, [safe(false)]), M is msb(_P), crypto_is_prime(_P, []).   %=> M = 63.
crypto_generate_prime(Bits, P, Options) :-
    must_be(integer, Bits),
    ( Bits >= 3 -> true ; domain_error(prime_bits, Bits) ),
    must_be(list, Options),
    option(safe(Safe), Options, true),
    must_be(boolean, Safe),
    repeat,
    P0 is (1 << (Bits - 1)) \/ random(1 << (Bits - 1)) \/ 1,
    (   Safe == true
    ->  Half is P0 >> 1,
        '$is_prime'(Half, 1),
        '$is_prime'(P0, 40),
        '$is_prime'(Half, 40)
    ;   '$is_prime'(P0, 40)
    ),
    !,
    P = P0.

%! crypto_name_curve(+Name, -Curve)
%  Raises an error: elliptic curves are not supported.
%  ?- crypto_name_curve(secp256k1, _).   %=> existence_error(crypto_feature, curves).
crypto_name_curve(_, _) :-
    existence_error(crypto_feature, curves).

%! crypto_curve_order(+Curve, -Order)
%  Raises an error: elliptic curves are not supported.
%  ?- crypto_curve_order(_, _).   %=> existence_error(crypto_feature, curves).
crypto_curve_order(_, _) :-
    existence_error(crypto_feature, curves).

%! crypto_curve_generator(+Curve, -Point)
%  Raises an error: elliptic curves are not supported.
%  ?- crypto_curve_generator(_, _).   %=> existence_error(crypto_feature, curves).
crypto_curve_generator(_, _) :-
    existence_error(crypto_feature, curves).

%! crypto_curve_scalar_mult(+Curve, +Factor, +Point, -Result)
%  Raises an error: elliptic curves are not supported.
%  ?- crypto_curve_scalar_mult(_, 2, _, _).   %=> existence_error(crypto_feature, curves).
crypto_curve_scalar_mult(_, _, _, _) :-
    existence_error(crypto_feature, curves).

%! ecdsa_sign(+Key, +Text, -Signature, +Options)
%  Raises an error: elliptic curves are not supported.
%  ?- ecdsa_sign(_, a, _, []).   %=> existence_error(crypto_feature, curves).
ecdsa_sign(_, _, _, _) :-
    existence_error(crypto_feature, curves).

%! ecdsa_verify(+Key, +Text, +Signature, +Options)
%  Raises an error: elliptic curves are not supported.
%  ?- ecdsa_verify(_, a, b, []).   %=> existence_error(crypto_feature, curves).
ecdsa_verify(_, _, _, _) :-
    existence_error(crypto_feature, curves).

%! rsa_private_decrypt(+Key, +Text, -Plain, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_private_decrypt(_, a, _, []).   %=> existence_error(crypto_feature, rsa).
rsa_private_decrypt(_, _, _, _) :-
    existence_error(crypto_feature, rsa).

%! rsa_private_encrypt(+Key, +Text, -Encrypted, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_private_encrypt(_, a, _, []).   %=> existence_error(crypto_feature, rsa).
rsa_private_encrypt(_, _, _, _) :-
    existence_error(crypto_feature, rsa).

%! rsa_public_decrypt(+Key, +Text, -Plain, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_public_decrypt(_, a, _, []).   %=> existence_error(crypto_feature, rsa).
rsa_public_decrypt(_, _, _, _) :-
    existence_error(crypto_feature, rsa).

%! rsa_public_encrypt(+Key, +Text, -Encrypted, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_public_encrypt(_, a, _, []).   %=> existence_error(crypto_feature, rsa).
rsa_public_encrypt(_, _, _, _) :-
    existence_error(crypto_feature, rsa).

%! rsa_sign(+Key, +Text, -Signature, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_sign(_, a, _, []).   %=> existence_error(crypto_feature, rsa).
rsa_sign(_, _, _, _) :-
    existence_error(crypto_feature, rsa).

%! rsa_verify(+Key, +Text, +Signature, +Options)
%  Raises an error: RSA is not supported.
%  ?- rsa_verify(_, a, b, []).   %=> existence_error(crypto_feature, rsa).
rsa_verify(_, _, _, _) :-
    existence_error(crypto_feature, rsa).
