//! Counts of constructs in generated programs that passes work on, so that a test can require each to occur often
//! enough.

use crate::check::{Fault, TIME_LIMIT, compile_fault, front, guarded, run};
use crate::program::Program as Generated;
use base::{Name, SourceMap};
use driver::{Language, Level, Module, Settings, find_pass, run_to};
use fun::def::*;
use fun::walk::{NameSet, for_each_stm};
use std::collections::{BTreeMap, BTreeSet};
use value::{BinOp, Scalar, ScalarType, Value};

/// Constructs, each with the smallest number of 1,000 programs that must contain it.
pub const CONSTRUCTS: &[(&str, usize)] = &[
    ("a branch in a map", 700),
    ("a branch that gives sizes", 400),
    ("a branch that gives sizes in a map", 100),
    ("a call in a map", 500),
    ("a concatenation", 400),
    ("a concatenation whose width varies in a map", 80),
    ("a filter in a map", 250),
    ("a filter whose width varies in a map", 100),
    ("a for loop in a map", 350),
    ("a for loop of arrays", 500),
    ("a function that calls itself", 100),
    ("a function that calls itself twice", 70),
    ("a function that gives sizes", 500),
    ("a histogram in a map", 60),
    ("a histogram whose width varies in a map", 20),
    ("a loop that gives sizes", 400),
    ("a loop that gives sizes in a map", 200),
    ("a loop that updates its array", 200),
    ("a loop that updates its array in order", 100),
    ("a map in a map", 500),
    ("a map whose width varies in a map", 400),
    ("a permutation", 150),
    ("a reduction in a map", 500),
    ("a reduction whose width varies in a map", 400),
    ("a replicate whose width varies in a map", 250),
    ("a reshape", 500),
    ("a scan in a map", 200),
    ("a scan whose width varies in a map", 60),
    ("a scatter in a map", 120),
    ("a scatter whose width varies in a map", 30),
    ("a slice backwards", 350),
    ("a slice in steps", 150),
    ("a slice whose width varies in a map", 150),
    ("a traversal of nothing", 60),
    ("a while loop in a map", 100),
    ("a while loop of arrays", 200),
    ("an array of bool", 500),
    ("an array of f16", 400),
    ("an array of f32", 400),
    ("an array of f64", 400),
    ("an array of i16", 400),
    ("an array of i32", 400),
    ("an array of i64", 500),
    ("an array of i8", 400),
    ("an array of u16", 400),
    ("an array of u32", 400),
    ("an array of u64", 400),
    ("an array of u8", 400),
    ("an array with several readers", 400),
    ("an assertion", 600),
    ("an assertion in a map", 500),
    ("an index brought into range", 120),
    ("an input for which it fails", 60),
    ("an input without elements", 300),
    ("an iota whose width varies in a map", 180),
    ("an operator on vectors", 150),
    ("an update", 350),
    ("an update in a map", 90),
];

/// Number of programs that contain each construct.
#[derive(Default)]
pub struct Reach(BTreeMap<&'static str, usize>);

impl Reach {
    /// Adds the constructs of a program.
    ///
    /// # Errors
    /// Fails for programs that are rejected.
    pub fn add(&mut self, program: &Generated) -> Result<(), Fault> {
        let program = program.clone();
        for construct in guarded(TIME_LIMIT, move || constructs(&program))? {
            *self.0.entry(construct).or_default() += 1;
        }
        Ok(())
    }

    /// Returns each construct with its number of programs.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> {
        self.0.iter().map(|(&construct, &count)| (construct, count))
    }

    pub fn of(&self, construct: &str) -> usize {
        self.0.get(construct).copied().unwrap_or_default()
    }
}

/// Returns the constructs of a program as lowered to FUN, and those of its runs.
fn constructs(program: &Generated) -> Result<BTreeSet<&'static str>, Fault> {
    let mut sources = SourceMap::default();
    let module = front(Language::Futhark, &program.to_string(), &mut sources)?;
    let module = run_to(module, Level::Fun, Settings::default(), &mut ());
    let module = module.map_err(|error| compile_fault(&error, &sources))?;
    let mut found = BTreeSet::new();
    for input in &program.inputs {
        if input.args.iter().any(|value| matches!(value, Value::Array(array) if array.shape().contains(&0))) {
            found.insert("an input without elements");
        }
        if let Some(Err(_)) = run(&module, input)? {
            found.insert("an input for which it fails");
        }
    }
    // Calls are counted before inlining; other constructs after it.
    let inline = find_pass("inline").filter(|pass| pass.from == Level::Fun);
    let inlined = inline.map(|pass| pass.run(module.clone(), Settings::default())).transpose();
    let inlined = inlined.map_err(|error| compile_fault(&error, &sources))?;
    for module in [Some(module), inlined].into_iter().flatten() {
        if let Module::Fun(program) = module {
            search(&program, &mut found);
        }
    }
    Ok(found)
}

