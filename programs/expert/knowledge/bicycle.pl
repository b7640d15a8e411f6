% What is wrong with a bicycle.

:- module(bicycle, []).
:- use_module('../shell/rules').

goal fault.

ask noise :: 'Which noise is there?' :: [none,click,squeal,grind,rattle].
ask noise_when :: 'When is the noise there?' :: [pedalling,braking,always,on_bumps].
ask chain_kilometres :: 'How many kilometres has the chain done?' :: number(0, 50000).
ask slips :: 'Does the chain slip under load?' :: yes_no.
ask tyre :: 'How is the tyre after a night?' :: [hard,soft,flat].
ask wheel :: 'Does the rim touch the brakes?' :: yes_no.
ask brakes :: 'How do the brakes feel?' :: [firm,spongy,weak].
ask pads :: 'How many millimetres are left of the pads?' :: number(0, 10).

rule worn_chain :: if chain_kilometres > 4000 then chain is worn with 0.8.
rule slipping_chain :: if slips is yes and chain_kilometres > 1500 then chain is worn with 0.7.
rule clicking_chain :: if chain is worn and noise is click and noise_when is pedalling then fault is chain with 0.9.
rule chain_slips :: if chain is worn and slips is yes then fault is chain with 0.9.
rule crank :: if noise is click and noise_when is pedalling and not chain is worn then fault is crank_bearing with 0.6.
rule bearing :: if noise is grind then fault is wheel_bearing with 0.7.
rule loose :: if noise is rattle and noise_when is on_bumps then fault is loose_part with 0.8.
rule puncture :: if tyre is flat then fault is puncture with 0.9.
rule slow_leak :: if tyre is soft then fault is valve with 0.5.
rule bent :: if wheel is yes then fault is bent_wheel with 0.9.
rule pads_gone :: if brakes in [weak,spongy] and pads < 2 then fault is brake_pads with 0.95.
rule air_in_line :: if brakes is spongy and pads >= 2 then fault is air_in_brake_line with 0.8.
rule dirty_pads :: if noise is squeal and noise_when is braking then fault is dirty_brake_pads with 0.7.

advice fault is chain :: 'Replace the chain, and look at the sprockets.'.
advice fault is puncture :: 'Find the hole under water and patch it.'.
advice fault is brake_pads :: 'Do not ride before the pads are replaced.'.
advice fault is crank_bearing :: 'Tighten the crank; if it still clicks, replace its bearing.'.
