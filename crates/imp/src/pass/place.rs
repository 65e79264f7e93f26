//! Placing of small blocks: unshared blocks of constant size become arrays of their scope, and blocks of constants
//! become tables.
//!
//! ```text
//! var m : mem                                 var m : f32[9]
//! m <- alloc f32 9                    ==>     for i < 9 { m.f32[i] <- .. }
//! for i < 9 { m.f32[i] <- .. }
//!
//! var w : mem                                 table 0 : [2]f32 = [0.25, 0.75]
//! w <- alloc f32 2                    ==>     ..
//! w.f32[0] <- 0.25                            var w : table 0
//! w.f32[1] <- 0.75
//! ```
//!
//! A target keeps such arrays in registers or on the stack, and its compiler knows the constants. A block becomes an
//! array if its variable is allocated once, where it is declared, and is not shared, moved or passed on. Its elements
//! must have one type and at most `BYTES` bytes; all arrays of a function, or of a launch in it, have at most
//! `FUNCTION_BYTES`. A host block that launches access stays a block. It becomes a table if the statements after the
//! allocation write a constant to each element, and nothing writes to it later.
//!
//! Needs: unique names. Guarantees: nothing. Cost: linear.

use crate::def::*;
use crate::walk;
use base::entity::PrimaryMap;
use base::{Error, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{ArrayValue, Scalar, ScalarType};

/// Largest size in bytes of one array.
const BYTES: usize = 1 << 10;
/// Largest size in bytes of all arrays of a function. Because calls nest and threads have small stacks, it is low.
const FUNCTION_BYTES: usize = 1 << 13;

pub fn place(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let uses = Uses::of(&program.functions[id]);
        let launched = launched(&program.functions[id].body);
        let body = std::mem::take(&mut program.functions[id].body);
        let tables = Some(&mut program.tables);
        let mut placer = Placer { tables, uses, launched, placed: FxHashSet::default(), bytes: 0 };
        program.functions[id].body = placer.block(body);
    }
    Ok(program)
}

/// Returns the body of a loop in which the blocks that an iteration allocates are arrays, as far as possible.
pub(super) fn with_arrays(body: Block) -> Block {
    let mut uses = Uses::default();
    uses.block(&body);
    let (launched, placed) = (FxHashSet::default(), FxHashSet::default());
    Placer { tables: None, uses, launched, placed, bytes: 0 }.block(body)
}

/// Returns the host's memory variables that launches access.
fn launched(block: &[Stm]) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    walk::each_stm(block, &mut |stm| {
        if let Stm::Launch { body, .. } = stm {
            let mut uses = Uses::default();
            uses.block(body);
            let own: FxHashSet<Name> = walk::declared(body).into_iter().collect();
            names.extend(uses.found.into_keys().filter(|name| !own.contains(name)));
        }
    });
    names
}

/// Uses of a function's memory variables.
#[derive(Default)]
struct Uses {
    found: FxHashMap<Name, Use>,
}

#[derive(Default)]
struct Use {
    allocations: usize,
    /// Number of statements that write to the block.
    writes: usize,
    /// Element type of all accesses; `None` before the first one.
    elem: Option<ScalarType>,
    /// Whether other variables may refer to the block, or its elements have several types.
    is_bound: bool,
}

impl Uses {
    fn of(function: &Function) -> Uses {
        let mut uses = Uses::default();
        function.results.iter().for_each(|result| uses.bind(result.name));
        uses.block(&function.body);
        uses
    }

    fn block(&mut self, block: &[Stm]) {
        walk::each_stm(block, &mut |stm| self.stm(stm));
        walk::each_exp(block, &mut |exp| match exp {
            Exp::Read { memory, elem, .. } => self.access(*memory, *elem),
            Exp::Unique(name) => self.bind(*name),
            Exp::Same(a, b) => [a, b].into_iter().for_each(|name| self.bind(*name)),
            _ => {}
        });
    }

