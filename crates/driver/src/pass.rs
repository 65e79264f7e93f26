//! The pass table: one row a pass. The name is also the flag of `rista dev`.

use crate::module::{Level, Module};
use base::{Bug, Error};

/// A pass takes a program at one level and gives one at the same or the next level.
pub struct Pass {
    pub name: &'static str,
    pub from: Level,
    pub to: Level,
    pub about: &'static str,
    run: fn(Module) -> Result<Module, Error>,
}

/// Every pass, in the order in which the default pipeline first uses it.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "monomorphise",
        from: Level::Core,
        to: Level::Core,
        about: "a copy of each polymorphic definition for every use at other types",
        run: |module| Ok(Module::Core(core_ir::monomorphise::monomorphise(core(module)?)?)),
    },
    Pass {
        name: "defunctionalise",
        from: Level::Core,
        to: Level::Core,
        about: "functions as values become calls of copies that know them",
        run: |module| Ok(Module::Core(core_ir::defunctionalise::defunctionalise(core(module)?)?)),
    },
    Pass {
        name: "lift-constants",
        from: Level::Core,
        to: Level::Core,
        about: "constants are computed once, where an entry point starts",
        run: |module| Ok(Module::Core(core_ir::constants::lift_constants(core(module)?)?)),
    },
    Pass {
        name: "lower-to-fun",
        from: Level::Core,
        to: Level::Fun,
        about: "arrays of scalars with their sizes in their types (size slicing)",
        run: |module| Ok(Module::Fun(fun::lower::lower(&core(module)?)?)),
    },
    Pass {
        name: "inline",
        from: Level::Fun,
        to: Level::Fun,
        about: "calls of small functions, and of those called once, become their bodies",
        run: |module| Ok(Module::Fun(fun_opt::inline::inline(fun(module)?)?)),
    },
    Pass {
        name: "simplify",
        from: Level::Fun,
        to: Level::Fun,
        about: "copies, constants, identities, known branches, loop parameters that do not vary",
        run: |module| Ok(Module::Fun(fun_opt::simplify::simplify(fun(module)?)?)),
    },
    Pass {
        name: "cse",
        from: Level::Fun,
        to: Level::Fun,
        about: "one computation for equal expressions",
        run: |module| Ok(Module::Fun(fun_opt::cse::common_subexpressions(fun(module)?)?)),
    },
    Pass {
        name: "prove",
        from: Level::Fun,
        to: Level::Fun,
        about: "comparisons of indices and sizes that are decided by what is known where they stand",
        run: |module| Ok(Module::Fun(fun_opt::prove::prove(fun(module)?)?)),
    },
    Pass {
        name: "dead-code",
        from: Level::Fun,
        to: Level::Fun,
        about: "what nobody uses goes",
        run: |module| Ok(Module::Fun(fun_opt::dead::dead_code(fun(module)?)?)),
    },
    Pass {
        name: "hoist",
        from: Level::Fun,
        to: Level::Fun,
        about: "what does not vary leaves loops and lambdas",
        run: |module| Ok(Module::Fun(fun_opt::hoist::hoist(fun(module)?)?)),
    },
    Pass {
        name: "fuse",
        from: Level::Fun,
        to: Level::Fun,
        about: "traversals join those that make their inputs, or that walk over the same arrays",
        run: |module| Ok(Module::Fun(fun_opt::fuse::fuse(fun(module)?)?)),
    },
    Pass {
        name: "fuse-reads",
        from: Level::Fun,
        to: Level::Fun,
        about: "elements of maps are computed where views, indices and loops read them",
        run: |module| Ok(Module::Fun(fun_opt::fuse::fuse_reads(fun(module)?)?)),
    },
    Pass {
        name: "hoist-work",
        from: Level::Fun,
        to: Level::Fun,
        about: "as hoist, and arrays that do not vary are computed outside, too",
        run: |module| Ok(Module::Fun(fun_opt::hoist::hoist_work(fun(module)?)?)),
    },
    Pass {
        name: "lower-to-funmem",
        from: Level::Fun,
        to: Level::Mem,
        about: "a block and an index function for every array",
        run: |module| Ok(Module::Mem(mem::lower::lower(fun(module)?)?)),
    },
    Pass {
        name: "unmem",
        from: Level::Mem,
        to: Level::Fun,
        about: "the program without its memory; on no way to a target",
        run: |module| match module {
            Module::Mem(program) => Ok(Module::Fun(mem::unmem::unmem(&program))),
            other => Err(wrong_level(&other)),
        },
    },
    Pass {
        name: "lower-to-imp",
        from: Level::Mem,
        to: Level::Imp,
        about: "loops over flat memory",
        run: |module| match module {
            Module::Mem(program) => Ok(Module::Imp(mem::to_imp::to_imp(&program)?)),
            other => Err(wrong_level(&other)),
        },
    },
    Pass {
        name: "interchange",
        from: Level::Imp,
        to: Level::Imp,
        about: "sums over memory that is walked in strides become sums of whole rows",
        run: |module| Ok(Module::Imp(imp::pass::interchange::interchange(imp(module)?)?)),
    },
    Pass {
        name: "peel",
        from: Level::Imp,
        to: Level::Imp,
        about: "loops that ask where in their range they are become loops over parts of it",
        run: |module| Ok(Module::Imp(imp::pass::peel::peel(imp(module)?)?)),
    },
];

impl Pass {
    /// Runs the pass; a program at another level than `from` is a bug of the caller.
    pub fn run(&self, module: Module) -> Result<Module, Error> {
        (self.run)(module)
    }
}

pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

fn core(module: Module) -> Result<core_ir::def::Program, Error> {
    if let Module::Core(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn fun(module: Module) -> Result<fun::def::Program, Error> {
    if let Module::Fun(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn imp(module: Module) -> Result<imp::def::Program, Error> {
    if let Module::Imp(program) = module { Ok(program) } else { Err(wrong_level(&module)) }
}

fn wrong_level(module: &Module) -> Error {
    let message = format!("the pass does not run on a program at level {}", module.level().name());
    Bug::new("pass table", message).into()
}
