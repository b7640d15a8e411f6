% Reading whole files as text or terms, with the names of library(readutil).

%! read_file_to_string(+File, -String, +Options) is det.
%  String is the text of a file; options are those of open/4.
%  ?- read_file_to_string('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_string(File, String, Options) :-
    '$with_file'(File, Options, Stream, read_string(Stream, _, String)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
%  Codes is the text of a file; options are those of open/4.
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
%  Terms is the list of all terms of a file; options are those of read_term/2.
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
