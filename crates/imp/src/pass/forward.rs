//! Forwarding of copies. Data copied into a private block are read from the source instead; data made in a private
//! block only to be copied elsewhere are made at the destination.
//!
//! ```text
//! copy a[0] <- zero[0] for n                         copy s[0] <- zero[0] for n
//! for i < m {                                        for i < m {
//!   copy x[0] <- b[i*n] for n                  ==>     kernel j < n { s[j] <- s[j] + b[i*n + j] }
//!   kernel j < n { a[j] <- a[j] + x[j] }             }
//! }
//! copy s[0] <- a[0] for n
//! ```
//!
//! So operators read new rows where they are, and a reduction accumulates in its result. Without this, rows are copied
//! to buffers. The pass is meant for one processor, or for tasks, which already have buffers of their own.
//!
//! A block is private if no other variable refers to it, and no call gets it.
//!
//! - *Read from the source*: applies to a private block that only the copy writes, if nothing writes the source until
//!   the block's last use.
//! - *Made at the destination*: applies to a private block that is allocated in the same list of statements, copied as
//!   a whole, and not used afterwards, if the destination is not touched from the block's first use on. No assertion
//!   may stand in between, since it may guarantee that the destination exists.
//!
//! A private block that is never read is not written. For example, the neutral row of a histogram is dropped.
//!
//! Offsets must use immutable variables only. At most `MAX_LOOKED` statements lie between a copy and the other uses.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear times the depth of nesting, and `MAX_LOOKED`.

use crate::def::*;
use crate::linear::{Definitions, binary};
use crate::walk::{self, Allocation};
use base::{Error, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, Scalar, ScalarType};

const MAX_LOOKED: usize = 64;

pub fn forward_copies(mut program: Program) -> Result<Program, Error> {
    for function in program.functions.values_mut() {
        let mut forwarder = Forwarder {
            definitions: Definitions::of(function),
            own: own(function),
            exclusive: walk::exclusive(function),
            uses: FxHashMap::default(),
            gone: FxHashSet::default(),
        };
        forwarder.count(&function.body, 1);
        forwarder.block(&mut function.body);
        forwarder.drop_unread();
        if !forwarder.gone.is_empty() {
            without(&mut function.body, &forwarder.gone);
        }
    }
    Ok(program)
}

struct Forwarder {
    definitions: Definitions,
    /// Private blocks: allocated once, never shared, and accessed as one type.
    own: FxHashMap<Name, Allocation>,
    /// Variables whose blocks are never shared.
    exclusive: FxHashSet<Name>,
    /// For each memory variable, the number of reads and the number of writes.
    uses: FxHashMap<Name, [isize; 2]>,
    gone: FxHashSet<Name>,
}

/// A copy that may be removed. It is from or to offset 0 of a private block.
struct Candidate {
    own: Name,
    other: Name,
    offset: Exp,
    count: Exp,
}

impl Forwarder {
    fn count(&mut self, block: &[Stm], times: isize) {
        for stm in block {
            each_access(stm, &mut |name, is_write| {
                self.uses.entry(name).or_default()[usize::from(is_write)] += times;
            });
        }
    }

    /// Marks private blocks that are never read as unneeded.
    fn drop_unread(&mut self) {
        let is_read = |name: &Name| self.uses.get(name).is_some_and(|[reads, _]| *reads > 0);
        self.gone.extend(self.own.keys().copied().filter(|name| !is_read(name)));
    }

    fn block(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.len() {
            if self.read_where_it_was(block, at) || self.made_where_it_goes(block, at) {
                continue;
            }
            walk::blocks_mut(&mut block[at]).into_iter().for_each(|inner| self.block(inner));
            at += 1;
        }
    }

