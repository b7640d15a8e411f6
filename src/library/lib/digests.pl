% Digests of texts and files, with the names of library(md5), library(sha) and library(crypto).

%! md5_hash(+Text, -Hash, +Options) is det.
%  Hash is the MD5 digest of Text, an atom of 32 hexadecimal digits. Option: encoding(utf8 or octet).
%  ?- md5_hash(abcdef609043, H, []).   %=> H = '000001dbbfa3a5c83a2d506429c7b00e'.
md5_hash(Text, Hash, Options) :-
    '$digest_of'(md5, Text, Options, Bytes),
    hash_atom(Bytes, Hash).

%! sha_hash(+Text, -Bytes, +Options) is det.
%  Bytes is the SHA digest of Text as a list of bytes. Options: algorithm(sha1 or sha256), encoding(utf8 or octet).
%  ?- sha_hash([k-v], _, []).   %=> type_error(text, [k-v]).
%  ?- sha_hash(abc, _Bytes, []), hash_atom(_Bytes, H).   %=> H = a9993e364706816aba3e25717850c26c9cd0d89d.
sha_hash(Text, Bytes, Options) :-
    option(algorithm(Algorithm), Options, sha1),
    must_be(oneof([sha1,sha256]), Algorithm),
    '$digest_of'(Algorithm, Text, Options, Bytes).

%! crypto_data_hash(+Text, -Hash, +Options) is det.
%  Hash is a digest of Text as an atom of hexadecimal digits. Options: algorithm(md5, sha1 or sha256), which defaults to
%  sha256, also if unbound; encoding(utf8 or octet).
%  ?- crypto_data_hash(abc, H, [algorithm(md5)]).   %=> H = '900150983cd24fb0d6963f7d28e17f72'.
crypto_data_hash(Text, Hash, Options) :-
    option(algorithm(Algorithm), Options, sha256),
    ( var(Algorithm) -> Algorithm = sha256 ; true ),
    must_be(oneof([md5,sha1,sha256]), Algorithm),
    '$digest_of'(Algorithm, Text, Options, Bytes),
    hash_atom(Bytes, Hash).

%! file_sha1(+File, -Hash) is det.
%  Hash is the SHA-1 digest of the contents of File, an atom of hexadecimal digits.
%  ?- file_sha1('/no/such', _).   %=> existence_error(source_sink, '/no/such').
file_sha1(File, Hash) :-
    read_file_to_codes(File, Codes, [encoding(octet)]),
    '$digest_of'(sha1, Codes, [encoding(octet)], Bytes),
    hash_atom(Bytes, Hash).

%! variant_sha1(+Term, -Hash) is det.
%  Hash is an atom of 40 hexadecimal digits that is the same for all variants of Term.
%  ?- variant_sha1(f(X, Y), A), variant_sha1(f(P, Q), B), variant_sha1(f(P, P), C), A == B, A \== C, atom_length(A, N).   %=> N = 40.
%  ?- put_attr(X, a, 1), catch(variant_sha1(f(X), _), error(type_error(T, _), _), del_attr(X, a)).   %=> T = free_of_attvar.
variant_sha1(Term, Hash) :-
    must_be(acyclic, Term),
    (   term_attvars(Term, [])
    ->  true
    ;   type_error(free_of_attvar, Term)
    ),
    copy_term(Term, Copy),
    numbervars('$variant'(Copy), 0, _, [functor_name('$variable')]),
    format(string(Text), "~k", [Copy]),
    '$digest'(sha1, utf8, Text, Bytes),
    hash_atom(Bytes, Hash).

%! hash_atom(+Bytes, -Hash) is det.
%  Hash is an atom of two hexadecimal digits for each of Bytes.
%  ?- hash_atom([0,171], H).   %=> H = '00ab'.
hash_atom(Bytes, Hash) :-
    '$hex_codes'(Bytes, Codes),
    atom_codes(Hash, Codes).

%! '$hex_codes'(+Bytes, -Codes)
'$hex_codes'([], []).
'$hex_codes'([Byte|Bytes], [High,Low|Codes]) :-
    '$hex_digit'(Byte >> 4, High),
    '$hex_digit'(Byte /\ 15, Low),
    '$hex_codes'(Bytes, Codes).

%! '$hex_digit'(+Expression, -Code)
'$hex_digit'(Expression, Code) :-
    Digit is Expression,
    (   Digit < 10
    ->  Code is 0'0 + Digit
    ;   Code is 0'a + Digit - 10
    ).

%! '$digest_of'(+Algorithm, +Text, +Options, -Bytes)
'$digest_of'(Algorithm, Text, Options, Bytes) :-
    option(encoding(Encoding), Options, utf8),
    must_be(oneof([utf8,octet]), Encoding),
    (   '$digest'(Algorithm, Encoding, Text, Found)
    ->  Bytes = Found
    ;   representation_error(encoding)
    ).
