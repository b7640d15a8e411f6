% Encryption, keys and digests of streams, with the names of library(crypto) and library(hash_stream).

%! crypto_data_encrypt(+Text, +Algorithm, +Key, +IV, -Encrypted, +Options) is det.
%  Encrypted is a string of characters that are the bytes of Text, encrypted. Algorithm is chacha20-poly1305,
%  aes-128-gcm, aes-192-gcm or aes-256-gcm; Key and IV are texts or lists of bytes: 16, 24 or 32 bytes for the key as
%  the algorithm says, 12 for IV, which must not be used twice. Options: tag(Bytes), which becomes the mark that
%  crypto_data_decrypt/6 needs; tag_length(Count), 4 to 16; encoding(utf8 or octet) of Text.
%  ?- K = "1234567890123456", crypto_data_encrypt("hello", 'aes-128-gcm', K, "123456789012", _E, [tag(_T)]), crypto_data_decrypt(_E, 'aes-128-gcm', K, "123456789012", P, [tag(_T)]).   %=> K = "1234567890123456", P = "hello".
crypto_data_encrypt(Text, Algorithm, Key, IV, Encrypted, Options) :-
    '$crypto_encoding'(Options, Encoding),
    '$crypto_cipher'(Algorithm, Length),
    '$crypto_bytes'(Key, Length, crypto_key, KeyBytes),
    '$crypto_bytes'(IV, 12, crypto_iv, Nonce),
    option(tag_length(TagLength), Options, 16),
    must_be(between(4, 16), TagLength),
    '$text_bytes'(Encoding, Text, Bytes),
    '$encrypt'(Algorithm, input(Bytes,KeyBytes,Nonce), Found, Tag0),
    length(Tag, TagLength),
    append(Tag, _, Tag0),
    ( option(tag(Mark), Options) -> Mark = Tag ; true ),
    Encrypted = Found.

%! crypto_data_decrypt(+Encrypted, +Algorithm, +Key, +IV, -Text, +Options) is det.
%  Text is the text that crypto_data_encrypt/6 has encrypted, a string. Options: tag(Bytes), the mark of the
%  encrypted text; encoding(utf8 or octet) of Text. Raises an error if the mark is not the right one.
%  ?- K = "1234567890123456", crypto_data_decrypt("xxxx", 'aes-128-gcm', K, "123456789012", _, [tag([0,0,0,0])]).   %=> permission_error(decrypt, data, tag).
crypto_data_decrypt(Encrypted, Algorithm, Key, IV, Text, Options) :-
    '$crypto_encoding'(Options, Encoding),
    '$crypto_cipher'(Algorithm, Length),
    '$crypto_bytes'(Key, Length, crypto_key, KeyBytes),
    '$crypto_bytes'(IV, 12, crypto_iv, Nonce),
    ( option(tag(Tag0), Options) -> true ; existence_error(option, tag) ),
    must_be(list(between(0, 255)), Tag0),
    length(Tag0, TagLength),
    must_be(between(4, 16), TagLength),
    '$text_bytes'(octet, Encrypted, Bytes),
    % The stream of bits is the same both ways; the mark is that of the plain text.
    '$encrypt'(Algorithm, input(Bytes,KeyBytes,Nonce), Plain, _),
    string_codes(Plain, PlainBytes),
    '$encrypt'(Algorithm, input(PlainBytes,KeyBytes,Nonce), _, Tag),
    (   '$same_start'(Tag0, Tag, 0)
    ->  true
    ;   permission_error(decrypt, data, tag)
    ),
    (   Encoding == utf8
    ->  string_bytes(Text, PlainBytes, utf8)
    ;   Text = Plain
    ).

%! '$same_start'(+Bytes, +Longer, +Difference0) is semidet.
%  All of Bytes are compared, so that the time tells nothing.
'$same_start'([], _, 0).
'$same_start'([A|As], [B|Bs], Difference0) :-
    Difference is Difference0 \/ (A xor B),
    '$same_start'(As, Bs, Difference).

%! '$crypto_encoding'(+Options, -Encoding)
'$crypto_encoding'(Options, Encoding) :-
    must_be(list, Options),
    option(encoding(Encoding), Options, utf8),
    must_be(oneof([utf8,octet]), Encoding).

