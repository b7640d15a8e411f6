//! A client that sends many requests at once, some of them hostile, and counts what comes back.

use std::io::{Error, Result};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const CLIENTS: usize = 100;
const REQUESTS: usize = 500;

/// Texts that want more than they get.
const HOSTILE: [&str; 10] = [
    "decide(X) :- decide(X).",
    "decide(X) :- repeat, fail.",
    "decide(L) :- length(L, _), fail.",
    "decide(f(X)) :- decide(X), decide(X).",
    "decide(X) :- X is 7 ** 7 ** 7 ** 7.",
    "decide(X) :- catch(decide(X), _, decide(X)).",
    ":- repeat, assertz(p(1)), fail.",
    "decide(X) :- open('/etc/passwd', read, S), read(S, X).",
    "decide(_) :- halt.",
    "decide(X) :- X = ",
];

/// What came back, and after which time.
struct Reply {
    is_hostile: bool,
    is_right: bool,
    time: Duration,
}

/// Sends all requests and prints what came of them.
///
/// # Errors
/// If a reply was lost or wrong.
pub async fn run(address: SocketAddr) -> Result<()> {
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        clients.spawn(send(address, client));
    }
    let mut replies = Vec::new();
    while let Some(client) = clients.join_next().await {
        replies.extend(client??);
    }
    let seconds = start.elapsed().as_secs_f64();
    let right = replies.iter().filter(|reply| reply.is_right).count();
    println!(
        "{} requests in {seconds:.1} s, {right} of {} replies right",
        replies.len(),
        CLIENTS * REQUESTS
    );
    for (name, is_hostile) in [("asked", false), ("hostile", true)] {
        let mut times: Vec<Duration> = replies
            .iter()
            .filter(|reply| reply.is_hostile == is_hostile)
            .map(|reply| reply.time)
            .collect();
        times.sort();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        println!(
            "{:>7} {name}: half within {:.1} ms, 99% within {:.1} ms, all within {:.1} ms",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
    println!("memory: {}", memory().unwrap_or_else(|| "unknown".to_owned()));
    if right == CLIENTS * REQUESTS {
        Ok(())
    } else {
        Err(Error::other("some replies are missing or wrong"))
    }
}

/// The requests of one client, one after the other on one connection.
async fn send(address: SocketAddr, client: usize) -> Result<Vec<Reply>> {
    let mut stream = BufReader::new(TcpStream::connect(address).await?);
    let mut replies = Vec::new();
    for number in 0..REQUESTS {
        let is_hostile = (client + number) % 20 == 0;
        let user = ["ann", "ben", "root"][number % 3];
        let (request, expected) = match is_hostile {
            true => (post(HOSTILE[(client + number) / 20 % HOSTILE.len()]), None),
            false if number % 7 == 0 => (
                post(&format!("price({client}). decide(X) :- price(P), X is P * 2.")),
                Some(format!("X = {}", client * 2)),
            ),
            false => {
                let text =
                    format!("GET /allowed?user={user}&action=write&document=plan HTTP/1.1\r\nHost: ferz\r\n\r\n");
                (text, Some(if user == "ben" { "no" } else { "yes" }.to_owned()))
            }
        };
        let start = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let (status, body) = reply(&mut stream).await?;
        let is_right = match expected {
            Some(expected) => status == 200 && body == expected,
            None => status == 422,
        };
        if !is_right {
            println!("{request:?}: {status}, {body:?}");
        }
        replies.push(Reply {
            is_hostile,
            is_right,
            time: start.elapsed(),
        });
    }
    Ok(replies)
}

fn post(text: &str) -> String {
    let length = text.len();
    format!("POST /decide HTTP/1.1\r\nHost: ferz\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{text}")
}

/// Reads the status and the body of a reply.
async fn reply(stream: &mut BufReader<TcpStream>) -> Result<(u16, String)> {
    let (mut status, mut length, mut line) = (0, 0, String::new());
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        match line.trim_end().split_once(' ') {
            Some(("HTTP/1.1", rest)) => status = rest.get(..3).and_then(|code| code.parse().ok()).unwrap_or(0),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length:") => length = value.parse().unwrap_or(0),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok((status, String::from_utf8_lossy(&body).into_owned()))
}

/// What the process has taken, where the system says so.
fn memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let of = |key: &str| {
        status
            .lines()
            .find_map(|line| line.strip_prefix(key))
            .map(|rest| rest.trim().to_owned())
    };
    Some(format!("{} now, {} at the most", of("VmRSS:")?, of("VmHWM:")?))
}
