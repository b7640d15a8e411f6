//! Dicts: compound terms of the tag, and the keys in standard order, each followed by its value.

use crate::base::atom::{Functor, MAX_ARITY};
use crate::base::iso_error::{Limit, Type};
use crate::base::known;
use crate::base::watch::Pace;
use crate::builtins::terms::construct::{replace, replace_for_good};
use crate::builtins::terms::sort::{Keyed, keyed, missing_part, sort_items};
use crate::machine::Machine;
use crate::native::args::list_arg::partial_list;
use crate::native::args::text_arg::list_items;
use crate::native::{Native, Step, Stop, det, nondet};
use crate::term::cell::Cell;
use crate::term::order::compare;
use crate::term::view::View;
use crate::term::walk::list_end;

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("is_dict(@term)", 1, is_dict_1)
        .doc("True if term is a dict.")
        .examples(&[("is_dict(point{x: 1}), \\+ is_dict(f(x))", "true")]),
    det!("is_dict(@term, -tag)", 2, is_dict_2)
        .doc("True if term is a dict with this tag.")
        .examples(&[("is_dict(point{x: 1}, T)", "T = point")]),
    det!("dict_pairs(?dict, ?tag, ?pairs)", 3, dict_pairs_3)
        .doc(
            "Relates a dict to its tag and the list of its Key-Value pairs, in the order of the keys. A large dict is best made in this way, from all of its pairs.",
        )
        .examples(&[
            ("dict_pairs(D, point, [y-2, x-1])", "D = point{x: 1, y: 2}"),
            ("dict_pairs(_{b: 2, a: 1}, _, L)", "L = [a-1, b-2]"),
            ("dict_pairs(_, t, [a-1, a-2])", "duplicate_key(a)"),
        ]),
    det!("dict_create(-dict, +tag, +pairs)", 3, dict_create_3)
        .doc("Makes a dict of another dict, or of pairs Key-Value, Key=Value, Key:Value or Key(Value).")
        .examples(&[("dict_create(D, t, [a=1, b(2)])", "D = t{a: 1, b: 2}")]),
    det!("$dict_of_options(+options, ?dict)", 2, dict_of_options_2)
        .doc("Unifies dict with one of pairs, of which the first of a key counts."),
    nondet!("get_dict(?key, +dict, -value)", 3, get_dict_3)
        .first(|m| value_of_key(m, |_, _, _| Stop::Fail))
        .doc("True if dict has value for key; an unbound key is enumerated.")
        .examples(&[
            ("get_dict(x, point{x: 1, y: 2}, V)", "V = 1"),
            ("get_dict(K, _{a: 1, b: 2}, V)", "K = a, V = 1 ; K = b, V = 2"),
            ("get_dict(z, point{x: 1}, _)", "false"),
        ]),
    nondet!("get_dict_ex(?key, +dict, -value)", 3, get_dict_3)
        .first(|m| value_of_key(m, missing_key))
        .doc("Like get_dict/3, but a missing key is an error.")
        .examples(&[("get_dict_ex(z, t{x: 1}, _)", "existence_error(key, z, t{x: 1})")]),
    det!("get_dict(+key, +dict, -value, -new_dict, ?new_value)", 5, get_dict_5)
        .doc("True if value is the value of key in dict, and new_dict the same dict with new_value in its place.")
        .examples(&[("get_dict(a, t{a: 1, b: 2}, V, D, 3)", "V = 1, D = t{a: 3, b: 2}")]),
    det!("put_dict(+key, +dict, +value, -new_dict)", 4, put_dict_4)
        .doc("True if new_dict is dict with value for key, which need not exist.")
        .examples(&[("put_dict(b, t{a: 1}, 2, D)", "D = t{a: 1, b: 2}")]),
    det!("put_dict(+new, +dict, -new_dict)", 3, put_dict_3)
        .doc(
            "True if new_dict is dict with the pairs of new, a dict or a list of pairs, which replace those of the same \
             keys.",
        )
        .examples(&[("put_dict(_{b: 3, c: 4}, t{a: 1, b: 2}, D)", "D = t{a: 1, b: 3, c: 4}")]),
    det!("del_dict(+key, +dict, ?value, -new_dict)", 4, del_dict_4)
        .doc("True if new_dict is dict without key, whose value is value.")
        .examples(&[("del_dict(a, t{a: 1, b: 2}, V, D)", "V = 1, D = t{b: 2}")]),
    det!(":<(+select, +from)", 2, select_2)
        .doc("True if the tags unify, and all keys of the dict select are in the dict from with values that unify.")
        .examples(&[("t{a: X} :< t{a: 1, b: 2}", "X = 1")]),
    det!("select_dict(+select, +from, -rest)", 3, select_dict_3)
        .doc("Like select :< from; rest is from without the keys of select.")
        .examples(&[("select_dict(t{a: X}, t{a: 1, b: 2}, R)", "X = 1, R = t{b: 2}")]),
    det!(">:<(+dict1, +dict2)", 2, common_2)
        .doc("True if the tags unify, and the values of the keys that both dicts have.")
        .examples(&[("t{a: 1, b: X} >:< t{b: 2, c: 3}", "X = 2")]),
    det!("b_set_dict(+key, !dict, +value)", 3, b_set_dict_3)
        .doc("Replaces the value of key in dict, until backtracking.")
        .examples(&[("D = t{a: 1}, ( b_set_dict(a, D, 2), fail ; true )", "D = t{a: 1}")]),
    det!("nb_set_dict(+key, !dict, +value)", 3, nb_set_dict_3)
        .doc("Replaces the value of key in dict by a copy of value; backtracking does not undo it.")
        .examples(&[("D = t{a: 1}, ( nb_set_dict(a, D, 2), fail ; true )", "D = t{a: 2}")]),
];

