//! Distribution of assertions: those in the bodies of traversals and counting loops become one check before them (size
//! slicing §2.4, Fig. 10).
//!
//! ```text
//! map n () (\i -> let (j : i64) = i + k        ==>   let (fine : bool) = .. 0 <= k .. n - 1 + k < m ..
//!                 let (c : bool) = j < m             let (b : bool) (v : i64) = if fine then (true, 0) else
//!                 let (d : cert) = assert c            let (first : i64) = traverse n () (\i -> ..) reduce ..
//!                   ".. {} .." (j)                     in the condition and `j` at the lowest index
//!                 let (x : f32) = <d> xs[j]          let (d : cert) = assert b ".. {} .." (v)
//!                 in (x))                            map n () (\i -> let (x : f32) = <d> xs[i + k] in (x))
//! ```
//!
//! `distribute` moves assertions that the first and the last index decide, at constant cost. If these do not show that
//! all hold, a traversal searches for the first failing index; it costs no more than the operation would have.
//! `distribute_all` also moves conditions on elements, which are traversed once more. That pays if iterations run in
//! parallel, where failing in the middle is expensive, but not on one processor.
//!
//! The first failure stays the first: at the lowest index, and in order there. So either all assertions of a body move
//! or none, and only if nothing else in it may fail or run forever. An exception are loop-invariant assertions, which
//! fail at index 0 if at all: they may move without the others, together with copies, for index 0, of those before
//! them.
//!
//! Assertions in branches become implications before the branch, if all of them then leave (`branches`).
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times nesting depth; copied slices have bounded size.

mod branches;
mod extremes;
mod facts;

use crate::effect;
use base::{Error, Spans};
use extremes::hold_always;
use facts::{Facts, Instance, Operation};
use fun::build::Builder;
use fun::def::*;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Largest number of assertions of one body that are moved.
const MAX_GROUP: usize = 16;

/// Number of statements that a check in the operation's body is taken to cost: two comparisons, their conjunction, the
/// assertion.
const STATEMENTS_OF_CHECK: usize = 4;

/// Functions that can neither fail nor run forever.
type Total = FxHashSet<FunctionId>;

/// Highest cost of checks that are moved.
#[derive(Clone, Copy, PartialEq)]
enum Price {
    /// Checks of constant cost only.
    Constant,
    /// Checks that traverse the elements, too.
    Linear,
}

/// Moves assertions that are decided at constant cost.
pub fn distribute(program: Program) -> Result<Program, Error> {
    distribute_at(program, Price::Constant)
}

/// Like `distribute`, but also moves assertions that need a traversal of their own.
pub fn distribute_all(program: Program) -> Result<Program, Error> {
    distribute_at(program, Price::Linear)
}

fn distribute_at(mut program: Program, price: Price) -> Result<Program, Error> {
    let total = effect::total_functions(&program);
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        distribute_in(&mut program, &total, &mut body, price)?;
        program.functions[id].body = body;
    }
    Ok(program)
}

/// Moves the assertions in a body outwards. Inner operations come first, because an assertion that leaves one may move
/// on.
fn distribute_in(program: &mut Program, total: &Total, body: &mut Body, price: Price) -> Result<(), Error> {
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in std::mem::take(&mut body.stms) {
        for inner in stm.exp.bodies_mut() {
            distribute_in(program, total, inner, price)?;
        }
        if let Some(operation) = Operation::of(program, &stm.exp)
            && let Some(inner) = stm.exp.bodies_mut().into_iter().next()
        {
            separate(program, total, &operation, inner, price, &mut stms)?;
        }
        stms.push(stm);
    }
    body.stms = stms;
    Ok(())
}

/// Moves assertions from the operation's body to `outside`, the statements before the operation.
fn separate(
    program: &mut Program,
    total: &Total,
    operation: &Operation,
    body: &mut Body,
    price: Price,
    outside: &mut Vec<Stm>,
) -> Result<(), Error> {
    if let Some(mut raised) = branches::raised(program, operation, body) {
        let facts = Facts::new(program, operation, &raised);
        let group = Group::of(program, total, operation, &facts);
        if group.is_everything && move_all(program, operation, &facts, &group, price, outside)? {
            remove(&mut raised, &group.at);
            *body = raised;
            return Ok(());
        }
    }
    if !body.stms.iter().any(is_assert) {
        return Ok(());
    }
    let mut facts = Facts::new(program, operation, body);
    let mut group = Group::of(program, total, operation, &facts);
    let invariant = group.invariant.iter().take_while(|invariant| **invariant).count();
    if invariant > 0 {
        let gone = move_from_start(program, operation, &facts, &group.first(invariant), outside)?;
        remove(body, &gone);
        facts = Facts::new(program, operation, body);
        group = Group::of(program, total, operation, &facts);
    }
    if group.is_everything && move_all(program, operation, &facts, &group, price, outside)? {
        remove(body, &group.at);
    } else if let Some(last) = group.invariant.iter().rposition(|invariant| *invariant) {
        let gone = move_from_start(program, operation, &facts, &group.first(last + 1), outside)?;
        remove(body, &gone);
    }
    Ok(())
}

