//! Lifting of constants: a constant that needs work is computed once. Each entry point binds the constants that it
//! reaches and passes them to the functions that need them.
//!
//! ```text
//! def table : []i64 = scan(plus, 0, iota(n))      def table (_ : ()) : []i64 = scan(plus, 0, iota(n))
//! def at (i : i64) : i64 = table[i]               def at (i : i64) (t : []i64) : i64 = t[i]
//! def main (k : i64) : []i64 = map(at, iota(k))   def main (k : i64) : []i64 =
//!                                                   let t : []i64 = table(())
//!                                                   in map(\i -> at(i, t), iota(k))
//! ```
//!
//! A tuning parameter that the program names is such a constant, so that only entry points read it: code for devices
//! cannot.
//!
//! A constant stays in place, to be inlined, if it is a small expression of total scalar operators over literals and
//! other such constants. `Calls::constants_from` determines which constants an entry point computes, and in what order;
//! the evaluator follows it too. A constant with effects is among them although the entry point does not reach it.
//!
//! Needs: `check_first_order`, no type parameters. Guarantees: both still hold. A definition without parameters is an
//! entry point or a constant that stays. Cost: linear in the program and in the parameters that are added.

use crate::build;
use crate::calls::{Calls, is_constant};
use crate::def::{Def, DefId, Expr, ExprKind, Inline, Prim, Program, Size, Type, Unique};
use crate::effects::Latent;
use crate::typing::without_sizes;
use crate::walk::{for_each_child, for_each_child_mut, refresh_def, renumber};
use base::entity::EntityRef;
use base::{Bug, Error, Name, NameSource, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of operations of a constant that stays, including those of the constants it uses.
const SMALL: usize = 64;

/// Transforms a program so that each constant that needs work is computed once in a run of an entry point.
pub fn lift_constants(mut program: Program) -> Result<Program, Error> {
    define_parameters(&mut program);
    lift(program, Place::Last)
}

/// Like `lift_constants`, for a program whose functions are values. Definitions take constants before their other
/// parameters, so that a function value holds the constants that it uses. Tuning parameters stay.
pub fn bind_constants(program: Program) -> Result<Program, Error> {
    lift(program, Place::First)
}

/// Where the parameters for constants stand.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    First,
    Last,
}

fn lift(mut program: Program, place: Place) -> Result<Program, Error> {
    let stays = staying(&program);
    if !program.defs.iter().any(|(id, def)| is_constant(def) && !stays[id.index()]) {
        return Ok(program);
    }
    let with_effects = Latent::of(&program).constants(&program);
    separate_entries(&mut program, &with_effects);
    let entries: FxHashSet<DefId> = program.entries.iter().map(|entry| entry.def).collect();
    let is_lifted = |id: DefId, def: &Def| is_constant(def) && stays.get(id.index()) != Some(&true);
    let lifted = program.defs.iter().filter(|(id, def)| is_lifted(*id, def) && !entries.contains(id));
    let lifted: Vec<DefId> = lifted.map(|(id, _)| id).collect();
    let calls = Calls::of(&program);
    if let Some(id) = recursive(&calls, &lifted) {
        return Err(Bug::new("constants", format!("the constant `{}` needs itself", program.defs[id].name)).into());
    }
    let mut pass = Pass {
        needs: needs(&calls, &lifted),
        hints: program.defs.values().map(|def| def.name).collect(),
        types: program.defs.values().map(|def| refined(&def.result, &def.body.ty)).collect(),
        bound: vec![None; program.defs.len()],
        place,
    };
    let starts: Vec<Vec<DefId>> = program
        .defs
        .keys()
        .map(|id| match entries.contains(&id) {
            true => lifted_among(calls.constants_from(&program, &with_effects, id), &lifted),
            false => pass.needs[id.index()].clone(),
        })
        .collect();
    for (id, constants) in program.defs.keys().zip(starts).collect::<Vec<_>>() {
        pass.def(&mut program.names, &mut program.defs[id], &constants, entries.contains(&id));
        if constants.is_empty() && lifted.binary_search(&id).is_ok() {
            program.defs[id].params.push(build::unit_param());
        }
    }
    Ok(program)
}

/// Adds a constant definition for each tuning parameter, and replaces reads of the parameter by uses of the constant.
fn define_parameters(program: &mut Program) {
    let first = program.defs.len();
    let names = program.parameters();
    for def in program.defs.values_mut() {
        use_constants(&mut def.body, first, &names);
    }
    for name in names {
        let body = build::prim(Prim::Parameter(name), Vec::new());
        program.defs.push(Def {
            name,
            type_params: Vec::new(),
            params: Vec::new(),
            result: Type::I64,
            unique_result: Unique::No,
            unique_inferred: false,
            body,
            inline: Inline::Auto,
            accelerated: false,
            span: Span::NOWHERE,
        });
    }
}

/// Replaces tuning parameters by uses of their constants, which are numbered from `first` on.
fn use_constants(expr: &mut Expr, first: usize, names: &[Symbol]) {
    if let ExprKind::Prim(Prim::Parameter(name), _) = expr.kind
        && let Some(at) = names.iter().position(|other| *other == name)
    {
        expr.kind = ExprKind::Def(DefId::new(first + at), Vec::new());
    }
    for_each_child_mut(expr, &mut |child| use_constants(child, first, names));
}

