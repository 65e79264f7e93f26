//! Arrays of elements without contents, such as `[n]()`. A unit has no leaves, so an array of units would have none
//! that shows its length. Therefore the elements of such arrays become values of a sum with one constructor, whose leaf
//! is its tag; other units stay. Outside, the arrays have the same leaf (`EntryType::element_leaves`).
//!
//! ```text
//! map (\_ -> ()) xs : [n]()        map (\_ -> #unit) xs : [n](#unit)
//! us[i] : ()                       let _ = us[i] in ()
//! zip us xs : [n]((), i32)         map (\(_, x) -> ((), x)) (zip us xs)
//! ```
//!
//! CORE to CORE. Needs: function operands of array operations are lambdas (`defunctionalise`). Guarantees: all arrays
//! have leaves. Cost: linear in the program; a program without such arrays is returned unchanged.

use crate::build;
use crate::def::{Constructors, DefId, Expr, ExprKind, LoopForm, Param, Pat, Prim, Program, TensorOp, Type, Unique};
use crate::walk::{self, Part, PartMut};
use base::entity::EntityRef;
use base::{NameSource, Span, Symbol};
use std::borrow::Cow;
use std::sync::Arc;

/// Replaces the elements of arrays that have no contents by values of a sum, so that all arrays have leaves.
pub fn with_leaves(program: &Program) -> Cow<'_, Program> {
    if !has_empty_elements(program) {
        return Cow::Borrowed(program);
    }
    let mut program = program.clone();
    for data in program.datas.values_mut() {
        data.constructors = filled_constructors(&data.constructors);
    }
    for at in 0..program.defs.len() {
        let def = &mut program.defs[DefId::new(at)];
        def.params.iter_mut().for_each(|param| walk::pat_parts_mut(&mut param.pat, &mut fill_part));
        def.result = filled(&def.result);
        let body = std::mem::replace(&mut def.body, build::unit());
        def.body = walk::rewrite(body, &mut |expr| fill(expr, &mut program.names));
    }
    Cow::Owned(program)
}

/// Whether the program has arrays whose elements have no leaves.
fn has_empty_elements(program: &Program) -> bool {
    let mut found = false;
    let mut visit = |part: Part| {
        if let Part::Type(ty) = part {
            found = found || mentions_empty_elements(ty);
        }
    };
    for data in program.datas.values() {
        data.constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| visit(Part::Type(ty)));
    }
    for def in program.defs.values() {
        visit(Part::Type(&def.result));
        def.params.iter().for_each(|param| walk::pat_parts(&param.pat, &mut visit));
        walk::for_each_part_deep(&def.body, &mut visit);
    }
    found
}

fn mentions_empty_elements(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::Data(..) | Type::Param(_) => false,
        Type::Seq(elem) | Type::Ref(elem) => mentions_empty_elements(elem),
        Type::Array(elem, _) | Type::Tensor(elem) => holds_nothing(elem) || mentions_empty_elements(elem),
        Type::Record(fields) => fields.iter().any(|(_, field)| mentions_empty_elements(field)),
        Type::Sum(constructors) => constructors.iter().flat_map(|(_, payload)| payload).any(mentions_empty_elements),
        Type::Function(from, to) => mentions_empty_elements(from) || mentions_empty_elements(to),
    }
}

/// Whether values of the type have no contents: it is the unit, or a record of such types.
fn holds_nothing(ty: &Type) -> bool {
    matches!(ty, Type::Record(fields) if fields.iter().all(|(_, field)| holds_nothing(field)))
}

/// Returns the name of the only constructor of `element`.
fn unit() -> Symbol {
    Symbol::new("unit")
}

/// Returns the sum type that replaces elements without contents.
fn element() -> Type {
    Type::Sum(Arc::new([(unit(), Vec::new())]))
}

/// Returns the only value of type `element`.
fn one_element() -> Expr {
    build::variant(unit(), Vec::new(), element())
}

