//! Valid clauses and their terms.

use super::*;

#[test]
fn atoms_and_quotes() {
    check(&[
        ("a.", "a"),
        ("foo_Bar1.", "foo_Bar1"),
        ("'hello world'.", "'hello world'"),
        ("'it''s'.", "'it\\'s'"),
        ("'a\\nb'.", "'a\\nb'"),
        ("'\\x41\\\\102\\\\u0043\\U00000044'.", "'ABCD'"),
        ("'a\\\nb'.", "ab"),
        ("''.", "''"),
        ("[].", "[]"),
        ("[ ].", "[]"),
        ("'[]'.", "[]"),
        ("{}.", "{}"),
        ("{ }.", "{}"),
        ("!.", "!"),
        (";.", ";"),
        ("=.. .", "=.."),
        ("f(.).", "f('.')"),
        ("été.", "'été'"),
        ("日本.", "'日本'"),
        ("→ .", "'→'"),
        ("x².", "'x²'"),
        ("'a\u{FFFD}'.", "'a\u{FFFD}'"),
        ("a. b.", "a"),
        ("a.%b", "a"),
        ("a.", "a"),
        ("% c\n/* d. */ a /**/ . b", "a"),
        ("/**/+ .", "+"),
        ("+/* .", "+/*"),
        ("a.% no layout", "a"),
    ]);
    check_strict(&[
        ("'a\nb'.", "1:1: unterminated quoted atom: the closing `'` is missing"),
        ("'a\tb'.", "1:3: a tab cannot stand in quotes: write `\\t`"),
        ("'a\\x41b'.", "1:3: this escape sequence must end with `\\`"),
    ]);
}

#[test]
fn variables() {
    check(&[
        ("X.", "X"),
        ("_.", "_0"),
        ("f(_, _, X, _Y, X).", "f(_0,_1,X,_Y,X)"),
        ("Été.", "Été"),
        ("__.", "__"),
    ]);
}

#[test]
fn numbers() {
    check(&[
        ("1.", "1"),
        ("-1.", "-1"),
        ("- 1.", "-1"),
        ("'-'1.", "-1"),
        ("- /* */ 1.", "-1"),
        ("-(1).", "-(1)"),
        ("- (1).", "-(1)"),
        ("+1.", "+(1)"),
        ("-a.", "-(a)"),
        ("- -1.", "-(-1)"),
        ("- - 1.", "-(-1)"),
        ("-(-(1)).", "-(-(1))"),
        ("-1^2.", "^(-1,2)"),
        ("- 1^2.", "^(-1,2)"),
        ("-a^2.", "-(^(a,2))"),
        ("-(1)^2.", "^(-(1),2)"),
        ("a-1.", "-(a,1)"),
        ("a -1.", "-(a,1)"),
        ("a - 1.", "-(a,1)"),
        ("a - -1.", "-(a,-1)"),
        ("a- - -1.", "-(a,-(-1))"),
        ("1 - 1.", "-(1,1)"),
        ("[-1, - 1, -(1)].", "[-1,-1,-(1)]"),
        ("0'a.", "97"),
        ("0'''.", "39"),
        ("0'\\n.", "10"),
        ("0'\\x41\\.", "65"),
        ("0' .", "32"),
        ("-0'a.", "-97"),
        ("0'日.", "26085"),
        ("0xFF + 0o17 + 0b11.", "+(+(255,15),3)"),
        ("16'mod'3.", "mod(16,3)"),
        ("7'-'2.", "-(7,2)"),
        ("1'+'1.", "+(1,1)"),
        ("0'\\\n+'1.", "+(0,1)"),
        ("00'+'1.", "+(0,1)"),
        ("1_000_000.", "1000000"),
        ("1.5.", "1.5"),
        ("1.0e10.", "10000000000.0"),
        ("1e10.", "10000000000.0"),
        ("1.5E-3.", "0.0015"),
        ("-0.0.", "-0.0"),
        ("1.0Inf.", "inf"),
        ("-1.0Inf.", "-inf"),
        ("1.5NaN.", "NaN"),
        ("1r3.", "1r3"),
        ("-2r4.", "-1r2"),
        ("9223372036854775807.", "9223372036854775807"),
        ("9223372036854775808.", "9223372036854775808"),
        ("-9223372036854775808.", "-9223372036854775808"),
        ("123456789012345678901234567890.", "123456789012345678901234567890"),
        ("0xFFFFFFFFFFFFFFFFFF.", "4722366482869645213695"),
        ("X = 1.", "=(X,1)"),
        (
            "1.e.",
            "1:2: expected an operator before `.`, which ends a clause only when layout follows it",
        ),
        ("inf.", "inf"),
    ]);
    check_strict(&[
        ("0''.", "1:2: expected an operator or the end of the clause before `''`"),
        ("0'\n.", "1:1: expected a character after `0'`"),
        (
            "16'FF.",
            "1:1: integers in other radixes are written 0xFF, 0o17 or 0b101",
        ),
        (
            "1E10.",
            "1:2: expected an operator or the end of the clause before `E10`",
        ),
    ]);
}

