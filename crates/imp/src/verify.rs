//! The verifier of IMP.
//!
//! - names: a variable is declared before its use, in an enclosing block, and only once in a function;
//! - kinds: a scalar is not used as memory or an object, nor the other way round;
//! - references: arrays and tables never share their blocks or refer to others; an array is accessed as its element
//!   type, and a table is not written;
//! - types: operands have the types that operators take, conditions are `bool`, offsets and counts `i64`, and assigned
//!   values have the variable's type;
//! - thresholds: all uses of one name have the same default;
//! - tasks: they set no outer variable, contain no tasks, and have at most one ordered part;
//! - launches: they stand where one thread runs, and use no outer array; a group accesses memory only in its threads,
//!   except for reads that its decisions need; threads set no outer variable and contain no threads; stages stand in
//!   threads, with valid numbers;
//! - objects and services: tasks, launches and the functions called there do not use them;
//! - calls: functions exist, and arguments and results match their declarations;
//! - entries: names are unique, and the function's parameters and results are those that the entry's types imply;
//! - failures: an assertion has one value for each hole of its message.

use crate::def::*;
use crate::text;
use crate::walk;
use base::entity::EntityRef;
use base::{Bug, Name, Symbol, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use value::ScalarType;
use value::entry::wrong_names;

/// Verifies a program; returns all faults as one bug.
pub fn verify(program: &Program) -> Result<(), Bug> {
    let faults = faults(program);
    if faults.is_empty() {
        return Ok(());
    }
    Err(Bug { program: Some(text::print(program)), ..Bug::new("verify IMP", faults.join("\n")) })
}

/// Returns all faults of the program, one line each.
pub fn faults(program: &Program) -> Vec<String> {
    let mut faults = Vec::new();
    let thresholds: FxHashMap<Symbol, i64> = program.thresholds().into_iter().collect();
    let only_on_host = only_on_host(program);
    for function in program.functions.values() {
        let mut checker = Checker {
            program,
            function,
            thresholds: &thresholds,
            only_on_host: &only_on_host,
            scope: FxHashMap::default(),
            declared: FxHashSet::default(),
            runner: Runner::Host,
            faults: Vec::new(),
        };
        for param in function.params.iter().chain(&function.results) {
            checker.declare(param.name, param.ty);
        }
        if function.results.iter().any(|result| result.ty == Type::Borrowed) {
            checker.fault("a result is borrowed");
        }
        checker.block(&function.body);
        if let Some(external) = &function.external {
            checker.external(external);
        }
        faults.append(&mut checker.faults);
    }
    faults.extend(wrong_names(program.entries.iter().map(|entry| entry.name)));
    for entry in &program.entries {
        check_entry(program, entry, &mut faults);
    }
    faults
}

/// Returns the functions that use objects or services, directly or through calls.
fn only_on_host(program: &Program) -> FxHashSet<usize> {
    let (mut calls, mut own) = (Vec::new(), FxHashSet::default());
    for (id, function) in program.functions.iter() {
        let mut callees = Vec::new();
        let mut params = function.params.iter().chain(&function.results);
        let mut has_objects = params.any(|param| param.ty.is_object());
        walk::each_stm(&function.body, &mut |stm| match stm {
            Stm::Call { function, .. } => callees.push(function.index()),
            Stm::DeclareObject { .. } => has_objects = true,
            _ => {}
        });
        callees.retain(|&callee| callee < program.functions.len());
        calls.push(callees);
        own.extend((has_objects || function.service().is_some()).then_some(id.index()));
    }
    graph::reaching(&calls, &own)
}

fn check_entry(program: &Program, entry: &Entry, faults: &mut Vec<String>) {
    let Some(function) = program.functions.get(entry.function) else {
        faults.push(format!("entry {}: there is no such function", entry.name));
        return;
    };
    let expand = |elem: ScalarType, rank: usize| {
        std::iter::repeat_n(Type::Scalar(ScalarType::I64), rank).chain(std::iter::once(passed(elem, rank)))
    };
    let params = entry.param_leaves().into_iter().flat_map(|(leaf, _)| expand(leaf.elem, leaf.rank));
    let results = entry.result_leaves().into_iter().flat_map(|leaf| expand(leaf.elem, leaf.rank));
    if !params.eq(function.params.iter().map(|p| p.ty)) || !results.eq(function.results.iter().map(|p| p.ty)) {
        faults.push(format!("entry {}: the function has other parameters or results", entry.name));
    }
}

/// Returns the type of parameter that passes an element of this rank: a scalar, or the memory of an array.
fn passed(elem: ScalarType, rank: usize) -> Type {
    if rank == 0 { Type::Scalar(elem) } else { Type::Memory }
}

struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    thresholds: &'a FxHashMap<Symbol, i64>,
    /// Numbers of the functions that use objects or services.
    only_on_host: &'a FxHashSet<usize>,
    /// Variables in scope.
    scope: FxHashMap<Name, Variable>,
    /// All variables declared so far.
    declared: FxHashSet<Name>,
    runner: Runner,
    faults: Vec<String>,
}

