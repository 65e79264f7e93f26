//! The evaluator of IMP. It first resolves names to slots of a frame, and operators to kernels (`code`). Memory
//! accesses are checked: an access out of bounds, with another type than was stored, or to an element never written is
//! stuck.

mod code;
mod memory;
mod object;
mod order;

use crate::def::{Entry, External, FlatType, FunctionId, MAX_ARRAY, Program, Setting};
use base::{Name, Stop, Template};
use code::{Arg, Copy, Exp, Functions, Launch, Place, Slot, Stm, Typed};
pub use memory::MemoryUse;
use memory::{Account, Block, Memory, Runner};
use object::{Fields, Held, Object};
use order::{Moment, Order};
use std::rc::Rc;
use value::service::{Form, string};
use value::world::Closed;
use value::{ArrayValue, OpError, Operator, Scalar, ScalarType, Service, Value, World, op};

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Largest number of statements executed.
    pub steps: u64,
    /// Largest depth of calls.
    pub depth: usize,
    /// Largest number of statements executed in one task.
    pub task_steps: u64,
    /// Largest number of elements in one block.
    pub elements: i64,
    /// Largest number of bytes that the evaluator holds for blocks and objects at a time.
    pub held: u64,
    /// Machine that tasks and launches assume.
    pub machine: Machine,
}

/// Parameters of a machine that runs tasks and kernels: see `Setting`.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Largest number of pieces that iterations are cut into. The default gives a first, a last and a middle piece.
    pub pieces: i64,
    pub group_size: i64,
    pub groups: i64,
    pub group_memory: i64,
    pub tile_size: i64,
    pub warp_size: i64,
    pub short_segment: i64,
    pub stack_size: i64,
}

/// A small machine: a few groups with a few threads each, and small limits, so that small inputs are cut into parts of
/// all kinds.
impl Default for Machine {
    fn default() -> Machine {
        Machine {
            pieces: 3,
            group_size: 4,
            groups: 3,
            group_memory: 4096,
            tile_size: 2,
            warp_size: 4,
            short_segment: 2,
            stack_size: 8192,
        }
    }
}

impl Machine {
    fn setting(&self, setting: Setting) -> i64 {
        match setting {
            Setting::GroupSize => self.group_size,
            Setting::Groups => self.groups,
            Setting::GroupMemory => self.group_memory,
            Setting::TileSize => self.tile_size,
            Setting::WarpSize => self.warp_size,
            Setting::ShortSegment => self.short_segment,
            Setting::StackSize => self.stack_size,
            Setting::Team => TEAM,
            Setting::Threshold { default, .. } => default,
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 10_000_000_000,
            depth: base::stack::MAX_CALLS,
            task_steps: u64::MAX,
            elements: 1 << 28,
            held: 8 << 30,
            machine: Machine::default(),
        }
    }
}

/// Number of threads of the team. It is large, so that code that needs many threads runs too.
const TEAM: i64 = 1024;

/// A value that a call passes or returns.
#[derive(Clone)]
enum Datum {
    Word(u64),
    /// Memory; `None` if the variable refers to no block.
    Memory(Option<Memory>),
    Object(Option<Object>),
}

/// Result of evaluation. The error is boxed to keep results small.
type Run<T> = Result<T, Box<Stop>>;

fn stuck(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::stuck(message))
}

/// Runs an entry point on the leaves of its arguments; returns the leaves of its result. Input and output is refused.
pub fn run_entry(program: &Program, entry: &str, args: Vec<Value>, limits: Limits) -> Result<Vec<Value>, Stop> {
    run_entry_in(program, entry, args, limits, &mut Closed)
}

/// Like `run_entry`, with input and output in a world.
pub fn run_entry_in(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
    world: &mut dyn World,
) -> Result<Vec<Value>, Stop> {
    metered(program, entry, args, limits, world).0
}

/// Like `run_entry`; also returns the memory used, even by a run that fails.
pub fn run_entry_metered(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
) -> (Result<Vec<Value>, Stop>, MemoryUse) {
    metered(program, entry, args, limits, &mut Closed)
}

