//! Words: their stems after Porter (1980), tokens, and how alike two texts are (Stoilos, Stamou, Kollias 2005); under
//! `library/text/isub.pl`, and as `library(porter_stem)` has them.

use crate::base::watch::Pace;
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;

use crate::native::args::list_arg::{count, new_list};
use crate::native::args::number_text::parse_number;
use crate::native::args::stream_arg::boolean;
use crate::native::args::text_arg::{need_text, text_atom};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("porter_stem(+word, -stem)", 2, porter_stem_2)
        .doc("Unifies stem with the stem of an English word, in lower case and without accents, after Porter.")
        .examples(&[
            ("porter_stem(relational, S)", "S = relat"),
            ("porter_stem('Running', S)", "S = run"),
        ]),
    det!("unaccent_atom(+text, -plain)", 2, unaccent_atom_2)
        .doc("Unifies plain with the text, an atom, without the accents of Latin letters.")
        .examples(&[("unaccent_atom('café', A)", "A = cafe")]),
    det!("tokenize_atom(+text, -tokens)", 2, tokenize_atom_2)
        .doc("Unifies tokens with the words, numbers and single other characters of a text, without white space.")
        .examples(&[("tokenize_atom('a 12,b', L)", "L = [a, 12, ',', b]")]),
    det!("atom_to_stem_list(+text, -stems)", 2, atom_to_stem_list_2)
        .doc("Unifies stems with the numbers of a text and the stems of its words.")
        .examples(&[("atom_to_stem_list('Rules are 12!', L)", "L = [rule, ar, 12]")]),
    det!("$isub(+text1, +text2, +threshold, +normalize, -likeness)", 5, isub_5)
        .doc("Unifies likeness with a number between -1 and 1."),
];

/// Returns the letter without its accent.
fn plain_letter(c: char) -> char {
    const PLAIN: &[(&str, char)] = &[
        ("àáâãäåāăą", 'a'),
        ("ÀÁÂÃÄÅĀĂĄ", 'A'),
        ("çćĉċč", 'c'),
        ("ÇĆĈĊČ", 'C'),
        ("ďđð", 'd'),
        ("ĎĐÐ", 'D'),
        ("èéêëēĕėęě", 'e'),
        ("ÈÉÊËĒĔĖĘĚ", 'E'),
        ("ĝğġģ", 'g'),
        ("ĜĞĠĢ", 'G'),
        ("ĥħ", 'h'),
        ("ĤĦ", 'H'),
        ("ìíîïĩīĭįı", 'i'),
        ("ÌÍÎÏĨĪĬĮİ", 'I'),
        ("ĵ", 'j'),
        ("Ĵ", 'J'),
        ("ķ", 'k'),
        ("Ķ", 'K'),
        ("ĺļľŀł", 'l'),
        ("ĹĻĽĿŁ", 'L'),
        ("ñńņň", 'n'),
        ("ÑŃŅŇ", 'N'),
        ("òóôõöøōŏő", 'o'),
        ("ÒÓÔÕÖØŌŎŐ", 'O'),
        ("ŕŗř", 'r'),
        ("ŔŖŘ", 'R'),
        ("śŝşš", 's'),
        ("ŚŜŞŠ", 'S'),
        ("ţťŧ", 't'),
        ("ŢŤŦ", 'T'),
        ("ùúûüũūŭůűų", 'u'),
        ("ÙÚÛÜŨŪŬŮŰŲ", 'U'),
        ("ŵ", 'w'),
        ("Ŵ", 'W'),
        ("ýÿŷ", 'y'),
        ("ÝŶŸ", 'Y'),
        ("źżž", 'z'),
        ("ŹŻŽ", 'Z'),
    ];
    if !('\u{c0}'..='\u{17f}').contains(&c) {
        return c;
    }
    PLAIN
        .iter()
        .find(|(letters, _)| letters.contains(c))
        .map_or(c, |&(_, plain)| plain)
}

fn unaccented(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.chars().map(plain_letter).collect()
}

/// Returns the text of a word, or of several.
fn text(m: &mut Machine, cell: Cell) -> Result<String, Stop> {
    let text = need_text(m, cell)?;
    m.poll()?;
    Ok(text)
}

fn unaccent_atom_2(m: &mut Machine, word: Cell, plain: Cell) -> Step {
    let made = unaccented(&text(m, word)?);
    let atom = text_atom(m, &made)?;
    m.unify(plain, atom)
}

