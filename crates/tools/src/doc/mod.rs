//! `ferz doc`: the documentation of programs, from their comments, and of ferz itself, as pages and as Markdown.
//!
//! The text of comments becomes Markdown in the form of the reference (`manual/0`); pages are made of Markdown.

mod command;
mod examples;
mod html;
mod manual;
mod program;
mod site;
mod wiki;

#[cfg(test)]
mod tests;

pub use command::{open, run};
pub use examples::test;
