//! The messages of Jupyter: their frames, headers and signatures, and the channel on which a kernel tells what it does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use super::zmtp::{Frames, KernelSocket};

/// The version of the protocol.
pub(super) const VERSION: &str = "5.3";
/// The mark between the names of the sender and the message.
const DELIMITER: &[u8] = b"<IDS|MSG>";
/// Output of a program is sent after so long, with all that has come meanwhile.
const TICK: Duration = Duration::from_millis(50);
/// So many bytes are sent at once.
const FULL: usize = 64 << 10;

/// The key of a session, by which messages are signed.
#[derive(Clone)]
pub(super) struct SessionKey {
    /// None if messages are not signed.
    mac: Option<Hmac<Sha256>>,
    /// The name of this session of the kernel.
    session: String,
}

/// A message.
#[derive(Clone, Debug, Default)]
pub(super) struct Message {
    /// The names of the sender.
    pub names: Frames,
    pub header: Value,
    pub metadata: Value,
    pub content: Value,
}

impl Message {
    pub(super) fn kind(&self) -> &str {
        self.header["msg_type"].as_str().unwrap_or_default()
    }
}

impl SessionKey {
    pub(super) fn new(key: &str) -> SessionKey {
        // A key may have any length.
        let mac = (!key.is_empty()).then(|| Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok());
        SessionKey {
            mac: mac.flatten(),
            session: unique(),
        }
    }

    fn signature(&self, parts: &[Vec<u8>]) -> Vec<u8> {
        let Some(mut mac) = self.mac.clone() else {
            return Vec::new();
        };
        parts.iter().for_each(|part| mac.update(part));
        let digest = mac.finalize().into_bytes();
        digest
            .iter()
            .flat_map(|byte| format!("{byte:02x}").into_bytes())
            .collect()
    }

    /// Reads a message; `None` if its signature is wrong.
    pub(super) fn read(&self, frames: Frames) -> Option<Message> {
        let at = frames.iter().position(|frame| frame == DELIMITER)?;
        let parts = frames.get(at + 2..at + 6)?;
        let signed = frames[at + 1].to_ascii_lowercase();
        let own = self.signature(parts);
        // All bytes are compared, so that the time tells nothing.
        let differs = signed.iter().zip(&own).fold(0, |all, (a, b)| all | (a ^ b));
        if self.mac.is_some() && (differs != 0 || signed.len() != own.len()) {
            return None;
        }
        let value = |part: &Vec<u8>| serde_json::from_slice::<Value>(part).ok();
        Some(Message {
            header: value(&parts[0])?,
            metadata: value(&parts[2])?,
            content: value(&parts[3])?,
            names: frames.into_iter().take(at).collect(),
        })
    }

    /// Returns the frames of a message: to the peers of `names`, because of the message with the header `parent`.
    pub(super) fn write(&self, names: &[Vec<u8>], kind: &str, parent: &Value, content: &Value) -> Frames {
        let header = json!({
            "msg_id": unique(),
            "session": self.session,
            "username": "kernel",
            "date": now(),
            "msg_type": kind,
            "version": VERSION,
        });
        let parts = [&header, parent, &json!({}), content].map(|part| part.to_string().into_bytes());
        let mut frames = names.to_vec();
        frames.push(DELIMITER.to_vec());
        frames.push(self.signature(&parts));
        frames.extend(parts);
        frames
    }
}

/// Returns a name that no other message has.
fn unique() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Returns the time as ISO 8601 has it.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs(), since.subsec_micros())
}

/// Returns the date and time of a number of seconds since the beginning of 1970.
fn date(seconds: u64, micros: u32) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Eras of 400 years that begin in March, so that a leap day is the last of its year.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!(
        "{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z",
        era * 400 + year + next
    )
}

/// The channel on which the kernel tells all clients what it does.
#[derive(Clone)]
pub(super) struct Publisher {
    key: SessionKey,
    socket: KernelSocket,
    state: Arc<Mutex<ToldState>>,
}

#[derive(Default)]
struct ToldState {
    /// The header of the request that is carried out.
    parent: Value,
    /// Output of the program that was not sent: the name of its stream, and the text.
    stream: &'static str,
    waiting: String,
}

impl Publisher {
    pub(super) fn start(key: SessionKey, socket: KernelSocket) -> std::io::Result<Publisher> {
        let publisher = Publisher {
            key,
            socket,
            state: Arc::default(),
        };
        let ticking = publisher.clone();
        let tick = move || {
            loop {
                thread::sleep(TICK);
                ticking.send_written(&mut ticking.lock());
            }
        };
        thread::Builder::new().name("output".to_owned()).spawn(tick)?;
        Ok(publisher)
    }

    fn lock(&self) -> MutexGuard<'_, ToldState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the request to which all that is told belongs.
    pub(super) fn set_parent(&self, header: &Value) {
        let mut told = self.lock();
        self.send_written(&mut told);
        told.parent = header.clone();
    }

    /// Tells something, behind what the program has written.
    pub(super) fn tell(&self, kind: &str, content: &Value) {
        let mut told = self.lock();
        self.send_written(&mut told);
        self.send(kind, &told.parent, content);
    }

    /// Tells something that belongs to a request of its own.
    pub(super) fn tell_of(&self, kind: &str, parent: &Value, content: &Value) {
        self.send(kind, parent, content);
    }

    /// Takes what the program has written to a stream.
    pub(super) fn write(&self, stream: &'static str, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut told = self.lock();
        if told.stream != stream {
            self.send_written(&mut told);
            told.stream = stream;
        }
        told.waiting.push_str(text);
        if told.waiting.len() >= FULL {
            self.send_written(&mut told);
        }
    }

    /// Sends what the program has written.
    pub(super) fn flush(&self) {
        self.send_written(&mut self.lock());
    }

    fn send_written(&self, told: &mut ToldState) {
        if !told.waiting.is_empty() {
            let content = json!({"name": told.stream, "text": std::mem::take(&mut told.waiting)});
            self.send("stream", &told.parent, &content);
        }
    }

    fn send(&self, kind: &str, parent: &Value, content: &Value) {
        let topic = format!("kernel.{}.{kind}", self.key.session).into_bytes();
        self.socket.publish(&self.key.write(&[topic], kind, parent, content));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_signed() {
        let key = SessionKey::new("secret");
        let parent = json!({"msg_id": "1"});
        let frames = key.write(&[b"peer".to_vec()], "status", &parent, &json!({"é": 1}));
        let read = key.read(frames.clone()).expect("it is signed");
        assert_eq!((read.kind(), &read.content), ("status", &json!({"é": 1})));
        assert_eq!(read.names, [b"peer"]);
        assert!(SessionKey::new("other").read(frames.clone()).is_none());
        assert!(SessionKey::new("").read(frames.clone()).is_some());
        let mut changed = frames.clone();
        changed[6] = b"{}".to_vec();
        assert!(key.read(changed).is_none());
        let mut unsigned = frames;
        unsigned[2].clear();
        assert!(key.read(unsigned.clone()).is_none());
        unsigned.truncate(5);
        assert!(key.read(unsigned).is_none());
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, wanted) in [
            (0, "1970-01-01T00:00:00.000007Z"),
            (951_782_400, "2000-02-29T00:00:00.000007Z"),
            (4_102_444_799, "2099-12-31T23:59:59.000007Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000007Z"),
        ] {
            assert_eq!(date(seconds, 7), wanted);
        }
    }
}
