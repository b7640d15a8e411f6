//! Tests of the built-ins on streams and text, called the way the machine calls them.

use crate::machine::Machine;
use crate::machine::native::{NativeRun, Next, Stop};
use crate::term::cell::Cell;
use crate::term::view::View;

use super::SECTIONS;

/// A description of an argument, to keep the tests short.
#[derive(Clone)]
enum T {
    Var(usize),
    Atom(&'static str),
    Text(&'static str),
    Int(i64),
    Float(f64),
    List(Vec<T>),
    Term(&'static str, Vec<T>),
}

use T::{Atom, Float, Int, List, Term, Text, Var};

/// A machine and the variables of one goal.
struct Bench {
    m: Machine,
    vars: Vec<Cell>,
}

impl Bench {
    fn new() -> Bench {
        let mut m = Machine::bare();
        m.streams.access = crate::io::access::Access::all();
        let vars = (0..6).map(|_| m.heap.new_var()).collect();
        Bench { m, vars }
    }

    fn build(&mut self, term: &T) -> Cell {
        match term {
            Var(i) => self.vars[*i],
            Atom(name) => Cell::atom(self.m.intern(name)),
            Text(text) => self.m.heap.new_string(text),
            Int(value) => self.m.heap.new_int(*value),
            Float(value) => self.m.heap.new_float(*value),
            List(items) => {
                let items: Vec<Cell> = items.iter().map(|item| self.build(item)).collect();
                self.m.heap.new_list(&items, Cell::NIL)
            }
            Term(name, args) => {
                let args: Vec<Cell> = args.iter().map(|arg| self.build(arg)).collect();
                let name = self.m.intern(name);
                self.m.heap.new_term(name, &args)
            }
        }
    }

    fn show(&self, cell: Cell) -> String {
        match self.m.view(cell) {
            View::Var(_) | View::Attributed(_) => "_".into(),
            View::Atom(atom) => self.m.atoms.text(atom).into(),
            View::Int(n) => n.to_string(),
            View::String(s) => format!("{:?}", self.m.heap.string(s)),
            View::List(pair) => {
                let (head, tail) = (self.m.heap.get(pair), self.m.heap.get(pair + 1));
                let tail = self.show(tail);
                let rest = tail.strip_prefix('[').map_or_else(
                    || format!("|{tail}]"),
                    |rest| {
                        if rest == "]" { rest.into() } else { format!(",{rest}") }
                    },
                );
                format!("[{}{rest}", self.show(head))
            }
            View::Struct(f, args) => {
                let args: Vec<String> = (0..f.arity()).map(|i| self.show(self.m.heap.get(args + i))).collect();
                format!("{}({})", self.m.atoms.text(f.name()), args.join(","))
            }
            _ => format!("{:?}", self.m.heap.number(cell)),
        }
    }

    /// Returns all solutions of a goal, each as the values of the variables in it, or the error.
    fn all(&mut self, name: &str, args: &[T]) -> Vec<String> {
        let row = SECTIONS
            .iter()
            .flat_map(|table| table.iter())
            .find(|row| row.name() == name && row.arity == args.len())
            .unwrap_or_else(|| panic!("there is no {name}/{}", args.len()));
        let cells: Vec<Cell> = args.iter().map(|arg| self.build(arg)).collect();
        for (i, cell) in cells.iter().enumerate() {
            self.m.set_arg(i, *cell);
        }
        let mut solutions = Vec::new();
        let mut state = None;
        loop {
            let result = match row.run {
                NativeRun::Det(f) => f(&mut self.m).map(|()| None),
                NativeRun::Control(f) => f(&mut self.m).map(|next| {
                    assert_eq!(next, Next::Continue);
                    None
                }),
                NativeRun::Nondet(f) => f(&mut self.m, state),
            };
            match result {
                Ok(next) => {
                    let values = self.vars.iter().map(|&v| self.show(v)).filter(|v| v != "_");
                    solutions.push(values.collect::<Vec<_>>().join(" "));
                    if next.is_none() {
                        return solutions;
                    }
                    state = next;
                    self.m.undo_all();
                }
                Err(Stop::Fail) => return solutions,
                Err(Stop::Throw(_)) => {
                    let View::Struct(_, args) = self.m.view(self.m.exceptions.ball()) else {
                        panic!("the ball is no error")
                    };
                    let formal = self.m.heap.get(args);
                    solutions.push(format!("! {}", self.show(formal)));
                    return solutions;
                }
            }
        }
    }
}

/// Returns all solutions of a goal on a new machine.
fn all(name: &str, args: &[T]) -> Vec<String> {
    Bench::new().all(name, args)
}

/// Returns the only solution of a goal, or its error; `no` if it fails.
fn one(name: &str, args: &[T]) -> String {
    let mut found = all(name, args);
    match found.len() {
        0 => "no".into(),
        1 => found.remove(0),
        _ => format!("{found:?}"),
    }
}

fn chars(text: &'static [&'static str]) -> T {
    List(text.iter().map(|c| Atom(c)).collect())
}

fn format(text: &'static str, args: Vec<T>) -> String {
    one("format", &[Term("atom", vec![Var(0)]), Text(text), List(args)])
}

#[test]
fn atom_length_wants_an_atom() {
    assert_eq!(one("atom_length", &[Atom("enchanted evening"), Var(0)]), "17");
    assert_eq!(one("atom_length", &[Text("äö"), Var(0)]), "2");
    assert_eq!(one("atom_length", &[Int(123), Var(0)]), "3");
    assert_eq!(one("atom_length", &[Var(0), Var(1)]), "! instantiation_error");
    assert_eq!(one("atom_length", &[Atom("a"), Atom("b")]), "! type_error(integer,b)");
    assert_eq!(
        one("atom_length", &[Atom("a"), Int(-1)]),
        "! domain_error(not_less_than_zero,-1)"
    );
}

#[test]
fn concatenation_goes_three_ways() {
    assert_eq!(one("atom_concat", &[Atom("a"), Int(1), Var(0)]), "a1");
    assert_eq!(one("atom_concat", &[Atom("a"), Atom("b"), Atom("ab")]), "");
    assert_eq!(one("atom_concat", &[Var(0), Atom("b"), Atom("ab")]), "a");
    assert_eq!(one("atom_concat", &[Atom("b"), Var(0), Atom("ab")]), "no");
    assert_eq!(all("atom_concat", &[Var(0), Var(1), Atom("é1")]), [" é1", "é 1", "é1 "]);
    assert_eq!(one("atom_concat", &[Var(0), Var(0), Atom("abab")]), "ab");
    assert_eq!(one("atom_concat", &[Var(0), Var(0), Atom("aba")]), "no");
    assert_eq!(
        one("atom_concat", &[Var(0), Atom("b"), Var(1)]),
        "! instantiation_error"
    );
    assert_eq!(
        one("atom_concat", &[Term("f", vec![Int(1)]), Atom("b"), Var(1)]),
        "! type_error(atom,f(1))"
    );
    assert_eq!(one("string_concat", &[Var(0), Text("c"), Text("abc")]), "\"ab\"");
    assert_eq!(one("text_concat", &[Atom("a"), Text("c"), Var(0)]), "\"ac\"");
}

#[test]
fn characters_and_codes() {
    assert_eq!(one("atom_chars", &[Atom("ab"), Var(0)]), "[a,b]");
    assert_eq!(one("atom_chars", &[Int(12), Var(0)]), "[1,2]");
    assert_eq!(one("atom_chars", &[Var(0), chars(&["a", "b"])]), "ab");
    assert_eq!(one("atom_chars", &[Atom("ab"), List(vec![Var(0), Var(1)])]), "a b");
    assert_eq!(
        one("atom_chars", &[Var(0), List(vec![Atom("a"), Var(1)])]),
        "! instantiation_error"
    );
    assert_eq!(
        one("atom_chars", &[Var(0), chars(&["ab"])]),
        "! type_error(character,ab)"
    );
    assert_eq!(one("atom_chars", &[Atom("a"), Atom("b")]), "! type_error(list,b)");
    assert_eq!(
        one("atom_codes", &[Var(0), List(vec![Int(-1)])]),
        "! representation_error(character_code)"
    );
    assert_eq!(one("atom_codes", &[Var(0), List(vec![Int(228)])]), "ä");
    assert_eq!(one("char_code", &[Atom("a"), Var(0)]), "97");
    assert_eq!(
        one("char_code", &[Var(0), Int(0xd800)]),
        "! representation_error(character_code)"
    );
    assert_eq!(one("char_code", &[Atom("ab"), Var(0)]), "! type_error(character,ab)");
}

#[test]
fn numbers_as_text() {
    assert_eq!(one("number_chars", &[Var(0), chars(&[" ", "3"])]), "3");
    assert_eq!(
        one("number_chars", &[Var(0), chars(&["3", " "])]),
        "! syntax_error(illegal_number)"
    );
    assert_eq!(one("number_chars", &[Int(33), Var(0)]), "[3,3]");
    assert_eq!(one("number_chars", &[Int(1), List(vec![Atom("1"), Var(0)])]), "no");
    assert_eq!(
        one("number_codes", &[Var(0), List(vec![Int(45), Int(32), Int(49)])]),
        "-1"
    );
    assert_eq!(one("number_codes", &[Atom("a"), Var(0)]), "! type_error(number,a)");
    assert_eq!(
        one("number_chars", &[Var(0), List(vec![Int(3)])]),
        "! syntax_error(illegal_number)"
    );
    assert_eq!(one("atom_number", &[Atom("-5"), Var(0)]), "-5");
    assert_eq!(one("atom_number", &[Atom("- 5"), Var(0)]), "no");
    assert_eq!(one("atom_number", &[Atom("5x"), Var(0)]), "no");
    assert_eq!(one("atom_number", &[Var(0), Int(5)]), "5");
    assert_eq!(one("atom_number", &[Var(0), Var(1)]), "! instantiation_error");
    assert_eq!(one("number_string", &[Var(0), Text("42")]), "42");
}

#[test]
fn parts_of_atoms() {
    let sub = |args: &[T]| all("sub_atom", args);
    assert_eq!(
        sub(&[Atom("abc"), Var(0), Int(2), Var(1), Var(2)]),
        ["0 1 ab", "1 0 bc"]
    );
    assert_eq!(
        sub(&[Atom("abab"), Var(0), Var(1), Var(2), Atom("ab")]),
        ["0 2 2", "2 2 0"]
    );
    assert_eq!(sub(&[Atom("abc"), Var(0), Var(0), Var(1), Var(2)]), ["0 3 ", "1 1 b"]);
    assert_eq!(sub(&[Atom("ab"), Var(0), Var(1), Var(2), Var(3)]).len(), 6);
    assert_eq!(
        sub(&[Atom("ab"), Atom("x"), Var(1), Var(2), Var(3)]),
        ["! type_error(integer,x)"]
    );
    assert_eq!(
        sub(&[Var(0), Var(1), Var(2), Var(3), Var(4)]),
        ["! instantiation_error"]
    );
    assert_eq!(sub(&[Atom("ab"), Int(3), Var(2), Var(3), Var(4)]), [""; 0]);
    assert_eq!(
        one("sub_string", &[Text("hello world"), Int(6), Int(5), Var(0), Var(1)]),
        "0 \"world\""
    );
    assert_eq!(
        all("sub_string", &[Text("a,b,c"), Var(0), Int(1), Var(1), Text(",")]),
        ["1 3", "3 1"]
    );
}

#[test]
fn lists_of_atoms() {
    let concat = |args: &[T]| one("atomic_list_concat", args);
    assert_eq!(concat(&[List(vec![Atom("a"), Int(1), Text("s")]), Var(0)]), "a1s");
    assert_eq!(concat(&[chars(&["a", "b"]), Atom("-"), Var(0)]), "a-b");
    assert_eq!(concat(&[Var(0), Atom(", "), Atom("a, b")]), "[a,b]");
    assert_eq!(concat(&[List(vec![Atom("a"), Var(0)]), Atom("-"), Atom("a-b")]), "b");
    assert_eq!(
        concat(&[List(vec![Atom("a"), Var(0)]), Atom("-"), Var(1)]),
        "! instantiation_error"
    );
    assert_eq!(
        concat(&[Var(0), Atom(""), Atom("a")]),
        "! domain_error(non_empty_atom,)"
    );
    assert_eq!(concat(&[Atom("x"), Atom("-"), Var(0)]), "! type_error(list,x)");
    assert_eq!(concat(&[Var(0), Atom("-"), Text("1-2")]), "[1,2]");
    assert_eq!(concat(&[List(vec![Int(1), Var(0)]), Atom("-"), Text("1-2")]), "no");
    assert_eq!(concat(&[List(vec![Atom("1"), Var(0)]), Atom("-"), Text("1-2")]), "2");
}

#[test]
fn other_texts() {
    assert_eq!(
        one("split_string", &[Text("a, b"), Text(","), Text(" "), Var(0)]),
        "[\"a\",\"b\"]"
    );
    assert_eq!(one("upcase_atom", &[Atom("aß1"), Var(0)]), "Aß1");
    assert_eq!(one("string_lower", &[Text("ÄB"), Var(0)]), "\"äb\"");
    assert_eq!(one("text_to_string", &[chars(&["a", "b"]), Var(0)]), "\"ab\"");
    assert_eq!(one("text_to_string", &[Atom("[]"), Var(0)]), "\"\"");
    assert_eq!(one("text_to_string", &[Int(1), Var(0)]), "! type_error(text,1)");
    assert_eq!(one("string_code", &[Int(2), Atom("aé"), Var(0)]), "233");
    assert_eq!(one("string_code", &[Int(0), Atom("aé"), Var(0)]), "no");
    assert_eq!(one("string_length", &[List(vec![Int(97)]), Var(0)]), "1");
    assert_eq!(one("char_type", &[Atom("7"), Term("digit", vec![Var(0)])]), "7");
    assert_eq!(one("char_type", &[Atom("A"), Term("upper", vec![Var(0)])]), "a");
    assert_eq!(one("code_type", &[Int(65), Term("upper", vec![Var(0)])]), "97");
    assert_eq!(
        one("char_type", &[Atom("a"), Atom("foo")]),
        "! type_error(char_type,foo)"
    );
    assert_eq!(all("char_type", &[Var(0), Term("xdigit", vec![Int(10)])]), ["a"]);
}

#[test]
fn formats() {
    assert_eq!(format("~a~w~q", vec![Atom("x y"), Atom("X"), Atom("X")]), "x yX'X'");
    assert_eq!(format("~`-t~30|", vec![]), "-".repeat(30));
    assert_eq!(
        format("~w~t~10+~w~t~10+~w", vec![Atom("a"), Atom("b"), Atom("c")]),
        "a         b         c"
    );
    assert_eq!(format("~t~2f~10|", vec![Float(31.416)]), "     31.42");
    assert_eq!(format("ab~8|c~t~w~20|x", vec![Int(7)]), "ab      c          7x");
    assert_eq!(format("abc~n~w~5|x", vec![Atom("a")]), "abc\na    x");
    assert_eq!(
        format("~d ~2d ~D", vec![Int(5), Int(-5), Int(1_234_567)]),
        "5 -0.05 1,234,567"
    );
    assert_eq!(
        format("~8r ~16R ~c~3c", vec![Int(100), Int(255), Int(65), Int(66)]),
        "144 FF ABBB"
    );
    assert_eq!(
        format("~*c~i~s", vec![Int(3), Int(120), Atom("gone"), chars(&["a", "b"])]),
        "xxxab"
    );
    assert_eq!(
        format("~e ~3e ~g", vec![Float(1.5), Int(12), Float(0.1)]),
        "1.500000e+00 1.200e+01 0.1"
    );
    assert_eq!(format("~a", vec![]), "! format(not enough arguments)");
    assert_eq!(format("~a", vec![Int(1), Int(2)]), "! format(too many arguments)");
    assert_eq!(
        format("~a", vec![Term("f", vec![Int(1)])]),
        "! format_argument_type(a,f(1))"
    );
    assert_eq!(format("~z", vec![Int(1)]), "! existence_error(format_character,z)");
    assert_eq!(format("~999999999999d", vec![Int(1)]), "! resource_error(output)");
    assert_eq!(
        one(
            "format",
            &[Term("codes", vec![Var(0), Var(1)]), Text("a"), List(vec![])]
        ),
        "[97|_]"
    );
    assert_eq!(
        one("format", &[Term("f", vec![Var(0)]), Text("a"), List(vec![])]),
        "! domain_error(output_sink,f(_))"
    );
    let split = [Text("~w~@"), List(vec![Int(1), Atom("nl")]), Var(0), Var(1)];
    assert_eq!(one("$format_split", &split), "[1,$formatted(_)] [-(nl,_)]");
}

#[test]
fn captured_output() {
    let mut b = Bench::new();
    b.all("$capture_start", &[]);
    b.all("put_char", &[Atom("a")]);
    b.all("tab", &[Int(2)]);
    b.all("format", &[Text("~t~w~6|x~n"), List(vec![Int(1)])]);
    assert_eq!(b.all("$capture_end", &[Var(0)]), ["\"a    1x\\n\""]);
}

#[test]
fn reading_streams() {
    let mut b = Bench::new();
    assert_eq!(b.all("open_string", &[Text("ab\nc"), Var(0)]), ["$stream(3)"]);
    let s = || Term("$stream", vec![Int(3)]);
    let mut next = |name: &str| b.all(name, &[s(), Var(1)]).concat().replacen("$stream(3) ", "", 1);
    assert_eq!(next("peek_char"), "a");
    b.vars[1] = b.m.heap.new_var();
    assert_eq!(b.all("get_char", &[s(), Var(1)]), ["$stream(3) a"]);
    assert_eq!(b.all("read_line_to_string", &[s(), Var(2)]), ["$stream(3) a \"b\""]);
    assert_eq!(b.all("line_count", &[s(), Var(3)]), ["$stream(3) a \"b\" 2"]);
    assert_eq!(b.all("get_code", &[s(), Int(99)]).len(), 1);
    assert_eq!(b.all("at_end_of_stream", &[s()]).len(), 1);
    assert_eq!(b.all("get_code", &[s(), Int(-1)]).len(), 1);
    assert_eq!(
        b.all("get_byte", &[s(), Int(-1)]),
        ["! permission_error(input,text_stream,$stream(3))"]
    );
    b.all("close", &[s()]);
    assert_eq!(b.all("get_char", &[s(), Int(1)]), ["! type_error(in_character,1)"]);
    assert_eq!(
        b.all("get_char", &[s(), Atom("a")]),
        ["! existence_error(stream,$stream(3))"]
    );
}

#[test]
fn stream_errors() {
    assert_eq!(
        one("get_char", &[Atom("user_output"), Var(0)]),
        "! permission_error(input,stream,user_output)"
    );
    assert_eq!(
        one("put_char", &[Atom("user_input"), Atom("a")]),
        "! permission_error(output,stream,user_input)"
    );
    assert_eq!(
        one("nl", &[Term("f", vec![Int(1)])]),
        "! domain_error(stream_or_alias,f(1))"
    );
    assert_eq!(one("nl", &[Atom("nope")]), "! existence_error(stream,nope)");
    assert_eq!(one("put_byte", &[Int(256)]), "! type_error(byte,256)");
    assert_eq!(
        one("put_byte", &[Int(1)]),
        "! permission_error(output,text_stream,$stream(1))"
    );
    assert_eq!(one("put_code", &[Int(-1)]), "! representation_error(character_code)");
    assert_eq!(one("open", &[Var(0), Atom("read"), Var(1)]), "! instantiation_error");
    assert_eq!(one("open", &[Atom("f"), Int(1), Var(1)]), "! type_error(atom,1)");
    assert_eq!(
        one("open", &[Atom("f"), Atom("x"), Var(1)]),
        "! domain_error(io_mode,x)"
    );
    assert_eq!(
        one("open", &[Atom("f"), Atom("read"), Atom("s")]),
        "! uninstantiation_error(s)"
    );
    assert_eq!(
        one("open", &[Term("f", vec![Int(1)]), Atom("read"), Var(0)]),
        "! domain_error(source_sink,f(1))"
    );
    assert_eq!(
        one("open", &[Atom("/no/file"), Atom("read"), Var(0)]),
        "! existence_error(source_sink,/no/file)"
    );
    let options = |option| [Atom("f"), Atom("read"), Var(0), List(vec![option])];
    assert_eq!(one("open", &options(Var(1))), "! instantiation_error");
    assert_eq!(one("open", &options(Atom("x"))), "! domain_error(stream_option,x)");
    let alias = Term("alias", vec![Atom("user_input")]);
    assert_eq!(
        one("open", &options(alias)),
        "! permission_error(open,source_sink,alias(user_input))"
    );
    let kind = Term("type", vec![Atom("x")]);
    assert_eq!(one("open", &options(kind)), "! domain_error(stream_option,type(x))");
    assert_eq!(
        one("set_stream_position", &[Atom("user_input"), Atom("x")]),
        "! domain_error(stream_position,x)"
    );
    assert_eq!(
        one("$stream_property_check", &[Atom("x"), Var(0)]),
        "! domain_error(stream,x)"
    );
    assert_eq!(
        one("$stream_property_check", &[Var(0), Atom("x")]),
        "! domain_error(stream_property,x)"
    );
}

#[test]
fn what_is_not_granted_cannot_be_opened() {
    let mut b = Bench::new();
    b.m.streams.access = Default::default();
    let found = b.all("open", &[Atom("/etc/passwd"), Atom("read"), Var(0)]);
    assert_eq!(found, ["! permission_error(open,source_sink,/etc/passwd)"]);
    assert!(b.all("exists_file", &[Atom("/etc/passwd")]).is_empty());
    assert!(b.all("getenv", &[Atom("PATH"), Var(0)]).is_empty());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no files")]
fn files_are_written_and_read_again() {
    let path = std::env::temp_dir().join(format!("ferz-streams-{}", std::process::id()));
    let name: &'static str = Box::leak(path.to_string_lossy().into_owned().into_boxed_str());
    let s = |n| Term("$stream", vec![Int(n)]);
    let mut b = Bench::new();
    b.all("open", &[Atom(name), Atom("write"), Var(0)]);
    b.all("format", &[s(3), Text("hé~w~n"), List(vec![Int(1)])]);
    b.all("close", &[s(3)]);
    b.all("open", &[Atom(name), Atom("append"), Var(1)]);
    b.all("put_char", &[s(4), Atom("x")]);
    b.all("close", &[s(4)]);
    b.all(
        "open",
        &[
            Atom(name),
            Atom("read"),
            Var(2),
            List(vec![Term("alias", vec![Atom("in")])]),
        ],
    );
    assert_eq!(b.all("read_string", &[Atom("in"), Int(3), Text("hé1")]).len(), 1);
    let place = Term("$stream_position", vec![Int(1), Int(1), Int(1), Int(1)]);
    assert_eq!(b.all("set_stream_position", &[Atom("in"), place]).len(), 1);
    b.all("read_stream_to_codes", &[Atom("in"), Var(3)]);
    assert_eq!(b.show(b.vars[3]), "[233,49,10,120]");
    b.all("$stream_properties", &[Atom("in"), Var(4)]);
    let properties = b.show(b.vars[4]);
    for property in [
        "mode(read)",
        "input",
        "end_of_stream(past)",
        "alias(in)",
        "type(text)",
        "$stream_position(5,2,1,6)",
    ] {
        assert!(properties.contains(property), "{property} is missing in {properties}");
    }
    b.all("close", &[Atom("in"), List(vec![])]);
    assert_eq!(b.all("delete_file", &[Atom(name)]).len(), 1);
    assert!(b.all("exists_file", &[Atom(name)]).is_empty());
}

#[test]
#[cfg_attr(not(feature = "manual"), ignore = "there are no descriptions")]
fn every_row_is_documented() {
    for row in SECTIONS.iter().flat_map(|table| table.iter()) {
        assert!(!row.doc.is_empty(), "{} has no documentation", row.head);
        let arguments = row.head.split_once('(').map_or(0, |(_, rest)| rest.split(',').count());
        assert_eq!(arguments, row.arity, "{}", row.head);
    }
}
