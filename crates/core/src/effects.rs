//! Effects: what evaluating an expression does besides computing its value. They are computed where passes need them,
//! not written in types.
//!
//! The effects of an application are those of the function's body. A function that is a parameter adds nothing in the
//! body; instead an application adds the effects of the functions in its arguments. A function whose origin is unknown
//! has all effects that occur in the program. So a program without services has none, and costs one walk.
//!
//! ```text
//! def twice (f : i64 -> i64) (x : i64) : i64 = f(f(x))        no effects
//! @twice(\(y : i64) -> let _ : () = system.print(..) in y, 1)  those of `print`
//! ```

use crate::calls::{Calls, is_constant};
use crate::def::{
    Binding, Def, DefId, Ensure, Expr, ExprKind, LoopForm, Pat, Prim, Program, RefOp, SliceDim, TensorOp, Type,
};
use crate::walk::{for_each_expr, pat_binders};
use base::Name;
use base::entity::EntityRef;
use rustc_hash::FxHashMap;
use value::{SystemOp, TextOp};

/// Effects of evaluating an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Reads state that the program changes.
    pub reads: bool,
    /// Changes state that the program reads.
    pub writes: bool,
    /// Makes an object that has an identity.
    pub allocates: bool,
    /// Acts on the world outside of the program, or depends on it.
    pub io: bool,
    /// May fail or end the run, because of a service.
    pub partial: bool,
}

impl Effects {
    pub const NONE: Effects = Effects { reads: false, writes: false, allocates: false, io: false, partial: false };

    /// Whether nobody notices if the expression is not evaluated.
    pub fn may_drop(self) -> bool {
        !self.writes && !self.io && !self.partial
    }

    /// Whether nobody notices if the expression is evaluated twice instead of once, at one place.
    pub fn may_copy(self) -> bool {
        !self.writes && !self.io && !self.allocates
    }

    /// Whether two expressions may be evaluated in the other order.
    pub fn commutes(self, other: Effects) -> bool {
        let one_way = |a: Effects, b: Effects| {
            !(a.io && (b.io || b.partial)) && !(a.writes && (b.reads || b.writes || b.partial))
        };
        one_way(self, other) && one_way(other, self) && !(self.partial && other.partial)
    }

    pub fn and(self, other: Effects) -> Effects {
        Effects {
            reads: self.reads || other.reads,
            writes: self.writes || other.writes,
            allocates: self.allocates || other.allocates,
            io: self.io || other.io,
            partial: self.partial || other.partial,
        }
    }
}

/// Returns the effects of a primitive itself, without those of its operands and of functions that it applies.
pub fn of_prim(prim: Prim) -> Effects {
    match prim {
        Prim::System(op) => Effects { io: true, partial: is_partial(op), ..Effects::NONE },
        Prim::Text(op) => match op {
            TextOp::ToFloat => Effects { partial: true, ..Effects::NONE },
            TextOp::OfFloat | TextOp::IsFloat => Effects::NONE,
        },
        Prim::Fail => Effects { partial: true, ..Effects::NONE },
        Prim::Ref(RefOp::New) | Prim::Tensor(TensorOp::New) => Effects { allocates: true, ..Effects::NONE },
        Prim::Ref(RefOp::Read) | Prim::Tensor(TensorOp::Get | TensorOp::ToArray) => {
            Effects { reads: true, ..Effects::NONE }
        }
        Prim::Ref(RefOp::Write) | Prim::Tensor(TensorOp::Set) => Effects { writes: true, ..Effects::NONE },
        Prim::Un(_)
        | Prim::Bin(_)
        | Prim::Cmp(_)
        | Prim::Fma
        | Prim::Convert(_)
        | Prim::Equal
        | Prim::Size(_)
        | Prim::Iota
        | Prim::Replicate
        | Prim::Concat
        | Prim::Flatten
        | Prim::Unflatten
        | Prim::Transpose
        | Prim::FlatIndex(_)
        | Prim::FlatUpdate(_)
        | Prim::Zip
        | Prim::Unzip
        | Prim::Map
        | Prim::FlatMap
        | Prim::Reduce { .. }
        | Prim::Scan
        | Prim::Filter
        | Prim::Scatter
        | Prim::Histogram
        | Prim::Loop
        | Prim::Accelerate
        | Prim::InAccelerate
        | Prim::Copy
        | Prim::Shared
        | Prim::Seq(_)
        | Prim::Tensor(TensorOp::Shape | TensorOp::Size | TensorOp::At(_) | TensorOp::View | TensorOp::Part(..))
        | Prim::Foreign(_)
        | Prim::Parameter(_)
        | Prim::Trace(_) => Effects::NONE,
    }
}

