% Settings that a program declares and that can be changed and saved to a file, with the names of library(settings).

%! setting(:Name, +Type, +Default, +Comment) is det.
%  Directive that declares a setting. Type is a type of must_be/2. Default is a value, env(Variable), env(Variable,
%  Value), or setting(Name) for the value of another setting; for numbers also an expression, and for
%  texts A+B, which are joined.
%  ?- setting(volume, integer, 11, 'How loud'), setting(volume, V).   %=> V = 11.
%  ?- setting(volume, integer, loud, 'How loud').   %=> type_error(integer, loud).
setting(Name, Type, Default, Comment) :-
    '$setting_name'(Name, Plain),
    must_be(atom, Plain),
    must_be(nonvar, Type),
    '$setting_default'(Type, Default, Value),
    must_be(Type, Value),
    dynamic([settings:declared/4,settings:value/2]),
    retractall(settings:declared(Plain, _, _, _)),
    assertz(settings:declared(Plain, Type, Default, Comment)).

%! '$setting_name'(:Name, -Plain)
'$setting_name'(Name, Plain) :-
    ( nonvar(Name), Name = _:Plain0 -> Plain = Plain0 ; Plain = Name ).

%! '$setting_default'(+Type, +Default, -Value)
'$setting_default'(Type, Default, Value) :-
    (   nonvar(Default),
        ( Default = env(Variable), Otherwise = none ; Default = env(Variable, Some), Otherwise = some(Some) )
    ->  (   getenv(Variable, Text)
        ->  convert_setting_text(Type, Text, Value)
        ;   Otherwise = some(Value)
        ->  true
        ;   existence_error(variable, Variable)
        )
    ;   nonvar(Default),
        Default = setting(Other)
    ->  setting(Other, Value)
    ;   compound(Default),
        memberchk(Type, [integer,nonneg,positive_integer,float,number,between(_,_)])
    ->  '$setting_number'(Default, Expression),
        Value is Expression
    ;   nonvar(Default),
        Default = A+B,
        memberchk(Type, [atom,string])
    ->  '$setting_default'(Type, A, TextA),
        '$setting_default'(Type, B, TextB),
        atomic_list_concat([TextA,TextB], Text),
        convert_setting_text(Type, Text, Value)
    ;   Type == float,
        integer(Default)
    ->  Value is float(Default)
    ;   Value = Default
    ).

%! '$setting_number'(+Default, -Expression)
%  Expression is Default with the numbers that its parts env(Variable) and setting(Name) stand for.
'$setting_number'(Default, Expression) :-
    (   compound(Default)
    ->  (   ( Default = env(_) ; Default = env(_, _) ; Default = setting(_) )
        ->  '$setting_default'(number, Default, Expression)
        ;   mapargs('$setting_number', Default, Expression)
        )
    ;   Expression = Default
    ).

%! convert_setting_text(+Type, +Text, -Value) is det.
%  Value is the value of Type that Text denotes.
%  ?- convert_setting_text(integer, '12', X).   %=> X = 12.
%  ?- convert_setting_text(integer, a, _).   %=> type_error(evaluable, a/0).
%  ?- convert_setting_text(between(1, 5), '1.5', X).   %=> X = 2.
convert_setting_text(Type, Text, Value) :-
    (   memberchk(Type, [atom,boolean])
    ->  Found = Text
    ;   term_to_atom(Term, Text),
        ( '$setting_number'(Type, Term, Found) -> true ; Found = Term )
    ),
    must_be(Type, Found),
    Value = Found.

%! '$setting_number'(+Type, +Expression, -Number) is semidet.
%  The setting is a number of Type: that of the expression, made one of the type.
'$setting_number'(integer, Expression, Number) :-
    Number is round(Expression).
'$setting_number'(float, Expression, Number) :-
    Number is float(Expression).
'$setting_number'(between(Low, _), Expression, Number) :-
    ( integer(Low) -> Number is round(Expression) ; Number is float(Expression) ).

%! '$declared_setting'(?Name, -Type, -Default, -Comment) is nondet.
'$declared_setting'(Name, Type, Default, Comment) :-
    '$defined_in_module'(settings, declared, 4),
    call(settings:declared(Name, Type, Default, Comment)).
'$declared_setting'(Name, Type, Default, Comment) :-
    '$if_known'('$web_setting'(Name, Type, Default, Comment)),
    \+ '$if_known'(settings:declared(Name, _, _, _)).

%! '$known_setting'(:Name, -Plain, -Type, -Default)
'$known_setting'(Name, Plain, Type, Default) :-
    must_be(nonvar, Name),
    '$setting_name'(Name, Plain),
    (   '$declared_setting'(Plain, Type0, Default0, _)
    ->  Type = Type0,
        Default = Default0
    ;   ( Name = _:_ -> Culprit = Name ; Culprit = user:Plain ),
        existence_error(setting, Culprit)
    ).

%! setting(:Name, ?Value) is nondet.
%  Value is the value of the setting Name; enumerates the settings.
%  ?- setting(no_such, _).   %=> existence_error(setting, user:no_such).
setting(Name, Value) :-
    '$setting_name'(Name, Plain),
    (   var(Plain)
    ->  '$declared_setting'(Plain, Type, Default, _)
    ;   '$known_setting'(Name, _, Type, Default)
    ),
    (   '$if_known'(settings:value(Plain, Found))
    ->  Value = Found
    ;   '$setting_default'(Type, Default, Value)
    ).

