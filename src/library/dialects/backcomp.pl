% Predicates of older SWI-Prolog versions, with the names of library(backcomp).

%! displayq(@Term) is det.
%  Writes a term quoted and without operators.
displayq(Term) :-
    write_term(Term, [ignore_ops(true), quoted(true)]).

%! checklist(:Goal, +List) is semidet.
%  Synonym of maplist/2.
%  ?- checklist(integer, [1,2]).
checklist(Goal, List) :-
    maplist(Goal, List).

%! concat(?A, ?B, ?C) is nondet.
%  Synonym of atom_concat/3.
%  ?- concat(a, 1, C).   %=> C = a1.
%  ?- concat(A, B, a).   %=> A = '', B = a ; A = a, B = ''.
concat(A, B, C) :-
    atom_concat(A, B, C).

%! write_ln(@Term) is det.
%  Synonym of writeln/1.
%  ?- with_output_to(string(S), write_ln(a)).   %=> S = "a\n".
write_ln(Term) :-
    writeln(Term).

%! flush is det.
%  Synonym of flush_output/0.
%  ?- flush.
flush :-
    flush_output.

%! sublist(:Goal, +List, -Part) is det.
%  Synonym of include/3.
%  ?- sublist(integer, [a,1,b,2], L).   %=> L = [1,2].
sublist(Goal, List, Part) :-
    include(Goal, List, Part).

%! substring(+String, +Start, +Length, -Part) is det.
%  Like sub_string/5, with Start counted from 1.
%  ?- substring("hello", 2, 3, S).   %=> S = "ell".
substring(String, Start, Length, Part) :-
    Before is Start - 1,
    sub_string(String, Before, Length, _, Part),
    !.

%! string_to_list(?String, ?Codes) is det.
%  Synonym of string_codes/2.
%  ?- string_to_list("ab", L).   %=> L = [97,98].
string_to_list(String, Codes) :-
    string_codes(String, Codes).

%! free_variables(@Term, -Variables) is det.
%  Synonym of term_variables/2.
%  ?- free_variables(f(X), L).   %=> L = [X].
free_variables(Term, Variables) :-
    term_variables(Term, Variables).

%! hash_term(@Term, -Hash) is det.
%  Synonym of term_hash/2.
%  ?- hash_term(a, _H), term_hash(a, _H), integer(_H).
hash_term(Term, Hash) :-
    term_hash(Term, Hash).

%! merge(+List1, +List2, -List) is det.
%  List has all elements of two sorted lists, in order.
%  ?- merge([a,c], [a,b], L).   %=> L = [a,a,b,c].
merge(List1, List2, List) :-
    append(List1, List2, Both),
    msort(Both, List).

%! merge_set(+Set1, +Set2, -Set) is det.
%  Synonym of ord_union/3.
%  ?- merge_set([a,c], [a,b], L).   %=> L = [a,b,c].
merge_set(Set1, Set2, Set) :-
    ord_union(Set1, Set2, Set).

%! sformat(-String, +Format, +Arguments) is det.
%  String is the text that format/2 would write.
%  ?- sformat(S, "~w!", [a]).   %=> S = "a!".
sformat(String, Format, Arguments) :-
    format(string(String), Format, Arguments).

%! sformat(-String, +Format) is det.
%  Like sformat/3, without arguments.
%  ?- sformat(S, "a~~").   %=> S = "a~".
sformat(String, Format) :-
    format(string(String), Format, []).

%! setup_and_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%  Synonym of setup_call_cleanup/3.
%  ?- setup_and_call_cleanup(true, X = 1, true).   %=> X = 1.
setup_and_call_cleanup(Setup, Goal, Cleanup) :-
    setup_call_cleanup(Setup, Goal, Cleanup).

%! convert_time(+Time, -String) is det.
%  String is the date and time of Time as text.
%  ?- convert_time(0, _S), string(_S).
convert_time(Time, String) :-
    format_time(string(String), '%a %b %e %T %Y', Time).

%! feature(?Key, ?Value) is nondet.
%  Synonym of current_prolog_flag/2.
%  ?- feature(bounded, B).   %=> B = false.
feature(Key, Value) :-
    current_prolog_flag(Key, Value).

