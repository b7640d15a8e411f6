//! Finds the end of a clause in text that comes in pieces: for streams, which must not be read beyond it.
//!
//! A state machine over characters that knows only what it needs of the tokens: quotes, comments, `0'c`, numbers with
//! a radix, and symbol-character names. In whole texts the lexer finds the end as it reads; but it needs a token in one
//! piece, and to begin a long quoted item or comment again with each piece would take quadratic time.

use super::chars::{self, Class};
use super::extensions::Extensions;

/// Finds the end of a clause in text that comes in pieces.
#[derive(Clone, Debug, Default)]
pub struct EndFinder {
    state: EndState,
    /// Whether the last character was a `.`, in any token.
    after_dot: bool,
    /// Whether there is a full stop inside the quoted item.
    stop_inside: bool,
    /// Whether quoted items continue on the next line.
    quoted_layout: bool,
    /// Whether quotations are read.
    quotations: bool,
    /// Whether a quotation has begun whose text has not.
    in_quotation: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum EndState {
    /// Between tokens.
    #[default]
    Start,
    /// After a `.` that began a token.
    Stop,
    /// After a `/` that began a token.
    Slash,
    /// In a symbol-character name.
    Symbol,
    /// In a name, a variable, or another token after which a quote begins a new one.
    Word,
    /// After a `0` that begins a number.
    Zero,
    /// After one or two digits that could be a radix.
    Radix { digits: u8 },
    /// After more digits.
    Digits,
    /// After digits and a `.`.
    Point,
    /// After digits that could be a radix, and a quote.
    RadixQuote,
    /// In letters and digits after [`EndState::RadixQuote`]: digits, or a quoted name if a quote follows.
    RadixDigits,
    /// After `0'`.
    Character,
    /// After `0'` and a quote.
    CharacterQuote,
    /// In an item with this quote.
    Quoted(char),
    /// After a quote in the item: its end, or the first half of a doubled quote.
    QuoteInside(char),
    /// After a quoted item that was not closed on its line: the next full stop ends the clause, in whatever context.
    Broken,
    /// After a backslash; the quote is `None` after `0'`.
    Escape(Option<char>),
    /// After a backslash and a carriage return, which a newline may follow.
    EscapeReturn(Option<char>),
    /// In the hexadecimal digits of an escape sequence.
    Hexadecimal { quote: Option<char>, any: bool },
    /// In the octal digits of an escape sequence.
    Octal(Option<char>),
    /// After a `{`.
    Brace,
    /// After a `|`.
    Bar,
    /// In the text of a quotation.
    Quotation,
    /// After a `|` in the text of a quotation.
    QuotationBar,
    /// In a line comment.
    LineComment,
    /// In a block comment.
    BlockComment,
    /// After a `*` in a block comment.
    BlockCommentStar,
}

/// ASCII letters, digits, and `_`.
const WORD: u8 = 1;
/// Digits.
const DIGIT: u8 = 2;
/// Layout, and punctuation that ends the token before it and is a complete token.
const BREAK: u8 = 4;

/// The class bits of each byte.
static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        kinds[byte] = match chars::ascii_class(c) {
            Class::Lower | Class::Upper => WORD,
            Class::Digit => WORD | DIGIT,
            Class::Layout => BREAK,
            Class::Solo if !matches!(c, b'!' | b';' | b'\'' | b'"' | b'`' | b'%' | b'{' | b'|') => BREAK,
            Class::Solo | Class::Symbol | Class::Illegal => 0,
        };
        byte += 1;
    }
    kinds
}

/// Returns the length of the digits and letters at the start of `bytes` if no quote or point can follow them.
fn whole_number(bytes: &[u8]) -> Option<usize> {
    let kind = |byte: &u8| KINDS[usize::from(*byte)];
    let length = bytes.iter().take_while(|&byte| kind(byte) & WORD != 0).count();
    bytes
        .get(length)
        .filter(|&byte| kind(byte) & BREAK != 0)
        .map(|_| length)
}

