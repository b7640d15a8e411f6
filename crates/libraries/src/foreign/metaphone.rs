//! How words sound: the Double Metaphone of Lawrence Philips (2000), as `library(double_metaphone)` has it.

use ferz_engine::native::args::text_arg::{need_text, text_atom};
use ferz_engine::native::terms::Cell;
use ferz_engine::native::{Machine, Native, Step, det};

pub(crate) const TABLE: &[Native] = &[
    det!("double_metaphone(+word, -code)", 2, double_metaphone_2)
        .doc("Unifies code with an atom of at most four letters that tells how a word sounds in English.")
        .examples(&[("double_metaphone(\"Thompson\", C)", "C = 'TMPS'")]),
    det!("double_metaphone(+word, -code, -other)", 3, double_metaphone_3)
        .doc("Like double_metaphone/2; other is a second code, for names of other origins.")
        .examples(&[("double_metaphone(schmidt, C, D)", "C = 'XMT', D = 'SMT'")]),
];

fn double_metaphone_2(m: &mut Machine, word: Cell, code: Cell) -> Step {
    let word = need_text(m, word)?;
    let found = text_atom(m, &codes(&word).0)?;
    m.unify(code, found)
}

fn double_metaphone_3(m: &mut Machine, word: Cell, code: Cell, other: Cell) -> Step {
    let word = need_text(m, word)?;
    let (first, second) = codes(&word);
    let found = text_atom(m, &first)?;
    m.unify(code, found)?;
    let found = text_atom(m, &second)?;
    m.unify(other, found)
}

/// The longest code, and how much of a word can matter for it.
const LONGEST: usize = 4;
const READ: usize = 256;

/// Returns both codes of a word.
fn codes(word: &str) -> (String, String) {
    let letters: Vec<char> = word.chars().take(READ).flat_map(char::to_uppercase).collect();
    let mut sounds = Sounds {
        letters,
        at: 0,
        first: String::new(),
        second: String::new(),
    };
    sounds.read();
    sounds.first.truncate(LONGEST);
    sounds.second.truncate(LONGEST);
    (sounds.first, sounds.second)
}

struct Sounds {
    letters: Vec<char>,
    at: usize,
    first: String,
    second: String,
}

impl Sounds {
    /// The letter at a distance from the place; a blank outside of the word.
    fn letter(&self, distance: isize) -> char {
        let place = self.at.checked_add_signed(distance);
        place.and_then(|place| self.letters.get(place)).copied().unwrap_or(' ')
    }

    /// Whether one of some texts stands at a distance from the place.
    fn has(&self, distance: isize, texts: &[&str]) -> bool {
        let Some(start) = self.at.checked_add_signed(distance) else {
            return false;
        };
        texts.iter().any(|text| {
            let wanted = text.chars().count();
            self.letters.len() >= start + wanted && text.chars().eq(self.letters[start..start + wanted].iter().copied())
        })
    }

    /// Whether the word begins with one of some texts.
    fn begins(&self, texts: &[&str]) -> bool {
        self.has(-(self.at as isize), texts)
    }

    fn vowel(&self, distance: isize) -> bool {
        matches!(self.letter(distance), 'A' | 'E' | 'I' | 'O' | 'U' | 'Y')
    }

    fn last(&self) -> isize {
        self.letters.len() as isize - 1 - self.at as isize
    }

    fn slavic(&self) -> bool {
        let has = |text: &str| self.letters.iter().collect::<String>().contains(text);
        self.letters.contains(&'W') || self.letters.contains(&'K') || has("CZ") || has("WITZ")
    }

    fn germanic(&self) -> bool {
        self.begins(&["VAN ", "VON ", "SCH"])
    }

    /// Adds sounds and goes on.
    fn add(&mut self, sound: &str, step: usize) {
        self.add_both(sound, sound, step);
    }

    fn add_both(&mut self, first: &str, second: &str, step: usize) {
        self.first.push_str(first);
        self.second.push_str(second);
        self.at += step;
    }

    /// Adds the sound of a letter that may be doubled.
    fn add_once(&mut self, letter: char, sound: &str) {
        let step = if self.letter(1) == letter { 2 } else { 1 };
        self.add(sound, step);
    }

