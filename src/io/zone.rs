//! The local time zone: the offset of local time from UTC at a given time.
//!
//! It is read from the system's compiled time zone files (RFC 8536): the transitions in the file, and the rule at its
//! end for all later times. Without such a file local time is UTC.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::base::date::{civil, days};

/// The state of a time zone at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Offset from UTC in seconds, positive to the east.
    pub ahead: i64,
    /// Whether it is daylight saving time.
    pub daylight: bool,
    /// The abbreviation, like `CET`.
    pub name: String,
}

impl Zone {
    /// Returns UTC.
    pub fn utc() -> Zone {
        Zone {
            ahead: 0,
            daylight: false,
            name: "UTC".to_owned(),
        }
    }
}

/// Returns the zone of the process at a time in seconds since 1970: that of the variable `TZ`, or that of the machine.
pub fn local(variable: Option<&str>, time: i64) -> Zone {
    let name = variable.map(|name| name.trim_start_matches(':'));
    let path = match name {
        Some("") => return Zone::utc(),
        Some(name) if name.contains("..") || name.starts_with('/') => return Zone::utc(),
        Some(name) => PathBuf::from("/usr/share/zoneinfo").join(name),
        None => PathBuf::from("/etc/localtime"),
    };
    let from_file = contents(&path).and_then(|bytes| in_file(&bytes, time));
    from_file
        .or_else(|| name.and_then(|rule| by_rule(rule, time)))
        .unwrap_or_else(Zone::utc)
}

/// Upper limit on the size of a zone file.
const LARGEST: u64 = 1 << 20;

/// Returns the contents of a zone file; `None` for a device or a pipe, which might have no end.
fn contents(path: &Path) -> Option<Vec<u8>> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn number(bytes: &[u8], at: usize, width: usize) -> Option<i64> {
    let bytes = bytes.get(at..at + width)?;
    let start = if bytes[0] & 0x80 == 0 { 0 } else { -1 };
    Some(bytes.iter().fold(start, |sum, &byte| sum << 8 | i64::from(byte)))
}

/// Returns the counts in a header, in file order: isut, isstd, leap, time, type, char.
fn counts(bytes: &[u8]) -> Option<[usize; 6]> {
    if !bytes.starts_with(b"TZif") {
        return None;
    }
    let mut found = [0; 6];
    for (i, count) in found.iter_mut().enumerate() {
        *count = usize::try_from(number(bytes, 20 + 4 * i, 4)?).ok()?;
    }
    Some(found)
}

const HEADER: usize = 44;

/// Looks up a time in a compiled zone file.
fn in_file(bytes: &[u8], time: i64) -> Option<Zone> {
    let [utc, standard, leap, times, types, chars] = counts(bytes)?;
    // The block with 32-bit times is followed by one with 64-bit times, and the rule.
    let skipped = HEADER + times * 5 + types * 6 + chars + leap * 8 + standard + utc;
    let bytes = bytes.get(skipped..)?;
    let [utc, standard, leap, times, types, chars] = counts(bytes)?;
    let transition = |i: usize| number(bytes, HEADER + 8 * i, 8);
    let kinds = HEADER + 9 * times;
    let names = kinds + 6 * types;
    let rule = names + chars + leap * 12 + standard + utc;
    let passed = (0..times)
        .take_while(|&i| transition(i).is_some_and(|at| at <= time))
        .count();
    if passed == times {
        let rule = std::str::from_utf8(bytes.get(rule..)?).ok()?.trim_matches('\n');
        if let Some(zone) = by_rule(rule, time) {
            return Some(zone);
        }
    }
    let kind = match passed.checked_sub(1) {
        Some(last) => usize::from(*bytes.get(HEADER + 8 * times + last)?),
        None => 0,
    };
    let at = kinds + 6 * kind;
    let name = names + usize::from(*bytes.get(at + 5)?);
    let name = bytes.get(name..)?.split(|&byte| byte == 0).next()?;
    Some(Zone {
        ahead: number(bytes, at, 4)?,
        daylight: *bytes.get(at + 4)? != 0,
        name: String::from_utf8_lossy(name).into_owned(),
    })
}

/// Evaluates a rule like `CET-1CEST,M3.5.0,M10.5.0/3` at a time.
fn by_rule(rule: &str, time: i64) -> Option<Zone> {
    let mut parts = rule.split(',');
    let (name, rest) = zone_name(parts.next()?)?;
    let (behind, rest) = clock(rest)?;
    let standard = Zone {
        ahead: -behind,
        daylight: false,
        name,
    };
    if rest.is_empty() {
        return Some(standard);
    }
    let (name, rest) = zone_name(rest)?;
    let daylight = Zone {
        ahead: if rest.is_empty() {
            standard.ahead + 3600
        } else {
            -clock(rest)?.0
        },
        daylight: true,
        name,
    };
    let (year, _, _) = civil(time.div_euclid(86_400));
    let start = change(parts.next()?, year)? - standard.ahead;
    let end = change(parts.next()?, year)? - daylight.ahead;
    let is_daylight = if start < end {
        (start..end).contains(&time)
    } else {
        !(end..start).contains(&time)
    };
    Some(if is_daylight { daylight } else { standard })
}

