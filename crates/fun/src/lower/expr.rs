//! Expressions: scalars, records, control flow, calls. Arrays are in `array` and `soac`.

use super::*;
use core_ir::decide;
use core_ir::messages;
use value::{BinOp, CmpOp};

impl Lowerer<'_> {
    /// Lowers an expression: appends its statements to the current body and returns the leaves of its value.
    pub(super) fn expr(&mut self, expr: &core::Expr) -> Lowered<Leaves> {
        let outer = std::mem::replace(&mut self.unchecked, expr.unchecked);
        let leaves = self.expr_itself(expr);
        self.unchecked = outer;
        leaves
    }

    fn expr_itself(&mut self, expr: &core::Expr) -> Lowered<Leaves> {
        use core_ir::def::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            K::Literal(scalar) => Ok(vec![Atom::Const(*scalar)]),
            K::Table(table) => self.table(*table, span),
            K::Var(name, _) => self.lookup(*name),
            K::Def(def, _) => self.call(*def, &[], span),
            K::Apply(function, args) => match &function.kind {
                K::Def(def, _) => self.call(*def, args, span),
                _ => Err(bug("an application of something that is not a definition")),
            },
            K::Lambda(_) => Err(bug("a function is left after defunctionalisation")),
            K::Block(bindings, body) => {
                for binding in bindings {
                    let leaves = self.expr(&binding.value)?;
                    self.bind_pat(&binding.pat, leaves, binding.value.span)?;
                }
                self.expr(body)
            }
            K::If(cond, then_expr, else_expr) => {
                let cond = self.scalar(cond)?;
                self.branch(cond, &expr.ty, span, |this| this.expr(then_expr), |this| this.expr(else_expr))
            }
            K::Match(subject, cases) => {
                let leaves = self.expr(subject)?;
                self.cases(&leaves, cases, &expr.ty, span)
            }
            K::Loop(looped) => self.loop_(looped, &expr.ty, span),
            K::Record(fields) => self.exprs(fields.iter().map(|(_, value)| value)),
            K::Field(record, field) => self.field(record, *field),
            K::Variant(name, payloads) => self.variant(*name, payloads, &expr.ty, span),
            K::Array(elements) => self.array_literal(elements, &expr.ty, span),
            K::Index(array, indices) => self.index(array, indices, span),
            K::Slice(array, dims) => self.slice(array, dims, span),
            K::Update(array, dims, value) => self.update(array, dims, value, span),
            K::Prim(prim, args) => self.prim(*prim, args, &expr.ty, span),
            K::Ensure(ensure) => self.ensure(ensure, span),
        }
    }

    /// Lowers a scalar expression; returns its one leaf.
    pub(super) fn scalar(&mut self, expr: &core::Expr) -> Lowered<Atom> {
        match self.expr(expr)?.as_slice() {
            [leaf] => Ok(*leaf),
            _ => Err(bug("a scalar with other than one leaf")),
        }
    }

    /// Lowers several expressions in order; returns all their leaves.
    pub(super) fn exprs<'e>(&mut self, exprs: impl Iterator<Item = &'e core::Expr>) -> Lowered<Leaves> {
        let mut leaves = Vec::new();
        for expr in exprs {
            leaves.extend(self.expr(expr)?);
        }
        Ok(leaves)
    }

    fn table(&mut self, table: core::TableId, span: Span) -> Lowered<Leaves> {
        let id = TableId::new(table.index());
        let Some(array) = self.out.tables.get(id) else { return Err(bug("a table that does not exist")) };
        let dims = array.shape().iter().map(|&size| Atom::i64(size as i64)).collect();
        let ty = Type::of(array.elem(), dims);
        Ok(vec![self.bind("table", ty, Exp::Table(id), span).into()])
    }

    fn field(&mut self, record: &core::Expr, field: Symbol) -> Lowered<Leaves> {
        let leaves = self.expr(record)?;
        let core::Type::Record(fields) = &record.ty else { return Err(bug("a field of what is no record")) };
        let Some((offset, ty)) = field_offset(fields, field) else { return Err(bug("a field that does not exist")) };
        Ok(leaves.into_iter().skip(offset).take(leaf_count(ty)).collect())
    }

    fn call(&mut self, id: core::DefId, args: &[core::Expr], span: Span) -> Lowered<Leaves> {
        let Some(def) = self.core.defs.get(id) else { return Err(bug("a definition that does not exist")) };
        if def.params.len() != args.len() {
            return Err(bug(format!("a call of {} that is not saturated", def.name)));
        }
        let mut atoms = Vec::new();
        for (param, arg) in def.params.iter().zip(args) {
            let leaves = self.expr(arg)?;
            atoms.extend(self.telescope_atoms(&pat_type(&param.pat), &leaves));
        }
        let mut telescope = Telescope::default();
        let leaves = self.fresh_leaves(&def.result, def.name.as_str(), &mut telescope)?;
        let function = FunctionId::new(id.index());
        self.push(telescope.names, Vec::new(), Exp::Call { function, args: atoms }, span);
        Ok(leaves)
    }

    fn ensure(&mut self, ensure: &core::Ensure, span: Span) -> Lowered<Leaves> {
        if !self.unchecked {
            let cond = self.scalar(&ensure.condition)?;
            let values = self.exprs(ensure.values.iter())?;
            self.assert(cond, ensure.message.clone(), values, span);
        }
        self.expr(&ensure.then)
    }

    /// Appends an assertion; returns `None` if the condition is known to hold, or checks are left out.
    pub(super) fn assert(
        &mut self,
        cond: Atom,
        message: base::Template,
        values: Vec<Atom>,
        span: Span,
    ) -> Option<Name> {
        if self.unchecked || cond == Atom::bool(true) {
            return None;
        }
        Some(self.bind("cert", Type::Cert, Exp::Assert { cond, message, values }, span))
    }

    // Scalar operators, folded where both operands are known.

    pub(super) fn bin(&mut self, op: BinOp, a: Atom, b: Atom, span: Span) -> Atom {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && !x.scalar_type().is_float()
            && let Ok(result) = value::op::binary(op, x, y)
        {
            return Atom::Const(result);
        }
        let ty = self.out.atom_type(a);
        let name = self.bind(op.name(), ty, Exp::Bin(op, a, b), span);
        name.into()
    }

    pub(super) fn cmp(&mut self, op: CmpOp, a: Atom, b: Atom, span: Span) -> Atom {
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && let Some(result) = value::op::compare(op, x, y)
        {
            return Atom::bool(result);
        }
        let integer = self.out.atom_type(a).elem().is_some_and(ScalarType::is_integer);
        if a == b && integer {
            return Atom::bool(matches!(op, CmpOp::Eq | CmpOp::Le | CmpOp::Ge));
        }
        self.bind(op.name(), Type::BOOL, Exp::Cmp(op, a, b), span).into()
    }

    pub(super) fn and(&mut self, a: Atom, b: Atom, span: Span) -> Atom {
        match (a.constant().and_then(Scalar::as_bool), b.constant().and_then(Scalar::as_bool)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => Atom::bool(false),
            (None, None) => self.bind("and", Type::BOOL, Exp::Bin(BinOp::And, a, b), span).into(),
        }
    }

    pub(super) fn or(&mut self, a: Atom, b: Atom, span: Span) -> Atom {
        match (a.constant().and_then(Scalar::as_bool), b.constant().and_then(Scalar::as_bool)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => Atom::bool(true),
            (None, None) => self.bind("or", Type::BOOL, Exp::Bin(BinOp::Or, a, b), span).into(),
        }
    }

    /// Appends a partial operator after the assertion that it needs.
    pub(super) fn checked_bin(&mut self, op: BinOp, a: Atom, b: Atom, span: Span) -> Atom {
        let ty = self.out.atom_type(a);
        let Some(elem) = ty.elem().filter(|&elem| op.can_fail(elem)) else { return self.bin(op, a, b, span) };
        let (check, message) = match op {
            BinOp::Pow if elem.is_unsigned() => return self.bin(op, a, b, span),
            BinOp::Pow => (CmpOp::Ge, messages::negative_exponent()),
            _ => (CmpOp::Ne, messages::division_by_zero()),
        };
        let fine = self.cmp(check, b, zero(elem), span);
        let cert = self.assert(fine, message, vec![a, b], span);
        if cert.is_none() {
            return self.bin(op, a, b, span);
        }
        self.bind_certified(op.name(), ty, Exp::Bin(op, a, b), cert.into_iter().collect(), span).into()
    }

    // Control flow.

    /// Appends an `if` whose branches are given as code. Sizes on which both branches agree are not among its results
    /// (size slicing, Figs. 22 and 23); other sizes are returned beside the arrays.
    pub(super) fn branch(
        &mut self,
        cond: Atom,
        ty: &core::Type,
        span: Span,
        then_code: impl FnOnce(&mut Self) -> Lowered<Leaves>,
        else_code: impl FnOnce(&mut Self) -> Lowered<Leaves>,
    ) -> Lowered<Leaves> {
        let mark = self.out.names.limit();
        let mut then_body = self.in_body(then_code)?;
        let mut else_body = self.in_body(else_code)?;
        let then_leaves = std::mem::take(&mut then_body.result);
        let else_leaves = std::mem::take(&mut else_body.result);
        let mut merge = Merge { mark, then_body, else_body, pattern: Vec::new(), leaves: Vec::new() };
        let mut pairs = then_leaves.into_iter().zip(else_leaves).collect::<Vec<_>>().into_iter();
        self.merge(ty, &mut Vec::new(), &mut pairs, &mut merge, span)?;
        let exp = Exp::If { cond, then_body: merge.then_body, else_body: merge.else_body };
        self.push(merge.pattern, Vec::new(), exp, span);
        Ok(merge.leaves)
    }

    /// Adds a value of the type to the results of both branches.
    fn merge(
        &mut self,
        ty: &core::Type,
        dims: &mut Vec<Atom>,
        pairs: &mut std::vec::IntoIter<(Atom, Atom)>,
        merge: &mut Merge,
        span: Span,
    ) -> Lowered<()> {
        match ty {
            core::Type::Scalar(elem) => {
                let Some((then_leaf, else_leaf)) = pairs.next() else {
                    return Err(bug("a branch with too few leaves"));
                };
                let result_ty = Type::of(*elem, dims.clone());
                let name = self.out.fresh("if_result", result_ty);
                self.fills_if(name, self.is_filler(then_leaf) && self.is_filler(else_leaf));
                let then_leaf = self.refilled(then_leaf, dims, merge.mark, &mut merge.then_body, span);
                let else_leaf = self.refilled(else_leaf, dims, merge.mark, &mut merge.else_body, span);
                merge.push(name, then_leaf, else_leaf);
                merge.leaves.push(name.into());
            }
            core::Type::Array(elem, _) => {
                let first = pairs.as_slice().first().copied();
                let depth = dims.len();
                let sizes =
                    first.map(|(then_leaf, else_leaf)| (self.size(then_leaf, depth), self.size(else_leaf, depth)));
                let (then_size, else_size) = sizes.unwrap_or((Atom::i64(0), Atom::i64(0)));
                let (then_fills, else_fills) =
                    first.map_or((false, false), |(a, b)| (self.is_filler(a), self.is_filler(b)));
                if (then_size == else_size || else_fills) && is_before(then_size, merge.mark) {
                    dims.push(then_size);
                } else if then_fills && is_before(else_size, merge.mark) {
                    dims.push(else_size);
                } else {
                    let size = self.out.fresh("n", Type::I64);
                    merge.push(size, then_size, else_size);
                    dims.push(size.into());
                }
                self.merge(elem, dims, pairs, merge, span)?;
                dims.pop();
            }
            _ => {
                for part in components(ty).ok_or_else(|| no_leaves(ty))? {
                    self.merge(&part, dims, pairs, merge, span)?;
                }
            }
        }
        Ok(())
    }

    /// If a branch's result is a filler, remakes it with the wanted sizes that are known outside of the branch.
    fn refilled(&mut self, leaf: Atom, dims: &[Atom], mark: u32, body: &mut Body, span: Span) -> Atom {
        let own = self.dims(leaf);
        let wanted: Vec<Atom> =
            dims.iter().zip(&own).map(|(&dim, &own)| if is_before(dim, mark) { dim } else { own }).collect();
        if wanted == own || !self.is_filler(leaf) {
            return leaf;
        }
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut body.stms));
        let filler = self.filler(self.elem(leaf), wanted, span);
        body.stms = std::mem::replace(&mut self.stms, outer);
        filler
    }

    /// Lowers cases to a chain of `if`s, or to a search for the constructor. The last case is not tested.
    fn cases(&mut self, leaves: &[Atom], cases: &[core::Case], ty: &core::Type, span: Span) -> Lowered<Leaves> {
        if let Some(by) = by_constructor(cases) {
            return self.search(leaves, cases, (0, &by, by.len()), ty, span);
        }
        let Some((case, rest)) = cases.split_first() else { return Err(bug("a match without cases")) };
        let cond = self.matches(&case.pat, leaves, span)?;
        if rest.is_empty() || cond == Atom::bool(true) {
            return self.case_body(case, leaves);
        }
        self.branch(cond, ty, span, |this| this.case_body(case, leaves), |this| this.cases(leaves, rest, ty, span))
    }

    /// Selects a case by binary search for the tag. `by` has the case of each constructor from number `first` on; `count` is
    /// the number of all constructors.
    fn search(
        &mut self,
        leaves: &[Atom],
        cases: &[core::Case],
        (first, by, count): (usize, &[usize], usize),
        ty: &core::Type,
        span: Span,
    ) -> Lowered<Leaves> {
        let Some(middle) = decide::middle(by) else {
            let case = by.first().and_then(|&case| cases.get(case));
            return self.case_body(case.ok_or_else(|| bug("a sum without constructors"))?, leaves);
        };
        let Some(&tag) = leaves.first() else { return Err(bug("a sum without a tag")) };
        let is_low = self.cmp(CmpOp::Lt, tag, super::sum::tag_of(count, first + middle), span);
        let (low, high) = by.split_at(middle);
        self.branch(
            is_low,
            ty,
            span,
            |this| this.search(leaves, cases, (first, low, count), ty, span),
            |this| this.search(leaves, cases, (first + middle, high, count), ty, span),
        )
    }

    fn case_body(&mut self, case: &core::Case, leaves: &[Atom]) -> Lowered<Leaves> {
        self.bind_pat(&case.pat, leaves.to_vec(), case.body.span)?;
        self.expr(&case.body)
    }

    /// Returns the condition that the leaves match the pattern.
    pub(super) fn matches(&mut self, pat: &core::Pat, leaves: &[Atom], span: Span) -> Lowered<Atom> {
        match pat {
            core::Pat::Var(..) | core::Pat::Wildcard(_) => Ok(Atom::bool(true)),
            core::Pat::Literal(scalar) => match leaves {
                [leaf] => Ok(self.cmp(CmpOp::Eq, *leaf, Atom::Const(*scalar), span)),
                _ => Err(bug("a literal pattern for what is no scalar")),
            },
            core::Pat::Record(fields) => {
                let mut all = Atom::bool(true);
                let mut rest = leaves;
                for (_, field) in fields {
                    let (part, after) = rest.split_at(leaf_count(&pat_type(field)).min(rest.len()));
                    let matches = self.matches(field, part, span)?;
                    all = self.and(all, matches, span);
                    rest = after;
                }
                Ok(all)
            }
            core::Pat::Variant(name, pats, ty) => self.matches_variant(*name, pats, ty, leaves, span),
        }
    }

    /// Lowers a loop. The sizes of all its arrays are loop parameters; the simplifier drops those that do not vary.
    fn loop_(&mut self, looped: &core::Loop, ty: &core::Type, span: Span) -> Lowered<Leaves> {
        let init = self.expr(&looped.init)?;
        let init = self.telescope_atoms(ty, &init);
        let mut telescope = Telescope::default();
        let leaves = self.fresh_leaves(ty, pat_hint(&looped.pat), &mut telescope)?;
        let mut params: Vec<(Name, Atom)> = telescope.names.into_iter().zip(init).collect();
        let (form, body) = match &looped.form {
            core::LoopForm::For(var, bound) => {
                let bound = self.scalar(bound)?;
                let index_ty = self.out.atom_type(bound);
                let index = self.out.fresh(var.hint.as_str(), index_ty);
                self.set(*var, vec![index.into()]);
                let body = self.in_body(|this| {
                    this.bind_pat(&looped.pat, leaves, span)?;
                    this.loop_body(looped, ty)
                })?;
                (LoopForm::For { var: index, bound }, body)
            }
            core::LoopForm::ForIn(pat, array) => {
                let arrays = self.expr(array)?;
                let width = arrays.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
                let index = self.out.fresh("i", Type::I64);
                let body = self.in_body(|this| {
                    let element = this.rows_at(&arrays, &[index.into()], Vec::new(), span);
                    this.bind_pat(pat, element, span)?;
                    this.bind_pat(&looped.pat, leaves, span)?;
                    this.loop_body(looped, ty)
                })?;
                (LoopForm::For { var: index, bound: width }, body)
            }
            // A condition with a loop is lowered once, because nested ones would double the code at each level.
            core::LoopForm::While(cond) if has_loop(cond) => {
                let body = self.in_body(|this| {
                    this.bind_pat(&looped.pat, leaves.clone(), span)?;
                    let holds = this.scalar(cond)?;
                    let next = this.branch(holds, ty, span, |this| this.expr(&looped.body), |_| Ok(leaves))?;
                    Ok(std::iter::once(holds).chain(this.telescope_atoms(ty, &next)).collect())
                })?;
                let test = self.out.fresh("go_on", Type::BOOL);
                params.insert(0, (test, Atom::bool(true)));
                (LoopForm::While { cond: test }, body)
            }
            core::LoopForm::While(cond) => {
                // The condition is tested on the initial values, then after each iteration.
                let test = self.out.fresh("go_on", Type::BOOL);
                let on_init = params.iter().map(|(name, atom)| (*name, *atom)).collect::<Vec<_>>();
                let first = self.condition_on(cond, &looped.pat, ty, &on_init, span)?;
                let body = self.in_body(|this| {
                    this.bind_pat(&looped.pat, leaves, span)?;
                    let next = this.expr(&looped.body)?;
                    let atoms = this.telescope_atoms(ty, &next);
                    this.bind_pat(&looped.pat, next, span)?;
                    let again = this.scalar(cond)?;
                    Ok(std::iter::once(again).chain(atoms).collect())
                })?;
                params.insert(0, (test, first));
                (LoopForm::While { cond: test }, body)
            }
        };
        let has_test = matches!(form, LoopForm::While { .. });
        let mut pattern = Telescope::default();
        if has_test {
            let last = self.out.fresh("go_on", Type::BOOL);
            pattern.names.push(last);
        }
        let results = self.fresh_leaves(ty, pat_hint(&looped.pat), &mut pattern)?;
        self.push(pattern.names, Vec::new(), Exp::Loop(Box::new(Loop { params, form, body })), span);
        Ok(results)
    }

    fn loop_body(&mut self, looped: &core::Loop, ty: &core::Type) -> Lowered<Vec<Atom>> {
        let next = self.expr(&looped.body)?;
        Ok(self.telescope_atoms(ty, &next))
    }

    /// Lowers the condition of a `while` loop for the loop's initial values.
    fn condition_on(
        &mut self,
        cond: &core::Expr,
        pat: &core::Pat,
        ty: &core::Type,
        init: &[(Name, Atom)],
        span: Span,
    ) -> Lowered<Atom> {
        let mut leaves = Vec::new();
        collect_leaves(ty, &mut init.iter().map(|(_, atom)| *atom), &mut leaves);
        self.bind_pat(pat, leaves, span)?;
        self.scalar(cond)
    }
}

