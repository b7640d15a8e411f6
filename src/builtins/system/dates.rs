//! Dates and times: time stamps (seconds since 1970), the terms `date/9` and `date/3`, and `format_time/3`. Not in the
//! standard.

use std::fmt::{self, Write};

use crate::base::atom::Functor;
use crate::base::date::{civil, day_of_year, days, iso_week, weekday};
use crate::base::iso_error::{Domain, Limit, Thing, Type};
use crate::io::zone::{LocalZone, Zone};
use crate::machine::Machine;
use crate::native::{Native, Step, Stop, det};
use crate::term::cell::Cell;
use crate::term::view::View;

use crate::native::args::text_arg::{need_text, new_atom, new_string};

pub(in crate::builtins) const TABLE: &[Native] = &[
    det!("stamp_date_time(+stamp, -date, +zone)", 3, stamp_date_time_3)
        .doc("Converts a time stamp, in seconds since 1970, to date(Y, M, D, H, Min, S, Offset, Name, \
             Daylight). The zone is 'UTC', local, or an offset in seconds west of UTC.")
        .examples(&[
            ("stamp_date_time(0, D, 'UTC')", "D = date(1970, 1, 1, 0, 0, 0.0, 0, 'UTC', -)"),
            ("stamp_date_time(0, D, -3600)", "D = date(1970, 1, 1, 1, 0, 0.0, -3600, -, -)"),
            ("stamp_date_time(0, _, mars)", "domain_error(timezone, mars)"),
            ("stamp_date_time(0, _, _)", "instantiation_error"),
            ("stamp_date_time(1.0e19, _, 'UTC')", "representation_error(int)"),
        ]),
    det!("date_time_stamp(+date, -stamp)", 2, date_time_stamp_2)
        .doc("Converts date/9, or date(Y, M, D) for midnight in local time, to seconds since 1970; fields out \
             of range are normalized.")
        .examples(&[
            ("date_time_stamp(date(1970, 1, 2, 0, 0, 0, 0, -, -), S)", "S = 86400.0"),
            ("date_time_stamp(date(2001, 1, 400, 0, 0, 0, 0, -, -), _S), stamp_date_time(_S, date(Y, M, D, _, _, _, _, _, _), 'UTC')",
             "Y = 2002, M = 2, D = 4"),
        ]),
    det!("$time_text(+format, +time, -text)", 3, time_text_3).doc("Formats a time for format_time/3."),
    det!("$week(+year, +month, +day, -weekday, -year_day)", 5, week_5)
        .doc("Unifies weekday with the day of the week (Monday is 1) and year_day with the day of the year of a date."),
    det!("$week_day(+year, +week, +day, -date)", 4, week_day_4)
        .doc("Unifies date with the date of a weekday in an ISO 8601 week."),
];

const SECONDS: i64 = 86_400;

/// A point in time in a time zone.
struct Moment {
    /// Seconds since 1970 in UTC.
    stamp: f64,
    /// Local time in whole seconds since 1970, as if the zone were UTC.
    wall: i64,
    /// The fraction of a second.
    fraction: f64,
    zone: Zone,
}

fn local_zone(m: &mut Machine, time: i64) -> Zone {
    if !m.streams.access.environment {
        return Zone::utc();
    }
    let variable = m.streams.access.variable("TZ");
    m.session.state::<LocalZone>().at(variable, time)
}

/// Returns the moment of a time stamp; stamps beyond 1e18 seconds, some 30 thousand million years, are an error.
fn at(m: &mut Machine, cell: Cell, zone: impl FnOnce(&mut Machine, i64) -> Zone) -> Result<Moment, Stop> {
    let stamp = match m.heap.number(m.deref(cell)).map(|number| number.to_f64()) {
        Some(Ok(stamp)) if stamp.abs() <= 1e18 => stamp,
        Some(_) => return Err(m.representation_error(Limit::Int)),
        None => return Err(m.type_or_instantiation_error(Type::Float, cell)),
    };
    let whole = stamp.floor();
    let zone = zone(m, whole as i64);
    Ok(Moment {
        stamp,
        wall: whole as i64 + zone.ahead,
        fraction: stamp - whole,
        zone,
    })
}

