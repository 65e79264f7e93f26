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
//! What `print` writes, `parse` reads back to the same program, except for places in the source, which are not
//! written: a statement that was read has its place in the text. By hand one may write less: names without numbers
//! (they get fresh ones and are scoped), nested scalar expressions (`a + b * c`), `int` for `i64`, `[n]` for `[n]i64`,
//! and the forms of the FUNMEM paper (Figs 1 and 6), `kernel x <= y do b` among them; indices start from 0.

mod operators;
mod parse;
mod parse_exp;
mod print;

pub use parse::parse;
pub use print::{print, print_atom, print_body, print_exp, print_stm, print_type};

#[cfg(test)]
mod tests;
