//! Values and code of the host as those of a device: sequences are arrays, and data types are sums. Operations on
//! sequences make the same checks, with the same messages.

use crate::build;
use crate::def::{Case, Data, Datas, Expr, ExprKind, Pat, Prim, SeqOp, Size, SliceDim, TensorOp, Type};
use crate::messages;
use crate::walk::{PartMut, for_each_part_mut};
use base::entity::EntityRef;
use base::{Bug, Error, NameSource, Span, Template, graph};
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar};

/// Converts between values and code of the host and those of a device.
pub struct Device<'p> {
    datas: &'p Datas,
    recursive: FxHashSet<usize>,
}

/// The direction of a conversion.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    ToDevice,
    ToHost,
}

impl Way {
    fn opposite(self) -> Way {
        match self {
            Way::ToDevice => Way::ToHost,
            Way::ToHost => Way::ToDevice,
        }
    }
}

/// Types and values.
impl<'p> Device<'p> {
    pub fn new(datas: &'p Datas) -> Device<'p> {
        Device { datas, recursive: recursive_datas(datas) }
    }

    /// Returns the device's type for a type of the host. Types without one stay: recursive data types, references and
    /// tensors.
    pub fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Scalar(_) | Type::Ref(_) | Type::Tensor(_) | Type::Param(_) => ty.clone(),
            Type::Seq(elem) => Type::array(self.ty(elem), Size::Any),
            Type::Array(elem, size) => Type::array(self.ty(elem), *size),
            Type::Record(fields) => Type::Record(fields.iter().map(|(name, field)| (*name, self.ty(field))).collect()),
            Type::Sum(_) | Type::Data(..) => match ty.constructors(self.datas) {
                Some(constructors) if !self.is_recursive(ty) => {
                    let payload = |types: &[Type]| types.iter().map(|ty| self.ty(ty)).collect();
                    Type::Sum(constructors.iter().map(|(name, types)| (*name, payload(types))).collect())
                }
                _ => ty.clone(),
            },
            Type::Function(from, to) => Type::function(self.ty(from), self.ty(to)),
        }
    }

    /// Whether a device can hold values of the type.
    pub fn holds(&self, ty: &Type) -> bool {
        !self.ty(ty).has_data()
    }

    fn is_recursive(&self, ty: &Type) -> bool {
        matches!(ty, Type::Data(id, _) if self.recursive.contains(&id.index()))
    }

    pub fn part(&self, part: PartMut<'_>) {
        if let PartMut::Type(ty) = part {
            *ty = self.ty(ty);
        }
    }

    /// Returns the host's value as one of the device.
    pub fn enter(&self, value: Expr, names: &mut NameSource) -> Expr {
        let ty = value.ty.clone();
        self.converted(Way::ToDevice, value, &ty, names)
    }

    /// Returns the device's value as one of the host, which has the type `ty` there.
    pub fn leave(&self, value: Expr, ty: &Type, names: &mut NameSource) -> Expr {
        self.converted(Way::ToHost, value, ty, names)
    }

    /// Converts a value, which has the type `ty` on the host.
    fn converted(&self, way: Way, value: Expr, ty: &Type, names: &mut NameSource) -> Expr {
        if self.ty(ty) == *ty {
            return value;
        }
        let span = value.span;
        let mut bindings = Vec::new();
        let done = match ty {
            Type::Seq(elem) if way == Way::ToDevice => {
                let items = build::prim(Prim::Seq(SeqOp::ToArray), vec![value]).at(span);
                self.elements(way, items, elem, names)
            }
            Type::Seq(elem) => {
                let items = self.elements(way, value, elem, names);
                build::prim(Prim::Seq(SeqOp::OfArray), vec![items]).at(span)
            }
            Type::Array(elem, _) => self.elements(way, value, elem, names),
            Type::Function(from, to) => {
                let value = build::named("function", value, names, &mut bindings);
                let (name, back) = (names.fresh("x"), way.opposite());
                let param = if way == Way::ToDevice { self.ty(from) } else { (**from).clone() };
                let given = self.converted(back, build::var(name, param.clone()).at(span), from, names);
                let result = self.converted(way, build::apply(value, vec![given]).at(span), to, names);
                build::lambda(vec![build::param(name, param)], result)
            }
            Type::Record(fields) => {
                let value = build::named("value", value, names, &mut bindings);
                let part = |(name, ty): &(_, Type)| {
                    (*name, self.converted(way, build::field(value.clone(), *name).at(span), ty, names))
                };
                build::record(fields.iter().map(part).collect())
            }
            _ => {
                let constructors = ty.constructors(self.datas).unwrap_or_default();
                let (from, to) =
                    if way == Way::ToDevice { (ty.clone(), self.ty(ty)) } else { (self.ty(ty), ty.clone()) };
                let case = |(name, types): &(_, Vec<Type>)| {
                    let (mut pats, mut payload) = (Vec::new(), Vec::new());
                    for ty in types {
                        let outer = if way == Way::ToDevice { ty.clone() } else { self.ty(ty) };
                        let part = names.fresh("payload");
                        pats.push(Pat::Var(part, outer.clone()));
                        payload.push(self.converted(way, build::var(part, outer).at(span), ty, names));
                    }
                    let body = build::variant(*name, payload, to.clone()).at(span);
                    Case { pat: Pat::Variant(*name, pats, from.clone()), body }
                };
                build::match_on(value, constructors.iter().map(case).collect(), to.clone())
            }
        };
        build::block(bindings, done.at(span)).at(span)
    }

    /// Converts the elements of an array.
    fn elements(&self, way: Way, array: Expr, elem: &Type, names: &mut NameSource) -> Expr {
        let outer = if way == Way::ToDevice { elem.clone() } else { self.ty(elem) };
        let (name, span) = (names.fresh("x"), array.span);
        if self.ty(elem) == *elem {
            return array;
        }
        let body = self.converted(way, build::var(name, outer.clone()).at(span), elem, names);
        build::map(build::lambda(vec![build::param(name, outer)], body).at(span), array).at(span)
    }
}

