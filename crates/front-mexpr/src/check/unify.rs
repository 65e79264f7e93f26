//! Unification. Each unknown type has a level, which is the number of definitions around the code to which it belongs. A
//! definition generalises the unknown types of higher levels than its own: they become its type parameters (Rémy,
//! Extension of ML type system with a sorted equational theory on types, 1992).
//!
//! The row of an open record is an unknown type, too, which stands for a record of further fields. Rows are not
//! generalised, so a function that selects a field serves records of one shape.
//!
//! The types of number literals and of operands are unknown types, too, which stand for numbers of one width. They are not
//! generalised either. If nothing determines them, they have 64 bits (`settle`).

use super::types::{Kind, ParamNumber, Poly, Row, Scheme, SetNumber, Type, VariableNumber, View};
use base::{Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Largest depth of a type.
const MAX_DEPTH: usize = 1000;
/// Largest number of parts of a type.
const MAX_PARTS: usize = 10_000;

/// Reason why two types do not unify.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// Two types that differ.
    Types(Type, Type),
    /// A field that the other record does not have.
    Field(Symbol, Type),
    /// An unknown type would contain itself.
    Infinite(Type),
    /// A type parameter would leave the definition to which it belongs.
    Escape(ParamNumber),
    TooLarge,
}

type Unified = Result<(), Mismatch>;

struct Variable {
    stands_for: Option<Type>,
    level: u32,
    kind: Kind,
}

struct Param {
    name: Option<Symbol>,
    /// The types that uses may put in the place of the parameter.
    kind: Kind,
    level: u32,
}

/// Level of the parameters of polymorphic types. No unknown type stands for one of them.
const INNERMOST: u32 = u32::MAX;

/// A use of a polymorphic value.
#[derive(Clone, PartialEq)]
pub struct Use {
    /// Types in place of the parameters.
    pub types: Vec<Type>,
    pub place: Span,
}

/// The types at which values of a polymorphic type are used.
struct Set {
    uses: Vec<Use>,
    /// Place where the type is written, or that of a frozen variable.
    place: Span,
    /// The set that has its uses, and the types that replace type parameters there.
    within: Option<(SetNumber, View)>,
}

#[derive(Default)]
pub struct Unifier {
    variables: Vec<Variable>,
    params: Vec<Param>,
    sets: Vec<Set>,
    /// The parameters of the polymorphic types that `belong` is inside of.
    bound: Vec<ParamNumber>,
    /// Unknown types of numbers that `settle` has not seen.
    numbers: Vec<VariableNumber>,
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

    fn deeper<T>(&mut self, walk: impl FnOnce(&mut Budget) -> Result<T, Mismatch>) -> Result<T, Mismatch> {
        if self.parts == 0 || self.depth == 0 {
            return Err(Mismatch::TooLarge);
        }
        self.parts -= 1;
        self.depth -= 1;
        let result = walk(self);
        self.depth += 1;
        result
    }
}

/// Unknown types and parameters.
impl Unifier {
    pub fn fresh(&mut self, level: u32) -> Type {
        self.fresh_of(Kind::Any, level)
    }

    pub fn fresh_of(&mut self, kind: Kind, level: u32) -> Type {
        Type::Variable(self.new_variable(level, kind))
    }

    pub fn fresh_row(&mut self, level: u32) -> Row {
        Row::Open(self.new_variable(level, Kind::Row))
    }

    fn new_variable(&mut self, level: u32, kind: Kind) -> VariableNumber {
        self.variables.push(Variable { stands_for: None, level, kind });
        let number = VariableNumber(self.variables.len() as u32 - 1);
        self.numbers.extend(kind.default().map(|_| number));
        number
    }

    /// Gives 64 bits to the numbers whose width is unknown.
    pub fn settle(&mut self) {
        for number in std::mem::take(&mut self.numbers) {
            if let Some(variable) = self.variables.get_mut(number.0 as usize) {
                variable.stands_for = variable.stands_for.take().or(variable.kind.default());
            }
        }
    }

    /// Returns the outermost constructor of a type, in which numbers of unknown width have 64 bits.
    pub fn number_or_head(&self, ty: &Type) -> Type {
        let ty = self.head(ty);
        let default = if let Type::Variable(number) = ty { self.kind(number).default() } else { None };
        default.unwrap_or(ty)
    }

