//! Generation of the loop that runs segments, with its stack.

use super::MAX_FRAME;
use super::segments::{Call, Code, End, Segment};
use crate::def::*;
use crate::linear::{binary, i64};
use crate::walk;
use base::{Name, NameSource, Template};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType};

/// Returns the function of these segments, with the parameters and results of `first`, if its frame is small enough.
pub(super) fn function(first: &Function, code: &Code, names: &mut NameSource) -> Option<Function> {
    let kept = kept(code);
    let mut sizes: Vec<(ScalarType, usize)> = Vec::new();
    for call in &kept {
        for (ty, at) in places(call) {
            match sizes.iter_mut().find(|(other, _)| *other == ty) {
                Some((_, size)) => *size = (*size).max(at + 1),
                None => sizes.push((ty, at + 1)),
            }
        }
    }
    let bytes = |(ty, size): &(ScalarType, usize)| ty.bytes() * size;
    let frame = ScalarType::I32.bytes() + sizes.iter().map(bytes).sum::<usize>();
    if frame > MAX_FRAME {
        return None;
    }
    let stacks = sizes.into_iter().map(|(ty, size)| (ty, Stack { array: names.fresh("kept"), size })).collect();
    let mut fresh = |hint| names.fresh(hint);
    let (to, at, depth, runs) = (fresh("to"), fresh("at"), fresh("depth"), fresh("runs"));
    let mut writer = Writer { code, kept, stacks, frame, to, at, depth, runs, names };
    Some(writer.function(first))
}

/// Returns, for each segment that ends in a call, the variables to save: those live in the segment after the call.
fn kept(code: &Code) -> Vec<Vec<(Name, ScalarType)>> {
    let shared: FxHashSet<Name> = code.variables.iter().map(|(name, _)| *name).collect();
    let uses: Vec<Uses> = code.segments.iter().map(|segment| Uses::of(segment, &shared)).collect();
    let mut live: Vec<FxHashSet<Name>> = uses.iter().map(|uses| uses.read.clone()).collect();
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (at, segment) in code.segments.iter().enumerate().rev() {
            for next in segment.end.next() {
                let more = live[next].iter().filter(|name| !uses[at].set.contains(name) && !live[at].contains(name));
                let more: Vec<Name> = more.copied().collect();
                is_changed |= !more.is_empty();
                live[at].extend(more);
            }
        }
    }
    let kept = |segment: &Segment| match &segment.end {
        End::Call(call) => code.variables.iter().filter(|(name, _)| live[call.next].contains(name)).copied().collect(),
        _ => Vec::new(),
    };
    code.segments.iter().map(kept).collect()
}

impl End {
    /// Returns the segments that may follow this one in the same call.
    fn next(&self) -> Vec<usize> {
        match self {
            End::Go(to) => vec![*to],
            End::Choose(_, to, otherwise) => vec![*to, *otherwise],
            End::Call(call) => vec![call.next],
            End::Return => Vec::new(),
        }
    }
}

/// Shared variables that a segment may read before it sets them, and shared variables that it always sets.
struct Uses {
    read: FxHashSet<Name>,
    set: FxHashSet<Name>,
}

impl Uses {
    fn of(segment: &Segment, shared: &FxHashSet<Name>) -> Uses {
        let mut uses = Uses { read: FxHashSet::default(), set: FxHashSet::default() };
        for stm in &segment.stms {
            walk::each_exp(std::slice::from_ref(stm), &mut |exp| uses.read(exp, shared));
            uses.set.extend(walk::set(stm));
        }
        let mut read = |exp: &Exp| walk::each_part(exp, &mut |part| uses.read(part, shared));
        match &segment.end {
            End::Choose(cond, ..) => read(cond),
            End::Call(call) => call.params.iter().for_each(|(_, _, exp)| read(exp)),
            End::Go(_) | End::Return => {}
        }
        uses
    }

    fn read(&mut self, exp: &Exp, shared: &FxHashSet<Name>) {
        if let Exp::Var(name) = exp
            && shared.contains(name)
            && !self.set.contains(name)
        {
            self.read.insert(*name);
        }
    }
}

/// The stack for saved values of one type. Each frame has room for `size` values.
struct Stack {
    array: Name,
    size: usize,
}

