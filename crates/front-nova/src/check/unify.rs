//! Unification, with a class and a level for each variable. The level is the number of definitions around the place that
//! the variable belongs to; a definition may generalise those of higher levels (Rémy, Extension of ML type system with a
//! sorted equational theory on types, 1992).

use super::types::{Class, Type, VariableNumber};
use base::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Parts on a path into a type.
const MAX_DEPTH: usize = 1000;
/// Parts of a type.
const MAX_PARTS: usize = 10_000;

/// Why two types do not fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// These parts differ.
    Types(Type, Type),
    /// The type would be a part of itself.
    Infinite(Type, Type),
    /// The type is not in the class.
    Class(Class, Type),
    TooLarge,
}

type Unified = Result<(), Mismatch>;

struct Variable {
    stands_for: Option<Type>,
    class: Class,
    level: u32,
    /// Of a definition that is used at several types.
    general: bool,
    /// What the program calls it.
    letter: Option<Symbol>,
    /// Of a number that another one is converted to: the default of its class might not hold that.
    converted: bool,
    span: Span,
}

#[derive(Default)]
pub struct Unifier {
    variables: Vec<Variable>,
    letters: FxHashSet<Symbol>,
}

/// How much of a type may still be looked at.
struct Budget {
    parts: usize,
    depth: usize,
}

impl Budget {
    fn new() -> Budget {
        Budget { parts: MAX_PARTS, depth: MAX_DEPTH }
    }

    fn spend(&mut self) -> Unified {
        if self.parts == 0 || self.depth == 0 {
            return Err(Mismatch::TooLarge);
        }
        self.parts -= 1;
        Ok(())
    }

    fn deeper<T>(&mut self, walk: impl FnOnce(&mut Budget) -> Result<T, Mismatch>) -> Result<T, Mismatch> {
        self.spend()?;
        self.depth -= 1;
        let walked = walk(self);
        self.depth += 1;
        walked
    }
}

impl Unifier {
    pub fn fresh(&mut self, class: Class, level: u32, span: Span) -> Type {
        let number = VariableNumber(self.variables.len() as u32);
        self.variables.push(Variable {
            stands_for: None,
            class,
            level,
            general: false,
            letter: None,
            converted: false,
            span,
        });
        Type::Variable(number)
    }

    /// The variable that the program calls by this letter.
    pub fn fresh_letter(&mut self, letter: Symbol, level: u32, span: Span) -> Type {
        let ty = self.fresh(Class::Any, level, span);
        if let Some(variable) = self.variables.last_mut() {
            variable.letter = Some(letter);
        }
        self.letters.insert(letter);
        ty
    }

    /// The variable stands for a type that a number is converted to, which the program has to say.
    pub fn convert_to(&mut self, ty: &Type) {
        if let Type::Variable(number) = self.head(ty)
            && let Some(variable) = self.variable_mut(number)
        {
            variable.converted = true;
        }
    }

    /// What the program calls the variable.
    pub fn letter(&self, number: VariableNumber) -> Option<Symbol> {
        self.variable(number)?.letter
    }

    /// Whether the program calls some variable so.
    pub fn has_letter(&self, letter: &str) -> bool {
        self.letters.contains(&Symbol::new(letter))
    }

    fn variable(&self, number: VariableNumber) -> Option<&Variable> {
        self.variables.get(number.0 as usize)
    }

    fn variable_mut(&mut self, number: VariableNumber) -> Option<&mut Variable> {
        self.variables.get_mut(number.0 as usize)
    }

    pub fn class(&self, number: VariableNumber) -> Class {
        self.variable(number).map_or(Class::Any, |variable| variable.class)
    }

    /// The type, a variable only if nothing is known.
    pub fn head(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Variable(number) = ty
            && let Some(Variable { stands_for: Some(next), .. }) = self.variable(*number)
        {
            ty = next;
        }
        ty.clone()
    }

    /// The type with what is known of its variables.
    pub fn resolve(&self, ty: &Type) -> Result<Type, Mismatch> {
        self.replace(ty, &FxHashMap::default())
    }

    /// The same, with other types in the place of some variables of which nothing is known.
    pub fn replace(&self, ty: &Type, types: &FxHashMap<VariableNumber, Type>) -> Result<Type, Mismatch> {
        self.replace_within(ty, types, &mut Budget::new())
    }

    fn replace_within(
        &self,
        ty: &Type,
        types: &FxHashMap<VariableNumber, Type>,
        budget: &mut Budget,
    ) -> Result<Type, Mismatch> {
        let ty = self.head(ty);
        if let Type::Variable(number) = &ty {
            return Ok(types.get(number).cloned().unwrap_or(ty));
        }
        budget.deeper(|budget| ty.map_parts(&mut |part| self.replace_within(part, types, budget)))
    }

    pub fn unify(&mut self, a: &Type, b: &Type) -> Unified {
        self.unify_within(a, b, &mut Budget::new())
    }

    fn unify_within(&mut self, a: &Type, b: &Type, budget: &mut Budget) -> Unified {
        let (a, b) = (self.head(a), self.head(b));
        match (&a, &b) {
            (Type::Error, _) | (_, Type::Error) => Ok(()),
            (Type::Variable(x), Type::Variable(y)) if x == y => Ok(()),
            (Type::Variable(x), Type::Variable(y)) if self.stays(*x, *y) => self.set(*y, &a),
            (Type::Variable(x), _) => self.set(*x, &b),
            (_, Type::Variable(y)) => self.set(*y, &a),
            _ => {
                let (parts, others) = (a.parts(), b.parts());
                if !same_head(&a, &b) || parts.len() != others.len() {
                    return Err(Mismatch::Types(a.clone(), b.clone()));
                }
                budget.deeper(|budget| {
                    parts.iter().zip(others).try_for_each(|(part, other)| self.unify_within(part, other, budget))
                })
            }
        }
    }

