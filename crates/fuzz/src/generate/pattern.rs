//! Generation of patterns, and of bindings that update a part of a value.

use super::{Generator, Variable};
use crate::program::{Exp, Size, Type, joined};

impl Generator {
    /// Returns a pattern for a value of the type, whose variables are then in scope.
    pub(super) fn pattern(&mut self, ty: &Type) -> String {
        match ty {
            Type::Tuple(parts) if self.chance(3) => {
                let parts: Vec<String> = parts.iter().map(|part| self.pattern(part)).collect();
                format!("({})", joined(parts.into_iter()))
            }
            Type::Record(fields) if self.chance(3) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, field)| format!("{name} = {}", self.pattern(field))).collect();
                format!("{{{}}}", joined(fields.into_iter()))
            }
            _ if self.chance(16) => "_".to_owned(),
            _ => {
                let name = self.name("x");
                self.scope.push(Variable { name: name.clone(), ty: ty.clone() });
                if self.chance(60) { format!("(#[true_dep] {name})") } else { name }
            }
        }
    }

    /// Generates an array or record that is bound, then changed by another `let` of the same name.
    pub(super) fn let_update(&mut self, ty: &Type) -> Exp {
        let name = self.name("x");
        let elem = self.any_type(1);
        let (bound, path, value) = match self.below(4) {
            0 => {
                let bound = Type::Record(vec![("a".to_owned(), elem.clone()), ("b".to_owned(), self.any_type(1))]);
                (bound, ".a".to_owned(), elem)
            }
            1 => {
                let row = Type::array(&Size::Number(2), elem.clone());
                let bound = Type::Record(vec![("a".to_owned(), Type::I64), ("b".to_owned(), row)]);
                (bound, ".b[1]".to_owned(), elem)
            }
            2 => (Type::array(&Size::Number(3), elem.clone()), format!("[{}]", self.below(3)), elem),
            _ => {
                let bound = Type::array(&self.any_size(), elem);
                (bound.clone(), "[:]".to_owned(), bound)
            }
        };
        let start = match &bound {
            Type::Array(size, elem) => self.fresh(size, elem),
            _ => self.filled(&bound, "(copy $)", &[&bound]),
        };
        let value = self.exp(&value);
        let body = self.within(&name, &bound, ty);
        Exp::new(ty, format!("(let {name} = $ let {name}{path} = $ in $)"), [start, value, body])
    }

    /// Generates an array with a part replaced: a slice, or an element or a field inside an element.
    pub(super) fn part_updated(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let array = self.fresh(size, elem);
        let name = self.name("a");
        let (path, value) = match (size, elem) {
            (Size::Number(count @ 1..), Type::Array(..)) if self.chance(2) => {
                (format!("[{}][:]", self.below(*count as u64)), elem.clone())
            }
            (Size::Number(count @ 1..), Type::Record(fields)) if self.chance(2) => match fields.first() {
                Some((field, ty)) => (format!("[{}].{field}", self.below(*count as u64)), ty.clone()),
                None => ("[:]".to_owned(), ty.clone()),
            },
            (Size::Number(count @ 2..), _) if self.chance(2) => {
                ("[1:]".to_owned(), Type::array(&Size::Number(count - 1), elem.clone()))
            }
            _ if self.chance(2) => ("[::-1]".to_owned(), ty.clone()),
            _ => (format!("[0:{size}]"), ty.clone()),
        };
        let value = self.exp(&value);
        Exp::new(&ty, format!("(let {name} = $ in {name} with {path} = $)"), [array, value])
    }
}