fn metered(
    program: &Program,
    entry: &str,
    args: Vec<Value>,
    limits: Limits,
    world: &mut dyn World,
) -> (Result<Vec<Value>, Stop>, MemoryUse) {
    let account = Account::new(args.iter().map(bytes_of).sum(), limits.held);
    let result = run((program, entry), args, limits, account.clone(), world);
    (result.map_err(|stop| *stop), account.usage())
}

/// Returns the size in bytes of an array's elements, and 0 for scalars, which are in no block.
fn bytes_of(value: &Value) -> u64 {
    match value {
        Value::Scalar(_) => 0,
        Value::Array(array) => array.len() as u64 * array.elem().bytes() as u64,
    }
}

fn run(
    (program, entry): (&Program, &str),
    args: Vec<Value>,
    limits: Limits,
    account: Rc<Account>,
    world: &mut dyn World,
) -> Run<Vec<Value>> {
    let Some(entry) = program.entries.iter().find(|candidate| candidate.name.as_str() == entry) else {
        return Err(stuck(format!("there is no entry point `{entry}`")));
    };
    let args = entry_args(entry, args)?;
    let functions = Functions::new(program, limits.machine);
    let mut evaluator =
        Evaluator { program, functions: &functions, limits, steps: 0, depth: 0, launches: 0, account, world };
    let results = evaluator.call(entry.function, args, None)?;
    entry_results(entry, results)
}

/// Returns the data that an entry's function takes: for each leaf of an argument its sizes, then the scalar or the
/// block.
fn entry_args(entry: &Entry, args: Vec<Value>) -> Run<Vec<Datum>> {
    let leaves = entry.param_leaves();
    let fits =
        |(arg, (leaf, _)): (&Value, &(FlatType, bool))| arg.elem() == leaf.elem && arg.shape().len() == leaf.rank;
    if args.len() != leaves.len() || !args.iter().zip(&leaves).all(fits) {
        return Err(stuck(format!("the values are not those that entry `{}` takes", entry.name)));
    }
    let mut data = Vec::new();
    for arg in args {
        data.extend(arg.shape().iter().map(|&size| Datum::Word(size as u64)));
        data.push(match arg {
            Value::Scalar(scalar) => Datum::Word(scalar.bits()),
            Value::Array(array) => Datum::Memory(Some(memory_of(&array))),
        });
    }
    Ok(data)
}

fn memory_of(array: &ArrayValue) -> Memory {
    Block::new((0..array.len()).map(|at| array.get(at)).collect())
}

/// Returns the leaves of an entry's results from the data that its function returns. Stuck if an element was never
/// written.
fn entry_results(entry: &Entry, results: Vec<Datum>) -> Run<Vec<Value>> {
    let mut results = results.into_iter();
    let mut values = Vec::new();
    for result in entry.result_leaves() {
        let mut shape = Vec::new();
        for _ in 0..result.rank {
            shape.push(size_of(results.next())?);
        }
        values.push(match results.next() {
            Some(Datum::Word(word)) if result.rank == 0 => Value::Scalar(Scalar::from_bits(result.elem, word)),
            Some(Datum::Memory(Some(memory))) if result.rank > 0 => {
                let count = shape.iter().product::<usize>();
                let elements: Option<Vec<Scalar>> = memory.first(count).into_iter().collect();
                let array = elements.and_then(|elements| ArrayValue::from_scalars(result.elem, shape, &elements));
                Value::Array(array.ok_or_else(|| stuck("a result that is not wholly written"))?)
            }
            _ => return Err(stuck("a result of another kind than the entry says")),
        });
    }
    Ok(values)
}

/// Returns the first bytes of a block; `None` if one of them was never written.
fn bytes_in(memory: &Memory, size: u64) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok()?;
    let byte = |scalar: Option<Scalar>| if let Some(Scalar::U8(byte)) = scalar { Some(byte) } else { None };
    let bytes: Option<Vec<u8>> = memory.first(size).into_iter().map(byte).collect();
    bytes.filter(|bytes| bytes.len() == size)
}

