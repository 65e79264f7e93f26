//! Slicing of the statements that serve only sizes and assertions.
//!
//! For each variable two questions are answered by going back from uses to definitions: whether a result of the program
//! needs it, and whether a size or an assertion needs it. Sizes are the variables in types of arrays, widths, and the
//! dimensions of operations. An assertion needs its condition, the values of its message, and the conditions under
//! which it runs. Variables that only the second question finds are overhead. All functions form one graph: a parameter
//! needs the arguments of all calls.
//!
//! Cost: linear in the program.

use base::Name;
use fun::def::*;
use fun::walk;
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns the names bound by statements that serve only sizes and assertions. Assertions themselves are included.
/// Names that also serve results, or are unused, are not.
pub fn overhead(program: &Program) -> FxHashSet<Name> {
    let mut needs = Needs { program, of: FxHashMap::default(), sizes: Vec::new() };
    let mut called = FxHashSet::default();
    for function in program.functions.values() {
        needs.function(function);
        called.extend(walk::callees(&function.body));
    }
    let entries: FxHashSet<FunctionId> = program.entries.iter().map(|entry| entry.function).collect();
    let is_root = |id: &FunctionId| entries.contains(id) || !called.contains(id);
    let roots = program.functions.iter().filter(|(id, _)| is_root(id));
    let values = needs.closure(roots.flat_map(|(_, function)| yielded(program, function)).collect());
    let sizes = needs.closure(needs.sizes.clone());
    let mut found = FxHashSet::default();
    for function in program.functions.values() {
        walk::for_each_stm(&function.body, &mut |stm| {
            let is_size = |name: &Name| sizes.contains(name) || *program.type_of(*name) == Type::Cert;
            if !stm.pattern.iter().any(|name| values.contains(name)) && stm.pattern.iter().any(is_size) {
                found.extend(stm.pattern.iter().copied());
            }
        });
    }
    found
}

/// Returns the results of a function, without those that are sizes of others.
fn yielded(program: &Program, function: &Function) -> Vec<Name> {
    let sizes: FxHashSet<Name> =
        function.results.iter().flat_map(|result| program.names_in_type(result.name)).collect();
    function.results.iter().map(|result| result.name).filter(|name| !sizes.contains(name)).collect()
}

struct Needs<'p> {
    program: &'p Program,
    /// Variables from which each variable's value is computed.
    of: FxHashMap<Name, Vec<Name>>,
    /// Variables that sizes and assertions use.
    sizes: Vec<Name>,
}

