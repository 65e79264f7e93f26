//! The constructs of the languages and levels: all that there are, and those that a program contains.
//!
//! Each enum of a syntax has one exhaustive match, which gives both: a new variant does not compile until it has a name
//! here. Functions, operators and attributes come from the tables of the crates that define them. The test
//! `random_programs_have_every_construct` requires each construct in some random program, except for those of
//! [`UNREACHED`].

mod core;
mod fun;
mod futhark;
mod imp;
mod nova;
mod unreached;

use crate::check::{Fault, TIME_LIMIT, compile_fault, front, guarded};
use crate::program::{Program, Typed};
use base::SourceMap;
use driver::{Language, Level, Machine, Module, Observer, Settings, run_to};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
pub use unreached::UNREACHED;
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// A construct: the kind of construct, and its name.
pub type Construct = (&'static str, &'static str);

const OPERATOR: &str = "operator";
const CONVERSION: &str = "conversion to";

/// Defines the names of an enum's variants: a list of all, and a function that returns the name of a value.
macro_rules! names {
    ($all:ident, $name:ident($node:ty): $kind:literal { $($pattern:pat => $text:literal),+ $(,)? }) => {
        const $all: &[$crate::constructs::Construct] = &[$(($kind, $text)),+];

        fn $name(node: &$node) -> $crate::constructs::Construct {
            match node {
                $($pattern => ($kind, $text)),+
            }
        }
    };
}
use names;

/// Returns every construct.
pub fn all() -> BTreeSet<Construct> {
    let mut all = BTreeSet::new();
    all.extend(futhark::all());
    all.extend(nova::all());
    all.extend(core::all());
    all.extend(fun::all());
    all.extend(imp::all());
    all.extend(UnOp::ALL.iter().map(|op| (OPERATOR, op.name())));
    all.extend(BinOp::ALL.iter().map(|op| (OPERATOR, op.name())));
    all.extend(CmpOp::ALL.iter().map(|op| (OPERATOR, op.name())));
    all.extend(ScalarType::ALL.iter().map(|ty| (CONVERSION, ty.name())));
    all
}

/// Constructs found so far. As an observer of passes it collects those of each program between them.
#[derive(Default)]
pub struct Found(FxHashSet<Construct>);

impl Found {
    /// Adds the constructs of a program's text. Returns whether some of them are new.
    pub fn add_text<T: Typed>(&mut self, program: &Program<T>) -> bool {
        let before = self.0.len();
        self.source(T::LANGUAGE, &program.to_string());
        self.0.len() > before
    }

    /// Adds the constructs of a program's text, and of the program after each pass to IMP, for each machine.
    ///
    /// # Errors
    /// Fails for programs that are rejected.
    pub fn add<T: Typed>(&mut self, program: &Program<T>) -> Result<(), Fault> {
        let text = program.to_string();
        self.source(T::LANGUAGE, &text);
        self.0.extend(guarded(TIME_LIMIT, move || after_passes(T::LANGUAGE, &text))?.0);
        Ok(())
    }

    /// Returns the constructs that are missing, except for those of [`UNREACHED`].
    pub fn missing(&self) -> Vec<Construct> {
        let is_known = |construct: &Construct| UNREACHED.iter().any(|(unreached, _)| unreached == construct);
        all().into_iter().filter(|construct| !self.contains(*construct) && !is_known(construct)).collect()
    }

    /// Adds the constructs of a source file without errors.
    fn source(&mut self, language: Language, text: &str) {
        let file = SourceMap::default().add(format!("program.{}", language.extension()), text);
        match language {
            Language::Futhark => futhark::search(file, text, self),
            Language::Nova => nova::search(file, text, self),
            // No random programs are in MExpr.
            Language::MExpr => (),
        }
    }

    /// Adds the constructs of a program at some level.
    fn module(&mut self, module: &Module) {
        match module {
            Module::Core(program) => core::search(program, self),
            Module::Fun(program) | Module::Mem(program) => fun::search(program, self),
            Module::Imp(program) => imp::search(program, self),
            Module::Parts(parts) => {
                core::search(&parts.host, self);
                self.module(&parts.device);
            }
        }
    }

    pub fn contains(&self, construct: Construct) -> bool {
        self.0.contains(&construct)
    }

    fn note(&mut self, construct: Construct) {
        self.0.insert(construct);
    }

    fn note_if(&mut self, holds: bool, construct: Construct) {
        if holds {
            self.note(construct);
        }
    }
}

impl Observer for Found {
    fn after(&mut self, _: &str, module: &Module) {
        self.module(module);
    }
}

/// Returns the constructs of a program after each pass.
fn after_passes(language: Language, text: &str) -> Result<Found, Fault> {
    let mut sources = SourceMap::default();
    let core = front(language, text, &mut sources)?;
    let mut found = Found::default();
    found.module(&core);
    let settings = |machine| Settings { verify: false, machine, ..Settings::default() };
    let mut lowered = |module: Module, level: Level, machine: Machine| {
        run_to(module, level, settings(machine), &mut found).map_err(|error| compile_fault(&error, &sources))
    };
    let in_memory = lowered(core.clone(), Level::Mem, Machine::default())?;
    lowered(in_memory.clone(), Level::Imp, Machine::default())?;
    lowered(in_memory, Level::Imp, Machine::Threads)?;
    lowered(core, Level::Imp, Machine::Device)?;
    Ok(found)
}
