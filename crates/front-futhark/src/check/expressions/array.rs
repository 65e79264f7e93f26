//! Checks array literals, indexing, slices, updates, ranges, and functions that follow a path.

use crate::ast::{self, Dim, Exp, ExpKind};
use crate::check::messages::report::{AMBIGUOUS, NO_FIELD, Reason};
use crate::check::types::coerce::Step;
use crate::check::types::{ScalarSet, Size, SizeOp, Type, is_small};
use crate::check::{Checker, Checking, Typed};
use base::{Diagnostic, Span, Template};
use core_ir::build as make;
use core_ir::def as ir;
use std::rc::Rc;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// The checked dimensions of an index or slice.
#[derive(Clone)]
struct Dims {
    dims: Vec<ir::SliceDim>,
    /// Type of the selected element or slice.
    selected: Type,
    is_index: bool,
}

impl Checker {
    /// Checks an array literal, whose elements have one type.
    pub fn array_literal(&mut self, items: &[Exp], hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let elem_hint = match hint.map(|hint| self.unifier.shallow(hint)) {
            Some(Type::Array(elem, _)) => Some((*elem).clone()),
            _ => None,
        };
        let elem = self.unifier.fresh();
        let first = items.first().map_or(span, |first| first.span);
        let (mut exprs, mut failed) = (Vec::with_capacity(items.len()), None);
        for item in items {
            let reason = if item.span == first { Reason::none() } else { Reason::new(first, "the first element is") };
            match self.infer(item, elem_hint.as_ref()).and_then(|typed| self.subsume(typed, &elem, item.span, &reason))
            {
                Ok(typed) => exprs.push(typed.expr),
                Err(reported) => failed = Some(reported),
            }
        }
        if let Some(reported) = failed {
            return Err(reported);
        }
        if items.is_empty()
            && let Some(hint) = elem_hint
        {
            // For an empty array, only the context determines the type of the elements.
            let _ = self.unifier.unify(&elem, &hint);
        }
        self.may_be_element(&elem, span)?;
        let ty = Type::array(elem, Size::Const(items.len() as i64));
        Ok(self.typed(ir::ExprKind::Array(exprs), ty, span))
    }

    pub fn index(&mut self, array: &Exp, dims: &[Dim], span: Span) -> Checking<Typed> {
        let typed = self.infer(array, None)?;
        self.select(typed, dims, span)
    }

    fn select(&mut self, array: Typed, dims: &[Dim], span: Span) -> Checking<Typed> {
        let dims = self.dims(&array, dims, span)?;
        Ok(self.selection(array.expr, dims, span))
    }

    /// Returns the index or slice with these dimensions.
    fn selection(&mut self, array: ir::Expr, dims: Dims, span: Span) -> Typed {
        let kind = if dims.is_index {
            let fixed = dims.dims.into_iter().filter_map(|dim| match dim {
                ir::SliceDim::Fix(index) => Some(index),
                ir::SliceDim::Range { .. } => None,
            });
            ir::ExprKind::Index(Box::new(array), fixed.collect())
        } else {
            ir::ExprKind::Slice(Box::new(array), dims.dims)
        };
        self.typed(kind, dims.selected, span)
    }

    /// Binds the indices and bounds of an index or slice to variables, so that they may be used twice.
    fn named_dims(&mut self, dims: Vec<ir::SliceDim>, steps: &mut Vec<Step>) -> Vec<ir::SliceDim> {
        let mut named = |expr, hint| self.atom(expr, &Type::I64, hint, steps);
        let dims = dims.into_iter().map(|dim| match dim {
            ir::SliceDim::Fix(index) => ir::SliceDim::Fix(named(index, "index")),
            ir::SliceDim::Range { start, end, stride } => ir::SliceDim::Range {
                start: start.map(|start| named(start, "start")),
                end: end.map(|end| named(end, "end")),
                stride: stride.map(|stride| named(stride, "stride")),
            },
        });
        dims.collect()
    }

