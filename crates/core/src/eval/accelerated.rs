//! Accelerated code in the evaluator. `outline` makes arrays of the sequences in it, whose rows have equal shapes. So
//! where accelerated code makes a sequence of sequences, their shapes are compared, with the messages of arrays.

use super::array::ShapeError;
use super::machine::{Eval, Machine, irregular};
use super::prim::take;
use super::sequence::Sequence;
use super::value::Value;
use base::Span;

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

    /// Checks that two elements of a sequence, one expected and one found, have equal shapes, if accelerated code put
    /// them together.
    pub(super) fn equal_shapes(
        &self,
        [expected, found]: [Option<&Value>; 2],
        span: Span,
        failure: fn(ShapeError, Span) -> Box<base::Stop>,
    ) -> Eval<()> {
        let (Some(expected), Some(found), true) = (expected, found, self.accelerated > 0) else { return Ok(()) };
        difference(found, expected).map_or(Ok(()), |shapes| Err(failure(shapes, span)))
    }
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
    let mut items = items.iter();
    let Some(first) = items.next().filter(|first| matches!(first, Value::Seq(_) | Value::Record(_))) else {
        return Ok(());
    };
    items.find_map(|item| difference(item, first)).map_or(Ok(()), Err)
}

/// Returns the shapes of the first sequences in two values of one type that differ in shape. Their elements are known
/// to be regular.
pub(super) fn difference(found: &Value, expected: &Value) -> Option<ShapeError> {
    match (found, expected) {
        (Value::Seq(_), Value::Seq(_)) => {
            let ((mut shape, inner), (mut wanted, other)) = (rows(found), rows(expected));
            // A sequence without elements has rows without elements.
            let rank = shape.len().max(wanted.len());
            shape.resize(rank, 0);
            wanted.resize(rank, 0);
            if shape == wanted { difference(inner?, other?) } else { Some((shape, wanted)) }
        }
        (Value::Record(found), Value::Record(expected)) => {
            found.iter().zip(expected.iter()).find_map(|(found, expected)| difference(found, expected))
        }
        _ => None,
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
