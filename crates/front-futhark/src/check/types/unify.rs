//! Unknown types and sizes, and their solution by unification. Types must agree. Sizes that are both known and differ
//! are returned to the caller, which rejects them, compares them at run time (`:>`), or makes the size unknown
//! (branches, loops).

use crate::check::sizes::term::Head;
use crate::check::types::{
    Bound, Function, Meta, Replace, ScalarSet, Size, SizeMeta, Type, changed, each_size, each_size_var, hides_sizes,
    map,
};
use base::{Name, NameSource, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use value::ScalarType;

/// Reason why two types do not agree. It refers to the innermost types that differ.
#[derive(Clone, PartialEq, Debug)]
pub enum Mismatch {
    Types(Type, Type),
    /// The type does not satisfy the bound.
    Bound(Bound, Type),
    /// An unknown type would contain itself.
    Infinite(Type),
    /// A constructor has different numbers of payloads in the two types.
    Payloads(Symbol, usize, usize),
    /// Values of this type, such as the results of a function, may differ in size, but must all have the same sizes.
    Irregular(Type),
    /// The type parameter of a local function would occur in the type of a variable outside of the function.
    Escapes(Name),
}

/// Largest number of nodes of a size for which a name can be an alias.
const MAX_ALIAS_PARTS: usize = 16;

pub type Unified<T> = Result<T, Mismatch>;

/// Pairs of sizes that differ in two types that agree otherwise.
#[derive(Default, Debug)]
pub struct SizeClashes(pub Vec<(Size, Size)>);

#[derive(Clone)]
enum Row {
    Unknown(Option<Bound>),
    Solved(Type),
}

/// A point in time. Unknowns made before it can be distinguished from later ones.
#[derive(Clone, Copy)]
pub struct Mark {
    types: u32,
    sizes: SizeMeta,
}

impl Mark {
    pub fn is_after(self, meta: Meta) -> bool {
        meta.0 < self.types
    }

    pub fn is_after_size(self, meta: SizeMeta) -> bool {
        meta < self.sizes
    }
}

/// Previous state of an unknown that was changed during an attempt.
enum Undo {
    Type(u32, Row),
    Size(u32, Option<Size>),
    Regular(Meta),
    Oldest(Meta, u32),
}

/// State to which `take_back` returns.
#[derive(Clone, Copy)]
pub struct Attempt {
    undo: usize,
    /// Value of `before` for the enclosing attempt.
    outer: Option<(u32, u32)>,
}

#[derive(Default)]
pub struct Unifier {
    types: Vec<Row>,
    /// For each unknown type, the number of the oldest unknown in whose type it occurs; initially its own number.
    oldest: Vec<u32>,
    /// Type parameters of the enclosing local functions, each with the number of unknown types from before its
    /// function.
    parameters: Vec<(Name, u32)>,
    sizes: Vec<Option<Size>>,
    /// For names of sizes, the sizes that they are known to equal.
    aliases: FxHashMap<Name, Size>,
    /// Unknown types whose values all have the same sizes, as type parameters without `~` or `^` demand.
    regular: FxHashSet<Meta>,
    /// Unknown types whose values are compared by `==`.
    comparable: FxHashSet<Meta>,
    /// Sizes that are new in each call of the functions being compared, each with the mark of unknown sizes from before
    /// the comparison.
    per_call: Vec<(Name, SizeMeta)>,
    /// All names that were ever in `per_call`. The program's text does not have them.
    nameless: FxHashSet<Name>,
    /// For unknown result types, the existential sizes in their solutions.
    existential: FxHashMap<Meta, Vec<Name>>,
    /// Changes made to unknowns older than the current attempts, in order.
    undo: Vec<Undo>,
    /// Numbers of unknown types and sizes at the start of the innermost attempt.
    before: Option<(u32, u32)>,
    /// Source of all fresh names of the checker.
    pub names: NameSource,
}

impl Unifier {
    pub fn fresh(&mut self) -> Type {
        self.fresh_bounded(None)
    }

    pub fn fresh_bounded(&mut self, bound: Option<Bound>) -> Type {
        let meta = Meta(self.types.len() as u32);
        let is_comparable = bound == Some(Bound::Comparable);
        if is_comparable {
            self.comparable.insert(meta);
        }
        self.oldest.push(meta.0);
        self.types.push(Row::Unknown(bound.filter(|_| !is_comparable)));
        Type::Meta(meta)
    }

    pub fn fresh_number(&mut self, set: ScalarSet) -> Type {
        self.fresh_bounded(Some(Bound::OneOf(set)))
    }

    /// Returns an unknown type whose values all have the same sizes.
    pub fn fresh_regular(&mut self, bound: Option<Bound>) -> Type {
        let ty = self.fresh_bounded(bound);
        if let Type::Meta(meta) = ty {
            self.regular.insert(meta);
        }
        ty
    }

    /// Starts an attempt, which ends with `keep` or `take_back`. Attempts may be nested.
    pub fn attempt(&mut self) -> Attempt {
        let attempt = Attempt { undo: self.undo.len(), outer: self.before };
        self.before = Some((self.types.len() as u32, self.sizes.len() as u32));
        attempt
    }

    pub fn keep(&mut self, attempt: Attempt) {
        self.before = attempt.outer;
        if self.before.is_none() {
            self.undo.clear();
        }
    }

    /// Ends an attempt and undoes its changes to older unknowns.
    pub fn take_back(&mut self, attempt: Attempt) {
        while self.undo.len() > attempt.undo {
            match self.undo.pop() {
                Some(Undo::Type(row, old)) => self.types[row as usize] = old,
                Some(Undo::Size(row, old)) => self.sizes[row as usize] = old,
                Some(Undo::Regular(meta)) => _ = self.regular.remove(&meta),
                Some(Undo::Oldest(meta, old)) => self.oldest[meta.0 as usize] = old,
                None => break,
            }
        }
        self.before = attempt.outer;
    }

    fn set_type(&mut self, meta: Meta, row: Row) {
        let old = std::mem::replace(&mut self.types[meta.0 as usize], row);
        if self.before.is_some_and(|(types, _)| meta.0 < types) {
            self.undo.push(Undo::Type(meta.0, old));
        }
    }

    fn set_size(&mut self, meta: SizeMeta, size: Size) {
        let old = self.sizes[meta.0 as usize].replace(size);
        if self.before.is_some_and(|(_, sizes)| meta.0 < sizes) {
            self.undo.push(Undo::Size(meta.0, old));
        }
    }

    fn set_regular(&mut self, meta: Meta) {
        if self.regular.insert(meta) && self.before.is_some_and(|(types, _)| meta.0 < types) {
            self.undo.push(Undo::Regular(meta));
        }
    }

    fn set_oldest(&mut self, meta: Meta, oldest: u32) {
        let old = std::mem::replace(&mut self.oldest[meta.0 as usize], oldest);
        if self.before.is_some_and(|(types, _)| meta.0 < types) {
            self.undo.push(Undo::Oldest(meta, old));
        }
    }

    /// Enters the scope of a local function's type parameters, which must not occur in unknowns from before the mark.
    /// Returns the argument for `leave_function`.
    pub fn enter_function(&mut self, parameters: &[Name], before: Mark) -> usize {
        let outside = self.parameters.len();
        self.parameters.extend(parameters.iter().map(|name| (*name, before.types)));
        outside
    }

    pub fn leave_function(&mut self, outside: usize) {
        self.parameters.truncate(outside);
    }

    pub fn is_regular(&self, meta: Meta) -> bool {
        self.regular.contains(&meta)
    }

    pub fn is_comparable(&self, meta: Meta) -> bool {
        self.comparable.contains(&meta)
    }

    /// Whether the size was made during unification and has no name in the program.
    pub fn is_nameless(&self, name: Name) -> bool {
        self.nameless.contains(&name)
    }

    pub fn fresh_size(&mut self) -> Size {
        self.sizes.push(None);
        Size::Meta(SizeMeta(self.sizes.len() as u32 - 1))
    }

    /// Makes `name` an alias of the size, unless the size is too large.
    pub fn alias(&mut self, name: Name, size: Size) {
        let size = self.size(&size);
        let mut parts = MAX_ALIAS_PARTS;
        if weighs_at_most(&size, &mut parts) {
            self.aliases.insert(name, size);
        }
    }

    /// Returns the mark of unknown sizes now. All later ones are not less than it.
    pub fn size_mark(&self) -> SizeMeta {
        SizeMeta(self.sizes.len() as u32)
    }

    pub fn mark(&self) -> Mark {
        Mark { types: self.types.len() as u32, sizes: self.size_mark() }
    }

    /// Returns the type with solved unknowns replaced at its root only.
    pub fn shallow(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Meta(meta) = ty {
            match &self.types[meta.0 as usize] {
                Row::Solved(solution) => ty = solution,
                Row::Unknown(_) => break,
            }
        }
        ty.clone()
    }

    /// Returns the size with solved unknowns and aliases replaced.
    pub fn size(&self, size: &Size) -> Size {
        match size {
            Size::Meta(meta) => match &self.sizes[meta.0 as usize] {
                Some(solution) => self.size(solution),
                None => size.clone(),
            },
            Size::Var(name) => match self.aliases.get(name) {
                Some(other) => self.size(other),
                None => size.clone(),
            },
            Size::Op(op, args) => Size::Op(*op, Rc::new([self.size(&args[0]), self.size(&args[1])])),
            Size::Term(term) => match (&term.head, self.shallow(&term.ty)) {
                (Head::Literal(value), Type::Scalar(ScalarType::I64)) => Size::Const(value.as_i64().unwrap_or(0)),
                _ => term.with_parts(&mut |arg| self.size(arg), &mut |ty| self.resolve_but_sizes(ty)),
            },
            Size::Const(_) | Size::Def(..) => size.clone(),
        }
    }

    /// Like `resolve`, but does not resolve the sizes in the type. Because the size of `xs` may be an expression that
    /// mentions `xs`, resolving it might not end.
    fn resolve_but_sizes(&self, ty: &Type) -> Type {
        map(&self.shallow(ty), &mut Size::clone, &mut |ty| self.resolve_but_sizes(ty))
    }

    /// Returns the type with every solved unknown replaced.
    pub fn resolve(&self, ty: &Type) -> Type {
        self.resolved(ty).unwrap_or_else(|| ty.clone())
    }

    /// Like `resolve`; `None` if nothing in the type is solved.
    fn resolved(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Meta(meta) => match &self.types[meta.0 as usize] {
                Row::Solved(solution) => Some(self.resolve(solution)),
                Row::Unknown(_) => None,
            },
            Type::Function(function) => {
                let resolved = changed(ty, &mut |size| self.resolved_size(size), &mut |ty| self.resolved(ty));
                match (resolved, self.existentials_of(&function.result)) {
                    (Some(Type::Function(resolved)), existentials) if !existentials.is_empty() => {
                        let exists = resolved.exists.iter().copied().chain(existentials).collect();
                        Some(Type::Function(Rc::new(Function { exists, ..(*resolved).clone() })))
                    }
                    (resolved, _) => resolved,
                }
            }
            _ => changed(ty, &mut |size| self.resolved_size(size), &mut |ty| self.resolved(ty)),
        }
    }

    /// Returns the sizes that are new in each call of a function whose result type was unknown when its type was made.
    pub fn existentials_of(&self, result: &Type) -> Vec<Name> {
        let (mut names, mut ty) = (Vec::new(), result);
        while let Type::Meta(meta) = ty
            && let Row::Solved(solution) = &self.types[meta.0 as usize]
        {
            names.extend(self.existential.get(meta).into_iter().flatten());
            ty = solution;
        }
        names
    }

    fn resolved_size(&self, size: &Size) -> Option<Size> {
        match size {
            Size::Const(_) | Size::Def(..) => None,
            Size::Var(name) if !self.aliases.contains_key(name) => None,
            _ => Some(self.size(size)),
        }
    }

    pub fn bound(&self, meta: Meta) -> Option<&Bound> {
        match &self.types[meta.0 as usize] {
            Row::Unknown(bound) => bound.as_ref(),
            Row::Solved(_) => None,
        }
    }

    /// Replaces the constraint of an unknown type.
    pub fn set_bound(&mut self, meta: Meta, bound: Bound) {
        self.set_type(meta, Row::Unknown(Some(bound)));
    }

    /// Solves an unknown type without checking constraints.
    pub fn settle(&mut self, meta: Meta, ty: Type) {
        self.set_type(meta, Row::Solved(ty));
    }

    pub fn settle_size(&mut self, meta: SizeMeta, size: Size) {
        self.set_size(meta, size);
    }

    /// Returns the type with new unknown sizes in place of all its sizes.
    pub fn loosened(&mut self, ty: &Type) -> Type {
        let this = RefCell::new(self);
        map(ty, &mut |_| this.borrow_mut().fresh_size(), &mut |part| this.borrow_mut().loosened(part))
    }

    /// Unifies two types. Returns the sizes that differ.
    pub fn unify(&mut self, a: &Type, b: &Type) -> Unified<SizeClashes> {
        let mut clashes = SizeClashes::default();
        self.types_agree(a, b, &mut clashes)?;
        Ok(clashes)
    }

    /// Unifies two sizes. Returns them if they differ.
    pub fn unify_sizes(&mut self, a: &Size, b: &Size) -> SizeClashes {
        let mut clashes = SizeClashes::default();
        self.sizes_agree(a, b, &mut clashes);
        clashes
    }

    /// Unifies two types. Adds sizes that differ to `clashes`.
    fn types_agree(&mut self, a: &Type, b: &Type, clashes: &mut SizeClashes) -> Unified<()> {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            (Type::Meta(x), Type::Meta(y)) if x == y => Ok(()),
            (Type::Meta(x), Type::Meta(y)) => self.join_metas(*x, *y, clashes),
            (Type::Meta(x), _) => self.solve(*x, &b, clashes),
            (_, Type::Meta(y)) => self.solve(*y, &a, clashes),
            (Type::Scalar(x), Type::Scalar(y)) if x == y => Ok(()),
            (Type::Param(x), Type::Param(y)) if x == y => Ok(()),
            (Type::Array(x, n), Type::Array(y, m)) => {
                self.types_agree(x, y, clashes)?;
                self.sizes_agree(n, m, clashes);
                Ok(())
            }
            (Type::Record(xs), Type::Record(ys)) if same_names(xs, ys) => {
                xs.iter().zip(ys.iter()).try_for_each(|((_, x), (_, y))| self.types_agree(x, y, clashes))
            }
            (Type::Sum(xs), Type::Sum(ys)) if same_names(xs, ys) => {
                xs.iter().zip(ys.iter()).try_for_each(|((name, x), (_, y))| self.payloads_agree(*name, x, y, clashes))
            }
            (Type::Function(f), Type::Function(g)) => self.functions_agree(f, g, clashes),
            (Type::Abstract(x), Type::Abstract(y)) if x.name == y.name => {
                x.sizes.iter().zip(&y.sizes).for_each(|(n, m)| self.sizes_agree(n, m, clashes));
                x.types.iter().zip(&y.types).try_for_each(|(x, y)| self.types_agree(x, y, clashes))
            }
            _ => Err(Mismatch::Types(a.clone(), b.clone())),
        }
    }

    /// Unifies the type of a function `f` with the type `g` that its context demands. Existential sizes of `g` become
    /// unknown sizes; those of `f` equal no other size. The names of the parameters are identified.
    fn functions_agree(&mut self, f: &Rc<Function>, g: &Rc<Function>, clashes: &mut SizeClashes) -> Unified<()> {
        self.types_agree(&g.param, &f.param, clashes)?;
        let (mut of_f, mut of_g) = (Replace::default(), Replace::default());
        let (mark, outside) = (self.size_mark(), self.per_call.len());
        let (existentials_of_f, existentials_of_g) = (self.existentials_of(&f.result), self.existentials_of(&g.result));
        for name in f.exists.iter().chain(&existentials_of_f).chain(f.name.iter().filter(|_| g.name.is_none())) {
            let new = self.names.like(*name);
            self.nameless.insert(new);
            self.per_call.push((new, mark));
            of_f.sizes.insert(*name, Size::Var(new));
        }
        for name in g.exists.iter().chain(&existentials_of_g).chain(g.name.iter().filter(|_| f.name.is_none())) {
            of_g.sizes.insert(*name, self.fresh_size());
        }
        if let (Some(x), Some(y)) = (f.name, g.name)
            && x != y
        {
            of_g.sizes.insert(y, Size::Var(x));
        }
        let given = |checker: &Unifier, existentials: &[Name], result: &Type| match existentials {
            [] => result.clone(),
            _ => checker.resolve(result),
        };
        let (of_f, of_g) = (
            of_f.ty(&given(self, &existentials_of_f, &f.result)),
            of_g.ty(&given(self, &existentials_of_g, &g.result)),
        );
        let unknown = self.shallow(&of_g);
        let agreed = self.types_agree(&of_f, &of_g, clashes);
        if let (Type::Meta(unknown), Ok(())) = (unknown, &agreed) {
            self.note_existentials(unknown);
        }
        self.per_call.truncate(outside);
        agreed
    }

    /// Records the existential sizes in the solution of an unknown result type, for `existentials_of`.
    fn note_existentials(&mut self, result: Meta) {
        let mut names = Vec::new();
        each_size(&self.resolve(&Type::Meta(result)), &mut |size| each_size_var(size, &mut |name| names.push(name)));
        names.retain(|name| self.per_call.iter().any(|(new, _)| new == name));
        if !names.is_empty() {
            self.existential.insert(result, names);
        }
    }

    /// Whether the size is new in each call of a function that is being compared. With `meta`, only comparisons that
    /// started after this unknown was made count.
    fn is_per_call(&self, size: &Size, meta: Option<SizeMeta>) -> bool {
        if self.per_call.is_empty() {
            return false;
        }
        let mut found = false;
        let outside = |mark: SizeMeta| meta.is_none_or(|meta| meta < mark);
        each_size_var(size, &mut |name| {
            found |= self.per_call.iter().any(|(new, mark)| *new == name && outside(*mark))
        });
        found
    }

    /// Unifies two sizes. Adds them to `clashes` if they cannot be equal.
    fn sizes_agree(&mut self, a: &Size, b: &Size, clashes: &mut SizeClashes) {
        let (a, b) = (self.size(a), self.size(b));
        match (&a, &b) {
            _ if a == b => {}
            // The newer unknown becomes the older one.
            (Size::Meta(x), Size::Meta(y)) if x < y => self.set_size(*y, a),
            (Size::Meta(x), _) if self.may_be(*x, &b) => self.set_size(*x, b),
            (_, Size::Meta(y)) if self.may_be(*y, &a) => self.set_size(*y, a),
            (Size::Op(f, xs), Size::Op(g, ys)) if f == g && self.parts_agree(&xs[..], &ys[..]) => {}
            (Size::Term(f), Size::Term(g)) if f.same_head(g) && self.parts_agree(&f.args, &g.args) => {}
            _ => clashes.0.push((a, b)),
        }
    }

    /// Unifies the operands of two sizes with the same operator; returns whether all agree.
    fn parts_agree(&mut self, xs: &[Size], ys: &[Size]) -> bool {
        let mut clashes = SizeClashes::default();
        xs.iter().zip(ys).for_each(|(x, y)| self.sizes_agree(x, y, &mut clashes));
        clashes.0.is_empty()
    }

    /// Whether the unknown size may be solved by this size.
    fn may_be(&self, meta: SizeMeta, size: &Size) -> bool {
        !mentions(size, meta) && !self.is_per_call(size, Some(meta))
    }

    /// Unifies two unknown types. The remaining one has the constraints of both.
    fn join_metas(&mut self, x: Meta, y: Meta, clashes: &mut SizeClashes) -> Unified<()> {
        // The newer unknown becomes the older one.
        let (old, new) = if x < y { (x, y) } else { (y, x) };
        let oldest = self.oldest[old.0 as usize].min(self.oldest[new.0 as usize]);
        self.stays_inside(&Type::Meta(old), oldest)?;
        self.stays_inside(&Type::Meta(new), oldest)?;
        // Constraints are moved instead of copied, because they may be long.
        let (ours, theirs) = (self.take_bound(old), self.take_bound(new));
        self.settle(new, Type::Meta(old));
        if self.regular.contains(&new) {
            self.set_regular(old);
        }
        if self.comparable.contains(&new) {
            self.comparable.insert(old);
        }
        let bound = match (ours, theirs) {
            (bound, None) | (None, bound) => bound,
            (Some(mut a), Some(b)) => match self.join_bounds(&mut a, &b, clashes) {
                Ok(()) => Some(a),
                Err(why) => {
                    // The unknown types are restored, so that the message shows them.
                    self.set_type(old, Row::Unknown(Some(a)));
                    self.set_type(new, Row::Unknown(Some(b)));
                    return Err(why);
                }
            },
        };
        // Unifying the fields may have solved the unknown.
        if matches!(self.types[old.0 as usize], Row::Unknown(_)) {
            self.set_type(old, Row::Unknown(bound));
        }
        Ok(())
    }

    /// Removes and returns the bound of an unknown type.
    fn take_bound(&mut self, meta: Meta) -> Option<Bound> {
        if self.before.is_some_and(|(types, _)| meta.0 < types) {
            let bound = self.bound(meta).cloned();
            if bound.is_some() {
                self.set_type(meta, Row::Unknown(None));
            }
            return bound;
        }
        match &mut self.types[meta.0 as usize] {
            Row::Unknown(bound) => bound.take(),
            Row::Solved(_) => None,
        }
    }

    /// Adds the second constraint to the first; fails if no type satisfies both.
    fn join_bounds(&mut self, a: &mut Bound, b: &Bound, clashes: &mut SizeClashes) -> Unified<()> {
        match (&mut *a, b) {
            (Bound::OneOf(ours), Bound::OneOf(theirs)) if !ours.and(*theirs).is_empty() => *ours = ours.and(*theirs),
            (Bound::Fields(ours), Bound::Fields(theirs)) => {
                for (name, ty) in theirs {
                    match ours.iter().find(|(other, _)| other == name) {
                        Some((_, ours)) => self.types_agree(ours, ty, clashes)?,
                        None => ours.push((*name, ty.clone())),
                    }
                }
            }
            (Bound::Constructors(ours), Bound::Constructors(theirs)) => {
                for (name, payload) in theirs {
                    match ours.iter().find(|(other, _)| other == name) {
                        Some((_, ours)) => self.payloads_agree(*name, ours, payload, clashes)?,
                        None => ours.push((*name, payload.clone())),
                    }
                }
            }
            _ => return Err(Mismatch::Bound(a.clone(), self.bound_as_type(b))),
        }
        Ok(())
    }

    fn payloads_agree(&mut self, name: Symbol, a: &[Type], b: &[Type], clashes: &mut SizeClashes) -> Unified<()> {
        if a.len() != b.len() {
            return Err(Mismatch::Payloads(name, a.len(), b.len()));
        }
        a.iter().zip(b).try_for_each(|(a, b)| self.types_agree(a, b, clashes))
    }

    /// Returns a type that shows the constraint in a message.
    fn bound_as_type(&mut self, bound: &Bound) -> Type {
        match bound {
            Bound::Fields(fields) => Type::record(fields.clone()),
            Bound::Constructors(constructors) => sum(constructors.clone()),
            Bound::OneOf(_) | Bound::Comparable => self.fresh_bounded(Some(bound.clone())),
        }
    }

    /// Solves an unknown type after checking its constraints.
    fn solve(&mut self, meta: Meta, ty: &Type, clashes: &mut SizeClashes) -> Unified<()> {
        if self.occurs(meta, ty) {
            return Err(Mismatch::Infinite(ty.clone()));
        }
        self.stays_inside(ty, self.oldest[meta.0 as usize])?;
        if self.comparable.contains(&meta) {
            self.make_comparable(ty)?;
        }
        self.stays_regular(meta, ty)?;
        let bound = self.bound(meta).cloned();
        self.settle(meta, ty.clone());
        let Some(bound) = bound else { return Ok(()) };
        let satisfied = self.satisfies(ty, bound.clone(), clashes);
        if satisfied.is_err() {
            // The unknown is restored, so that the message shows it.
            self.set_type(meta, Row::Unknown(Some(bound)));
        }
        satisfied
    }

    /// Checks that a type, which becomes part of the type of unknown number `oldest`, contains no type parameter of a
    /// function inside of which that unknown was not made. Unknowns in the type inherit this restriction.
    fn stays_inside(&mut self, ty: &Type, oldest: u32) -> Unified<()> {
        if self.parameters.is_empty() {
            return Ok(());
        }
        match &self.shallow(ty) {
            Type::Scalar(_) => Ok(()),
            Type::Param(name) => {
                let escapes = |(other, before): &(Name, u32)| other == name && oldest < *before;
                if self.parameters.iter().any(escapes) { Err(Mismatch::Escapes(*name)) } else { Ok(()) }
            }
            Type::Meta(meta) if self.oldest[meta.0 as usize] <= oldest => Ok(()),
            Type::Meta(meta) => {
                self.set_oldest(*meta, oldest);
                match self.bound(*meta).cloned() {
                    Some(Bound::Fields(fields)) => fields.iter().try_for_each(|(_, ty)| self.stays_inside(ty, oldest)),
                    Some(Bound::Constructors(constructors)) => self.payloads_stay_inside(&constructors, oldest),
                    Some(Bound::OneOf(_) | Bound::Comparable) | None => Ok(()),
                }
            }
            Type::Array(elem, _) => self.stays_inside(elem, oldest),
            Type::Record(fields) => fields.iter().try_for_each(|(_, ty)| self.stays_inside(ty, oldest)),
            Type::Sum(constructors) => self.payloads_stay_inside(constructors, oldest),
            Type::Function(function) => {
                self.stays_inside(&function.param, oldest)?;
                self.stays_inside(&function.result, oldest)
            }
            Type::Abstract(hidden) => hidden.types.iter().try_for_each(|ty| self.stays_inside(ty, oldest)),
        }
    }

    fn payloads_stay_inside(&mut self, constructors: &[(Symbol, Vec<Type>)], oldest: u32) -> Unified<()> {
        constructors.iter().flat_map(|(_, payload)| payload).try_for_each(|ty| self.stays_inside(ty, oldest))
    }

    /// Checks the solution of a regular unknown: it hides no sizes, and has no sizes that are new in each call.
    /// Unknowns in it become regular.
    fn stays_regular(&mut self, meta: Meta, ty: &Type) -> Unified<()> {
        if !self.regular.contains(&meta) {
            return Ok(());
        }
        let ty = self.resolve(ty);
        let mut irregular = hides_sizes(&ty);
        each_size(&ty, &mut |size| irregular |= self.is_per_call(size, None));
        if irregular {
            return Err(Mismatch::Irregular(ty));
        }
        self.make_regular(&ty);
        Ok(())
    }

    /// Makes the unknown types in the type regular.
    fn make_regular(&mut self, ty: &Type) {
        match ty {
            Type::Meta(meta) => self.set_regular(*meta),
            Type::Array(elem, _) => self.make_regular(elem),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.make_regular(ty)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.make_regular(ty))
            }
            Type::Abstract(hidden) => hidden.types.iter().for_each(|ty| self.make_regular(ty)),
            Type::Scalar(_) | Type::Param(_) | Type::Function(_) => {}
        }
    }

    /// Checks that values of the type can be compared by `==`. Unknowns in it become comparable.
    fn make_comparable(&mut self, ty: &Type) -> Unified<()> {
        match &self.shallow(ty) {
            Type::Scalar(_) => Ok(()),
            Type::Meta(meta) => {
                self.comparable.insert(*meta);
                Ok(())
            }
            Type::Array(elem, _) => self.make_comparable(elem),
            Type::Record(fields) => fields.iter().try_for_each(|(_, ty)| self.make_comparable(ty)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).try_for_each(|ty| self.make_comparable(ty))
            }
            other @ (Type::Param(_) | Type::Abstract(_) | Type::Function(_)) => {
                Err(Mismatch::Bound(Bound::Comparable, other.clone()))
            }
        }
    }

    /// Checks that the type satisfies the constraint, and unifies the types in both.
    fn satisfies(&mut self, ty: &Type, bound: Bound, clashes: &mut SizeClashes) -> Unified<()> {
        let holds = match (&bound, ty) {
            (Bound::OneOf(set), Type::Scalar(scalar)) => set.contains(*scalar),
            (Bound::Fields(wanted), Type::Record(fields)) => {
                for (name, ty) in wanted {
                    let Some((_, found)) = fields.iter().find(|(other, _)| other == name) else {
                        return Err(Mismatch::Bound(bound.clone(), Type::Record(fields.clone())));
                    };
                    self.types_agree(found, ty, clashes)?;
                }
                true
            }
            (Bound::Constructors(wanted), Type::Sum(constructors)) => {
                for (name, payload) in wanted {
                    let Some((_, found)) = constructors.iter().find(|(other, _)| other == name) else {
                        return Err(Mismatch::Bound(bound.clone(), Type::Sum(constructors.clone())));
                    };
                    self.payloads_agree(*name, found, payload, clashes)?;
                }
                true
            }
            _ => false,
        };
        if holds { Ok(()) } else { Err(Mismatch::Bound(bound, ty.clone())) }
    }

    fn occurs_in_size(&self, meta: Meta, size: &Size) -> bool {
        match size {
            Size::Op(_, args) => args.iter().any(|arg| self.occurs_in_size(meta, arg)),
            Size::Term(term) => {
                term.types().any(|ty| self.occurs(meta, ty))
                    || term.args.iter().any(|arg| self.occurs_in_size(meta, arg))
            }
            Size::Var(_) | Size::Const(_) | Size::Def(..) | Size::Meta(_) => false,
        }
    }

    /// Whether the unknown type `meta` occurs in the type, also in bounds of other unknowns.
    fn occurs(&self, meta: Meta, ty: &Type) -> bool {
        match self.shallow(ty) {
            Type::Meta(other) if other == meta => true,
            Type::Meta(other) => match self.bound(other) {
                Some(Bound::Fields(fields)) => fields.iter().any(|(_, ty)| self.occurs(meta, ty)),
                Some(Bound::Constructors(constructors)) => {
                    constructors.iter().flat_map(|(_, payload)| payload).any(|ty| self.occurs(meta, ty))
                }
                _ => false,
            },
            Type::Scalar(_) | Type::Param(_) => false,
            Type::Array(elem, size) => self.occurs(meta, &elem) || self.occurs_in_size(meta, &size),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.occurs(meta, ty)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).any(|ty| self.occurs(meta, ty))
            }
            Type::Function(function) => self.occurs(meta, &function.param) || self.occurs(meta, &function.result),
            Type::Abstract(hidden) => hidden.types.iter().any(|ty| self.occurs(meta, ty)),
        }
    }
}

