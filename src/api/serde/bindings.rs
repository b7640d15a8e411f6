//! Reads values from the bindings of an answer.

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::is_meant;
use super::read::TermReader;
use crate::api::mismatch::Mismatch;
use crate::api::view::TermRef;

/// The names and values of a query's variables, in the order of the query.
pub(super) struct Bindings<'t>(pub(super) Vec<(&'t str, TermRef<'t>)>);

impl<'de> Deserializer<'de> for Bindings<'_> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_map(BindingVariables {
            keys: &[],
            rest: self.0.into_iter(),
            value: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        visitor.visit_map(BindingVariables {
            keys,
            rest: self.0.into_iter(),
            value: None,
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_seq(Values(self.0.into_iter()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit_struct map enum
        identifier
    }
}

/// The bindings as a map.
struct BindingVariables<'t> {
    /// The fields that a struct has.
    keys: &'static [&'static str],
    rest: std::vec::IntoIter<(&'t str, TermRef<'t>)>,
    /// The variable whose name was read last.
    value: Option<(&'t str, TermRef<'t>)>,
}

impl<'de> MapAccess<'de> for BindingVariables<'_> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some(variable) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(variable);
        let keys = self.keys;
        let exact = keys.iter().find(|key| **key == variable.0);
        match exact.or_else(|| keys.iter().find(|key| is_meant(variable.0, key))) {
            Some(key) => seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some),
            None => seed.deserialize(StrDeserializer::new(variable.0)).map(Some),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        let (name, value) = self.value.expect("the key was read before");
        let read = seed.deserialize(TermReader::new(value));
        read.map_err(|fault| fault.about(value).in_variable(name))
    }
}

/// The bindings as a sequence.
struct Values<'t>(std::vec::IntoIter<(&'t str, TermRef<'t>)>);

impl<'de> SeqAccess<'de> for Values<'_> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        let Some((name, value)) = self.0.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(TermReader::new(value));
        read.map(Some).map_err(|fault| fault.about(value).in_variable(name))
    }
}
