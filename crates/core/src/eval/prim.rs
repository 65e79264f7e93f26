//! Primitive operations.

use super::accelerated::length;
use super::array::{Array, Builder, Items, ShapeError, concat, product, replicate};
use super::code::{Node, Op, Shape};
use super::entry;
use super::machine::{Eval, Machine, fail, ill_typed, irregular, numbers, shapes_differ, stuck};
use super::slice::{detach, flat_index, write_block};
use super::value::{Layout, Value, equal, shape_difference, show_scalar};
use crate::def::{Prim, UNSET};
use crate::messages;
use ::value::entry::EntryType;
use ::value::op::{binary as binary_scalar, compare, convert, fma, unary};
use ::value::service::Form;
use ::value::{BinOp, OpError, Scalar, ScalarType, Service};
use base::{Span, Stop};
use std::rc::Rc;

pub(super) fn take<const N: usize>(args: Vec<Value>) -> Eval<[Value; N]> {
    args.try_into().map_err(|_| stuck("a primitive has another number of arguments"))
}

fn scalar(value: &Value) -> Eval<Scalar> {
    if let Value::Scalar(scalar) = value { Ok(*scalar) } else { Err(ill_typed("an operand")) }
}

fn array(value: Value) -> Eval<Array> {
    if let Value::Array(array) = value { Ok(array) } else { Err(ill_typed("an array")) }
}

fn entry_type_of(form: Form) -> EntryType {
    match form {
        Form::Scalar(ty) => EntryType::flat(ty, 0),
        Form::Bytes => EntryType::flat(ScalarType::U8, 1),
    }
}

fn boolean(value: bool) -> Value {
    Value::Scalar(Scalar::Bool(value))
}

/// Returns a number of elements; fails if it is negative.
fn count(value: &Value, span: Span) -> Eval<usize> {
    let count = value.as_i64().ok_or_else(|| ill_typed("a count"))?;
    usize::try_from(count).map_err(|_| fail(&messages::negative_count(), &[count.to_string()], span))
}

