//! IMP with resolved names. A variable is a slot of the running function's frame, which has words for scalars (bits
//! without types), references to blocks, and references to objects. Because words are untyped, resolving checks the
//! types of scalars.

use super::{Machine, Run, stuck};
use crate::def::{self, FunctionId, MAX_STACK, Program, TableId, Type};
use base::{Name, Spans, Template};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use value::kernel::{BinaryKernel, UnaryKernel, binary_kernel, compare_kernel, convert_kernel};
use value::{BinOp, Operator, ScalarType};

pub(super) type Slot = usize;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Word(Slot, ScalarType),
    Memory(Slot),
    Object(Slot),
}

pub(super) struct Function<'p> {
    pub source: &'p def::Function,
    pub params: Vec<Place>,
    pub results: Vec<Place>,
    pub words: usize,
    /// Names of the memory variables, by slot.
    pub memories: Vec<Name>,
    /// Names of the object variables, by slot.
    /// Object variables, and whether they are borrowed.
    pub objects: Vec<(Name, bool)>,
    pub body: Block<'p>,
}

pub(super) type Block<'p> = Vec<Stm<'p>>;

/// An expression with its type, for messages.
pub(super) type Typed = (Exp, ScalarType);

pub(super) enum Stm<'p> {
    Assign(Slot, Exp),
    AssignMemory {
        to: Slot,
        from: Slot,
    },
    MoveMemory {
        to: Slot,
        from: Slot,
    },
    DeclareMemory(Slot),
    ReleaseMemory(Slot),
    AssignObject {
        to: Slot,
        from: Slot,
    },
    MoveObject {
        to: Slot,
        from: Slot,
    },
    ReleaseObject(Slot),
    Construct(Box<Construct>),
    Constant(Slot, usize),
    Vacate(Slot),
    SetWord {
        object: Slot,
        mutable: bool,
        ty: ScalarType,
        at: usize,
        value: Exp,
    },
    LoadWord {
        to: Slot,
        object: Slot,
        ty: ScalarType,
        at: usize,
    },
    LoadMemory {
        memory: Slot,
        object: Slot,
        mutable: bool,
        at: usize,
    },
    StoreMemory {
        object: Slot,
        mutable: bool,
        at: usize,
        from: Slot,
        moves: bool,
    },
    LoadObject {
        to: Slot,
        object: Slot,
        mutable: bool,
        at: Exp,
    },
    StoreObject {
        object: Slot,
        mutable: bool,
        at: Exp,
        from: Slot,
        moves: bool,
    },
    Allocate {
        memory: Slot,
        elem: ScalarType,
        count: Exp,
    },
    DeclareArray {
        memory: Slot,
        count: usize,
    },
    DeclareTable(Slot, TableId),
    Write {
        memory: Slot,
        elem: ScalarType,
        index: Exp,
        value: Exp,
    },
    Copy(Box<Copy>),
    If {
        cond: Exp,
        then_block: Block<'p>,
        else_block: Block<'p>,
    },
    For {
        var: Slot,
        ty: ScalarType,
        bound: Exp,
        body: Block<'p>,
        parallel: bool,
    },
    Tasks {
        var: Slot,
        bound: Exp,
        body: Block<'p>,
    },
    Launch(Box<Launch<'p>>),
    Threads {
        var: Slot,
        bound: Exp,
        body: Block<'p>,
    },
    /// Declares an array of which each thread of a group has its own.
    DeclarePrivate {
        memory: Slot,
        count: usize,
    },
    DeclareShared {
        memory: Slot,
        count: Exp,
    },
    Atomic(Box<Atomic>),
    Post(u32),
    Await {
        group: Exp,
        stage: u32,
    },
    /// The ordered part of a task.
    Ordered(Block<'p>),
    While {
        cond: Exp,
        body: Block<'p>,
    },
    Call {
        results: Vec<Place>,
        function: FunctionId,
        args: Vec<Arg>,
        spans: &'p Spans,
    },
    Assert {
        cond: Exp,
        message: &'p Template,
        values: Vec<Typed>,
        spans: &'p Spans,
    },
}

pub(super) struct Launch<'p> {
    pub group: Slot,
    pub groups: Exp,
    pub size: Exp,
    pub body: Block<'p>,
}