fn size_of(datum: Option<Datum>) -> Run<usize> {
    match datum {
        Some(Datum::Word(size)) if size as i64 >= 0 => Ok(size as usize),
        _ => Err(stuck("a result without its size")),
    }
}

struct Evaluator<'c, 'p> {
    program: &'p Program,
    functions: &'c Functions<'p>,
    limits: Limits,
    steps: u64,
    /// Number of calls in progress.
    depth: usize,
    /// Number of launches, task loops and outermost parallel loops so far.
    launches: u64,
    account: Rc<Account>,
    world: &'c mut dyn World,
}

/// Variables of one call.
struct Frame<'c> {
    words: Vec<u64>,
    memories: Vec<Option<Memory>>,
    /// Blocks of an earlier round of a loop. As in C, a variable that is declared again keeps its block until it refers
    /// to another one.
    kept: Vec<Option<Memory>>,
    objects: Vec<Held>,
    /// Names of the memory variables and of the object variables, for messages.
    names: &'c [Name],
    object_names: &'c [(Name, bool)],
    /// Current thread in a launch, current task, or current iteration of the outermost parallel loop.
    runner: Option<Runner>,
    /// Whether the current tasks are ordered among each other. This holds for tasks that are not nested in another
    /// task.
    takes_turns: bool,
}

impl<'c, 'p> Evaluator<'c, 'p> {
    fn call(&mut self, id: FunctionId, args: Vec<Datum>, runner: Option<Runner>) -> Run<Vec<Datum>> {
        let functions: &'c Functions<'p> = self.functions;
        let function = functions.get(id)?;
        match &function.source.external {
            Some(External::Foreign(foreign)) => return Err(Box::new(Stop::foreign(foreign.name))),
            Some(External::Service(service)) => return self.serve(*service, args),
            None => {}
        }
        if self.depth > self.limits.depth {
            return Err(Box::new(base::stack::too_deep()));
        }
        if args.len() != function.params.len() {
            return Err(stuck(format!("{} takes {} arguments", function.source.name, function.params.len())));
        }
        let mut frame = Frame {
            words: vec![0; function.words],
            memories: vec![None; function.memories.len()],
            kept: vec![None; function.memories.len()],
            objects: function.objects.iter().map(|(_, borrowed)| Held::new(*borrowed)).collect(),
            names: &function.memories,
            object_names: &function.objects,
            runner,
            takes_turns: false,
        };
        frame.set_all(&function.params, args)?;
        self.depth += 1;
        base::stack::with_room(|| self.block(&function.body, &mut frame))?;
        self.depth -= 1;
        Ok(function.results.iter().map(|&result| frame.datum(result)).collect())
    }

    /// Performs a service in the world of the run.
    fn serve(&mut self, service: Service, args: Vec<Datum>) -> Run<Vec<Datum>> {
        let mut args = args.into_iter();
        let mut values = Vec::new();
        for form in service.params() {
            let value = match (form, args.next()) {
                (Form::Scalar(ty), Some(Datum::Word(word))) => Some(Value::Scalar(Scalar::from_bits(*ty, word))),
                (Form::Bytes, Some(Datum::Word(size))) => match args.next() {
                    Some(Datum::Memory(Some(memory))) => bytes_in(&memory, size).map(string),
                    _ => None,
                },
                _ => None,
            };
            values.push(value.ok_or_else(|| stuck(format!("`{}` with other arguments", service.name())))?);
        }
        match service.call(&values, &mut *self.world)? {
            None => Ok(Vec::new()),
            Some(Value::Scalar(scalar)) => Ok(vec![Datum::Word(scalar.bits())]),
            Some(Value::Array(array)) => {
                let size = array.len();
                let memory = Block::allocated(size, bytes_of(&Value::Array(array.clone())), &self.account)?;
                for (at, element) in (0..size).filter_map(|at| Some((at, array.get(at)?))) {
                    memory.write(at as i64, element, None)?;
                }
                Ok(vec![Datum::Word(size as u64), Datum::Memory(Some(memory))])
            }
        }
    }

