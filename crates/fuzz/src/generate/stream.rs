//! Generation of accumulators, of strided views, and of indices by large factors.

use super::{Generator, Variable};
use crate::program::{Exp, Size, Type};

/// Factors near the bounds of indices. Their products with small indices wrap around.
const FACTORS: &[&str] = &[
    "(-9223372036854775808)",
    "9223372036854775807",
    "4611686018427387904",
    "4611686018427387904 * 2",
    "6148914691236517205",
    "(-4611686018427387905)",
];

impl Generator {
    /// Generates an array that a stream of values writes to, or combines into.
    pub(super) fn streamed(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let (source, from) = (self.any_size(), self.any_type(1));
        let combining = if self.chance(2) { self.associative_of(elem) } else { None };
        self.nested(|generator| {
            let array = generator.fresh(size, elem);
            let stream = generator.exp(&Type::array(&source, from.clone()));
            let acc = generator.name("acc");
            let depth = generator.scope.len();
            let pattern = generator.pattern(&from);
            let form = generator.below(4);
            let parts = generator.repeatedly(|inside| {
                let mut parts = vec![inside.exp(&Type::I64), inside.exp(elem)];
                parts.extend((form == 0).then(|| inside.exp(&Type::BOOL)));
                parts
            });
            generator.scope.truncate(depth);
            let (mut text, mut parts) = (format!("intrinsics.acc_write {acc} ($ % 5 - 1) $"), parts);
            match form {
                0 => {
                    text = format!("if $ then {text} else {acc}");
                    parts.rotate_right(1);
                }
                1 => text = format!("loop {acc} for k < 2i64 do intrinsics.acc_write {acc} (k + $ % 3) $"),
                _ => {}
            }
            let body = format!("(\\({acc}: *intrinsics.acc ({ty})) ({pattern}: {from}) -> {text})");
            let text = match combining {
                Some((op, neutral)) => format!("(intrinsics.hist_stream $ {op} {neutral} {body} $)"),
                None => format!("(intrinsics.scatter_stream $ {body} $)"),
            };
            Exp::new(&ty, text, [array].into_iter().chain(parts).chain([stream]))
        })
    }

    /// Generates a view with strides of its own, or an array with such a view replaced.
    pub(super) fn strided(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        match (self.below(8), elem) {
            (0, Type::Array(width, inner)) => {
                let columns = Type::array(width, Type::array(size, (**inner).clone()));
                let text = format!("(intrinsics.flat_index_2d (flatten $) 0 {size} 1 {width} {size})");
                self.filled(&ty, text, &[&columns])
            }
            (1, Type::Array(width, inner)) => {
                let line = format!("(replicate ({size} + {width}) $)");
                let text = format!("(intrinsics.flat_index_2d {line} 0 {size} 1 {width} 1)");
                self.filled(&ty, text, &[&**inner])
            }
            (2, _) => self.filled(&ty, format!("(intrinsics.flat_index_3d $ 0 {size} 1 1 0 1 0)[:, 0, 0]"), &[&ty]),
            (3, _) => {
                self.filled(&ty, format!("(intrinsics.flat_index_4d $ 0 {size} 1 1 0 1 0 1 0)[:, 0, 0, 0]"), &[&ty])
            }
            (form, _) => {
                let array = self.fresh(size, elem);
                let text = match form {
                    4 => "(intrinsics.flat_update_1d $ 0 1 $)",
                    5 => "(intrinsics.flat_update_2d $ 0 1 0 (map (\\x -> [x]) $))",
                    6 => "(intrinsics.flat_update_3d $ 0 1 0 0 (map (\\x -> [[x]]) $))",
                    _ => "(intrinsics.flat_update_4d $ 0 1 0 0 0 (map (\\x -> [[[x]]]) $))",
                };
                self.filled_after(&ty, text, array, &[&ty])
            }
        }
    }

    /// Generates reads at multiples of a large number, each of them guarded.
    pub(super) fn far_reads(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let from = self.any_size();
        self.nested(|generator| {
            let array = generator.exp(&Type::array(&from, elem.clone()));
            let [xs, i, at] = ["x", "at", "k"].map(|start| generator.name(start));
            let other = generator.leaf(elem);
            let factor = generator.one_of(FACTORS);
            let offset = generator.leaf(&Type::I64);
            let guard = match generator.below(3) {
                0 => format!("{at} >= 0 && {at} < {from}"),
                1 => format!("0 <= {at} && {at} <= {from} - 1"),
                _ => format!("i64.abs {at} < {from} && {at} >= 0"),
            };
            let read = format!("let {at} = {i} * {factor} + $ in if {guard} then {xs}[{at}] else $");
            Exp::new(&ty, format!("(let {xs} = $ in map (\\{i} -> {read}) (iota {size}))"), [array, offset, other])
        })
    }

    /// Generates a read at a multiple of a large number, which usually fails.
    pub(super) fn far_read(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let xs = self.name("x");
        let factor = self.one_of(FACTORS);
        self.filled(&ty, format!("(let {xs} = $ in map (\\i -> {xs}[i * {factor}]) (iota {size}))"), &[&ty])
    }

    /// Generates a local function with an existential size in its result, and a name for that size.
    pub(super) fn let_existential(&mut self, ty: &Type) -> Exp {
        let elem = self.any_type(1);
        let [function, size, name, inside] = ["g", "k", "x", "k"].map(|start| self.name(start));
        let made = self.repeatedly(|inner| inner.of_some_size(&elem));
        let bound = Type::array(&Size::Name(size.clone()), elem.clone());
        self.sizes.push(size.clone());
        self.scope.push(Variable { name: name.clone(), ty: bound.clone() });
        let body = self.exp(ty);
        self.scope.pop();
        self.sizes.pop();
        let head = format!("let {function} (_: i32) : ?[{inside}].[{inside}]{elem} = $");
        Exp::new(ty, format!("({head} let [{size}] ({name}: {bound}) = {function} 0 in $)"), [made, body])
    }
}
