//! Lowering of CORE's host part to IMP with objects: the definitions that use data types, and what they call.
//!
//! ```text
//! data list = <cons(i64, @list) | nil>             fun "sum" (xs_0 : object, acc_1 : i64) -> (result_2 : i64) {
//! def sum (xs : @list) (acc : i64) : i64 =           ..
//!   match xs {                                       while again_5 {
//!     case #nil => acc                                 again_5 <- false
//!     case #cons(x, rest) => sum(rest, acc + x)        var tag_6 : i64 := xs_3.word.i64[0]
//!   }                                                  if (tag_6 == 1i64) { result_2 <- acc_4 } else { .. }
//! ```
//!
//! Needs: CORE that is monomorphic and first-order; the device part, in which accelerated definitions are entries with
//! names of their own. Guarantees: both parts are one program, whose entries are those of the CORE program. A value is
//! represented by its leaves (`core_ir::leaves`), as at the entries of the device part, so that calls of it convert
//! nothing. A value of a data type is an object (`data`). Mutual tail calls are jumps (`function`). An array is written
//! in place only if no other variable refers to its block.
//!
//! Cost: linear in the program, except for match expressions, which test a nested pattern's outer constructors once for
//! each case.

mod array;
mod column;
mod cyclic;
mod data;
mod emit;
mod entry;
mod equal;
mod expr;
mod foreign;
mod function;
mod pack;
mod pattern;
mod prim;
mod slice;
mod step;
mod tensor;
mod traverse;
mod tree;
mod value;

use crate::data::Layout;
use crate::function::TailGroup;
use crate::value::Leaves;
use ::value::Service;
use base::entity::{EntityRef, PrimaryMap};
use base::{Code, Diagnostic, Error, Name, NameSource, Span, Symbol};
use core_ir::calls::Calls;
use core_ir::def as core;
use core_ir::effects::Latent;
use core_ir::tables::make_tables;
use core_ir::units;
use core_ir::walk::for_each_expr;
use imp::def::{Block, Function, FunctionId, Program, TableId};
use imp::pass::keep::{Obstacle, keep_on_host, kept};
pub use imp::pass::spread::Spread;
use imp::pass::spread::{Part, Stays, spread};
use imp::pass::stacks::give_stacks;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Code of limitations of the host part.
const NOT_ON_HOST: Code = Code("E0199");

/// Smallest number of constants in a table.
const TABLE: usize = 8;

type Lowered<T> = Result<T, Error>;

/// Lowers the definitions that `device` has no entry for, and joins both parts. `loops` says what accelerated loops
/// become.
pub fn lower(program: &core::Program, device: Program, loops: Spread) -> Lowered<Program> {
    let (program, first, _) = lowered(program, device, loops)?;
    let program = imp::pass::borrow::borrow_objects(program)?;
    imp::pass::reuse::reuse_objects(imp::lifetime::end_lifetimes_from(first, program))
}

/// A loop that a program accelerates and the host runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostLoop {
    pub span: Span,
    /// Why the host runs it.
    pub obstacle: Obstacle,
    /// The operation that only the host can run, if that is known.
    pub operation: Option<Span>,
}

/// Returns the accelerated loops of a program that `lower` leaves to one thread of the host.
pub fn host_loops(program: &core::Program, device: Program, loops: Spread) -> Lowered<Vec<HostLoop>> {
    let mut has_loops = false;
    for def in program.defs.values() {
        for_each_expr(&def.body, &mut |expr| {
            has_loops |= matches!(expr.kind, core::ExprKind::Prim(core::Prim::Loop, _))
        });
    }
    if has_loops { Ok(lowered(program, device, loops)?.2) } else { Ok(Vec::new()) }
}

/// Joins both parts to one program, without the ends of lifetimes in the host's functions. Returns it with the number of
/// the first of these functions, and the loops that the host runs.
fn lowered(program: &core::Program, device: Program, loops: Spread) -> Lowered<(Program, usize, Vec<HostLoop>)> {
    let mut program = units::with_leaves(program).into_owned();
    // Strings, above all. Stores of single constants take long to compile.
    for def in program.defs.values_mut() {
        make_tables(&mut def.body, TABLE, &mut program.tables);
    }
    let mut lowerer = Lowerer::new(&program, device, loops != Spread::Loops);
    lowerer.functions()?;
    lowerer.join(loops)
}