/// Whether an operation may fail or end the run. Any output may fail.
fn is_partial(op: SystemOp) -> bool {
    match op {
        SystemOp::Print
        | SystemOp::PrintError
        | SystemOp::Flush
        | SystemOp::FlushError
        | SystemOp::ReadLine
        | SystemOp::ReadBytes
        | SystemOp::ReadFile
        | SystemOp::WriteFile
        | SystemOp::DeleteFile
        | SystemOp::Command
        | SystemOp::Exit
        | SystemOp::Argument => true,
        SystemOp::FileExists
        | SystemOp::Arguments
        | SystemOp::Time
        | SystemOp::Sleep
        | SystemOp::BeginExpression
        | SystemOp::EndExpression => false,
    }
}

/// Effects of an expression: of evaluating it, and of applying the functions in its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Parts {
    now: Effects,
    later: Effects,
}

impl Parts {
    fn and(self, other: Parts) -> Parts {
        Parts { now: self.now.and(other.now), later: self.later.and(other.later) }
    }

    /// Returns the effects if the functions in the value may be applied at once.
    fn all(self) -> Effects {
        self.now.and(self.later)
    }
}

/// Effects of the definitions of a program.
pub struct Latent {
    /// For each definition, the effects of applying it to all its arguments, or of evaluating a constant; and those of
    /// the functions in the result. Empty if the program has no effects.
    defs: Vec<Parts>,
    /// Numbers of parameters of the definitions; `None` for constants that a run computes at its start.
    params: Vec<Option<usize>>,
    /// All effects in the program, which a function of unknown origin has.
    any: Effects,
    /// Effects of the functions in the values of variables.
    variables: FxHashMap<Name, Effects>,
}

impl Latent {
    /// Computes the effects of all definitions, by a fixpoint over their uses.
    pub fn of(program: &Program) -> Latent {
        let mut any = Effects::NONE;
        for def in program.defs.values() {
            for_each_expr(&def.body, &mut |expr| {
                if let ExprKind::Prim(prim, _) = expr.kind {
                    any = any.and(of_prim(prim));
                }
            });
        }
        let variables = FxHashMap::default();
        let mut latent = Latent { defs: Vec::new(), params: Vec::new(), any, variables };
        if any == Effects::NONE {
            return latent;
        }
        latent.defs = vec![Parts::default(); program.defs.len()];
        latent.params = program.defs.values().map(|def| (!is_constant(def)).then_some(def.params.len())).collect();
        for group in Calls::of(program).components() {
            loop {
                let mut changed = false;
                for id in &group {
                    let parts = latent.of_def(&program.defs[*id]);
                    changed |= parts != latent.defs[id.index()];
                    latent.defs[id.index()] = parts;
                }
                if !changed {
                    break;
                }
            }
        }
        latent
    }

    /// Whether nothing in the program has effects.
    pub fn is_empty(&self) -> bool {
        self.any == Effects::NONE
    }

    /// Returns the effects of applying a definition to all its arguments, without those of functions among the
    /// arguments; for a constant, those of computing it.
    pub fn of_application(&self, id: DefId) -> Effects {
        self.defs.get(id.index()).copied().unwrap_or_default().now
    }

