% The terminal, and waiting for input.

%! tty_size(-Rows, -Columns) is det.
%  The size of the terminal that is the standard output of the process.
%  Errors: existence_error(terminal, user_output) if it is none.
tty_size(Rows, Columns) :-
    (   '$screen_size'(Height, Width)
    ->  Rows = Height,
        Columns = Width
    ;   existence_error(terminal, user_output)
    ).

%! wait_for_input(+Streams, -Ready, +Seconds) is det.
%  Waits until reading from some of Streams returns at once; Ready is the list of these. It is empty if Seconds have
%  passed; infinite is without end. Streams of the host's own functions are always ready.
%  ?- open_string("a", _S), wait_for_input([_S], _R, 0), length(_R, N).   %=> N = 1.
%  ?- wait_for_input([], _, _).   %=> instantiation_error.
wait_for_input(Streams, Ready, Seconds) :-
    must_be(list, Streams),
    (   nonvar(Seconds),
        memberchk(Seconds, [infinite,inf])
    ->  true
    ;   must_be(number, Seconds)
    ),
    '$wait_for_input'(Streams, Ready, Seconds).

%! set_prolog_IO(+Input, +Output, +Error) is det.
%  Makes streams the standard input, output and error output, and the current input and output.
set_prolog_IO(Input, Output, Error) :-
    set_stream(Input, alias(user_input)),
    set_stream(Output, alias(user_output)),
    set_stream(Error, alias(user_error)),
    set_input(Input),
    set_output(Output).

%! setlocale(+Category, -Before, +Locale) is det.
%  Before is the locale of a category: always 'C'. Any other Locale is accepted without effect.
%  ?- setlocale(numeric, Before, Before).   %=> Before = 'C'.
setlocale(Category, Before, Locale) :-
    must_be(oneof([all,collate,ctype,messages,monetary,numeric,time]), Category),
    (   Before == Locale
    ->  true
    ;   must_be(atom, Locale)
    ),
    Before = 'C'.
