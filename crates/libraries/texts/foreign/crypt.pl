% Passwords as Unix keeps them, with the name of library(crypt).

%! crypt(+Plain, ?Encrypted) is semidet.
%  True if Encrypted is the encrypted form of the password Plain: a text that begins with $1$, the method with MD5. If it
%  is unbound, or a list of codes with an unbound end, it becomes one, with the salt that it begins with or a random
%  one. Other methods are refused; use crypto_password_hash/2 for new passwords.
%  ?- crypt(pw, '$1$saltsalt$6SNdNaZLKst2LlSm7oPPL1').
%  ?- crypt(no, '$1$saltsalt$6SNdNaZLKst2LlSm7oPPL1').   %=> false.
%  ?- crypt(pw, abzlUXK5ed5rs).   %=> domain_error(crypt_method, abzlUXK5ed5rs).
crypt(Plain, Encrypted) :-
    text_to_string(Plain, Password),
    (   var(Encrypted)
    ->  Known = [],
        Made = Encrypted
    ;   '$crypt_partial'(Encrypted, Known)
    ->  Made = Encrypted
    ;   text_to_string(Encrypted, String),
        string_codes(String, Known)
    ),
    '$crypt_salt'(Known, Encrypted, Salt),
    '$crypt_md5'(Password, Salt, Text),
    format(codes(Codes), "$1$~s$~s", [Salt,Text]),
    ( nonvar(Made) -> Made = Codes ; var(Encrypted) -> Encrypted = Codes ; Known == Codes ).

%! '$crypt_partial'(+List, -Known) is semidet.
%  Known are the elements of a list with an unbound end.
'$crypt_partial'(List, Known) :-
    nonvar(List),
    List = [Code|Rest],
    integer(Code),
    Known = [Code|Known1],
    ( var(Rest) -> Known1 = [] ; '$crypt_partial'(Rest, Known1) ).

%! '$crypt_salt'(+Known, +Encrypted, -Salt)
'$crypt_salt'(Known, Encrypted, Salt) :-
    (   Known == []
    ->  crypto_n_random_bytes(6, Bytes),
        base64_encoded(Bytes, Text, [encoding(octet),charset(url),padding(false),as(codes)]),
        maplist('$crypt_letter', Text, Codes),
        string_codes(Salt, Codes)
    ;   Known = [0'$,0'1,0'$|Rest]
    ->  ( append(Codes, [0'$|_], Rest) -> true ; Codes = Rest ),
        string_codes(Salt0, Codes),
        ( sub_string(Salt0, 0, 8, _, Salt) -> true ; Salt = Salt0 )
    ;   domain_error(crypt_method, Encrypted)
    ).

%! '$crypt_letter'(+Code, -Letter)
'$crypt_letter'(Code, Letter) :-
    ( memberchk(Code-Letter0, [0'- - 0'.,0'_ - 0'/]) -> Letter = Letter0 ; Letter = Code ).
