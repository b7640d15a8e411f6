% Streams and their properties, output of goals as text, and copying between streams.

%! stream_pair(+Stream, -Read, -Write) is det.
%  Stream is the pair of Read, an input stream, and Write, an output stream: reading from it reads from Read, writing to it
%  writes to Write, closing it closes both. If Stream is no pair, it is the one of the two that it can be. A stream of a
%  pair that was closed is left unbound.
%  ?- current_output(S), stream_pair(S, R, W), var(R), W == S.
%  ?- current_input(I), current_output(O), stream_pair(S, I, O), stream_pair(S, R, W), R == I, W == O.
stream_pair(Stream, Read, Write) :-
    (   nonvar(Stream)
    ->  (   '$stream_pair'(Stream, Read, Write)
        ->  true
        ;   stream_property(Stream, input)
        ->  Read = Stream
        ;   Write = Stream
        )
    ;   nonvar(Read),
        nonvar(Write)
    ->  '$new_stream_pair'(Read, Write, Stream)
    ;   instantiation_error(Stream)
    ).

%! with_output_to(+Sink, :Goal) is semidet.
%  Calls Goal as once/1 and captures its output to the current output as atom(A), string(S), codes(C), codes(C, Tail),
%  chars(C) or chars(C, Tail).
%  ?- with_output_to(string(S), write(a)).
with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$capture_start',
    (   catch(Goal, Ball, '$capture_throw'(Ball))
    ->  '$capture_end'(Text),
        format(Sink, "~s", [Text])
    ;   '$capture_abort',
        fail
    ).

%! '$capture_throw'(+Ball)
'$capture_throw'(Ball) :-
    '$capture_abort',
    throw(Ball).

%! '$check_sink'(+Sink)
'$check_sink'(Sink) :-
    var(Sink),
    !,
    throw(error(instantiation_error, _)).
'$check_sink'(atom(_)) :- !.
'$check_sink'(string(_)) :- !.
'$check_sink'(codes(_)) :- !.
'$check_sink'(codes(_, _)) :- !.
'$check_sink'(chars(_)) :- !.
'$check_sink'(chars(_, _)) :- !.
'$check_sink'(Sink) :-
    throw(error(domain_error(output_sink, Sink), _)).

%! '$format_goals'(+Sink, +Format, +Arguments, +Module)
%  Runs format/3 with goals of Module among the arguments (~@): each is called as once/1, and its output replaces it.
'$format_goals'(Sink, Format, Arguments, Module) :-
    '$format_split'(Format, Arguments, Rest, Goals),
    '$format_capture'(Goals, Module),
    '$format'(Sink, Format, Rest).

%! '$format_capture'(+Goals, +Module)
'$format_capture'([], _).
'$format_capture'([Goal-Text|Goals], Module) :-
    with_output_to(string(Text), Module:Goal),
    '$format_capture'(Goals, Module).

%! stream_property(?Stream, ?Property) is nondet.
%  True if the open Stream has Property: file_name(F), mode(M), input, output, alias(A), position(P), end_of_stream(E),
%  eof_action(A), reposition(B), type(T), encoding(E), bom(B), buffer(B), newline(N) or tty(B).
%  ?- stream_property(S, alias(user_output)).
stream_property(Stream, Property) :-
    '$stream_property_check'(Stream, Property),
    (   var(Stream)
    ->  '$streams'(Streams),
        member(Stream, Streams)
    ;   true
    ),
    '$stream_properties'(Stream, Properties),
    (   var(Property)
    ->  member(Property, Properties)
    ;   Property = alias(_)
    ->  member(Property, Properties)
    ;   memberchk(Property, Properties)
    ).

%! current_stream(?File, ?Mode, ?Stream) is nondet.
%  True if Stream is open on File in Mode, read or write. File is 0, 1 or 2 for the standard streams, and `[]` for others
%  that have no file.
%  ?- current_stream(1, write, S), stream_property(S, alias(user_output)).
current_stream(File, Mode, Stream) :-
    stream_property(Stream, mode(Mode0)),
    ( Mode0 == read -> Mode = read ; Mode = write ),
    (   stream_property(Stream, file_name(Name))
    ->  File = Name
    ;   nth0(Number, [user_input,user_output,user_error], Alias),
        stream_property(Stream, alias(Alias))
    ->  File = Number
    ;   File = []
    ).

%! copy_stream_data(+From, +To, +Count) is det.
%  Copies at most Count characters from a stream to another.
%  ?- open_string("abc", I), with_output_to(string(S), ( current_output(O), copy_stream_data(I, O, 2) )), S == "ab".
copy_stream_data(From, To, Count) :-
    must_be(nonneg, Count),
    '$copy_chars'(From, To, Count).
