% Digests of texts and files, with the names of library(md5), library(sha) and library(crypto).

%! md5_hash(+Text, -Hash, +Options) is det.
%  Hash is the MD5 digest of Text, an atom of 32 hexadecimal digits. Option: encoding(utf8 or octet).
%  ?- md5_hash(abcdef609043, H, []).   %=> H = '000001dbbfa3a5c83a2d506429c7b00e'.
md5_hash(Text, Hash, Options) :-
    '$digest_of'(md5, Text, Options, Bytes),
    hash_atom(Bytes, Hash).

%! sha_hash(+Text, -Bytes, +Options) is det.
%  Bytes is the SHA digest of Text as a list of bytes. Options: algorithm(sha1, sha224, sha256, sha384 or sha512),
%  encoding(utf8 or octet).
%  ?- sha_hash([k-v], _, []).   %=> type_error(text, [k-v]).
%  ?- sha_hash(abc, _Bytes, []), hash_atom(_Bytes, H).   %=> H = a9993e364706816aba3e25717850c26c9cd0d89d.
sha_hash(Text, Bytes, Options) :-
    option(algorithm(Algorithm), Options, sha1),
    '$sha_algorithm'(Algorithm),
    '$digest_of'(Algorithm, Text, Options, Bytes).

%! '$sha_algorithm'(+Algorithm)
'$sha_algorithm'(Algorithm) :-
    must_be(atom, Algorithm),
    (   memberchk(Algorithm, [sha1,sha224,sha256])
    ->  true
    ;   '$built_with'(libraries),
        memberchk(Algorithm, [sha384,sha512])
    ->  true
    ;   domain_error(algorithm, Algorithm)
    ).

%! sha_new_ctx(-Context, +Options) is det.
%  Context is one of no text, for sha_hash_ctx/4. Options are those of sha_hash/3.
%  ?- sha_new_ctx(_C, []), sha_hash_ctx(_C, abc, _, _B), hash_atom(_B, H).   %=> H = a9993e364706816aba3e25717850c26c9cd0d89d.
sha_new_ctx('$sha_context'(Algorithm,Encoding,[]), Options) :-
    option(algorithm(Algorithm), Options, sha1),
    '$sha_algorithm'(Algorithm),
    option(encoding(Encoding), Options, utf8),
    must_be(oneof([utf8,octet]), Encoding).

%! sha_hash_ctx(+Context, +Text, -NewContext, -Bytes) is det.
%  NewContext is Context with Text behind what it has, and Bytes the digest of all of it.
%  ?- sha_new_ctx(_C0, []), sha_hash_ctx(_C0, ab, _C, _), sha_hash_ctx(_C, c, _, _B), hash_atom(_B, H).   %=> H = a9993e364706816aba3e25717850c26c9cd0d89d.
sha_hash_ctx(Context, Text, New, Bytes) :-
    must_be(nonvar, Context),
    (   Context = '$sha_context'(Algorithm,Encoding,Texts)
    ->  true
    ;   type_error(sha_context, Context)
    ),
    text_to_string(Text, String),
    New = '$sha_context'(Algorithm,Encoding,[String|Texts]),
    reverse([String|Texts], All),
    atomics_to_string(All, Whole),
    '$digest_of'(Algorithm, Whole, [encoding(Encoding)], Bytes).

%! crypto_data_hash(+Text, -Hash, +Options) is det.
%  Hash is a digest of Text as an atom of hexadecimal digits. Options: algorithm(md5, sha1, sha224, sha256, sha384 or
%  sha512, and with the feature `libraries` blake2s256, blake2b512, ripemd160, sha3_224, sha3_256, sha3_384 or sha3_512),
%  which defaults to sha256, also if unbound; encoding(utf8 or octet); hmac(Key), which makes the digest a code that
%  only holders of Key, a text, can make (RFC 2104).
%  ?- crypto_data_hash(abc, H, [algorithm(md5)]).   %=> H = '900150983cd24fb0d6963f7d28e17f72'.
%  ?- crypto_data_hash("Hi", H, [algorithm(md5),hmac("key")]).   %=> H = '68e9f4cb5f6bbd46ed43ccf2198d7503'.
crypto_data_hash(Text, Hash, Options) :-
    option(algorithm(Algorithm), Options, sha256),
    ( var(Algorithm) -> Algorithm = sha256 ; true ),
    '$crypto_algorithm'(Algorithm),
    (   option(hmac(Key), Options)
    ->  '$hmac'(Algorithm, Key, Text, Options, Bytes)
    ;   '$digest_of'(Algorithm, Text, Options, Bytes)
    ),
    hash_atom(Bytes, Hash).

