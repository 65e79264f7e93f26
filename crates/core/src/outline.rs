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
//! This is the lifting of "Expression Acceleration" (§4.1). Elements that are sequences become rows, so they need equal
//! shapes; a failure says so where they differ. `device` has the conversions.
//!
//! CORE to CORE. Needs: `check_first_order`, no type parameters, lifted constants (`lift_constants`); accelerated code
//! obeys the rules of `well_formed::judge`. Guarantees: no `Prim::Accelerate`; accelerated definitions obey the rules
//! of `well_formed`. Cost: linear in the program.

mod device;

pub(crate) use device::{constant_text, is_recursive};

use crate::accelerate::unused_name;
use crate::build;
use crate::closures::closures;
use crate::constants::lift_constants;
use crate::def::{Acceleration, Def, DefId, Expr, ExprKind, Inline, Param, Pat, Prim, Program, Type, Unique};
use crate::defunctionalise::defunctionalise;
use crate::monomorphise::monomorphise;
use crate::typing::without_sizes;
use crate::walk::{Renaming, for_each_child_mut, free_variables, pat_parts_mut, refresh_def};
use crate::well_formed::judge;
use base::entity::EntityRef;
use base::{Error, Name, NameSource, Symbol};
use device::Device;
use indexmap::IndexMap;
use rustc_hash::FxHashSet;

/// Makes definitions of accelerated code. A program with implied acceleration stays as it is.
///
/// # Errors
/// The user's errors in accelerated code (`well_formed::judge`).
pub fn outline(mut program: Program) -> Result<Program, Error> {
    if program.acceleration == Acceleration::Implied {
        return Ok(program);
    }
    let errors = judge(&program);
    if !errors.is_empty() {
        return Err(Error::User(errors));
    }
    let mut pass = Pass {
        taken: program.entries.iter().map(|entry| entry.name).collect(),
        names: std::mem::take(&mut program.names),
        next: DefId::new(program.defs.len()),
        nodes: Vec::new(),
        copies: IndexMap::new(),
        device: Device { datas: &program.datas },
    };
    let mut defs = program.defs;
    for def in defs.values_mut() {
        pass.host(&mut def.body, def.name);
    }
    for node in std::mem::take(&mut pass.nodes) {
        defs.push(pass.definition(node)?);
    }
    let mut made = 0;
    while let Some((id, _)) = pass.copies.get_index(made) {
        let def = defs[*id].clone();
        defs.push(pass.copy(&def)?);
        made += 1;
    }
    program.names = pass.names;
    program.defs = defs;
    Ok(program)
}

/// Finds the user's errors in accelerated code: first in the program as it is, then in the first-order one.
///
/// # Errors
/// The user's errors; limitations of the passes that make the program first-order.
pub fn check(program: &Program) -> Result<(), Error> {
    if program.acceleration == Acceleration::Implied {
        return Ok(());
    }
    let errors = judge(program);
    if !errors.is_empty() {
        return Err(Error::User(errors));
    }
    let program = defunctionalise(closures(monomorphise(program.clone())?)?)?;
    outline(lift_constants(program)?).map(|_| ())
}

/// Code of an accelerated definition, still with the host's types.
struct Node {
    name: Symbol,
    params: Vec<(Name, Type)>,
    body: Expr,
}

struct Pass<'p> {
    names: NameSource,
    /// Names of entry points and accelerated definitions.
    taken: FxHashSet<Symbol>,
    /// The next new definition.
    next: DefId,
    nodes: Vec<Node>,
    /// The copy of each definition that accelerated code uses, in the order of the copies.
    copies: IndexMap<DefId, DefId>,
    device: Device<'p>,
}

impl Pass<'_> {
    /// Replaces accelerated expressions in host code by calls.
    fn host(&mut self, expr: &mut Expr, hint: Symbol) {
        if let ExprKind::Prim(Prim::Accelerate, args) = &mut expr.kind
            && let Some(Expr { kind: ExprKind::Lambda(lambda), .. }) = args.pop()
        {
            // Passes may have named the parameter.
            let units = lambda.params.into_iter().filter(|param| matches!(param.pat, Pat::Var(..)));
            let units = units.map(|param| build::binding(param.pat, build::unit())).collect();
            let span = lambda.body.span;
            *expr = self.call(build::block(units, lambda.body).at(span), hint);
            return;
        }
        for_each_child_mut(expr, &mut |child| self.host(child, hint));
    }

    /// Moves an accelerated expression to a new definition; returns the call, with conversions of its arguments and its
    /// result.
    fn call(&mut self, mut body: Expr, hint: Symbol) -> Expr {
        let (span, ty) = (body.span, body.ty.clone());
        let mut renaming = Renaming::default();
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for (name, ty) in free_variables(&body).values() {
            let inside = self.names.like(name);
            renaming.add(name, inside);
            params.push((inside, without_sizes(&ty)));
            let given = build::var(name, ty).at(span);
            args.push(self.device.enter(given, &mut self.names));
        }
        renaming.expr(&mut body);
        if args.is_empty() {
            args.push(build::unit());
        }
        let result = self.device.ty(&without_sizes(&ty));
        let function = Type::functions(args.iter().map(|arg| without_sizes(&arg.ty)), result.clone());
        let id = take_next(&mut self.next);
        let name = unused_name(hint, self.nodes.len(), &mut self.taken);
        self.nodes.push(Node { name, params, body });
        // The call has no place in the source, so that it does not appear in the trace of a failure.
        let call = build::apply(build::def(id, Vec::new(), function), args).with_type(result);
        self.device.leave(call, &ty, &mut self.names).with_type(ty).at(span)
    }

    fn definition(&mut self, node: Node) -> Result<Def, Error> {
        let Node { name, params, body } = node;
        let (span, result) = (body.span, self.device.ty(&without_sizes(&body.ty)));
        let mut params: Vec<Param> =
            params.into_iter().map(|(name, ty)| build::param(name, self.device.ty(&ty))).collect();
        if params.is_empty() {
            params.push(build::unit_param());
        }
        Ok(Def {
            name,
            type_params: Vec::new(),
            params,
            result,
            unique_result: Unique::No,
            unique_inferred: true,
            body: self.body(body)?,
            inline: Inline::Auto,
            accelerated: true,
            span,
        })
    }

    /// Returns the copy of a definition for the device.
    fn copy(&mut self, def: &Def) -> Result<Def, Error> {
        let mut def = refresh_def(def, &mut self.names);
        for param in &mut def.params {
            pat_parts_mut(&mut param.pat, &mut |part| self.device.part(part));
        }
        let body = std::mem::replace(&mut def.body, build::unit());
        Ok(Def { body: self.body(body)?, result: self.device.ty(&def.result), unique_inferred: true, ..def })
    }

    /// Returns the expression as code of the device, which calls the copies of definitions.
    fn body(&mut self, mut expr: Expr) -> Result<Expr, Error> {
        self.device.expr(&mut expr, &mut self.names)?;
        self.redirect(&mut expr);
        Ok(expr)
    }

    fn redirect(&mut self, expr: &mut Expr) {
        if let ExprKind::Def(id, _) = &mut expr.kind {
            let next = &mut self.next;
            *id = *self.copies.entry(*id).or_insert_with(|| take_next(next));
        }
        for_each_child_mut(expr, &mut |child| self.redirect(child));
    }
}

fn take_next(next: &mut DefId) -> DefId {
    std::mem::replace(next, DefId::new(next.index() + 1))
}
