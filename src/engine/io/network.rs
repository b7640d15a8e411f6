//! Which hosts and ports an engine may reach, or listen at.

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;

/// A part of the network: an engine that was granted it may connect to its hosts at its ports, and listen there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// The names or addresses of hosts; none for any host.
    hosts: Vec<String>,
    loopback: bool,
    ports: (u16, u16),
    connects: bool,
    listens: bool,
}

impl Network {
    /// Returns all hosts and ports.
    pub const fn any() -> Network {
        Network {
            hosts: Vec::new(),
            loopback: false,
            ports: (0, u16::MAX),
            connects: true,
            listens: true,
        }
    }

    /// Returns this machine alone, by its loopback addresses.
    pub fn loopback() -> Network {
        Network {
            loopback: true,
            ..Network::any()
        }
    }

    /// Restricts it to this host and those that were named before: a name, as programs have to write it, or the text of
    /// an IP address. A name stands for all addresses that the system finds for it.
    #[must_use]
    pub fn host(mut self, name: impl Into<String>) -> Network {
        self.hosts.push(name.into());
        self
    }

    /// Restricts it to these ports.
    #[must_use]
    pub const fn ports(mut self, ports: RangeInclusive<u16>) -> Network {
        self.ports = (*ports.start(), *ports.end());
        self
    }

    /// Restricts it to connections that the engine begins.
    #[must_use]
    pub const fn only_connect(mut self) -> Network {
        self.listens = false;
        self
    }

    /// Restricts it to connections that others begin.
    #[must_use]
    pub const fn only_listen(mut self) -> Network {
        self.connects = false;
        self
    }

    fn has_host(&self, name: &str, address: IpAddr) -> bool {
        let is_it = |host: &String| {
            host.eq_ignore_ascii_case(name) && name.parse::<IpAddr>().is_err()
                || host.parse().is_ok_and(|known: IpAddr| known == address)
        };
        (!self.loopback || address.is_loopback()) && (self.hosts.is_empty() || self.hosts.iter().any(is_it))
    }

    fn has_port(&self, port: u16) -> bool {
        (self.ports.0..=self.ports.1).contains(&port)
    }

    /// Whether the engine may connect to an address that was found for a name.
    fn allows_connection(&self, name: &str, address: SocketAddr) -> bool {
        self.connects && self.has_host(name, address.ip()) && self.has_port(address.port())
    }

    /// Whether the engine may listen at an address. Port 0 stands for any of those that are free.
    fn allows_listening(&self, name: &str, address: SocketAddr) -> bool {
        let port = address.port();
        let has_port = self.has_port(port) && (port > 0 || self.ports == (0, u16::MAX));
        self.listens && self.has_host(name, address.ip()) && has_port
    }

    /// Whether the engine may ask for the addresses of a name. That sends the name to others, so it is granted with the
    /// name, or with all names.
    fn allows_question(&self, name: &str) -> bool {
        let is_local = name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok();
        let is_named = self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
        is_local || is_named || self.hosts.is_empty() && !self.loopback
    }
}

/// The parts of the network that an engine was granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkAccess(Vec<Network>);

impl NetworkAccess {
    /// Returns access to this machine alone.
    #[cfg(any(test, feature = "testing"))]
    pub fn local() -> NetworkAccess {
        NetworkAccess(vec![Network::loopback()])
    }

    /// Adds a part.
    pub fn add(&mut self, part: Network) {
        self.0.push(part);
    }

    /// Whether nothing was granted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the engine may connect to an address that was found for a name.
    pub fn may_connect(&self, name: &str, address: SocketAddr) -> bool {
        self.0.iter().any(|part| part.allows_connection(name, address))
    }

    /// Whether the engine may listen at an address that was found for a name.
    pub fn may_listen(&self, name: &str, address: SocketAddr) -> bool {
        self.0.iter().any(|part| part.allows_listening(name, address))
    }

    /// Whether the engine may ask the system for the addresses of a name.
    pub fn may_ask(&self, name: &str) -> bool {
        self.0.iter().any(|part| part.allows_question(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn granted(part: Network) -> NetworkAccess {
        let mut access = NetworkAccess::default();
        access.add(part);
        access
    }

    fn at(text: &str) -> SocketAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn nothing_is_granted_at_first() {
        let none = NetworkAccess::default();
        assert!(!none.may_connect("127.0.0.1", at("127.0.0.1:80")) && !none.may_ask("localhost"));
        assert!(!none.may_listen("localhost", at("127.0.0.1:0")));
    }

    #[test]
    fn loopback_is_this_machine() {
        let local = granted(Network::loopback());
        assert!(local.may_connect("localhost", at("127.0.0.1:80")) && local.may_connect("::1", at("[::1]:80")));
        assert!(local.may_listen("localhost", at("127.0.0.1:0")) && !local.may_listen("0.0.0.0", at("0.0.0.0:80")));
        assert!(!local.may_connect("10.0.0.1", at("10.0.0.1:80")) && !local.may_ask("example.org"));
        // A name that leads elsewhere.
        assert!(!local.may_connect("localhost", at("10.0.0.1:80")));
    }

    #[test]
    fn hosts_and_ports_are_those_that_were_named() {
        let some = granted(
            Network::any()
                .host("example.org")
                .host("10.0.0.7")
                .ports(80..=443)
                .only_connect(),
        );
        assert!(some.may_connect("Example.org", at("192.0.2.1:80")) && some.may_ask("example.org"));
        assert!(some.may_connect("seven.example.org", at("10.0.0.7:443")));
        assert!(!some.may_connect("example.org", at("192.0.2.1:22")) && !some.may_ask("example.com"));
        assert!(!some.may_connect("192.0.2.1", at("192.0.2.1:80")) && !some.may_listen("10.0.0.7", at("10.0.0.7:80")));
        let server = granted(Network::any().ports(8000..=8000).only_listen());
        assert!(server.may_listen("0.0.0.0", at("0.0.0.0:8000")) && !server.may_listen("0.0.0.0", at("0.0.0.0:0")));
        assert!(!server.may_connect("localhost", at("127.0.0.1:8000")));
    }
}
