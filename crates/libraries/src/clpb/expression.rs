//! Boolean expressions: from a term to a sequence of steps, operands first, and from these to a diagram.

use ferz_engine::native::args::list_arg::proper_list;
use ferz_engine::native::errors::Type;
use ferz_engine::native::terms::{Atom, Cell, Functor, View, known, walk};
use ferz_engine::native::work::Pace;
use ferz_engine::native::{Machine, Stop};

use super::diagrams::{DiagramNode, Diagrams, FALSE, Operation, TRUE};

/// A step of the evaluation of an expression; operands are those evaluated last.
pub(super) enum ExpressionStep {
    Constant(bool),
    /// A variable, or an atom, which is one that is universally quantified.
    Leaf(Cell),
    Not,
    Pair(Operation),
    /// So many operands joined by an operation that is associative and commutative, and their number.
    All(Operation, usize),
    /// The number of true ones among so many operands is in one of the ranges.
    Count(Vec<(i64, i64)>, usize),
    /// There is a value of the variable.
    Exists(Cell),
}

/// Throws `domain_error(clpb_expr, culprit)`.
pub(super) fn no_expression(m: &mut Machine, culprit: Cell) -> Stop {
    domain_error(m, "clpb_expr", culprit)
}

/// Throws `domain_error(domain, culprit)`.
pub(super) fn domain_error(m: &mut Machine, domain: &str, culprit: Cell) -> Stop {
    let domain = Cell::atom(m.intern(domain));
    let formal = m.heap.new_term(known::DOMAIN_ERROR, &[domain, culprit]);
    m.throw_error(formal)
}

enum Work {
    Read(Cell),
    Emit(ExpressionStep),
}

/// Returns the steps of an expression. Their leaves are in the order in which their variables are numbered.
///
/// # Errors
/// A domain error for other terms.
pub(super) fn parse(m: &mut Machine, expression: Cell) -> Result<Vec<ExpressionStep>, Stop> {
    if !walk::is_acyclic(&m.heap, expression) {
        m.check_walks()?;
        return Err(domain_error(m, "acyclic_term", expression));
    }
    let mut parts = Vec::new();
    let mut work = vec![Work::Read(expression)];
    let mut pace = Pace::new();
    while let Some(next) = work.pop() {
        m.poll_at(&mut pace)?;
        match next {
            Work::Emit(part) => parts.push(part),
            Work::Read(cell) => read(m, expression, cell, &mut work)?,
        }
    }
    Ok(parts)
}

fn read(m: &mut Machine, whole: Cell, cell: Cell, work: &mut Vec<Work>) -> Result<(), Stop> {
    let emit = |work: &mut Vec<Work>, part| {
        work.push(Work::Emit(part));
        Ok(())
    };
    match m.view(cell) {
        View::Var(variable) | View::Attributed(variable) => {
            if m.flags.clpb_monotonic && super::store::attribute(m, variable).is_none() {
                return Err(m.instantiation_error());
            }
            emit(work, ExpressionStep::Leaf(variable))
        }
        View::Int(value @ (0 | 1)) => emit(work, ExpressionStep::Constant(value == 1)),
        View::Atom(name) if name != known::NIL => emit(work, ExpressionStep::Leaf(Cell::atom(name))),
        View::Struct(functor, first) => read_compound(m, whole, functor, first, work),
        _ => Err(no_expression(m, whole)),
    }
}