/// Number of keys up to which the words of all are compared before any texts.
const FEW: usize = 8;

/// Where a dict is on the heap: the address of its tag, and the number of its keys.
#[derive(Clone, Copy)]
struct Dict {
    tag: usize,
    count: usize,
}

impl Dict {
    /// Returns the address of the n-th key, before that of its value.
    fn at(self, n: usize) -> usize {
        self.tag + 1 + 2 * n
    }

    fn key(self, m: &Machine, n: usize) -> Cell {
        m.deref(m.heap.get(self.at(n)))
    }

    fn value(self, m: &Machine, n: usize) -> Cell {
        m.heap.get(self.at(n) + 1)
    }

    /// As [`Dict::find`], where that with the number `next` is looked at first: keys that follow one another often do so
    /// in two dicts.
    fn find_from(self, m: &mut Machine, key: Cell, next: usize) -> Result<usize, usize> {
        if next < self.count && self.key(m, next) == key {
            return Ok(next);
        }
        self.find(m, key)
    }

    /// Returns the number of the pair with this key, or of the one before which it belongs.
    fn find(self, m: &mut Machine, key: Cell) -> Result<usize, usize> {
        let guesses = match self.count {
            0..=FEW => 0..self.count,
            _ => {
                let last = *m.heap.places.of(key, self.count) as usize;
                last..self.count.min(last + 1)
            }
        };
        for n in guesses {
            if self.key(m, n) == key {
                return Ok(n);
            }
        }
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            if compare(&m.heap, &m.atoms, self.key(m, middle), key).is_lt() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if self.count > FEW {
            *m.heap.places.of(key, self.count) = low as u32;
        }
        if low < self.count && self.key(m, low) == key {
            Ok(low)
        } else {
            Err(low)
        }
    }
}

fn as_dict(m: &Machine, term: Cell) -> Option<Dict> {
    match m.view(term) {
        View::Struct(functor, tag) if functor.name() == known::DICT && functor.arity() % 2 == 1 => Some(Dict {
            tag,
            count: functor.arity() / 2,
        }),
        _ => None,
    }
}

fn dict(m: &mut Machine, term: Cell) -> Result<Dict, Stop> {
    match as_dict(m, term) {
        Some(dict) => Ok(dict),
        None => Err(m.type_or_instantiation_error(Type::Dict, term)),
    }
}

