//! A connection, plain or by TLS, as sockets, servers and clients use it: nothing here waits.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustls::Connection;
use rustls::pki_types::CertificateDer;

/// The bytes that a connection by TLS holds, about.
const TLS_BYTES: usize = 32 << 10;

/// The state of a connection by TLS.
pub(crate) struct TlsState {
    connection: Connection,
    /// The bytes that were taken and are not sent yet.
    accepted: usize,
    /// Whether it is an error that the other side ends without saying so.
    is_strict: bool,
}

/// A connection that does not block.
pub(crate) struct NetLink {
    stream: Arc<TcpStream>,
    tls: Option<Mutex<TlsState>>,
    /// Whether the end of the output ends the connection in this direction.
    ends: AtomicBool,
}

impl NetLink {
    pub(crate) fn plain(stream: TcpStream) -> NetLink {
        NetLink {
            stream: Arc::new(stream),
            tls: None,
            ends: AtomicBool::new(true),
        }
    }

    /// Makes the connection by TLS over this one. `ends` says that its end is that of the other one, too.
    pub(crate) fn secured(&self, connection: Connection, is_strict: bool, ends: bool) -> NetLink {
        NetLink {
            stream: Arc::clone(&self.stream),
            tls: Some(Mutex::new(TlsState {
                connection,
                accepted: 0,
                is_strict,
            })),
            ends: AtomicBool::new(ends),
        }
    }

    /// Leaves the connection to the one over it.
    pub(crate) fn leave(&self) {
        self.ends.store(false, Ordering::SeqCst);
    }

    pub(crate) fn socket(&self) -> &TcpStream {
        &self.stream
    }

    fn session(&self) -> Option<MutexGuard<'_, TlsState>> {
        let tls = self.tls.as_ref()?;
        Some(tls.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads what has come; 0 at the end.
    ///
    /// # Errors
    /// Of the kind `WouldBlock` if nothing has.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut session) = self.session() else {
            return (&*self.stream).read(buffer);
        };
        loop {
            match session.send(&self.stream) {
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                _ => {}
            }
            match session.connection.reader().read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => session.receive(&self.stream)?,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return if session.is_strict { Err(cut()) } else { Ok(0) };
                }
                done => return done,
            }
        }
    }

    /// Writes a part of the bytes.
    ///
    /// # Errors
    /// Of the kind `WouldBlock` if nothing can be sent now; the same bytes have to be given again then.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let Some(mut session) = self.session() else {
            return (&*self.stream).write(bytes);
        };
        if session.accepted == 0 {
            session.accepted = session.connection.writer().write(bytes)?;
        }
        session.send(&self.stream)?;
        match std::mem::take(&mut session.accepted) {
            0 if !bytes.is_empty() => Err(io::ErrorKind::WouldBlock.into()),
            count => Ok(count),
        }
    }

    /// Goes on with the handshake.
    ///
    /// # Errors
    /// Of the kind `WouldBlock` if the other side has to send something first.
    pub(crate) fn shake(&self) -> io::Result<()> {
        let Some(mut session) = self.session() else {
            return Ok(());
        };
        loop {
            session.send(&self.stream)?;
            if !session.connection.is_handshaking() {
                return Ok(());
            }
            session.receive(&self.stream)?;
        }
    }

    /// Whether something was received that has not been read.
    pub(crate) fn has_more(&self) -> bool {
        self.session().is_some_and(|mut session| {
            let news = session.connection.process_new_packets();
            news.map_or(true, |state| state.plaintext_bytes_to_read() > 0)
        })
    }

    /// Ends the output.
    pub(crate) fn finish(&self) {
        if let Some(mut session) = self.session() {
            session.connection.send_close_notify();
            // The other side may be gone, or not read.
            let _told = session.send(&self.stream);
        }
        if self.ends.load(Ordering::SeqCst) {
            let _told = self.stream.shutdown(Shutdown::Write);
        }
    }

    /// Ends the connection in both directions.
    pub(crate) fn end(&self) {
        self.finish();
        let _told = self.stream.shutdown(Shutdown::Both);
    }

    /// Returns the bytes of memory that it holds.
    pub(crate) fn bytes(&self) -> usize {
        if self.tls.is_some() { TLS_BYTES } else { 0 }
    }

    /// Returns the certificates that the other side has shown; none without TLS.
    pub(crate) fn certificates(&self) -> Vec<CertificateDer<'static>> {
        let session = self.session();
        let shown = session
            .as_ref()
            .and_then(|session| session.connection.peer_certificates());
        shown.map(<[_]>::to_vec).unwrap_or_default()
    }

    /// Returns what a function tells of the connection by TLS; `None` without TLS.
    pub(crate) fn told<T>(&self, tell: impl FnOnce(&Connection) -> T) -> Option<T> {
        self.session().map(|session| tell(&session.connection))
    }
}

#[cfg(unix)]
impl std::os::fd::AsFd for NetLink {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

impl TlsState {
    /// Sends what is to be sent, as far as the other side takes it.
    fn send(&mut self, mut stream: &TcpStream) -> io::Result<()> {
        while self.connection.wants_write() {
            match self.connection.write_tls(&mut stream) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes in what has come.
    fn receive(&mut self, mut stream: &TcpStream) -> io::Result<()> {
        let count = loop {
            match self.connection.read_tls(&mut stream) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done?,
            }
        };
        if let Err(error) = self.connection.process_new_packets() {
            // The alert that tells the other side why.
            let _told = self.send(stream);
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        if count == 0 && self.connection.is_handshaking() {
            return Err(cut());
        }
        Ok(())
    }
}

fn cut() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "the connection was cut off")
}
