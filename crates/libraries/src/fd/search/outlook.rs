//! Looking ahead: when a labelling of the starts of tasks has failed often, a search over their order tells whether there
//! is a solution behind a choice, before all times are tried. The solutions and their order stay what they were.

use ferz_engine::native::{Machine, Stop};

use super::super::domains::DomainAccess;
use super::label::{LabelSearch, settled};
use super::options::{Branching, SearchOptions, Select};
use super::orders::Orders;

/// Failures in a row before the first look; few in debug builds, so that random problems are looked at.
const PATIENCE: u64 = if cfg!(debug_assertions) { 1 } else { 100 };
/// Failures that a look may take.
const LOOK: u64 = if cfg!(debug_assertions) { 3 } else { 5000 };

/// What looking ahead knows.
pub(super) struct Outlook {
    /// Failures since the last solution, and how many there are until the next look; none if there is nothing to see.
    failures: u64,
    patience: Option<u64>,
    orders: Option<Orders>,
    /// The solution that was seen last.
    seen: Vec<i64>,
}

impl Default for Outlook {
    fn default() -> Outlook {
        Outlook {
            failures: 0,
            patience: Some(PATIENCE),
            orders: None,
            seen: Vec::new(),
        }
    }
}

impl Outlook {
    pub(super) fn failed(&mut self) {
        self.failures += 1;
    }

    pub(super) fn solved(&mut self) {
        self.failures = 0;
    }
}

impl LabelSearch {
    /// Whether there may be a solution from here.
    ///
    /// # Errors
    /// Exceptions of interrupts and limits, never failure.
    #[inline]
    pub(super) fn is_possible(&mut self, m: &mut Machine) -> Result<bool, Stop> {
        if self
            .outlook
            .patience
            .is_none_or(|patience| self.outlook.failures <= patience)
        {
            return Ok(true);
        }
        self.look_ahead(m)
    }

    #[cold]
    fn look_ahead(&mut self, m: &mut Machine) -> Result<bool, Stop> {
        let orders = match self.outlook.orders.take() {
            _ if self.orders.is_some() => None,
            None => Some(self.space.add_orders()),
            orders => orders,
        };
        let Some(orders) = orders.filter(|orders| !orders.is_empty()) else {
            self.outlook.patience = None;
            return Ok(true);
        };
        let mut seen = self.order.iter().zip(&self.outlook.seen);
        if !self.outlook.seen.is_empty() && seen.all(|(&x, &value)| self.space.contains(x as usize, value)) {
            self.outlook.orders = Some(orders);
            return Ok(true);
        }
        let mark = self.space.mark();
        orders.enqueue_all(&mut self.space);
        let options = SearchOptions {
            select: Select::Leftmost,
            down: false,
            branching: Branching::Step,
            restart: true,
            orders: false,
        };
        let mut search = LabelSearch::new(std::mem::take(&mut self.space), self.order.clone(), options);
        search.orders = Some(orders);
        search.left = LOOK;
        let done = search.space.run(m);
        let found = settled(done).and_then(|is_open| Ok(is_open && search.advance(m)?));
        if let (Ok(true), Some(orders)) = (&found, &mut search.orders) {
            orders.note(&search.space);
            self.outlook.seen = search.values();
        }
        self.space = search.space;
        self.outlook.orders = search.orders;
        self.space.undo(mark);
        if search.left == 0 {
            self.outlook.patience = Some(2 * self.outlook.failures);
            return Ok(true);
        }
        found
    }
}
