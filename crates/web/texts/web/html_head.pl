% Style sheets and scripts that pages need, with the names of library(http/html_head).

%! html_resource(+About, +Properties) is det.
%  Directive that declares a style sheet or a script, by its path or Alias(Path), or a name for several. Properties:
%  requires(Resources), what has to be loaded before; virtual(true), for a name; mime_type(Type); others have no effect.
%  ?- html_resource(doc_example, [virtual(true),requires('/a.css')]), html_current_resource(doc_example).
html_resource(About, Properties) :-
    must_be(nonvar, About),
    must_be(list, Properties),
    '$http_state',
    retractall(http_store:resource(About, _)),
    assertz(http_store:resource(About, Properties)).

%! html_current_resource(?Resource) is nondet.
%  Resource was declared by html_resource/2.
%  ?- html_current_resource(no_resource).   %=> false.
html_current_resource(Resource) :-
    '$http_state',
    http_store:resource(Resource, _).

%! html_requires(+Resources, ?S0, ?S) is det.
%  Lets the head of the page load style sheets or scripts, by their names, paths or Alias(Path), each once, after those that they
%  require.
%  ?- phrase(page([], \html_requires('/a.css')), _T), with_output_to(string(S), print_html(_T)), sub_string(S, _, _, _, "<link rel=\"stylesheet\" type=\"text/css\" href=\"/a.css\">").
html_requires(Resources, S0, S) :-
    '$http_state',
    '$html_needed'(Resources, [], Needed0),
    reverse(Needed0, Needed),
    '$html_mail_resources'(Needed, S0, S).

%! '$html_needed'(+Resources, +Needed0, -Needed) is det.
%  Needed are the resources that are needed, the last first.
'$html_needed'(Resources, Needed0, Needed) :-
    (   is_list(Resources)
    ->  foldl('$html_needed', Resources, Needed0, Needed)
    ;   memberchk(Resources, Needed0)
    ->  Needed = Needed0
    ;   http_store:resource(Resources, Properties)
    ->  findall(One, member(requires(One), Properties), Before),
        foldl('$html_needed', Before, Needed0, Needed1),
        (   memberchk(virtual(true), Properties)
        ->  Needed = Needed1
        ;   Needed = [Resources|Needed1]
        )
    ;   Needed = [Resources|Needed0]
    ).

%! '$html_mail_resources'(+Resources, ?S0, ?S) is det.
'$html_mail_resources'([], S, S).
'$html_mail_resources'([Resource|Resources], S0, S) :-
    http_absolute_location(Resource, Place, []),
    ( http_store:resource(Resource, Properties), memberchk(mime_type(Type), Properties) -> true ; Type = none ),
    S0 = [mail(head, required(Place, Type))|S1],
    '$html_mail_resources'(Resources, S1, S).

%! '$html_sorted_mail'(+Mail0, -Mail) is det.
%  Each resource once.
'$html_sorted_mail'(Mail0, Mail) :-
    list_to_set(Mail0, Mail).

%! '$html_content'(+Content, -Tokens) is det.
'$html_content'(required(Place, Type), Tokens) :-
    !,
    (   ( Type == text/javascript ; Type == none, file_name_extension(_, js, Place) )
    ->  Element = script([type('text/javascript'),src(Place)], [])
    ;   Element = link([rel(stylesheet),type('text/css'),href(Place)], [])
    ),
    phrase('$html'(Element, user), Tokens).
'$html_content'(Tokens, Tokens).
