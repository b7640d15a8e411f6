% Small libraries of SWI-Prolog for programs with a user and files at hand: www_browser, iostream, files, prolog_versions,
% prolog_history.

%! www_open_url(+Url) is det.
%  Shows a page in the browser: the program that the environment variable BROWSER names, or that of the desktop. The engine
%  must be granted processes.
%  ?- www_open_url(_).   %=> instantiation_error.
www_open_url(Url0) :-
    must_be(nonvar, Url0),
    ( expand_url_path(Url0, Url) -> true ; format(atom(Url), "~w", [Url0]) ),
    '$process_grant'(Url),
    (   '$browser'(Program)
    ->  process_create(Program, [Url], [stdin(null),stdout(null),stderr(null),detached(true),process(_)])
    ;   existence_error(program, browser)
    ).

%! '$browser'(-Program) is nondet.
'$browser'(Program) :-
    (   getenv('BROWSER', Names),
        atomic_list_concat(Parts, :, Names),
        member(Name, Parts)
    ;   member(Name, ['xdg-open',open,'x-www-browser',firefox])
    ),
    '$find_program'(Name, Program),
    !.

%! expand_url_path(+Spec, -Url) is semidet.
%  Url is the address that an alias stands for: clauses user:url_path(Alias, Spec) define them.
%  ?- \+ expand_url_path('http://a.b/c', _).
expand_url_path(Spec, Url) :-
    compound(Spec),
    (   Spec = Folder/File
    ->  ( expand_url_path(Folder, Base) -> true ; Base = Folder ),
        atomic_list_concat([Base,File], /, Url)
    ;   Spec =.. [Alias,Path],
        '$if_known'(user:url_path(Alias, Base0))
    ->  ( expand_url_path(Base0, Base) -> true ; Base = Base0 ),
        ( Path == '.' -> Url = Base ; atomic_list_concat([Base,Path], /, Url) )
    ).

%! open_any(+Source, +Mode, -Stream, -Close, +Options) is det.
%  Opens a stream(Stream), a string(Text), an address of the web, or a file, which is expanded if it is compressed by
%  gzip. Close is for close_any/1.
%  ?- open_any(string("abc"), read, _S, _C, []), read_string(_S, _, T), close_any(_C).   %=> T = "abc".
%  ?- open_any(_, read, _, _, []).   %=> instantiation_error.
open_any(Source, Mode, Stream, Close, Options) :-
    must_be(nonvar, Source),
    (   Source = stream(Given)
    ->  Stream = Given,
        Close = true
    ;   Source = string(Text)
    ->  must_be(oneof([read]), Mode),
        open_string(Text, Stream),
        Close = close(Stream)
    ;   is_stream(Source)
    ->  Stream = Source,
        Close = true
    ;   atomic(Source),
        ( sub_atom(Source, 0, _, _, 'http://') ; sub_atom(Source, 0, _, _, 'https://') )
    ->  '$http_open'(Source, Stream, Options),
        Close = close(Stream)
    ;   ( atomic(Source), atom_concat('file://', Path, Source) -> true ; Path = Source ),
        (   atomic(Path),
            file_name_extension(_, gz, Path),
            '$built_with'(libraries)
        ->  gzopen(Path, Mode, Stream, Options)
        ;   absolute_file_name(Path, File, [access(Mode)|Options]),
            open(File, Mode, Stream, Options)
        ),
        Close = close(Stream)
    ).

%! '$http_open'(+Url, -Stream, +Options) is det.
'$http_open'(Url, Stream, Options) :-
    use_module(library(http/http_open)),
    call(http_open, Url, Stream, Options).

%! close_any(+Close) is det.
%  Closes what open_any/5 has opened.
%  ?- close_any(true).
close_any(Close) :-
    (   Close = close(Stream)
    ->  close(Stream)
    ;   Close == true
    ->  true
    ;   domain_error(close_goal, Close)
    ).

%! can_open_file(+File, +Mode) is semidet.
%  True if File can be opened in this mode: it is there if it is to be read, and the engine may.
%  ?- can_open_file('/no/such/file', read).   %=> false.
can_open_file(File, Mode) :-
    access_file(File, Mode).

%! require_prolog_version(+Required, +Features) is det.
%  Succeeds if the version of SWI-Prolog that this system stands for is at least Required, such as '9.0.4', and has the
%  features: warning(Feature) only warns, threads, bounded(false) and other flags are looked up. Else it raises an error.
%  ?- require_prolog_version('7.0', []).
%  ?- require_prolog_version('99.0', []).   %=> existence_error(prolog_version, '99.0').
require_prolog_version(Required, Features) :-
    must_be(list, Features),
    current_prolog_flag(version, Version),
    '$version_number'(Required, Wanted),
    (   Version >= Wanted
    ->  true
    ;   existence_error(prolog_version, Required)
    ),
    forall(member(Feature, Features), '$require_feature'(Feature)).

%! '$version_number'(+Text, -Number) is det.
'$version_number'(Text, Number) :-
    split_string(Text, ".-", "", Parts),
    findall(N, ( member(Part, Parts), catch(number_string(N, Part), _, fail), integer(N) ), Numbers),
    append(Numbers, [0,0,0], [Major,Minor,Patch|_]),
    Number is Major * 10000 + Minor * 100 + Patch.

%! '$require_feature'(+Feature) is det.
'$require_feature'(Feature) :-
    (   Feature = warning(Inner)
    ->  catch('$require_feature'(Inner), Error, print_message(warning, Error))
    ;   ( Feature = library(_) -> exists_source(Feature)
        ; Feature =.. [Name,Value] -> current_prolog_flag(Name, Value)
        ; current_prolog_flag(Feature, true)
        )
    ->  true
    ;   existence_error(prolog_feature, Feature)
    ).

%! prolog_history(+Action) is det.
%  Succeeds: the prompt of `ferz` keeps its history by itself.
%  ?- prolog_history(enable).
prolog_history(Action) :-
    must_be(oneof([enable,disable,save,load]), Action).