    fn read(&mut self) {
        if self.begins(&["GN", "KN", "PN", "WR", "PS"]) {
            self.at = 1;
        }
        if self.letter(0) == 'X' && self.at == 0 {
            self.add("S", 1);
        }
        while self.at < self.letters.len() && (self.first.len() < LONGEST || self.second.len() < LONGEST) {
            match self.letter(0) {
                'A' | 'E' | 'I' | 'O' | 'U' | 'Y' => {
                    let sound = if self.at == 0 { "A" } else { "" };
                    self.add(sound, 1);
                }
                'B' => self.add_once('B', "P"),
                'Ç' => self.add("S", 1),
                'C' => self.c(),
                'D' => self.d(),
                'F' => self.add_once('F', "F"),
                'G' => self.g(),
                'H' => match (self.at == 0 || self.vowel(-1)) && self.vowel(1) {
                    true => self.add("H", 2),
                    false => self.at += 1,
                },
                'J' => self.j(),
                'K' => self.add_once('K', "K"),
                'L' => self.l(),
                'M' => {
                    let silent = self.has(-1, &["UMB"]) && (self.last() == 1 || self.has(2, &["ER"]));
                    let step = if silent || self.letter(1) == 'M' { 2 } else { 1 };
                    self.add("M", step);
                }
                'N' => self.add_once('N', "N"),
                'Ñ' => self.add("N", 1),
                'P' => match self.letter(1) {
                    'H' => self.add("F", 2),
                    'P' | 'B' => self.add("P", 2),
                    _ => self.add("P", 1),
                },
                'Q' => self.add_once('Q', "K"),
                'R' => {
                    let french =
                        self.last() == 0 && !self.slavic() && self.has(-2, &["IE"]) && !self.has(-4, &["ME", "MA"]);
                    let step = if self.letter(1) == 'R' { 2 } else { 1 };
                    self.add_both(if french { "" } else { "R" }, "R", step);
                }
                'S' => self.s(),
                'T' => self.t(),
                'V' => self.add_once('V', "F"),
                'W' => self.w(),
                'X' => {
                    let french = self.last() == 0 && (self.has(-3, &["IAU", "EAU"]) || self.has(-2, &["AU", "OU"]));
                    let step = if matches!(self.letter(1), 'C' | 'X') { 2 } else { 1 };
                    self.add(if french { "" } else { "KS" }, step);
                }
                'Z' => self.z(),
                _ => self.at += 1,
            }
        }
    }

    fn c(&mut self) {
        let germanic = self.at > 1
            && !self.vowel(-2)
            && self.has(-1, &["ACH"])
            && self.letter(2) != 'I'
            && (self.letter(2) != 'E' || self.has(-2, &["BACHER", "MACHER"]));
        if germanic {
            return self.add("K", 2);
        }
        if self.at == 0 && self.has(0, &["CAESAR"]) {
            return self.add("S", 2);
        }
        if self.has(0, &["CHIA"]) {
            return self.add("K", 2);
        }
        if self.has(0, &["CH"]) {
            return self.ch();
        }
        if self.has(0, &["CZ"]) && !self.has(-2, &["WICZ"]) {
            return self.add_both("S", "X", 2);
        }
        if self.has(1, &["CIA"]) {
            return self.add("X", 3);
        }
        if self.has(0, &["CC"]) && !(self.at == 1 && self.letter(-1) == 'M') {
            if self.has(2, &["I", "E", "H"]) && !self.has(2, &["HU"]) {
                let hard = self.at == 1 && self.letter(-1) == 'A' || self.has(-1, &["UCCEE", "UCCES"]);
                return self.add(if hard { "KS" } else { "X" }, 3);
            }
            return self.add("K", 2);
        }
        if self.has(0, &["CK", "CG", "CQ"]) {
            return self.add("K", 2);
        }
        if self.has(0, &["CI", "CE", "CY"]) {
            let second = if self.has(0, &["CIO", "CIE", "CIA"]) { "X" } else { "S" };
            return self.add_both("S", second, 2);
        }
        let step = if self.has(1, &[" C", " Q", " G"]) {
            3
        } else if self.has(1, &["C", "K", "Q"]) && !self.has(1, &["CE", "CI"]) {
            2
        } else {
            1
        };
        self.add("K", step);
    }

    fn ch(&mut self) {
        if self.at > 0 && self.has(0, &["CHAE"]) {
            return self.add_both("K", "X", 2);
        }
        let greek = self.at == 0
            && (self.has(1, &["HARAC", "HARIS"]) || self.has(1, &["HOR", "HYM", "HIA", "HEM"]))
            && !self.begins(&["CHORE"]);
        let hard = self.germanic()
            || self.has(-2, &["ORCHES", "ARCHIT", "ORCHID"])
            || self.has(2, &["T", "S"])
            || (self.has(-1, &["A", "O", "U", "E"]) || self.at == 0)
                && (self.has(2, &["L", "R", "N", "M", "B", "H", "F", "V", "W", " "]) || self.last() == 1);
        if greek || hard {
            return self.add("K", 2);
        }
        if self.at == 0 {
            return self.add("X", 2);
        }
        if self.begins(&["MC"]) {
            return self.add("K", 2);
        }
        self.add_both("X", "K", 2);
    }