    /// Checks the indices and slices of an index or slice against the array's type.
    fn dims(&mut self, array: &Typed, dims: &[Dim], span: Span) -> Checking<Dims> {
        self.not_too_many(dims.len(), "positions", span)?;
        let mut rest = array.ty.clone();
        let (mut checked, mut kept) = (Vec::new(), Vec::new());
        for dim in dims {
            let Some((elem, size)) = self.element(&rest) else {
                return self.too_many_indices(&array.ty, dims.len(), array.expr.span);
            };
            rest = elem;
            match dim {
                Dim::Fix(index) => checked.push(ir::SliceDim::Fix(self.index_value(index)?.expr)),
                Dim::Slice { start, end, stride } => {
                    let start_typed = self.slice_part(start)?;
                    let end_typed = self.slice_part(end)?;
                    let stride_typed = self.slice_part(stride)?;
                    kept.push(self.sliced_size(&size, &start_typed, &end_typed, &stride_typed, span));
                    let [start, end, stride] = [start_typed, end_typed, stride_typed].map(|t| t.map(|t| t.expr));
                    checked.push(ir::SliceDim::Range { start, end, stride });
                }
            }
        }
        let is_index = kept.is_empty();
        Ok(Dims { dims: checked, selected: Type::array_of(rest, kept.into_iter()), is_index })
    }

    /// Returns the element type and the outer size of an array type, `None` for any other type. An unknown type becomes
    /// an array.
    fn element(&mut self, ty: &Type) -> Option<(Type, Size)> {
        match self.unifier.shallow(ty) {
            Type::Array(elem, size) => Some(((*elem).clone(), size)),
            Type::Meta(_) => {
                let (elem, size) = (self.unifier.fresh(), self.unifier.fresh_size());
                self.unifier.unify(ty, &Type::array(elem.clone(), size.clone())).ok()?;
                Some((elem, size))
            }
            _ => None,
        }
    }

    /// Returns the size of a slice. It is known for the forms `[:]`, `[::-1]`, `[:n]`, `[i:]` and `[i:j]`. Any other
    /// size is unknown, and so is one with too many parts, such as that of many nested slices.
    fn sliced_size(
        &mut self,
        size: &Size,
        start: &Option<Typed>,
        end: &Option<Typed>,
        stride: &Option<Typed>,
        span: Span,
    ) -> Size {
        let whole = start.is_none() && end.is_none();
        let told = |checker: &Checker, bound: &Option<Typed>, otherwise: Size| match bound {
            Some(bound) => checker.size_of_value(bound),
            None => Some(otherwise),
        };
        let stride = told(self, stride, Size::Const(1));
        let known = match (stride, told(self, start, Size::Const(0)), told(self, end, size.clone())) {
            (Some(Size::Const(1)), Some(start), Some(end)) => Some(difference(end, start)),
            (Some(Size::Const(-1)), ..) if whole => Some(size.clone()),
            _ => None,
        };
        known.filter(is_small).unwrap_or_else(|| self.unknown_size("size", span))
    }

    /// Checks a bound or stride of a slice. Unlike an index, its type must be `i64`, because the slice's size is
    /// computed from it.
    fn slice_part(&mut self, exp: &Option<Box<Exp>>) -> Checking<Option<Typed>> {
        let reason = Reason::new(Span::NOWHERE, "the bounds and the stride of a slice must be");
        exp.as_ref().map(|exp| self.check(exp, &Type::I64, &reason)).transpose()
    }

    /// Checks an index, which may be an integer of any type, and converts it to `i64`.
    fn index_value(&mut self, exp: &Exp) -> Checking<Typed> {
        let typed = self.infer(exp, Some(&Type::I64))?;
        let is_literal = match &exp.kind {
            ExpKind::Unary(ast::UnaryOp::Negate, inner) => matches!(inner.kind, ExpKind::Literal(_)),
            kind => matches!(kind, ExpKind::Literal(_)),
        };
        if is_literal && matches!(self.unifier.shallow(&typed.ty), Type::Meta(_)) {
            return self.subsume(typed, &Type::I64, exp.span, &Reason::new(Span::NOWHERE, "an index must be"));
        }
        let integer = self.unifier.fresh_number(ScalarSet::INTEGERS);
        let typed = self.subsume(typed, &integer, exp.span, &Reason::new(Span::NOWHERE, "an index must be"))?;
        Ok(self.widened(typed, exp.span))
    }

