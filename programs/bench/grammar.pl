% A grammar of some 270 rules, most of them words, in which phrases agree in number and trees are
% built; sentences with several readings, of which all are found, and some with none.

bench_case(parse_first, firsts(1000), 1).
bench_case(parse_all, readings(500), 1).
bench_case(parse_long, long(7, 1430), 3).

firsts(0) :- !.
firsts(N) :-
    \+ ( example(Words, Readings), \+ agrees(Readings, Words) ),
    N1 is N - 1,
    firsts(N1).

agrees(0, Words) :-
    !,
    \+ sentence(_, Words, []).
agrees(_, Words) :-
    sentence(Tree, Words, []),
    !,
    Tree = s(_, _).

readings(0) :- !.
readings(N) :-
    \+ ( example(Words, Readings), \+ read_all(Words, Readings) ),
    N1 is N - 1,
    readings(N1).

read_all(Words, Count) :-
    findall(Tree, sentence(Tree, Words, []), Trees),
    length(Trees, Count).

% A sentence with N prepositional phrases at its end has as many readings as Catalan's number N + 1.
long(N, Count) :-
    tail(N, Tail),
    read_all([the,farmer,sees,the,old,horse|Tail], Count).

tail(0, []) :- !.
tail(N, [near,the,river|Tail]) :-
    N1 is N - 1,
    tail(N1, Tail).

% example(Words, HowManyReadings).
example([the,dog,sleeps], 1).
example([the,dogs,sleeps], 0).
example([every,old,sailor,sings,loudly], 1).
example([a,clever,child,finds,the,golden,key], 1).
example([these,horses,carry,heavy,baskets], 1).
example([these,horse,carries,heavy,baskets], 0).
example([the,teacher,says,that,the,bridge,falls], 1).
example([the,king,watches,a,ship,with,the,mirror], 2).
example([the,king,watches,a,ship,with,the,mirror,in,the,tower], 5).
example([some,bakers,sell,small,loaves,in,the,market,today], 2).
example([no,merchant,that,buys,apples,laughs], 1).
example([the,boats,that,the,sailor,mends,shine,softly,in,the,harbour], 1).
example([the,queen,thinks,that,the,knight,hides,the,ring,under,the,wooden,table], 3).
example([the,bird,and,the,fish,wait,near,the,lake], 2).
example([the,bird,and,the,fish,waits,near,the,lake], 0).
example([many,children,know,that,every,old,clock,that,the,farmers,mend,whistles], 1).

sentence(s(NP, VP)) --> noun_phrase(NP, Number), verb_phrase(VP, Number).

noun_phrase(NP, Number) --> simple_phrase(NP0, Number0), more_phrases(NP0, Number0, NP, Number).

more_phrases(NP, Number, NP, Number) --> [].
more_phrases(NP0, _, and(NP0, NP1), many) --> [and], noun_phrase(NP1, _).

simple_phrase(NP, Number) --> determiner(D, Number), described(N, Number), attached(np(D, N), Number, NP).
simple_phrase(NP, many) --> described(N, many), attached(np(none, N), many, NP).

described(N, Number) --> noun(N, Number).
described(with(A, N), Number) --> adjective(A), described(N, Number).

% What is said of a noun after it: places, and clauses that begin with "that".
attached(NP, _, NP) --> [].
attached(NP0, Number, NP) --> place(P), attached(at(NP0, P), Number, NP).
attached(NP0, Number, that(NP0, VP)) --> [that], verb_phrase(VP, Number).
attached(NP0, _, that(NP0, s(NP1, V))) --> [that], simple_phrase(NP1, Number1), transitive(V, Number1).

verb_phrase(VP, Number) --> verb(VP0, Number), modified(VP0, VP).

verb(vp(V), Number) --> intransitive(V, Number).
verb(vp(V, NP), Number) --> transitive(V, Number), noun_phrase(NP, _).
verb(vp(V, S), Number) --> reporting(V, Number), [that], sentence(S).

modified(VP, VP) --> [].
modified(VP0, VP) --> adverb(A), modified(how(VP0, A), VP).
modified(VP0, VP) --> place(P), modified(where(VP0, P), VP).

place(in(P, NP)) --> preposition(P), simple_phrase(NP, _).

determiner(the, _) --> [the].
determiner(a, one) --> [a].
determiner(every, one) --> [every].
determiner(some, _) --> [some].
determiner(this, one) --> [this].
determiner(these, many) --> [these].
determiner(many, many) --> [many].
determiner(no, _) --> [no].
determiner(all, many) --> [all].

