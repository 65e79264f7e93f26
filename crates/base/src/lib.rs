//! What every crate of the compiler speaks in: names, source places, diagnostics, errors, the cursor that all IR text parsers
//! share, and the layout that formatters share, the name that was probably meant; also what all levels need for functions that call themselves. It knows nothing
//! of any language or IR.

pub mod cursor;
pub mod diagnostic;
pub mod failure;
pub mod graph;
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
