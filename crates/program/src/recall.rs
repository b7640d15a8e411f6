//! Earlier queries by their numbers, where the flag `history` asks for it: `h.`, `!!.`, `!N.`, `!TEXT.`, `!h.`.

use ferz::Engine;

const HELP: &str = "\
  !!.      the last query again
  !N.      query number N again
  !TEXT.   the last query that begins with TEXT again
  h.       show the queries
  !h.      show this help
";

/// The queries of a session.
#[derive(Default)]
pub(crate) struct Recall {
    /// With their numbers.
    asked: Vec<(u64, String)>,
}

/// The meaning of a line.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Recalled {
    /// Itself.
    Plain,
    /// An earlier query.
    Query(String),
    /// A request that is answered by this text.
    Text(String),
    /// A query that is not there.
    Unknown,
}

impl Recall {
    /// Returns what a line stands for if the last `most` queries are kept.
    pub(crate) fn look(&mut self, line: &str, most: usize) -> Recalled {
        let excess = self.asked.len().saturating_sub(most);
        self.asked.drain(..excess);
        let Some(line) = line.trim().strip_suffix('.') else {
            return Recalled::Plain;
        };
        let found = match line {
            "h" => {
                let lines = self
                    .asked
                    .iter()
                    .map(|(number, query)| format!("{number:6}  {query}\n"));
                return Recalled::Text(lines.collect());
            }
            "!h" => return Recalled::Text(HELP.to_owned()),
            "!!" => self.asked.last(),
            _ => {
                let Some(wanted) = line
                    .strip_prefix('!')
                    .filter(|rest| rest.starts_with(char::is_alphanumeric))
                else {
                    return Recalled::Plain;
                };
                match wanted.parse::<u64>() {
                    Ok(number) => self.asked.iter().find(|(known, _)| *known == number),
                    Err(_) => self.asked.iter().rfind(|(_, query)| query.starts_with(wanted)),
                }
            }
        };
        found.map_or(Recalled::Unknown, |(_, query)| Recalled::Query(query.clone()))
    }

    /// Keeps a query.
    pub(crate) fn keep(&mut self, number: u64, query: &str) {
        self.asked.push((number, query.trim().to_owned()));
    }
}

/// Returns how many queries are to be kept, by the flag `history`.
pub(crate) fn wanted(engine: &mut Engine) -> usize {
    engine
        .flag("history")
        .and_then(|value| value.to::<usize>().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_come_back_by_number_and_text() {
        let mut recall = Recall::default();
        for (number, query) in [(1, "a(X)."), (2, "b."), (3, "a(Y).")] {
            recall.keep(number, query);
        }
        let query = |text: &str| Recalled::Query(text.to_owned());
        for (line, found) in [
            ("!!.", query("a(Y).")),
            ("!2.", query("b.")),
            ("!a.", query("a(Y).")),
            ("!9.", Recalled::Unknown),
            ("!c.", Recalled::Unknown),
            ("!.", Recalled::Plain),
            ("h(X).", Recalled::Plain),
            ("!(X)", Recalled::Plain),
            (
                "h.",
                Recalled::Text("     1  a(X).\n     2  b.\n     3  a(Y).\n".to_owned()),
            ),
        ] {
            assert_eq!(recall.look(line, 3), found, "{line}");
        }
        assert_eq!(recall.look("!1.", 2), Recalled::Unknown);
    }
}