impl Machine<'_> {
    /// Evaluates a primitive. `shape` is the shape of the elements of its result, if the result is an array.
    pub(super) fn prim(&mut self, prim: Prim, args: &[Node], shape: &Shape, span: Span) -> Eval {
        if let (Prim::Size(dim), [array]) = (prim, args) {
            return self.size(dim, array);
        }
        let args = self.list(args)?;
        match prim {
            Prim::Un(_) | Prim::Bin(_) | Prim::Cmp(_) | Prim::Fma | Prim::Convert(_) | Prim::Size(_) => {
                scalar_prim(prim, &args, span)
            }
            Prim::Equal => {
                let [a, b] = take(args)?;
                equal(a, b, &mut || self.charge(1))?.map(boolean).ok_or_else(|| ill_typed("an equality"))
            }
            Prim::Iota => self.iota(args, span),
            Prim::Replicate => self.replicate(args, span),
            Prim::Concat => self.concat(args, span),
            Prim::Flatten => flatten(args, span),
            Prim::Unflatten => unflatten(args, span),
            Prim::Transpose => self.transpose(args),
            Prim::FlatIndex(rank) => self.flat_index(rank, args, span),
            Prim::FlatUpdate(rank) => self.flat_update(rank, args, span),
            Prim::Zip => zip(args, span),
            Prim::Unzip => unzip(args),
            Prim::Map => self.map(args, shape, span),
            Prim::FlatMap => self.flat_map(args, shape, span),
            Prim::Reduce { .. } => self.reduce(args, span),
            Prim::Scan => self.scan(args, span),
            Prim::Filter => self.filter(args, span),
            Prim::Scatter => self.scatter(args, span),
            Prim::Histogram => self.histogram(args, span),
            Prim::Shared => Ok(boolean(true)),
            Prim::Copy => {
                let [value] = take(args)?;
                Ok(value)
            }
            Prim::Seq(op) => self.sequence(op, args, shape, span),
            Prim::Ref(op) => self.reference(op, args),
            Prim::Tensor(op) => self.tensor(op, args, shape, span),
            Prim::Parameter(_) => Ok(Value::Scalar(Scalar::I64(UNSET))),
            Prim::Foreign(name) => Err(Box::new(Stop::foreign(name))),
            Prim::System(op) => self.serve(Service::System(op), args, span),
            Prim::Text(op) => self.serve(Service::Text(op), args, span),
            Prim::Fail => self.serve(Service::Fail, args, span),
            Prim::Loop => self.for_each(args, span),
            Prim::Accelerate => self.accelerate(args, span),
            Prim::InAccelerate => Ok(boolean(self.accelerated > 0)),
            Prim::Trace(tag) => {
                let [value] = take(args)?;
                self.world.trace(&format!("{tag}: {}", value.show()));
                Ok(value)
            }
        }
    }

    /// Performs a service in the world of the run.
    fn serve(&mut self, service: Service, args: Vec<Value>, span: Span) -> Eval {
        let forms = service.params().iter().map(|form| entry_type_of(*form));
        let leaves = args.iter().zip(forms).map(|(arg, ty)| entry::leaves(&ty, arg)).collect::<Result<Vec<_>, _>>();
        let result = service.call(&leaves.map_err(Box::new)?.concat(), &mut *self.world);
        match result.map_err(|stop| Box::new(stop.called_from(&[span])))? {
            Some(value) => {
                self.charge_array(Some(value.shape().iter().product()))?;
                Ok(entry::inner(value))
            }
            None => Ok(Value::record(Vec::new())),
        }
    }

    fn size(&mut self, dim: usize, array: &Node) -> Eval {
        let size = match &array.op {
            Op::Read(read) if !read.last => match self.peek(read.slot)? {
                Value::Array(array) => array.shape.get(dim).copied(),
                _ => None,
            },
            _ => self.array_value(array)?.shape.get(dim).copied(),
        };
        size.map(|size| Value::i64(size as i64)).ok_or_else(|| ill_typed("a size"))
    }

    fn iota(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [n, start, step] = take(args)?;
        let n = count(&n, span)?;
        self.charge_array(Some(n))?;
        let (start, step) = (scalar(&start)?, scalar(&step)?);
        let ty = start.scalar_type();
        let words = match (start.as_i128(), step.as_i128()) {
            (Some(start), Some(step)) => {
                (0..n).map(|i| Scalar::from_i128(ty, start.wrapping_add(step.wrapping_mul(i as i128))).bits()).collect()
            }
            _ => float_iota(n, start, step)?,
        };
        Ok(Value::Array(Array::scalars_of(ty, words)))
    }

    fn replicate(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [n, value] = take(args)?;
        let n = count(&n, span)?;
        self.charge_array(n.checked_mul(weight(&value)))?;
        Ok(Value::Array(replicate(n, value)))
    }

    fn concat(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let arrays = args.into_iter().map(array).collect::<Eval<Vec<Array>>>()?;
        let total = arrays.iter().try_fold(0usize, |sum, array| sum.checked_add(array.weight()));
        self.charge_array(total)?;
        concat(&arrays).map(Value::Array).map_err(|shapes| irregular(shapes, span))
    }

    fn transpose(&mut self, args: Vec<Value>) -> Eval {
        let [a] = take(args)?;
        let a = array(a)?;
        let [n, m, ..] = *a.shape else { return Err(ill_typed("a transposed array")) };
        self.charge_array(Some(a.weight()))?;
        let blocks: Vec<usize> = (0..m).flat_map(|column| (0..n).map(move |row| row * m + column)).collect();
        Ok(Value::Array(a.gather(2, &[m, n], &blocks)))
    }

    /// Makes a view of `rank` dimensions of a one-dimensional array. A position out of bounds is a failure.
    fn flat_index(&mut self, rank: usize, args: Vec<Value>, span: Span) -> Eval {
        let mut args = args.into_iter();
        let a = array(args.next().ok_or_else(|| ill_typed("an array"))?)?;
        let layout = args.map(|arg| arg.as_i64()).collect::<Option<Vec<i64>>>().ok_or_else(|| ill_typed("a count"))?;
        let [start, layout @ ..] = &layout[..] else { return Err(ill_typed("a view")) };
        let dims: Vec<(i64, i64)> = layout.chunks_exact(2).map(|dim| (dim[0], dim[1])).collect();
        if dims.len() != rank {
            return Err(ill_typed("a view"));
        }
        let counts = dims.iter().map(|dim| count(&Value::i64(dim.0), span)).collect::<Eval<Vec<usize>>>()?;
        check_flat(&a, *start, &dims, span)?;
        let total = counts.iter().try_fold(1usize, |total, &count| total.checked_mul(count));
        let row = product(a.shape.get(1..).unwrap_or(&[])).max(1);
        self.charge_array(total.and_then(|total| total.checked_mul(row)))?;
        Ok(Value::Array(a.gather(1, &counts, &flat_blocks(*start, &dims))))
    }

    /// Writes the elements of an array to the positions of a flat view of another one.
    fn flat_update(&mut self, rank: usize, mut args: Vec<Value>, span: Span) -> Eval {
        let value = array(args.pop().ok_or_else(|| ill_typed("an update"))?)?;
        let mut args = args.into_iter();
        let mut dest = array(args.next().ok_or_else(|| ill_typed("an array"))?)?;
        let layout = args.map(|arg| arg.as_i64()).collect::<Option<Vec<i64>>>().ok_or_else(|| ill_typed("a stride"))?;
        let [start, strides @ ..] = &layout[..] else { return Err(ill_typed("an update")) };
        let dims: Vec<(i64, i64)> = value.shape.iter().map(|&size| size as i64).zip(strides.iter().copied()).collect();
        if dims.len() != rank {
            return Err(ill_typed("an update"));
        }
        check_flat(&dest, *start, &dims, span)?;
        let (found, expected) = (value.shape.get(rank..).unwrap_or(&[]), dest.shape.get(1..).unwrap_or(&[]));
        if found != expected {
            let expected = [&value.shape[..rank], expected].concat();
            return Err(shapes_differ(messages::update_shape, &value.shape, &expected, span));
        }
        let blocks = flat_blocks(*start, &dims);
        self.charge(blocks.len())?;
        if let (Some(first), true) = (blocks.first(), value.count() > 0)
            && let Some((found, expected)) = shape_difference(&value.block(rank, 0), &dest.block(1, *first))
        {
            return Err(shapes_differ(messages::update_shape, &found, &expected, span));
        }
        let value = if value.shares(&dest) { value.detached() } else { value };
        dest.write_blocks(&blocks, &value, rank);
        Ok(Value::Array(dest))
    }

    fn map(&mut self, args: Vec<Value>, shape: &Shape, span: Span) -> Eval {
        let [function, a] = take(args)?;
        let a = array(a)?;
        let mut builder = Builder::default();
        for i in 0..a.len() {
            let result = self.apply_again(&function, [a.row(i)], span)?;
            builder.push(result).map_err(|shapes| irregular(shapes, span))?;
        }
        self.finish(builder, shape)
    }

    /// Concatenates the rows that the function returns for the elements.
    fn flat_map(&mut self, args: Vec<Value>, shape: &Shape, span: Span) -> Eval {
        let [function, a] = take(args)?;
        let a = array(a)?;
        let (mut rows, mut total) = (Vec::new(), Some(0usize));
        for i in 0..a.len() {
            let row = array(self.apply_again(&function, [a.row(i)], span)?)?;
            if row.len() > 0 {
                total = total.and_then(|total| total.checked_add(row.weight()));
                self.charge_array(total)?;
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return self.finish(Builder::default(), shape);
        }
        concat(&rows).map(Value::Array).map_err(|shapes| irregular(shapes, span))
    }

    fn for_each(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [count, function] = take(args)?;
        for i in 0..count.as_i64().ok_or_else(|| ill_typed("a count"))? {
            self.charge(1)?;
            self.apply_again(&function, [Value::i64(i)], span)?;
        }
        Ok(Value::record(Vec::new()))
    }

    fn reduce(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [operator, neutral, a] = take(args)?;
        let a = array(a)?;
        let mut sum = neutral.clone();
        for i in 0..a.len() {
            let row = a.row(i);
            let lengths = [&sum, &row].map(length);
            sum = self.apply_again(&operator, [sum, row], span)?;
            keeps_shape(&sum, &neutral, span)?;
            self.combined_shape(lengths, &sum, &neutral, span)?;
        }
        Ok(sum)
    }

    fn scan(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [operator, neutral, a] = take(args)?;
        let a = array(a)?;
        let mut sum = neutral.clone();
        let mut builder = Builder::default();
        for i in 0..a.len() {
            sum = self.apply_again(&operator, [sum, a.row(i)], span)?;
            keeps_shape(&sum, &neutral, span)?;
            builder.push(sum.clone()).map_err(|shapes| irregular(shapes, span))?;
        }
        if a.len() == 0 {
            return Ok(Value::Array(a));
        }
        Ok(Value::Array(builder.finish(&Layout::Boxed)))
    }

    fn filter(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [predicate, a] = take(args)?;
        let a = array(a)?;
        let mut kept = Vec::new();
        for i in 0..a.len() {
            match self.apply_again(&predicate, [a.row(i)], span)? {
                Value::Scalar(Scalar::Bool(true)) => kept.push(i),
                Value::Scalar(Scalar::Bool(false)) => {}
                _ => return Err(ill_typed("a predicate")),
            }
        }
        Ok(Value::Array(a.gather(1, &[kept.len()], &kept)))
    }

    fn scatter(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [dest, indices, values] = take(args)?;
        let (mut dest, indices, values) = (array(dest)?, array(indices)?, array(values)?);
        same_length(&indices, &values, span)?;
        let values = if values.shares(&dest) { values.detached() } else { values };
        for i in 0..indices.len() {
            self.charge(1)?;
            let (depth, block) = place(&dest, &indices.row(i))?;
            if let Some(block) = block {
                write_block(&mut dest, depth, block, &values.row(i), messages::update_shape, span)?;
            }
        }
        Ok(Value::Array(dest))
    }

    /// Combines each value with the element at its index. Indices out of bounds are ignored.
    fn histogram(&mut self, args: Vec<Value>, span: Span) -> Eval {
        let [dest, operator, neutral, indices, values] = take(args)?;
        let (mut dest, indices, values) = (array(dest)?, array(indices)?, array(values)?);
        same_length(&indices, &values, span)?;
        let values = if values.shares(&dest) { values.detached() } else { values };
        for i in 0..indices.len() {
            let (depth, block) = place(&dest, &indices.row(i))?;
            let Some(block) = block else { continue };
            let mut old = dest.block(depth, block);
            detach(&mut old, &dest);
            let new = self.apply_again(&operator, [old, values.row(i)], span)?;
            keeps_shape(&new, &neutral, span)?;
            write_block(&mut dest, depth, block, &new, messages::update_shape, span)?;
        }
        Ok(Value::Array(dest))
    }
}

