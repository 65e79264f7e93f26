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
//! or calls functions that do, because one thread alone counts references. Such loops stay as they are. Blocks of
//! constant size become arrays of an iteration. `keep-on-host` turns launches that no device can run into loops.
//!
//! Needs: unique names; functions without the ends of lifetimes (`lifetime`). Guarantees: nothing. Cost: linear in the
//! program and in the functions that loops call.

use crate::def::*;
use crate::linear::binary;
use crate::pass::place::with_arrays;
use crate::piece::Piece;
use crate::time;
use crate::walk;
use base::entity::EntityRef;
use base::{Name, NameSource, Spans};
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

/// A loop that stays on the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stays {
    /// Places of the loop.
    pub spans: Spans,
    pub part: Part,
}

/// Code of a loop that needs the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A statement that uses the object or the block of this variable.
    Variable(Name),
    /// A call, or parallel code, at these places.
    Code(Spans),
}

/// Spreads the outermost independent loops of the functions from number `first` on. Returns those that stay loops.
pub fn spread(program: &mut Program, first: usize, to: Spread) -> Vec<Stays> {
    let mut stays = Vec::new();
    if to == Spread::Loops {
        return stays;
    }
    for at in first..program.functions.len() {
        let id = FunctionId::new(at);
        let body = std::mem::take(&mut program.functions[id].body);
        let mut names = std::mem::take(&mut program.names);
        let mut pass = Pass { program, names: &mut names, to, stays };
        let body = pass.block(body);
        stays = pass.stays;
        program.names = names;
        program.functions[id].body = body;
    }
    stays
}

struct Pass<'p> {
    program: &'p Program,
    names: &'p mut NameSource,
    to: Spread,
    stays: Vec<Stays>,
}

impl Pass<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().flat_map(|stm| self.stm(stm)).collect()
    }

    fn stm(&mut self, mut stm: Stm) -> Block {
        if let Stm::For { ty: ScalarType::I64, body, parallel: true, spans, .. } = &mut stm {
            *body = with_arrays(std::mem::take(body));
            match self.obstacle(body, &mut FxHashSet::default()) {
                None if self.to == Spread::Tasks => return self.tasks(stm),
                None => return self.launch(stm),
                Some(part) => self.stays.push(Stays { spans: spans.clone(), part }),
            }
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

    /// Returns the first part of the code that several threads cannot run at the same time. `seen` are the functions that
    /// call it.
    fn obstacle(&self, block: &[Stm], seen: &mut FxHashSet<FunctionId>) -> Option<Part> {
        let mut found = None;
        walk::each_stm(block, &mut |stm| {
            if found.is_none() {
                found = self.obstacle_of(stm, seen);
            }
        });
        walk::each_exp(block, &mut |exp| {
            if let (None, Exp::Word { object: name, .. } | Exp::Number(name) | Exp::Unique(name) | Exp::Same(name, _)) =
                (&found, exp)
            {
                found = Some(Part::Variable(*name));
            }
        });
        found
    }

    fn obstacle_of(&self, stm: &Stm, seen: &mut FxHashSet<FunctionId>) -> Option<Part> {
        match stm {
            Stm::Call { function, args, spans, .. } => {
                let moves = args.iter().any(|arg| matches!(arg, Arg::Move(_)));
                (moves || !self.may_call(*function, seen)).then(|| Part::Code(spans.clone()))
            }
            Stm::Tasks { spans, .. } | Stm::Launch { spans, .. } => Some(Part::Code(spans.clone())),
            _ => stm.object().map(Part::Variable),
        }
    }

    fn may_call(&self, id: FunctionId, seen: &mut FxHashSet<FunctionId>) -> bool {
        let Some(function) = self.program.functions.get(id) else { return false };
        let mut types = function.params.iter().chain(&function.results).map(|param| param.ty);
        if types.any(Type::is_object) || function.external.is_some() {
            return false;
        }
        // A function that calls itself is fine if the rest of it is.
        if !seen.insert(id) {
            return true;
        }
        let fine = self.obstacle(&function.body, seen).is_none();
        seen.remove(&id);
        fine
    }
}