    fn kind(&self, number: VariableNumber) -> Kind {
        self.variable(number).map_or(Kind::Any, |variable| variable.kind)
    }

    /// Creates a type parameter of a definition at this level. Parameters that were inferred have no name.
    pub fn new_param(&mut self, name: Option<Symbol>, kind: Kind, level: u32) -> ParamNumber {
        self.params.push(Param { name, kind, level });
        ParamNumber(self.params.len() as u32 - 1)
    }

    pub fn param_kind(&self, param: ParamNumber) -> Kind {
        self.params.get(param.0 as usize).map_or(Kind::Any, |param| param.kind)
    }

    pub fn param_name(&self, param: ParamNumber) -> Option<Symbol> {
        self.params.get(param.0 as usize).and_then(|param| param.name)
    }

    fn variable(&self, number: VariableNumber) -> Option<&Variable> {
        self.variables.get(number.0 as usize)
    }

    /// Returns the type with its outermost constructor known, if it is; a record has all its known fields.
    pub fn head(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        while let Type::Variable(number) = ty {
            match self.variable(number).and_then(|variable| variable.stands_for.as_ref()) {
                Some(known) => ty = known.clone(),
                None => return ty,
            }
        }
        if let Type::Record(fields, Row::Open(row)) = &ty
            && let Type::Record(more, rest) = self.head(&Type::Variable(*row))
        {
            return Type::record(fields.iter().chain(more.iter()).cloned().collect(), rest);
        }
        ty
    }

    /// Returns the type with all known types in place. Types that are too large become errors, which were reported where
    /// they arose.
    pub fn resolve(&self, ty: &Type) -> Type {
        self.replace(ty, &FxHashMap::default()).unwrap_or(Type::Error)
    }

    fn replace(&self, ty: &Type, params: &FxHashMap<ParamNumber, Type>) -> Result<Type, Mismatch> {
        self.replace_within(ty, params, &mut Budget::new())
    }

    fn replace_within(
        &self,
        ty: &Type,
        params: &FxHashMap<ParamNumber, Type>,
        budget: &mut Budget,
    ) -> Result<Type, Mismatch> {
        let ty = self.head(ty);
        if let Type::Param(number) = &ty {
            return Ok(params.get(number).cloned().unwrap_or(ty));
        }
        if let (Type::All(poly, set, view), false) = (&ty, params.is_empty()) {
            // The set is in the code of the definition whose parameters are replaced.
            let mut view = view.to_vec();
            let is_new = |param: &ParamNumber| view.iter().all(|(known, _)| known != param);
            let mut new: Vec<_> = params.keys().copied().filter(|param| is_new(param)).collect();
            new.sort_unstable();
            view.extend(new.into_iter().map(|param| (param, Type::Param(param))));
            let ty = Type::All(Rc::clone(poly), *set, view.into());
            return budget.deeper(|budget| ty.map_parts(&mut |part| self.replace_within(part, params, budget)));
        }
        budget.deeper(|budget| ty.map_parts(&mut |part| self.replace_within(part, params, budget)))
    }

    /// Returns a type with these types in place of parameters.
    ///
    /// # Errors
    /// The type is too large.
    pub fn with_arguments(&self, ty: &Type, params: &[ParamNumber], arguments: &[Type]) -> Result<Type, Mismatch> {
        let arguments = params.iter().copied().zip(arguments.iter().cloned()).collect();
        self.replace(ty, &arguments)
    }

    /// Returns the type of a use, and the types in place of the parameters.
    pub fn instantiate(&mut self, scheme: &Scheme, level: u32) -> (Type, Vec<Type>) {
        let arguments: Vec<Type> =
            scheme.params.iter().map(|param| self.fresh_of(self.param_kind(*param), level)).collect();
        if arguments.is_empty() {
            return (scheme.ty.clone(), arguments);
        }
        let ty = self.with_arguments(&scheme.ty, &scheme.params, &arguments);
        (ty.unwrap_or(Type::Error), arguments)
    }

    /// Makes the unknown types of a definition's type that belong to it its parameters. Rows and numbers belong to the
    /// code around the definition from then on.
    ///
    /// # Errors
    /// The type is too large.
    pub fn generalise(&mut self, ty: &Type, level: u32) -> Result<Scheme, Mismatch> {
        let mut params = Vec::new();
        for number in self.unknown(ty)? {
            let Some(Variable { level: own, kind, .. }) = self.variable(number) else { continue };
            if *own <= level {
                continue;
            }
            let param = if *kind == Kind::Any { Some(self.new_param(None, Kind::Any, level + 1)) } else { None };
            if let Some(variable) = self.variables.get_mut(number.0 as usize) {
                variable.level = level;
                variable.stands_for = param.map(Type::Param);
            }
            params.extend(param);
        }
        Ok(Scheme { params, ty: ty.clone() })
    }