/// Returns the sum type of these constructors.
pub fn sum(mut constructors: Vec<(Symbol, Vec<Type>)>) -> Type {
    constructors.sort_by_key(|(name, _)| *name);
    Type::Sum(constructors.into())
}

fn same_names<T>(xs: &[(Symbol, T)], ys: &[(Symbol, T)]) -> bool {
    xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y)
}

/// Returns the size with arithmetic on constants evaluated. Only values are compared like this: in types, `[2 * 3]` is
/// not `[6]`.
pub fn folded(size: &Size) -> Size {
    let Size::Op(op, args) = size else { return size.clone() };
    let (a, b) = (folded(&args[0]), folded(&args[1]));
    match (&a, &b) {
        (Size::Const(x), Size::Const(y)) => op.apply(*x, *y).map_or(size.clone(), Size::Const),
        _ => Size::Op(*op, Rc::new([a, b])),
    }
}

/// Whether the size has at most `parts` nodes. Subtracts their number from `parts`.
fn weighs_at_most(size: &Size, parts: &mut usize) -> bool {
    let Some(rest) = parts.checked_sub(1) else { return false };
    *parts = rest;
    match size {
        Size::Op(_, args) => args.iter().all(|arg| weighs_at_most(arg, parts)),
        Size::Term(term) => term.args.iter().all(|arg| weighs_at_most(arg, parts)),
        _ => true,
    }
}

fn mentions(size: &Size, meta: SizeMeta) -> bool {
    match size {
        Size::Meta(other) => *other == meta,
        Size::Op(_, args) => args.iter().any(|arg| mentions(arg, meta)),
        Size::Term(term) => term.args.iter().any(|arg| mentions(arg, meta)),
        _ => false,
    }
}
