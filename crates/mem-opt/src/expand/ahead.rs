//! Sizes that vary by thread, computed before the kernel: the statements of a thread that compute its number of
//! elements become a kernel of their own.
//!
//! ```text
//! map n (xs) (\x -> let (c : cert) = assert ..      traverse n () (\t -> let x = xs[t] let (k : i64) = x * x
//!                   let (k : i64) = x * x      ==>                       let s = if .. then max k 0 else 0
//!                   let (m : mem) = alloc k ..                           in (s, s, s)) scan (+) (0) reduce (+) (0)
//! ```
//!
//! If an assertion fails on which the size relies, the size is 0, and the thread itself will fail later. The statements
//! that are computed twice, at most `MAX_STEPS`, are scalar operators, reads of arrays that exist before the kernel,
//! and branches of these.

use base::Name;
use fun::build::{Builder, row};
use fun::def::*;
use fun::walk::{self, Substitution, substitute_atom, substitute_name};
use fun_opt::flatten::form::is_light;
use index::{IndexFn, Poly};
use mem::lower::poly;
use rustc_hash::FxHashSet;
use value::{BinOp, ScalarType};

/// Largest number of statements that may be computed twice.
const MAX_STEPS: usize = 64;

/// The part of a thread's code that can be computed before its kernel.
pub struct Ahead {
    levels: Vec<Level>,
    known: FxHashSet<Name>,
    inside: FxHashSet<Name>,
}

/// An operation of the nest: its lambda's parameters and inputs, and the statements that may be computed ahead.
struct Level {
    width: Atom,
    params: Vec<Name>,
    inputs: Vec<Name>,
    stms: Vec<Stm>,
}

impl Ahead {
    /// Analyses the operations of a nest, outermost first. `inside`: all names that the kernel binds.
    pub fn of(program: &Program, nest: &[&Exp], inside: FxHashSet<Name>) -> Ahead {
        let mut ahead = Ahead { levels: Vec::new(), known: FxHashSet::default(), inside };
        for exp in nest {
            let Some((width, inputs, lambda)) = exp.traversed() else { break };
            ahead.known.extend(&lambda.params);
            let mut stms = Vec::new();
            for stm in &lambda.body.stms {
                let mut all_known = may_run_twice(program, &stm.exp);
                let inner: FxHashSet<Name> = stm.exp.bodies().into_iter().flat_map(walk::bound_in_body).collect();
                walk::for_each_name_used(&program.vars, stm, &mut |name| {
                    all_known &= ahead.is_known(name) || inner.contains(&name);
                });
                if all_known {
                    ahead.known.extend(&stm.pattern);
                    stms.push(stm.clone());
                }
            }
            ahead.levels.push(Level { width, params: lambda.params.clone(), inputs: inputs.to_vec(), stms });
        }
        ahead
    }

    pub fn is_known(&self, name: Name) -> bool {
        !self.inside.contains(&name) || self.known.contains(&name)
    }

    /// Returns a lambda that computes the size from the number of a thread. The statements `more` compute `size` from
    /// names known in the thread. `None` if it takes too many steps.
    pub fn lambda(&self, builder: &mut Builder, more: &[Stm], size: Atom, results: usize) -> Option<Lambda> {
        let steps = self.steps(builder.program, more, size)?;
        let thread = builder.fresh("t", Type::I64);
        let outside = builder.enter();
        let mut substitution = self.indices(builder, thread);
        let size = take_steps(builder, &steps, &mut substitution, size);
        let body = builder.leave(outside, vec![size; results]);
        Some(Lambda { params: vec![thread], body })
    }

    /// Returns the steps that the size needs, in order; `None` if they are too many.
    fn steps(&self, program: &Program, more: &[Stm], size: Atom) -> Option<Vec<Step>> {
        let mut needed: FxHashSet<Name> = size.var().into_iter().collect();
        let mut steps = Vec::new();
        let need = |stm: &Stm, needed: &mut FxHashSet<Name>| {
            let is_needed = stm.pattern.iter().any(|name| needed.contains(name));
            if is_needed {
                walk::for_each_name_used(&program.vars, stm, &mut |name| _ = needed.insert(name));
            }
            is_needed.then(|| Step::Stm(stm.clone()))
        };
        steps.extend(more.iter().rev().filter_map(|stm| need(stm, &mut needed)));
        for level in self.levels.iter().rev() {
            steps.extend(level.stms.iter().rev().filter_map(|stm| need(stm, &mut needed)));
            let Some((&index, params)) = level.params.split_first() else { continue };
            for (&param, &input) in params.iter().zip(&level.inputs) {
                if needed.contains(&param) {
                    needed.insert(input);
                    steps.push(Step::Element { param, input, index });
                }
            }
        }
        steps.reverse();
        (steps.len() <= MAX_STEPS).then_some(steps)
    }

    /// Computes the indices of the nest's operations from the number of a thread.
    fn indices(&self, builder: &mut Builder, thread: Name) -> Substitution {
        let mut substitution = Substitution::default();
        let mut rest: Atom = thread.into();
        for (at, level) in self.levels.iter().enumerate().rev() {
            let Some(&index) = level.params.first() else { continue };
            if at == 0 {
                substitution.insert(index, rest);
            } else {
                substitution.insert(index, builder.bin(BinOp::Rem, rest, level.width));
                rest = builder.bin(BinOp::Quot, rest, level.width);
            }
        }
        substitution
    }

