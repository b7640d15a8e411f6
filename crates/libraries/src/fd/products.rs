//! Products, quotients, remainders, powers, and the like: bounds of each argument from those of the others.

use ferz_engine::native::{Step, Stop, holds};

use super::arithmetic::{INFINITE, ceiling, floor, power, product, root, truncated, wide};
use super::domains::DomainAccess;
use super::propagate::Kind;
use super::ranges::{BIG, map, normalize};

/// The widest domain of a dividend whose elements are tried one by one.
const TRIED: i128 = 1000;

/// Runs the propagator of an operation of two operands; returns whether it has nothing left to do.
pub(super) fn operation(d: &mut impl DomainAccess, kind: Kind, args: [usize; 3]) -> Result<bool, Stop> {
    match kind {
        Kind::Times => times(d, args),
        Kind::Quotient => quotient(d, args, false),
        Kind::FloorQuotient => quotient(d, args, true),
        Kind::Modulo => modulo(d, args, true),
        Kind::Remainder => modulo(d, args, false),
        Kind::Minimum => minimum(d, args),
        Kind::Maximum => maximum(d, args),
        Kind::Power => raised(d, args),
        Kind::BitAnd | Kind::BitOr | Kind::BitXor | Kind::ShiftLeft | Kind::ShiftRight => bits(d, kind, args),
        _ => Ok(false),
    }
}

/// An operation on bits: waits for both operands.
fn bits(d: &mut impl DomainAccess, kind: Kind, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    let (Some(a), Some(b)) = (d.value(x), d.value(y)) else {
        return Ok(false);
    };
    let value = match kind {
        Kind::BitAnd => i128::from(a & b),
        Kind::BitOr => i128::from(a | b),
        Kind::BitXor => i128::from(a ^ b),
        _ => {
            let left = if kind == Kind::ShiftLeft { b } else { b.saturating_neg() };
            match u32::try_from(left) {
                Ok(left) if left < i64::BITS || a == 0 => i128::from(a) << left.min(i64::BITS - 1),
                Ok(_) => return Err(d.too_large()),
                Err(_) if left > 0 && a != 0 => return Err(d.too_large()),
                Err(_) if left > 0 => 0,
                Err(_) => i128::from(a >> left.unsigned_abs().min(u64::from(i64::BITS) - 1)),
            }
        }
    };
    d.fix(z, value)?;
    Ok(true)
}

fn span(d: &impl DomainAccess, block: usize) -> (i128, i128) {
    (wide(d.min(block)), wide(d.max(block)))
}

fn within(d: &mut impl DomainAccess, block: usize, low: i128, high: i128) -> Step {
    if low > -INFINITE {
        d.at_least(block, low)?;
    }
    if high < INFINITE {
        d.at_most(block, high)?;
    }
    Ok(())
}

/// x * y = z.
fn times(d: &mut impl DomainAccess, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    if let (Some(a), Some(b)) = (d.value(x), d.value(y)) {
        d.fix(z, i128::from(a) * i128::from(b))?;
        return Ok(true);
    }
    let (a, b) = (span(d, x), span(d, y));
    let corners = [
        product(a.0, b.0),
        product(a.0, b.1),
        product(a.1, b.0),
        product(a.1, b.1),
    ];
    let mut low = least(&corners);
    if x == y {
        low = low.max(0);
    }
    within(d, z, low, greatest(&corners))?;
    factor(d, x, y, z)?;
    factor(d, y, x, z)?;
    Ok(false)
}

/// Narrows `x` in x * y = z.
fn factor(d: &mut impl DomainAccess, x: usize, y: usize, z: usize) -> Step {
    let c = span(d, z);
    let has_zero = c.0 <= 0 && c.1 >= 0 && d.contains(z, 0);
    if !has_zero {
        d.remove(x, 0)?;
        d.remove(y, 0)?;
    }
    let b = span(d, y);
    if b.0 > 0 || b.1 < 0 {
        let quotients = |f: fn(i128, i128) -> i128| {
            [
                limited(f, c.0, b.0),
                limited(f, c.0, b.1),
                limited(f, c.1, b.0),
                limited(f, c.1, b.1),
            ]
        };
        let (low, high) = (quotients(ceiling), quotients(floor));
        return within(d, x, least(&low), greatest(&high));
    }
    if !has_zero {
        // |y| is at least 1.
        let most = c.0.abs().max(c.1.abs());
        return within(d, x, -most, most);
    }
    Ok(())
}

