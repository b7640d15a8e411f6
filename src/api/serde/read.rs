//! Reads values from terms.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::atom::ATOM;
use super::name_in_terms;
use crate::api::convert::FromTerm;
use crate::api::mismatch::{MOST_LEVELS, Mismatch};
use crate::api::view::{Args, TermRef, TermView};

/// Reads a value from one term.
#[derive(Clone, Copy)]
pub(super) struct TermReader<'t> {
    term: TermRef<'t>,
    level: usize,
}

impl<'t> TermReader<'t> {
    pub(super) fn new(term: TermRef<'t>) -> Self {
        TermReader { term, level: 0 }
    }

    /// Returns the reader of a part of the term.
    fn part(self, term: TermRef<'t>) -> Self {
        let level = self.level + 1;
        TermReader { term, level }
    }

    fn is_not<T>(self, wanted: impl Into<Cow<'static, str>>) -> Result<T, Mismatch> {
        Err(Mismatch::new(wanted, self.term))
    }

    /// Fails if the term is in too many others.
    fn enter(self) -> Result<(), Mismatch> {
        match self.level {
            0..=MOST_LEVELS => Ok(()),
            _ => Err(Mismatch::too_deep(self.term)),
        }
    }

    fn value<T: FromTerm>(self) -> Result<T, Mismatch> {
        self.term.to()
    }

    /// Returns the arguments of a compound with this name and number of arguments.
    fn args_of(self, name: &str, arity: usize) -> Option<Args<'t>> {
        match self.term.view() {
            TermView::Compound(found, args) if found == name && args.len() == arity => Some(args),
            _ => None,
        }
    }

    /// Returns the keys and values of a dict.
    fn dict(self) -> Option<Args<'t>> {
        match self.term.view() {
            TermView::Compound("$dict", args) if args.len() % 2 == 1 => Some(args),
            _ => None,
        }
    }

    /// Returns the parts of a tuple of this length, `A-B-C`.
    fn sides(self, len: usize) -> Option<Vec<TermRef<'t>>> {
        let mut parts = Vec::new();
        let mut rest = self.term;
        for _ in 1..len {
            let TermView::Compound("-", args) = rest.view() else {
                return None;
            };
            let (2, Some(left), Some(right)) = (args.len(), args.get(0), args.get(1)) else {
                return None;
            };
            parts.push(right);
            rest = left;
        }
        parts.push(rest);
        parts.reverse();
        Some(parts)
    }

    fn visit_args<'de, V: Visitor<'de>>(self, args: Args<'t>, visitor: V) -> Result<V::Value, Mismatch> {
        let parts = (0..args.len()).filter_map(|index| args.get(index));
        visitor.visit_seq(ItemReader::new(self, parts, Mismatch::in_argument))
    }

    fn visit_list<'de, V: Visitor<'de>>(self, items: Vec<TermRef<'t>>, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_seq(ItemReader::new(self, items.into_iter(), Mismatch::in_item))
    }

    fn visit_dict<'de, V: Visitor<'de>>(self, args: Args<'t>, visitor: V) -> Result<V::Value, Mismatch> {
        let places = (1..args.len()).step_by(2);
        let pairs = places.filter_map(|at| Some((args.get(at)?, args.get(at + 1)?)));
        visitor.visit_map(PairReader::new(self, pairs.map(Ok)))
    }

    fn visit_pairs<'de, V: Visitor<'de>>(self, items: Vec<TermRef<'t>>, visitor: V) -> Result<V::Value, Mismatch> {
        let pairs = items.into_iter().enumerate().map(|(index, item)| {
            let TermReader { level, .. } = self;
            match (TermReader { term: item, level }).sides(2).as_deref() {
                Some([key, value]) => Ok((*key, *value)),
                _ => Err(Mismatch::new("pair", item).in_item(index)),
            }
        });
        visitor.visit_map(PairReader::new(self, pairs))
    }

    fn visit_text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.term.as_text() {
            Some(text) => visitor.visit_str(text),
            None => self.is_not("text"),
        }
    }

    fn visit_integer<'de, V: Visitor<'de>>(self, wanted: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        match self.term.view() {
            TermView::Int(value) => visitor.visit_i64(value),
            TermView::BigInt(_) => {
                if let Ok(value) = self.value::<u64>() {
                    visitor.visit_u64(value)
                } else if let Ok(value) = self.value::<i128>() {
                    visitor.visit_i128(value)
                } else if let Ok(value) = self.value::<u128>() {
                    visitor.visit_u128(value)
                } else {
                    self.is_not(wanted)
                }
            }
            _ => self.is_not("integer"),
        }
    }
}

