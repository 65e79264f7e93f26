//! Outlining of accelerated code: the function of each `accelerate` becomes an accelerated definition, whose parameters
//! are the function's free variables. Devices have neither sequences nor data types. So in accelerated definitions, and
//! in copies of the definitions that these use, a sequence is an array, and a data type is a sum. Calls convert.
//!
//! ```text
//! def main (s : seq<i64>) (k : i64) : seq<i64> =   def main (s : seq<i64>) (k : i64) : seq<i64> =
//!   accelerate(\_ : () ->                            seq.of_array(@main_1(seq.to_array(s), k))
//!     seq.of_array(map(\x -> @scale(k, x),
//!                      seq.to_array(s))))          def main_1 accelerated (s : []i64) (k : i64) : []i64 =
//! def scale (k : i64) (x : i64) : i64 = k * x        map(\x -> @scale2(k, x), s)
//!                                                  def scale2 (k : i64) (x : i64) : i64 = k * x
//! ```
//!
//! An accelerated expression with loops (`Prim::Loop`) stays on the host. Only the iterations of its loops (`kernel`) and its
//! operations on sequences (`parts`) are code for a device. It calls copies of the definitions in which loops are parallel; in all other code they are
//! sequential.
//!
//! This is the lifting of "Expression Acceleration" (§4.1). Elements that are sequences become rows, so they need equal
//! shapes; a failure says so where they differ. `device` has the conversions.
//!
//! CORE to CORE. Needs: `check_first_order`, no type parameters, lifted constants (`lift_constants`), no `Prim::InAccelerate`; accelerated code
//! obeys the rules of `well_formed::judge`. Guarantees: no `Prim::Accelerate`; accelerated definitions obey the rules
//! of `well_formed`; `Prim::Loop` only where iterations are independent. Cost: linear in the program.

mod device;
mod folds;
mod kernel;
mod parts;
mod paths;
mod recursions;
mod state;
mod total;

pub use device::Device;
pub(crate) use device::{constant_text, recursive_datas};
pub(crate) use folds::reason_against as fold_stays;
pub(crate) use recursions::reason_against as recursion_stays;
pub(crate) use state::{Definitions, Reason};

use crate::accelerate::{accelerated_def, unused_name};
use crate::build;
use crate::calls::Calls;
use crate::closures::closures;
use crate::constants::lift_constants;
use crate::def::{Acceleration, Def, DefId, Expr, ExprKind, LoopForm, Param, Pat, Prim, Program, Type};
use crate::defunctionalise::defunctionalise;
use crate::monomorphise::monomorphise;
use crate::sides::choose_sides;
use crate::typing::without_sizes;
use crate::walk::{Renaming, for_each_child_mut, for_each_expr, free_variables, pat_parts_mut, refresh_def};
use crate::well_formed::judge;
use base::entity::EntityRef;
use base::{Diagnostic, Error, Name, NameSource, Span, Symbol, graph};
use folds::reduce_folds;
use parts::Contents;
use paths::replace_paths;
use rustc_hash::{FxHashMap, FxHashSet};

/// Makes definitions of accelerated code. A program with implied acceleration stays as it is.
///
/// # Errors
/// The user's errors in accelerated code (`well_formed::judge`).
pub fn outline(program: Program) -> Result<Program, Error> {
    if program.acceleration == Acceleration::Implied {
        return Ok(program);
    }
    let errors = judge(&program, true);
    if !errors.is_empty() {
        return Err(Error::User(errors));
    }
    let calls = Calls::of(&program);
    let device = Device::new(&program.datas);
    let mut pass = Pass {
        program: &program,
        names: program.names.clone(),
        taken: program.entries.iter().map(|entry| entry.name).collect(),
        loops: definitions_with_loops(&program, &calls),
        new: Vec::new(),
        copies: FxHashMap::default(),
        inlined: 0,
        recursive: calls.on_cycles(),
        contents: Contents::of(&program, &calls, &device),
        device,
    };
    let mut defs = program.defs.clone();
    for def in defs.values_mut() {
        pass.host(&mut def.body, Mode::Host(def.name))?;
    }
    // Each new definition may need further ones.
    let mut made = 0;
    while let Some(new) = pass.new.get(made).cloned() {
        defs.push(pass.made(new)?);
        made += 1;
    }
    let names = pass.names;
    Ok(Program { names, defs, ..program })
}

