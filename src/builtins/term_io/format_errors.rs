//! The errors of `format/2`, as SWI-Prolog has them.

use crate::base::iso_error::Type;
use crate::base::known;
use crate::machine::Machine;
use crate::machine::native::Stop;
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::builtins::args::stream_arg::atom_name;
use crate::builtins::args::text_arg::new_atom;

/// Raises `error(format(Message), _)`.
pub(super) fn format_error(m: &mut Machine, message: &str) -> Stop {
    let (name, message) = (m.intern("format"), new_atom(m, message));
    let formal = m.heap.new_term(name, &[message]);
    m.throw_error(formal)
}

/// Makes of an error about the argument of a directive `error(format_argument_type(Letter, Argument), _)`. Errors of
/// evaluation stay what they are, with the letter.
pub(super) fn argument_error(m: &mut Machine, letter: char, argument: Cell, stop: Stop) -> Stop {
    let formal = match m.view(m.raised()) {
        View::Struct(_, args) => m.view(m.heap.get(args)),
        _ => return stop,
    };
    let is_about_type = match formal {
        View::Atom(name) => name == known::INSTANTIATION_ERROR,
        View::Struct(f, _) => matches!(f.name(), known::TYPE_ERROR | known::REPRESENTATION_ERROR),
        _ => false,
    };
    let culprit = match (letter, formal) {
        ('a' | 's' | 'c', _) if is_about_type => argument,
        ('d' | 'D' | 'I' | 'r' | 'R', View::Struct(f, args))
            if f.name() == known::TYPE_ERROR && atom_name(m, m.heap.get(args)) == Some(Type::Integer.text()) =>
        {
            m.heap.get(args + 1)
        }
        _ => return with_letter(m, letter, stop),
    };
    let (name, letter) = (
        m.intern("format_argument_type"),
        new_atom(m, letter.encode_utf8(&mut [0; 4])),
    );
    let formal = m.heap.new_term(name, &[letter, culprit]);
    m.throw_error(formal)
}

/// Adds the letter of the directive to an error about its argument.
fn with_letter(m: &mut Machine, letter: char, stop: Stop) -> Stop {
    let letter = new_atom(m, letter.encode_utf8(&mut [0; 4]));
    let name = m.intern("format_directive");
    let note = m.heap.new_term(name, &[letter]);
    m.with_note(stop, note)
}