    fn stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Allocate { name, elem, .. } => {
                self.access(*name, *elem);
                self.of_variable(*name).allocations += 1;
            }
            Stm::AssignReference { name, from } | Stm::MoveReference { name, from } => {
                self.bind(*name);
                self.bind(*from);
            }
            Stm::LoadMemory { name, .. } | Stm::StoreMemory { from: name, .. } => self.bind(*name),
            Stm::Write { memory, elem, .. } | Stm::Atomic { memory, elem, .. } => self.write(*memory, *elem),
            Stm::Copy { elem, to, from, .. } => {
                self.write(*to, *elem);
                self.access(*from, *elem);
            }
            Stm::Call { results, args, .. } => {
                results.iter().for_each(|name| self.bind(*name));
                let memory =
                    args.iter().filter_map(|arg| if let Arg::Reference(name) = arg { Some(*name) } else { None });
                memory.for_each(|name| self.bind(name));
            }
            Stm::Declare { .. }
            | Stm::DeclareMemory { .. }
            | Stm::DeclareArray { .. }
            | Stm::DeclareStack { .. }
            | Stm::DeclareShared { .. }
            | Stm::DeclareTable { .. }
            | Stm::DeclareObject { .. }
            | Stm::Construct { .. }
            | Stm::Constant { .. }
            | Stm::Vacate { .. }
            | Stm::SetWord { .. }
            | Stm::LoadWord { .. }
            | Stm::LoadObject { .. }
            | Stm::StoreObject { .. }
            | Stm::Assign { .. }
            | Stm::ReleaseReference { .. }
            | Stm::If { .. }
            | Stm::For { .. }
            | Stm::Tasks { .. }
            | Stm::Ordered { .. }
            | Stm::Launch { .. }
            | Stm::Threads { .. }
            | Stm::Post { .. }
            | Stm::Await { .. }
            | Stm::While { .. }
            | Stm::Assert { .. } => {}
        }
    }

    fn of_variable(&mut self, name: Name) -> &mut Use {
        self.found.entry(name).or_default()
    }

    fn bind(&mut self, name: Name) {
        self.of_variable(name).is_bound = true;
    }

    fn access(&mut self, name: Name, elem: ScalarType) {
        let found = self.of_variable(name);
        found.is_bound |= found.elem.is_some_and(|other| other != elem);
        found.elem = Some(elem);
    }

    fn write(&mut self, name: Name, elem: ScalarType) {
        self.access(name, elem);
        self.of_variable(name).writes += 1;
    }
}

impl Use {
    /// Whether the variable has exactly one block, which is not shared.
    fn is_own(&self) -> bool {
        self.allocations == 1 && !self.is_bound
    }
}

struct Placer<'a> {
    /// The program's tables; `None` if no block becomes a table.
    tables: Option<&'a mut PrimaryMap<TableId, ArrayValue>>,
    uses: Uses,
    launched: FxHashSet<Name>,
    /// Variables that became arrays or tables.
    placed: FxHashSet<Name>,
    /// Size in bytes of the function's arrays so far.
    bytes: usize,
}

impl Placer<'_> {
    /// Replaces allocations by arrays or tables where possible.
    fn block(&mut self, block: Block) -> Block {
        let mut done = Vec::with_capacity(block.len());
        let mut rest = block.into_iter();
        loop {
            if let Some((declaration, replaced)) = self.place(rest.as_slice()) {
                done.push(declaration);
                rest.by_ref().take(replaced).for_each(drop);
                continue;
            }
            let Some(mut stm) = rest.next() else { return done };
            let bytes = self.bytes;
            if matches!(stm, Stm::Launch { .. }) {
                self.bytes = 0;
            }
            for inner in walk::blocks_mut(&mut stm) {
                *inner = self.block(std::mem::take(inner));
            }
            if matches!(stm, Stm::Launch { .. }) {
                self.bytes = bytes;
            }
            if !matches!(&stm, Stm::ReleaseReference { name } if self.placed.contains(name)) {
                done.push(stm);
            }
        }
    }

    /// Returns the declaration of an array or a table for the block that `code` allocates first, and the number of
    /// statements that it replaces.
    fn place(&mut self, code: &[Stm]) -> Option<(Stm, usize)> {
        let (Stm::DeclareMemory { name }, Stm::Allocate { name: allocated, elem, count }) =
            (code.first()?, code.get(1)?)
        else {
            return None;
        };
        let uses = self.uses.found.get(name).filter(|uses| uses.is_own() && name == allocated)?;
        let count = usize::try_from(constant(count)?.as_i64()?).ok()?;
        let bytes = count.checked_mul(elem.bytes())?;
        if let Some(tables) = &mut self.tables
            && let Some(constants) = constants(*name, &code[2..], count).filter(|_| uses.writes == count)
        {
            let table = tables.push(ArrayValue::from_scalars(*elem, vec![count], &constants)?);
            self.placed.insert(*name);
            return Some((Stm::DeclareTable { name: *name, table }, 2 + count));
        }
        if bytes > BYTES || self.bytes + bytes > FUNCTION_BYTES || self.launched.contains(name) {
            return None;
        }
        self.bytes += bytes;
        self.placed.insert(*name);
        Some((Stm::DeclareArray { name: *name, elem: *elem, count }, 2))
    }
}

/// Returns the elements of a block if the statements right after its allocation write constants to all of them.
fn constants(memory: Name, code: &[Stm], count: usize) -> Option<Vec<Scalar>> {
    let mut elements: Vec<Option<Scalar>> = vec![None; code.get(..count)?.len()];
    for stm in &code[..count] {
        let Stm::Write { memory: to, index, value, .. } = stm else { return None };
        let at = usize::try_from(constant(index)?.as_i64()?).ok()?;
        *elements.get_mut(at).filter(|_| *to == memory)? = Some(constant(value)?);
    }
    elements.into_iter().collect()
}

fn constant(exp: &Exp) -> Option<Scalar> {
    if let Exp::Const(scalar) = exp { Some(*scalar) } else { None }
}
