//! Checks that the iterations of an accelerated loop are independent: no element of a tensor that one iteration writes is
//! read or written by another one.
//!
//! ```text
//! t : tensor<f64>                       t : tensor<(f64, i64, i64)>
//! accelerate(\_ -> loop(n, f))          loop _ for i < n do let _ = ref.write(iteration, start + i) in f(i)
//! tensor.get(t, k)                      let e = tensor.get(t, k) .. ensure .. in e#0
//! ```
//!
//! Each element is stored with the last iteration that wrote it, and the first one that read it since the loop began. So
//! views share this log, too. Iterations are numbered through the whole run, so a new loop need not clear the log. The
//! number of the current one is in a reference, as is that of the first iteration of its loop. A loop inside of an
//! iteration belongs to the iteration.
//!
//! Accelerated expressions that may contain loops become host code, because iterations share the log. Programs without
//! such expressions stay as they are. Elements of references are not logged.

use crate::build;
use crate::calls::Calls;
use crate::def::{
    Acceleration, Binding, Def, DefId, Expr, ExprKind, Inline, LoopForm, Pat, Prim, Program, RefOp, TensorOp, Type,
    Unique, tuple_field,
};
use crate::messages;
use crate::outline::{definitions_with_loops, uses_loops};
use crate::walk::{PartMut, for_each_expr, for_each_part_mut, free_variables, map_parts, pat_parts_mut};
use base::{NameSource, Span, Symbol, Template};
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp};

/// Value of `iteration` outside of accelerated expressions.
const ON_THE_HOST: i64 = -2;
/// Value of `iteration` in an accelerated expression, outside of loops.
const OUTSIDE_OF_LOOPS: i64 = -1;
/// Number of the iteration that accessed an element, if none did.
const NEVER: i64 = -1;

/// Adds a log to all tensors, and checks to their operations, if an accelerated expression has loops.
pub(super) fn log_accesses(mut program: Program) -> Program {
    if program.acceleration == Acceleration::Implied {
        return program;
    }
    let loops = definitions_with_loops(&program, &Calls::of(&program));
    let mut is_needed = false;
    for def in program.defs.values() {
        for_each_expr(&def.body, &mut |expr| is_needed |= accelerates_loops(expr, &loops));
    }
    if !is_needed {
        return program;
    }
    let mut state = |name: &str, value| program.defs.push(reference(name, value));
    let [iteration, start, next] =
        [state("iteration", ON_THE_HOST), state("loop_start", 0), state("next_iteration", 0)];
    let mut pass = Pass { names: &mut program.names, loops: &loops, iteration, start, next };
    for data in program.datas.values_mut() {
        let payload = |types: &[Type]| types.iter().map(logged).collect();
        data.constructors = data.constructors.iter().map(|(name, types)| (*name, payload(types))).collect();
    }
    for def in program.defs.values_mut() {
        def.params.iter_mut().for_each(|param| pat_parts_mut(&mut param.pat, &mut |part| pass.part(part)));
        def.result = logged(&def.result);
        pass.expr(&mut def.body);
    }
    program
}

/// Returns the type with a log in its tensors.
fn logged(ty: &Type) -> Type {
    map_parts(ty, &|part| match part {
        Type::Tensor(elem) => Type::Tensor(with_log(&elem).into()),
        other => other,
    })
}

fn with_log(elem: &Type) -> Type {
    Type::tuple([elem.clone(), Type::I64, Type::I64])
}

/// Whether the expression is accelerated, and may run loops.
fn accelerates_loops(expr: &Expr, loops: &FxHashSet<usize>) -> bool {
    let ExprKind::Prim(Prim::Accelerate, args) = &expr.kind else { return false };
    let Some(function) = args.first() else { return false };
    uses_loops(function, loops) || free_variables(function).values().iter().any(|(_, ty)| ty.has_function())
}

/// Returns the constant `name = ref.new(value)`.
fn reference(name: &str, value: i64) -> Def {
    Def {
        name: Symbol::new(name),
        type_params: Vec::new(),
        params: Vec::new(),
        result: Type::Ref(Type::I64.into()),
        unique_result: Unique::No,
        unique_inferred: false,
        body: build::prim(Prim::Ref(RefOp::New), vec![build::i64(value)]),
        inline: Inline::Auto,
        accelerated: false,
        span: Span::NOWHERE,
    }
}

fn read(reference: DefId) -> Expr {
    build::prim(Prim::Ref(RefOp::Read), vec![build::def(reference, Vec::new(), Type::Ref(Type::I64.into()))])
}

/// Returns the binding that changes a reference.
fn write(reference: DefId, value: Expr) -> Binding {
    let reference = build::def(reference, Vec::new(), Type::Ref(Type::I64.into()));
    effect(build::prim(Prim::Ref(RefOp::Write), vec![reference, value]))
}

/// Returns the binding that evaluates an expression of type unit.
fn effect(value: Expr) -> Binding {
    build::binding(Pat::Wildcard(Type::unit()), value)
}