fn porter_stem_2(m: &mut Machine, word: Cell, found: Cell) -> Step {
    let word = unaccented(&text(m, word)?).to_lowercase();
    let atom = text_atom(m, &stem(&word))?;
    m.unify(found, atom)
}

/// A part of a text.
enum TextToken<'t> {
    Word(&'t str),
    Number(&'t str),
    Other(char),
}

/// Returns the next part of a text, and what follows it.
fn token(text: &str) -> Option<(TextToken<'_>, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let sign = usize::from(matches!(first, '-' | '+'));
    let whole = digits(&text[sign..]);
    if whole > 0 {
        let mut end = sign + whole;
        if text[end..].starts_with('.') && digits(&text[end + 1..]) > 0 {
            end += 1 + digits(&text[end + 1..]);
        }
        if let Some(exponent) = text[end..].strip_prefix(['e', 'E']) {
            let sign = usize::from(exponent.starts_with(['-', '+']));
            let size = digits(&exponent[sign..]);
            if size > 0 {
                end += 1 + sign + size;
            }
        }
        // A number within a word is a part of it.
        if !text[end..].starts_with(char::is_alphanumeric) {
            return Some((TextToken::Number(&text[..end]), &text[end..]));
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    if end > 0 {
        return Some((TextToken::Word(&text[..end]), &text[end..]));
    }
    Some((TextToken::Other(first), &text[first.len_utf8()..]))
}

/// Returns the number that a token denotes: a float if it has a point or an exponent.
fn number(m: &mut Machine, text: &str) -> Result<Cell, Stop> {
    let plain = text.strip_prefix('+').unwrap_or(text);
    let exact = match plain.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => plain.to_owned(),
    };
    let number = parse_number(m, &exact);
    m.check_walks()?;
    match number {
        Some(number) => {
            m.reserve(text.len() / 8 + 4)?;
            Ok(m.heap.new_number(&number))
        }
        None => text_atom(m, text),
    }
}

fn tokens(m: &mut Machine, cell: Cell, stems: bool) -> Result<Cell, Stop> {
    let mut whole = text(m, cell)?;
    if stems {
        whole = unaccented(&whole).to_lowercase();
    }
    let mut pace = Pace::new();
    let mut items = Vec::new();
    let mut rest = whole.as_str();
    while let Some((token, after)) = token(rest) {
        m.poll_at(&mut pace)?;
        rest = after;
        items.push(match token {
            TextToken::Word(word) if stems => text_atom(m, &stem(word))?,
            TextToken::Word(word) => text_atom(m, word)?,
            TextToken::Number(digits) => number(m, digits)?,
            TextToken::Other(_) if stems => continue,
            TextToken::Other(c) => text_atom(m, c.encode_utf8(&mut [0; 4]))?,
        });
    }
    new_list(m, &items)
}

fn tokenize_atom_2(m: &mut Machine, text: Cell, list: Cell) -> Step {
    let found = tokens(m, text, false)?;
    m.unify(list, found)
}

fn atom_to_stem_list_2(m: &mut Machine, text: Cell, list: Cell) -> Step {
    let found = tokens(m, text, true)?;
    m.unify(list, found)
}

/// A word whose endings are taken off.
struct Word(Vec<u8>);

impl Word {
    /// Whether the letter at a place is a consonant: a `y` is one at the beginning and after a vowel.
    fn is_consonant(&self, at: usize) -> bool {
        let mut is = true;
        let mut start = at;
        while start > 0 && self.0[start] == b'y' {
            start -= 1;
        }
        for i in start..=at {
            is = match self.0[i] {
                b'a' | b'e' | b'i' | b'o' | b'u' => false,
                b'y' => i == 0 || !is,
                _ => true,
            };
        }
        is
    }

    /// The number of sequences of a vowel and a consonant among the first letters.
    fn measure(&self, length: usize) -> usize {
        let kinds: Vec<bool> = (0..length).map(|i| self.is_consonant(i)).collect();
        kinds.windows(2).filter(|pair| !pair[0] && pair[1]).count()
    }

    fn has_vowel(&self, length: usize) -> bool {
        (0..length).any(|i| !self.is_consonant(i))
    }

    fn ends_double(&self, length: usize) -> bool {
        length >= 2 && self.0[length - 1] == self.0[length - 2] && self.is_consonant(length - 1)
    }

    /// Whether the letters end with consonant, vowel, consonant, of which the last is not w, x or y.
    fn ends_short(&self, length: usize) -> bool {
        length >= 3
            && self.is_consonant(length - 3)
            && !self.is_consonant(length - 2)
            && self.is_consonant(length - 1)
            && !matches!(self.0[length - 1], b'w' | b'x' | b'y')
    }

    /// The length without an ending, if the word has it.
    fn before(&self, ending: &str) -> Option<usize> {
        self.0.ends_with(ending.as_bytes()).then(|| self.0.len() - ending.len())
    }

    fn replace(&mut self, length: usize, ending: &str) {
        self.0.truncate(length);
        self.0.extend_from_slice(ending.as_bytes());
    }

    /// Replaces the first ending of a list that the word has, if the measure of what is before it is above `least`.
    fn replace_first(&mut self, endings: &[(&str, &str)], least: usize) {
        let found = endings.iter().find_map(|(old, new)| Some((self.before(old)?, new)));
        if let Some((length, new)) = found
            && self.measure(length) > least
        {
            self.replace(length, new);
        }
    }

    fn plural(&mut self) {
        for (old, new) in [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")] {
            if let Some(length) = self.before(old) {
                return self.replace(length, new);
            }
        }
    }

    fn past(&mut self) {
        if let Some(length) = self.before("eed") {
            if self.measure(length) > 0 {
                self.0.pop();
            }
            return;
        }
        let Some(length) = self.before("ed").or_else(|| self.before("ing")) else {
            return;
        };
        if !self.has_vowel(length) {
            return;
        }
        self.0.truncate(length);
        if ["at", "bl", "iz"].iter().any(|ending| self.before(ending).is_some()) {
            self.0.push(b'e');
        } else if self.ends_double(length) && !matches!(self.0[length - 1], b'l' | b's' | b'z') {
            self.0.pop();
        } else if self.measure(length) == 1 && self.ends_short(length) {
            self.0.push(b'e');
        }
    }

    fn final_y(&mut self) {
        if let Some(length) = self.before("y")
            && self.has_vowel(length)
        {
            self.replace(length, "i");
        }
    }

    fn long_endings(&mut self) {
        const FIRST: &[(&str, &str)] = &[
            ("ational", "ate"),
            ("tional", "tion"),
            ("enci", "ence"),
            ("anci", "ance"),
            ("izer", "ize"),
            ("bli", "ble"),
            ("alli", "al"),
            ("entli", "ent"),
            ("eli", "e"),
            ("ousli", "ous"),
            ("ization", "ize"),
            ("ation", "ate"),
            ("ator", "ate"),
            ("alism", "al"),
            ("iveness", "ive"),
            ("fulness", "ful"),
            ("ousness", "ous"),
            ("aliti", "al"),
            ("iviti", "ive"),
            ("biliti", "ble"),
            ("logi", "log"),
        ];
        const SECOND: &[(&str, &str)] = &[
            ("icate", "ic"),
            ("ative", ""),
            ("alize", "al"),
            ("iciti", "ic"),
            ("ical", "ic"),
            ("ful", ""),
            ("ness", ""),
        ];
        self.replace_first(FIRST, 0);
        self.replace_first(SECOND, 0);
    }

    fn last_ending(&mut self) {
        const ENDINGS: &[&str] = &[
            "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate",
            "iti", "ous", "ive", "ize",
        ];
        let found = ENDINGS.iter().find_map(|ending| Some((ending, self.before(ending)?)));
        let Some((ending, length)) = found else { return };
        let fits = *ending != "ion" || length > 0 && matches!(self.0[length - 1], b's' | b't');
        if fits && self.measure(length) > 1 {
            self.0.truncate(length);
        }
    }

    fn final_e(&mut self) {
        if let Some(length) = self.before("e") {
            let measure = self.measure(length);
            if measure > 1 || measure == 1 && !self.ends_short(length) {
                self.0.pop();
            }
        }
        let length = self.0.len();
        if self.before("l").is_some() && self.ends_double(length) && self.measure(length) > 1 {
            self.0.pop();
        }
    }
}

/// The longest word whose stem is looked for, in bytes.
const LONGEST: usize = 256;

/// Returns the stem of a word in lower case. A word with other letters is its own stem.
fn stem(word: &str) -> String {
    if word.len() <= 2 || word.len() > LONGEST || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let mut word = Word(word.as_bytes().to_vec());
    word.plural();
    word.past();
    word.final_y();
    word.long_endings();
    word.last_ending();
    word.final_e();
    String::from_utf8(word.0).unwrap_or_default()
}

fn isub_5(m: &mut Machine, one: Cell, other: Cell, threshold: Cell, normalize: Cell, likeness: Cell) -> Step {
    let threshold = count(m, threshold)?;
    let normalize = boolean(m, normalize)?;
    let [one, other] = [text(m, one)?, text(m, other)?].map(|text| {
        let of = |text: &str| {
            text.chars()
                .filter(|c| !normalize || !matches!(c, '.' | '_' | ' '))
                .collect::<Vec<_>>()
        };
        if normalize { of(&text.to_lowercase()) } else { of(&text) }
    });
    let value = isub(m, one, other, threshold)?;
    m.reserve(2)?;
    let value = m.heap.new_float(value);
    m.unify(likeness, value)
}

/// How alike two texts are: what is common to them counts for it, and what is not, against it.
fn isub(m: &mut Machine, mut one: Vec<char>, mut other: Vec<char>, threshold: usize) -> Result<f64, Stop> {
    if one.is_empty() || other.is_empty() {
        return Ok(if one.is_empty() && other.is_empty() { 1.0 } else { -1.0 });
    }
    let (length1, length2) = (one.len() as f64, other.len() as f64);
    let prefix = one.iter().zip(&other).take(4).take_while(|(a, b)| a == b).count() as f64;
    let mut common = 0;
    loop {
        let (size, at1, at2) = longest_common(m, &one, &other)?;
        if size == 0 || size <= threshold {
            break;
        }
        common += size;
        one.drain(at1..at1 + size);
        other.drain(at2..at2 + size);
    }
    let common = common as f64;
    let commonality = 2.0 * common / (length1 + length2);
    let (rest1, rest2) = ((length1 - common) / length1, (length2 - common) / length2);
    let (product, sum) = (rest1 * rest2, rest1 + rest2 - rest1 * rest2);
    let difference = if sum == 0.0 { 0.0 } else { product / (0.6 + 0.4 * sum) };
    Ok(commonality - difference + prefix * 0.1 * (1.0 - commonality))
}

/// The longest part that two texts have in common: its length, and where it begins in each.
fn longest_common(m: &mut Machine, one: &[char], other: &[char]) -> Result<(usize, usize, usize), Stop> {
    if one == other {
        return Ok((one.len(), 0, 0));
    }
    let mut best = (0, 0, 0);
    // The length of the common part that ends before each place of the second text.
    let mut lengths = vec![0; other.len() + 1];
    for (i, a) in one.iter().enumerate() {
        m.poll()?;
        for j in (0..other.len()).rev() {
            lengths[j + 1] = if *a == other[j] { lengths[j] + 1 } else { 0 };
            if lengths[j + 1] > best.0 {
                best = (lengths[j + 1], i + 1 - lengths[j + 1], j + 1 - lengths[j + 1]);
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn stems_of_porter() {
        for (word, expected) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("ties", "ti"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("bled", "bled"),
            ("motoring", "motor"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("troubled", "troubl"),
            ("sized", "size"),
            ("hopping", "hop"),
            ("tanned", "tan"),
            ("falling", "fall"),
            ("hissing", "hiss"),
            ("fizzed", "fizz"),
            ("failing", "fail"),
            ("filing", "file"),
            ("happy", "happi"),
            ("sky", "sky"),
            ("relational", "relat"),
            ("conditional", "condit"),
            ("rational", "ration"),
            ("digitizer", "digit"),
            ("operator", "oper"),
            ("feudalism", "feudal"),
            ("hopefulness", "hope"),
            ("formaliti", "formal"),
            ("triplicate", "triplic"),
            ("formative", "form"),
            ("electrical", "electr"),
            ("goodness", "good"),
            ("revival", "reviv"),
            ("allowance", "allow"),
            ("replacement", "replac"),
            ("adjustment", "adjust"),
            ("adoption", "adopt"),
            ("communism", "commun"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("cease", "ceas"),
            ("controll", "control"),
            ("roll", "roll"),
            ("generalization", "gener"),
            ("oscillators", "oscil"),
            ("yes", "ye"),
            ("eyeyyy", "eyeyyi"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}
