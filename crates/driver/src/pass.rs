//! The pass table, one row a pass. A pass's name is also its flag in `rista dev`.

use crate::module::{Level, Module, Parts};
use crate::pipeline::{DEBUG, KEEP_CHECKS, REPORT, Settings};
use base::{Bug, Error};
use host::Spread;
use std::sync::Arc;

/// Name of the pass that joins the two parts of a program. Every pipeline needs it.
const LINK_HOST: &str = "link-host";
/// Name of the pass that runs other passes, as the settings say.
const TIDY: &str = "tidy";
/// Name of the pass that removes sequences.
const SEQUENCES: &str = "sequences";
/// Names of the passes after which each array operation is in a perfect nest or sequential.
const FLATTENING: [&str; 3] = ["flatten", "flatten-all", "flatten-regular"];
/// Names of the passes after which kernels do not allocate.
const EXPANDING: [&str; 2] = ["expand", "expand-interleaved"];

/// A pass, from a program at one level to a program at the same or the next level.
pub struct Pass {
    pub name: &'static str,
    pub from: Level,
    pub to: Level,
    pub about: &'static str,
    run: fn(Module) -> Result<Module, Error>,
}

/// All passes, in the order in which the default pipeline first uses them.
pub const PASSES: &[Pass] = &[
    Pass {
        name: KEEP_CHECKS,
        from: Level::Core,
        to: Level::Core,
        about: "removes the marks of `#[unsafe]`, so that all checks are made; left out for compiled code",
        run: |module| Ok(Module::Core(core_ir::checks::keep(core(module)?))),
    },
    Pass {
        name: "monomorphise",
        from: Level::Core,
        to: Level::Core,
        about: "copies each polymorphic definition for each list of type arguments",
        run: |module| Ok(Module::Core(core_ir::monomorphise::monomorphise(core(module)?)?)),
    },
    Pass {
        name: DEBUG,
        from: Level::Core,
        to: Level::Core,
        about: "adds the checks of debug mode: operators, neutral elements, scatters and loops; only with `--debug`",
        run: |module| Ok(Module::Core(core_ir::debug::debug(core(module)?))),
    },
    Pass {
        name: "closures",
        from: Level::Core,
        to: Level::Core,
        about: "turns functions that are unknown where they are applied into data",
        run: |module| Ok(Module::Core(core_ir::closures::closures(core(module)?)?)),
    },
    Pass {
        name: "defunctionalise",
        from: Level::Core,
        to: Level::Core,
        about: "removes functions as values: calls become calls of copies made for the functions",
        run: |module| Ok(Module::Core(core_ir::defunctionalise::defunctionalise(core(module)?)?)),
    },
    Pass {
        name: "sides",
        from: Level::Core,
        to: Level::Core,
        about: "copies definitions for accelerated code where `in_accelerate` decides what they do",
        run: |module| Ok(Module::Core(core_ir::sides::choose_sides(core(module)?))),
    },
    Pass {
        name: "lift-constants",
        from: Level::Core,
        to: Level::Core,
        about: "computes constants once, at the start of an entry point",
        run: |module| Ok(Module::Core(core_ir::constants::lift_constants(core(module)?)?)),
    },
    Pass {
        name: REPORT,
        from: Level::Core,
        to: Level::Core,
        about: "marks accelerated expressions, so that a run can report their costs; only with `--report`",
        run: |module| Ok(Module::Core(core_ir::report::report(core(module)?))),
    },
    Pass {
        name: "outline",
        from: Level::Core,
        to: Level::Core,
        about: "makes definitions for the device of what `accelerate` marks",
        run: |module| Ok(Module::Core(core_ir::outline::outline(core(module)?)?)),
    },
    Pass {
        name: "flat-maps",
        from: Level::Core,
        to: Level::Core,
        about: "flattens `flat_map`: rows of unequal lengths become operations on all elements",
        run: |module| Ok(Module::Core(core_ir::flat_map::expand_flat_maps(core(module)?)?)),
    },
    Pass {
        name: "flat-maps-all",
        from: Level::Core,
        to: Level::Core,
        about: "like flat-maps, but also flattens code that reads rows by indices; for devices",
        run: |module| Ok(Module::Core(core_ir::flat_map::expand_all_flat_maps(core(module)?)?)),
    },
    Pass {
        name: "decide",
        from: Level::Core,
        to: Level::Core,
        about: "turns matches with many integer cases into binary searches and tables",
        run: |module| Ok(Module::Core(core_ir::decide::decide(core(module)?))),
    },
    Pass {
        name: "accelerate",
        from: Level::Core,
        to: Level::Core,
        about: "moves parallel expressions of host code to definitions for the device",
        run: |module| Ok(Module::Core(core_ir::accelerate::accelerate(core(module)?))),
    },
    Pass {
        name: SEQUENCES,
        from: Level::Core,
        to: Level::Core,
        about: "turns sequences of host code into balanced trees of arrays",
        run: |module| Ok(Module::Core(core_ir::sequences::expand_sequences(core(module)?)?)),
    },
    Pass {
        name: "lower-to-fun",
        from: Level::Core,
        to: Level::Fun,
        about: "lowers to FUN: arrays of scalars, with sizes in their types (size slicing)",
        run: |module| lower_to_fun(core(module)?),
    },
    Pass {
        name: "tail-calls",
        from: Level::Fun,
        to: Level::Fun,
        about: "turns functions that call themselves only in tail position into loops",
        run: |module| Ok(Module::Fun(fun_opt::tail::tail_calls(fun(module)?)?)),
    },
    Pass {
        name: "inline",
        from: Level::Fun,
        to: Level::Fun,
        about: "inlines small functions, and functions that are called once",
        run: |module| Ok(Module::Fun(fun_opt::inline::inline(fun(module)?)?)),
    },
    Pass {
        name: TIDY,
        from: Level::Fun,
        to: Level::Fun,
        about: "runs simplify, cse, dead-code and prove in turns until nothing changes",
        run: |module| tidy(module, Settings::default()),
    },
    Pass {
        name: "simplify",
        from: Level::Fun,
        to: Level::Fun,
        about: "applies algebraic laws to scalars, views, arrays, branches, loops and traversals",
        run: |module| Ok(Module::Fun(fun_opt::simplify::simplify(fun(module)?)?)),
    },
    Pass {
        name: "cse",
        from: Level::Fun,
        to: Level::Fun,
        about: "computes equal expressions once, including arrays that are not updated",
        run: |module| Ok(Module::Fun(fun_opt::cse::common_subexpressions(fun(module)?)?)),
    },
    Pass {
        name: "prove",
        from: Level::Fun,
        to: Level::Fun,
        about: "decides comparisons of indices and sizes from the facts known at their place",
        run: |module| Ok(Module::Fun(fun_opt::prove::prove(fun(module)?)?)),
    },
    Pass {
        name: "dead-code",
        from: Level::Fun,
        to: Level::Fun,
        about: "removes unused code",
        run: |module| Ok(Module::Fun(fun_opt::dead::dead_code(fun(module)?)?)),
    },
    Pass {
        name: "slice",
        from: Level::Fun,
        to: Level::Fun,
        about: "computes the sizes of results of functions and branches before the results, if that costs O(1)",
        run: |module| Ok(Module::Fun(fun_opt::slice::slice(fun(module)?)?)),
    },
    Pass {
        name: "hoist",
        from: Level::Fun,
        to: Level::Fun,
        about: "moves loop-invariant scalars and views out of loops and lambdas",
        run: |module| Ok(Module::Fun(fun_opt::hoist::hoist(fun(module)?)?)),
    },
    Pass {
        name: "fuse",
        from: Level::Fun,
        to: Level::Fun,
        about: "fuses traversals with those that produce their inputs, or that read the same arrays",
        run: |module| Ok(Module::Fun(fun_opt::fuse::fuse(fun(module)?)?)),
    },
    Pass {
        name: "fuse-reads",
        from: Level::Fun,
        to: Level::Fun,
        about: "computes elements of maps where views, indices and loops read them",
        run: |module| Ok(Module::Fun(fun_opt::fuse::fuse_reads(fun(module)?)?)),
    },
    Pass {
        name: "distribute",
        from: Level::Fun,
        to: Level::Fun,
        about: "moves assertions out of traversals and loops if checking the first and the last index is enough",
        run: |module| Ok(Module::Fun(fun_opt::distribute::distribute(fun(module)?)?)),
    },
    Pass {
        name: "distribute-all",
        from: Level::Fun,
        to: Level::Fun,
        about: "like distribute, and moves assertions on elements to traversals of their own; in no pipeline",
        run: |module| Ok(Module::Fun(fun_opt::distribute::distribute_all(fun(module)?)?)),
    },
    Pass {
        name: "interior",
        from: Level::Fun,
        to: Level::Fun,
        about: "makes the interior alone of an array whose border is only read in place",
        run: |module| Ok(Module::Fun(fun_opt::interior::interior(fun(module)?)?)),
    },
    Pass {
        name: "hoist-work",
        from: Level::Fun,
        to: Level::Fun,
        about: "like hoist, and also moves loop-invariant arrays out",
        run: |module| Ok(Module::Fun(fun_opt::hoist::hoist_work(fun(module)?)?)),
    },
    Pass {
        name: "flatten",
        from: Level::Fun,
        to: Level::Fun,
        about: "makes perfect nests of array operations, in several versions; for devices",
        run: |module| Ok(Module::Fun(fun_opt::flatten::flatten(fun(module)?)?)),
    },
    Pass {
        name: "flatten-all",
        from: Level::Fun,
        to: Level::Fun,
        about: "like flatten, but always makes the deepest nests",
        run: |module| Ok(Module::Fun(fun_opt::flatten::flatten_all(fun(module)?)?)),
    },
    Pass {
        name: "flatten-regular",
        from: Level::Fun,
        to: Level::Fun,
        about: "like flatten, but irregular operations stay sequential in their threads",
        run: |module| Ok(Module::Fun(fun_opt::flatten::flatten_regular(fun(module)?)?)),
    },
    Pass {
        name: "lower-to-funmem",
        from: Level::Fun,
        to: Level::Mem,
        about: "lowers to FUNMEM: assigns a block and an index function to every array",
        run: |module| Ok(Module::Mem(mem::lower::lower(fun(module)?)?)),
    },
    Pass {
        name: "unmem",
        from: Level::Mem,
        to: Level::Fun,
        about: "removes the memory from a program; in no pipeline",
        run: |module| Ok(Module::Fun(mem::unmem::unmem(&mem(module)?))),
    },
    Pass {
        name: "drop-fills",
        from: Level::Mem,
        to: Level::Mem,
        about: "leaves arrays uninitialised that a loop writes completely before it reads them",
        run: |module| Ok(Module::Mem(mem_opt::fills::drop_fills(mem(module)?)?)),
    },
    Pass {
        name: "short-circuit",
        from: Level::Mem,
        to: Level::Mem,
        about: "builds arrays in the destination of a later copy (short-circuiting)",
        run: |module| Ok(Module::Mem(mem_opt::short_circuit::short_circuit(mem(module)?)?)),
    },
    Pass {
        name: "fixed-blocks",
        from: Level::Mem,
        to: Level::Mem,
        about: "uses a block directly if loops or branches only pass it on unchanged",
        run: |module| Ok(Module::Mem(mem_opt::fixed::fixed_blocks(mem(module)?)?)),
    },
    Pass {
        name: "merge-blocks",
        from: Level::Mem,
        to: Level::Mem,
        about: "reuses blocks of arrays that are dead, so that maps work in place",
        run: |module| Ok(Module::Mem(mem_opt::merge::merge(mem(module)?)?)),
    },
    Pass {
        name: "double-buffer",
        from: Level::Mem,
        to: Level::Mem,
        about: "gives loops that allocate in each round two blocks that alternate",
        run: |module| Ok(Module::Mem(mem_opt::double_buffer::double_buffer(mem(module)?)?)),
    },
    Pass {
        name: "hoist-allocations",
        from: Level::Mem,
        to: Level::Mem,
        about: "moves allocations out of loops",
        run: |module| Ok(Module::Mem(mem_opt::hoist::hoist_allocations(mem(module)?)?)),
    },
    Pass {
        name: "expand",
        from: Level::Mem,
        to: Level::Mem,
        about: "allocates the arrays of threads before their kernel; for parallel targets, in no pipeline",
        run: |module| Ok(Module::Mem(mem_opt::expand::expand(mem(module)?)?)),
    },
    Pass {
        name: "expand-interleaved",
        from: Level::Mem,
        to: Level::Mem,
        about: "like expand, and interleaves the threads' elements for coalesced access",
        run: |module| Ok(Module::Mem(mem_opt::expand::expand_interleaved(mem(module)?)?)),
    },
    Pass {
        name: "lower-to-imp",
        from: Level::Mem,
        to: Level::Imp,
        about: "lowers to IMP: sequential loops over flat memory",
        run: |module| Ok(Module::Imp(mem::to_imp::to_imp(&mem(module)?)?)),
    },
    Pass {
        name: "lower-to-tasks",
        from: Level::Mem,
        to: Level::Imp,
        about: "like lower-to-imp, for several threads: divides the outermost array operations into tasks",
        run: |module| Ok(Module::Imp(mem::to_imp::to_tasks(&mem(module)?)?)),
    },
    Pass {
        name: "lower-to-kernels",
        from: Level::Mem,
        to: Level::Imp,
        about: "like lower-to-imp, for a device: turns the outermost array operations into launches",
        run: |module| Ok(Module::Imp(mem::to_imp::to_kernels(&mem(module)?)?)),
    },
    Pass {
        name: "forward-copies",
        from: Level::Imp,
        to: Level::Imp,
        about: "removes copies: reads the source, or writes to the destination, directly",
        run: |module| Ok(Module::Imp(imp::pass::forward::forward_copies(imp(module)?)?)),
    },
    Pass {
        name: "place-blocks",
        from: Level::Imp,
        to: Level::Imp,
        about: "turns small blocks into local arrays, and constant ones into tables",
        run: |module| Ok(Module::Imp(imp::pass::place::place(imp(module)?)?)),
    },
    Pass {
        name: "coalesce",
        from: Level::Imp,
        to: Level::Imp,
        about: "fuses loops that traverse the same memory",
        run: |module| Ok(Module::Imp(imp::pass::coalesce::coalesce(imp(module)?)?)),
    },
    Pass {
        name: "interchange",
        from: Level::Imp,
        to: Level::Imp,
        about: "interchanges loops, so that strided sums become sums of whole rows",
        run: |module| Ok(Module::Imp(imp::pass::interchange::interchange(imp(module)?)?)),
    },
    Pass {
        name: LINK_HOST,
        from: Level::Imp,
        to: Level::Imp,
        about: "links host code with the device part",
        run: |module| link_host(module, Spread::Loops),
    },
    Pass {
        name: "link-host-tasks",
        from: Level::Imp,
        to: Level::Imp,
        about: "like link-host, for several threads: divides accelerated loops of the host into tasks",
        run: |module| link_host(module, Spread::Tasks),
    },
    Pass {
        name: "check-ends",
        from: Level::Imp,
        to: Level::Imp,
        about: "removes checks of indices from loops if they hold in the first and the last round",
        run: |module| Ok(Module::Imp(imp::pass::ends::check_ends(imp(module)?)?)),
    },
    Pass {
        name: "peel",
        from: Level::Imp,
        to: Level::Imp,
        about: "splits loops that compare their index into loops over parts of its range",
        run: |module| Ok(Module::Imp(imp::pass::peel::peel(imp(module)?)?)),
    },
    Pass {
        name: "hoist-checks",
        from: Level::Imp,
        to: Level::Imp,
        about: "moves checks before loops if they are the same in every round",
        run: |module| Ok(Module::Imp(imp::pass::checks::hoist_checks(imp(module)?)?)),
    },
    Pass {
        name: "minima",
        from: Level::Imp,
        to: Level::Imp,
        about: "computes minima of floats by one comparison if one operand is known not to be NaN",
        run: |module| Ok(Module::Imp(imp::pass::minima::minima(imp(module)?)?)),
    },
    Pass {
        name: "cut",
        from: Level::Imp,
        to: Level::Imp,
        about: "turns fills and copies of large arrays into tasks; for several threads",
        run: |module| Ok(Module::Imp(imp::pass::cut::cut(imp(module)?)?)),
    },
    Pass {
        name: "reuse-objects",
        from: Level::Imp,
        to: Level::Imp,
        about: "makes new objects in the storage of dead ones, whose parts have been read",
        run: |module| Ok(Module::Imp(imp::pass::reuse::reuse_objects(imp(module)?)?)),
    },
    Pass {
        name: "delay-reads",
        from: Level::Imp,
        to: Level::Imp,
        about: "delays reads of scalars that kernels make until the host needs them; for devices",
        run: |module| Ok(Module::Imp(imp::pass::delay::delay_reads(imp(module)?)?)),
    },
    Pass {
        name: "keep-foreign",
        from: Level::Imp,
        to: Level::Imp,
        about: "turns launches that call foreign functions into loops on the host",
        run: |module| Ok(Module::Imp(imp::pass::keep::keep_foreign_on_host(imp(module)?)?)),
    },
    Pass {
        name: "give-stacks",
        from: Level::Imp,
        to: Level::Imp,
        about: "gives recursive functions in kernels stacks of their own; for devices",
        run: |module| Ok(Module::Imp(imp::pass::stacks::give_stacks(imp(module)?)?)),
    },
    Pass {
        name: "keep-on-host",
        from: Level::Imp,
        to: Level::Imp,
        about: "turns launches that no device can run into loops on the host",
        run: |module| Ok(Module::Imp(imp::pass::keep::keep_on_host(imp(module)?)?)),
    },
    Pass {
        name: "link-host-kernels",
        from: Level::Imp,
        to: Level::Imp,
        about: "like link-host, for a device: turns accelerated loops of the host into launches",
        run: |module| link_host(module, Spread::Launches),
    },
];

