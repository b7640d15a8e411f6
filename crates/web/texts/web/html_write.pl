% Pages in HTML from terms, with the names of library(http/html_write).

%! html(+Specification, ?S0, ?S) is det.
%  A grammar rule for the texts of HTML: a text, which is quoted; Format-Arguments; a list; Tag(Content), Tag(Attributes,
%  Content), with attributes Name(Value), Name=Value or Name; \Rule for a rule of the program; &(Name) for an entity;
%  \[Text, ...] for texts that are written as they are. A value of an attribute may be A+B, a list of classes,
%  encode(Text), or location_by_id(Name).
%  ?- phrase(html(p(class(x), [a,' < ',b])), _T), with_output_to(string(S), print_html(_T)).   %=> S = "<p class=\"x\">\na &lt; b</p>".
html(Specification, S0, S) :-
    strip_module(Specification, Module, Plain),
    '$html'(Plain, Module, S0, S).

%! '$html'(?Specification, +Module, ?S0, ?S) is det.
'$html'(Specification, _, S0, S) :-
    var(Specification),
    !,
    instantiation_error(Specification),
    S = S0.
'$html'([], _, S0, S) :-
    !,
    S = S0.
'$html'([First|Rest], Module, S0, S) :-
    !,
    '$html'(First, Module, S0, S1),
    '$html'(Rest, Module, S1, S).
'$html'(Module:Specification, _, S0, S) :-
    !,
    '$html'(Specification, Module, S0, S).
'$html'(Specification, Module, S0, S) :-
    '$html_one'(Specification, Module, S0, S1),
    !,
    S = S1.
'$html'(Specification, _, S0, S) :-
    type_error(html, Specification),
    S = S0.

%! '$html_one'(+Specification, +Module, ?S0, ?S) is semidet.
'$html_one'(Text, _, S0, S) :-
    atomic(Text),
    !,
    html_quoted(Text, S0, S).
'$html_one'(\List, _, S0, S) :-
    is_list(List),
    !,
    '$html_raw'(List, S0, S).
'$html_one'(\Rule, Module, S0, S) :-
    !,
    '$html_called'(Rule, Module, S0, S).
'$html_one'(Format-Arguments, _, S0, S) :-
    atomic(Format),
    !,
    format(string(Text), Format, Arguments),
    html_quoted(Text, S0, S).
'$html_one'(&(Entity), _, S0, S) :-
    !,
    (   integer(Entity)
    ->  format(atom(Text), "&#~d;", [Entity])
    ;   format(atom(Text), "&~w;", [Entity])
    ),
    S0 = [Text|S].
'$html_one'(Term, Module, S0, S) :-
    compound(Term),
    compound_name_arguments(Term, Tag, Arguments),
    (   Arguments = []
    ->  html_begin(Tag, S0, S1),
        '$html_end'(Tag, S1, S)
    ;   Arguments = [Content]
    ->  '$html_element'(Tag, [], Content, Module, S0, S)
    ;   Arguments = [Attributes, Content]
    ->  '$html_element'(Tag, Attributes, Content, Module, S0, S)
    ).

%! '$html_called'(:Rule, +Module, ?S0, ?S) is semidet.
'$html_called'(Rule, Module, S0, S) :-
    (   strip_module(Module:Rule, Own, Plain),
        '$html_own'(Plain),
        \+ '$defined_here'(Own, Plain)
    ->  call(Plain, S0, S)
    ;   call(Module:Rule, S0, S)
    ),
    !.

%! '$html_own'(+Rule) is semidet.
'$html_own'(Rule) :-
    callable(Rule),
    functor(Rule, Name, Arity),
    memberchk(Name/Arity, [html_quoted/1,html_requires/1,html_receive/1,html_post/2,html_begin/1,html_end/1,js_script/1,js_call/1,js_new/2,js_args/1,js_arg/1,js_expression/1,term/2,directory_index/2]).

%! '$defined_here'(+Module, +Rule) is semidet.
'$defined_here'(Module, Rule) :-
    functor(Rule, Name, Arity0),
    Arity is Arity0 + 2,
    '$defined_in_module'(Module, Name, Arity).

