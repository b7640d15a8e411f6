% Who asks, by the methods Basic and Digest, with the names of library(http/http_authenticate) and http_digest. Handlers have
% the option authentication(basic(File, Realm)) or authentication(digest(File, Realm)).

%! http_authenticate(+Method, +Request, -Fields) is semidet.
%  True if the request has a user and a password of the file of Method, basic(File): lines User:Encrypted:Field..., where
%  Encrypted is a text of crypt/2. Fields is a list of the user and the other fields of the line.
%  ?- http_authenticate(basic(no_file), [], _).   %=> false.
http_authenticate(basic(File), Request, [User|Fields]) :-
    memberchk(authorization(Text), Request),
    http_authorization_data(Text, basic(User, Codes)),
    string_codes(Password, Codes),
    http_current_user(File, User, [Hash|Fields]),
    crypt(Password, Hash),
    !.

%! http_authorization_data(+Text, -Data) is semidet.
%  Data is what a header Authorization tells: basic(User, PasswordCodes), bearer(Token), or digest([Name=Value, ...]).
%  ?- http_authorization_data('Basic dTpw', D).   %=> D = basic(u, `p`).
http_authorization_data(Text, Data) :-
    split_string(Text, "", " ", [Trimmed]),
    sub_string(Trimmed, Before, 1, After, " "),
    !,
    sub_string(Trimmed, 0, Before, _, Name0),
    string_lower(Name0, Name),
    sub_string(Trimmed, _, After, 0, Rest0),
    split_string(Rest0, "", " ", [Rest]),
    '$http_authorization'(Name, Rest, Data).

%! '$http_authorization'(+Name, +Rest, -Data) is semidet.
'$http_authorization'("basic", Rest, basic(User, Codes)) :-
    catch(base64_encoded(Plain, Rest, [as(string),encoding(utf8)]), error(_, _), fail),
    sub_string(Plain, Before, 1, After, ":"),
    !,
    sub_atom(Plain, 0, Before, _, User),
    sub_string(Plain, _, After, 0, Password),
    string_codes(Password, Codes).
'$http_authorization'("bearer", Rest, bearer(Token)) :-
    atom_string(Token, Rest).
'$http_authorization'("digest", Rest, digest(Fields)) :-
    http_parse_digest_challenge(Rest, Fields).

%! http_current_user(+File, ?User, ?Fields) is nondet.
%  True if User is in a file of passwords; Fields are the encrypted password, a string, and the other fields.
http_current_user(File, User, Fields) :-
    http_read_passwd_file(File, Data),
    member(passwd(User, Hash, More), Data),
    Fields = [Hash|More].

%! http_read_passwd_file(+File, -Data) is det.
%  Data is a list of passwd(User, Encrypted, Fields).
%  ?- http_read_passwd_file('/no/file', _).   %=> existence_error(source_sink, '/no/file').
http_read_passwd_file(File, Data) :-
    absolute_file_name(File, Path, [access(read)]),
    read_file_to_string(Path, Text, []),
    split_string(Text, "\n", " \r\t", Lines),
    findall(
        passwd(User, Hash, Fields),
        (   member(Line, Lines),
            Line \== "",
            \+ sub_string(Line, 0, 1, _, "#"),
            split_string(Line, ":", "", [User0,Hash|Fields0]),
            atom_string(User, User0),
            findall(Field, ( member(Field0, Fields0), atom_string(Atom, Field0), ( atom_number(Atom, Field) -> true ; Field = Atom ) ), Fields)
        ),
        Data
    ).

%! http_write_passwd_file(+File, +Data) is det.
%  Writes a file of passwords, a list of passwd(User, Encrypted, Fields).
%  ?- http_write_passwd_file('/no/file', [x]).   %=> type_error(passwd_entry, x).
http_write_passwd_file(File, Data) :-
    must_be(list, Data),
    forall(member(Entry, Data), ( Entry = passwd(_, _, _) -> true ; type_error(passwd_entry, Entry) )),
    findall(
        Line,
        ( member(passwd(User, Hash0, Fields), Data), ( is_list(Hash0) -> atom_codes(Hash, Hash0) ; Hash = Hash0 ), atomic_list_concat([User,Hash|Fields], :, Line) ),
        Lines
    ),
    forall(( member(Line, Lines), sub_atom(Line, _, _, _, '\n') ), domain_error(passwd_entry, Line)),
    setup_call_cleanup(
        open(File, write, Out),
        forall(member(Line, Lines), format(Out, "~w~n", [Line])),
        close(Out)
    ).

