% Included.

% Above there/2.
there(1, 2).
there(X, _Y) :- Y is X + foo, Y > 1.
shared(part).
here(3).
late(a).
always(_) :- !.
:- source_location(F, L), file_base_name(F, N), format("~w ~w~n", [N, L]).
