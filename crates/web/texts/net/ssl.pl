% Connections by TLS, with the names of library(ssl): version 1.2 and 1.3.

%! ssl_context(+Role, -SSL, :Options) is det.
%  SSL is what the side server or client needs for connections by TLS. Options of both: certificate_file(File) and
%  key_file(File), or certificate_key_pairs([Certificates-Key, ...]) with texts in PEM, of which a server shows the pair for the
%  name that the client asks for; cacerts([file(File), certificate(Certificate), system(root_certificates)]), who is trusted,
%  by default those that the system trusts; cert_verify_hook(:Goal), called as Goal(SSL, Problem, All, First, Verdict) when the
%  handshake is done, before anything else is sent, where Verdict is verified, or unknown_issuer, expired, not_yet_valid,
%  hostname_mismatch, revoked, bad_signature, bad_certificate or no_certificate; the connection ends unless it succeeds;
%  crl([Text, ...]); min_protocol_version(tlsv1_2) and max_protocol_version(tlsv1_3); alpn_protocols(List);
%  close_parent(false), whether the streams below are closed; close_notify(false), whether it is an error that the other side
%  ends without saying so. Of clients: host(Host), which the certificate of the other side has to be for. Of servers:
%  peer_cert(true), so that clients have to show a certificate. Ciphers are chosen by the two sides; cipher_list(_) and
%  ecdh_curve(_) are ignored.
%  ?- ssl_context(server, _, []).   %=> existence_error(ssl_option, certificate_file).
ssl_context(Role, SSL, Options0) :-
    must_be(oneof([server,client]), Role),
    strip_module(Options0, Module, Options1),
    must_be(list, Options1),
    '$ssl_qualified'(Options1, Module, Options),
    '$ssl_made'(Role, Options, SSL).

%! '$ssl_qualified'(+Options0, +Module, -Options) is det.
%  The hooks among the options are goals of this module.
'$ssl_qualified'([], _, []).
'$ssl_qualified'([Option0|Options0], Module, [Option|Options]) :-
    (   Option0 = cert_verify_hook(Goal),
        \+ Goal = _:_
    ->  Option = cert_verify_hook(Module:Goal)
    ;   Option = Option0
    ),
    '$ssl_qualified'(Options0, Module, Options).

%! '$ssl_made'(+Role, +Options, -SSL) is det.
'$ssl_made'(Role, Options, '$ssl'(Context, Role, Options)) :-
    forall(member(Option, Options), '$ssl_check_option'(Option)),
    '$ssl_pairs'(Options, Pairs),
    (   Role == server,
        Pairs == []
    ->  existence_error(ssl_option, certificate_file)
    ;   true
    ),
    (   memberchk(cacerts(Roots), Options)
    ->  must_be(list, Roots)
    ;   memberchk(cacert_file(Root), Options)
    ->  ( Root = system(_) -> Roots = [Root] ; Roots = [file(Root)] )
    ;   Roots = [system(root_certificates)]
    ),
    maplist('$ssl_trusted', Roots, Trusted),
    option(crl(Revoked), Options, []),
    option(min_protocol_version(Least), Options, tlsv1_2),
    option(max_protocol_version(Most), Options, tlsv1_3),
    option(alpn_protocols(Protocols), Options, []),
    option(peer_cert(Asks), Options, false),
    ( memberchk(cert_verify_hook(_), Options) -> Decides = true ; Decides = false ),
    option(close_notify(Strict), Options, false),
    '$ssl_context'(Role, wishes(Pairs, Trusted, Revoked, Least-Most, Protocols, Asks, Decides, Strict), Context).

%! '$ssl_check_option'(+Option) is det.
%  What is not obeyed, and would make a connection safer or another one, is an error.
'$ssl_check_option'(Option) :-
    must_be(compound, Option),
    functor(Option, Name, _),
    (   memberchk(Name, [sni_hook,alpn_protocol_hook,pem_password_hook,password])
    ->  domain_error(ssl_option, Option)
    ;   Option = require_crl(true)
    ->  domain_error(ssl_option, Option)
    ;   true
    ).