/// The results of an `if` under construction.
struct Merge {
    /// Names with this number or a larger one are bound inside a branch.
    mark: u32,
    then_body: Body,
    else_body: Body,
    pattern: Vec<Name>,
    leaves: Leaves,
}

impl Merge {
    fn push(&mut self, name: Name, then_atom: Atom, else_atom: Atom) {
        self.pattern.push(name);
        self.then_body.result.push(then_atom);
        self.else_body.result.push(else_atom);
    }
}

fn has_loop(expr: &core::Expr) -> bool {
    let mut found = false;
    core_ir::walk::for_each_expr(expr, &mut |part| found |= matches!(part.kind, core::ExprKind::Loop(_)));
    found
}

/// Whether the atom is a constant or a name from before the mark.
fn is_before(atom: Atom, mark: u32) -> bool {
    atom.var().is_none_or(|name| name.id < mark)
}

/// Returns the number of the case for each constructor of the sum. `None` if the cases must be tried in order.
fn by_constructor(cases: &[core::Case]) -> Option<Vec<usize>> {
    let core::Pat::Variant(_, _, core::Type::Sum(all)) = &cases.first()?.pat else { return None };
    let numbers: FxHashMap<Symbol, usize> = all.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
    decide::by_constructor(cases, all.len(), &|name| numbers.get(&name).copied())
}