/// Evaluates a primitive on scalars.
fn scalar_prim(prim: Prim, args: &[Value], span: Span) -> Eval {
    let result = match (prim, args) {
        (Prim::Un(op), [a]) => unary(op, scalar(a)?),
        (Prim::Bin(op), [a, b]) => return binary(op, scalar(a)?, scalar(b)?, span),
        (Prim::Cmp(op), [a, b]) => {
            let holds = compare(op, scalar(a)?, scalar(b)?);
            return holds.map(boolean).ok_or_else(|| ill_typed("a comparison"));
        }
        (Prim::Fma, [a, b, c]) => fma(scalar(a)?, scalar(b)?, scalar(c)?),
        (Prim::Convert(to), [a]) => Ok(convert(to, scalar(a)?)),
        _ => Err(OpError::Type),
    };
    result.map(Value::Scalar).map_err(|_| ill_typed("an operand"))
}

/// Applies a binary operator; fails if it is undefined for these operands.
pub(super) fn binary(op: BinOp, a: Scalar, b: Scalar, span: Span) -> Eval {
    let template = match binary_scalar(op, a, b) {
        Ok(value) => return Ok(Value::Scalar(value)),
        Err(OpError::Type) => return Err(ill_typed("an operand")),
        Err(OpError::NegativeExponent) => messages::negative_exponent(),
        Err(OpError::DivisionByZero) => messages::division_by_zero(),
    };
    Err(fail(&template, &[show_scalar(a), show_scalar(b)], span))
}