#[test]
fn compound_terms() {
    check(&[
        ("f(a).", "f(a)"),
        ("f( a , b ).", "f(a,b)"),
        ("'f g'(a).", "'f g'(a)"),
        ("f(,).", "1:3: expected a term before `,`"),
        ("+(a,b).", "+(a,b)"),
        ("[](a).", "[](a)"),
        ("{}(a).", "{}(a)"),
        ("{a}.", "{}(a)"),
        ("{a,b}.", "{}(','(a,b))"),
        ("{-}.", "{}(-)"),
        ("f(:-).", "f(:-)"),
        ("f(:-, a).", "f(:-,a)"),
        ("f(a:-b).", "f(:-(a,b))"),
        ("f((a:-b), c).", "f(:-(a,b),c)"),
        ("f(:- a).", "f(:-(a))"),
        ("f((a,b)).", "f(','(a,b))"),
        ("f(a|b).", "f('|'(a,b))"),
        ("f(;, '|', ';').", "f(;,'|',;)"),
        ("f(A,\"s\",[],{}).", "f(A,\"s\",[],{})"),
        ("\\+ (a,b).", "\\+(','(a,b))"),
        ("\\+(a,b).", "\\+(a,b)"),
    ]);
}

/// With the flag `iso` the priority of an argument is 999 at most (6.3.3.1).
#[test]
fn arguments_in_the_standard() {
    let mut bench = Bench::new();
    bench.flags.iso = true;
    let cases = [("f((a:-b), [(a|b)]).", "f(:-(a,b),['|'(a,b)])")];
    check_with(&mut bench, &cases);
    check_strict(&[
        (
            "f(a:-b).",
            "1:3: operator priority clash: `a:-b` has priority 1200, at most 999 fits here; use parentheses",
        ),
        (
            "f(:- a).",
            "1:3: operator priority clash: `:- a` has priority 1200, at most 999 fits here; use parentheses",
        ),
        (
            "f(a|b).",
            "1:3: operator priority clash: `a|b` has priority 1105, at most 999 fits here; use parentheses",
        ),
        (
            "[a:-b|c].",
            "1:2: operator priority clash: `a:-b` has priority 1200, at most 999 fits here; use parentheses",
        ),
        (
            "[a|b:-c].",
            "1:4: operator priority clash: `b:-c` has priority 1200, at most 999 fits here; use parentheses",
        ),
    ]);
}

#[test]
fn lists() {
    check(&[
        ("[a].", "[a]"),
        ("[a,b,c].", "[a,b,c]"),
        ("[a|b].", "[a|b]"),
        ("[a,b|C].", "[a,b|C]"),
        ("[a|[]].", "[a|[]]"),
        ("[[]].", "[[]]"),
        ("[a:-b|c].", "[:-(a,b)|c]"),
        ("[a|b:-c].", "[a|:-(b,c)]"),
        ("[(a,b)].", "[','(a,b)]"),
        ("[(a|b)].", "['|'(a,b)]"),
        ("[+,-].", "[+,-]"),
        ("[-].", "[-]"),
        ("[- , a].", "[-,a]"),
        ("[-|-].", "[-|-]"),
        ("[:-, :- |:- ].", "[:-,:-|:-]"),
        ("[- (1)].", "[-(1)]"),
        (
            "[a= \\+b].",
            "1:5: operator priority clash: `\\+` has priority 900, at most 699 fits here; use parentheses",
        ),
    ]);
}