%! '$html_element'(+Tag, +Attributes, +Content, +Module, ?S0, ?S) is det.
'$html_element'(Tag, Attributes0, Content, Module, S0, S) :-
    ( is_list(Attributes0) -> Attributes = Attributes0 ; Attributes = [Attributes0] ),
    (   '$html_layout'(Tag, _, empty),
        Attributes == [],
        Content \== [],
        is_list(Content),
        '$html_are_attributes'(Content)
    ->  '$html_begin'(Tag, Content, S0, S)
    ;   '$html_layout'(Tag, _, empty),
        Attributes == [],
        compound(Content)
    ->  '$html_begin'(Tag, [Content], S0, S)
    ;   '$html_layout'(Tag, _, empty),
        Content == []
    ->  '$html_begin'(Tag, Attributes, S0, S1),
        '$html_end'(Tag, S1, S)
    ;   memberchk(Tag, [script, style])
    ->  '$html_begin'(Tag, Attributes, S0, S2),
        '$html_plain'(Content, Module, S2, S3),
        '$html_end'(Tag, S3, S)
    ;   '$html_begin'(Tag, Attributes, S0, S4),
        '$html'(Content, Module, S4, S5),
        '$html_end'(Tag, S5, S)
    ).

%! '$html_are_attributes'(+List) is semidet.
'$html_are_attributes'(List) :-
    forall(member(Item, List), ( atom(Item) ; Item = (_=_) ; compound(Item), functor(Item, _, 1) )).

%! '$html_plain'(+Content, +Module, ?S0, ?S) is det.
%  The content of an element whose text has no entities.
'$html_plain'(Content, Module, S0, S) :-
    (   is_list(Content)
    ->  '$html_plain_list'(Content, Module, S0, S)
    ;   atomic(Content)
    ->  S0 = [Content|S]
    ;   '$html'(Content, Module, S0, S)
    ).

%! '$html_plain_list'(+Contents, +Module, ?S0, ?S) is det.
'$html_plain_list'([], _, S0, S) :-
    S0 = S.
'$html_plain_list'([First|Rest], Module, S0, S) :-
    '$html_plain'(First, Module, S0, S1),
    '$html_plain_list'(Rest, Module, S1, S).

%! '$html_raw'(+Texts, ?S0, ?S) is det.
'$html_raw'([], S0, S) :-
    S0 = S.
'$html_raw'([Text|Texts], S0, S) :-
    (   Text = Format-Arguments
    ->  format(atom(Raw), Format, Arguments),
        S0 = [Raw|S1]
    ;   S0 = [Text|S1]
    ),
    '$html_raw'(Texts, S1, S).

%! html_begin(+Element, ?S0, ?S) is det.
%  The begin of an element: Tag, or Tag(Attribute, ...).
%  ?- phrase(html_begin(a(href(x))), _T), with_output_to(string(S), print_html(_T)).   %=> S = "<a href=\"x\">".
html_begin(Element, S0, S) :-
    Element =.. [Tag|Attributes],
    '$html_begin'(Tag, Attributes, S0, S).

%! '$html_begin'(+Tag, +Attributes, ?S0, ?S) is det.
'$html_begin'(Tag, Attributes, S0, S) :-
    (   '$html_layout'(Tag, Before-After, _)
    ->  true
    ;   Before = none,
        After = none
    ),
    '$html_lines'(Before, S0, S1),
    S1 = [<, Tag|S2],
    '$html_attributes'(Attributes, S2, S3),
    S3 = [>|S4],
    (   After == none
    ->  S4 = S
    ;   '$html_lines'(After, S4, S)
    ).

%! '$html_lines'(+Count, ?S0, ?S) is det.
'$html_lines'(Count, S0, S) :-
    (   integer(Count)
    ->  S0 = [nl(Count)|S]
    ;   S0 = S
    ).

%! html_end(+Tag, ?S0, ?S) is det.
%  The end of an element.
%  ?- phrase(html_end(a), T).   %=> T = ['</', a, >].
html_end(Tag, S0, S) :-
    '$html_end'(Tag, S0, S).

%! '$html_end'(+Tag, ?S0, ?S) is det.
'$html_end'(Tag, S0, S) :-
    (   '$html_layout'(Tag, _, empty)
    ->  '$html_layout'(Tag, _-After, _),
        S0 = S
    ;   '$html_layout'(Tag, _, Before-After)
    ->  '$html_lines'(Before, S0, S1),
        S1 = [</, Tag, >|S2],
        '$html_lines'(After, S2, S)
    ;   S0 = [</, Tag, >|S]
    ).

