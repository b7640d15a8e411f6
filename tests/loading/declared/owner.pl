:- module(owner, [own/1]).
own(1).
:- dynamic own/1.
step :- retract(own(_)).
