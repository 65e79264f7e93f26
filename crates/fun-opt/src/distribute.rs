//! Distribution: assertions in the bodies of traversals and counting loops become one check before them (size slicing
//! §2.4, Fig. 10).
//!
//! ```text
//! map n () (\i -> let (j : i64) = i + k        ==>   let (fine : bool) = .. 0 <= k .. n - 1 + k < m ..
//!                 let (c : bool) = j < m             let (b : bool) (v : i64) = if fine then (true, 0) else
//!                 let (d : cert) = assert c            let (first : i64) = traverse n () (\i -> ..) reduce min
//!                   ".. {} .." (j)                     in the condition and `j` for the index `first`
//!                 let (x : f32) = <d> xs[j]          let (d : cert) = assert b ".. {} .." (v)
//!                 in (x))                            map n () (\i -> let (x : f32) = <d> xs[i + k] in (x))
//! ```
//!
//! `distribute` moves what the first and the last index decide, at constant cost. Where they do not show that all is
//! fine, a traversal looks for the first index with a failure; it does no more than the operation would have done.
//! `distribute_all` moves conditions on elements too, which it traverses once more: where iterations run in parallel
//! that is cheaper than failing in their midst; one processor had better leave them.
//!
//! The first failure stays the first: at the lowest index, and there in order. So all assertions of a body move or
//! none, and only if nothing else in it may fail or run forever. Only those that do not vary may leave others behind,
//! as they fail at index 0 if at all: they move along with a copy, for index 0, of those before them.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times nesting depth; slices that are copied are bounded.

mod extremes;
mod facts;

use crate::effect;
use base::{Error, Template};
use extremes::{conjunction, hold_always};
use facts::{Facts, Instance, Operation};
use fun::build::Builder;
use fun::def::*;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// More assertions of one body than this are left alone.
const MAX_GROUP: usize = 16;

/// Which checks leave operations.
#[derive(Clone, Copy, PartialEq)]
enum Price {
    /// Those of constant cost.
    Constant,
    /// Those that traverse the elements, too.
    Linear,
}

/// Moves what is decided at constant cost.
pub fn distribute(program: Program) -> Result<Program, Error> {
    distribute_at(program, Price::Constant)
}

/// As `distribute`, and moves what takes a traversal of its own.
pub fn distribute_all(program: Program) -> Result<Program, Error> {
    distribute_at(program, Price::Linear)
}

fn distribute_at(mut program: Program, price: Price) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        distribute_in(&mut program, &mut body, price)?;
        program.functions[id].body = body;
    }
    Ok(program)
}

/// Innermost operations first: what leaves them may go on.
fn distribute_in(program: &mut Program, body: &mut Body, price: Price) -> Result<(), Error> {
    let mut stms = Vec::with_capacity(body.stms.len());
    for mut stm in std::mem::take(&mut body.stms) {
        for inner in stm.exp.bodies_mut() {
            distribute_in(program, inner, price)?;
        }
        if let Some(operation) = Operation::of(program, &stm.exp)
            && let Some(inner) = stm.exp.bodies_mut().into_iter().next()
        {
            separate(program, &operation, inner, price, &mut stms)?;
        }
        stms.push(stm);
    }
    body.stms = stms;
    Ok(())
}

/// Moves assertions of the operation's body to `outside`.
fn separate(
    program: &mut Program,
    operation: &Operation,
    body: &mut Body,
    price: Price,
    outside: &mut Vec<Stm>,
) -> Result<(), Error> {
    if !body.stms.iter().any(is_assert) {
        return Ok(());
    }
    let mut group = Group::of(program, operation, body);
    let invariant = group.invariant.iter().take_while(|invariant| **invariant).count();
    if invariant > 0 {
        move_from_start(program, operation, body, group.first(invariant), outside)?;
        group = Group::of(program, operation, body);
    }
    if group.is_everything && move_all(program, operation, body, &group, price, outside)? {
        return Ok(());
    }
    if let Some(last) = group.invariant.iter().rposition(|invariant| *invariant) {
        move_from_start(program, operation, body, group.first(last + 1), outside)?;
    }
    Ok(())
}

/// Assertions of a body, with nothing between them that may fail.
struct Group {
    /// Where they stand.
    at: Vec<usize>,
    /// Which of them are the same for all indices.
    invariant: Vec<bool>,
    /// Whether nothing else may fail when the operation runs.
    is_everything: bool,
}

