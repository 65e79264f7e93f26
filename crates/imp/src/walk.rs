//! Traversals of code: its parts, the variables it declares and uses, and copies with fresh names.

use crate::def::*;
use base::{Name, NameSource};
use rustc_hash::{FxHashMap, FxHashSet};
use value::ScalarType;

/// Returns the operands of an expression.
pub fn operands(exp: &Exp) -> impl Iterator<Item = &Exp> {
    let operands: [Option<&Exp>; 3] = match exp {
        Exp::Const(_)
        | Exp::Var(_)
        | Exp::Word { .. }
        | Exp::Number(_)
        | Exp::Unique(_)
        | Exp::Same(..)
        | Exp::Setting(_) => [None; 3],
        Exp::Un(_, a) | Exp::Convert(_, a) | Exp::Read { index: a, .. } => [Some(a), None, None],
        Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) | Exp::Pieces(a, b) => [Some(a), Some(b), None],
        Exp::Fma(a, b, c) | Exp::Select(a, b, c) => [Some(a), Some(b), Some(c)],
    };
    operands.into_iter().flatten()
}

/// Returns the operands of an expression, mutably.
pub fn operands_mut(exp: &mut Exp) -> Vec<&mut Exp> {
    match exp {
        Exp::Const(_)
        | Exp::Var(_)
        | Exp::Word { .. }
        | Exp::Number(_)
        | Exp::Unique(_)
        | Exp::Same(..)
        | Exp::Setting(_) => Vec::new(),
        Exp::Un(_, a) | Exp::Convert(_, a) | Exp::Read { index: a, .. } => vec![a],
        Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) | Exp::Pieces(a, b) => vec![a, b],
        Exp::Fma(a, b, c) | Exp::Select(a, b, c) => vec![a, b, c],
    }
}

/// Returns the expressions of a statement itself, without those of its blocks.
pub fn expressions(stm: &Stm) -> impl Iterator<Item = &Exp> {
    let few: [Option<&Exp>; 3] = match stm {
        Stm::Declare { init: exp, .. }
        | Stm::Assign { value: exp, .. }
        | Stm::Allocate { count: exp, .. }
        | Stm::Construct { objects: exp, .. }
        | Stm::SetWord { value: exp, .. }
        | Stm::LoadObject { at: exp, .. }
        | Stm::StoreObject { at: exp, .. }
        | Stm::If { cond: exp, .. }
        | Stm::For { bound: exp, .. }
        | Stm::Tasks { bound: exp, .. }
        | Stm::Threads { bound: exp, .. }
        | Stm::DeclareShared { count: exp, .. }
        | Stm::Await { group: exp, .. }
        | Stm::While { cond: exp, .. }
        | Stm::Assert { cond: exp, .. } => [Some(exp), None, None],
        Stm::DeclareMemory { .. }
        | Stm::DeclareArray { .. }
        | Stm::DeclareStack { .. }
        | Stm::DeclareTable { .. }
        | Stm::DeclareObject { .. }
        | Stm::AssignReference { .. }
        | Stm::MoveReference { .. }
        | Stm::ReleaseReference { .. }
        | Stm::Constant { .. }
        | Stm::Vacate { .. }
        | Stm::LoadWord { .. }
        | Stm::LoadMemory { .. }
        | Stm::StoreMemory { .. }
        | Stm::Ordered { .. }
        | Stm::Post { .. }
        | Stm::Call { .. } => [None; 3],
        Stm::Write { index, value, .. } | Stm::Atomic { index, value, .. } => [Some(index), Some(value), None],
        Stm::Launch { groups, size, .. } => [Some(groups), Some(size), None],
        Stm::Copy { to_offset, from_offset, count, .. } => [Some(to_offset), Some(from_offset), Some(count)],
    };
    let args: &[Arg] = if let Stm::Call { args, .. } = stm { args } else { &[] };
    let values: &[Exp] = if let Stm::Assert { values, .. } = stm { values } else { &[] };
    few.into_iter().flatten().chain(args.iter().filter_map(scalar_of)).chain(values)
}

