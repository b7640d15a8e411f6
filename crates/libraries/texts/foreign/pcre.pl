% Regular expressions, with the names of library(pcre). The patterns are those of PCRE as far as the crate fancy-regex
% has them. A regex is a compiled pattern, a text, or Text/Flags.

%! re_match(+Regex, +Text) is semidet.
%  True if Regex matches a part of Text.
%  ?- re_match("^needle"/i, "Needle in a haystack").
%  ?- re_match("(", abc).   %=> syntax_error('missing closing parenthesis').
re_match(Regex, Text) :-
    re_match(Regex, Text, []).

%! re_match(+Regex, +Text, +Options) is semidet.
%  Like re_match/2. Options are those of re_compile/3, unless Regex is compiled already, and: start(Index), where the
%  search begins; anchored(true), to match only there; bol(false) and eol(false), by which Text is not the beginning or
%  the end of a line (for a compiled Regex, if it was compiled with them); empty_atstart(false), to skip an empty match
%  where the search begins. Flags in Text/Flags are i (caseless), m (multiline), s (dotall), x (extended), a, r and t
%  (capture_type atom, range and term). Unknown options are ignored. Raises resource_error(match_limit) if too much
%  back-tracking is needed.
%  ?- re_match("b", abc, [start(2)]).   %=> false.
%  ?- re_match("b", abc, [start(1), anchored(true)]).
%  ?- re_match("b", abc, [start(9)]).   %=> domain_error(offset, 9).
re_match(Regex, Text, Options) :-
    '$re_found'(Regex, Text, 1, Options, [_]).

%! re_matchsub(+Regex, +Text, -Match) is semidet.
%  Like re_matchsub/4, without options.
%  ?- re_matchsub("(a)|(b)", "b", M).   %=> M = re_match{0:"b",1:"",2:"b"}.
re_matchsub(Regex, Text, Match) :-
    re_matchsub(Regex, Text, Match, []).

%! re_matchsub(+Regex, +Text, -Match, +Options) is semidet.
%  Match is a dict of the captured texts of the first match: those of named groups under their names, others under their
%  numbers, the whole under 0. The name of a group may end with _S, _A, _R, _I, _F, _N or _T, which is not part of the
%  key: its text becomes a string, an atom, Start-Length, a number, or a term. Options are those of re_match/3.
%  ?- re_matchsub("(?<year_I>\\d{4})-(?<month_I>\\d\\d)", "on 2017-04", M, []).   %=> M = re_match{0:"2017-04",month:4,year:2017}.
re_matchsub(Regex, Text, Match, Options) :-
    '$re_found'(Regex, Text, 1, Options, [Pairs]),
    '$re_dict'(Pairs, Match).

%! re_foldl(:Goal, +Regex, +Text, ?V0, ?V, +Options) is semidet.
%  Calls Goal with each match of Regex in Text, a dict as of re_matchsub/4, and threads a value through the calls, as
%  foldl/4 does.
%  ?- re_foldl([_, V0, V]>>(V is V0 + 1), "a", "aap", 0, N, []).   %=> N = 2.
re_foldl(Goal, Regex, Text, V0, V, Options) :-
    '$re_found'(Regex, Text, all, Options, Matches),
    foldl('$re_fold'(Goal), Matches, V0, V).

%! re_foldl(:Goal, +Regex, +Text, ?V0, ?V, +Options, +Extra) is semidet.
%  Like re_foldl/6 with the options of both lists.
%  ?- re_foldl([_, V0, V]>>(V is V0 + 1), "A", "aap", 0, N, [caseless(true)], []).   %=> N = 2.
re_foldl(Goal, Regex, Text, V0, V, Options, Extra) :-
    append(Options, Extra, All),
    re_foldl(Goal, Regex, Text, V0, V, All).

%! '$re_fold'(:Goal, +Pairs, ?V0, ?V)
'$re_fold'(Goal, Pairs, V0, V) :-
    '$re_dict'(Pairs, Match),
    call(Goal, Match, V0, V).

%! re_split(+Regex, +Text, -Parts) is det.
%  Like re_split/4, without options.
%  ?- re_split("a+", "abaac", L).   %=> L = ["","a","b","aa","c"].
re_split(Regex, Text, Parts) :-
    re_split(Regex, Text, Parts, []).

