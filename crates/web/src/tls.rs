//! The settings of a program for connections by TLS: certificates, keys, and whom it trusts.

use std::io;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{
    CertificateDer, CertificateRevocationListDer, IpAddr, Ipv4Addr, PrivateKeyDer, ServerName, UnixTime,
};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert, WebPkiClientVerifier};
use rustls::sign::CertifiedKey;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, Connection, DigitallySignedStruct, DistinguishedName, Error,
    RootCertStore, ServerConfig, ServerConnection, SignatureScheme, SupportedProtocolVersion,
};

/// The faults of settings.
pub(crate) enum TlsFault {
    /// Of the library of TLS.
    Tls(Error),
    /// Of the text of a certificate or a key.
    Text(pem::Error),
    /// There is nobody to trust.
    NoRoots,
}

impl From<Error> for TlsFault {
    fn from(error: Error) -> TlsFault {
        TlsFault::Tls(error)
    }
}

impl From<pem::Error> for TlsFault {
    fn from(error: pem::Error) -> TlsFault {
        TlsFault::Text(error)
    }
}

/// The settings that a program asks for.
#[derive(Default)]
pub(crate) struct Wishes {
    /// Texts of certificates with those of their keys.
    pub(crate) pairs: Vec<(String, String)>,
    /// Certificates of those that are trusted.
    pub(crate) trusted: Vec<CertificateDer<'static>>,
    /// Whether those that the system trusts are trusted.
    pub(crate) trusts_system: bool,
    /// Texts of lists of certificates that were withdrawn.
    pub(crate) revoked: Vec<String>,
    pub(crate) versions: Vec<&'static SupportedProtocolVersion>,
    /// The protocols above TLS that are offered.
    pub(crate) protocols: Vec<Vec<u8>>,
    /// Whether a client has to show a certificate.
    pub(crate) asks: bool,
    /// Whether the program decides on certificates itself, when the handshake is done.
    pub(crate) decides: bool,
    /// Whether it is an error that the other side ends without saying so.
    pub(crate) is_strict: bool,
}

enum TlsRole {
    Client(Arc<ClientConfig>, Option<Arc<WebPkiServerVerifier>>),
    Server(Arc<ServerConfig>, Option<Arc<dyn ClientCertVerifier>>),
}

/// The settings of one side of connections.
pub(crate) struct TlsContext {
    role: TlsRole,
    pub(crate) decides: bool,
    pub(crate) is_strict: bool,
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Returns the certificates that the system trusts; one that cannot be read is none.
pub(crate) fn system_roots() -> Vec<CertificateDer<'static>> {
    rustls_native_certs::load_native_certs().certs
}

/// Returns the certificates of a text.
pub(crate) fn certificates(text: &str) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    CertificateDer::pem_slice_iter(text.as_bytes()).collect()
}

impl Wishes {
    fn roots(&self) -> Arc<RootCertStore> {
        let mut roots = RootCertStore::empty();
        if self.trusts_system {
            roots.add_parsable_certificates(system_roots());
        }
        roots.add_parsable_certificates(self.trusted.iter().cloned());
        Arc::new(roots)
    }

