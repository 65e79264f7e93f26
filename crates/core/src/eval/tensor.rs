//! Tensors of the evaluator: parts of blocks of elements, which several tensors may share.

use super::array::{Array, Builder};
use super::code::Shape;
use super::machine::{Eval, Machine, fail, ill_typed, irregular, numbers};
use super::payload::{Held, drop_all};
use super::prim::take;
use super::value::Value;
use crate::def::TensorOp;
use crate::messages;
use ::value::{Scalar, ScalarType};
use base::Span;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) struct Tensor {
    block: Rc<Block>,
    /// Position of the first element in the block.
    start: usize,
    shape: Rc<[i64]>,
    size: usize,
}

#[derive(Debug)]
struct Block {
    values: RefCell<Vec<Value>>,
    /// Entry in the account of live values.
    _held: Held,
}

impl Drop for Block {
    fn drop(&mut self) {
        drop_all(std::mem::take(self.values.get_mut()));
    }
}

impl Tensor {
    /// Returns the elements of the block if nothing else shares it.
    pub fn into_values(self) -> Vec<Value> {
        Rc::into_inner(self.block).map(|mut block| std::mem::take(block.values.get_mut())).unwrap_or_default()
    }

    /// Returns the tensor of this shape, with `size` elements from `first` on.
    fn part(&self, first: &Value, shape: Rc<[i64]>, size: usize, span: Span) -> Eval {
        let first = first.as_i64().ok_or_else(|| ill_typed("a position"))?;
        match usize::try_from(first).ok().filter(|first| *first <= self.size && size <= self.size - first) {
            Some(first) => Ok(Value::Tensor(Tensor { start: self.start + first, shape, size, ..self.clone() })),
            None => Err(fail(&messages::view_of_tensor(), &numbers(&[size as i64, first, self.size as i64]), span)),
        }
    }

    /// Returns the position of an element in the block. A failure if the tensor has no such element.
    fn position(&self, at: &Value, span: Span) -> Eval<usize> {
        let at = at.as_i64().ok_or_else(|| ill_typed("an index"))?;
        match usize::try_from(at).ok().filter(|at| *at < self.size) {
            Some(at) => Ok(self.start + at),
            None => Err(fail(&messages::outside_of_tensor(), &numbers(&[at, self.size as i64]), span)),
        }
    }
}

