//! The rule of `let`: which definitions are generalised, and over which variables.

use super::tree::{self, ExpKind};
use super::types::{Type, VariableNumber};
use super::{Bound, Checker, Letters, builtins};
use crate::ast::{self, Exp, Ident};

impl Checker {
    /// Checks the definitions of a `let`, each in scope of the next ones, and its body.
    pub(super) fn definitions(&mut self, definitions: &[(Ident, Exp)], body: &Exp) -> (ExpKind, Type) {
        let mut defined = Vec::new();
        for (name, value) in definitions {
            defined.push(self.definition(*name, value));
        }
        let body = self.expression(body);
        for (name, _) in definitions {
            self.unbind(name.name);
        }
        let ty = body.ty.clone();
        (ExpKind::Let(defined, Box::new(body)), ty)
    }

    /// Checks a definition and generalises its type.
    fn definition(&mut self, name: Ident, value: &Exp) -> tree::Definition {
        let is_outermost = self.letters.is_none();
        let from = self.pending.len();
        self.level += 1;
        if is_outermost {
            self.letters = Some(Letters { level: self.level, ..Letters::default() });
        }
        let is_value = self.is_value(value);
        self.defining.push(name.name);
        let value = self.expression(value);
        self.defining.pop();
        if is_outermost {
            self.letters = None;
        }
        self.settle(from, is_value);
        self.level -= 1;
        let ty = match self.unifier.resolve(&value.ty) {
            Ok(ty) => ty,
            Err(_) => self.too_large(value.span),
        };
        let general = self.general(&ty, from, is_value);
        let variable = self.bind_variable(name.name, general.clone(), ty.clone());
        let param = tree::Param { variable, name: name.name, ty, span: name.span };
        tree::Definition { param, general, value }
    }

    /// Returns the variables of a definition's type that each use may instantiate. If the value is evaluated once
    /// (`is_value` is false), there are none. Variables of constraints that wait are excluded, because a later solution
    /// could not be checked at each use. Constraints before position `from` are older than the definition and do not
    /// mention its variables.
    fn general(&mut self, ty: &Type, from: usize, is_value: bool) -> Vec<VariableNumber> {
        let held = if is_value {
            let pending = self.pending.iter().skip(from).flat_map(|demand| demand.types());
            pending.flat_map(|ty| self.unifier.unknown(ty)).collect()
        } else {
            self.unifier.unknown(ty)
        };
        self.unifier.generalise(ty, self.level, &held)
    }

    /// Whether evaluating the expression once for each list of types costs nothing: it is a function, a name, a
    /// partially applied built-in function, or a `let` that binds such values around one.
    fn is_value(&self, exp: &Exp) -> bool {
        match &exp.kind {
            ast::ExpKind::Lambda(_) | ast::ExpKind::Mu(..) | ast::ExpKind::Name(_) => true,
            ast::ExpKind::Let(definitions, body) => {
                definitions.iter().all(|(_, value)| self.is_value(value)) && self.is_value(body)
            }
            ast::ExpKind::Apply(function, args) => {
                let ast::ExpKind::Name(name) = &function.kind else { return false };
                let builtin = if self.bound(*name).is_some() { None } else { builtins::named(name.as_str()) };
                let is_partial = builtin.is_some_and(|builtin| args.len() < builtin.least_arguments());
                let is_constant = |arg: &Exp| matches!(arg.kind, ast::ExpKind::Literal(_));
                is_partial && args.iter().all(|arg| is_constant(arg) || self.is_value(arg))
            }
            _ => false,
        }
    }

    /// Returns a use of the variable or foreign function and its type, with fresh instances of its general variables.
    pub(super) fn used(&mut self, bound: Bound, name: base::Symbol, span: base::Span) -> (ExpKind, Type) {
        match bound {
            Bound::Foreign(ty) => (ExpKind::Foreign(name), ty),
            Bound::Variable(id, general, ty) => {
                if general.is_empty() {
                    return (ExpKind::Variable(id, Vec::new()), ty);
                }
                let types = self.unifier.instances(&general, self.level, span);
                let chosen = general.iter().copied().zip(types.iter().cloned()).collect();
                let ty = self.unifier.replace(&ty, &chosen).unwrap_or(Type::Error);
                self.uses.push((span, ty.clone()));
                (ExpKind::Variable(id, types), ty)
            }
        }
    }
}