%! '$crypto_algorithm'(+Algorithm)
'$crypto_algorithm'(Algorithm) :-
    must_be(atom, Algorithm),
    (   memberchk(Algorithm, [md5,sha1,sha224,sha256])
    ->  true
    ;   '$built_with'(libraries),
        memberchk(Algorithm, [sha384,sha512,blake2s256,blake2b512,ripemd160,sha3_224,sha3_256,sha3_384,sha3_512])
    ->  true
    ;   domain_error(algorithm, Algorithm)
    ).

%! '$any_digest'(+Algorithm, +Encoding, +Text, +Before, -Bytes) is semidet.
%  Bytes is the digest of the bytes Before and those of Text.
'$any_digest'(Algorithm, Encoding, Text, Before, Bytes) :-
    (   memberchk(Algorithm, [md5,sha1,sha224,sha256,sha384,sha512])
    ->  '$digest'(Algorithm, Encoding, Text, Before, Bytes)
    ;   '$foreign_digest'(Algorithm, Encoding, Text, Before, Bytes)
    ).

%! crypto_context_new(-Context, +Options) is det.
%  Context is one of no text, for crypto_data_context/3. Options are those of crypto_data_hash/3.
%  ?- crypto_context_new(_C0, [algorithm(sha1)]), crypto_data_context(abc, _C0, _C), crypto_context_hash(_C, H).   %=> H = a9993e364706816aba3e25717850c26c9cd0d89d.
crypto_context_new('$crypto_context'(Options,[]), Options) :-
    must_be(list, Options),
    option(algorithm(Algorithm), Options, sha256),
    ( var(Algorithm) -> Algorithm = sha256 ; true ),
    '$crypto_algorithm'(Algorithm).

%! crypto_data_context(+Text, +Context, -NewContext) is det.
%  NewContext is Context with Text behind what it has.
crypto_data_context(Text, Context, '$crypto_context'(Options,[String|Texts])) :-
    '$crypto_context'(Context, Options, Texts),
    text_to_string(Text, String).

%! crypto_context_hash(+Context, -Hash) is det.
%  Hash is the digest of the texts of Context, an atom of hexadecimal digits.
crypto_context_hash(Context, Hash) :-
    '$crypto_context'(Context, Options, Texts),
    reverse(Texts, All),
    atomics_to_string(All, Whole),
    crypto_data_hash(Whole, Hash, Options).

%! '$crypto_context'(+Context, -Options, -Texts)
'$crypto_context'(Context, Options, Texts) :-
    must_be(nonvar, Context),
    (   Context = '$crypto_context'(Options0,Texts0)
    ->  Options = Options0,
        Texts = Texts0
    ;   type_error(crypto_context, Context)
    ).