%! '$ssl_pairs'(+Options, -Pairs) is det.
'$ssl_pairs'(Options, Pairs) :-
    (   memberchk(certificate_file(File), Options)
    ->  ( memberchk(key_file(KeyFile), Options) -> true ; existence_error(ssl_option, key_file) ),
        read_file_to_string(File, Text, []),
        read_file_to_string(KeyFile, Key, []),
        Pairs = [Text-Key|More]
    ;   Pairs = More
    ),
    option(certificate_key_pairs(More), Options, []),
    must_be(list(pair), More).

%! '$ssl_trusted'(+Root, -Trusted) is det.
'$ssl_trusted'(Root, Trusted) :-
    (   Root = file(File)
    ->  read_file_to_string(File, Trusted, [])
    ;   Root = certificate(Trusted)
    ->  true
    ;   Root = system(root_certificates)
    ->  Trusted = system
    ;   domain_error(ssl_root, Root)
    ).

%! '$ssl_need'(+SSL, -Context, -Role, -Options) is det.
'$ssl_need'(SSL, Context, Role, Options) :-
    (   var(SSL)
    ->  instantiation_error(SSL)
    ;   SSL = '$ssl'(Context, Role, Options)
    ->  true
    ;   type_error(ssl_context, SSL)
    ).

%! ssl_set_options(+SSL0, -SSL, :Options) is det.
%  SSL is as SSL0, with some options changed.
ssl_set_options(SSL0, SSL, Options0) :-
    strip_module(Options0, Module, Options1),
    must_be(list, Options1),
    '$ssl_need'(SSL0, _, Role, Old),
    '$ssl_qualified'(Options1, Module, Options),
    merge_options(Options, Old, All),
    '$ssl_made'(Role, All, SSL).

%! ssl_add_certificate_key(+SSL0, +Certificates, +Key, -SSL) is det.
%  SSL is as SSL0, with one more pair of certificates and their key, texts in PEM.
ssl_add_certificate_key(SSL0, Certificates, Key, SSL) :-
    '$ssl_need'(SSL0, _, Role, Old),
    option(certificate_key_pairs(Pairs), Old, []),
    append(Pairs, [Certificates-Key], All),
    merge_options([certificate_key_pairs(All)], Old, Options),
    '$ssl_made'(Role, Options, SSL).

%! ssl_property(+SSL, ?Property) is semidet.
%  Property is one of the options of SSL.
ssl_property(SSL, Property) :-
    '$ssl_need'(SSL, _, _, Options),
    memberchk(Property, Options).

%! ssl_upgrade_legacy_options(+Options0, -Options) is det.
%  Options are those of today for older ones.
%  ?- ssl_upgrade_legacy_options([cacert_file(a)], O).   %=> O = [cacerts([file(a)])].
ssl_upgrade_legacy_options(Options0, Options) :-
    (   select_option(cacert_file(Root), Options0, Others)
    ->  ( Root = system(_) -> Options = [cacerts([Root])|Others] ; Options = [cacerts([file(Root)])|Others] )
    ;   Options = Options0
    ).

%! ssl_negotiate(+SSL, +In, +Out, -SecureIn, -SecureOut) is det.
%  Begins TLS on a connection whose streams are In and Out; SecureIn and SecureOut are the streams of what is protected. A
%  certificate that does not verify raises ssl_error(_, 'SSL routines', '', 'certificate verify failed'); the context of the
%  error says why.
%  ?- ssl_negotiate(no_context, _, _, _, _).   %=> type_error(ssl_context, no_context).
ssl_negotiate(SSL, In, Out, SecureIn, SecureOut) :-
    '$ssl_need'(SSL, _, _, Options),
    flush_output(Out),
    option(close_parent(Closes), Options, false),
    '$ssl_secured'(SSL, In, Closes, Socket),
    tcp_open_socket(Socket, SecureIn, SecureOut),
    (   Closes == true
    ->  close(Out, [force(true)]),
        close(In, [force(true)])
    ;   true
    ).

