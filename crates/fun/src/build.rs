//! Construction of FUN: the types of an expression's results, and a builder that appends statements and creates the
//! variables they bind.

use crate::def::*;
use crate::walk::{Substitution, substitute_atom};
use base::{Bug, Name, Spans, Template};
use index::Poly;
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// Type of one result of an expression, before the pattern exists. A size may be another result.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultType {
    Scalar(ScalarType),
    Array { elem: ScalarType, dims: Vec<Dim> },
    Cert,
    Memory,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dim {
    /// A constant or a variable in scope where the expression stands.
    Known(Atom),
    /// The value of another result of the same expression, by position.
    Result(usize),
    /// Unknown `i64`: the outer size of a `Concat`.
    Sum,
}

impl ResultType {
    pub fn known(ty: &Type) -> ResultType {
        match ty {
            Type::Scalar(elem) => ResultType::Scalar(*elem),
            Type::Array { elem, dims } => {
                ResultType::Array { elem: *elem, dims: dims.iter().map(|&dim| Dim::Known(dim)).collect() }
            }
            Type::Cert => ResultType::Cert,
            Type::Memory => ResultType::Memory,
        }
    }

    /// Returns the type, where `results` stands for the other results: the variables of the pattern, or the atoms that
    /// a body returns. `None` if a size is open (`Dim::Sum`) or its result is missing.
    pub fn instantiate(&self, results: &[Atom]) -> Option<Type> {
        match self {
            ResultType::Scalar(elem) => Some(Type::Scalar(*elem)),
            ResultType::Cert => Some(Type::Cert),
            ResultType::Memory => Some(Type::Memory),
            ResultType::Array { elem, dims } => {
                let size = |dim: &Dim| match *dim {
                    Dim::Known(atom) => Some(atom),
                    Dim::Result(at) => results.get(at).copied(),
                    Dim::Sum => None,
                };
                Some(Type::Array { elem: *elem, dims: dims.iter().map(size).collect::<Option<_>>()? })
            }
        }
    }
}

/// Returns the types of the expression's results, in order. Operands are not checked; the verifier does that. An
/// expression without types, such as an operator on the wrong scalar type, is a bug.
pub fn result_types(program: &Program, exp: &Exp) -> Result<Vec<ResultType>, Bug> {
    let one = |ty: &Type| Ok(vec![ResultType::known(ty)]);
    let scalar = |ty: ScalarType| Ok(vec![ResultType::Scalar(ty)]);
    match exp {
        Exp::Atom(atom) => one(&program.atom_type(*atom)),
        Exp::Un(op, operand) => {
            let operand = scalar_type(program, *operand)?;
            scalar(op.result(operand).ok_or_else(|| bug(format!("{op:?} is not defined on {operand}")))?)
        }
        Exp::Bin(_, operand, _) | Exp::Fma(operand, _, _) => scalar(scalar_type(program, *operand)?),
        Exp::Cmp(..) => scalar(ScalarType::Bool),
        Exp::Convert(ty, _) => scalar(*ty),
        Exp::Index(array, _) => scalar(array_elem(program, *array)?),
        Exp::Slice(array, dims) => one(&slice_type(program, *array, dims)?),
        Exp::Update { array, .. } | Exp::Copy(array) => one(program.type_of(*array)),
        Exp::Literal(atoms) => {
            let first = *atoms.first().ok_or_else(|| bug("an array literal without elements has no type"))?;
            one(&outer(Atom::i64(atoms.len() as i64), &program.atom_type(first))?)
        }
        Exp::Table(table) => one(&table_type(program, *table)?),
        Exp::Iota { count, start, .. } => one(&Type::of(scalar_type(program, *start)?, vec![*count])),
        Exp::Replicate { dims, value } => {
            let value = program.atom_type(*value);
            let elem = value.elem().ok_or_else(|| bug("only scalars and arrays are replicated"))?;
            one(&Type::of(elem, dims.iter().chain(value.dims()).copied().collect()))
        }
        Exp::Scratch { elem, dims } => one(&Type::of(*elem, dims.clone())),
        Exp::Concat(arrays) => Ok(vec![concat_type(program, arrays)?]),
        Exp::Permute(array, perm) => {
            let ty = program.type_of(*array);
            let dim = |&at: &usize| ty.dims().get(at).copied();
            let dims: Option<Vec<Atom>> = perm.iter().map(dim).collect();
            let dims = dims.ok_or_else(|| bug("a permutation names a dimension that is not there"))?;
            one(&Type::of(array_elem(program, *array)?, dims))
        }
        Exp::Reshape(array, dims) => one(&Type::of(array_elem(program, *array)?, dims.clone())),
        Exp::Assert { .. } => Ok(vec![ResultType::Cert]),
        Exp::If { then_body, else_body, .. } => if_types(program, then_body, else_body),
        Exp::Loop(looped) => Ok(loop_types(program, looped)),
        Exp::Call { function, args } => call_types(program, *function, args),
        Exp::Traverse(traverse) => traverse_types(program, traverse),
        Exp::Filter(filter) => filter_types(program, filter),
        Exp::Scatter(scatter) => Ok(known_types(program, &scatter.destinations)),
        Exp::Histogram(histogram) => Ok(known_types(program, &histogram.destinations)),
        Exp::Threshold { .. } => one(&Type::I64),
        Exp::Alloc { .. } => Ok(vec![ResultType::Memory]),
    }
}

