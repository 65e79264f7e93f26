//! Conversion of entry points' values from and to leaves (`::value::entry`).
//!
//! Slots that a constructor does not use hold zeros or arrays without elements. So equal values have equal leaves.

use super::array::{Array, Items, product};
use super::tree::tree_leaves;
use super::value::{Value, from_table};
use crate::def::{Entry, SizePlace, Type};
use crate::extract::entry_type;
use crate::messages;
use ::value::entry::{
    EntryType, FlatType, Irregular, OpaqueForm, SumLayout, empty, stack_elements, sum_layout, tag_type,
};
use ::value::{ArrayValue, Scalar, Value as Outer};
use base::{Spans, Stop, Symbol, Template};
use std::rc::Rc;

pub(super) type Eval<T> = Result<T, Stop>;

pub(super) fn failure(message: &Template, values: &[usize]) -> Stop {
    let values: Vec<String> = values.iter().map(usize::to_string).collect();
    Stop::failure(message.fill(&values), Spans::new())
}

/// Returns the arguments of an entry point: the passed sizes, then the values that the leaves represent. Leaves that
/// represent no value are a failure of the program.
pub(super) fn arguments(entry: &Entry, args: Vec<Outer>) -> Eval<Vec<Value>> {
    let mut values = passed_sizes(entry, &args)?;
    let mut args = args.into_iter();
    for param in &entry.params {
        let types = param.ty.leaves();
        let leaves: Vec<Outer> = args.by_ref().take(types.len()).collect();
        let fits = leaves.len() == types.len() && leaves.iter().zip(&types).all(|(leaf, ty)| has_type(leaf, *ty));
        if !fits {
            return Err(Stop::stuck(format!("the values of `{}` are not those of type {}", param.name, param.shown)));
        }
        values.push(Arguments { name: &param.name }.value(&param.ty, leaves)?);
    }
    match args.next() {
        None => Ok(values),
        Some(_) => Err(Stop::stuck("there are more arguments than parameters")),
    }
}

/// Returns the values of the sizes that the definition takes. A size that differs between two dimensions is a failure.
fn passed_sizes(entry: &Entry, args: &[Outer]) -> Eval<Vec<Value>> {
    let mut values = Vec::new();
    for size in &entry.sizes {
        let shapes = size.places.iter().filter_map(|place| Some((args.get(place.leaf)?.shape(), *place)));
        let found: Vec<(usize, bool)> = shapes.filter_map(|(shape, place)| dimension(shape, place)).collect();
        let known = size.value.and_then(|value| usize::try_from(value).ok());
        let value = known.unwrap_or_else(|| found.iter().map(|(dim, _)| *dim).max().unwrap_or(0));
        if let Some((dim, _)) = found.iter().find(|(dim, vacuous)| *dim != value && !vacuous) {
            return Err(failure(&messages::argument_sizes(&size.name), &[*dim, value]));
        }
        values.extend(size.passed.then_some(Value::i64(value as i64)));
    }
    Ok(values)
}

/// Returns the size of a dimension, and whether it is 0 because the leaf may be without values.
fn dimension(shape: &[usize], place: SizePlace) -> Option<(usize, bool)> {
    let size = *shape.get(place.dim)?;
    let no_value = place.in_slot || shape.iter().take(place.dim).any(|&outer| outer == 0);
    Some((size, size == 0 && no_value))
}

fn has_type(leaf: &Outer, ty: FlatType) -> bool {
    leaf.elem() == ty.elem && leaf.shape().len() == ty.rank
}

/// Conversion of one parameter's leaves to its value. `name` is the parameter's name, for messages.
pub(super) struct Arguments<'a> {
    pub name: &'a str,
}

