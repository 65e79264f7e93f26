//! Segmentation: mutually recursive functions, cut at their calls of each other.

use super::{MAX_MEMBERS, MAX_SEGMENTS, call_versions, with_fresh_names, write};
use crate::def::*;
use crate::linear::binary;
use crate::walk;
use base::entity::EntityRef;
use base::{Name, NameSource, Spans};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Returns a loop that does the work of function `entry` and of the others in its component. `None` if they cannot
/// become a loop.
pub(super) fn looped(
    program: &mut Program,
    component: &[usize],
    entry: FunctionId,
    versions: &FxHashMap<FunctionId, FunctionId>,
) -> Option<Function> {
    if component.len() > MAX_MEMBERS {
        return None;
    }
    let others = component.iter().map(|at| FunctionId::new(*at)).filter(|id| *id != entry);
    let ids: Vec<FunctionId> = std::iter::once(entry).chain(others).collect();
    let mut members = Members::default();
    for id in ids {
        let mut function = with_fresh_names(program, id);
        call_versions(&mut function.body, versions);
        members.at.insert(id, members.functions.len());
        members.functions.push(function);
    }
    let memory = memory_passed_on(&members)?;
    members.functions.iter_mut().for_each(|function| walk::rename(&mut function.body, &memory));
    let mut cutter = Cutter { members: &members, names: &mut program.names, code: Code::default() };
    cutter.code.segments.resize_with(members.functions.len(), Segment::default);
    for (first, function) in members.functions.iter().enumerate() {
        cutter.function(function, first)?;
    }
    let code = cutter.code;
    if code.segments.len() > MAX_SEGMENTS || !code.own_memory_stays() {
        return None;
    }
    write::function(&members.functions[0], &code, &mut program.names)
}

/// Functions that become one. The first is the one called from outside. The number of a function is also that of its
/// first segment.
#[derive(Default)]
struct Members {
    functions: Vec<Function>,
    at: FxHashMap<FunctionId, usize>,
}

/// Maps each memory parameter of the functions to a parameter of the first one. `None` unless all calls pass memory on
/// unchanged.
fn memory_passed_on(members: &Members) -> Option<FxHashMap<Name, Name>> {
    let own = members.functions[0].params.iter().filter(|param| param.ty == Type::Memory);
    let mut passed: FxHashMap<Name, Name> = own.map(|param| (param.name, param.name)).collect();
    let (mut seen, mut waiting) = (FxHashSet::from_iter([0]), vec![0]);
    let mut is_possible = true;
    while let Some(at) = waiting.pop() {
        walk::each_stm(&members.functions[at].body, &mut |stm| {
            is_possible &= walk::set(stm).iter().all(|name| !passed.contains_key(name));
            let Stm::Call { function, args, .. } = stm else { return };
            let Some(&callee) = members.at.get(function) else { return };
            for (param, arg) in members.functions[callee].params.iter().zip(args) {
                let Some(from) = walk::reference_of(arg) else { continue };
                let origin = passed.get(&from).copied();
                is_possible &= origin.is_some_and(|origin| *passed.entry(param.name).or_insert(origin) == origin);
            }
            if seen.insert(callee) {
                waiting.push(callee);
            }
        });
    }
    is_possible.then_some(passed)
}

#[derive(Default)]
pub(super) struct Segment {
    pub stms: Block,
    pub end: End,
}

/// How control leaves a segment.
#[derive(Default)]
pub(super) enum End {
    Go(usize),
    Choose(Exp, usize, usize),
    Call(Call),
    #[default]
    Return,
}

/// A call: saves the variables that segment `next` needs after the call, and continues with segment `to`.
pub(super) struct Call {
    pub to: usize,
    pub params: Vec<(Name, ScalarType, Exp)>,
    /// Variables of segment `next` that receive the results, each with the callee's variable that holds the result.
    pub given: Vec<(Name, ScalarType, Name)>,
    pub next: usize,
    pub spans: Spans,
}

#[derive(Default)]
pub(super) struct Code {
    pub segments: Vec<Segment>,
    /// Scalars that segments share, in the order of their declarations.
    pub variables: Vec<(Name, ScalarType)>,
    pub tables: Block,
    /// Memory variables that are not parameters, each with the segment that declares it.
    own: FxHashMap<Name, usize>,
}

impl Code {
    /// Whether each segment uses only memory parameters and memory variables that it declares itself.
    fn own_memory_stays(&self) -> bool {
        let mut stays = true;
        for (at, segment) in self.segments.iter().enumerate() {
            let mut see = |name: Name| stays &= self.own.get(&name).is_none_or(|owner| *owner == at);
            walk::each_name(&segment.stms, &mut see);
            match &segment.end {
                End::Choose(cond, ..) => walk::memory_read(cond).into_iter().for_each(see),
                End::Call(call) => call.params.iter().flat_map(|(.., exp)| walk::memory_read(exp)).for_each(see),
                End::Go(_) | End::Return => {}
            }
        }
        stays
    }
}

struct Cutter<'a> {
    members: &'a Members,
    names: &'a mut NameSource,
    code: Code,
}