fn bug(message: impl Into<String>) -> Bug {
    Bug::new("types of FUN", message)
}

fn scalar_type(program: &Program, atom: Atom) -> Result<ScalarType, Bug> {
    match program.atom_type(atom) {
        Type::Scalar(ty) => Ok(ty),
        other => Err(bug(format!("{atom:?} should be a scalar and is {other:?}"))),
    }
}

fn array_elem(program: &Program, array: Name) -> Result<ScalarType, Bug> {
    match program.type_of(array) {
        Type::Array { elem, .. } => Ok(*elem),
        other => Err(bug(format!("{array} should be an array and is {other:?}"))),
    }
}

fn known_types(program: &Program, names: &[Name]) -> Vec<ResultType> {
    names.iter().map(|&name| ResultType::known(program.type_of(name))).collect()
}

fn slice_type(program: &Program, array: Name, dims: &[SliceDim]) -> Result<Type, Bug> {
    let elem = array_elem(program, array)?;
    Ok(Type::of(elem, dims.iter().flat_map(SliceDim::counts).collect()))
}

/// Returns the type of an array of `count` rows.
pub fn outer(count: Atom, row: &Type) -> Result<Type, Bug> {
    let elem = row.elem().ok_or_else(|| bug("only scalars and arrays stand in arrays"))?;
    Ok(Type::of(elem, std::iter::once(count).chain(row.dims().iter().copied()).collect()))
}

fn table_type(program: &Program, table: TableId) -> Result<Type, Bug> {
    let table = program.tables.get(table).ok_or_else(|| bug("a table that is not in the program"))?;
    let dims = table.shape().iter().map(|&dim| Atom::i64(dim as i64)).collect();
    Ok(Type::of(table.elem(), dims))
}

fn concat_type(program: &Program, arrays: &[Name]) -> Result<ResultType, Bug> {
    let first = *arrays.first().ok_or_else(|| bug("a concatenation of nothing has no type"))?;
    let elem = array_elem(program, first)?;
    let inner = program.type_of(first).dims().iter().skip(1).map(|&dim| Dim::Known(dim));
    Ok(ResultType::Array { elem, dims: std::iter::once(Dim::Sum).chain(inner).collect() })
}