impl Arguments<'_> {
    pub fn value(&self, ty: &EntryType, leaves: Vec<Outer>) -> Eval<Value> {
        let shapes: Vec<&[usize]> = leaves.iter().map(Outer::shape).collect();
        self.check_shapes(ty, &mut Vec::new(), &shapes)?;
        let leaves: Vec<Value> = leaves.into_iter().map(inner).collect();
        self.build(ty, &[], &leaves)
    }

    /// Checks that the shapes of all leaves begin with `dims`, the sizes of the enclosing arrays, and agree in the
    /// sizes of inner arrays. Slots of payloads are checked too, used or not.
    pub fn check_shapes(&self, ty: &EntryType, dims: &mut Vec<usize>, shapes: &[&[usize]]) -> Eval<()> {
        let EntryType::Opaque(opaque) = ty else { return self.check_shape(dims, shapes) };
        match &opaque.form {
            OpaqueForm::Record(fields) => self.check_parts(fields.iter().map(|(_, field)| field), dims, shapes),
            OpaqueForm::Array(elem, rank) => {
                let depth = dims.len();
                let first = shapes.first().and_then(|shape| shape.get(depth..depth + rank));
                dims.extend_from_slice(first.unwrap_or(&vec![0; *rank]));
                let checked = if elem.leaves().is_empty() {
                    self.check_shape(dims, shapes)
                } else {
                    self.check_shapes(elem, dims, shapes)
                };
                dims.truncate(depth);
                checked
            }
            OpaqueForm::Tree(_) | OpaqueForm::Data(_) => Ok(()),
            OpaqueForm::Sum(constructors) => {
                let layout = sum_layout(constructors);
                shapes.iter().try_for_each(|&shape| self.check_shape(dims, &[shape]))?;
                for ((_, payloads), places) in constructors.iter().zip(&layout.places) {
                    let shapes: Vec<&[usize]> = places.iter().filter_map(|&at| shapes.get(at).copied()).collect();
                    self.check_parts(payloads.iter(), dims, &shapes)?;
                }
                Ok(())
            }
        }
    }

    /// Checks the components of a record or constructor, each with its share of the leaves.
    fn check_parts<'t>(
        &self,
        parts: impl Iterator<Item = &'t EntryType>,
        dims: &mut Vec<usize>,
        shapes: &[&[usize]],
    ) -> Eval<()> {
        let mut rest = shapes;
        for part in parts {
            let (own, others) = rest.split_at(part.leaves().len().min(rest.len()));
            self.check_shapes(part, dims, own)?;
            rest = others;
        }
        Ok(())
    }

    pub fn check_shape(&self, dims: &[usize], shapes: &[&[usize]]) -> Eval<()> {
        let Some(shape) = shapes.first() else { return Ok(()) };
        let (found, own) = shape.split_at(dims.len().min(shape.len()));
        if found == dims {
            return Ok(());
        }
        Err(failure(&messages::argument_shapes(self.name, shape.len()), &[found, own, dims, own].concat()))
    }

    /// Returns the value of the type that the leaves represent, or an array of such values with shape `lead` if that is
    /// not empty.
    pub fn build(&self, ty: &EntryType, lead: &[usize], leaves: &[Value]) -> Eval<Value> {
        let EntryType::Opaque(opaque) = ty else {
            return leaves.first().cloned().ok_or_else(|| Stop::stuck("there are too few leaves"));
        };
        match &opaque.form {
            OpaqueForm::Record(fields) => {
                let parts = self.build_parts(fields.iter().map(|(_, field)| field), lead, leaves)?;
                if lead.is_empty() {
                    return Ok(Value::record(parts));
                }
                let fields =
                    parts.into_iter().filter_map(|part| if let Value::Array(a) = part { Some(a) } else { None });
                Ok(Value::Array(Array { shape: lead.into(), items: Items::Records(fields.collect()) }))
            }
            OpaqueForm::Array(elem, rank) => {
                let first =
                    leaves.first().and_then(|leaf| if let Value::Array(a) = leaf { Some(&a.shape) } else { None });
                let shape = first.and_then(|shape| shape.get(..lead.len() + rank)).map(<[usize]>::to_vec);
                let shape = shape.unwrap_or_else(|| [lead, &vec![0; *rank]].concat());
                if elem.leaves().is_empty() {
                    self.check_units(leaves)?;
                }
                self.build(elem, &shape, leaves)
            }
            OpaqueForm::Sum(constructors) => {
                let layout = sum_layout(constructors);
                if lead.is_empty() {
                    return self.build_variant(constructors, &layout, leaves);
                }
                let element = |at| {
                    let leaves: Vec<Value> = leaves.iter().map(|leaf| block(leaf, lead.len(), at)).collect();
                    self.build_variant(constructors, &layout, &leaves)
                };
                let values: Vec<Value> = (0..product(lead)).map(element).collect::<Eval<_>>()?;
                Ok(Value::Array(Array {
                    shape: lead.into(),
                    items: Items::Boxed { values: Rc::new(values), start: 0 },
                }))
            }
            OpaqueForm::Tree(tree) => {
                let leaf = |(leaf, flat): (&Value, FlatType)| flat_leaf(leaf, flat, 0);
                let leaves: Option<Vec<Outer>> = leaves.iter().zip(tree.leaves()).map(leaf).collect();
                self.build_tree(tree, &leaves.ok_or_else(|| wrong(ty))?)
            }
            OpaqueForm::Data(_) => Err(wrong(ty)),
        }
    }

    /// Checks the leaf of an array of values without leaves: its tags must all be 0.
    fn check_units(&self, leaves: &[Value]) -> Eval<()> {
        let tags =
            leaves.first().and_then(|leaf| if let Value::Array(a) = leaf { a.scalars(tag_type(1)) } else { None });
        if tags.is_some_and(|tags| tags.into_iter().all(is_zero)) {
            return Ok(());
        }
        Err(failure(&messages::argument_tags(self.name), &[]))
    }

    /// Builds the components of a record or constructor, each from its share of the leaves.
    fn build_parts<'t>(
        &self,
        parts: impl Iterator<Item = &'t EntryType>,
        lead: &[usize],
        leaves: &[Value],
    ) -> Eval<Vec<Value>> {
        let mut rest = leaves;
        let mut values = Vec::new();
        for part in parts {
            let (own, others) = rest.split_at(part.leaves().len().min(rest.len()));
            values.push(self.build(part, lead, own)?);
            rest = others;
        }
        Ok(values)
    }

    /// Builds a value of a sum from its tag and slots. An invalid tag, or an unused slot that is not zero, is a
    /// failure.
    fn build_variant(
        &self,
        constructors: &[(Symbol, Vec<EntryType>)],
        layout: &SumLayout<FlatType>,
        leaves: &[Value],
    ) -> Eval<Value> {
        let wrong = || failure(&messages::argument_tags(self.name), &[]);
        let tag = leaves.first().and_then(scalar).and_then(Scalar::as_i128).and_then(|tag| usize::try_from(tag).ok());
        let at = tag.ok_or_else(wrong)?;
        let (Some((name, payloads)), Some(places)) = (constructors.get(at), layout.places.get(at)) else {
            return Err(wrong());
        };
        let unused = |(at, leaf): (usize, &Value)| (at > 0 && !places.contains(&at)).then(|| scalar(leaf)).flatten();
        if leaves.iter().enumerate().filter_map(unused).any(|slot| !is_zero(slot)) {
            return Err(wrong());
        }
        let own: Vec<Value> = places.iter().filter_map(|&at| leaves.get(at).cloned()).collect();
        Ok(Value::variant(*name, self.build_parts(payloads.iter(), &[], &own)?))
    }
}

