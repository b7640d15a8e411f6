//! The web for ferz: sockets, HTTP, and RDF. It stands on the interface for native predicates and on nothing else of the engine.
//! An engine may reach what its host grants it.
#![forbid(unsafe_code)]

mod address;
mod body;
mod client;
mod exchange;
mod html;
mod link;
mod message;
mod rdf;
mod server;
mod socket;
mod ssl;
mod tls;
mod wait;
mod websocket;

use ferz_engine::native::{Library, Loadable, Native};

mod texts {
    include!(concat!(env!("OUT_DIR"), "/web.rs"));
}

/// Sockets, the libraries of HTTP, and RDF.
pub static WEB: Library = Library::new("web")
    .rows(ROWS)
    .texts(&texts::TEXTS)
    .loadable(LOADABLE)
    .hooks(HOOKS);

const HOOKS: &[(&str, &str)] = &[("rdf11", "$rdf11_wake")];

const ROWS: &[&[Native]] = &[
    socket::TABLE,
    ssl::TABLE,
    exchange::TABLE,
    client::TABLE,
    websocket::TABLE,
    html::TABLE,
    rdf::TABLE,
];

/// A part of the library with the predicates of one text.
const fn part(names: &'static [&'static str], texts: &'static [&'static str]) -> Loadable {
    Loadable {
        names,
        texts,
        rows: &[],
    }
}

/// The texts of `rdf11`, of which `rdf_db` has other versions in a module.
const RDF: &[&str] = &[
    "rdf/rdf_prefixes.pl",
    "rdf/rdf_store.pl",
    "rdf/rdf_graphs.pl",
    "rdf/rdf_db.pl",
    "rdf/rdf11.pl",
    "rdf/rdf11_terms.pl",
    "rdf/rdf_files.pl",
];

const LOADABLE: &[Loadable] = &[
    part(&["socket"], &["net/socket.pl"]),
    part(&["ssl", "http/http_ssl_plugin"], &["net/ssl.pl"]),
    part(&["http/thread_httpd"], &["web/thread_httpd.pl"]),
    part(
        &[
            "http/http_wrapper",
            "http/http_header",
            "http/http_exception",
            "http/http_error",
        ],
        &["web/http_wrapper.pl"],
    ),
    part(
        &["http/http_dispatch", "http/http_path", "http/http_host"],
        &["web/http_dispatch.pl"],
    ),
    part(
        &["http/http_parameters", "http/http_json", "http/http_cors"],
        &["web/http_parameters.pl"],
    ),
    part(&["http/html_write"], &["web/html_write.pl"]),
    part(&["http/html_quasiquotations"], &["web/html_quotations.pl"]),
    part(&["http/html_head"], &["web/html_head.pl"]),
    part(&["http/http_log"], &["web/http_log.pl"]),
    part(
        &["http/http_authenticate", "http/http_digest"],
        &["web/http_authenticate.pl"],
    ),
    part(&["http/js_write", "http/js_grammar"], &["web/js_write.pl"]),
    part(&["http/term_html"], &["web/term_html.pl"]),
    part(
        &["http/http_unix_daemon", "http/http_server_files", "http/http_openid"],
        &["web/http_daemon.pl"],
    ),
    part(&["http/http_multipart_plugin"], &["web/http_parameters.pl"]),
    part(&["http/http_session", "http/http_cookie"], &["web/http_session.pl"]),
    part(
        &["mimetype", "http/mimetype", "http/http_files", "http/http_dirindex"],
        &["web/http_files.pl"],
    ),
    part(
        &["pengines", "pengines_io", "pengines_sandbox"],
        &["web/pengines.pl", "web/pengines_client.pl", "web/pengines_http.pl"],
    ),
    part(&["http/websocket"], &["web/websocket.pl"]),
    part(&["http/http_open", "http/http_client"], &["web/http_open.pl"]),
    part(
        &["http/http_serve"],
        &[
            "web/http_serve.pl",
            "web/thread_httpd.pl",
            "web/http_wrapper.pl",
            "web/http_dispatch.pl",
            "web/http_parameters.pl",
            "web/html_write.pl",
        ],
    ),
    part(&["semweb/rdf_prefixes"], &["rdf/rdf_prefixes.pl"]),
    part(
        &[
            "semweb/turtle",
            "semweb/rdf_turtle",
            "semweb/rdf_turtle_write",
            "semweb/rdf_ntriples",
            "rdf",
        ],
        &["rdf/rdf_files.pl"],
    ),
    part(&["semweb/rdfs"], &["rdf/rdfs.pl"]),
    part(&["semweb/rdf_compare"], &["rdf/rdf_compare.pl"]),
    part(&["semweb/rdf_persistency"], &["rdf/rdf_persistency.pl"]),
    part(&["semweb/sparql_client"], &["rdf/sparql_client.pl"]),
    part(&["semweb/rdf_db"], RDF),
    part(&["semweb/rdf11", "semweb/rdf11_containers"], RDF),
    // All that a small server needs, as in SWI-Prolog.
    part(
        &["http/http_server"],
        &[
            "web/thread_httpd.pl",
            "web/http_wrapper.pl",
            "web/http_dispatch.pl",
            "web/http_parameters.pl",
            "web/html_write.pl",
            "web/html_head.pl",
            "web/http_session.pl",
            "web/http_files.pl",
        ],
    ),
];
