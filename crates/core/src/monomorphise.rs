//! Monomorphisation: copies each definition, and each local polymorphic function, for each list of type arguments that
//! it is used with.
//!
//! ```text
//! def id <t> (x : t) : t = x                  def id (x : i64) : i64 = x
//! def main (n : i64) : i64 = id?<i64>(n)      def main (n : i64) : i64 = id(n)
//! ```
//!
//! The known sizes in type arguments become arguments of the copy. So the copy knows the shapes of rows even if there
//! are none:
//!
//! ```text
//! def f <t> (x : t) : []t = ..                def f (k : i64) (x : [k]f32) : [][]f32 = ..
//! .. f?<[n]f32>(row) .. f?<[7]f32>(other)     .. f(n, row) .. f(7, other)
//! ```
//!
//! Data types are copied likewise, but without sizes:
//!
//! ```text
//! data List <t> = <cons(t, @List<t>) | nil>          data List = <cons(i64, @List) | nil>
//! .. (xs : @List<i64>) ..                            .. (xs : @List) ..
//! ```
//!
//! A use without checks (`Expr::unchecked`) of a function becomes a use of a copy without checks.
//!
//! Needs: a verified program. Guarantees: no type parameters, no type arguments, names still unique; definitions that
//! neither an entry point nor a constant with effects reaches are removed. Cost: the size of the result. The instances of each definition are ordered by a
//! walk from the entry points, and constants keep their order.

use crate::build as make;
use crate::calls::order_constants;
use crate::checks;
use crate::def::{Binding, Data, DataId, Datas, Def, DefId, Expr, ExprKind, Lambda, Param, Pat, Program, Size, Type};
use crate::effects::Latent;
use crate::typing::{outside, without_sizes};
use crate::walk::{
    PartMut, Substitution, for_each_child_mut, for_each_part_mut, for_each_type, for_each_type_of_def, map_datas,
    map_type, pat_parts_mut, refresh_def, refresh_lambda,
};
use base::entity::{EntityRef, PrimaryMap};
use base::{Bug, Code, Diagnostic, Error, Name, NameSource, Span};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Code of the error for a program that needs endless or too many copies of functions or types.
pub const TOO_MANY_COPIES: Code = Code("E0198");
/// Code of the error for a type that is not supported.
const NOT_SUPPORTED: Code = Code("E0199");

/// Largest number of copies of definitions and of local functions in one program.
const MAX_INSTANCES: usize = 10_000;
/// Largest depth of constructors in a type argument. Only a recursion at ever larger types exceeds it.
const MAX_TYPE_DEPTH: usize = 100;
/// Largest number of constructors in a type argument.
const MAX_TYPE_WEIGHT: usize = 10_000;

/// Makes a program monomorphic. Endless or too many instances are an `Error::Limitation`.
pub fn monomorphise(program: Program) -> Result<Program, Error> {
    let with_effects = Latent::of(&program).constants(&program);
    let Program { names, datas, defs, tables, entries, acceleration } = program;
    let mut pass = Monomorphiser {
        polymorphic: &defs,
        datas: &datas,
        names,
        instances: IndexMap::new(),
        data_instances: IndexSet::new(),
        copied: FxHashSet::default(),
        locals: FxHashMap::default(),
        copies: 0,
        error: None,
    };
    let mut entries = entries;
    for entry in &mut entries {
        entry.def = pass.instance(entry.def, &[], false, Span::NOWHERE)?;
    }
    for constant in with_effects {
        pass.instance(constant, &[], false, Span::NOWHERE)?;
    }
    let mut instances = PrimaryMap::new();
    while let Some(((id, type_args, unchecked), _)) = pass.instances.get_index(instances.len()) {
        let (id, type_args, unchecked) = (*id, type_args.clone(), *unchecked);
        instances.push(pass.def(id, &type_args, unchecked)?);
    }
    for entry in &mut entries {
        let mut number = |old| pass.data_instances.insert_full((DataId::new(old), Vec::new())).0;
        entry.params.iter_mut().for_each(|param| param.ty = param.ty.renumbered(&mut number));
        entry.result.ty = entry.result.ty.renumbered(&mut number);
    }
    let datas = pass.data_copies()?;
    let originals: Vec<DefId> = pass.instances.keys().map(|(id, ..)| *id).collect();
    let mut program = Program { names: pass.names, datas, defs: instances, tables, entries, acceleration };
    order_constants(&mut program, |id| originals[id.index()]);
    check_sequences(&program)?;
    Ok(program)
}

