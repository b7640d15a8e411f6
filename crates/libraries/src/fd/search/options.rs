//! The options of a labelling.

use ferz_engine::native::Machine;
use ferz_engine::native::terms::Atom;

/// Which variable is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Select {
    /// The first.
    Leftmost,
    /// The first of those with the fewest elements.
    FirstFail,
    /// Of these the first with the most propagators.
    MostConstrained,
    /// The first of those with the fewest elements for the weight of their propagators, which is how often these failed.
    Weighted,
    /// The first of those with the least lower bound.
    Least,
    /// The first of those with the greatest upper bound.
    Greatest,
}

/// How a domain is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Branching {
    /// A value, or all others.
    Step,
    /// Each value in turn.
    Enum,
    /// One half, or the other.
    Bisect,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOptions {
    pub select: Select,
    pub down: bool,
    pub branching: Branching,
    /// Whether the search begins anew after many failures.
    pub restart: bool,
    /// Whether the order of tasks is searched first.
    pub orders: bool,
}

/// The options as they are read: at most one of each kind.
#[derive(Default)]
pub(super) struct ReadOptions {
    select: Option<Select>,
    down: Option<bool>,
    branching: Option<Branching>,
    restart: bool,
    orders: bool,
}

impl ReadOptions {
    /// Reads an option; returns false if it is none, or excludes an earlier one.
    pub(super) fn read(&mut self, m: &Machine, name: Atom) -> bool {
        fn set<T>(place: &mut Option<T>, value: T) -> bool {
            place.replace(value).is_none()
        }
        match m.atoms.text(name) {
            "leftmost" => set(&mut self.select, Select::Leftmost),
            "ff" => set(&mut self.select, Select::FirstFail),
            "ffc" => set(&mut self.select, Select::MostConstrained),
            "dom_wdeg" => set(&mut self.select, Select::Weighted),
            "min" => set(&mut self.select, Select::Least),
            "max" => set(&mut self.select, Select::Greatest),
            "up" => set(&mut self.down, false),
            "down" => set(&mut self.down, true),
            "step" => set(&mut self.branching, Branching::Step),
            "enum" => set(&mut self.branching, Branching::Enum),
            "bisect" => set(&mut self.branching, Branching::Bisect),
            "restart" => {
                self.restart = true;
                true
            }
            "$orders" => {
                self.orders = true;
                true
            }
            "none" => true,
            _ => false,
        }
    }

    /// Reads the number by which `$fd_select` knows which variable is next and whether values come from above.
    pub(super) fn read_mode(&mut self, mode: i64) -> bool {
        self.select = Some(match mode & 7 {
            0 => Select::Leftmost,
            1 => Select::FirstFail,
            2 => Select::MostConstrained,
            3 => Select::Least,
            4 => Select::Greatest,
            _ => Select::Weighted,
        });
        self.down = Some(mode & 8 != 0);
        self.restart = mode & 16 != 0;
        self.orders = mode & 32 != 0;
        true
    }

    pub(super) fn options(&self) -> SearchOptions {
        SearchOptions {
            select: self.select.unwrap_or(Select::Leftmost),
            down: self.down.unwrap_or(false),
            branching: self.branching.unwrap_or(Branching::Step),
            // A search that finds no order early has begun with the wrong ones.
            restart: self.restart || self.orders,
            orders: self.orders,
        }
    }
}