/// x // y = z, or x div y = z if `down`. The divisor has been made different from 0.
fn quotient(d: &mut impl DomainAccess, [x, y, z]: [usize; 3], down: bool) -> Result<bool, Stop> {
    d.remove(y, 0)?;
    let divide = if down { floor } else { truncated };
    if let (Some(a), Some(b)) = (d.value(x), d.value(y)) {
        d.fix(z, divide(i128::from(a), i128::from(b)))?;
        return Ok(true);
    }
    let (a, b) = (span(d, x), span(d, y));
    let mut corners = Vec::with_capacity(8);
    for side in [(b.0, b.1.min(-1)), (b.0.max(1), b.1)] {
        if side.0 <= side.1 {
            for dividend in [a.0, a.1] {
                corners.extend([limited(divide, dividend, side.0), limited(divide, dividend, side.1)]);
            }
            if a.0 <= 0 && a.1 >= 0 {
                corners.push(0);
            }
            if side.0 == -INFINITE || side.1 == INFINITE {
                // An infinite divisor leaves the quotients on both sides of zero.
                corners.push(0);
                if down && (a.0 < 0 && side.1 > 0 || a.1 > 0 && side.0 < 0) {
                    corners.push(-1);
                }
            }
        }
    }
    within(d, z, least(&corners), greatest(&corners))?;
    // The dividend lies between z * y and z * y + y - 1, for a positive divisor.
    let (mut b, c) = (span(d, y), span(d, z));
    let is_negated = b.1 < 0;
    if is_negated {
        b = (-b.1, -b.0);
    } else if b.0 <= 0 {
        return Ok(false);
    }
    let from = |z: i128, y: i128| {
        if down || z > 0 {
            product(z, y)
        } else {
            sum(product(z, y), 1 - y)
        }
    };
    let to = |z: i128, y: i128| {
        if down || z >= 0 {
            sum(product(z, y), y - 1)
        } else {
            product(z, y)
        }
    };
    let (low, high) = (from(c.0, b.0).min(from(c.0, b.1)), to(c.1, b.0).max(to(c.1, b.1)));
    if is_negated {
        within(d, x, -high, -low)?;
    } else {
        within(d, x, low, high)?;
    }
    Ok(false)
}

/// x mod y = z with the sign of the divisor if `down`, else x rem y = z with the sign of the dividend.
fn modulo(d: &mut impl DomainAccess, [x, y, z]: [usize; 3], down: bool) -> Result<bool, Stop> {
    d.remove(y, 0)?;
    let rest = |a: i128, b: i128| if down { a - floor(a, b) * b } else { a % b };
    if let (Some(a), Some(b)) = (d.value(x), d.value(y)) {
        d.fix(z, rest(i128::from(a), i128::from(b)))?;
        return Ok(true);
    }
    let (a, b) = (span(d, x), span(d, y));
    let most = b.0.abs().max(b.1.abs());
    let most = if most >= INFINITE { INFINITE } else { most - 1 };
    let (has_negative, has_positive) = if down { (b.0 < 0, b.1 > 0) } else { (a.0 < 0, a.1 > 0) };
    let mut low = if has_negative { -most } else { 0 };
    let mut high = if has_positive { most } else { 0 };
    if !down {
        // The remainder is nearer to zero than the dividend.
        low = low.max(a.0.min(0));
        high = high.min(a.1.max(0));
    }
    within(d, z, low, high)?;
    let Some(divisor) = d.value(y).map(i128::from) else {
        return Ok(false);
    };
    let (a, c) = (span(d, x), span(d, z));
    if a.1 < INFINITE && a.0 > -INFINITE && a.1 - a.0 <= TRIED {
        for value in a.0..=a.1 {
            let value = value as i64;
            let remainder = rest(i128::from(value), divisor) as i64;
            if d.contains(x, value) && !d.contains(z, remainder) {
                d.remove(x, value)?;
            }
        }
        return Ok(false);
    }
    if c.0 != c.1 {
        return Ok(false);
    }
    // The bounds are moved to the next numbers with this remainder; a remainder with the sign of the dividend tells
    // its sign.
    let size = divisor.abs();
    let offset = c.0 - floor(c.0, size) * size;
    if !down && c.0 > 0 {
        d.at_least(x, c.0)?;
    } else if !down && c.0 < 0 {
        d.at_most(x, c.0)?;
    }
    let up = |value: i128| value + (offset - value).rem_euclid(size);
    let back = |value: i128| value - (value - offset).rem_euclid(size);
    let a = span(d, x);
    if a.0 > -INFINITE && (down || c.0 == 0 || c.0 > 0 && a.0 > 0) {
        d.at_least(x, up(a.0))?;
    }
    if a.1 < INFINITE && (down || c.0 == 0 || c.0 < 0 && a.1 < 0) {
        d.at_most(x, back(a.1))?;
    }
    Ok(false)
}