/// Refuses sequences whose elements contain arrays. Only type arguments can make them of verified programs.
fn check_sequences(program: &Program) -> Result<(), Error> {
    let is_wrong =
        |ty: &Type| ty.any_part(&|part| if let Type::Seq(elem) = part { Some(elem.holds_arrays()) } else { None });
    let (mut wrong, mut place) = (false, Span::NOWHERE);
    for_each_type(program, &mut |ty| wrong |= is_wrong(ty));
    if !wrong {
        return Ok(());
    }
    for def in program.defs.values().rev() {
        for_each_type_of_def(def, &mut |ty| {
            if is_wrong(ty) {
                place = def.span
            }
        });
    }
    let diagnostic = Diagnostic::error(NOT_SUPPORTED, "a sequence of arrays is not supported yet")
        .label(place, "this uses a sequence whose elements contain arrays")
        .help("put each array into a value of a data type");
    Err(Error::Limitation(Box::new(diagnostic)))
}

/// Kind of the item that is copied, for messages.
#[derive(Clone, Copy)]
enum Copied {
    Function,
    Data,
}

impl Copied {
    /// Returns the label, the note and the help of the message about too many copies.
    fn words(self) -> [&'static str; 3] {
        match self {
            Copied::Function => [
                "this use exceeds the limit",
                "a polymorphic function is compiled once for each list of types that it is used with",
                "use an array instead of nested tuples; a recursive function cannot call itself at ever larger types",
            ],
            Copied::Data => [
                "defined here",
                "a type with parameters is compiled once for each list of types that it is used with",
                "let the type contain itself with the same arguments only",
            ],
        }
    }
}

struct Monomorphiser<'p> {
    polymorphic: &'p PrimaryMap<DefId, Def>,
    datas: &'p Datas,
    names: NameSource,
    /// Requested instances of definitions, each with its position in the result. A definition, its type arguments, and
    /// whether checks are left out identify an instance.
    instances: IndexMap<(DefId, Vec<Type>, bool), DefId>,
    /// Requested instances of data types. The type arguments have no sizes, and their data types are those of the
    /// source.
    data_instances: IndexSet<(DataId, Vec<Type>)>,
    /// Definitions whose first copy, which keeps the names, has been made.
    copied: FxHashSet<DefId>,
    /// Copies of each local polymorphic function in scope, in the order of first use.
    locals: FxHashMap<Name, IndexMap<Vec<Type>, Name>>,
    copies: usize,
    /// First error found inside an expression.
    error: Option<Error>,
}