fn stamp_date_time_3(m: &mut Machine, stamp: Cell, date: Cell, zone: Cell) -> Step {
    let known = match m.view(zone) {
        View::Var(_) | View::Attributed(_) => return Err(m.instantiation_error()),
        View::Int(behind) if behind.abs() <= 7 * SECONDS => Some(Zone {
            ahead: -behind,
            daylight: false,
            name: String::new(),
        }),
        View::Atom(name) => match m.atoms.text(name) {
            "UTC" => Some(Zone::utc()),
            "local" => None,
            _ => return Err(m.domain_error(Domain::Timezone, zone)),
        },
        View::Int(_) => return Err(m.domain_error(Domain::Timezone, zone)),
        _ => return Err(m.type_error(Type::Integer, zone)),
    };
    let is_local = known.is_none();
    let moment = at(m, stamp, |m, time| known.unwrap_or_else(|| local_zone(m, time)))?;
    let (year, month, day) = civil(moment.wall.div_euclid(SECONDS));
    let second = moment.wall.rem_euclid(SECONDS);
    let nothing = new_atom(m, "-");
    let name = if moment.zone.name.is_empty() {
        nothing
    } else {
        new_atom(m, &moment.zone.name)
    };
    let daylight = match is_local {
        true => new_atom(m, if moment.zone.daylight { "true" } else { "false" }),
        false => nothing,
    };
    // In nanoseconds, without the rest that comes from the size of the stamp.
    let fraction = (moment.fraction * 1e9).floor() / 1e9;
    let seconds = m.heap.new_float((second % 60) as f64 + fraction);
    let parts = [
        Cell::int(year),
        Cell::int(month),
        Cell::int(day),
        Cell::int(second / 3600),
        Cell::int(second / 60 % 60),
        seconds,
        Cell::int(-moment.zone.ahead),
        name,
        daylight,
    ];
    let functor = m.intern("date");
    let found = m.heap.new_term(functor, &parts);
    m.unify(date, found)
}

/// Exclusive upper bound of a field of a date.
const PART_END: i64 = 1 << 36;

/// Returns an integer field of a date, small enough that no sum below can overflow.
fn part(m: &mut Machine, cell: Cell) -> Result<i64, Stop> {
    match m.view(cell) {
        View::Int(number) if number.abs() < PART_END => Ok(number),
        View::Int(_) | View::BigInt(_) => Err(m.representation_error(Limit::Int)),
        _ => Err(m.type_or_instantiation_error(Type::Integer, cell)),
    }
}

/// Returns the moment that a term `date/3` or `date/9` denotes; `None` for any other term.
fn of_date(m: &mut Machine, date: Cell) -> Result<Option<Moment>, Stop> {
    let View::Struct(f, first) = m.view(date) else {
        return Ok(None);
    };
    let name = m.intern("date");
    if f != Functor::new(name, 3) && f != Functor::new(name, 9) {
        return Ok(None);
    }
    let argument = |m: &Machine, i: usize| m.heap.get(first + i);
    let mut parts = [0; 5];
    let given = if f.arity() == 3 { 3 } else { 5 };
    for (i, field) in parts.iter_mut().enumerate().take(given) {
        let cell = argument(m, i);
        *field = part(m, cell)?;
    }
    let [year, month, day, hour, minute] = parts;
    let mut wall = days(year, month, day) * SECONDS + hour * 3600 + minute * 60;
    // The offset may change within hours, so it is looked up again with the time that the first offset yields.
    let here = |m: &mut Machine| {
        let ahead = local_zone(m, wall).ahead;
        local_zone(m, wall - ahead)
    };
    let (mut seconds, mut zone) = (0.0, None);
    if f.arity() == 9 {
        let cell = argument(m, 5);
        seconds = match m.heap.number(m.deref(cell)).map(|number| number.to_f64()) {
            Some(Ok(seconds)) if seconds.abs() < 1e12 => seconds,
            _ => return Err(m.type_or_instantiation_error(Type::Float, cell)),
        };
        zone = match m.view(argument(m, 6)) {
            View::Var(_) | View::Attributed(_) => None,
            View::Int(behind) if behind.abs() <= 7 * SECONDS => Some(Zone {
                ahead: -behind,
                daylight: m.view(argument(m, 8)) == View::Atom(m.intern("true")),
                name: match m.view(argument(m, 7)) {
                    View::Atom(name) if m.atoms.text(name) != "-" => m.atoms.text(name).to_owned(),
                    _ => String::new(),
                },
            }),
            _ => {
                let cell = argument(m, 6);
                return Err(m.type_error(Type::Integer, cell));
            }
        };
    }
    let zone = zone.unwrap_or_else(|| here(m));
    let whole = seconds.floor();
    wall += whole as i64;
    Ok(Some(Moment {
        stamp: (wall - zone.ahead) as f64 + (seconds - whole),
        wall,
        fraction: seconds - whole,
        zone,
    }))
}