/// Returns the numbers of the data types whose values may contain values of the same type.
pub(crate) fn recursive_datas(datas: &Datas) -> FxHashSet<usize> {
    let held = |data: &Data| {
        let mut held = Vec::new();
        let types = data.constructors.iter().flat_map(|(_, types)| types);
        types.for_each(|ty| ty.each_data(&mut |id| held.push(id.index())));
        held
    };
    graph::on_cycles(&datas.values().map(held).collect::<Vec<_>>())
}

/// Code.
impl Device<'_> {
    /// Converts code of the host to code of the device.
    pub fn expr(&self, expr: &mut Expr, names: &mut NameSource) -> Result<(), Error> {
        let mut result = Ok(());
        for_each_part_mut(expr, &mut |part| match part {
            PartMut::Expr(child) => {
                let converted = self.expr(child, names);
                if result.is_ok() {
                    result = converted;
                }
            }
            part => self.part(part),
        });
        result?;
        let (span, ty) = (expr.span, expr.ty.clone());
        if let ExprKind::Array(items) = &mut expr.kind
            && items.first().is_some_and(|item| has_slots(&item.ty))
            && !items.iter().all(|item| matches!(item.kind, ExprKind::Variant(..)))
        {
            *expr = chosen_items(std::mem::take(items), names).with_type(ty).at(span);
            return Ok(());
        }
        if let ExprKind::Prim(prim @ (Prim::Seq(_) | Prim::Fail), args) = &mut expr.kind {
            let args = std::mem::take(args);
            *expr = match prim {
                Prim::Seq(op) => sequence(*op, args, span, names)?,
                _ => failure(&args, &ty)?,
            }
            .at(span);
        }
        Ok(())
    }
}

