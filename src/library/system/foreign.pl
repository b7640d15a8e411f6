% Libraries in other languages, which programs may ask for: there are none.

%! use_foreign_library(+File)
%  Raises an error: predicates in C cannot be loaded. A host lends its own.
%  ?- catch(use_foreign_library(foreign(x)), error(E, _), true).   %=> E = existence_error(foreign_library,foreign(x)).
use_foreign_library(File) :-
    existence_error(foreign_library, File).

%! use_foreign_library(+File, +Entry)
%  Like use_foreign_library/1.
%  ?- catch(use_foreign_library(x, install), error(E, _), true).   %=> E = existence_error(foreign_library,x).
use_foreign_library(File, _) :-
    existence_error(foreign_library, File).

%! load_foreign_library(+File)
%  Like use_foreign_library/1.
%  ?- catch(load_foreign_library(x), error(E, _), true).   %=> E = existence_error(foreign_library,x).
load_foreign_library(File) :-
    existence_error(foreign_library, File).

%! load_foreign_library(+File, +Entry)
%  Like use_foreign_library/1.
%  ?- catch(load_foreign_library(x, install), error(E, _), true).   %=> E = existence_error(foreign_library,x).
load_foreign_library(File, _) :-
    existence_error(foreign_library, File).

%! unload_foreign_library(+File) is det.
%  Succeeds: there is nothing to unload.
%  ?- unload_foreign_library(x).
unload_foreign_library(_).

%! current_foreign_library(?File, ?Predicates) is failure.
%  Fails: there are none.
%  ?- \+ current_foreign_library(_, _).
current_foreign_library(_, _) :-
    fail.
