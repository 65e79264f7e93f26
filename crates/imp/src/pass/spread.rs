//! Spread: loops of the host whose iterations are independent become tasks, or launches.
//!
//! ```text
//! kernel i < n { body }   ==>   var pieces := pieces(n, time)       or   var total := n
//!                               if 1 < pieces {                          launch group < groups of group_size() {
//!                                 tasks t < pieces {                       threads thread < group_size() {
//!                                   kernel at < length of t {                var at := group * group_size() + thread
//!                                     var i := first of t + at  body }         if at < total { var i := at  body } } }
//!                                 }
//!                               } else { kernel i < n { body } }
//! ```
//!
//! The loops are those that a program accelerates, so they are spread unless their code needs the host: it uses objects,
//! or calls functions that do, because one thread alone counts references. A kernel of a device neither allocates nor
//! recurses. Such loops stay as they are.
//!
//! Needs: unique names; functions without the ends of lifetimes (`lifetime`). Guarantees: nothing. Cost: linear in the
//! program and in the functions that loops call.

use crate::def::*;
use crate::linear::binary;
use crate::piece::Piece;
use crate::time;
use crate::walk;
use base::NameSource;
use base::entity::EntityRef;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// What loops with independent iterations become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// They stay loops.
    Loops,
    Tasks,
    Launches,
}

/// Spreads the outermost independent loops of the functions from number `first` on.
pub fn spread(program: &mut Program, first: usize, to: Spread) {
    if to == Spread::Loops {
        return;
    }
    for at in first..program.functions.len() {
        let id = FunctionId::new(at);
        let body = std::mem::take(&mut program.functions[id].body);
        let mut names = std::mem::take(&mut program.names);
        let body = Pass { program, names: &mut names, to }.block(body);
        program.names = names;
        program.functions[id].body = body;
    }
}

struct Pass<'p> {
    program: &'p Program,
    names: &'p mut NameSource,
    to: Spread,
}

impl Pass<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|stm| self.stm(stm)).collect()
    }

    fn stm(&mut self, mut stm: Stm) -> Block {
        if let Stm::For { ty: ScalarType::I64, body, parallel: true, .. } = &stm
            && self.may_spread(body, &mut FxHashSet::default())
        {
            return if self.to == Spread::Tasks { self.tasks(stm) } else { self.launch(stm) };
        }
        for inner in walk::blocks_mut(&mut stm) {
            *inner = self.block(std::mem::take(inner));
        }
        vec![stm]
    }

    fn tasks(&mut self, stm: Stm) -> Block {
        let piece = Piece::new(self.names);
        let Stm::For { var, bound, body, spans, .. } = &stm else { return vec![stm] };
        let time = time::of_round(&stm, &FxHashSet::default(), *var, None);
        let count = self.names.fresh("count");
        let mut task = piece.bounds(Exp::Var(count), self.names);
        task.push(piece.over(*var, body.clone(), true, self.names));
        let mut block = vec![Stm::Declare { name: count, ty: ScalarType::I64, init: bound.clone() }];
        block.extend(piece.instead_of(&stm, Exp::Var(count), time, task, spans, self.names));
        block
    }

    fn launch(&mut self, stm: Stm) -> Block {
        let Stm::For { var, bound, body, spans, .. } = stm else { return vec![stm] };
        let [total, group, thread] = ["total", "group", "thread"].map(|hint| self.names.fresh(hint));
        let size = || Exp::Setting(Setting::GroupSize);
        let number = |value| Exp::Const(Scalar::I64(value));
        let least = binary(BinOp::Max, bound, number(0));
        let more = binary(BinOp::Add, Exp::Var(total), binary(BinOp::Sub, size(), number(1)));
        let at = binary(BinOp::Add, binary(BinOp::Mul, Exp::Var(group), size()), Exp::Var(thread));
        let is_one = Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(var)), Box::new(Exp::Var(total)));
        let work = vec![
            Stm::Declare { name: var, ty: ScalarType::I64, init: at },
            Stm::If { cond: is_one, then_block: body, else_block: Block::new() },
        ];
        let threads = Stm::Threads { var: thread, bound: size(), body: work };
        let groups = binary(BinOp::Quot, more, size());
        vec![
            Stm::Declare { name: total, ty: ScalarType::I64, init: least },
            Stm::Launch { group, groups, size: size(), body: vec![threads], spans },
        ]
    }

    /// Whether threads can run the code at the same time. `seen` are the functions that call it.
    fn may_spread(&self, block: &[Stm], seen: &mut FxHashSet<FunctionId>) -> bool {
        let on_device = self.to == Spread::Launches;
        let mut fine = true;
        walk::each_exp(block, &mut |exp| fine &= !matches!(exp, Exp::Word { .. } | Exp::Unique(_)));
        walk::each_stm(block, &mut |stm| {
            fine &= match stm {
                _ if stm.is_of_objects() => false,
                Stm::Tasks { .. } | Stm::Launch { .. } => false,
                Stm::Allocate { .. }
                | Stm::DeclareMemory { .. }
                | Stm::AssignReference { .. }
                | Stm::MoveReference { .. }
                | Stm::ReleaseReference { .. } => !on_device,
                Stm::Call { function, args, .. } => {
                    args.iter().all(|arg| !matches!(arg, Arg::Move(_))) && self.may_call(*function, seen)
                }
                _ => true,
            }
        });
        fine
    }

    fn may_call(&self, id: FunctionId, seen: &mut FxHashSet<FunctionId>) -> bool {
        let Some(function) = self.program.functions.get(id) else { return false };
        let on_device = self.to == Spread::Launches;
        let mut types = function.params.iter().chain(&function.results).map(|param| param.ty);
        let fits = |ty: Type| match ty {
            Type::Scalar(_) => true,
            Type::Memory => !on_device,
            Type::Object | Type::Borrowed => false,
        };
        if !types.all(fits) || function.external.is_some() {
            return false;
        }
        if !seen.insert(id) {
            // It calls itself.
            return !on_device;
        }
        let fine = self.may_spread(&function.body, seen);
        seen.remove(&id);
        fine
    }
}
