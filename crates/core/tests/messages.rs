//! Texts of run-time failures.

use rista_core::messages::{Shown, index_out_of_bounds};

#[test]
fn an_index_shows_as_it_was_written() {
    let template = index_out_of_bounds(&[Shown::Fix, Shown::Strided], 2);
    let values: Vec<String> = [4, 0, 9, 2, 3, 5].iter().map(i32::to_string).collect();
    assert_eq!(template.fill(&values), "Index [4, 0:9:2] out of bounds for array of shape [3][5].");
}
