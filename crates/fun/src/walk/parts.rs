//! Parts of an expression: its bodies and lambdas, the names it binds for them, and its operands.

use super::Few;
use crate::def::*;
use base::Name;
use smallvec::smallvec;

impl Exp {
    /// Returns the bodies directly inside, in order of evaluation.
    pub fn bodies(&self) -> Few<&Body> {
        match self {
            Exp::If { then_body, else_body, .. } => smallvec![then_body, else_body],
            Exp::Loop(looped) => smallvec![&looped.body],
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas().into_iter().map(|lambda| &lambda.body).collect()
            }
            _ => Few::new(),
        }
    }

    pub fn bodies_mut(&mut self) -> Few<&mut Body> {
        match self {
            Exp::If { then_body, else_body, .. } => smallvec![then_body, else_body],
            Exp::Loop(looped) => smallvec![&mut looped.body],
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas_mut().into_iter().map(|lambda| &mut lambda.body).collect()
            }
            _ => Few::new(),
        }
    }

    /// Returns the width, inputs and element function of an operation that traverses arrays.
    pub fn traversed(&self) -> Option<(Atom, &[Name], &Lambda)> {
        match self {
            Exp::Traverse(traverse) => Some((traverse.width, &traverse.inputs, &traverse.lambda)),
            Exp::Filter(filter) => Some((filter.width, &filter.inputs, &filter.lambda)),
            Exp::Scatter(scatter) => Some((scatter.width, &scatter.inputs, &scatter.lambda)),
            Exp::Histogram(histogram) => Some((histogram.width, &histogram.inputs, &histogram.lambda)),
            _ => None,
        }
    }

    /// Like `traversed`, mutably.
    pub fn traversed_mut(&mut self) -> Option<(&mut Atom, &mut Vec<Name>, &mut Lambda)> {
        match self {
            Exp::Traverse(traverse) => Some((&mut traverse.width, &mut traverse.inputs, &mut traverse.lambda)),
            Exp::Filter(filter) => Some((&mut filter.width, &mut filter.inputs, &mut filter.lambda)),
            Exp::Scatter(scatter) => Some((&mut scatter.width, &mut scatter.inputs, &mut scatter.lambda)),
            Exp::Histogram(histogram) => Some((&mut histogram.width, &mut histogram.inputs, &mut histogram.lambda)),
            _ => None,
        }
    }

    /// Returns the functions of an array operation: the element function first, then the operators.
    pub fn lambdas(&self) -> Few<&Lambda> {
        match self {
            Exp::Traverse(traverse) => {
                let monoids = traverse.monoids();
                std::iter::once(&traverse.lambda).chain(monoids.map(|m| &m.operator)).collect()
            }
            Exp::Filter(filter) => smallvec![&filter.lambda],
            Exp::Scatter(scatter) => smallvec![&scatter.lambda],
            Exp::Histogram(histogram) => smallvec![&histogram.lambda, &histogram.operator.operator],
            _ => Few::new(),
        }
    }

    pub fn lambdas_mut(&mut self) -> Few<&mut Lambda> {
        match self {
            Exp::Traverse(traverse) => {
                let monoids = traverse.scans.iter_mut().chain(&mut traverse.reductions);
                std::iter::once(&mut traverse.lambda).chain(monoids.map(|m| &mut m.operator)).collect()
            }
            Exp::Filter(filter) => smallvec![&mut filter.lambda],
            Exp::Scatter(scatter) => smallvec![&mut scatter.lambda],
            Exp::Histogram(histogram) => smallvec![&mut histogram.lambda, &mut histogram.operator.operator],
            _ => Few::new(),
        }
    }

    /// Returns whether one thread runs an array operation; `None` for other expressions.
    pub fn sequential(&self) -> Option<bool> {
        match self {
            Exp::Traverse(traverse) => Some(traverse.sequential),
            Exp::Filter(filter) => Some(filter.sequential),
            Exp::Scatter(scatter) => Some(scatter.sequential),
            Exp::Histogram(histogram) => Some(histogram.sequential),
            _ => None,
        }
    }

    pub fn sequential_mut(&mut self) -> Option<&mut bool> {
        match self {
            Exp::Traverse(traverse) => Some(&mut traverse.sequential),
            Exp::Filter(filter) => Some(&mut filter.sequential),
            Exp::Scatter(scatter) => Some(&mut scatter.sequential),
            Exp::Histogram(histogram) => Some(&mut histogram.sequential),
            _ => None,
        }
    }

    /// Returns the names that the expression binds for the bodies directly inside: parameters of lambdas and loops.
    pub fn binders(&self) -> Few<Name> {
        match self {
            Exp::Loop(looped) => {
                let counter = if let LoopForm::For { var, .. } = looped.form { Some(var) } else { None };
                looped.params.iter().map(|(name, _)| *name).chain(counter).collect()
            }
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas().into_iter().flat_map(|lambda| lambda.params.iter().copied()).collect()
            }
            _ => Few::new(),
        }
    }

    pub fn binders_mut(&mut self) -> Few<&mut Name> {
        match self {
            Exp::Loop(looped) => {
                let counter = if let LoopForm::For { var, .. } = &mut looped.form { Some(var) } else { None };
                looped.params.iter_mut().map(|(name, _)| name).chain(counter).collect()
            }
            Exp::Traverse(_) | Exp::Filter(_) | Exp::Scatter(_) | Exp::Histogram(_) => {
                self.lambdas_mut().into_iter().flat_map(|lambda| lambda.params.iter_mut()).collect()
            }
            _ => Few::new(),
        }
    }

    /// Returns the operands, without those of inner bodies.
    pub fn operands(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        self.for_each_operand(&mut |atom| atoms.push(atom));
        atoms
    }

    /// Visits each operand in order, arrays as variables. The condition of a `while` loop, one of its own parameters,
    /// counts as an operand. Operands of inner bodies do not.
    pub fn for_each_operand(&self, f: &mut dyn FnMut(Atom)) {
        match self {
            Exp::Atom(a) | Exp::Un(_, a) | Exp::Convert(_, a) => f(*a),
            Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) => each(&[*a, *b], f),
            Exp::Fma(a, b, c) => each(&[*a, *b, *c], f),
            Exp::Index(array, atoms) | Exp::Reshape(array, atoms) => {
                f((*array).into());
                each(atoms, f);
            }
            Exp::Slice(array, dims) => {
                f((*array).into());
                each_in_slice(dims, f);
            }
            Exp::Update { array, dims, value } => {
                f((*array).into());
                each_in_slice(dims, f);
                f(*value);
            }
            Exp::Literal(atoms) | Exp::Call { args: atoms, .. } => each(atoms, f),
            Exp::Table(_) | Exp::Threshold { .. } => {}
            Exp::Iota { count, start, step } => each(&[*count, *start, *step], f),
            Exp::Replicate { dims, value } => {
                each(dims, f);
                f(*value);
            }
            Exp::Scratch { dims, .. } => each(dims, f),
            Exp::Copy(array) | Exp::Permute(array, _) => f((*array).into()),
            Exp::Concat(arrays) => each_name(arrays, f),
            Exp::Assert { cond, values, .. } => {
                f(*cond);
                each(values, f);
            }
            Exp::If { cond, .. } => f(*cond),
            Exp::Loop(looped) => {
                looped.params.iter().for_each(|(_, init)| f(*init));
                match looped.form {
                    LoopForm::For { bound, .. } => f(bound),
                    LoopForm::While { cond } => f(cond.into()),
                }
            }
            Exp::Traverse(traverse) => {
                f(traverse.width);
                each_name(&traverse.inputs, f);
                traverse.monoids().for_each(|monoid| each(&monoid.neutral, f));
            }
            Exp::Filter(filter) => {
                f(filter.width);
                each_name(&filter.inputs, f);
            }
            Exp::Scatter(scatter) => {
                f(scatter.width);
                each_name(&scatter.inputs, f);
                each_name(&scatter.destinations, f);
            }
            Exp::Histogram(histogram) => {
                f(histogram.width);
                each_name(&histogram.inputs, f);
                each_name(&histogram.destinations, f);
                each(&histogram.operator.neutral, f);
            }
            Exp::Alloc { count, .. } => f(*count),
        }
    }

    /// Replaces the operands that `for_each_operand` visits. An array operand is not replaced by a constant.
    pub fn map_operands(&mut self, f: &mut dyn FnMut(Atom) -> Atom) {
        match self {
            Exp::Atom(a) | Exp::Un(_, a) | Exp::Convert(_, a) => *a = f(*a),
            Exp::Bin(_, a, b) | Exp::Cmp(_, a, b) => map_each([a, b], f),
            Exp::Fma(a, b, c) => map_each([a, b, c], f),
            Exp::Index(array, atoms) | Exp::Reshape(array, atoms) => {
                map_names([array], f);
                map_each(atoms, f);
            }
            Exp::Slice(array, dims) => {
                map_names([array], f);
                map_slice(dims, f);
            }
            Exp::Update { array, dims, value } => {
                map_names([array], f);
                map_slice(dims, f);
                *value = f(*value);
            }
            Exp::Literal(atoms) | Exp::Call { args: atoms, .. } => map_each(atoms, f),
            Exp::Table(_) | Exp::Threshold { .. } => {}
            Exp::Iota { count, start, step } => map_each([count, start, step], f),
            Exp::Replicate { dims, value } => {
                map_each(dims, f);
                *value = f(*value);
            }
            Exp::Scratch { dims, .. } => map_each(dims, f),
            Exp::Copy(array) | Exp::Permute(array, _) => map_names([array], f),
            Exp::Concat(arrays) => map_names(arrays, f),
            Exp::Assert { cond, values, .. } => {
                *cond = f(*cond);
                map_each(values, f);
            }
            Exp::If { cond, .. } => *cond = f(*cond),
            Exp::Loop(looped) => {
                map_each(looped.params.iter_mut().map(|(_, init)| init), f);
                match &mut looped.form {
                    LoopForm::For { bound, .. } => *bound = f(*bound),
                    LoopForm::While { cond } => map_names([cond], f),
                }
            }
            Exp::Traverse(traverse) => {
                traverse.width = f(traverse.width);
                map_names(&mut traverse.inputs, f);
                for monoid in traverse.scans.iter_mut().chain(&mut traverse.reductions) {
                    map_each(&mut monoid.neutral, f);
                }
            }
            Exp::Filter(filter) => {
                filter.width = f(filter.width);
                map_names(&mut filter.inputs, f);
            }
            Exp::Scatter(scatter) => {
                scatter.width = f(scatter.width);
                map_names(&mut scatter.inputs, f);
                map_names(&mut scatter.destinations, f);
            }
            Exp::Histogram(histogram) => {
                histogram.width = f(histogram.width);
                map_names(&mut histogram.inputs, f);
                map_names(&mut histogram.destinations, f);
                map_each(&mut histogram.operator.neutral, f);
            }
            Exp::Alloc { count, .. } => *count = f(*count),
        }
    }
}

