//! The processors on which a thread may run, where the operating system lets a thread choose them: Linux.

/// Returns the number by which the operating system knows the thread that runs this; `None` where processors cannot be
/// chosen.
pub fn own_number() -> Option<i32> {
    #[cfg(target_os = "linux")]
    return Some(rustix::thread::gettid().as_raw_nonzero().get());
    #[cfg(not(target_os = "linux"))]
    None
}

/// Returns the processors on which a thread of the operating system may run, in order.
pub fn affinity(thread: i32) -> Option<Vec<usize>> {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, Pid, sched_getaffinity};
        let set = sched_getaffinity(Some(Pid::from_raw(thread)?)).ok()?;
        Some(
            (0..CpuSet::MAX_CPU)
                .filter(|&processor| set.is_set(processor))
                .collect(),
        )
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _unused = thread;
        None
    }
}

/// Sets the processors on which a thread of the operating system may run; returns false if the system refuses it, or has
/// not all of them.
pub fn set_affinity(thread: i32, processors: &[usize]) -> bool {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, Pid, sched_setaffinity};
        let before = affinity(thread);
        let mut set = CpuSet::new();
        let are_there = processors.iter().all(|&processor| processor < CpuSet::MAX_CPU);
        processors
            .iter()
            .filter(|_| are_there)
            .for_each(|&processor| set.set(processor));
        let done = are_there && sched_setaffinity(Pid::from_raw(thread), &set).is_ok();
        // The system leaves out processors that it does not have.
        let found = affinity(thread).unwrap_or_default();
        let is_whole = done && processors.iter().all(|processor| found.contains(processor));
        if done && !is_whole {
            let _restored = set_affinity(thread, &before.unwrap_or_default());
        }
        is_whole
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _unused = (thread, processors);
        false
    }
}