fn date_time_stamp_2(m: &mut Machine, date: Cell, stamp: Cell) -> Step {
    let Some(moment) = of_date(m, date)? else {
        return Err(m.type_or_instantiation_error(Type::Time, date));
    };
    let found = m.heap.new_float(moment.stamp);
    m.unify(stamp, found)
}

fn week_5(m: &mut Machine, year: Cell, month: Cell, day: Cell, of_week: Cell, of_year: Cell) -> Step {
    let day = days(part(m, year)?, part(m, month)?, part(m, day)?);
    m.unify(of_week, Cell::int((weekday(day) + 6) % 7 + 1))?;
    m.unify(of_year, Cell::int(day_of_year(day)))
}

fn week_day_4(m: &mut Machine, year: Cell, week: Cell, day: Cell, date: Cell) -> Step {
    let (year, week, day) = (part(m, year)?, part(m, week)?, part(m, day)?);
    // The 4th of January is always in the first week.
    let fourth = days(year, 1, 4);
    let monday = fourth - (weekday(fourth) + 6) % 7;
    let (year, month, day) = civil(monday + 7 * (week - 1) + day - 1);
    let functor = m.intern("date");
    let found = m
        .heap
        .new_term(functor, &[Cell::int(year), Cell::int(month), Cell::int(day)]);
    m.unify(date, found)
}