    fn lists(&self) -> Result<Vec<CertificateRevocationListDer<'static>>, pem::Error> {
        let lists = self.revoked.iter();
        lists
            .flat_map(|text| CertificateRevocationListDer::pem_slice_iter(text.as_bytes()))
            .collect()
    }

    fn keys(&self) -> Result<Vec<Arc<CertifiedKey>>, TlsFault> {
        let mut keys = Vec::new();
        for (chain, key) in &self.pairs {
            let key = PrivateKeyDer::from_pem_slice(key.as_bytes())?;
            let key = CertifiedKey::from_der(certificates(chain)?, key, &provider())?;
            keys.push(Arc::new(key));
        }
        Ok(keys)
    }

    fn server_verifier(&self) -> Result<Option<Arc<WebPkiServerVerifier>>, TlsFault> {
        let roots = self.roots();
        if roots.is_empty() {
            return Ok(None);
        }
        let built = WebPkiServerVerifier::builder_with_provider(roots, provider())
            .with_crls(self.lists()?)
            .build();
        built
            .map(Some)
            .map_err(|error| Error::General(error.to_string()).into())
    }

    /// Makes the context of clients.
    ///
    /// # Errors
    /// If a certificate or key is none, or nobody is trusted.
    pub(crate) fn client(&self) -> Result<TlsContext, TlsFault> {
        let verifier = self.server_verifier()?;
        let begun = ClientConfig::builder_with_provider(provider()).with_protocol_versions(&self.versions)?;
        let verified = match &verifier {
            _ if self.decides => begun
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(Anybody::new())),
            Some(verifier) => begun.with_webpki_verifier(Arc::clone(verifier)),
            None => return Err(TlsFault::NoRoots),
        };
        let mut config = match self.keys()?.first() {
            Some(key) => verified
                .with_client_cert_resolver(Arc::new(rustls::sign::SingleCertAndKey::from(CertifiedKey::clone(key)))),
            None => verified.with_no_client_auth(),
        };
        config.alpn_protocols.clone_from(&self.protocols);
        Ok(self.context(TlsRole::Client(Arc::new(config), verifier)))
    }

    /// Makes the context of servers.
    ///
    /// # Errors
    /// If a certificate or key is none, or clients have to show certificates and nobody is trusted.
    pub(crate) fn server(&self) -> Result<TlsContext, TlsFault> {
        let begun = ServerConfig::builder_with_provider(provider()).with_protocol_versions(&self.versions)?;
        let roots = self.roots();
        let verifier: Option<Arc<dyn ClientCertVerifier>> = match self.asks && !roots.is_empty() {
            true => {
                let built = WebPkiClientVerifier::builder_with_provider(roots, provider()).with_crls(self.lists()?);
                Some(built.build().map_err(|error| Error::General(error.to_string()))?)
            }
            false => None,
        };
        let verified = match &verifier {
            _ if !self.asks => begun.with_no_client_auth(),
            _ if self.decides => begun.with_client_cert_verifier(Arc::new(Anybody::new())),
            Some(verifier) => begun.with_client_cert_verifier(Arc::clone(verifier)),
            None => return Err(TlsFault::NoRoots),
        };
        let keys = self.keys()?;
        if keys.is_empty() {
            return Err(Error::NoCertificatesPresented.into());
        }
        let mut config = verified.with_cert_resolver(Arc::new(ByName(keys)));
        config.alpn_protocols.clone_from(&self.protocols);
        Ok(self.context(TlsRole::Server(Arc::new(config), verifier)))
    }

    fn context(&self, role: TlsRole) -> TlsContext {
        TlsContext {
            role,
            decides: self.decides,
            is_strict: self.is_strict,
        }
    }
}

fn server_name(host: Option<&str>) -> Result<ServerName<'static>, Error> {
    match host {
        Some(host) => {
            let name = ServerName::try_from(host.to_owned());
            name.map_err(|_| CertificateError::NotValidForName.into())
        }
        // A program that decides itself need not tell a name; none is sent then.
        None => Ok(ServerName::IpAddress(IpAddr::V4(Ipv4Addr::from([0, 0, 0, 0])))),
    }
}

impl TlsContext {
    pub(crate) fn is_server(&self) -> bool {
        matches!(self.role, TlsRole::Server(..))
    }

    /// Begins a connection; a client names the host that the other side has to be.
    ///
    /// # Errors
    /// If a host is missing, or its name could be none.
    pub(crate) fn begin(&self, host: Option<&str>) -> Result<Connection, Error> {
        match &self.role {
            TlsRole::Client(..) if host.is_none() && !self.decides => Err(CertificateError::NotValidForName.into()),
            TlsRole::Client(config, _) => ClientConnection::new(Arc::clone(config), server_name(host)?).map(Into::into),
            TlsRole::Server(config, _) => ServerConnection::new(Arc::clone(config)).map(Into::into),
        }
    }