/// |x| = z.
pub(super) fn absolute(d: &mut impl DomainAccess, [x, z]: [usize; 2]) -> Result<bool, Stop> {
    d.at_least(z, 0)?;
    let mirror = |set: &[(i64, i64)]| normalize(set.iter().copied().chain(map(set, -1, 0)).collect());
    let both = mirror(&d.ranges(z));
    d.keep_only(x, &both)?;
    let both = mirror(&d.ranges(x));
    d.keep_only(z, &both)?;
    Ok(d.value(x).is_some())
}

/// max(x, y) = z.
fn maximum(d: &mut impl DomainAccess, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    let (a, b) = (span(d, x), span(d, y));
    within(d, z, a.0.max(b.0), a.1.max(b.1))?;
    let c = span(d, z);
    within(d, x, -INFINITE, c.1)?;
    within(d, y, -INFINITE, c.1)?;
    // The one that cannot reach z leaves the other.
    for (less, other) in [(x, y), (y, x)] {
        if span(d, less).1 < span(d, z).0 {
            let c = span(d, z);
            within(d, other, c.0, c.1)?;
            let b = span(d, other);
            within(d, z, b.0, b.1)?;
        }
    }
    if let (Some(a), Some(b)) = (d.value(x), d.value(y)) {
        d.fix(z, i128::from(a.max(b)))?;
        return Ok(true);
    }
    Ok(false)
}

/// min(x, y) = z.
fn minimum(d: &mut impl DomainAccess, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    let (a, b) = (span(d, x), span(d, y));
    within(d, z, a.0.min(b.0), a.1.min(b.1))?;
    let c = span(d, z);
    within(d, x, c.0, INFINITE)?;
    within(d, y, c.0, INFINITE)?;
    for (more, other) in [(x, y), (y, x)] {
        if span(d, more).0 > span(d, z).1 {
            let c = span(d, z);
            within(d, other, c.0, c.1)?;
            let b = span(d, other);
            within(d, z, b.0, b.1)?;
        }
    }
    if let (Some(a), Some(b)) = (d.value(x), d.value(y)) {
        d.fix(z, i128::from(a.min(b)))?;
        return Ok(true);
    }
    Ok(false)
}

/// x ^ y = z where the exponent may be negative: then the base is 1 or -1.
fn inverse(d: &mut impl DomainAccess, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    let is_unit = d.contains(x, 1) || d.contains(x, -1);
    if d.max(y) >= 0 && (!is_unit || d.min(z) > 1 || d.max(z) < -1) {
        d.at_least(y, 0)?;
        return raised(d, [x, y, z]);
    }
    if d.max(y) >= 0 {
        let (a, most) = (span(d, x), wide(d.max(y)));
        let high = power_of(a.0.abs().max(a.1.abs()), most).max(1);
        within(d, z, if a.0 < 0 { -high } else { 0 }, high)?;
    } else {
        for side in [x, z] {
            d.keep_only(side, &[(-1, -1), (1, 1)])?;
        }
    }
    match d.value(y) {
        _ if d.value(x) == Some(1) => d.fix(z, 1)?,
        Some(exponent) if exponent % 2 == 0 => d.fix(z, 1)?,
        Some(_) => match (d.value(x), d.value(z)) {
            (Some(value), _) => d.fix(z, i128::from(value))?,
            (_, Some(value)) => d.fix(x, i128::from(value))?,
            _ => return Ok(false),
        },
        None => return Ok(false),
    }
    Ok(true)
}

