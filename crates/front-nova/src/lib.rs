//! NOVA: its text, its abstract syntax, its checker, and the way to CORE.
//!
//! Source: Collins, Grewe, Grover, Lee and Susnea, NOVA: A Functional Language for Data Parallelism, NVR-2013-002, section 3.

pub mod ast;
pub mod lexer;
pub mod printer;
pub mod reader;
