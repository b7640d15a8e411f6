% Sending terms to goals that listen to them: library(broadcast).

%! listen(+Channel, :Goal) is det.
%  Calls Goal for each term that is broadcast and unifies with Channel. Channel is also the name of the listener, if it
%  is an atom.
%  ?- listen(ping(X), (Y is X+1, nb_setval(pong, Y))), broadcast(ping(1)), nb_getval(pong, V), unlisten(ping(_)).   %=> V = 2.
listen(Channel, Goal) :-
    strip_module(Channel, _, Plain),
    functor(Plain, Name, _),
    '$listen'(Name, Plain, Goal).

%! listen(+Listener, +Channel, :Goal) is det.
%  Like listen/2; Listener is the name by which unlisten/1 finds the listener.
listen(Listener, Channel, Goal) :-
    strip_module(Listener, _, Name),
    strip_module(Channel, _, Plain),
    '$listen'(Name, Plain, Goal).

%! '$listen'(+Listener, +Channel, :Goal) is det.
'$listen'(Listener, Channel, Goal) :-
    must_be(nonvar, Channel),
    '$in_module'(Goal, Qualified),
    assertz('$broadcast':listener(Listener, Channel, Qualified)).

%! '$listener'(?Listener, ?Channel, -Goal) is nondet.
'$listener'(Listener, Channel, Goal) :-
    '$if_known'('$broadcast':listener(Listener, Channel, Goal)).

%! unlisten(+Listener) is det.
%  Ends all listening of Listener, or with a compound term, to this channel.
unlisten(Listener) :-
    (   compound(Listener)
    ->  functor(Listener, Name, _),
        unlisten(Name, Listener, _)
    ;   unlisten(Listener, _, _)
    ).

%! unlisten(+Listener, +Channel) is det.
%  Ends the listening of Listener to Channel.
unlisten(Listener, Channel) :-
    unlisten(Listener, Channel, _).

%! unlisten(+Listener, +Channel, ?Goal) is det.
%  Ends the listening of Listener to Channel by Goal.
%  ?- listen(me, news, true), unlisten(me, news, _), listening(me, C, _).   %=> false.
unlisten(Listener, Channel, Goal) :-
    (   '$listener'(_, _, _)
    ->  retractall('$broadcast':listener(Listener, Channel, _:Goal))
    ;   true
    ).

%! listening(?Listener, ?Channel, ?Goal) is nondet.
%  True if Listener listens to Channel by Goal.
listening(Listener, Channel, Goal) :-
    '$listener'(Listener, Channel, Goal).

%! broadcast(+Term) is det.
%  Calls the goals of all listeners whose channel unifies with Term. Their failure and exceptions end nothing else.
broadcast(Term) :-
    findall(Term-Goal, '$listener'(_, Term, Goal), Calls),
    '$broadcast_all'(Calls, Term).

%! '$broadcast_all'(+Calls, +Term) is det.
'$broadcast_all'([], _).
'$broadcast_all'([Term0-Goal|Calls], Term) :-
    (   \+ \+ ( Term0 = Term, catch(Goal, Error, ( print_message(error, Error), fail )) )
    ->  true
    ;   true
    ),
    '$broadcast_all'(Calls, Term).

%! broadcast_request(+Term) is nondet.
%  Like broadcast/1, but binds the variables of Term: by the first listener that succeeds, and the others on
%  backtracking.
%  ?- listen(ask(X), member(X, [1,2])), findall(X, broadcast_request(ask(X)), L), unlisten(ask(_)).   %=> L = [1, 2].
broadcast_request(Term) :-
    findall(Term-Goal, '$listener'(_, Term, Goal), Calls),
    member(Term-Goal, Calls),
    call(Goal).
