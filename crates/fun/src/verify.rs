//! The verifier of FUN: structure, types (FUNMEM paper, Fig. 3, extended to the whole language) and consumption. With
//! `Mode::Mem` it accepts FUNMEM's additions and checks all but the memory, which crate `mem` does.
//!
//! Sizes agree if they are the same constant or variable, after the names of a telescope are replaced. A program states
//! other equalities by a `Reshape`. A fault is always an error of the compiler, never the user's.

use crate::alias;
use crate::build::{Dim, ResultType, outer, result_types};
use crate::def::*;
use crate::text::{print_atom, print_stm, print_type};
use crate::walk::{Substitution, for_each_stm, substitute_type};
use base::cursor::MAX_DEPTH;
use base::{Name, Spans, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use value::ScalarType;
use value::entry::wrong_names;
use value::foreign::Foreign;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// FUN: no annotations, memory types or allocations.
    Fun,
    Mem,
}

/// A violation of the rules, with the text of its statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub message: String,
    pub stm: Option<String>,
    pub spans: Spans,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.stm.iter().try_for_each(|stm| write!(f, "\nin {stm}"))
    }
}

/// Properties that passes may require of a right program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// No function calls another.
    NoCalls,
    /// No array operation with a lambda occurs inside another one's lambda.
    NoNestedParallelism,
}

/// Returns all faults of the program.
pub fn verify(program: &Program, mode: Mode) -> Vec<Fault> {
    let mut verifier = Verifier::new(program, mode);
    for function in program.functions.values() {
        verifier.function(function);
    }
    for message in wrong_names(program.entries.iter().map(|entry| entry.name)) {
        verifier.fault(message);
    }
    for entry in &program.entries {
        verifier.entry(entry);
    }
    // Consumption is checked only in a well-typed program, because the analysis assumes types.
    if verifier.faults.is_empty() {
        for function in program.functions.values() {
            let (_, wrong) = alias::analyse(program, function);
            verifier.faults.extend(wrong.into_iter().map(|wrong| fault(program, wrong.message, wrong.stm.as_ref())));
        }
    }
    verifier.faults
}

/// Returns the violations of a property.
pub fn check_property(program: &Program, property: Property) -> Vec<Fault> {
    let mut faults = Vec::new();
    for function in program.functions.values() {
        for_each_stm(&function.body, &mut |stm| match property {
            Property::NoCalls => {
                if matches!(stm.exp, Exp::Call { .. }) {
                    faults.push(fault(program, "a call is left".into(), Some(stm)));
                }
            }
            Property::NoNestedParallelism => {
                for lambda in stm.exp.lambdas() {
                    for_each_stm(&lambda.body, &mut |inner| {
                        if !inner.exp.lambdas().is_empty() {
                            faults.push(fault(program, "parallelism is nested".into(), Some(inner)));
                        }
                    });
                }
            }
        });
    }
    faults
}

fn fault(program: &Program, message: String, stm: Option<&Stm>) -> Fault {
    Fault {
        message,
        stm: stm.map(|stm| print_stm(program, stm)),
        spans: stm.map(|stm| stm.spans.clone()).unwrap_or_default(),
    }
}

struct Verifier<'a> {
    program: &'a Program,
    mode: Mode,
    faults: Vec<Fault>,
    /// Names bound so far anywhere in the program.
    bound: FxHashSet<Name>,
    scope: FxHashSet<Name>,
    /// Defaults of the thresholds found so far.
    thresholds: FxHashMap<Symbol, i64>,
    /// Names in scope, in order of binding.
    order: Vec<Name>,
    stm: Option<&'a Stm>,
    depth: usize,
}

impl<'a> Verifier<'a> {
    fn new(program: &'a Program, mode: Mode) -> Verifier<'a> {
        Verifier {
            program,
            mode,
            faults: Vec::new(),
            bound: FxHashSet::default(),
            scope: FxHashSet::default(),
            thresholds: FxHashMap::default(),
            order: Vec::new(),
            stm: None,
            depth: 0,
        }
    }

    fn fault(&mut self, message: impl Into<String>) {
        let fault = fault(self.program, message.into(), self.stm);
        self.faults.push(fault);
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.fault(message());
        }
    }

    /// Runs `check` in a nested scope.
    fn scoped(&mut self, check: impl FnOnce(&mut Self)) {
        let mark = self.order.len();
        check(self);
        for name in self.order.drain(mark..) {
            self.scope.remove(&name);
        }
    }

