//! Generation of related traversals: nested, in sequence, and of one array. They exercise fusion, distribution and
//! hoisting, and are rare among independently generated expressions.

use super::{Generator, Variable};
use crate::program::{Exp, Size, Type};
use value::ScalarType;

impl Generator {
    /// Generates a sequence of maps over an array, usually with reorderings in between.
    pub(super) fn chain(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        self.nested(|generator| {
            let mut types: Vec<Type> = (0..2 + generator.below(3)).map(|_| generator.any_type(1)).collect();
            types.push(elem.clone());
            let first = types.first().cloned().unwrap_or(Type::I64);
            let mut exp = generator.exp(&Type::array(size, first));
            for pair in types.windows(2) {
                let [from, to] = pair else { continue };
                if generator.chance(2) {
                    exp = generator.seen_otherwise(size, from, exp);
                }
                let body = generator.lambda(std::slice::from_ref(from), |inner| inner.of_last(to));
                exp = Exp::new(&Type::array(size, to.clone()), "(map $ $)", [body, exp]);
            }
            exp
        })
    }

    /// Generates a reordering of the array, or a reshape and back.
    fn seen_otherwise(&mut self, size: &Size, elem: &Type, array: Exp) -> Exp {
        let ty = Type::array(size, elem.clone());
        let text = match (self.below(8), elem) {
            (0, _) => "(reverse $)".to_owned(),
            (1, _) => format!("(rotate {} $)", self.below(3)),
            (2, _) => format!("($[::-1] :> {ty})"),
            (3, _) => format!("(drop {size} ($ ++ $) :> {ty})"),
            (4, Type::Array(..)) => "(map reverse $)".to_owned(),
            (5, Type::Array(..)) => "(transpose (transpose $))".to_owned(),
            (6, Type::Array(..)) => format!("(unflatten (flatten $) :> {ty})"),
            (7, Type::Array(inner, _)) => format!("($[::-1, 0:{inner}] :> {ty})"),
            _ => return array,
        };
        let other = self.leaf(&ty);
        Exp::new(&ty, text, [array, other])
    }

    /// Generates a value from the last variable's elements, if it is an array, otherwise any expression.
    fn of_last(&mut self, wanted: &Type) -> Exp {
        match self.scope.last().cloned() {
            Some(Variable { name, ty: Type::Array(size, elem) }) if !self.chance(3) => {
                self.traversed(&name, &size, &elem, wanted)
            }
            _ => self.exp(wanted),
        }
    }

    /// Generates a value of the wanted type from nested traversals of the named array.
    pub(super) fn traversed(&mut self, name: &str, size: &Size, elem: &Type, wanted: &Type) -> Exp {
        let made = match wanted {
            Type::Scalar(scalar) => self.traversed_to_scalar(name, size, elem, *scalar),
            Type::Array(length, to) if length == size => self.nested(|generator| {
                let body = generator.lambda(std::slice::from_ref(elem), |inner| inner.of_last(to));
                let mapped = Exp::new(wanted, format!("(map $ {name})"), [body]);
                if generator.chance(3) { generator.seen_otherwise(length, to, mapped) } else { mapped }
            }),
            _ => None,
        };
        made.unwrap_or_else(|| self.exp(wanted))
    }

    /// Generates a traversal of the array `name` that ends in a scalar.
    fn traversed_to_scalar(&mut self, name: &str, size: &Size, elem: &Type, scalar: ScalarType) -> Option<Exp> {
        let (op, neutral) = self.associative(scalar);
        let wanted = Type::Scalar(scalar);
        let form = self.below(9);
        let by = if form > 6 { self.leaf(&Type::I64) } else { Exp::text(&Type::I64, "0") };
        self.nested(|generator| {
            let elem = std::slice::from_ref(elem);
            let body = generator.lambda(elem, |inner| inner.of_last(&wanted));
            match form {
                0 | 1 => {
                    let keep = generator.lambda(elem, |inner| inner.of_last(&Type::BOOL));
                    Exp::new(&wanted, format!("(reduce {op} {neutral} (map $ (filter $ {name})))"), [body, keep])
                }
                2 => {
                    let (sum, x) = (generator.name("x"), generator.name("x"));
                    let text = format!("(loop {sum} = {neutral} for {x} in {name} do {op} {sum} ($ {x}))");
                    Exp::new(&wanted, text, [body])
                }
                3 => {
                    let sums = generator.name("x");
                    let text = format!("(let {sums} = scan {op} {neutral} (map $ {name}) in");
                    let text = format!("{text} if {size} > 0 then {sums}[{size} - 1] else {neutral})");
                    Exp::new(&wanted, text, [body])
                }
                7 => {
                    let place = generator.lambda(elem, |inner| inner.of_last(&Type::I64));
                    let places = format!("(map (\\i -> (i + $) % 4 - 1) (map $ {name}))");
                    let made = format!("(hist {op} {neutral} 3 {places} (map $ {name}))");
                    Exp::new(&wanted, format!("(reduce {op} {neutral} {made})"), [by, place, body])
                }
                8 => {
                    let places = format!("(map (\\i -> i - $ % 4) (iota {size}))");
                    let made = format!("(scatter (replicate 4 {neutral}) {places} (map $ {name}))");
                    Exp::new(&wanted, format!("(reduce {op} {neutral} {made})"), [by, body])
                }
                _ => Exp::new(&wanted, format!("(reduce {op} {neutral} (map $ {name}))"), [body]),
            }
        })
    }

