//! Random programs of several threads whose results do not depend on the order in which the threads run.
//!
//! `FERZ_PROPS` sets how many programs are run, `FERZ_SEED` the first seed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use ferz::{Engine, Grant};

use crate::props::rng::Rng;
use crate::setting;

const HELPERS: &str = "
    :- dynamic count/2, added/2, open/1, won/2, got/1, first/2, second/2, never/1.
    :- thread_local mine/1.
    raise(K, N) :- with_mutex(counts, ( retract(count(K, X)), Y is X + N, assertz(count(K, Y)) )).
    take(T, X) :- ( retract(open(X)) -> assertz(won(T, X)) ; true ).
    send(T, I) :- thread_send_message(letters, letter(T, I)).
    receive :- ( thread_get_message(letters, letter(T, I), [timeout(0)]) -> assertz(got(T-I)) ; true ).
    pair(T, I) :- transaction(( assertz(first(T, I)), assertz(second(T, I)) )).
    undone(T) :- \\+ transaction(( assertz(never(T)), fail )).
    % The pairs that are seen first are whole when they are looked at again.
    pairs :- findall(T-I, first(T, I), L), forall(member(T-I, L), second(T, I)).
    own(I) :- assertz(mine(I)), findall(X, mine(X), L), last(L, I).
    sees(T, N) :- findall(X, added(T, X), L), length(L, N), \\+ never(_).
    rest(L) :- ( thread_get_message(letters, letter(T, I), [timeout(0)]) -> L = [T-I|Ls], rest(Ls) ; L = [] ).
    run(N) :-
        message_queue_create(letters), mutex_create(counts),
        findall(T, ( between(1, N, I), atom_concat(thread, I, G), thread_create(G, T) ), Ts),
        forall(member(T, Ts), thread_join(T)).
";

/// The facts that a program leaves, whatever the order is.
#[derive(Default)]
struct Expected {
    counts: BTreeMap<usize, i64>,
    added: Vec<(usize, usize)>,
    taken: Vec<usize>,
    sent: Vec<(usize, usize)>,
    pairs: Vec<(usize, usize)>,
    records: usize,
    flag: usize,
}

fn pairs(of: &mut [(usize, usize)]) -> String {
    of.sort_unstable();
    let items: Vec<String> = of.iter().map(|(t, i)| format!("{t}-{i}")).collect();
    format!("[{}]", items.join(","))
}

/// Returns the text of a program, and the goal that is true when it has run.
fn program(seed: u64) -> (String, String) {
    let mut rng = Rng::new(seed);
    let threads = rng.between(2, 8);
    let (keys, open) = (rng.between(1, 3), rng.between(1, 12));
    let mut text = String::new();
    let mut expected = Expected::default();
    for key in 1..=keys {
        expected.counts.insert(key, 0);
        let _text = writeln!(text, "count({key}, 0).");
    }
    for x in 1..=open {
        let _text = writeln!(text, "open({x}).");
    }
    for thread in 1..=threads {
        let mut goals = vec!["true".to_owned()];
        let mut added = 0;
        for step in 1..=rng.between(1, 12) {
            goals.push(match rng.below(12) {
                0 | 1 => {
                    let (key, more) = (rng.between(1, keys), rng.between(1, 9));
                    *expected.counts.entry(key).or_default() += more as i64;
                    format!("raise({key}, {more})")
                }
                2 => {
                    added += 1;
                    expected.added.push((thread, step));
                    format!("assertz(added({thread}, {step}))")
                }
                3 | 4 => {
                    let x = rng.between(1, open);
                    expected.taken.push(x);
                    format!("take({thread}, {x})")
                }
                5 => {
                    expected.sent.push((thread, step));
                    format!("send({thread}, {step})")
                }
                6 => "receive".to_owned(),
                7 => {
                    expected.pairs.push((thread, step));
                    format!("pair({thread}, {step})")
                }
                8 => rng.pick(&["pairs".to_owned(), format!("undone({thread})")]),
                9 => format!("own({step})"),
                10 => format!("sees({thread}, {added})"),
                _ => {
                    expected.records += 1;
                    expected.flag += step;
                    format!("recordz(notes, {thread}-{step}), flag(sum, N{step}, N{step} + {step})")
                }
            });
            if rng.chance(20) {
                goals.push("sleep(0.0001)".to_owned());
            }
        }
        let _text = writeln!(text, "thread{thread} :- {}.", goals.join(", "));
    }
    expected.taken.sort_unstable();
    expected.taken.dedup();
    let counts = expected.counts.iter().map(|(&key, &n)| format!("{key}-{n}"));
    let counts: Vec<String> = counts.collect();
    let goal = format!(
        "run({threads}),
         findall(K-N, count(K, N), Cs0), msort(Cs0, [{}]),
         findall(T-X, added(T, X), As0), msort(As0, {}),
         findall(X, won(_, X), Ws0), msort(Ws0, {:?}), \\+ ( open(X), memberchk(X, Ws0) ), aggregate_all(count, open(_), {}),
         findall(X, got(X), Gs), rest(Rs), append(Gs, Rs, Ls0), msort(Ls0, {}),
         findall(T-X, first(T, X), Fs0), msort(Fs0, Fs), Fs == {}, findall(T-X, second(T, X), Ss0), msort(Ss0, Fs),
         \\+ never(_), \\+ mine(_), aggregate_all(count, recorded(notes, _), {}), flag(sum, {}, 0)",
        counts.join(","),
        pairs(&mut expected.added),
        expected.taken,
        open - expected.taken.len(),
        pairs(&mut expected.sent),
        pairs(&mut expected.pairs),
        expected.records,
        expected.flag,
    );
    (text, goal)
}

#[test]
fn what_threads_leave_does_not_depend_on_their_order() {
    let mut base = Engine::new();
    for grant in [Grant::Threads, Grant::Sleep, Grant::Clock] {
        base.grant(grant);
    }
    base.consult_str(HELPERS).expect("it is right");
    let (first, count) = (
        setting("FERZ_SEED", 0),
        setting("FERZ_PROPS", if cfg!(debug_assertions) { 60 } else { 500 }),
    );
    for seed in first..first + count {
        let (text, goal) = program(seed);
        let mut engine = base.fork();
        engine.set_limits(engine.limits().time(Duration::from_secs(120)));
        engine.consult_str(&text).expect("it is right");
        let found = engine.succeeds(&goal);
        assert!(
            matches!(found, Ok(true)),
            "seed {seed}: {found:?}\n{text}\n?- {goal}.\n{:?}",
            engine
                .once("findall(C, ( member(H, [count(_, _), added(_, _), won(_, _), open(_), got(_)]), H, C = H ), L)")
        );
    }
}
