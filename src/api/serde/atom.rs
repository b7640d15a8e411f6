//! Atoms among the values of serde: a text of another format, and an atom, not a string, of a term.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::api::convert::Atom;

/// The name by which the writer and the reader of terms know atoms.
pub(super) const ATOM: &str = "$ferz::Atom";

impl<S: AsRef<str>> Serialize for Atom<S> {
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        to.serialize_newtype_struct(ATOM, self.0.as_ref())
    }
}

impl<'de, S: From<String>> Deserialize<'de> for Atom<S> {
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Atom<S>, R::Error> {
        from.deserialize_newtype_struct(ATOM, AtomVisitor(PhantomData))
    }
}

struct AtomVisitor<S>(PhantomData<S>);

impl<'de, S: From<String>> Visitor<'de> for AtomVisitor<S> {
    type Value = Atom<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an atom")
    }

    fn visit_newtype_struct<R: Deserializer<'de>>(self, from: R) -> Result<Atom<S>, R::Error> {
        String::deserialize(from).map(|name| Atom(name.into()))
    }
}