/// Parses a zone's abbreviation, plain or in `<>`; returns it and the rest of the text.
fn zone_name(text: &str) -> Option<(String, &str)> {
    if let Some(quoted) = text.strip_prefix('<') {
        let (name, rest) = quoted.split_once('>')?;
        return Some((name.to_owned(), rest));
    }
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    (end >= 3).then(|| (text[..end].to_owned(), &text[end..]))
}

/// Parses hours, minutes and seconds; returns them in seconds, and the rest of the text.
fn clock(text: &str) -> Option<(i64, &str)> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != ':')
        .unwrap_or(text.len());
    let mut seconds = 0;
    let mut unit = 3600;
    for part in text[..end].split(':') {
        seconds += part_of_rule(part, 0, 999)? * unit;
        unit /= 60;
    }
    Some((sign * seconds, &text[end..]))
}

/// Parses a number in a rule; `None` if it is out of range.
fn part_of_rule(text: &str, least: i64, most: i64) -> Option<i64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// Returns the local time, in seconds since 1970, of a change like `M3.5.0/2`, `J60` or `59` in a year.
fn change(rule: &str, year: i64) -> Option<i64> {
    let (day, time) = rule.split_once('/').unwrap_or((rule, "2"));
    let first = days(year, 1, 1);
    let day = if let Some(month_week_day) = day.strip_prefix('M') {
        let mut parts = month_week_day.split('.');
        let month = part_of_rule(parts.next()?, 1, 12)?;
        let week = part_of_rule(parts.next()?, 1, 5)?;
        let weekday = part_of_rule(parts.next()?, 0, 6)?;
        let start = days(year, month, 1);
        let end = days(year, month + 1, 1);
        // 1970 began on a Thursday.
        let day = start + (weekday - (start + 4)).rem_euclid(7) + 7 * (week - 1);
        if day >= end { day - 7 } else { day }
    } else if let Some(day) = day.strip_prefix('J') {
        let day = part_of_rule(day, 1, 365)?;
        // 29 February is not counted.
        let leap = days(year, 3, 1) - first == 60;
        first + day - 1 + i64::from(leap && day >= 60)
    } else {
        first + part_of_rule(day, 0, 365)?
    };
    Some(day * 86_400 + clock(time)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_tell_summer_from_winter() {
        let berlin = |time| by_rule("CET-1CEST,M3.5.0,M10.5.0/3", time).expect("a rule");
        // 2024-03-31 01:00 UTC, and a second before.
        assert_eq!(berlin(1_711_846_800).ahead, 7200);
        assert_eq!(berlin(1_711_846_799).ahead, 3600);
        // 2024-10-27 01:00 UTC, and a second before.
        assert_eq!(berlin(1_729_990_800).name, "CET");
        assert!(berlin(1_729_990_799).daylight);
        // The south has its summer at the turn of the year.
        let sydney = |time| by_rule("AEST-10AEDT,M10.1.0,M4.1.0/3", time).expect("a rule");
        assert!(sydney(1_704_067_200).daylight);
        assert!(!sydney(1_719_792_000).daylight);
    }

    #[test]
    fn rules_without_changes() {
        assert_eq!(by_rule("UTC0", 0), Some(Zone::utc()));
        assert_eq!(by_rule("<+0530>-5:30", 0).map(|zone| zone.ahead), Some(19_800));
        assert_eq!(by_rule("nonsense", 0), None);
        assert_eq!(change("J60/0", 2024), change("60/0", 2024));
        assert_eq!(local(Some("../../etc/passwd"), 0), Zone::utc());
    }

    #[test]
    fn hostile_rules_and_names() {
        let largest = i64::MAX;
        for day in [
            &format!("M{largest}.1.0"),
            "M13.1.0",
            "M1.0.0",
            "M1.1.7",
            &format!("J{largest}"),
            "J0",
            "366",
            "-1",
        ] {
            assert_eq!(change(day, 2024), None, "{day}");
            assert_eq!(by_rule(&format!("AAA0BBB,{day},J1"), 0), None, "{day}");
        }
        for name in ["/dev/zero", ":/dev/zero", "/", "./", "Europe"] {
            assert_eq!(local(Some(name), 0), Zone::utc(), "{name}");
        }
    }

    #[test]
    fn what_is_no_zone_file_is_not_read() {
        assert_eq!(in_file(b"TZif2", 0), None);
        assert_eq!(in_file(b"", 0), None);
    }
}
