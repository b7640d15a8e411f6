% Files as replies, and the types of files by their names, with the names of library(http/http_files), http_dispatch and
% mimetype.

%! file_mime_type(+File, -Type) is det.
%  Type is the type of a file by the end of its name, Main/Sub; the hook mime:mime_extension(End, Type) of the program comes
%  first.
%  ?- file_mime_type('a.html', T).   %=> T = text/html.
%  ?- file_mime_type(a, T).   %=> T = text/plain.
file_mime_type(File, Type) :-
    file_name_extension(_, Extension0, File),
    downcase_atom(Extension0, Extension),
    (   '$defined_in_module'(mime, mime_extension, 2),
        call(mime:mime_extension(Extension, Type0))
    ->  Type = Type0
    ;   '$mime_type'(Extension, Main, Sub)
    ->  Type = Main/Sub
    ;   Type = text/plain
    ).

%! file_content_type(+File, -Type) is det.
%  Type is the value of the header Content-Type for a file.
%  ?- file_content_type('a.css', T).   %=> T = 'text/css; charset=UTF-8'.
file_content_type(File, Type) :-
    file_mime_type(File, Main/Sub),
    (   Main == text
    ->  format(atom(Type), "~w/~w; charset=UTF-8", [Main,Sub])
    ;   format(atom(Type), "~w/~w", [Main,Sub])
    ).

%! file_content_type(+File, +Main, -Type) is det.
%  Type is the value of the header Content-Type for a file of the type Main.
%  ?- file_content_type(a, text/css, T).   %=> T = 'text/css; charset=UTF-8'.
file_content_type(_, Main/Sub, Type) :-
    (   Main == text
    ->  format(atom(Type), "~w/~w; charset=UTF-8", [Main,Sub])
    ;   format(atom(Type), "~w/~w", [Main,Sub])
    ).

%! '$mime_type'(?Extension, -Main, -Sub) is semidet.
'$mime_type'(html, text, html).
'$mime_type'(htm, text, html).
'$mime_type'(css, text, css).
'$mime_type'(csv, text, csv).
'$mime_type'(txt, text, plain).
'$mime_type'(md, text, markdown).
'$mime_type'(js, text, javascript).
'$mime_type'(mjs, text, javascript).
'$mime_type'(pl, text, plain).
'$mime_type'(ics, text, calendar).
'$mime_type'(json, application, json).
'$mime_type'(xml, application, xml).
'$mime_type'(pdf, application, pdf).
'$mime_type'(zip, application, zip).
'$mime_type'(gz, application, gzip).
'$mime_type'(wasm, application, wasm).
'$mime_type'(rdf, application, 'rdf+xml').
'$mime_type'(ttl, text, turtle).
'$mime_type'(bin, application, 'octet-stream').
'$mime_type'(png, image, png).
'$mime_type'(jpg, image, jpeg).
'$mime_type'(jpeg, image, jpeg).
'$mime_type'(gif, image, gif).
'$mime_type'(svg, image, 'svg+xml').
'$mime_type'(webp, image, webp).
'$mime_type'(ico, image, 'x-icon').
'$mime_type'(woff, font, woff).
'$mime_type'(woff2, font, woff2).
'$mime_type'(ttf, font, ttf).
'$mime_type'(mp3, audio, mpeg).
'$mime_type'(ogg, audio, ogg).
'$mime_type'(wav, audio, wav).
'$mime_type'(mp4, video, mp4).
'$mime_type'(webm, video, webm).

%! http_safe_file(+File, +Options) is det.
%  Raises an error unless File is a path that does not lead upwards: for names that come from clients.
%  ?- http_safe_file('a/b.txt', []).
%  ?- http_safe_file('../b', []), true.   %=> permission_error(read, file, '../b').
http_safe_file(File, Options) :-
    (   option(unsafe(true), Options)
    ->  true
    ;   ( compound(File) -> arg(1, File, Name0), format(atom(Name), "~w", [Name0]) ; Name = File ),
        '$http_leads_down'(Name)
    ->  true
    ;   permission_error(read, file, File)
    ).

