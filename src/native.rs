//! The interface for native predicates: fast libraries, written in Rust and Prolog.
//!
//! A host that lends a function or two to its programs uses [`Engine::det`](crate::Engine::det) and its like, whose
//! values are those of Rust. A library stands closer to the engine: its predicates see terms where they are, on the heap.
//! The solvers, the regular expressions and the XML of ferz are such libraries, and use nothing else of the engine.
//! `examples/library` in the repository is a complete one, a package of its own.
//!
//! # A library
//!
//! A [`Library`] is a value: tables of [`Native`] predicates, [`Texts`] in Prolog, the parts that programs have to load,
//! and chapters of the manual. A program is built with it:
//!
//! ```
//! use ferz::Program;
//! use ferz::native::args::list_arg::proper_list;
//! use ferz::native::args::text_arg::{need_text, text_atom};
//! use ferz::native::terms::Cell;
//! use ferz::native::{Library, Machine, Native, Step, Texts, det};
//!
//! /// The native predicates: a head with modes, the number of arguments, the function.
//! const ROWS: &[Native] = &[
//!     det!("longest(+words, -word)", 2, longest_2)
//!         .doc("Unifies word with the longest of the words, the first of several.")
//!         .examples(&[("longest([a, queen], W)", "W = queen")]),
//! ];
//!
//! /// The predicates in Prolog: each has a line that begins with `%! `, its documentation, and its clauses.
//! static TEXTS: Texts = Texts::new(&[("words/words.pl", "
//! %! longest_of(+Words, +Others, -Word) is det.
//! %  Word is the longest in two lists.
//! longest_of(Words, Others, Word) :-
//!     append(Words, Others, All),
//!     longest(All, Word).
//! ")]);
//!
//! static WORDS: Library = Library::new("words").rows(&[ROWS]).texts(&TEXTS);
//!
//! fn longest_2(m: &mut Machine, words: Cell, word: Cell) -> Step {
//!     let mut longest = String::new();
//!     for each in proper_list(m, words)? {
//!         let text = need_text(m, each)?;
//!         if text.chars().count() > longest.chars().count() {
//!             longest = text;
//!         }
//!     }
//!     let longest = text_atom(m, &longest)?;
//!     m.unify(word, longest)
//! }
//!
//! let mut engine = Program::builder().library(&WORDS).freeze()?.engine();
//! assert!(engine.succeeds("longest_of([a, bishop], [queen], bishop)").expect("no error"));
//! let error = engine.once("longest([a|_], W)").expect_err("a list has to end");
//! assert!(error.to_string().contains("not sufficiently instantiated"));
//! # Ok::<(), ferz::Diagnostics>(())
//! ```
//!
//! # Kinds of predicates
//!
//! | a predicate | is a row | and its function |
//! |---|---|---|
//! | that succeeds at most once | [`det!`](det) | returns a [`Step`]: `Ok(())`, [`Stop::Fail`], or an exception |
//! | that may succeed several times | [`nondet!`](nondet) | gets the state that it returned last, `None` at the call, and returns the next one, `None` after the last solution |
//! | that calls a goal | `Native::new(head, arity, NativeRun::Control(f))` | returns [`Next::Call`] with the goal, and does not run again |
//!
//! ```
//! use ferz::Program;
//! use ferz::native::terms::{Cell, View};
//! use ferz::native::{Library, Machine, Native, Next, NativeRun, Stop, nondet};
//!
//! /// The powers of two up to a number, on backtracking.
//! fn power_2(m: &mut Machine, state: Option<Cell>, most: Cell, power: Cell) -> Result<Option<Cell>, Stop> {
//!     let View::Int(most) = m.view(most) else {
//!         return Err(m.instantiation_error());
//!     };
//!     let number = match state.map(|state| m.view(state)) {
//!         Some(View::Int(number)) => number,
//!         _ => 1,
//!     };
//!     if number > most {
//!         return Err(Stop::Fail);
//!     }
//!     m.unify(power, Cell::int(number))?;
//!     Ok((2 * number <= most).then(|| Cell::int(2 * number)))
//! }
//!
//! /// Calls a goal with the number of solutions that were counted so far.
//! fn doubled_2(m: &mut Machine) -> Result<Next, Stop> {
//!     let (number, goal) = (m.arg(0), m.arg(1));
//!     let View::Int(number) = m.view(number) else {
//!         return Err(m.instantiation_error());
//!     };
//!     m.reserve(8)?;
//!     let call = m.intern("call");
//!     Ok(Next::Call(m.heap.new_term(call, &[goal, Cell::int(2 * number)])))
//! }
//!
//! static NUMBERS: Library = Library::new("numbers").rows(&[&[
//!     nondet!("power(+most, -power)", 2, power_2),
//!     Native::new("doubled(+number, :goal)", 2, NativeRun::Control(doubled_2)),
//! ]]);
//!
//! let mut engine = Program::builder().library(&NUMBERS).freeze()?.engine();
//! assert!(engine.succeeds("findall(P, power(10, P), [1, 2, 4, 8])").expect("no error"));
//! assert!(engine.succeeds("doubled(4, =(8))").expect("no error"));
//! # Ok::<(), ferz::Diagnostics>(())
//! ```
//!
//! # Terms
//!
//! A [`Cell`](terms::Cell) is a tagged word; [`Machine::view`] follows references and tells what it stands for, as a
//! [`View`](terms::View). Terms are made on `m.heap` (`new_term`, `new_pair`, `new_var`), after [`Machine::reserve`] has
//! asked for their cells, and unified by [`Machine::unify`]. Nothing on the heap moves while a native predicate runs.
//! [`args`] reads lists, texts and streams with the errors of the standard, and makes them.
//!
//! # What a library owes
//!
//! - **Errors**: methods of the machine such as [`Machine::type_error`] raise them, and return the [`Stop`] to return.
//! - **Time**: a loop counts its steps with a [`Pace`](work::Pace) and calls [`Machine::poll_at`], so that interrupts and
//!   limits stop it.
//! - **Memory**: what goes beyond the heap is charged before it is taken, by [`Machine::charge_program`] if it stays, by
//!   [`Machine::with_aside`] if it is for the call.
//! - **No recursion over terms**, which may be ten million deep: [`terms::walk`] has the usual walks.
//!
//! # State
//!
//! - An object ([`Machine::new_object`], `m.atoms.object_value`) is a Rust value that a term names.
//! - `m.stacks.assign` changes a cell, until backtracking.
//! - [`attributes`] has the attributes of variables. [`Library::hooks`] says what runs when such a variable is bound.
//! - [`globals`] has global variables, which outlive backtracking.

pub use ferz_engine::native::*;