struct Pass<'p> {
    names: &'p mut NameSource,
    /// Definitions that contain loops, directly or through others.
    loops: &'p FxHashSet<usize>,
    /// The reference with the number of the current iteration.
    iteration: DefId,
    /// The reference with the number of the first iteration of the current loop.
    start: DefId,
    /// The reference with the number of the next loop's first iteration.
    next: DefId,
}

impl Pass<'_> {
    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Type(ty) => *ty = logged(ty),
            PartMut::Expr(child) => self.expr(child),
            PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let has_loops = accelerates_loops(expr, self.loops);
        for_each_part_mut(expr, &mut |part| self.part(part));
        let (span, ty) = (expr.span, expr.ty.clone());
        let ExprKind::Prim(prim, args) = &mut expr.kind else { return };
        let mut bindings = Vec::new();
        let value = match (*prim, &mut args[..]) {
            (Prim::Accelerate, [function]) if has_loops => self.on_host(function, &mut bindings),
            (Prim::InAccelerate, []) => {
                let here = build::compare(CmpOp::Ne, read(self.iteration), build::i64(ON_THE_HOST));
                let in_accelerate = build::prim(Prim::InAccelerate, Vec::new());
                build::if_then_else(in_accelerate, build::bool(true), here)
            }
            (Prim::Loop, [count, function]) => self.counted(count, function, &mut bindings),
            (Prim::Tensor(TensorOp::New), [_, elements]) => {
                let array = std::mem::replace(elements, build::unit());
                *elements = self.each(array, |x| build::tuple([x, build::i64(NEVER), build::i64(NEVER)])).at(span);
                return;
            }
            (Prim::Tensor(TensorOp::Get), [tensor, at]) => {
                let [tensor, at] = [tensor, at].map(|operand| self.named(operand, &mut bindings));
                self.get(&tensor, &at, span)
            }
            (Prim::Tensor(TensorOp::Set), [tensor, at, value]) => {
                let [tensor, at, value] = [tensor, at, value].map(|operand| self.named(operand, &mut bindings));
                self.set(&tensor, &at, value, span)
            }
            (Prim::Tensor(TensorOp::ToArray), [tensor]) => {
                let tensor = self.named(tensor, &mut bindings);
                self.elements(&tensor, &mut bindings, span)
            }
            _ => return,
        };
        *expr = build::block(bindings, value).with_type(ty).at(span);
    }

    /// Takes the operand, and returns it as an atom.
    fn named(&mut self, operand: &mut Expr, bindings: &mut Vec<Binding>) -> Expr {
        let value = std::mem::replace(operand, build::unit());
        build::named("operand", value, self.names, bindings)
    }

    fn bound(&mut self, name: &str, value: Expr, bindings: &mut Vec<Binding>) -> Expr {
        let name = self.names.fresh(name);
        let ty = value.ty.clone();
        bindings.push(build::bind(name, value));
        build::var(name, ty)
    }

    /// Maps a function over an array.
    fn each(&mut self, array: Expr, function: impl Fn(Expr) -> Expr) -> Expr {
        let elem = array.ty.elem().cloned().unwrap_or_else(Type::unit);
        let name = self.names.fresh("x");
        let body = function(build::var(name, elem.clone()));
        build::map(build::lambda(vec![build::param(name, elem)], body), array)
    }

    /// Returns an accelerated expression as host code.
    fn on_host(&mut self, function: &mut Expr, bindings: &mut Vec<Binding>) -> Expr {
        bindings.push(write(self.iteration, build::i64(OUTSIDE_OF_LOOPS)));
        let function = std::mem::replace(function, build::unit());
        let value = self.bound("value", build::apply(function, vec![build::unit()]), bindings);
        bindings.push(write(self.iteration, build::i64(ON_THE_HOST)));
        value
    }

    /// Returns a loop in the order of iterations. If it is the outermost one of an accelerated expression, it numbers them.
    fn counted(&mut self, count: &mut Expr, function: &mut Expr, bindings: &mut Vec<Binding>) -> Expr {
        let count = self.named(count, bindings);
        let function = self.named(function, bindings);
        let now = self.bound("now", read(self.iteration), bindings);
        let is_outer = build::compare(CmpOp::Eq, now.clone(), build::i64(OUTSIDE_OF_LOOPS));
        let is_outer = self.bound("is_outer", is_outer, bindings);
        let first = self.bound("first", read(self.next), bindings);
        let if_outer =
            |bindings| build::if_then_else(is_outer.clone(), build::block(bindings, build::unit()), build::unit());
        let end = build::binary(BinOp::Max, count.clone(), build::i64(0));
        let end = build::binary(BinOp::Add, first.clone(), end);
        bindings.push(effect(if_outer(vec![write(self.start, first.clone()), write(self.next, end)])));
        let at = self.names.fresh("i");
        let number = build::binary(BinOp::Add, first, build::size_var(at));
        let step = vec![effect(if_outer(vec![write(self.iteration, number)]))];
        let body = build::block(step, build::apply(function, vec![build::size_var(at)]));
        let looped = build::loop_over(Pat::Wildcard(Type::unit()), build::unit(), LoopForm::For(at, count), body);
        bindings.push(effect(looped));
        bindings.push(effect(if_outer(vec![write(self.iteration, build::i64(OUTSIDE_OF_LOOPS))])));
        build::unit()
    }

    /// Returns code for a read of an element.
    fn get(&mut self, tensor: &Expr, at: &Expr, span: Span) -> Expr {
        let mut bindings = Vec::new();
        let element = build::prim(Prim::Tensor(TensorOp::Get), vec![tensor.clone(), at.clone()]).at(span);
        let element = self.bound("element", element, &mut bindings);
        let [value, writer, reader] = [0, 1, 2].map(|part| build::field(element.clone(), tuple_field(part)));
        let now = self.bound("now", read(self.iteration), &mut bindings);
        let mut inner = Vec::new();
        let start = self.bound("start", read(self.start), &mut inner);
        let values = [now.clone(), at.clone(), writer.clone()];
        let is_first = build::compare(CmpOp::Lt, reader, start.clone());
        let marked = build::tuple([value.clone(), writer.clone(), now.clone()]);
        let mark = build::prim(Prim::Tensor(TensorOp::Set), vec![tensor.clone(), at.clone(), marked]).at(span);
        let mark = build::if_then_else(is_first, mark, build::unit());
        let independent = independent(&writer, &now, &start);
        let message = messages::read_and_written();
        inner.push(effect(checked(independent, message, values, [0, 2], &start, mark, span)));
        let log = build::block(inner, build::unit());
        bindings.push(effect(build::if_then_else(is_inside(&now), log, build::unit())));
        build::block(bindings, value)
    }

    /// Returns code for a write of an element.
    fn set(&mut self, tensor: &Expr, at: &Expr, value: Expr, span: Span) -> Expr {
        let write = |value: &Expr, writer: Expr, reader: Expr| {
            let element = build::tuple([value.clone(), writer, reader]);
            build::prim(Prim::Tensor(TensorOp::Set), vec![tensor.clone(), at.clone(), element]).at(span)
        };
        let mut bindings = Vec::new();
        let now = self.bound("now", read(self.iteration), &mut bindings);
        let mut inner = Vec::new();
        let old = build::prim(Prim::Tensor(TensorOp::Get), vec![tensor.clone(), at.clone()]).at(span);
        let old = self.bound("old", old, &mut inner);
        let [writer, reader] = [1, 2].map(|part| build::field(old.clone(), tuple_field(part)));
        let start = self.bound("start", read(self.start), &mut inner);
        let writes = [writer.clone(), now.clone(), at.clone()];
        let reads = [reader.clone(), at.clone(), now.clone()];
        let done = write(&value, now.clone(), reader.clone());
        let not_read = independent(&reader, &now, &start);
        let done = checked(not_read, messages::read_and_written(), reads, [0, 2], &start, done, span);
        let not_written = independent(&writer, &now, &start);
        let done = checked(not_written, messages::written_twice(), writes, [0, 1], &start, done, span);
        let plain = write(&value, build::i64(NEVER), build::i64(NEVER));
        build::block(bindings, build::if_then_else(is_inside(&now), build::block(inner, done), plain))
    }

    /// Returns code for a read of all elements. In a loop it reads each one first.
    fn elements(&mut self, tensor: &Expr, bindings: &mut Vec<Binding>, span: Span) -> Expr {
        let name = self.names.fresh("i");
        let element = self.get(tensor, &build::size_var(name), span);
        let body = build::block(vec![build::binding(Pat::Wildcard(element.ty.clone()), element)], build::unit());
        let size = build::prim(Prim::Tensor(TensorOp::Size), vec![tensor.clone()]);
        let all = build::loop_over(Pat::Wildcard(Type::unit()), build::unit(), LoopForm::For(name, size), body);
        let now = self.bound("now", read(self.iteration), bindings);
        bindings.push(effect(build::if_then_else(is_inside(&now), all, build::unit())));
        let array = build::prim(Prim::Tensor(TensorOp::ToArray), vec![tensor.clone()]).at(span);
        self.each(array, |element| build::field(element, tuple_field(0))).at(span)
    }
}

/// Whether an iteration is under way.
fn is_inside(now: &Expr) -> Expr {
    build::compare(CmpOp::Ge, now.clone(), build::i64(0))
}

/// Whether an access was by the current iteration, or before the loop.
fn independent(other: &Expr, now: &Expr, start: &Expr) -> Expr {
    let before = build::compare(CmpOp::Lt, other.clone(), start.clone());
    build::binary(BinOp::Or, before, build::compare(CmpOp::Eq, other.clone(), now.clone()))
}

/// Returns `then` if the condition holds. The values at these positions are iterations, which messages number from 0.
fn checked(
    condition: Expr,
    message: Template,
    values: [Expr; 3],
    iterations: [usize; 2],
    start: &Expr,
    then: Expr,
    span: Span,
) -> Expr {
    let shown = values.into_iter().enumerate().map(|(at, value)| {
        if iterations.contains(&at) { build::binary(BinOp::Sub, value, start.clone()) } else { value }
    });
    build::ensure(condition, message, shown.collect(), then).at(span)
}
