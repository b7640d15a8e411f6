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

%! concat(+A, +B, -C) is det.
%  C is the concatenation of the atomic terms A and B.
%  ?- concat(a, 1, C).   %=> C = a1.
concat(A, B, C) :-
    atomic_list_concat([A,B], C).

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