    fn step(&mut self) -> Run<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Box::new(Stop::Limit(format!("the run takes more than {} steps", self.limits.steps))));
        }
        Ok(())
    }

    fn block(&mut self, block: &'c [Stm<'p>], frame: &mut Frame) -> Run<()> {
        block.iter().try_for_each(|stm| self.stm(stm, frame))
    }

    fn stm(&mut self, stm: &'c Stm<'p>, frame: &mut Frame) -> Run<()> {
        self.step()?;
        match stm {
            Stm::Assign(to, value) => frame.words[*to] = frame.exp(value)?,
            Stm::AssignMemory { to, from } => frame.refer(*to, Some(frame.memory(*from)?.clone())),
            Stm::MoveMemory { to, from } => {
                frame.memory(*from)?;
                let memory = frame.memories[*from].take();
                frame.refer(*to, memory);
            }
            Stm::DeclareMemory(memory) => frame.declare(*memory),
            Stm::ReleaseMemory(memory) => frame.refer(*memory, None),
            Stm::AssignObject { to, from } => {
                let object = frame.objects[*from].get();
                frame.objects[*to].set(object);
            }
            Stm::MoveObject { to, from } => {
                let object = frame.objects[*from].take();
                frame.objects[*to].set(object);
            }
            Stm::ReleaseObject(object) => frame.objects[*object].set(None),
            Stm::Construct(parts) => self.construct(parts, frame)?,
            Stm::Constant(object, number) => frame.objects[*object].set(Some(Fields::constant(*number))),
            Stm::Vacate(object) => frame.vacate(*object),
            Stm::SetWord { object, mutable, ty, at, value } => {
                let value = Scalar::from_bits(*ty, frame.exp(value)?);
                frame.written_object(*object, *mutable)?.set_word(*at, value)?;
            }
            Stm::LoadWord { to, object, ty, at } => {
                frame.words[*to] = frame.read_object(*object, true)?.word(*at, *ty)?;
            }
            Stm::LoadMemory { memory, object, mutable, at } => {
                let loaded = frame.read_object(*object, *mutable)?.memory(*at)?;
                frame.refer(*memory, Some(loaded));
            }
            Stm::StoreMemory { object, mutable, at, from, moves } => {
                frame.written_object(*object, *mutable)?.set_memory(*at, frame.memory(*from)?.clone())?;
                if *moves {
                    frame.memories[*from] = None;
                }
            }
            Stm::LoadObject { to, object, mutable, at } => {
                let at = frame.i64(at)?;
                let loaded = frame.read_object(*object, *mutable)?.object(at)?;
                frame.objects[*to].set(Some(loaded));
            }
            Stm::StoreObject { object, mutable, at, from, moves } => {
                let at = frame.i64(at)?;
                frame.written_object(*object, *mutable)?.set_object(at, frame.object(*from)?)?;
                if *moves {
                    frame.objects[*from].set(None);
                }
            }
            Stm::Allocate { memory, elem, count } => self.allocate(*memory, *elem, count, frame)?,
            Stm::DeclareArray { memory, count } => {
                if *count > MAX_ARRAY {
                    return Err(Box::new(Stop::Limit(format!(
                        "an array of {count} elements is too large for its scope"
                    ))));
                }
                frame.memories[*memory] = Some(Block::new(vec![None; *count]));
            }
            Stm::DeclareTable(memory, table) => {
                let table = self.program.tables.get(*table).ok_or_else(|| stuck("no such table"))?;
                frame.memories[*memory] = Some(memory_of(table));
            }
            Stm::Write { memory, elem, index, value } => {
                let (index, value) = (frame.i64(index)?, frame.exp(value)?);
                frame.memory(*memory)?.write(index, Scalar::from_bits(*elem, value), frame.runner.as_ref())?;
            }
            Stm::Atomic(atomic) => {
                let index = frame.i64(&atomic.index)?;
                let (memory, runner) = (frame.memory(atomic.memory)?.clone(), frame.runner.clone());
                memory.update(index, atomic.elem, runner.as_ref(), atomic.old.is_some(), |old| {
                    atomic.old.into_iter().for_each(|slot| frame.words[slot] = old);
                    frame.exp(&atomic.value)
                })?;
            }
            Stm::DeclarePrivate { memory, count } => {
                let threads = frame.runner.as_ref().map_or(0, |runner| runner.size);
                frame.memories[*memory] = Some(Block::private((*count).min(MAX_ARRAY), threads));
            }
            Stm::DeclareShared { memory, count } => {
                let count = frame.i64(count)?;
                if count > MAX_ARRAY as i64 {
                    return Err(Box::new(Stop::Limit(format!(
                        "an array of {count} elements is too large for a group"
                    ))));
                }
                let count = usize::try_from(count).map_err(|_| stuck("an array of a negative count of elements"))?;
                frame.memories[*memory] = Some(Block::new(vec![None; count]));
            }
            Stm::Launch(launch) => self.launch(launch, frame)?,
            Stm::Threads { var, bound, body } => {
                let bound = frame.i64(bound)?;
                frame.wait();
                for at in 0..bound {
                    self.step()?;
                    frame.words[*var] = at as u64;
                    if let Some(runner) = &mut frame.runner {
                        runner.at.thread = at % runner.size;
                    }
                    self.block(body, frame)?;
                }
                frame.wait();
            }
            Stm::Post(stage) => {
                if let Some(runner) = &mut frame.runner {
                    runner.order.post(*stage, &mut runner.at)?;
                }
            }
            Stm::Await { group, stage } => {
                let group = frame.i64(group)?;
                if let Some(runner) = &frame.runner {
                    runner.order.wait(group, *stage, runner.at)?;
                }
            }
            Stm::Copy(parts) => copy(parts, frame)?,
            Stm::If { cond, then_block, else_block } => {
                let block = if frame.bool(cond)? { then_block } else { else_block };
                self.block(block, frame)?;
            }
            Stm::For { var, ty, bound, body, parallel } => {
                let bound = Scalar::from_bits(*ty, frame.exp(bound)?).as_i128();
                let bound = bound.ok_or_else(|| stuck("a loop over no integers"))?.max(0);
                let order = (*parallel && frame.runner.is_none()).then(|| self.begin(Order::default()));
                for at in 0..bound {
                    self.step()?;
                    frame.words[*var] = Scalar::from_i128(*ty, at).bits();
                    if let Some(order) = &order {
                        frame.runner = Some(self.runner(at as i64, 1, order));
                    }
                    self.block(body, frame)?;
                }
                if order.is_some() {
                    frame.runner = None;
                }
            }
            Stm::Tasks { var, bound, body } => self.tasks(*var, frame.i64(bound)?, body, frame)?,
            Stm::Ordered(body) => {
                frame.turn();
                self.block(body, frame)?;
                frame.turn();
            }
            Stm::While { cond, body } => {
                while frame.bool(cond)? {
                    self.step()?;
                    self.block(body, frame)?;
                }
            }
            Stm::Call { results, function, args, spans } => {
                let given = args.iter().map(|arg| frame.arg(arg)).collect::<Run<_>>()?;
                for arg in args {
                    if let Arg::MoveObject(object) = arg {
                        frame.objects[*object].set(None);
                    }
                }
                let called = self.call(*function, given, frame.runner.clone());
                frame.set_all(results, called.map_err(|stop| Box::new(stop.called_from(spans)))?)?;
            }
            Stm::Assert { cond, message, values, spans } => {
                if !frame.bool(cond)? {
                    return Err(Box::new(Stop::failure(frame.fill(message, values)?, spans.to_vec())));
                }
            }
        }
        Ok(())
    }

    /// Runs groups and their threads one after another. Accesses whose order matters are stuck.
    fn launch(&mut self, launch: &'c Launch<'p>, frame: &mut Frame) -> Run<()> {
        let (groups, size) = (frame.i64(&launch.groups)?, frame.i64(&launch.size)?);
        if size < 1 {
            return Err(stuck(format!("a launch of groups of {size} threads")));
        }
        let outer = frame.runner.take();
        let order = self.begin(Order::default());
        for group in 0..groups {
            self.step()?;
            frame.words[launch.group] = group as u64;
            order.begin_group();
            frame.runner = Some(self.runner(group, size, &order));
            self.block(&launch.body, frame)?;
        }
        frame.runner = outer;
        Ok(())
    }

    /// Begins a launch, task loop or parallel loop. Only accesses within it are compared with each other.
    fn begin(&mut self, order: Order) -> Rc<Order> {
        self.launches += 1;
        Rc::new(order)
    }

    /// Returns the first thread of a group at its start, in the last launch.
    fn runner(&self, group: i64, size: i64, order: &Rc<Order>) -> Runner {
        let at = Moment { launch: self.launches, group, phase: 0, thread: 0, posts: 0 };
        Runner { at, size, order: order.clone() }
    }

    /// Runs tasks one after another, like the groups of a launch. Tasks nested in a task run on its thread.
    fn tasks(&mut self, var: Slot, bound: i64, body: &'c [Stm<'p>], frame: &mut Frame) -> Run<()> {
        let outer = frame.runner.clone();
        let is_nested = outer.as_ref().is_some_and(|runner| runner.order.is_of_tasks());
        let order = (!is_nested).then(|| self.begin(Order::of_tasks()));
        frame.takes_turns = order.is_some();
        for task in 0..bound {
            self.step()?;
            frame.words[var] = task as u64;
            if let Some(order) = &order {
                frame.runner = Some(self.runner(task, 1, order));
            }
            let before = self.steps;
            self.block(body, frame)?;
            if self.steps - before > self.limits.task_steps {
                let message = format!("a task takes more than {} steps", self.limits.task_steps);
                return Err(Box::new(Stop::Limit(message)));
            }
        }
        frame.runner = outer;
        Ok(())
    }

    fn allocate(&mut self, memory: Slot, elem: ScalarType, count: &Exp, frame: &mut Frame) -> Run<()> {
        let count = frame.i64(count)?;
        if count < 0 {
            return Err(stuck(format!("{} is allocated with {count} elements", frame.names[memory])));
        }
        if count > self.limits.elements {
            return Err(Box::new(Stop::Limit(format!("an array of {count} elements is too large to evaluate"))));
        }
        // The previous block of the variable is freed first.
        frame.refer(memory, None);
        let bytes = count as u64 * elem.bytes() as u64;
        frame.memories[memory] = Some(Block::allocated(count as usize, bytes, &self.account)?);
        Ok(())
    }
}