/// Returns the only value of a type without contents.
fn nothing(ty: &Type) -> Expr {
    build::record(ty.fields().into_iter().flatten().map(|(name, field)| (*name, nothing(field))).collect())
}

fn filled(ty: &Type) -> Type {
    match ty {
        Type::Scalar(_) | Type::Data(..) | Type::Param(_) => ty.clone(),
        Type::Seq(elem) => Type::Seq(filled(elem).into()),
        Type::Ref(content) => Type::Ref(filled(content).into()),
        Type::Array(elem, size) if holds_nothing(elem) => Type::array(element(), *size),
        Type::Array(elem, size) => Type::array(filled(elem), *size),
        Type::Tensor(elem) if holds_nothing(elem) => Type::Tensor(element().into()),
        Type::Tensor(elem) => Type::Tensor(filled(elem).into()),
        Type::Record(fields) => Type::Record(fields.iter().map(|(name, field)| (*name, filled(field))).collect()),
        Type::Sum(constructors) => Type::Sum(filled_constructors(constructors)),
        Type::Function(from, to) => Type::function(filled(from), filled(to)),
    }
}

fn filled_constructors(constructors: &Constructors) -> Constructors {
    let payload = |types: &[Type]| types.iter().map(filled).collect();
    constructors.iter().map(|(name, types)| (*name, payload(types))).collect()
}

fn fill_part(part: PartMut) {
    if let PartMut::Type(ty) = part {
        *ty = filled(ty);
    }
}

/// Converts an expression whose subexpressions are already converted.
fn fill(mut expr: Expr, names: &mut NameSource) -> Expr {
    let before = expr.ty.clone();
    walk::for_each_part_mut(&mut expr, &mut fill_part);
    match &mut expr.kind {
        ExprKind::Array(elements) => elements.iter_mut().for_each(put),
        ExprKind::Update(_, _, value) => put(value),
        ExprKind::Loop(looped) => {
            if let LoopForm::ForIn(pat, _) = &mut looped.form {
                receive(pat, &mut looped.body);
            }
        }
        ExprKind::Index(..) | ExprKind::Slice(..) => return taken(expr),
        ExprKind::Prim(Prim::Zip, _) => return fill_zip(expr, &before, names),
        ExprKind::Prim(Prim::Unzip, _) => return fill_unzip(expr, &before, names),
        ExprKind::Prim(prim, args) => {
            fill_args(*prim, args);
            return taken(expr);
        }
        _ => {}
    }
    expr
}

/// Converts the function operands of an array operation, and its operands that are elements.
fn fill_args(prim: Prim, args: &mut [Expr]) {
    match (prim, args) {
        (Prim::Replicate, [_, value]) | (Prim::Tensor(TensorOp::Set), [_, _, value]) => put(value),
        (Prim::Map | Prim::Filter, [function, _]) => fill_function(function),
        (Prim::Reduce { .. } | Prim::Scan, [function, neutral, _])
        | (Prim::Histogram, [_, function, neutral, _, _]) => {
            fill_function(function);
            put(neutral);
        }
        _ => {}
    }
}

/// Converts a function operand: its parameters and its result become elements if they have no contents.
fn fill_function(function: &mut Expr) {
    if let ExprKind::Lambda(lambda) = &mut function.kind {
        for param in &mut lambda.params {
            receive(&mut param.pat, &mut lambda.body);
        }
        put(&mut lambda.body);
        function.ty = Type::functions(walk::param_types(&lambda.params), lambda.body.ty.clone());
    }
}

/// Replaces a value without contents by an element, after evaluating it. Other values stay.
fn put(value: &mut Expr) {
    if !holds_nothing(&value.ty) {
        return;
    }
    let evaluated = std::mem::replace(value, build::unit());
    let span = evaluated.span;
    *value = build::block(vec![build::binding(Pat::Wildcard(evaluated.ty.clone()), evaluated)], one_element()).at(span);
}