%! '$http_leads_down'(+Name) is semidet.
'$http_leads_down'(Name) :-
    split_string(Name, "/\\", "", Parts),
    \+ memberchk("..", Parts),
    \+ is_absolute_file_name(Name),
    \+ sub_atom(Name, _, _, _, '\000\').

%! http_reply_file(+File, +Options, +Request) is det.
%  Replies with a file: all of it, the range that the client asks for, or that it is as the client has it. Options:
%  mime_type(Type), unsafe(Boolean), cache(true), headers(List).
%  ?- http_reply_file('/etc/passwd', [], []).   %=> permission_error(read, file, '/etc/passwd').
http_reply_file(File, Options, Request) :-
    http_safe_file(File, Options),
    (   absolute_file_name(File, Path, [access(read),file_errors(fail)]),
        exists_file(Path)
    ->  true
    ;   ( memberchk(path(Place), Request) -> true ; Place = File ),
        throw(http_reply(not_found(Place)))
    ),
    option(headers(Headers), Options, []),
    '$http_send_file'(Path, Options, Headers, Request).

%! '$http_send_file'(+Path, +Options, +Headers, +Request) is det.
'$http_send_file'(Path, Options, Headers, Request) :-
    (   option(mime_type(Type0), Options)
    ->  ( Type0 = Main/Sub -> format(atom(Type), "~w/~w", [Main,Sub]) ; Type = Type0 )
    ;   file_content_type(Path, Type)
    ),
    time_file(Path, Time),
    size_file(Path, Size),
    http_timestamp(Time, Stamp),
    (   option(cache(true), Options, true),
        memberchk(if_modified_since(Stamp), Request)
    ->  throw(http_reply(not_modified))
    ;   true
    ),
    (   memberchk(range(Asked), Request),
        '$http_range'(Asked, Size, From, To)
    ->  (   From =< To
        ->  format("Status: 206 Partial Content\nContent-Range: bytes ~d-~d/~d\n", [From,To,Size])
        ;   throw(http_reply(range_not_satisfiable))
        ),
        Count is To - From + 1
    ;   From = 0,
        Count = Size
    ),
    format("Content-type: ~w\nLast-Modified: ~w\nAccept-Ranges: bytes\n", [Type,Stamp]),
    '$http_headers'(Headers),
    nl,
    current_output(Out),
    flush_output(Out),
    set_stream(Out, encoding(octet)),
    (   memberchk(method(head), Request)
    ->  true
    ;   setup_call_cleanup(
            open(Path, read, In, [type(binary)]),
            ( seek(In, From, bof, _), '$copy_bytes'(In, Out, Count) ),
            close(In)
        )
    ).

%! '$http_range'(+Asked, +Size, -From, -To) is semidet.
'$http_range'(Asked, Size, From, To) :-
    atom_concat('bytes=', Range, Asked),
    \+ sub_atom(Range, _, _, _, ','),
    atomic_list_concat([First,Last], -, Range),
    (   First == ''
    ->  atom_number(Last, Count),
        From is max(0, Size - Count),
        To is Size - 1
    ;   atom_number(First, From),
        (   Last == ''
        ->  To is Size - 1
        ;   atom_number(Last, To0),
            To is min(To0, Size - 1)
        )
    ).

%! http_timestamp(?Stamp, ?Text) is det.
%  Text is a time in the form of HTTP.
%  ?- http_timestamp(0, T).   %=> T = 'Thu, 01 Jan 1970 00:00:00 GMT'.
http_timestamp(Stamp, Text) :-
    (   nonvar(Stamp)
    ->  Seconds is max(0, truncate(Stamp)),
        '$http_date'(Seconds, Text)
    ;   parse_time(Text, rfc_1123, Stamp)
    ).

%! http_reply_from_files(+Folder, +Options, +Request) is det.
%  Replies with a file of a folder, by the path below that of the handler, which has the option prefix. Of a folder its
%  index.html is sent. Option: indexes(Names).
http_reply_from_files(Folder, Options, Request) :-
    ( memberchk(path_info(Below0), Request) -> true ; Below0 = '' ),
    ( atom_concat(/, Below, Below0) -> true ; Below = Below0 ),
    memberchk(path(Place), Request),
    (   '$http_leads_down'(Below)
    ->  true
    ;   throw(http_reply(forbidden(Place)))
    ),
    absolute_file_name(Folder, Top, [file_type(directory),access(read)]),
    atomic_list_concat([Top,/,Below], Path),
    (   exists_directory(Path)
    ->  (   sub_atom(Place, _, 1, 0, /)
        ->  option(indexes(Names), Options, ['index.html']),
            (   member(Name, Names),
                atomic_list_concat([Path,/,Name], File),
                exists_file(File)
            ->  http_reply_file(File, [unsafe(true)|Options], Request)
            ;   throw(http_reply(not_found(Place)))
            )
        ;   atom_concat(Place, /, To),
            throw(http_reply(moved(To)))
        )
    ;   exists_file(Path)
    ->  http_reply_file(Path, [unsafe(true)|Options], Request)
    ;   throw(http_reply(not_found(Place)))
    ).

%! http_reply_dirindex(+Folder, +Options, +Request) is det.
%  Replies with a page that lists a folder.
http_reply_dirindex(Folder, _, _) :-
    absolute_file_name(Folder, Path, [file_type(directory),access(read)]),
    directory_files(Path, Names0),
    exclude('$http_is_hidden', Names0, Names1),
    msort(Names1, Names),
    reply_html_page(title('Index'), [h1('Index'),\directory_index(Names, [])]).

%! directory_index(+Names, +Options, ?S0, ?S) is det.
%  A grammar rule for a list of the files of a folder.
directory_index(Names, _, S0, S) :-
    findall(li(a(href(Link), Name)), ( member(Path, Names), file_base_name(Path, Name), uri_encoded(path, Name, Link) ), Items),
    '$html'(ul(Items), user, S0, S).

%! '$http_is_hidden'(+Name) is semidet.
'$http_is_hidden'(Name) :-
    sub_atom(Name, 0, 1, _, '.').
