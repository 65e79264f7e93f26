//! Tests of index functions.

use crate::common::{env, name, parse_text};
use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::poly::printed_name;
use rista_index::{Digit, IndexFn, Poly, SliceDim, Step};

/// The reference model of an index function: the addresses of all elements.
#[derive(Clone, Debug)]
struct Model {
    shape: Vec<i64>,
    elements: Vec<i64>,
}

impl Model {
    /// Returns the array of `shape` whose element at each index is this array's element at `from(index)`.
    fn gather(&self, shape: Vec<i64>, from: impl Fn(&[i64]) -> Vec<i64>) -> Model {
        let count = shape.iter().product::<i64>();
        let element = |position| {
            let index = from(&unrank(&shape, position));
            let position = index.iter().zip(&self.shape).fold(0, |position, (i, size)| position * size + i);
            self.elements[position as usize]
        };
        Model { elements: (0..count).map(element).collect(), shape }
    }
}

fn unrank(shape: &[i64], mut position: i64) -> Vec<i64> {
    let mut index = vec![0; shape.len()];
    for (i, size) in index.iter_mut().zip(shape).rev() {
        *i = position % size;
        position /= size;
    }
    index
}

/// A random operation on index functions. Its numbers are brought into the range that the array allows.
#[derive(Clone, Debug)]
enum Operation {
    Index(i64),
    /// Slices the outer dimension: start, step (may be negative) and the largest count.
    Slice(i64, i64, usize),
    Rotate(usize),
    Flatten,
    /// Joins a dimension with the next one.
    Join(usize),
    AddUnit(usize),
    /// Reshapes to the initial array's shape, if the number of elements is still the same.
    Restore,
}

/// Returns random operations, slices, rotations and flattening most often.
fn operation() -> impl Strategy<Value = Operation> {
    let start = prop_oneof![Just(0i64), 0..4i64];
    let step = prop_oneof![Just(1i64), -2..=2i64];
    prop_oneof![
        1 => (0..4i64).prop_map(Operation::Index),
        3 => (start, step, 0..5usize).prop_map(|(start, step, most)| Operation::Slice(start, step, most)),
        3 => (1..3usize).prop_map(Operation::Rotate),
        3 => Just(Operation::Flatten),
        1 => (0..3usize).prop_map(Operation::Join),
        2 => (0..3usize).prop_map(Operation::AddUnit),
        1 => Just(Operation::Restore),
    ]
}

fn index_by(ixfn: IndexFn, model: Model, index: i64) -> Option<(IndexFn, Model)> {
    let (outer, inner) = model.shape.split_first()?;
    let index = (index < *outer).then_some(index)?;
    let gathered = model.gather(inner.to_vec(), |i| [&[index], i].concat());
    Some((ixfn.index(index.into())?, gathered))
}

fn slice_by(ixfn: IndexFn, model: Model, start: i64, step: i64, most: usize) -> Option<(IndexFn, Model)> {
    let (&outer, inner) = model.shape.split_first()?;
    let inside = |&k: &i64| (0..outer).contains(&(start + k * step));
    let count = (0..).take_while(inside).take(most).count() as i64;
    let slice = SliceDim::Range { start: start.into(), count: count.into(), step: step.into() };
    let gathered = model.gather([&[count], inner].concat(), |i| [&[start + i[0] * step], &i[1..]].concat());
    Some((ixfn.slice(&[slice]), gathered))
}

fn rotate_by(ixfn: IndexFn, model: Model, by: usize) -> Option<(IndexFn, Model)> {
    let rank = model.shape.len();
    let order: Vec<usize> = (0..rank).map(|k| (k + by) % rank).collect();
    let shape = order.iter().map(|&k| model.shape[k]).collect();
    let gathered = model.gather(shape, |i| (0..rank).map(|k| i[(k + rank * by - by) % rank]).collect());
    Some((ixfn.permute(&order)?, gathered))
}

/// Applies the operation to the index function and to its model. `None` if the array does not allow it. `start` is
/// the initial array's shape.
fn apply(
    operation: &Operation,
    ixfn: IndexFn,
    model: Model,
    start: &[Poly],
    values: &[i64],
) -> Option<(IndexFn, Model)> {
    let mut shape = ixfn.shape();
    match *operation {
        Operation::Index(index) => return index_by(ixfn, model, index),
        Operation::Slice(start, step, most) => return slice_by(ixfn, model, start, step, most),
        Operation::Rotate(by) => return rotate_by(ixfn, model, by),
        Operation::Flatten => shape = vec![ixfn.count()],
        Operation::Join(at) => {
            let inner = (at + 1 < shape.len()).then(|| shape.remove(at + 1))?;
            shape[at] = &shape[at] * &inner;
        }
        Operation::AddUnit(at) => shape.insert(at.min(shape.len()), Poly::one()),
        Operation::Restore if ixfn.count() == Poly::product(start) => shape = start.to_vec(),
        Operation::Restore => return None,
    }
    let model = Model { shape: shape.iter().filter_map(|size| size.eval(&env(values))).collect(), ..model };
    Some((ixfn.reshape(&shape), model))
}