fn is_zero(scalar: Scalar) -> bool {
    ::value::op::compare(::value::CmpOp::Eq, scalar, Scalar::zero(scalar.scalar_type())) == Some(true)
}

fn scalar(value: &Value) -> Option<Scalar> {
    if let Value::Scalar(scalar) = value { Some(*scalar) } else { None }
}

fn block(value: &Value, depth: usize, at: usize) -> Value {
    if let Value::Array(array) = value { array.block(depth, at) } else { Value::Empty }
}

pub(super) fn inner(leaf: Outer) -> Value {
    match leaf {
        Outer::Scalar(scalar) => Value::Scalar(scalar),
        Outer::Array(array) => from_table(&array),
    }
}

/// Returns the entry type; `None` if the type contains functions or data types, or arrays of elements without leaves,
/// whose number would be lost.
pub(super) fn outer_type(ty: &Type) -> Option<EntryType> {
    let is_uncounted = |elem: &Type| entry_type(elem).is_some_and(|elem| elem.leaves().is_empty());
    let uncounted = |part: &Type| matches!(part, Type::Array(elem, _) if is_uncounted(elem)).then_some(true);
    if ty.any_part(&uncounted) { None } else { entry_type(ty) }
}

/// Returns the value of a result that a device gave as leaves.
pub(super) fn value(ty: &EntryType, leaves: Vec<Outer>) -> Eval<Value> {
    Arguments { name: "result" }.value(ty, leaves)
}

/// Returns the leaves of a value of this type.
pub(super) fn leaves(ty: &EntryType, value: &Value) -> Eval<Vec<Outer>> {
    let mut leaves = Vec::new();
    take_apart(ty, value, 0, &mut leaves)?;
    Ok(leaves)
}

pub(super) fn wrong(ty: &EntryType) -> Stop {
    Stop::stuck(format!("a result does not have type {}", ty.name()))
}

