% Text of dates and times. Times are seconds since 1970; dates are terms date(Year, Month, Day) or date(Year, Month,
% Day, Hour, Minute, Second, Offset, Zone, Daylight).

%! format_time(+Sink, +Format, +Time) is det.
%  Writes Time, a time stamp or a date, to Sink as format/3 does; directives are those of strftime in C, such as
%  %Y-%m-%d %H:%M:%S, and %3f for a fraction of a second.
%  ?- format_time(atom(A), '%d %b %Y', 0).                  %=> A = '01 Jan 1970'.
%  ?- format_time(string(S), "%FT%T%:z", date(2024,2,29,12,0,0,-3600,-,-)).   %=> S = "2024-02-29T12:00:00+01:00".
format_time(Sink, Format, Time) :-
    '$time_text'(Format, Time, Text),
    (   nonvar(Sink),
        Sink = atom(Atom)
    ->  atom_string(Made, Text),
        Atom = Made
    ;   format(Sink, "~s", [Text])
    ).

%! format_time(+Sink, +Format, +Time, +Locale) is det.
%  Like format_time/3; the only locale is posix.
%  ?- format_time(atom(A), '%Y', 0, posix).   %=> A = '1970'.
format_time(Sink, Format, Time, Locale) :-
    must_be(oneof([posix]), Locale),
    format_time(Sink, Format, Time).

%! date_time_value(?Key, +Date, ?Value) is nondet.
%  Value is a field of Date: year, month, day, hour, minute, second, utc_offset, time_zone, daylight_saving, date or
%  time.
%  ?- date_time_value(hour, date(2024,2,29,12,30,0.0,0,'UTC',-), H).   %=> H = 12.
date_time_value(year, date(Y,_,_,_,_,_,_,_,_), Y).
date_time_value(month, date(_,M,_,_,_,_,_,_,_), M).
date_time_value(day, date(_,_,D,_,_,_,_,_,_), D).
date_time_value(hour, date(_,_,_,H,_,_,_,_,_), H).
date_time_value(minute, date(_,_,_,_,M,_,_,_,_), M).
date_time_value(second, date(_,_,_,_,_,S,_,_,_), S).
date_time_value(utc_offset, date(_,_,_,_,_,_,O,_,_), O).
date_time_value(time_zone, date(_,_,_,_,_,_,_,Z,_), Z) :-
    Z \== (-).
date_time_value(daylight_saving, date(_,_,_,_,_,_,_,_,D), D) :-
    D \== (-).
date_time_value(date, date(Y,M,D,_,_,_,_,_,_), date(Y,M,D)).
date_time_value(time, date(_,_,_,H,M,S,_,_,_), time(H,M,S)).

%! day_of_the_week(+Date, -Day) is det.
%  Day is the day of the week of date(Y, M, D), from 1 for Monday to 7 for Sunday.
%  ?- day_of_the_week(date(2024,2,29), D).                  %=> D = 4.
day_of_the_week(date(Year,Month,Day), OfWeek) :-
    '$week'(Year, Month, Day, OfWeek, _).

%! day_of_the_year(+Date, -Day) is det.
%  Day is the day of the year of date(Y, M, D), counted from 1.
%  ?- day_of_the_year(date(2024,12,31), D).                 %=> D = 366.
day_of_the_year(date(Year,Month,Day), OfYear) :-
    '$week'(Year, Month, Day, _, OfYear).

%! parse_time(+Text, -Stamp) is semidet.
%  Stamp is the time that a text in ISO 8601 or RFC 1123 format denotes.
%  ?- parse_time('1970-01-02', S).                          %=> S = 86400.0.
parse_time(Text, Stamp) :-
    parse_time(Text, _, Stamp).

%! parse_time(+Text, ?Format, -Stamp) is semidet.
%  Like parse_time/2; Format is iso_8601 or rfc_1123.
%  ?- parse_time('Thu, 01 Jan 1970 00:01:00 GMT', F, S).    %=> F = rfc_1123, S = 60.0.
%  ?- parse_time('1970-01-01T01:00:00+01:00', F, S).        %=> F = iso_8601, S = 0.0.
parse_time(Text, Format, Stamp) :-
    atom_codes(Text, Codes),
    '$time_of_codes'(Format, Codes, Stamp),
    !.

%! '$time_of_codes'(?Format, +Codes, -Stamp)
'$time_of_codes'(iso_8601, Codes, Stamp) :-
    '$iso_date'(Date, Codes, Rest),
    '$iso_time'(H, M, S, Offset, Rest, []),
    '$all_between'([H-0-23,M-0-59,S-0-60]),
    Date = date(Y,Mo,D),
    date_time_stamp(date(Y,Mo,D,H,M,S,Offset,-,-), Stamp).
'$time_of_codes'(rfc_1123, Codes, Stamp) :-
    string_codes(String, Codes),
    split_string(String, " ", ",", [_,DayText,MonthText,YearText,Time,Zone]),
    memberchk(Zone, ["GMT","UTC","Z","+0000"]),
    nth1(M, ["Jan","Feb","Mar","Apr","May","Jun","Jul","Aug","Sep","Oct","Nov","Dec"], MonthText),
    number_string(D, DayText),
    number_string(Y, YearText),
    split_string(Time, ":", "", [HText,MiText,SText]),
    maplist(number_string, [H,Mi,S], [HText,MiText,SText]),
    '$all_between'([D-1-31,H-0-23,Mi-0-59,S-0-60]),
    date_time_stamp(date(Y,M,D,H,Mi,S,0,-,-), Stamp).

