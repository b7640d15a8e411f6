% The goals that are running, with the names of library(prolog_stack). The frames are those of errors: clauses that have
% goals left to run. A clause that has made its last call is gone.

%! get_prolog_backtrace(+Depth, -Frames) is det.
%  Frames are at most Depth of the clauses that are running, the innermost first, for print_prolog_backtrace/2.
%  ?- get_prolog_backtrace(10, L), is_list(L).
get_prolog_backtrace(Depth, Frames) :-
    get_prolog_backtrace(Depth, Frames, []).

%! get_prolog_backtrace(+Depth, -Frames, +Options) is det.
%  Like get_prolog_backtrace/2; the options are ignored.
get_prolog_backtrace(Depth, Frames, Options) :-
    must_be(nonneg, Depth),
    must_be(list, Options),
    catch_with_backtrace(throw(error('$here', _)), error('$here', Context), true),
    (   nonvar(Context),
        Context = context(prolog_stack(All), _)
    ->  '$clause_frames'(All, Depth, Frames)
    ;   Frames = []
    ).

%! '$clause_frames'(+All, +Depth, -Frames)
%  Leaves out the frames that are not of clauses.
'$clause_frames'(All, Depth, Frames) :-
    (   ( All == [] ; Depth =:= 0 )
    ->  Frames = []
    ;   All = [Frame|Others],
        (   ( Frame = frame(_, clause(_, _), _) ; Frame = frame(_, '...', _) )
        ->  Frames = [Frame|More],
            Left is Depth - 1
        ;   Frames = More,
            Left = Depth
        ),
        '$clause_frames'(Others, Left, More)
    ).

%! print_prolog_backtrace(+Stream, +Frames) is det.
%  Writes frames, one on each line: the number, the goal, and its place.
%  ?- print_prolog_backtrace(user_error, []).
print_prolog_backtrace(Stream, Frames) :-
    print_prolog_backtrace(Stream, Frames, []).

%! print_prolog_backtrace(+Stream, +Frames, +Options) is det.
%  Like print_prolog_backtrace/2; the options are ignored.
print_prolog_backtrace(Stream, Frames, Options) :-
    must_be(list, Frames),
    must_be(list, Options),
    length(Frames, Count),
    '$print_frames'(Frames, Count, Stream).

%! '$print_frames'(+Frames, +Number, +Stream)
'$print_frames'([], _, _).
'$print_frames'([Frame|Frames], Number, Stream) :-
    '$frame_places'([Frame], Places),
    (   Places = [frame(_, Text, File, Line, _)]
    ->  (   File == ''
        ->  format(Stream, "  [~d] ~w~n", [Number,Text])
        ;   format(Stream, "  [~d] ~w at ~w:~d~n", [Number,Text,File,Line])
        )
    ;   Frame = frame(_, '...', Count)
    ->  format(Stream, "  ... ~D more ...~n", [Count])
    ;   true
    ),
    Next is Number - 1,
    '$print_frames'(Frames, Next, Stream).

%! backtrace(+Depth) is det.
%  Writes at most Depth of the clauses that are running to user_error.
%  ?- backtrace(0).
backtrace(Depth) :-
    get_prolog_backtrace(Depth, Frames),
    print_prolog_backtrace(user_error, Frames).