/// Appends the leaves of a value of this type, or of an array of such values with `lead` dimensions.
pub(super) fn take_apart(ty: &EntryType, value: &Value, lead: usize, out: &mut Vec<Outer>) -> Eval<()> {
    let opaque = match ty {
        EntryType::Flat(flat) => {
            out.push(flat_leaf(value, *flat, lead).ok_or_else(|| wrong(ty))?);
            return Ok(());
        }
        EntryType::Opaque(opaque) => opaque,
    };
    match (&opaque.form, value) {
        (OpaqueForm::Array(elem, rank), Value::Array(array)) if elem.leaves().is_empty() => {
            let shape: Vec<usize> = (0..lead + rank).map(|dim| array.shape.get(dim).copied().unwrap_or(0)).collect();
            let tags = vec![Scalar::zero(tag_type(1)); product(&shape)];
            let units = ArrayValue::from_scalars(tag_type(1), shape, &tags).ok_or_else(|| wrong(ty))?;
            out.push(Outer::Array(units));
            Ok(())
        }
        (OpaqueForm::Tree(tree), _) => {
            out.extend(tree_leaves(tree, value)?);
            Ok(())
        }
        (OpaqueForm::Array(elem, rank), _) => take_apart(elem, value, lead + rank, out),
        (OpaqueForm::Record(fields), Value::Record(values)) if lead == 0 && fields.len() == values.len() => {
            fields.iter().zip(values.iter()).try_for_each(|((_, field), value)| take_apart(field, value, lead, out))
        }
        (OpaqueForm::Record(fields), Value::Array(Array { items: Items::Records(arrays), .. }))
            if fields.len() == arrays.len() =>
        {
            let mut pairs = fields.iter().zip(arrays);
            pairs.try_for_each(|((_, field), array)| take_apart(field, &Value::Array(array.clone()), lead, out))
        }
        (_, Value::Array(array)) if array.count() == 0 => {
            let leaf = |leaf: FlatType| {
                let rank = lead + leaf.rank;
                let shape = (0..rank).map(|dim| array.shape.get(dim).copied().unwrap_or(0)).collect();
                empty(leaf, shape).ok_or_else(|| wrong(ty))
            };
            ty.leaves().into_iter().try_for_each(|ty| leaf(ty).map(|leaf| out.push(leaf)))
        }
        (OpaqueForm::Sum(constructors), Value::Variant(name, payloads)) if lead == 0 => {
            out.extend(variant_leaves(ty, constructors, *name, payloads.values())?);
            Ok(())
        }
        (OpaqueForm::Sum(_), Value::Array(array)) => {
            let element = |at| leaves(ty, &array.block(lead, at));
            let rows: Vec<Vec<Outer>> = (0..array.count()).map(element).collect::<Eval<_>>()?;
            let irregular =
                |Irregular { found, expected }| failure(&messages::irregular(found.len()), &[found, expected].concat());
            out.extend(stack_elements(ty, &array.shape, &rows).map_err(irregular)?);
            Ok(())
        }
        _ => Err(wrong(ty)),
    }
}

/// Returns the leaf for a scalar or an array of scalars; `None` if the value has another type.
fn flat_leaf(value: &Value, flat: FlatType, lead: usize) -> Option<Outer> {
    match value {
        Value::Scalar(scalar) if lead + flat.rank == 0 && scalar.scalar_type() == flat.elem => {
            Some(Outer::Scalar(*scalar))
        }
        Value::Array(array) if array.shape.len() == lead + flat.rank => {
            let items = array.scalars(flat.elem)?;
            ArrayValue::from_scalars(flat.elem, array.shape.to_vec(), &items).map(Outer::Array)
        }
        _ => None,
    }
}

/// Returns the leaves of a value of a sum: its tag and all slots.
fn variant_leaves(
    ty: &EntryType,
    constructors: &[(Symbol, Vec<EntryType>)],
    name: Symbol,
    payloads: impl Iterator<Item = Value>,
) -> Eval<Vec<Outer>> {
    let at = constructors.iter().position(|(other, _)| *other == name).ok_or_else(|| wrong(ty))?;
    let mut own = Vec::new();
    for (payload, value) in constructors.get(at).into_iter().flat_map(|(_, types)| types).zip(payloads) {
        take_apart(payload, &value, 0, &mut own)?;
    }
    ::value::entry::variant_leaves(constructors, at, own).ok_or_else(|| wrong(ty))
}