    /// Lets the unknown types of a type belong to the code at this level.
    ///
    /// # Errors
    /// The type is too large.
    pub fn hold(&mut self, ty: &Type, level: u32) -> Unified {
        for number in self.unknown(ty)? {
            if let Some(variable) = self.variables.get_mut(number.0 as usize) {
                variable.level = variable.level.min(level);
            }
        }
        Ok(())
    }

    /// Returns the parameters in a type, each once, in order.
    pub fn params_of(&self, ty: &Type) -> Vec<ParamNumber> {
        let (mut found, mut bound) = (Vec::new(), Vec::new());
        let mut rest = vec![self.resolve(ty)];
        while let Some(ty) = rest.pop() {
            match &ty {
                Type::Param(param) if !found.contains(param) => found.push(*param),
                Type::All(poly, ..) => {
                    bound.extend(poly.params.iter().copied());
                    rest.push(poly.ty.clone());
                }
                _ => rest.extend(ty.parts().into_iter().rev()),
            }
        }
        found.retain(|param| !bound.contains(param));
        found
    }

    /// Returns the unknown types in a type, each once, in order.
    fn unknown(&self, ty: &Type) -> Result<Vec<VariableNumber>, Mismatch> {
        let mut found = Vec::new();
        self.unknown_within(ty, &mut found, &mut Budget::new())?;
        Ok(found)
    }

    fn unknown_within(&self, ty: &Type, found: &mut Vec<VariableNumber>, budget: &mut Budget) -> Unified {
        let ty = self.head(ty);
        if let Type::Variable(number) = ty {
            if !found.contains(&number) {
                found.push(number);
            }
            return Ok(());
        }
        budget.deeper(|budget| ty.parts().iter().try_for_each(|part| self.unknown_within(part, found, budget)))
    }
}

/// Polymorphic types inside of types.
impl Unifier {
    /// Creates a parameter of a polymorphic type.
    pub fn new_bound(&mut self, name: Option<Symbol>) -> ParamNumber {
        self.new_param(name, Kind::Any, INNERMOST)
    }

    /// Returns a polymorphic type, which is written at `place`.
    pub fn new_all(&mut self, params: Vec<ParamNumber>, ty: Type, place: Span) -> Type {
        self.sets.push(Set { uses: Vec::new(), place, within: None });
        Type::All(Rc::new(Poly { params, ty }), SetNumber(self.sets.len() as u32 - 1), Rc::new([]))
    }

    /// Returns the type of a use of a polymorphic value, and the types in place of the parameters.
    pub fn use_all(&mut self, poly: &Poly, set: SetNumber, level: u32, place: Span) -> (Type, Vec<Type>) {
        let scheme = Scheme { params: poly.params.clone(), ty: poly.ty.clone() };
        let (ty, types) = self.instantiate(&scheme, level);
        let (set, _) = self.root(set, &[]);
        if let Some(set) = self.sets.get_mut(set.0 as usize) {
            set.uses.push(Use { types: types.clone(), place });
        }
        (ty, types)
    }

    /// Takes back the last use of a polymorphic value of this type.
    pub fn keep_all(&mut self, ty: &Type) {
        if let Type::All(_, set, _) = self.head(ty) {
            let (set, _) = self.root(set, &[]);
            self.sets.get_mut(set.0 as usize).and_then(|set| set.uses.pop());
        }
    }

    /// Returns the uses of the values of a polymorphic type.
    pub fn uses(&self, set: SetNumber, view: &[(ParamNumber, Type)]) -> Vec<Use> {
        let (set, view) = self.root(set, view);
        let params = view.into_iter().collect();
        let exact = |ty: &Type| self.replace(ty, &params).unwrap_or(Type::Error);
        let uses = self.sets.get(set.0 as usize).map_or(&[][..], |set| &set.uses);
        uses.iter()
            .map(|Use { types, place }| Use { types: types.iter().map(exact).collect(), place: *place })
            .collect()
    }

