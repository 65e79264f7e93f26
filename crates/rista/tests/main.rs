//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod actions;
mod devices;
mod docs;
mod foreign;
mod growth;
mod guide;
mod hostile;
mod imports;
mod interface;
mod layers;
mod pages;
mod printing;
mod processes;
mod programs;
mod records;
mod repl;
mod report;
mod run;
mod test_command;
mod validate;