pub(super) struct Construct {
    pub object: Slot,
    pub number: usize,
    pub mutable: bool,
    pub words: usize,
    pub memories: usize,
    pub objects: Exp,
    pub reuse: Option<Slot>,
}

pub(super) struct Atomic {
    pub memory: Slot,
    pub elem: ScalarType,
    pub index: Exp,
    /// Slot for the old element, if the value mentions it.
    pub old: Option<Slot>,
    pub value: Exp,
}

pub(super) struct Copy {
    pub to: Slot,
    pub to_offset: Exp,
    pub from: Slot,
    pub from_offset: Exp,
    pub count: Exp,
}

pub(super) enum Arg {
    Scalar(Exp),
    Memory(Slot),
    Object(Slot),
    MoveObject(Slot),
}

pub(super) enum Exp {
    Const(u64),
    Word(Slot),
    Binary(BinaryKernel, Box<[Exp; 2]>),
    /// A binary operator that is stuck if its second operand is 0.
    Divide(BinaryKernel, Box<[Exp; 2]>),
    Convert(UnaryKernel, Box<Exp>),
    /// An operator without a kernel.
    Scalar(Operator, Vec<Typed>),
    Read {
        memory: Slot,
        elem: ScalarType,
        index: Box<Exp>,
    },
    Object {
        object: Slot,
        ty: ScalarType,
        at: usize,
    },
    /// The number of an object.
    Number(Slot),
    UniqueMemory(Slot),
    UniqueObject(Slot),
    SameMemory(Slot, Slot),
    Select(Box<[Exp; 3]>),
    /// Number of pieces for this number of iterations. The second operand is the largest number of pieces.
    Pieces(Box<Exp>, i64),
}

/// All functions of a program. A function is resolved at its first call. Host code runs many entry points, and
/// resolving everything for each would cost time in the program's length.
pub(super) struct Functions<'p> {
    program: &'p Program,
    machine: Machine,
    /// Resolved functions, by number.
    resolved: Vec<OnceCell<Function<'p>>>,
}

impl<'p> Functions<'p> {
    pub fn new(program: &'p Program, machine: Machine) -> Functions<'p> {
        Functions { program, machine, resolved: program.functions.values().map(|_| OnceCell::new()).collect() }
    }

    pub fn get(&self, id: FunctionId) -> Run<&Function<'p>> {
        let no_function = || stuck("a call of no function");
        let cell = self.resolved.get(id.as_u32() as usize).ok_or_else(no_function)?;
        if let Some(function) = cell.get() {
            return Ok(function);
        }
        let source = self.program.functions.get(id).ok_or_else(no_function)?;
        let resolved = function(source, self.machine)?;
        Ok(cell.get_or_init(|| resolved))
    }
}

fn function(source: &def::Function, machine: Machine) -> Run<Function<'_>> {
    let mut scope = Resolver { machine, ..Resolver::default() };
    let params = source.params.iter().map(|param| scope.bind(param.name, param.ty)).collect();
    let results = source.results.iter().map(|result| scope.bind(result.name, result.ty)).collect();
    let body = scope.block(&source.body)?;
    Ok(Function { source, params, results, words: scope.words, memories: scope.memories, objects: scope.objects, body })
}

/// Resolver of names for one function, in which every variable is declared once.
#[derive(Default)]
struct Resolver {
    machine: Machine,
    places: FxHashMap<Name, Place>,
    words: usize,
    memories: Vec<Name>,
    objects: Vec<(Name, bool)>,
    /// Whether the current code belongs to a group, but not to its threads.
    in_group: bool,
}

