//! Array operations with a function operand. They follow the rules of size slicing for `map` (Fig. 17), `filter` (Fig.
//! 20), `reduce` and `scan` (Fig. 21).

use super::array::whole;
use super::*;
use crate::walk;
use core_ir::messages;
use core_ir::typing::with_sizes_of;
use value::{BinOp, CmpOp};

impl Lowerer<'_> {
    pub(super) fn prim(
        &mut self,
        prim: core::Prim,
        args: &[core::Expr],
        ty: &core::Type,
        span: Span,
    ) -> Lowered<Leaves> {
        use core_ir::def::Prim as P;
        match prim {
            P::Map => self.map(args, ty, span),
            // Flat maps stay in host code. Only a mark that was written by hand brings one here.
            P::Loop => Err(bug("an imperative loop in FUN")),
            P::Accelerate => Err(limitation("nested acceleration", span, "this")),
            P::InAccelerate => Err(bug("`in_accelerate` in FUN")),
            P::FlatMap => Err(limitation("rows of arrays in an accelerated definition", span, "these rows")),
            P::Seq(_) => Err(bug("a sequence in FUN")),
            P::Ref(_) => Err(bug("a reference in FUN")),
            P::Tensor(_) => Err(bug("a tensor in FUN")),
            // The updates of FUN never copy.
            P::Shared => Ok(vec![Atom::Const(Scalar::Bool(false))]),
            P::Reduce { commutative } => self.reduce(args, commutative, span),
            P::Scan => self.scan(args, span),
            P::Filter => self.filter(args, ty, span),
            P::Scatter => self.scatter(args, span),
            P::Histogram => self.histogram(args, span),
            P::Concat => {
                let arrays = args.iter().map(|arg| self.expr(arg)).collect::<Lowered<_>>()?;
                self.concat(arrays, span)
            }
            P::Zip => self.zip(args, span),
            P::Un(_) | P::Bin(_) | P::Cmp(_) | P::Fma | P::Convert(_) => {
                let atoms = self.exprs(args.iter())?;
                self.scalar_prim(prim, &atoms, ty, span)
            }
            P::Equal => {
                let [a, b] = args else { return Err(bug("equality takes two values")) };
                let (a_leaves, b_leaves) = (self.expr(a)?, self.expr(b)?);
                Ok(vec![self.equal(&a.ty, &a_leaves, &b_leaves, span)?])
            }
            P::Size(dim) => {
                let leaves = self.exprs(args.iter())?;
                Ok(vec![leaves.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, dim))])
            }
            P::Iota => {
                let atoms = self.exprs(args.iter())?;
                self.iota(&atoms, span)
            }
            P::Replicate => {
                let atoms = self.exprs(args.iter())?;
                self.replicate(&atoms, span)
            }
            P::Flatten => {
                let leaves = self.exprs(args.iter())?;
                Ok(self.flatten(&leaves, span))
            }
            P::Unflatten => {
                let leaves = self.exprs(args.iter())?;
                self.unflatten(&leaves, span)
            }
            P::Transpose => {
                let leaves = self.exprs(args.iter())?;
                Ok(self.transpose(&leaves, span))
            }
            P::FlatIndex(rank) => self.flat_index(rank, args, span),
            P::FlatUpdate(rank) => self.flat_update(rank, args, span),
            P::System(_) | P::Text(_) | P::Fail => Err(bug("a service in the device part")),
            P::Foreign(name) => self.foreign(name, args, ty, span),
            P::Parameter(name) => {
                let exp = Exp::Threshold { name, default: core::UNSET };
                Ok(vec![self.bind(name.as_str(), Type::I64, exp, span).into()])
            }
            P::Unzip | P::Trace(_) => self.exprs(args.iter()),
            P::Copy => {
                let leaves = self.exprs(args.iter())?;
                Ok(self.copy(&leaves, span))
            }
        }
    }

    fn scalar_prim(&mut self, prim: core::Prim, args: &[Atom], ty: &core::Type, span: Span) -> Lowered<Leaves> {
        let core::Type::Scalar(result) = ty else { return Err(bug("a scalar operator of another type")) };
        let atom = match (prim, args) {
            (core::Prim::Un(op), [a]) => self.bind(op.name(), Type::Scalar(*result), Exp::Un(op, *a), span).into(),
            (core::Prim::Bin(op), [a, b]) => self.checked_bin(op, *a, *b, span),
            (core::Prim::Cmp(op), [a, b]) => self.cmp(op, *a, *b, span),
            (core::Prim::Fma, [a, b, c]) => self.bind("fma", Type::Scalar(*result), Exp::Fma(*a, *b, *c), span).into(),
            (core::Prim::Convert(to), [a]) => self.convert(to, *a, span),
            _ => return Err(bug("an operator with a wrong number of operands")),
        };
        Ok(vec![atom])
    }

    pub(super) fn convert(&mut self, to: ScalarType, a: Atom, span: Span) -> Atom {
        match a {
            Atom::Const(scalar) => Atom::Const(value::op::convert(to, scalar)),
            _ if self.elem(a) == to => a,
            _ => self.bind("converted", Type::Scalar(to), Exp::Convert(to, a), span).into(),
        }
    }

    /// Returns the condition that two values of the type are structurally equal, leaf by leaf except for sums. Arrays
    /// are compared in row-major order if their sizes agree.
    pub(super) fn equal(&mut self, ty: &core::Type, a: &[Atom], b: &[Atom], span: Span) -> Lowered<Atom> {
        let mut all = Atom::bool(true);
        match ty {
            core::Type::Record(fields) => {
                let (mut a, mut b) = (a, b);
                for (_, field) in fields.iter() {
                    let count = leaf_count(field).min(a.len()).min(b.len());
                    let (x, y);
                    (x, a) = a.split_at(count);
                    (y, b) = b.split_at(count);
                    let same = self.equal(field, x, y, span)?;
                    all = self.and(all, same, span);
                }
                return Ok(all);
            }
            core::Type::Sum(_) => return self.equal_sums(ty, a, b, span),
            _ => {}
        }
        for (&x, &y) in a.iter().zip(b) {
            let same =
                if self.dims(x).is_empty() { self.cmp(CmpOp::Eq, x, y, span) } else { self.equal_arrays(x, y, span) };
            all = self.and(all, same, span);
        }
        Ok(all)
    }

    /// Compares two arrays: their sizes, then all elements.
    fn equal_arrays(&mut self, x: Atom, y: Atom, span: Span) -> Atom {
        let mut same_shape = Atom::bool(true);
        let mut total = Atom::i64(1);
        for (a, b) in self.dims(x).into_iter().zip(self.dims(y)) {
            let same = self.cmp(CmpOp::Eq, a, b, span);
            same_shape = self.and(same_shape, same, span);
            total = if total == Atom::i64(1) { a } else { self.bin(BinOp::MulSat, total, a, span) };
        }
        // If the sizes differ, the traversal has no elements and its value is discarded.
        let width = self.select(same_shape, total, Atom::i64(0), span);
        let inputs = [x, y].map(|leaf| self.flat_prefix(leaf, width, span));
        let elem = Type::Scalar(self.elem(x));
        let params = vec![self.out.fresh("x", elem.clone()), self.out.fresh("y", elem)];
        let equal = self.out.fresh("eq", Type::BOOL);
        let compare = Exp::Cmp(CmpOp::Eq, params[0].into(), params[1].into());
        let stms = vec![Stm { pattern: vec![equal], certs: Vec::new(), exp: compare, spans: Vec::new() }];
        let lambda = Lambda { params, body: Body { stms, result: vec![equal.into()] } };
        let all = self.all_of(width, inputs.to_vec(), lambda, span);
        self.and(same_shape, all, span)
    }

    /// Returns the first `width` elements of an array in row-major order. `width` is the number of all elements, or 0.
    fn flat_prefix(&mut self, leaf: Atom, width: Atom, span: Span) -> Name {
        let Some(array) = leaf.var() else { return self.out.fresh("never", Type::Cert) };
        let mut total = Atom::i64(1);
        for size in self.dims(leaf) {
            total = if total == Atom::i64(1) { size } else { self.bin(BinOp::MulSat, total, size, span) };
        }
        let elem = self.elem(leaf);
        let flat = if self.dims(leaf).len() == 1 {
            array
        } else {
            self.bind("flat", Type::of(elem, vec![total]), Exp::Reshape(array, vec![total]), span)
        };
        if total == width {
            return flat;
        }
        self.bind("prefix", Type::of(elem, vec![width]), Exp::Slice(flat, vec![whole(width)]), span)
    }

    /// Returns the condition that the lambda, which returns a `bool`, is true for all elements.
    pub(super) fn all_of(&mut self, width: Atom, inputs: Vec<Name>, lambda: Lambda, span: Span) -> Atom {
        let [a, b] = ["a", "b"].map(|hint| self.out.fresh(hint, Type::BOOL));
        let both = self.out.fresh("and", Type::BOOL);
        let exp = Exp::Bin(BinOp::And, a.into(), b.into());
        let stms = vec![Stm { pattern: vec![both], certs: Vec::new(), exp, spans: Vec::new() }];
        let operator = Lambda { params: vec![a, b], body: Body { stms, result: vec![both.into()] } };
        let monoid = Monoid { operator, neutral: vec![Atom::bool(true)], commutative: true };
        let traverse = Traverse { width, inputs, lambda, reductions: vec![monoid], ..Traverse::default() };
        self.bind("all", Type::BOOL, Exp::Traverse(Box::new(traverse)), span).into()
    }

    /// Puts the leaves of several arrays together. Asserts that all arrays have the width of the first.
    fn zip(&mut self, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let mut zipped: Leaves = Vec::new();
        for arg in args {
            let leaves = self.expr(arg)?;
            let Some(&first) = zipped.first() else {
                zipped = leaves;
                continue;
            };
            let width = self.size(first, 0);
            zipped.extend(self.with_width(&leaves, width, span));
        }
        Ok(zipped)
    }

    /// Returns the arrays with `width` as their outer size, after an assertion that they have it.
    fn with_width(&mut self, leaves: &[Atom], width: Atom, span: Span) -> Leaves {
        let Some(found) = leaves.first().map(|&leaf| self.size(leaf, 0)) else { return Vec::new() };
        if found == width {
            return leaves.to_vec();
        }
        let same = self.cmp(CmpOp::Eq, width, found, span);
        let certs: Vec<Name> =
            self.assert(same, messages::zip_lengths(), vec![width, found], span).into_iter().collect();
        let mut coerced = Vec::new();
        for array in leaves.iter().filter_map(|leaf| leaf.var()) {
            let mut dims = self.dims(array.into());
            dims[0] = width;
            let ty = Type::of(self.elem(array.into()), dims.clone());
            let exp = Exp::Reshape(array, dims);
            coerced.push(self.bind_certified(array.hint.as_str(), ty, exp, certs.clone(), span).into());
        }
        coerced
    }

    /// Lowers a function operand: creates parameters for the leaves' types in order, and lowers its body.
    pub(super) fn lambda(&mut self, function: &core::Expr, param_types: &[Vec<Type>]) -> Lowered<Lambda> {
        let core::ExprKind::Lambda(lambda) = &function.kind else {
            return Err(bug("an array operation whose function is no lambda"));
        };
        if lambda.params.len() != param_types.len() {
            return Err(bug("an array operation whose function takes another number of arguments"));
        }
        let mut params = Vec::new();
        for (param, types) in lambda.params.iter().zip(param_types) {
            let hint = pat_hint(&param.pat);
            let names: Vec<Name> = types.iter().map(|ty| self.out.fresh(hint, ty.clone())).collect();
            params.push(names);
        }
        let body = self.in_body(|this| {
            for (param, names) in lambda.params.iter().zip(&params) {
                let leaves = names.iter().map(|&name| name.into()).collect();
                this.bind_pat(&param.pat, leaves, function.span)?;
            }
            this.expr(&lambda.body)
        })?;
        let params = params.into_iter().flatten().collect();
        Ok(Lambda { params, body })
    }

    /// Returns the leaves of arrays as inputs of a traversal, with their width and the types of their rows.
    fn inputs(&self, leaves: &[Atom]) -> (Vec<Name>, Atom, Vec<Type>) {
        let inputs: Vec<Name> = leaves.iter().filter_map(|leaf| leaf.var()).collect();
        let width = leaves.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
        let rows = inputs.iter().map(|&name| self.out.type_of(name).row(1)).collect();
        (inputs, width, rows)
    }

    fn map(&mut self, args: &[core::Expr], ty: &core::Type, span: Span) -> Lowered<Leaves> {
        let [function, array] = args else { return Err(bug("map takes a function and an array")) };
        let core::Type::Array(row, _) = ty else { return Err(bug("map gives an array")) };
        let leaves = self.expr(array)?;
        let (inputs, width, rows) = self.inputs(&leaves);
        let mark = self.out.names.limit();
        let mut lambda = self.lambda(function, &[rows])?;
        let row = match &function.kind {
            core::ExprKind::Lambda(function) => with_sizes_of(row, &function.body.ty),
            _ => (**row).clone(),
        };
        let row_dims = self.slice_rows(&row, &mut lambda, mark, width, &inputs, span)?;
        Ok(self.collect(width, inputs, lambda, row_dims, "map", span))
    }

    /// Appends a traversal that collects the lambda's results in arrays, with these row sizes.
    fn collect(
        &mut self,
        width: Atom,
        inputs: Vec<Name>,
        lambda: Lambda,
        row_dims: Vec<Vec<Atom>>,
        hint: &str,
        span: Span,
    ) -> Leaves {
        let mut pattern = Vec::new();
        for (leaf, dims) in lambda.body.result.clone().into_iter().zip(row_dims) {
            let ty = Type::of(self.elem(leaf), std::iter::once(width).chain(dims).collect());
            let name = self.out.fresh(hint, ty);
            self.fills_if(name, self.is_filler(leaf));
            pattern.push(name);
        }
        let leaves = pattern.iter().map(|&name| name.into()).collect();
        let traverse = Traverse { width, inputs, lambda, ..Traverse::default() };
        self.push(pattern, Vec::new(), Exp::Traverse(Box::new(traverse)), span);
        leaves
    }

    /// Lowers a reduction's operator for values with the neutral element's sizes; asserts that its result has them.
    fn operator(&mut self, function: &core::Expr, neutral: &[Atom], span: Span) -> Lowered<Lambda> {
        let types: Vec<Type> = neutral.iter().map(|&leaf| self.out.atom_type(leaf)).collect();
        let mut lambda = self.lambda(function, &[types.clone(), types])?;
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut lambda.body.stms));
        for (leaf, &wanted) in lambda.body.result.iter_mut().zip(neutral) {
            let dims = self.dims(wanted);
            *leaf = self.coerce(*leaf, &dims, messages::operator_shape, span);
        }
        lambda.body.stms = std::mem::replace(&mut self.stms, outer);
        Ok(lambda)
    }

    /// Returns the inputs of a reduction, with rows of the neutral element's sizes.
    fn reduction_inputs(&mut self, leaves: &[Atom], neutral: &[Atom], span: Span) -> Vec<Name> {
        let mut inputs = Vec::new();
        for (&leaf, &wanted) in leaves.iter().zip(neutral) {
            let mut dims = vec![self.size(leaf, 0)];
            dims.extend(self.dims(wanted));
            inputs.extend(self.coerce_rows(leaf, &dims, span).var());
        }
        inputs
    }

    fn reduce(&mut self, args: &[core::Expr], commutative: bool, span: Span) -> Lowered<Leaves> {
        let [function, neutral, array] = args else { return Err(bug("reduce takes three arguments")) };
        let neutral = self.expr(neutral)?;
        let leaves = self.expr(array)?;
        let operator = self.operator(function, &neutral, span)?;
        let inputs = self.reduction_inputs(&leaves, &neutral, span);
        let (_, width, _) = self.inputs(&leaves);
        let lambda = self.out.identity(&inputs);
        let types: Vec<Type> = neutral.iter().map(|&leaf| self.out.atom_type(leaf)).collect();
        let pattern: Vec<Name> = types.into_iter().map(|ty| self.out.fresh("reduced", ty)).collect();
        let results = pattern.iter().map(|&name| name.into()).collect();
        let reductions = vec![Monoid { operator, neutral, commutative }];
        let traverse = Traverse { width, inputs, lambda, reductions, ..Traverse::default() };
        self.push(pattern, Vec::new(), Exp::Traverse(Box::new(traverse)), span);
        Ok(results)
    }

    fn scan(&mut self, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let [function, neutral, array] = args else { return Err(bug("scan takes three arguments")) };
        let neutral = self.expr(neutral)?;
        let leaves = self.expr(array)?;
        let operator = self.operator(function, &neutral, span)?;
        let inputs = self.reduction_inputs(&leaves, &neutral, span);
        let (_, width, _) = self.inputs(&leaves);
        let lambda = self.out.identity(&inputs);
        let types: Vec<Type> = inputs.iter().map(|&name| self.out.type_of(name).clone()).collect();
        let pattern: Vec<Name> = types.into_iter().map(|ty| self.out.fresh("scanned", ty)).collect();
        let results = pattern.iter().map(|&name| name.into()).collect();
        let scans = vec![Monoid { operator, neutral, commutative: false }];
        let traverse = Traverse { width, inputs, lambda, scans, ..Traverse::default() };
        self.push(pattern, Vec::new(), Exp::Traverse(Box::new(traverse)), span);
        Ok(results)
    }

    /// Lowers `filter`. The count comes with the elements (Fig. 20), so nothing is computed twice.
    fn filter(&mut self, args: &[core::Expr], _ty: &core::Type, span: Span) -> Lowered<Leaves> {
        let [function, array] = args else { return Err(bug("filter takes a function and an array")) };
        let leaves = self.expr(array)?;
        let (inputs, width, rows) = self.inputs(&leaves);
        let mut lambda = self.lambda(function, std::slice::from_ref(&rows))?;
        lambda.body.result.extend(lambda.params.iter().map(|&param| Atom::Var(param)));
        let count = self.out.fresh("n", Type::I64);
        let mut pattern = vec![count];
        for row in rows {
            let Some(elem) = row.elem() else { return Err(bug("an array of no scalars")) };
            let dims = std::iter::once(count.into()).chain(row.dims().iter().copied()).collect();
            pattern.push(self.out.fresh("kept", Type::of(elem, dims)));
        }
        let results = pattern[1..].iter().map(|&name| name.into()).collect();
        self.push(
            pattern,
            Vec::new(),
            Exp::Filter(Box::new(Filter { sequential: false, width, inputs, lambda })),
            span,
        );
        Ok(results)
    }

    /// Returns destination, indices and values, with the values' rows under the sizes of the destination's.
    fn scatter_inputs(
        &mut self,
        destination: &[Atom],
        indices: &core::Expr,
        values: &core::Expr,
        span: Span,
    ) -> Lowered<(usize, Atom, Vec<Name>)> {
        let indices = self.expr(indices)?;
        let index_rank = indices.len();
        let width = indices.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
        let values = self.expr(values)?;
        let values = self.with_width(&values, width, span);
        let mut inputs: Vec<Name> = indices.iter().filter_map(|leaf| leaf.var()).collect();
        for (&value, &wanted) in values.iter().zip(destination) {
            let mut dims = vec![width];
            dims.extend(self.dims(wanted).get(index_rank..).unwrap_or(&[]));
            inputs.extend(self.coerce_rows(value, &dims, span).var());
        }
        Ok((index_rank, width, inputs))
    }

    fn scatter(&mut self, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let [destination, indices, values] = args else { return Err(bug("scatter takes three arguments")) };
        let destination = self.expr(destination)?;
        let (index_rank, width, inputs) = self.scatter_inputs(&destination, indices, values, span)?;
        let lambda = self.out.identity(&inputs);
        let destinations: Vec<Name> = destination.iter().filter_map(|leaf| leaf.var()).collect();
        let pattern = self.same_types(&destinations);
        let results = pattern.iter().map(|&name| name.into()).collect();
        let scatter = Scatter { sequential: false, width, inputs, lambda, index_rank, destinations };
        self.push(pattern, Vec::new(), Exp::Scatter(Box::new(scatter)), span);
        Ok(results)
    }

    fn histogram(&mut self, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let [destination, function, neutral, indices, values] = args else {
            return Err(bug("a histogram takes five arguments"));
        };
        let destination = self.expr(destination)?;
        let neutral = self.expr(neutral)?;
        let (index_rank, width, inputs) = self.scatter_inputs(&destination, indices, values, span)?;
        let mut coerced = Vec::new();
        for (&leaf, &wanted) in neutral.iter().zip(&destination) {
            let dims = self.dims(wanted).get(index_rank..).unwrap_or(&[]).to_vec();
            coerced.push(self.coerce(leaf, &dims, messages::operator_shape, span));
        }
        let operator = self.operator(function, &coerced, span)?;
        let lambda = self.out.identity(&inputs);
        let destinations: Vec<Name> = destination.iter().filter_map(|leaf| leaf.var()).collect();
        let pattern = self.same_types(&destinations);
        let results = pattern.iter().map(|&name| name.into()).collect();
        let operator = Monoid { operator, neutral: coerced, commutative: true };
        let histogram = Histogram { sequential: false, width, inputs, lambda, index_rank, destinations, operator };
        self.push(pattern, Vec::new(), Exp::Histogram(Box::new(histogram)), span);
        Ok(results)
    }

    fn same_types(&mut self, names: &[Name]) -> Vec<Name> {
        names
            .iter()
            .map(|&name| {
                let ty = self.out.type_of(name).clone();
                self.out.fresh_like(name, ty)
            })
            .collect()
    }

    /// Copies a lambda with fresh names, so that it can occur twice.
    pub(super) fn refreshed(&mut self, lambda: &Lambda) -> Lambda {
        walk::refresh_lambda(&mut self.out, lambda, &mut walk::Substitution::default())
    }
}
