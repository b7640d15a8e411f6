% bleu for blue.
% ?- paint(door, C).
% ?- why.
wants(door, bleu).
sold(red, 3).
sold(blue, 5).
sold(green, 4).
paint(Thing, Colour) :- wants(Thing, Colour), sold(Colour, _).