    /// Converts an integer to `i64`. `finish` removes a conversion from `i64`.
    fn widened(&mut self, typed: Typed, span: Span) -> Typed {
        if self.unifier.shallow(&typed.ty) == Type::I64 {
            return typed;
        }
        let kind = ir::ExprKind::Prim(ir::Prim::Convert(ScalarType::I64), vec![typed.expr]);
        self.typed(kind, Type::I64, span)
    }

    // Updates

    pub fn with(&mut self, target: &Exp, path: &[ast::Step], value: &Exp, span: Span) -> Checking<Typed> {
        let target = self.infer(target, None)?;
        let mut steps = Vec::new();
        let typed = self.updated(target, path, value, span, &mut steps)?;
        let expr = self.wrap(steps, typed.expr, &typed.ty);
        Ok(Typed { expr, ty: typed.ty })
    }

    /// Returns `target` with the value at the end of the path replaced. Records and elements on the path are read,
    /// updated and written back.
    pub fn updated(
        &mut self,
        target: Typed,
        path: &[ast::Step],
        value: &Exp,
        span: Span,
        steps: &mut Vec<Step>,
    ) -> Checking<Typed> {
        match path {
            [] => {
                let reason = Reason::new(Span::NOWHERE, "the value that it replaces is");
                self.check(value, &target.ty, &reason)
            }
            [ast::Step::Field(field), rest @ ..] => {
                let Type::Record(fields) = self.unifier.resolve(&target.ty) else {
                    return self.unknown_record(&target, field);
                };
                let root = root_of(&target.expr);
                let target_ty = target.ty;
                let atom = self.atom(target.expr, &target_ty, root, steps);
                let mut replaced = Vec::new();
                let mut found = false;
                for (name, ty) in fields.iter() {
                    let part = self.typed(ir::ExprKind::Field(Box::new(atom.clone()), *name), ty.clone(), span);
                    let is_field = *name == field.name;
                    found |= is_field;
                    let part = match is_field {
                        true if rest.is_empty() => self.field_value(value, ty)?,
                        true => self.updated(part, rest, value, span, steps)?,
                        false => part,
                    };
                    replaced.push((*name, part));
                }
                if !found {
                    return self.unknown_field(&target_ty, field);
                }
                Ok(self.record_of(replaced, span))
            }
            [ast::Step::Index(dims), rest @ ..] => self.update_index(target, dims, rest, value, span, steps),
        }
    }

    /// Checks the new value of a field. It must have the type of the field; its sizes may differ.
    fn field_value(&mut self, value: &Exp, field: &Type) -> Checking<Typed> {
        let typed = self.infer(value, Some(field))?;
        self.agrees_in_shape(typed, field, value.span, &Reason::new(Span::NOWHERE, "the value that it replaces is"))
    }

    /// Reports an update of a field of something that is no record, or not known to be one.
    fn unknown_record<T>(&mut self, target: &Typed, field: &ast::Ident) -> Checking<T> {
        if !matches!(self.unifier.shallow(&target.ty), Type::Meta(_)) {
            return self.unknown_field(&target.ty, field);
        }
        let (root, field_name) = (root_of(&target.expr), field.name);
        let diagnostic = Diagnostic::error(AMBIGUOUS, format!("the type of `{root}` is not known here"))
            .label(field.span, format!("its type is needed to find the field `{field_name}`"))
            .help(format!("declare the type of the parameter, such as `({root}: {{{field_name}: i32}})`"));
        Err(self.report(diagnostic))
    }

    fn unknown_field<T>(&mut self, ty: &Type, field: &ast::Ident) -> Checking<T> {
        let label = format!("not a field of {}", self.show(ty));
        self.error(NO_FIELD, field.span, format!("there is no field `{}` here", field.name), &label)
    }

