//! Rules for accelerated code: the classification and rules of "Expression Acceleration" (Fig. 7; Figs. 9 and 11), for
//! accelerated definitions and all that they use. If acceleration is implicit, `accelerate` obeys the rules, and a
//! violation is a bug of the compiler. If a program requests it, a violation is the program's error.
//!
//! The paper's other rules hold for all of CORE: the verifier checks the types of operations (WF-EF-MAP, WF-EF-RED, ..)
//! and of patterns, and there is one backend, the functional one. Cost: linear in the program.

mod judge;

pub use judge::judge;

use crate::accelerate::is_service;
use crate::calls::Calls;
use crate::def::{Def, DefId, ExprKind, Prim, Program, Type};
use crate::walk::{Part, for_each_expr, for_each_part_deep, param_types, pat_parts};
use base::Span;
use base::entity::EntityRef;
use base::graph;
use rustc_hash::FxHashSet;
use std::fmt;

/// A rule for accelerated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// No data types, because a device needs values of known size (WF-TX-GR).
    NoData,
    /// No type parameters.
    NoTypeParameters,
    /// No function crosses between host and device (§4.1).
    FunctionCrosses,
    /// No `if`, `match` or loop returns a function (WF-EX-MATCH).
    FunctionFromBranch,
    /// Arrays contain no functions (WF-TX-SEQ).
    FunctionInArray,
    /// Records and sums contain no functions (WF-TX-REC).
    FunctionInRecord,
    /// Accelerated code calls no accelerated definition.
    Nested,
    /// Accelerated code asks no service of the run-time system (WF-EX-CONST).
    Service,
}

impl Rule {
    pub fn name(self) -> &'static str {
        match self {
            Rule::NoData => "no-data",
            Rule::NoTypeParameters => "no-type-parameters",
            Rule::FunctionCrosses => "function-crosses",
            Rule::FunctionFromBranch => "function-from-branch",
            Rule::FunctionInArray => "function-in-array",
            Rule::FunctionInRecord => "function-in-record",
            Rule::Nested => "nested",
            Rule::Service => "service",
        }
    }
}

/// A violation of a rule, with its definition and place.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    pub rule: Rule,
    pub def: DefId,
    pub name: String,
    pub span: Span,
}

impl fmt::Display for Breach {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "def {}: breaks the rule {}", self.name, self.rule.name())
    }
}

/// The class of a definition: the kind of parallel operations that it uses, directly or through other definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// No parallel operations, so nothing to accelerate.
    Any,
    /// Array operations.
    Functional,
}

/// Returns the classes of all accelerated definitions.
pub fn classify(program: &Program) -> Vec<(DefId, Class)> {
    let is_parallel = |def: &Def| {
        let mut found = false;
        for_each_expr(&def.body, &mut |expr| {
            found |= matches!(expr.kind, ExprKind::Prim(prim, _) if is_parallel(prim));
        });
        found
    };
    let direct = program.defs.iter().filter(|(_, def)| is_parallel(def)).map(|(id, _)| id.index()).collect();
    let parallel = graph::reaching(&Calls::of(program).edges(), &direct);
    let class = |id: DefId| if parallel.contains(&id.index()) { Class::Functional } else { Class::Any };
    accelerated(program).map(|id| (id, class(id))).collect()
}

/// Whether the primitive is a parallel array operation.
pub(crate) fn is_parallel(prim: Prim) -> bool {
    let traverses = matches!(prim, Prim::Map | Prim::FlatMap | Prim::Reduce { .. } | Prim::Scan | Prim::Filter);
    traverses || matches!(prim, Prim::Scatter | Prim::Histogram | Prim::Flatten)
}

fn accelerated(program: &Program) -> impl Iterator<Item = DefId> + '_ {
    program.defs.iter().filter(|(_, def)| def.accelerated).map(|(id, _)| id)
}

/// Returns all violations of the rules, each rule at most once for a definition.
pub fn check(program: &Program) -> Vec<Breach> {
    let calls = Calls::of(program);
    let reached: FxHashSet<DefId> = calls.callees_first(accelerated(program)).into_iter().collect();
    let mut breaches = Vec::new();
    for (id, def) in program.defs.iter().filter(|(id, _)| reached.contains(id)) {
        let mut found: Vec<(Rule, Span)> = Vec::new();
        let mut note = |rule: Rule, span: Span| {
            if found.iter().all(|(other, _)| *other != rule) {
                found.push((rule, span));
            }
        };
        check_def(program, def, &mut note);
        let name = def.name.to_string();
        breaches.extend(found.into_iter().map(|(rule, span)| Breach { rule, def: id, name: name.clone(), span }));
    }
    breaches
}

/// Reports the rules that a definition breaks.
fn check_def(program: &Program, def: &Def, note: &mut dyn FnMut(Rule, Span)) {
    if !def.type_params.is_empty() {
        note(Rule::NoTypeParameters, def.span);
    }
    if def.accelerated && param_types(&def.params).chain([def.result.clone()]).any(|ty| ty.has_function()) {
        note(Rule::FunctionCrosses, def.span);
    }
    let mut types = |part: Part<'_>| {
        if let Part::Type(ty) = part {
            check_type(ty, &mut |rule| note(rule, def.span));
        }
    };
    def.params.iter().for_each(|param| pat_parts(&param.pat, &mut types));
    types(Part::Type(&def.result));
    for_each_part_deep(&def.body, &mut types);
    for_each_expr(&def.body, &mut |expr| {
        let branches = matches!(expr.kind, ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Loop(_));
        if branches && expr.ty.has_function() {
            note(Rule::FunctionFromBranch, expr.span);
        }
        if matches!(expr.kind, ExprKind::Def(id, _) if program.defs.get(id).is_some_and(|def| def.accelerated)) {
            note(Rule::Nested, expr.span);
        }
        if is_service(expr) {
            note(Rule::Service, expr.span);
        }
    });
}

/// Reports the rules that a type breaks.
fn check_type(ty: &Type, note: &mut dyn FnMut(Rule)) {
    match ty {
        Type::Scalar(_) => {}
        Type::Param(_) => note(Rule::NoTypeParameters),
        Type::Data(..) | Type::Seq(_) | Type::Ref(_) | Type::Tensor(_) => note(Rule::NoData),
        Type::Function(from, to) => [from, to].into_iter().for_each(|ty| check_type(ty, note)),
        Type::Array(elem, _) => {
            if elem.has_function() {
                note(Rule::FunctionInArray);
            }
            check_type(elem, note);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| check_held(ty, note)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| check_held(ty, note));
        }
    }
}

fn check_held(ty: &Type, note: &mut dyn FnMut(Rule)) {
    if ty.has_function() {
        note(Rule::FunctionInRecord);
    }
    check_type(ty, note);
}