    fn d(&mut self) {
        if self.has(0, &["DG"]) {
            return match self.has(2, &["I", "E", "Y"]) {
                true => self.add("J", 3),
                false => self.add("TK", 2),
            };
        }
        let step = if self.has(0, &["DT", "DD"]) { 2 } else { 1 };
        self.add("T", step);
    }

    fn g(&mut self) {
        if self.letter(1) == 'H' {
            return self.gh();
        }
        if self.letter(1) == 'N' {
            if self.at == 1 && self.vowel(-1) && !self.slavic() {
                return self.add_both("KN", "N", 2);
            }
            if !self.has(2, &["EY"]) && self.letter(1) != 'Y' && !self.slavic() {
                return self.add_both("N", "KN", 2);
            }
            return self.add("KN", 2);
        }
        if self.has(1, &["LI"]) && !self.slavic() {
            return self.add_both("KL", "L", 2);
        }
        const SOFT: &[&str] = &["ES", "EP", "EB", "EL", "EY", "IB", "IL", "IN", "IE", "EI", "ER"];
        if self.at == 0 && (self.letter(1) == 'Y' || self.has(1, SOFT)) {
            return self.add_both("K", "J", 2);
        }
        let hard_er = (self.has(1, &["ER"]) || self.letter(1) == 'Y')
            && !self.begins(&["DANGER", "RANGER", "MANGER"])
            && !self.has(-1, &["E", "I"])
            && !self.has(-1, &["RGY", "OGY"]);
        if hard_er {
            return self.add_both("K", "J", 2);
        }
        if self.has(1, &["E", "I", "Y"]) || self.has(-1, &["AGGI", "OGGI"]) {
            if self.germanic() || self.has(1, &["ET"]) {
                return self.add("K", 2);
            }
            let second = if self.has(1, &["IER "]) || self.has(1, &["IER"]) && self.last() == 3 {
                "J"
            } else {
                "K"
            };
            return self.add_both("J", second, 2);
        }
        self.add_once('G', "K");
    }

    fn gh(&mut self) {
        if self.at > 0 && !self.vowel(-1) {
            return self.add("K", 2);
        }
        if self.at == 0 {
            let sound = if self.letter(2) == 'I' { "J" } else { "K" };
            return self.add(sound, 2);
        }
        let silent = self.at > 1 && self.has(-2, &["B", "H", "D"])
            || self.at > 2 && self.has(-3, &["B", "H", "D"])
            || self.at > 3 && self.has(-4, &["B", "H"]);
        if silent {
            self.at += 2;
            return;
        }
        let rough = self.at > 2 && self.letter(-1) == 'U' && self.has(-3, &["C", "G", "L", "R", "T"]);
        if rough {
            return self.add("F", 2);
        }
        let sound = if self.at > 0 && self.letter(-1) != 'I' { "K" } else { "" };
        self.add(sound, 2);
    }

    fn j(&mut self) {
        if self.has(0, &["JOSE"]) || self.begins(&["SAN "]) {
            let alone = self.at == 0 && (self.letter(4) == ' ' || self.letters.len() == 4) || self.begins(&["SAN "]);
            return match alone {
                true => self.add("H", 1),
                false => self.add_both("J", "H", 1),
            };
        }
        let step = if self.letter(1) == 'J' { 2 } else { 1 };
        if self.at == 0 {
            return self.add_both("J", "A", step);
        }
        if self.vowel(-1) && !self.slavic() && matches!(self.letter(1), 'A' | 'O') {
            return self.add_both("J", "H", step);
        }
        if self.last() == 0 {
            return self.add_both("J", "", step);
        }
        let silent = self.has(1, &["L", "T", "K", "S", "N", "M", "B", "Z"]) || self.has(-1, &["S", "K", "L"]);
        self.add(if silent { "" } else { "J" }, step);
    }