    fn function(&mut self, function: &'a Function) {
        self.stm = None;
        self.scoped(|verifier| {
            verifier.scoped(|verifier| {
                for param in &function.params {
                    verifier.bind(param.name);
                }
                // Result types may name parameters; the scope of the result names ends here.
                verifier.scoped(|verifier| {
                    for result in &function.results {
                        verifier.bind(result.name);
                    }
                });
                if let Some(foreign) = &function.foreign {
                    return verifier.foreign(function, foreign);
                }
                verifier.body(&function.body, |verifier| {
                    let names: Vec<Name> = function.results.iter().map(|result| result.name).collect();
                    verifier.telescope("result", &names, &function.body.result, Substitution::default());
                });
            });
        });
    }

    /// Checks that a foreign function has no body, and the parameters and results that its type flattens to.
    fn foreign(&mut self, function: &Function, foreign: &Foreign) {
        let flat = |names: &mut dyn Iterator<Item = Name>| -> Vec<FlatType> {
            let types = names.map(|name| self.program.type_of(name)).filter(|ty| **ty != Type::Memory);
            types.map(|ty| FlatType { elem: ty.elem().unwrap_or(ScalarType::Bool), rank: ty.rank() }).collect()
        };
        let params = flat(&mut function.params.iter().map(|param| param.name));
        let results = flat(&mut function.results.iter().map(|result| result.name));
        let consumes = function.params.iter().any(|param| param.consumed);
        self.require(function.body == Body::default(), || {
            format!("the foreign function `{}` has a body", function.name)
        });
        self.require(foreign.flat() == (params, results) && !consumes, || {
            format!("the parameters or results of `{}` are not those of a foreign function", function.name)
        });
    }

    /// Checks that the function's parameters and results are, for each leaf of the entry's, the sizes, the block (in
    /// FUNMEM), and the value.
    fn entry(&mut self, entry: &Entry) {
        self.stm = None;
        let Some(function) = self.program.functions.get(entry.function) else {
            return self.fault(format!("entry `{}` is of a function that is not there", entry.name));
        };
        let params: Vec<Name> = function.params.iter().map(|param| param.name).collect();
        let results: Vec<Name> = function.results.iter().map(|result| result.name).collect();
        let (param_leaves, result_leaves) = (entry.param_leaves(), entry.result.ty.leaves());
        for (what, names, leaves) in [("parameters", params, param_leaves), ("results", results, result_leaves)] {
            let expected: Vec<(ScalarType, usize)> = leaves.into_iter().flat_map(with_sizes).collect();
            let values = names.iter().map(|&name| self.program.type_of(name)).filter(|ty| **ty != Type::Memory);
            let found: Vec<(ScalarType, usize)> =
                values.map(|ty| (ty.elem().unwrap_or(ScalarType::Bool), ty.rank())).collect();
            self.require(expected == found, || {
                format!("the {what} of `{}` are not those of its entry `{}`", function.name, entry.name)
            });
        }
    }

    fn bind(&mut self, name: Name) {
        if !self.bound.insert(name) {
            self.fault(format!("{name} is bound twice"));
        }
        self.require(name.id < self.program.names.limit(), || format!("{name} was not made by the program's source"));
        match self.program.vars.get(name) {
            None => self.fault(format!("{name} has no type")),
            Some(info) => self.info(name, info),
        }
        if self.scope.insert(name) {
            self.order.push(name);
        }
    }

    fn info(&mut self, name: Name, info: &VarInfo) {
        let mem = self.mode == Mode::Mem;
        self.require(mem || info.ty != Type::Memory, || format!("{name} is a block, which FUN does not have"));
        self.require(mem || info.place.is_none(), || format!("{name} has a place in memory, which FUN does not have"));
        if let Type::Array { dims, .. } = &info.ty {
            self.require(!dims.is_empty(), || format!("{name} is an array without dimensions"));
            for &dim in dims {
                // A negative size may follow an assertion that fails.
                let size = dim.constant().is_none_or(|size| size.as_i64().is_some());
                self.require(size, || format!("{name} has a size that is not one"));
            }
        }
        if let Some(place) = &info.place {
            self.require(matches!(info.ty, Type::Array { .. }), || format!("{name} has a place and is not an array"));
            self.operand(place.block.into(), &Type::Memory, "the block of a place");
        }
        let sizes = info.ty.dims().iter().filter_map(|dim| dim.var());
        let placing = info.place.iter().flat_map(|place| place.ixfn.free_variables());
        for size in sizes.chain(placing) {
            self.require(self.scope.contains(&size), || format!("the type of {name} names {size}, not in scope"));
            let ty = self.program.type_of(size);
            self.require(*ty == Type::I64, || format!("the type of {name} names {size}, which is not an `i64`"));
        }
    }