fn read_compound(
    m: &mut Machine,
    whole: Cell,
    functor: Functor,
    first: usize,
    work: &mut Vec<Work>,
) -> Result<(), Stop> {
    let left = m.heap.get(first);
    let unary = |work: &mut Vec<Work>, part| work.extend([Work::Emit(part), Work::Read(left)]);
    match (functor.name(), functor.arity()) {
        (known::TILDE, 1) => unary(work, ExpressionStep::Not),
        (known::PLUS, 1) => read_list(m, Operation::OR, left, work)?,
        (known::STAR, 1) => read_list(m, Operation::AND, left, work)?,
        (known::V, 1) => match m.view(left) {
            View::Var(variable) | View::Attributed(variable) => work.push(Work::Emit(ExpressionStep::Leaf(variable))),
            View::Int(value @ (0 | 1)) => work.push(Work::Emit(ExpressionStep::Constant(value == 1))),
            _ => return Err(no_expression(m, whole)),
        },
        (known::CARD, 2) => read_count(m, left, m.heap.get(first + 1), work)?,
        (known::HAT, 2) => {
            let (View::Var(variable) | View::Attributed(variable)) = m.view(left) else {
                return Err(no_expression(m, whole));
            };
            work.extend([
                Work::Emit(ExpressionStep::Exists(variable)),
                Work::Read(m.heap.get(first + 1)),
            ]);
        }
        (name, 2) => match operation(name) {
            Some((operation, Order::Any)) => read_chain(m, functor, operation, first, work),
            Some((operation, Order::Given)) => {
                let right = m.heap.get(first + 1);
                work.extend([
                    Work::Emit(ExpressionStep::Pair(operation)),
                    Work::Read(right),
                    Work::Read(left),
                ]);
            }
            Some((operation, Order::Exchanged)) => {
                let right = m.heap.get(first + 1);
                work.extend([
                    Work::Emit(ExpressionStep::Pair(operation)),
                    Work::Read(left),
                    Work::Read(right),
                ]);
            }
            None => return Err(no_expression(m, whole)),
        },
        _ => return Err(no_expression(m, whole)),
    }
    Ok(())
}

/// How the operands of an operation may be taken.
enum Order {
    Any,
    Given,
    Exchanged,
}

fn operation(name: Atom) -> Option<(Operation, Order)> {
    Some(match name {
        known::PLUS => (Operation::OR, Order::Any),
        known::STAR => (Operation::AND, Order::Any),
        known::NUMBER_SIGN => (Operation::XOR, Order::Any),
        known::NUM_EQ => (Operation::EQUAL, Order::Given),
        known::NUM_NE => (Operation::XOR, Order::Given),
        known::LE => (Operation::AT_MOST, Order::Given),
        known::LT => (Operation::LESS, Order::Given),
        known::GE => (Operation::AT_MOST, Order::Exchanged),
        known::GT => (Operation::LESS, Order::Exchanged),
        _ => return None,
    })
}

/// Reads `A+B+C` at once, so that its operands may be joined in the best order.
fn read_chain(m: &Machine, functor: Functor, operation: Operation, first: usize, work: &mut Vec<Work>) {
    let start = work.len();
    work.push(Work::Emit(ExpressionStep::Not));
    let mut pair = first;
    // The last operand first; it is read last.
    loop {
        work.push(Work::Read(m.heap.get(pair + 1)));
        match m.view(m.heap.get(pair)) {
            View::Struct(inner, arguments) if inner == functor => pair = arguments,
            _ => break,
        }
    }
    work.push(Work::Read(m.heap.get(pair)));
    work[start] = Work::Emit(ExpressionStep::All(operation, work.len() - start - 1));
}

fn read_list(m: &mut Machine, operation: Operation, list: Cell, work: &mut Vec<Work>) -> Result<(), Stop> {
    let items = proper_list(m, list)?;
    work.push(Work::Emit(ExpressionStep::All(operation, items.len())));
    work.extend(items.into_iter().rev().map(Work::Read));
    Ok(())
}

fn read_count(m: &mut Machine, counts: Cell, list: Cell, work: &mut Vec<Work>) -> Result<(), Stop> {
    let wanted = match walk::list_end(&m.heap, counts).1 {
        None => proper_list(m, counts)?,
        Some(walk::ListEnd::Partial(_)) => return Err(m.instantiation_error()),
        Some(_) => {
            let words = ["type_error", "list", "ground"].map(|word| m.intern(word));
            let kind = m.heap.new_term(words[1], &[Cell::atom(words[2])]);
            let formal = m.heap.new_term(words[0], &[kind, counts]);
            return Err(m.throw_error(formal));
        }
    };
    if !walk::is_ground(&m.heap, counts) {
        return Err(m.instantiation_error());
    }
    let mut ranges = Vec::new();
    for count in wanted {
        match m.view(count) {
            View::Int(count) => ranges.push((count, count)),
            View::Struct(functor, first) if functor == Functor::new(known::MINUS, 2) => {
                let low = bound(m, m.heap.get(first), false)?;
                ranges.push((low, bound(m, m.heap.get(first + 1), true)?));
            }
            _ => {}
        }
    }
    let items = proper_list(m, list)?;
    work.push(Work::Emit(ExpressionStep::Count(ranges, items.len())));
    work.extend(items.into_iter().rev().map(Work::Read));
    Ok(())
}

