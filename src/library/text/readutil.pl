% Reading whole files as text or terms, with the names of library(readutil).

%! read_file_to_string(+File, -String, +Options) is det.
%  String is the text of a file; options are those of open/4 and absolute_file_name/3.
%  ?- read_file_to_string('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_string(File, String, Options) :-
    '$with_file'(File, Options, Stream, read_string(Stream, _, String)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
%  Codes is the text of a file, up to Tail; options are those of read_file_to_string/3, and tail(Tail).
read_file_to_codes(File, Codes, Options) :-
    '$with_file'(File, Options, Stream, read_stream_to_codes(Stream, Codes, Tail)),
    option(tail(Tail), Options, []).

%! '$with_file'(+File, +Options, -Stream, :Goal)
'$with_file'(File, Options, Stream, Goal) :-
    must_be(list, Options),
    absolute_file_name(File, Path, [access(read)|Options]),
    include('$option_for'([encoding,bom,newline,type]), Options, Opening),
    open(Path, read, Stream, Opening),
    (   catch(Goal, Ball, true)
    ->  close(Stream)
    ;   close(Stream),
        fail
    ),
    (   var(Ball)
    ->  true
    ;   throw(Ball)
    ).

%! '$option_for'(+Names, +Option) is semidet.
'$option_for'(Names, Option) :-
    compound(Option),
    ( Option = (Name=_) -> true ; compound_name_arity(Option, Name, 1) ),
    memberchk(Name, Names).

%! read_file_to_terms(+File, -Terms, +Options) is det.
%  Terms is the list of all terms of a file, up to Tail; options are those of read_file_to_codes/3 and read_term/2.
%  ?- read_file_to_terms('/no/such', _, []).   %=> existence_error(source_sink, '/no/such').
read_file_to_terms(File, Terms, Options) :-
    option(tail(Tail), Options, []),
    exclude('$option_for'([encoding,bom,newline,type,tail,extensions,file_type,relative_to,access]), Options, Reading),
    '$with_file'(File, Options, Stream, '$read_terms'(Stream, Reading, Terms, Tail)).

%! '$read_terms'(+Stream, +Options, -Terms, ?Tail)
'$read_terms'(Stream, Options, Terms, Tail) :-
    read_term(Stream, Term, Options),
    (   Term == end_of_file
    ->  Terms = Tail
    ;   Terms = [Term|More],
        '$read_terms'(Stream, Options, More, Tail)
    ).