/// Assertions of a body, with no other statement between them that may fail.
struct Group {
    /// Positions of the assertions.
    at: Vec<usize>,
    /// Whether each of them is loop-invariant.
    invariant: Vec<bool>,
    /// Whether nothing else in the operation may fail or run forever.
    is_everything: bool,
}

impl Group {
    /// Returns the leading assertions that can be computed before the operation.
    fn of(program: &Program, total: &Total, operation: &Operation, facts: &Facts<'_>) -> Group {
        let mut group = Group { at: Vec::new(), invariant: Vec::new(), is_everything: operation.operators_end_well };
        for (at, stm) in facts.stms.iter().enumerate() {
            if effect::may_drop_beside(&stm.exp, total) {
                continue;
            }
            let asked = asked(stm);
            let relies = stm.certs.iter().any(|cert| facts.is_inside((*cert).into()));
            let is_full = group.at.len() == MAX_GROUP;
            if !is_assert(stm) || relies || is_full || !facts.can_leave(program, &asked) {
                group.is_everything = false;
                break;
            }
            group.at.push(at);
            group.invariant.push(!asked.iter().any(|atom| facts.varies(*atom)));
        }
        group
    }

    fn first(&self, count: usize) -> Group {
        let keep = |list: &[bool]| list.iter().copied().take(count).collect();
        Group {
            at: self.at.iter().copied().take(count).collect(),
            invariant: keep(&self.invariant),
            is_everything: false,
        }
    }
}

fn is_assert(stm: &Stm) -> bool {
    matches!(stm.exp, Exp::Assert { .. })
}

/// Returns the condition of an assertion, then the values of its message; nothing for other statements.
fn asked(stm: &Stm) -> Vec<Atom> {
    let Exp::Assert { cond, values, .. } = &stm.exp else { return Vec::new() };
    std::iter::once(*cond).chain(values.iter().copied()).collect()
}

/// Emits the loop-invariant assertions of the group to `outside`. The others of the group are emitted as copies for
/// index 0, in order. Returns the positions of the invariant ones, which may then leave the body.
fn move_from_start(
    program: &mut Program,
    operation: &Operation,
    facts: &Facts<'_>,
    group: &Group,
    outside: &mut Vec<Stm>,
) -> Result<Vec<usize>, Error> {
    let wanted = Wanted::of(facts, group);
    let mut builder = Builder::new(program);
    builder.spans = wanted.spans();
    let runs = builder.cmp(CmpOp::Lt, Atom::i64(0), operation.width);
    let then_body = builder.body(|builder| wanted.at(builder, facts, operation, Atom::i64(0)));
    let else_body = Body { stms: Vec::new(), result: no_failure(builder.program, &wanted.checks) };
    let found = branch(&mut builder, runs, then_body, else_body);
    for (mut stm, &invariant) in wanted.assertions(&found).into_iter().zip(&group.invariant) {
        if !invariant {
            stm.pattern = vec![builder.fresh("cert", Type::Cert)];
        }
        builder.stms.push(stm);
    }
    outside.extend(builder.finish(Vec::new())?.stms);
    Ok(group.at.iter().zip(&group.invariant).filter(|(_, invariant)| **invariant).map(|(at, _)| *at).collect())
}

