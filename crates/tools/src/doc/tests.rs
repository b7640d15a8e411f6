//! Texts as Markdown, and examples of comments.

use std::path::Path;

use ferz::Engine;

use super::program::ProgramDocs;

const TEXT: &str = "\
:- module(shapes, [area/2, perimeter/2, (<~)/2, digits//1, op(700, xfx, <~)]).

/** <module> Shapes of the plane

They have an area.

  ?- true.
*/

%!  area(+Shape, -Area:number) is det.
%!  area(-Shape, +Area:number) is semidet.
%
%   Area is that of *Shape*: see perimeter/2.
%
%   - a circle
%   - a square
%
%   @arg Shape is circle(R) or square(S)
%   @throws type_error(number, R)
%   ?- area(square(2), A).  %=> A = 4.

area(square(S), A) :- A is S * S.
area(circle(R), A) :- A is pi * R * R. % behind it

% perimeter(Shape, P): P is the length of the line around it.
perimeter(square(S), P) :- P is 4 * S.

%! ?A <~ ?B
%  A is smaller.
A <~ B :- area(A, X), area(B, Y), X < Y.

%% digits(-Ds)// is det
%% are read.
digits([]) --> [].

%%% A heading %%%

hidden(1).

/* A plain comment
   of two lines. */
plain(1).
";

#[test]
fn a_text_becomes_markdown() {
    let docs = ProgramDocs::of(TEXT, Path::new("shapes.pl"));
    let wanted = "\
# shapes.pl

**Shapes of the plane**

They have an area.

```prolog
?- true.
```

## Exported predicates

#### `area(+Shape, -Area:number) is det`

`area(-Shape, +Area:number) is semidet`

*Area* is that of **Shape**: see perimeter/2.

- a circle
- a square

- *Shape*: is circle(R) or square(S)
- **Throws**: type\\_error(number, R)

```prolog
?- area(square(2), A).
   A = 4.
```

[Line 22 of the source](<src#22>)

";
    let made = docs.markdown("shapes.pl", |line| format!("src#{line}"));
    assert!(made.starts_with(wanted), "{made}");
    let heads: Vec<(&str, usize, bool, usize)> = docs
        .predicates
        .iter()
        .map(|one| (one.heads[0].as_str(), one.predicate.1, one.is_exported, one.line))
        .collect();
    assert_eq!(
        heads,
        [
            ("area(+Shape, -Area:number) is det", 2, true, 22),
            ("perimeter(Shape, P)", 2, true, 26),
            ("?A <~ ?B", 2, true, 30),
            ("digits(-Ds)// is det", 3, true, 34),
            ("plain/1", 1, false, 42),
        ]
    );
    assert_eq!(docs.bare, [("hidden".to_owned(), 1)]);
}

#[test]
fn examples_are_compared_with_their_answers() {
    let folder = std::env::temp_dir().join(format!("ferz-doc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("examples.pl");
    let text = |wrong: &str| {
        format!(
            "%! p(?X)\n%  ?- p(X).  %=> X = 1 ; X = 2.\n%  ?- p(3).  %=> false.\n%  ?- X is a.  %=> type_error(evaluable, a/0).\n\
             %  ?- repeat.  %=> true ; ...\n%  ?- length(L, 1).\n%  L = [_].\n{wrong}p(1).\np(2).\n"
        )
    };
    for (wrong, status) in [
        ("", 0),
        ("%  ?- p(X).  %=> X = 2.\n", 1),
        ("%  ?- p(3).\n", 1),
        ("%  ?- nosuch.\n", 1),
    ] {
        std::fs::write(&file, text(wrong)).expect("it is written");
        let mut engine = Engine::new();
        engine.consult_file(&file).expect("it loads");
        assert_eq!(
            super::test(&mut engine, std::slice::from_ref(&file)).expect("it runs"),
            status,
            "{wrong}"
        );
    }
    std::fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn torn_texts_do_no_harm() {
    let places = TEXT.char_indices().map(|(at, _)| at);
    for (number, at) in places.enumerate() {
        let sign = ["é", "`", "|", "[[", "*|", "%", "\n", "<", "==\n", "@x ", "/*", "?- "][number % 12];
        for text in [TEXT[..at].to_owned(), format!("{}{sign}{}", &TEXT[..at], &TEXT[at..])] {
            let made =
                ProgramDocs::of(&text, Path::new("torn.pl")).markdown("torn.pl", |line| format!("torn.pl#L{line}"));
            let page = super::html::html(&made, "torn.html", "torn.pl", &super::html::Addresses::default());
            assert!(page.starts_with("<h1 id=\"tornpl\">"), "{text}");
        }
    }
}
