//! The memory that the system allows the process (`ulimit -v`). An allocation that fails outside of the engine's limits
//! aborts the program, so these limits are lowered to what there is.

use ferz::{Engine, Limit};

/// Lowers the limits on memory to what the system allows, if it has a limit.
pub(crate) fn keep_within(engine: &mut Engine) {
    let Some(room) = room() else { return };
    // The rest is for tables, which are copied as they grow, and for what no limit counts.
    for (limit, share) in [(Limit::Memory, room / 3), (Limit::Program, room / 4)] {
        if engine.limits().get(limit).is_none_or(|amount| amount > share) {
            engine.set_limits(engine.limits().with(limit, Some(share)));
        }
    }
}

/// What the process may take beside what it has, in bytes; `None` without a limit.
#[cfg(target_os = "linux")]
fn room() -> Option<u64> {
    /// What the allocator of glibc may set aside for each thread, in bytes.
    const ARENA: u64 = 66 << 20;
    /// Threads of the program beside the one of the engine: for signals, for deadlines.
    const THREADS: u64 = 2;
    let most = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let size = line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10;
    // Space for an arena is looked for in a piece of twice its size.
    let without_arena = |room: u64, _| if room > 2 * ARENA { room - ARENA } else { room };
    Some((0..THREADS).fold(most.saturating_sub(size), without_arena))
}

/// Other systems have no such limit, or none that holds.
#[cfg(not(target_os = "linux"))]
fn room() -> Option<u64> {
    None
}