impl Machine<'_> {
    /// Evaluates an operation on tensors. `shape` is the shape of the elements of its result, if that is an array.
    pub(super) fn tensor(&mut self, op: TensorOp, args: Vec<Value>, shape: &Shape, span: Span) -> Eval {
        match op {
            TensorOp::New => {
                let [dims, Value::Array(elements)] = take(args)? else { return Err(ill_typed("an array")) };
                let (dims, size) = dimensions(dims, span)?;
                if size != elements.len() {
                    return Err(fail(&messages::tensor_elements(), &numbers(&[elements.len(), size]), span));
                }
                self.charge_array(Some(elements.weight()))?;
                let values: Vec<Value> = (0..elements.len()).map(|at| elements.row(at)).collect();
                let _held = self.register(size_of_val(values.as_slice()) as u64)?;
                let block = Rc::new(Block { values: RefCell::new(values), _held });
                Ok(Value::Tensor(Tensor { block, start: 0, shape: dims, size }))
            }
            TensorOp::Shape => {
                let [tensor] = take(args)?;
                let words = tensor_of(tensor)?.shape.iter().map(|dim| Scalar::I64(*dim).bits()).collect();
                Ok(Value::Array(Array::scalars_of(ScalarType::I64, words)))
            }
            TensorOp::Size => {
                let [tensor] = take(args)?;
                Ok(Value::i64(tensor_of(tensor)?.size as i64))
            }
            TensorOp::At(_) => {
                let mut args = args.into_iter();
                let tensor = tensor_of(args.next().ok_or_else(|| ill_typed("a tensor"))?)?;
                let rank = tensor.shape.len();
                if args.len() != rank {
                    return Err(fail(&messages::tensor_rank(), &numbers(&[args.len(), rank]), span));
                }
                let mut number = 0;
                for (index, &dim) in args.zip(tensor.shape.iter()) {
                    let index = index.as_i64().ok_or_else(|| ill_typed("an index"))?;
                    if !(0..dim).contains(&index) {
                        return Err(fail(&messages::outside_of_tensor(), &numbers(&[index, dim]), span));
                    }
                    // An overflow needs a dimension of size 0, in which no index is within bounds.
                    number = i64::wrapping_mul(number, dim).wrapping_add(index);
                }
                Ok(Value::i64(number))
            }
            TensorOp::Get => {
                let [tensor, at] = take(args)?;
                let tensor = tensor_of(tensor)?;
                let at = tensor.position(&at, span)?;
                let values = tensor.block.values.borrow();
                values.get(at).cloned().ok_or_else(|| ill_typed("a tensor"))
            }
            TensorOp::Set => {
                let [tensor, at, value] = take(args)?;
                let tensor = tensor_of(tensor)?;
                let at = tensor.position(&at, span)?;
                // The old value is dropped after the borrow, because dropping it may drop the tensor.
                let _old = {
                    let mut values = tensor.block.values.borrow_mut();
                    std::mem::replace(values.get_mut(at).ok_or_else(|| ill_typed("a tensor"))?, value)
                };
                Ok(Value::record(Vec::new()))
            }
            TensorOp::View => {
                let [tensor, first, dims] = take(args)?;
                let (dims, size) = dimensions(dims, span)?;
                tensor_of(tensor)?.part(&first, dims, size, span)
            }
            TensorOp::Part(_, rest) => {
                let mut args = args.into_iter();
                let mut next = || args.next().ok_or_else(|| ill_typed("a part of a tensor"));
                let (tensor, first, count) = (tensor_of(next()?)?, next()?, next()?);
                let rest = rest.and_then(|rest| tensor.shape.get(rest..)).unwrap_or_default();
                let sizes = args.map(|size| size.as_i64().ok_or_else(|| ill_typed("a size")));
                let dims = sizes.chain(rest.iter().map(|size| Ok(*size))).collect::<Eval<Vec<i64>>>()?;
                let count = count.as_i64().filter(|count| *count == dims.iter().product());
                let size = count.and_then(|count| usize::try_from(count).ok());
                tensor.part(&first, dims.into(), size.ok_or_else(|| ill_typed("a number of elements"))?, span)
            }
            TensorOp::ToArray => {
                let [tensor] = take(args)?;
                let tensor = tensor_of(tensor)?;
                self.charge_array(Some(tensor.size))?;
                let mut builder = Builder::default();
                for value in tensor.block.values.borrow().iter().skip(tensor.start).take(tensor.size) {
                    builder.push(value.clone()).map_err(|shapes| irregular(shapes, span))?;
                }
                self.finish(builder, shape)
            }
        }
    }
}

fn tensor_of(value: Value) -> Eval<Tensor> {
    if let Value::Tensor(tensor) = value { Ok(tensor) } else { Err(ill_typed("a tensor")) }
}

/// Returns the sizes of a shape, and the number of elements. A failure if one is negative, or at the first one with which
/// there are more elements than can be counted.
fn dimensions(shape: Value, span: Span) -> Eval<(Rc<[i64]>, usize)> {
    let Value::Array(shape) = shape else { return Err(ill_typed("a shape")) };
    let mut count = 1i64;
    let mut dims = Vec::with_capacity(shape.len());
    for at in 0..shape.len() {
        let dim = shape.row(at).as_i64().ok_or_else(|| ill_typed("a shape"))?;
        let next = count.checked_mul(dim).filter(|_| dim >= 0);
        count = next.ok_or_else(|| fail(&messages::tensor_shape(), &[dim.to_string()], span))?;
        dims.push(dim);
    }
    Ok((dims.into(), count as usize))
}