%! re_split(+Regex, +Text, -Parts, +Options) is det.
%  Parts are the parts of Text between the matches of Regex, with the matches between them: an odd number of strings. In
%  Text/Flags, flag a makes atoms of them, and n makes numbers of those that are numbers, and atoms of the others.
%  ?- re_split(":\\s*"/n, "Age: 33", L, []).   %=> L = ['Age',': ',33].
re_split(Regex, Text, Parts, Options) :-
    '$re_own_flags'(Regex, Options, [a-atom,s-string,n-name], Type, Ranges, Rest),
    '$re_found'(Ranges, Text, all, [capture_type(range)|Rest], Matches),
    text_to_string(Text, String),
    '$re_parts_between'(Matches, String, 0, Parts0),
    ( var(Type) -> Type = string ; true ),
    maplist('$re_typed'(Type), Parts0, Parts).

%! '$re_parts_between'(+Matches, +String, +From, -Parts)
'$re_parts_between'([], String, From, [Part]) :-
    sub_string(String, From, _, 0, Part).
'$re_parts_between'([Pairs|Matches], String, From, [Between,Match|Parts]) :-
    memberchk(0-(Start-Length), Pairs),
    Gap is Start - From,
    sub_string(String, From, Gap, _, Between),
    sub_string(String, Start, Length, _, Match),
    Next is Start + Length,
    '$re_parts_between'(Matches, String, Next, Parts).

%! '$re_typed'(+Type, +String, -Value)
'$re_typed'(string, String, String).
'$re_typed'(atom, String, Atom) :-
    atom_string(Atom, String).
'$re_typed'(name, String, Value) :-
    (   number_string(Number, String)
    ->  Value = Number
    ;   atom_string(Value, String)
    ).

%! '$re_own_flags'(+Regex, +Options, +Types, -Type, -Plain, -Rest)
%  Plain is Regex without the flags that tell the type of the result, and Rest the options without capture_type.
'$re_own_flags'(Regex, Options, Types, Type, Plain, Rest) :-
    must_be(list, Options),
    (   nonvar(Regex),
        Regex = Pattern/Flags
    ->  atom_chars(Flags, Chars),
        '$re_take_flags'(Chars, Types, Type, Left),
        atom_chars(Own, Left),
        Plain = Pattern/Own
    ;   Plain = Regex
    ),
    (   var(Type),
        memberchk(capture_type(Wanted), Options),
        memberchk(_-Wanted, Types)
    ->  Type = Wanted
    ;   true
    ),
    exclude('$re_is_type', Options, Rest).

%! '$re_is_type'(@Option) is semidet.
'$re_is_type'(Option) :-
    nonvar(Option),
    Option = capture_type(_).

%! '$re_take_flags'(+Chars, +Types, -Type, -Left)
%  The first flag of Types is the one that holds.
'$re_take_flags'([], _, _, []).
'$re_take_flags'([Char|Chars], Types, Type, Left) :-
    (   memberchk(Char-Found, Types)
    ->  ( var(Type) -> Type = Found ; true ),
        Left = Left1
    ;   memberchk(Char, [r,t])
    ->  Left = Left1
    ;   Left = [Char|Left1]
    ),
    '$re_take_flags'(Chars, Types, Type, Left1).

%! re_replace(+Regex, +With, +Text, -NewText) is det.
%  Like re_replace/5, without options.
%  ?- re_replace("(.)b"/g, "[\\1]", "abcb", S).   %=> S = "[a][c]".
re_replace(Regex, With, Text, New) :-
    re_replace(Regex, With, Text, New, []).

%! re_replace(+Regex, +With, +Text, -NewText, +Options) is det.
%  NewText is Text with the first match of Regex replaced by With, a text in which \N and $N, or \Name and $Name, stand
%  for what a group has captured; N and Name may be in braces, and the characters $ and \ themselves are doubled. In
%  Text/Flags, flag g replaces all matches, and a makes an atom.
%  ?- re_replace("(?<d_I>\\d+)-(?<m_I>\\d+)", "${m}/$d", "04-05", S, []).   %=> S = "5/4".
%  ?- re_replace("a", "$nope", "abcb", _, []).   %=> existence_error(key, nope, re_match{0:0-1}).
re_replace(Regex, With, Text, New, Options) :-
    '$re_own_flags'(Regex, Options, [a-atom,s-string], Type, Plain0, Rest),
    (   nonvar(Plain0),
        Plain0 = Pattern/Flags0,
        atomic_list_concat([First,Second|Others], g, Flags0)
    ->  atomic_list_concat([First,Second|Others], Flags),
        Plain = Pattern/Flags,
        Most = all
    ;   Plain = Plain0,
        Most = 1
    ),
    text_to_string(With, WithString),
    string_codes(WithString, Codes),
    '$re_template'(Codes, Template),
    text_to_string(Text, String),
    (   '$re_found'(Plain, String, Most, [capture_type(range)|Rest], Matches)
    ->  true
    ;   Matches = []
    ),
    '$re_replaced'(Matches, Template, String, 0, Parts),
    ( Type == atom -> atomic_list_concat(Parts, New) ; atomics_to_string(Parts, New) ).