impl Cutter<'_> {
    /// Cuts a function that begins in segment `first`. `None` if it has objects or results that are not scalars.
    fn function(&mut self, function: &Function, first: usize) -> Option<()> {
        for param in &function.params {
            match param.ty {
                Type::Scalar(ty) => self.code.variables.push((param.name, ty)),
                Type::Memory => {}
                Type::Object | Type::Borrowed => return None,
            }
        }
        for result in &function.results {
            let Type::Scalar(ty) = result.ty else { return None };
            self.code.variables.push((result.name, ty));
            self.push(first, Stm::Assign { name: result.name, value: Exp::Const(Scalar::zero(ty)) });
        }
        // A function ends with a return, to the segment after the call.
        self.block(&function.body, first).map(|_| ())
    }

    fn segment(&mut self) -> usize {
        self.code.segments.push(Segment::default());
        self.code.segments.len() - 1
    }

    fn push(&mut self, at: usize, stm: Stm) {
        self.code.segments[at].stms.push(stm);
    }

    fn end(&mut self, at: usize, end: End) {
        self.code.segments[at].end = end;
    }

    /// Cuts a block that begins in segment `at`; returns the segment in which it ends.
    fn block(&mut self, block: &[Stm], mut at: usize) -> Option<usize> {
        for stm in block {
            at = self.stm(stm, at)?;
        }
        Some(at)
    }

    /// Cuts a statement in segment `at`; returns the segment in which it ends. `None` if it cannot be cut.
    fn stm(&mut self, stm: &Stm, at: usize) -> Option<usize> {
        match stm {
            Stm::Declare { name, ty, init } => {
                self.code.variables.push((*name, *ty));
                self.push(at, Stm::Assign { name: *name, value: init.clone() });
            }
            Stm::DeclareTable { .. } => self.code.tables.push(stm.clone()),
            Stm::DeclareMemory { name } | Stm::DeclareArray { name, .. } => {
                self.code.own.insert(*name, at);
                self.push(at, stm.clone());
            }
            Stm::DeclareObject { .. } => return None,
            stm if !self.calls_member(stm) => self.push(at, stm.clone()),
            Stm::Call { results, function, args, spans } => return self.call(results, *function, args, spans, at),
            Stm::If { cond, then_block, else_block } => {
                let (to, otherwise, next) = (self.segment(), self.segment(), self.segment());
                self.end(at, End::Choose(cond.clone(), to, otherwise));
                for (block, begin) in [(then_block, to), (else_block, otherwise)] {
                    let last = self.block(block, begin)?;
                    self.end(last, End::Go(next));
                }
                return Some(next);
            }
            Stm::While { cond, body } => return self.repeat(cond, body, at),
            Stm::For { var, ty, bound, body, .. } => {
                let end = self.names.fresh("end");
                self.code.variables.extend([(end, *ty), (*var, *ty)]);
                self.push(at, Stm::Assign { name: end, value: bound.clone() });
                self.push(at, Stm::Assign { name: *var, value: Exp::Const(Scalar::zero(*ty)) });
                let more = Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(*var)), Box::new(Exp::Var(end)));
                let next = binary(BinOp::Add, Exp::Var(*var), Exp::Const(Scalar::one(*ty)));
                let mut body = body.clone();
                body.push(Stm::Assign { name: *var, value: next });
                return self.repeat(&more, &body, at);
            }
            _ => return None,
        }
        Some(at)
    }

    fn repeat(&mut self, cond: &Exp, body: &[Stm], at: usize) -> Option<usize> {
        let (test, inside, after) = (self.segment(), self.segment(), self.segment());
        self.end(at, End::Go(test));
        self.end(test, End::Choose(cond.clone(), inside, after));
        let last = self.block(body, inside)?;
        self.end(last, End::Go(test));
        Some(after)
    }

    fn calls_member(&self, stm: &Stm) -> bool {
        let mut found = false;
        walk::each_stm(std::slice::from_ref(stm), &mut |stm| {
            found |= matches!(stm, Stm::Call { function, .. } if self.members.at.contains_key(function));
        });
        found
    }

    /// Ends segment `at` with a call of a member; returns the segment after the call.
    fn call(&mut self, results: &[Name], id: FunctionId, args: &[Arg], spans: &Spans, at: usize) -> Option<usize> {
        let to = *self.members.at.get(&id)?;
        let callee = &self.members.functions[to];
        let next = self.segment();
        let mut params = Vec::new();
        for (param, arg) in callee.params.iter().zip(args) {
            if let (Type::Scalar(ty), Arg::Scalar(exp)) = (param.ty, arg) {
                params.push((param.name, ty, exp.clone()));
            }
        }
        let mut given = Vec::new();
        for (from, result) in callee.results.iter().zip(results) {
            let Type::Scalar(ty) = from.ty else { return None };
            let name = self.names.fresh("given");
            given.push((name, ty, from.name));
            self.push(next, Stm::Assign { name: *result, value: Exp::Var(name) });
        }
        self.end(at, End::Call(Call { to, params, given, next, spans: spans.clone() }));
        Some(next)
    }
}