%! '$html_attributes'(+Attributes, ?S0, ?S) is det.
'$html_attributes'([], S0, S) :-
    S0 = S.
'$html_attributes'([Attribute|Attributes], S0, S) :-
    S0 = [' '|S1],
    '$html_attribute'(Attribute, S1, S2),
    '$html_attributes'(Attributes, S2, S).

%! '$html_attribute'(+Attribute, ?S0, ?S) is det.
'$html_attribute'(Attribute, S0, S) :-
    (   var(Attribute)
    ->  instantiation_error(Attribute),
        S = S0
    ;   atom(Attribute)
    ->  S0 = [Attribute|S]
    ;   (   Attribute = (Name=Value)
        ;   compound_name_arguments(Attribute, Name, [Value])
        )
    ->  S0 = [Name, '="'|S1],
        '$html_value'(Value, S1, S2),
        S2 = ['"'|S]
    ;   type_error(html_attribute, Attribute),
        S = S0
    ).

%! '$html_value'(+Value, ?S0, ?S) is det.
'$html_value'(Value, S0, S) :-
    (   var(Value)
    ->  instantiation_error(Value),
        S = S0
    ;   is_list(Value)
    ->  atomic_list_concat(Value, ' ', Text),
        html_quoted_attribute(Text, S0, S)
    ;   Value = A+B
    ->  '$html_value'(A, S0, S1),
        '$html_value_behind'(B, S1, S)
    ;   Value = encode(Text)
    ->  uri_encoded(query_value, Text, Encoded),
        html_quoted_attribute(Encoded, S0, S)
    ;   Value = location_by_id(Name)
    ->  http_location_by_id(Name, Place),
        html_quoted_attribute(Place, S0, S)
    ;   Value = #(Name)
    ->  S0 = [#|S2],
        html_quoted_attribute(Name, S2, S)
    ;   Value = Format-Arguments,
        atomic(Format),
        is_list(Arguments)
    ->  format(string(Text), Format, Arguments),
        html_quoted_attribute(Text, S0, S)
    ;   atomic(Value)
    ->  html_quoted_attribute(Value, S0, S)
    ;   catch(http_absolute_location(Value, Place, []), _, fail)
    ->  html_quoted_attribute(Place, S0, S)
    ;   format(string(Text), "~w", [Value]),
        html_quoted_attribute(Text, S0, S)
    ).

%! '$html_value_behind'(+Value, ?S0, ?S) is det.
%  A list is that of the parameters of an address.
'$html_value_behind'(Value, S0, S) :-
    (   is_list(Value)
    ->  uri_query_components(Query, Value),
        atom_concat(?, Query, Text),
        html_quoted_attribute(Text, S0, S)
    ;   '$html_value'(Value, S0, S)
    ).

%! html_quoted(+Text, ?S0, ?S) is det.
%  A text, with the marks of HTML as entities.
%  ?- phrase(html_quoted('a<b'), T).   %=> T = ['a&lt;b'].
html_quoted(Text, S0, S) :-
    html_quoted(Text, Quoted),
    S0 = [Quoted|S].

%! html_quoted_attribute(+Text, ?S0, ?S) is det.
%  A text within the quotes of an attribute.
%  ?- phrase(html_quoted_attribute('"'), T).   %=> T = ['&quot;'].
html_quoted_attribute(Text, S0, S) :-
    '$html_quoted'(Text, true, Quoted),
    S0 = [Quoted|S].

%! '$html_layout'(?Tag, -Begin, -End) is semidet.
%  The numbers of ends of lines before and after the begin and the end of an element.
'$html_layout'(table, 2-1, 1-2).
'$html_layout'(blockquote, 2-1, 1-2).
'$html_layout'(pre, 2-1, 0-2).
'$html_layout'(textarea, 1-1, 0-1).
'$html_layout'(center, 2-1, 1-2).
'$html_layout'(dl, 2-1, 1-2).
'$html_layout'(ul, 1-1, 1-1).
'$html_layout'(ol, 2-1, 1-2).
'$html_layout'(form, 2-1, 1-2).
'$html_layout'(address, 2-1, 1-2).
'$html_layout'(head, 1-1, 1-1).
'$html_layout'(body, 1-1, 1-1).
'$html_layout'(script, 1-1, 1-1).
'$html_layout'(style, 1-1, 1-1).
'$html_layout'(select, 1-1, 1-1).
'$html_layout'(map, 1-1, 1-1).
'$html_layout'(html, 1-1, 1-1).
'$html_layout'(caption, 1-0, 0-1).
'$html_layout'(tr, 1-0, 0-1).
'$html_layout'(option, 1-0, 0-1).
'$html_layout'(li, 1-0, 0-1).
'$html_layout'(dt, 1-0, 0-0).
'$html_layout'(dd, 0-0, 0-0).
'$html_layout'(title, 1-0, 0-1).
'$html_layout'(h1, 2-0, 0-2).
'$html_layout'(h2, 2-0, 0-2).
'$html_layout'(h3, 2-0, 0-2).
'$html_layout'(h4, 2-0, 0-2).
'$html_layout'(iframe, 1-1, 1-1).
'$html_layout'(hr, 1-1, empty).
'$html_layout'(br, 0-1, empty).
'$html_layout'(img, 0-0, empty).
'$html_layout'(meta, 1-1, empty).
'$html_layout'(base, 1-1, empty).
'$html_layout'(link, 1-1, empty).
'$html_layout'(input, 0-0, empty).
'$html_layout'(frame, 1-1, empty).
'$html_layout'(col, 0-0, empty).
'$html_layout'(area, 1-0, empty).
'$html_layout'(param, 1-0, empty).
'$html_layout'(source, 1-0, empty).
'$html_layout'(p, 2-1, 0-1).
'$html_layout'(td, 0-0, 0-0).
'$html_layout'(div, 1-0, 0-1).

%! page(+Content, ?S0, ?S) is det.
%  A page with this content of the element html.
page(Content, S0, S) :-
    strip_module(Content, Module, Plain),
    S0 = ['<!DOCTYPE html>'|S1],
    '$html'(html(Plain), Module, S1, S).

%! page(+Head, +Body, ?S0, ?S) is det.
%  A page with these contents of the elements head and body.
%  ?- phrase(page(title(x), p(y)), _T), with_output_to(string(S), print_html(_T)), sub_string(S, 0, _, _, "<!DOCTYPE html>\n<html>\n<head>\n<title>x</title>\n").
page(Head, Body, S0, S) :-
    strip_module(Head, Module, PlainHead),
    strip_module(Body, BodyModule, PlainBody),
    S0 = ['<!DOCTYPE html>'|S1],
    html_begin(html, S1, S2),
    html_begin(head, S2, S3),
    '$html'(PlainHead, Module, S3, S4),
    '$html'(meta([ 'http-equiv'('content-type'),
                   content('text/html; charset=UTF-8')
                 ]),
            Module,
            S4,
            S5),
    S5 = [nl(2), mailbox(head)|S6],
    html_end(head, S6, S7),
    html_begin(body, S7, S8),
    '$html'(PlainBody, BodyModule, S8, S9),
    html_end(body, S9, S10),
    html_end(html, S10, S).

%! reply_html_page(:Head, :Body) is det.
%  Replies with a page.
reply_html_page(Head, Body) :-
    reply_html_page(default, Head, Body).

%! reply_html_page(+Style, :Head, :Body) is det.
%  Replies with a page. The rules head(Style, Head) and body(Style, Body) of the module user, if there are such, may add to it.
reply_html_page(Style, Head, Body) :-
    '$html_styled'(head, Style, Head, StyledHead),
    '$html_styled'(body, Style, Body, StyledBody),
    phrase(page(StyledHead, StyledBody), Tokens),
    format("Content-type: text/html; charset=UTF-8\n\n"),
    print_html(Tokens).

%! '$html_styled'(+Part, +Style, :Content, -Styled) is det.
'$html_styled'(Part, Style, Content, Styled) :-
    (   '$defined_in_module'(user, Part, 4),
        Goal =.. [Part,Style,Content],
        phrase(user:Goal, Tokens)
    ->  Styled = user:(\'$html_tokens'(Tokens))
    ;   Styled = Content
    ).

%! '$html_tokens'(+Tokens, ?S0, ?S) is det.
'$html_tokens'(Tokens, S0, S) :-
    '$html_all'(Tokens, S0, S).

%! '$html_all'(+Tokens, ?S0, ?S) is det.
'$html_all'([], S0, S) :-
    S0 = S.
'$html_all'([Token|Tokens], S0, S) :-
    S0 = [Token|S1],
    '$html_all'(Tokens, S1, S).

%! html_post(+Mailbox, :Content, ?S0, ?S) is det.
%  Puts content where html_receive//1 of this name stands in the page.
%  ?- phrase(html([\html_receive(a), b, \html_post(a, c)]), _T), with_output_to(string(S), print_html(_T)).   %=> S = "cb".
html_post(Mailbox, Content, S0, S) :-
    strip_module(Content, Module, Plain),
    phrase('$html'(Plain, Module), Tokens),
    S0 = [mail(Mailbox, Tokens)|S].

%! html_receive(+Mailbox, ?S0, ?S) is det.
%  The place of what html_post//2 has put into a mailbox.
html_receive(Mailbox, S0, S) :-
    S0 = [mailbox(Mailbox)|S].

%! '$html_mail'(+Tokens0, -Tokens) is det.
%  Puts the mail into its boxes.
'$html_mail'(Tokens0, Tokens) :-
    (   memberchk(mail(_, _), Tokens0)
    ->  partition('$html_is_mail', Tokens0, Mail0, Others),
        '$html_sorted_mail'(Mail0, Mail),
        '$html_delivered'(Others, Mail, Tokens)
    ;   Tokens = Tokens0
    ).

%! '$html_is_mail'(+Token) is semidet.
'$html_is_mail'(mail(_, _)).

%! '$html_delivered'(+Tokens0, +Mail, -Tokens) is det.
'$html_delivered'([], _, []).
'$html_delivered'([Token|Tokens0], Mail, Tokens) :-
    (   Token = mailbox(Name)
    ->  findall(Part, ( member(mail(Name, Content), Mail), '$html_content'(Content, Parts), member(Part, Parts) ), Here),
        append(Here, Rest, Tokens)
    ;   Tokens = [Token|Rest]
    ),
    '$html_delivered'(Tokens0, Mail, Rest).

%! print_html(+Tokens) is det.
%  Writes the texts that html//1 has made to the current output.
%  ?- with_output_to(string(S), print_html([a,nl(1),nl(2),b])).   %=> S = "a\n\nb".
print_html(Tokens) :-
    current_output(Out),
    print_html(Out, Tokens).

%! print_html(+Out, +Tokens) is det.
%  Writes the texts that html//1 has made to a stream.
print_html(Out, Tokens0) :-
    '$html_mail'(Tokens0, Tokens),
    '$html_print'(Out, Tokens).

%! html_print_length(+Tokens, -Length) is det.
%  Length is the number of characters that print_html/1 writes.
%  ?- html_print_length([ab,nl(1),c], L).   %=> L = 4.
html_print_length(Tokens, Length) :-
    with_output_to(string(Text), print_html(Tokens)),
    string_length(Text, Length).

%! html_set_options(+Options) is det.
%  Has no effect: pages are HTML 5 in UTF-8.
%  ?- html_set_options([dialect(html5)]).
html_set_options(Options) :-
    must_be(list, Options).

%! html_current_option(?Option) is nondet.
%  Option is dialect(html5), doctype(html) or content_type(Type).
%  ?- html_current_option(dialect(D)).   %=> D = html5.
html_current_option(Option) :-
    member(Option, [dialect(html5),doctype(html),content_type('text/html; charset=UTF-8')]).

%! html_meta(+Heads) is det.
%  Directive that tells which arguments of predicates are content of pages; it has no effect, since modules are told by content.
%  ?- html_meta(my_page(+, html)).
html_meta(Heads) :-
    must_be(nonvar, Heads).

%! page(+Style, +Head, +Body, ?S0, ?S) is det.
%  A page with these contents, to which head(Style, Head) and body(Style, Body) of the module user may add.
page(Style, Head, Body, S0, S) :-
    '$html_styled'(head, Style, Head, StyledHead),
    '$html_styled'(body, Style, Body, StyledBody),
    page(StyledHead, StyledBody, S0, S).