    fn widths(&self) -> Vec<Atom> {
        self.levels.iter().map(|level| level.width).collect()
    }

    /// Computes the largest of all threads' sizes.
    pub fn largest(&self, builder: &mut Builder, more: &[Stm], size: Atom) -> Option<Atom> {
        let lambda = self.lambda(builder, more, size, 1)?;
        let width = builder.extent(&self.widths());
        let largest = Monoid {
            operator: builder.operator(BinOp::Max, ScalarType::I64),
            neutral: vec![Atom::i64(0)],
            commutative: true,
        };
        let reduced = builder.fresh("largest", Type::I64);
        let traverse = Traverse { width, lambda, reductions: vec![largest], ..Traverse::default() };
        builder.bind_to(vec![reduced], Exp::Traverse(Box::new(traverse)));
        Some(reduced.into())
    }

    /// Computes the sizes of all threads, their prefix sums, and their total.
    pub fn sums(&self, builder: &mut Builder, more: &[Stm], size: Atom) -> Option<Sums> {
        let lambda = self.lambda(builder, more, size, 3)?;
        let width = builder.extent(&self.widths());
        let mut sum = || Monoid {
            operator: builder.operator(BinOp::AddSat, ScalarType::I64),
            neutral: vec![Atom::i64(0)],
            commutative: true,
        };
        let (scans, reductions) = (vec![sum()], vec![sum()]);
        let (ends, sizes) = (fresh_vector(builder, "ends", width), fresh_vector(builder, "sizes", width));
        let total = builder.fresh("total", Type::I64);
        let traverse = Traverse { width, lambda, scans, reductions, ..Traverse::default() };
        builder.bind_to(vec![ends, total, sizes], Exp::Traverse(Box::new(traverse)));
        Some(Sums { ends, sizes, total: total.into() })
    }
}

pub struct Sums {
    pub ends: Name,
    pub sizes: Name,
    pub total: Atom,
}

enum Step {
    Stm(Stm),
    /// Binds the parameter to the element or row of the input at the index.
    Element {
        param: Name,
        input: Name,
        index: Name,
    },
}

/// Emits the steps; returns the size, or 0 if an assertion does not hold.
fn take_steps(builder: &mut Builder, steps: &[Step], substitution: &mut Substitution, size: Atom) -> Atom {
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Stm(Stm { exp: Exp::Assert { cond, .. }, .. }) => {
                let cond = substitute_atom(*cond, substitution);
                let then_body = builder.body(|builder| vec![take_steps(builder, &steps[at + 1..], substitution, size)]);
                let else_body = Body { stms: Vec::new(), result: vec![Atom::i64(0)] };
                return builder.bind("size", Exp::If { cond, then_body, else_body }).into();
            }
            Step::Stm(stm) => {
                let mut stm = walk::refresh_stm(builder.program, stm, substitution);
                forget_certs(&mut stm);
                builder.stms.push(stm);
            }
            &Step::Element { param, input, index } => {
                let input = substitute_name(input, substitution);
                let index = substitute_atom(index.into(), substitution);
                let exp = row(builder.program, input, &[index]);
                let element = builder.bind("x", exp);
                place_row(builder.program, element, input, index);
                substitution.insert(param, element.into());
            }
        }
    }
    substitute_atom(size, substitution)
}

/// Removes all certificates, because the assertions have become conditions.
fn forget_certs(stm: &mut Stm) {
    stm.certs.clear();
    for body in stm.exp.bodies_mut() {
        body.stms.iter_mut().for_each(forget_certs);
    }
}

fn place_row(program: &mut Program, row: Name, input: Name, index: Atom) {
    if program.type_of(row).rank() == 0 {
        return;
    }
    let of_input = program.vars.get(input).and_then(|info| info.place.clone());
    let place = of_input.and_then(|place| Some(Place { block: place.block, ixfn: place.ixfn.index(poly(index))? }));
    if let Some(info) = program.vars.get_mut(row) {
        info.place = place;
    }
}

/// Makes a vector of `i64`s in a block of its own, which is allocated here.
fn fresh_vector(builder: &mut Builder, hint: &str, width: Atom) -> Name {
    let block = builder.bind(&format!("{hint}_mem"), Exp::Alloc { elem: ScalarType::I64, count: width });
    let vector = builder.fresh(hint, Type::Array { elem: ScalarType::I64, dims: vec![width] });
    let ixfn = IndexFn::row_major(&[poly(width)] as &[Poly]);
    if let Some(info) = builder.program.vars.get_mut(vector) {
        info.place = Some(Place { block, ixfn });
    }
    vector
}

/// Whether the expression may be computed twice: scalar operators, reads and views, assertions, and branches of these.
fn may_run_twice(program: &Program, exp: &Exp) -> bool {
    match exp {
        Exp::If { then_body, else_body, .. } => [then_body, else_body].into_iter().all(|body| {
            let is_scalar = |atom: &Atom| matches!(program.atom_type(*atom), Type::Scalar(_));
            let runs = |stm: &Stm| !matches!(stm.exp, Exp::Assert { .. }) && may_run_twice(program, &stm.exp);
            body.result.iter().all(is_scalar) && body.stms.iter().all(runs)
        }),
        Exp::Assert { .. } | Exp::Bin(..) => true,
        exp => is_light(program, exp),
    }
}