impl Monomorphiser<'_> {
    /// Returns the instance of a definition for these type arguments; requests it if necessary. Only functions have
    /// instances without checks.
    fn instance(&mut self, id: DefId, type_args: &[Type], unchecked: bool, span: Span) -> Result<DefId, Error> {
        let Some(def) = self.polymorphic.get(id) else { return Err(bug("there is no such definition")) };
        if def.type_params.len() != type_args.len() {
            return Err(bug(format!("`{}` has another number of type arguments", def.name)));
        }
        let is_function = !def.params.is_empty() || def.result.has_function();
        let key = (id, type_args.to_vec(), unchecked && is_function);
        if let Some(instance) = self.instances.get(&key) {
            return Ok(*instance);
        }
        self.count_copy(def.name.as_str(), Copied::Function, type_args, span)?;
        let instance = DefId::new(self.instances.len());
        self.instances.insert(key, instance);
        Ok(instance)
    }

    /// Counts a copy; an error if there are too many or the type arguments are too large.
    fn count_copy(&mut self, name: &str, what: Copied, type_args: &[Type], span: Span) -> Result<(), Error> {
        self.copies += 1;
        let mut budget = MAX_TYPE_WEIGHT;
        let fits = type_args.iter().all(|ty| fits(ty, MAX_TYPE_DEPTH, &mut budget));
        if self.copies <= MAX_INSTANCES && fits {
            return Ok(());
        }
        let headline = format!("`{name}` is used at too many types");
        let [label, note, help] = what.words();
        let diagnostic = Diagnostic::error(TOO_MANY_COPIES, headline).label(span, label).note(note).help(help);
        Err(Error::Limitation(Box::new(diagnostic)))
    }

    /// Makes the copy of a definition for these type arguments. A constant size `k` in them stands for size parameter
    /// number `k` of the copy.
    fn def(&mut self, id: DefId, type_args: &[Type], unchecked: bool) -> Result<Def, Error> {
        let original = &self.polymorphic[id];
        let is_first = self.copied.insert(id);
        let mut def = if is_first { original.clone() } else { refresh_def(original, &mut self.names) };
        if unchecked {
            checks::leave_out(&mut def.body);
        }
        let (sizes, substitution) = self.types_for(&def.type_params, type_args);
        def.type_params = Vec::new();
        if !substitution.is_empty() {
            def.params.iter_mut().for_each(|param| substitution.pat(&mut param.pat));
            def.result = outside(substitution.ty(&def.result), sizes.iter().map(|size| &size.pat));
            substitution.expr(&mut def.body);
            def.params.splice(0..0, sizes);
        }
        self.expr(&mut def.body);
        if !self.datas.is_empty() {
            def.params.iter_mut().for_each(|param| pat_parts_mut(&mut param.pat, &mut |part| self.part_of_copy(part)));
            def.result = self.type_of_copy(&def.result);
            self.types_of_copy(&mut def.body);
        }
        self.error.take().map_or(Ok(def), Err)
    }

    // Data types

    /// Replaces data types by their instances in all types of a copy's body.
    fn types_of_copy(&mut self, expr: &mut Expr) {
        for_each_part_mut(expr, &mut |part| self.part_of_copy(part));
    }

    fn part_of_copy(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Expr(child) => self.types_of_copy(child),
            PartMut::Type(ty) => *ty = self.type_of_copy(ty),
            PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
        }
    }

    fn type_of_copy(&mut self, ty: &Type) -> Type {
        map_datas(ty, &mut |id, args| {
            let key = (id, args.iter().map(without_sizes).collect());
            Type::Data(DataId::new(self.data_instances.insert_full(key).0), Arc::new([]))
        })
    }

    /// Makes the requested instances of data types, and those that these mention.
    fn data_copies(&mut self) -> Result<Datas, Error> {
        let mut copies = Datas::new();
        while let Some((id, args)) = self.data_instances.get_index(copies.len()) {
            let (id, args) = (*id, args.clone());
            let Some(data) = self.datas.get(id) else { return Err(bug("there is no such data type")) };
            self.count_copy(data.name.as_str(), Copied::Data, &args, data.span)?;
            let ty = Type::Data(id, args.into());
            let constructors = ty.constructors(self.datas).unwrap_or_default();
            let mut payload = |types: &[Type]| types.iter().map(|ty| self.type_of_copy(&without_sizes(ty))).collect();
            let constructors = constructors.iter().map(|(name, types)| (*name, payload(types))).collect();
            copies.push(Data { type_params: Vec::new(), constructors, ..data.clone() });
        }
        Ok(copies)
    }

    /// Replaces uses of polymorphic functions by uses of instances, and passes known sizes to these.
    fn expr(&mut self, expr: &mut Expr) {
        if self.error.is_some() {
            return;
        }
        match &mut expr.kind {
            ExprKind::Def(id, type_args) => {
                let (type_args, sizes) = without_known_sizes(type_args);
                match self.instance(*id, &type_args, expr.unchecked, expr.span) {
                    Ok(instance) => take_sizes(expr, ExprKind::Def(instance, Vec::new()), &sizes),
                    Err(error) => self.error = Some(error),
                }
            }
            ExprKind::Var(name, type_args) if !type_args.is_empty() => {
                let (type_args, sizes) = without_known_sizes(type_args);
                match self.local_instance(*name, &type_args, expr.span) {
                    Ok(instance) => take_sizes(expr, ExprKind::Var(instance, Vec::new()), &sizes),
                    Err(error) => self.error = Some(error),
                }
            }
            ExprKind::Apply(function, args) => {
                let is_name = matches!(function.kind, ExprKind::Def(..) | ExprKind::Var(..));
                self.expr(function);
                args.iter_mut().for_each(|arg| self.expr(arg));
                if let (true, ExprKind::Apply(name, sizes)) = (is_name, &mut function.kind) {
                    args.splice(0..0, std::mem::take(sizes));
                    let name = (**name).clone();
                    **function = name;
                }
            }
            ExprKind::Block(bindings, body) => {
                let old = std::mem::take(bindings);
                *bindings = self.block(old, body);
            }
            _ => for_each_child_mut(expr, &mut |child| self.expr(child)),
        }
    }

    /// Returns the instance of a local function for these type arguments; requests it if necessary.
    fn local_instance(&mut self, name: Name, type_args: &[Type], span: Span) -> Result<Name, Error> {
        let Some(instances) = self.locals.get(&name) else {
            return Err(bug(format!("`{name}` has type arguments and no type parameters")));
        };
        if let Some(instance) = instances.get(type_args) {
            return Ok(*instance);
        }
        self.count_copy(name.hint.as_str(), Copied::Function, type_args, span)?;
        let instance = self.names.like(name);
        self.locals.entry(name).or_default().insert(type_args.to_vec(), instance);
        Ok(instance)
    }

    /// Processes a block from the end to the start, so that a function's uses are known before its copies are made.
    fn block(&mut self, bindings: Vec<Binding>, body: &mut Expr) -> Vec<Binding> {
        for binding in bindings.iter().filter(|binding| !binding.type_params.is_empty()) {
            if let Pat::Var(name, _) = binding.pat {
                self.locals.insert(name, IndexMap::new());
            }
        }
        self.expr(body);
        let mut reversed = Vec::with_capacity(bindings.len());
        for mut binding in bindings.into_iter().rev() {
            if binding.type_params.is_empty() {
                self.expr(&mut binding.value);
                reversed.push(binding);
            } else {
                self.local_copies(&binding, &mut reversed);
            }
        }
        reversed.reverse();
        reversed
    }

    /// Adds a copy of a polymorphic local function for each list of type arguments that it is used with.
    fn local_copies(&mut self, binding: &Binding, reversed: &mut Vec<Binding>) {
        let Binding { type_params, pat: Pat::Var(name, ty), value } = binding else {
            return self.error = Some(bug("type parameters on something else than a variable"));
        };
        let ExprKind::Lambda(lambda) = &value.kind else {
            return self.error = Some(bug(format!("`{name}` has type parameters and is no lambda")));
        };
        let instances = self.locals.remove(name).unwrap_or_default();
        for (type_args, instance) in instances.into_iter().rev() {
            if self.error.is_some() {
                return;
            }
            let (sizes, substitution) = self.types_for(type_params, &type_args);
            let function = |ty: &Type| {
                let ty = outside(substitution.ty(ty), sizes.iter().map(|size| &size.pat));
                Type::functions(sizes.iter().map(|_| Type::I64), ty)
            };
            let (ty, value_ty) = (function(ty), function(&value.ty));
            let lambda = self.lambda_copy(lambda, sizes, &substitution);
            let value = Expr { kind: ExprKind::Lambda(Box::new(lambda)), ty: value_ty, ..*value };
            reversed.push(Binding { type_params: vec![], pat: Pat::Var(instance, ty), value });
        }
    }

    fn lambda_copy(&mut self, lambda: &Lambda, sizes: Vec<Param>, substitution: &Substitution) -> Lambda {
        let mut copy = refresh_lambda(lambda, &mut self.names);
        copy.params.iter_mut().for_each(|param| substitution.pat(&mut param.pat));
        copy.params.splice(0..0, sizes);
        substitution.expr(&mut copy.body);
        self.expr(&mut copy.body);
        copy
    }

    /// Returns the parameters for the sizes in a copy's type arguments, and the substitution of the type arguments with
    /// these parameters as sizes.
    fn types_for(&mut self, params: &[Name], args: &[Type]) -> (Vec<Param>, Substitution) {
        let names: Vec<Name> = (0..size_count(args)).map(|_| self.names.fresh("size")).collect();
        let size = |size| match size {
            Size::Const(at) => {
                usize::try_from(at).ok().and_then(|at| names.get(at)).map_or(Size::Any, |&name| Size::Var(name))
            }
            other => other,
        };
        let types = params.iter().copied().zip(args.iter().map(|ty| map_type(ty, &size, &Type::Param))).collect();
        let sizes = names.iter().map(|&name| make::param(name, Type::I64)).collect();
        (sizes, Substitution { types, ..Substitution::default() })
    }
}