%! '$re_replaced'(+Matches, +Template, +String, +From, -Parts)
'$re_replaced'([], _, String, From, [Part]) :-
    sub_string(String, From, _, 0, Part).
'$re_replaced'([Pairs|Matches], Template, String, From, [Between|Parts]) :-
    memberchk(0-(Start-Length), Pairs),
    Gap is Start - From,
    sub_string(String, From, Gap, _, Between),
    '$re_filled'(Template, Pairs, String, Parts, Parts1),
    Next is Start + Length,
    '$re_replaced'(Matches, Template, String, Next, Parts1).

%! '$re_filled'(+Template, +Pairs, +String, -Parts, +Tail)
'$re_filled'([], _, _, Parts, Parts).
'$re_filled'([Item|Template], Pairs, String, [Part|Parts], Tail) :-
    (   Item = group(Key)
    ->  (   memberchk(Key-Value, Pairs)
        ->  '$re_value_text'(Value, String, Part)
        ;   '$re_dict'(Pairs, Dict),
            existence_error(key, Key, Dict)
        )
    ;   Part = Item
    ),
    '$re_filled'(Template, Pairs, String, Parts, Tail).

%! '$re_value_text'(+Value, +String, -Text)
'$re_value_text'(Value, String, Text) :-
    (   Value = Start-Length
    ->  sub_string(String, Start, Length, _, Text)
    ;   Value = '$re_term'(Source)
    ->  '$re_value'(Value, Term),
        ( atomic(Term) -> Text = Term ; Text = Source )
    ;   Text = Value
    ).

%! '$re_template'(+Codes, -Template)
%  Template is a list of texts and of group(Key).
'$re_template'([], []).
'$re_template'([Code|Codes], Template) :-
    (   memberchk(Code, [0'$,0'\\]),
        '$re_reference'(Codes, Code, Item, Rest)
    ->  Template = [Item|Template1],
        '$re_template'(Rest, Template1)
    ;   '$re_plain_codes'([Code|Codes], Plain, Rest),
        string_codes(Item, Plain),
        Template = [Item|Template1],
        '$re_template'(Rest, Template1)
    ).

%! '$re_plain_codes'(+Codes, -Plain, -Rest)
%  Plain is at least the first code, and those up to the next dollar or backslash.
'$re_plain_codes'([Code|Codes], [Code|Plain], Rest) :-
    (   Codes = [Next|_],
        \+ memberchk(Next, [0'$,0'\\])
    ->  '$re_plain_codes'(Codes, Plain, Rest)
    ;   Plain = [],
        Rest = Codes
    ).

%! '$re_reference'(+Codes, +Mark, -Item, -Rest) is semidet.
'$re_reference'([Mark|Rest], Mark, Item, Rest) :-
    !,
    string_codes(Item, [Mark]).