impl EndFinder {
    /// Makes a finder at the start of a clause.
    pub fn new(extensions: Extensions) -> EndFinder {
        EndFinder {
            quoted_layout: extensions.quoted_layout,
            quotations: extensions.quotations,
            ..EndFinder::default()
        }
    }

    /// Processes `chunk`. Returns the offset in `chunk` just after the full stop, which is 0 if the full stop was the
    /// last character of the previous chunk; `None` if more text is needed. After an answer the finder is reset.
    pub fn feed(&mut self, chunk: &str) -> Option<usize> {
        let bytes = chunk.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let plain = self.plain_run(&bytes[at..]);
            if plain > 0 {
                at += plain;
                continue;
            }
            let c = match byte {
                0..0x80 => char::from(byte),
                _ => chunk[at..].chars().next().expect("a character begins here"),
            };
            if self.step(c) {
                *self = EndFinder {
                    quoted_layout: self.quoted_layout,
                    quotations: self.quotations,
                    ..EndFinder::default()
                };
                return Some(at);
            }
            at += c.len_utf8();
        }
        None
    }

    /// Skips the bytes of words, layout, punctuation, quoted items and comments at the start of `bytes` and returns
    /// their number. Most text consists of these, and this is faster than a step for each.
    fn plain_run(&mut self, bytes: &[u8]) -> usize {
        if self.after_dot {
            return 0;
        }
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let run = |kind: u8| {
                rest.iter()
                    .take_while(|&&byte| KINDS[usize::from(byte)] & kind != 0)
                    .count()
            };
            match self.state {
                EndState::Word => at += run(WORD),
                EndState::Digits => at += run(DIGIT),
                EndState::Start => at += run(BREAK),
                EndState::Symbol | EndState::Zero | EndState::Radix { .. } | EndState::QuoteInside(_) => {}
                EndState::Quoted(quote) => {
                    let plain =
                        |&&byte: &&u8| byte >= b' ' && !matches!(byte, b'\\' | b'.') && char::from(byte) != quote;
                    return at + rest.iter().take_while(plain).count();
                }
                EndState::LineComment => {
                    return at + rest.iter().take_while(|&&byte| byte != b'\n' && byte != b'.').count();
                }
                EndState::BlockComment => {
                    return at + rest.iter().take_while(|&&byte| byte != b'*' && byte != b'.').count();
                }
                _ => return at,
            }
            // Determine the start of the next token from its first byte.
            let kind = bytes.get(at).map_or(0, |&byte| KINDS[usize::from(byte)]);
            match self.state {
                EndState::Start | EndState::Symbol | EndState::QuoteInside(_) if kind & (WORD | DIGIT) == WORD => {
                    self.state = EndState::Word;
                }
                EndState::Start if kind & DIGIT != 0 => match whole_number(&bytes[at..]) {
                    Some(length) => at += length,
                    None => return at,
                },
                EndState::Start => return at,
                _ if kind & BREAK != 0 => self.state = EndState::Start,
                _ => return at,
            }
        }
    }

    /// Whether the next character belongs to a quoted item or to `0'`.
    pub fn is_quoted(&self) -> bool {
        use EndState::{Broken, Character, Escape, EscapeReturn, Hexadecimal, Octal, Quotation, QuotationBar, Quoted};
        matches!(
            self.state,
            Quotation
                | QuotationBar
                | Quoted(_)
                | Character
                | Broken
                | Escape(_)
                | EscapeReturn(_)
                | Hexadecimal { .. }
                | Octal(_)
        )
    }

    /// Processes one character; returns true if the clause ends before it.
    fn step(&mut self, c: char) -> bool {
        let stop = self.after_dot && chars::follows_stop(c);
        self.after_dot = c == '.';
        let inside = |quote: Option<char>| quote.map_or(EndState::Start, EndState::Quoted);
        let continued = |quote: Option<char>| EndState::Quoted(quote.unwrap_or('\''));
        let next = match self.state {
            EndState::Start => self.begin(c, false),
            EndState::Word => self.begin(c, true),
            EndState::Symbol if chars::is_symbol(c) => EndState::Symbol,
            EndState::Stop | EndState::Point if stop => return true,
            EndState::Stop | EndState::Slash if c != '*' && chars::is_symbol(c) => EndState::Symbol,
            EndState::Stop if c == '*' => EndState::Symbol,
            EndState::Slash if c == '*' => EndState::BlockComment,
            EndState::Symbol | EndState::Stop | EndState::Slash => self.begin(c, false),
            EndState::Zero if c == '\'' => EndState::Character,
            EndState::Radix { .. } if c == '\'' => EndState::RadixQuote,
            EndState::Radix { digits: 1 } if c.is_ascii_digit() => EndState::Radix { digits: 2 },
            EndState::Zero | EndState::Radix { .. } | EndState::Digits => match c {
                '0'..='9' => EndState::Digits,
                '.' => EndState::Point,
                c if chars::is_word(c) => EndState::Word,
                _ => self.begin(c, false),
            },
            EndState::Point if c.is_ascii_digit() => EndState::Word,
            EndState::Point if chars::is_symbol(c) => EndState::Symbol,
            EndState::Point => self.begin(c, false),
            EndState::RadixQuote if c.is_ascii_alphanumeric() => EndState::RadixDigits,
            EndState::RadixDigits if c.is_ascii_alphanumeric() || c == '_' => EndState::RadixDigits,
            EndState::RadixDigits if c == '\'' => EndState::QuoteInside(c),
            EndState::RadixDigits => {
                self.state = EndState::Word;
                return self.step(c);
            }
            EndState::RadixQuote => {
                self.stop_inside = false;
                self.state = EndState::Quoted('\'');
                return self.step(c);
            }
            EndState::Character => match c {
                '\'' => EndState::CharacterQuote,
                '\\' => EndState::Escape(None),
                _ => EndState::Start,
            },
            EndState::CharacterQuote if c == '\'' => EndState::Start,
            EndState::CharacterQuote => self.begin(c, false),
            EndState::Quoted(quote) if c == quote => EndState::QuoteInside(quote),
            EndState::Quoted(quote) if c == '\\' => EndState::Escape(Some(quote)),
            EndState::Quoted(quote) if self.quoted_layout => EndState::Quoted(quote),
            EndState::Quoted(_) if c == '\n' && (stop || self.stop_inside) => return true,
            EndState::Quoted(_) if c == '\n' => EndState::Broken,
            EndState::Quoted(quote) => {
                self.stop_inside |= stop;
                EndState::Quoted(quote)
            }
            EndState::Broken if stop => return true,
            EndState::Broken => EndState::Broken,
            EndState::QuoteInside(quote) if c == quote => EndState::Quoted(quote),
            EndState::QuoteInside(_) => self.begin(c, false),
            EndState::Escape(quote) => match c {
                'x' => EndState::Hexadecimal { quote, any: false },
                '0'..='7' => EndState::Octal(quote),
                '\r' => EndState::EscapeReturn(quote),
                // `0'` before a continued line is not a character, so the quote begins a name.
                '\n' => continued(quote),
                _ => inside(quote),
            },
            EndState::EscapeReturn(quote) if c == '\n' => continued(quote),
            EndState::EscapeReturn(quote) => {
                self.state = inside(quote);
                return self.step(c);
            }
            EndState::Hexadecimal { quote, .. } if c.is_ascii_hexdigit() => EndState::Hexadecimal { quote, any: true },
            EndState::Octal(quote) if matches!(c, '0'..='7') => EndState::Octal(quote),
            EndState::Hexadecimal { quote, any: true } | EndState::Octal(quote) if c == '\\' => inside(quote),
            EndState::Hexadecimal { quote, .. } | EndState::Octal(quote) => {
                self.state = inside(quote);
                return self.step(c);
            }
            EndState::Brace if c == '|' => {
                self.in_quotation = true;
                EndState::Start
            }
            EndState::Bar if c == '|' && self.in_quotation => EndState::Quotation,
            EndState::Brace | EndState::Bar => self.begin(c, false),
            EndState::Quotation | EndState::QuotationBar if c == '|' => EndState::QuotationBar,
            EndState::QuotationBar if c == '}' => {
                self.in_quotation = false;
                EndState::Start
            }
            EndState::Quotation | EndState::QuotationBar => EndState::Quotation,
            EndState::LineComment if c == '\n' => EndState::Start,
            EndState::LineComment => EndState::LineComment,
            EndState::BlockComment | EndState::BlockCommentStar if c == '*' => EndState::BlockCommentStar,
            EndState::BlockCommentStar if c == '/' => EndState::Start,
            EndState::BlockComment | EndState::BlockCommentStar => EndState::BlockComment,
        };
        self.state = next;
        false
    }

    /// Returns the state after a character that begins a token, or continues the word before it.
    fn begin(&mut self, c: char, in_word: bool) -> EndState {
        match c {
            '\'' | '"' | '`' => {
                self.stop_inside = false;
                EndState::Quoted(c)
            }
            '%' => EndState::LineComment,
            '.' => EndState::Stop,
            '/' => EndState::Slash,
            '{' if self.quotations => EndState::Brace,
            '|' if self.quotations => EndState::Bar,
            '0' if !in_word => EndState::Zero,
            '1'..='9' if !in_word => EndState::Radix { digits: 1 },
            _ => match chars::class(c) {
                Class::Symbol => EndState::Symbol,
                Class::Lower | Class::Upper => EndState::Word,
                Class::Digit if in_word => EndState::Word,
                _ => EndState::Start,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_found_past_quotes_and_comments() {
        let cases = [
            ("a. b.", Some(2)),
            ("a.", None),
            ("'a. b'. c", Some(7)),
            ("'a. ", None),
            ("\"it\"\"s. \". ", Some(10)),
            ("'\\'. '. ", Some(7)),
            ("'\\x41\\'. ", Some(8)),
            ("'\\x41'. ", Some(7)),
            ("'\\12\\'. ", Some(7)),
            ("a % b. c\n. ", Some(10)),
            ("a /* b. * c */ . ", Some(16)),
            ("a /* b. ", None),
            ("X = 0'. . ", Some(9)),
            ("X = 0'''. ", Some(9)),
            ("X = 0''. ", Some(8)),
            ("X = 0'\\'. ", Some(9)),
            ("X = 0'a. ", Some(8)),
            ("X = 16'FF. ", Some(10)),
            ("X = 1.5. ", Some(8)),
            ("X = 1. ", Some(6)),
            ("X = 1.5e3. ", Some(10)),
            ("X = a0'b. '. ", Some(12)),
            ("X =.. Y. ", Some(8)),
            ("X = .... ", None),
            ("a.%b", Some(2)),
            ("a.b. ", Some(4)),
            ("a+/*b*/. ", None),
            ("a(/*b*/. ", Some(8)),
            ("é→. ", None),
            ("é. ", Some(3)),
            ("p(it's so. \nq. ", Some(11)),
            ("p(it's so, \nq. r. ", Some(14)),
            ("p(it's so.\nq. ", Some(10)),
            ("p('a. b\\\n', 'c\\\r\nd. '). ", Some(23)),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(EndFinder::new(Extensions::NONE).feed(text), expected, "{text}");
        }
    }

    #[test]
    fn quoted_items_go_on_where_lines_belong_to_them() {
        let cases = [
            ("p('a.\nb. '). ", Some(12)),
            ("p(it's so. \nq. ", None),
            ("X = 0''. ", Some(8)),
            ("p(0'', '. '). ", Some(13)),
            ("\"a\\c\n. \". ", Some(9)),
        ];
        for (text, expected) in cases {
            assert_eq!(EndFinder::new(Extensions::ALL).feed(text), expected, "{text}");
        }
    }

    #[test]
    fn text_may_come_in_pieces() {
        let mut finder = EndFinder::new(Extensions::NONE);
        assert_eq!(finder.feed("  % comment\nfoo(\"a"), None);
        assert!(finder.is_quoted());
        assert_eq!(finder.feed(". \")."), None);
        assert_eq!(finder.feed("\nbar"), Some(0));
        assert_eq!(finder.feed("bar"), None);
    }
}