noun(dog, one) --> [dog].
noun(dog, many) --> [dogs].
noun(cat, one) --> [cat].
noun(cat, many) --> [cats].
noun(horse, one) --> [horse].
noun(horse, many) --> [horses].
noun(bird, one) --> [bird].
noun(bird, many) --> [birds].
noun(fish, one) --> [fish].
noun(fish, many) --> [fish].
noun(house, one) --> [house].
noun(house, many) --> [houses].
noun(garden, one) --> [garden].
noun(garden, many) --> [gardens].
noun(river, one) --> [river].
noun(river, many) --> [rivers].
noun(bridge, one) --> [bridge].
noun(bridge, many) --> [bridges].
noun(road, one) --> [road].
noun(road, many) --> [roads].
noun(village, one) --> [village].
noun(village, many) --> [villages].
noun(teacher, one) --> [teacher].
noun(teacher, many) --> [teachers].
noun(farmer, one) --> [farmer].
noun(farmer, many) --> [farmers].
noun(child, one) --> [child].
noun(child, many) --> [children].
noun(sailor, one) --> [sailor].
noun(sailor, many) --> [sailors].
noun(baker, one) --> [baker].
noun(baker, many) --> [bakers].
noun(window, one) --> [window].
noun(window, many) --> [windows].
noun(table, one) --> [table].
noun(table, many) --> [tables].
noun(letter, one) --> [letter].
noun(letter, many) --> [letters].
noun(book, one) --> [book].
noun(book, many) --> [books].
noun(song, one) --> [song].
noun(song, many) --> [songs].
noun(story, one) --> [story].
noun(story, many) --> [stories].
noun(lamp, one) --> [lamp].
noun(lamp, many) --> [lamps].
noun(clock, one) --> [clock].
noun(clock, many) --> [clocks].
noun(boat, one) --> [boat].
noun(boat, many) --> [boats].
noun(ship, one) --> [ship].
noun(ship, many) --> [ships].
noun(train, one) --> [train].
noun(train, many) --> [trains].
noun(wagon, one) --> [wagon].
noun(wagon, many) --> [wagons].
noun(mountain, one) --> [mountain].
noun(mountain, many) --> [mountains].
noun(forest, one) --> [forest].
noun(forest, many) --> [forests].
noun(lake, one) --> [lake].
noun(lake, many) --> [lakes].
noun(island, one) --> [island].
noun(island, many) --> [islands].
noun(king, one) --> [king].
noun(king, many) --> [kings].
noun(queen, one) --> [queen].
noun(queen, many) --> [queens].
noun(knight, one) --> [knight].
noun(knight, many) --> [knights].
noun(castle, one) --> [castle].
noun(castle, many) --> [castles].
noun(tower, one) --> [tower].
noun(tower, many) --> [towers].
noun(market, one) --> [market].
noun(market, many) --> [markets].
noun(merchant, one) --> [merchant].
noun(merchant, many) --> [merchants].
noun(apple, one) --> [apple].
noun(apple, many) --> [apples].
noun(pear, one) --> [pear].
noun(pear, many) --> [pears].
noun(plum, one) --> [plum].
noun(plum, many) --> [plums].
noun(loaf, one) --> [loaf].
noun(loaf, many) --> [loaves].
noun(basket, one) --> [basket].
noun(basket, many) --> [baskets].
noun(bucket, one) --> [bucket].
noun(bucket, many) --> [buckets].
noun(ladder, one) --> [ladder].
noun(ladder, many) --> [ladders].
noun(hammer, one) --> [hammer].
noun(hammer, many) --> [hammers].
noun(nail, one) --> [nail].
noun(nail, many) --> [nails].
noun(saw, one) --> [saw].
noun(saw, many) --> [saws].
noun(cloud, one) --> [cloud].
noun(cloud, many) --> [clouds].
noun(storm, one) --> [storm].
noun(storm, many) --> [storms].
noun(shadow, one) --> [shadow].
noun(shadow, many) --> [shadows].
noun(mirror, one) --> [mirror].
noun(mirror, many) --> [mirrors].
noun(candle, one) --> [candle].
noun(candle, many) --> [candles].
noun(key, one) --> [key].
noun(key, many) --> [keies].
noun(door, one) --> [door].
noun(door, many) --> [doors].
noun(wall, one) --> [wall].
noun(wall, many) --> [walls].
noun(roof, one) --> [roof].
noun(roof, many) --> [roofs].
noun(chair, one) --> [chair].
noun(chair, many) --> [chairs].
noun(blanket, one) --> [blanket].
noun(blanket, many) --> [blankets].
noun(coat, one) --> [coat].
noun(coat, many) --> [coats].
noun(shoe, one) --> [shoe].
noun(shoe, many) --> [shoes].
noun(hat, one) --> [hat].
noun(hat, many) --> [hats].
noun(ring, one) --> [ring].
noun(ring, many) --> [rings].
noun(coin, one) --> [coin].
noun(coin, many) --> [coins].
noun(purse, one) --> [purse].
noun(purse, many) --> [purses].
noun(map, one) --> [map].
noun(map, many) --> [maps].
noun(drum, one) --> [drum].
noun(drum, many) --> [drums].
noun(flute, one) --> [flute].
noun(flute, many) --> [flutes].
noun(bell, one) --> [bell].
noun(bell, many) --> [bells].
noun(rope, one) --> [rope].
noun(rope, many) --> [ropes].
noun(net, one) --> [net].
noun(net, many) --> [nets].
noun(oar, one) --> [oar].
noun(oar, many) --> [oars].
noun(sail, one) --> [sail].
noun(sail, many) --> [sails].
noun(anchor, one) --> [anchor].
noun(anchor, many) --> [anchors].
noun(harbour, one) --> [harbour].
noun(harbour, many) --> [harbours].