fn time_text_3(m: &mut Machine, format: Cell, time: Cell, text: Cell) -> Step {
    if m.heap.number(format).is_some() {
        return Err(m.type_error(Type::Text, format));
    }
    let format = need_text(m, format)?;
    let moment = match of_date(m, time)? {
        Some(moment) => moment,
        None if matches!(
            m.view(time),
            View::Struct(..) | View::Atom(_) | View::List(_) | View::String(_)
        ) =>
        {
            return Err(m.type_error(Type::Time, time));
        }
        None => at(m, time, local_zone)?,
    };
    match moment.text(&format) {
        Ok(found) => {
            let found = new_string(m, &found)?;
            m.unify(text, found)
        }
        Err(directive) => {
            let directive = new_atom(m, &directive);
            Err(m.existence_error(Thing::Format, directive))
        }
    }
}

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Moment {
    /// Formats the moment by a format like `%Y-%m-%d`.
    ///
    /// # Errors
    /// An unknown directive.
    fn text(&self, format: &str) -> Result<String, String> {
        let mut out = String::with_capacity(32);
        let date = civil(self.wall.div_euclid(SECONDS));
        self.write(format, date, &mut out).map(|()| out)
    }

    /// Writes the moment, of this date, by a format.
    fn write(&self, format: &str, date: (i64, i64, i64), out: &mut String) -> Result<(), String> {
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                out.push(c);
                continue;
            }
            let mut directive = chars.next();
            // Modifiers for other calendars and digits, which the C locale ignores.
            let modifier = directive.filter(|&c| matches!(c, 'E' | 'O' | '_'));
            if modifier.is_some() {
                directive = chars.next();
            }
            let mut digits = None;
            while let Some(digit) = directive.and_then(|c| c.to_digit(10)) {
                digits = Some(digits.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit).min(99));
                directive = chars.next();
            }
            let colon = directive.filter(|&c| c == ':');
            if colon.is_some() {
                directive = chars.next();
            }
            let known = match directive {
                Some('z') if colon.is_some() => self.offset(":", out).is_ok(),
                _ if colon.is_some() => false,
                Some('f') => {
                    // A fraction that would be rounded to the next second stays in this one.
                    let digits = digits.unwrap_or(6) as usize;
                    let text = format!("{:.digits$}", self.fraction);
                    out.push_str(text.strip_prefix("0.").unwrap_or(&"9".repeat(digits)));
                    true
                }
                Some(directive) => self.directive(directive, date, out).is_ok(),
                None => false,
            };
            if !known {
                let shown = ['%'].into_iter().chain(modifier).chain(colon).chain(directive);
                return Err(shown.collect());
            }
        }
        Ok(())
    }

    fn offset(&self, between: &str, out: &mut String) -> fmt::Result {
        let minutes = self.zone.ahead / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        write!(out, "{sign}{:02}{between}{:02}", minutes.abs() / 60, minutes.abs() % 60)
    }

    /// Writes the text of a directive.
    ///
    /// # Errors
    /// If it is unknown.
    fn directive(&self, directive: char, date: (i64, i64, i64), out: &mut String) -> fmt::Result {
        let (year, month, of_month) = date;
        let day = self.wall.div_euclid(SECONDS);
        let second = self.wall.rem_euclid(SECONDS);
        let (hour, minute) = (second / 3600, second / 60 % 60);
        let hour_12 = (hour + 11) % 12 + 1;
        let of_week = weekday(day);
        let of_year = || day_of_year(day);
        let name = DAYS[of_week as usize];
        let month_name = MONTHS[month as usize - 1];
        let nested = |format: &str, out: &mut String| self.write(format, date, out).map_err(|_| fmt::Error);
        let two = |number: i64, out: &mut String| {
            // What has more digits, or a sign, is rare.
            if !(0..100).contains(&number) {
                return write!(out, "{number:02}");
            }
            out.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
            Ok(())
        };
        match directive {
            'a' => out.write_str(&name[..3]),
            'A' => out.write_str(name),
            'b' | 'h' => out.write_str(&month_name[..3]),
            'B' => out.write_str(month_name),
            'c' | '+' => nested("%a %b %e %T %Y", out),
            'C' => two(year.div_euclid(100), out),
            'd' => two(of_month, out),
            'D' | 'x' => nested("%m/%d/%y", out),
            'e' => write!(out, "{of_month:2}"),
            'F' => nested("%Y-%m-%d", out),
            'g' => two(iso_week(day).0.rem_euclid(100), out),
            'G' => write!(out, "{}", iso_week(day).0),
            'V' => two(iso_week(day).1, out),
            'H' => two(hour, out),
            'I' => two(hour_12, out),
            'j' => write!(out, "{:03}", of_year()),
            'k' => write!(out, "{hour:2}"),
            'l' => write!(out, "{hour_12:2}"),
            'm' => two(month, out),
            'M' => two(minute, out),
            'n' => out.write_char('\n'),
            'p' => out.write_str(if hour < 12 { "AM" } else { "PM" }),
            'P' => out.write_str(if hour < 12 { "am" } else { "pm" }),
            'r' => nested("%I:%M:%S %p", out),
            'R' => nested("%H:%M", out),
            's' => write!(out, "{:.0}", self.stamp),
            'S' => two(second % 60, out),
            't' => out.write_char('\t'),
            'T' | 'X' => nested("%H:%M:%S", out),
            'u' => write!(out, "{}", (of_week + 6) % 7 + 1),
            'U' => two((of_year() + 6 - of_week) / 7, out),
            'w' => write!(out, "{of_week}"),
            'W' => two((of_year() + 6 - (of_week + 6) % 7) / 7, out),
            'y' => two(year.rem_euclid(100), out),
            'Y' => write!(out, "{year}"),
            'z' => self.offset("", out),
            'Z' => out.write_str(&self.zone.name),
            '%' => out.write_char('%'),
            _ => Err(fmt::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_parts_fit() {
        let most = PART_END - 1;
        let fits = |sign: i64| {
            let most = sign * most;
            let seconds = days(most, most, most).checked_mul(SECONDS)?;
            // Reserves as much for the seconds and the zone as they may be.
            seconds.checked_add(most.checked_mul(3660)? + sign * (1 << 41))
        };
        assert!(fits(1).is_some() && fits(-1).is_some());
    }
}
