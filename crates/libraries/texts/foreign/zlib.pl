% Compressed streams, with the names of library(zlib).

%! zopen(+Stream, -Compressed, +Options) is det.
%  Compressed is a stream that compresses what is written to it for Stream, or expands what is read from Stream. Options:
%  format(gzip, deflate, raw_deflate, or auto, which is found out for input and deflate for output); level(Level), from
%  0 to 9; multi_part(false), to read only the first part of a file in gzip; close_parent(false), by which Stream stays
%  open, and goes on behind the compressed data, when Compressed is closed. Otherwise Stream must not be used any more.
%  ?- tmp_file(z, _F), open(_F, write, _S), zopen(_S, _Z, [format(gzip)]), write(_Z, hello), close(_Z), gzopen(_F, read, _G), read_string(_G, _, T), close(_G).   %=> T = "hello".
zopen(Stream, Compressed, Options) :-
    must_be(list, Options),
    option(format(Format), Options, auto),
    must_be(oneof([auto,gzip,deflate,raw_deflate]), Format),
    option(level(Level), Options, 6),
    must_be(between(0, 9), Level),
    option(multi_part(Parts), Options, true),
    must_be(boolean, Parts),
    option(close_parent(Close), Options, true),
    must_be(boolean, Close),
    ( Parts == false -> Ways0 = '' ; Ways0 = m ),
    ( Close == false -> atom_concat(k, Ways0, Ways) ; Ways = Ways0 ),
    '$zopen'(Stream, Format, Level, Ways, Compressed).

%! gzopen(+File, +Mode, -Stream) is det.
%  Like gzopen/4, without options.
%  ?- gzopen('/no/such', read, _).   %=> existence_error(source_sink, '/no/such').
gzopen(File, Mode, Stream) :-
    gzopen(File, Mode, Stream, []).

%! gzopen(+File, +Mode, -Stream, +Options) is det.
%  Opens a compressed file for reading, writing or appending. Options are those of open/4 and of zopen/3.
%  ?- tmp_file(z, _F), gzopen(_F, write, _S, [level(9)]), write(_S, hi), close(_S), gzopen(_F, read, _T), read_string(_T, _, X), close(_T).   %=> X = "hi".
gzopen(File, Mode, Stream, Options) :-
    must_be(list, Options),
    must_be(oneof([read,write,append]), Mode),
    partition('$zlib_option', Options, Own, Others),
    ( compound(File) -> absolute_file_name(File, Path, [access(Mode)]) ; Path = File ),
    % The mark of an encoding is in the text, not before the compressed data.
    open(Path, Mode, Below, [bom(false)|Others]),
    (   option(format(_), Own)
    ->  All = Own
    ;   Mode == read
    ->  All = Own
    ;   All = [format(gzip)|Own]
    ),
    catch(zopen(Below, Stream, [close_parent(true)|All]), Error, ( close(Below, [force(true)]), throw(Error) )).

%! '$zlib_option'(@Option) is semidet.
'$zlib_option'(Option) :-
    nonvar(Option),
    functor(Option, Name, 1),
    memberchk(Name, [format,level,multi_part,close_parent]).