/// x ^ y = z.
fn raised(d: &mut impl DomainAccess, [x, y, z]: [usize; 3]) -> Result<bool, Stop> {
    if d.min(y) < 0 {
        return inverse(d, [x, y, z]);
    }
    let (a, b, c) = (span(d, x), span(d, y), span(d, z));
    if b.0 != b.1 {
        open_power(d, [x, y, z], [a, b, c])?;
        return Ok(false);
    }
    let exponent = b.0;
    if exponent == 0 {
        d.fix(z, 1)?;
        return Ok(true);
    }
    if let Some(value) = d.value(x) {
        let power = power(i128::from(value), exponent);
        if power.abs() >= INFINITE {
            return Err(d.too_large());
        }
        d.fix(z, power)?;
        return Ok(true);
    }
    let ends = [power_of(a.0, exponent), power_of(a.1, exponent)];
    let is_open = c.0 <= -INFINITE || c.1 >= INFINITE;
    let is_lost = |bound: i128, power: i128| bound.abs() < INFINITE && power.abs() >= INFINITE;
    if is_open && (is_lost(a.0, ends[0]) || is_lost(a.1, ends[1])) {
        return Err(d.too_large());
    }
    if exponent % 2 == 0 {
        let low = if a.0 <= 0 && a.1 >= 0 { 0 } else { least(&ends) };
        within(d, z, low, greatest(&ends))?;
        let c = span(d, z);
        let most = root(c.1.max(0), exponent);
        within(d, x, -most, most)?;
        if c.0 > 0 {
            // Smaller bases have smaller powers.
            let mut fewest = root(c.0, exponent);
            if power(fewest, exponent) < c.0 {
                fewest += 1;
            }
            if let (1..=BIG, Ok(fewest)) = (d.max(x).abs().min(BIG), i64::try_from(fewest))
                && fewest > 0
            {
                d.keep_only(x, &[(super::ranges::INF, -fewest), (fewest, super::ranges::SUP)])?;
            }
        }
        return Ok(false);
    }
    within(d, z, ends[0], ends[1])?;
    let c = span(d, z);
    let low = if c.0 >= 0 {
        let low = root(c.0, exponent);
        low + i128::from(low < INFINITE && power(low, exponent) < c.0)
    } else {
        -root(-c.0, exponent)
    };
    let high = if c.1 >= 0 {
        root(c.1, exponent)
    } else {
        let high = root(-c.1, exponent);
        -(high + i128::from(high < INFINITE && power(high, exponent) < -c.1))
    };
    within(d, x, low, high)?;
    Ok(false)
}

/// x ^ y = z where the exponent is open.
fn open_power(d: &mut impl DomainAccess, [x, y, z]: [usize; 3], [a, b, c]: [(i128, i128); 3]) -> Step {
    if a.0 >= 1 {
        let low = power_of(a.0, b.0);
        let high = if b.1 >= INFINITE && a.1 > 1 {
            INFINITE
        } else {
            power_of(a.1, b.1.min(INFINITE))
        };
        within(d, z, low, high)?;
    }
    // Powers of a base that is at least 2 tell the exponent.
    if a.0 >= 2 && c.1 < INFINITE {
        let mut most = 0;
        while power(a.0, most + 1) <= c.1 {
            most += 1;
        }
        d.at_most(y, most)?;
    }
    if a == (1, 1) {
        return d.fix(z, 1);
    }
    if d.value(x).is_some_and(|base| base.abs() >= 2)
        && let Some(value) = d.value(z)
    {
        let base = a.0;
        let mut exponent = 0;
        while power(base, exponent).abs() < i128::from(value).abs() {
            exponent += 1;
        }
        holds(power(base, exponent) == i128::from(value))?;
        return d.fix(y, exponent);
    }
    Ok(())
}
/// The power of a bound, which may be infinite.
fn power_of(base: i128, exponent: i128) -> i128 {
    if base >= INFINITE {
        if exponent == 0 { 1 } else { INFINITE }
    } else if base <= -INFINITE {
        match exponent {
            0 => 1,
            exponent if exponent % 2 == 0 => INFINITE,
            _ => -INFINITE,
        }
    } else {
        power(base, exponent)
    }
}

/// A quotient of bounds; what is divided by an infinite number goes to zero, infinite numbers stay so.
fn limited(divide: fn(i128, i128) -> i128, a: i128, b: i128) -> i128 {
    if a.abs() >= INFINITE {
        return if (a < 0) == (b < 0) { INFINITE } else { -INFINITE };
    }
    if b.abs() >= INFINITE {
        return 0;
    }
    divide(a, b)
}

fn sum(a: i128, b: i128) -> i128 {
    (a + b).clamp(-INFINITE, INFINITE)
}

fn least(values: &[i128]) -> i128 {
    values.iter().copied().min().unwrap_or(-INFINITE)
}

fn greatest(values: &[i128]) -> i128 {
    values.iter().copied().max().unwrap_or(INFINITE)
}
