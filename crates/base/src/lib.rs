//! Vocabulary of all crates: names, source places, diagnostics, failures, the cursor of IR text parsers, the layout of
//! formatters, spelling suggestions, call graphs, stack for recursion, and work under guard. It knows no language and no IR.

pub mod cursor;
pub mod diagnostic;
pub mod failure;
pub mod graph;
pub mod guard;
pub mod layout;
pub mod name;
pub mod near;
pub mod source;
pub mod stack;

pub use cranelift_entity as entity;
pub use diagnostic::{Bug, Code, Diagnostic, Error, Label, Severity};
pub use failure::{Failure, Stop, Template};
pub use name::{Name, NameSource, Symbol};
pub use near::nearest;
pub use source::{FileId, SourceMap, Span, Spans};