%! '$ssl_secured'(+SSL, +Plain, +Closes, -Socket) is det.
%  Socket is that by TLS over a socket or a stream. A program that decides on certificates itself is asked.
'$ssl_secured'(SSL, Plain, Closes, Socket) :-
    SSL = '$ssl'(Context, _, Options),
    ( memberchk(host(Host), Options) -> true ; true ),
    '$ssl_socket'(Context, to(Plain, Host, Closes), Socket, Verdict),
    (   memberchk(cert_verify_hook(Goal), Options)
    ->  '$ssl_peer'(Socket, Shown),
        ( Shown = [First|_] -> true ; First = none ),
        (   catch(call(Goal, SSL, First, Shown, First, Verdict), Error, ( '$ssl_refused'(Socket), throw(Error) ))
        ->  true
        ;   '$ssl_refused'(Socket),
            throw(error(ssl_error('0A000086', 'SSL routines', '', 'certificate verify failed'), context(_, Verdict)))
        )
    ;   true
    ).

%! '$ssl_refused'(+Socket) is det.
%  Tells the other side that the connection ends.
'$ssl_refused'(Socket) :-
    tcp_open_socket(Socket, In, Out),
    close(Out, [force(true)]),
    close(In, [force(true)]).

%! cert_accept_any(+SSL, +Problem, +All, +First, +Verdict) is det.
%  A hook for certificates that takes any: nobody can tell then who the other side is.
cert_accept_any(_, _, _, _, _).

%! ssl_peer_certificate(+Stream, -Certificate) is semidet.
%  Certificate is that which the other side has shown.
ssl_peer_certificate(Stream, Certificate) :-
    '$ssl_peer'(Stream, [First|_]),
    Certificate = First.

%! ssl_peer_certificate_chain(+Stream, -Certificates) is det.
%  Certificates are those that the other side has shown, its own first.
ssl_peer_certificate_chain(Stream, Certificates) :-
    '$ssl_peer'(Stream, Certificates).

%! ssl_session(+Stream, -Session) is semidet.
%  Session is a list of version(Number), 772 for TLS 1.3, cipher(Name) and alpn_protocol(Name). The keys are not told.
ssl_session(Stream, [version(Version),cipher(Cipher),alpn_protocol(Protocol)]) :-
    '$ssl_told'(Stream, Version, Cipher, Protocol).

%! ssl_secure_ciphers(-Ciphers) is det.
%  Ciphers are those that connections have.
%  ?- ssl_secure_ciphers(C), sub_atom(C, 0, _, _, 'ECDHE-').
ssl_secure_ciphers('ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305').

%! system_root_certificates(-Certificates) is det.
%  Certificates are those that the system trusts.
system_root_certificates(Certificates) :-
    '$ssl_certificates'(system, Certificates).

%! load_certificate(+Stream, -Certificate) is det.
%  Certificate is the first that is read from Stream in PEM.
%  ?- open_string("", S), load_certificate(S, _).   %=> ssl_error('0480006C', 'SSL routines', '', 'no start line').
load_certificate(Stream, Certificate) :-
    read_string(Stream, _, Text),
    '$ssl_certificates'(Text, Found),
    (   Found = [First|_]
    ->  Certificate = First
    ;   throw(error(ssl_error('0480006C', 'SSL routines', '', 'no start line'), _))
    ).

%! write_certificate(+Stream, +Certificate, +Options) is det.
%  Writes Certificate in PEM.
write_certificate(Stream, Certificate, _) :-
    '$ssl_certificate_octets'(Certificate, Octets),
    base64_encoded(Octets, Encoded, [as(string),encoding(octet)]),
    format(Stream, "-----BEGIN CERTIFICATE-----~n", []),
    '$ssl_write_lines'(Encoded, 0, Stream),
    format(Stream, "-----END CERTIFICATE-----~n", []).