/// Returns the expressions of a statement itself, mutably.
pub fn expressions_mut(stm: &mut Stm) -> Vec<&mut Exp> {
    match stm {
        Stm::Declare { init: exp, .. }
        | Stm::Assign { value: exp, .. }
        | Stm::Allocate { count: exp, .. }
        | Stm::Construct { objects: exp, .. }
        | Stm::SetWord { value: exp, .. }
        | Stm::LoadObject { at: exp, .. }
        | Stm::StoreObject { at: exp, .. }
        | Stm::If { cond: exp, .. }
        | Stm::For { bound: exp, .. }
        | Stm::Tasks { bound: exp, .. }
        | Stm::Threads { bound: exp, .. }
        | Stm::DeclareShared { count: exp, .. }
        | Stm::Await { group: exp, .. }
        | Stm::While { cond: exp, .. } => vec![exp],
        Stm::DeclareMemory { .. }
        | Stm::DeclareArray { .. }
        | Stm::DeclareStack { .. }
        | Stm::DeclareTable { .. }
        | Stm::DeclareObject { .. }
        | Stm::AssignReference { .. }
        | Stm::MoveReference { .. }
        | Stm::ReleaseReference { .. }
        | Stm::Constant { .. }
        | Stm::Vacate { .. }
        | Stm::LoadWord { .. }
        | Stm::LoadMemory { .. }
        | Stm::StoreMemory { .. }
        | Stm::Post { .. }
        | Stm::Ordered { .. } => Vec::new(),
        Stm::Write { index, value, .. } | Stm::Atomic { index, value, .. } => vec![index, value],
        Stm::Launch { groups, size, .. } => vec![groups, size],
        Stm::Copy { to_offset, from_offset, count, .. } => vec![to_offset, from_offset, count],
        Stm::Call { args, .. } => args.iter_mut().filter_map(scalar_of_mut).collect(),
        Stm::Assert { cond, values, .. } => std::iter::once(cond).chain(values).collect(),
    }
}

fn scalar_of(arg: &Arg) -> Option<&Exp> {
    if let Arg::Scalar(exp) = arg { Some(exp) } else { None }
}

fn scalar_of_mut(arg: &mut Arg) -> Option<&mut Exp> {
    if let Arg::Scalar(exp) = arg { Some(exp) } else { None }
}

/// Returns the blocks in a statement.
pub fn blocks(stm: &Stm) -> impl Iterator<Item = &Block> {
    let blocks: [Option<&Block>; 2] = match stm {
        Stm::If { then_block, else_block, .. } => [Some(then_block), Some(else_block)],
        Stm::For { body, .. }
        | Stm::Tasks { body, .. }
        | Stm::Ordered { body }
        | Stm::Launch { body, .. }
        | Stm::Threads { body, .. }
        | Stm::While { body, .. } => [Some(body), None],
        _ => [None; 2],
    };
    blocks.into_iter().flatten()
}

