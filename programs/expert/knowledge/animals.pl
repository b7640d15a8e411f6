% Which animal is it? The classic of expert systems: a tree of kinds, with rules that build on one another.

:- module(animals, []).
:- use_module('../shell/rules').

goal animal.

ask cover :: 'What covers it?' :: [hair,feathers,scales,skin].
ask milk :: 'Does it give milk?' :: yes_no.
ask flies :: 'Does it fly?' :: yes_no.
ask eggs :: 'Does it lay eggs?' :: yes_no.
ask eats :: 'What does it eat?' :: several([meat,grass,fish,insects,seeds]).
ask teeth :: 'How are its teeth?' :: [pointed,flat,none].
ask feet :: 'What are its feet like?' :: [hooves,claws,webbed,other].
ask legs :: 'How many legs does it have?' :: number(0, 1000).
ask colour :: 'Which colour is it mostly?' :: [black_and_white,tawny,grey,brown,green,other].
ask pattern :: 'Which pattern does it have?' :: [stripes,spots,plain].
ask neck :: 'Is its neck long?' :: yes_no.
ask swims :: 'Does it swim well?' :: yes_no.
ask size :: 'How tall is it, in centimetres?' :: number(0, 600).
ask night :: 'Is it awake at night?' :: yes_no.
ask hops :: 'Does it hop?' :: yes_no.

rule hairy :: if cover is hair then class is mammal.
rule milky :: if milk is yes then class is mammal.
rule feathered :: if cover is feathers then class is bird.
rule layer :: if flies is yes and eggs is yes and legs is 2 then class is bird with 0.9.
rule scaly :: if cover is scales and legs > 0 then class is reptile with 0.8.
rule finless :: if cover is scales and legs is 0 and swims is no then class is reptile with 0.9.
rule smooth :: if cover is skin and eggs is yes and swims is yes and legs is 4 then class is amphibian with 0.9.

rule hunter :: if class is mammal and eats is meat then order is carnivore with 0.9.
rule toothy :: if class is mammal and teeth is pointed and feet is claws then order is carnivore with 0.8.
rule hoofed :: if class is mammal and feet is hooves then order is ungulate with 0.95.
rule grazer :: if class is mammal and eats is grass and teeth is flat then order is ungulate with 0.6.

rule tiger :: if order is carnivore and colour is tawny and pattern is stripes then animal is tiger with 0.95.
rule cheetah :: if order is carnivore and colour is tawny and pattern is spots then animal is cheetah with 0.9.
rule lion :: if order is carnivore and colour is tawny and pattern is plain and size > 80 then animal is lion with 0.8.
rule badger :: if order is carnivore and colour in [grey,black_and_white] and night is yes and size < 50 then animal is badger with 0.7.
rule giraffe :: if order is ungulate and neck is yes and pattern is spots then animal is giraffe with 0.98.
rule zebra :: if order is ungulate and pattern is stripes and colour is black_and_white then animal is zebra with 0.98.
rule deer :: if order is ungulate and colour is brown and not neck is yes and size < 200 then animal is deer with 0.6.
rule ostrich :: if class is bird and flies is no and neck is yes and size > 100 then animal is ostrich with 0.95.
rule penguin :: if class is bird and flies is no and swims is yes and colour is black_and_white then animal is penguin with 0.97.
rule owl :: if class is bird and flies is yes and night is yes and eats is meat then animal is owl with 0.9.
rule duck :: if class is bird and feet is webbed and flies is yes then animal is duck with 0.8.
rule sparrow :: if class is bird and flies is yes and eats is seeds and size < 20 then animal is sparrow with 0.7.
rule frog :: if class is amphibian and hops is yes then animal is frog with 0.95.
rule newt :: if class is amphibian and not hops is yes then animal is newt with 0.6.
rule snake :: if class is reptile and legs is 0 then animal is snake with 0.95.
rule crocodile :: if class is reptile and swims is yes and size > 20 and eats is meat then animal is crocodile with 0.8.
rule lizard :: if class is reptile and legs is 4 and size =< 20 then animal is lizard with 0.8.

advice animal is crocodile :: 'Keep your distance.'.
advice animal is tiger :: 'Keep your distance.'.
