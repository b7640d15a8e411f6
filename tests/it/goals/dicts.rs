//! Random changes of dicts, of few and of many keys, have the pairs that a map of Rust has after them, and leave the dicts
//! that they began with alone.

use crate::hosts::engine::Session;
use crate::props::rng::Rng;
use crate::setting;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};
use std::path::Path;

/// Keys in standard order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Integer(i64),
    Atom(String),
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Key::Integer(number) => write!(f, "{number}"),
            Key::Atom(name) => write!(f, "{name}"),
        }
    }
}

type Map = BTreeMap<Key, usize>;

fn key(rng: &mut Rng, most: usize) -> Key {
    match rng.below(most) {
        n if n % 5 == 0 => Key::Integer(n as i64 - 20),
        n if n % 3 == 0 => Key::Atom(format!("{}{n}", "long_name".repeat(n % 4 + 1))),
        n => Key::Atom(format!("k{n}")),
    }
}

fn map(rng: &mut Rng, most: usize, size: usize) -> Map {
    (0..size).map(|_| (key(rng, most), rng.below(100))).collect()
}

fn joined(pairs: impl Iterator<Item = String>) -> String {
    pairs.collect::<Vec<_>>().join(",")
}

fn pairs(map: &Map) -> String {
    format!("[{}]", joined(map.iter().map(|(key, value)| format!("{key}-{value}"))))
}

/// Returns a goal that changes the dict `D{n}`, of which the next one is made, and what that has.
fn change(rng: &mut Rng, most: usize, n: usize, dicts: &mut [Map]) -> (String, Map) {
    let mut map = dicts[n].clone();
    let (name, value, next) = (key(rng, most), rng.below(100), n + 1);
    let goal = match rng.below(8) {
        0 | 1 => {
            map.insert(name.clone(), value);
            format!("put_dict({name}, D{n}, {value}, D{next})")
        }
        2 | 3 => {
            let size = rng.below(6);
            let new = self::map(rng, most, size);
            let given = match rng.chance(50) {
                true => joined(new.iter().rev().map(|(key, value)| format!("{key}={value}"))),
                false => joined(new.iter().map(|(key, value)| format!("{key}:{value}"))),
            };
            let given = if given.contains('=') {
                format!("[{given}]")
            } else {
                format!("_{{{given}}}")
            };
            map.extend(new);
            format!("put_dict({given}, D{n}, D{next})")
        }
        4 => match map.remove(&name) {
            Some(old) => format!("del_dict({name}, D{n}, {old}, D{next})"),
            None => format!("\\+ del_dict({name}, D{n}, _, _), D{next} = D{n}.put(_{{}})"),
        },
        5 => {
            let taken: Vec<Key> = map.keys().filter(|_| rng.chance(20)).cloned().collect();
            taken.iter().for_each(|key| {
                map.remove(key);
            });
            let select = joined(taken.iter().map(|key| format!("{key}:_")));
            format!("select_dict(_{{{select}}}, D{n}, D{next})")
        }
        6 => match map.insert(name.clone(), value) {
            Some(old) => format!("get_dict({name}, D{n}, {old}, D{next}, {value})"),
            None => format!("D{next} = D{n}.put({name}, {value})"),
        },
        // In place: the old one changes, too, unless that is taken back.
        _ => match map.get_mut(&name) {
            Some(place) => {
                *place = value;
                dicts[n].insert(name.clone(), value);
                let other = value + 1;
                format!(
                    "nb_set_dict({name}, D{n}, {value}), ( b_set_dict({name}, D{n}, {other}), fail ; true ), D{next} = D{n}.put([])"
                )
            }
            None => format!(
                "catch(b_set_dict({name}, D{n}, 1), error(existence_error(key, _, _), _), true), put_dict([], D{n}, D{next})"
            ),
        },
    };
    (goal, map)
}

#[test]
fn dicts_have_the_pairs_of_maps() {
    let mut session = Session::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    let first = setting("FERZ_SEED", 0);
    let is_stressed = std::env::var("FERZ_STRESS").is_ok();
    for seed in first..first + setting("FERZ_PROPS", 400) / if is_stressed { 20 } else { 1 } {
        let mut rng = Rng::new(seed);
        let most = rng.pick(&[6, 12, 60]);
        let size = rng.below(most);
        let begun = map(&mut rng, most, size);
        let given = joined(begun.iter().rev().map(|(key, value)| format!("{key}-{value}")));
        let mut goals = vec![format!("dict_pairs(D0, t, [{given}])")];
        let mut dicts = vec![begun];
        for n in 0..rng.between(1, 8) {
            let (goal, after) = change(&mut rng, most, n, &mut dicts);
            goals.push(goal);
            dicts.push(after);
        }
        let last = dicts.len() - 1;
        for n in 0..=last {
            goals.push(format!("dict_pairs(D{n}, t, L{n}), write(L{n})"));
        }
        // Each key is found, one after the other and by backtracking.
        goals.push(format!(
            "forall(get_dict(K, D{last}, V), ( get_dict(K, D{last}, W), W == V )), aggregate_all(count, get_dict(_, D{last}, _), N), \
             write(N)"
        ));
        let query = goals.join(", ");
        let expected: String = dicts.iter().map(pairs).collect();
        let expected = format!("{expected}{}", dicts[last].len());
        session.answers(&format!("( {query} ), fail"), 2);
        assert_eq!(session.output(), expected, "seed {seed}\n?- {query}.");
    }
}