'$re_reference'([0'{|Codes], _, group(Key), Rest) :-
    !,
    append(Name, [0'}|Rest], Codes),
    !,
    '$re_key'(Name, Key).
'$re_reference'(Codes, _, group(Key), Rest) :-
    Codes = [First|_],
    (   code_type(First, digit)
    ->  Class = digit
    ;   Class = csym
    ),
    '$re_name_codes'(Codes, Class, Name, Rest),
    Name = [_|_],
    '$re_key'(Name, Key).

%! '$re_name_codes'(+Codes, +Class, -Name, -Rest)
'$re_name_codes'([Code|Codes], Class, [Code|Name], Rest) :-
    code_type(Code, Class),
    !,
    '$re_name_codes'(Codes, Class, Name, Rest).
'$re_name_codes'(Rest, _, [], Rest).

%! '$re_key'(+Codes, -Key) is semidet.
'$re_key'(Codes, Key) :-
    Codes = [First|_],
    (   code_type(First, digit)
    ->  catch(number_codes(Key, Codes), error(syntax_error(_), _), fail),
        integer(Key)
    ;   atom_codes(Key, Codes)
    ).

%! re_compile(+Pattern, -Regex, +Options) is det.
%  Regex is the compiled form of Pattern. Options: caseless, multiline, dotall, extended, ungreedy (or greedy(false)),
%  anchored, endanchored, dollar_endonly, firstline, literal, ucp (\w and its like are about all of Unicode),
%  auto_capture(false) (only named groups capture), empty(false) (no empty match), each with true or false; and
%  capture_type(Type), string, atom, term or range. Others are ignored. A pattern is at most 65,536 bytes long.
%  ?- re_compile("a.", _R, [caseless(true)]), re_match(_R, "xAB").
%  ?- re_compile("*", _, []).   %=> syntax_error('quantifier does not follow a repeatable item').
re_compile(Pattern, Regex, Options) :-
    '$re_flags'(Pattern, Options, Text, Flags),
    '$re_compile'(Text, Flags, Regex).

%! '$re_flags'(+Pattern, +Options, -Text, -Flags)
%  Flags is an atom of the letters that the options and the flags of Pattern stand for.
'$re_flags'(Pattern, Options, Text, Flags) :-
    must_be(list, Options),
    (   nonvar(Pattern),
        Pattern = Text/Own
    ->  atom_chars(Own, Chars),
        maplist('$re_check_flag', Chars)
    ;   Text = Pattern,
        Chars = []
    ),
    findall(Letter, '$re_option_letter'(Options, Letter), Letters0),
    (   memberchk(Type, Chars),
        memberchk(Type, [a,r,t])
    ->  Letters = Letters0
    ;   option(capture_type(Capture), Options)
    ->  '$re_capture_letter'(Capture, Letter),
        append(Letter, Letters0, Letters)
    ;   Letters = Letters0
    ),
    append(Chars, Letters, All0),
    '$re_first_type'(All0, All),
    atom_chars(Flags, All).

%! '$re_first_type'(+Letters, -Kept)
%  The first letter for a type of captures is the one that holds; the others are sorted, so that equal options give
%  equal flags.
'$re_first_type'(Letters, Kept) :-
    partition('$re_type_letter', Letters, Types, Others),
    sort(Others, Sorted),
    (   Types = [Type|_]
    ->  Kept = [Type|Sorted]
    ;   Kept = Sorted
    ).

%! '$re_type_letter'(+Letter) is semidet.
'$re_type_letter'(Letter) :-
    memberchk(Letter, [a,r,t]).

%! '$re_check_flag'(+Flag) is det.
'$re_check_flag'(Flag) :-
    (   memberchk(Flag, [i,m,s,x,a,r,t])
    ->  true
    ;   existence_error(re_flag, Flag)
    ).

%! '$re_capture_letter'(+Type, -Letters) is det.
'$re_capture_letter'(Type, Letters) :-
    must_be(nonvar, Type),
    (   memberchk(Type-Letters, [string-[],atom-[a],term-[t],range-[r]])
    ->  true
    ;   type_error(option, capture_type(Type))
    ).

%! '$re_option_letter'(+Options, -Letter) is nondet.
'$re_option_letter'(Options, Letter) :-
    '$re_letter'(Name, Wanted, Letter),
    Option =.. [Name,Value],
    option(Option, Options),
    must_be(boolean, Value),
    '$re_boolean'(Value, Wanted).

%! '$re_boolean'(+Value, ?Boolean)
'$re_boolean'(true, true).
'$re_boolean'(on, true).
'$re_boolean'(false, false).
'$re_boolean'(off, false).

%! '$re_letter'(?Name, ?Value, ?Letter)
'$re_letter'(caseless, true, i).
'$re_letter'(multiline, true, m).
'$re_letter'(dotall, true, s).
'$re_letter'(extended, true, x).
'$re_letter'(ungreedy, true, 'U').
'$re_letter'(greedy, false, 'U').
'$re_letter'(anchored, true, 'A').
'$re_letter'(endanchored, true, 'E').
'$re_letter'(dollar_endonly, true, 'D').
'$re_letter'(firstline, true, f).
'$re_letter'(literal, true, l).
'$re_letter'(ucp, true, u).
'$re_letter'(auto_capture, false, n).
'$re_letter'(no_auto_capture, true, n).
'$re_letter'(empty, false, 'N').
'$re_letter'(bol, false, 'B').
'$re_letter'(eol, false, 'L').

%! '$re_found'(+Regex, +Text, +Most, +Options, -Matches) is semidet.
%  Matches are the matches, at most Most or all; fails if there is none and Most is 1.
'$re_found'(Regex, Text, Most, Options, Matches) :-
    must_be(list, Options),
    (   nonvar(Regex),
        '$re_parts'(Regex, Pattern, Own)
    ->  '$re_with_ranges'(Options, Regex, Pattern, Own, Compiled, Flags)
    ;   Options == [],
        \+ Regex = _/_
    ->  Compiled = Regex,
        Flags = ''
    ;   '$re_flags'(Regex, Options, Compiled, Flags)
    ),
    (   Options == []
    ->  Start = 0,
        Ways = ''
    ;   '$re_start'(Options, Text, Start),
        findall(Letter, '$re_match_letter'(Options, Letter), Letters),
        atom_chars(Ways, Letters)
    ),
    ( Most == all -> Limit = 0x7fffffffffff ; Limit = Most ),
    '$re_matches'(Compiled, Flags, Text, range(Start,Limit,Ways), Found),
    ( Most == 1 -> Found = [_] ; true ),
    Matches = Found.

%! '$re_with_ranges'(+Options, +Regex, +Pattern, +Flags, -Compiled, -NewFlags)
%  A compiled pattern is compiled again where ranges are needed that it does not capture.
'$re_with_ranges'(Options, Regex, Pattern, Own, Compiled, Flags) :-
    (   memberchk(capture_type(range), Options),
        string_chars(Own, Chars),
        \+ memberchk(r, Chars)
    ->  exclude('$re_type_letter', Chars, Others),
        atom_chars(Flags, [r|Others]),
        Compiled = Pattern
    ;   Compiled = Regex,
        Flags = ''
    ).

%! '$re_start'(+Options, +Text, -Start)
'$re_start'(Options, Text, Start) :-
    option(start(Start), Options, 0),
    (   Start == 0
    ->  true
    ;   must_be(nonneg, Start),
        text_to_string(Text, String),
        string_length(String, Length),
        Start > Length
    ->  domain_error(offset, Start)
    ;   true
    ).

%! '$re_match_letter'(+Options, -Letter) is nondet.
'$re_match_letter'(Options, Letter) :-
    member(Name-Wanted-Letter, [anchored-true-'A',bol-false-'B',eol-false-'L',empty_atstart-false-e]),
    Option =.. [Name,Value],
    option(Option, Options),
    must_be(boolean, Value),
    '$re_boolean'(Value, Wanted).

%! '$re_dict'(+Pairs, -Dict)
'$re_dict'(Pairs0, Dict) :-
    maplist('$re_pair', Pairs0, Pairs),
    dict_pairs(Dict, re_match, Pairs).

%! '$re_pair'(+Pair, -Converted)
'$re_pair'(Key-Value0, Key-Value) :-
    '$re_value'(Value0, Value).

%! '$re_value'(+Value, -Converted)
'$re_value'(Value0, Value) :-
    (   nonvar(Value0),
        Value0 = '$re_term'(Text)
    ->  term_string(Value, Text)
    ;   Value = Value0
    ).

%! re_config(?Property) is nondet.
%  Property is a property of the matcher: version(Text), matchlimit(Count), unicode(true), utf8(true), newline2(lf) and
%  others.
%  ?- re_config(utf8(X)).   %=> X = true.
re_config(Property) :-
    member(Property, [version('fancy-regex 0.20'),matchlimit(1000000),unicode(true),utf8(true),newline2(lf),bsr2(unicode),
                      jit(false),never_backslash_c(true),stackrecurse(false)]).

%! re_portray(+Stream, +Regex) is det.
%  Writes the pattern and the flags of a compiled pattern.
%  ?- re_compile("a.b", _R, [caseless(true)]), with_output_to(string(S), re_portray(current_output, _R)).   %=> S = "<regex>(/a.b/i)".
re_portray(Stream, Regex) :-
    (   '$re_parts'(Regex, Pattern, Flags)
    ->  format(Stream, "<regex>(/~w/~w)", [Pattern,Flags])
    ;   must_be(nonvar, Regex),
        type_error(regex, Regex)
    ).

%! re_portray_match_options(+Stream, +Options) is det.
%  Writes the letters for those options of a match that differ from the defaults.
%  ?- with_output_to(string(S), re_portray_match_options(current_output, [anchored(true)])).   %=> S = "A".
re_portray_match_options(Stream, Options) :-
    must_be(list, Options),
    forall('$re_match_letter'(Options, Letter), write(Stream, Letter)).