    /// Describes a copy between the start of an own block and another block at a fixed offset, in either direction.
    fn candidate(&self, elem: ScalarType, own: (Name, &Exp), other: (Name, &Exp), count: &Exp) -> Option<Candidate> {
        let is_own = self.own.get(&own.0).is_some_and(|allocation| allocation.elem == elem);
        let is_start = matches!(own.1, Exp::Const(Scalar::I64(0)));
        let is_fixed = walk::memory_read(other.1).is_empty()
            && !walk::variables(other.1).iter().any(|&name| self.definitions.is_mutable(name));
        (is_own && is_start && is_fixed && own.0 != other.0).then(|| Candidate {
            own: own.0,
            other: other.0,
            offset: other.1.clone(),
            count: count.clone(),
        })
    }

    /// Removes the copy at `at` if its readers can read the source instead. Returns whether it did.
    fn read_where_it_was(&mut self, block: &mut Block, at: usize) -> bool {
        let Stm::Copy { elem, to, to_offset, from, from_offset, count } = &block[at] else { return false };
        let Some(copy) = self.candidate(*elem, (*to, to_offset), (*from, from_offset), count) else { return false };
        let Some(&[reads, 1]) = self.uses.get(&copy.own) else { return false };
        let (mut left, mut last, mut released) = (reads, at, None);
        for (place, stm) in block.iter().enumerate().skip(at + 1).take(MAX_LOOKED) {
            if left == 0 {
                break;
            }
            if matches!(stm, Stm::ReleaseReference { name } if *name == copy.other) {
                released = Some(place);
            } else if released.is_some() && mentions(stm, copy.other) || self.disturbs(stm, copy.other) {
                return false;
            }
            let here = accesses(stm, copy.own)[0];
            if here > 0 {
                (left, last) = (left - here, place);
            }
        }
        if left > 0 {
            return false;
        }
        self.count(&block[at..=last], -1);
        block[at + 1..=last].iter_mut().for_each(|stm| redirect(stm, &copy));
        self.count(&block[at + 1..=last], 1);
        self.gone.insert(copy.own);
        if let Some(place) = released.filter(|&place| place < last) {
            let release = block.remove(place);
            block.insert(last, release);
        }
        block.remove(at);
        true
    }

    /// Whether the statement may change the contents of the variable's block, or which block it refers to.
    fn disturbs(&self, stm: &Stm, source: Name) -> bool {
        let mut found = false;
        walk::each_stm(std::slice::from_ref(stm), &mut |stm| {
            found |= redefines(stm, source)
                || match stm {
                    Stm::Write { memory: to, .. } | Stm::Atomic { memory: to, .. } | Stm::Copy { to, .. } => {
                        self.may_be_one(*to, source)
                    }
                    Stm::Call { .. } => !self.exclusive.contains(&source),
                    _ => false,
                };
        });
        found
    }

    fn may_be_one(&self, a: Name, b: Name) -> bool {
        a == b || !self.exclusive.contains(&a) && !self.exclusive.contains(&b)
    }

    /// Removes the copy at `at` if its block can be made at the destination. Returns whether it did.
    fn made_where_it_goes(&mut self, block: &mut Block, at: usize) -> bool {
        let Stm::Copy { elem, to, to_offset, from, from_offset, count } = &block[at] else { return false };
        let Some(copy) = self.candidate(*elem, (*from, from_offset), (*to, to_offset), count) else { return false };
        let is_whole = self.own.get(&copy.own).is_some_and(|allocation| allocation.count == copy.count);
        let Some(first) = self.first_use(block, at, copy.own).filter(|_| is_whole) else { return false };
        let region = &block[first..at];
        let declared: FxHashSet<Name> = walk::declared(region).into_iter().collect();
        let is_own = self.exclusive.contains(&copy.other);
        let touches = |stm: &Stm| {
            let mut found = false;
            each_access(stm, &mut |name, _| {
                found |= name == copy.other || !is_own && self.may_be_one(name, copy.other) && name != copy.own;
            });
            walk::each_stm(std::slice::from_ref(stm), &mut |stm| {
                found |= redefines(stm, copy.other) || !is_own && matches!(stm, Stm::Call { .. });
            });
            found
        };
        let is_free = walk::variables(&copy.offset).is_disjoint(&declared)
            && !declared.contains(&copy.other)
            && !region.iter().any(|stm| matches!(stm, Stm::Assert { .. }))
            && !region.iter().any(touches);
        if !is_free {
            return false;
        }
        self.count(&block[first..=at], -1);
        block.remove(at);
        block[first..at].iter_mut().for_each(|stm| redirect(stm, &copy));
        self.count(&block[first..at], 1);
        self.gone.insert(copy.own);
        true
    }

