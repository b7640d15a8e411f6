//! What other embedded engines cost a host: each line is an operation, an engine, and nanoseconds, with tabs between.
//!
//! The operations are those of `../../table.rs`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use rhai::{Array, Dynamic, Scope};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

type Outcome = Result<(), Box<dyn Error>>;

/// Rounds of each measurement.
const ROUNDS: usize = 7;

/// Returns the least time of one of `count` operations that `run` carries out.
fn time(count: usize, mut run: impl FnMut(usize) -> Outcome) -> Result<f64, Box<dyn Error>> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run(count)?;
        best = best.min(start.elapsed().as_nanos() as f64 / count as f64);
    }
    Ok(best)
}

fn main() -> Outcome {
    lua()?;
    script()?;
    database()
}

fn print(key: &str, engine: &str, time: f64) {
    println!("{key}\t{engine}\t{time}");
}

fn lua() -> Outcome {
    let tell = |key, time| print(key, "Lua", time);
    tell(
        "engine",
        time(200, |count| {
            (0..count).for_each(|_| drop(black_box(mlua::Lua::new())));
            Ok(())
        })?,
    );
    let lua = mlua::Lua::new();
    lua.load(
        "function q(x) return x + 1 end
        function first(list) return list[1] end
        function pairs_to(n) return coroutine.create(function () for x = 1, n do coroutine.yield(x, x) end end) end
        function loop_host(n) for i = 1, n do host(i) end end
        function loop_text(n) for i = 1, n do host_text('some text') end end
        function loop_none(n) for i = 1, n do none(i) end end
        function none(x) return x end
        facts = {}",
    )
    .exec()?;
    let globals = lua.globals();
    globals.set("host", lua.create_function(|_, n: i64| Ok(n + 1))?)?;
    globals.set("host_text", lua.create_function(|_, text: String| Ok(text))?)?;
    let q: mlua::Function = globals.get("q")?;
    tell(
        "call",
        time(50_000, |count| {
            for i in 0..count as i64 {
                let y: i64 = q.call(i)?;
                assert_eq!(y, i + 1);
            }
            Ok(())
        })?,
    );
    let pairs: mlua::Function = globals.get("pairs_to")?;
    tell(
        "answers",
        time(100_000, |count| {
            let thread: mlua::Thread = pairs.call(count)?;
            let mut sum = 0;
            for _ in 0..count {
                let (x, y): (i64, i64) = thread.resume(())?;
                sum += x + y;
            }
            black_box(sum);
            Ok(())
        })?,
    );
    let loop_of = |name: &str| -> Result<f64, Box<dyn Error>> {
        let function: mlua::Function = globals.get(name)?;
        time(300_000, |count| Ok(function.call(count)?))
    };
    let none = loop_of("loop_none")?;
    tell("host", loop_of("loop_host")? - none);
    tell("text", loop_of("loop_text")? - none);
    let list: Vec<i64> = (0..1000).collect();
    let first: mlua::Function = globals.get("first")?;
    tell(
        "vector",
        time(2000, |count| {
            for _ in 0..count {
                let found: i64 = first.call(list.as_slice())?;
                black_box(found);
            }
            Ok(())
        })?,
    );
    tell(
        "rows",
        time(100_000, |count| {
            let facts = lua.create_table()?;
            for n in 0..count as i64 {
                facts.push(lua.create_sequence_from([n, n + 1])?)?;
            }
            Ok(globals.set("facts", facts)?)
        })?,
    );
    Ok(())
}