%! '$crypto_cipher'(+Algorithm, -KeyLength)
'$crypto_cipher'(Algorithm, Length) :-
    must_be(atom, Algorithm),
    (   memberchk(Algorithm-Length0,
                  ['chacha20-poly1305'-32,'aes-128-gcm'-16,'aes-192-gcm'-24,'aes-256-gcm'-32])
    ->  Length = Length0
    ;   domain_error(cipher, Algorithm)
    ).

%! '$crypto_bytes'(+Text, +Length, +Domain, -Bytes)
'$crypto_bytes'(Text, Length, Domain, Bytes) :-
    '$text_bytes'(octet, Text, Bytes),
    (   length(Bytes, Length)
    ->  true
    ;   domain_error(Domain, Text)
    ).

%! crypto_data_hkdf(+Text, +Length, -Bytes, +Options) is det.
%  Bytes is a key of Length bytes that is made from Text, a secret (RFC 5869). Options: algorithm(Digest), sha256 by
%  default; salt(Bytes); info(Text); encoding(utf8 or octet).
%  ?- crypto_data_hkdf(abc, 4, Bs, []).   %=> Bs = [74,248,41,37].
crypto_data_hkdf(Text, Length, Bytes, Options) :-
    '$crypto_encoding'(Options, Encoding),
    option(algorithm(Algorithm), Options, sha256),
    ( var(Algorithm) -> Algorithm = sha256 ; true ),
    must_be(nonneg, Length),
    option(salt(Salt), Options, []),
    must_be(list(between(0, 255)), Salt),
    option(info(Info0), Options, ''),
    '$text_bytes'(utf8, Info0, Info),
    '$text_bytes'(Encoding, Text, Data),
    (   '$hkdf'(Algorithm, input(Data,Salt,Info), Length, Found),
        length(Found, Length)
    ->  Bytes = Found
    ;   memberchk(Algorithm, [md5,sha1,sha224,sha256,sha384,sha512,blake2s256,blake2b512])
    ->  domain_error(hkdf_length, Length)
    ;   domain_error(algorithm, Algorithm)
    ).

%! crypto_password_hash(+Password, ?Hash) is semidet.
%  Like crypto_password_hash/3, without options.
%  ?- crypto_password_hash(pw, '$pbkdf2-sha512$t=1024$AQID$Jl7VWRZ/X8xSpakP3Hp+sJ2aYkvvkxM/NBslDCKfiGM9CQ6mJY4wFIQ/H/z6ZZWtGK1ix9DvYbN+iLzWaLOQfA').
crypto_password_hash(Password, Hash) :-
    crypto_password_hash(Password, Hash, []).

%! crypto_password_hash(+Password, ?Hash, +Options) is semidet.
%  Hash is an atom by which Password can be told to be the right one later. If it is unbound, it is made: options are
%  cost(Cost), for 2^Cost rounds, default 17; salt(Bytes), random by default; algorithm(pbkdf2-sha512). Otherwise fails
%  if Password is another.
%  ?- crypto_password_hash("pw", H, [cost(10), salt([1,2,3])]).   %=> H = '$pbkdf2-sha512$t=1024$AQID$Jl7VWRZ/X8xSpakP3Hp+sJ2aYkvvkxM/NBslDCKfiGM9CQ6mJY4wFIQ/H/z6ZZWtGK1ix9DvYbN+iLzWaLOQfA'.
crypto_password_hash(Password, Hash, Options) :-
    must_be(list, Options),
    option(algorithm(Algorithm), Options, 'pbkdf2-sha512'),
    ( Algorithm == 'pbkdf2-sha512' -> true ; domain_error(password_algorithm, Algorithm) ),
    '$text_bytes'(utf8, Password, Bytes),
    (   nonvar(Hash)
    ->  text_to_string(Hash, String),
        split_string(String, "$", "", ["","pbkdf2-sha512",Rounds0,Salt0,Key0]),
        string_concat("t=", Rounds1, Rounds0),
        number_string(Rounds, Rounds1),
        integer(Rounds),
        Rounds > 0,
        '$crypto_unpadded'(Salt0, Salt),
        '$pbkdf2'(Bytes, Salt, Rounds, Found),
        '$crypto_padded'(Found, Key),
        string_codes(Key, Codes),
        string_codes(Key0, Codes0),
        length(Codes, Length),
        length(Codes0, Length),
        '$same_start'(Codes0, Codes, 0)
    ;   option(cost(Cost), Options, 17),
        must_be(between(0, 40), Cost),
        ( option(salt(Salt), Options) -> must_be(list(between(0, 255)), Salt) ; crypto_n_random_bytes(16, Salt) ),
        Rounds is 1 << Cost,
        '$pbkdf2'(Bytes, Salt, Rounds, Found),
        '$crypto_padded'(Salt, Salt1),
        '$crypto_padded'(Found, Key),
        format(atom(Hash), "$pbkdf2-sha512$t=~d$~s$~s", [Rounds,Salt1,Key])
    ).

