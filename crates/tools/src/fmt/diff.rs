//! The lines that differ between two texts, in the form that `patch` reads.

use std::fmt::Write as _;

/// Lines that are shown around a change.
const AROUND: usize = 3;
/// Edits that are looked for at the most; beyond, what differs is one change.
const MOST: usize = 2000;

/// A line of the difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    Same,
    Removed,
    Added,
}

/// Returns the difference of two texts, or nothing if they are the same.
pub(super) fn unified(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let mut out = String::new();
    let (mut one, mut two, mut at) = (0, 0, 0);
    while at < edits.len() {
        if edits[at] == Edit::Same {
            (one, two, at) = (one + 1, two + 1, at + 1);
            continue;
        }
        // Changes with few lines between them are shown together.
        let mut end = at;
        let mut same = 0;
        for (index, edit) in edits.iter().enumerate().skip(at) {
            same = if *edit == Edit::Same { same + 1 } else { 0 };
            if same > 2 * AROUND {
                break;
            }
            if same == 0 {
                end = index + 1;
            }
        }
        let before = AROUND.min(one);
        let behind = edits[end..].iter().take(AROUND).count();
        let hunk = &edits[at - before..end + behind];
        let count = |without: Edit| hunk.iter().filter(|&&edit| edit != without).count();
        if out.is_empty() {
            let _written = writeln!(out, "--- {name}\n+++ {name}");
        }
        (one, two) = (one - before, two - before);
        let (removed, added) = (count(Edit::Added), count(Edit::Removed));
        // Where there are no lines, the one before them is named.
        let first = |line: usize, lines: usize| line + usize::from(lines > 0);
        let _written = writeln!(
            out,
            "@@ -{},{removed} +{},{added} @@",
            first(one, removed),
            first(two, added)
        );
        for edit in hunk {
            let (sign, line) = match edit {
                Edit::Same => (' ', old[one]),
                Edit::Removed => ('-', old[one]),
                Edit::Added => ('+', new[two]),
            };
            let _written = writeln!(out, "{sign}{line}");
            one += usize::from(*edit != Edit::Added);
            two += usize::from(*edit != Edit::Removed);
        }
        at = end + behind;
    }
    out
}

/// Returns what makes the new lines of the old ones.
fn edits(old: &[&str], new: &[&str]) -> Vec<Edit> {
    let head = old.iter().zip(new).take_while(|(one, two)| one == two).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(one, two)| one == two)
        .count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut edits = vec![Edit::Same; head];
    middle(old, new, &mut edits);
    edits.extend(std::iter::repeat_n(Edit::Same, tail));
    edits
}

/// Adds the fewest edits. Diagonal k has the places at which as many more old lines than new ones have been passed; each
/// round gets as far as it can on each diagonal with one edit more (Myers, 1986).
fn middle(old: &[&str], new: &[&str], edits: &mut Vec<Edit>) {
    let most = (old.len() + new.len()).min(MOST) as isize;
    // The old lines passed on each diagonal, of which `at` gives the index.
    let mut passed = vec![0_isize; 2 * most as usize + 3];
    let at = |diagonal: isize| (diagonal + most + 1) as usize;
    let mut rounds: Vec<Vec<isize>> = Vec::new();
    let ends = (old.len() as isize, new.len() as isize);
    for count in 0..=most {
        rounds.push(passed[at(-count - 1)..=at(count + 1)].to_vec());
        for diagonal in (-count..=count).step_by(2) {
            let (before, removes) = before(diagonal, count, |diagonal| passed[at(diagonal)]);
            let mut one = passed[at(before)] + isize::from(removes);
            let mut two = one - diagonal;
            while one < ends.0 && two < ends.1 && old.get(one as usize) == new.get(two as usize) {
                (one, two) = (one + 1, two + 1);
            }
            passed[at(diagonal)] = one;
            if one >= ends.0 && two >= ends.1 {
                return back(&rounds, ends, edits);
            }
        }
    }
    edits.extend(std::iter::repeat_n(Edit::Removed, old.len()));
    edits.extend(std::iter::repeat_n(Edit::Added, new.len()));
}

/// Returns the diagonal from which one is reached with the edit `count`, and whether that removes a line.
fn before(diagonal: isize, count: isize, passed: impl Fn(isize) -> isize) -> (isize, bool) {
    let adds = diagonal == -count || diagonal != count && passed(diagonal - 1) < passed(diagonal + 1);
    if adds || count == 0 {
        (diagonal + 1, false)
    } else {
        (diagonal - 1, true)
    }
}

/// Adds the edits of the way back through the rounds.
fn back(rounds: &[Vec<isize>], (mut one, mut two): (isize, isize), edits: &mut Vec<Edit>) {
    let start = edits.len();
    for (count, passed) in rounds.iter().enumerate().rev() {
        let count = count as isize;
        let passed = |diagonal: isize| passed.get((diagonal + count + 1) as usize).copied().unwrap_or_default();
        let (diagonal, removes) = before(one - two, count, passed);
        let (first, second) = match count {
            0 => (0, 0),
            _ => (passed(diagonal), passed(diagonal) - diagonal),
        };
        while one > first && two > second {
            edits.push(Edit::Same);
            (one, two) = (one - 1, two - 1);
        }
        if count > 0 {
            edits.push(if removes { Edit::Removed } else { Edit::Added });
            (one, two) = (first, second);
        }
    }
    edits[start..].reverse();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_with_the_lines_around_them() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
        let new = "a\nb\nc\nD\ne\nf\ng\nh\ni\nj\nx\ny\nk\n";
        assert_eq!(
            unified("t.pl", old, new),
            "--- t.pl\n+++ t.pl\n@@ -1,11 +1,13 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n h\n i\n j\n+x\n+y\n k\n"
        );
        assert_eq!(unified("t.pl", old, old), "");
        assert_eq!(unified("t.pl", "", "a\n"), "--- t.pl\n+++ t.pl\n@@ -0,0 +1,1 @@\n+a\n");
        assert_eq!(
            unified("t.pl", "a\nb\n", "b\n"),
            "--- t.pl\n+++ t.pl\n@@ -1,2 +1,1 @@\n-a\n b\n"
        );
    }
}
