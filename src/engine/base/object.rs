//! Objects of the host: Rust values that terms name.
//!
//! To a program an object is an atom that no text denotes: the atom table holds the value under the atom's index, and
//! drops it with the atom. So the collector of atoms is the collector of objects.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use super::atom::{Atom, AtomTable};

/// An object of the host, of any type: a Rust value in a term. Clones are the same object.
///
/// `Object` is one of a known type.
#[derive(Clone)]
pub struct AnyObject(Arc<ObjectInner>);

/// An object that is kept by others only.
#[doc(hidden)]
pub struct WeakObject(Weak<ObjectInner>);

impl WeakObject {
    /// Returns the object, if it is still there.
    pub fn upgrade(&self) -> Option<AnyObject> {
        self.0.upgrade().map(AnyObject)
    }
}

struct ObjectInner {
    number: u64,
    kind: Box<str>,
    value: Arc<dyn Any + Send + Sync>,
    /// The bytes of memory that the value takes, if they are counted. The order and the hash of an object do not depend on
    /// them: behind a trait they do not keep a term from being a key for Clippy.
    bytes: Box<dyn Weight>,
}

/// A number of bytes that changes.
trait Weight: Send + Sync {
    fn get(&self) -> usize;
    /// Sets it; returns what it was.
    fn set(&self, bytes: usize) -> usize;
}

impl Weight for AtomicUsize {
    fn get(&self) -> usize {
        self.load(Ordering::Relaxed)
    }

    fn set(&self, bytes: usize) -> usize {
        self.swap(bytes, Ordering::Relaxed)
    }
}

/// A value that takes memory of its own, which changes.
pub trait Weighed: Any + Send + Sync {
    /// Returns the bytes that it takes now.
    fn bytes(&self) -> usize;
}

/// The number of the next object of the process.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl AnyObject {
    /// Makes an object, which is written as `<kind>(0x1)`, with a number of its own.
    #[doc(hidden)]
    pub fn new(kind: &str, value: Arc<dyn Any + Send + Sync>) -> AnyObject {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let kind = kind.into();
        let bytes = Box::new(AtomicUsize::new(0));
        AnyObject(Arc::new(ObjectInner {
            number,
            kind,
            value,
            bytes,
        }))
    }

    /// Makes the object that stands for an engine of a program.
    #[doc(hidden)]
    pub fn of_engine() -> AnyObject {
        AnyObject::new("engine", Arc::new(()))
    }

    /// Returns a reference that does not keep the object.
    #[doc(hidden)]
    pub fn downgrade(&self) -> WeakObject {
        WeakObject(Arc::downgrade(&self.0))
    }

    /// Returns the name of its kind.
    pub fn kind(&self) -> &str {
        &self.0.kind
    }

    /// Returns the value, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.value.downcast_ref()
    }

    /// Returns the value, shared with the object.
    #[doc(hidden)]
    pub fn value(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::clone(&self.0.value)
    }

    /// Returns the value, shared with the object, if it is of this type.
    #[doc(hidden)]
    pub fn value_of<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.value().downcast().ok()
    }

    /// Returns the bytes of memory that the value takes, if they are counted.
    fn bytes(&self) -> usize {
        self.0.bytes.get()
    }

    /// Returns the number that tells it from all other objects.
    #[doc(hidden)]
    pub fn number(&self) -> u64 {
        self.0.number
    }
}

impl fmt::Display for AnyObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>({:#x})", self.0.kind, self.0.number)
    }
}

impl fmt::Debug for AnyObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Objects are equal if they are the same.
impl PartialEq for AnyObject {
    fn eq(&self, other: &AnyObject) -> bool {
        self.number() == other.number()
    }
}

impl Eq for AnyObject {}

impl std::hash::Hash for AnyObject {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

/// The objects of an atom table.
#[derive(Clone, Default)]
pub struct Objects {
    of_atom: FxHashMap<u32, AnyObject>,
    atoms: FxHashMap<u64, u32>,
    /// The bytes that the values are known to take.
    bytes: usize,
}

/// The bytes of an object beside its atom: two entries of tables and the object itself.
pub const OBJECT_BYTES: usize = 128;

impl Objects {
    /// Returns the number of objects.
    pub fn len(&self) -> usize {
        self.of_atom.len()
    }

    /// Returns the bytes that the objects take, with those that their values are known to take.
    pub fn bytes(&self) -> usize {
        self.of_atom.len() * OBJECT_BYTES + self.bytes
    }

    /// Notes how many bytes the value of an object takes now.
    pub fn weigh(&mut self, object: &AnyObject, bytes: usize) {
        let before = object.0.bytes.set(bytes);
        self.bytes = self.bytes.saturating_sub(before) + bytes;
    }

    /// Returns the object of the atom with this index.
    pub fn get(&self, id: u32) -> Option<&AnyObject> {
        self.of_atom.get(&id)
    }

    /// Returns the index of the atom of an object.
    pub fn find(&self, object: &AnyObject) -> Option<u32> {
        self.atoms.get(&object.number()).copied()
    }

    /// Adds an object.
    pub fn insert(&mut self, id: u32, object: &AnyObject) {
        self.atoms.insert(object.number(), id);
        self.bytes += object.bytes();
        self.of_atom.insert(id, object.clone());
    }

    /// Returns the indices that are not to be kept.
    pub fn dead(&self, kept: impl Fn(usize) -> bool) -> Vec<u32> {
        let ids = self.of_atom.keys().copied();
        ids.filter(|&id| !kept(id as usize)).collect()
    }

    /// Removes objects; returns them.
    pub fn remove(&mut self, ids: &[u32]) -> Vec<AnyObject> {
        let removed = ids.iter().filter_map(|id| self.of_atom.remove(id));
        let removed: Vec<AnyObject> = removed.collect();
        for object in &removed {
            self.atoms.remove(&object.number());
            self.bytes = self.bytes.saturating_sub(object.bytes());
        }
        removed
    }
}

impl AtomTable {
    /// Returns the object that the atom stands for.
    pub fn object(&self, atom: Atom) -> Option<&AnyObject> {
        self.objects.get(atom.index())
    }

    /// Notes how many bytes the value of an object takes now.
    pub fn weigh_object(&mut self, object: &AnyObject, bytes: usize) {
        self.fresh += bytes;
        self.objects.weigh(object, bytes);
    }
}

/// Drops objects. A destructor of the host that panics ends neither the collection nor the goal.
pub fn drop_all(objects: Vec<AnyObject>) {
    for object in objects {
        // The message of the panic has been printed by the hook of the host.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(object)));
    }
}