impl Resolver {
    fn bind(&mut self, name: Name, ty: Type) -> Place {
        let place = match ty {
            Type::Scalar(ty) => {
                self.words += 1;
                Place::Word(self.words - 1, ty)
            }
            Type::Memory => {
                self.memories.push(name);
                Place::Memory(self.memories.len() - 1)
            }
            Type::Object | Type::Borrowed => {
                self.objects.push((name, ty == Type::Borrowed));
                Place::Object(self.objects.len() - 1)
            }
        };
        self.places.insert(name, place);
        place
    }

    fn place(&self, name: Name) -> Run<Place> {
        self.places.get(&name).copied().ok_or_else(|| stuck(format!("the variable {name} is not bound")))
    }

    fn scalar(&self, name: Name) -> Run<(Slot, ScalarType)> {
        match self.place(name)? {
            Place::Word(slot, ty) => Ok((slot, ty)),
            Place::Memory(_) | Place::Object(_) => Err(stuck(format!("{name} is no scalar"))),
        }
    }

    fn memory(&self, name: Name) -> Run<Slot> {
        match self.place(name)? {
            Place::Memory(slot) => Ok(slot),
            Place::Word(..) | Place::Object(_) => Err(stuck(format!("{name} refers to no block"))),
        }
    }

    fn object(&self, name: Name) -> Run<Slot> {
        match self.place(name)? {
            Place::Object(slot) => Ok(slot),
            Place::Word(..) | Place::Memory(_) => Err(stuck(format!("{name} refers to no object"))),
        }
    }

    fn refers_to_object(&self, name: Name) -> bool {
        matches!(self.places.get(&name), Some(Place::Object(_)))
    }