%! set_feature(+Key, +Value) is det.
%  Synonym of set_prolog_flag/2.
%  ?- set_feature(unknown, error).
set_feature(Key, Value) :-
    set_prolog_flag(Key, Value).

%! atom_prefix(+Atom, +Prefix) is semidet.
%  True if Atom begins with Prefix.
%  ?- atom_prefix(hello, he).
atom_prefix(Atom, Prefix) :-
    sub_atom(Atom, 0, _, _, Prefix),
    !.

%! version is det.
%  Prints the version of the system as a message.
%  ?- version.
version :-
    current_prolog_flag(version_data, Data),
    Data =.. [Name,Major,Minor,Patch|_],
    print_message(banner, format("~w ~w.~w.~w", [Name,Major,Minor,Patch])).

%! atomic_concat(+Atomic1, +Atomic2, -Atom) is det.
%  Atom is the concatenation of the texts of two atomic terms.
%  ?- atomic_concat(a, 1, A).   %=> A = a1.
atomic_concat(Atomic1, Atomic2, Atom) :-
    must_be(atomic, Atomic1),
    must_be(atomic, Atomic2),
    atomic_list_concat([Atomic1,Atomic2], Atom).

%! concat_atom(+Items, ?Atom) is det.
%  Old name of atomic_list_concat/2.
%  ?- concat_atom([a,1,"b"], A).   %=> A = a1b.
concat_atom(Items, Atom) :-
    atomic_list_concat(Items, Atom).

%! concat_atom(?Items, +Separator, ?Atom) is det.
%  Old name of atomic_list_concat/3.
%  ?- concat_atom(L, -, 'a-b').   %=> L = [a,b].
concat_atom(Items, Separator, Atom) :-
    atomic_list_concat(Items, Separator, Atom).

%! '$write_portrayed'(+Stream, @Term, +Options)
%  Like write_term/3, using the user's portray/1 for the subterms that it handles.
'$write_portrayed'(Stream, Term, Options) :-
    (   acyclic_term(Term)
    ->  '$portrayed_parts'(Term, Parts, [])
    ;   Parts = []
    ),
    write_term(Stream, Term, ['$portrayed'(Parts)|Options]).

%! '$answer_parts'(@Goal, -Parts)
%  The parts of the arguments of a goal that the user's portray/1 writes.
'$answer_parts'(Goal, Parts) :-
    (   compound(Goal),
        acyclic_term(Goal)
    ->  Goal =.. [_|Values],
        catch('$portrayed_elements'(Values, Parts, []), error(_, _), Parts = [])
    ;   Parts = []
    ).

%! '$portrayed_parts'(@Term, -Parts, ?Tail)
'$portrayed_parts'(Term, Parts, Tail) :-
    (   var(Term)
    ->  Parts = Tail
    ;   with_output_to(string(Text), \+ \+ call(portray(Term)))
    ->  Parts = [Term-Text|Tail]
    ;   Term = [Head|Rest]
    ->  '$portrayed_parts'(Head, Parts, Middle),
        '$portrayed_elements'(Rest, Middle, Tail)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        '$portrayed_elements'(Args, Parts, Tail)
    ;   Parts = Tail
    ).

%! '$portrayed_elements'(@List, -Parts, ?Tail)
'$portrayed_elements'(List, Parts, Tail) :-
    (   nonvar(List),
        List = [Head|Rest]
    ->  '$portrayed_parts'(Head, Parts, Middle),
        '$portrayed_elements'(Rest, Middle, Tail)
    ;   List == []
    ->  Parts = Tail
    ;   '$portrayed_parts'(List, Parts, Tail)
    ).

%! convert_time(+Stamp, -Year, -Month, -Day, -Hour, -Minute, -Second, -Milliseconds) is det.
%  The parts of a time in seconds since 1970, in local time; use stamp_date_time/3.
convert_time(Stamp, Year, Month, Day, Hour, Minute, Second, Milliseconds) :-
    stamp_date_time(Stamp, date(Year,Month,Day,Hour,Minute,Float,_,_,_), local),
    Second is integer(float_integer_part(Float)),
    Milliseconds is integer(float_fractional_part(Float)*1000).

