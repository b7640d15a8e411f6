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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_each_others_inverse() {
        let mut date = (1970, 1, 1);
        for count in 0..200_000 {
            assert_eq!(civil(count), date, "{count}");
            assert_eq!(days(date.0, date.1, date.2), Some(count));
            let is_leap = date.0 % 4 == 0 && (date.0 % 100 != 0 || date.0 % 400 == 0);
            let last = match date.1 {
                2 => 28 + i64::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            date = match date {
                (year, 12, 31) => (year + 1, 1, 1),
                (year, month, day) if day == last => (year, month + 1, 1),
                (year, month, day) => (year, month, day + 1),
            };
        }
        for count in [-1, -719_468, -719_469, -1_000_000, 2_932_896] {
            let (year, month, day) = civil(count);
            assert_eq!(days(year, month, day), Some(count));
        }
        assert_eq!(civil(-1), (1969, 12, 31));
    }

    #[test]
    fn what_is_no_day_is_none() {
        for (year, month, day) in [
            (2023, 2, 29),
            (2024, 4, 31),
            (2024, 0, 1),
            (2024, 13, 1),
            (2024, 1, 0),
            (1 << 40, 1, 1),
        ] {
            assert_eq!(days(year, month, day), None);
        }
    }

    #[test]
    fn moments_before_the_epoch() {
        let moment = Moment::new(-1, 1000);
        assert_eq!(
            (moment.year, moment.seconds, moment.nanoseconds),
            (1969, 86_399, 999_000_000)
        );
        for count in [i64::MIN, i64::MAX] {
            assert!(Moment::new(count, 1).month >= 1);
        }
    }
}