/// Returns the definitions that contain loops, directly or through others.
pub(crate) fn definitions_with_loops(program: &Program, calls: &Calls) -> FxHashSet<usize> {
    let direct = program.defs.iter().filter(|(_, def)| has_loop(&def.body)).map(|(id, _)| id.index());
    graph::reaching(&calls.edges(), &direct.collect())
}

pub(crate) fn has_loop(expr: &Expr) -> bool {
    let mut found = false;
    for_each_expr(expr, &mut |expr| found |= matches!(expr.kind, ExprKind::Prim(Prim::Loop, _)));
    found
}

/// Whether the expression contains loops, or uses one of the definitions that do.
pub(crate) fn uses_loops(expr: &Expr, loops: &FxHashSet<usize>) -> bool {
    let mut found = has_loop(expr);
    for_each_expr(expr, &mut |part| {
        found |= matches!(part.kind, ExprKind::Def(id, _) if loops.contains(&id.index()));
    });
    found
}

/// Returns a value with arrays in place of sequences.
pub fn to_arrays(value: Expr, program: &mut Program) -> Expr {
    Device::new(&program.datas).enter(value, &mut program.names)
}

/// Returns a value that has arrays in place of sequences as one of the type `ty`; the inverse of `to_arrays`.
pub fn of_arrays(value: Expr, ty: &Type, program: &mut Program) -> Expr {
    Device::new(&program.datas).leave(value, ty, &mut program.names)
}

/// Returns a type with arrays in place of sequences.
pub fn with_arrays(ty: &Type, program: &Program) -> Type {
    Device::new(&program.datas).ty(ty)
}

/// Finds the user's errors in accelerated code: first in the program as it is, then in the first-order one.
///
/// # Errors
/// The user's errors; limitations of the passes that make the program first-order.
pub fn check(program: &Program) -> Result<(), Error> {
    if program.acceleration == Acceleration::Implied {
        return Ok(());
    }
    let mut errors = judge(program, false);
    let later = first_order(program).and_then(outline);
    if errors.is_empty() {
        return later.map(|_| ());
    }
    // The first-order program may have errors in other expressions.
    if let Err(Error::User(later)) = later {
        let known: FxHashSet<Span> = errors.iter().flat_map(places).collect();
        errors.extend(later.into_iter().filter(|error| !places(error).any(|place| known.contains(&place))));
    }
    Err(Error::User(errors))
}

fn first_order(program: &Program) -> Result<Program, Error> {
    lift_constants(choose_sides(defunctionalise(closures(monomorphise(program.clone())?)?)?))
}

fn places(error: &Diagnostic) -> impl Iterator<Item = Span> + '_ {
    error.labels.iter().map(|label| label.span)
}

/// The kind of the host code in which an expression stands.
#[derive(Clone, Copy)]
enum Mode {
    /// Code outside of accelerated expressions, in a definition of this name.
    Host(Symbol),
    /// Code of an accelerated expression with loops, in a definition of this name.
    Loops(Symbol),
}

/// A definition that is still to be made.
#[derive(Clone)]
enum New {
    /// The accelerated definition of an expression: its name, its parameters and its body, with the host's types.
    Node(Symbol, Vec<(Name, Type)>, Expr),
    Copy(DefId, Kind),
}

/// The code that uses the copy of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// Code for the device that is parallel by its array operations.
    Parallel,
    /// Code for one thread of the device.
    Thread,
    /// Code of the host whose loops are parallel.
    Loops,
}