    /// Checks an update of an array at indices or slices. If `rest` has further steps, they update the selected
    /// element.
    fn update_index(
        &mut self,
        target: Typed,
        dims: &[Dim],
        rest: &[ast::Step],
        value: &Exp,
        span: Span,
        steps: &mut Vec<Step>,
    ) -> Checking<Typed> {
        let mut selected = self.dims(&target, dims, span)?;
        let Typed { expr: mut array, ty } = target;
        let value = if rest.is_empty() {
            let reason = Reason::new(Span::NOWHERE, "the value that it replaces is");
            let typed = self.infer(value, Some(&selected.selected))?;
            match selected.is_index {
                true => self.subsume(typed, &selected.selected, value.span, &reason)?,
                false => self.agrees_in_shape(typed, &selected.selected, value.span, &reason)?,
            }
        } else {
            // The element is read, updated and written back, so the array is used twice.
            array = self.atom(array, &ty, "array", steps);
            selected.dims = self.named_dims(selected.dims, steps);
            let mut element = self.selection(array.clone(), selected.clone(), span);
            if rest.iter().any(|step| matches!(step, ast::Step::Index(_))) {
                // The inner update consumes a copy of the element, because the array is still used.
                let kind = ir::ExprKind::Prim(ir::Prim::Copy, vec![element.expr]);
                element = self.typed(kind, element.ty, span);
            }
            let typed = self.updated(element, rest, value, span, steps)?;
            self.subsume(typed, &selected.selected, span, &Reason::new(Span::NOWHERE, "the element is"))?
        };
        let kind = ir::ExprKind::Update(Box::new(array), selected.dims, Box::new(value.expr));
        Ok(self.typed(kind, ty, span))
    }

    /// Like `subsume`, but sizes may differ, because the operation checks them at run time or takes the new ones.
    fn agrees_in_shape(&mut self, typed: Typed, expected: &Type, span: Span, reason: &Reason) -> Checking<Typed> {
        match self.unifier.unify(&typed.ty, expected) {
            Ok(_) => Ok(typed),
            Err(why) => Err(self.mismatch(&typed.ty, expected, span, reason, why)),
        }
    }

    // Ranges

    /// Checks a range, such as `a..<b`. The number of elements is computed in `i64`, and the elements in their own
    /// type.
    pub fn range(&mut self, range: &ast::Range, span: Span) -> Checking<Typed> {
        let elem = self.unifier.fresh_number(ScalarSet::INTEGERS);
        let reason = Reason::new(range.start.span, "the start of the range is");
        let start = self.check(&range.start, &elem, &Reason::none())?;
        let second = match &range.second {
            Some(second) => Some(self.check(second, &elem, &reason)?),
            None => None,
        };
        let (end, shape) = match &range.end {
            ast::RangeEnd::Inclusive(end) => (end, Bound::Inclusive),
            ast::RangeEnd::Up(end) => (end, Bound::Up),
            ast::RangeEnd::Down(end) => (end, Bound::Down),
        };
        let end = self.check(end, &elem, &reason)?;
        if let (Bound::Up, None, Some(Size::Const(0))) = (shape, &second, self.size_of_value(&start))
            && self.unifier.shallow(&elem) == Type::I64
        {
            return self.counted(end, span);
        }
        let size = self.range_size(&start, &second, &end, shape, &elem);
        let mut steps = Vec::new();
        let start_atom = self.atom(start.expr, &elem, "start", &mut steps);
        let end_atom = self.atom(end.expr, &elem, "end", &mut steps);
        let second_atom = second.map(|second| self.atom(second.expr, &elem, "second", &mut steps));
        let pieces = RangePieces { start: start_atom, second: second_atom, end: end_atom, shape, elem, size, span };
        self.counted_range(pieces, steps)
    }

    /// Returns the range `0..<count` for an `i64`, with a check that `count` is not negative.
    fn counted(&mut self, count: Typed, span: Span) -> Checking<Typed> {
        let size = self.size_of_value(&count).unwrap_or_else(|| self.unknown_size("size", span));
        let ty = Type::array(Type::I64, size);
        let mut steps = Vec::new();
        let end = self.atom(count.expr, &Type::I64, "end", &mut steps);
        let args = vec![end.clone(), make::i64(0), make::i64(1)];
        let iota = self.node(ir::ExprKind::Prim(ir::Prim::Iota, args), &ty, span);
        if matches!(end.kind, ir::ExprKind::Literal(_)) {
            return Ok(Typed { expr: iota, ty });
        }
        let condition = compare(CmpOp::Ge, end.clone(), make::i64(0));
        let message = Template::new("Range 0..<{} is invalid.");
        let ensure = ir::Ensure { condition, message, values: vec![end], then: iota };
        let ensure = self.node(ir::ExprKind::Ensure(Box::new(ensure)), &ty, span);
        Ok(Typed { expr: self.wrap(steps, ensure, &ty), ty })
    }