    /// Resolves the names in a block of kernel code: code of the group if `in_group`, otherwise code of each thread.
    fn within<'p>(&mut self, in_group: bool, block: &'p def::Block) -> Run<Block<'p>> {
        let outer = std::mem::replace(&mut self.in_group, in_group);
        let block = self.block(block);
        self.in_group = outer;
        block
    }

    fn block<'p>(&mut self, block: &'p def::Block) -> Run<Block<'p>> {
        block.iter().map(|stm| self.stm(stm)).collect()
    }

    fn stm<'p>(&mut self, stm: &'p def::Stm) -> Run<Stm<'p>> {
        use def::Stm as Source;
        Ok(match stm {
            Source::Declare { name, ty, init } => {
                let init = self.of_type(init, *ty)?;
                self.bind(*name, Type::Scalar(*ty));
                Stm::Assign(self.scalar(*name)?.0, init)
            }
            Source::DeclareMemory { name } => {
                self.bind(*name, Type::Memory);
                Stm::DeclareMemory(self.memory(*name)?)
            }
            Source::DeclareObject { name, borrowed } => {
                self.bind(*name, if *borrowed { Type::Borrowed } else { Type::Object });
                Stm::ReleaseObject(self.object(*name)?)
            }
            Source::DeclareArray { name, count, .. } => {
                self.bind(*name, Type::Memory);
                let (memory, count) = (self.memory(*name)?, *count);
                if self.in_group { Stm::DeclarePrivate { memory, count } } else { Stm::DeclareArray { memory, count } }
            }
            Source::DeclareStack { name, count, frame, .. } => {
                self.bind(*name, Type::Memory);
                let bytes = self.machine.stack_size.clamp(0, MAX_STACK as i64) as usize;
                let room = (bytes / (*frame).max(1)).max(1);
                Stm::DeclareArray { memory: self.memory(*name)?, count: room.saturating_mul(*count) }
            }
            Source::DeclareShared { name, count, .. } => {
                let count = self.i64(count)?;
                self.bind(*name, Type::Memory);
                Stm::DeclareShared { memory: self.memory(*name)?, count }
            }
            Source::DeclareTable { name, table } => {
                self.bind(*name, Type::Memory);
                Stm::DeclareTable(self.memory(*name)?, *table)
            }
            Source::Assign { name, value } => {
                let (slot, ty) = self.scalar(*name)?;
                Stm::Assign(slot, self.of_type(value, ty)?)
            }
            Source::AssignReference { name, from } if self.refers_to_object(*name) => {
                Stm::AssignObject { to: self.object(*name)?, from: self.object(*from)? }
            }
            Source::AssignReference { name, from } => {
                Stm::AssignMemory { to: self.memory(*name)?, from: self.memory(*from)? }
            }
            Source::MoveReference { name, from } if self.refers_to_object(*name) => {
                Stm::MoveObject { to: self.object(*name)?, from: self.object(*from)? }
            }
            Source::MoveReference { name, from } => {
                Stm::MoveMemory { to: self.memory(*name)?, from: self.memory(*from)? }
            }
            Source::ReleaseReference { name } if self.refers_to_object(*name) => {
                Stm::ReleaseObject(self.object(*name)?)
            }
            Source::ReleaseReference { name } => Stm::ReleaseMemory(self.memory(*name)?),
            Source::Construct { name, number, mutable, cyclic: _, words, memories, objects, reuse } => {
                Stm::Construct(Box::new(Construct {
                    object: self.object(*name)?,
                    number: *number,
                    mutable: *mutable,
                    words: *words,
                    memories: *memories,
                    objects: self.i64(objects)?,
                    reuse: reuse.map(|reuse| self.object(reuse)).transpose()?,
                }))
            }
            Source::Constant { name, number } => Stm::Constant(self.object(*name)?, *number),
            Source::Vacate { name } => Stm::Vacate(self.object(*name)?),
            Source::SetWord { object, mutable, ty, at, value } => {
                let (object, value) = (self.object(*object)?, self.of_type(value, *ty)?);
                Stm::SetWord { object, mutable: *mutable, ty: *ty, at: *at, value }
            }
            Source::LoadWord { name, object, ty, at } => {
                Stm::LoadWord { to: self.scalar(*name)?.0, object: self.object(*object)?, ty: *ty, at: *at }
            }
            Source::LoadMemory { name, object, mutable, at } => {
                let (memory, object) = (self.memory(*name)?, self.object(*object)?);
                Stm::LoadMemory { memory, object, mutable: *mutable, at: *at }
            }
            Source::StoreMemory { object, mutable, at, from, moves } => {
                let (object, from) = (self.object(*object)?, self.memory(*from)?);
                Stm::StoreMemory { object, mutable: *mutable, at: *at, from, moves: *moves }
            }
            Source::LoadObject { name, object, mutable, at } => {
                let (to, object) = (self.object(*name)?, self.object(*object)?);
                Stm::LoadObject { to, object, mutable: *mutable, at: self.i64(at)? }
            }
            Source::StoreObject { object, mutable, at, from, moves } => {
                let (object, from) = (self.object(*object)?, self.object(*from)?);
                Stm::StoreObject { object, mutable: *mutable, at: self.i64(at)?, from, moves: *moves }
            }
            Source::Allocate { name, elem, count } => {
                Stm::Allocate { memory: self.memory(*name)?, elem: *elem, count: self.i64(count)? }
            }
            Source::Write { memory, elem, index, value } => {
                let (index, value) = (self.i64(index)?, self.of_type(value, *elem)?);
                Stm::Write { memory: self.memory(*memory)?, elem: *elem, index, value }
            }
            Source::Copy { to, to_offset, from, from_offset, count, .. } => Stm::Copy(Box::new(Copy {
                to: self.memory(*to)?,
                to_offset: self.i64(to_offset)?,
                from: self.memory(*from)?,
                from_offset: self.i64(from_offset)?,
                count: self.i64(count)?,
            })),
            Source::If { cond, then_block, else_block } => {
                let cond = self.of_type(cond, ScalarType::Bool)?;
                Stm::If { cond, then_block: self.block(then_block)?, else_block: self.block(else_block)? }
            }
            Source::For { var, ty, bound, body, parallel, .. } => {
                let bound = self.of_type(bound, *ty)?;
                self.bind(*var, Type::Scalar(*ty));
                let (var, ty) = self.scalar(*var)?;
                Stm::For { var, ty, bound, body: self.block(body)?, parallel: *parallel }
            }
            Source::Tasks { var, bound, body, .. } => {
                let bound = self.i64(bound)?;
                self.bind(*var, Type::Scalar(ScalarType::I64));
                let var = self.scalar(*var)?.0;
                Stm::Tasks { var, bound, body: self.block(body)? }
            }
            Source::Launch { group, groups, size, body, .. } => {
                let (groups, size) = (self.i64(groups)?, self.i64(size)?);
                self.bind(*group, Type::Scalar(ScalarType::I64));
                let group = self.scalar(*group)?.0;
                let body = self.within(true, body)?;
                Stm::Launch(Box::new(Launch { group, groups, size, body }))
            }
            Source::Threads { var, bound, body } => {
                let bound = self.i64(bound)?;
                self.bind(*var, Type::Scalar(ScalarType::I64));
                let var = self.scalar(*var)?.0;
                Stm::Threads { var, bound, body: self.within(false, body)? }
            }
            Source::Atomic { memory, elem, index, old, value } => {
                let (memory, index) = (self.memory(*memory)?, self.i64(index)?);
                self.bind(*old, Type::Scalar(*elem));
                let is_used = crate::walk::variables(value).contains(old);
                let (slot, value) = (self.scalar(*old)?.0, self.of_type(value, *elem)?);
                let old = is_used.then_some(slot);
                Stm::Atomic(Box::new(Atomic { memory, elem: *elem, index, old, value }))
            }
            Source::Post { stage } => Stm::Post(*stage),
            Source::Await { group, stage } => Stm::Await { group: self.i64(group)?, stage: *stage },
            Source::Ordered { body } => Stm::Ordered(self.block(body)?),
            Source::While { cond, body } => {
                Stm::While { cond: self.of_type(cond, ScalarType::Bool)?, body: self.block(body)? }
            }
            Source::Call { results, function, args, spans } => {
                let results = results.iter().map(|&name| self.place(name)).collect::<Run<_>>()?;
                let args = args.iter().map(|arg| self.arg(arg)).collect::<Run<_>>()?;
                Stm::Call { results, function: *function, args, spans }
            }
            Source::Assert { cond, message, values, spans } => {
                let cond = self.of_type(cond, ScalarType::Bool)?;
                let values = values.iter().map(|value| self.exp(value)).collect::<Run<_>>()?;
                Stm::Assert { cond, message, values, spans }
            }
        })
    }

    fn arg(&self, arg: &def::Arg) -> Run<Arg> {
        Ok(match arg {
            def::Arg::Scalar(exp) => Arg::Scalar(self.exp(exp)?.0),
            def::Arg::Reference(name) if self.refers_to_object(*name) => Arg::Object(self.object(*name)?),
            def::Arg::Reference(name) => Arg::Memory(self.memory(*name)?),
            def::Arg::Move(name) => Arg::MoveObject(self.object(*name)?),
        })
    }

    fn i64(&self, exp: &def::Exp) -> Run<Exp> {
        self.of_type(exp, ScalarType::I64)
    }

    fn of_type(&self, exp: &def::Exp, ty: ScalarType) -> Run<Exp> {
        let (exp, found) = self.exp(exp)?;
        if found == ty { Ok(exp) } else { Err(stuck(format!("a value of type {found} where {ty} is meant"))) }
    }

    fn exp(&self, exp: &def::Exp) -> Run<Typed> {
        match exp {
            def::Exp::Const(scalar) => Ok((Exp::Const(scalar.bits()), scalar.scalar_type())),
            def::Exp::Var(name) => self.scalar(*name).map(|(slot, ty)| (Exp::Word(slot), ty)),
            def::Exp::Un(op, a) => {
                let a = self.exp(a)?;
                let ty = op.result(a.1).ok_or_else(|| stuck("an operator is applied to scalars of the wrong type"))?;
                Ok((Exp::Scalar(Operator::Un(*op), vec![a]), ty))
            }
            def::Exp::Bin(op, a, b) => self.binary(*op, self.exp(a)?, self.exp(b)?),
            def::Exp::Cmp(op, a, b) => {
                let (a, b) = (self.exp(a)?, self.exp(b)?);
                let exp = match compare_kernel(*op, a.1) {
                    Some(kernel) if a.1 == b.1 => Exp::Binary(kernel, Box::new([a.0, b.0])),
                    _ => Exp::Scalar(Operator::Cmp(*op), vec![a, b]),
                };
                Ok((exp, ScalarType::Bool))
            }
            def::Exp::Fma(a, b, c) => {
                let args = vec![self.exp(a)?, self.exp(b)?, self.exp(c)?];
                let ty = args[0].1;
                Ok((Exp::Scalar(Operator::Fma, args), ty))
            }
            def::Exp::Convert(to, a) => {
                let a = self.exp(a)?;
                let exp = match convert_kernel(a.1, *to) {
                    Some(kernel) => Exp::Convert(kernel, Box::new(a.0)),
                    None => Exp::Scalar(Operator::Convert(*to), vec![a]),
                };
                Ok((exp, *to))
            }
            def::Exp::Read { memory, elem, index } => {
                let (memory, index) = (self.memory(*memory)?, Box::new(self.i64(index)?));
                Ok((Exp::Read { memory, elem: *elem, index }, *elem))
            }
            def::Exp::Word { object, ty, at } => {
                Ok((Exp::Object { object: self.object(*object)?, ty: *ty, at: *at }, *ty))
            }
            def::Exp::Number(object) => Ok((Exp::Number(self.object(*object)?), ScalarType::I64)),
            def::Exp::Unique(name) => {
                let exp = match self.place(*name)? {
                    Place::Memory(memory) => Exp::UniqueMemory(memory),
                    Place::Object(object) => Exp::UniqueObject(object),
                    Place::Word(..) => return Err(stuck(format!("{name} refers to nothing"))),
                };
                Ok((exp, ScalarType::Bool))
            }
            def::Exp::Same(a, b) => Ok((Exp::SameMemory(self.memory(*a)?, self.memory(*b)?), ScalarType::Bool)),
            def::Exp::Pieces(count, time) => {
                self.of_type(time, ScalarType::F64)?;
                Ok((Exp::Pieces(Box::new(self.i64(count)?), self.machine.pieces), ScalarType::I64))
            }
            def::Exp::Setting(setting) => {
                Ok((Exp::Const(self.machine.setting(*setting).cast_unsigned()), ScalarType::I64))
            }
            def::Exp::Select(cond, a, b) => {
                let (cond, (a, ty)) = (self.of_type(cond, ScalarType::Bool)?, self.exp(a)?);
                Ok((Exp::Select(Box::new([cond, a, self.of_type(b, ty)?])), ty))
            }
        }
    }

    fn binary(&self, op: BinOp, a: Typed, b: Typed) -> Run<Typed> {
        let ty = a.1;
        let exp = match binary_kernel(op, ty) {
            Some(kernel) if b.1 == ty && op.defined_on(ty) => {
                let args = Box::new([a.0, b.0]);
                if op.can_fail(ty) { Exp::Divide(kernel, args) } else { Exp::Binary(kernel, args) }
            }
            _ => Exp::Scalar(Operator::Bin(op), vec![a, b]),
        };
        Ok((exp, ty))
    }
}
