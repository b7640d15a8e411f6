% Whole files as text or terms, with the names of library(readutil).

%! read_file_to_string(+File, -String, +Options) is det.
%  The whole text of a file; the options are those of open/4.
%  ?- read_file_to_string('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_string(File, String, Options) :-
    '$with_file'(File, Options, Stream, read_string(Stream, _, String)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
%  The whole text of a file as a list of codes; the options are those of open/4.
read_file_to_codes(File, Codes, Options) :-
    '$with_file'(File, Options, Stream, read_stream_to_codes(Stream, Codes)).

%! '$with_file'(+File, +Options, -Stream, :Goal)
'$with_file'(File, Options, Stream, Goal) :-
    open(File, read, Stream, Options),
    (   catch(Goal, Ball, true)
    ->  close(Stream)
    ;   close(Stream),
        fail
    ),
    (   var(Ball)
    ->  true
    ;   throw(Ball)
    ).

%! read_file_to_terms(+File, -Terms, +Options) is det.
%  All terms of a file; the options are those of read_term/2.
%  ?- read_file_to_terms('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_terms(File, Terms, Options) :-
    '$with_file'(File, [], Stream, '$read_terms'(Stream, Options, Terms)).

%! '$read_terms'(+Stream, +Options, -Terms)
'$read_terms'(Stream, Options, Terms) :-
    read_term(Stream, Term, Options),
    (   Term == end_of_file
    ->  Terms = []
    ;   Terms = [Term|More],
        '$read_terms'(Stream, Options, More)
    ).
