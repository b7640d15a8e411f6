//! `Grant`: what an engine may do besides computing.

use std::path::PathBuf;

use super::engine::Engine;
use crate::io::access::Files;
use crate::io::network::Network;

/// Something that an engine may do besides computing. A new engine may do nothing of this: what needs it raises
/// `permission_error`, or finds nothing.
///
/// ```
/// use ferz::{Engine, Grant};
///
/// let mut engine = Engine::new();
/// assert!(engine.once("get_time(_)").is_err());
/// engine.grant(Grant::Clock);
/// assert!(engine.succeeds("get_time(T), T > 0")?);
/// # Ok::<(), ferz::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grant {
    /// Reading files in a directory and below it. Symbolic links are followed as far as they stay in granted
    /// directories.
    Read(PathBuf),
    /// Reading, writing, creating, and deleting files and directories in a directory and below it.
    Write(PathBuf),
    /// All that the process may do with files.
    AllFiles,
    /// The environment variables and the working directory of the process.
    Environment,
    /// Starting other programs, which have all rights of the process.
    Processes,
    /// The time of day, and the time that a goal takes.
    Clock,
    /// Random numbers that cannot be predicted. Without it each engine draws the same ones.
    Randomness,
    /// Waiting.
    Sleep,
    /// Threads beside the one that the host runs the engine on. Each has an engine forked from that of its creator, with
    /// the same limits, and shares the dynamic predicates of the program; they end with the engine.
    Threads,
    /// The standard input, output and error of the process.
    StandardStreams,
    /// Hosts and ports of the network.
    Network(Network),
}

impl Grant {
    /// Returns all grants.
    pub fn all() -> Vec<Grant> {
        vec![
            Grant::AllFiles,
            Grant::Environment,
            Grant::Processes,
            Grant::Clock,
            Grant::Randomness,
            Grant::Sleep,
            Grant::Threads,
            Grant::StandardStreams,
            Grant::Network(Network::any()),
        ]
    }
}

impl Engine {
    /// Lets the engine's programs do something besides computing.
    pub fn grant(&mut self, grant: Grant) {
        let access = &mut self.machine.streams.access;
        match grant {
            Grant::Read(directory) => self.grant_files(directory, false),
            Grant::Write(directory) => self.grant_files(directory, true),
            Grant::AllFiles => access.files = Files::All,
            Grant::Environment => access.environment = true,
            Grant::Processes => access.processes = true,
            Grant::Sleep => access.sleep = true,
            Grant::Threads => access.threads = true,
            Grant::Network(part) => access.network.add(part),
            Grant::Clock => {
                access.clock = true;
                self.machine.arithmetic.state_mut().grant_clock();
            }
            Grant::Randomness => {
                access.randomness = true;
                self.machine.arithmetic.state_mut().seed_anew();
            }
            Grant::StandardStreams => {
                self.machine.streams.use_process();
                self.has_console = true;
            }
        }
    }

    /// Lets programs open the files in `directory` and below it, also for writing if `write`.
    pub(super) fn grant_files(&mut self, directory: impl Into<PathBuf>, write: bool) {
        let granted = (directory.into(), write);
        match &mut self.machine.streams.access.files {
            Files::All => {}
            Files::Under(directories) => directories.push(granted),
            none @ Files::None => *none = Files::Under(vec![granted]),
        }
    }
}