    /// Checks a body, then runs `results` while the body's names are in scope.
    fn body(&mut self, body: &'a Body, results: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            return self.fault(format!("bodies are nested deeper than {MAX_DEPTH}"));
        }
        self.depth += 1;
        let outer = self.stm;
        self.scoped(|verifier| {
            for stm in &body.stms {
                verifier.stm = Some(stm);
                verifier.statement(stm);
            }
            verifier.stm = outer;
            for &atom in &body.result {
                verifier.in_scope(atom);
            }
            results(verifier);
        });
        self.depth -= 1;
    }

    fn in_scope(&mut self, atom: Atom) {
        if let Atom::Var(name) = atom
            && !self.scope.contains(&name)
        {
            self.fault(format!("{name} is not in scope"));
        }
    }

    fn statement(&mut self, stm: &'a Stm) {
        for &cert in &stm.certs {
            self.operand(cert.into(), &Type::Cert, "a certificate");
        }
        let own = stm.exp.binders();
        stm.exp.for_each_operand(&mut |atom| {
            if atom.var().is_none_or(|name| !own.contains(&name)) {
                self.in_scope(atom);
            }
        });
        self.expression(stm);
        for &name in &stm.pattern {
            self.bind(name);
        }
        self.pattern(stm);
    }

    /// Checks that the pattern has the types of the results. Branches and loops check theirs against the pattern.
    fn pattern(&mut self, stm: &'a Stm) {
        if let Exp::If { then_body, else_body, .. } = &stm.exp {
            for body in [then_body, else_body] {
                self.telescope("result of a branch", &stm.pattern, &body.result, Substitution::default());
            }
            return;
        }
        let types = match result_types(self.program, &stm.exp) {
            Ok(types) => types,
            Err(bug) => return self.fault(bug.message),
        };
        if types.len() != stm.pattern.len() {
            return self.fault(format!("{} results are bound to {} variables", types.len(), stm.pattern.len()));
        }
        for (&name, ty) in stm.pattern.iter().zip(&types) {
            let found = self.program.type_of(name);
            if !agrees(ty, found, &stm.pattern) {
                let result = ty.instantiate(&stm.pattern.iter().map(|&name| name.into()).collect::<Vec<_>>());
                let result = result.map_or_else(|| format!("{ty:?}"), |ty| print_type(&ty));
                self.fault(format!("{name} is of type {} and its value is of type {result}", print_type(found)));
            }
        }
    }

    /// Checks that the atoms have the types of the telescope, in which each name is replaced by the atom at its
    /// position.
    fn telescope(&mut self, what: &str, names: &[Name], atoms: &[Atom], mut substitution: Substitution) {
        if names.len() != atoms.len() {
            return self.fault(format!("{} values where {} are wanted ({what})", atoms.len(), names.len()));
        }
        substitution.extend(names.iter().copied().zip(atoms.iter().copied()));
        for (&name, &atom) in names.iter().zip(atoms) {
            let wanted = substitute_type(self.program.type_of(name), &substitution);
            self.has_type(atom, &wanted, what);
        }
    }

    fn has_type(&mut self, atom: Atom, wanted: &Type, what: &str) {
        let found = self.program.atom_type(atom);
        self.require(found == *wanted, || {
            let [found, wanted] = [&found, wanted].map(print_type);
            format!("{what} {} is of type {found} and should be of type {wanted}", print_atom(atom))
        });
    }

    /// Checks that an atom is in scope and has this type.
    fn operand(&mut self, atom: Atom, wanted: &Type, what: &str) {
        self.in_scope(atom);
        self.has_type(atom, wanted, what);
    }

    fn sizes(&mut self, atoms: &[Atom]) {
        for &atom in atoms {
            self.has_type(atom, &Type::I64, "size or index");
        }
    }

    fn scalar(&mut self, atom: Atom) -> Option<ScalarType> {
        let ty = self.program.atom_type(atom);
        if let Type::Scalar(ty) = ty {
            return Some(ty);
        }
        self.fault(format!("{atom:?} is of type {} and should be a scalar", print_type(&ty)));
        None
    }

    fn array(&mut self, name: Name) -> Option<Type> {
        let ty = self.program.type_of(name).clone();
        if matches!(ty, Type::Array { .. }) {
            return Some(ty);
        }
        self.fault(format!("{name} is of type {} and should be an array", print_type(&ty)));
        None
    }

    /// Checks the types of the operands, and the inner bodies.
    fn expression(&mut self, stm: &'a Stm) {
        match &stm.exp {
            Exp::Atom(_) | Exp::Un(..) => {}
            Exp::Bin(op, a, b) => {
                if let (Some(a), Some(b)) = (self.scalar(*a), self.scalar(*b)) {
                    self.require(a == b && op.defined_on(a), || format!("{op:?} is not defined on {a} and {b}"));
                }
            }
            Exp::Cmp(_, a, b) => {
                if let (Some(a), Some(b)) = (self.scalar(*a), self.scalar(*b)) {
                    self.require(a == b, || format!("{a} and {b} are not compared"));
                }
            }
            Exp::Fma(a, b, c) => {
                if let Some(ty) = self.scalar(*a) {
                    self.require(ty.is_float(), || format!("fma is not defined on {ty}"));
                    self.has_type(*b, &Type::Scalar(ty), "operand");
                    self.has_type(*c, &Type::Scalar(ty), "operand");
                }
            }
            Exp::Convert(_, a) => {
                self.scalar(*a);
            }
            Exp::Index(array, indices) => self.index(*array, indices),
            Exp::Slice(array, dims) => {
                self.slice(*array, dims);
                let left = dims.iter().any(|dim| dim.counts().next().is_some());
                self.require(left, || "a slice leaves no dimension: it is an index".into());
            }
            Exp::Update { array, dims, value } => {
                if let Some(ty) = self.slice(*array, dims) {
                    self.has_type(*value, &ty, "value of an update");
                }
            }
            Exp::Literal(atoms) => {
                for &atom in atoms {
                    let row = self.program.atom_type(atoms[0]);
                    self.has_type(atom, &row, "element");
                }
            }
            Exp::Threshold { name, default } => {
                if self.thresholds.entry(*name).or_insert(*default) != default {
                    self.fault(format!("the threshold {name} has several defaults"));
                }
            }
            Exp::Table(_) => {}
            Exp::Iota { count, start, step } => {
                self.sizes(&[*count]);
                if let Some(ty) = self.scalar(*start) {
                    self.require(ty != ScalarType::Bool, || "an iota of `bool`s".into());
                    self.has_type(*step, &Type::Scalar(ty), "step");
                }
            }
            Exp::Replicate { dims, .. } | Exp::Scratch { dims, .. } => {
                self.sizes(dims);
                self.require(!dims.is_empty(), || "an array without dimensions".into());
            }
            Exp::Copy(array) => {
                self.array(*array);
            }
            Exp::Concat(arrays) => self.concat(arrays),
            Exp::Permute(array, perm) => {
                let rank = self.array(*array).map_or(0, |ty| ty.rank());
                let mut sorted = perm.clone();
                sorted.sort_unstable();
                self.require(sorted.into_iter().eq(0..rank), || "not a permutation of the dimensions".into());
            }
            Exp::Reshape(array, dims) => {
                self.array(*array);
                self.sizes(dims);
                self.require(!dims.is_empty(), || "an array without dimensions".into());
            }
            Exp::Assert { cond, message, values } => {
                self.has_type(*cond, &Type::BOOL, "condition");
                let holes = message.holes();
                self.require(holes == values.len(), || format!("{holes} holes and {} values", values.len()));
                for &value in values {
                    self.scalar(value);
                }
            }
            Exp::If { cond, then_body, else_body } => {
                self.has_type(*cond, &Type::BOOL, "condition");
                self.body(then_body, |_| ());
                self.body(else_body, |_| ());
            }
            Exp::Loop(looped) => self.loop_(looped),
            Exp::Call { function, args } => self.call(*function, args),
            Exp::Traverse(traverse) => self.traverse(traverse),
            Exp::Filter(filter) => self.filter(filter),
            Exp::Scatter(scatter) => {
                self.elements_lambda(scatter.width, &scatter.inputs, &scatter.lambda);
                self.writes(&scatter.lambda, scatter.index_rank, &scatter.destinations);
            }
            Exp::Histogram(histogram) => {
                self.elements_lambda(histogram.width, &histogram.inputs, &histogram.lambda);
                let values = self.writes(&histogram.lambda, histogram.index_rank, &histogram.destinations);
                self.monoid(&histogram.operator, &values);
            }
            Exp::Alloc { count, .. } => {
                self.require(self.mode == Mode::Mem, || "an allocation, which FUN does not have".into());
                self.sizes(&[*count]);
            }
        }
    }

    fn index(&mut self, array: Name, indices: &[Atom]) {
        self.sizes(indices);
        if let Some(ty) = self.array(array) {
            self.require(indices.len() == ty.rank(), || format!("{array} has {} dimensions", ty.rank()));
        }
    }

    /// Returns the type of the slice.
    fn slice(&mut self, array: Name, dims: &[SliceDim]) -> Option<Type> {
        for dim in dims {
            match dim {
                SliceDim::Fix(index) => self.sizes(&[*index]),
                SliceDim::Range { start, count, stride } => self.sizes(&[*start, *count, *stride]),
                SliceDim::Flat { start, dims } => {
                    self.sizes(&[*start]);
                    dims.iter().for_each(|dim| self.sizes(&[dim.count, dim.stride]));
                    self.require(!dims.is_empty(), || "a flat dimension without dimensions".into());
                }
            }
        }
        let ty = self.array(array)?;
        self.require(dims.len() == ty.rank(), || format!("{array} has {} dimensions", ty.rank()));
        Some(Type::of(ty.elem()?, dims.iter().flat_map(SliceDim::counts).collect()))
    }

    fn concat(&mut self, arrays: &[Name]) {
        let types: Vec<Type> = arrays.iter().filter_map(|&array| self.array(array)).collect();
        let rows: Vec<Type> = types.iter().map(|ty| ty.row(1)).collect();
        self.require(rows.windows(2).all(|pair| pair[0] == pair[1]), || "rows of different types".into());
    }

    fn loop_(&mut self, looped: &'a Loop) {
        let names: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
        let inits: Vec<Atom> = looped.params.iter().map(|(_, init)| *init).collect();
        self.scoped(|verifier| {
            for &name in &names {
                verifier.bind(name);
            }
            verifier.telescope("initial value", &names, &inits, Substitution::default());
            match looped.form {
                LoopForm::For { var, bound } => {
                    verifier.bind(var);
                    let counts = verifier.scalar(bound).is_some_and(ScalarType::is_integer);
                    verifier.require(counts, || "the bound of a loop is an integer".into());
                    let ty = verifier.program.type_of(var).clone();
                    verifier.has_type(bound, &ty, "bound");
                }
                LoopForm::While { cond } => {
                    verifier.require(names.contains(&cond), || format!("{cond} is not a parameter of its loop"));
                    verifier.has_type(cond.into(), &Type::BOOL, "condition");
                }
            }
            verifier.body(&looped.body, |verifier| {
                verifier.telescope("next value", &names, &looped.body.result, Substitution::default());
            });
        });
    }

    fn call(&mut self, function: FunctionId, args: &[Atom]) {
        let Some(callee) = self.program.functions.get(function) else { return };
        let names: Vec<Name> = callee.params.iter().map(|param| param.name).collect();
        self.telescope("argument", &names, args, Substitution::default());
    }

    /// Checks a lambda with parameters of these types; returns its result types, whose sizes are bound outside.
    fn lambda(&mut self, lambda: &'a Lambda, params: &[Type]) -> Vec<Type> {
        let (taken, given) = (lambda.params.len(), params.len());
        self.require(taken == given, || format!("a lambda takes {taken} values and is given {given}"));
        self.scoped(|verifier| {
            for &param in &lambda.params {
                verifier.bind(param);
            }
            for (&param, ty) in lambda.params.iter().zip(params) {
                verifier.has_type(param.into(), ty, "parameter");
            }
            verifier.body(&lambda.body, |_| ());
        });
        let types: Vec<Type> = lambda.body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        for name in types.iter().flat_map(|ty| ty.dims()).filter_map(|dim| dim.var()) {
            self.require(self.scope.contains(&name), || format!("a lambda's result has the size {name}, bound inside"));
        }
        types
    }

    /// Checks a lambda over the inputs' elements, with an index parameter first if it takes one.
    fn elements_lambda(&mut self, width: Atom, inputs: &[Name], lambda: &'a Lambda) -> Vec<Type> {
        self.sizes(&[width]);
        let mut rows = Vec::new();
        if lambda.params.len() == inputs.len() + 1 {
            rows.push(Type::I64);
        }
        for &input in inputs {
            if let Some(ty) = self.array(input) {
                let outer = ty.dims().first().copied();
                self.require(outer == Some(width), || format!("{input} is not of the traversal's width {width:?}"));
                rows.push(ty.row(1));
            }
        }
        self.lambda(lambda, &rows)
    }

    fn monoid(&mut self, monoid: &'a Monoid, values: &[Type]) {
        let (neutral, count) = (monoid.neutral.len(), values.len());
        self.require(neutral == count, || format!("{neutral} neutral elements for {count} values"));
        for (&atom, ty) in monoid.neutral.iter().zip(values) {
            self.has_type(atom, ty, "neutral element");
        }
        let spots = monoid.spots();
        let has_spots = self.mode == Mode::Mem || spots.is_empty();
        self.require(has_spots, || format!("an operator takes {count} values twice"));
        let spots = spots.iter().map(|&name| self.program.type_of(name));
        let params: Vec<Type> = spots.chain(values).chain(values).cloned().collect();
        let results = self.lambda(&monoid.operator, &params);
        self.require(results == values, || "an operator's results are not of the types of its operands".into());
    }

    fn traverse(&mut self, traverse: &'a Traverse) {
        let results = self.elements_lambda(traverse.width, &traverse.inputs, &traverse.lambda);
        let mut at = 0;
        for monoid in traverse.monoids() {
            let end = at + monoid.neutral.len();
            match results.get(at..end) {
                Some(values) => self.monoid(monoid, values),
                None => self.fault("a lambda yields fewer values than are scanned and reduced"),
            }
            at = end;
        }
        self.storable(&results);
    }

    fn storable(&mut self, types: &[Type]) {
        for ty in types {
            self.require(outer(Atom::i64(0), ty).is_ok(), || "only scalars and arrays stand in arrays".into());
        }
    }

    fn filter(&mut self, filter: &'a Filter) {
        let results = self.elements_lambda(filter.width, &filter.inputs, &filter.lambda);
        self.require(results.first() == Some(&Type::BOOL), || "a filter's lambda yields a `bool` first".into());
        self.storable(&results);
    }

    /// Checks the writes of a scatter or histogram; returns the types of the written values.
    fn writes(&mut self, lambda: &'a Lambda, rank: usize, destinations: &[Name]) -> Vec<Type> {
        let types: Vec<Type> = destinations.iter().filter_map(|&name| self.array(name)).collect();
        let deep = types.iter().all(|ty| ty.rank() >= rank);
        self.require(rank > 0 && deep, || format!("an index of {rank} dimensions"));
        let values: Vec<Type> = types.iter().map(|ty| ty.row(rank)).collect();
        let wanted = std::iter::repeat_n(Type::I64, rank).chain(values.iter().cloned());
        let results = lambda.body.result.iter().map(|&atom| self.program.atom_type(atom));
        let fits = results.eq(wanted);
        self.require(fits, || "the lambda does not yield an index and a value for each destination".into());
        values
    }
}

/// Returns scalar type and rank of a leaf's sizes and of the leaf.
fn with_sizes(leaf: FlatType) -> impl Iterator<Item = (ScalarType, usize)> {
    std::iter::repeat_n((ScalarType::I64, 0), leaf.rank).chain([(leaf.elem, leaf.rank)])
}

/// Whether a variable of the pattern has the type of a result.
fn agrees(result: &ResultType, ty: &Type, pattern: &[Name]) -> bool {
    match (result, ty) {
        (ResultType::Array { elem, dims }, Type::Array { elem: other, dims: others }) => {
            let same = |(dim, &other): (&Dim, &Atom)| match *dim {
                Dim::Known(atom) => atom == other,
                Dim::Result(at) => pattern.get(at).is_some_and(|&name| other == Atom::Var(name)),
                Dim::Sum => true,
            };
            elem == other && dims.len() == others.len() && dims.iter().zip(others).all(same)
        }
        (ResultType::Scalar(elem), Type::Scalar(other)) => elem == other,
        (ResultType::Cert, Type::Cert) | (ResultType::Memory, Type::Memory) => true,
        _ => false,
    }
}
