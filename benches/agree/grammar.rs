//! Random text from a grammar: any source of choices makes a text of it.
//!
//! ```text
//! % A comment.
//! goal:
//!     true
//!     3* <term> = <term>
//!     (<goal>, <goal>)
//! small:
//!     0 || 2* 1
//! ```
//!
//! A name with a colon begins a rule, the lines below it are its alternatives, also several on a line: text in which `<name>` stands for a text
//! by the rule of that name. `3*` in front makes an alternative three times as likely. Names that are no rule are
//! text. When a text has become deep or large, the alternatives that end soonest are taken.

use std::collections::HashMap;

/// How deep rules go into each other before the alternatives that end soonest are taken.
const DEPTH: usize = 12;

pub(crate) struct Grammar {
    names: HashMap<String, usize>,
    rules: Vec<Vec<Alternative>>,
}

struct Alternative {
    weight: usize,
    parts: Vec<Part>,
    /// How many rules are in one another at least; more than any if it does not end.
    height: usize,
}

#[derive(Clone)]
enum Part {
    Text(String),
    Rule(usize),
}

/// A text that is being made: where choices come from, and how many rules it may still use.
struct Maker<'c> {
    below: &'c mut dyn FnMut(usize) -> usize,
    size: usize,
    out: String,
}

impl Grammar {
    /// The grammar of all the texts together; a rule that stands in several has the alternatives of all.
    pub(crate) fn new(texts: &[&str]) -> Grammar {
        let mut names = HashMap::new();
        let mut lines: Vec<Vec<(usize, String)>> = Vec::new();
        let mut rule = 0;
        for line in texts.iter().flat_map(|text| text.lines()) {
            let text = line.trim();
            if text.is_empty() || text.starts_with('%') {
                continue;
            }
            if !line.starts_with(' ') {
                let name = text.strip_suffix(':').expect("a rule begins with its name and a colon");
                rule = *names.entry(name.to_owned()).or_insert(lines.len());
                lines.resize(lines.len().max(rule + 1), Vec::new());
                continue;
            }
            for text in text.split(" || ") {
                let weighted = text
                    .split_once("* ")
                    .and_then(|(weight, rest)| Some((weight.parse().ok()?, rest.trim_start())));
                let (weight, rest) = weighted.unwrap_or((1, text));
                lines[rule].push((weight, rest.to_owned()));
            }
        }
        let parsed = |(weight, text): &(usize, String)| Alternative {
            weight: *weight,
            parts: parts(text, &names),
            height: usize::MAX,
        };
        let rules = lines.iter().map(|rule| rule.iter().map(parsed).collect()).collect();
        let mut grammar = Grammar { names, rules };
        grammar.find_heights();
        grammar
    }

    /// The height of an alternative is one more than that of the highest rule in it; that of a rule the least of its
    /// alternatives'.
    fn find_heights(&mut self) {
        let mut heights = vec![usize::MAX; self.rules.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (place, rule) in self.rules.iter_mut().enumerate() {
                for alternative in rule.iter_mut() {
                    let inside = alternative.parts.iter().map(|part| match part {
                        Part::Text(_) => 0,
                        Part::Rule(rule) => heights[*rule],
                    });
                    alternative.height = inside.max().unwrap_or(0).saturating_add(1);
                }
                let least = rule.iter().map(|alternative| alternative.height).min();
                let least = least.unwrap_or(usize::MAX);
                changed |= least != heights[place];
                heights[place] = least;
            }
        }
        assert!(heights.iter().all(|height| *height < usize::MAX), "a rule has no end");
    }

    /// A text by the rule `name`. `below(n)` gives a number below n; `size` is about how many rules are used.
    pub(crate) fn text(&self, name: &str, size: usize, below: &mut dyn FnMut(usize) -> usize) -> String {
        let mut maker = Maker {
            below,
            size,
            out: String::new(),
        };
        let rule = *self.names.get(name).expect("a rule of the grammar");
        // The parts that are still to be written, the next one last, each with the depth of its rule.
        let mut rest = vec![(Part::Rule(rule), 0)];
        while let Some((part, depth)) = rest.pop() {
            match part {
                Part::Text(text) => maker.out.push_str(&text),
                Part::Rule(rule) => {
                    let alternative = maker.choose(&self.rules[rule], depth);
                    rest.extend(alternative.parts.iter().rev().map(|part| (part.clone(), depth + 1)));
                }
            }
        }
        maker.out
    }
}

impl Maker<'_> {
    fn choose<'g>(&mut self, rule: &'g [Alternative], depth: usize) -> &'g Alternative {
        let least = if self.size == 0 || depth > DEPTH {
            rule.iter().map(|alternative| alternative.height).min().unwrap_or(0)
        } else {
            usize::MAX
        };
        self.size = self.size.saturating_sub(1);
        let open = || rule.iter().filter(|alternative| alternative.height <= least);
        let mut left = (self.below)(open().map(|alternative| alternative.weight).sum());
        open()
            .find(|alternative| {
                let found = left < alternative.weight;
                left = left.wrapping_sub(alternative.weight);
                found
            })
            .expect("the number is below the sum of the weights")
    }
}

/// The parts of an alternative: `<name>` for each rule that there is, text for all else. `<>` is no text.
fn parts(text: &str, names: &HashMap<String, usize>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let name = rest[1..].split_once('>').map(|(name, _)| name);
        match name.and_then(|name| Some((name, names.get(name)?))) {
            Some((name, rule)) => {
                parts.push(Part::Text(std::mem::take(&mut plain)));
                parts.push(Part::Rule(*rule));
                rest = &rest[name.len() + 2..];
            }
            None if name == Some("") => rest = &rest[2..],
            None => {
                plain.push('<');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    parts.push(Part::Text(plain));
    parts
}