struct Pass<'p> {
    program: &'p Program,
    names: NameSource,
    /// Names of entry points and accelerated definitions.
    taken: FxHashSet<Symbol>,
    /// Definitions that contain loops, directly or through others.
    loops: FxHashSet<usize>,
    /// Recursive definitions.
    recursive: FxHashSet<DefId>,
    /// New definitions, which come after those of the program.
    new: Vec<New>,
    copies: FxHashMap<(DefId, Kind), DefId>,
    /// Number of expressions inlined in loops so far.
    inlined: usize,
    device: Device<'p>,
    contents: Contents,
}

impl Pass<'_> {
    /// Replaces accelerated expressions in host code.
    fn host(&mut self, expr: &mut Expr, mode: Mode) -> Result<(), Error> {
        if let Mode::Loops(hint) = mode
            && self.part(expr, hint)
        {
            return Ok(());
        }
        let place = expr.span;
        match (&mut expr.kind, mode) {
            (ExprKind::Prim(Prim::Accelerate, args), Mode::Host(hint)) => {
                if let Some(Expr { kind: ExprKind::Lambda(lambda), .. }) = args.pop() {
                    // Passes may have named the parameter.
                    let units = lambda.params.into_iter().filter(|param| matches!(param.pat, Pat::Var(..)));
                    let units = units.map(|param| build::binding(param.pat, build::unit())).collect();
                    let span = lambda.body.span;
                    *expr = self.accelerated(build::block(units, lambda.body).at(span), hint, place)?;
                }
                return Ok(());
            }
            (ExprKind::Prim(Prim::Loop, _), Mode::Loops(hint)) => return self.kernel(expr, hint),
            (ExprKind::Def(id, _), Mode::Loops(_)) if self.loops.contains(&id.index()) => {
                *id = self.copy_of(*id, Kind::Loops)
            }
            _ => {}
        }
        let mut result = Ok(());
        for_each_child_mut(expr, &mut |child| {
            if result.is_ok() {
                result = self.host(child, mode);
            }
        });
        in_order(expr, &mut self.names);
        result
    }

    /// Returns the accelerated expression as host code. One with loops stays on the host, apart from their iterations.
    fn accelerated(&mut self, mut body: Expr, hint: Symbol, place: Span) -> Result<Expr, Error> {
        if !uses_loops(&body, &self.loops) {
            return Ok(self.call(body, hint, place));
        }
        self.host(&mut body, Mode::Loops(hint))?;
        Ok(body)
    }

    /// Moves an accelerated expression to a new definition; returns the call, with conversions of its arguments and its
    /// result. Failures of conversions have the place.
    fn call(&mut self, mut body: Expr, hint: Symbol, place: Span) -> Expr {
        let ty = body.ty.clone();
        let mut renaming = Renaming::default();
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for (name, ty) in free_variables(&body).values() {
            let inside = self.names.like(name);
            renaming.add(name, inside);
            params.push((inside, without_sizes(&ty)));
            let given = build::var(name, ty).at(place);
            args.push(self.device.enter(given, &mut self.names));
        }
        renaming.expr(&mut body);
        if args.is_empty() {
            args.push(build::unit());
        }
        let result = self.device.ty(&without_sizes(&ty));
        let function = Type::functions(args.iter().map(|arg| without_sizes(&arg.ty)), result.clone());
        let name = unused_name(hint, self.new.len(), &mut self.taken);
        let id = self.make(New::Node(name, params, body));
        // The call has no place in the source, so that it does not appear in the trace of a failure.
        let call = build::apply(build::def(id, Vec::new(), function), args).with_type(result);
        self.device.leave(call, &ty, &mut self.names).with_type(ty).at(place)
    }

    fn make(&mut self, new: New) -> DefId {
        self.new.push(new);
        DefId::new(self.program.defs.len() + self.new.len() - 1)
    }

    /// Returns the copy of a definition for this use.
    fn copy_of(&mut self, id: DefId, kind: Kind) -> DefId {
        if let Some(copy) = self.copies.get(&(id, kind)) {
            return *copy;
        }
        let copy = self.make(New::Copy(id, kind));
        self.copies.insert((id, kind), copy);
        copy
    }

    fn made(&mut self, new: New) -> Result<Def, Error> {
        match new {
            New::Node(name, params, body) => self.definition(name, params, body),
            New::Copy(id, Kind::Loops) => {
                let mut def = refresh_def(&self.program.defs[id], &mut self.names);
                let hint = def.name;
                self.host(&mut def.body, Mode::Loops(hint))?;
                Ok(def)
            }
            New::Copy(id, kind) => {
                let given = &self.program.defs[id];
                let new = if kind == Kind::Parallel && self.recursive.contains(&id) {
                    let code = Definitions { program: self.program, recursive: &self.recursive };
                    recursions::parallel(id, given, code, &mut self.names).ok()
                } else {
                    None
                };
                let mut def = match new {
                    Some(body) => refresh_def(&Def { body, ..given.clone() }, &mut self.names),
                    None => refresh_def(given, &mut self.names),
                };
                for param in &mut def.params {
                    pat_parts_mut(&mut param.pat, &mut |part| self.device.part(part));
                }
                let mut body = std::mem::replace(&mut def.body, build::unit());
                if kind == Kind::Thread {
                    self.inline(&mut body, 0);
                }
                Ok(Def {
                    body: self.body(body, kind)?,
                    result: self.device.ty(&def.result),
                    unique_inferred: true,
                    ..def
                })
            }
        }
    }

    fn definition(&mut self, name: Symbol, params: Vec<(Name, Type)>, body: Expr) -> Result<Def, Error> {
        let result = self.device.ty(&without_sizes(&body.ty));
        let mut params: Vec<Param> =
            params.into_iter().map(|(name, ty)| build::param(name, self.device.ty(&ty))).collect();
        if params.is_empty() {
            params.push(build::unit_param());
        }
        Ok(accelerated_def(name, params, result, self.body(body, Kind::Parallel)?))
    }

    /// Returns the expression as code of the device, which calls copies of definitions. In parallel code, folds become
    /// reductions. In code for one thread, variables that stand for tensors or their shapes are replaced.
    fn body(&mut self, mut expr: Expr, kind: Kind) -> Result<Expr, Error> {
        if kind == Kind::Parallel {
            let code = Definitions { program: self.program, recursive: &self.recursive };
            reduce_folds(&mut expr, code, &mut self.names);
        }
        self.device.expr(&mut expr, &mut self.names)?;
        self.redirect(&mut expr, kind);
        if kind == Kind::Thread {
            let may_be_shape = |ty: &Type| ty.elem() == Some(&Type::I64);
            replace_paths(&mut expr, &mut FxHashMap::default(), &|ty| ty.has_tensor() || may_be_shape(ty));
        }
        Ok(expr)
    }

    /// Calls copies, in which loops are sequential.
    fn redirect(&mut self, expr: &mut Expr, kind: Kind) {
        if let ExprKind::Def(id, _) = &mut expr.kind {
            *id = self.copy_of(*id, kind);
        }
        for_each_child_mut(expr, &mut |child| self.redirect(child, kind));
        in_order(expr, &mut self.names);
    }
}

/// Makes a sequential loop of one with independent iterations.
fn in_order(expr: &mut Expr, names: &mut NameSource) {
    let ExprKind::Prim(Prim::Loop, args) = &mut expr.kind else { return };
    let (Some(Expr { kind: ExprKind::Lambda(lambda), .. }), Some(count)) = (args.pop(), args.pop()) else { return };
    let name = names.fresh("i");
    let mut body = lambda.body;
    if let Some(param) = lambda.params.into_iter().next() {
        body = build::block(vec![build::binding(param.pat, build::var(name, Type::I64))], body);
    }
    let looped = build::loop_over(Pat::Wildcard(Type::unit()), build::unit(), LoopForm::For(name, count), body);
    *expr = looped.at(expr.span);
}