/// Returns a dict, or the one with the pairs of a list.
fn dict_of(m: &mut Machine, term: Cell) -> Result<Dict, Stop> {
    if let Some(dict) = as_dict(m, term) {
        return Ok(dict);
    }
    let pairs = pairs(m, term, false)?;
    m.reserve_first(2 * pairs.len() + 3)?;
    let tag = m.heap.new_var();
    let made = new_dict(m, tag, &pairs)?;
    dict(m, made)
}

/// Returns a key: an atom or a small integer.
fn key(m: &mut Machine, key: Cell) -> Result<Cell, Stop> {
    let found = m.deref(key);
    if found.is_atom() || found.is_int() {
        Ok(found)
    } else {
        Err(m.type_or_instantiation_error(Type::DictKey, found))
    }
}

/// Returns the value of a key, for `sort/4`.
pub(super) fn dict_value(m: &mut Machine, key: Cell, term: Cell) -> Result<Cell, Stop> {
    let dict = match m.view(term) {
        View::Struct(..) | View::List(_) => dict(m, term)?,
        _ => return Err(m.type_or_instantiation_error(Type::Compound, term)),
    };
    match dict.find(m, key) {
        Ok(n) => Ok(m.deref(dict.value(m, n))),
        Err(_) => Err(missing_key(m, key, term)),
    }
}

fn missing_key(m: &mut Machine, key: Cell, dict: Cell) -> Stop {
    missing_part(m, "key", key, dict)
}

/// Returns the keys and values of a dict or list of pairs, in the order of the keys. If a list has a key twice, that is
/// an error, unless the first counts.
fn pairs(m: &mut Machine, term: Cell, first_counts: bool) -> Result<Vec<Keyed>, Stop> {
    if let Some(dict) = as_dict(m, term) {
        m.need_room(dict.count * size_of::<Keyed>())?;
        return Ok((0..dict.count).map(|n| (dict.key(m, n), dict.value(m, n))).collect());
    }
    match (m.view(term), list_end(&m.heap, term).1) {
        (View::List(_) | View::Atom(known::NIL), None) => {}
        (View::List(_), Some(_)) => return Err(m.type_error(Type::List, term)),
        _ => return Err(m.type_or_instantiation_error(Type::DictData, term)),
    }
    let mut pairs = keyed(m, term, |m, pair| match m.view(pair) {
        View::Struct(functor, at) => match (functor.name(), functor.arity()) {
            (known::MINUS | known::EQUALS | known::COLON, 2) => key(m, m.heap.get(at)),
            (name, 1) => Ok(Cell::atom(name)),
            _ => Err(m.type_error(Type::KeyValue, pair)),
        },
        _ => Err(m.type_or_instantiation_error(Type::KeyValue, pair)),
    })?;
    sort_items(m, &mut pairs, false, first_counts)?;
    if let Some(twice) = pairs.windows(2).find(|two| two[0].0 == two[1].0) {
        let name = m.intern("duplicate_key");
        let formal = m.heap.new_term(name, &[twice[0].0]);
        return Err(m.throw_error(formal));
    }
    for (_, item) in &mut pairs {
        let (at, arity) = m.heap.arguments(m.deref(*item));
        *item = m.heap.get(at + arity - 1);
    }
    Ok(pairs)
}

/// Builds a dict of this tag and the pairs of an old one, with `changes`, which are in the order of their keys: put in
/// or in place of what was there, or else taken away.
fn changed(m: &mut Machine, tag: Cell, old: Dict, changes: &[Keyed], put: bool) -> Result<Cell, Stop> {
    let most = 2 * (old.count + changes.len()) + 1;
    m.reserve_first(most + 1)?;
    let start = m.heap.push(Cell::functor(Functor::new(known::DICT, 1)));
    m.heap.push(tag);
    let mut next = 0;
    let mut pace = Pace::new();
    for &(key, value) in changes {
        m.poll_at(&mut pace)?;
        let (at, after) = match old.find_from(m, key, next) {
            Ok(n) => (n, n + 1),
            Err(n) => (n, n),
        };
        m.heap.push_again(old.at(next), old.at(at));
        if put {
            m.heap.push_all(&[key, value]);
        }
        next = after;
    }
    m.heap.push_again(old.at(next), old.at(old.count));
    let arity = m.heap.top() - start - 1;
    if arity > MAX_ARITY {
        return Err(m.representation_error(Limit::MaxArity));
    }
    m.heap.set(start, Cell::functor(Functor::new(known::DICT, arity)));
    Ok(Cell::structure(start))
}

