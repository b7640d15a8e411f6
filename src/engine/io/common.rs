//! A device that several engines write to, such as the standard output of a program's threads.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::device::{Device, Nothing};
use super::stream::Stream;
use super::table::{StreamId, StreamTable, USER_ERROR, USER_OUTPUT};

/// A device of several streams. What one of them writes at once stays together.
#[derive(Clone)]
struct Common(Arc<Mutex<Box<dyn Device>>>);

impl Common {
    fn device(&self) -> MutexGuard<'_, Box<dyn Device>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Device for Common {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.device().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.device().flush()
    }

    fn is_terminal(&self) -> bool {
        self.device().is_terminal()
    }

    fn file(&self) -> Option<File> {
        self.device().file()
    }

    fn common(&self) -> Option<Box<dyn Device>> {
        Some(Box::new(self.clone()))
    }
}

/// Returns a device that writes to the same as that of the stream.
fn share(stream: &mut Stream) -> Box<dyn Device> {
    if let Some(device) = stream.device.common() {
        return device;
    }
    let device = std::mem::replace(&mut stream.device, Box::new(Nothing));
    let common = Common(Arc::new(Mutex::new(device)));
    stream.device = Box::new(common.clone());
    Box::new(common)
}

impl StreamTable {
    /// Makes a table with the access of this one. Its standard output and error are the same, its input is empty.
    pub fn for_thread(&mut self) -> StreamTable {
        let mut device = |id: StreamId| match self.get_mut(id) {
            Some(stream) => share(stream),
            None => Box::new(Nothing),
        };
        let (output, error) = (device(USER_OUTPUT), device(USER_ERROR));
        let mut table = StreamTable::with_devices(Box::new(Nothing), output, error);
        for id in [USER_OUTPUT, USER_ERROR] {
            if let (Some(from), Some(to)) = (self.get(id), table.get_mut(id)) {
                to.buffering = from.buffering;
                to.encoding = from.encoding;
                to.recorder.clone_from(&from.recorder);
            }
        }
        table.access = self.access.clone();
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Device for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(())
        }
    }

    #[test]
    fn tables_write_to_one_device() {
        let log = Log::default();
        let mut first = StreamTable::closed();
        first.set_device(USER_OUTPUT, Box::new(log.clone())).expect("no error");
        let mut second = first.for_thread();
        let mut third = second.for_thread();
        for (table, text) in [(&mut third, "c"), (&mut first, "a"), (&mut second, "b")] {
            let stream = table.get_mut(USER_OUTPUT).expect("it is open");
            stream.write_text(text).expect("no error");
            table.flush_all().expect("no error");
        }
        assert_eq!(&*log.0.lock().expect("no panic"), b"cab");
    }
}