fn copy(parts: &Copy, frame: &Frame) -> Run<()> {
    let (to_offset, from_offset) = (frame.i64(&parts.to_offset)?, frame.i64(&parts.from_offset)?);
    let count = frame.i64(&parts.count)?;
    if count <= 0 {
        return Ok(());
    }
    let (to, from) = (frame.memory(parts.to)?, frame.memory(parts.from)?);
    from.copy(from_offset, to, to_offset, count, frame.runner.as_ref())
}

impl Frame<'_> {
    /// Starts a new phase: all threads of the group wait for each other.
    fn wait(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.at.phase += 1;
        }
    }

    /// Starts a new phase at the beginning or end of a task's ordered code.
    fn turn(&mut self) {
        if self.takes_turns {
            self.wait();
        }
    }

    fn datum(&self, place: Place) -> Datum {
        match place {
            Place::Word(slot, _) => Datum::Word(self.words[slot]),
            Place::Memory(slot) => Datum::Memory(self.memories[slot].clone()),
            Place::Object(slot) => Datum::Object(self.objects[slot].get()),
        }
    }

    fn set_all(&mut self, places: &[Place], data: Vec<Datum>) -> Run<()> {
        for (&place, datum) in places.iter().zip(data) {
            match (place, datum) {
                (Place::Word(slot, _), Datum::Word(word)) => self.words[slot] = word,
                (Place::Memory(slot), Datum::Memory(memory)) => self.refer(slot, memory),
                (Place::Object(slot), Datum::Object(object)) => self.objects[slot].set(object),
                _ => return Err(stuck("a value of another kind than its variable")),
            }
        }
        Ok(())
    }

    /// Declares a memory variable, which refers to no block yet.
    fn declare(&mut self, slot: Slot) {
        let before = self.memories[slot].take();
        if before.is_some() {
            self.kept[slot] = before;
        }
    }

    fn refer(&mut self, slot: Slot, memory: Option<Memory>) {
        self.kept[slot] = None;
        self.memories[slot] = memory;
    }

    fn memory(&self, slot: Slot) -> Run<&Memory> {
        self.memories[slot].as_ref().ok_or_else(|| stuck(format!("{} refers to no block", self.names[slot])))
    }

    fn arg(&self, arg: &Arg) -> Run<Datum> {
        match arg {
            Arg::Scalar(exp) => Ok(Datum::Word(self.exp(exp)?)),
            Arg::Memory(slot) => Ok(Datum::Memory(Some(self.memory(*slot)?.clone()))),
            Arg::Object(slot) | Arg::MoveObject(slot) => Ok(Datum::Object(self.objects[*slot].get())),
        }
    }

    /// Fills the holes of the message with the values.
    fn fill(&self, message: &Template, values: &[Typed]) -> Run<String> {
        let plain = |(exp, ty): &Typed| Ok(Scalar::from_bits(*ty, self.exp(exp)?).plain());
        Ok(message.fill(&values.iter().map(plain).collect::<Run<Vec<_>>>()?))
    }

    fn i64(&self, exp: &Exp) -> Run<i64> {
        self.exp(exp).map(|word| word as i64)
    }

    fn bool(&self, exp: &Exp) -> Run<bool> {
        self.exp(exp).map(|word| word != 0)
    }

    fn exp(&self, exp: &Exp) -> Run<u64> {
        match exp {
            Exp::Const(word) => Ok(*word),
            Exp::Word(slot) => Ok(self.words[*slot]),
            Exp::Binary(kernel, args) => Ok(kernel(self.exp(&args[0])?, self.exp(&args[1])?)),
            Exp::Divide(kernel, args) => match (self.exp(&args[0])?, self.exp(&args[1])?) {
                (_, 0) => Err(stuck_op(OpError::DivisionByZero)),
                (a, b) => Ok(kernel(a, b)),
            },
            Exp::Convert(kernel, arg) => Ok(kernel(self.exp(arg)?)),
            Exp::Scalar(operator, args) => self.apply(*operator, args),
            Exp::Read { memory, elem, index } => {
                let index = self.i64(index)?;
                self.memory(*memory)?.read(index, *elem, self.runner.as_ref())
            }
            Exp::Object { object, ty, at } => self.read_object(*object, false)?.word(*at, *ty),
            Exp::Number(object) => Ok(self.object(*object)?.number as u64),
            Exp::SameMemory(a, b) => Ok(u64::from(Rc::ptr_eq(self.memory(*a)?, self.memory(*b)?))),
            Exp::UniqueMemory(memory) => Ok(u64::from(Rc::strong_count(self.memory(*memory)?) == 1)),
            Exp::UniqueObject(object) => self.is_unique(*object).map(u64::from),
            Exp::Pieces(count, most) => Ok(self.i64(count)?.clamp(1, *most) as u64),
            Exp::Select(parts) => {
                let [cond, yes, no] = &**parts;
                self.exp(if self.bool(cond)? { yes } else { no })
            }
        }
    }

    fn apply(&self, operator: Operator, args: &[Typed]) -> Run<u64> {
        let value = |(exp, ty): &Typed| Ok(Scalar::from_bits(*ty, self.exp(exp)?));
        let args = args.iter().map(value).collect::<Run<Vec<Scalar>>>()?;
        op::apply(operator, &args).map(Scalar::bits).map_err(stuck_op)
    }
}

fn stuck_op(error: OpError) -> Box<Stop> {
    stuck(error.message())
}