/// Computes `start + i * step` in the float type, for `n` elements.
fn float_iota(n: usize, start: Scalar, step: Scalar) -> Eval<Vec<u64>> {
    let ty = start.scalar_type();
    let element = |i: usize| {
        let i = Scalar::from_i128(ty, i as i128);
        let offset = binary_scalar(BinOp::Mul, i, step)?;
        binary_scalar(BinOp::Add, start, offset)
    };
    (0..n).map(|i| element(i).map(Scalar::bits).map_err(|_| ill_typed("a range"))).collect()
}

fn weight(value: &Value) -> usize {
    match value {
        Value::Array(array) => array.weight(),
        Value::Record(fields) => fields.iter().map(weight).sum(),
        _ => 1,
    }
}

/// Checks that all positions of a flat view are in bounds of the array. A view without elements is always in bounds.
fn check_flat(array: &Array, start: i64, dims: &[(i64, i64)], span: Span) -> Eval<()> {
    let (mut least, mut most) = (i128::from(start), i128::from(start));
    for &(count, stride) in dims {
        let reach = (i128::from(count) - 1) * i128::from(stride);
        (least, most) = (least + reach.min(0), most + reach.max(0));
    }
    if dims.iter().any(|dim| dim.0 == 0) || (least >= 0 && most < array.len() as i128) {
        return Ok(());
    }
    let mut values = vec![start];
    values.extend(dims.iter().flat_map(|&(count, stride)| [count, stride]));
    values.push(array.len() as i64);
    Err(fail(&messages::view_out_of_bounds(dims.len()), &numbers(&values), span))
}

