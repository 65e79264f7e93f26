//! Interchange: a sum for each element, over memory accessed with a stride, becomes sums of whole rows.
//!
//! ```text
//! kernel j < p {                              ==>   if 0 < p {
//!   var acc := 0.0                                    kernel j < p { c[i*p + j] <- 0.0 }
//!   for k < m {                                       for k < m {
//!     acc <- acc + a[i*m + k] * b[k*p + j]              var x := a[i*m + k]
//!   }                                                   kernel j < p {
//!   c[i*p + j] <- acc                                     var acc := c[i*p + j]
//! }                                                       acc <- acc + x * b[k*p + j]
//!                                                         c[i*p + j] <- acc
//!                                                       }
//!                                                     }
//!                                                   }
//! ```
//!
//! Every accumulator is stored in the element that the kernel finally writes. So each sum is taken in the same order
//! and gives the same bits. For short bodies, four rounds of `k` are taken together, which loads and stores the
//! elements a fourth as often. Expressions that do not vary with `j` are computed once for each `k`.
//!
//! If a written block has other variables or is read, as in a kernel that works in place, the accumulators get a block
//! of their own. Then all reads precede all writes. That is correct because rounds are independent: a round may read
//! its own element, but none of another round.
//!
//! Condition: a read inside has stride 1 along `j` and another stride along `k`, and all reads and writes have stride 0
//! or 1 along `j`. The nest may only sum and write, without assertions and other loops. The pass is meant for one
//! processor with vector units and caches. On a device, an outermost kernel would become many.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear, but for the copies that it makes of the nests it changes.

use crate::def::*;
use crate::fold::without_unused;
use crate::linear::{Definitions, binary, expression, i64, linear_in};
use crate::walk;
use base::{Error, Name, NameSource, Spans};
use index::Poly;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, ScalarType};

/// Number of rounds of the inner loop that are taken together, if its body is no larger than `SHORT`.
const ROUNDS: i64 = 4;
const SHORT: usize = 60;

pub fn interchange(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let definitions = Definitions::of(&program.functions[id]);
        let body = std::mem::take(&mut program.functions[id].body);
        let mut interchanger = Interchanger { names: &mut program.names, definitions, own: FxHashSet::default() };
        program.functions[id].body = interchanger.block(body);
    }
    Ok(program)
}

struct Interchanger<'a> {
    names: &'a mut NameSource,
    definitions: Definitions,
    /// Memory variables whose blocks are not shared.
    own: FxHashSet<Name>,
}

impl Interchanger<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().map(|stm| self.stm(stm)).collect()
    }

    fn stm(&mut self, mut stm: Stm) -> Stm {
        // A variable shared in a loop counts as shared in all its rounds and after it.
        let was_own = |from: &Name| self.own.contains(from);
        let owns = match &stm {
            Stm::Allocate { name, .. } | Stm::DeclareArray { name, .. } => Some(*name),
            Stm::MoveReference { name, from } if was_own(from) => Some(*name),
            _ => None,
        };
        walk::redirected(std::slice::from_ref(&stm)).into_iter().for_each(|name| _ = self.own.remove(&name));
        self.own.extend(owns);
        if let Some(nest) = Nest::find(&stm, &self.definitions, &self.own, self.names) {
            return nest.interchanged(self.names);
        }
        if walk::blocks(&stm).next().is_none() {
            return stm;
        }
        let before = self.own.clone();
        for inner in walk::blocks_mut(&mut stm) {
            *inner = self.block(std::mem::take(inner));
            self.own.clone_from(&before);
        }
        stm
    }
}

/// A kernel around a loop that accumulates.
struct Nest<'a> {
    column: Name,
    width: &'a Exp,
    spans: &'a Spans,
    /// Declarations before the inner loop, including those of the accumulators.
    before: &'a [Stm],
    row: Name,
    height: &'a Exp,
    inner: &'a [Stm],
    inner_spans: &'a Spans,
    after: &'a [Stm],
    sums: Vec<Sum>,
}

/// An accumulator and the element of memory that stores it.
#[derive(Clone)]
struct Sum {
    name: Name,
    ty: ScalarType,
    memory: Name,
    index: Exp,
    /// Whether the block is new and only for this accumulator.
    is_apart: bool,
}