fn search(program: &Program, found: &mut BTreeSet<&'static str>) {
    for (id, function) in program.functions.iter() {
        let clamped = NameSet::default();
        Search { program, function: id, inside: None, clamped, calls: 0, found }.function(function);
    }
}

/// Search through a function.
struct Search<'p, 'f> {
    program: &'p Program,
    function: FunctionId,
    /// Names bound in the outermost enclosing function of an array operation; `None` outside of such functions.
    inside: Option<NameSet>,
    /// Minima and maxima.
    clamped: NameSet,
    /// Number of times that the function calls itself.
    calls: usize,
    found: &'f mut BTreeSet<&'static str>,
}

impl Search<'_, '_> {
    fn function(&mut self, function: &Function) {
        let names = |name: &Name| self.program.names_in_type(*name);
        let sizes: Vec<Name> = function.results.iter().flat_map(|result| names(&result.name)).collect();
        if function.results.iter().any(|result| sizes.contains(&result.name)) {
            self.found.insert("a function that gives sizes");
        }
        self.readers(&function.body);
        self.body(&function.body);
        self.note(self.calls > 0, "a function that calls itself");
        self.note(self.calls > 1, "a function that calls itself twice");
    }

    fn note(&mut self, holds: bool, construct: &'static str) {
        if holds {
            self.found.insert(construct);
        }
    }

    /// Finds arrays that several operations of the body traverse.
    fn readers(&mut self, body: &Body) {
        let mut read = BTreeMap::new();
        for_each_stm(body, &mut |stm| {
            for &input in stm.exp.traversed().iter().flat_map(|(_, inputs, _)| inputs.iter()) {
                *read.entry(input.id).or_insert(0) += 1;
            }
        });
        self.note(read.values().any(|&count| count > 1), "an array with several readers");
    }

    /// Notes what occurs in a body and the bodies inside it.
    fn body(&mut self, body: &Body) {
        for stm in &body.stms {
            if let Some(inside) = &mut self.inside {
                inside.extend(stm.pattern.iter().copied().chain(stm.exp.binders()));
            }
            self.stm(stm);
            let enters = stm.exp.traversed().is_some() && self.inside.is_none();
            if enters {
                self.inside = Some(stm.exp.binders().into_iter().collect());
            }
            stm.exp.bodies().into_iter().for_each(|body| self.body(body));
            if enters {
                self.inside = None;
            }
        }
    }

    fn stm(&mut self, stm: &Stm) {
        for &name in &stm.pattern {
            if let Type::Array { elem, .. } = self.program.type_of(name) {
                self.found.insert(array_of(*elem));
            }
        }
        if self.inside.is_some() {
            self.found.extend(inside(&stm.exp));
            self.widths(stm);
        }
        self.anywhere(stm);
    }

    /// Finds widths that differ between elements.
    fn widths(&mut self, stm: &Stm) {
        let varies = |atom: &Atom| {
            let inside = self.inside.as_ref();
            atom.var().is_some_and(|name| inside.is_some_and(|inside| inside.contains(&name)))
        };
        let construct = match &stm.exp {
            Exp::Iota { count, .. } if varies(count) => "an iota whose width varies in a map",
            Exp::Replicate { dims, .. } if dims.iter().any(varies) => "a replicate whose width varies in a map",
            Exp::Slice(_, dims)
                if dims.iter().any(|dim| matches!(dim, SliceDim::Range { count, .. } if varies(count))) =>
            {
                "a slice whose width varies in a map"
            }
            Exp::Concat(_) if stm.pattern.iter().any(|name| self.program.type_of(*name).dims().iter().any(varies)) => {
                "a concatenation whose width varies in a map"
            }
            Exp::Filter(filter) if varies(&filter.width) => "a filter whose width varies in a map",
            Exp::Scatter(scatter) if varies(&scatter.width) => "a scatter whose width varies in a map",
            Exp::Histogram(histogram) if varies(&histogram.width) => "a histogram whose width varies in a map",
            Exp::Traverse(traverse) if varies(&traverse.width) => match (&traverse.scans[..], &traverse.reductions[..])
            {
                ([], []) => "a map whose width varies in a map",
                ([], _) => "a reduction whose width varies in a map",
                _ => "a scan whose width varies in a map",
            },
            Exp::If { .. } if self.gives_sizes(&stm.pattern) => "a branch that gives sizes in a map",
            Exp::Loop(_) if self.gives_sizes(&stm.pattern) => "a loop that gives sizes in a map",
            _ => return,
        };
        self.found.insert(construct);
    }

    /// Whether some of the names are sizes in the types of others.
    fn gives_sizes(&self, pattern: &[Name]) -> bool {
        pattern.iter().any(|&name| self.program.names_in_type(name).iter().any(|size| pattern.contains(size)))
    }