/// Each pass must have a bit in a `PassSet`.
const _: () = assert!(PASSES.len() <= u64::BITS as usize);

/// A set of optional passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassSet(u64);

impl PassSet {
    /// Adds the pass if it is optional.
    pub fn insert(&mut self, pass: &Pass) {
        self.0 |= if pass.is_optional() { bit(pass) } else { 0 };
    }

    pub fn contains(self, pass: &Pass) -> bool {
        self.0 & bit(pass) != 0
    }

    /// Returns the passes of both sets.
    pub fn union(self, other: PassSet) -> PassSet {
        PassSet(self.0 | other.0)
    }
}

impl<'p> FromIterator<&'p Pass> for PassSet {
    fn from_iter<I: IntoIterator<Item = &'p Pass>>(passes: I) -> PassSet {
        let mut set = PassSet::default();
        passes.into_iter().for_each(|pass| set.insert(pass));
        set
    }
}

/// Returns the bit of the pass: its position in the table.
fn bit(pass: &Pass) -> u64 {
    PASSES.iter().position(|other| other.name == pass.name).map_or(0, |at| 1 << at)
}

impl Pass {
    /// Whether a pipeline may leave the pass out. From FUN on, a pass within a level only improves programs. The passes
    /// on CORE are needed for the lowering, except `keep-checks`.
    pub fn is_optional(&self) -> bool {
        self.name == KEEP_CHECKS || self.from == self.to && self.from != Level::Core && !self.links()
    }