    fn l(&mut self) {
        if self.letter(1) != 'L' {
            return self.add("L", 1);
        }
        let spanish = self.last() == 2 && self.has(-1, &["ILLO", "ILLA", "ALLE"]) || {
            let end = self.last();
            (self.has(end - 1, &["AS", "OS"]) || self.has(end, &["A", "O"])) && self.has(-1, &["ALLE"])
        };
        self.add_both("L", if spanish { "" } else { "L" }, 2);
    }

    fn s(&mut self) {
        if self.has(-1, &["ISL", "YSL"]) {
            self.at += 1;
            return;
        }
        if self.at == 0 && self.has(0, &["SUGAR"]) {
            return self.add_both("X", "S", 1);
        }
        if self.has(0, &["SH"]) {
            let german = self.has(1, &["HEIM", "HOEK", "HOLM", "HOLZ"]);
            return self.add(if german { "S" } else { "X" }, 2);
        }
        if self.has(0, &["SIO", "SIA"]) {
            let second = if self.slavic() { "S" } else { "X" };
            return self.add_both("S", second, 3);
        }
        if self.at == 0 && self.has(1, &["M", "N", "L", "W"]) || self.has(1, &["Z"]) {
            let step = if self.has(1, &["Z"]) { 2 } else { 1 };
            return self.add_both("S", "X", step);
        }
        if self.has(0, &["SC"]) {
            return self.sc();
        }
        let french = self.last() == 0 && self.has(-2, &["AI", "OI"]);
        let step = if self.has(1, &["S", "Z"]) { 2 } else { 1 };
        self.add_both(if french { "" } else { "S" }, "S", step);
    }

    fn sc(&mut self) {
        if self.letter(2) == 'H' {
            if self.has(3, &["OO", "ER", "EN", "UY", "ED", "EM"]) {
                return match self.has(3, &["ER", "EN"]) {
                    true => self.add_both("X", "SK", 3),
                    false => self.add("SK", 3),
                };
            }
            let second = if self.at == 0 && !matches!(self.letter(3), 'A' | 'E' | 'I' | 'O' | 'U' | 'Y' | 'W') {
                "S"
            } else {
                "X"
            };
            return self.add_both("X", second, 3);
        }
        let sound = if self.has(2, &["I", "E", "Y"]) { "S" } else { "SK" };
        self.add(sound, 3);
    }

    fn t(&mut self) {
        if self.has(0, &["TION"]) || self.has(0, &["TIA", "TCH"]) {
            return self.add("X", 3);
        }
        if self.has(0, &["TH"]) || self.has(0, &["TTH"]) {
            return match self.has(2, &["OM", "AM"]) || self.germanic() {
                true => self.add("T", 2),
                false => self.add_both("0", "T", 2),
            };
        }
        let step = if self.has(1, &["T", "D"]) { 2 } else { 1 };
        self.add("T", step);
    }

    fn w(&mut self) {
        if self.has(0, &["WR"]) {
            return self.add("R", 2);
        }
        if self.at == 0 && (self.vowel(1) || self.has(0, &["WH"])) {
            let second = if self.vowel(1) { "F" } else { "A" };
            self.add_both("A", second, 0);
        }
        let polish = self.last() == 0 && self.vowel(-1)
            || self.has(-1, &["EWSKI", "EWSKY", "OWSKI", "OWSKY"])
            || self.begins(&["SCH"]);
        if polish {
            return self.add_both("", "F", 1);
        }
        if self.has(0, &["WICZ", "WITZ"]) {
            return self.add_both("TS", "FX", 4);
        }
        self.at += 1;
    }

    fn z(&mut self) {
        if self.letter(1) == 'H' {
            return self.add("J", 2);
        }
        let step = if self.letter(1) == 'Z' { 2 } else { 1 };
        let italian = self.has(1, &["ZO", "ZI", "ZA"]) || self.slavic() && self.at > 0 && self.letter(-1) != 'T';
        self.add_both("S", if italian { "TS" } else { "S" }, step);
    }
}

#[cfg(test)]
mod tests {
    use super::codes;

    #[test]
    fn words_and_their_codes() {
        for (word, first, second) in [
            ("", "", ""),
            ("Smith", "SM0", "XMT"),
            ("Schmidt", "XMT", "SMT"),
            ("Thompson", "TMPS", "TMPS"),
            ("xavier", "SF", "SFR"),
            ("wicz", "ATS", "FFX"),
            ("Czerny", "SRN", "XRN"),
            ("Cabrillo", "KPRL", "KPR"),
            ("laugh", "LF", "LF"),
        ] {
            assert_eq!(codes(word), (first.to_owned(), second.to_owned()), "{word}");
        }
    }
}
