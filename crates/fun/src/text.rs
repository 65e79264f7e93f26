//! The text form of FUN and FUNMEM, made to be read and written by hand:
//!
//! ```text
//! fun dot (n_0 : i64) (xs_1 : [n_0]f32) (ys_2 : [n_0]f32) -> (r_3 : f32) =
//!   let (p_4 : f32) =
//!     traverse n_0 (xs_1, ys_2)
//!       (\(x_5 : f32) (y_6 : f32) ->
//!         let (z_7 : f32) = x_5 * y_6
//!         in (z_7))
//!       reduce (\(a_8 : f32) (b_9 : f32) ->
//!         let (c_10 : f32) = a_8 + b_9
//!         in (c_10)) (0.0f32)
//!   in (p_4)
//! ```
//!
//! `parse` reads `print`'s text back to the same program, except for source places: a parsed statement has its place in
//! the text. Text written by hand may be shorter: names without numbers (they get fresh ones and have scopes), nested
//! scalar expressions (`a + b * c`), `int` for `i64`, `[n]` for `[n]i64`, and the forms of the FUNMEM paper (Figs 1 and
//! 6). Indices start from 0, so the paper's `kernel x <= y do b` is `kernel x < y do b`.

mod operators;
mod parse;
mod parse_exp;
mod print;

pub use parse::parse;
pub use print::{print, print_atom, print_body, print_exp, print_stm, print_type};
