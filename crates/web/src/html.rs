//! Texts of HTML, under `texts/web/html_write.pl`.

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::args::stream_arg::{boolean, output_stream, write_text};
use ferz_engine::native::args::text_arg::{need_text, new_string, push_atomic, text_atom};
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Cell, View};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Native, Step, det};

pub(crate) const TABLE: &[Native] = &[
    det!("$html_quoted(+text, +attribute, -quoted)", 3, html_quoted_3)
        .doc("Unifies quoted with a text in which the marks of HTML are entities, quotes too if attribute is true."),
    det!("$html_print(+stream, +tokens)", 2, html_print_2)
        .doc("Writes texts; nl(N) between them stands for at least N ends of lines, other terms for nothing."),
    det!("$peng_script(-text)", 1, peng_script_1).doc("Unifies text with the script by which browsers ask pengines."),
];

/// The bytes that are written at once.
const CHUNK: usize = 16 << 10;
/// The most ends of lines between two texts.
const MOST_LINES: i64 = 100;

fn peng_script_1(m: &mut Machine, text: Cell) -> Step {
    let script = new_string(m, include_str!("../texts/web/pengines.js"))?;
    m.unify(text, script)
}

fn html_quoted_3(m: &mut Machine, text: Cell, attribute: Cell, quoted: Cell) -> Step {
    let plain = need_text(m, text)?;
    let quotes = boolean(m, attribute)?;
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' if quotes => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    let atom = text_atom(m, &out)?;
    m.unify(quoted, atom)
}

fn html_print_2(m: &mut Machine, stream: Cell, tokens: Cell) -> Step {
    let id = output_stream(m, stream)?;
    let mut out = String::new();
    // Ends of lines before the first text are left out.
    let mut lines = None;
    let mut pace = Pace::new();
    for token in proper_list(m, tokens)? {
        m.poll_at(&mut pace)?;
        if let View::Struct(functor, args) = m.view(token) {
            if m.atoms.text(functor.name()) == "nl"
                && let View::Int(count) = m.view(m.heap.get(args))
            {
                lines = lines.map(|lines: i64| lines.max(count.min(MOST_LINES)));
            }
            continue;
        }
        for _ in 0..lines.unwrap_or(0) {
            out.push('\n');
        }
        lines = Some(0);
        if !push_atomic(m, token, &mut out) {
            return Err(m.type_error(Type::Atomic, token));
        }
        if out.len() > CHUNK {
            write_text(m, id, &out)?;
            out.clear();
        }
    }
    write_text(m, id, &out)
}