%! setup_and_call_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is semidet.
%  As setup_call_catcher_cleanup/4.
%  ?- setup_and_call_cleanup(true, true, C, true).   %=> C = exit.
setup_and_call_cleanup(Setup, Goal, Catcher, Cleanup) :-
    setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup).

%! at_initialization(:Goal) is det.
%  As initialization/1.
at_initialization(Goal) :-
    initialization(Goal).

%! read_clause(-Term) is det.
%  Reads a clause from the current input; use read_clause/3.
read_clause(Term) :-
    current_input(Stream),
    read_clause(Stream, Term, []).

%! read_clause(+Stream, -Term) is det.
%  Reads a clause; use read_clause/3.
%  ?- open_string("a :- b.", S), read_clause(S, T), close(S), S = none.   %=> false.
read_clause(Stream, Term) :-
    read_clause(Stream, Term, []).

%! read_variables(-Term, -Bindings) is det.
%  Reads a term with the names of its variables; use read_term/2.
read_variables(Term, Bindings) :-
    read_term(Term, [variable_names(Bindings)]).

%! read_variables(+Stream, -Term, -Bindings) is det.
%  As read_variables/2, from a stream.
read_variables(Stream, Term, Bindings) :-
    read_term(Stream, Term, [variable_names(Bindings)]).

%! displayq(+Stream, @Term) is det.
%  Writes a term with quotes and without operators.
%  ?- with_output_to(string(S), ( current_output(_O), displayq(_O, 'A'+b) )).   %=> S = "+('A',b)".
displayq(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true),quoted(true)]).

%! export_list(+Module, -Indicators) is semidet.
%  Indicators are the exports of a module; use module_property/2.
export_list(Module, Indicators) :-
    module_property(Module, exports(Indicators)).

%! current_module(?Module, ?File) is nondet.
%  File defines a module; use module_property/2.
current_module(Module, File) :-
    module_property(Module, file(File)).

%! message_queue_size(+Queue, -Size) is semidet.
%  Size is the number of messages in a queue; use message_queue_property/2.
message_queue_size(Queue, Size) :-
    message_queue_property(Queue, size(Size)).

%! current_thread(?Thread, ?Status) is nondet.
%  Status is that of a thread; use thread_property/2.
current_thread(Thread, Status) :-
    thread_property(Thread, status(Status)).

%! set_base_module(:Base) is det.
%  As set_module(base(Base)).
set_base_module(Qualified) :-
    strip_module(Qualified, Module, Base),
    set_module(Module:base(Base)).

%! hash(:Indicator) is det.
%  Accepted without effect: indexes are made where calls need them.
hash(_).

%! lock_predicate(+Name, +Arity) is det.
%  Accepted without effect.
lock_predicate(_, _).

%! unlock_predicate(+Name, +Arity) is det.
%  Accepted without effect.
unlock_predicate(_, _).

%! lock_predicate(:Indicator) is det.
%  Accepted without effect.
lock_predicate(_).

%! unlock_predicate(:Indicator) is det.
%  Accepted without effect.
unlock_predicate(_).

%! '$arch'(-Architecture, -Kind) is det.
%  Architecture is the flag arch; Kind is unknown.
'$arch'(Architecture, unknown) :-
    current_prolog_flag(arch, Architecture).

%! '$version'(-Version) is det.
%  Version is the flag version.
'$version'(Version) :-
    current_prolog_flag(version, Version).

%! '$home'(-Folder) is semidet.
%  Folder is the flag home.
'$home'(Folder) :-
    current_prolog_flag(home, Folder).

%! '$argv'(-Arguments) is det.
%  Arguments is the flag os_argv.
'$argv'(Arguments) :-
    current_prolog_flag(os_argv, Arguments).

%! '$set_prompt'(+Prompt) is det.
%  Sets the prompt of the toplevel: the flag toplevel_prompt.
'$set_prompt'(Prompt) :-
    atom_string(Atom, Prompt),
    set_prolog_flag(toplevel_prompt, Atom).