/// Returns the address of an element, computed by the steps for code generators.
fn by_steps(ixfn: &IndexFn, index: &[i64], values: &[i64]) -> Option<i64> {
    let value = |poly: &Poly| poly.eval(&env(values));
    let mut index: Vec<Poly> = index.iter().copied().map(Poly::constant).collect();
    let mut position = 0;
    for step in ixfn.steps() {
        match step {
            Step::Apply(lmad) => position = value(&lmad.apply(&index))?,
            Step::Unrank(digits) => {
                let digit = |digit: &Digit| {
                    let quotient = position / value(&digit.divisor)?;
                    Some(digit.modulus.as_ref().map_or(Some(quotient), |m| Some(quotient % value(m)?))?.into())
                };
                index = digits.iter().map(digit).collect::<Option<_>>()?;
            }
        }
    }
    Some(position)
}

fn symbolic_shape(rank: usize) -> Vec<Poly> {
    (0..rank as u32).map(|id| Poly::var(name(id))).collect()
}

#[test]
fn flattening_a_transposed_matrix_needs_two_components() {
    let shape = symbolic_shape(2);
    let turned = IndexFn::row_major(&shape).transpose().unwrap_or_else(|| IndexFn::row_major(&[]));
    let flat = turned.reshape(&[turned.count()]);
    assert_eq!(flat.to_string(), "0 + {(x_1 : 1)(x_0 : x_1)} . 0 + {(x_0*x_1 : 1)}");
    assert_eq!(flat.as_single(), None);
    assert_eq!(flat.reshape(&turned.shape()), turned);
    let constant = flat.eval(&env(&[2, 3]));
    assert_eq!(constant.as_ref().map(|f| f.image().collect()), Some(vec![0, 3, 1, 4, 2, 5]));
    assert_eq!(constant.as_ref().and_then(|f| f.apply(&[6])), None);
}

#[test]
fn reshaping_what_is_row_major_stays_single() {
    let shape = symbolic_shape(3);
    let cube = IndexFn::row_major(&shape);
    assert!(cube.reshape(&[cube.count()]).is_direct());
    assert_eq!(cube.reshape(&[cube.count()]).reshape(&shape), cube);
    assert_eq!(cube.rank(), 3);
    assert_eq!(cube.free_variables().len(), 3);
}

#[test]
fn moved_elements_keep_their_order() {
    let turned = IndexFn::row_major(&symbolic_shape(2)).transpose().unwrap_or_else(|| IndexFn::row_major(&[]));
    let flat = turned.reshape(&[turned.count()]);
    let moved = flat.moved(&Poly::var(name(2)), &Poly::var(name(3)));
    let addresses = |ixfn: &IndexFn| ixfn.eval(&env(&[2, 3, 10, 7])).map(|f| f.image().collect::<Vec<_>>());
    assert_eq!(addresses(&flat), Some(vec![0, 3, 1, 4, 2, 5]));
    assert_eq!(addresses(&moved), Some(vec![7, 37, 17, 47, 27, 57]));
    assert_eq!(turned.moved(&Poly::var(name(2)), &Poly::var(name(3))).reshape(&[turned.count()]), moved);
}

#[test]
fn a_part_of_a_flattened_array_keeps_its_components() {
    let sizes: Vec<Poly> = [3.into(), 2.into()].into();
    let turned = IndexFn::row_major(&sizes).permute(&[1, 0]).map(|f| f.reshape(&[6.into()]));
    let start = SliceDim::Range { start: 0.into(), count: 2.into(), step: 1.into() };
    let part = turned.map(|f| f.slice(&[start]).reshape(&[2.into(), 1.into()]));
    let addresses = part.and_then(|f| f.eval(&|_| None)).map(|f| f.image().collect());
    assert_eq!(addresses, Some(vec![0, 2]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn operations_agree_with_moving_the_elements(
        values in vec(0..4i64, 1..4), constant in vec(any::<bool>(), 4), operations in vec(operation(), 0..9),
    ) {
        let mut start = symbolic_shape(values.len());
        for ((size, &value), _) in start.iter_mut().zip(&values).zip(&constant).filter(|(_, constant)| **constant) {
            *size = value.into();
        }
        let mut model = Model { shape: values.clone(), elements: (0..values.iter().product()).collect() };
        let mut ixfn = IndexFn::row_major(&start);
        for operation in &operations {
            if let Some(next) = apply(operation, ixfn.clone(), model.clone(), &start, &values) {
                (ixfn, model) = next;
            }
        }
        let constant = ixfn.eval(&env(&values));
        prop_assert_eq!(constant.map(|f| f.image().collect::<Vec<_>>()), Some(model.elements.clone()), "{}", ixfn);
        for (position, &element) in (0..).zip(&model.elements) {
            prop_assert_eq!(by_steps(&ixfn, &unrank(&model.shape, position), &values), Some(element));
        }
        let text = ixfn.to_string();
        prop_assert_eq!(parse_text(&text, |cursor| IndexFn::parse(cursor, &mut printed_name)), Ok(ixfn));
    }
}