/// Returns the result types of an `if`. A size that is the same in both branches stays. A size that both branches
/// return becomes that result.
fn if_types(program: &Program, then_body: &Body, else_body: &Body) -> Result<Vec<ResultType>, Bug> {
    if then_body.result.len() != else_body.result.len() {
        return Err(bug("the branches of an `if` yield different numbers of values"));
    }
    let merge_dim = |(&a, &b): (&Atom, &Atom)| {
        if a == b {
            return Ok(Dim::Known(a));
        }
        let both = |at: &usize| then_body.result[*at] == a && else_body.result[*at] == b;
        let found = (0..then_body.result.len()).find(both);
        found.map(Dim::Result).ok_or_else(|| bug("a size differs between the branches of an `if` and is not returned"))
    };
    let merge = |(&a, &b): (&Atom, &Atom)| {
        let (a, b) = (program.atom_type(a), program.atom_type(b));
        match (&a, &b) {
            (Type::Array { elem, dims }, Type::Array { elem: other, dims: others })
                if elem == other && dims.len() == others.len() =>
            {
                let dims = dims.iter().zip(others).map(merge_dim).collect::<Result<_, _>>()?;
                Ok(ResultType::Array { elem: *elem, dims })
            }
            _ if a == b => Ok(ResultType::known(&a)),
            _ => Err(bug(format!("the branches of an `if` yield {a:?} and {b:?}"))),
        }
    };
    then_body.result.iter().zip(&else_body.result).map(merge).collect()
}

/// Returns the types of a telescope. A size that is one of its own names becomes the position of that name.
fn telescope_types(program: &Program, names: &[Name], outer: &Substitution) -> Vec<ResultType> {
    let dim = |&dim: &Atom| match dim.var().and_then(|name| names.iter().position(|&other| other == name)) {
        Some(at) => Dim::Result(at),
        None => Dim::Known(substitute_atom(dim, outer)),
    };
    let result = |&name: &Name| match program.type_of(name) {
        Type::Array { elem, dims } => ResultType::Array { elem: *elem, dims: dims.iter().map(dim).collect() },
        other => ResultType::known(other),
    };
    names.iter().map(result).collect()
}

fn loop_types(program: &Program, looped: &Loop) -> Vec<ResultType> {
    let names: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
    telescope_types(program, &names, &Substitution::default())
}

fn call_types(program: &Program, function: FunctionId, args: &[Atom]) -> Result<Vec<ResultType>, Bug> {
    let callee = program.functions.get(function).ok_or_else(|| bug("a call of a function that is not there"))?;
    let params = callee.params.iter().map(|param| param.name);
    let substitution: Substitution = params.zip(args.iter().copied()).collect();
    let names: Vec<Name> = callee.results.iter().map(|result| result.name).collect();
    Ok(telescope_types(program, &names, &substitution))
}

fn traverse_types(program: &Program, traverse: &Traverse) -> Result<Vec<ResultType>, Bug> {
    let reduced = traverse.scanned()..traverse.combined();
    let result = |(at, &atom): (usize, &Atom)| {
        let ty = program.atom_type(atom);
        let whole = if reduced.contains(&at) { ty } else { outer(traverse.width, &ty)? };
        Ok(ResultType::known(&whole))
    };
    traverse.lambda.body.result.iter().enumerate().map(result).collect()
}

fn filter_types(program: &Program, filter: &Filter) -> Result<Vec<ResultType>, Bug> {
    let mut types = vec![ResultType::Scalar(ScalarType::I64)];
    for &atom in filter.lambda.body.result.iter().skip(1) {
        let row = program.atom_type(atom);
        let elem = row.elem().ok_or_else(|| bug("only scalars and arrays are filtered"))?;
        let inner = row.dims().iter().map(|&dim| Dim::Known(dim));
        types.push(ResultType::Array { elem, dims: std::iter::once(Dim::Result(0)).chain(inner).collect() });
    }
    Ok(types)
}

/// Appends statements to a body. Each statement gets the builder's current source places and certificates, besides
/// those given.
///
/// An expression without types (see `result_types`) is bound to a variable of type `Cert`, and the first such bug is
/// kept in `bug`. So callers need no error handling at every statement; `finish` and the verifier report it.
pub struct Builder<'a> {
    pub program: &'a mut Program,
    pub stms: Vec<Stm>,
    /// Source places of the statements that are appended from now on.
    pub spans: Spans,
    /// Certificates that every appended statement relies on.
    pub certs: Vec<Name>,
    pub bug: Option<Bug>,
}