%! '$ssl_write_lines'(+Text, +From, +Stream) is det.
'$ssl_write_lines'(Text, From, Stream) :-
    string_length(Text, Length),
    (   From < Length
    ->  Count is min(64, Length - From),
        sub_string(Text, From, Count, _, Line),
        format(Stream, "~s~n", [Line]),
        To is From + Count,
        '$ssl_write_lines'(Text, To, Stream)
    ;   true
    ).

%! same_certificate(+A, +B) is semidet.
%  True if A and B have the same bytes.
same_certificate(A, B) :-
    '$ssl_certificate_octets'(A, Octets),
    '$ssl_certificate_octets'(B, Octets).

%! verify_certificate(+Certificate, +Others, +Trusted) is semidet.
%  True if a chain leads from Certificate, by others, to one that is trusted, and each is valid now.
verify_certificate(Certificate, Others, Trusted) :-
    must_be(list, Others),
    findall(certificate(One), member(One, Trusted), Roots),
    Roots \== [],
    ssl_context(client, '$ssl'(Context, _, _), [cacerts(Roots)]),
    '$ssl_verified'([Certificate|Others], Context, verified).

%! verify_certificate_issuer(+Certificate, +Issuer) is semidet.
%  True if Issuer has signed Certificate.
verify_certificate_issuer(Certificate, Issuer) :-
    verify_certificate(Certificate, [], [Issuer]).

%! certificate_field(+Certificate, ?Field) is nondet.
%  Field is subject(Names), issuer(Names) with Names a list of Name=Value, not_before(Stamp), not_after(Stamp), version(Number),
%  serial(Digits), sans(Names), the names that it is for, public_key(public_key(Key)), with rsa(Modulus, Exponent, -, -, -, -,
%  -, -) or ec(-, Point, Curve), signature_algorithm(Name), signature(Digits), to_be_signed(Digits). Digits are hexadecimal.
certificate_field(Certificate, Field) :-
    '$ssl_certificate_octets'(Certificate, Octets),
    string_codes(Octets, Bytes),
    phrase('$der'(_, Whole), Bytes, _),
    phrase('$der_all'([_-Signed,_-Algorithm,_-[_|Signature]]), Whole),
    phrase('$der_all'(Parts0), Signed),
    ( Parts0 = [0xA0-Version0|Parts1] -> phrase('$der'(_, [Version]), Version0) ; Version = 0, Parts1 = Parts0 ),
    Parts1 = [_-Serial,_,_-Issuer,_-Validity,_-Subject,_-PublicKey|Rest],
    '$ssl_field'(Field, fields(Version, Serial, Issuer, Validity, Subject, PublicKey, Rest, Algorithm, Signature, Whole)).

%! '$ssl_field'(?Field, +Fields) is nondet.
'$ssl_field'(subject(Names), fields(_, _, _, _, Subject, _, _, _, _, _)) :-
    '$ssl_names'(Subject, Names).
'$ssl_field'(issuer(Names), fields(_, _, Issuer, _, _, _, _, _, _, _)) :-
    '$ssl_names'(Issuer, Names).
'$ssl_field'(not_before(Stamp), fields(_, _, _, Validity, _, _, _, _, _, _)) :-
    phrase('$der_all'([Time,_]), Validity),
    '$ssl_stamp'(Time, Stamp).
'$ssl_field'(not_after(Stamp), fields(_, _, _, Validity, _, _, _, _, _, _)) :-
    phrase('$der_all'([_,Time]), Validity),
    '$ssl_stamp'(Time, Stamp).
'$ssl_field'(version(Version), fields(Version, _, _, _, _, _, _, _, _, _)).
'$ssl_field'(serial(Serial), fields(_, Bytes0, _, _, _, _, _, _, _, _)) :-
    ( Bytes0 = [0|Bytes], Bytes \== [] -> true ; Bytes = Bytes0 ),
    '$ssl_hex'(Bytes, Text),
    atom_string(Serial, Text).
'$ssl_field'(public_key(public_key(Key)), fields(_, _, _, _, _, PublicKey, _, _, _, _)) :-
    phrase('$der_all'([_-Kind,_-[_|Bits]]), PublicKey),
    phrase('$der_all'(Kinds), Kind),
    '$ssl_key'(Kinds, Bits, Key).
