//! The atoms that the Rust code names. The position in the list is the atom's index.

use super::atom::Atom;

macro_rules! known_atoms {
    ($($(#[$doc:meta])* $name:ident = $text:expr),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the list")]
        enum KnownPosition { $($name),* }
        $($(#[$doc])* #[doc = concat!("The atom `", $text, "`.")]
        pub const $name: Atom = Atom::from_index(KnownPosition::$name as u32);)*
        /// The texts of the known atoms, in the order of their indices.
        pub const KNOWN: &[&str] = &[$($text),*];
    };
}

/// Known atoms that no text names: what is built from them, programs cannot make.
pub const NAMELESS: &[Atom] = &[FD_BLOCK];

known_atoms! {
    NIL = "[]", EMPTY = "", DOT = ".", COMMA = ",", BAR = "|", CURLY = "{}", SEMICOLON = ";", ARROW = "->",
    SOFT_ARROW = "*->", NECK = ":-", MATCH_NECK = "=>", QUERY = "?-", CUT = "!", NOT_PROVABLE = "\\+", COLON = ":",
    MINUS = "-", PLUS = "+", STAR = "*", SLASH = "/", EQUALS = "=",
    STRICT_EQ = "==", STRICT_NE = "\\==", TERM_LT = "@<", TERM_LE = "@=<", TERM_GT = "@>",
    TERM_GE = "@>=", IS = "is", NUM_EQ = "=:=", NUM_NE = "=\\=", LT = "<", LE = "=<", GT = ">",
    GE = ">=",
    DOLLAR = "$", DOLLAR_VAR = "$VAR", CHOICES = "$choices", GUARDED = "$guarded", GUARD = "guard", GUARD_IN_CALLER = "guard_in_caller", GOAL = "goal", PROPERTY = "property", DET = "det", NONDET = "nondet", DETERMINISM_ERROR = "determinism_error", TRUE = "true", FALSE = "false", FAIL = "fail", CALL = "call", COMPARE = "compare", CATCH = "catch",
    ERROR = "error", USER = "user", SYSTEM = "system", VAR = "var", NONVAR = "nonvar",
    ATOM = "atom", NUMBER = "number", INTEGER = "integer", FLOAT = "float", ATOMIC = "atomic",
    COMPOUND = "compound", BOOLEAN = "boolean", TERM = "term", CALLABLE = "callable", STRING = "string",

    INF = "inf", RANDOM = "random",
    END_OF_FILE = "end_of_file", USER_INPUT = "user_input", USER_OUTPUT = "user_output", USER_ERROR = "user_error",
    STREAM = "$stream", CLAUSE_REF = "$clause", RECORD = "$record", HALT = "halt",
    INSTANTIATION_ERROR = "instantiation_error", TYPE_ERROR = "type_error", DOMAIN_ERROR = "domain_error",
    EXISTENCE_ERROR = "existence_error", PERMISSION_ERROR = "permission_error",
    REPRESENTATION_ERROR = "representation_error", EVALUATION_ERROR = "evaluation_error",
    RESOURCE_ERROR = "resource_error", SYNTAX_ERROR = "syntax_error", UNINSTANTIATION_ERROR = "uninstantiation_error",
    CONTEXT = "context", ROUNDTOWARD = "roundtoward",

    OPERATOR = "operator", FX = "fx", FY = "fy", XFX = "xfx", XFY = "xfy", YFX = "yfx", XF = "xf", YF = "yf",
    DYNAMIC = "dynamic", DISCONTIGUOUS = "discontiguous", MULTIFILE = "multifile",

    ATT = "att", WAKEUP = "$wakeup", WAKE_ONE = "$wake_one", UNDO = "$undo", WAKE = "wake", RESET = "reset", GARBAGE = "$garbage",
    CALL_BODY = "$call_body", SYSTEM_GOAL = "$query",

    ABORT = "$aborted", TIME_LIMIT = "time_limit_exceeded", ONE_MACHINE = "$one_machine",
    KEY = "$key",
    RUN_CLEANUP = "$run_cleanup", CALL_CLEANUP = "$call_cleanup", SIG_ATOMIC = "sig_atomic", ATOMIC_GOAL = "$atomic_goal", EXIT = "exit", EXCEPTION = "exception", EXTERNAL_EXCEPTION = "external_exception",
    TRACE_CALL = "$trace_call", TRACE_RAISED = "$trace_raised", TRACE_UNCAUGHT = "$trace_uncaught", TRACE_FRAME = "$frame",
    PROLOG_STACK = "prolog_stack", FRAME = "frame", CLAUSE = "clause", FOREIGN = "foreign", LIBRARY = "library", DOTS = "...",
    RECOVER_TRACED = "$recover_traced", RECOVER_BESIDE = "$recover_beside",
    CONTINUATION = "$continuation", CALL_CONTINUATION = "call_continuation",
    HAT = "^", DICT = "$dict", DOT_CALL = "$dot", FUNCTIONAL = "$functional",
    TEMPLATE = "ret", TABLE_JOIN = "$table_join", TNOT = "tnot", UNDEFINED = "undefined", UNDEFINED_TABLED = "$undefined",

    UNFOLDED = "$unfolded", MAPLIST = "maplist", FOLDL = "foldl", INCLUDE = "include", EXCLUDE = "exclude",
    PARTITION = "partition", CONVLIST = "convlist", FORALL = "forall", FINDALL = "findall", AGGREGATE_ALL = "aggregate_all",
    FRESH = "$fresh",

    CLPFD = "clpfd", RESIDUES = "$residues", FD_BLOCK = "$fd", FD_PROPAGATOR = "$fd_propagator", FD_BITS = "$fd_bits", FD_RANGES = "$fd_ranges",
    FD_STATE = "$fd_state", FD_WIDE = "$fd_wide",
    CLPB = "clpb", CLPB_ROOT = "$clpb_root", CLPB_COUNT = "$clpb_count", CLPB_ATOMS = "$clpb_atoms", CLPB_SHOWN = "$shown_variables",
    INDEX_ROOT = "index_root", SAT = "sat", CARD = "card", TILDE = "~", V = "v",
    CHR = "$chr", CHR_STORE = "$chr_store", CHR_TABLE = "$chr_table", CHR_HASH = "$chr_hash", CHR_VARIABLE = "$chr_variable",
    CHR_BUCKET = "$chr_bucket", CHR_HISTORY = "$chr_history",
    FD_EQ = "#=", FD_NE = "#\\=", FD_LT = "#<", FD_GT = "#>", FD_LE = "#=<", FD_GE = "#>=",
    FD_NOT = "#\\", FD_AND = "#/\\", FD_OR = "#\\/", FD_IMPLIES = "#==>", FD_IMPLIED = "#<==", FD_EQUIVALENT = "#<==>",
    IN = "in", TO = "..", OR = "\\/", BACKSLASH = "\\", QUESTION = "?", NUMBER_SIGN = "#", SUP = "sup",
    INTEGER_DIVISION = "//", DIV = "div", MOD = "mod", REM = "rem", ABS = "abs", MIN = "min", MAX = "max",
    BIT_AND = "/\\", XOR = "xor", SHIFT_LEFT = "<<", SHIFT_RIGHT = ">>",
}