/// The kind of thread that runs the code being checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runner {
    Host,
    Task,
    Group,
    Thread,
}

#[derive(Clone, Copy, PartialEq)]
enum Variable {
    Scalar(ScalarType),
    /// A reference to a block, with elements of any type.
    Reference,
    Object,
    Borrowed,
    Array(ScalarType),
    /// An array of which each thread of a group has its own.
    Private(ScalarType),
    Table(ScalarType),
}

impl From<ScalarType> for Variable {
    fn from(ty: ScalarType) -> Variable {
        Variable::Scalar(ty)
    }
}

impl From<Type> for Variable {
    fn from(ty: Type) -> Variable {
        match ty {
            Type::Scalar(ty) => Variable::Scalar(ty),
            Type::Memory => Variable::Reference,
            Type::Object => Variable::Object,
            Type::Borrowed => Variable::Borrowed,
        }
    }
}

const I64: ScalarType = ScalarType::I64;

impl Checker<'_> {
    fn fault(&mut self, text: impl Into<String>) {
        self.faults.push(format!("{}: {}", self.function.name, text.into()));
    }

    /// Checks that an external function has no body, and the parameters and results that its type flattens to.
    fn external(&mut self, external: &External) {
        let [params, results] = match external {
            External::Foreign(foreign) => {
                let (params, results) = foreign.flat();
                let types = |flat: &[FlatType]| flat.iter().map(|flat| passed(flat.elem, flat.rank)).collect();
                [types(&params), types(&results)]
            }
            External::Service(service) => service_types(*service),
        };
        let is_same = |types: Vec<Type>, own: &[Param]| types.into_iter().eq(own.iter().map(|param| param.ty));
        if !is_same(params, &self.function.params) || !is_same(results, &self.function.results) {
            self.fault("the parameters or results are not those of the external function");
        }
        if !self.function.body.is_empty() {
            self.fault("an external function has a body");
        }
    }

    fn threshold(&mut self, name: Symbol, default: i64) {
        if self.thresholds.get(&name) != Some(&default) {
            self.fault(format!("the threshold {name} has several defaults"));
        }
    }

    fn declare(&mut self, name: Name, variable: impl Into<Variable>) {
        if !self.declared.insert(name) {
            self.fault(format!("{name} is declared twice"));
        }
        self.scope.insert(name, variable.into());
    }

    fn block(&mut self, block: &[Stm]) {
        let outer: Vec<Name> = block.iter().filter_map(walk::declared_by).collect();
        for stm in block {
            self.stm(stm);
        }
        for name in outer {
            self.scope.remove(&name);
        }
    }

    fn stm(&mut self, stm: &Stm) {
        let before = self.faults.len();
        match stm {
            Stm::Declare { name, ty, init } => {
                self.expect(init, *ty);
                self.declare(*name, Type::Scalar(*ty));
            }
            Stm::DeclareMemory { name } => self.declare(*name, Type::Memory),
            Stm::DeclareArray { name, elem, count } => {
                if *count > MAX_ARRAY {
                    self.fault(format!("{name} is too large for an array of its scope"));
                }
                let is_private = self.runner == Runner::Group;
                self.declare(*name, if is_private { Variable::Private(*elem) } else { Variable::Array(*elem) });
            }
            Stm::DeclareStack { name, elem, count, frame } => {
                self.runs(stm, &[Runner::Host]);
                if count.saturating_mul(elem.bytes()) > *frame || *frame > MAX_STACK {
                    self.fault(format!("{name} is larger than its part of a stack"));
                }
                self.declare(*name, Variable::Array(*elem));
            }
            Stm::DeclareShared { name, elem, count } => {
                self.runs(stm, &[Runner::Group]);
                self.expect(count, I64);
                self.declare(*name, Variable::Array(*elem));
            }
            Stm::DeclareTable { name, table } => match self.program.tables.get(*table) {
                Some(table) => self.declare(*name, Variable::Table(table.elem())),
                None => self.fault("there is no such table"),
            },
            Stm::Assign { name, value } => match self.scope.get(name).copied() {
                Some(Variable::Scalar(ty)) => self.expect(value, ty),
                _ => self.fault(format!("{name} is assigned a scalar and is none in scope")),
            },
            Stm::AssignReference { name, from } | Stm::MoveReference { name, from } => {
                if self.is_object(*name) {
                    self.assigned(*name, *from);
                } else {
                    self.reference(*name);
                    self.reference(*from);
                }
                if matches!(stm, Stm::MoveReference { .. }) {
                    self.held(*name);
                    self.held(*from);
                }
                if name == from {
                    self.fault(format!("{name} is made to refer to what it refers to"));
                }
            }
            Stm::ReleaseReference { name } => self.held(*name),
            Stm::DeclareObject { .. }
            | Stm::Construct { .. }
            | Stm::Constant { .. }
            | Stm::Vacate { .. }
            | Stm::SetWord { .. }
            | Stm::LoadWord { .. }
            | Stm::LoadMemory { .. }
            | Stm::StoreMemory { .. }
            | Stm::LoadObject { .. }
            | Stm::StoreObject { .. } => self.object_stm(stm),
            Stm::Allocate { name, count, elem: _ } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.reference(*name);
                self.expect(count, I64);
            }
            Stm::Write { memory, elem, index, value } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.written(*memory, *elem);
                self.expect(index, I64);
                self.expect(value, *elem);
            }
            Stm::Atomic { memory, elem, index, old, value } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.written(*memory, *elem);
                self.expect(index, I64);
                self.declare(*old, *elem);
                self.expect(value, *elem);
                self.scope.remove(old);
            }
            Stm::Post { stage } => {
                self.runs(stm, &[Runner::Thread]);
                self.stage(*stage);
            }
            Stm::Await { group, stage } => {
                self.runs(stm, &[Runner::Thread]);
                self.expect(group, I64);
                self.stage(*stage);
            }
            Stm::Copy { elem, to, to_offset, from, from_offset, count } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.written(*to, *elem);
                self.accessed(*from, *elem);
                [to_offset, from_offset, count].into_iter().for_each(|exp| self.expect(exp, I64));
            }
            Stm::If { cond, then_block, else_block } => {
                self.expect(cond, ScalarType::Bool);
                self.block(then_block);
                self.block(else_block);
                return;
            }
            Stm::For { var, ty, bound, body, parallel: _, spans: _ } => {
                if !ty.is_integer() {
                    self.fault(format!("{var} counts and is no integer"));
                }
                self.expect(bound, *ty);
                self.declare(*var, Type::Scalar(*ty));
                self.block(body);
                self.scope.remove(var);
                return;
            }
            Stm::Tasks { var, bound, body, spans: _ } => {
                self.runs(stm, &[Runner::Host]);
                self.expect(bound, I64);
                self.tasks(*var, body);
                return;
            }
            Stm::Ordered { body } => {
                self.runs(stm, &[Runner::Task]);
                self.block(body);
                return;
            }
            Stm::Launch { group, groups, size, body, spans: _ } => {
                self.runs(stm, &[Runner::Host]);
                self.expect(groups, I64);
                self.expect(size, I64);
                self.launch(*group, body);
                return;
            }
            Stm::Threads { var, bound, body } => {
                self.runs(stm, &[Runner::Group]);
                self.expect(bound, I64);
                self.own(body, "a thread");
                self.inside(Runner::Thread, *var, body);
                return;
            }
            Stm::While { cond, body } => {
                self.expect(cond, ScalarType::Bool);
                self.block(body);
                return;
            }
            Stm::Call { results, function, args, spans: _ } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.call(results, *function, args);
            }
            Stm::Assert { cond, message, values, spans: _ } => {
                self.runs(stm, &[Runner::Host, Runner::Task, Runner::Thread]);
                self.expect(cond, ScalarType::Bool);
                values.iter().for_each(|value| _ = self.exp(value));
                if message.holes() != values.len() {
                    self.fault("an assertion has another number of values than its message has holes");
                }
            }
        }
        for fault in &mut self.faults[before..] {
            fault.push_str("\n  in ");
            fault.push_str(text::print_stm(stm).trim_end());
        }
    }

    fn number(&mut self, name: Name, number: usize) {
        if number > MAX_NUMBER {
            self.fault(format!("{name} has the number {number}, which is too large"));
        }
    }

    fn object_stm(&mut self, stm: &Stm) {
        self.runs(stm, &[Runner::Host]);
        match stm {
            Stm::DeclareObject { name, borrowed: false } => self.declare(*name, Type::Object),
            Stm::DeclareObject { name, borrowed: true } => self.declare(*name, Type::Borrowed),
            Stm::Constant { name, number } => {
                self.number(*name, *number);
                self.own_object(*name);
            }
            Stm::Vacate { name } => self.own_object(*name),
            Stm::Construct { name, number, mutable: _, cyclic: _, words, memories, objects, reuse } => {
                self.number(*name, *number);
                if (*words).max(*memories) > MAX_FIELDS {
                    self.fault(format!("{name} is too large an object"));
                }
                self.own_object(*name);
                self.expect(objects, I64);
                reuse.iter().for_each(|reuse| self.own_object(*reuse));
            }
            Stm::SetWord { object, mutable, ty, at: _, value } => {
                self.written_object(*object, *mutable);
                self.expect(value, *ty);
            }
            Stm::LoadWord { name, object, ty, at: _ } => {
                self.object(*object);
                self.expect(&Exp::Var(*name), *ty);
            }
            Stm::LoadMemory { name, object, mutable: _, at: _ } => {
                self.object(*object);
                self.reference(*name);
            }
            Stm::StoreMemory { object, mutable, at: _, from, moves: _ } => {
                self.written_object(*object, *mutable);
                self.reference(*from);
            }
            Stm::LoadObject { name, object, mutable: false, at } => {
                self.assigned(*name, *object);
                self.expect(at, I64);
            }
            Stm::LoadObject { name, object, mutable: true, at } => {
                self.object(*object);
                // The object may change and no longer hold what a borrowed variable refers to.
                self.own_object(*name);
                self.expect(at, I64);
            }
            Stm::StoreObject { object, mutable, at, from, moves } => {
                self.written_object(*object, *mutable);
                self.object(*from);
                self.expect(at, I64);
                if *moves {
                    self.held(*from);
                }
            }
            _ => {}
        }
    }

    fn tasks(&mut self, var: Name, body: &[Stm]) {
        self.own(body, "a task");
        let mut ordered = 0;
        walk::each_stm(body, &mut |stm| ordered += usize::from(matches!(stm, Stm::Ordered { .. })));
        if ordered > 1 || ordered != body.iter().filter(|stm| matches!(stm, Stm::Ordered { .. })).count() {
            self.fault("`ordered` stands twice in a task, or within another statement");
        }
        self.inside(Runner::Task, var, body);
    }

    /// Checks a launch: it accesses no array of the host, and a shared array has the same size in all groups.
    fn launch(&mut self, group: Name, body: &[Stm]) {
        self.own(body, "a group");
        let outer = self.scope.clone();
        self.scope.retain(|_, variable| !matches!(variable, Variable::Array(_)));
        let own: FxHashSet<Name> = walk::declared(body).into_iter().chain([group]).collect();
        walk::each_stm(body, &mut |stm| {
            let Stm::DeclareShared { name, count, .. } = stm else { return };
            if !walk::memory_read(count).is_empty() || walk::variables(count).iter().any(|used| own.contains(used)) {
                self.fault(format!("the size of {name} is not known before the launch"));
            }
        });
        self.inside(Runner::Group, group, body);
        self.scope = outer;
    }

    /// Checks code that is repeated for each number `var` by threads of this kind.
    fn inside(&mut self, runner: Runner, var: Name, body: &[Stm]) {
        let outer = std::mem::replace(&mut self.runner, runner);
        self.declare(var, I64);
        self.block(body);
        self.scope.remove(&var);
        self.runner = outer;
    }

    /// Checks that repeated code sets no outer variable.
    fn own(&mut self, body: &[Stm], what: &str) {
        let own: FxHashSet<Name> = walk::declared(body).into_iter().collect();
        walk::each_stm(body, &mut |stm| {
            for name in walk::set(stm).into_iter().filter(|name| !own.contains(name)) {
                self.fault(format!("{what} sets {name}, which is not its own"));
            }
        });
    }

    /// Checks that threads of one of these kinds run the statement.
    fn runs(&mut self, stm: &Stm, runners: &[Runner]) {
        if !runners.contains(&self.runner) {
            let place = match self.runner {
                Runner::Host => "outside of tasks and launches",
                Runner::Task => "in a task",
                Runner::Group => "in a launch, outside of threads",
                Runner::Thread => "in a thread",
            };
            let text = text::print_stm(stm);
            let what = text.split_whitespace().next().unwrap_or_default();
            self.fault(format!("`{what}` stands {place}"));
        }
    }

    fn stage(&mut self, stage: u32) {
        if !(1..=LAST_STAGE).contains(&stage) {
            self.fault(format!("there is no stage {stage}"));
        }
    }

    fn call(&mut self, results: &[Name], function: FunctionId, args: &[Arg]) {
        let Some(callee) = self.program.functions.get(function) else { return self.fault("there is no such function") };
        if callee.params.len() != args.len() || callee.results.len() != results.len() {
            return self.fault(format!("{} takes or gives another number of values", callee.name));
        }
        for (param, arg) in callee.params.iter().zip(args) {
            match (param.ty, arg) {
                (Type::Scalar(ty), Arg::Scalar(exp)) => self.expect(exp, ty),
                (Type::Memory, Arg::Reference(name)) => self.reference(*name),
                (Type::Object | Type::Borrowed, Arg::Reference(name)) => self.object(*name),
                (Type::Object, Arg::Move(name)) => self.own_object(*name),
                _ => self.fault("an argument is a scalar where a reference is due, or the other way round"),
            }
        }
        if self.runner != Runner::Host && self.only_on_host.contains(&function.index()) {
            self.fault(format!("{} has objects or services and is not called by the host", callee.name));
        }
        for (param, result) in callee.results.iter().zip(results) {
            if self.scope.get(result) != Some(&param.ty.into()) {
                self.fault(format!("{result} does not have the result's type"));
            }
            if args.iter().filter_map(walk::reference_of).any(|given| given == *result) {
                self.fault(format!("{result} is given to the call and refers to what it gives"));
            }
        }
        for (at, arg) in args.iter().enumerate() {
            let Arg::Move(moved) = arg else { continue };
            if args[..at].contains(arg) {
                self.fault("a variable is moved to a call twice");
            }
            if walk::lent(callee.params.iter().map(|param| param.ty), args).any(|lent| lent == *moved) {
                self.fault(format!("{moved} is moved to the call that borrows it"));
            }
        }
    }

    fn reference(&mut self, name: Name) {
        if self.scope.get(&name) != Some(&Variable::Reference) {
            self.fault(format!("{name} is no reference to memory in scope"));
        }
    }

    fn is_object(&self, name: Name) -> bool {
        matches!(self.scope.get(&name), Some(Variable::Object | Variable::Borrowed))
    }

    fn object(&mut self, name: Name) {
        if !self.is_object(name) {
            self.fault(format!("{name} is no object in scope"));
        }
        if self.runner != Runner::Host {
            self.fault(format!("{name} is an object, and is used in a task or a launch"));
        }
    }

    /// Checks an object variable that is set, moved or written.
    fn own_object(&mut self, name: Name) {
        self.object(name);
        if self.scope.get(&name) == Some(&Variable::Borrowed) {
            self.fault(format!("{name} is borrowed, and is set, moved, written or released"));
        }
    }

    /// Checks the variable of an object that is written. Only mutable objects are written through borrowed variables.
    fn written_object(&mut self, name: Name, mutable: bool) {
        if mutable { self.object(name) } else { self.own_object(name) }
    }

    /// Checks that an object variable is assigned the object of another one, or one that it refers to.
    fn assigned(&mut self, name: Name, from: Name) {
        self.object(name);
        self.object(from);
        let is_borrowed = |name| self.scope.get(&name) == Some(&Variable::Borrowed);
        if is_borrowed(name) && !is_borrowed(from) {
            self.fault(format!("{name} is borrowed, and is assigned what {from} holds"));
        }
    }

    /// Checks a variable that holds a reference to a block or an object.
    fn held(&mut self, name: Name) {
        if self.is_object(name) { self.own_object(name) } else { self.reference(name) }
    }

    /// Checks an access to memory of any kind with this element type.
    fn accessed(&mut self, name: Name, elem: ScalarType) {
        match self.scope.get(&name) {
            Some(Variable::Reference) => {}
            Some(Variable::Private(_)) if self.runner == Runner::Group => {
                self.fault(format!("{name} is each thread's own and is accessed by the group"));
            }
            Some(Variable::Array(own) | Variable::Private(own) | Variable::Table(own)) if *own == elem => {}
            Some(Variable::Array(own) | Variable::Private(own) | Variable::Table(own)) => {
                self.fault(format!("{name} has elements of type {own} and is accessed as {elem}"));
            }
            Some(Variable::Scalar(_) | Variable::Object | Variable::Borrowed) | None => {
                self.fault(format!("{name} is no memory in scope"));
            }
        }
    }

    fn written(&mut self, name: Name, elem: ScalarType) {
        self.accessed(name, elem);
        if let Some(Variable::Table(_)) = self.scope.get(&name) {
            self.fault(format!("{name} is a table and is written"));
        }
    }

    /// Checks that the expression has the type.
    fn expect(&mut self, exp: &Exp, ty: ScalarType) {
        if let Some(found) = self.exp(exp)
            && found != ty
        {
            self.fault(format!("an expression has type {found} where {ty} is due"));
        }
    }

    /// Returns the expression's type; `None` after a fault.
    fn exp(&mut self, exp: &Exp) -> Option<ScalarType> {
        match exp {
            Exp::Const(scalar) => Some(scalar.scalar_type()),
            Exp::Var(name) => match self.scope.get(name) {
                Some(Variable::Scalar(ty)) => Some(*ty),
                _ => {
                    self.fault(format!("{name} is no scalar in scope"));
                    None
                }
            },
            Exp::Un(op, a) => {
                let operand = self.exp(a)?;
                let result = op.result(operand);
                if result.is_none() {
                    self.fault(format!("{} is not defined on {operand}", op.name()));
                }
                result
            }
            Exp::Bin(op, a, b) => {
                let operand = self.same(a, b)?;
                if !op.defined_on(operand) {
                    self.fault(format!("{} is not defined on {operand}", op.name()));
                }
                Some(operand)
            }
            Exp::Cmp(_, a, b) => self.same(a, b).map(|_| ScalarType::Bool),
            Exp::Fma(a, b, c) => {
                let operand = self.same(a, b)?;
                self.expect(c, operand);
                Some(operand)
            }
            Exp::Convert(to, a) => self.exp(a).map(|_| *to),
            Exp::Read { memory, elem, index } => {
                self.accessed(*memory, *elem);
                self.expect(index, I64);
                Some(*elem)
            }
            Exp::Word { object, ty, at: _ } => {
                self.object(*object);
                Some(*ty)
            }
            Exp::Number(object) => {
                self.object(*object);
                Some(I64)
            }
            Exp::Unique(name) => {
                self.held(*name);
                if self.runner != Runner::Host {
                    self.fault(format!("who refers to {name} is asked in a task or a launch"));
                }
                Some(ScalarType::Bool)
            }
            Exp::Same(a, b) => {
                self.reference(*a);
                self.reference(*b);
                if self.runner != Runner::Host {
                    self.fault(format!("the blocks of {a} and {b} are compared in a task or a launch"));
                }
                Some(ScalarType::Bool)
            }
            Exp::Pieces(count, time) => {
                self.expect(count, I64);
                self.expect(time, ScalarType::F64);
                Some(I64)
            }
            Exp::Setting(Setting::Threshold { name, default }) => {
                self.threshold(*name, *default);
                Some(I64)
            }
            Exp::Setting(_) => Some(I64),
            Exp::Select(cond, a, b) => {
                self.expect(cond, ScalarType::Bool);
                self.same(a, b)
            }
        }
    }

    /// Checks that both operands have the same type; returns it.
    fn same(&mut self, a: &Exp, b: &Exp) -> Option<ScalarType> {
        let ty = self.exp(a)?;
        self.expect(b, ty);
        Some(ty)
    }
}