#[test]
#[allow(clippy::too_many_lines, reason = "one table of texts")]
fn operators() {
    check(&[
        ("a:-b.", ":-(a,b)"),
        ("a:-b,c;d->e.", ":-(a,;(','(b,c),->(d,e)))"),
        ("1-2-3.", "-(-(1,2),3)"),
        ("2**3.", "**(2,3)"),
        ("2^3^4.", "^(2,^(3,4))"),
        ("1+2*3-4.", "-(+(1,*(2,3)),4)"),
        ("a:b:c.", ":(a,:(b,c))"),
        ("a=b,c.", "','(=(a,b),c)"),
        ("(a=b)=c.", "=(=(a,b),c)"),
        ("(a|b).", "'|'(a,b)"),
        ("(a,b|c).", "'|'(','(a,b),c)"),
        ("a --> b | c.", "-->(a,'|'(b,c))"),
        ("- - x.", "-(-(x))"),
        ("(-) * 2.", "*(-,2)"),
        ("(-) = (-) .", "=(-,-)"),
        ("'*' = '-' .", "=(*,-)"),
        ("[-|-] .", "[-|-]"),
        ("f(-, :-).", "f(-,:-)"),
        ("x = as.", "=(x,as)"),
        ("'-' - x.", "-(-(x))"),
        ("'-'-1.", "-(-1)"),
        ("'-'-(x).", "-(-(x))"),
        ("'-' x.", "-(x)"),
        ("'\\\\+' a.", "\\+(a)"),
        ("\\+a.", "\\+(a)"),
        ("\\+a=b.", "\\+(=(a,b))"),
        ("\\+ \\+ a, b.", "','(\\+(\\+(a)),b)"),
        ("\\ -1.", "\\(-1)"),
        ("- + 1.", "-(+(1))"),
        ("X is - - 1.", "is(X,-(-1))"),
        ("p:- -1.", ":-(p,-1)"),
        (":- dynamic foo/1, bar/2.", ":-(dynamic(','(/(foo,1),/(bar,2))))"),
        (":- dynamic(foo/1).", ":-(dynamic(/(foo,1)))"),
        (":- initialization main.", ":-(initialization(main))"),
        ("dynamic.", "dynamic"),
        ("dynamic = x.", "=(dynamic,x)"),
        ("dynamic - x.", "dynamic(-(x))"),
        ("dynamic :- x.", ":-(dynamic,x)"),
        ("(a:-b):-c.", ":-(:-(a,b),c)"),
        ("[a]-(b).", "-([a],b)"),
        ("X is 3*(4+5).", "is(X,*(3,+(4,5)))"),
        ("a-(b).", "-(a,b)"),
        ("a -(b).", "-(a,b)"),
        ("- (a).", "-(a)"),
        ("-(-).", "-(-)"),
        ("- (-).", "-(-)"),
        ("(-)-(-).", "-(-,-)"),
        ("-[1].", "-([1])"),
        ("-{a}.", "-({}(a))"),
        ("p:-(a->b;c,d).", ":-(p,;(->(a,b),','(c,d)))"),
        ("foo(X):-(X>1->true;fail).", ":-(foo(X),;(->(>(X,1),true),fail))"),
        (":- =(X,Y).", ":-(=(X,Y))"),
        ("\\+ ==(a,b).", "\\+(==(a,b))"),
        ("a = +(b).", "=(a,+(b))"),
        ("; a.", "1:1: expected a term before `;`"),
        ("f(= a).", "1:3: expected a term before `=`"),
        ("\"a\"-(b).", "-(\"a\",b)"),
        ("x:-(y).", ":-(x,y)"),
        ("$a.", "$(a)"),
        ("$ -1.", "$(-1)"),
        ("a =.. b.", "=..(a,b)"),
        (
            "a:-b:-c.",
            "1:5: operator priority clash: `:-` has priority 1200, at most 1199 fits here; use parentheses",
        ),
        (
            "X = \\+a.",
            "1:5: operator priority clash: `\\+` has priority 900, at most 699 fits here; use parentheses",
        ),
        ("X = (\\+a).", "=(X,\\+(a))"),
        ("X = a:-b.", ":-(=(X,a),b)"),
        ("a '=' b.", "=(a,b)"),
        ("p --> {a}, !, \"b\".", "-->(p,','({}(a),','(!,\"b\")))"),
        ("a, b, c.", "','(a,','(b,c))"),
        ("A->B*->C.", "->(A,*->(B,C))"),
        ("H => B.", "=>(H,B)"),
        ("X = f((:- a), [(b:-c)]).", "=(X,f(:-(a),[:-(b,c)]))"),
        ("- - (-) .", "-(-(-))"),
    ]);
    check_strict(&[
        (
            "- = - .",
            "1:1: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "- = x.",
            "1:1: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "X = - .",
            "1:5: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "X = -, a.",
            "1:5: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "\\+ * .",
            "1:4: the operator `*` is an operand here; write `(*)` if that is meant",
        ),
        (
            "- * 2.",
            "1:1: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "* = * .",
            "1:1: the operator `*` is an operand here; write `(*)` if that is meant",
        ),
        (
            "a= \\+ .",
            "1:4: the operator `\\+` is an operand here; write `(\\+)` if that is meant",
        ),
        (
            "\\+ = a.",
            "1:1: the operator `\\+` is an operand here; write `(\\+)` if that is meant",
        ),
        (
            ":- :- a.",
            "1:1: the operator `:-` is an operand here; write `(:-)` if that is meant",
        ),
        (
            "X = :- .",
            "1:5: the operator `:-` is an operand here; write `(:-)` if that is meant",
        ),
        (
            "- = *(3).",
            "1:1: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "= *(3).",
            "1:1: the operator `=` is an operand here; write `(=)` if that is meant",
        ),
        (
            "X == -, Y == (-) .",
            "1:6: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
        (
            "- - - .",
            "1:5: the operator `-` is an operand here; write `(-)` if that is meant",
        ),
    ]);
}

#[test]
fn operators_of_the_program() {
    let mut bench = Bench::new()
        .op(700, OpType::Xfx, "likes")
        .op(200, OpType::Xf, "~~")
        .op(300, OpType::Yf, "++")
        .op(150, OpType::Fx, "the")
        .op(800, OpType::Fy, "if")
        .op(750, OpType::Xfy, "then")
        .op(100, OpType::Xf, "e6")
        .op(90, OpType::Fy, "all")
        .op(90, OpType::Yf, "each")
        .op(90, OpType::Yfx, "join");
    check_with(
        &mut bench,
        &[
            ("mary likes wine.", "likes(mary,wine)"),
            ("the cat likes the mouse.", "likes(the(cat),the(mouse))"),
            ("a ~~ .", "~~(a)"),
            ("a ++ ++ .", "++(++(a))"),
            (
                "a ~~ ~~ .",
                "1:1: operator priority clash: `a ~~` has priority 200, at most 199 fits here; use parentheses",
            ),
            ("a ~~ + b.", "+(~~(a),b)"),
            ("X = 1e6.", "=(X,e6(1))"),
            ("X = 1e-6.", "=(X,1e-6)"),
            ("X = 1r6.", "=(X,1r6)"),
            ("X = 1e7.", "=(X,10000000.0)"),
            ("all 1 each.", "all(each(1))"),
            ("all 1 join 2.", "all(join(1,2))"),
            ("(all 1) join 2 each.", "each(join(all(1),2))"),
            ("x + a ~~ .", "+(x,~~(a))"),
            ("a ++ * b.", "*(++(a),b)"),
            ("if a then b then c.", "if(then(a,then(b,c)))"),
            ("likes(a,b).", "likes(a,b)"),
            ("X = likes.", "=(X,likes)"),
            ("X = (likes).", "=(X,likes)"),
            ("the.", "the"),
            (
                "the the x.",
                "1:5: operator priority clash: `the` has priority 150, at most 149 fits here; use parentheses",
            ),
        ],
    );
}

#[test]
fn quoted_text_follows_the_flags() {
    let text = "f(\"ab\\n\", `cd`, \"\", ``).";
    for (double, back, expected) in [
        (Quotes::String, Quotes::Codes, "f(\"ab\\n\",codes\"cd\",\"\",[])"),
        (Quotes::Codes, Quotes::String, "f(codes\"ab\\n\",\"cd\",[],\"\")"),
        (Quotes::Chars, Quotes::Chars, "f(chars\"ab\\n\",chars\"cd\",[],[])"),
        (Quotes::Atom, Quotes::Codes, "f('ab\\n',codes\"cd\",'',[])"),
    ] {
        assert_eq!(Bench::new().quotes(double, back).canonical(text), expected);
    }
    check(&[
        ("\"say \"\"hi\"\"\".", "\"say \\\"hi\\\"\""),
        ("\"a\\\nb\".", "\"ab\""),
        ("\"% no /* comment\".", "\"% no /* comment\""),
    ]);
    check_strict(&[("\"a\nb\".", "1:1: unterminated string: the closing `\"` is missing")]);
}

#[test]
fn only_underscores_begin_variables_with_var_prefix() {
    let mut bench = Bench::new();
    bench.flags.var_prefix = true;
    check_with(&mut bench, &[("Foo(_x, X, _).", "'Foo'(_x,'X',_1)")]);
}

#[test]
fn clauses_follow_one_another() {
    let text = "a.\nb :- c. % d.\n[x]. 'e. f'.\n";
    let mut bench = Bench::new();
    let mut from = 0;
    let mut found = Vec::new();
    while let Read::Clause { start, end } = bench.read(text, from).expect("all clauses are right") {
        found.push(&text[start..end]);
        from = end;
    }
    assert_eq!(found, ["a.", "b :- c.", "[x].", "'e. f'."]);
    assert_eq!(bench.canonical("  % nothing\n"), "end of text");
}

#[test]
fn variables_and_spans_are_kept() {
    let mut bench = Bench::new();
    let text = " p(X, _Y, Y, _) :- q(Y, _Z, _Z).";
    bench.read(text, 0).expect("the clause is right");
    let ast = bench.reader.ast();
    let names: Vec<_> = (0..ast.variables.len() as u32).map(|i| ast.variable_name(i)).collect();
    assert_eq!(names, ["X", "_Y", "Y", "_", "_Z"]);
    let occurrences: Vec<_> = ast.variables.iter().map(|v| v.occurrences).collect();
    assert_eq!(occurrences, [1, 1, 2, 1, 2]);
    let singles: Vec<_> = ast.singletons().map(|v| ast.text(v.name)).collect();
    assert_eq!(singles, ["X"]);
    let marked: Vec<_> = ast.marked_but_used().map(|v| ast.text(v.name)).collect();
    assert_eq!(marked, ["_Z"]);
    let at = |id| {
        let span = ast.span(id);
        &text[span.range()]
    };
    assert_eq!(at(ast.root()), "p(X, _Y, Y, _) :- q(Y, _Z, _Z)");
    let Node::Compound { arity, first, .. } = ast.node(ast.root()) else {
        panic!("a rule")
    };
    let sides: Vec<_> = ast.children(first, arity).iter().map(|&id| at(id)).collect();
    assert_eq!(sides, ["p(X, _Y, Y, _)", "q(Y, _Z, _Z)"]);
}

#[test]
fn many_variables_are_told_apart() {
    let names: Vec<String> = (0..100).map(|i| format!("V{i}")).collect();
    let text = format!("f({}, _, {}).", names.join(","), names.join(","));
    let mut bench = Bench::new();
    bench.read(&text, 0).expect("the clause is right");
    let variables = &bench.reader.ast().variables;
    assert_eq!(variables.len(), 101);
    assert_eq!(variables.iter().filter(|v| v.occurrences == 2).count(), 100);
}