%! crypto_file_hash(+File, -Hash, +Options) is det.
%  Hash is the digest of the bytes of File; options as for crypto_data_hash/3.
%  ?- crypto_file_hash('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
crypto_file_hash(File, Hash, Options) :-
    read_file_to_string(File, Bytes, [encoding(octet)]),
    crypto_data_hash(Bytes, Hash, [encoding(octet)|Options]).

%! hmac_sha(+Key, +Text, -Bytes, +Options) is det.
%  Bytes is the code for Text that only holders of Key can make (RFC 2104). Option: algorithm(sha1 or sha256).
%  ?- hmac_sha(key, data, _Bytes, []), hash_atom(_Bytes, H).   %=> H = '104152c5bfdca07bc633eebd46199f0255c9f49d'.
hmac_sha(Key, Text, Bytes, Options) :-
    option(algorithm(Algorithm), Options, sha1),
    must_be(oneof([sha1,sha256]), Algorithm),
    '$hmac'(Algorithm, Key, Text, Options, Bytes).

%! '$hmac'(+Algorithm, +Key, +Text, +Options, -Bytes)
'$hmac'(Algorithm, Key, Text, Options, Bytes) :-
    option(encoding(Encoding), Options, utf8),
    must_be(oneof([utf8,octet]), Encoding),
    '$text_bytes'(utf8, Key, Key0),
    ( '$hash_block'(Algorithm, Block) -> true ; Block = 64 ),
    length(Key0, Length),
    (   Length > Block
    ->  '$any_digest'(Algorithm, octet, Key0, [], Key1)
    ;   Key1 = Key0
    ),
    length(Padded, Block),
    append(Key1, Zeros, Padded),
    maplist(=(0), Zeros),
    '$masked'(Padded, 0x36, Inner),
    (   '$any_digest'(Algorithm, Encoding, Text, Inner, Between)
    ->  true
    ;   representation_error(encoding)
    ),
    '$masked'(Padded, 0x5c, Outer),
    '$any_digest'(Algorithm, octet, Between, Outer, Bytes).

%! '$hash_block'(+Algorithm, -Bytes) is semidet.
%  Bytes is the length of a block, if it is not 64.
'$hash_block'(sha384, 128).
'$hash_block'(sha512, 128).
'$hash_block'(blake2b512, 128).
'$hash_block'(sha3_224, 144).
'$hash_block'(sha3_256, 136).
'$hash_block'(sha3_384, 104).
'$hash_block'(sha3_512, 72).

%! '$masked'(+Bytes, +Mask, -Masked)
'$masked'([], _, []).
'$masked'([Byte|Bytes], Mask, [Masked|Rest]) :-
    Masked is Byte xor Mask,
    '$masked'(Bytes, Mask, Rest).

%! '$text_bytes'(+Encoding, +Text, -Bytes)
'$text_bytes'(Encoding, Text, Bytes) :-
    (   Encoding == octet
    ->  text_to_string(Text, String),
        string_codes(String, Bytes),
        (   member(Code, Bytes),
            Code > 255
        ->  representation_error(encoding)
        ;   true
        )
    ;   text_to_string(Text, String),
        string_bytes(String, Bytes, utf8)
    ).

%! hex_bytes(?Hex, ?Bytes) is det.
%  Hex is a text of two hexadecimal digits for each of Bytes.
%  ?- hex_bytes(H, [0,171]), hex_bytes("00AB", Bs).   %=> H = '00ab', Bs = [0,171].
hex_bytes(Hex, Bytes) :-
    (   nonvar(Hex)
    ->  text_to_string(Hex, String),
        string_codes(String, Codes),
        '$bytes_of_hex'(Codes, Hex, Bytes)
    ;   must_be(list(between(0, 255)), Bytes),
        hash_atom(Bytes, Hex)
    ).

%! '$bytes_of_hex'(+Codes, +Hex, -Bytes)
'$bytes_of_hex'([], _, []).
'$bytes_of_hex'([High,Low|Codes], Hex, [Byte|Bytes]) :-
    code_type(High, xdigit(A)),
    code_type(Low, xdigit(B)),
    !,
    Byte is A * 16 + B,
    '$bytes_of_hex'(Codes, Hex, Bytes).
'$bytes_of_hex'([_|_], Hex, _) :-
    domain_error(hex_encoding, Hex).

%! crypto_n_random_bytes(+Count, -Bytes) is det.
%  Bytes are random; they are unpredictable only with the grant of randomness.
%  ?- crypto_n_random_bytes(4, Bytes), length(Bytes, N).   %=> N = 4.
crypto_n_random_bytes(Count, Bytes) :-
    must_be(nonneg, Count),
    length(Bytes, Count),
    maplist('$random_byte', Bytes).

%! '$random_byte'(-Byte)
'$random_byte'(Byte) :-
    Byte is random(256).

%! file_sha1(+File, -Hash) is det.
%  Hash is the SHA-1 digest of the contents of File, an atom of hexadecimal digits.
%  ?- file_sha1('/no/such', _).   %=> existence_error(source_sink, '/no/such').
file_sha1(File, Hash) :-
    read_file_to_string(File, Codes, [encoding(octet)]),
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
    '$pack_tree'(Term, Text),
    '$digest'(sha1, utf8, Text, [], Bytes),
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
    (   '$any_digest'(Algorithm, Encoding, Text, [], Found)
    ->  Bytes = Found
    ;   representation_error(encoding)
    ).