/// Emits all assertions of the group to `outside`. Returns false, and emits nothing, if that is not possible or too
/// expensive.
fn move_all(
    program: &mut Program,
    operation: &Operation,
    facts: &Facts<'_>,
    group: &Group,
    price: Price,
    outside: &mut Vec<Stm>,
) -> Result<bool, Error> {
    let wanted = Wanted::of(facts, group);
    if wanted.checks.is_empty() || !facts.can_leave(program, &wanted.atoms()) {
        return Ok(false);
    }
    let mut builder = Builder::new(program);
    builder.spans = wanted.spans();
    let fine = hold_always(&mut builder, facts, operation, &wanted.conds());
    let found = match fine {
        // The checks in the body are cheaper than those before the operation.
        Some(_) if too_dear(operation, builder.stms.len(), wanted.checks.len()) && price == Price::Constant => {
            return Ok(false);
        }
        Some(fine) => {
            let none = builder.cmp(CmpOp::Le, operation.width, Atom::i64(0));
            let fine = builder.bin(BinOp::Or, none, fine);
            let else_body = builder.body(|builder| wanted.search(builder, facts, operation));
            let then_body = Body { stms: Vec::new(), result: no_failure(builder.program, &wanted.checks) };
            branch(&mut builder, fine, then_body, else_body)
        }
        None if price == Price::Constant => return Ok(false),
        None => {
            builder.stms.clear();
            wanted.search(&mut builder, facts, operation)
        }
    };
    builder.stms.extend(wanted.assertions(&found));
    outside.extend(builder.finish(Vec::new())?.stms);
    Ok(true)
}

/// Whether `statements` before the operation cost more than its checks in all iterations. False if the width is not a
/// constant.
fn too_dear(operation: &Operation, statements: usize, checks: usize) -> bool {
    let times = operation.width.as_i64().and_then(|times| usize::try_from(times).ok());
    times.is_some_and(|times| statements > times.saturating_mul(checks * STATEMENTS_OF_CHECK))
}

fn remove(body: &mut Body, gone: &[usize]) {
    let mut here = 0..;
    body.stms.retain(|_| here.next().is_some_and(|at| gone.binary_search(&at).is_err()));
}

fn branch(builder: &mut Builder<'_>, cond: Atom, then_body: Body, else_body: Body) -> Vec<Atom> {
    builder.bind_all("found", Exp::If { cond, then_body, else_body }).into_iter().map(Atom::from).collect()
}

/// An assertion to be emitted before its operation.
struct Check {
    stm: Stm,
    /// Condition, then those values of the message that the operation or its body binds.
    atoms: Vec<Atom>,
}

impl Check {
    fn of(facts: &Facts<'_>, stm: &Stm) -> Check {
        let mut atoms = asked(stm);
        let values = atoms.split_off(1);
        atoms.extend(values.into_iter().filter(|value| facts.is_inside(*value)));
        Check { stm: stm.clone(), atoms }
    }

    /// Returns the assertion with `found` in place of `atoms`.
    fn assertion(&self, found: &[Atom]) -> Stm {
        let mut stm = self.stm.clone();
        if let Exp::Assert { cond, values, .. } = &mut stm.exp {
            let mut found = found.iter().copied();
            *cond = found.next().unwrap_or(*cond);
            for value in values.iter_mut().filter(|value| self.atoms[1..].contains(value)) {
                *value = found.next().unwrap_or(*value);
            }
        }
        stm
    }
}

/// Returns the atoms of all checks for the case that none fails: true conditions and zeros.
fn no_failure(program: &Program, checks: &[Check]) -> Vec<Atom> {
    let zero = |atom: &Atom| Atom::Const(Scalar::zero(program.atom_type(*atom).elem().unwrap_or(ScalarType::Bool)));
    let fine = |check: &Check| std::iter::once(Atom::bool(true)).chain(check.atoms[1..].iter().map(zero)).collect();
    checks.iter().flat_map(|check| -> Vec<Atom> { fine(check) }).collect()
}

/// Assertions of one body, in order, that are to be emitted before the operation.
struct Wanted {
    checks: Vec<Check>,
}

impl Wanted {
    fn of(facts: &Facts<'_>, group: &Group) -> Wanted {
        let stms = group.at.iter().filter_map(|&at| facts.stms.get(at)).filter(|stm| is_assert(stm));
        Wanted { checks: stms.map(|stm| Check::of(facts, stm)).collect() }
    }

    fn spans(&self) -> Spans {
        self.checks.first().map(|check| check.stm.spans.clone()).unwrap_or_default()
    }

    fn conds(&self) -> Vec<Atom> {
        self.checks.iter().map(|check| check.atoms[0]).collect()
    }

    fn atoms(&self) -> Vec<Atom> {
        self.checks.iter().flat_map(|check| check.atoms.iter().copied()).collect()
    }