    /// Returns the position of the first use of the block `own`, if it is allocated earlier in this list and all its
    /// uses are between there and the copy.
    fn first_use(&self, block: &[Stm], at: usize, own: Name) -> Option<usize> {
        let [reads, writes] = self.uses.get(&own).copied()?;
        let (mut left, mut first) = (reads + writes - 1, at);
        for place in (at.saturating_sub(MAX_LOOKED)..at).rev() {
            if left == 0 {
                break;
            }
            let [reads, writes] = accesses(&block[place], own);
            if reads + writes > 0 {
                (left, first) = (left - reads - writes, place);
            }
        }
        let is_allocated = |stm: &Stm| matches!(stm, Stm::Allocate { name, .. } if *name == own);
        (left == 0 && first < at && block[..first].iter().any(is_allocated)).then_some(first)
    }
}

/// Returns the private blocks that are accessed as one type.
fn own(function: &Function) -> FxHashMap<Name, Allocation> {
    let mut own = walk::own_blocks(function);
    let mut mixed = FxHashSet::default();
    let mut check = |name: Name, elem: ScalarType| {
        if own.get(&name).is_some_and(|allocation| allocation.elem != elem) {
            mixed.insert(name);
        }
    };
    walk::each_stm(&function.body, &mut |stm| match stm {
        Stm::Write { memory, elem, .. } | Stm::Atomic { memory, elem, .. } => check(*memory, *elem),
        Stm::Copy { elem, to, from, .. } => [*to, *from].into_iter().for_each(|name| check(name, *elem)),
        _ => {}
    });
    walk::each_exp(&function.body, &mut |exp| {
        if let Exp::Read { memory, elem, .. } = exp {
            check(*memory, *elem);
        }
    });
    own.retain(|name, _| !mixed.contains(name));
    own
}

/// Visits every memory access in the statement, with whether it writes.
fn each_access(stm: &Stm, visit: &mut dyn FnMut(Name, bool)) {
    walk::each_stm(std::slice::from_ref(stm), &mut |stm| {
        walk::expressions(stm).for_each(|exp| walk::each_memory_read(exp, &mut |name| visit(name, false)));
        match stm {
            Stm::Write { memory, .. } => visit(*memory, true),
            Stm::Atomic { memory, old, value, .. } => {
                visit(*memory, true);
                if walk::variables(value).contains(old) {
                    visit(*memory, false);
                }
            }
            Stm::Copy { to, from, .. } => {
                visit(*to, true);
                visit(*from, false);
            }
            Stm::Declare { .. }
            | Stm::DeclareMemory { .. }
            | Stm::DeclareArray { .. }
            | Stm::DeclareStack { .. }
            | Stm::DeclareTable { .. }
            | Stm::DeclareObject { .. }
            | Stm::Assign { .. }
            | Stm::AssignReference { .. }
            | Stm::MoveReference { .. }
            | Stm::ReleaseReference { .. }
            | Stm::Allocate { .. }
            | Stm::Construct { .. }
            | Stm::Constant { .. }
            | Stm::Vacate { .. }
            | Stm::SetWord { .. }
            | Stm::LoadWord { .. }
            | Stm::LoadMemory { .. }
            | Stm::StoreMemory { .. }
            | Stm::LoadObject { .. }
            | Stm::StoreObject { .. }
            | Stm::If { .. }
            | Stm::For { .. }
            | Stm::Tasks { .. }
            | Stm::Ordered { .. }
            | Stm::Launch { .. }
            | Stm::Threads { .. }
            | Stm::DeclareShared { .. }
            | Stm::Post { .. }
            | Stm::Await { .. }
            | Stm::While { .. }
            | Stm::Call { .. }
            | Stm::Assert { .. } => {}
        }
    });
}

