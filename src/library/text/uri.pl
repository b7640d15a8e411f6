% URIs, with the names of library(uri) and library(url): parsing, composition and encoding.

%! uri_components(?Address, ?Components) is det.
%  Components is uri_components(Scheme, Authority, Path, Search, Fragment), with missing components unbound.
%  ?- uri_components('http://a.org:80/b/c?q=1#f', C).   %=> C = uri_components(http, 'a.org:80', '/b/c', 'q=1', f).
%  ?- uri_components(A, uri_components(http, 'a.org', '/x', _, _)).   %=> A = 'http://a.org/x'.
uri_components(Address, Components) :-
    (   var(Address),
        \+ ( nonvar(Components), Components = uri_components(_,_,_,_,_) )
    ->  instantiation_error(Address)
    ;   Components = uri_components(Scheme,Authority,Path,Search,Fragment)
    ),
    (   nonvar(Address)
    ->  '$uri_text'(Address, Text),
        '$split_behind'(Text, "#", Text1, Fragment),
        '$split_behind'(Text1, "?", Text2, Search),
        '$split_scheme'(Text2, Scheme, Text3),
        '$split_authority'(Text3, Authority, Path)
    ;   '$address_part'(Scheme, '', :, SchemeText),
        '$address_part'(Authority, //, '', AuthorityText),
        '$address_part'(Path, '', '', PathText),
        '$search_text'(Search, Search1),
        '$address_part'(Search1, ?, '', SearchText),
        '$address_part'(Fragment, #, '', FragmentText),
        atomic_list_concat([SchemeText,AuthorityText,PathText,SearchText,FragmentText], Address)
    ).

%! '$uri_text'(+Address, -Text) is det.
'$uri_text'(Address, Text) :-
    ( number(Address) -> type_error(text, Address) ; text_to_string(Address, Text) ).

%! '$search_text'(+Search, -Text)
%  A list of Name=Value is accepted as well.
'$search_text'(Search, Text) :-
    (   is_list(Search)
    ->  uri_query_components(Text, Search)
    ;   Text = Search
    ).

%! '$address_part'(+Part, +Before, +After, -Text)
'$address_part'(Part, Before, After, Text) :-
    (   var(Part)
    ->  Text = ''
    ;   '$need_characters'(Part),
        atomic_list_concat([Before,Part,After], Text)
    ).

%! '$split_behind'(+Text, +Mark, -Before, -Behind)
%  Behind is an atom, or unbound if Mark is not in Text.
'$split_behind'(Text, Mark, Before, Behind) :-
    (   sub_string(Text, At, 1, After, Mark)
    ->  sub_string(Text, 0, At, _, Before),
        sub_atom(Text, _, After, 0, Behind)
    ;   Before = Text
    ).

%! '$split_scheme'(+Text, -Scheme, -Rest)
'$split_scheme'(Text, Scheme, Rest) :-
    (   sub_string(Text, At, 1, After, ":"),
        At > 0,
        sub_string(Text, 0, At, _, Name),
        \+ sub_string(Name, _, 1, _, "/")
    ->  atom_string(Scheme, Name),
        sub_string(Text, _, After, 0, Rest)
    ;   Rest = Text
    ).

%! '$split_authority'(+Text, -Authority, -Path)
'$split_authority'(Text, Authority, Path) :-
    (   string_concat("//", Rest, Text)
    ->  (   sub_string(Rest, At, 1, _, "/")
        ->  sub_atom(Rest, 0, At, _, Authority),
            sub_atom(Rest, At, _, 0, Path)
        ;   atom_string(Authority, Rest),
            Path = ''
        )
    ;   atom_string(Path, Text)
    ).

%! uri_data(?Field, +Components, ?Value) is nondet.
%  Value is a field of Components: scheme, authority, path, search or fragment.
%  ?- uri_data(path, uri_components(a, b, c, d, e), P).   %=> P = c.
uri_data(scheme, uri_components(Scheme, _, _, _, _), Scheme).
uri_data(authority, uri_components(_, Authority, _, _, _), Authority).
uri_data(path, uri_components(_, _, Path, _, _), Path).
uri_data(search, uri_components(_, _, _, Search, _), Search).
uri_data(fragment, uri_components(_, _, _, _, Fragment), Fragment).

%! uri_data(?Field, +Components0, +Value, -Components) is nondet.
%  Components is Components0 with another Value of Field.
%  ?- uri_data(path, uri_components(a, b, c, d, e), x, C).   %=> C = uri_components(a, b, x, d, e).
uri_data(Field, Components0, Value, Components) :-
    nth1(Index, [scheme,authority,path,search,fragment], Field),
    '$with_argument'(Index, Components0, Value, Components).

%! uri_is_global(+Address) is semidet.
%  True if Address begins with a scheme.
%  ?- uri_is_global('http://x'), \+ uri_is_global(x).
uri_is_global(Address) :-
    text_to_string(Address, Text),
    '$split_scheme'(Text, Scheme, _),
    nonvar(Scheme),
    atom_codes(Scheme, [First,_|Codes]),
    code_type(First, alpha),
    forall(member(Code, Codes), ( code_type(Code, alnum) ; memberchk(Code, `+-.`) )).

%! uri_encoded(+Component, ?Value, ?Encoded) is det.
%  Encoded is Value as part of a URI, with %XX for characters that are not allowed there; Component is query_value,
%  fragment, path or segment.
%  ?- uri_encoded(query_value, 'a b&é', E).   %=> E = 'a%20b%26%C3%A9'.
%  ?- uri_encoded(query_value, V, 'a+b%26').   %=> V = 'a b&'.
uri_encoded(Component, Value, Encoded) :-
    ( atom(Component) -> true ; type_error(atom, Component) ),
    ( '$uri_allowed'(Component, Allowed) -> true ; domain_error(uri_component, Component) ),
    (   nonvar(Value)
    ->  must_be(atomic, Value),
        '$percent_encoded'(Value, Allowed, Found),
        Encoded = Found
    ;   '$need_characters'(Encoded),
        ( Component == query_value -> Plus = true ; Plus = false ),
        '$percent_decoded_text'(Encoded, Plus, Value)
    ).

%! '$need_characters'(@Text) is det.
'$need_characters'(Text) :-
    (   ( var(Text) ; atom(Text) ; string(Text) )
    ->  true
    ;   type_error(atom, Text)
    ).

%! '$uri_allowed'(+Component, -Codes)
%  Codes are allowed in Component beside letters, digits and `-._~`.
'$uri_allowed'(query_value, `!$'()*,@/?`).
'$uri_allowed'(fragment, `!$&'()*+,;=:@/?`).
'$uri_allowed'(path, `!$&'()*+,;=@/`).
'$uri_allowed'(segment, `!$&'()*+,;=@`).

%! '$percent_decoded_text'(+Encoded, +Plus, -Text)
'$percent_decoded_text'(Encoded, Plus, Text) :-
    (   '$percent_decoded'(Encoded, Plus, Text0)
    ->  Text = Text0
    ;   representation_error(encoding)
    ).

%! uri_query_components(?Text, ?List) is det.
%  Text is the query string of a list of Name=Value.
%  ?- uri_query_components(T, [a=b, c='d e']).   %=> T = 'a=b&c=d%20e'.
%  ?- uri_query_components('a=b&c=d+e', L).   %=> L = [a=b, c='d e'].
uri_query_components(Text, List) :-
    (   nonvar(Text)
    ->  ( number(Text) -> type_error(text, Text) ; true ),
        split_string(Text, "&;", "", Parts0),
        exclude(==(""), Parts0, Parts),
        maplist('$query_pair', Parts, List)
    ;   maplist('$query_part', List, Parts),
        atomic_list_concat(Parts, &, Text)
    ).

%! '$query_pair'(+Part, -Pair)
'$query_pair'(Part, Name=Value) :-
    '$split_behind'(Part, "=", Name0, Value0),
    ( var(Value0) -> syntax_error(illegal_uri_query) ; true ),
    uri_encoded(query_value, Name, Name0),
    uri_encoded(query_value, Value, Value0).

%! '$query_part'(+Pair, -Part)
'$query_part'(Pair, Part) :-
    (   nonvar(Pair),
        ( Pair = (Name=Value) ; Pair = Name-Value ; compound(Pair), Pair =.. [Name,Value] )
    ->  true
    ;   type_error(name_value, Pair)
    ),
    must_be(nonvar, Value),
    uri_encoded(query_value, Name, Name1),
    uri_encoded(query_value, Value, Value1),
    atomic_list_concat([Name1,=,Value1], Part).

%! uri_authority_components(?Authority, ?Components) is det.
%  Components is uri_authority(User, Password, Host, Port), with missing components unbound.
%  ?- uri_authority_components('u:p@h:80', C).   %=> C = uri_authority(u, p, h, 80).
uri_authority_components(Authority, Components) :-
    (   nonvar(Authority)
    ->  '$uri_text'(Authority, Text)
    ;   must_be(nonvar, Components)
    ),
    Components = uri_authority(User,Password,Host,Port),
    (   nonvar(Text)
    ->  (   sub_string(Text, At, 1, After, "@")
        ->  sub_string(Text, 0, At, _, Login),
            sub_string(Text, _, After, 0, HostPort),
            '$split_behind'(Login, ":", UserText, Password),
            atom_string(User, UserText)
        ;   HostPort = Text
        ),
        (   % An IP literal has colons.
            string_concat("[", _, HostPort),
            '$split_behind'(HostPort, "]", Literal, Behind),
            nonvar(Behind)
        ->  string_concat(Literal, "]", HostText),
            ( atom_concat(:, PortText, Behind) -> true ; true )
        ;   '$split_behind'(HostPort, ":", HostText, PortText)
        ),
        atom_string(Host, HostText),
        (   nonvar(PortText)
        ->  ( atom_number(PortText, Port) -> true ; Port = PortText )
        ;   true
        )
    ;   '$address_part'(Password, :, '', PasswordText),
        ( var(User) -> Login = '' ; atomic_list_concat([User,PasswordText,@], Login) ),
        '$address_part'(Host, '', '', HostText),
        ( integer(Port) -> atom_concat(:, Port, PortText) ; '$address_part'(Port, :, '', PortText) ),
        atomic_list_concat([Login,HostText,PortText], Authority)
    ).

%! uri_file_name(?Address, ?File) is semidet.
%  Address is the file URI of File.
%  ?- uri_file_name('file:///a%20b', F).   %=> F = '/a b'.
%  ?- uri_file_name(A, '/a b').   %=> A = 'file:///a%20b'.
uri_file_name(Address, File) :-
    (   nonvar(Address)
    ->  uri_components(Address, uri_components(Scheme,Authority,Path,_,_)),
        Scheme == file,
        memberchk(Authority, ['',localhost]),
        uri_encoded(path, File, Path)
    ;   absolute_file_name(File, Absolute),
        uri_encoded(path, Absolute, Path),
        uri_components(Address, uri_components(file,'',Path,_,_))
    ).

%! uri_resolve(+Address, +Base, -Resolved) is det.
%  Resolved is Address resolved against Base.
%  ?- uri_resolve('../x', 'http://a.b/c/d/e', R).   %=> R = 'http://a.b/c/x'.
%  ?- uri_resolve("http://a/b/../c", 'http://d', R).   %=> R = 'http://a/c'.
uri_resolve(Address, Base, Resolved) :-
    '$uri_resolved'(Address, Base, Found),
    Resolved = Found.

%! '$uri_resolved'(+Address, +Base, -Resolved) is det.
'$uri_resolved'(Address, Base, Resolved) :-
    uri_components(Address, uri_components(Scheme,Authority,Path,Search,Fragment)),
    uri_components(Base, uri_components(BaseScheme,BaseAuthority,BasePath,BaseSearch,_)),
    (   nonvar(Scheme)
    ->  '$without_dots'(Path, Plain),
        uri_components(Resolved, uri_components(Scheme,Authority,Plain,Search,Fragment))
    ;   nonvar(Authority)
    ->  uri_components(Resolved, uri_components(BaseScheme,Authority,Path,Search,Fragment))
    ;   Path == ''
    ->  ( var(Search) -> Search1 = BaseSearch ; Search1 = Search ),
        uri_components(Resolved, uri_components(BaseScheme,BaseAuthority,BasePath,Search1,Fragment))
    ;   (   sub_atom(Path, 0, _, _, /)
        ->  Joined = Path
        ;   BasePath == '',
            nonvar(BaseAuthority)
        ->  atom_concat(/, Path, Joined)
        ;   atomic_list_concat(Parts, /, BasePath),
            once(append(Folder, [_], Parts)),
            append(Folder, [Path], JoinedParts),
            atomic_list_concat(JoinedParts, /, Joined)
        ),
        '$without_dots'(Joined, Plain),
        uri_components(Resolved, uri_components(BaseScheme,BaseAuthority,Plain,Search,Fragment))
    ).

%! '$without_dots'(+Path, -Plain)
'$without_dots'(Path, Plain) :-
    atomic_list_concat(Parts, /, Path),
    '$drop_dots'(Parts, [], Kept),
    atomic_list_concat(Kept, /, Plain).

%! '$drop_dots'(+Parts, +Kept0, -Kept)
'$drop_dots'([], Reversed, Kept) :-
    reverse(Reversed, Kept).
'$drop_dots'([Part|Parts], Reversed, Kept) :-
    (   Part == '.'
    ->  ( Parts == [] -> Reversed1 = [''|Reversed] ; Reversed1 = Reversed )
    ;   Part == (..)
    ->  ( Reversed = [_,Up|Others] -> Reversed0 = [Up|Others] ; Reversed0 = Reversed ),
        ( Parts == [] -> Reversed1 = [''|Reversed0] ; Reversed1 = Reversed0 )
    ;   Reversed1 = [Part|Reversed]
    ),
    '$drop_dots'(Parts, Reversed1, Kept).

%! uri_normalized(+Address, -Normalized) is det.
%  Normalized is Address with scheme and host in lower case, without `.` and `..` in its path, and with %XX only where it
%  is needed, in upper case.
%  ?- uri_normalized('HTTP://a.B/c/../%7e%2f d', N).   %=> N = 'http://a.b/~%2F%20d'.
uri_normalized(Address, Normalized) :-
    '$uri_text'(Address, Text),
    '$percent_normal'(Text, false, Escaped),
    uri_components(Escaped, uri_components(Scheme0,Authority0,Path0,Search,Fragment)),
    ( var(Scheme0) -> true ; downcase_atom(Scheme0, Scheme) ),
    ( var(Authority0) -> true ; downcase_atom(Authority0, Authority) ),
    '$without_dots'(Path0, Path),
    uri_components(Found, uri_components(Scheme,Authority,Path,Search,Fragment)),
    Normalized = Found.

%! uri_iri(?Address, ?Shown) is det.
%  Shown is Address as an IRI: with Unicode letters instead of %XX.
%  ?- uri_iri(A, 'http://a/é').   %=> A = 'http://a/%C3%A9'.
%  ?- uri_iri('http://a/%C3%A9', S).   %=> S = 'http://a/é'.
uri_iri(Address, Shown) :-
    (   var(Address)
    ->  '$percent_encoded'(Shown, `!$&'()*+,;=:@/?#[]%`, Address)
    ;   '$percent_normal'(Address, true, Found),
        Shown = Found
    ).

%! www_form_encode(?Value, ?Encoded) is det.
%  Like uri_encoded/3 of a value, but only letters, digits and `-._~` are kept.
%  ?- www_form_encode('a b&/', E).   %=> E = 'a%20b%26%2F'.
%  ?- www_form_encode(V, 'a+b%26').   %=> V = 'a b&'.
www_form_encode(Value, Encoded) :-
    (   atomic(Value)
    ->  '$percent_encoded'(Value, [], Found),
        Encoded = Found
    ;   must_be(nonvar, Encoded),
        ( compound(Encoded) -> type_error(atom, Encoded) ; true ),
        '$percent_decoded_text'(Encoded, true, Value)
    ).

%! is_absolute_url(+Address) is semidet.
%  Synonym of uri_is_global/1.
%  ?- is_absolute_url('http://x').
is_absolute_url(Address) :-
    ( compound(Address) -> type_error(atom, Address) ; true ),
    uri_is_global(Address).

%! global_url(+Address, +Base, -Global) is det.
%  Synonym of uri_resolve/3.
%  ?- global_url('x.html', 'http://a.b/c/d.html', G).   %=> G = 'http://a.b/c/x.html'.
global_url(Address, Base, Global) :-
    uri_resolve(Address, Base, Global).

%! parse_url(?Address, ?Parts) is det.
%  Parts is a list of protocol(P), user(U), host(H), port(N), path(P), search(List) and fragment(F), as far as present.
%  ?- parse_url('http://a.org:80/b?q=1#f', L).   %=> L = [protocol(http), host('a.org'), port(80), path('/b'), search([q='1']), fragment(f)].
%  ?- parse_url('HTTP://u:p@a', L).   %=> L = [protocol(http), user('u:p'), host(a), path(/)].
%  ?- parse_url(A, [protocol(http), host('a.b'), path('/x y'), search([q=1])]).   %=> A = 'http://a.b/x%20y?q=1'.
parse_url(Address, Parts) :-
    (   nonvar(Address)
    ->  ( compound(Address) -> type_error(atom, Address) ; true ),
        uri_components(Address, uri_components(Scheme,Authority,Path0,Search,Fragment)),
        ( var(Scheme) -> true ; downcase_atom(Scheme, Protocol) ),
        ( var(Authority) -> true ; uri_authority_components(Authority, uri_authority(Name,Password,Host,Port)) ),
        ( var(Password) -> User = Name ; atomic_list_concat([Name,:,Password], User) ),
        ( Path0 == '' -> Path = (/) ; uri_encoded(path, Path, Path0) ),
        ( var(Search) -> true ; '$url_search'(Search, List) ),
        All = [protocol(Protocol),user(User),host(Host),port(Port),path(Path),search(List),fragment(Fragment)],
        include('$is_known_part', All, Parts)
    ;   option(protocol(Scheme), Parts, http),
        option(user(User), Parts, _),
        option(host(Host), Parts, _),
        option(port(Port), Parts, _),
        option(path(Path0), Parts, /),
        option(fragment(Fragment), Parts, _),
        uri_encoded(path, Path0, Path),
        ( option(search(List), Parts), List \== [] -> uri_query_components(Search, List) ; true ),
        (   nonvar(Host)
        ->  uri_authority_components(Authority, uri_authority(User,_,Host,Port))
        ;   Scheme == file
        ->  Authority = ''
        ;   true
        ),
        uri_components(Address, uri_components(Scheme,Authority,Path,Search,Fragment))
    ).

%! '$is_known_part'(+Part) is semidet.
'$is_known_part'(Part) :-
    arg(1, Part, Value),
    nonvar(Value).

%! parse_url(+Address, +Base, -Parts) is det.
%  Like parse_url/2, for an address relative to Base.
%  ?- parse_url(x, 'http://a.b/c', L).   %=> L = [protocol(http), host('a.b'), path('/x')].
parse_url(Address, Base, Parts) :-
    uri_resolve(Address, Base, Global),
    parse_url(Global, Parts).

%! parse_url_search(+Text, -List) is det.
%  Like uri_query_components/2, for a list of codes.
%  ?- parse_url_search(`a=b`, L).   %=> L = [a=b].
parse_url_search(Text, List) :-
    must_be(nonvar, Text),
    '$url_search'(Text, List).

%! '$url_search'(+Text, -List) is det.
%  A name without a value stands alone.
'$url_search'(Text, List) :-
    split_string(Text, "&;", "", Parts0),
    exclude(==(""), Parts0, Parts),
    maplist('$url_search_part', Parts, List).

%! '$url_search_part'(+Part, -Item) is det.
'$url_search_part'(Part, Item) :-
    (   sub_string(Part, _, _, _, "=")
    ->  '$query_pair'(Part, Item)
    ;   uri_encoded(query_value, Item, Part)
    ).

%! uri_normalized(+Address, +Base, -Normalized) is det.
%  Normalized is Address, resolved against Base, and normalized.
%  ?- uri_normalized('b', 'http://E.org/a', N).   %=> N = 'http://e.org/b'.
uri_normalized(Address, Base, Normalized) :-
    uri_resolve(Address, Base, Resolved),
    uri_normalized(Resolved, Normalized).

%! iri_normalized(+Address, -Normalized) is det.
%  Like uri_normalized/2, for addresses with characters beyond ASCII, which stay.
%  ?- iri_normalized('http://E.org/a/../b', N).   %=> N = 'http://e.org/b'.
iri_normalized(Address, Normalized) :-
    uri_normalized(Address, Normalized0),
    uri_iri(Normalized0, Normalized).

%! iri_normalized(+Address, +Base, -Normalized) is det.
%  Normalized is Address, resolved against Base, as by iri_normalized/2.
%  ?- iri_normalized('b', 'http://E.org/a', N).   %=> N = 'http://e.org/b'.
iri_normalized(Address, Base, Normalized) :-
    uri_resolve(Address, Base, Resolved),
    iri_normalized(Resolved, Normalized).

%! uri_normalized_iri(+Address, -Normalized) is det.
%  Normalized is Address as by uri_normalized/2, with the characters that an IRI may have.
%  ?- uri_normalized_iri('http://E.org/b', N).   %=> N = 'http://e.org/b'.
uri_normalized_iri(Address, Normalized) :-
    iri_normalized(Address, Normalized).

%! uri_normalized_iri(+Address, +Base, -Normalized) is det.
%  Like uri_normalized_iri/2, resolved against Base.
%  ?- uri_normalized_iri('b', 'http://E.org/a', N).   %=> N = 'http://e.org/b'.
uri_normalized_iri(Address, Base, Normalized) :-
    iri_normalized(Address, Base, Normalized).

%! uri_authority_data(?Field, +Components, ?Value) is nondet.
%  Value is the field user, password, host or port of uri_authority(User, Password, Host, Port).
%  ?- uri_authority_components('a@e.org:80', _C), uri_authority_data(port, _C, P).   %=> P = 80.
uri_authority_data(user, uri_authority(User, _, _, _), User).
uri_authority_data(password, uri_authority(_, Password, _, _), Password).
uri_authority_data(host, uri_authority(_, _, Host, _), Host).
uri_authority_data(port, uri_authority(_, _, _, Port), Port).

%! file_name_to_url(?File, ?Url) is semidet.
%  uri_file_name/2 with the arguments exchanged; what is the URL of no file stays as it is.
%  ?- file_name_to_url('/a b', U).   %=> U = 'file:///a%20b'.
%  ?- file_name_to_url(F, 'file:///a').   %=> F = '/a'.
file_name_to_url(File, Url) :-
    (   nonvar(File)
    ->  ( uri_is_global(File) -> Url = File ; uri_file_name(Url, File) )
    ;   uri_file_name(Url, File)
    ).

%! set_url_encoding(?Old, +New) is semidet.
%  The encoding of what stands behind % in URLs is always utf8.
%  ?- set_url_encoding(Old, utf8).   %=> Old = utf8.
set_url_encoding(utf8, utf8).

%! uri_edit(+Actions, +Address, -Edited) is det.
%  Edited is Address with the parts that Actions name, one or a list of lists: scheme(S), user(U), password(P), host(H),
%  port(P), fragment(F), each of which is left out if its value is unbound; path(P), which is resolved against the path;
%  search(List), whose names replace those that are there, or search(=(List)), which replaces all.
%  ?- uri_edit([path('c.html'), search([q=2])], 'http://a.org/x/b?p=1&q=1', U).   %=> U = 'http://a.org/x/c.html?p=1&q=2'.
%  ?- uri_edit([host(b), port(_), search(=([]))], "http://a:80/x?q=1#f", U).   %=> U = 'http://b/x#f'.
uri_edit(Actions, Address, Edited) :-
    uri_components(Address, Components),
    '$uri_edits'(Actions, Components, Components1),
    uri_components(Edited, Components1).

%! '$uri_edits'(+Actions, +Components0, -Components) is det.
'$uri_edits'(Actions, Components0, Components) :-
    must_be(nonvar, Actions),
    (   Actions == []
    ->  Components = Components0
    ;   Actions = [First|Others]
    ->  '$uri_edits'(First, Components0, Components1),
        '$uri_edits'(Others, Components1, Components)
    ;   '$uri_edit'(Actions, Components0, Components)
    ->  true
    ;   domain_error(uri_edit_action, Actions)
    ).

%! '$uri_edit'(+Action, +Components0, -Components) is semidet.
'$uri_edit'(scheme(Scheme), uri_components(_,A,P,S,F), uri_components(Scheme,A,P,S,F)).
'$uri_edit'(fragment(Fragment), uri_components(C,A,P,S,_), uri_components(C,A,P,S,Fragment)).
'$uri_edit'(path(Path), uri_components(C,A,P0,S,F), uri_components(C,A,P,S,F)) :-
    uri_resolve(Path, P0, P).
'$uri_edit'(search(List), uri_components(C,A,P,S0,F), uri_components(C,A,P,S,F)) :-
    (   nonvar(List),
        List = (=(All))
    ->  '$uri_names'(All, Pairs)
    ;   '$uri_names'(List, New),
        ( var(S0) -> Old = [] ; uri_query_components(S0, Old) ),
        exclude('$uri_replaced'(New), Old, Kept),
        append(Kept, New, Pairs)
    ),
    ( Pairs == [] -> true ; uri_query_components(S, Pairs) ).
'$uri_edit'(Action, uri_components(C,A0,P,S,F), uri_components(C,A,P,S,F)) :-
    Action =.. [Name,Value],
    nth1(Place, [user,password,host,port], Name),
    ( var(A0) -> Old = uri_authority(_,_,_,_) ; uri_authority_components(A0, Old) ),
    Old =.. [_|Parts0],
    nth1(Place, Parts0, _, Others),
    nth1(Place, Parts, Value, Others),
    New =.. [uri_authority|Parts],
    ( term_variables(Parts, Missing), length(Missing, 4) -> true ; uri_authority_components(A, New) ).

%! '$uri_names'(+List, -Pairs) is det.
'$uri_names'(List, Pairs) :-
    must_be(list, List),
    maplist([Given,Name=Value]>>once(( Given = (Name=Value) ; Given = Name-Value ; Given =.. [Name,Value] )), List, Pairs).

%! '$uri_replaced'(+New, +Pair) is semidet.
'$uri_replaced'(New, Name=_) :-
    memberchk(Name=_, New).
