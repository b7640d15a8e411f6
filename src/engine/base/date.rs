//! Days and dates of the proleptic Gregorian calendar.
//!
//! Years begin in March, and 400 years are an era, as in Howard Hinnant's description of such algorithms: so the leap
//! day is the last of a year, and all eras are alike.

/// Returns the days from 1970-01-01 to a date; months and days out of range carry over.
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    // A year that begins in March has its leap day at the end.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// Returns the year, month and day of a day counted from 1970-01-01.
pub fn civil(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    if month < 10 {
        (era * 400 + year, month + 3, day)
    } else {
        (era * 400 + year + 1, month - 9, day)
    }
}

/// Returns the day of the week, 0 for Sunday.
pub fn weekday(day: i64) -> i64 {
    (day + 4).rem_euclid(7)
}

/// Returns the day of the year, from 1.
pub fn day_of_year(day: i64) -> i64 {
    day - days(civil(day).0, 1, 1) + 1
}

/// Returns the ISO 8601 year and week; the first week of a year contains its first Thursday.
pub fn iso_week(day: i64) -> (i64, i64) {
    let thursday = day - (day + 3).rem_euclid(7) + 3;
    (civil(thursday).0, (day_of_year(thursday) - 1) / 7 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_agree() {
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2000, 3, 1) - days(2000, 2, 28), 2);
        assert_eq!(days(2024, 14, 1), days(2025, 2, 1));
        for day in (-1_000_000..1_000_000).step_by(37) {
            let (year, month, of_month) = civil(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }

    #[test]
    fn weeks() {
        assert_eq!(weekday(0), 4);
        assert_eq!(iso_week(days(2021, 1, 3)), (2020, 53));
        assert_eq!(iso_week(days(2021, 1, 4)), (2021, 1));
        assert_eq!(day_of_year(days(2024, 12, 31)), 366);
    }
}
