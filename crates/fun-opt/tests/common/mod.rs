//! Helpers of the tests of passes: parsing, running and counting.

// Each test file uses a part of this module.
#![allow(dead_code)]

use base::{Error, FileId};
use fun::def::{Exp, Program};
use fun::verify::{Mode, verify};
use fun::{text, walk};

pub type Pass = fn(Program) -> Result<Program, Error>;

/// Runs the passes on a program and verifies each result.
pub fn after(source: &str, passes: &[Pass]) -> Program {
    let mut program = text::parse(FileId(0), source).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(verify(&program, Mode::Fun).is_empty(), "{:?}", verify(&program, Mode::Fun));
    for pass in passes {
        program = pass(program).unwrap_or_else(|error| panic!("{error:?}"));
        let faults = verify(&program, Mode::Fun);
        assert!(faults.is_empty(), "{faults:?}\n{}", text::print(&program));
    }
    program
}

/// Returns the number of statements with an expression of the kind, at any depth of any function.
pub fn count(program: &Program, kind: impl Fn(&Exp) -> bool) -> usize {
    let mut found = 0;
    for function in program.functions.values() {
        walk::for_each_stm(&function.body, &mut |stm| found += usize::from(kind(&stm.exp)));
    }
    found
}

/// Returns the number of statements at the top level of the first function's body.
pub fn statements(program: &Program) -> usize {
    program.functions.values().next().map_or(0, |function| function.body.stms.len())
}

pub fn any(_: &Exp) -> bool {
    true
}

pub fn is_traverse(exp: &Exp) -> bool {
    matches!(exp, Exp::Traverse(_))
}

pub fn is_assert(exp: &Exp) -> bool {
    matches!(exp, Exp::Assert { .. })
}

pub fn is_call(exp: &Exp) -> bool {
    matches!(exp, Exp::Call { .. })
}
