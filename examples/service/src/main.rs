//! A service of access rules on `axum`: `cargo run --release --manifest-path examples/service/Cargo.toml`.
//!
//! `GET /allowed?user=ann&action=read&document=plan` asks the service's own rules. The roles of a user come from a slow
//! store, by an asynchronous predicate: while a goal waits for it, the thread runs the goals of other requests.
//!
//! `POST /decide` runs a text of a customer, whom nobody trusts: its `decide(X)` under limits, without files or
//! processes. Calls are what stops an endless one: their number is the same on a busy machine. Time is for the rest.
//!
//! With the argument `load` it starts itself, and a client that sends 50,000 requests, 100 at a time.

mod load;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use ferz::{Atom, Engine, Error, Fuel, Limits, Program};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

const RULES: &str = "
    allowed(User, Action, Document) :- role_of(User, Roles), member(Role, Roles), may(Role, Action, Document).
    may(reader, read, _).
    may(author, Action, Document) :- member(Action, [read, write]), \\+ sealed(Document).
    may(admin, _, _).
    sealed(contract).
";

/// The calls that a goal makes before another task has its turn.
const TURN: Fuel = Fuel(20_000);

/// More engines than this are not kept: a new one takes some microseconds.
const MOST_IDLE: usize = 32;

/// Engines of one program that are ready for a request; those that come back are reset, as if they were new.
#[derive(Clone)]
pub struct Pool {
    program: Program,
    idle: Arc<Mutex<Vec<Engine>>>,
}

impl Pool {
    fn new(program: Program) -> Pool {
        let idle = Arc::default();
        Pool { program, idle }
    }

    fn take(&self) -> Engine {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| self.program.engine())
    }

    fn give_back(&self, mut engine: Engine) {
        engine.reset();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(engine);
        }
    }
}

/// The store of roles: slow, and somewhere else.
async fn roles(user: String) -> Result<Vec<Atom>, Error> {
    tokio::time::sleep(Duration::from_millis(1)).await;
    let roles: &[&str] = match user.as_str() {
        "ann" => &["reader", "author"],
        "root" => &["admin"],
        _ => &["reader"],
    };
    Ok(roles.iter().map(|&role| Atom(role.to_owned())).collect())
}

#[derive(serde::Deserialize)]
struct Asked {
    user: String,
    action: String,
    document: String,
}

async fn allowed(State(pool): State<Pool>, Query(asked): Query<Asked>) -> Result<String, (StatusCode, String)> {
    let values = [("U", asked.user), ("A", asked.action), ("D", asked.document)];
    let values = values.map(|(name, value)| (name, Atom(value)));
    let answer = first(&pool, pool.take(), "allowed(U, A, D)", values).await;
    answer.map(|found| if found.is_some() { "yes" } else { "no" }.to_owned())
}

async fn decide(State(pool): State<Pool>, text: String) -> Result<String, (StatusCode, String)> {
    let mut engine = pool.take();
    // Directives of the text run to their end, so that they have a thread of their own.
    let load = move || (engine.consult_str(&text), engine);
    let (loaded, engine) = spawn_blocking(load).await.expect("errors are results");
    if let Err(error) = loaded {
        pool.give_back(engine);
        return Err((StatusCode::UNPROCESSABLE_ENTITY, error.to_string()));
    }
    let answer = first(&pool, engine, "decide(X)", []).await?;
    Ok(answer.unwrap_or_else(|| "no answer".to_owned()))
}

/// The first answer of a goal; its engine goes back to the pool.
async fn first<const N: usize>(
    pool: &Pool,
    engine: Engine,
    goal: &str,
    values: [(&str, Atom); N],
) -> Result<Option<String>, (StatusCode, String)> {
    let refused = |error: Error| (StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
    let mut answers = engine.into_query_with(goal, values).map_err(refused)?.into_stream(TURN);
    let answer = answers.next().await;
    let answer = answer
        .map(|answer| answer.map(|answer| answer.to_string()))
        .map_err(refused);
    answers
        .into_engine()
        .into_iter()
        .for_each(|engine| pool.give_back(engine));
    answer
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let program = Program::builder()
        .det_async("role_of", roles)
        .text("rules", RULES)
        .limits(
            &Limits::default()
                .inferences(100_000)
                .time(Duration::from_secs(5))
                .memory(16 << 20)
                .program(4 << 20)
                .answers(1),
        )
        .freeze()
        .map_err(std::io::Error::other)?;
    let routes = Router::new()
        .route("/allowed", get(allowed))
        .route("/decide", post(decide))
        .with_state(Pool::new(program));
    let is_load = std::env::args().nth(1).as_deref() == Some("load");
    let listener = TcpListener::bind(if is_load { "127.0.0.1:0" } else { "127.0.0.1:8080" }).await?;
    let address = listener.local_addr()?;
    println!("http://{address}/allowed?user=ann&action=read&document=plan");
    let server = tokio::spawn(async move { axum::serve(listener, routes).await });
    if is_load {
        return load::run(address).await;
    }
    server.await?
}
