//! Unification. Each variable has a class and a level, which is the number of definitions around the code to which it
//! belongs. A definition may generalise variables of higher levels than its own (Rémy, Extension of ML type system with
//! a sorted equational theory on types, 1992).

use super::types::{Class, Type, VariableNumber};
use base::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest depth of a type.
const MAX_DEPTH: usize = 1000;
/// Largest number of parts of a type.
const MAX_PARTS: usize = 10_000;

/// Reason why two types do not unify.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// Two types that differ.
    Types(Type, Type),
    /// A type variable, and the type that it would have to be and that contains it.
    Infinite(Type, Type),
    /// A type that is not in the required class.
    Class(Class, Type),
    TooLarge,
}

type Unified = Result<(), Mismatch>;

struct Variable {
    stands_for: Option<Type>,
    class: Class,
    level: u32,
    /// Whether each use of the definition instantiates the variable.
    general: bool,
    /// Name of the variable in the program's annotations.
    letter: Option<Symbol>,
    /// Whether the variable is the result type of a number conversion. It gets no default, because that type might not
    /// hold the number.
    converted: bool,
    span: Span,
}

#[derive(Default)]
pub struct Unifier {
    variables: Vec<Variable>,
    letters: FxHashSet<Symbol>,
}

/// Number of nodes and depth that may still be visited in a type.
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
    /// Returns a fresh variable of this class and level. `span` is the code to which it belongs.
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

    /// Returns a fresh variable for this name in the program's annotations.
    pub fn fresh_letter(&mut self, letter: Symbol, level: u32, span: Span) -> Type {
        let ty = self.fresh(Class::Any, level, span);
        if let Some(variable) = self.variables.last_mut() {
            variable.letter = Some(letter);
        }
        self.letters.insert(letter);
        ty
    }

    /// Marks the type as the result of a number conversion. It gets no default, so the program must determine it.
    pub fn convert_to(&mut self, ty: &Type) {
        if let Type::Variable(number) = self.head(ty)
            && let Some(variable) = self.variable_mut(number)
        {
            variable.converted = true;
        }
    }

    /// Returns the name that the program's annotations give the variable.
    pub fn letter(&self, number: VariableNumber) -> Option<Symbol> {
        self.variable(number)?.letter
    }

    /// Whether an annotation of the program has a type variable with this name.
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

    /// Returns the type that a variable stands for, without resolving its components. The result is a variable only if
    /// nothing is known.
    pub fn head(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Variable(number) = ty
            && let Some(Variable { stands_for: Some(next), .. }) = self.variable(*number)
        {
            ty = next;
        }
        ty.clone()
    }

    /// Returns the type with all known variables replaced.
    pub fn resolve(&self, ty: &Type) -> Result<Type, Mismatch> {
        self.replace(ty, &FxHashMap::default())
    }

    /// Like `resolve`, but also replaces the unknown variables in `types`.
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

    /// Whether `x` remains when the unknown variables `x` and `y` are unified. A variable with a name remains, else the
    /// older one; then chains of variables stay short.
    fn stays(&self, x: VariableNumber, y: VariableNumber) -> bool {
        match (self.letter(x), self.letter(y)) {
            (Some(_), None) => true,
            (None, None) => x.0 < y.0,
            _ => false,
        }
    }

    /// Binds an unbound variable to a type.
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

    /// Reduces the levels of the type's variables to at most `level`. Fails if the variable `number` occurs in the
    /// type.
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

    /// Restricts the type to the class. Fails if it cannot be in it.
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

    /// Returns the unbound variables of a type, each once, in order.
    pub fn unknown(&self, ty: &Type) -> Vec<VariableNumber> {
        let mut found = Vec::new();
        // A type that is too large is reported where it becomes the type of a variable.
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

    /// Returns the variables of a definition's type that each use may instantiate, and marks them as general: those
    /// above the level that are not `held`. Held ones get this level.
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

    /// Returns fresh type variables, one for each general variable and with the same class.
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

    /// Gives unknown variables the default of their class. Returns those without a default, with their spans.
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

/// Whether both types have the same outermost constructor.
pub fn same_head(a: &Type, b: &Type) -> bool {
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
