% The shortest routes from a town, by constraint handling rules: what is known of the roads is the store of constraints,
% and rules draw conclusions from it until none is left.
%
% road(A, B, Length) is a fact. route(A, Length, Towns) says that a route from the start to A is known, Towns are those
% on the way. The first rule removes routes that are not shorter than another one to the same town, so that the second,
% which goes on by one road, comes to an end.

:- use_module(library(chr)).
:- initialization(main).

:- chr_constraint road(+any, +any, +int), route(+any, +int, +any).

shorter @ route(Town, Short, _) \ route(Town, Long, _) <=> Short =< Long | true.
further @ route(Town, Length, Towns), road(Town, Next, More) ==>
    Sum is Length + More,
    route(Next, Sum, [Next|Towns]).

post([]).
post([A-B-Length|Roads]) :-
    road(A, B, Length),
    road(B, A, Length),
    post(Roads).

main :-
    post([ulm-augsburg-80,augsburg-munich-70,ulm-stuttgart-90,stuttgart-karlsruhe-80,karlsruhe-mannheim-70,
          mannheim-frankfurt-80,stuttgart-wuerzburg-150,wuerzburg-frankfurt-120,augsburg-nuremberg-140,
          nuremberg-wuerzburg-110,munich-nuremberg-170]),
    route(munich, 0, [munich]),
    findall(Length-Towns, find_chr_constraint(route(_, Length, Towns)), Routes),
    sort(Routes, InOrder),
    forall(( member(Length-Towns, InOrder), reverse(Towns, Way) ),
           ( atomic_list_concat(Way, ' - ', Text), format("~t~d~4| km  ~w~n", [Length,Text]) )).
