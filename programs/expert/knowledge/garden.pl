% What ails a plant in the garden.

:- module(garden, []).
:- use_module('../shell/rules').

goal problem.
goal water.

ask leaves :: 'How do the leaves look?' :: several([yellow,spotted,wilted,holes,white_film,healthy]).
ask soil :: 'How is the soil?' :: [dry,moist,wet].
ask slime :: 'Are there trails of slime?' :: yes_no.
ask light :: 'How many hours of sun does the plant get in a day?' :: number(0, 24).
ask nights :: 'How cold are the nights, in degrees?' :: number(-20, 40).
ask insects :: 'Which animals are on the plant?' :: several([lice,mites,caterpillars,none]).
ask pot :: 'Does the plant grow in a pot?' :: yes_no.
ask fed :: 'How many weeks ago was it fed?' :: number(0, 100).
ask stem :: 'How is the stem at the ground?' :: [firm,soft].

note problem :: 'Several problems at once are common.'.

rule drought :: if leaves is wilted and soil is dry then problem is drought with 0.9.
rule drought_in_pot :: if pot is yes and soil is dry and light > 6 then problem is drought with 0.5.
rule root_rot :: if soil is wet and (leaves is wilted or leaves is yellow) and stem is soft then problem is root_rot with 0.9.
rule too_wet :: if soil is wet and leaves is yellow and not stem is soft then problem is too_much_water with 0.7.
rule hunger :: if leaves is yellow and fed > 8 and soil in [moist,dry] then problem is lack_of_food with 0.6.
rule mildew :: if leaves is white_film and humidity is high then problem is mildew with 0.9.
rule mildew_dry :: if leaves is white_film and humidity is low then problem is mildew with 0.5.
rule slugs :: if leaves is holes and slime is yes then problem is slugs with 0.95.
rule caterpillars :: if leaves is holes and insects is caterpillars then problem is caterpillars with 0.95.
rule lice :: if insects is lice then problem is lice with 1.
rule mites :: if insects is mites or (leaves is spotted and humidity is low) then problem is mites with 0.7.
rule frost :: if nights < 0 and leaves is wilted and not soil is dry then problem is frost with 0.8.
rule nothing :: if leaves is healthy and insects is none then problem is none with 0.9.

rule damp :: if soil is wet and light < 4 then humidity is high with 0.8.
rule damp_nights :: if soil in [moist,wet] and nights < 12 then humidity is high with 0.6.
rule dry_air :: if soil is dry and light >= 4 then humidity is low with 0.8.

rule water_now :: if soil is dry then water is now.
rule water_less :: if problem in [root_rot,too_much_water] then water is less.
rule water_later :: if soil is moist and not problem is drought then water is later with 0.8.

advice problem is drought :: 'Water it slowly until water runs out below, and give it shade at noon.'.
advice problem is root_rot :: 'Take it out, cut away the soft roots, and pot it in dry soil.'.
advice problem is too_much_water :: 'Let the soil dry before you water again.'.
advice problem is lack_of_food :: 'Feed it now, and every three weeks in summer.'.
advice problem is mildew :: 'Remove the leaves with the film and let air pass between the plants.'.
advice problem is slugs :: 'Look for them after dark.'.
advice problem is lice :: 'Wash them off with soapy water.'.
advice problem is mites :: 'Spray the leaves with water every day for a week.'.
advice water is now :: 'Water the plant today.'.
