//! The local time zone: the offset of local time from UTC at a given time.

use crate::base::object::Weighed;

#[cfg(not(target_family = "wasm"))]
use super::zone_rules::ZoneFile as Rules;

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

/// The local time zone. Its rules are read when they are first asked for, and again when the variable `TZ` has changed.
#[derive(Default)]
pub struct LocalZone {
    /// The value of the variable for which the rules were read.
    variable: Option<Option<String>>,
    rules: Option<Rules>,
}

impl LocalZone {
    /// Returns the zone at a time in seconds since 1970: that of `variable`, the value of `TZ`, or that of the machine.
    pub fn at(&mut self, variable: Option<String>, time: i64) -> Zone {
        if self.variable.as_ref() != Some(&variable) {
            self.rules = Rules::read(variable.as_deref());
            self.variable = Some(variable);
        }
        self.rules.as_ref().map_or_else(Zone::utc, |rules| rules.at(time))
    }
}

impl Weighed for LocalZone {
    fn bytes(&self) -> usize {
        self.rules.as_ref().map_or(0, Rules::bytes)
    }
}

/// WebAssembly has no files of zones, and the rules are left out: local time is UTC.
#[cfg(target_family = "wasm")]
enum Rules {}

#[cfg(target_family = "wasm")]
impl Rules {
    fn read(_variable: Option<&str>) -> Option<Rules> {
        None
    }

    fn at(&self, _time: i64) -> Zone {
        match *self {}
    }

    fn bytes(&self) -> usize {
        match *self {}
    }
}