fn lifted_among(mut constants: Vec<DefId>, lifted: &[DefId]) -> Vec<DefId> {
    constants.retain(|id| lifted.binary_search(id).is_ok());
    constants
}

/// Returns, for each definition, whether it is a constant that is small enough to stay where it is used.
fn staying(program: &Program) -> Vec<bool> {
    let mut weights: Vec<Option<usize>> = vec![None; program.defs.len()];
    for id in Calls::of(program).callees_first(program.defs.keys()) {
        let def = &program.defs[id];
        let mut weight = 0;
        if is_constant(def) && weigh(&def.body, &weights, &mut weight) {
            weights[id.index()] = Some(weight);
        }
    }
    weights.into_iter().map(|weight| weight.is_some()).collect()
}

/// Adds the number of operations in the expression to `weight`. Returns `false` if there are too many, or if one is not
/// a total scalar operator.
fn weigh(expr: &Expr, weights: &[Option<usize>], weight: &mut usize) -> bool {
    *weight += 1;
    let fine = match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Var(..) => true,
        ExprKind::Block(..) | ExprKind::If(..) | ExprKind::Record(_) | ExprKind::Field(..) => true,
        ExprKind::Def(id, _) => {
            let known = weights.get(id.index()).copied().flatten();
            *weight += known.unwrap_or(0);
            known.is_some()
        }
        ExprKind::Prim(prim, args) => is_total(*prim, args),
        _ => false,
    };
    let mut all = fine && *weight <= SMALL && holds_scalars(&expr.ty);
    for_each_child(expr, &mut |child| all = all && weigh(child, weights, weight));
    all
}

fn holds_scalars(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => true,
        Type::Record(fields) => fields.iter().all(|(_, field)| holds_scalars(field)),
        _ => false,
    }
}

/// Whether the primitive is a scalar operator that cannot fail.
pub(crate) fn is_total(prim: Prim, args: &[Expr]) -> bool {
    match prim {
        Prim::Un(_) | Prim::Cmp(_) | Prim::Fma | Prim::Convert(_) => true,
        Prim::Bin(op) => {
            let divisor =
                args.last().and_then(|arg| if let ExprKind::Literal(s) = arg.kind { s.as_i64() } else { None });
            divisor.is_some_and(|divisor| divisor > 0)
                || args.iter().all(|arg| arg.ty.scalar().is_some_and(|elem| !op.can_fail(elem)))
        }
        _ => false,
    }
}

/// Separates entry points from other uses of their definitions. Other code calls a copy of a function. An entry point
/// that is a constant gets the copy, so that constants keep their order. It returns the constant's value if a run of it
/// computes the constant for others, because the effects would happen twice otherwise.
fn separate_entries(program: &mut Program, with_effects: &[DefId]) {
    let calls = Calls::of(program);
    let used: FxHashSet<DefId> = calls.all().collect();
    let computed: FxHashSet<DefId> = calls.callees_first(with_effects.iter().copied()).into_iter().collect();
    let mut called: Vec<DefId> = program.defs.keys().collect();
    let mut copies: FxHashMap<DefId, DefId> = FxHashMap::default();
    for entry in program.entries.iter_mut().filter(|entry| used.contains(&entry.def)) {
        let id = entry.def;
        let copy = *copies.entry(id).or_insert_with(|| {
            let mut copy = refresh_def(&program.defs[id], &mut program.names);
            if is_constant(&copy) && computed.contains(&id) {
                copy.body = build::def(id, Vec::new(), without_sizes(&copy.result)).at(copy.body.span);
                copy.unique_result = Unique::No;
            }
            called.push(DefId::new(called.len()));
            program.defs.push(copy)
        });
        match is_constant(&program.defs[id]) {
            true => entry.def = copy,
            false => called[id.index()] = copy,
        }
    }
    program.defs.values_mut().for_each(|def| renumber(&mut def.body, &called));
}

/// Returns, for each definition, the constants that it uses directly or through functions, in the order of `constants`.
fn needs(calls: &Calls, constants: &[DefId]) -> Vec<Vec<DefId>> {
    let callers = calls.callers();
    let mut needs: Vec<Vec<DefId>> = vec![Vec::new(); callers.len()];
    for &constant in constants {
        let mut open = vec![constant];
        while let Some(id) = open.pop() {
            for &caller in callers.get(id.index()).into_iter().flatten() {
                let needed = &mut needs[caller.index()];
                if needed.last() != Some(&constant) {
                    needed.push(constant);
                    open.extend(constants.binary_search(&caller).is_err().then_some(caller));
                }
            }
        }
    }
    needs
}

/// Returns a constant whose value depends on itself, directly or through functions, if there is one.
pub fn recursive_constant(program: &Program) -> Option<DefId> {
    let constants = program.defs.iter().filter(|(_, def)| def.params.is_empty()).map(|(id, _)| id);
    recursive(&Calls::of(program), &constants.collect::<Vec<_>>())
}