impl Sum {
    fn store(&self) -> Stm {
        let (index, value) = (self.index.clone(), Exp::Var(self.name));
        Stm::Write { memory: self.memory, elem: self.ty, index, value }
    }

    fn load(&self) -> Stm {
        let init = Exp::Read { memory: self.memory, elem: self.ty, index: Box::new(self.index.clone()) };
        Stm::Declare { name: self.name, ty: self.ty, init }
    }
}

impl<'a> Nest<'a> {
    /// Returns the nest if the statement is one that may be interchanged and profits from it.
    fn find(
        stm: &'a Stm,
        definitions: &Definitions,
        own: &FxHashSet<Name>,
        names: &mut NameSource,
    ) -> Option<Nest<'a>> {
        let Stm::For { var: column, ty: ScalarType::I64, bound: width, body, parallel: true, spans } = stm else {
            return None;
        };
        let at = body.iter().position(|stm| !matches!(stm, Stm::Declare { .. }))?;
        let (before, rest) = body.split_at(at);
        let (loop_, after) = rest.split_first()?;
        let Stm::For { var: row, ty: ScalarType::I64, bound: height, body: inner, spans: inner_spans, .. } = loop_
        else {
            return None;
        };
        let mut nest = Nest {
            column: *column,
            width,
            spans,
            before,
            row: *row,
            height,
            inner,
            inner_spans,
            after,
            sums: Vec::new(),
        };
        let declared: FxHashSet<Name> = walk::declared(std::slice::from_ref(stm)).into_iter().collect();
        nest.sums = nest.find_sums(definitions, &declared)?;
        let is_right = nest.is_legal(&declared) && nest.is_profitable(definitions, &declared);
        if is_right && !nest.may_wait_in_place(own) {
            for sum in &mut nest.sums {
                (sum.memory, sum.index, sum.is_apart) = (names.fresh("sums"), Exp::Var(nest.column), true);
            }
        }
        is_right.then_some(nest)
    }

    /// Whether the accumulators can be stored in the blocks that are finally written: no other variable refers to
    /// these, and the nest does not read them.
    fn may_wait_in_place(&self, own: &FxHashSet<Name>) -> bool {
        let mut written = FxHashSet::default();
        let are_own = self.after.iter().all(|stm| match stm {
            Stm::Write { memory, .. } => own.contains(memory) && written.insert(*memory),
            _ => true,
        });
        let mut reads_nothing_written = true;
        for block in [self.before, self.inner, self.after] {
            walk::each_exp(block, &mut |exp| reads_nothing_written &= walk::memory_read(exp).is_disjoint(&written));
        }
        are_own && reads_nothing_written
    }

    /// Finds, for every accumulator, an element that is written after the loop and whose place is known before it.
    fn find_sums(&self, definitions: &Definitions, declared: &FxHashSet<Name>) -> Option<Vec<Sum>> {
        let assigned = walk::assigned(self.inner);
        let mut writes: Vec<&Stm> = self.after.iter().filter(|stm| matches!(stm, Stm::Write { .. })).collect();
        let mut sums = Vec::new();
        for stm in self.before {
            let Stm::Declare { name, ty, .. } = stm else { continue };
            if !assigned.contains(name) {
                continue;
            }
            let fits = |stm: &&Stm| matches!(stm, Stm::Write { elem, .. } if elem == ty);
            let Stm::Write { memory, index, .. } = writes.remove(writes.iter().position(fits)?) else { return None };
            let place = definitions.poly(index)?;
            let (step, _) = linear_in(&place, self.column)?;
            let is_outside = |name: &Name| *name == self.column || !declared.contains(name);
            if !step.is_one() || !place.free_variables().iter().all(is_outside) {
                return None;
            }
            sums.push(Sum { name: *name, ty: *ty, memory: *memory, index: expression(&place), is_apart: false });
        }
        (!sums.is_empty()).then_some(sums)
    }

    /// Whether the interchanged nest computes the same: widths are known before it, and the loop only computes the
    /// sums.
    fn is_legal(&self, declared: &FxHashSet<Name>) -> bool {
        let ends_in_writes = self.after.iter().all(|stm| matches!(stm, Stm::Declare { .. } | Stm::Write { .. }));
        let stays = |exp: &Exp| walk::variables(exp).is_disjoint(declared) && walk::memory_read(exp).is_empty();
        let sums: FxHashSet<Name> = self.sums.iter().map(|sum| sum.name).collect();
        let own_or_sum: FxHashSet<Name> = walk::declared(self.inner).into_iter().chain(sums.iter().copied()).collect();
        let knows_no_sum = |exp: &Exp| walk::variables(exp).is_disjoint(&sums);
        ends_in_writes
            && stays(self.width)
            && stays(self.height)
            && walk::assigned(self.inner).is_subset(&own_or_sum)
            && only_computes(self.inner)
            && self.prepared().iter().all(|stm| walk::expressions(stm).all(knows_no_sum))
    }

    /// Whether interchange pays: all reads have stride 0 or 1 along the columns, and one with stride 1 has another
    /// stride along the rows.
    fn is_profitable(&self, definitions: &Definitions, declared: &FxHashSet<Name>) -> bool {
        let (mut all_known, mut gains) = (true, false);
        walk::each_exp(self.inner, &mut |exp| {
            let Exp::Read { index, .. } = exp else { return };
            let Some([along_column, along_row]) = self.strides(index, definitions, declared) else {
                all_known = false;
                return;
            };
            let is_unit = |stride: &Poly| stride.as_constant().is_some_and(|step| step.unsigned_abs() == 1);
            all_known &= along_column.is_zero() || is_unit(&along_column);
            gains |= is_unit(&along_column) && !along_row.is_zero() && !is_unit(&along_row);
        });
        let is_cheap = |stm: &Stm| walk::expressions(stm).all(is_cheap);
        all_known && gains && self.prepared().iter().all(is_cheap)
    }

    fn strides(&self, index: &Exp, definitions: &Definitions, declared: &FxHashSet<Name>) -> Option<[Poly; 2]> {
        let place = definitions.poly(index)?;
        let is_known = |name: &Name| *name == self.column || *name == self.row || !declared.contains(name);
        if !place.free_variables().iter().all(is_known) {
            return None;
        }
        Some([linear_in(&place, self.column)?.0, linear_in(&place, self.row)?.0])
    }

    /// Returns the nest with its loops exchanged.
    fn interchanged(&self, names: &mut NameSource) -> Stm {
        let mut then_block = Vec::new();
        for sum in self.sums.iter().filter(|sum| sum.is_apart) {
            then_block.push(Stm::DeclareMemory { name: sum.memory });
            then_block.push(Stm::Allocate { name: sum.memory, elem: sum.ty, count: self.width.clone() });
        }
        then_block.push(self.kernel([self.before.to_vec(), self.stores()].concat(), names));
        then_block.extend(self.rows(names));
        if !self.is_finished() {
            then_block.push(self.kernel([self.prepared(), self.loads(), self.after.to_vec()].concat(), names));
        }
        let cond = Exp::Cmp(CmpOp::Lt, Box::new(i64(0)), Box::new(self.width.clone()));
        Stm::If { cond, then_block, else_block: Vec::new() }
    }

    /// Whether each element that is written finally holds its accumulator, and nothing else is written.
    fn is_finished(&self) -> bool {
        let mut copies: FxHashMap<Name, Name> = FxHashMap::default();
        let origin = |exp: &Exp, copies: &FxHashMap<Name, Name>| match exp {
            Exp::Var(name) => Some(copies.get(name).copied().unwrap_or(*name)),
            _ => None,
        };
        self.after.iter().all(|stm| match stm {
            Stm::Declare { name, init, .. } => {
                copies.extend(origin(init, &copies).map(|from| (*name, from)));
                true
            }
            Stm::Write { memory, value, .. } => {
                let sum = self.sums.iter().find(|sum| sum.memory == *memory);
                sum.is_some_and(|sum| origin(value, &copies) == Some(sum.name))
            }
            _ => false,
        })
    }

    /// Returns the loops over rows that add to the sums. Short bodies are unrolled, with a loop for the rows that are
    /// left.
    fn rows(&self, names: &mut NameSource) -> Block {
        let height = self.height.clone();
        if walk::size(self.inner) > SHORT {
            let row = names.like(self.row);
            return vec![self.row_loop(row, height, &[Exp::Var(row)], names)];
        }
        let groups = names.fresh("groups");
        let init = binary(BinOp::Quot, height.clone(), i64(ROUNDS));
        let done = binary(BinOp::Mul, Exp::Var(groups), i64(ROUNDS));
        let group = names.fresh("group");
        let first = binary(BinOp::Mul, Exp::Var(group), i64(ROUNDS));
        let later = (1..ROUNDS).map(|round| binary(BinOp::Add, first.clone(), i64(round)));
        let rows: Vec<Exp> = std::iter::once(first.clone()).chain(later).collect();
        let last = names.like(self.row);
        let last_row = binary(BinOp::Add, done.clone(), Exp::Var(last));
        vec![
            Stm::Declare { name: groups, ty: ScalarType::I64, init },
            self.row_loop(group, Exp::Var(groups), &rows, names),
            self.row_loop(last, binary(BinOp::Sub, height, done), &[last_row], names),
        ]
    }

    /// Makes a loop whose rounds add these rows to the sums of all columns.
    fn row_loop(&self, var: Name, bound: Exp, rows: &[Exp], names: &mut NameSource) -> Stm {
        let mut block = [self.prepared(), self.loads()].concat();
        for row in rows {
            let name = names.like(self.row);
            block.push(Stm::Declare { name, ty: ScalarType::I64, init: row.clone() });
            block.extend(walk::copy(self.inner, FxHashMap::from_iter([(self.row, name)]), names));
        }
        block.extend(self.stores());
        let (mut body, varying) = self.split_varying(without_unused(block));
        body.push(self.kernel(varying, names));
        // The loop occurs twice, for groups of rows and for the rest, so all its names are renamed.
        let body = walk::copy(&body, FxHashMap::default(), names);
        let spans = self.inner_spans.clone();
        Stm::For { var, ty: ScalarType::I64, bound, body, parallel: false, spans }
    }

    /// Splits a block into the declarations that have the same value for all columns, and the rest.
    fn split_varying(&self, block: Block) -> (Block, Block) {
        let mut varies = walk::assigned(&block);
        varies.insert(self.column);
        let (mut same, mut varying) = (Vec::new(), Vec::new());
        for stm in block {
            match &stm {
                Stm::Declare { name, init, .. }
                    if !varies.contains(name) && walk::variables(init).is_disjoint(&varies) =>
                {
                    same.push(stm);
                }
                _ => {
                    varies.extend(walk::declared(std::slice::from_ref(&stm)));
                    varying.push(stm);
                }
            }
        }
        (same, varying)
    }

    /// Makes a kernel over the columns, with new names.
    fn kernel(&self, block: Block, names: &mut NameSource) -> Stm {
        let var = names.like(self.column);
        let body = walk::copy(&without_unused(block), FxHashMap::from_iter([(self.column, var)]), names);
        let (bound, spans) = (self.width.clone(), self.spans.clone());
        Stm::For { var, ty: ScalarType::I64, bound, body, parallel: true, spans }
    }

    /// Returns the declarations before the loop, without the accumulators.
    fn prepared(&self) -> Block {
        let is_sum = |stm: &Stm| matches!(stm, Stm::Declare { name, .. } if self.sums.iter().any(|s| s.name == *name));
        self.before.iter().filter(|stm| !is_sum(stm)).cloned().collect()
    }

    fn loads(&self) -> Block {
        self.sums.iter().map(Sum::load).collect()
    }

    fn stores(&self) -> Block {
        self.sums.iter().map(Sum::store).collect()
    }
}

/// Whether the block only declares and assigns scalars.
fn only_computes(block: &[Stm]) -> bool {
    let mut computes = true;
    walk::each_stm(block, &mut |stm| {
        computes &= matches!(stm, Stm::Declare { .. } | Stm::Assign { .. } | Stm::If { .. });
    });
    computes
}

/// Whether the expression is cheap enough to be computed again for every row.
fn is_cheap(exp: &Exp) -> bool {
    let mut cheap = true;
    walk::each_part(exp, &mut |part| {
        cheap &= match part {
            Exp::Const(_) | Exp::Var(_) | Exp::Read { .. } => true,
            Exp::Bin(op, ..) => matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul),
            _ => false,
        };
    });
    cheap
}