    /// Judges what the other side has shown, for a program that decides itself: `verified`, or what is wrong.
    pub(crate) fn judge(&self, shown: &[CertificateDer<'_>], host: Option<&str>) -> &'static str {
        let Some((first, others)) = shown.split_first() else {
            return "no_certificate";
        };
        let judged = match &self.role {
            TlsRole::Client(_, Some(verifier)) => server_name(host).and_then(|name| {
                let judged = verifier.verify_server_cert(first, others, &name, &[], UnixTime::now());
                judged.map(|_| ())
            }),
            TlsRole::Server(_, Some(verifier)) => {
                verifier.verify_client_cert(first, others, UnixTime::now()).map(|_| ())
            }
            _ => Err(CertificateError::UnknownIssuer.into()),
        };
        judged.map_or_else(|error| fault_name(&error), |()| "verified")
    }

    /// Whether a chain leads to those that are trusted, whatever the names in it. Only a client's context is asked.
    pub(crate) fn vouches(&self, chain: &[CertificateDer<'_>]) -> Result<(), &'static str> {
        match self.judge(chain, None) {
            "verified" | "hostname_mismatch" => Ok(()),
            fault => Err(fault),
        }
    }
}

/// Returns the name of what is wrong with a certificate.
fn fault_name(error: &Error) -> &'static str {
    let Error::InvalidCertificate(error) = error else {
        return "bad_certificate";
    };
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => "not_yet_valid",
        CertificateError::Revoked => "revoked",
        CertificateError::UnknownIssuer => "unknown_issuer",
        CertificateError::BadSignature => "bad_signature",
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => "hostname_mismatch",
        _ => "bad_certificate",
    }
}

/// Returns the certificate that is for the name that a client asks for, or the first.
#[derive(Debug)]
struct ByName(Vec<Arc<CertifiedKey>>);

impl ResolvesServerCert for ByName {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let wanted = hello.server_name().and_then(|name| ServerName::try_from(name).ok());
        let is_for = |key: &&Arc<CertifiedKey>| {
            let (Some(name), Ok(certificate)) = (&wanted, key.end_entity_cert()) else {
                return false;
            };
            ParsedCertificate::try_from(certificate).is_ok_and(|parsed| verify_server_name(&parsed, name).is_ok())
        };
        self.0.iter().find(is_for).or(self.0.first()).cloned()
    }
}

/// Takes any certificate whose key the other side has: the program decides when the handshake is done, before anything
/// else is sent.
#[derive(Debug)]
struct Anybody(WebPkiSupportedAlgorithms);

impl Anybody {
    fn new() -> Anybody {
        Anybody(provider().signature_verification_algorithms)
    }
}

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _first: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0)
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}

impl ClientCertVerifier for Anybody {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }
    fn verify_client_cert(
        &self,
        _first: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0)
    }
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0)
    }
    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}

/// Returns the number and the text by which OpenSSL, whose errors programs know, tells an error.
pub(crate) fn told(error: &Error) -> (String, String) {
    let (number, reason) = match error {
        Error::InvalidCertificate(_) => (0x0A00_0086, "certificate verify failed".to_owned()),
        Error::NoCertificatesPresented => (0x0A00_00C7, "peer did not return a certificate".to_owned()),
        Error::AlertReceived(alert) => {
            let number = u8::from(*alert);
            let mut words = String::new();
            let mut was_small = false;
            for c in format!("{alert:?}").chars() {
                if was_small && c.is_ascii_uppercase() {
                    words.push(' ');
                }
                was_small = c.is_ascii_lowercase();
                words.push(c.to_ascii_lowercase());
            }
            let family = match number {
                0..=47 => "sslv3",
                109 | 116 => "tlsv13",
                _ => "tlsv1",
            };
            (
                0x0A00_0000 + 1000 + u32::from(number),
                format!("{family} alert {words}"),
            )
        }
        Error::PeerIncompatible(_) => (0x0A00_0102, "unsupported protocol".to_owned()),
        Error::InvalidMessage(_) => (0x0A00_010B, "wrong version number".to_owned()),
        Error::InconsistentKeys(_) => (0x0580_0074, "key values mismatch".to_owned()),
        error => (0x0A00_0103, error.to_string()),
    };
    (format!("{number:08X}"), reason)
}

/// Returns the error of TLS that an error of a connection has within it.
pub(crate) fn inner(error: &io::Error) -> Option<&Error> {
    error.get_ref()?.downcast_ref()
}
