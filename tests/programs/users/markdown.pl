% From a little of Markdown to HTML.
:- initialization(main, main).

md([]) -->
    [].
md([B|Bs]) -->
    block(B),
    !,
    md(Bs).

block(h(N, T)) -->
    hashes(N),
    { N>0
    },
    " ",
    line(T).
block(ul(Is)) -->
    items(Is),
    { Is\=[]
    }.
block(br) -->
    "\n".
block(p(T)) -->
    line(T),
    { T\==[]
    }.

hashes(N) -->
    "#",
    !,
    hashes(M),
    { N is M+1
    }.
hashes(0) -->
    [].

items([I|Is]) -->
    "- ",
    line(I),
    !,
    items(Is).
items([]) -->
    [].

line(T) -->
    chars(Cs),
    (   "\n"
    ;   eos_
    ),
    !,
    { phrase(inl(T), Cs)
    }.

chars([]) -->
    [].
chars([C|Cs]) -->
    [C],
    { C\==10
    },
    chars(Cs).

eos_([], []).

inl([em(T)|R]) -->
    "*",
    nonstar(Cs),
    "*",
    { Cs\==[],
      atom_codes(T, Cs)
    },
    !,
    inl(R).
inl([T|R]) -->
    nonstar1(Cs),
    !,
    { atom_codes(T, Cs)
    },
    inl(R).
inl([]) -->
    [].

nonstar([C|Cs]) -->
    [C],
    { C\==42
    },
    !,
    nonstar(Cs).
nonstar([]) -->
    [].

nonstar1([C|Cs]) -->
    [C],
    { C\==42
    },
    nonstar(Cs).

html(h(N, T)) :-
    format("<h~d>", [N]),
    inline(T),
    format("</h~d>~n", [N]).
html(p(T)) :-
    write('<p>'),
    inline(T),
    write('</p>'),
    nl.
html(ul(L)) :-
    writeln('<ul>'),
    forall(member(I, L),
           ( write('  <li>'),
             inline(I),
             writeln('</li>')
           )),
    writeln('</ul>').
html(br).

inline([]).
inline([em(X)|T]) :-
    !,
    format("<em>~w</em>", X),
    inline(T).
inline([X|T]) :-
    write(X),
    inline(T).

main :-
    string_codes("# Title\n\nHello *big* world\n\n- one\n- *two*\n## Sub\nlast",
                 Cs),
    phrase(md(Bs), Cs),
    maplist(html, Bs).