'$ssl_field'(sans(Names), fields(_, _, _, _, _, _, Rest, _, _, _)) :-
    (   memberchk(0xA3-Extensions0, Rest),
        phrase('$der'(_, Extensions1), Extensions0),
        phrase('$der_all'(Extensions), Extensions1),
        member(_-Extension, Extensions),
        phrase('$der_all'([6-[0x55,0x1D,0x11]|Value]), Extension)
    ->  last(Value, _-Octets),
        phrase('$der'(_, Names0), Octets),
        phrase('$der_all'(Names1), Names0),
        findall(Name, ( member(0x82-Codes, Names1), atom_codes(Name, Codes) ), Names)
    ;   Names = []
    ).
'$ssl_field'(signature(Text), fields(_, _, _, _, _, _, _, _, Signature, _)) :-
    '$ssl_hex'(Signature, Text).
'$ssl_field'(signature_algorithm(Name), fields(_, _, _, _, _, _, _, Algorithm, _, _)) :-
    phrase('$der_all'([6-Bytes|_]), Algorithm),
    '$ssl_oid'(Bytes, Name).
'$ssl_field'(to_be_signed(Text), fields(_, _, _, _, _, _, _, _, _, Whole)) :-
    phrase('$der'(_, Content), Whole, Rest),
    append(Signed, Rest, Whole),
    Content \== [],
    '$ssl_hex'(Signed, Text).

%! '$der'(?Tag, -Content, +Bytes, -Rest) is semidet.
%  One value in the encoding DER.
'$der'(Tag, Content, [Tag,Length0|Bytes], Rest) :-
    (   Length0 < 0x80
    ->  Length = Length0,
        Bytes1 = Bytes
    ;   Count is Length0 - 0x80,
        length(Digits, Count),
        append(Digits, Bytes1, Bytes),
        foldl('$ssl_digit', Digits, 0, Length)
    ),
    length(Content, Length),
    append(Content, Rest, Bytes1),
    !.

%! '$ssl_digit'(+Byte, +Number0, -Number) is det.
'$ssl_digit'(Byte, Number0, Number) :-
    Number is Number0 * 256 + Byte.

%! '$der_all'(?Values, +Bytes, -Rest) is semidet.
%  Values are all values, Tag-Content.
'$der_all'(Values, Bytes, Rest) :-
    (   Bytes == []
    ->  Values = [],
        Rest = []
    ;   '$der'(Tag, Content, Bytes, Bytes1),
        Values = [Tag-Content|Values1],
        '$der_all'(Values1, Bytes1, Rest)
    ).

%! '$ssl_names'(+Bytes, -Names) is semidet.
'$ssl_names'(Bytes, Names) :-
    phrase('$der_all'(Sets), Bytes),
    findall(
        Name=Value,
        (   member(_-Set, Sets),
            phrase('$der_all'(Pairs), Set),
            member(_-Pair, Pairs),
            phrase('$der_all'([6-OID,_-Codes]), Pair),
            '$ssl_oid'(OID, Name),
            catch(string_bytes(Text, Codes, utf8), _, string_codes(Text, Codes)),
            atom_string(Value, Text)
        ),
        Names
    ).

%! '$ssl_oid'(+Bytes, -Name) is det.
%  Name is that of a thing of X.509, or its numbers.
'$ssl_oid'(Bytes, Name) :-
    (   '$ssl_known'(Bytes, Known)
    ->  Name = Known
    ;   Bytes = [First|Rest],
        A is First // 40,
        B is First mod 40,
        '$ssl_numbers'(Rest, 0, Numbers),
        atomic_list_concat([A,B|Numbers], '.', Name)
    ).

%! '$ssl_numbers'(+Bytes, +Number0, -Numbers) is det.
'$ssl_numbers'([], _, []).
'$ssl_numbers'([Byte|Bytes], Number0, Numbers) :-
    Number is Number0 * 128 + Byte /\ 0x7F,
    (   Byte >= 0x80
    ->  '$ssl_numbers'(Bytes, Number, Numbers)
    ;   Numbers = [Number|Numbers1],
        '$ssl_numbers'(Bytes, 0, Numbers1)
    ).