impl Needs<'_> {
    /// Returns these variables and all from which they are computed.
    fn closure(&self, mut open: Vec<Name>) -> FxHashSet<Name> {
        let mut found = FxHashSet::default();
        while let Some(name) = open.pop() {
            if found.insert(name) {
                open.extend(self.of.get(&name).into_iter().flatten());
            }
        }
        found
    }

    fn need(&mut self, name: Name, atoms: impl IntoIterator<Item = Atom>) {
        self.of.entry(name).or_default().extend(atoms.into_iter().filter_map(Atom::var));
    }

    fn need_each(&mut self, names: impl IntoIterator<Item = Name>, atoms: &[Atom]) {
        names.into_iter().zip(atoms).for_each(|(name, &atom)| self.need(name, [atom]));
    }

    fn size(&mut self, atom: Atom) {
        self.sizes.extend(atom.var());
    }

    fn sizes_in_types(&mut self, names: impl IntoIterator<Item = Name>) {
        for name in names {
            self.sizes.extend(self.program.names_in_type(name));
        }
    }

    fn function(&mut self, function: &Function) {
        self.sizes_in_types(function.params.iter().map(|param| param.name));
        self.sizes_in_types(function.results.iter().map(|result| result.name));
        self.need_each(function.results.iter().map(|result| result.name), &function.body.result);
        self.body(&function.body);
    }

    fn body(&mut self, body: &Body) {
        for stm in &body.stms {
            self.sizes_in_types(stm.pattern.iter().copied().chain(stm.exp.binders()));
            self.stm(stm);
            stm.exp.bodies().into_iter().for_each(|body| self.body(body));
        }
    }

    /// Records which variables must be sizes and which operands the statement's results need.
    fn stm(&mut self, stm: &Stm) {
        let pattern = &stm.pattern;
        match &stm.exp {
            Exp::Assert { cond, values, .. } => {
                self.size(*cond);
                values.iter().for_each(|&value| self.size(value));
            }
            Exp::If { cond, then_body, else_body } => {
                self.size(*cond);
                pattern.iter().for_each(|&name| self.need(name, [*cond]));
                self.need_each(pattern.iter().copied(), &then_body.result);
                self.need_each(pattern.iter().copied(), &else_body.result);
            }
            Exp::Loop(looped) => self.loop_(pattern, looped),
            Exp::Call { function, args } => self.call(pattern, *function, args),
            Exp::Traverse(traverse) => self.traverse(pattern, traverse),
            Exp::Filter(filter) => self.filter(pattern, filter),
            Exp::Scatter(scatter) => self.scatter(pattern, scatter),
            Exp::Histogram(histogram) => self.histogram(pattern, histogram),
            exp => self.simple(pattern, exp),
        }
    }

    /// Records the needs of an expression without bodies: its operands, except for those that are sizes of its result.
    fn simple(&mut self, pattern: &[Name], exp: &Exp) {
        let sizes: Vec<Atom> = match exp {
            Exp::Iota { count, .. } | Exp::Alloc { count, .. } => vec![*count],
            Exp::Replicate { dims, .. } | Exp::Scratch { dims, .. } | Exp::Reshape(_, dims) => dims.clone(),
            Exp::Slice(_, dims) | Exp::Update { dims, .. } => dims.iter().flat_map(SliceDim::counts).collect(),
            _ => Vec::new(),
        };
        sizes.iter().for_each(|&size| self.size(size));
        let values = values_of(exp);
        pattern.iter().for_each(|&name| self.need(name, values.iter().copied()));
    }

    fn loop_(&mut self, pattern: &[Name], looped: &Loop) {
        let often = match looped.form {
            LoopForm::For { bound, .. } => bound,
            LoopForm::While { cond } => cond.into(),
        };
        self.size(often);
        for ((&name, &(param, init)), &next) in pattern.iter().zip(&looped.params).zip(&looped.body.result) {
            self.need(param, [init, next, often]);
            self.need(name, [param.into()]);
        }
    }

    fn call(&mut self, pattern: &[Name], function: FunctionId, args: &[Atom]) {
        let Some(function) = self.program.functions.get(function) else { return };
        let results: Vec<Atom> = function.results.iter().map(|result| result.name.into()).collect();
        self.need_each(pattern.iter().copied(), &results);
        self.need_each(function.params.iter().map(|param| param.name), args);
    }

    /// Records the needs of a lambda's parameters. One more parameter than inputs is the index.
    fn lambda(&mut self, width: Atom, inputs: &[Name], lambda: &Lambda) {
        self.size(width);
        let inputs: Vec<Atom> = inputs.iter().map(|&name| name.into()).collect();
        let elements = lambda.params.iter().skip(lambda.params.len().saturating_sub(inputs.len()));
        self.need_each(elements.copied(), &inputs);
    }

    /// Records the needs of an operator that combines these values.
    fn operator(&mut self, monoid: &Monoid, new: &[Atom]) {
        let (accumulated, others) = monoid.operands();
        self.need_each(accumulated.iter().copied(), &monoid.neutral);
        self.need_each(accumulated.iter().copied(), &monoid.operator.body.result);
        self.need_each(others.iter().copied(), new);
    }

    fn traverse(&mut self, pattern: &[Name], traverse: &Traverse) {
        self.lambda(traverse.width, &traverse.inputs, &traverse.lambda);
        let mut values = traverse.lambda.body.result.as_slice();
        let mut names = pattern;
        for monoid in traverse.monoids() {
            let count = monoid.neutral.len().min(values.len()).min(names.len());
            let ((new, later), (own, others)) = (values.split_at(count), names.split_at(count));
            self.operator(monoid, new);
            self.need_each(own.iter().copied(), &monoid.neutral);
            self.need_each(own.iter().copied(), &monoid.operator.body.result);
            (values, names) = (later, others);
        }
        self.need_each(names.iter().copied(), values);
    }

    fn filter(&mut self, pattern: &[Name], filter: &Filter) {
        self.lambda(filter.width, &filter.inputs, &filter.lambda);
        let results = &filter.lambda.body.result;
        for &name in pattern {
            self.need(name, results.first().copied());
        }
        self.need_each(pattern.iter().copied(), results);
    }

    fn scatter(&mut self, pattern: &[Name], scatter: &Scatter) {
        self.lambda(scatter.width, &scatter.inputs, &scatter.lambda);
        self.written(pattern, &scatter.destinations, &scatter.lambda, scatter.index_rank);
        let values = scatter.lambda.body.result.get(scatter.index_rank..).unwrap_or(&[]);
        self.need_each(pattern.iter().copied(), values);
    }

    fn histogram(&mut self, pattern: &[Name], histogram: &Histogram) {
        self.lambda(histogram.width, &histogram.inputs, &histogram.lambda);
        self.written(pattern, &histogram.destinations, &histogram.lambda, histogram.index_rank);
        let values = histogram.lambda.body.result.get(histogram.index_rank..).unwrap_or(&[]);
        self.operator(&histogram.operator, values);
        let destinations: Vec<Atom> = histogram.destinations.iter().map(|&name| name.into()).collect();
        self.need_each(histogram.operator.operands().0.iter().copied(), &destinations);
        self.need_each(pattern.iter().copied(), &histogram.operator.operator.body.result);
    }

    /// Records that written arrays need their old contents and the indices written.
    fn written(&mut self, pattern: &[Name], destinations: &[Name], lambda: &Lambda, rank: usize) {
        let index: Vec<Atom> = lambda.body.result.iter().take(rank).copied().collect();
        for (&name, &destination) in pattern.iter().zip(destinations) {
            self.need(name, index.iter().copied().chain([destination.into()]));
        }
    }
}

/// Returns the operands that are not sizes.
fn values_of(exp: &Exp) -> Vec<Atom> {
    let places = |dims: &[SliceDim]| -> Vec<Atom> {
        let place = |dim: &SliceDim| match dim {
            SliceDim::Fix(index) => vec![*index],
            SliceDim::Range { start, stride, .. } => vec![*start, *stride],
            SliceDim::Flat { start, dims } => [*start].into_iter().chain(dims.iter().map(|dim| dim.stride)).collect(),
        };
        dims.iter().flat_map(place).collect()
    };
    match exp {
        Exp::Iota { start, step, .. } => vec![*start, *step],
        Exp::Replicate { value, .. } => vec![*value],
        Exp::Scratch { .. } | Exp::Alloc { .. } => Vec::new(),
        Exp::Reshape(array, _) => vec![(*array).into()],
        Exp::Slice(array, dims) => [vec![(*array).into()], places(dims)].concat(),
        Exp::Update { array, dims, value } => [vec![(*array).into(), *value], places(dims)].concat(),
        exp => exp.operands(),
    }
}
