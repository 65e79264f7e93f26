//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod compare;
mod entry;
mod file_forms;
mod foreign;
mod forms_round_trip;
mod kernel;
mod number;
mod printed_values;
mod property;
mod random;
mod script;
mod services;
mod test_block;
mod text_form;