    /// Whether of two variables that are the same the second one comes to stand for the first one: what has a letter stays, else
    /// what is older, so that variables stand for each other in short chains.
    fn stays(&self, x: VariableNumber, y: VariableNumber) -> bool {
        match (self.letter(x), self.letter(y)) {
            (Some(_), None) => true,
            (None, None) => x.0 < y.0,
            _ => false,
        }
    }

    /// Makes the variable, of which nothing is known, stand for the type.
    fn set(&mut self, number: VariableNumber, ty: &Type) -> Unified {
        let Some(Variable { class, level, converted, .. }) = self.variable(number) else { return Ok(()) };
        let (class, level, converted) = (*class, *level, *converted);
        self.constrain(ty, class)?;
        if converted {
            self.convert_to(ty);
        }
        self.belong(number, level, ty, &mut Budget::new())?;
        if let Some(variable) = self.variable_mut(number) {
            variable.stands_for = Some(ty.clone());
        }
        Ok(())
    }

    /// Takes the variables of the type to the level, if they are above; the variable may not be among them.
    fn belong(&mut self, number: VariableNumber, level: u32, ty: &Type, budget: &mut Budget) -> Unified {
        let ty = self.head(ty);
        if let Type::Variable(other) = ty {
            if other == number {
                return Err(Mismatch::Infinite(Type::Variable(number), ty));
            }
            if let Some(variable) = self.variable_mut(other) {
                variable.level = variable.level.min(level);
            }
            return Ok(());
        }
        budget.deeper(|budget| ty.parts().into_iter().try_for_each(|part| self.belong(number, level, part, budget)))
    }

    /// The type is in the class from here on.
    pub fn constrain(&mut self, ty: &Type, class: Class) -> Unified {
        let ty = self.head(ty);
        let fits = match &ty {
            Type::Error => true,
            Type::Variable(number) => {
                let Some(variable) = self.variable_mut(*number) else { return Ok(()) };
                match variable.class.meet(class) {
                    Some(both) => {
                        variable.class = both;
                        true
                    }
                    None => false,
                }
            }
            Type::Scalar(scalar) => class.has_scalar(*scalar),
            Type::Function(..) => class == Class::Any,
            Type::Rank(_) => class == Class::Rank,
            Type::Unit | Type::Tuple(_) | Type::Vector(..) | Type::User(..) | Type::Sum(_) | Type::Param(_) => {
                matches!(class, Class::Any | Class::FirstOrder)
            }
        };
        if fits { Ok(()) } else { Err(Mismatch::Class(class, ty)) }
    }

    /// The unknown variables of a type, each once, in order.
    pub fn unknown(&self, ty: &Type) -> Vec<VariableNumber> {
        let mut found = Vec::new();
        // What is too large is reported where it is bound.
        _ = self.unknown_within(ty, &mut found, &mut Budget::new());
        found
    }

    fn unknown_within(&self, ty: &Type, found: &mut Vec<VariableNumber>, budget: &mut Budget) -> Unified {
        let ty = self.head(ty);
        if let Type::Variable(number) = ty {
            if !found.contains(&number) {
                found.push(number);
            }
            return Ok(());
        }
        budget.deeper(|budget| ty.parts().into_iter().try_for_each(|part| self.unknown_within(part, found, budget)))
    }

    /// The variables of a definition's type that each use may choose: those above the level, but for those that are `held`.
    pub fn generalise(&mut self, ty: &Type, level: u32, held: &[VariableNumber]) -> Vec<VariableNumber> {
        let mut general = Vec::new();
        for number in self.unknown(ty) {
            let Some(variable) = self.variable_mut(number) else { continue };
            if held.contains(&number) {
                variable.level = variable.level.min(level);
            } else if variable.level > level {
                variable.general = true;
                general.push(number);
            }
        }
        general
    }

    /// New variables for general ones.
    pub fn instances(&mut self, general: &[VariableNumber], level: u32, span: Span) -> Vec<Type> {
        let instance = |number: &VariableNumber| {
            let ty = self.fresh(self.class(*number), level, span);
            if self.variable(*number).is_some_and(|variable| variable.converted) {
                self.convert_to(&ty);
            }
            ty
        };
        general.iter().map(instance).collect()
    }

    /// The variables that nothing says anything of get what their class has as default. Those that remain, with the places
    /// that they are from.
    pub fn default_all(&mut self) -> Vec<(VariableNumber, Span)> {
        let mut remain = Vec::new();
        for (at, variable) in self.variables.iter_mut().enumerate() {
            if variable.stands_for.is_some() || variable.general {
                continue;
            }
            variable.stands_for = if variable.converted { None } else { variable.class.default() };
            if variable.stands_for.is_none() {
                remain.push((VariableNumber(at as u32), variable.span));
            }
        }
        remain
    }
}

fn same_head(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => a == b,
        (Type::Rank(a), Type::Rank(b)) => a == b,
        (Type::User(a, _), Type::User(b, _)) => a == b,
        (Type::Sum(a), Type::Sum(b)) => a.iter().map(|(name, _)| name).eq(b.iter().map(|(name, _)| name)),
        (Type::Param(a), Type::Param(b)) => a == b,
        (Type::Unit, Type::Unit)
        | (Type::Tuple(_), Type::Tuple(_))
        | (Type::Vector(..), Type::Vector(..))
        | (Type::Function(..), Type::Function(..)) => true,
        _ => false,
    }
}