    /// Whether the pass links host code with the device part.
    fn links(&self) -> bool {
        self.name.starts_with(LINK_HOST)
    }

    /// Whether the pass flattens. Afterwards elements of a map may fail in another order, so another failure may be the
    /// first.
    pub fn flattens(&self) -> bool {
        FLATTENING.contains(&self.name)
    }

    /// Whether the pass expands memory. Afterwards kernels do not allocate.
    pub fn expands(&self) -> bool {
        EXPANDING.contains(&self.name)
    }

    /// Checks the form that the pass promises for its result, beyond what the verifier of the level demands.
    pub fn check_form(&self, module: &Module) -> Result<(), Bug> {
        let broken = match module {
            Module::Parts(parts) => return self.check_form(&parts.device),
            Module::Fun(program) if self.flattens() && !fun_opt::flatten::form::is_flat(program) => {
                "an operation is neither in a perfect nest nor sequential"
            }
            Module::Core(program) if self.name == SEQUENCES && core_ir::sequences::has_sequences(program) => {
                "a sequence is left"
            }
            Module::Mem(program) if self.expands() && !mem_opt::expand::form::is_expanded(program) => {
                "a kernel allocates"
            }
            _ => return Ok(()),
        };
        Err(Bug::new(self.name, broken))
    }