impl Group {
    /// The leading assertions that can be computed before the operation.
    fn of(program: &Program, operation: &Operation, body: &Body) -> Group {
        let facts = Facts::new(program, operation, body);
        let mut group = Group { at: Vec::new(), invariant: Vec::new(), is_everything: operation.operators_end_well };
        for (at, stm) in body.stms.iter().enumerate() {
            if effect::may_drop(&stm.exp) {
                continue;
            }
            let asked = asked(std::iter::once(stm));
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

/// The conditions of the assertions, then the values of their messages.
fn asked<'s>(stms: impl Iterator<Item = &'s Stm> + Clone) -> Vec<Atom> {
    let conds = stms.clone().filter_map(|stm| assertion(stm).map(|(cond, _, _)| cond));
    let values = stms.filter_map(|stm| assertion(stm).map(|(_, _, values)| values)).flatten().copied();
    conds.chain(values).collect()
}

fn assertion(stm: &Stm) -> Option<(Atom, &Template, &[Atom])> {
    if let Exp::Assert { cond, message, values } = &stm.exp { Some((*cond, message, values)) } else { None }
}

/// Moves the assertions that do not vary, after copies for index 0 of the others.
fn move_from_start(
    program: &mut Program,
    operation: &Operation,
    body: &mut Body,
    group: Group,
    outside: &mut Vec<Stm>,
) -> Result<(), Error> {
    let facts = Facts::new(program, operation, body);
    let wanted = Wanted::of(&facts, body, &group);
    let mut builder = Builder::new(program);
    builder.spans = wanted.stms.first().map(|stm| stm.spans.clone()).unwrap_or_default();
    let runs = builder.cmp(CmpOp::Lt, Atom::i64(0), operation.width);
    let then_body = builder.body(|builder| wanted.at(builder, &facts, operation, Atom::i64(0)));
    let else_body = wanted.no_failure(builder.program);
    let found = branch(&mut builder, runs, then_body, else_body);
    let moved: Vec<(Stm, bool)> = wanted.assertions(&found).zip(group.invariant.iter().copied()).collect();
    for (mut stm, invariant) in moved {
        if !invariant {
            stm.pattern = vec![builder.fresh("cert", Type::Cert)];
        }
        builder.stms.push(stm);
    }
    outside.extend(builder.finish(Vec::new())?.stms);
    remove(body, group.at.iter().zip(&group.invariant).filter(|(_, invariant)| **invariant).map(|(at, _)| *at));
    Ok(())
}

/// Moves all assertions of the group; gives whether it did.
fn move_all(
    program: &mut Program,
    operation: &Operation,
    body: &mut Body,
    group: &Group,
    price: Price,
    outside: &mut Vec<Stm>,
) -> Result<bool, Error> {
    let facts = Facts::new(program, operation, body);
    let wanted = Wanted::of(&facts, body, group);
    let asked = asked(wanted.stms.iter());
    if asked.is_empty() || !facts.can_leave(program, &asked) {
        return Ok(false);
    }
    let mut builder = Builder::new(program);
    builder.spans = wanted.stms.first().map(|stm| stm.spans.clone()).unwrap_or_default();
    let fine = hold_always(&mut builder, &facts, operation, wanted.conds());
    let found = match fine {
        Some(fine) => {
            let none = builder.cmp(CmpOp::Le, operation.width, Atom::i64(0));
            let fine = builder.bin(BinOp::Or, none, fine);
            let else_body = builder.body(|builder| wanted.search(builder, &facts, operation));
            let then_body = wanted.no_failure(builder.program);
            branch(&mut builder, fine, then_body, else_body)
        }
        None if price == Price::Constant => return Ok(false),
        None => {
            builder.stms.clear();
            wanted.search(&mut builder, &facts, operation)
        }
    };
    let assertions: Vec<Stm> = wanted.assertions(&found).collect();
    builder.stms.extend(assertions);
    outside.extend(builder.finish(Vec::new())?.stms);
    remove(body, group.at.iter().copied());
    Ok(true)
}

fn remove(body: &mut Body, at: impl Iterator<Item = usize>) {
    let gone: Vec<usize> = at.collect();
    let mut here = 0..;
    body.stms.retain(|_| here.next().is_some_and(|at| gone.binary_search(&at).is_err()));
}

fn branch(builder: &mut Builder<'_>, cond: Atom, then_body: Body, else_body: Body) -> Vec<Atom> {
    builder.bind_all("found", Exp::If { cond, then_body, else_body }).into_iter().map(Atom::from).collect()
}

/// Assertions that are to be made elsewhere.
struct Wanted {
    stms: Vec<Stm>,
    /// Their conditions, then the values of their messages that are not known outside.
    atoms: Vec<Atom>,
}

impl Wanted {
    fn of(facts: &Facts<'_>, body: &Body, group: &Group) -> Wanted {
        let stms: Vec<Stm> = group.at.iter().filter_map(|&at| body.stms.get(at).cloned()).collect();
        let mut atoms = asked(stms.iter());
        let values = atoms.split_off(stms.len());
        atoms.extend(values.into_iter().filter(|value| facts.is_inside(*value)));
        Wanted { stms, atoms }
    }

    fn conds(&self) -> &[Atom] {
        &self.atoms[..self.stms.len()]
    }

    /// What is asked, for one index.
    fn at(&self, builder: &mut Builder<'_>, facts: &Facts<'_>, operation: &Operation, index: Atom) -> Vec<Atom> {
        let needs = facts.needs(builder.program, &self.atoms);
        let mut instance = Instance::reading(builder, operation, index, &needs);
        self.atoms.iter().map(|&atom| instance.atom(builder, facts, atom)).collect()
    }

    /// What is asked, where nothing fails.
    fn no_failure(&self, program: &Program) -> Body {
        let zero = |atom: &Atom| Scalar::zero(program.atom_type(*atom).elem().unwrap_or(ScalarType::Bool));
        let mut result: Vec<Atom> = self.atoms.iter().map(zero).map(Atom::Const).collect();
        result[..self.stms.len()].fill(Atom::bool(true));
        Body { stms: Vec::new(), result }
    }

    /// What is asked, for the first index where a condition does not hold.
    fn search(&self, builder: &mut Builder<'_>, facts: &Facts<'_>, operation: &Operation) -> Vec<Atom> {
        let first = self.first_failure(builder, facts, operation);
        let fails = builder.cmp(CmpOp::Lt, first, operation.width);
        let then_body = builder.body(|builder| self.at(builder, facts, operation, first));
        let else_body = self.no_failure(builder.program);
        branch(builder, fails, then_body, else_body)
    }

    /// The first index where a condition does not hold; the largest `i64` if there is none.
    fn first_failure(&self, builder: &mut Builder<'_>, facts: &Facts<'_>, operation: &Operation) -> Atom {
        let none = Atom::i64(i64::MAX);
        let needs = facts.needs(builder.program, self.conds());
        let elements = operation.elements.iter().filter(|(_, param)| needs.contains(param));
        let (inputs, old): (Vec<_>, Vec<_>) = elements.copied().unzip();
        let index = builder.fresh("i", Type::I64);
        let new: Vec<_> = old.iter().map(|param| builder.fresh_from((*param).into(), "x")).collect();
        let params: Vec<_> = std::iter::once(index).chain(new.iter().copied()).collect();
        let renamed = operation.index.map(|name| (name, index)).into_iter().chain(old.into_iter().zip(new));
        let mut instance = Instance::of_params(renamed);
        let body = builder.body(|builder| {
            let conds: Vec<Atom> = self.conds().iter().map(|&cond| instance.atom(builder, facts, cond)).collect();
            let all = conjunction(builder, &conds);
            let at = builder.if_(all, |_| vec![none], |_| vec![index.into()]);
            at.into_iter().map(Atom::from).collect()
        });
        let operator = builder.operator(BinOp::Min, ScalarType::I64);
        let least = Monoid { operator, neutral: vec![none], commutative: true };
        let lambda = Lambda { params, body };
        let traverse = Traverse { width: operation.width, inputs, lambda, reductions: vec![least], scans: Vec::new() };
        builder.bind("first", Exp::Traverse(Box::new(traverse))).into()
    }

    /// The assertions on what was found.
    fn assertions(&self, found: &[Atom]) -> impl Iterator<Item = Stm> {
        let (conds, mut rest) = found.split_at(self.stms.len().min(found.len()));
        let inside = &self.atoms[self.stms.len()..];
        let mut made = Vec::with_capacity(self.stms.len());
        for (stm, &cond) in self.stms.iter().zip(conds) {
            let mut stm = stm.clone();
            if let Exp::Assert { cond: old, values, .. } = &mut stm.exp {
                *old = cond;
                for value in values.iter_mut().filter(|value| inside.contains(value)) {
                    if let Some((first, others)) = rest.split_first() {
                        (*value, rest) = (*first, others);
                    }
                }
            }
            made.push(stm);
        }
        made.into_iter()
    }
}
