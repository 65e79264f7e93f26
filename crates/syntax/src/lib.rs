//! What the front ends share between a text and its syntax tree. It is generic over a language's kinds of tokens.
//!
//! ```text
//! text ─► Tokens::scan ─► balance ─► Parser ─► tree, diagnostics
//!                │
//!                └──────► Printer ─► layout of the formatter
//! ```

pub mod brackets;
pub mod errors;
pub mod files;
pub mod format;
pub mod literals;
pub mod parser;
pub mod token;

pub use brackets::{BracketRules, balance};
pub use parser::{Broken, Opened, Parsed, Parser, Stream};
pub use token::{Kind, Token, Tokens};
