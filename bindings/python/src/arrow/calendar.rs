//! Days and moments of the Gregorian calendar, of any year.

/// The microseconds of a second.
pub const MICROS: i64 = 1_000_000;
/// The seconds of a day.
const DAY: i64 = 86_400;
/// The days of 400 years, after which the calendar repeats itself.
const CYCLE: i64 = 146_097;
/// The days from the 1st of March of the year 0 to the 1st of January 1970.
const EPOCH: i64 = 719_468;

/// A moment: a day and the time in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    pub year: i64,
    pub month: i64,
    pub day: i64,
    /// From the beginning of the day.
    pub seconds: i64,
    pub nanoseconds: i64,
}

impl Moment {
    /// Returns the moment that is so many parts of a second after the beginning of 1970; there are `parts` in a second.
    pub fn new(count: i64, parts: i64) -> Moment {
        let (seconds, rest) = (count.div_euclid(parts), count.rem_euclid(parts));
        let (year, month, day) = civil(seconds.div_euclid(DAY));
        Moment {
            year,
            month,
            day,
            seconds: seconds.rem_euclid(DAY),
            nanoseconds: rest * (1_000_000_000 / parts),
        }
    }
}

/// Returns year, month and day of the day that is so many days after the beginning of 1970. Years are counted from
/// March, so that the day that not all have is the last one.
pub fn civil(days: i64) -> (i64, i64, i64) {
    let days = days.saturating_add(EPOCH);
    let (cycle, day) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (cycle * 400 + year + i64::from(month <= 2), month, day)
}

/// Returns how many days after the beginning of 1970 a day is; `None` if there is no such day, or its year is beyond
/// six digits.
pub fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(-999_999..=999_999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let from_march = year - i64::from(month <= 2);
    let (cycle, rest) = (from_march.div_euclid(400), from_march.rem_euclid(400));
    let in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = cycle * CYCLE + rest * 365 + rest / 4 - rest / 100 + in_year - EPOCH;
    (civil(days) == (year, month, day)).then_some(days)
}
