//! Databases and archives. Built with the feature `data`.

mod archives;
#[cfg(unix)]
mod packs;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use ferz::{Engine, ErrorKind, Grant, Limit, Limits};

/// Makes an engine that may use a folder of its own, with a program; returns it with the folder.
fn engine(name: &str, program: &str) -> (Engine, PathBuf) {
    let folder = std::env::temp_dir().join(format!("ferz-data-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut engine = Engine::new();
    for granted in [folder.clone(), std::env::temp_dir()] {
        engine.grant(Grant::Write(granted));
    }
    engine.set_directory(&folder);
    engine.set_limits(Limits::default().time(Duration::from_secs(60)));
    engine
        .consult_str(&format!(":- use_module(library(sqlite)).\n{program}"))
        .expect("the program is right");
    (engine, folder)
}

/// Fails unless each goal succeeds.
#[track_caller]
fn all_succeed(engine: &mut Engine, goals: &[&str]) {
    for goal in goals {
        let found = engine.succeeds(goal);
        assert!(matches!(found, Ok(true)), "{goal}: {found:?}");
    }
}

/// A table of orders, a third of which are of ann.
const ORDERS: &str = "
    :- sqlite_open(':memory:', _, [alias(db)]),
       sqlite_query(db, \"create table orders(id integer primary key, who text, sum real)\", _),
       sqlite_query(db, \"with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
                          insert into orders select i, case i % 3 when 0 then 'ann' else 'bob' end, i * 1.5 from n\", _),
       sqlite_predicate(db, orders/3).
    large(Who, Id) :- orders(Id, Who, Sum), Sum > 4490, Sum =< 4497.0, Id mod 2 =:= 0.
    later(Who, Least, Id) :- orders(Id, Who, Sum), Least < Sum.
";

#[test]
fn values_keep_their_types_and_texts_are_no_sql() {
    let (mut engine, _) = engine("values", ":- sqlite_open(':memory:', _, [alias(db)]).");
    all_succeed(
        &mut engine,
        &[
            "sqlite_query(db, \"select 1, 2.5, 'x', null, x'0102', -9223372036854775808\", R), \
             R == row(1, 2.5, x, null, [1, 2], -9223372036854775808)",
            "sqlite_query(db, \"select ?, typeof(?), typeof(?), typeof(?)\", ['; drop', 1, 1.0, null], R), \
             R == row('; drop', integer, real, null)",
            "sqlite_query(db, \"create table t(a text)\", _), X = 'a\\'); drop table t; --', \
             sqlite_query(db, \"insert into t values (?)\", [X], row(1)), sqlite_query(db, \"select a from t\", row(X))",
            "L = [9223372036854775807, -9223372036854775808, 1152921504606846976], sqlite_query(db, \"select ?, ?, ?\", L, R), R =.. [row|L]",
            "catch(sqlite_query(db, \"select ?\", [_], _), error(E, _), true), E == instantiation_error",
            "catch(sqlite_query(db, \"select ?\", [f(x)], _), error(E, _), true), E == type_error(sqlite_value, f(x))",
            "forall(member(X, [100000000000000000000, 1r3]), ( catch(sqlite_query(db, \"select ?\", [X], _), error(E, _), true),
                 E == type_error(sqlite_value, X) ))",
            "catch(sqlite_query(db, \"select ?\", [1, 2], _), error(sqlite_error(_, _), _), true)",
            "catch(sqlite_query(db, \"selec 1\", _), error(sqlite_error(1, M), _), true), sub_atom(M, _, _, _, 'near \"selec\"')",
            "sqlite_open(':memory:', C, [text(string)]), sqlite_query(C, \"select 'x'\", row(X)), string(X), sqlite_close(C)",
            "sqlite_prepare(db, \"select ? * ?\", S), sqlite_execute(S, [3, 4], row(12)), sqlite_execute(S, [2, 2], row(4))",
        ],
    );
}

#[test]
fn tables_are_predicates() {
    let (mut engine, _) = engine("tables", ORDERS);
    all_succeed(
        &mut engine,
        &[
            "orders(6, Who, Sum), Who == ann, Sum =:= 9.0",
            "findall(I, orders(I, ann, _), L), length(L, 1000), L = [3, 6|_]",
            "aggregate_all(count, orders(_, _, _), 3000)",
            "\\+ orders(f(x), _, _), \\+ orders(_, \"nobody\", _), \\+ orders(_, \"ann\", _)",
            "orders(A, _, _), A > 600, orders(A, B, _), orders(C, B, _), C > A, !, A-C == 601-602",
            "findall(I, large(bob, I), L), L == [2996, 2998], clause(large(_, _), Body), Body = (sqlite_where(_, _), _)",
            "findall(I, later(ann, 4495, I), L), L == [2997, 3000]",
            "findall(I, sqlite_where(orders(I, W, S), (S >= 4498.5, W == bob)), L), L == [2999]",
            "catch(sqlite_predicate(db, orders/2), error(E, _), true), E == domain_error(sqlite_arity(orders), 2)",
            "catch(sqlite_predicate(db, others/2), error(E, _), true), E == existence_error(sqlite_table, others)",
            "findall(T-Cs, (sqlite_table(db, T), findall(C, sqlite_table_column(db, T, C), Cs)), L), L == [orders-[id, who, sum]]",
            "sqlite_close(db), catch(orders(1, _, _), error(sqlite_error(_, M), _), true), M == 'the connection is closed'",
        ],
    );
}

#[test]
fn transactions_end_with_their_goals() {
    let (mut engine, _) = engine("transactions", ORDERS);
    all_succeed(
        &mut engine,
        &[
            "\\+ sqlite_transaction(db, (sqlite_query(db, \"delete from orders\", row(3000)), fail)), aggregate_all(count, orders(_, _, _), 3000)",
            "catch(sqlite_transaction(db, (sqlite_query(db, \"delete from orders\", _), throw(x))), x, true), sqlite_table_count(db, orders, 3000)",
            "sqlite_transaction(db, (sqlite_query(db, \"delete from orders where id = 1\", _), \
             \\+ sqlite_transaction(db, (sqlite_query(db, \"delete from orders\", _), fail)))), sqlite_table_count(db, orders, 2999)",
        ],
    );
}

#[test]
fn files_stay_and_are_those_that_are_granted() {
    let (mut engine, folder) = engine("files", "");
    all_succeed(
        &mut engine,
        &[
            "catch(sqlite_connect('shop', db), error(E, _), true), E = existence_error(source_sink, _)",
            "sqlite_connect('shop', db, [exists(false)]), sqlite_query(db, \"create table t(a)\", _), \
             sqlite_query(db, \"insert into t values (7)\", _), sqlite_disconnect(db)",
            "sqlite_connect(shop, db, [as_predicates(true)]), user:t(X), X == 7, sqlite_disconnect(db)",
            "sqlite_open('shop.sqlite', C, [mode(read)]), catch(sqlite_query(C, \"delete from t\", _), error(sqlite_error(8, _), _), true), sqlite_close(C)",
            "sqlite_open('shop.sqlite', C, []), catch(sqlite_query(C, \"attach database 'b' as b\", _), error(sqlite_error(23, _), _), true), \
             catch(sqlite_query(C, \"vacuum into 'c'\", _), error(sqlite_error(_, _), _), true), sqlite_close(C)",
            "use_module(library(odbc)), odbc_connect('shop.sqlite', C, [alias(o)]), odbc_query(C, \"insert into t values (8)\", N), \
             N == affected(1), odbc_query(C, 'select a from t where a > ~d'-[7], R), R == row(8), odbc_disconnect(o)",
        ],
    );
    assert!(!folder.join("b").exists() && !folder.join("c").exists());
    let mut bare = Engine::new();
    bare.consult_str(":- use_module(library(sqlite)).")
        .expect("the library is there");
    for file in [
        "':memory:'".to_owned(),
        format!("'{}'", folder.join("shop.sqlite").display()),
    ] {
        let goal = format!("catch(sqlite_open({file}, _, []), error(permission_error(open, source_sink, _), _), true)");
        all_succeed(&mut bare, &[&goal]);
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// A statement that takes too long is stopped, and the connection goes on.
#[test]
fn limits_stop_statements() {
    let (mut engine, _) = engine("limits", ":- sqlite_open(':memory:', _, [alias(db)]).");
    let endless = "sqlite_query(db, \"with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n\", _)";
    engine.set_limits(Limits::default().time(Duration::from_millis(200)));
    let error = engine.succeeds(endless).expect_err("it never ends");
    assert!(matches!(error.kind(), ErrorKind::Limit(Limit::Time)), "{error}");
    engine.set_limits(Limits::default());
    all_succeed(
        &mut engine,
        &[
            "sqlite_query(db, \"select 1\", row(1))",
            // Rows are fetched as they are asked for.
            "sqlite_query(db, \"with recursive n(i) as (select 1 union all select i + 1 from n) select i from n\", row(2000))",
        ],
    );
}