%! '$ssl_known'(+Bytes, -Name) is semidet.
'$ssl_known'([0x55,4,3], 'CN').
'$ssl_known'([0x55,4,4], 'SN').
'$ssl_known'([0x55,4,5], serialNumber).
'$ssl_known'([0x55,4,6], 'C').
'$ssl_known'([0x55,4,7], 'L').
'$ssl_known'([0x55,4,8], 'ST').
'$ssl_known'([0x55,4,10], 'O').
'$ssl_known'([0x55,4,11], 'OU').
'$ssl_known'([0x2A,0x86,0x48,0x86,0xF7,0x0D,1,9,1], emailAddress).
'$ssl_known'([0x2A,0x86,0x48,0x86,0xF7,0x0D,1,1,11], 'RSA-SHA256').
'$ssl_known'([0x2A,0x86,0x48,0x86,0xF7,0x0D,1,1,12], 'RSA-SHA384').
'$ssl_known'([0x2A,0x86,0x48,0x86,0xF7,0x0D,1,1,13], 'RSA-SHA512').
'$ssl_known'([0x2A,0x86,0x48,0xCE,0x3D,4,3,2], 'ecdsa-with-SHA256').
'$ssl_known'([0x2A,0x86,0x48,0xCE,0x3D,4,3,3], 'ecdsa-with-SHA384').
'$ssl_known'([0x2B,0x65,0x70], 'ED25519').
'$ssl_known'([0x2A,0x86,0x48,0xCE,0x3D,3,1,7], prime256v1).
'$ssl_known'([0x2B,0x81,4,0,0x22], secp384r1).

%! '$ssl_key'(+Kinds, +Bits, -Key) is semidet.
'$ssl_key'([6-[0x2A,0x86,0x48,0xCE,0x3D,2,1],6-Curve0|_], Bits, ec(-, Point, Curve)) :-
    '$ssl_oid'(Curve0, Curve),
    '$ssl_hex'(Bits, Point).
'$ssl_key'([6-[0x2A,0x86,0x48,0x86,0xF7,0x0D,1,1,1]|_], Bits, rsa(Modulus, Exponent, -, -, -, -, -, -)) :-
    phrase('$der'(_, Numbers), Bits),
    phrase('$der_all'([_-Modulus0,_-Exponent0]), Numbers),
    ( Modulus0 = [0|Modulus1] -> true ; Modulus1 = Modulus0 ),
    '$ssl_hex'(Modulus1, Modulus),
    '$ssl_hex'(Exponent0, Exponent).

%! '$ssl_hex'(+Bytes, -Text) is det.
'$ssl_hex'(Bytes, Text) :-
    findall(Digits, ( member(Byte, Bytes), format(string(Digits), "~|~`0t~16R~2+", [Byte]) ), Parts),
    atomics_to_string(Parts, Text).

%! '$ssl_stamp'(+Time, -Stamp) is semidet.
%  A time with two digits of the year, or four. RFC 5280, 4.1.2.5.
'$ssl_stamp'(Tag-Codes, Stamp) :-
    atom_codes(Text, Codes),
    (   Tag =:= 0x17
    ->  sub_atom(Text, 0, 2, _, Year0),
        atom_number(Year0, Two),
        ( Two < 50 -> Year is 2000 + Two ; Year is 1900 + Two ),
        From = 2
    ;   sub_atom(Text, 0, 4, _, Year0),
        atom_number(Year0, Year),
        From = 4
    ),
    findall(
        Number,
        ( between(0, 4, I), At is From + 2 * I, sub_atom(Text, At, 2, _, Two1), atom_number(Two1, Number) ),
        [Month,Day,Hour,Minute,Second]
    ),
    date_time_stamp(date(Year, Month, Day, Hour, Minute, Second, 0, -, -), Stamp0),
    Stamp is integer(Stamp0).
