//! The local time zone: the offset of local time from UTC at a given time.

#[cfg(not(target_family = "wasm"))]
use super::zone_rules;

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
/// In WebAssembly, which has no files of zones, it is UTC, and the rules are left out.
#[cfg(not(target_family = "wasm"))]
pub fn local(variable: Option<&str>, time: i64) -> Zone {
    zone_rules::local(variable, time)
}

#[cfg(target_family = "wasm")]
pub fn local(_variable: Option<&str>, _time: i64) -> Zone {
    Zone::utc()
}