%! '$http_authenticated'(+Method, +Request, -Fields) is det.
%  What the option authentication(Method) of a handler does: Fields are added to the request. The hook
%  http:authenticate(Method, Request, Fields) of the program comes first.
'$http_authenticated'(Method, Request, Fields) :-
    (   '$defined_in_module'(http, authenticate, 3),
        call(http:authenticate(Method, Request, Found))
    ->  Fields = Found
    ;   Method = basic(File, Realm)
    ->  (   http_authenticate(basic(File), Request, [User|Details])
        ->  Fields = [user(User),user_details(Details)]
        ;   throw(http_reply(authorise(basic, Realm)))
        )
    ;   Method = digest(File, Realm)
    ->  (   '$http_digest_user'(File, Realm, Request, User, Details, Stale)
        ->  Fields = [user(User),user_details(Details)]
        ;   ( Stale == true -> Options = [stale(true)] ; Options = [] ),
            phrase(http_digest_challenge(Realm, Options), Codes),
            atom_codes(Challenge, Codes),
            throw(http_reply(authorise(Challenge)))
        )
    ;   domain_error(http_authentication, Method)
    ).

%! http_digest_challenge(+Realm, +Options, ?Codes, ?Rest) is det.
%  A grammar rule for the value of the header WWW-Authenticate, with a new nonce. Options: stale(true), nonce(Text).
http_digest_challenge(Realm, Options, Codes, Rest) :-
    '$http_state',
    ( memberchk(nonce(Nonce), Options) -> true ; '$http_random'(Nonce) ),
    get_time(Now),
    forall(( http_store:nonce(Old, _, Made), Made + 3600 < Now ), retractall(http_store:nonce(Old, _, _))),
    assertz(http_store:nonce(Nonce, [], Now)),
    ( option(stale(true), Options) -> Stale = ', stale=true' ; Stale = '' ),
    format(codes(Codes, Rest), "Digest realm=\"~w\", qop=\"auth\", nonce=\"~w\", opaque=\"0\"~w", [Realm,Nonce,Stale]).

%! http_parse_digest_challenge(+Challenge, -Fields) is det.
%  Fields are those of a header, Name(Value), of which nc is a number and others are atoms.
%  ?- http_parse_digest_challenge('Digest realm="a b", qop="auth", stale=true', F).   %=> F = [realm('a b'), qop(auth), stale(true)].
http_parse_digest_challenge(Challenge, Fields) :-
    text_to_string(Challenge, Text0),
    split_string(Text0, "", " ", [Text1]),
    string_codes(Text1, Codes),
    (   string_lower(Text1, Lower),
        string_concat("digest ", _, Lower)
    ->  length(Skipped, 7),
        append(Skipped, Content, Codes)
    ;   Content = Codes
    ),
    '$http_digest_fields'(Content, Fields).

