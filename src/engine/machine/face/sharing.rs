//! Images of machines, and what is left of a machine for another one.

use crate::base::flag::Flags;
use crate::base::limit::{Limit, LimitScope};
use crate::machine::Machine;
use crate::machine::native::Stop;

pub use crate::machine::call::host::HostRun;
pub use crate::machine::image::{Areas, Image, Surroundings};
pub use crate::machine::memory::limits::{MachineLimits, default_memory};

impl Machine {
    /// Takes what another machine can use; this one must not run any more.
    pub fn take_surroundings(&mut self) -> Surroundings {
        self.limits.reset();
        Surroundings {
            streams: std::mem::take(&mut self.streams),
            limits: std::mem::replace(&mut self.limits, MachineLimits::new(0)),
            areas: self.take_areas(),
        }
    }

    /// Prepares all predicates to run, so that no machine has to do that for itself, and counts everything as shared from
    /// now on. If `follow`, those of the library are prepared too that others call. No query is open.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn freeze(&mut self, follow: bool) -> Result<(), Stop> {
        self.prepare_all(follow)?;
        self.collect_atoms();
        self.atoms.freeze();
        self.db.freeze();
        self.ops.share();
        self.ops.discharge();
        self.tables.share();
        Ok(())
    }

    /// Makes a machine in the state that this one is in, with the same host predicates, one call at a time, and the same
    /// settings of limits. Both share memory until they change it.
    pub fn fork(&mut self, mut around: Surroundings) -> Machine {
        around.limits.take_settings(&self.limits);
        let hosts = self.calls.share_hosts();
        self.share();
        self.image().machine(around, hosts)
    }

    /// Shares everything with all machines that are made of images from now on.
    pub fn share(&mut self) {
        self.atoms.share();
        self.db.share();
        self.ops.share();
        self.tables.share();
    }
}

impl MachineLimits {
    /// Sets the flags of limits to those of the engine.
    pub fn set_flags_of_limits(&self, flags: &mut Flags) {
        for limit in Limit::of(LimitScope::Engine) {
            let most = self.most(limit);
            flags.limits[limit] = i64::try_from(most).unwrap_or(i64::MAX);
        }
    }
}
