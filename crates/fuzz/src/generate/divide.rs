//! Generation of functions that split an array and call themselves on its parts: trees of calls.

use super::definition::{Function, Param};
use super::{Generator, Variable};
use crate::program::{Definition, Exp, Size, Type};
use value::ScalarType;

impl Generator {
    /// Generates a function that calls itself on two parts of an array, until these are small or the depth limit is
    /// reached.
    pub(super) fn dividing_function(&mut self) -> Definition {
        let (name, size, counter, array) = (self.name("call"), self.name("n"), self.name("at"), self.name("p"));
        let scalar = loop {
            let scalar = self.any_scalar();
            if scalar != ScalarType::Bool {
                break scalar;
            }
        };
        let elem = Type::Scalar(scalar);
        let param = Type::array(&Size::Name(size.clone()), elem.clone());
        self.sizes = vec![size.clone()];
        self.refuel();
        let (low, high) = self.parts(&array, &size);
        let calls = [low, high].map(|part| format!("{name} ({counter} - 1) {part}"));
        let (result, text, exps) = match self.chance(3) {
            true => self.summing(&array, &param, scalar, &calls),
            false => self.joining(&array, &param, &elem, &calls),
        };
        self.sizes.clear();
        let head = format!("def {name} [{size}] ({counter}: i64) ({array}: {param}) : {result}");
        let body = Exp::new(&result, format!("if {counter} <= 0 || {size} <= 1 then $ else {text}"), exps);
        self.functions.push(Function {
            name,
            sizes: vec![size],
            told: Vec::new(),
            counter: Some("($ % 4)".to_owned()),
            params: vec![Param::new(param)],
            result,
            is_fresh: false,
        });
        Definition { head, body }
    }

    /// Generates two parts that together make up a non-empty array: by position, or by value.
    fn parts(&mut self, array: &str, size: &str) -> (String, String) {
        let kept = |test: &str| format!("(filter (\\x -> {test}) {array})");
        match self.below(4) {
            0 => (format!("{array}[:{size} / 2]"), format!("{array}[{size} / 2:]")),
            1 => (format!("{array}[::2]"), format!("{array}[1::2]")),
            2 => {
                let pivot = format!("{array}[{size} / 2]");
                (kept(&format!("x < {pivot}")), kept(&format!("! (x < {pivot})")))
            }
            _ => {
                let last = format!("{array}[{size} - 1]");
                (kept(&format!("x < {last}")), kept(&format!("x > {last}")))
            }
        }
    }

    /// Generates a scalar result: a base value for small arrays, otherwise a combination of both parts' results.
    fn summing(
        &mut self,
        array: &str,
        param: &Type,
        scalar: ScalarType,
        [low, high]: &[String; 2],
    ) -> (Type, String, Vec<Exp>) {
        let result = Type::Scalar(scalar);
        self.scope = vec![Variable { name: array.to_owned(), ty: param.clone() }];
        let base = self.exp(&result);
        let step = self.exp(&result);
        self.scope.clear();
        let (op, _) = self.associative(scalar);
        (result, format!("{op} ({op} ({low}) ({high})) $"), vec![base, step])
    }

    /// Generates an array result with a size of its own.
    fn joining(
        &mut self,
        array: &str,
        param: &Type,
        elem: &Type,
        [low, high]: &[String; 2],
    ) -> (Type, String, Vec<Exp>) {
        let result = Type::array(&Size::unknown(), elem.clone());
        self.scope = vec![Variable { name: array.to_owned(), ty: param.clone() }];
        let base = self.of_some_size(elem);
        let change = self.lambda(std::slice::from_ref(elem), |inner| inner.exp(elem));
        let middle = self.of_some_size(elem);
        self.scope.clear();
        match self.below(4) {
            0 => (result, format!("map $ ({low}) ++ {high}"), vec![base, change]),
            1 => (result, format!("{low} ++ $ ++ {high}"), vec![base, middle]),
            _ => (result, format!("{low} ++ {high}"), vec![base]),
        }
    }
}