%! set_setting(:Name, +Value) is det.
%  Sets the value of a setting.
%  ?- setting(v, integer, 1, ''), set_setting(v, 3), setting(v, X).   %=> X = 3.
%  ?- setting(v, integer, 1, ''), set_setting(v, a).   %=> type_error(integer, a).
set_setting(Name, Value) :-
    '$setting_name'(Name, Given),
    must_be(atom, Given),
    '$known_setting'(Name, Plain, Type, Default),
    must_be(Type, Value),
    retractall(settings:value(Plain, _)),
    (   '$setting_default'(Type, Default, Usual),
        Usual == Value
    ->  true
    ;   assertz(settings:value(Plain, Value))
    ).

%! restore_setting(:Name) is det.
%  Resets a setting to its default.
%  ?- setting(v, integer, 1, ''), set_setting(v, 3), restore_setting(v), setting(v, X).   %=> X = 1.
restore_setting(Name) :-
    '$known_setting'(Name, Plain, _, _),
    retractall(settings:value(Plain, _)).

%! set_setting_default(:Name, +Default) is det.
%  Changes the default of a setting.
%  ?- setting(v, integer, 1, ''), set_setting_default(v, 7), setting(v, X).   %=> X = 7.
set_setting_default(Name, Default) :-
    '$known_setting'(Name, Plain, Type, _),
    must_be(Type, Default),
    retract(settings:declared(Plain, Type, _, Comment)),
    assertz(settings:declared(Plain, Type, Default, Comment)),
    !.

%! current_setting(?Setting) is nondet.
%  True if Setting is declared.
%  ?- setting(v, integer, 1, ''), current_setting(v).
current_setting(Setting) :-
    '$setting_name'(Setting, Plain),
    '$declared_setting'(Plain, _, _, _).

%! setting_property(?Setting, ?Property) is nondet.
%  True if the setting Module:Name has Property: type(Type), default(Value), comment(Text). Source locations are not
%  recorded.
%  ?- setting(v, integer, 1, loud), setting_property(user:v, P).   %=> P = type(integer) ; P = default(1) ; P = comment(loud).
setting_property(_:Name, Property) :-
    '$declared_setting'(Name, Type, Default, Comment),
    (   Property = type(Type)
    ;   Property = default(Value),
        '$setting_default'(Type, Default, Value)
    ;   Property = comment(Comment)
    ).

%! list_settings is det.
%  Lists all settings with their values; changed ones are marked by a star.
%  ?- setting(v, integer, 1, loud), list_settings.
list_settings :-
    format("~`=t~72|~n~w~t~26|~w~t~46|~w~n~`=t~72|~n", ['Name','Value (*=modified)','Comment']),
    forall('$declared_setting'(Name, _, _, Comment),
           ( setting(Name, Value),
             ( call(settings:value(Name, _)) -> Star = (*) ; Star = '' ),
             format("~w~t~26|~q~w~t~46|~w~n", [Name,Value,Star,Comment]) )).

%! save_settings(+File) is det.
%  Writes the settings that were changed to a file, for load_settings/1.
%  ?- tmp_file(s, _F), setting(v, integer, 1, ''), set_setting(v, 3), save_settings(_F), restore_setting(v), load_settings(_F), setting(v, X).   %=> X = 3.
save_settings(File) :-
    setup_call_cleanup(open(File, write, Stream),
                       forall(( '$declared_setting'(Name, _, _, Comment), call(settings:value(Name, Value)) ),
                              format(Stream, "%\t~w~nsetting(~q, ~k).~n", [Comment,user:Name,Value])),
                       close(Stream)).

%! load_settings(+File) is det.
%  Like load_settings/2, without options.
load_settings(File) :-
    load_settings(File, []).

%! load_settings(+File, +Options) is det.
%  Restores the values that save_settings/1 has written to a file; a file that does not exist is ignored. Option:
%  undefined(load or error), the treatment of undeclared settings.
%  ?- load_settings('/no/such', []).
load_settings(File, Options) :-
    (   absolute_file_name(File, Path, [access(read),file_errors(fail)])
    ->  read_file_to_terms(Path, Terms, []),
        forall(member(setting(Name, Value), Terms), '$load_setting'(Name, Value, Options))
    ;   true
    ).

%! '$load_setting'(:Name, +Value, +Options)
'$load_setting'(Name, Value, Options) :-
    '$setting_name'(Name, Plain),
    (   ( '$declared_setting'(Plain, _, _, _) ; option(undefined(error), Options) )
    ->  set_setting(Plain, Value)
    ;   print_message(warning, format("Setting ~q does not exist", [Plain]))
    ).

%! list_settings(:Module) is det.
%  Prints the settings of Module.
%  ?- list_settings(no_such_module).
list_settings(Module0) :-
    strip_module(Module0, _, Module),
    forall(( current_setting(Module:Name), setting(Module:Name, Value) ),
           format("~w:~w = ~q~n", [Module, Name, Value])).
