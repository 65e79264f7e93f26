//! Generation of expressions that often fail. Because a failure hides the rest, most programs have few of them.

use super::Generator;
use crate::program::{Exp, Size, Type};

impl Generator {
    /// Generates an expression of the type that often fails.
    pub(super) fn daring(&mut self, ty: &Type) -> Exp {
        match ty {
            Type::Array(size, elem) if !self.chance(3) => self.daring_array(size, elem),
            Type::Scalar(scalar) if !scalar.is_float() && *ty != Type::BOOL && self.chance(3) => {
                let (a, b) = (self.exp(ty), self.exp(ty));
                let text = self.one_of(&["($ / $)", "($ % $)", "($ // $)", "($ %% $)"]);
                Exp::new(ty, text, [a, b])
            }
            _ if self.chance(8) => self.filled(ty, "(if $ then ??? else $)", &[&Type::BOOL, ty]),
            _ if self.chance(2) => {
                let (condition, value) = (self.exp(&Type::BOOL), self.exp(ty));
                Exp::new(ty, "(assert $ $)", [condition, value])
            }
            _ => {
                let size = self.any_size();
                let (array, index) = (self.exp(&Type::array(&size, ty.clone())), self.exp(&Type::I64));
                let name = self.name("a");
                Exp::new(ty, format!("(let {name} = $ in {name}[$ % 5])"), [array, index])
            }
        }
    }

    fn daring_array(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        match self.below(5) {
            4 => self.far_read(size, elem),
            0 => {
                let (array, index, value) = (self.fresh(size, elem), self.exp(&Type::I64), self.exp(elem));
                Exp::new(&ty, "($ with [$ % 5] = $)", [array, index, value])
            }
            1 => {
                let (array, bound) = (self.exp(&ty), self.exp(&Type::I64));
                Exp::new(&ty, format!("($[$ % 2:] :> {ty})"), [array, bound])
            }
            2 => {
                let other = self.any_size();
                let array = self.exp(&Type::array(&other, elem.clone()));
                Exp::new(&ty, format!("($ :> {ty})"), [array])
            }
            _ => {
                let array = self.of_some_size(elem);
                Exp::new(&ty, format!("($ :> {ty})"), [array])
            }
        }
    }
}