/// Returns the blocks in a statement, mutably.
pub fn blocks_mut(stm: &mut Stm) -> Vec<&mut Block> {
    match stm {
        Stm::If { then_block, else_block, .. } => vec![then_block, else_block],
        Stm::For { body, .. }
        | Stm::Tasks { body, .. }
        | Stm::Ordered { body }
        | Stm::Launch { body, .. }
        | Stm::Threads { body, .. }
        | Stm::While { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// Visits every statement of the block at any depth, outer ones first.
pub fn each_stm<'a>(block: &'a [Stm], visit: &mut dyn FnMut(&'a Stm)) {
    for stm in block {
        visit(stm);
        blocks(stm).for_each(|inner| each_stm(inner, visit));
    }
}

/// Visits the expression and its parts.
pub fn each_part<'a>(exp: &'a Exp, visit: &mut dyn FnMut(&'a Exp)) {
    visit(exp);
    operands(exp).for_each(|part| each_part(part, visit));
}

/// Visits every expression of the block and all their parts.
pub fn each_exp<'a>(block: &'a [Stm], visit: &mut dyn FnMut(&'a Exp)) {
    each_stm(block, &mut |stm| expressions(stm).for_each(|exp| each_part(exp, visit)));
}

/// Whether a launch's body posts or awaits stages, so that groups wait for each other.
pub fn has_stages(body: &[Stm]) -> bool {
    let mut found = false;
    each_stm(body, &mut |stm| found |= matches!(stm, Stm::Post { .. } | Stm::Await { .. }));
    found
}

/// Returns the number of statements and expressions.
pub fn size(block: &[Stm]) -> usize {
    let mut count = 0;
    each_stm(block, &mut |_| count += 1);
    each_exp(block, &mut |_| count += 1);
    count
}

/// Returns the depth of nested loops in the block; 0 without loops.
pub fn loop_depth(block: &[Stm]) -> usize {
    let depth = |stm: &Stm| {
        let inner = blocks(stm).map(|block| loop_depth(block)).max().unwrap_or(0);
        let is_loop = matches!(
            stm,
            Stm::For { .. } | Stm::Tasks { .. } | Stm::Launch { .. } | Stm::Threads { .. } | Stm::While { .. }
        );
        inner + usize::from(is_loop)
    };
    block.iter().map(depth).max().unwrap_or(0)
}

/// Whether the block neither allocates nor shares memory or objects, and calls nothing.
pub fn is_plain(block: &[Stm]) -> bool {
    let mut plain = true;
    each_stm(block, &mut |stm| {
        let shares = matches!(
            stm,
            Stm::DeclareMemory { .. }
                | Stm::AssignReference { .. }
                | Stm::MoveReference { .. }
                | Stm::ReleaseReference { .. }
                | Stm::Allocate { .. }
                | Stm::Call { .. }
                | Stm::While { .. }
        );
        plain &= !shares && stm.object().is_none();
    });
    plain
}

/// Returns the variables that the block declares at any depth, in order.
pub fn declared(block: &[Stm]) -> Vec<Name> {
    let mut names = Vec::new();
    each_stm(block, &mut |stm| match stm {
        Stm::For { var: name, .. }
        | Stm::Tasks { var: name, .. }
        | Stm::Launch { group: name, .. }
        | Stm::Threads { var: name, .. }
        | Stm::Atomic { old: name, .. } => names.push(*name),
        stm => names.extend(declared_by(stm)),
    });
    names
}

/// Returns the types of a function's scalars, except for `old` in atomic updates.
pub fn scalar_types(function: &Function) -> FxHashMap<Name, ScalarType> {
    let mut types = FxHashMap::default();
    for param in function.params.iter().chain(&function.results) {
        if let Type::Scalar(ty) = param.ty {
            types.insert(param.name, ty);
        }
    }
    each_stm(&function.body, &mut |stm| match stm {
        Stm::Declare { name, ty, .. } | Stm::For { var: name, ty, .. } => _ = types.insert(*name, *ty),
        Stm::Tasks { var: name, .. } | Stm::Launch { group: name, .. } | Stm::Threads { var: name, .. } => {
            types.insert(*name, ScalarType::I64);
        }
        _ => {}
    });
    types
}

/// Returns the variable that a statement declares in its block.
pub fn declared_by(stm: &Stm) -> Option<Name> {
    match stm {
        Stm::Declare { name, .. }
        | Stm::DeclareMemory { name }
        | Stm::DeclareObject { name, .. }
        | Stm::DeclareArray { name, .. }
        | Stm::DeclareStack { name, .. }
        | Stm::DeclareShared { name, .. }
        | Stm::DeclareTable { name, .. } => Some(*name),
        Stm::Assign { .. }
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
        | Stm::Write { .. }
        | Stm::Copy { .. }
        | Stm::If { .. }
        | Stm::For { .. }
        | Stm::Tasks { .. }
        | Stm::Ordered { .. }
        | Stm::Launch { .. }
        | Stm::Threads { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::Atomic { .. }
        | Stm::While { .. }
        | Stm::Call { .. }
        | Stm::Assert { .. } => None,
    }
}

/// Returns the variables that the block assigns, including the results of calls.
pub fn assigned(block: &[Stm]) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    each_stm(block, &mut |stm| match stm {
        Stm::Assign { name, .. } => _ = names.insert(*name),
        Stm::Call { results, .. } => names.extend(results),
        Stm::Declare { .. }
        | Stm::DeclareMemory { .. }
        | Stm::DeclareArray { .. }
        | Stm::DeclareStack { .. }
        | Stm::DeclareTable { .. }
        | Stm::DeclareObject { .. }
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
        | Stm::Write { .. }
        | Stm::Copy { .. }
        | Stm::If { .. }
        | Stm::For { .. }
        | Stm::Tasks { .. }
        | Stm::Ordered { .. }
        | Stm::Launch { .. }
        | Stm::Threads { .. }
        | Stm::DeclareShared { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::Atomic { .. }
        | Stm::While { .. }
        | Stm::Assert { .. } => {}
    });
    names
}

/// Returns the variables that a statement itself sets after their declaration.
pub fn set(stm: &Stm) -> Vec<Name> {
    match stm {
        Stm::Assign { name, .. }
        | Stm::AssignReference { name, .. }
        | Stm::ReleaseReference { name }
        | Stm::Allocate { name, .. }
        | Stm::Constant { name, .. }
        | Stm::Vacate { name }
        | Stm::LoadWord { name, .. }
        | Stm::LoadMemory { name, .. }
        | Stm::LoadObject { name, .. } => vec![*name],
        Stm::MoveReference { name, from } => vec![*name, *from],
        Stm::Construct { name, reuse, .. } => std::iter::once(*name).chain(*reuse).collect(),
        Stm::StoreMemory { from, moves: true, .. } | Stm::StoreObject { from, moves: true, .. } => vec![*from],
        Stm::Call { results, args, .. } => {
            let moved = args.iter().filter_map(|arg| if let Arg::Move(name) = arg { Some(*name) } else { None });
            results.iter().copied().chain(moved).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the variables whose references the block copies or moves, in either direction. Allocations are not included,
/// because a fresh block is not shared.
pub fn redirected(block: &[Stm]) -> Vec<Name> {
    let mut names = Vec::new();
    each_stm(block, &mut |stm| names.extend(redirected_by(stm)));
    names
}

/// Like `redirected`, for the statement itself.
fn redirected_by(stm: &Stm) -> Vec<Name> {
    match stm {
        Stm::AssignReference { name, from } | Stm::MoveReference { name, from } => vec![*name, *from],
        Stm::ReleaseReference { name }
        | Stm::LoadMemory { name, .. }
        | Stm::LoadObject { name, .. }
        | Stm::StoreMemory { from: name, .. }
        | Stm::StoreObject { from: name, .. } => vec![*name],
        Stm::Call { results, args, .. } => {
            results.iter().copied().chain(args.iter().filter_map(reference_of)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the variables that a call lends to those of its parameters, which have these types, that are borrowed.
pub fn lent<'a>(params: impl Iterator<Item = Type> + 'a, args: &'a [Arg]) -> impl Iterator<Item = Name> + 'a {
    params.zip(args).filter(|(ty, _)| *ty == Type::Borrowed).filter_map(|(_, arg)| reference_of(arg))
}

/// Returns the variable of an argument that is a reference.
pub fn reference_of(arg: &Arg) -> Option<Name> {
    if let Arg::Reference(name) | Arg::Move(name) = arg { Some(*name) } else { None }
}

fn reference_of_mut(arg: &mut Arg) -> Option<&mut Name> {
    if let Arg::Reference(name) | Arg::Move(name) = arg { Some(name) } else { None }
}

/// Element type and count of a block's allocation.
pub struct Allocation {
    pub elem: ScalarType,
    pub count: Exp,
}

/// Returns the variables that are allocated once and whose blocks no other variable ever refers to.
pub fn own_blocks(function: &Function) -> FxHashMap<Name, Allocation> {
    let (mut own, mut shared) = (FxHashMap::default(), FxHashSet::default());
    shared.extend(function.params.iter().chain(&function.results).map(|param| param.name));
    each_stm(&function.body, &mut |stm| match stm {
        Stm::Allocate { name, elem, count } => {
            let is_again = own.insert(*name, Allocation { elem: *elem, count: count.clone() }).is_some();
            shared.extend(is_again.then_some(*name));
        }
        Stm::AssignReference { .. }
        | Stm::MoveReference { .. }
        | Stm::LoadMemory { .. }
        | Stm::StoreMemory { .. }
        | Stm::Call { .. } => {
            shared.extend(redirected(std::slice::from_ref(stm)));
        }
        Stm::Declare { .. }
        | Stm::DeclareMemory { .. }
        | Stm::DeclareArray { .. }
        | Stm::DeclareStack { .. }
        | Stm::DeclareTable { .. }
        | Stm::DeclareObject { .. }
        | Stm::Assign { .. }
        | Stm::ReleaseReference { .. }
        | Stm::Construct { .. }
        | Stm::Constant { .. }
        | Stm::Vacate { .. }
        | Stm::SetWord { .. }
        | Stm::LoadWord { .. }
        | Stm::LoadObject { .. }
        | Stm::StoreObject { .. }
        | Stm::Write { .. }
        | Stm::Copy { .. }
        | Stm::If { .. }
        | Stm::For { .. }
        | Stm::Tasks { .. }
        | Stm::Ordered { .. }
        | Stm::Launch { .. }
        | Stm::Threads { .. }
        | Stm::DeclareShared { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::Atomic { .. }
        | Stm::While { .. }
        | Stm::Assert { .. } => {}
    });
    own.retain(|name, _| !shared.contains(name));
    own
}

/// Returns the memory variables whose blocks are never shared. They get blocks by allocation, or by moves among
/// themselves, like the buffers that a loop swaps.
pub fn exclusive(function: &Function) -> FxHashSet<Name> {
    let (mut exclusive, mut shared, mut moves) = (FxHashSet::default(), FxHashSet::default(), Vec::new());
    exclusive.extend(function.results.iter().map(|result| result.name));
    each_stm(&function.body, &mut |stm| match stm {
        Stm::DeclareMemory { name } => _ = exclusive.insert(*name),
        Stm::MoveReference { name, from } => moves.push((*name, *from)),
        Stm::ReleaseReference { .. } => {}
        stm => shared.extend(redirected_by(stm)),
    });
    shared.extend(function.params.iter().map(|param| param.name));
    loop {
        let before = shared.len();
        shared
            .extend(moves.iter().filter(|(_, from)| shared.contains(from)).map(|(name, _)| *name).collect::<Vec<_>>());
        if shared.len() == before {
            exclusive.retain(|name| !shared.contains(name));
            return exclusive;
        }
    }
}

/// Returns the scalar variables that an expression mentions.
pub fn variables(exp: &Exp) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    each_part(exp, &mut |part| {
        if let Exp::Var(name) = part {
            names.insert(*name);
        }
    });
    names
}

/// Returns the memory and object variables that an expression reads.
pub fn memory_read(exp: &Exp) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    each_memory_read(exp, &mut |name| _ = names.insert(name));
    names
}

/// Visits the memory and object variables that an expression reads, once for each read.
pub fn each_memory_read(exp: &Exp, visit: &mut dyn FnMut(Name)) {
    each_part(exp, &mut |part| match part {
        Exp::Read { memory: name, .. } | Exp::Word { object: name, .. } | Exp::Number(name) | Exp::Unique(name) => {
            visit(*name)
        }
        Exp::Same(a, b) => [a, b].into_iter().for_each(|name| visit(*name)),
        _ => {}
    });
}

/// Copies a block: declared names become fresh, and names in `renamed` are replaced.
pub fn copy(block: &[Stm], mut renamed: FxHashMap<Name, Name>, names: &mut NameSource) -> Block {
    for name in declared(block) {
        renamed.insert(name, names.like(name));
    }
    let mut copied = block.to_vec();
    rename(&mut copied, &renamed);
    copied
}

/// Replaces names throughout a block.
pub fn rename(block: &mut [Stm], renamed: &FxHashMap<Name, Name>) {
    each_name_mut(block, &mut |name| *name = renamed.get(name).copied().unwrap_or(*name));
}

/// Visits every memory access of the block: variable, element type and index. Accesses within an index come first.
pub fn each_access_mut(block: &mut Block, visit: &mut dyn FnMut(&mut Name, ScalarType, &mut Exp)) {
    for stm in block {
        expressions_mut(stm).into_iter().for_each(|exp| each_read_mut(exp, visit));
        match stm {
            Stm::Write { memory, elem, index, .. } | Stm::Atomic { memory, elem, index, .. } => {
                visit(memory, *elem, index);
            }
            Stm::Copy { elem, to, to_offset, from, from_offset, .. } => {
                visit(to, *elem, to_offset);
                visit(from, *elem, from_offset);
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
        blocks_mut(stm).into_iter().for_each(|inner| each_access_mut(inner, visit));
    }
}

fn each_read_mut(exp: &mut Exp, visit: &mut dyn FnMut(&mut Name, ScalarType, &mut Exp)) {
    operands_mut(exp).into_iter().for_each(|part| each_read_mut(part, visit));
    if let Exp::Read { memory, elem, index } = exp {
        visit(memory, *elem, index);
    }
}

/// Visits every name of the block, mutably.
pub fn each_name_mut(block: &mut [Stm], visit: &mut dyn FnMut(&mut Name)) {
    for stm in block {
        names_mut(stm).into_iter().for_each(&mut *visit);
        expressions_mut(stm).into_iter().for_each(|exp| each_name_in(exp, visit));
        blocks_mut(stm).into_iter().for_each(|inner| each_name_mut(inner, visit));
    }
}

/// Visits every name of the block.
pub fn each_name(block: &[Stm], visit: &mut dyn FnMut(Name)) {
    each_name_mut(&mut block.to_vec(), &mut |name| visit(*name));
}

fn each_name_in(exp: &mut Exp, visit: &mut dyn FnMut(&mut Name)) {
    match exp {
        Exp::Var(name)
        | Exp::Read { memory: name, .. }
        | Exp::Word { object: name, .. }
        | Exp::Number(name)
        | Exp::Unique(name) => visit(name),
        Exp::Same(a, b) => [a, b].into_iter().for_each(&mut *visit),
        _ => {}
    }
    operands_mut(exp).into_iter().for_each(|part| each_name_in(part, visit));
}

/// Returns the names in a statement that are not in its expressions.
fn names_mut(stm: &mut Stm) -> Vec<&mut Name> {
    match stm {
        Stm::Declare { name, .. }
        | Stm::DeclareMemory { name }
        | Stm::DeclareObject { name, .. }
        | Stm::DeclareArray { name, .. }
        | Stm::DeclareStack { name, .. }
        | Stm::DeclareTable { name, .. }
        | Stm::SetWord { object: name, .. }
        | Stm::Constant { name, .. }
        | Stm::Vacate { name }
        | Stm::ReleaseReference { name }
        | Stm::Assign { name, .. }
        | Stm::Allocate { name, .. }
        | Stm::Write { memory: name, .. }
        | Stm::For { var: name, .. }
        | Stm::Tasks { var: name, .. }
        | Stm::Launch { group: name, .. }
        | Stm::Threads { var: name, .. }
        | Stm::DeclareShared { name, .. } => vec![name],
        Stm::AssignReference { name, from }
        | Stm::MoveReference { name, from }
        | Stm::LoadWord { name, object: from, .. }
        | Stm::LoadMemory { name, object: from, .. }
        | Stm::LoadObject { name, object: from, .. }
        | Stm::StoreMemory { object: name, from, .. }
        | Stm::StoreObject { object: name, from, .. } => vec![name, from],
        Stm::Construct { name, reuse, .. } => std::iter::once(name).chain(reuse).collect(),
        Stm::Atomic { memory, old, .. } => vec![memory, old],
        Stm::Copy { to, from, .. } => vec![to, from],
        Stm::Call { results, args, .. } => {
            results.iter_mut().chain(args.iter_mut().filter_map(reference_of_mut)).collect()
        }
        Stm::If { .. }
        | Stm::Ordered { .. }
        | Stm::Post { .. }
        | Stm::Await { .. }
        | Stm::While { .. }
        | Stm::Assert { .. } => Vec::new(),
    }
}
