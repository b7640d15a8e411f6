//! Writes values as terms.

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::atom::ATOM;
use super::name_in_terms;
use crate::api::builder::Builder;
use crate::api::mismatch::Mismatch;
use crate::base::num::Number;

/// Writes one value to a builder.
pub(super) struct TermWriter<'w, 'b> {
    to: &'w mut Builder<'b>,
    /// The name of the compound that is written, if it is a row of facts.
    name: Option<&'w str>,
    /// Whether a text is written as an atom.
    is_atom: bool,
}

impl<'w, 'b> TermWriter<'w, 'b> {
    pub(super) fn new(to: &'w mut Builder<'b>) -> Self {
        TermWriter {
            to,
            name: None,
            is_atom: false,
        }
    }

    /// Returns the writer of a fact with this name.
    pub(super) fn named(to: &'w mut Builder<'b>, name: &'w str) -> Self {
        TermWriter {
            to,
            name: Some(name),
            is_atom: false,
        }
    }

    /// Returns the builder; a fact of one argument is begun.
    fn one(self) -> &'w mut Builder<'b> {
        if let Some(name) = self.name {
            self.to.compound(name, 1);
        }
        self.to
    }

    /// Begins a compound with this many arguments, or its atom.
    fn begin(self, name: &str, arity: usize) -> ItemWriter<'w, 'b> {
        match (self.name, arity) {
            (Some(name), _) => self.to.compound(name, arity),
            (None, 0) => self.to.atom(&name_in_terms(name)),
            (None, _) => self.to.compound(&name_in_terms(name), arity),
        }
        ItemWriter::new(self.to, WriterEnd::Nothing)
    }

    /// Begins the compound of a variant with this many arguments, or its atom.
    fn begin_variant(self, variant: &str, arity: usize) -> ItemWriter<'w, 'b> {
        TermWriter::new(self.one()).begin(variant, arity)
    }
}

/// Makes the methods for numbers that are written as longer ones.
macro_rules! by_longer {
    ($($method:ident($number:ty) $longer:ident)*) => {
        $(fn $method(self, value: $number) -> Result<(), Mismatch> {
            self.$longer(value.into())
        })*
    };
}

impl<'w, 'b> Serializer for TermWriter<'w, 'b> {
    type Ok = ();
    type Error = Mismatch;
    type SerializeSeq = ItemWriter<'w, 'b>;
    type SerializeTuple = ItemWriter<'w, 'b>;
    type SerializeTupleStruct = ItemWriter<'w, 'b>;
    type SerializeTupleVariant = ItemWriter<'w, 'b>;
    type SerializeMap = ItemWriter<'w, 'b>;
    type SerializeStruct = ItemWriter<'w, 'b>;
    type SerializeStructVariant = ItemWriter<'w, 'b>;

    fn serialize_bool(self, value: bool) -> Result<(), Mismatch> {
        self.one().atom(if value { "true" } else { "false" });
        Ok(())
    }

    by_longer! {
        serialize_i8(i8) serialize_i64
        serialize_i16(i16) serialize_i64
        serialize_i32(i32) serialize_i64
        serialize_u8(u8) serialize_i64
        serialize_u16(u16) serialize_i64
        serialize_u32(u32) serialize_i64
        serialize_u64(u64) serialize_i128
        serialize_f32(f32) serialize_f64
    }

    fn serialize_i64(self, value: i64) -> Result<(), Mismatch> {
        self.one().int(value);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Mismatch> {
        self.one().any_number(Number::from(dashu_int::IBig::from(value)));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result<(), Mismatch> {
        self.one().any_number(Number::from(dashu_int::IBig::from(value)));
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Mismatch> {
        self.one().float(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Mismatch> {
        self.one().atom(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Mismatch> {
        match self.is_atom {
            true => self.one().atom(value),
            false => self.one().string(value),
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Mismatch> {
        let mut list = self.serialize_seq(None)?;
        value
            .iter()
            .try_for_each(|byte| SerializeSeq::serialize_element(&mut list, byte))?;
        SerializeSeq::end(list)
    }

    fn serialize_none(self) -> Result<(), Mismatch> {
        self.one().none();
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Mismatch> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Mismatch> {
        self.one().nil();
        Ok(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Mismatch> {
        self.one().atom(&name_in_terms(name));
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Mismatch> {
        self.serialize_unit_struct(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Mismatch> {
        let is_atom = name == ATOM;
        value.serialize(TermWriter { is_atom, ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Mismatch> {
        self.begin_variant(variant, 1).part(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(ItemWriter::new(self.one(), WriterEnd::List))
    }

    fn serialize_tuple(self, len: usize) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        if let Some(name) = self.name {
            return Ok(self.begin(name, len));
        }
        match len {
            0 => self.to.nil(),
            _ => (1..len).for_each(|_| self.to.compound("-", 2)),
        }
        Ok(ItemWriter::new(self.to, WriterEnd::Nothing))
    }

    fn serialize_tuple_struct(self, name: &'static str, len: usize) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(self.begin(name, len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(self.begin_variant(variant, len))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(ItemWriter::new(self.one(), WriterEnd::List))
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(self.begin(name, len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<ItemWriter<'w, 'b>, Mismatch> {
        Ok(self.begin_variant(variant, len))
    }
}

/// Writes the parts of a list or a compound.
pub(super) struct ItemWriter<'w, 'b> {
    to: &'w mut Builder<'b>,
    end: WriterEnd,
}

/// The text after the last part.
enum WriterEnd {
    Nothing,
    List,
}

impl<'w, 'b> ItemWriter<'w, 'b> {
    fn new(to: &'w mut Builder<'b>, end: WriterEnd) -> Self {
        ItemWriter { to, end }
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Mismatch> {
        value.serialize(TermWriter::new(self.to))
    }

    fn finish(self) -> Result<(), Mismatch> {
        if let WriterEnd::List = self.end {
            self.to.nil();
        }
        Ok(())
    }
}

impl SerializeSeq for ItemWriter<'_, '_> {
    type Ok = ();
    type Error = Mismatch;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Mismatch> {
        self.to.pair();
        self.part(value)
    }

    fn end(self) -> Result<(), Mismatch> {
        self.finish()
    }
}

impl SerializeMap for ItemWriter<'_, '_> {
    type Ok = ();
    type Error = Mismatch;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Mismatch> {
        self.to.pair();
        self.to.compound("-", 2);
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Mismatch> {
        self.part(value)
    }

    fn end(self) -> Result<(), Mismatch> {
        self.finish()
    }
}

macro_rules! compounds {
    ($($kind:ident $add:ident)*) => { $(
        impl $kind for ItemWriter<'_, '_> {
            type Ok = ();
            type Error = Mismatch;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Mismatch> {
                self.part(value)
            }

            fn end(self) -> Result<(), Mismatch> {
                self.finish()
            }
        }
    )* };
}

compounds!(SerializeTuple serialize_element SerializeTupleStruct serialize_field SerializeTupleVariant serialize_field);

macro_rules! structs {
    ($($kind:ident)*) => { $(
        impl $kind for ItemWriter<'_, '_> {
            type Ok = ();
            type Error = Mismatch;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Mismatch> {
                self.part(value)
            }

            fn end(self) -> Result<(), Mismatch> {
                self.finish()
            }
        }
    )* };
}

structs!(SerializeStruct SerializeStructVariant);

impl Error for Mismatch {
    fn custom<T: std::fmt::Display>(message: T) -> Mismatch {
        Mismatch::message(message.to_string())
    }
}
