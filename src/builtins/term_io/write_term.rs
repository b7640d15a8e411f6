//! ISO 8.14.2: writing terms. Reading is in `read_term`, operators are in `operators`.
//!
//! The user's `portray/1` cannot run from a native predicate: if it is defined and requested, the library collects the
//! subterms that it writes, and calls back with their texts.

use crate::base::atom::Functor;
use crate::base::known;
use crate::io::table::StreamId;
use crate::machine::Machine;
use crate::native::{Native, NativeRun, Next, Step, Stop, det, holds};
use crate::term::cell::Cell;
use crate::term::write::Names;

use crate::builtins::term_io::write_options::{
    WriteSettings, put_term, text_of_term, text_up_to, with_canonical_names, write_settings,
};
use crate::native::args::list_arg::count;
use crate::native::args::stream_arg::{current_output, output_stream, stream_term, write_text};

pub(in crate::builtins) const TABLE: &[Native] = &[
    Native::new(
        "write_term(@term, +options)",
        2,
        NativeRun::Control(|m| {
            let (term, options) = (m.arg(0), m.arg(1));
            let id = current_output(m)?;
            write_with(m, id, term, options)
        }),
    )
    .iso("8.14.2")
    .doc(
        "Writes a term; options are quoted, ignore_ops, numbervars, variable_names, max_depth, spacing, \
             priority, portray, fullstop and nl.",
    )
    .examples(&[(
        "write_term(f(X, 'a b'), [quoted(true), variable_names(['X'=X])])",
        "true",
    )]),
    Native::new(
        "write_term(+stream, @term, +options)",
        3,
        NativeRun::Control(|m| {
            let (stream, term, options) = (m.arg(0), m.arg(1), m.arg(2));
            if m.deref(stream).is_variable() {
                return Err(m.instantiation_error());
            }
            // Errors in the options precede those of the stream (8.14.2.3).
            write_settings(m, options)?;
            let id = output_stream(m, stream)?;
            write_with(m, id, term, options)
        }),
    )
    .iso("8.14.2")
    .doc("Writes a term to a stream, with the options of write_term/2.")
    .examples(&[(
        "with_output_to(string(S), (current_output(_O), write_term(_O, ['A b'], [quoted(true)])))",
        "S = \"['A b']\"",
    )]),
    det!("write(@term)", 1, write_1)
        .iso("8.14.2")
        .doc("Writes a term to the current output, without quotes.")
        .examples(&[("with_output_to(string(S), write('a b'+1))", "S = \"a b+1\"")]),
    det!("write(+stream, @term)", 2, write_2)
        .iso("8.14.2")
        .doc("Writes a term to a stream, without quotes.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), write(_O, 'A b')))",
            "S = \"A b\"",
        )]),
    det!("writeq(@term)", 1, writeq_1)
        .iso("8.14.2")
        .doc("Writes a term to the current output, with quotes where reading it back needs them.")
        .examples(&[("with_output_to(string(S), writeq('a b'+1))", "S = \"'a b'+1\"")]),
    det!("writeq(+stream, @term)", 2, writeq_2)
        .iso("8.14.2")
        .doc("Writes a term to a stream, with quotes where reading it back needs them.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), writeq(_O, 'A b')))",
            "S = \"'A b'\"",
        )]),
    det!("write_canonical(@term)", 1, write_canonical_1)
        .iso("8.14.2")
        .doc("Writes a term so that any Prolog system reads it back: quoted, and without operators.")
        .examples(&[(
            "with_output_to(string(S), write_canonical(1+X*X))",
            "S = \"+(1,*(A,A))\"",
        )]),
    det!("write_canonical(+stream, @term)", 2, write_canonical_2)
        .iso("8.14.2")
        .doc("Writes a term to a stream so that any Prolog system reads it back.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), write_canonical(_O, 1 + 2)))",
            "S = \"+(1,2)\"",
        )]),
    det!("writeln(@term)", 1, writeln_1)
        .doc("Writes a term without quotes, followed by a newline.")
        .examples(&[("with_output_to(string(S), writeln(a))", "S = \"a\\n\"")]),
    det!("writeln(+stream, @term)", 2, writeln_2)
        .doc("Writes a term to a stream without quotes, followed by a newline.")
        .examples(&[(
            "with_output_to(string(S), (current_output(_O), writeln(_O, a)))",
            "S = \"a\\n\"",
        )]),
    Native::new(
        "print(@term)",
        1,
        NativeRun::Control(|m| {
            let term = m.arg(0);
            let id = current_output(m)?;
            print(m, id, term)
        }),
    )
    .doc("Writes a term quoted, using the user's portray/1 for it and its subterms.")
    .examples(&[("with_output_to(string(S), print(['A b']))", "S = \"['A b']\"")]),
    Native::new(
        "print(+stream, @term)",
        2,
        NativeRun::Control(|m| {
            let (stream, term) = (m.arg(0), m.arg(1));
            let id = output_stream(m, stream)?;
            print(m, id, term)
        }),
    )
    .doc("Writes a term to a stream, quoted, using the user's portray/1 for it and its subterms.")
    .examples(&[(
        "with_output_to(string(S), (current_output(_O), writeln(_O, a)))",
        "S = \"a\\n\"",
    )]),
    det!("write_length(@term, -length, +options)", 3, write_length_3)
        .doc(
            "Unifies length with the number of characters that write_term/2 would write; fails if that \
             exceeds the option max_length.",
        )
        .examples(&[("write_length('a b', L, [quoted(true)])", "L = 5")]),
];

