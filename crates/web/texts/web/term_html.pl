% Terms in pages, with the names of library(http/term_html).

%! term(+Term, +Options, ?S0, ?S) is det.
%  A grammar rule for a term, whose parts have classes by which a page may show them: pl-var, pl-int, pl-float, pl-atom,
%  pl-quoted-atom, pl-string, pl-list, pl-compound, pl-functor, pl-infix. Options: max_depth(Depth), below which parts are dots;
%  quoted(true); others of write_term/2 are for the atomic parts.
%  ?- phrase(term(f(a, 1), []), _T), with_output_to(string(S), print_html(_T)).   %=> S = "<span class=\"pl-compound\"><span class=\"pl-functor\">f</span>(<span class=\"pl-atom\">a</span>, <span class=\"pl-int\">1</span>)</span>".
term(Term, Options, S0, S) :-
    must_be(list, Options),
    option(max_depth(Depth), Options, 1000),
    ( Depth == 0 -> Left = 1000 ; Left = Depth ),
    copy_term_nat(Term, Copy),
    numbervars(Copy, 0, _, [singletons(true)]),
    '$term_html'(Copy, Left, 999, Options, S0, S).

%! '$term_html'(+Term, +Left, +Priority, +Options, ?S0, ?S) is det.
'$term_html'(Term, Left, Priority, Options, S0, S) :-
    (   Left =< 0
    ->  '$html'(span(class('pl-ellipsis'), '...'), user, S0, S)
    ;   Term == '$VAR'('_')
    ->  '$html'(span(class('pl-var'), '_'), user, S0, S)
    ;   '$term_html_class'(Term, Class)
    ->  option(quoted(Quoted), Options, true),
        format(string(Text), "~W", [Term,[quoted(Quoted),numbervars(true)]]),
        '$html'(span(class(Class), Text), user, S0, S)
    ;   Left1 is Left - 1,
        '$term_html_compound'(Term, Left1, Priority, Options, S0, S)
    ).

%! '$term_html_class'(+Term, -Class) is semidet.
'$term_html_class'(Term, Class) :-
    (   ( var(Term) ; Term = '$VAR'(_) )
    ->  Class = 'pl-var'
    ;   integer(Term)
    ->  Class = 'pl-int'
    ;   float(Term)
    ->  Class = 'pl-float'
    ;   rational(Term)
    ->  Class = 'pl-rational'
    ;   string(Term)
    ->  Class = 'pl-string'
    ;   Term == []
    ->  Class = 'pl-nil'
    ;   atom(Term)
    ->  format(atom(Quoted), "~q", [Term]),
        ( Quoted == Term -> Class = 'pl-atom' ; Class = 'pl-quoted-atom' )
    ;   atomic(Term)
    ->  Class = 'pl-blob'
    ).

%! '$term_html_compound'(+Term, +Left, +Priority, +Options, ?S0, ?S) is det.
'$term_html_compound'(Term, Left, Priority, Options, S0, S) :-
    (   Term = [_|_]
    ->  '$term_html_list'(Term, Left, Options, Tokens, []),
        '$html'(span(class('pl-list'), \'$html_tokens'(Tokens)), user, S0, S)
    ;   is_dict(Term)
    ->  dict_pairs(Term, Tag, Pairs),
        '$term_html_pairs'(Pairs, Left, Options, Tokens, []),
        ( var(Tag) -> Name = '_' ; Name = Tag ),
        '$html'(span(class('pl-dict'), [Name,'{',\'$html_tokens'(Tokens),'}']), user, S0, S)
    ;   Term = {Inner}
    ->  '$term_html'(Inner, Left, 1200, Options, Tokens, []),
        '$html'(span(class('pl-curl'), ['{',\'$html_tokens'(Tokens),'}']), user, S0, S)
    ;   compound_name_arguments(Term, Name, [A,B]),
        current_op(Own, Type, Name),
        memberchk(Type-Under-Above, [xfx-1-1,xfy-1-0,yfx-0-1])
    ->  LeftPriority is Own - Under,
        RightPriority is Own - Above,
        '$term_html'(A, Left, LeftPriority, Options, TokensA, []),
        '$term_html'(B, Left, RightPriority, Options, TokensB, []),
        ( Name == (',') -> Infix = ', ' ; memberchk(Name, [-,+,*,/,:,^,**]) -> format(atom(Infix), "~q", [Name]) ; format(atom(Infix), " ~q ", [Name]) ),
        ( Own > Priority -> Open = '(', Close = ')' ; Open = '', Close = '' ),
        '$html'(
            span(class('pl-compound'), [Open,\'$html_tokens'(TokensA),span(class('pl-infix'), Infix),\'$html_tokens'(TokensB),Close]),
            user,
            S0,
            S
        )
    ;   compound_name_arguments(Term, Name, Arguments),
        '$term_html_arguments'(Arguments, Left, Options, Tokens, []),
        format(string(Text), "~q", [Name]),
        '$html'(span(class('pl-compound'), [span(class('pl-functor'), Text),'(',\'$html_tokens'(Tokens),')']), user, S0, S)
    ).

%! '$term_html_arguments'(+Arguments, +Left, +Options, ?S0, ?S) is det.
'$term_html_arguments'([], _, _, S, S).
'$term_html_arguments'([Argument|Arguments], Left, Options, S0, S) :-
    '$term_html'(Argument, Left, 999, Options, S0, S1),
    ( Arguments == [] -> S1 = S2 ; S1 = [', '|S2] ),
    '$term_html_arguments'(Arguments, Left, Options, S2, S).

%! '$term_html_pairs'(+Pairs, +Left, +Options, ?S0, ?S) is det.
'$term_html_pairs'([], _, _, S, S).
'$term_html_pairs'([Key-Value|Pairs], Left, Options, S0, S) :-
    S0 = [Key,':'|S1],
    '$term_html'(Value, Left, 599, Options, S1, S2),
    ( Pairs == [] -> S2 = S3 ; S2 = [', '|S3] ),
    '$term_html_pairs'(Pairs, Left, Options, S3, S).

%! '$term_html_list'(+List, +Left, +Options, ?S0, ?S) is det.
'$term_html_list'(List, Left, Options, S0, S) :-
    S0 = ['['|S1],
    '$term_html_items'(List, Left, Options, S1, S).

%! '$term_html_items'(+List, +Left, +Options, ?S0, ?S) is det.
'$term_html_items'([Item|Rest], Left, Options, S0, S) :-
    '$term_html'(Item, Left, 999, Options, S0, S1),
    (   Rest == []
    ->  S1 = [']'|S]
    ;   Rest = [_|_]
    ->  S1 = [', '|S2],
        '$term_html_items'(Rest, Left, Options, S2, S)
    ;   S1 = ['|'|S2],
        '$term_html'(Rest, Left, 999, Options, S2, S3),
        S3 = [']'|S]
    ).
