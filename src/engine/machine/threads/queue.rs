//! Message queues: terms that threads send to one another.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use super::family::Taken;
use super::{Awaited, Sleepers, locked, wait_if};
use crate::base::watch::Watch;
use crate::term::parcel::{Parcel, ParcelKey};

/// A message queue.
pub struct Queue {
    alias: OnceLock<Box<str>>,
    /// The largest number of messages; `usize::MAX` if there is none.
    most: AtomicUsize,
    /// The bytes of the messages of all queues of the family.
    bytes: Arc<AtomicUsize>,
    contents: Mutex<Contents>,
}

#[derive(Default)]
struct Contents {
    /// The messages, each with its number, in the order in which they were sent.
    messages: VecDeque<(u64, Arc<Parcel>)>,
    last: u64,
    waiting: Sleepers,
    destroyed: bool,
}

impl Awaited for Contents {
    fn sleepers(&mut self) -> &mut Sleepers {
        &mut self.waiting
    }
}

/// A queue that was destroyed.
#[derive(Debug, PartialEq, Eq)]
pub struct Gone;

impl Queue {
    /// Makes a queue that holds at most `most` messages.
    pub fn new(alias: Option<&str>, most: Option<usize>, bytes: &Arc<AtomicUsize>) -> Queue {
        Queue {
            alias: alias.map(|alias| OnceLock::from(Box::from(alias))).unwrap_or_default(),
            most: AtomicUsize::new(most.unwrap_or(usize::MAX)),
            bytes: Arc::clone(bytes),
            contents: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        locked(&self.contents)
    }

    /// Returns its alias.
    pub fn alias(&self) -> Option<&str> {
        self.alias.get().map(AsRef::as_ref)
    }

    /// Gives it an alias.
    ///
    /// # Errors
    /// If it has one.
    pub fn set_alias(&self, alias: &str) -> Result<(), Taken> {
        self.alias.set(alias.into()).map_err(|_| Taken)
    }

    /// Returns the largest number of messages.
    pub fn most(&self) -> Option<usize> {
        Some(self.most.load(Ordering::Relaxed)).filter(|&most| most < usize::MAX)
    }

    /// Sets the largest number of messages.
    pub fn set_most(&self, most: Option<usize>) {
        let mut contents = self.lock();
        self.most.store(most.unwrap_or(usize::MAX), Ordering::Relaxed);
        contents.wake();
    }

    /// Whether there is no room for another message.
    fn is_full(&self, contents: &Contents) -> bool {
        contents.messages.len() >= self.most.load(Ordering::Relaxed)
    }

    /// Returns the number of messages, and of threads that wait for one.
    pub fn counts(&self) -> (usize, usize) {
        let contents = self.lock();
        (contents.messages.len(), contents.waiting.len())
    }

    /// Returns the bytes of the messages of all queues of the family.
    pub fn family_bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Appends a message; returns false if the queue is full.
    ///
    /// # Errors
    /// If the queue is gone.
    pub fn send(&self, message: &Arc<Parcel>) -> Result<bool, Gone> {
        let mut contents = self.lock();
        if contents.destroyed {
            return Err(Gone);
        }
        if self.is_full(&contents) {
            return Ok(false);
        }
        self.bytes.fetch_add(message.bytes(), Ordering::Relaxed);
        contents.last += 1;
        let number = contents.last;
        contents.messages.push_back((number, Arc::clone(message)));
        contents.wake();
        Ok(true)
    }

    /// Returns the first message from `next` on that may have this key, and its number; `next` becomes that of the first
    /// message that was not looked at.
    ///
    /// # Errors
    /// If the queue is gone.
    pub fn next(&self, next: &mut u64, key: Option<ParcelKey>) -> Result<Option<(u64, Arc<Parcel>)>, Gone> {
        let contents = self.lock();
        if contents.destroyed {
            return Err(Gone);
        }
        let start = contents.messages.partition_point(|&(at, _)| at < *next);
        let mut rest = contents.messages.range(start..);
        let found = rest.find(|(_, message)| message.may_be(key)).cloned();
        *next = found.as_ref().map_or(contents.last, |&(number, _)| number) + 1;
        Ok(found)
    }

    /// Removes the message with this number; returns false if another thread has taken it.
    pub fn remove(&self, number: u64) -> bool {
        let mut contents = self.lock();
        let Ok(at) = contents.messages.binary_search_by_key(&number, |&(at, _)| at) else {
            return false;
        };
        if let Some((_, message)) = contents.messages.remove(at) {
            self.bytes.fetch_sub(message.bytes(), Ordering::Relaxed);
        }
        if self.most().is_some() {
            contents.wake();
        }
        true
    }

    /// Waits for a message from `next` on.
    pub fn wait_for_message(&self, next: u64, wait: (&Watch, Duration)) {
        drop(wait_if(&self.contents, wait, |contents| {
            contents.last < next && !contents.destroyed
        }));
    }

    /// Waits for room for a message.
    pub fn wait_for_room(&self, wait: (&Watch, Duration)) {
        drop(wait_if(&self.contents, wait, |contents| {
            self.is_full(contents) && !contents.destroyed
        }));
    }

    /// Drops all messages; nobody can send or wait any more. Returns false if that was so already.
    pub fn destroy(&self) -> bool {
        let mut contents = self.lock();
        let before = std::mem::replace(&mut contents.destroyed, true);
        let messages = std::mem::take(&mut contents.messages);
        contents.wake();
        drop(contents);
        let bytes = messages.iter().map(|(_, message)| message.bytes()).sum();
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        !before
    }

    /// Whether it was destroyed.
    pub fn is_gone(&self) -> bool {
        self.lock().destroyed
    }
}
