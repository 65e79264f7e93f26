//! Generation of varying widths (between elements of a map, sides of a branch, or iterations of a loop) and of clamped
//! positions. They exercise flattening, size slicing and proofs.

use super::{Generator, Variable};
use crate::program::{Exp, Size, Type};

/// Expressions that turn a number into a width.
const WIDTHS: &[&str] = &["($ % 5)", "(i64.max 0 (i64.min 4 $))", "(i64.min 3 (i64.abs ($ % 7)))"];

impl Generator {
    /// Generates a name for a computed number, which may serve as a size.
    pub(super) fn let_width(&mut self, ty: &Type) -> Exp {
        let width = self.exp(&Type::I64);
        let name = self.name("k");
        self.sizes.push(name.clone());
        let body = self.exp(ty);
        self.sizes.pop();
        let text = self.one_of(WIDTHS);
        Exp::new(ty, format!("(let {name} = {text} in $)"), [width, body])
    }

    /// Generates a map whose elements come from arrays of different widths.
    pub(super) fn ragged(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let input = if self.chance(2) { Type::I64 } else { self.any_type(1) };
        self.nested(|generator| {
            let array = generator.exp(&Type::array(size, input.clone()));
            let body = generator.lambda(&[input], |inner| inner.over_width(elem));
            Exp::new(&ty, "(map $ $)", [body, array])
        })
    }

    /// Generates a value from traversals of an array with a width computed here.
    fn over_width(&mut self, wanted: &Type) -> Exp {
        let (width, name, array) = (self.leaf(&Type::I64), self.name("k"), self.name("x"));
        let text = self.one_of(WIDTHS);
        let size = Size::Name(name.clone());
        let elem = if self.chance(2) { Type::I64 } else { self.any_type(1) };
        let bound = Type::array(&size, elem.clone());
        self.sizes.push(name.clone());
        let made = match self.below(4) {
            0 => Exp::text(&Type::array(&size, Type::I64), format!("(iota {name})")),
            1 => self.tabulate(&size, &elem).unwrap_or_else(|| self.leaf(&bound)),
            _ => self.exp(&bound),
        };
        let Type::Array(_, elem) = made.ty.clone() else { return made };
        self.scope.push(Variable { name: array.clone(), ty: made.ty.clone() });
        let body = if self.chance(4) { self.exp(wanted) } else { self.traversed(&array, &size, &elem, wanted) };
        self.scope.pop();
        self.sizes.pop();
        Exp::new(wanted, format!("(let {name} = {text}\n  let {array} = $\n  in $)"), [width, made, body])
    }

    /// Generates a part of the array with clamped ends, possibly strided.
    pub(super) fn between(&mut self, size: &Size, array: Exp, ty: &Type) -> Exp {
        let (low, high) = (self.name("low"), self.name("high"));
        let bounds = [self.leaf(&Type::I64), self.leaf(&Type::I64)];
        let step = self.one_of(&["", "", ":2", ":3"]);
        let text = format!(
            "(let {low} = i64.max 0 (i64.min {size} $) let {high} = i64.max {low} (i64.min {size} $) in $[{low}:{high}{step}])"
        );
        Exp::new(ty, text, bounds.into_iter().chain([array]))
    }

    /// Generates a loop that appends elements in some of its iterations.
    pub(super) fn grown(&mut self, elem: &Type) -> Option<Exp> {
        self.nested(|generator| {
            let (size, array, counter) = (generator.name("k"), generator.name("x"), generator.name("at"));
            let ty = Type::array(&Size::Name(size.clone()), elem.clone());
            let (first, turns) = (generator.exp(elem), generator.exp(&Type::I64));
            let depth = generator.scope.len();
            generator.scope.push(Variable { name: array.clone(), ty: ty.clone() });
            generator.scope.push(Variable { name: counter.clone(), ty: Type::I64 });
            generator.sizes.push(size.clone());
            let form = generator.below(4);
            let parts = generator.repeatedly(|generator| match form {
                0 => vec![generator.exp(&Type::BOOL), generator.exp(elem)],
                _ => vec![generator.exp(elem)],
            });
            generator.sizes.pop();
            generator.scope.truncate(depth);
            let next = match form {
                0 => format!("(if $ then {array} ++ [$] else {array})"),
                1 => format!("({array} ++ replicate {counter} $)"),
                _ => format!("({array} ++ [$])"),
            };
            let text = format!("(loop [{size}] ({array}: {ty}) = [$] for {counter} < $ % 4 do {next})");
            let unnamed = Type::array(&Size::Name(format!("(0 + {size})")), elem.clone());
            Exp::new(&unnamed, text, [first, turns].into_iter().chain(parts))
        })
    }

    /// Generates elements from their neighbours, which are clamped to the array at the ends.
    pub(super) fn neighbours(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let from = self.any_type(1);
        self.nested(|generator| {
            let array = generator.exp(&Type::array(size, from.clone()));
            let [xs, at, low, high] = ["x", "at", "x", "x"].map(|start| generator.name(start));
            let depth = generator.scope.len();
            let known = [(&at, &Type::I64), (&low, &from), (&high, &from)];
            generator.scope.extend(known.map(|(name, ty)| Variable { name: name.clone(), ty: ty.clone() }));
            let body = generator.repeatedly(|generator| generator.exp(elem));
            generator.scope.truncate(depth);
            let reads =
                format!("let {low} = {xs}[i64.max 0 ({at} - 1)] let {high} = {xs}[i64.min ({size} - 1) ({at} + 1)]");
            Exp::new(&ty, format!("(let {xs} = $ in tabulate {size} (\\{at} -> {reads} in $))"), [array, body])
        })
    }

    /// Generates an assertion that holds for most values.
    pub(super) fn checked(&mut self, ty: &Type) -> Exp {
        let (tested, value) = (self.exp(&Type::I64), self.exp(ty));
        let number = self.below(40) + 8;
        Exp::new(ty, format!("(assert ($ % 50 != {number}) $)"), [tested, value])
    }
}