    /// Runs the pass. A program at a level other than `from` is a bug of the caller. For a program in two parts, the
    /// pass runs on the device part.
    pub fn run(&self, module: Module, settings: Settings) -> Result<Module, Error> {
        let run = |module| if self.name == TIDY { tidy(module, settings) } else { (self.run)(module) };
        match module {
            Module::Parts(Parts { host, device }) if !self.links() => {
                Ok(Module::Parts(Parts { host, device: Box::new(run(*device)?) }))
            }
            module => run(module),
        }
    }
}

pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// Runs `tidy` for at most as many rounds as the settings say, without the passes that are left out.
fn tidy(module: Module, settings: Settings) -> Result<Module, Error> {
    let is_left_out = |name: &str| find_pass(name).is_some_and(|pass| settings.without.contains(pass));
    Ok(Module::Fun(fun_opt::tidy::tidy_within(fun(module)?, settings.rounds, is_left_out)?))
}

/// Lowers a program to FUN. If it has host code, it is split into two parts here.
fn lower_to_fun(program: core_ir::def::Program) -> Result<Module, Error> {
    if !core_ir::extract::has_host_part(&program) {
        return Ok(Module::Fun(fun::lower::lower(&program)?));
    }
    let device = fun::lower::lower(&core_ir::extract::extract(&program)?)?;
    Ok(Module::Parts(Parts { host: Arc::new(program), device: Box::new(Module::Fun(device)) }))
}

fn link_host(module: Module, loops: Spread) -> Result<Module, Error> {
    match module {
        Module::Parts(Parts { host, device }) => Ok(Module::Imp(host::lower(&host, imp(*device)?, loops)?)),
        module => Ok(module),
    }
}

fn core(module: Module) -> Result<core_ir::def::Program, Error> {
    if let Module::Core(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn fun(module: Module) -> Result<fun::def::Program, Error> {
    if let Module::Fun(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn mem(module: Module) -> Result<fun::def::Program, Error> {
    if let Module::Mem(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn imp(module: Module) -> Result<imp::def::Program, Error> {
    if let Module::Imp(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn wrong_level(module: &Module) -> Error {
    let message = format!("the pass does not run on a program at level {}", module.level().name());
    Bug::new("pass table", message).into()
}