    /// Returns the place where a polymorphic type is written.
    pub fn place_of(&self, set: SetNumber) -> Span {
        self.sets.get(set.0 as usize).map_or(Span::NOWHERE, |set| set.place)
    }

    /// Returns the set that has the uses, with the types that replace type parameters in it.
    fn root(&self, set: SetNumber, view: &[(ParamNumber, Type)]) -> (SetNumber, Vec<(ParamNumber, Type)>) {
        match self.sets.get(set.0 as usize).and_then(|set| set.within.as_ref()) {
            Some((outer, view)) => self.root(*outer, view),
            None => (set, view.to_vec()),
        }
    }

    fn unify_all(&mut self, a: &Type, b: &Type, budget: &mut Budget) -> Unified {
        let (Type::All(poly, set, view), Type::All(other, other_set, other_view)) = (a, b) else { return Ok(()) };
        if poly.params.len() != other.params.len() {
            return Err(Mismatch::Types(a.clone(), b.clone()));
        }
        let params: Vec<Type> = poly.params.iter().map(|param| Type::Param(*param)).collect();
        let body = self.with_arguments(&other.ty, &other.params, &params)?;
        self.unify_within(&poly.ty, &body, budget)?;
        let (set, view) = self.root(*set, view);
        let (other, other_view) = self.root(*other_set, other_view);
        if set == other {
            let pairs = view.iter().filter_map(|(param, ty)| {
                let other = other_view.iter().find(|(other, _)| other == param);
                other.map(|(_, other)| (ty.clone(), other.clone()))
            });
            return pairs.collect::<Vec<_>>().iter().try_for_each(|(a, b)| self.unify_within(a, b, budget));
        }
        let (inner, outer, view) = match (view.is_empty(), other_view.is_empty()) {
            (true, _) => (set, other, other_view),
            (false, true) => (other, set, view),
            (false, false) => return Err(Mismatch::Types(a.clone(), b.clone())),
        };
        let uses = self.sets.get_mut(inner.0 as usize).map_or(Vec::new(), |set| {
            set.within = Some((outer, view.into()));
            std::mem::take(&mut set.uses)
        });
        if let Some(set) = self.sets.get_mut(outer.0 as usize) {
            set.uses.extend(uses);
        }
        Ok(())
    }
}

/// Unification.
impl Unifier {
    /// Makes two types equal.
    ///
    /// # Errors
    /// The reason why they cannot be equal. Parts of them may be equal from then on.
    pub fn unify(&mut self, a: &Type, b: &Type) -> Unified {
        self.unify_within(a, b, &mut Budget::new())
    }

    fn unify_within(&mut self, a: &Type, b: &Type, budget: &mut Budget) -> Unified {
        let (a, b) = (self.head(a), self.head(b));
        match (&a, &b) {
            (Type::Error, _) | (_, Type::Error) => Ok(()),
            (Type::Variable(x), Type::Variable(y)) if x == y => Ok(()),
            (Type::Variable(x), Type::Variable(y)) => match (self.kind(*x), self.kind(*y)) {
                (Kind::Any, kind) if kind != Kind::Any => self.set(*x, &b),
                (kind, Kind::Any) if kind != Kind::Any => self.set(*y, &a),
                (kind, other) if kind != other => Err(Mismatch::Types(a, b)),
                // The older one stays, so that chains stay short.
                _ if x < y => self.set(*y, &a),
                _ => self.set(*x, &b),
            },
            (Type::Variable(x), _) if self.kind(*x).allows(&b) => self.set(*x, &b),
            (_, Type::Variable(y)) if self.kind(*y).allows(&a) => self.set(*y, &a),
            (Type::All(..), Type::All(..)) => budget.deeper(|budget| self.unify_all(&a, &b, budget)),
            (Type::Record(..), Type::Record(..)) => budget.deeper(|budget| self.unify_records(&a, &b, budget)),
            _ => {
                let (parts, others) = (a.parts(), b.parts());
                if !same_head(&a, &b) || parts.len() != others.len() {
                    return Err(Mismatch::Types(a, b));
                }
                budget.deeper(|budget| {
                    parts.iter().zip(&others).try_for_each(|(part, other)| self.unify_within(part, other, budget))
                })
            }
        }
    }

