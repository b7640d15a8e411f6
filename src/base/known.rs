//! The one list of atoms that the Rust code names. The position in the list is the atom's index.

use super::atom::Atom;

macro_rules! known_atoms {
    ($($(#[$doc:meta])* $name:ident = $text:expr),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the list")]
        enum Position { $($name),* }
        $($(#[$doc])* #[doc = concat!("The atom `", $text, "`.")] pub const $name: Atom = Atom::from_index(Position::$name as u32);)*
        /// The texts of the known atoms, in the order of their indices.
        pub const KNOWN: &[&str] = &[$($text),*];
    };
}

known_atoms! {
    NIL = "[]", EMPTY = "", DOT = ".", COMMA = ",", BAR = "|", CURLY = "{}", SEMICOLON = ";", ARROW = "->",
    SOFT_ARROW = "*->", NECK = ":-", QUERY = "?-", DCG_ARROW = "-->", CUT = "!", NOT_PROVABLE = "\\+", COLON = ":",
    MINUS = "-", PLUS = "+", STAR = "*", SLASH = "/", INT_DIV = "//", CARET = "^", POWER = "**", EQUALS = "=",
    NOT_EQUALS = "\\=", STRICT_EQ = "==", STRICT_NE = "\\==", TERM_LT = "@<", TERM_LE = "@=<", TERM_GT = "@>",
    TERM_GE = "@>=", UNIV = "=..", IS = "is", NUM_EQ = "=:=", NUM_NE = "=\\=", LT = "<", LE = "=<", GT = ">",
    GE = ">=", SHIFT_LEFT = "<<", SHIFT_RIGHT = ">>", BIT_AND = "/\\", BIT_OR = "\\/", BIT_NOT = "\\",
    DOLLAR_VAR = "$VAR", TRUE = "true", FALSE = "false", FAIL = "fail", CALL = "call", CATCH = "catch",
    THROW = "throw", ERROR = "error", USER = "user", SYSTEM = "system", VAR = "var", NONVAR = "nonvar",
    ATOM = "atom", NUMBER = "number", INTEGER = "integer", FLOAT = "float", ATOMIC = "atomic",
    COMPOUND = "compound", CALLABLE = "callable", IS_LIST = "is_list", STRING = "string", RATIONAL = "rational",
    GROUND = "ground", LIST = "list", CODES = "codes", CHARS = "chars", BYTE = "byte", CHARACTER = "character",
    MOD = "mod", REM = "rem", DIV = "div", RDIV = "rdiv", XOR = "xor", ABS = "abs", SIGN = "sign", MIN = "min",
    MAX = "max", GCD = "gcd", MSB = "msb", TRUNCATE = "truncate", SQRT = "sqrt", SUCC = "succ",
    PI = "pi", E = "e", INF = "inf", NAN = "nan", EPSILON = "epsilon", RANDOM = "random", CPUTIME = "cputime",
    END_OF_FILE = "end_of_file", USER_INPUT = "user_input", USER_OUTPUT = "user_output", USER_ERROR = "user_error",
    READ = "read", WRITE = "write", APPEND = "append", STREAM = "$stream", CLAUSE_REF = "$clause", MAIN = "main", HALT = "halt",
    INSTANTIATION_ERROR = "instantiation_error", TYPE_ERROR = "type_error", DOMAIN_ERROR = "domain_error",
    EXISTENCE_ERROR = "existence_error", PERMISSION_ERROR = "permission_error",
    REPRESENTATION_ERROR = "representation_error", EVALUATION_ERROR = "evaluation_error",
    RESOURCE_ERROR = "resource_error", SYNTAX_ERROR = "syntax_error", UNINSTANTIATION_ERROR = "uninstantiation_error",
    EVALUABLE = "evaluable", PROCEDURE = "procedure", CONTEXT = "context", ZERO_DIVISOR = "zero_divisor",
    UNDEFINED = "undefined", FLOAT_OVERFLOW = "float_overflow", MODIFY = "modify", ACCESS = "access",
    STATIC_PROCEDURE = "static_procedure", PRIVATE_PROCEDURE = "private_procedure", CREATE = "create",
    OPERATOR = "operator", FX = "fx", FY = "fy", XFX = "xfx", XFY = "xfy", YFX = "yfx", XF = "xf", YF = "yf",
    DYNAMIC = "dynamic", DISCONTIGUOUS = "discontiguous", MULTIFILE = "multifile", INITIALIZATION = "initialization",
    DOUBLE_QUOTES = "double_quotes", BACK_QUOTES = "back_quotes", UNKNOWN = "unknown", ON = "on", OFF = "off",
    WARNING = "warning", INFORMATIONAL = "informational", SILENT = "silent", FREEZE = "freeze", WHEN = "when", DIF = "dif",
    ATT = "att", WAKEUP = "$wakeup", WAKE = "wake", RESET = "reset", SHIFT = "shift", ORDER_LT = "$lt", GARBAGE = "$garbage",
    CALL_BODY = "$call_body", UNKNOWN_PROCEDURE = "$unknown_procedure", SYSTEM_GOAL = "$query",
    MEMORY = "memory", LENGTH = "length", PHRASE = "phrase", FINDALL = "findall", FORALL = "forall",
    SETUP_CALL_CLEANUP = "setup_call_cleanup", CLEANUP = "$cleanup", ABORT = "$aborted", TIME_LIMIT = "time_limit_exceeded",
    IMPLEMENTATION_LIMIT = "implementation_limit", KEY = "$key", CURRENT_OUTPUT = "current_output",
    CONTINUATION = "$continuation", CALL_CONTINUATION = "call_continuation", NO_PROCEDURE = "$no_procedure",
}