/// Builds a dict of this tag and the pairs.
fn new_dict(m: &mut Machine, tag: Cell, pairs: &[Keyed]) -> Result<Cell, Stop> {
    changed(m, tag, Dict { tag: 0, count: 0 }, pairs, true)
}

fn is_dict_1(m: &mut Machine, term: Cell) -> Step {
    as_dict(m, term).map(|_| ()).ok_or(Stop::Fail)
}

fn is_dict_2(m: &mut Machine, term: Cell, tag: Cell) -> Step {
    let dict = as_dict(m, term).ok_or(Stop::Fail)?;
    m.unify(tag, m.heap.get(dict.tag))
}

fn dict_pairs_3(m: &mut Machine, term: Cell, tag: Cell, list: Cell) -> Step {
    if m.deref(term).is_variable() {
        if let Ok(items) = list_items(m, list) {
            let is_other = |&&item: &&Cell| {
                m.view(item)
                    .compound()
                    .is_none_or(|(of, _)| of != Functor::new(known::MINUS, 2))
            };
            if let Some(&other) = items.iter().find(is_other) {
                return Err(m.type_or_instantiation_error(Type::Pair, other));
            }
        }
        return dict_create_3(m, term, tag, list);
    }
    let dict = dict_of(m, term)?;
    m.reserve_first(5 * dict.count)?;
    let mut found = Cell::NIL;
    let mut pace = Pace::new();
    for n in (0..dict.count).rev() {
        m.poll_at(&mut pace)?;
        let pair = m.heap.new_term(known::MINUS, &[dict.key(m, n), dict.value(m, n)]);
        found = m.heap.new_pair(pair, found);
    }
    m.unify(tag, m.heap.get(dict.tag))?;
    partial_list(m, list)?;
    m.unify(list, found)
}

fn dict_create_3(m: &mut Machine, term: Cell, tag: Cell, list: Cell) -> Step {
    let pairs = pairs(m, list, false)?;
    let made = new_dict(m, tag, &pairs)?;
    m.unify(term, made)
}

fn dict_of_options_2(m: &mut Machine, options: Cell, term: Cell) -> Step {
    let pairs = pairs(m, options, true)?;
    m.reserve_first(2 * pairs.len() + 3)?;
    let tag = m.heap.new_var();
    let made = new_dict(m, tag, &pairs)?;
    m.unify(term, made)
}

/// `get_dict/3` if the key is known; `missing` says what a missing one is.
fn value_of_key(m: &mut Machine, missing: fn(&mut Machine, Cell, Cell) -> Stop) -> Option<Step> {
    let (name, term, value) = (m.deref(m.arg(0)), m.arg(1), m.arg(2));
    let dict = match dict(m, term) {
        Ok(dict) if name.is_variable() && dict.count > 0 => return None,
        Ok(dict) => dict,
        Err(error) => return Some(Err(error)),
    };
    if name.is_variable() {
        return Some(Err(Stop::Fail));
    }
    Some(match dict.find(m, name) {
        Ok(n) => m.unify(value, dict.value(m, n)),
        Err(_) => Err(match key(m, name) {
            Ok(_) => missing(m, name, term),
            Err(error) => error,
        }),
    })
}

/// Unifies the key and the value with those of each pair in turn. The state is the number of the next.
fn get_dict_3(m: &mut Machine, state: Option<Cell>, name: Cell, term: Cell, value: Cell) -> Result<Option<Cell>, Stop> {
    let dict = dict(m, term)?;
    let mut pace = Pace::new();
    for n in state.map_or(0, |state| state.as_int() as usize)..dict.count {
        m.poll_at(&mut pace)?;
        let mark = m.stacks.mark(&m.heap);
        let unified = m
            .unify(value, dict.value(m, n))
            .and_then(|()| m.unify(name, dict.key(m, n)));
        if unified != Err(Stop::Fail) {
            m.stacks.keep_mark(mark);
            unified?;
            return Ok((n + 1 < dict.count).then(|| Cell::int(n as i64 + 1)));
        }
        m.undo_to_mark(mark);
    }
    Err(Stop::Fail)
}

