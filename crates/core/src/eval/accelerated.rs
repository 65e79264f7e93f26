//! Accelerated code in the evaluator. `outline` makes arrays of the sequences in it, whose rows have equal shapes. So
//! where accelerated code makes a sequence of sequences, their shapes are compared, with the messages of arrays.

use super::array::ShapeError;
use super::machine::{Eval, Machine, irregular};
use super::prim::{operator_shape, take};
use super::sequence::Sequence;
use super::value::Value;
use base::{Span, Symbol};

impl Machine<'_> {
    /// Evaluates the function of an accelerated expression.
    pub(super) fn accelerate(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [function] = take(args)?;
        if let Value::Closure(_, known) = &function {
            known.values().try_for_each(|value| regular(&value)).map_err(|shapes| irregular(shapes, span))?;
        }
        self.accelerated += 1;
        let result = self.apply_again(&function, [Value::record(Vec::new())], span);
        self.accelerated -= 1;
        result
    }

    /// Checks the sequences in a value that accelerated code gets from the host.
    pub(super) fn enters(&self, value: &Value, span: Span) -> Eval<()> {
        if self.accelerated == 0 {
            return Ok(());
        }
        regular(value).map_err(|shapes| irregular(shapes, span))
    }

    /// Checks that the elements of a sequence have equal shapes, if accelerated code made it.
    pub(super) fn regular_elements(&self, items: &Sequence, span: Span) -> Eval<()> {
        if self.accelerated == 0 {
            return Ok(());
        }
        elements(items).map_err(|shapes| irregular(shapes, span))
    }

    /// Checks that values have the shapes of others before them, if accelerated code puts them together. The first value of
    /// each group shows the shape of the group, unless it has variants.
    pub(super) fn equal_shapes<'v>(
        &self,
        before: impl Iterator<Item = &'v Value>,
        found: impl Iterator<Item = &'v Value>,
        span: Span,
        failure: fn(ShapeError, Span) -> Box<base::Stop>,
    ) -> Eval<()> {
        if self.accelerated == 0 {
            return Ok(());
        }
        let mut known = Shapes::Unknown;
        let mut group = |values: &mut dyn Iterator<Item = &'v Value>| {
            let Some(first) = values.next() else { return Ok(()) };
            known.add(first)?;
            if has_variants(first) {
                for value in values {
                    known.add(value)?;
                }
            }
            Ok(())
        };
        let (mut before, mut found) = (before, found);
        group(&mut before).and_then(|()| group(&mut found)).map_err(|shapes| failure(shapes, span))
    }

    /// Checks the result of the operator of a reduction on these operands. Concatenation becomes another operation, so it may
    /// return more than the neutral element has.
    pub(super) fn combined_shape(
        &self,
        operands: [Option<usize>; 2],
        sum: &Value,
        neutral: &Value,
        span: Span,
    ) -> Eval<()> {
        if let ([Some(first), Some(second)], Some(all), Some(0)) = (operands, length(sum), length(neutral))
            && first + second == all
        {
            return Ok(());
        }
        self.equal_shapes(std::iter::once(neutral), std::iter::once(sum), span, operator_shape)
    }
}

/// Returns the number of elements of a sequence.
pub(super) fn length(value: &Value) -> Option<usize> {
    if let Value::Seq(items) = value { Some(items.len()) } else { None }
}

/// Compares the shapes of all sequences inside of the value that are elements of one sequence.
fn regular(value: &Value) -> Result<(), ShapeError> {
    match value {
        Value::Seq(items) => {
            if !matches!(items.iter().next(), Some(Value::Scalar(_))) {
                items.iter().try_for_each(regular)?;
                elements(items)?;
            }
            Ok(())
        }
        Value::Record(fields) => fields.iter().try_for_each(regular),
        Value::Variant(_, payload) | Value::Closure(_, payload) => {
            payload.values().try_for_each(|value| regular(&value))
        }
        Value::Empty | Value::Scalar(_) | Value::Array(_) | Value::Ref(_) | Value::Tensor(_) | Value::Type(_) => Ok(()),
    }
}

fn elements(items: &Sequence) -> Result<(), ShapeError> {
    if matches!(items.iter().next(), None | Some(Value::Scalar(_))) {
        return Ok(());
    }
    let mut known = Shapes::Unknown;
    items.iter().try_for_each(|item| known.add(item))
}

/// The shapes of the sequences in values of one type, as far as some values show them.
enum Shapes {
    Unknown,
    /// Of sequences: their shape, and what is in their elements.
    Rows(Vec<usize>, Box<Shapes>),
    Fields(Vec<Shapes>),
    /// Of variants: their constructors with payloads.
    Constructors(Vec<(Symbol, Vec<Shapes>)>),
}

impl Shapes {
    /// Whether other values of the type can show more. Variants always can.
    fn is_open(&self) -> bool {
        matches!(self, Shapes::Unknown)
    }

    /// Compares the shapes of a value with those of the values before.
    fn add(&mut self, value: &Value) -> Result<(), ShapeError> {
        match value {
            Value::Seq(_) => {
                let (mut shape, inner) = rows(value);
                if self.is_open() {
                    *self = Shapes::Rows(shape.clone(), Box::new(Shapes::Unknown));
                }
                let Shapes::Rows(known, inside) = self else { return Ok(()) };
                // A sequence without elements has rows without elements.
                let mut wanted = known.clone();
                let rank = shape.len().max(wanted.len());
                shape.resize(rank, 0);
                wanted.resize(rank, 0);
                if shape != wanted {
                    return Err((shape, wanted));
                }
                match inner {
                    Some(first) if has_variants(first) => each_inner(value, &mut |item| inside.add(item)),
                    Some(first) => inside.add(first),
                    None => Ok(()),
                }
            }
            Value::Record(fields) => {
                if self.is_open() {
                    *self = Shapes::Fields(fields.iter().map(|_| Shapes::Unknown).collect());
                }
                let Shapes::Fields(known) = self else { return Ok(()) };
                known.iter_mut().zip(fields.iter()).try_for_each(|(known, field)| known.add(field))
            }
            Value::Variant(name, payload) => {
                if self.is_open() {
                    *self = Shapes::Constructors(Vec::new());
                }
                let Shapes::Constructors(known) = self else { return Ok(()) };
                let payload: Vec<Value> = payload.values().collect();
                let at = known.iter().position(|(other, _)| other == name).unwrap_or_else(|| {
                    known.push((*name, payload.iter().map(|_| Shapes::Unknown).collect()));
                    known.len() - 1
                });
                known[at].1.iter_mut().zip(&payload).try_for_each(|(known, value)| known.add(value))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a value of the type of this one may have variants, as far as this one shows.
fn has_variants(value: &Value) -> bool {
    match value {
        Value::Variant(..) => true,
        Value::Record(fields) => fields.iter().any(has_variants),
        Value::Seq(items) => items.iter().next().is_some_and(has_variants),
        _ => false,
    }
}

/// Visits the elements of a sequence of sequences that are no sequences.
fn each_inner(value: &Value, visit: &mut dyn FnMut(&Value) -> Result<(), ShapeError>) -> Result<(), ShapeError> {
    match value {
        Value::Seq(items) => items.iter().try_for_each(|item| each_inner(item, visit)),
        value => visit(value),
    }
}

/// Returns the shape of a regular sequence, and its first element that is no sequence.
fn rows(value: &Value) -> (Vec<usize>, Option<&Value>) {
    let (mut shape, mut inner) = (Vec::new(), Some(value));
    while let Some(Value::Seq(items)) = inner {
        inner = items.iter().next();
        shape.push(items.iter().count());
    }
    (shape, inner)
}