/// Returns the place of each saved variable: its type, and its index among the saved values of this type.
fn places(kept: &[(Name, ScalarType)]) -> Vec<(ScalarType, usize)> {
    let mut next: FxHashMap<ScalarType, usize> = FxHashMap::default();
    let mut place = |ty: ScalarType| {
        let at = next.entry(ty).or_default();
        *at += 1;
        (ty, *at - 1)
    };
    kept.iter().map(|(_, ty)| place(*ty)).collect()
}

struct Writer<'a> {
    code: &'a Code,
    kept: Vec<Vec<(Name, ScalarType)>>,
    stacks: FxHashMap<ScalarType, Stack>,
    /// Size of a frame in bytes.
    frame: usize,
    /// Array with the segment to return to, for each call in progress.
    to: Name,
    /// Variable with the number of the next segment. `depth` holds the number of calls in progress.
    at: Name,
    depth: Name,
    runs: Name,
    names: &'a mut NameSource,
}

impl Writer<'_> {
    /// Returns the function that runs the segments in a loop, with the signature of `first`.
    fn function(&mut self, first: &Function) -> Function {
        let fresh = |param: &Param, names: &mut NameSource| match param.ty {
            Type::Scalar(_) => Param { name: names.like(param.name), ty: param.ty },
            Type::Memory | Type::Object | Type::Borrowed => *param,
        };
        let params: Vec<Param> = first.params.iter().map(|param| fresh(param, self.names)).collect();
        let results: Vec<Param> = first.results.iter().map(|result| fresh(result, self.names)).collect();
        let given: FxHashMap<Name, Name> =
            first.params.iter().zip(&params).map(|(inner, outer)| (inner.name, outer.name)).collect();
        let mut body = self.code.tables.clone();
        self.declare(&given, &mut body);
        let blocks = self.blocks();
        let body_of_loop = self.choose(0, blocks);
        body.push(Stm::While { cond: Exp::Var(self.runs), body: body_of_loop });
        for (inner, outer) in first.results.iter().zip(&results) {
            body.push(Stm::Assign { name: outer.name, value: Exp::Var(inner.name) });
        }
        Function { name: first.name, params, results, body, external: None }
    }

    /// Declares the stack and the variables of all segments.
    fn declare(&self, given: &FxHashMap<Name, Name>, out: &mut Block) {
        let frame = self.frame;
        out.push(Stm::DeclareStack { name: self.to, elem: ScalarType::I32, count: 1, frame });
        let mut arrays: Vec<(ScalarType, &Stack)> = self.stacks.iter().map(|(ty, stack)| (*ty, stack)).collect();
        arrays.sort_by_key(|(_, stack)| stack.array.id);
        for (elem, Stack { array, size }) in arrays {
            out.push(Stm::DeclareStack { name: *array, elem, count: *size, frame });
        }
        out.push(Stm::Declare { name: self.at, ty: ScalarType::I32, init: segment(0) });
        out.push(Stm::Declare { name: self.depth, ty: ScalarType::I64, init: i64(0) });
        out.push(Stm::Declare { name: self.runs, ty: ScalarType::Bool, init: Exp::Const(Scalar::Bool(true)) });
        for (name, ty) in &self.code.variables {
            let init = given.get(name).map_or(Exp::Const(Scalar::zero(*ty)), |outer| Exp::Var(*outer));
            out.push(Stm::Declare { name: *name, ty: *ty, init });
        }
    }

    /// Returns the code of each segment.
    fn blocks(&mut self) -> Vec<Block> {
        let code = self.code;
        let mut begins: Vec<Block> = code.segments.iter().map(|_| Block::new()).collect();
        for (at, segment) in code.segments.iter().enumerate() {
            if let End::Call(call) = &segment.end {
                begins[call.next] = self.resume(at, call);
            }
        }
        for (at, (segment, block)) in code.segments.iter().zip(&mut begins).enumerate() {
            block.extend(segment.stms.iter().cloned());
            self.end(at, &segment.end, block);
        }
        begins
    }

    /// Returns the code after a call. It reads the results first, because their variables may be among those that it
    /// restores.
    fn resume(&self, at: usize, call: &Call) -> Block {
        let declare =
            |(name, ty, from): &(Name, ScalarType, Name)| Stm::Declare { name: *name, ty: *ty, init: Exp::Var(*from) };
        let mut block: Block = call.given.iter().map(declare).collect();
        for (name, array, elem, index) in self.kept_at(at) {
            let value = Exp::Read { memory: array, elem, index: Box::new(index) };
            block.push(Stm::Assign { name, value });
        }
        block
    }

    /// Returns the variables that the call at the end of segment `at` saves, each with its place: array, element type
    /// and index.
    fn kept_at(&self, at: usize) -> Vec<(Name, Name, ScalarType, Exp)> {
        let place = |(kept, (ty, at)): (&(Name, ScalarType), (ScalarType, usize))| {
            let stack = &self.stacks[&ty];
            let first = match stack.size {
                1 => Exp::Var(self.depth),
                size => binary(BinOp::Mul, Exp::Var(self.depth), i64(size as i64)),
            };
            let index = if at == 0 { first } else { binary(BinOp::Add, first, i64(at as i64)) };
            (kept.0, stack.array, ty, index)
        };
        self.kept[at].iter().zip(places(&self.kept[at])).map(place).collect()
    }

    /// Appends the code at the end of a segment: it sets the number of the next segment, and calls or returns.
    fn end(&mut self, at: usize, end: &End, out: &mut Block) {
        let next = self.at;
        let go = |value| Stm::Assign { name: next, value };
        match end {
            End::Go(to) => out.push(go(segment(*to))),
            End::Choose(cond, to, otherwise) => {
                let chosen = Exp::Select(Box::new(cond.clone()), Box::new(segment(*to)), Box::new(segment(*otherwise)));
                out.push(go(chosen));
            }
            End::Call(call) => self.call(at, call, out),
            End::Return => {
                let (depth, index) = (self.depth, Box::new(Exp::Var(self.depth)));
                let above = binary(BinOp::Sub, Exp::Var(depth), i64(1));
                let back = Exp::Read { memory: self.to, elem: ScalarType::I32, index };
                let stop = Stm::Assign { name: self.runs, value: Exp::Const(Scalar::Bool(false)) };
                out.push(Stm::If {
                    cond: Exp::Cmp(CmpOp::Lt, Box::new(i64(0)), Box::new(Exp::Var(depth))),
                    then_block: vec![Stm::Assign { name: depth, value: above }, go(back)],
                    else_block: vec![stop],
                });
            }
        }
    }

    /// Appends the code of a call: it saves variables on the stack, sets the parameters, and goes to the callee.
    fn call(&mut self, at: usize, call: &Call, out: &mut Block) {
        let Writer { to, depth, .. } = *self;
        let room = binary(BinOp::Quot, Exp::Setting(Setting::StackSize), i64(self.frame as i64));
        let has_room = Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(depth)), Box::new(room.clone()));
        let message = format!(
            "{}: a stack of {{}} bytes has room for {{}}; `--param stack_size=N` gives it N bytes",
            base::stack::TOO_DEEP
        );
        let (message, values) = (Template::new(message), vec![Exp::Setting(Setting::StackSize), room]);
        out.push(Stm::Assert { cond: has_room, message, values, spans: call.spans.clone() });
        let args: Vec<Name> = call.params.iter().map(|(name, ..)| self.names.like(*name)).collect();
        for ((_, ty, exp), arg) in call.params.iter().zip(&args) {
            out.push(Stm::Declare { name: *arg, ty: *ty, init: exp.clone() });
        }
        for (name, array, elem, index) in self.kept_at(at) {
            out.push(Stm::Write { memory: array, elem, index, value: Exp::Var(name) });
        }
        let (index, value) = (Exp::Var(depth), segment(call.next));
        out.push(Stm::Write { memory: to, elem: ScalarType::I32, index, value });
        out.push(Stm::Assign { name: depth, value: binary(BinOp::Add, Exp::Var(depth), i64(1)) });
        for ((name, ..), arg) in call.params.iter().zip(args) {
            out.push(Stm::Assign { name: *name, value: Exp::Var(arg) });
        }
        out.push(Stm::Assign { name: self.at, value: segment(call.to) });
    }

    /// Emits a decision tree that runs the block whose number is in `at`. The first block has number `first`.
    fn choose(&self, first: usize, mut blocks: Vec<Block>) -> Block {
        if blocks.len() <= 1 {
            return blocks.pop().unwrap_or_default();
        }
        let half = blocks.len() / 2;
        let right = blocks.split_off(half);
        vec![Stm::If {
            cond: Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(self.at)), Box::new(segment(first + half))),
            then_block: self.choose(first, blocks),
            else_block: self.choose(first + half, right),
        }]
    }
}

fn segment(at: usize) -> Exp {
    Exp::Const(Scalar::I32(at as i32))
}