    /// Generates a map over an array that traverses its rows.
    pub(super) fn rowwise(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let row = Type::array(&self.any_size(), self.any_type(1));
        self.nested(|generator| {
            let array = generator.exp(&Type::array(size, row.clone()));
            let body = generator.lambda(&[row], |inner| inner.of_last(elem));
            Exp::new(&ty, "(map $ $)", [body, array])
        })
    }

    /// Generates an array and several traversals of it.
    pub(super) fn shared(&mut self, wanted: &Type) -> Exp {
        let size = match wanted {
            Type::Array(size, _) => size.clone(),
            _ => self.any_size(),
        };
        let elem = self.any_type(1);
        let bound = Type::array(&size, elem.clone());
        let array = match self.chance(3) {
            true => self.exp(&bound),
            false => self.chain(&size, &elem).unwrap_or_else(|| self.leaf(&bound)),
        };
        let name = self.name("x");
        self.scope.push(Variable { name: name.clone(), ty: bound });
        let parts: [Exp; 2] = std::array::from_fn(|_| self.traversed(&name, &size, &elem, wanted));
        let text = match wanted {
            Type::Scalar(scalar) => format!("({} $ $)", self.associative(*scalar).0),
            Type::Array(_, elem) => {
                let body = self.lambda(&[(**elem).clone(), (**elem).clone()], |inner| inner.exp(elem));
                self.scope.pop();
                let [a, b] = parts;
                return Exp::new(wanted, format!("(let {name} = $ in map2 $ $ $)"), [array, body, a, b]);
            }
            _ => "(pick true $ $)".to_owned(),
        };
        self.scope.pop();
        let [a, b] = parts;
        Exp::new(wanted, format!("(let {name} = $ in {text})"), [array, a, b])
    }

    /// Generates a reduction by an operator on vectors, or the same by columns.
    pub(super) fn vector_reduction(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Scalar(scalar) = elem else { return None };
        let (op, neutral) = self.associative(*scalar);
        let rows = self.any_size();
        self.nested(|generator| {
            let array = generator.exp(&Type::array(&rows, ty.clone()));
            let row = format!("(replicate {size} {neutral})");
            let text = match generator.below(5) {
                0 => format!("(map (reduce {op} {neutral}) (transpose $))"),
                1 => format!("(reduce_comm (map2 {op}) {row} $)"),
                2 if !scalar.is_float() => {
                    let last_two = last_two_rows(&neutral);
                    format!("(reduce {last_two} ({row}, {row}) (map (\\r -> (r, {row})) $)).1")
                }
                _ => format!("(reduce (map2 {op}) {row} $)"),
            };
            Exp::new(&ty, text, [array])
        })
    }

    /// Generates a scan or a histogram by an operator on vectors.
    pub(super) fn of_vectors(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Array(inner, scalar) = elem else { return None };
        let Type::Scalar(scalar) = **scalar else { return None };
        let (op, neutral) = self.associative(scalar);
        let operator = format!("(map2 {op}) (replicate {inner} {neutral})");
        let source = self.any_size();
        self.nested(|generator| {
            if generator.chance(2) {
                let array = generator.exp(&ty);
                return Exp::new(&ty, format!("(scan {operator} $)"), [array]);
            }
            let places = generator.exp(&Type::array(&source, Type::I64));
            let values = generator.exp(&Type::array(&source, elem.clone()));
            let array = generator.fresh(size, elem);
            let text = format!("(reduce_by_index $ {operator} (map (\\i -> i % 5 - 1) $) $)");
            Exp::new(&ty, text, [array, places, values])
        })
    }

    /// Generates two reductions made at once, and takes one result.
    pub(super) fn pair_reduction(&mut self, scalar: ScalarType) -> Option<Exp> {
        let (first, second) = (Type::Scalar(scalar), self.any_scalar());
        let ((op, neutral), (other, other_neutral)) = (self.associative(scalar), self.associative(second));
        let size = self.any_size();
        self.nested(|generator| {
            let arrays = [first.clone(), Type::Scalar(second)].map(|ty| generator.exp(&Type::array(&size, ty)));
            let operator = format!("(\\(a, b) (c, d) -> ({op} a c, {other} b d))");
            let text = format!("(reduce {operator} ({neutral}, {other_neutral}) (zip $ $)).0");
            Exp::new(&first, text, arrays)
        })
    }
}

/// Returns the text of an associative operator on pairs of rows: the last two rows with an element other than the
/// neutral one, the last row first. It returns operands, in other positions.
fn last_two_rows(neutral: &str) -> String {
    let is_neutral = format!("(\\r -> all (== {neutral}) r)");
    format!("(\\(a, b) (c, d) -> if {is_neutral} c then (a, b) else if {is_neutral} d then (c, a) else (c, d))")
}