/// Replaces a pattern without contents by a pattern for an element. Its variables are bound in `body`.
fn receive(pat: &mut Pat, body: &mut Expr) {
    let ty = pat.ty();
    if !holds_nothing(&ty) {
        return;
    }
    let pat = std::mem::replace(pat, Pat::Wildcard(element()));
    let inner = std::mem::replace(body, build::unit());
    let span = inner.span;
    *body = build::block(vec![build::binding(pat, nothing(&ty))], inner).at(span);
}

/// Converts the result of an operation on arrays, which is an element, back to a value without contents.
fn taken(mut expr: Expr) -> Expr {
    let takes = matches!(
        expr.kind,
        ExprKind::Index(..)
            | ExprKind::Slice(..)
            | ExprKind::Prim(Prim::Reduce { .. } | Prim::Tensor(TensorOp::Get), _)
    );
    if !takes || !holds_nothing(&expr.ty) {
        return expr;
    }
    let value = nothing(&expr.ty);
    let span = expr.span;
    expr.ty = element();
    build::block(vec![build::binding(Pat::Wildcard(element()), expr)], value).at(span)
}

/// Converts a zip if some of the arrays have elements without contents. `before` is its type before the conversion.
fn fill_zip(mut zip: Expr, before: &Type, names: &mut NameSource) -> Expr {
    let fields = before.elem().and_then(Type::fields).unwrap_or(&[]);
    let Type::Array(_, size) = zip.ty else { return zip };
    if !fields.iter().any(|(_, field)| holds_nothing(field)) {
        return zip;
    }
    let (mut pats, mut values) = (Vec::new(), Vec::new());
    for (name, field) in fields {
        if holds_nothing(field) {
            pats.push((*name, Pat::Wildcard(element())));
            values.push((*name, nothing(field)));
        } else {
            let item = names.fresh("item");
            pats.push((*name, Pat::Var(item, filled(field))));
            values.push((*name, build::var(item, filled(field))));
        }
    }
    let (pat, span, ty) = (Pat::Record(pats), zip.span, zip.ty.clone());
    zip.ty = Type::array(pat.ty(), size);
    map(pat, build::record(values), zip, span).with_type(ty)
}

/// Converts an unzip if some of the arrays have elements without contents. `before` is its type before the conversion.
fn fill_unzip(mut unzip: Expr, before: &Type, names: &mut NameSource) -> Expr {
    let fields = before.fields().unwrap_or(&[]);
    if !fields.iter().any(|(_, field)| field.elem().is_some_and(holds_nothing)) {
        return unzip;
    }
    let ExprKind::Prim(_, args) = &mut unzip.kind else { return unzip };
    let Some(zipped) = args.pop() else { return unzip };
    let Some(elem) = zipped.ty.elem().cloned() else { return unzip };
    let (array, span) = (names.fresh("zipped"), unzip.span);
    let mut arrays = Vec::with_capacity(fields.len());
    for (name, field) in fields {
        let (pat, item) = if field.elem().is_some_and(holds_nothing) {
            (Pat::Wildcard(elem.clone()), one_element())
        } else {
            let row = names.fresh("row");
            (Pat::Var(row, elem.clone()), build::field(build::var(row, elem.clone()), *name))
        };
        let items = map(pat, item, build::var(array, zipped.ty.clone()), span);
        arrays.push((*name, items.with_type(filled(field))));
    }
    build::block(vec![build::bind(array, zipped)], build::record(arrays)).at(span)
}

/// Returns `map (\pat -> item) array`. An item without contents becomes an element.
fn map(pat: Pat, mut item: Expr, array: Expr, span: Span) -> Expr {
    put(&mut item);
    let param = Param { pat, consumed: Unique::No, span: Span::NOWHERE };
    build::map(build::lambda(vec![param], item), array).at(span)
}
