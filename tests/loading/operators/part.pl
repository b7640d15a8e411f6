% A text that is no module belongs to the one that loads it.
:- op(700, xfx, part_of).

in_part(rose grows_in bed).
