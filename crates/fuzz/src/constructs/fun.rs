//! Constructs of FUN and FUNMEM.

use super::{CONVERSION, Construct, Found, OPERATOR, names};
use fun::def::*;
use fun::walk::for_each_stm;

names!(EXPRESSIONS, expression(Exp): "FUN expression" {
    Exp::Atom(_) => "atom",
    Exp::Un(..) => "unary operator",
    Exp::Bin(..) => "binary operator",
    Exp::Cmp(..) => "comparison",
    Exp::Fma(..) => "fma",
    Exp::Convert(..) => "conversion",
    Exp::Index(..) => "index",
    Exp::Slice(..) => "slice",
    Exp::Update { .. } => "update",
    Exp::Literal(_) => "literal",
    Exp::Table(_) => "table",
    Exp::Iota { .. } => "iota",
    Exp::Replicate { .. } => "replicate",
    Exp::Scratch { .. } => "scratch",
    Exp::Copy(_) => "copy",
    Exp::Concat(_) => "concat",
    Exp::Permute(..) => "permute",
    Exp::Reshape(..) => "reshape",
    Exp::Assert { .. } => "assert",
    Exp::If { .. } => "branch",
    Exp::Loop(_) => "loop",
    Exp::Call { .. } => "call",
    Exp::Traverse(_) => "traverse",
    Exp::Filter(_) => "filter",
    Exp::Scatter(_) => "scatter",
    Exp::Histogram(_) => "histogram",
    Exp::Threshold { .. } => "threshold",
    Exp::Alloc { .. } => "alloc",
});

names!(TYPES, ty(Type): "FUN type" {
    Type::Scalar(_) => "scalar",
    Type::Array { .. } => "array",
    Type::Cert => "certificate",
    Type::Memory => "memory",
});

names!(DIMS, dim(SliceDim): "FUN slice" {
    SliceDim::Fix(_) => "index",
    SliceDim::Range { .. } => "range",
    SliceDim::Flat { .. } => "flat",
});

names!(LOOPS, loop_form(LoopForm): "FUN loop" {
    LoopForm::For { .. } => "for",
    LoopForm::While { .. } => "while",
});

const SEQUENTIAL: Construct = ("FUN operation", "sequential");
const SCANS: Construct = ("FUN traverse", "several scans");
const REDUCTIONS: Construct = ("FUN traverse", "several reductions");
const MIXED: Construct = ("FUN traverse", "scan, reduction and map");
const TUPLES: Construct = ("FUN traverse", "operator on several values");
const COMMUTATIVE: Construct = ("FUN traverse", "commutative operator");
const SCATTERS: Construct = ("FUN scatter", "several destinations");
const SCATTER_INDEX: Construct = ("FUN scatter", "index of several dimensions");
const HISTOGRAMS: Construct = ("FUN histogram", "several destinations");
const HISTOGRAM_INDEX: Construct = ("FUN histogram", "index of several dimensions");
const FOREIGN: Construct = ("FUN function", "foreign");
const CONSUMED: Construct = ("FUN function", "consumed parameter");
const UNIQUE: Construct = ("FUN function", "unique result");

pub(super) fn all() -> Vec<Construct> {
    let forms = [SEQUENTIAL, SCANS, REDUCTIONS, MIXED, TUPLES, COMMUTATIVE, SCATTERS, SCATTER_INDEX, HISTOGRAMS];
    let functions = [HISTOGRAM_INDEX, FOREIGN, CONSUMED, UNIQUE];
    [EXPRESSIONS, TYPES, DIMS, LOOPS, &forms, &functions].concat()
}

pub(super) fn search(program: &Program, found: &mut Found) {
    for function in program.functions.values() {
        found.note_if(function.foreign.is_some(), FOREIGN);
        found.note_if(function.params.iter().any(|param| param.consumed), CONSUMED);
        found.note_if(function.results.iter().any(|result| result.unique), UNIQUE);
        for_each_stm(&function.body, &mut |stm| {
            stm.pattern.iter().for_each(|name| found.note(ty(program.type_of(*name))));
            in_expression(&stm.exp, found);
        });
    }
}

fn in_expression(exp: &Exp, found: &mut Found) {
    found.note(expression(exp));
    found.note_if(exp.sequential() == Some(true), SEQUENTIAL);
    match exp {
        Exp::Un(op, _) => found.note((OPERATOR, op.name())),
        Exp::Bin(op, ..) => found.note((OPERATOR, op.name())),
        Exp::Cmp(op, ..) => found.note((OPERATOR, op.name())),
        Exp::Convert(to, _) => found.note((CONVERSION, to.name())),
        Exp::Slice(_, dims) | Exp::Update { dims, .. } => dims.iter().for_each(|one| found.note(dim(one))),
        Exp::Loop(repeated) => found.note(loop_form(&repeated.form)),
        Exp::Traverse(traverse) => in_traverse(traverse, found),
        Exp::Scatter(scatter) => {
            found.note_if(scatter.destinations.len() > 1, SCATTERS);
            found.note_if(scatter.index_rank > 1, SCATTER_INDEX);
        }
        Exp::Histogram(histogram) => {
            found.note_if(histogram.destinations.len() > 1, HISTOGRAMS);
            found.note_if(histogram.index_rank > 1, HISTOGRAM_INDEX);
        }
        _ => {}
    }
}

fn in_traverse(traverse: &Traverse, found: &mut Found) {
    let collects = traverse.lambda.body.result.len() > traverse.combined();
    found.note_if(traverse.scans.len() > 1, SCANS);
    found.note_if(traverse.reductions.len() > 1, REDUCTIONS);
    found.note_if(!traverse.scans.is_empty() && !traverse.reductions.is_empty() && collects, MIXED);
    found.note_if(traverse.monoids().any(|monoid| monoid.neutral.len() > 1), TUPLES);
    found.note_if(traverse.monoids().any(|monoid| monoid.commutative), COMMUTATIVE);
}