    /// Notes what counts anywhere, not only inside functions of array operations.
    fn anywhere(&mut self, stm: &Stm) {
        match &stm.exp {
            Exp::Bin(BinOp::Min | BinOp::Max, ..) => self.clamped.extend(stm.pattern.iter().copied()),
            Exp::Index(_, indices) => {
                let clamped = indices.iter().any(|index| index.var().is_some_and(|name| self.clamped.contains(&name)));
                self.note(clamped, "an index brought into range");
            }
            Exp::Slice(_, dims) => self.slice(dims),
            Exp::Update { .. } => self.note(true, "an update"),
            Exp::Concat(_) => self.note(true, "a concatenation"),
            Exp::Permute(..) => self.note(true, "a permutation"),
            Exp::Reshape(..) => self.note(true, "a reshape"),
            Exp::Assert { .. } => self.note(true, "an assertion"),
            Exp::If { .. } => self.note(self.gives_sizes(&stm.pattern), "a branch that gives sizes"),
            Exp::Loop(repeated) => self.repeated(repeated, &stm.pattern),
            Exp::Call { function, .. } => self.calls += usize::from(*function == self.function),
            Exp::Traverse(traverse) => {
                self.note(traverse.width == Atom::i64(0), "a traversal of nothing");
                let vectors = traverse.monoids();
                let vectors = vectors.flat_map(|monoid| &monoid.neutral).any(|neutral| self.is_array(*neutral));
                self.note(vectors, "an operator on vectors");
            }
            _ => {}
        }
    }

    fn is_array(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|name| self.program.type_of(name).rank() > 0)
    }

    fn slice(&mut self, dims: &[SliceDim]) {
        for dim in dims {
            let SliceDim::Range { stride: Atom::Const(Scalar::I64(stride)), .. } = dim else { continue };
            self.note(*stride < 0, "a slice backwards");
            self.note(*stride > 1, "a slice in steps");
        }
    }

    fn repeated(&mut self, repeated: &Loop, pattern: &[Name]) {
        let arrays = repeated.params.iter().any(|(name, _)| self.program.type_of(*name).rank() > 0);
        match repeated.form {
            LoopForm::For { .. } => self.note(arrays, "a for loop of arrays"),
            LoopForm::While { .. } => self.note(arrays, "a while loop of arrays"),
        }
        self.note(self.gives_sizes(pattern), "a loop that gives sizes");
        let params: Vec<Name> = repeated.params.iter().map(|(name, _)| *name).collect();
        let (mut updates, mut in_order) = (false, false);
        for_each_stm(&repeated.body, &mut |stm| {
            let Exp::Update { array, dims, .. } = &stm.exp else { return };
            let index = dims.first().and_then(SliceDim::fixed).and_then(Atom::var);
            let is_counter = matches!(repeated.form, LoopForm::For { var, .. } if index == Some(var));
            updates |= params.contains(array);
            in_order |= params.contains(array) && is_counter;
        });
        self.note(updates, "a loop that updates its array");
        self.note(in_order, "a loop that updates its array in order");
    }
}

/// Returns the constructs inside a map.
fn inside(exp: &Exp) -> Vec<&'static str> {
    match exp {
        Exp::Traverse(traverse) => {
            let kinds = [
                (!traverse.scans.is_empty(), "a scan in a map"),
                (!traverse.reductions.is_empty(), "a reduction in a map"),
            ];
            let mut found: Vec<&str> = kinds.into_iter().filter_map(|(holds, name)| holds.then_some(name)).collect();
            if found.is_empty() {
                found.push("a map in a map");
            }
            found
        }
        Exp::Filter(_) => vec!["a filter in a map"],
        Exp::Scatter(_) => vec!["a scatter in a map"],
        Exp::Histogram(_) => vec!["a histogram in a map"],
        Exp::If { .. } => vec!["a branch in a map"],
        Exp::Call { .. } => vec!["a call in a map"],
        Exp::Update { .. } => vec!["an update in a map"],
        Exp::Assert { .. } => vec!["an assertion in a map"],
        Exp::Loop(repeated) => match repeated.form {
            LoopForm::For { .. } => vec!["a for loop in a map"],
            LoopForm::While { .. } => vec!["a while loop in a map"],
        },
        _ => Vec::new(),
    }
}

fn array_of(elem: ScalarType) -> &'static str {
    match elem {
        ScalarType::I8 => "an array of i8",
        ScalarType::I16 => "an array of i16",
        ScalarType::I32 => "an array of i32",
        ScalarType::I64 => "an array of i64",
        ScalarType::U8 => "an array of u8",
        ScalarType::U16 => "an array of u16",
        ScalarType::U32 => "an array of u32",
        ScalarType::U64 => "an array of u64",
        ScalarType::F16 => "an array of f16",
        ScalarType::F32 => "an array of f32",
        ScalarType::F64 => "an array of f64",
        ScalarType::Bool => "an array of bool",
    }
}