impl<'a> Builder<'a> {
    pub fn new(program: &'a mut Program) -> Builder<'a> {
        Builder { program, stms: Vec::new(), spans: Spans::new(), certs: Vec::new(), bug: None }
    }

    /// Returns the body built so far with this result, or the first bug.
    pub fn finish(self, result: Vec<Atom>) -> Result<Body, Bug> {
        self.bug.map_or(Ok(Body { stms: self.stms, result }), Err)
    }

    /// Starts a nested body; returns the outer statements, for `leave`.
    pub fn enter(&mut self) -> Vec<Stm> {
        std::mem::take(&mut self.stms)
    }

    /// Ends the nested body that `enter` started; returns it.
    pub fn leave(&mut self, outside: Vec<Stm>, result: Vec<Atom>) -> Body {
        Body { stms: std::mem::replace(&mut self.stms, outside), result }
    }

    /// Builds a nested body.
    pub fn body(&mut self, build: impl FnOnce(&mut Self) -> Vec<Atom>) -> Body {
        let outside = self.enter();
        let result = build(self);
        self.leave(outside, result)
    }

    /// Builds a nested body with a closure that may fail.
    pub fn try_body<E>(&mut self, build: impl FnOnce(&mut Self) -> Result<Vec<Atom>, E>) -> Result<Body, E> {
        let outside = self.enter();
        let result = build(self);
        match result {
            Ok(result) => Ok(self.leave(outside, result)),
            Err(error) => {
                self.stms = outside;
                Err(error)
            }
        }
    }

    /// Builds a lambda with a parameter for each hint and type.
    pub fn lambda(&mut self, params: &[(&str, Type)], build: impl FnOnce(&mut Self, &[Name]) -> Vec<Atom>) -> Lambda {
        let params: Vec<Name> = params.iter().map(|(hint, ty)| self.program.fresh(hint, ty.clone())).collect();
        let body = self.body(|builder| build(builder, &params));
        Lambda { params, body }
    }

    /// Builds `\x y -> x op y` on scalars.
    pub fn operator(&mut self, op: BinOp, ty: ScalarType) -> Lambda {
        let ty = Type::Scalar(ty);
        self.lambda(&[("x", ty.clone()), ("y", ty)], |builder, params| {
            vec![builder.bin(op, params[0].into(), params[1].into())]
        })
    }

    pub fn type_of(&self, atom: impl Into<Atom>) -> Type {
        self.program.atom_type(atom.into())
    }

    pub fn fresh(&mut self, hint: &str, ty: Type) -> Name {
        self.program.fresh(hint, ty)
    }

    /// Appends a statement with this pattern, whose variables must exist already.
    pub fn bind_to(&mut self, pattern: Vec<Name>, exp: Exp) {
        self.bind_to_with(pattern, Vec::new(), exp);
    }

    /// Like `bind_to`, with certificates.
    pub fn bind_to_with(&mut self, pattern: Vec<Name>, certs: Vec<Name>, exp: Exp) {
        let mut all = self.certs.clone();
        all.extend(certs.into_iter().filter(|cert| !self.certs.contains(cert)));
        self.stms.push(Stm { pattern, certs: all, exp, spans: self.spans.clone() });
    }

    /// Appends a statement that binds all results of the expression to fresh variables.
    pub fn bind_all(&mut self, hint: &str, exp: Exp) -> Vec<Name> {
        self.bind_all_with(hint, Vec::new(), exp)
    }

    /// Like `bind_all`, with certificates.
    pub fn bind_all_with(&mut self, hint: &str, certs: Vec<Name>, exp: Exp) -> Vec<Name> {
        let types = result_types(self.program, &exp).unwrap_or_else(|bug| {
            self.bug.get_or_insert(bug);
            vec![ResultType::Cert]
        });
        let pattern = self.pattern(hint, &types);
        self.bind_to_with(pattern.clone(), certs, exp);
        pattern
    }

    /// Returns fresh variables of these types. A size that the expression leaves open is a bug.
    pub fn pattern(&mut self, hint: &str, types: &[ResultType]) -> Vec<Name> {
        let pattern: Vec<Name> = types.iter().map(|_| self.program.fresh(hint, Type::Cert)).collect();
        let atoms: Vec<Atom> = pattern.iter().map(|&name| name.into()).collect();
        for (&name, ty) in pattern.iter().zip(types) {
            match ty.instantiate(&atoms) {
                Some(ty) => self.program.vars.insert(name, VarInfo { ty, place: None }),
                None => {
                    self.bug.get_or_insert(bug(format!("the size of {name} is open: bind it to a typed pattern")));
                }
            }
        }
        pattern
    }

    /// Appends a statement with one result; returns its variable.
    pub fn bind(&mut self, hint: &str, exp: Exp) -> Name {
        self.bind_with(hint, Vec::new(), exp)
    }

    /// Like `bind`, with certificates.
    pub fn bind_with(&mut self, hint: &str, certs: Vec<Name>, exp: Exp) -> Name {
        let pattern = self.bind_all_with(hint, certs, exp);
        if pattern.len() != 1 {
            self.bug.get_or_insert(bug(format!("{} results where one is meant", pattern.len())));
        }
        pattern.first().copied().unwrap_or_else(|| self.program.fresh(hint, Type::Cert))
    }

    pub fn un(&mut self, op: UnOp, a: Atom) -> Atom {
        self.bind("t", Exp::Un(op, a)).into()
    }

    pub fn bin(&mut self, op: BinOp, a: Atom, b: Atom) -> Atom {
        self.bind("t", Exp::Bin(op, a, b)).into()
    }

    pub fn add(&mut self, a: Atom, b: Atom) -> Atom {
        self.bin(BinOp::Add, a, b)
    }

    pub fn sub(&mut self, a: Atom, b: Atom) -> Atom {
        self.bin(BinOp::Sub, a, b)
    }

    pub fn mul(&mut self, a: Atom, b: Atom) -> Atom {
        self.bin(BinOp::Mul, a, b)
    }

    pub fn cmp(&mut self, op: CmpOp, a: Atom, b: Atom) -> Atom {
        self.bind("c", Exp::Cmp(op, a, b)).into()
    }

    pub fn convert(&mut self, ty: ScalarType, a: Atom) -> Atom {
        self.bind("t", Exp::Convert(ty, a)).into()
    }

    /// Appends an assertion that the condition holds; returns its certificate.
    pub fn assert(&mut self, cond: Atom, message: Template, values: Vec<Atom>) -> Name {
        self.bind("cert", Exp::Assert { cond, message, values })
    }

    pub fn index(&mut self, array: Name, indices: Vec<Atom>) -> Atom {
        self.bind("elem", Exp::Index(array, indices)).into()
    }

    /// Appends `array[index, ...]`, with indices of the outer dimensions: a row, or a scalar if no dimension is left.
    pub fn row(&mut self, array: Name, indices: Vec<Atom>) -> Atom {
        let exp = row(self.program, array, &indices);
        let hint = if matches!(exp, Exp::Index(..)) { "elem" } else { "row" };
        self.bind(hint, exp).into()
    }

    /// Appends `array with [index, ...] = value`, for a scalar or a row of the inner dimensions.
    pub fn update(&mut self, array: Name, indices: Vec<Atom>, value: Atom) -> Name {
        let dims = full_slice(&self.type_of(array), &indices);
        self.bind("updated", Exp::Update { array, dims, value })
    }

    pub fn copy(&mut self, array: Name) -> Name {
        self.bind("copy", Exp::Copy(array))
    }

    /// Appends the array `0, 1, .., count - 1` of `i64`s.
    pub fn iota(&mut self, count: Atom) -> Name {
        self.bind("iota", Exp::Iota { count, start: Atom::i64(0), step: Atom::i64(1) })
    }

    pub fn replicate(&mut self, dims: Vec<Atom>, value: Atom) -> Name {
        self.bind("rep", Exp::Replicate { dims, value })
    }

    /// Appends the concatenation of arrays, after the sum of their outer sizes.
    pub fn concat(&mut self, arrays: Vec<Name>) -> Name {
        let types: Vec<Type> = arrays.iter().map(|&array| self.type_of(array)).collect();
        let sizes: Vec<Atom> = types.iter().filter_map(|ty| ty.dims().first().copied()).collect();
        let total = self.sum(&sizes);
        let ty = types.first().and_then(|first| outer(total, &first.row(1)).ok());
        let ty = ty.unwrap_or_else(|| {
            self.bug.get_or_insert(bug("a concatenation of nothing has no type"));
            Type::Cert
        });
        let name = self.fresh("concat", ty);
        self.bind_to(vec![name], Exp::Concat(arrays));
        name
    }

    /// Appends the sum of `i64`s, with constants folded.
    pub fn sum(&mut self, atoms: &[Atom]) -> Atom {
        let known = atoms.iter().filter_map(|atom| atom.as_i64()).fold(0i64, i64::wrapping_add);
        let open: Vec<Atom> = atoms.iter().copied().filter(|atom| atom.as_i64().is_none()).collect();
        let seed = (known != 0 || open.is_empty()).then(|| Atom::i64(known));
        let mut terms = open.into_iter().chain(seed);
        let first = terms.next().unwrap_or(Atom::i64(0));
        terms.fold(first, |sum, term| self.add(sum, term))
    }

    /// Appends the product of `i64`s, with constants folded.
    pub fn product(&mut self, atoms: &[Atom]) -> Atom {
        self.product_by("t", BinOp::Mul, i64::wrapping_mul, atoms)
    }

    /// Appends the value of a polynomial, modulo 2^64.
    pub fn polynomial(&mut self, sum: &Poly) -> Atom {
        let mut terms = Vec::new();
        for (names, factor) in sum.terms() {
            let factors: Vec<Atom> = names.iter().map(|&name| name.into()).chain([Atom::i64(factor)]).collect();
            terms.push(self.product(&factors));
        }
        self.sum(&terms)
    }

    /// Appends the number of elements of an array of these sizes. If it is no `i64`, it saturates to a number that
    /// exceeds all memory.
    pub fn extent(&mut self, sizes: &[Atom]) -> Atom {
        self.product_by("count", BinOp::MulSat, i64::saturating_mul, sizes)
    }

    fn product_by(&mut self, hint: &str, op: BinOp, times: fn(i64, i64) -> i64, atoms: &[Atom]) -> Atom {
        let known = atoms.iter().filter_map(|atom| atom.as_i64()).fold(1i64, times);
        let open: Vec<Atom> = atoms.iter().copied().filter(|atom| atom.as_i64().is_none()).collect();
        let seed = (known != 1 || open.is_empty()).then(|| Atom::i64(known));
        let mut terms = open.into_iter().chain(seed);
        let first = terms.next().unwrap_or(Atom::i64(1));
        terms.fold(first, |product, term| self.bind(hint, Exp::Bin(op, product, term)).into())
    }

    /// Appends an `if`. A size that differs between the branches must be among their results.
    pub fn if_(
        &mut self,
        cond: Atom,
        then_build: impl FnOnce(&mut Self) -> Vec<Atom>,
        else_build: impl FnOnce(&mut Self) -> Vec<Atom>,
    ) -> Vec<Name> {
        let then_body = self.body(then_build);
        let else_body = self.body(else_build);
        self.bind_all("branch", Exp::If { cond, then_body, else_body })
    }

    /// Appends `loop (param = init ..) for i < bound`. Parameters have the types of their initial values.
    pub fn for_loop(
        &mut self,
        inits: &[Atom],
        bound: Atom,
        build: impl FnOnce(&mut Self, Name, &[Name]) -> Vec<Atom>,
    ) -> Vec<Name> {
        let params: Vec<Name> = inits.iter().map(|&init| self.fresh_from(init, "acc")).collect();
        let bound_type = self.type_of(bound);
        let var = self.fresh("i", bound_type);
        let body = self.body(|builder| build(builder, var, &params));
        let params = params.into_iter().zip(inits.iter().copied()).collect();
        self.bind_all("last", Exp::Loop(Box::new(Loop { params, form: LoopForm::For { var, bound }, body })))
    }

    /// Returns a fresh variable of the atom's type.
    pub fn fresh_from(&mut self, atom: Atom, hint: &str) -> Name {
        let ty = self.type_of(atom);
        self.program.fresh(hint, ty)
    }

    /// Appends a `map`: a traversal that only collects. The lambda has one parameter for each input.
    pub fn map(
        &mut self,
        width: Atom,
        inputs: &[Name],
        build: impl FnOnce(&mut Self, &[Name]) -> Vec<Atom>,
    ) -> Vec<Name> {
        let lambda = self.element_lambda(inputs, build);
        let inputs = inputs.to_vec();
        self.bind_all("map", Exp::Traverse(Box::new(Traverse { width, inputs, lambda, ..Traverse::default() })))
    }

    /// Appends a `reduce`: a traversal that reduces the inputs' elements with one monoid.
    pub fn reduce(&mut self, width: Atom, inputs: &[Name], monoid: Monoid) -> Vec<Name> {
        let lambda = self.program.identity(inputs);
        let inputs = inputs.to_vec();
        let traverse = Traverse { width, inputs, lambda, reductions: vec![monoid], ..Traverse::default() };
        self.bind_all("red", Exp::Traverse(Box::new(traverse)))
    }

    /// Appends an inclusive `scan`: a traversal that scans the inputs' elements with one monoid.
    pub fn scan(&mut self, width: Atom, inputs: &[Name], monoid: Monoid) -> Vec<Name> {
        let lambda = self.program.identity(inputs);
        let inputs = inputs.to_vec();
        let traverse = Traverse { width, inputs, lambda, scans: vec![monoid], ..Traverse::default() };
        self.bind_all("scan", Exp::Traverse(Box::new(traverse)))
    }

    /// Builds a lambda with a parameter for an element of each input.
    pub fn element_lambda(&mut self, inputs: &[Name], build: impl FnOnce(&mut Self, &[Name]) -> Vec<Atom>) -> Lambda {
        let rows: Vec<(&str, Type)> = inputs.iter().map(|&input| ("x", self.type_of(input).row(1))).collect();
        self.lambda(&rows, build)
    }
}

impl Program {
    /// Builds the lambda that returns the inputs' elements.
    pub fn identity(&mut self, inputs: &[Name]) -> Lambda {
        let rows: Vec<Type> = inputs.iter().map(|&input| self.type_of(input).row(1)).collect();
        let params: Vec<Name> = rows.into_iter().map(|row| self.fresh("x", row)).collect();
        let result = params.iter().map(|&param| param.into()).collect();
        Lambda { params, body: Body { stms: Vec::new(), result } }
    }
}

impl Default for Traverse {
    /// Returns a traversal without inputs and results, to be completed by struct update syntax.
    fn default() -> Traverse {
        Traverse {
            sequential: false,
            width: Atom::i64(0),
            inputs: Vec::new(),
            lambda: Lambda::default(),
            scans: Vec::new(),
            reductions: Vec::new(),
        }
    }
}

/// Returns `array[index, ...]`, with indices of the outer dimensions: a row, or a scalar if no dimension is left.
pub fn row(program: &Program, array: Name, indices: &[Atom]) -> Exp {
    let ty = program.type_of(array);
    if indices.len() >= ty.rank() {
        return Exp::Index(array, indices.to_vec());
    }
    Exp::Slice(array, full_slice(ty, indices))
}

/// Returns the slice that fixes the leading dimensions and takes the others whole.
pub fn full_slice(ty: &Type, indices: &[Atom]) -> Vec<SliceDim> {
    let fixed = indices.iter().map(|&index| SliceDim::Fix(index));
    let rest = ty.dims().iter().skip(indices.len());
    let whole = rest.map(|&count| SliceDim::Range { start: Atom::i64(0), count, stride: Atom::i64(1) });
    fixed.chain(whole).collect()
}