fn recursive(calls: &Calls, constants: &[DefId]) -> Option<DefId> {
    let graph = Calls::from_lists(needs(calls, constants));
    let mut seen = FxHashSet::default();
    // Without a cycle, each constant comes after those that it uses.
    let mut in_order = graph.callees_first(constants.iter().copied()).into_iter();
    in_order.find(|id| {
        let fine = graph.callees(*id).iter().all(|needed| seen.contains(needed));
        seen.insert(*id);
        !fine
    })
}

/// Returns `ty` with the constant sizes of `other`, a type of the same structure.
fn refined(ty: &Type, other: &Type) -> Type {
    match (ty, other) {
        (Type::Array(elem, size), Type::Array(other, found)) => {
            let size = if let Size::Const(_) = found { *found } else { *size };
            Type::array(refined(elem, other), size)
        }
        (Type::Record(fields), Type::Record(others)) => {
            let pairs = fields.iter().zip(others.iter());
            Type::Record(pairs.map(|((name, field), (_, other))| (*name, refined(field, other))).collect())
        }
        _ => ty.clone(),
    }
}

struct Pass {
    /// For each definition, the constants that it takes as parameters.
    needs: Vec<Vec<DefId>>,
    /// For each definition, the name hint of the variable that holds its value.
    hints: Vec<Symbol>,
    /// For each definition, the type of its result.
    types: Vec<Type>,
    /// For each constant, the variable that holds its value in the current definition.
    bound: Vec<Option<Name>>,
    place: Place,
}

impl Pass {
    /// Supplies a definition with the constants that it needs: an entry point binds them, any other definition takes
    /// them as parameters.
    fn def(&mut self, names: &mut NameSource, def: &mut Def, constants: &[DefId], is_entry: bool) {
        def.result = refined(&def.result, &def.body.ty);
        let (mut bindings, mut params) = (Vec::new(), Vec::new());
        for &id in constants {
            let name = names.fresh(self.hints[id.index()].as_str());
            if is_entry {
                bindings.push(build::bind(name, self.computed(id)));
            } else {
                params.push(build::param(name, self.types[id.index()].clone()));
            }
            self.bound[id.index()] = Some(name);
        }
        let at = if self.place == Place::First { 0 } else { def.params.len() };
        def.params.splice(at..at, params);
        self.expr(&mut def.body);
        if !bindings.is_empty() {
            let span = def.body.span;
            let body = std::mem::replace(&mut def.body, build::unit());
            def.body = build::block(bindings, body).at(span);
        }
        constants.iter().for_each(|id| self.bound[id.index()] = None);
    }

    /// Returns the call that computes the constant from the variables of those that it needs, or from unit.
    fn computed(&self, id: DefId) -> Expr {
        let (ty, mut args) = (self.types[id.index()].clone(), self.arguments(id));
        if args.is_empty() {
            args.push(build::unit());
        }
        let function = Type::functions(args.iter().map(|arg| without_sizes(&arg.ty)), ty.clone());
        build::apply(build::def(id, Vec::new(), function), args).with_type(ty)
    }

    /// Returns the variables that hold the constants needed by the definition.
    fn arguments(&self, id: DefId) -> Vec<Expr> {
        let variable = |needed: &DefId| {
            let name = self.bound[needed.index()]?;
            Some(build::var(name, self.types[needed.index()].clone()))
        };
        self.needs.get(id.index()).into_iter().flatten().filter_map(variable).collect()
    }

    /// Replaces uses of constants by the variables bound to them, and passes needed constants to calls, or to functions
    /// that are values.
    fn expr(&self, expr: &mut Expr) {
        let bound = |id: DefId| self.bound.get(id.index()).copied().flatten();
        match &mut expr.kind {
            ExprKind::Apply(function, args) if matches!(function.kind, ExprKind::Def(id, _) if bound(id).is_none()) => {
                args.iter_mut().for_each(|arg| self.expr(arg));
                if let ExprKind::Def(id, _) = function.kind {
                    let at = if self.place == Place::First { 0 } else { args.len() };
                    args.splice(at..at, self.arguments(id));
                    let types = args.iter().map(|arg| without_sizes(&arg.ty));
                    function.ty = Type::functions(types, without_sizes(&expr.ty));
                }
            }
            ExprKind::Def(id, _) => {
                let id = *id;
                if let Some(name) = bound(id) {
                    expr.ty = refined(&expr.ty, &self.types[id.index()]);
                    expr.kind = ExprKind::Var(name, Vec::new());
                    return;
                }
                let (args, ty, span) = (self.arguments(id), expr.ty.clone(), expr.span);
                if !args.is_empty() {
                    let function = Type::functions(args.iter().map(|arg| without_sizes(&arg.ty)), without_sizes(&ty));
                    let function = build::def(id, Vec::new(), function).at(span);
                    *expr = Expr { unchecked: expr.unchecked, ..build::apply(function, args).with_type(ty).at(span) };
                }
            }
            _ => for_each_child_mut(expr, &mut |child| self.expr(child)),
        }
    }
}
