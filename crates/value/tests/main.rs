//! The integration tests of this crate, linked as one binary because linking takes longer than compiling them.

mod file_forms;
mod forms_round_trip;
mod printed_values;
mod test_block;
mod text_form;
