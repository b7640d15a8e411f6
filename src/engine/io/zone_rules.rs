//! The rules of time zones: when local time is how far from UTC.
//!
//! It is that of a compiled time zone file of the system (RFC 8536), or of a rule like `CET-1CEST,M3.5.0,M10.5.0/3`
//! (POSIX, environment variable `TZ`). Without either local time is UTC.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use tz::TimeZone;

use super::zone::Zone;

/// The rules of one zone.
pub(super) struct ZoneFile(TimeZone);

impl ZoneFile {
    /// Reads the rules that the variable `TZ` names, or those of the machine; `None` if there are none.
    pub(super) fn read(variable: Option<&str>) -> Option<ZoneFile> {
        let name = variable.map(|name| name.trim_start_matches(':'));
        let path = match name {
            Some("") => return None,
            Some(name) if name.contains("..") || name.starts_with('/') => return None,
            Some(name) => PathBuf::from("/usr/share/zoneinfo").join(name),
            None => PathBuf::from("/etc/localtime"),
        };
        let from_file = contents(&path).and_then(|bytes| TimeZone::from_tz_data(&bytes).ok());
        from_file.or_else(|| rule(name?)).map(ZoneFile)
    }

    /// Returns how the zone counts at a time in seconds since 1970.
    pub(super) fn at(&self, time: i64) -> Zone {
        at(&self.0, time)
    }

    /// Returns the bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.0.as_ref().transitions())
    }
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

/// Seconds after which the calendar repeats: 400 years.
const CYCLE: i64 = 146_097 * 86_400;

/// The first second of the year -9999, and the last one of the year 9999.
const YEARS: (i64, i64) = (-377_705_116_800, 253_402_300_799);

/// Reads a rule: as the last line of a zone file without changes of its own, where the time of a change may be days
/// away from its date.
fn rule(text: &str) -> Option<TimeZone> {
    // A part of a zone file: its counts, of one type with a name of four bytes, and the type.
    let part = [b"TZif3", &[0; 34][..], b"\x01\0\0\0\x04", &[0; 6], b"UTC\0"].concat();
    if text.contains('\n') {
        return None;
    }
    let file = [&part, &part, "\n".as_bytes(), text.as_bytes(), b"\n"].concat();
    TimeZone::from_tz_data(&file)
        .ok()
        .filter(|zone| zone.as_ref().extra_rule().is_some())
}

/// How a zone counts at a time. The times that are thousands of years away are moved by whole cycles.
fn at(zone: &TimeZone, time: i64) -> Zone {
    let (first, last) = YEARS;
    let moved = if time < first {
        first + (time - first).rem_euclid(CYCLE)
    } else if time > last {
        last - (last - time).rem_euclid(CYCLE)
    } else {
        time
    };
    let zone = zone.as_ref();
    let kinds = zone.local_time_types();
    // After the last change of a file that has no rule, the time stays as it is.
    let last = || kinds.get(zone.transitions().last()?.local_time_type_index());
    let Some(kind) = zone.find_local_time_type(moved).ok().or_else(last) else {
        return Zone::utc();
    };
    Zone {
        ahead: kind.ut_offset().into(),
        daylight: kind.is_dst(),
        name: kind.time_zone_designation().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::zone::LocalZone;

    /// The offset that a rule gives a time.
    fn by_rule(text: &str, time: i64) -> Option<Zone> {
        rule(text).map(|zone| at(&zone, time))
    }

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
        assert_eq!(by_rule("", 0), None);
        // 2024-03-31 01:00 UTC is 23:00 on the day before in the west of Greenland.
        let nuuk = |time| by_rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", time).map(|zone| zone.ahead);
        assert_eq!((nuuk(1_711_846_800), nuuk(1_711_846_799)), (Some(-3600), Some(-7200)));
        // The 29th of February has a number in the second form only.
        for time in (1_704_067_200..1_735_689_600).step_by(3600) {
            assert_eq!(by_rule("AAA0BBB,J60/0,J300", time), by_rule("AAA0BBB,60/0,300", time));
        }
        assert_eq!(
            LocalZone::default().at(Some("../../etc/passwd".to_owned()), 0),
            Zone::utc()
        );
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
            assert_eq!(by_rule(&format!("AAA0BBB,{day},J1"), 0), None, "{day}");
        }
        for name in ["/dev/zero", ":/dev/zero", "/", "./", "Europe"] {
            assert_eq!(LocalZone::default().at(Some(name.to_owned()), 0), Zone::utc(), "{name}");
        }
    }

    #[test]
    fn what_is_no_zone_file_is_not_read() {
        assert!(TimeZone::from_tz_data(b"TZif2").is_err());
        assert!(TimeZone::from_tz_data(b"").is_err());
    }

    #[test]
    fn rules_hold_for_all_times() {
        let berlin = |time| by_rule("CET-1CEST,M3.5.0,M10.5.0/3", time).expect("a rule");
        for time in [1_711_846_800, 1_711_846_799, 1_729_990_800, 1_729_990_799] {
            for cycles in [-79_000_000, -40, -30, -1, 1, 19, 20, 40, 79_000_000] {
                assert_eq!(
                    berlin(time + cycles * CYCLE),
                    berlin(time),
                    "{time} + {cycles} * {CYCLE}"
                );
            }
        }
        for time in [-1_000_000_000_000_000_000, 1_000_000_000_000_000_000] {
            assert_eq!(by_rule("AAA-1", time).map(|zone| zone.ahead), Some(3600));
        }
    }
}