struct Lowerer<'a> {
    core: &'a core::Program,
    device: Program,
    /// Functions of the accelerated definitions, by the name of the definition. They are entries of the device part.
    accelerated: FxHashMap<Symbol, FunctionId>,
    names: NameSource,
    /// Functions of the host part. Their numbers follow those of the device part.
    functions: PrimaryMap<FunctionId, Function>,
    /// Function of each definition in the host part.
    lowered: FxHashMap<core::DefId, FunctionId>,
    /// The function without a body for each foreign function that the host part calls.
    foreign: FxHashMap<Symbol, FunctionId>,
    /// The function without a body for each service that the host part asks.
    services: FxHashMap<Service, FunctionId>,
    /// Constant tables of the host part. Their numbers follow those of the device part.
    tables: Vec<core::TableId>,
    table_ids: FxHashMap<core::TableId, TableId>,
    layouts: FxHashMap<core::DataId, Rc<Layout>>,
    /// Function that compares values of each data type.
    equalities: FxHashMap<core::DataId, FunctionId>,
    /// Data types whose comparing functions still need a body.
    wanted_equalities: Vec<core::DataId>,
    /// Leaves of each CORE variable in scope. Because CORE names are unique, scopes need no stack.
    env: FxHashMap<Name, Leaves>,
    /// Effects of the program's definitions.
    effects: Latent,
    /// The types whose objects may be parts of cycles.
    cyclic: cyclic::Cyclic,
    /// The tensors whose elements are accessed.
    accessed: tensor::Accessed,
    /// The parts of tensors in scope that are leaves of variables: by the variable, and the position of the leaf.
    unpacked: FxHashMap<(Name, usize), Rc<tensor::Unpacked>>,
    /// Whether several threads run steps of loops.
    spreads: bool,
    /// Tensors in arrays that the current loop has packed.
    packs: pack::Packs,
    /// Definitions that only steps of loops call.
    steps: FxHashSet<core::DefId>,
    /// Number of sizes that the parts of a tensor hold in variables in steps.
    sizes_in_steps: usize,
    /// Whether the code is a step of a loop, in which tensors are passed as parts.
    in_step: bool,
    /// The place of the current expression.
    span: Span,
    /// For each variable of a step that refers to an object or a block, the expression that needs it.
    places: FxHashMap<Name, Span>,
    /// Statements of the block under construction.
    block: Block,
    /// Whether the checks of the current expression are left out.
    unchecked: bool,
    /// Definitions that a tail call of the current function may jump to.
    tail: Option<TailGroup>,
}