fn script() -> Outcome {
    let tell = |key, time| print(key, "Rhai", time);
    tell(
        "engine",
        time(200, |count| {
            (0..count).for_each(|_| drop(black_box(rhai::Engine::new())));
            Ok(())
        })?,
    );
    let mut engine = rhai::Engine::new();
    engine.set_max_operations(0);
    engine.register_fn("host", |n: i64| n + 1);
    engine.register_fn("host_text", |text: rhai::ImmutableString| text);
    let program = engine.compile(
        "fn q(x) { x + 1 }
        fn first(list) { list[0] }
        fn none(x) { x }
        fn loop_host(n) { for i in 0..n { host(i); } }
        fn loop_text(n) { for i in 0..n { host_text(\"some text\"); } }
        fn loop_none(n) { for i in 0..n { none(i); } }
        fn loop_empty(n) { for i in 0..n { i; } }",
    )?;
    let mut scope = Scope::new();
    tell(
        "call",
        time(50_000, |count| {
            for i in 0..count as i64 {
                let y: i64 = engine.call_fn(&mut scope, &program, "q", (i,))?;
                assert_eq!(y, i + 1);
            }
            Ok(())
        })?,
    );
    let mut loop_of = |name: &str| {
        time(100_000, |count| {
            Ok(engine.call_fn(&mut scope, &program, name, (count as i64,))?)
        })
    };
    // A call of a function of the script takes longer than one of the host.
    let empty = loop_of("loop_empty")?;
    tell("host", loop_of("loop_host")? - empty);
    tell("text", loop_of("loop_text")? - empty);
    let list: Vec<i64> = (0..1000).collect();
    tell(
        "vector",
        time(2000, |count| {
            for _ in 0..count {
                let array: Array = list.iter().map(|&n| Dynamic::from(n)).collect();
                let found: i64 = engine.call_fn(&mut scope, &program, "first", (array,))?;
                black_box(found);
            }
            Ok(())
        })?,
    );
    tell(
        "rows",
        time(100_000, |count| {
            let facts: Array = (0..count as i64)
                .map(|n| Dynamic::from_array(vec![Dynamic::from(n), Dynamic::from(n + 1)]))
                .collect();
            scope.set_value("facts", facts);
            Ok(())
        })?,
    );
    Ok(())
}

fn database() -> Outcome {
    let tell = |key, time| print(key, "SQLite", time);
    tell(
        "engine",
        time(200, |count| {
            for _ in 0..count {
                drop(black_box(Connection::open_in_memory()?));
            }
            Ok(())
        })?,
    );
    let connection = Connection::open_in_memory()?;
    let flags = FunctionFlags::SQLITE_UTF8;
    connection.create_scalar_function("host", 1, flags, |call| Ok(call.get::<i64>(0)? + 1))?;
    connection.create_scalar_function("host_text", 1, flags, |call| call.get::<String>(0))?;
    let mut q = connection.prepare("select ?1 + 1")?;
    tell(
        "call",
        time(50_000, |count| {
            for i in 0..count as i64 {
                let y: i64 = q.query_row([i], |row| row.get(0))?;
                assert_eq!(y, i + 1);
            }
            Ok(())
        })?,
    );
    let numbers = "with recursive n(x) as (select 1 union all select x + 1 from n where x < ?1)";
    let mut pairs = connection.prepare(&format!("{numbers} select x, x from n"))?;
    tell(
        "answers",
        time(100_000, |count| {
            let mut rows = pairs.query([count as i64])?;
            let mut sum = 0;
            while let Some(row) = rows.next()? {
                sum += row.get::<_, i64>(0)? + row.get::<_, i64>(1)?;
            }
            black_box(sum);
            Ok(())
        })?,
    );
    let loop_of = |value: &str| {
        let mut statement = connection.prepare(&format!("{numbers} select max({value}) from n"))?;
        time(100_000, |count| {
            statement.query_row([count as i64], |_| Ok(()))?;
            Ok(())
        })
    };
    let none = loop_of("x")?;
    tell("host", loop_of("host(x)")? - none);
    tell("text", loop_of("host_text('some text')")? - none);
    tell(
        "rows",
        time(100_000, |count| {
            connection.execute_batch("drop table if exists fact; create table fact(a int, b int); begin")?;
            let mut insert = connection.prepare("insert into fact values (?1, ?2)")?;
            for n in 0..count as i64 {
                insert.execute([n, n + 1])?;
            }
            Ok(connection.execute_batch("commit")?)
        })?,
    );
    Ok(())
}