/// Returns the array operation for one on sequences, whose operands are arrays.
fn sequence(op: SeqOp, args: Vec<Expr>, span: Span, names: &mut NameSource) -> Result<Expr, Error> {
    let mut bindings = Vec::new();
    let args = if let SeqOp::OfArray | SeqOp::ToArray | SeqOp::Length = op {
        args
    } else {
        args.into_iter().map(|arg| build::named("value", arg, names, &mut bindings)).collect()
    };
    let done = match (op, <[Expr; 1]>::try_from(args)) {
        (SeqOp::OfArray | SeqOp::ToArray, Ok([array])) => array,
        (SeqOp::Length, Ok([array])) => build::size(array, 0),
        (_, Ok(_)) => return Err(bug("an operation on sequences without its operands")),
        (op, Err(args)) => match (op, &args[..]) {
            (SeqOp::Get, [array, at]) => {
                let element = build::index(array.clone(), vec![at.clone()]).at(span);
                within(array, at, Expr { unchecked: true, ..element }, span)
            }
            (SeqOp::Set, [array, at, value]) if has_slots(&value.ty) => {
                let count = build::size(array.clone(), 0);
                let changed = computed(count, names, span, |i| {
                    let same = build::compare(CmpOp::Eq, i.clone(), at.clone());
                    build::if_then_else(same, value.clone(), element(array, i))
                });
                within(array, at, changed, span)
            }
            (SeqOp::Set, [array, at, value]) => {
                let copy = build::prim(Prim::Copy, vec![array.clone()]);
                let changed = build::update(copy, vec![SliceDim::Fix(at.clone())], value.clone()).at(span);
                within(array, at, changed, span)
            }
            (SeqOp::Cons, [value, array]) => joined(single(value), array.clone(), names, span),
            (SeqOp::Snoc, [array, value]) => joined(array.clone(), single(value), names, span),
            (SeqOp::Concat, [array, more]) => joined(array.clone(), more.clone(), names, span),
            (SeqOp::Sub, [array, start, count]) => part(array, start, count, span),
            _ => return Err(bug("an operation on sequences without its operands")),
        },
    };
    Ok(build::block(bindings, done.at(span)))
}

fn single(value: &Expr) -> Expr {
    build::array(vec![value.clone()], value.ty.clone()).at(value.span)
}

fn both(a: Expr, b: Expr) -> Expr {
    build::binary(BinOp::And, a, b)
}

fn not_negative(number: &Expr) -> Expr {
    build::compare(CmpOp::Ge, number.clone(), build::i64(0))
}

/// Returns `then`, if the index is one of the array.
fn within(array: &Expr, at: &Expr, then: Expr, span: Span) -> Expr {
    let length = build::size(array.clone(), 0);
    let fits = both(not_negative(at), build::compare(CmpOp::Lt, at.clone(), length.clone()));
    build::ensure(fits, messages::outside_of_sequence(), vec![at.clone(), length], then).at(span)
}

/// Whether values of the type are or have sums with arrays. Where a value does not use such a slot, its size is open, so it
/// may differ from those of other elements. `map` gives all elements one size.
fn has_slots(ty: &Type) -> bool {
    let has_rows = |ty: &Type| ty.any_part(&|ty| matches!(ty, Type::Array(..)).then_some(true));
    ty.any_part(&|part| match part {
        Type::Sum(constructors) => Some(constructors.iter().flat_map(|(_, payload)| payload).any(has_rows)),
        _ => None,
    })
}

fn element(array: &Expr, at: Expr) -> Expr {
    Expr { unchecked: true, ..build::index(array.clone(), vec![at]) }
}

/// Returns the array of the values for the numbers below the count.
fn computed(count: Expr, names: &mut NameSource, span: Span, value: impl FnOnce(Expr) -> Expr) -> Expr {
    let name = names.fresh("i");
    let body = value(build::var(name, Type::I64));
    let function = build::lambda(vec![build::param(name, Type::I64)], body).at(span);
    build::map(function, build::indices(count).at(span)).at(span)
}

/// Returns the array of these items, chosen by their indices.
fn chosen_items(items: Vec<Expr>, names: &mut NameSource) -> Expr {
    let mut bindings = Vec::new();
    let items: Vec<Expr> = items.into_iter().map(|item| build::named("item", item, names, &mut bindings)).collect();
    let span = items.first().map_or(Span::NOWHERE, |item| item.span);
    let count = build::i64(items.len() as i64);
    let array = computed(count, names, span, |i| {
        let mut items = items.into_iter().enumerate().rev();
        let last = items.next().map_or_else(build::unit, |(_, item)| item);
        items.fold(last, |rest, (at, item)| {
            let same = build::compare(CmpOp::Eq, i.clone(), build::i64(at as i64));
            build::if_then_else(same, item, rest)
        })
    });
    build::block(bindings, array)
}