/// Returns the bound of a range; there may be no upper one.
fn bound(m: &mut Machine, cell: Cell, is_upper: bool) -> Result<i64, Stop> {
    match m.view(cell) {
        View::Int(value) => Ok(value),
        View::BigInt(_) if m.heap.number(cell).is_some_and(|n| n.is_negative()) => Ok(i64::MIN),
        View::BigInt(_) => Ok(i64::MAX),
        View::Atom(name) if is_upper && matches!(m.atoms.text(name), "inf" | "infinite") => Ok(i64::MAX),
        _ => Err(m.type_error(Type::Integer, cell)),
    }
}

/// Returns the diagram of an expression whose leaves have the diagrams that `leaf` tells.
pub(super) fn evaluate(
    d: &mut Diagrams<'_>,
    parts: &[ExpressionStep],
    mut leaf: impl FnMut(&mut Diagrams<'_>, Cell) -> Result<u32, Stop>,
) -> Result<u32, Stop> {
    let mut values: Vec<u32> = Vec::new();
    for part in parts {
        d.poll()?;
        let value = match part {
            ExpressionStep::Constant(value) => u32::from(*value),
            ExpressionStep::Leaf(cell) => leaf(d, *cell)?,
            ExpressionStep::Not => {
                let value = values.pop().unwrap_or(FALSE);
                d.not(value)?
            }
            ExpressionStep::Pair(operation) => {
                let (right, left) = (values.pop().unwrap_or(FALSE), values.pop().unwrap_or(FALSE));
                d.apply(*operation, left, right)?
            }
            ExpressionStep::All(operation, count) => {
                let operands = values.split_off(values.len() - count);
                join(d, *operation, operands)?
            }
            ExpressionStep::Count(ranges, count) => {
                let operands = values.split_off(values.len() - count);
                self::count(d, ranges, operands)?
            }
            ExpressionStep::Exists(variable) => {
                let value = values.pop().unwrap_or(FALSE);
                let variable = leaf(d, *variable)?;
                let level = d.level(variable);
                d.quantify(value, Operation::OR, |at| at == level)?
            }
        };
        values.push(value);
    }
    Ok(values.pop().unwrap_or(TRUE))
}

/// Joins operands, the lowest ones first: then each step is short if they are variables.
fn join(d: &mut Diagrams<'_>, operation: Operation, mut operands: Vec<u32>) -> Result<u32, Stop> {
    operands.sort_by_key(|&operand| std::cmp::Reverse(d.level(operand)));
    let mut joined = u32::from(operation == Operation::AND);
    for operand in operands {
        joined = d.apply(operation, operand, joined)?;
    }
    Ok(joined)
}

/// Returns the diagram that is true where the number of true operands is in one of the ranges.
fn count(d: &mut Diagrams<'_>, ranges: &[(i64, i64)], mut operands: Vec<u32>) -> Result<u32, Stop> {
    let is_wanted = |count: usize| ranges.iter().any(|range| (range.0..=range.1).contains(&(count as i64)));
    // For each number of true operands among those that are left: whether the whole number is wanted.
    let mut results: Vec<u32> = (0..=operands.len()).map(|count| u32::from(is_wanted(count))).collect();
    operands.sort_by_key(|&operand| std::cmp::Reverse(d.level(operand)));
    for operand in operands {
        let test = d.node(operand);
        for count in 0..results.len() - 1 {
            d.poll()?;
            let (low, high) = (results[count], results[count + 1]);
            let is_plain = operand > TRUE && (test.low, test.high) == (FALSE, TRUE);
            results[count] = if is_plain && test.level < d.level(low).min(d.level(high)) {
                d.make(test.level, low, high)?
            } else {
                d.choose(operand, low, high)?
            };
        }
        results.pop();
    }
    Ok(results.pop().unwrap_or(FALSE))
}

/// Whether a node is the diagram of a variable.
pub(super) fn is_variable(node: DiagramNode) -> bool {
    (node.low, node.high) == (FALSE, TRUE)
}
