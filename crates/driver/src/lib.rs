//! The compiler as a pure library: the table of passes, the pipelines, and the program at each level. It reads no files
//! and starts no processes.

pub mod errors;
pub mod front;
pub mod kept;
pub mod module;
pub mod pass;
pub mod pipeline;
pub mod render;
pub mod session;
pub mod stats;
pub mod valid;

pub use front::{
    Front, Language, Options, Reader, Root, compile_source, compile_source_with, format_source, has_unit_tests,
    no_other_files, print_nova,
};
pub use module::{Level, Module, Parts, UNSET};
pub use pass::{PASSES, Pass, PassSet, find_pass};
pub use pipeline::{
    DEBUG, KEEP_CHECKS, KEEP_FOREIGN, Machine, Mode, Observer, Settings, passes_between, passes_with, run_pass,
    run_through, run_to, run_with,
};