/// Unifies `new` with the dict that has the value `put` for a key, or not the key. With `was`, it must have had the key,
/// with that value.
fn change(m: &mut Machine, name: Cell, term: Cell, was: Option<Cell>, put: Option<Cell>, new: Cell) -> Step {
    let old = dict_of(m, term)?;
    let key = key(m, name)?;
    let place = old.find(m, key);
    if was.is_some() && place.is_err() {
        return Err(Stop::Fail);
    }
    let changes = [(key, put.unwrap_or(key))];
    let made = changed(m, m.heap.get(old.tag), old, &changes, put.is_some())?;
    if let (Some(was), Ok(n)) = (was, place) {
        m.unify(was, old.value(m, n))?;
    }
    m.unify(new, made)
}

fn get_dict_5(m: &mut Machine, name: Cell, term: Cell, value: Cell, new: Cell, new_value: Cell) -> Step {
    change(m, name, term, Some(value), Some(new_value), new)
}

fn put_dict_4(m: &mut Machine, name: Cell, term: Cell, value: Cell, new: Cell) -> Step {
    change(m, name, term, None, Some(value), new)
}

fn del_dict_4(m: &mut Machine, name: Cell, term: Cell, value: Cell, new: Cell) -> Step {
    change(m, name, term, Some(value), None, new)
}

fn put_dict_3(m: &mut Machine, changes: Cell, term: Cell, new: Cell) -> Step {
    let old = dict_of(m, term)?;
    let changes = pairs(m, changes, false)?;
    let made = changed(m, m.heap.get(old.tag), old, &changes, true)?;
    m.unify(new, made)
}

/// Unifies the tags of two dicts, and the values of the keys that both have; with `all`, those of the first must be in
/// the second.
fn unify_values(m: &mut Machine, one: Cell, other: Cell, all: bool) -> Step {
    let (one, other) = (dict_of(m, one)?, dict_of(m, other)?);
    m.unify(m.heap.get(one.tag), m.heap.get(other.tag))?;
    let mut pace = Pace::new();
    let mut next = 0;
    for n in 0..one.count {
        m.poll_at(&mut pace)?;
        let key = one.key(m, n);
        match other.find_from(m, key, next) {
            Ok(place) => {
                next = place + 1;
                m.unify(one.value(m, n), other.value(m, place))?;
            }
            Err(_) if all => return Err(Stop::Fail),
            Err(_) => {}
        }
    }
    Ok(())
}

fn select_2(m: &mut Machine, select: Cell, from: Cell) -> Step {
    unify_values(m, select, from, true)
}

fn select_dict_3(m: &mut Machine, select: Cell, from: Cell, rest: Cell) -> Step {
    let old = dict_of(m, from)?;
    let taken = pairs(m, select, false)?;
    let made = changed(m, m.heap.get(old.tag), old, &taken, false)?;
    unify_values(m, select, from, true)?;
    m.unify(rest, made)
}

fn common_2(m: &mut Machine, one: Cell, other: Cell) -> Step {
    unify_values(m, one, other, false)
}

/// Returns the address of the value of a key, which must exist.
fn existing(m: &mut Machine, name: Cell, term: Cell) -> Result<usize, Stop> {
    let dict = dict(m, term)?;
    let key = key(m, name)?;
    match dict.find(m, key) {
        Ok(n) => Ok(dict.at(n) + 1),
        Err(_) => Err(missing_key(m, key, term)),
    }
}

fn b_set_dict_3(m: &mut Machine, name: Cell, term: Cell, value: Cell) -> Step {
    let address = existing(m, name, term)?;
    replace(m, address, value);
    Ok(())
}

fn nb_set_dict_3(m: &mut Machine, name: Cell, term: Cell, value: Cell) -> Step {
    let address = existing(m, name, term)?;
    replace_for_good(m, address, value)
}