    fn unify_records(&mut self, a: &Type, b: &Type, budget: &mut Budget) -> Unified {
        let (Type::Record(fields, row), Type::Record(others, other_row)) = (a, b) else { return Ok(()) };
        let of =
            |fields: &[(Symbol, Type)], label| fields.iter().find(|(own, _)| *own == label).map(|(_, ty)| ty.clone());
        let lacks = |fields: &[(Symbol, Type)], others: &[(Symbol, Type)]| -> Vec<(Symbol, Type)> {
            others.iter().filter(|(label, _)| of(fields, *label).is_none()).cloned().collect()
        };
        let (more, other_more) = (lacks(fields, others), lacks(others, fields));
        // The rows come first, since the types of common fields may have the same rows.
        match (row, other_row) {
            (Row::Closed, _) if !more.is_empty() => Err(Mismatch::Field(more[0].0, a.clone())),
            (_, Row::Closed) if !other_more.is_empty() => Err(Mismatch::Field(other_more[0].0, b.clone())),
            (Row::Closed, Row::Closed) => Ok(()),
            (Row::Open(x), Row::Open(y)) if x == y && more.is_empty() && other_more.is_empty() => Ok(()),
            (Row::Open(x), Row::Open(y)) if x == y => Err(Mismatch::Types(a.clone(), b.clone())),
            (Row::Open(x), Row::Closed) => self.set(*x, &Type::record(more, Row::Closed)),
            (Row::Closed, Row::Open(y)) => self.set(*y, &Type::record(other_more, Row::Closed)),
            (Row::Open(x), Row::Open(y)) => {
                let level = |number| self.variable(number).map_or(0, |variable| variable.level);
                let rest = self.fresh_row(level(*x).min(level(*y)));
                self.set(*x, &Type::record(more, rest))?;
                self.set(*y, &Type::record(other_more, rest))
            }
        }?;
        let mut common = fields.iter().filter_map(|(label, ty)| Some((ty, of(others, *label)?)));
        common.try_for_each(|(ty, other)| self.unify_within(ty, &other, budget))
    }

    /// Determines an unknown type, which is not known yet.
    fn set(&mut self, number: VariableNumber, ty: &Type) -> Unified {
        let Some(level) = self.variable(number).map(|variable| variable.level) else { return Ok(()) };
        self.belong(number, level, ty, &mut Budget::new())?;
        if let Some(variable) = self.variables.get_mut(number.0 as usize) {
            debug_assert!(variable.stands_for.is_none(), "an unknown type is determined twice");
            variable.stands_for = Some(ty.clone());
        }
        Ok(())
    }

    /// Reduces the levels of the type's unknown types to at most `level`. Fails if the unknown type `number` occurs in
    /// the type, or a parameter of a definition inside of `level`.
    fn belong(&mut self, number: VariableNumber, level: u32, ty: &Type, budget: &mut Budget) -> Unified {
        let ty = self.head(ty);
        match ty {
            Type::Variable(other) if other == number => Err(Mismatch::Infinite(ty)),
            Type::Variable(other) => {
                if let Some(variable) = self.variables.get_mut(other.0 as usize) {
                    variable.level = variable.level.min(level);
                }
                Ok(())
            }
            Type::Param(param) if self.bound.contains(&param) => Ok(()),
            Type::Param(param) if self.params.get(param.0 as usize).is_some_and(|param| param.level > level) => {
                Err(Mismatch::Escape(param))
            }
            Type::All(ref poly, ..) => {
                let before = self.bound.len();
                self.bound.extend(poly.params.iter().copied());
                let result = budget
                    .deeper(|budget| ty.parts().iter().try_for_each(|part| self.belong(number, level, part, budget)));
                self.bound.truncate(before);
                result
            }
            _ => {
                budget.deeper(|budget| ty.parts().iter().try_for_each(|part| self.belong(number, level, part, budget)))
            }
        }
    }
}

/// Whether both types have the same outermost constructor.
fn same_head(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Data(a, _), Type::Data(b, _)) => a == b,
        (Type::Param(a), Type::Param(b)) => a == b,
        (Type::Number(a), Type::Number(b)) => a == b,
        (Type::Bool, Type::Bool)
        | (Type::Char, Type::Char)
        | (Type::Symbol, Type::Symbol)
        | (Type::Seq(_), Type::Seq(_))
        | (Type::Tensor(_), Type::Tensor(_))
        | (Type::Ref(_), Type::Ref(_))
        | (Type::Function(..), Type::Function(..)) => true,
        _ => false,
    }
}
