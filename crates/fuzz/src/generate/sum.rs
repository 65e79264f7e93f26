//! Generation of sums: their types, values and matches.

use super::Generator;
use crate::program::{Exp, Type};

impl Generator {
    /// Returns a random sum of one to four constructors with up to two payloads each.
    pub(super) fn sum_type(&mut self, depth: usize) -> Type {
        let names = ["few", "many", "none", "some"].iter().take(1 + self.below(4) as usize);
        let payload = |generator: &mut Generator| {
            let count = generator.pick(&[0, 1, 1, 2]).copied().unwrap_or(1);
            (0..count).map(|_| generator.any_type(depth)).collect()
        };
        Type::Sum(names.map(|name| ((*name).to_owned(), payload(self))).collect())
    }

    pub(super) fn constructed(&mut self, constructors: &[(String, Vec<Type>)]) -> Exp {
        let ty = Type::Sum(constructors.to_vec());
        let Some((name, payload)) = self.pick(constructors).cloned() else { return self.leaf(&ty) };
        let payload: Vec<Exp> = payload.iter().map(|ty| self.exp(ty)).collect();
        Exp::new(&ty, format!("(#{name}{} : {ty})", " $".repeat(payload.len())), payload)
    }

    /// Generates a match on a sum: with a case for each constructor, or one for the last ones.
    pub(super) fn matched_sum(&mut self, ty: &Type) -> Exp {
        let known = self.variables(|ty| matches!(ty, Type::Sum(_)));
        let sum = match self.pick(&known) {
            Some((_, sum)) => sum.clone(),
            None => self.sum_type(1),
        };
        let Type::Sum(constructors) = &sum else { return self.leaf(ty) };
        let mut parts = vec![self.exp(&sum)];
        let mut text = String::new();
        let own = 1 + self.below(constructors.len() as u64) as usize;
        for (name, payload) in constructors.iter().take(own) {
            let depth = self.scope.len();
            let bound: String = payload.iter().map(|ty| format!(" {}", self.pattern(ty))).collect();
            parts.push(self.exp(ty));
            self.scope.truncate(depth);
            text += &format!(" case #{name}{bound} -> $");
        }
        if own < constructors.len() {
            parts.push(self.exp(ty));
            text += " case _ -> $";
        }
        Exp::new(ty, format!("(match ${text})"), parts)
    }
}