/// Replaces the `k`-th distinct known size in the types by the constant `k`. Returns the new types, and the known sizes
/// in this order.
fn without_known_sizes(types: &[Type]) -> (Vec<Type>, Vec<Size>) {
    let known = RefCell::new(IndexSet::new());
    let number = |size| match size {
        Size::Any => Size::Any,
        known_size => Size::Const(known.borrow_mut().insert_full(known_size).0 as i64),
    };
    let types = types.iter().map(|ty| map_type(ty, &number, &Type::Param)).collect();
    (types, known.into_inner().into_iter().collect())
}

/// Returns the number of known sizes that `without_known_sizes` took from the types.
fn size_count(types: &[Type]) -> usize {
    let count = Cell::new(0);
    let note = |size| {
        if let Size::Const(at) = size {
            count.set(count.get().max(at as usize + 1));
        }
        size
    };
    types.iter().for_each(|ty| drop(map_type(ty, &note, &Type::Param)));
    count.get()
}

/// Replaces a use of a polymorphic function by its instance `name`, applied to the sizes if there are any.
fn take_sizes(expr: &mut Expr, name: ExprKind, sizes: &[Size]) {
    let sizes: Vec<Expr> = sizes.iter().filter_map(|&size| make::size_value(size)).collect();
    if sizes.is_empty() {
        expr.kind = name;
        return;
    }
    let ty = Type::functions(sizes.iter().map(|_| Type::I64), expr.ty.clone());
    let function = make::expr(name, ty).at(expr.span);
    expr.kind = ExprKind::Apply(Box::new(function), sizes);
}

fn bug(message: impl Into<String>) -> Error {
    Bug::new("monomorphise", message).into()
}

/// Whether the type is within the limits of depth and of constructors. Subtracts its constructors from `budget`.
fn fits(ty: &Type, depth: usize, budget: &mut usize) -> bool {
    let (Some(below), Some(rest)) = (depth.checked_sub(1), budget.checked_sub(1)) else { return false };
    *budget = rest;
    match ty {
        Type::Scalar(_) | Type::Param(_) => true,
        Type::Array(elem, _) | Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => fits(elem, below, budget),
        Type::Record(fields) => fields.iter().all(|(_, field)| fits(field, below, budget)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).all(|ty| fits(ty, below, budget))
        }
        Type::Data(_, args) => args.iter().all(|ty| fits(ty, below, budget)),
        Type::Function(from, to) => fits(from, below, budget) && fits(to, below, budget),
    }
}
