//! The local time zone: the offset of local time from UTC at a given time.

#[cfg(not(target_family = "wasm"))]
pub use super::zone_rules::local;

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

/// Returns UTC: WebAssembly has no files of zones, and the rules are left out.
#[cfg(target_family = "wasm")]
pub fn local(_variable: Option<&str>, _time: i64) -> Zone {
    Zone::utc()
}