transitive(see, many) --> [see].
transitive(see, one) --> [sees].
transitive(find, many) --> [find].
transitive(find, one) --> [finds].
transitive(carry, many) --> [carry].
transitive(carry, one) --> [carries].
transitive(push, many) --> [push].
transitive(push, one) --> [pushes].
transitive(paint, many) --> [paint].
transitive(paint, one) --> [paints].
transitive(watch, many) --> [watch].
transitive(watch, one) --> [watches].
transitive(follow, many) --> [follow].
transitive(follow, one) --> [follows].
transitive(greet, many) --> [greet].
transitive(greet, one) --> [greets].
transitive(mend, many) --> [mend].
transitive(mend, one) --> [mends].
transitive(hide, many) --> [hide].
transitive(hide, one) --> [hides].
transitive(sell, many) --> [sell].
transitive(sell, one) --> [sells].
transitive(buy, many) --> [buy].
transitive(buy, one) --> [buys].
transitive(lift, many) --> [lift].
transitive(lift, one) --> [lifts].
transitive(draw, many) --> [draw].
transitive(draw, one) --> [draws].
transitive(hear, many) --> [hear].
transitive(hear, one) --> [hears].

intransitive(sleep, many) --> [sleep].
intransitive(sleep, one) --> [sleeps].
intransitive(laugh, many) --> [laugh].
intransitive(laugh, one) --> [laughs].
intransitive(wait, many) --> [wait].
intransitive(wait, one) --> [waits].
intransitive(sing, many) --> [sing].
intransitive(sing, one) --> [sings].
intransitive(fall, many) --> [fall].
intransitive(fall, one) --> [falls].
intransitive(wander, many) --> [wander].
intransitive(wander, one) --> [wanders].
intransitive(whistle, many) --> [whistle].
intransitive(whistle, one) --> [whistles].
intransitive(shine, many) --> [shine].
intransitive(shine, one) --> [shines].

reporting(say, many) --> [say].
reporting(say, one) --> [says].
reporting(think, many) --> [think].
reporting(think, one) --> [thinks].
reporting(know, many) --> [know].
reporting(know, one) --> [knows].
reporting(believe, many) --> [believe].
reporting(believe, one) --> [believes].
reporting(hope, many) --> [hope].
reporting(hope, one) --> [hopes].

adjective(old) --> [old].
adjective(young) --> [young].
adjective(small) --> [small].
adjective(large) --> [large].
adjective(red) --> [red].
adjective(green) --> [green].
adjective(quiet) --> [quiet].
adjective(loud) --> [loud].
adjective(bright) --> [bright].
adjective(dark) --> [dark].
adjective(heavy) --> [heavy].
adjective(light) --> [light].
adjective(broken) --> [broken].
adjective(golden) --> [golden].
adjective(wooden) --> [wooden].
adjective(distant) --> [distant].
adjective(gentle) --> [gentle].
adjective(clever) --> [clever].
adjective(hungry) --> [hungry].
adjective(tired) --> [tired].

preposition(in) --> [in].
preposition(on) --> [on].
preposition(under) --> [under].
preposition(near) --> [near].
preposition(behind) --> [behind].
preposition(beside) --> [beside].
preposition(with) --> [with].
preposition(above) --> [above].
preposition(below) --> [below].
preposition(before) --> [before].

adverb(slowly) --> [slowly].
adverb(quickly) --> [quickly].
adverb(often) --> [often].
adverb(seldom) --> [seldom].
adverb(softly) --> [softly].
adverb(loudly) --> [loudly].
adverb(gladly) --> [gladly].
adverb(today) --> [today].
