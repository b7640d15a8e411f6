:- module(pond, [frog/1]).
:- op(700, xfx, nests).

frog(egg nests pond).
frog(1+2+3).
frog(no(Text)) :-
    Text = 'rose grows_in bed',
    catch(( term_to_atom(_, Text), fail ), error(syntax_error(_), _), true).