    /// Returns the number of elements of a range as a size; `None` unless it counts in steps of 1 between two `i64`
    /// that can be sizes.
    fn range_size(
        &self,
        start: &Typed,
        second: &Option<Typed>,
        end: &Typed,
        shape: Bound,
        elem: &Type,
    ) -> Option<Size> {
        if self.unifier.shallow(elem) != Type::I64 {
            return None;
        }
        let (start, end) = (self.size_of_value(start)?, self.size_of_value(end)?);
        let second = match second {
            Some(second) => Some(self.size_of_value(second)?),
            None => None,
        };
        let one_by_one = match (&start, second) {
            (_, None) => true,
            (Size::Const(start), Some(Size::Const(second))) => second.checked_sub(*start) == Some(1),
            _ => false,
        };
        match shape {
            Bound::Up if one_by_one => Some(difference(end, start)),
            Bound::Inclusive if one_by_one && start == Size::Const(1) => Some(end),
            Bound::Inclusive if one_by_one => {
                Some(Size::Op(SizeOp::Add, Rc::new([difference(end, start), Size::Const(1)])))
            }
            _ => None,
        }
    }

    /// Returns the code of a range, with a check of its bounds. `pieces` has its operands and, if known, its size.
    fn counted_range(&mut self, pieces: RangePieces, mut steps: Vec<Step>) -> Checking<Typed> {
        let RangePieces { start, second, end, shape, elem, size, span } = pieces;
        let wide = |checker: &mut Checker, expr: &ir::Expr| {
            checker.widened(Typed { expr: expr.clone(), ty: elem.clone() }, span).expr
        };
        let (first, last) = (wide(self, &start), wide(self, &end));
        let stride = match &second {
            Some(second) => {
                let second = wide(self, second);
                i64_op(BinOp::Sub, second, first.clone())
            }
            None => make::i64(if shape == Bound::Down { -1 } else { 1 }),
        };
        let stride = self.atom(stride, &Type::I64, "stride", &mut steps);
        let distance = i64_op(BinOp::Sub, last, first);
        let distance = self.atom(distance, &Type::I64, "distance", &mut steps);
        let zero = || make::i64(0);
        // Upwards, the stride must be positive and the distance not negative; downwards, the stride must be negative
        // and the distance not positive.
        let signs = |up: bool| {
            let (stride_op, distance_op) = if up { (CmpOp::Gt, CmpOp::Ge) } else { (CmpOp::Lt, CmpOp::Le) };
            let right_way = compare(stride_op, stride.clone(), zero());
            make::if_then_else(right_way, compare(distance_op, distance.clone(), zero()), make::bool(false))
        };
        let valid = match shape {
            Bound::Up => signs(true),
            Bound::Down => signs(false),
            Bound::Inclusive => make::if_then_else(signs(true), make::bool(true), signs(false)),
        };
        let count = match shape {
            // The number of elements is `distance / stride + 1`.
            Bound::Inclusive => {
                let quotient = i64_op(BinOp::Quot, distance.clone(), stride.clone());
                i64_op(BinOp::Add, quotient, make::i64(1))
            }
            // The number of elements is `distance / stride`, rounded away from zero.
            Bound::Up | Bound::Down => {
                let one = make::i64(if shape == Bound::Up { 1 } else { -1 });
                let reach = i64_op(BinOp::Add, distance.clone(), stride.clone());
                let reach = i64_op(BinOp::Sub, reach, one);
                i64_op(BinOp::Quot, reach, stride.clone())
            }
        };
        let dots = match shape {
            Bound::Inclusive => "...",
            Bound::Up => "..<",
            Bound::Down => "..>",
        };
        let mut values = vec![start.clone()];
        let template = match &second {
            Some(second) => {
                values.push(second.clone());
                format!("Range {{}}..{{}}{dots}{{}} is invalid.")
            }
            None => format!("Range {{}}{dots}{{}} is invalid."),
        };
        values.push(end);
        // A stride of zero must be reported before it is a divisor.
        let size = size.unwrap_or_else(|| self.unknown_size("size", span));
        let ty = Type::array(elem.clone(), size);
        let step = match second {
            Some(second) => {
                self.node(ir::ExprKind::Prim(ir::Prim::Bin(BinOp::Sub), vec![second, start.clone()]), &elem, span)
            }
            None => {
                let one = self.node(ir::ExprKind::Literal(Scalar::I64(1)), &elem, span);
                match shape {
                    // Because unsigned types have no literal -1, 1 is negated.
                    Bound::Down => self.node(ir::ExprKind::Prim(ir::Prim::Un(UnOp::Neg), vec![one]), &elem, span),
                    Bound::Inclusive | Bound::Up => one,
                }
            }
        };
        let iota = self.node(ir::ExprKind::Prim(ir::Prim::Iota, vec![count, start, step]), &ty, span);
        let message = Template::new(template);
        let ensure = ir::Ensure { condition: valid, message, values, then: iota };
        let ensure = self.node(ir::ExprKind::Ensure(Box::new(ensure)), &ty, span);
        Ok(Typed { expr: self.wrap(steps, ensure, &ty), ty })
    }

