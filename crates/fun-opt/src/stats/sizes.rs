//! Report on sizes: the number of scalar operations that serve only sizes and assertions, among all, at each nesting
//! depth; and those that run more than once, with the reasons.

use super::{Around, for_each_stm_at, slice};
use base::{Name, Spans, Symbol};
use fun::def::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of definitions followed to find the reasons.
const MAX_STEPS: usize = 64;
/// Largest number of reasons reported.
const MAX_REASONS: usize = 3;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SizeReport {
    pub functions: Vec<FunctionSizes>,
    /// Operations inside of array operations, loops and recursive functions, in the order of the program.
    pub left: Vec<Left>,
}

/// Scalar operations of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionSizes {
    pub name: Symbol,
    /// Counts by the number of enclosing array operations and loops, including those around the function's calls.
    pub depths: Vec<AtDepth>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtDepth {
    /// Number of scalar operations.
    pub scalars: usize,
    /// Number of those that serve only sizes and assertions.
    pub overhead: usize,
    pub assertions: usize,
}

/// Scalar operations and assertions of one source place that run more than once.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    pub function: Symbol,
    pub depth: usize,
    pub spans: Spans,
    pub overhead: usize,
    pub assertions: usize,
    /// Reasons why the operations are not computed once; empty if they could be.
    pub because: Vec<Because>,
}

/// Reason why a value varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The index of an array operation or loop.
    Index(Name),
    /// An element of an input.
    Element(Name),
    /// A value that a loop or an operator carries.
    Carried(Name),
    /// An argument of a function that is called in repeated code.
    Argument(Name),
    /// A value that the repeated code itself computes or reads.
    Computed(Name),
}

impl SizeReport {
    /// Whether all work for sizes and assertions is outside of repeated code.
    pub fn is_constant(&self) -> bool {
        self.left.is_empty()
    }
}

pub fn size_report(program: &Program) -> SizeReport {
    let (overhead, around) = (slice::overhead(program), Around::new(program));
    let mut report = SizeReport::default();
    for (id, function) in program.functions.iter() {
        let around = around.of(id);
        let variables = variables_of(function, around, &overhead);
        let mut walk = Walk { function: function.name, variables, depths: Vec::new(), left: Vec::new() };
        for_each_stm_at(&function.body, around, &mut |stm, depth| {
            walk.stm(stm, depth, stm.pattern.first().is_some_and(|name| overhead.contains(name)));
        });
        report.functions.push(FunctionSizes { name: function.name, depths: walk.depths });
        report.left.append(&mut walk.left);
    }
    report
}

/// What is known of a variable bound in repeated code: why it varies, or from which variables it is computed.
enum Variable {
    Varies(Because),
    /// A scalar for sizes and assertions, and the variables from which it is computed.
    Made(Vec<Name>),
}

/// Returns the variables of a function that are bound in repeated code.
fn variables_of(function: &Function, around: usize, overhead: &FxHashSet<Name>) -> FxHashMap<Name, Variable> {
    let mut variables = FxHashMap::default();
    if around > 0 {
        variables.extend(function.params.iter().map(|p| (p.name, Variable::Varies(Because::Argument(p.name)))));
    }
    for_each_stm_at(&function.body, around, &mut |stm, depth| {
        binders(&stm.exp, &mut |name, because| {
            variables.insert(name, Variable::Varies(because));
        });
        if depth == 0 {
            return;
        }
        for &name in &stm.pattern {
            let variable = match overhead.contains(&name) && is_scalar_operation(&stm.exp) {
                true => Variable::Made(stm.exp.operands().into_iter().filter_map(Atom::var).collect()),
                false => Variable::Varies(Because::Computed(name)),
            };
            variables.insert(name, variable);
        }
    });
    variables
}