impl<'a> Lowerer<'a> {
    fn new(program: &'a core::Program, mut device: Program, spreads: bool) -> Lowerer<'a> {
        let own: FxHashSet<Symbol> = program.entries.iter().map(|entry| entry.name).collect();
        let made = device.entries.iter().filter(|entry| !own.contains(&entry.name));
        let accelerated = made.map(|entry| (entry.name, entry.function)).collect();
        let sizes_in_steps = step::sizes(program);
        Lowerer {
            core: program,
            accelerated,
            names: std::mem::take(&mut device.names),
            device,
            functions: PrimaryMap::new(),
            lowered: FxHashMap::default(),
            foreign: FxHashMap::default(),
            services: FxHashMap::default(),
            tables: Vec::new(),
            table_ids: FxHashMap::default(),
            layouts: FxHashMap::default(),
            equalities: FxHashMap::default(),
            wanted_equalities: Vec::new(),
            env: FxHashMap::default(),
            cyclic: cyclic::Cyclic::of(program),
            accessed: tensor::accessed(program, sizes_in_steps),
            unpacked: FxHashMap::default(),
            spreads,
            packs: pack::Packs::default(),
            steps: FxHashSet::default(),
            sizes_in_steps,
            in_step: false,
            span: Span::NOWHERE,
            places: FxHashMap::default(),
            effects: Latent::of(program),
            block: Block::new(),
            unchecked: false,
            tail: None,
        }
    }

    /// Lowers the definitions of the host part.
    fn functions(&mut self) -> Lowered<()> {
        let calls = Calls::of(self.core);
        let members = self.host_part(&calls);
        self.steps = step::definitions(self.core, &members);
        for &id in &members {
            self.declare(id)?;
        }
        self.define_all()?;
        while let Some(data) = self.wanted_equalities.pop() {
            self.define_equality(data)?;
        }
        Ok(())
    }

    /// Returns the definitions that the host's entry points reach without passing through the device, in order.
    fn host_part(&self, calls: &Calls) -> Vec<core::DefId> {
        let on_device: FxHashSet<Symbol> = self.device.entries.iter().map(|entry| entry.name).collect();
        let entries = self.core.entries.iter().filter(|entry| !on_device.contains(&entry.name));
        let mut work: Vec<core::DefId> = entries.map(|entry| entry.def).collect();
        let mut found = vec![false; self.core.defs.len()];
        while let Some(id) = work.pop() {
            let Some(seen) = found.get_mut(id.index()) else { continue };
            if !std::mem::replace(seen, true) {
                let callees = calls.callees(id).iter().copied();
                work.extend(callees.filter(|callee| self.accelerated_function(*callee).is_none()));
            }
        }
        self.core.defs.keys().filter(|id| found[id.index()]).collect()
    }

    /// Returns the device part's function for this definition, if it is accelerated.
    fn accelerated_function(&self, id: core::DefId) -> Option<FunctionId> {
        self.accelerated.get(&self.core.defs.get(id)?.name).copied()
    }

    /// Adds a function to the host part; returns its number, which follows those of the device part.
    fn push_function(&mut self, function: Function) -> FunctionId {
        let at = self.functions.push(function);
        FunctionId::new(self.device.functions.len() + at.index())
    }

    fn function_mut(&mut self, id: FunctionId) -> Lowered<&mut Function> {
        let at = id.index().checked_sub(self.device.functions.len()).map(FunctionId::new);
        at.and_then(|at| self.functions.get_mut(at)).ok_or_else(|| bug("a function that is not the host's"))
    }

    fn table(&mut self, table: core::TableId) -> TableId {
        let next = TableId::new(self.device.tables.len() + self.tables.len());
        let (tables, ids) = (&mut self.tables, &mut self.table_ids);
        *ids.entry(table).or_insert_with(|| {
            tables.push(table);
            next
        })
    }

    /// Joins both parts to one program with the entries of the CORE program.
    fn join(mut self, loops: Spread) -> Lowered<(Program, usize, Vec<HostLoop>)> {
        let mut entries = Vec::with_capacity(self.core.entries.len());
        let mut on_device: FxHashMap<Symbol, imp::def::Entry> =
            std::mem::take(&mut self.device.entries).into_iter().map(|entry| (entry.name, entry)).collect();
        for entry in &self.core.entries {
            entries.push(match on_device.remove(&entry.name) {
                Some(entry) => entry,
                None => self.entry(entry)?,
            });
        }
        let mut program = Program { names: self.names, entries, ..self.device };
        let first = program.functions.len();
        self.functions.into_iter().for_each(|(_, function)| _ = program.functions.push(function));
        for table in self.tables {
            program.tables.push(self.core.tables[table].clone());
        }
        let mut stay = Vec::new();
        for Stays { spans, part } in spread(&mut program, first, loops) {
            let operation = match part {
                Part::Variable(name) => self.places.get(&name).copied(),
                Part::Code(spans) => spans.first().copied(),
            };
            stay.extend(spans.first().map(|span| HostLoop { span: *span, obstacle: Obstacle::Objects, operation }));
        }
        if loops == Spread::Launches {
            program = give_stacks(program)?;
            let kept = kept(&program).into_iter();
            let kept = kept.filter_map(|(spans, obstacle)| Some((*spans.first()?, obstacle)));
            stay.extend(kept.map(|(span, obstacle)| HostLoop { span, obstacle, operation: None }));
            program = keep_on_host(program)?;
        }
        Ok((program, first, stay))
    }
}

fn bug(message: impl Into<String>) -> Error {
    base::Bug::new("lower to the host", message).into()
}

fn limitation(headline: impl Into<String>, span: Span, label: &str) -> Error {
    Error::Limitation(Box::new(Diagnostic::error(NOT_ON_HOST, headline).label(span, label)))
}
