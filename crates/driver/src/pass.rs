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
        about: "one copy of each definition for each type it is used at",
        run: |module| Ok(Module::Core(core_ir::monomorphise::monomorphise(core(module)?)?)),
    },
    Pass {
        name: "defunctionalise",
        from: Level::Core,
        to: Level::Core,
        about: "functions as values become data and first-order definitions",
        run: |module| Ok(Module::Core(core_ir::defunctionalise::defunctionalise(core(module)?)?)),
    },
    Pass {
        name: "lower-to-fun",
        from: Level::Core,
        to: Level::Fun,
        about: "arrays of scalars with their sizes in their types (size slicing)",
        run: |module| Ok(Module::Fun(fun::lower::lower(&core(module)?)?)),
    },
    Pass {
        name: "lower-to-funmem",
        from: Level::Fun,
        to: Level::Mem,
        about: "a block and an index function for every array",
        run: |module| Ok(Module::Mem(mem::lower::lower(fun(module)?)?)),
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

fn wrong_level(module: &Module) -> Error {
    let message = format!("the pass does not run on a program at level {}", module.level().name());
    Bug::new("pass table", message).into()
}