%! '$all_between'(+Numbers)
%  Checks each Number-Least-Most; the last number, the seconds, may have a fraction.
'$all_between'([]).
'$all_between'([Number-Least-Most|Numbers]) :-
    Number >= Least,
    Number < Most + 1,
    '$all_between'(Numbers).

%! '$iso_year'(-Year, +Codes, -Rest)
%  The year 0 is the one before the year 1, and years before it have a sign.
'$iso_year'(Y, [0'-|Codes], Rest) :-
    !,
    '$digits'(4, Y0, Codes, Rest),
    Y is -Y0.
'$iso_year'(Y, Codes, Rest) :-
    '$digits'(4, Y, Codes, Rest).

%! '$iso_date'(-Date, +Codes, -Rest)
'$iso_date'(date(Y,M,D), Codes, Rest) :-
    '$iso_year'(Y, Codes, [0'-|Codes1]),
    '$digits'(2, M, Codes1, Codes2),
    (   Codes2 == []
    ->  D = 1,
        Rest = []
    ;   Codes2 = [0'-|Codes3],
        '$digits'(2, D, Codes3, Rest)
    ),
    '$all_between'([M-1-12,D-1-31]).
'$iso_date'(Date, Codes, Rest) :-
    '$iso_year'(Y, Codes, Codes1),
    (   Codes1 = [0'-,0'W|Codes2],
        '$digits'(2, W, Codes2, [0'-|Codes3])
    ->  true
    ;   Codes1 = [0'W|Codes2],
        '$digits'(2, W, Codes2, Codes3)
    ),
    '$digits'(1, D, Codes3, Rest),
    '$all_between'([W-1-53,D-1-7]),
    '$week_day'(Y, W, D, Date).
'$iso_date'(date(Y,1,D), Codes, Rest) :-
    '$iso_year'(Y, Codes, [0'-|Codes1]),
    '$digits'(3, D, Codes1, Rest),
    '$all_between'([D-1-366]).
'$iso_date'(date(Y,M,D), Codes, Rest) :-
    '$iso_year'(Y, Codes, Codes1),
    '$digits'(2, M, Codes1, Codes2),
    '$digits'(2, D, Codes2, Rest),
    '$all_between'([M-1-12,D-1-31]).

%! '$iso_time'(-Hour, -Minute, -Second, -Offset, +Codes, -Rest)
'$iso_time'(0, 0, 0, 0, [], []) :- !.
'$iso_time'(H, M, S, Offset, [T|Codes], Rest) :-
    memberchk(T, `T `),
    '$digits'(2, H, Codes, Codes1),
    '$iso_minutes'(M, S, Codes1, Codes2),
    '$iso_zone'(Offset, Codes2, Rest).

%! '$iso_minutes'(-Minute, -Second, +Codes, -Rest)
'$iso_minutes'(M, S, Codes, Rest) :-
    (   Codes = [0':|Codes1]
    ->  '$digits'(2, M, Codes1, Codes2),
        (   Codes2 = [0':|Codes3]
        ->  '$digits'(2, S0, Codes3, Codes4)
        ;   S0 = 0,
            Codes4 = Codes2
        )
    ;   '$digits'(2, M, Codes, Codes2)
    ->  (   '$digits'(2, S0, Codes2, Codes4)
        ->  true
        ;   S0 = 0,
            Codes4 = Codes2
        )
    ;   M = 0,
        S0 = 0,
        Codes4 = Codes
    ),
    (   Codes4 = [Point|Codes5],
        memberchk(Point, `.,`),
        '$all_digits'(Codes5, Digits, Rest),
        Digits = [_|_]
    ->  number_codes(Part, [0'0,0'.|Digits]),
        S is S0 + Part
    ;   S = S0,
        Rest = Codes4
    ).

%! '$iso_zone'(-Offset, +Codes, -Rest)
'$iso_zone'(0, [], []).
'$iso_zone'(0, [0'Z|Rest], Rest).
'$iso_zone'(Offset, [Sign|Codes], Rest) :-
    (   Sign = 0'+
    ->  Factor = -60
    ;   Sign = 0'-,
        Factor = 60
    ),
    '$digits'(2, H, Codes, Codes1),
    (   Codes1 = [0':|Codes2]
    ->  true
    ;   Codes2 = Codes1
    ),
    (   '$digits'(2, M, Codes2, Rest)
    ->  true
    ;   M = 0,
        Rest = Codes2
    ),
    '$all_between'([H-0-23,M-0-59]),
    Offset is Factor * (60 * H + M).

%! '$digits'(+Count, -Number, +Codes, -Rest)
'$digits'(Count, Number, Codes, Rest) :-
    length(Digits, Count),
    append(Digits, Rest, Codes),
    '$all_digits'(Digits, Digits, []),
    number_codes(Number, Digits).

%! '$all_digits'(+Codes, -Digits, -Rest)
'$all_digits'([Code|Codes], [Code|Digits], Rest) :-
    Code >= 0'0,
    Code =< 0'9,
    !,
    '$all_digits'(Codes, Digits, Rest).
'$all_digits'(Rest, [], Rest).