impl SliceDim {
    /// Returns the sizes of the result's dimensions; none for a fixed dimension.
    pub fn counts(&self) -> impl Iterator<Item = Atom> {
        let (range, flat) = match self {
            SliceDim::Fix(_) => (None, &[][..]),
            SliceDim::Range { count, .. } => (Some(*count), &[][..]),
            SliceDim::Flat { dims, .. } => (None, &dims[..]),
        };
        range.into_iter().chain(flat.iter().map(|dim| dim.count))
    }

    /// Returns the index of a fixed dimension.
    pub fn fixed(&self) -> Option<Atom> {
        if let SliceDim::Fix(index) = *self { Some(index) } else { None }
    }

    pub fn is_flat(&self) -> bool {
        matches!(self, SliceDim::Flat { .. })
    }
}

fn each(atoms: &[Atom], f: &mut dyn FnMut(Atom)) {
    atoms.iter().for_each(|&atom| f(atom));
}

fn each_name(names: &[Name], f: &mut dyn FnMut(Atom)) {
    names.iter().for_each(|&name| f(name.into()));
}

fn each_in_slice(dims: &[SliceDim], f: &mut dyn FnMut(Atom)) {
    for dim in dims {
        match dim {
            SliceDim::Fix(index) => f(*index),
            SliceDim::Range { start, count, stride } => each(&[*start, *count, *stride], f),
            SliceDim::Flat { start, dims } => {
                f(*start);
                dims.iter().for_each(|dim| each(&[dim.count, dim.stride], f));
            }
        }
    }
}

fn map_each<'a>(atoms: impl IntoIterator<Item = &'a mut Atom>, f: &mut dyn FnMut(Atom) -> Atom) {
    atoms.into_iter().for_each(|atom| *atom = f(*atom));
}

fn map_names<'a>(names: impl IntoIterator<Item = &'a mut Name>, f: &mut dyn FnMut(Atom) -> Atom) {
    names.into_iter().for_each(|name| *name = f((*name).into()).var().unwrap_or(*name));
}

fn map_slice(dims: &mut [SliceDim], f: &mut dyn FnMut(Atom) -> Atom) {
    for dim in dims {
        match dim {
            SliceDim::Fix(index) => *index = f(*index),
            SliceDim::Range { start, count, stride } => map_each([start, count, stride], f),
            SliceDim::Flat { start, dims } => {
                *start = f(*start);
                dims.iter_mut().for_each(|dim| map_each([&mut dim.count, &mut dim.stride], f));
            }
        }
    }
}
