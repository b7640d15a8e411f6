% Numbers and times as XML Schema writes them, with the names of library(sgml).

%! xsd_number_string(?Number, ?Text) is det.
%  Text is Number as XML Schema writes it; floats in the form 1.5E0, and INF, -INF and NaN.
%  ?- xsd_number_string(N, "1e5").   %=> N = 100000.0.
%  ?- xsd_number_string(0.1, S).   %=> S = "0.1E0".
%  ?- xsd_number_string(_, "abc").   %=> syntax_error(xsd_number).
xsd_number_string(Number, Text) :-
    (   nonvar(Text)
    ->  text_to_string(Text, String),
        string_codes(String, Codes),
        (   '$xsd_number'(String, Codes, Found)
        ->  Number = Found
        ;   syntax_error(xsd_number)
        )
    ;   must_be(number, Number),
        '$xsd_text'(Number, Text)
    ).

%! '$xsd_number'(+String, +Codes, -Number) is semidet.
'$xsd_number'("INF", _, Number) :-
    !,
    Number is inf.
'$xsd_number'("-INF", _, Number) :-
    !,
    Number is -inf.
'$xsd_number'("NaN", _, Number) :-
    !,
    Number is nan.
'$xsd_number'(_, Codes0, Number) :-
    (   Codes0 = [0'+|Codes]
    ->  Sign = 1
    ;   Codes0 = [0'-|Codes]
    ->  Sign = -1
    ;   Codes0 = Codes,
        Sign = 1
    ),
    '$xsd_digits'(Codes, Whole, Rest0),
    (   Rest0 = [0'.|Rest1]
    ->  '$xsd_digits'(Rest1, Part, Rest2)
    ;   Part = [],
        Rest2 = Rest0
    ),
    ( Whole = [_|_] ; Part = [_|_] ),
    !,
    (   Rest2 = [E|Exponent],
        memberchk(E, [0'e,0'E])
    ->  ( Exponent = [Mark|Digits0], memberchk(Mark, [0'+,0'-]) -> Digits = Digits0 ; Digits = Exponent ),
        '$xsd_digits'(Digits, [_|_], []),
        ( Exponent = [0'+|_] -> Power = Digits ; Power = Exponent )
    ;   Rest2 = [],
        Power = []
    ),
    (   Rest0 == []
    ->  number_codes(Positive, Whole)
    ;   ( Whole == [] -> Before = [0'0] ; Before = Whole ),
        ( Part == [] -> After = [0'0] ; After = Part ),
        append(Before, [0'.|After], Mantissa),
        ( Power == [] -> Text = Mantissa ; append(Mantissa, [0'e|Power], Text) ),
        number_codes(Positive, Text)
    ),
    Number is Sign * Positive.

%! '$xsd_digits'(+Codes, -Digits, -Rest)
'$xsd_digits'([Code|Codes], [Code|Digits], Rest) :-
    Code >= 0'0,
    Code =< 0'9,
    !,
    '$xsd_digits'(Codes, Digits, Rest).
'$xsd_digits'(Rest, [], Rest).

%! '$xsd_text'(+Number, -Text)
'$xsd_text'(Number, Text) :-
    (   integer(Number)
    ->  number_string(Number, Text)
    ;   Float is float(Number),
        '$xsd_float'(Float, Text)
    ).

%! '$xsd_float'(+Float, -Text)
'$xsd_float'(Float, Text) :-
    (   Float =\= Float
    ->  Text = "NaN"
    ;   Float =:= inf
    ->  Text = "INF"
    ;   Float =:= -inf
    ->  Text = "-INF"
    ;   number_codes(Float, Codes0),
        ( Codes0 = [0'-|Codes] -> Sign = '-' ; Codes = Codes0, Sign = '' ),
        '$xsd_digits'(Codes, Whole, [0'.|Rest]),
        '$xsd_digits'(Rest, Part, Rest1),
        ( Rest1 = [_|Exponent] -> number_codes(Power0, Exponent) ; Power0 = 0 ),
        Size is abs(Float),
        (   ( Size =:= 0.0 ; Size < 1.0, Size >= 1.0e-4, Power0 =:= 0 )
        ->  format(string(Text), "~w0.~sE0", [Sign,Part])
        ;   '$xsd_scaled'(Whole, Part, Power0, First, Others, Power),
            format(string(Text), "~w~c.~sE~d", [Sign,First,Others,Power])
        )
    ).

%! '$xsd_scaled'(+Whole, +Part, +Power0, -First, -Others, -Power)
%  The digits with one before the point that is not zero.
'$xsd_scaled'(Whole, Part, Power0, First, Others, Power) :-
    length(Whole, Length),
    append(Whole, Part, All0),
    Power1 is Power0 + Length - 1,
    '$xsd_unpadded'(All0, Power1, [First|Others0], Power),
    '$xsd_trimmed'(Others0, Others).

%! '$xsd_unpadded'(+Digits0, +Power0, -Digits, -Power)
'$xsd_unpadded'(Digits0, Power0, Digits, Power) :-
    (   Digits0 = [0'0|Digits1],
        Digits1 = [_|_]
    ->  Power1 is Power0 - 1,
        '$xsd_unpadded'(Digits1, Power1, Digits, Power)
    ;   Digits = Digits0,
        Power = Power0
    ).

%! '$xsd_trimmed'(+Digits0, -Digits)
%  Digits are those without zeros at the end, at least one.
'$xsd_trimmed'(Digits0, Digits) :-
    reverse(Digits0, Reversed0),
    '$xsd_drop_zeros'(Reversed0, Reversed),
    ( Reversed == [] -> Digits = [0'0] ; reverse(Reversed, Digits) ).

%! '$xsd_drop_zeros'(+Digits0, -Digits)
'$xsd_drop_zeros'([0'0|Digits0], Digits) :-
    !,
    '$xsd_drop_zeros'(Digits0, Digits).
'$xsd_drop_zeros'(Digits, Digits).

%! xsd_time_string(?Time, ?Type, ?Text) is det.
%  Text is Time as XML Schema writes it, and Type the name of its type: date(Y,M,D), date_time(Y,M,D,H,Mi,S),
%  date_time(Y,M,D,H,Mi,S,Offset), time(H,M,S), year_month(Y,M), month_day(M,D), or an integer for a year.
%  ?- xsd_time_string(T, Type, "2017-04-05").   %=> T = date(2017,4,5), Type = 'http://www.w3.org/2001/XMLSchema#date'.
%  ?- xsd_time_string(time(1,2,3), _, S).   %=> S = "01:02:03".
%  ?- xsd_time_string(_, _, "foo").   %=> syntax_error(xsd_time).
xsd_time_string(Time, Type, Text) :-
    (   nonvar(Text)
    ->  text_to_string(Text, String),
        string_codes(String, Codes),
        (   '$xsd_time'(Codes, Time0, Name)
        ->  '$xsd_check'(Time0),
            Time = Time0,
            atom_concat('http://www.w3.org/2001/XMLSchema#', Name, Type)
        ;   syntax_error(xsd_time)
        )
    ;   must_be(nonvar, Time),
        ( integer(Time) -> must_be(nonvar, Type) ; true ),
        '$xsd_check'(Time),
        (   '$xsd_time_text'(Time, Name, Text0)
        ->  atom_concat('http://www.w3.org/2001/XMLSchema#', Name, Type),
            Text = Text0
        ;   type_error(xsd_time, Time)
        )
    ).

%! '$xsd_check'(+Time)
%  The parts of Time are within their ranges.
'$xsd_check'(Time) :-
    (   Time =.. [Name|Values],
        '$xsd_parts'(Name, Parts),
        same_length(Parts, Values)
    ->  '$xsd_check'(Parts, Values)
    ;   true
    ).

%! '$xsd_check'(+Parts, +Values)
'$xsd_check'([any|Parts], [_|Values]) :-
    '$xsd_check'(Parts, Values).
'$xsd_check'([Part:Least-Most|Parts], [Value|Values]) :-
    ( Part == second -> must_be(number, Value) ; must_be(integer, Value) ),
    (   Value >= Least,
        Value < Most + 1,
        ( Part == hour, Value =:= 24 -> Values = [0,Second|_], Second =:= 0 ; true )
    ->  '$xsd_check'(Parts, Values)
    ;   domain_error(Part, Value)
    ).
'$xsd_check'([], []).

%! '$xsd_parts'(?Name, -Parts) is nondet.
'$xsd_parts'(date, [any,month:1-12,day:1-31]).
'$xsd_parts'(year_month, [any,month:1-12]).
'$xsd_parts'(month_day, [month:1-12,day:1-31]).
'$xsd_parts'(time, [hour:0-24,minute:0-59,second:0-59]).
'$xsd_parts'(date_time, [any,month:1-12,day:1-31,hour:0-24,minute:0-59,second:0-59|Zone]) :-
    ( Zone = [] ; Zone = [tz_offset:(-50400)-50400] ).

%! '$xsd_time'(+Codes, -Time, -Type) is semidet.
'$xsd_time'(Codes, Time, Type) :-
    (   '$xsd_clock'(Codes, H, M, S, [])
    ->  Time = time(H,M,S),
        Type = time
    ;   '$xsd_fixed'(Codes, 2, Month, [0'-|Rest]),
        '$xsd_fixed'(Rest, 2, Day, [])
    ->  Time = month_day(Month,Day),
        Type = gMonthDay
    ;   '$xsd_year'(Codes, Year, Rest),
        '$xsd_rest'(Rest, Year, Time, Type)
    ).

%! '$xsd_year'(+Codes, -Year, -Rest) is semidet.
'$xsd_year'(Codes0, Year, Rest) :-
    ( Codes0 = [0'-|Codes] -> Sign = -1 ; Codes = Codes0, Sign = 1 ),
    '$xsd_digits'(Codes, Digits, Rest),
    Digits = [_,_,_,_|_],
    number_codes(Year0, Digits),
    Year is Sign * Year0.

%! '$xsd_rest'(+Codes, +Year, -Time, -Type) is semidet.
'$xsd_rest'([], Year, Year, gYear).
'$xsd_rest'([0'-|Codes], Year, Time, Type) :-
    '$xsd_fixed'(Codes, 2, Month, Rest),
    (   Rest = []
    ->  Time = year_month(Year,Month),
        Type = gYearMonth
    ;   Rest = [0'-|Rest1],
        '$xsd_fixed'(Rest1, 2, Day, Rest2),
        (   Rest2 = []
        ->  Time = date(Year,Month,Day),
            Type = date
        ;   Rest2 = [0'T|Rest3],
            '$xsd_clock'(Rest3, H, M, S, Zone),
            Type = dateTime,
            (   Zone == []
            ->  Time = date_time(Year,Month,Day,H,M,S)
            ;   '$xsd_zone'(Zone, Offset),
                Time = date_time(Year,Month,Day,H,M,S,Offset)
            )
        )
    ).

%! '$xsd_zone'(+Codes, -Offset) is semidet.
%  Offset is in seconds.
'$xsd_zone'([0'Z], 0) :-
    !.
'$xsd_zone'([Mark|Codes], Offset) :-
    memberchk(Mark-Sign, [0'+ - 1,0'- - -1]),
    '$xsd_fixed'(Codes, 2, H, [0':|Rest]),
    '$xsd_fixed'(Rest, 2, M, []),
    Offset is Sign * (H * 3600 + M * 60).

%! '$xsd_clock'(+Codes, -Hour, -Minute, -Second, -Rest) is semidet.
'$xsd_clock'(Codes, H, M, S, Rest) :-
    '$xsd_fixed'(Codes, 2, H, [0':|Rest1]),
    '$xsd_fixed'(Rest1, 2, M, [0':|Rest2]),
    '$xsd_fixed'(Rest2, 2, S0, Rest3),
    (   Rest3 = [0'.|Rest4],
        '$xsd_digits'(Rest4, Part, Rest5),
        Part = [_|_]
    ->  append([0'0,0'.], Part, Fraction),
        number_codes(F, Fraction),
        S is S0 + F,
        Rest = Rest5
    ;   S = S0,
        Rest = Rest3
    ).

%! '$xsd_fixed'(+Codes, +Count, -Number, -Rest) is semidet.
'$xsd_fixed'(Codes, Count, Number, Rest) :-
    '$xsd_digits'(Codes, Digits, Rest),
    length(Digits, Count),
    number_codes(Number, Digits).

%! '$xsd_time_text'(+Time, -Type, -Text) is semidet.
'$xsd_time_text'(Year, gYear, Text) :-
    integer(Year),
    !,
    '$xsd_year_text'(Year, Text).
'$xsd_time_text'(date(Y,M,D), date, Text) :-
    '$xsd_date_text'(Y, M, D, Text).
'$xsd_time_text'(year_month(Y,M), gYearMonth, Text) :-
    '$xsd_year_text'(Y, Year),
    format(string(Text), "~s-~|~`0t~d~2+", [Year,M]).
'$xsd_time_text'(month_day(M,D), gMonthDay, Text) :-
    format(string(Text), "~|~`0t~d~2+-~|~`0t~d~2+", [M,D]).
'$xsd_time_text'(time(H,M,S), time, Text) :-
    '$xsd_clock_text'(H, M, S, Text).
'$xsd_time_text'(date_time(Y,Mo,D,H,M,S), dateTime, Text) :-
    '$xsd_date_text'(Y, Mo, D, Date),
    '$xsd_clock_text'(H, M, S, Clock),
    format(string(Text), "~sT~s", [Date,Clock]).
'$xsd_time_text'(date_time(Y,Mo,D,H,M,S,Offset), dateTime, Text) :-
    '$xsd_date_text'(Y, Mo, D, Date),
    '$xsd_clock_text'(H, M, S, Clock),
    (   Offset =:= 0
    ->  format(string(Text), "~sT~sZ", [Date,Clock])
    ;   ( Offset < 0 -> Sign = '-' ; Sign = '+' ),
        ZH is abs(Offset) // 3600,
        ZM is abs(Offset) mod 3600 // 60,
        format(string(Text), "~sT~s~w~|~`0t~d~2+:~|~`0t~d~2+", [Date,Clock,Sign,ZH,ZM])
    ).

%! '$xsd_year_text'(+Year, -Text)
'$xsd_year_text'(Year, Text) :-
    must_be(integer, Year),
    Size is abs(Year),
    ( Year < 0 -> Sign = '-' ; Sign = '' ),
    format(string(Text), "~w~|~`0t~d~4+", [Sign,Size]).

%! '$xsd_date_text'(+Year, +Month, +Day, -Text)
'$xsd_date_text'(Y, M, D, Text) :-
    '$xsd_year_text'(Y, Year),
    format(string(Text), "~s-~|~`0t~d~2+-~|~`0t~d~2+", [Year,M,D]).

%! '$xsd_clock_text'(+Hour, +Minute, +Second, -Text)
'$xsd_clock_text'(H, M, S, Text) :-
    (   integer(S)
    ->  format(string(Seconds), "~|~`0t~d~2+", [S])
    ;   must_be(number, S),
        Text0 is float(S),
        ( Text0 < 10 -> format(string(Seconds), "0~w", [Text0]) ; format(string(Seconds), "~w", [Text0]) )
    ),
    format(string(Text), "~|~`0t~d~2+:~|~`0t~d~2+:~s", [H,M,Seconds]).