    /// Returns the effects of evaluating an expression of the program.
    pub fn of_expr(&mut self, expr: &Expr) -> Effects {
        if self.is_empty() { Effects::NONE } else { self.parts(expr).now }
    }

    /// Returns the effects of evaluating an expression of the program, and of applying the functions in its value.
    pub fn of_use(&mut self, expr: &Expr) -> Effects {
        if self.is_empty() { Effects::NONE } else { self.parts(expr).all() }
    }

    fn of_def(&mut self, def: &Def) -> Parts {
        def.params.iter().for_each(|param| self.bind(&param.pat, Effects::NONE));
        self.parts(&def.body)
    }

    /// Binds the variables of a pattern, whose functions have these effects.
    fn bind(&mut self, pat: &Pat, later: Effects) {
        for (name, ty) in pat_binders(pat) {
            if may_hold_function(&ty) {
                self.variables.insert(name, later);
            }
        }
    }

    fn parts(&mut self, expr: &Expr) -> Parts {
        let parts = match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Table(_) => Parts::default(),
            ExprKind::Var(name, _) => {
                Parts { now: Effects::NONE, later: self.variables.get(name).copied().unwrap_or(self.any) }
            }
            ExprKind::Def(id, _) => {
                let of = self.defs.get(id.index()).copied().unwrap_or_default();
                match self.params.get(id.index()).copied().flatten() {
                    // A run has computed the constant at its start.
                    None => Parts { now: Effects::NONE, later: of.later },
                    // A polymorphic constant is computed at each use.
                    Some(0) => of,
                    Some(_) => Parts { now: Effects::NONE, later: of.all() },
                }
            }
            ExprKind::Lambda(lambda) => {
                lambda.params.iter().for_each(|param| self.bind(&param.pat, Effects::NONE));
                Parts { now: Effects::NONE, later: self.parts(&lambda.body).all() }
            }
            ExprKind::Apply(function, args) => {
                let given = self.join(args);
                if self.arity(function).is_some_and(|arity| args.len() < arity) {
                    return self.parts(function).and(given);
                }
                let applied = self.applied(function, args.len());
                // Functions among the arguments may be applied now, or be part of the result.
                Parts { now: applied.now.and(given.all()), later: applied.later.and(given.later) }
            }
            ExprKind::Block(bindings, body) => {
                let mut now = Effects::NONE;
                for Binding { pat, value, .. } in bindings {
                    let value = self.parts(value);
                    now = now.and(value.now);
                    self.bind(pat, value.later);
                }
                let body = self.parts(body);
                Parts { now: now.and(body.now), later: body.later }
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.parts(condition).now;
                let ways = self.parts(yes).and(self.parts(no));
                Parts { now: condition.and(ways.now), later: ways.later }
            }
            ExprKind::Match(subject, cases) => {
                let subject = self.parts(subject);
                let mut parts = Parts { now: subject.now, later: Effects::NONE };
                for case in cases {
                    self.bind(&case.pat, subject.later);
                    parts = parts.and(self.parts(&case.body));
                }
                parts
            }
            ExprKind::Loop(looped) => {
                let mut parts = self.parts(&looped.init);
                // The functions in the state may come from any iteration.
                self.bind(&looped.pat, self.any);
                match &looped.form {
                    LoopForm::For(_, bound) => parts.now = parts.now.and(self.parts(bound).now),
                    LoopForm::ForIn(pat, array) => {
                        let array = self.parts(array);
                        parts.now = parts.now.and(array.now);
                        self.bind(pat, array.later);
                    }
                    LoopForm::While(condition) => parts.now = parts.now.and(self.parts(condition).now),
                }
                parts.and(self.parts(&looped.body))
            }
            ExprKind::Record(fields) => {
                fields.iter().fold(Parts::default(), |parts, (_, field)| parts.and(self.parts(field)))
            }
            ExprKind::Field(record, _) => self.parts(record),
            ExprKind::Variant(_, items) | ExprKind::Array(items) => self.join(items),
            ExprKind::Index(array, indices) => self.parts(array).and(self.join(indices)),
            ExprKind::Slice(array, dims) => self.parts(array).and(self.dims(dims)),
            ExprKind::Update(array, dims, value) => self.parts(array).and(self.dims(dims)).and(self.parts(value)),
            ExprKind::Prim(prim, args) => {
                let given = self.join(args);
                let own = of_prim(*prim);
                // A primitive applies the functions among its operands, except one that puts them into a sequence or a
                // reference. Any function may have been written to a reference.
                let later = if own.reads { self.any } else { given.later };
                let applied = if matches!(prim, Prim::Seq(_) | Prim::Ref(_)) { given.now } else { given.all() };
                Parts { now: own.and(applied), later }
            }
            ExprKind::Ensure(ensure) => {
                let Ensure { condition, message: _, values, then } = &**ensure;
                let now = self.parts(condition).now.and(self.join(values).now);
                let then = self.parts(then);
                Parts { now: now.and(then.now), later: then.later }
            }
        };
        if may_hold_function(&expr.ty) { parts } else { Parts { later: Effects::NONE, ..parts } }
    }

    /// Returns the number of arguments that a function takes before it does anything; `None` if that is unknown.
    fn arity(&self, function: &Expr) -> Option<usize> {
        match &function.kind {
            ExprKind::Def(id, _) => self.params.get(id.index()).copied().flatten(),
            ExprKind::Lambda(lambda) => Some(lambda.params.len()),
            _ => None,
        }
    }

    /// Returns the effects of evaluating a function and applying it to `count` arguments, and those of functions in the
    /// result.
    fn applied(&mut self, function: &Expr, count: usize) -> Parts {
        match &function.kind {
            ExprKind::Def(id, _) if self.arity(function) == Some(count) => self.defs[id.index()],
            ExprKind::Lambda(lambda) if lambda.params.len() == count => {
                lambda.params.iter().for_each(|param| self.bind(&param.pat, Effects::NONE));
                self.parts(&lambda.body)
            }
            _ => {
                let function = self.parts(function);
                Parts { now: function.all(), later: function.later }
            }
        }
    }

    fn join(&mut self, exprs: &[Expr]) -> Parts {
        exprs.iter().fold(Parts::default(), |parts, expr| parts.and(self.parts(expr)))
    }

    fn dims(&mut self, dims: &[SliceDim]) -> Parts {
        let mut parts = Parts::default();
        for dim in dims {
            match dim {
                SliceDim::Fix(index) => parts = parts.and(self.parts(index)),
                SliceDim::Range { start, end, stride } => {
                    for part in [start, end, stride].into_iter().flatten() {
                        parts = parts.and(self.parts(part));
                    }
                }
            }
        }
        parts
    }

    /// Returns the constants that a run computes once although nothing reaches them, because computing them has effects.
    pub fn constants(&self, program: &Program) -> Vec<DefId> {
        let has_effects = |id: DefId| {
            let effects = self.of_application(id);
            !effects.may_drop() || !effects.may_copy()
        };
        let constants = program.defs.iter().filter(|(id, def)| is_constant(def) && has_effects(*id));
        let entries: Vec<DefId> = program.entries.iter().map(|entry| entry.def).collect();
        constants.map(|(id, _)| id).filter(|id| !entries.contains(id)).collect()
    }
}

/// Whether a value of the type may contain functions.
fn may_hold_function(ty: &Type) -> bool {
    ty.has_function() || ty.has_data() || has_param(ty)
}

fn has_param(ty: &Type) -> bool {
    ty.any_part(&|part| matches!(part, Type::Param(_)).then_some(true))
}
