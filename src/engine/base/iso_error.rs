//! The kinds of ISO errors (ISO 7.12.2), without their culprits.

use super::limit;

/// A list of names that errors can mention, each with its text.
macro_rules! error_names {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $(#[doc = concat!("`", $text, "`")] $variant),* }
        impl $name {
            /// Returns the text of the atom in the error term.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }
    };
}

error_names! {
    /// The expected type of `type_error(Type, Culprit)`.
    Type {
        Atom = "atom", Atomic = "atomic", Byte = "byte", Callable = "callable", Character = "character",
        Btree = "btree", Compound = "compound", Dict = "dict", DictData = "dict-data", DictKey = "dict-key", Evaluable = "evaluable", Float = "float", InByte = "in_byte",
        InCharacter = "in_character", Integer = "integer", List = "list", Number = "number", Pair = "pair",
        PredicateIndicator = "predicate_indicator", Rational = "rational", String = "string", Text = "text", Boolean = "bool",
        AcyclicTerm = "acyclic_term", DbReference = "db_reference",
        CharClass = "char_type", Date = "date", Time = "time", Mutex = "mutex", Thread = "thread", MessageQueue = "message_queue", Expression = "expression", Key = "key", KeyValue = "key-value",
        FreeOfAttvar = "free_of_attvar", SortKey = "sort_key", Trie = "trie",
    }
}

error_names! {
    /// The expected domain of `domain_error(Domain, Culprit)`.
    Domain {
        EnvironmentVariable = "environment_variable",
        CloseOption = "close_option", FlagValue = "flag_value", IoMode = "io_mode",
        CompoundNonZeroArity = "compound_non_zero_arity", NonEmptyList = "non_empty_list", NotLessThanZero = "not_less_than_zero", NotLessThanOne = "not_less_than_one",
        OperatorPriority = "operator_priority", OperatorSpecifier = "operator_specifier", PrologFlag = "prolog_flag",
        ReadOption = "read_option", SourceSink = "source_sink", Stream = "stream", StreamOption = "stream_option",
        StreamOrAlias = "stream_or_alias", StreamPosition = "stream_position", StreamProperty = "stream_property",
        WriteOption = "write_option", Order = "order", Radix = "radix", StatisticsKey = "statistics_key", Encoding = "encoding",
        ClauseProperty = "clause_property", Timezone = "timezone", Rounding = "round",
    }
}

error_names! {
    /// The action of `permission_error(Action, Type, Culprit)`.
    Action {
        Access = "access", Assert = "assert", Create = "create", Input = "input", Insert = "insert", Load = "load", Modify = "modify", Open = "open", Output = "output",
        Redefine = "redefine", Reposition = "reposition",
    }
}

error_names! {
    /// The kind of object of a permission or existence error.
    Thing {
        BinaryStream = "binary_stream", Flag = "flag", Operator = "operator", PastEndOfStream = "past_end_of_stream",
        PrivateProcedure = "private_procedure", StaticProcedure = "static_procedure", SourceSink = "source_sink",
        Stream = "stream", TextStream = "text_stream", Procedure = "procedure", Variable = "variable",
        ImportedProcedure = "imported_procedure", Matching = "matching_rule", Reset = "reset",
        Format = "format", Trie = "trie", TrieKey = "trie_key",
    }
}

error_names! {
    /// The flag of `representation_error(Flag)`.
    Limit {
        Character = "character", CharacterCode = "character_code", InCharacterCode = "in_character_code",
        Int = "int", MaxArity = "max_arity", MaxInteger = "max_integer", MinInteger = "min_integer",
    }
}

error_names! {
    /// The error of `evaluation_error(Error)`.
    Evaluation {
        FloatOverflow = "float_overflow", Undefined = "undefined",
        ZeroDivisor = "zero_divisor",
    }
}

/// Which resource ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// A limit was met.
    Limit(limit::Limit),
    /// `depth`
    Depth,
    /// `integer_size`
    IntegerSize,
    /// `max_files`
    MaxFiles,
    /// `max_threads`
    MaxThreads,
    /// `regex_size`
    RegexSize,
    /// `match_limit`
    MatchLimit,
}

impl Resource {
    /// The atom's text in the error term.
    pub const fn text(self) -> &'static str {
        match self {
            Resource::Limit(limit) => limit.row().word,
            Resource::Depth => "depth",
            Resource::IntegerSize => "integer_size",
            Resource::MaxFiles => "max_files",
            Resource::MaxThreads => "max_threads",

            Resource::RegexSize => "regex_size",

            Resource::MatchLimit => "match_limit",
        }
    }
}

impl From<limit::Limit> for Resource {
    fn from(limit: limit::Limit) -> Resource {
        Resource::Limit(limit)
    }
}