fn write_with(m: &mut Machine, id: StreamId, term: Cell, options: Cell) -> Result<Next, Stop> {
    let settings = write_settings(m, options)?;
    if settings.portray && is_portray_defined(m) {
        return Ok(portrayed(m, id, term, options));
    }
    put_term(m, id, term, &settings)?;
    Ok(Next::Continue)
}

/// Whether the user has defined `portray/1`.
pub(crate) fn is_portray_defined(m: &mut Machine) -> bool {
    let name = m.intern("portray");
    let portray = m.db.find(known::USER, Functor::new(name, 1));
    portray.is_some_and(|pred| m.db.preds[pred].live > 0)
}

/// Lets the library write the term.
fn portrayed(m: &mut Machine, id: StreamId, term: Cell, options: Cell) -> Next {
    let name = m.intern("$write_portrayed");
    let stream = stream_term(m, id);
    Next::Call(m.heap.new_term(name, &[stream, term, options]))
}

fn print(m: &mut Machine, id: StreamId, term: Cell) -> Result<Next, Stop> {
    if let Some(name) = m.atoms.find("print_write_options")
        && let Some(flag) = m.session.lasting.flags.get(&name)
    {
        let value = flag.value.clone();
        let options = value.unpack(&mut m.heap);
        return write_with(m, id, term, options);
    }
    if is_portray_defined(m) {
        let options = ["portray", "numbervars", "quoted"].map(|option| {
            let name = m.intern(option);
            m.heap.new_term(name, &[Cell::atom(known::TRUE)])
        });
        let options = m.heap.new_list(&options, Cell::NIL);
        return Ok(portrayed(m, id, term, options));
    }
    put_term(m, id, term, &WriteSettings::quoted())?;
    Ok(Next::Continue)
}

fn write_1(m: &mut Machine, term: Cell) -> Step {
    let id = current_output(m)?;
    put_term(m, id, term, &WriteSettings::plain())
}

fn write_2(m: &mut Machine, stream: Cell, term: Cell) -> Step {
    let id = output_stream(m, stream)?;
    put_term(m, id, term, &WriteSettings::plain())
}

fn writeq_1(m: &mut Machine, term: Cell) -> Step {
    let id = current_output(m)?;
    put_term(m, id, term, &WriteSettings::quoted())
}

fn writeq_2(m: &mut Machine, stream: Cell, term: Cell) -> Step {
    let id = output_stream(m, stream)?;
    put_term(m, id, term, &WriteSettings::quoted())
}

fn write_canonical_1(m: &mut Machine, term: Cell) -> Step {
    let id = current_output(m)?;
    with_canonical_names(m, term, |m, names| put_term(m, id, term, &canonical(names)))
}

fn write_canonical_2(m: &mut Machine, stream: Cell, term: Cell) -> Step {
    let id = output_stream(m, stream)?;
    with_canonical_names(m, term, |m, names| put_term(m, id, term, &canonical(names)))
}

/// Returns the settings of `write_canonical/1`, with names for the variables.
pub(super) fn canonical(names: Names) -> WriteSettings {
    WriteSettings {
        quoted: true,
        quote_wide: true,
        ignore_ops: true,
        names,
        ..WriteSettings::default()
    }
}

fn writeln_1(m: &mut Machine, term: Cell) -> Step {
    write_1(m, term)?;
    let id = current_output(m)?;
    write_text(m, id, "\n")
}

fn writeln_2(m: &mut Machine, stream: Cell, term: Cell) -> Step {
    write_2(m, stream, term)?;
    let id = output_stream(m, stream)?;
    write_text(m, id, "\n")
}

fn write_length_3(m: &mut Machine, term: Cell, length: Cell, options: Cell) -> Step {
    let mut rest = Vec::new();
    let mut most = None;
    for option in crate::native::args::text_arg::need_list(m, options)? {
        match m.view(option) {
            crate::term::view::View::Struct(f, at) if m.atoms.text(f.name()) == "max_length" && f.arity() == 1 => {
                let value = m.heap.get(at);
                most = Some(count(m, value)?);
            }
            _ => rest.push(option),
        }
    }
    let options = m.heap.new_list(&rest, Cell::NIL);
    let settings = write_settings(m, options)?;
    let text = match most {
        // A character has at most four bytes.
        Some(most) => text_up_to(m, term, &settings, most.saturating_mul(4))?.ok_or(Stop::Fail)?,
        None => text_of_term(m, term, &settings)?,
    };
    let written = text.chars().count();
    holds(most.is_none_or(|most| written <= most))?;
    m.unify(length, Cell::int(written as i64))
}