    // Paths

    /// Checks a path section, `(.a.b)` or `(.[i])`: a function that selects a part of its argument. Its indices are
    /// evaluated once, outside of the function.
    pub fn path_section(&mut self, path: &[ast::Step], hint: Option<&Type>, span: Span) -> Checking<Typed> {
        let param = match hint.map(|hint| self.unifier.shallow(hint)) {
            Some(Type::Function(function)) => function.param.clone(),
            _ => self.unifier.fresh(),
        };
        let x = self.fresh_name("x");
        let mut typed = Typed { expr: self.node(ir::ExprKind::Var(x, Vec::new()), &param, span), ty: param.clone() };
        for step in path {
            typed = match step {
                ast::Step::Field(field) => self.project(typed, field.name, field.span, span)?,
                ast::Step::Index(dims) => self.select(typed, dims, span)?,
            };
        }
        let ty = Type::function(param.clone(), typed.ty);
        let param = ir::Param { pat: ir::Pat::Var(x, self.slot(&param)), consumed: ir::Unique::No, span };
        let lambda = ir::ExprKind::Lambda(Box::new(ir::Lambda {
            params: vec![param],
            unique_result: ir::Unique::No,
            body: typed.expr,
        }));
        Ok(self.typed(lambda, ty, span))
    }

    /// Checks a variable, given by its name.
    pub fn name_exp(&mut self, ident: &ast::Ident) -> Checking<Typed> {
        self.variable_exp(&ast::QualName { path: Vec::new(), name: ident.name, span: ident.span })
    }
}

/// Returns the name of the variable of which the expression is a field; used as a hint.
fn root_of(expr: &ir::Expr) -> &'static str {
    match &expr.kind {
        ir::ExprKind::Var(name, _) => name.hint.as_str(),
        ir::ExprKind::Field(record, _) => root_of(record),
        _ => "record",
    }
}

/// Returns an operation on `i64`. Unlike `build::binary`, it does not infer the type from the operands, whose types may
/// be slots.
fn i64_op(op: BinOp, a: ir::Expr, b: ir::Expr) -> ir::Expr {
    make::expr(ir::ExprKind::Prim(ir::Prim::Bin(op), vec![a, b]), ir::Type::I64)
}

fn compare(op: CmpOp, a: ir::Expr, b: ir::Expr) -> ir::Expr {
    make::expr(ir::ExprKind::Prim(ir::Prim::Cmp(op), vec![a, b]), ir::Type::BOOL)
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Inclusive,
    Up,
    Down,
}

struct RangePieces {
    start: ir::Expr,
    second: Option<ir::Expr>,
    end: ir::Expr,
    shape: Bound,
    elem: Type,
    /// Number of elements; `None` if it cannot be a size in types.
    size: Option<Size>,
    span: Span,
}

/// Returns the size `end - start`.
fn difference(end: Size, start: Size) -> Size {
    match start {
        Size::Const(0) => end,
        start => Size::Op(SizeOp::Sub, Rc::new([end, start])),
    }
}