%! '$crypto_padded'(+Bytes, -Text)
'$crypto_padded'(Bytes, Text) :-
    base64_encoded(Bytes, Text, [encoding(octet),padding(false),as(string)]).

%! '$crypto_unpadded'(+Text, -Bytes) is semidet.
'$crypto_unpadded'(Text, Bytes) :-
    string_length(Text, Length),
    Missing is -Length mod 4,
    sub_string("===", 0, Missing, _, Padding),
    string_concat(Text, Padding, Padded),
    catch(base64_encoded(Bytes, Padded, [encoding(octet),as(codes)]), error(_, _), fail).

%! crypto_open_hash_stream(+Stream, -HashStream, +Options) is det.
%  Like open_hash_stream/3, with sha256 by default.
%  ?- open_string("abc", _S), crypto_open_hash_stream(_S, _H, [algorithm(md5)]), read_string(_H, _, T), crypto_stream_hash(_H, D).   %=> T = "abc", D = '900150983cd24fb0d6963f7d28e17f72'.
crypto_open_hash_stream(Stream, Hash, Options) :-
    '$open_hash_stream'(Stream, Hash, sha256, Options).

%! crypto_stream_hash(+HashStream, -Hash) is det.
%  Like stream_hash/2.
crypto_stream_hash(Stream, Hash) :-
    stream_hash(Stream, Hash).

%! open_hash_stream(+Stream, -HashStream, +Options) is det.
%  HashStream is a stream that reads from Stream or writes to it, and makes a digest of the bytes. Options:
%  algorithm(Digest), sha1 by default; close_parent(false), by which Stream stays open when HashStream is closed;
%  encoding(Encoding) of HashStream. Otherwise Stream must not be used any more.
%  ?- open_string("abc", _S), open_hash_stream(_S, _H, [algorithm(sha1)]), read_string(_H, _, T), stream_hash(_H, D).   %=> T = "abc", D = a9993e364706816aba3e25717850c26c9cd0d89d.
open_hash_stream(Stream, Hash, Options) :-
    '$open_hash_stream'(Stream, Hash, sha1, Options).

%! '$open_hash_stream'(+Stream, -Hash, +Default, +Options)
'$open_hash_stream'(Stream, Hash, Default, Options) :-
    must_be(list, Options),
    option(algorithm(Algorithm), Options, Default),
    ( var(Algorithm) -> Algorithm = Default ; true ),
    '$crypto_algorithm'(Algorithm),
    option(close_parent(Close), Options, true),
    must_be(boolean, Close),
    ( Close == true -> Keep = false ; Keep = true ),
    '$hash_stream'(Stream, Algorithm, Keep, Found),
    ( option(encoding(Encoding), Options) -> set_stream(Found, encoding(Encoding)) ; true ),
    Hash = Found.

%! stream_hash(+HashStream, -Hash) is det.
%  Hash is the digest of the bytes that have passed through a stream of open_hash_stream/3, an atom of hexadecimal
%  digits. Of an input these are the bytes that were read ahead as well.
stream_hash(Stream, Hash) :-
    (   '$stream_hash'(Stream, Bytes)
    ->  hash_atom(Bytes, Hash)
    ;   domain_error(hash_stream, Stream)
    ).