/// Concatenates two arrays. Since an empty array may have rows of any shape, it is left out if the elements are rows.
fn joined(a: Expr, b: Expr, names: &mut NameSource, span: Span) -> Expr {
    let has_rows = a.ty.elem().is_some_and(|elem| elem.any_part(&|ty| matches!(ty, Type::Array(..)).then_some(true)));
    if a.ty.elem().is_some_and(has_slots) {
        let mut bindings = Vec::new();
        let [a, b] = [a, b].map(|array| build::named("value", array, names, &mut bindings));
        let [first, second] = [&a, &b].map(|array| build::size(array.clone(), 0));
        let both = computed(build::binary(BinOp::Add, first.clone(), second), names, span, |i| {
            let is_first = build::compare(CmpOp::Lt, i.clone(), first.clone());
            let in_second = build::binary(BinOp::Sub, i.clone(), first);
            build::if_then_else(is_first, element(&a, i), element(&b, in_second))
        });
        return build::block(bindings, both).at(span);
    }
    let whole = build::prim(Prim::Concat, vec![a.clone(), b.clone()]).at(span);
    if !has_rows {
        return whole;
    }
    let is_empty = |array: &Expr| build::compare(CmpOp::Eq, build::size(array.clone(), 0), build::i64(0));
    let any = Type::array(a.ty.elem().cloned().unwrap_or(Type::unit()), Size::Any);
    let rest = build::if_then_else(is_empty(&b), a.clone(), whole).with_type(any.clone()).at(span);
    build::if_then_else(is_empty(&a), b, rest).with_type(any).at(span)
}

fn part(array: &Expr, start: &Expr, count: &Expr, span: Span) -> Expr {
    let length = build::size(array.clone(), 0);
    let end = build::binary(BinOp::Add, start.clone(), count.clone()).at(span);
    // The sum of two numbers that are not negative overflows to a negative one.
    let fits = [not_negative(count), not_negative(&end), build::compare(CmpOp::Le, end.clone(), length.clone())];
    let fits = fits.into_iter().fold(not_negative(start), both);
    let range = SliceDim::Range { start: Some(start.clone()), end: Some(end), stride: None };
    let slice = Expr { unchecked: true, ..build::slice(array.clone(), vec![range]).at(span) };
    let numbers = vec![count.clone(), start.clone(), length];
    build::ensure(fits, messages::range_outside_of_sequence(), numbers, slice).at(span)
}

/// Returns an `ensure` that fails with the text, which is constant.
fn failure(args: &[Expr], ty: &Type) -> Result<Expr, Error> {
    let text = args.first().and_then(constant_text).ok_or_else(|| bug("a message that is not constant"))?;
    let message = Template::new(text.replace('{', "{{").replace('}', "}}"));
    let unreached = any_value(ty).ok_or_else(|| bug("a type without values"))?;
    Ok(build::ensure(build::bool(false), message, Vec::new(), unreached))
}

/// Returns the text of an array literal of bytes.
pub(crate) fn constant_text(expr: &Expr) -> Option<String> {
    let ExprKind::Array(items) = &expr.kind else { return None };
    let byte = |item: &Expr| if let ExprKind::Literal(Scalar::U8(byte)) = item.kind { Some(byte) } else { None };
    let bytes = items.iter().map(byte).collect::<Option<Vec<u8>>>()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns some value of the type.
fn any_value(ty: &Type) -> Option<Expr> {
    Some(match ty {
        Type::Scalar(elem) => build::literal(Scalar::from_bits(*elem, 0)),
        Type::Array(elem, _) => build::array(Vec::new(), Type::clone(elem)).with_type(ty.clone()),
        Type::Record(fields) => {
            build::record(fields.iter().map(|(name, ty)| Some((*name, any_value(ty)?))).collect::<Option<_>>()?)
        }
        Type::Sum(constructors) => {
            let (name, payload) = constructors.first()?;
            build::variant(*name, payload.iter().map(any_value).collect::<Option<_>>()?, ty.clone())
        }
        Type::Tensor(elem) => {
            let elements = build::array(Vec::new(), Type::clone(elem));
            build::prim(Prim::Tensor(TensorOp::New), vec![build::array(vec![build::i64(0)], Type::I64), elements])
        }
        Type::Seq(_) | Type::Ref(_) | Type::Data(..) | Type::Function(..) | Type::Param(_) => {
            return None;
        }
    })
}

fn bug(message: &str) -> Error {
    Bug::new("outline", message).into()
}
