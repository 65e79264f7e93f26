//! Sequences of the evaluator: a part of a shared buffer, which can grow at both ends. Writing copies the part unless the
//! buffer has one owner.

use super::array::Builder;
use super::array::ShapeError;
use super::code::Shape;
use super::machine::{Eval, Machine, fail, ill_typed, irregular, shapes_differ};
use super::prim::take;
use super::value::Value;
use crate::def::SeqOp;
use crate::messages;
use base::{Span, Stop};
use std::collections::VecDeque;
use std::rc::Rc;

#[derive(Clone, Debug, Default)]
pub(super) struct Sequence {
    items: Rc<VecDeque<Value>>,
    start: usize,
    len: usize,
}

impl Sequence {
    fn new(items: VecDeque<Value>) -> Sequence {
        let len = items.len();
        Sequence { items: Rc::new(items), start: 0, len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.items.range(self.start..self.start + self.len)
    }

    /// Changes the elements. They are copied first if the buffer has another owner.
    fn change(&mut self, change: impl FnOnce(&mut VecDeque<Value>)) {
        if Rc::strong_count(&self.items) > 1 {
            *self = Sequence::new(self.iter().cloned().collect());
        }
        let items = Rc::make_mut(&mut self.items);
        items.truncate(self.start + self.len);
        items.drain(..self.start);
        change(items);
        self.start = 0;
        self.len = self.items.len();
    }

    /// Returns the elements if the buffer has no other owner.
    pub fn into_items(self) -> VecDeque<Value> {
        Rc::into_inner(self.items).unwrap_or_default()
    }
}

impl Machine<'_> {
    /// Evaluates an operation on sequences. `shape` is the shape of the elements of its result, if that is an array.
    pub(super) fn sequence(&mut self, op: SeqOp, args: Vec<Value>, shape: &Shape, span: Span) -> Eval {
        let result = match op {
            SeqOp::OfArray => {
                let [Value::Array(array)] = take(args)? else { return Err(ill_typed("an array")) };
                self.charge_array(Some(array.weight()))?;
                let items = Sequence::new((0..array.len()).map(|i| array.row(i)).collect());
                self.regular_elements(&items, span)?;
                items
            }
            SeqOp::ToArray => {
                let [items] = take(args)?;
                return self.array_of(sequence(items)?, shape, span);
            }
            SeqOp::Length => {
                let [items] = take(args)?;
                return Ok(Value::i64(sequence(items)?.len() as i64));
            }
            SeqOp::Get => {
                let [items, at] = take(args)?;
                let items = sequence(items)?;
                let at = within(&items, &at, span)?;
                return items.iter().nth(at).cloned().ok_or_else(|| ill_typed("an index"));
            }
            SeqOp::Set => {
                let [items, at, value] = take(args)?;
                let mut items = sequence(items)?;
                let at = within(&items, &at, span)?;
                let others = items.iter().skip(at).chain(items.iter().take(at));
                self.equal_shapes(others, std::iter::once(&value), span, update_shape)?;
                self.charge_array(Some(items.len()))?;
                items.change(|items| items[at] = value);
                items
            }
            SeqOp::Cons => {
                let [value, items] = take(args)?;
                let items = sequence(items)?;
                self.equal_shapes(std::iter::once(&value), items.iter(), span, irregular)?;
                self.grown(items, 1, |items| items.push_front(value))?
            }
            SeqOp::Snoc => {
                let [items, value] = take(args)?;
                let items = sequence(items)?;
                self.equal_shapes(items.iter(), std::iter::once(&value), span, irregular)?;
                self.grown(items, 1, |items| items.push_back(value))?
            }
            SeqOp::Concat => {
                let [items, more] = take(args)?;
                let (items, more) = (sequence(items)?, sequence(more)?);
                self.equal_shapes(items.iter(), more.iter(), span, irregular)?;
                self.grown(items, more.len(), |items| items.extend(more.iter().cloned()))?
            }
            SeqOp::Sub => {
                let [items, start, count] = take(args)?;
                part(sequence(items)?, &start, &count, span)?
            }
        };
        Ok(Value::Seq(result))
    }

    /// Changes a sequence that then has `more` elements more.
    fn grown(&mut self, mut items: Sequence, more: usize, change: impl FnOnce(&mut VecDeque<Value>)) -> Eval<Sequence> {
        self.charge_array(items.len().checked_add(more))?;
        items.change(change);
        Ok(items)
    }

    fn array_of(&mut self, items: Sequence, shape: &Shape, span: Span) -> Eval {
        self.charge_array(Some(items.len()))?;
        let mut builder = Builder::default();
        for item in items.iter() {
            builder.push(item.clone()).map_err(|shapes| irregular(shapes, span))?;
        }
        self.finish(builder, shape)
    }
}

fn sequence(value: Value) -> Eval<Sequence> {
    if let Value::Seq(items) = value { Ok(items) } else { Err(ill_typed("a sequence")) }
}

fn update_shape((found, expected): ShapeError, span: Span) -> Box<Stop> {
    shapes_differ(messages::update_shape, &found, &expected, span)
}

/// Returns the index as a position in the sequence. A failure if it is out of bounds.
fn within(items: &Sequence, at: &Value, span: Span) -> Eval<usize> {
    let at = at.as_i64().ok_or_else(|| ill_typed("an index"))?;
    let position = usize::try_from(at).ok().filter(|at| *at < items.len());
    let numbers = || [at.to_string(), items.len().to_string()];
    position.ok_or_else(|| fail(&messages::outside_of_sequence(), &numbers(), span))
}

fn part(mut items: Sequence, start: &Value, count: &Value, span: Span) -> Eval<Sequence> {
    let (Some(start), Some(count)) = (start.as_i64(), count.as_i64()) else { return Err(ill_typed("a range")) };
    let is_within = start >= 0 && count >= 0 && start.checked_add(count).is_some_and(|end| end <= items.len() as i64);
    if !is_within {
        let numbers = [count, start, items.len() as i64].map(|number| number.to_string());
        return Err(fail(&messages::range_outside_of_sequence(), &numbers, span));
    }
    items.start += start as usize;
    items.len = count as usize;
    Ok(items)
}