%! '$http_digest_fields'(+Codes, -Fields) is semidet.
'$http_digest_fields'(Codes0, Fields) :-
    '$http_skip_blanks'(Codes0, Codes1),
    (   Codes1 == []
    ->  Fields = []
    ;   append(NameCodes, [0'=|Codes2], Codes1),
        !,
        atom_codes(Name0, NameCodes),
        downcase_atom(Name0, Name1),
        normalize_space(atom(Name), Name1),
        (   Codes2 = [0'"|Codes3]
        ->  '$http_quoted_value'(Codes3, ValueCodes, Codes4),
            ( append(_, [0',|Codes5], Codes4) -> true ; Codes5 = [] )
        ;   append(ValueCodes, [0',|Codes5], Codes2)
        ->  true
        ;   ValueCodes = Codes2,
            Codes5 = []
        ),
        atom_codes(Value, ValueCodes),
        Field =.. [Name,Value],
        Fields = [Field|Rest],
        '$http_digest_fields'(Codes5, Rest)
    ).

%! '$http_skip_blanks'(+Codes0, -Codes) is det.
'$http_skip_blanks'(Codes0, Codes) :-
    (   Codes0 = [Code|Codes1],
        memberchk(Code, `\s\t\r\n,`)
    ->  '$http_skip_blanks'(Codes1, Codes)
    ;   Codes = Codes0
    ).

%! '$http_quoted_value'(+Codes, -Value, -Rest) is det.
'$http_quoted_value'([], [], []).
'$http_quoted_value'([Code|Codes], Value, Rest) :-
    (   Code =:= 0'"
    ->  Value = [],
        Rest = Codes
    ;   Code =:= 0'\\,
        Codes = [Next|Codes1]
    ->  Value = [Next|Value1],
        '$http_quoted_value'(Codes1, Value1, Rest)
    ;   Value = [Code|Value1],
        '$http_quoted_value'(Codes, Value1, Rest)
    ).

%! http_digest_password_hash(+User, +Realm, +Password, -Hash) is det.
%  Hash is what a file of passwords for digest(File, Realm) has, in place of an encrypted password.
%  ?- http_digest_password_hash('Mufasa', 'testrealm@host.com', 'Circle Of Life', H).   %=> H = '939e7578ed9e3c518a452acee763bce9'.
http_digest_password_hash(User, Realm, Password, Hash) :-
    '$http_digest_hash'([User,Realm,Password], Hash).

%! '$http_digest_hash'(+Parts, -Hash) is det.
'$http_digest_hash'(Parts, Hash) :-
    atomic_list_concat(Parts, :, Text),
    md5_hash(Text, Hash, [encoding(utf8)]).

%! '$http_digest_user'(+File, +Realm, +Request, -User, -Details, -Stale) is semidet.
%  The digest of a request is that of its user. A nonce is of this server, is used for an hour, and each number with it once.
'$http_digest_user'(File, _, Request, User, Details, Stale) :-
    '$http_state',
    memberchk(authorization(Text), Request),
    http_authorization_data(Text, digest(Fields)),
    memberchk(username(User), Fields),
    memberchk(nonce(Nonce), Fields),
    memberchk(response(Response), Fields),
    memberchk(uri(Uri), Fields),
    memberchk(request_uri(Uri), Request),
    memberchk(method(Method), Request),
    http_current_user(File, User, [Hash0|Details]),
    atom_string(Hash, Hash0),
    '$http_digest_value'(Hash, Method, Fields, Response),
    memberchk(nc(Count), Fields),
    get_time(Now),
    with_mutex(http_digest, '$http_use_nonce'(Nonce, Count, Now, State)),
    ( State == used -> true ; Stale = true, fail ),
    !.

%! '$http_use_nonce'(+Nonce, +Count, +Now, -State) is det.
'$http_use_nonce'(Nonce, Count, Now, State) :-
    (   http_store:nonce(Nonce, Counts, Made),
        Made + 3600 >= Now,
        \+ memberchk(Count, Counts)
    ->  retractall(http_store:nonce(Nonce, _, _)),
        assertz(http_store:nonce(Nonce, [Count|Counts], Made)),
        State = used
    ;   State = stale
    ).

%! '$http_digest_value'(+Hash, +Method, +Fields, -Response) is det.
%  RFC 7616, 3.4.1, with qop=auth and MD5.
'$http_digest_value'(Hash, Method, Fields, Response) :-
    memberchk(uri(Uri), Fields),
    memberchk(nonce(Nonce), Fields),
    upcase_atom(Method, Verb),
    '$http_digest_hash'([Verb,Uri], Hash2),
    (   memberchk(qop(Quality), Fields)
    ->  memberchk(nc(Count), Fields),
        memberchk(cnonce(Own), Fields),
        '$http_digest_hash'([Hash,Nonce,Count,Own,Quality,Hash2], Response)
    ;   '$http_digest_hash'([Hash,Nonce,Hash2], Response)
    ).

%! http_digest_response(+Fields, +User, +Password, -Reply, +Options) is det.
%  Reply is the value of the header Authorization for the challenge with these fields, and for the request of the options:
%  path(Path), method(get); nc(1) and cnonce(Text) may be given.
%  ?- http_digest_response([realm('testrealm@host.com'),nonce(dcd98b7102dd2f0e8b11d0f600bfb0c093),qop(auth),opaque(x)], 'Mufasa', 'Circle Of Life', _R, [path('/dir/index.html'),cnonce('0a4f113b')]), sub_atom(_R, _, _, _, '6629fae49393a05397450978507c4ef1').
http_digest_response(Fields, User, Password, Reply, Options) :-
    ( memberchk(path(Uri), Options) -> true ; existence_error(option, path) ),
    option(method(Method), Options, get),
    option(nc(Number), Options, 1),
    ( memberchk(cnonce(Own), Options) -> true ; '$http_random'(Own) ),
    memberchk(realm(Realm), Fields),
    memberchk(nonce(Nonce), Fields),
    format(atom(Count), "~|~`0t~16r~8+", [Number]),
    http_digest_password_hash(User, Realm, Password, Hash),
    '$http_digest_value'(Hash, Method, [uri(Uri),nonce(Nonce),qop(auth),nc(Count),cnonce(Own)], Response),
    ( memberchk(opaque(Opaque), Fields) -> format(atom(Last), ", opaque=\"~w\"", [Opaque]) ; Last = '' ),
    format(
        atom(Reply),
        "Digest username=\"~w\", realm=\"~w\", nonce=\"~w\", uri=\"~w\", qop=auth, nc=~w, cnonce=\"~w\", response=\"~w\"~w",
        [User,Realm,Nonce,Uri,Count,Own,Response,Last]
    ).