/// Returns the positions that a flat view selects, in row-major order.
fn flat_blocks(start: i64, dims: &[(i64, i64)]) -> Vec<usize> {
    if dims.iter().any(|dim| dim.0 == 0) {
        return Vec::new();
    }
    let expand = |places: Vec<i64>, &(count, stride): &(i64, i64)| {
        places.iter().flat_map(|place| (0..count).map(move |i| place + i * stride)).collect()
    };
    let places: Vec<i64> = dims.iter().fold(vec![start], expand);
    places.into_iter().map(|place| place as usize).collect()
}

fn flatten(args: Vec<Value>, span: Span) -> Eval {
    let [a] = take(args)?;
    let a = array(a)?;
    let &[rows, columns, ..] = &*a.shape else { return Err(ill_typed("a flattened array")) };
    match rows.checked_mul(columns).filter(|&lead| i64::try_from(lead).is_ok()) {
        Some(lead) => Ok(Value::Array(a.reshaped(2, &[lead]))),
        None => Err(fail(&messages::flatten(), &numbers(&[rows, columns]), span)),
    }
}

fn unflatten(args: Vec<Value>, span: Span) -> Eval {
    let [n, m, a] = take(args)?;
    let a = array(a)?;
    let (rows, columns) =
        (n.as_i64().ok_or_else(|| ill_typed("a count"))?, m.as_i64().ok_or_else(|| ill_typed("a count"))?);
    let lead = usize::try_from(rows).ok().zip(usize::try_from(columns).ok());
    match lead {
        Some((n, m)) if n.checked_mul(m) == Some(a.len()) => Ok(Value::Array(a.reshaped(1, &[n, m]))),
        _ => Err(fail(&messages::unflatten(), &numbers(&[a.len() as i64, rows, columns]), span)),
    }
}

fn zip(args: Vec<Value>, span: Span) -> Eval {
    let fields = args.into_iter().map(array).collect::<Eval<Vec<Array>>>()?;
    let first = fields.first().ok_or_else(|| ill_typed("a zip"))?;
    for other in fields.iter().skip(1) {
        same_length(first, other, span)?;
    }
    Ok(Value::Array(Array { shape: [first.len()].into(), items: Items::Records(fields) }))
}

fn unzip(args: Vec<Value>) -> Eval {
    let [a] = take(args)?;
    match array(a)?.items {
        Items::Records(fields) => Ok(Value::Record(Rc::new(fields.into_iter().map(Value::Array).collect()))),
        Items::Scalars { .. } | Items::Boxed { .. } => Err(ill_typed("an unzip")),
    }
}

fn same_length(a: &Array, b: &Array, span: Span) -> Eval<()> {
    if a.len() == b.len() {
        return Ok(());
    }
    Err(fail(&messages::zip_lengths(), &numbers(&[a.len(), b.len()]), span))
}

/// Returns the number of dimensions that the index of a scatter or histogram fixes, and the number of the block that it
/// selects. The latter is `None` if the index is out of bounds.
fn place(dest: &Array, index: &Value) -> Eval<(usize, Option<usize>)> {
    let indices: Option<Vec<i64>> = match index {
        Value::Scalar(Scalar::I64(index)) => Some(vec![*index]),
        Value::Record(fields) => fields.iter().map(Value::as_i64).collect(),
        _ => None,
    };
    let indices = indices.ok_or_else(|| ill_typed("an index"))?;
    Ok((indices.len(), flat_index(&dest.shape, &indices)))
}

fn keeps_shape(result: &Value, neutral: &Value, span: Span) -> Eval<()> {
    match shape_difference(result, neutral) {
        None => Ok(()),
        Some(shapes) => Err(operator_shape(shapes, span)),
    }
}

pub(super) fn operator_shape((found, expected): ShapeError, span: Span) -> Box<Stop> {
    shapes_differ(messages::operator_shape, &found, &expected, span)
}