macro_rules! integers {
    ($($name:ident $type:literal)*) => { $(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
            self.visit_integer($type, visitor).map_err(|fault| fault.about(self.term))
        }
    )* };
}

impl<'de> Deserializer<'de> for TermReader<'_> {
    type Error = Mismatch;

    integers! {
        deserialize_i8 "i8"
        deserialize_i16 "i16"
        deserialize_i32 "i32"
        deserialize_i64 "i64"
        deserialize_i128 "i128"
        deserialize_u8 "u8"
        deserialize_u16 "u16"
        deserialize_u32 "u32"
        deserialize_u64 "u64"
        deserialize_u128 "u128"
    }

    /// The value of the term by itself: a compound `f(A, B)` is a map of the name to the list of its arguments.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.enter()?;
        match self.term.view() {
            TermView::Var(_) => visitor.visit_none(),
            TermView::Atom("true") => visitor.visit_bool(true),
            TermView::Atom("false") => visitor.visit_bool(false),
            TermView::Atom("[]") => self.visit_list(Vec::new(), visitor),
            TermView::Atom(text) | TermView::String(text) => visitor.visit_str(text),
            TermView::Int(_) | TermView::BigInt(_) => self.visit_integer("integer of 128 bits", visitor),
            TermView::Float(_) | TermView::Rational(_) => visitor.visit_f64(self.value()?),
            TermView::List(..) => self.deserialize_seq(visitor),
            TermView::Object(_) => self.is_not("data"),
            TermView::Compound(name, args) => match self.dict() {
                Some(args) => self.visit_dict(args, visitor),
                None => visitor.visit_map(CallReader {
                    reader: self,
                    name: Some(name),
                    args,
                }),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_bool(self.value()?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_f64(self.value()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_char(self.value()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.visit_text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.visit_text(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.visit_text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_byte_buf(self.value()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        if self.term.is_var() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.term.view() {
            TermView::Atom("[]") => visitor.visit_unit(),
            _ => self.is_not("[]"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        match self.term.view() {
            TermView::Atom(found) if found == name_in_terms(name) => visitor.visit_unit(),
            _ => self.is_not(name_in_terms(name)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        if name == ATOM && !matches!(self.term.view(), TermView::Atom(_)) {
            return self.is_not("atom");
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.enter()?;
        match self.term.items() {
            Some(items) => self.visit_list(items, visitor),
            None => self.is_not("list"),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Mismatch> {
        self.enter()?;
        match self.term.items() {
            Some(items) if items.len() == len => self.visit_list(items, visitor),
            Some(_) => self.is_not(format!("list of {len} items")),
            None => match self.sides(len) {
                Some(parts) => visitor.visit_seq(ItemReader::new(self, parts.into_iter(), Mismatch::in_argument)),
                None => self.is_not(if len == 2 {
                    "pair".into()
                } else {
                    format!("tuple of {len}")
                }),
            },
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.enter()?;
        let name = name_in_terms(name);
        match self.args_of(&name, len) {
            Some(args) => self.visit_args(args, visitor),
            None => self.is_not(format!("{name}/{len}")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.enter()?;
        match (self.dict(), self.term.items()) {
            (Some(args), _) => self.visit_dict(args, visitor),
            (None, Some(items)) => self.visit_pairs(items, visitor),
            (None, None) => self.is_not("list of pairs"),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.enter()?;
        match self.dict() {
            Some(args) => self.visit_dict(args, visitor),
            None => self.deserialize_tuple_struct(name, fields.len(), visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.enter()?;
        let found = match self.term.view() {
            TermView::Atom(found) | TermView::String(found) | TermView::Compound(found, _) => found,
            TermView::List(..) => "[|]",
            _ => "",
        };
        match variants.iter().find(|variant| name_in_terms(variant) == found) {
            Some(variant) => visitor.visit_enum(VariantReader { reader: self, variant }),
            None => self.is_not(name_in_terms(name)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_unit()
    }
}

impl Error for Mismatch {
    fn custom<T: std::fmt::Display>(message: T) -> Mismatch {
        Mismatch::message(message.to_string())
    }
}

/// The items of a list or the arguments of a compound.
struct ItemReader<'t, I> {
    of: TermReader<'t>,
    parts: I,
    index: usize,
    place: fn(Mismatch, usize) -> Mismatch,
}

impl<'t, I: Iterator<Item = TermRef<'t>>> ItemReader<'t, I> {
    fn new(of: TermReader<'t>, parts: I, place: fn(Mismatch, usize) -> Mismatch) -> Self {
        let index = 0;
        ItemReader {
            of,
            parts,
            index,
            place,
        }
    }
}

impl<'de, 't, I: Iterator<Item = TermRef<'t>>> SeqAccess<'de> for ItemReader<'t, I> {
    type Error = Mismatch;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Mismatch> {
        let Some(part) = self.parts.next() else { return Ok(None) };
        let value = seed.deserialize(self.of.part(part));
        self.index += 1;
        value
            .map(Some)
            .map_err(|fault| (self.place)(fault.about(part), self.index - 1))
    }

    fn size_hint(&self) -> Option<usize> {
        self.parts.size_hint().1
    }
}

/// The keys and values of a map.
struct PairReader<'t, I> {
    of: TermReader<'t>,
    pairs: I,
    /// The value of the key that was read last.
    value: Option<(TermRef<'t>, TermRef<'t>)>,
}

impl<'t, I> PairReader<'t, I> {
    fn new(of: TermReader<'t>, pairs: I) -> Self {
        PairReader { of, pairs, value: None }
    }
}

impl<'de, 't, I> MapAccess<'de> for PairReader<'t, I>
where
    I: Iterator<Item = Result<(TermRef<'t>, TermRef<'t>), Mismatch>>,
{
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some(pair) = self.pairs.next().transpose()? else {
            return Ok(None);
        };
        self.value = Some(pair);
        let key = seed.deserialize(self.of.part(pair.0));
        key.map(Some).map_err(|fault| fault.about(pair.0))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        let (key, value) = self.value.expect("the key was read before");
        let read = seed.deserialize(self.of.part(value));
        read.map_err(|fault| fault.about(value).at_key(key))
    }
}

/// A compound as a map of its name to the list of its arguments.
struct CallReader<'t> {
    reader: TermReader<'t>,
    /// The name, until it was read.
    name: Option<&'t str>,
    args: Args<'t>,
}

impl<'de> MapAccess<'de> for CallReader<'_> {
    type Error = Mismatch;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Mismatch> {
        let Some(name) = self.name.take() else { return Ok(None) };
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Mismatch> {
        seed.deserialize(ArgumentReader {
            reader: self.reader,
            args: self.args,
        })
    }
}

/// The arguments of a compound as a sequence.
struct ArgumentReader<'t> {
    reader: TermReader<'t>,
    args: Args<'t>,
}

impl<'de> Deserializer<'de> for ArgumentReader<'_> {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        self.reader.visit_args(self.args, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A variant of an enum.
#[derive(Clone, Copy)]
struct VariantReader<'t> {
    reader: TermReader<'t>,
    variant: &'static str,
}

impl<'t> VariantReader<'t> {
    /// Returns the arguments, if there are so many.
    fn args(&self, arity: usize) -> Result<Args<'t>, Mismatch> {
        let name = name_in_terms(self.variant);
        let args = self.reader.args_of(&name, arity);
        args.map_or_else(|| self.reader.is_not(format!("{name}/{arity}")), Ok)
    }
}

impl<'de> EnumAccess<'de> for VariantReader<'_> {
    type Error = Mismatch;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Mismatch> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.variant))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for VariantReader<'_> {
    type Error = Mismatch;

    fn unit_variant(self) -> Result<(), Mismatch> {
        match self.reader.term.view() {
            TermView::Atom(_) | TermView::String(_) => Ok(()),
            _ => self.reader.is_not(name_in_terms(self.variant)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Mismatch> {
        let part = self.args(1)?.get(0).expect("there is one argument");
        let value = seed.deserialize(self.reader.part(part));
        value.map_err(|fault| fault.about(part).in_argument(0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Mismatch> {
        match len {
            0 => self
                .unit_variant()
                .and_then(|()| self.reader.visit_list(Vec::new(), visitor)),
            _ => self.reader.visit_args(self.args(len)?, visitor),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        self.tuple_variant(fields.len(), visitor)
    }
}
