//! Constructs of IMP.

use super::{CONVERSION, Construct, Found, OPERATOR, names};
use imp::def::*;
use imp::walk::{each_exp, each_stm};

names!(STATEMENTS, statement(Stm): "IMP statement" {
    Stm::Declare { .. } => "declare",
    Stm::DeclareMemory { .. } => "declare memory",
    Stm::DeclareArray { .. } => "declare array",
    Stm::DeclareStack { .. } => "declare stack",
    Stm::DeclareTable { .. } => "declare table",
    Stm::DeclareObject { borrowed: false, .. } => "declare object",
    Stm::DeclareObject { borrowed: true, .. } => "declare borrowed object",
    Stm::Assign { .. } => "assign",
    Stm::AssignReference { .. } => "assign reference",
    Stm::MoveReference { .. } => "move reference",
    Stm::ReleaseReference { .. } => "release reference",
    Stm::Allocate { .. } => "allocate",
    Stm::Construct { reuse: None, .. } => "construct",
    Stm::Construct { reuse: Some(_), .. } => "construct with reuse",
    Stm::Constant { .. } => "constant",
    Stm::Vacate { .. } => "vacate",
    Stm::SetWord { .. } => "set word",
    Stm::LoadWord { .. } => "load word",
    Stm::LoadMemory { .. } => "load memory",
    Stm::StoreMemory { .. } => "store memory",
    Stm::LoadObject { .. } => "load object",
    Stm::StoreObject { .. } => "store object",
    Stm::Write { .. } => "write",
    Stm::Copy { .. } => "copy",
    Stm::If { .. } => "branch",
    Stm::For { parallel: false, .. } => "for",
    Stm::For { parallel: true, .. } => "parallel for",
    Stm::Tasks { .. } => "tasks",
    Stm::Ordered { .. } => "ordered",
    Stm::Launch { .. } => "launch",
    Stm::Threads { .. } => "threads",
    Stm::DeclareShared { .. } => "declare shared",
    Stm::Post { .. } => "post",
    Stm::Await { .. } => "await",
    Stm::Atomic { .. } => "atomic",
    Stm::While { .. } => "while",
    Stm::Call { .. } => "call",
    Stm::Assert { .. } => "assert",
});

names!(EXPRESSIONS, expression(Exp): "IMP expression" {
    Exp::Const(_) => "constant",
    Exp::Var(_) => "variable",
    Exp::Un(..) => "unary operator",
    Exp::Bin(..) => "binary operator",
    Exp::Cmp(..) => "comparison",
    Exp::Fma(..) => "fma",
    Exp::Convert(..) => "conversion",
    Exp::Read { .. } => "read",
    Exp::Word { .. } => "word",
    Exp::Number(_) => "number",
    Exp::Unique(_) => "unique",
    Exp::Same(..) => "same",
    Exp::Select(..) => "select",
    Exp::Pieces(..) => "pieces",
    Exp::Setting(_) => "setting",
});

names!(SETTINGS, setting(Setting): "IMP setting" {
    Setting::GroupSize => "group size",
    Setting::Groups => "groups",
    Setting::GroupMemory => "group memory",
    Setting::TileSize => "tile size",
    Setting::WarpSize => "warp size",
    Setting::ShortSegment => "short segment",
    Setting::StackSize => "stack size",
    Setting::Team => "team",
    Setting::Threshold { .. } => "threshold",
});

names!(ARGUMENTS, argument(Arg): "IMP argument" {
    Arg::Scalar(_) => "scalar",
    Arg::Reference(_) => "reference",
    Arg::Move(_) => "move",
});

pub(super) fn all() -> Vec<Construct> {
    [STATEMENTS, EXPRESSIONS, SETTINGS, ARGUMENTS].concat()
}

pub(super) fn search(program: &Program, found: &mut Found) {
    for function in program.functions.values() {
        each_stm(&function.body, &mut |stm| {
            found.note(statement(stm));
            if let Stm::Call { args, .. } = stm {
                args.iter().for_each(|arg| found.note(argument(arg)));
            }
        });
        each_exp(&function.body, &mut |exp| {
            found.note(expression(exp));
            match exp {
                Exp::Un(op, _) => found.note((OPERATOR, op.name())),
                Exp::Bin(op, ..) => found.note((OPERATOR, op.name())),
                Exp::Cmp(op, ..) => found.note((OPERATOR, op.name())),
                Exp::Convert(to, _) => found.note((CONVERSION, to.name())),
                Exp::Setting(of) => found.note(setting(of)),
                _ => {}
            }
        });
    }
}