/// Returns how often the statement reads and writes the block.
fn accesses(stm: &Stm, block: Name) -> [isize; 2] {
    let mut counts = [0; 2];
    each_access(stm, &mut |name, is_write| counts[usize::from(is_write)] += isize::from(name == block));
    counts
}

/// Whether the statement itself changes the block to which the variable refers, or makes another variable refer to it.
fn redefines(stm: &Stm, name: Name) -> bool {
    match stm {
        Stm::DeclareMemory { name: to }
        | Stm::Allocate { name: to, .. }
        | Stm::ReleaseReference { name: to }
        | Stm::LoadMemory { name: to, .. }
        | Stm::StoreMemory { from: to, .. } => *to == name,
        Stm::AssignReference { name: to, from } | Stm::MoveReference { name: to, from } => *to == name || *from == name,
        Stm::Call { results, args, .. } => {
            results.contains(&name) || args.iter().any(|arg| matches!(arg, Arg::Reference(arg) if *arg == name))
        }
        _ => false,
    }
}

fn mentions(stm: &Stm, name: Name) -> bool {
    let mut found = accesses(stm, name) != [0, 0];
    walk::each_stm(std::slice::from_ref(stm), &mut |stm| found |= redefines(stm, name));
    found
}

/// Redirects accesses of the private block to the other block.
fn redirect(stm: &mut Stm, copy: &Candidate) {
    let shift = |index: &mut Exp| {
        let own = std::mem::replace(index, Exp::Const(Scalar::I64(0)));
        *index = match (&copy.offset, own) {
            (Exp::Const(Scalar::I64(0)), own) => own,
            (offset, Exp::Const(Scalar::I64(0))) => offset.clone(),
            (offset, own) => binary(BinOp::Add, offset.clone(), own),
        };
    };
    walk::expressions_mut(stm).into_iter().for_each(|exp| redirect_reads(exp, copy, &shift));
    match stm {
        Stm::Write { memory, index, .. } | Stm::Atomic { memory, index, .. } if *memory == copy.own => {
            *memory = copy.other;
            shift(index);
        }
        Stm::Copy { to, to_offset, from, from_offset, .. } => {
            for (name, offset) in [(to, to_offset), (from, from_offset)] {
                if *name == copy.own {
                    *name = copy.other;
                    shift(offset);
                }
            }
        }
        _ => {}
    }
    for inner in walk::blocks_mut(stm) {
        inner.iter_mut().for_each(|stm| redirect(stm, copy));
    }
}

fn redirect_reads(exp: &mut Exp, copy: &Candidate, shift: &dyn Fn(&mut Exp)) {
    walk::operands_mut(exp).into_iter().for_each(|part| redirect_reads(part, copy, shift));
    if let Exp::Read { memory, index, .. } = exp
        && *memory == copy.own
    {
        *memory = copy.other;
        shift(index);
    }
}

/// Removes the variables in `gone` from the block, and loops that only wrote to them.
fn without(block: &mut Block, gone: &FxHashSet<Name>) {
    block.retain_mut(|stm| {
        let was_empty = walk::blocks(stm).all(Vec::is_empty);
        walk::blocks_mut(stm).into_iter().for_each(|inner| without(inner, gone));
        match stm {
            Stm::DeclareMemory { name } | Stm::Allocate { name, .. } | Stm::ReleaseReference { name } => {
                !gone.contains(name)
            }
            Stm::Write { memory: name, .. } | Stm::Atomic { memory: name, .. } | Stm::Copy { to: name, .. } => {
                !gone.contains(name)
            }
            Stm::For { body, .. } => was_empty || !body.is_empty(),
            _ => true,
        }
    });
}