    /// Emits the checks for one index. Returns their atoms: those of the first check that fails, and otherwise those of
    /// success.
    fn at(&self, builder: &mut Builder<'_>, facts: &Facts<'_>, operation: &Operation, index: Atom) -> Vec<Atom> {
        let needs = facts.needs(builder.program, &self.atoms());
        let instance = Instance::reading(builder, operation, index, &needs);
        failure(builder, facts, instance, (&self.checks, 0), index).split_off(1)
    }

    /// Emits a search for the first index at which a condition fails, by a reduction to the lowest one. Returns the
    /// atoms for that index, or those of success.
    fn search(&self, builder: &mut Builder<'_>, facts: &Facts<'_>, operation: &Operation) -> Vec<Atom> {
        let needs = facts.needs(builder.program, &self.atoms());
        let elements = operation.elements.iter().filter(|(_, param)| needs.contains(param));
        let (inputs, old): (Vec<_>, Vec<_>) = elements.copied().unzip();
        let index = builder.fresh("i", Type::I64);
        let new: Vec<_> = old.iter().map(|param| builder.fresh_from((*param).into(), "x")).collect();
        let params: Vec<_> = std::iter::once(index).chain(new.iter().copied()).collect();
        let renamed = operation.index.map(|name| (name, index)).into_iter().chain(old.into_iter().zip(new));
        let instance = Instance::of_params(renamed);
        let body = builder.body(|builder| failure(builder, facts, instance, (&self.checks, 0), index.into()));
        let mut neutral = vec![NO_INDEX];
        neutral.extend(no_failure(builder.program, &self.checks));
        let least = Monoid { operator: lower(builder, &neutral), neutral, commutative: true };
        let lambda = Lambda { params, body };
        let (width, reductions) = (operation.width, vec![least]);
        let traverse = Traverse { width, inputs, lambda, scans: Vec::new(), reductions, sequential: false };
        let found = builder.bind_all("first", Exp::Traverse(Box::new(traverse)));
        found.into_iter().skip(1).map(Atom::from).collect()
    }

    /// Returns the assertions of all checks. `found` holds their atoms, one check after the other.
    fn assertions(&self, found: &[Atom]) -> Vec<Stm> {
        let mut rest = found;
        let mut stms = Vec::with_capacity(self.checks.len());
        for check in &self.checks {
            let (own, others) = rest.split_at(check.atoms.len().min(rest.len()));
            stms.push(check.assertion(own));
            rest = others;
        }
        stms
    }
}

const NO_INDEX: Atom = Atom::Const(Scalar::I64(i64::MAX));

/// Returns the index and the atoms of all checks if one of the checks, from number `from` on, fails; else `NO_INDEX`
/// and the atoms of success. Each condition is computed only where those before it hold, as it may rely on them.
fn failure(
    builder: &mut Builder<'_>,
    facts: &Facts<'_>,
    mut instance: Instance,
    (checks, from): (&[Check], usize),
    index: Atom,
) -> Vec<Atom> {
    let Some(check) = checks.get(from) else {
        return std::iter::once(NO_INDEX).chain(no_failure(builder.program, checks)).collect();
    };
    let holds = instance.atom(builder, facts, check.atoms[0]);
    let mut here = instance.clone();
    let then_body = builder.body(|builder| failure(builder, facts, instance, (checks, from + 1), index));
    let else_body = builder.body(|builder| {
        let values: Vec<Atom> = check.atoms[1..].iter().map(|&value| here.atom(builder, facts, value)).collect();
        let mut result = vec![index];
        result.extend(no_failure(builder.program, &checks[..from]));
        result.push(Atom::bool(false));
        result.extend(values);
        result.extend(no_failure(builder.program, &checks[from + 1..]));
        result
    });
    branch(builder, holds, then_body, else_body)
}

/// Returns an operator that yields, of two failures, the one at the lower index.
fn lower(builder: &mut Builder<'_>, like: &[Atom]) -> Lambda {
    let types: Vec<(&str, Type)> = like.iter().map(|atom| ("x", builder.type_of(*atom))).collect();
    let twice: Vec<(&str, Type)> = types.iter().chain(&types).cloned().collect();
    builder.lambda(&twice, |builder, params| {
        let atoms: Vec<Atom> = params.iter().map(|&param| param.into()).collect();
        let (old, new) = atoms.split_at(like.len());
        let is_old = builder.cmp(CmpOp::Le, old[0], new[0]);
        builder.if_(is_old, |_| old.to_vec(), |_| new.to_vec()).into_iter().map(Atom::from).collect()
    })
}