/// Visits the names that an expression binds for its bodies, each with its role.
fn binders(exp: &Exp, f: &mut dyn FnMut(Name, Because)) {
    let lambda = |lambda: &Lambda, inputs: usize, f: &mut dyn FnMut(Name, Because)| {
        let (index, elements) = lambda.params.split_at(lambda.params.len().saturating_sub(inputs));
        index.iter().for_each(|&name| f(name, Because::Index(name)));
        elements.iter().for_each(|&name| f(name, Because::Element(name)));
    };
    match exp {
        Exp::Loop(looped) => {
            looped.params.iter().for_each(|&(name, _)| f(name, Because::Carried(name)));
            if let LoopForm::For { var, .. } = looped.form {
                f(var, Because::Index(var));
            }
        }
        Exp::Traverse(traverse) => {
            lambda(&traverse.lambda, traverse.inputs.len(), f);
            let monoids = traverse.monoids();
            monoids.flat_map(|monoid| &monoid.operator.params).for_each(|&name| f(name, Because::Carried(name)));
        }
        Exp::Filter(filter) => lambda(&filter.lambda, filter.inputs.len(), f),
        Exp::Scatter(scatter) => lambda(&scatter.lambda, scatter.inputs.len(), f),
        Exp::Histogram(histogram) => {
            lambda(&histogram.lambda, histogram.inputs.len(), f);
            histogram.operator.operator.params.iter().for_each(|&name| f(name, Because::Carried(name)));
        }
        _ => {}
    }
}

fn is_scalar_operation(exp: &Exp) -> bool {
    matches!(exp, Exp::Un(..) | Exp::Bin(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..))
}

struct Walk {
    function: Symbol,
    variables: FxHashMap<Name, Variable>,
    depths: Vec<AtDepth>,
    left: Vec<Left>,
}

impl Walk {
    fn stm(&mut self, stm: &Stm, depth: usize, is_overhead: bool) {
        let (is_scalar, is_assertion) = (is_scalar_operation(&stm.exp), matches!(stm.exp, Exp::Assert { .. }));
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, AtDepth::default());
        }
        if let Some(at) = self.depths.get_mut(depth) {
            at.scalars += usize::from(is_scalar);
            at.overhead += usize::from(is_scalar && is_overhead);
            at.assertions += usize::from(is_assertion);
        }
        if depth > 0 && (is_scalar && is_overhead || is_assertion) {
            self.leave(stm, depth, is_assertion);
        }
    }

    /// Records an operation or assertion in repeated code. Neighbours with the same source place share one entry.
    fn leave(&mut self, stm: &Stm, depth: usize, is_assertion: bool) {
        let because = self.reasons(stm);
        let same_place = |left: &&mut Left| left.depth == depth && left.spans == stm.spans;
        let left = match self.left.last_mut().filter(same_place) {
            Some(left) => left,
            None => {
                let (function, spans) = (self.function, stm.spans.clone());
                self.left.push(Left { function, depth, spans, overhead: 0, assertions: 0, because: Vec::new() });
                let Some(left) = self.left.last_mut() else { return };
                left
            }
        };
        left.assertions += usize::from(is_assertion);
        left.overhead += usize::from(!is_assertion);
        for because in because {
            if left.because.len() < MAX_REASONS && !left.because.contains(&because) {
                left.because.push(because);
            }
        }
    }

    /// Returns the varying values on which the statement depends, through computations for sizes and assertions.
    fn reasons(&self, stm: &Stm) -> Vec<Because> {
        let mut open: Vec<Name> = stm.exp.operands().into_iter().filter_map(Atom::var).rev().collect();
        let (mut seen, mut reasons) = (FxHashSet::default(), Vec::new());
        while let Some(name) = open.pop() {
            if seen.len() >= MAX_STEPS || !seen.insert(name) {
                continue;
            }
            match self.variables.get(&name) {
                Some(Variable::Varies(because)) => reasons.push(*because),
                Some(Variable::Made(of)) => open.extend(of.iter().rev()),
                None => {}
            }
        }
        reasons
    }
}
