//! FUNMEM to FUN (FUNMEM paper, Fig. 9): removes the memory of a program. The paper leaves integers in place of blocks;
//! here blocks disappear.

use base::Name;
use fun::def::*;

/// Returns the program without places, blocks and allocations.
pub fn unmem(program: &Program) -> Program {
    let mut result = program.clone();
    for function in result.functions.values_mut() {
        function.params.retain(|param| !is_block(program, param.name));
        function.results.retain(|result| !is_block(program, result.name));
        forget_in_body(program, &mut result.vars, &mut function.body);
        let signature = function.params.iter().map(|param| param.name);
        for name in signature.chain(function.results.iter().map(|result| result.name)) {
            forget_place(&mut result.vars, name);
        }
    }
    result
}

fn is_block(program: &Program, name: Name) -> bool {
    *program.type_of(name) == Type::Memory
}

fn forget_place(vars: &mut VarTable, name: Name) {
    if let Some(info) = vars.get_mut(name) {
        info.place = None;
    }
}

/// Removes the blocks from a body, with the statements that make only blocks, and the places of its arrays.
fn forget_in_body(program: &Program, vars: &mut VarTable, body: &mut Body) {
    body.stms.retain(|stm| !makes_only_blocks(program, stm));
    for stm in &mut body.stms {
        stm.pattern.retain(|&name| !is_block(program, name));
        forget_operands(program, &mut stm.exp);
        for name in stm.exp.binders().into_iter().chain(stm.pattern.iter().copied()) {
            forget_place(vars, name);
        }
        for inner in stm.exp.bodies_mut() {
            forget_in_body(program, vars, inner);
        }
    }
    forget_atoms(program, &mut body.result);
}

fn makes_only_blocks(program: &Program, stm: &Stm) -> bool {
    matches!(stm.exp, Exp::Alloc { .. } | Exp::Atom(_)) && stm.pattern.iter().all(|&name| is_block(program, name))
}

/// Removes the blocks from the parameters of loops and the arguments of calls.
fn forget_operands(program: &Program, exp: &mut Exp) {
    match exp {
        Exp::Loop(looped) => looped.params.retain(|(name, _)| !is_block(program, *name)),
        Exp::Call { args, .. } => forget_atoms(program, args),
        Exp::Histogram(histogram) => forget_spots(program, &mut histogram.operator),
        _ => {}
    }
}

/// Removes the blocks and offsets from an operator's parameters. Its body may still return an offset, so it gets one.
fn forget_spots(program: &Program, monoid: &mut Monoid) {
    let spots = monoid.spots().len();
    for spot in monoid.operator.params.drain(..spots).filter(|&name| !is_block(program, name)) {
        let offset = Stm::plain(vec![spot], Exp::Atom(Atom::i64(0)), &Vec::new());
        monoid.operator.body.stms.insert(0, offset);
    }
}

fn forget_atoms(program: &Program, atoms: &mut Vec<Atom>) {
    atoms.retain(|atom| atom.var().is_none_or(|name| !is_block(program, name)));
}
