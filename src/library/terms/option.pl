% Option lists: Name(Value) or Name=Value.

%! option(?Option, +Options) is semidet.
%  True if Option, of the form Name(Value), is in Options, a list or a dict; the first option of this name counts, those
%  of the form Name=Value only if there is no other.
%  ?- option(depth(D), [depth=1, depth(2)]).   %=> D = 2.
%  ?- option(depth(D), _{depth: 3}).   %=> D = 3.
%  ?- option(depth(_), [width(1)|_]).   %=> instantiation_error.
option(Option, Options) :-
    '$find_option'(Option, Options, Found),
    Option = Found.

%! option(?Option, +Options, +Default) is semidet.
%  Like option/2, but the value is Default if there is no such option.
%  ?- option(depth(D), [width(1)], 10).
option(Option, Options, Default) :-
    (   '$find_option'(Option, Options, Found)
    ->  Option = Found
    ;   '$default_option'(Option, Options, Default)
    ).

%! '$need_options'(@Options)
%  Raises an error unless Options is a list: a search in a partial list would not terminate, and in any other term would
%  find an empty list.
'$need_options'(Options) :-
    (   is_list(Options)
    ->  true
    ;   '$is_list_or_partial'(Options)
    ->  instantiation_error(Options)
    ;   type_error(list, Options)
    ).

%! '$find_option'(+Option, +Options, -Found) is semidet.
%  Found is the first option of Options with the name and the arity of Option.
'$find_option'(Option, Options, Found) :-
    functor(Option, Name, Arity),
    functor(Found, Name, Arity),
    (   is_dict(Options)
    ->  Arity == 1,
        arg(1, Found, Value),
        get_dict(Name, Options, Value)
    ;   '$need_options'(Options),
        ( memberchk(Found, Options) -> true ; Arity == 1, arg(1, Found, Value), memberchk(Name=Value, Options) )
    ).

%! select_option(?Option, +Options, -Rest) is semidet.
%  Removes Option from Options.
%  ?- select_option(width(W), [depth(1),width(2)], O).   %=> W = 2, O = [depth(1)].
%  ?- select_option(width(W), t{depth: 1, width: 2}, O).   %=> W = 2, O = t{depth: 1}.
select_option(Option, Options, Rest) :-
    '$take_option'(Option, Options, Found, Left),
    Option = Found,
    Rest = Left.

%! select_option(?Option, +Options, -Rest, +Default) is det.
%  Like select_option/3, but the value is Default if there is no such option.
%  ?- select_option(width(W), [depth(1)], O, 80).   %=> W = 80, O = [depth(1)].
select_option(Option, Options, Rest, Default) :-
    (   '$take_option'(Option, Options, Found, Left)
    ->  Option = Found,
        Rest = Left
    ;   Rest = Options,
        '$default_option'(Option, Options, Default)
    ).

%! '$default_option'(?Option, +Options, +Default) is semidet.
%  A dict has options of one argument only.
'$default_option'(Option, Options, Default) :-
    ( is_dict(Options) -> functor(Option, _, 1) ; true ),
    arg(1, Option, Default).

%! '$take_option'(+Option, +Options, -Found, -Rest) is semidet.
'$take_option'(Option, Options, Found, Rest) :-
    functor(Option, Name, Arity),
    functor(Found, Name, Arity),
    (   is_dict(Options)
    ->  Arity == 1,
        arg(1, Found, Value),
        del_dict(Name, Options, Value, Rest)
    ;   '$need_options'(Options),
        ( selectchk(Found, Options, Rest) -> true ; Arity == 1, arg(1, Found, Value), selectchk(Name=Value, Options, Rest) )
    ).

%! merge_options(+New, +Old, -Merged) is det.
%  Merged has the options of New, and those of Old that New does not have, sorted.
%  ?- merge_options([a(1)], [a(2), b(2)], L).
merge_options(New, Old, Merged) :-
    '$need_options'(New),
    '$need_options'(Old),
    '$plain_options'(New, NewPlain),
    '$plain_options'(Old, OldPlain),
    sort(NewPlain, NewSorted),
    sort(OldPlain, OldSorted),
    '$merge_sorted'(NewSorted, OldSorted, Merged).

%! '$merge_sorted'(+New, +Old, -Merged) is det.
%  All are in standard order, in which options of one name and arity stand side by side.
'$merge_sorted'([], Old, Old).
'$merge_sorted'([New|News], Old, Merged) :-
    '$merge_one'(Old, New, News, Merged).

%! '$merge_one'(+Old, +New, +News, -Merged) is det.
'$merge_one'([], New, News, [New|News]).
'$merge_one'([Old|Olds], New, News, Merged) :-
    (   functor(New, Name, Arity),
        functor(Old, Name, Arity)
    ->  '$merge_one'(Olds, New, News, Merged)
    ;   New @< Old
    ->  Merged = [New|More],
        '$merge_sorted'(News, [Old|Olds], More)
    ;   Merged = [Old|More],
        '$merge_one'(Olds, New, News, More)
    ).

%! '$plain_options'(+Options, -Plain)
'$plain_options'([], []).
'$plain_options'([Option|Options], [Plain|More]) :-
    (   Option = (Name = Value)
    ->  Plain =.. [Name,Value]
    ;   Plain = Option
    ),
    '$plain_options'(Options, More).

%! meta_options(:IsMeta, :Options0, -Options) is det.
%  Options are Options0, with a module before the value of each option for whose name call(IsMeta, Name) succeeds.
%  ?- meta_options([X]>>(X == goal), m:[goal(g),depth(1)], L).   %=> L = [goal(m:g),depth(1)].
meta_options(IsMeta, Options0, Options) :-
    strip_module(Options0, Module, Plain),
    (   is_dict(Plain, Tag)
    ->  dict_pairs(Plain, Tag, Pairs0),
        '$meta_options'(Pairs0, IsMeta, Module, Pairs),
        dict_pairs(Options, Tag, Pairs)
    ;   must_be(list, Plain),
        '$meta_options'(Plain, IsMeta, Module, Options)
    ).

%! '$meta_options'(+Options0, :IsMeta, +Module, -Options)
'$meta_options'([], _, _, []).
'$meta_options'([Option0|Options0], IsMeta, Module, [Option|Options]) :-
    (   '$option_form'(Option0, Name, Value, Form, Option1),
        call(IsMeta, Name)
    ->  strip_module(Module:Value, Context, Goal),
        Form = Context:Goal,
        Option = Option1
    ;   Option = Option0
    ),
    '$meta_options'(Options0, IsMeta, Module, Options).

%! '$option_form'(+Option, -Name, -Value, ?NewValue, -NewOption) is semidet.
'$option_form'(Option, Name, Value, NewValue, NewOption) :-
    compound(Option),
    (   Option = (Name=Value)
    ->  NewOption = (Name=NewValue)
    ;   Option = Name-Value
    ->  NewOption = Name-NewValue
    ;   Option =.. [Name,Value],
        NewOption =.. [Name,NewValue]
    ).
