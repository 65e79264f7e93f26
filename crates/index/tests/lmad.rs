//! Tests of LMADs.

use crate::common::{assignment, env, name, parse_text, poly};
use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::poly::printed_name;
use rista_index::{Assumptions, ConstantLmad, Dim, Lmad, Poly, SliceDim};

fn var(id: u32) -> Poly {
    Poly::var(name(id))
}

fn shape(sizes: &[i64]) -> Vec<Poly> {
    sizes.iter().copied().map(Poly::constant).collect()
}

fn image(lmad: &Lmad) -> Vec<i64> {
    lmad.eval(&|_| None).map(|lmad| lmad.image().collect()).unwrap_or_default()
}

#[test]
fn prints_in_the_papers_form() {
    let lmad = Lmad::row_major(&[var(0), var(1)]).transpose().and_then(|l| l.index(var(2)));
    assert_eq!(lmad.map(|l| l.to_string()).as_deref(), Some("x_2 + {(x_0 : x_1)}"));
    assert_eq!(Lmad::row_major(&[]).to_string(), "0 + {}");
}

#[test]
fn layouts_of_a_small_matrix() {
    let matrix = Lmad::row_major(&shape(&[2, 3]));
    assert_eq!(image(&matrix), [0, 1, 2, 3, 4, 5]);
    assert_eq!(matrix.transpose().map(|l| image(&l)), Some(vec![0, 3, 1, 4, 2, 5]));
    assert_eq!(matrix.index(1.into()).map(|l| image(&l)), Some(vec![3, 4, 5]));
    let backwards = SliceDim::Range { start: 2.into(), count: 2.into(), step: (-1).into() };
    assert_eq!(image(&matrix.slice(&[SliceDim::Fix(1.into()), backwards])), [5, 4]);
    assert_eq!(image(&Lmad::row_major(&shape(&[2, 0, i64::MAX, 4]))), [0i64; 0]);
    let domain = matrix.eval(&|_| None).map(|matrix| matrix.domain().collect::<Vec<_>>());
    assert_eq!(domain, Some(vec![vec![0, 0], vec![0, 1], vec![0, 2], vec![1, 0], vec![1, 1], vec![1, 2]]));
}

#[test]
fn indices_in_the_domain() {
    let matrix = Lmad::row_major(&[var(0), var(1)]);
    let mut known = Assumptions::new();
    known.in_range(name(2), &var(0));
    known.at_least(name(1), 3);
    assert!(matrix.has_index(&[var(2), 2.into()], &known));
    assert!(!matrix.has_index(&[var(2), 3.into()], &known));
    assert!(!matrix.has_index(&[var(3), 2.into()], &known));
    assert!(!matrix.has_index(&[var(2)], &known));
}

#[test]
fn ranks_that_do_not_fit_are_refused() {
    let vector = Lmad::row_major(&shape(&[4]));
    assert_eq!((vector.transpose(), vector.permute(&[]), vector.permute(&[1])), (None, None, None));
    assert_eq!(Lmad::row_major(&shape(&[2, 2])).permute(&[0, 0]), None);
    assert_eq!(vector.index(0.into()).and_then(|scalar| scalar.index(0.into())), None);
    assert_eq!(ConstantLmad { offset: 0, dims: vec![Dim { size: -1, stride: 1 }] }.count(), None);
}

#[test]
fn symbolic_reshapes() {
    let (a, b, c) = (var(0), var(1), var(2));
    let cube = Lmad::row_major(&[a.clone(), b.clone(), c.clone()]);
    let flat = cube.reshape(&[&(&a * &b) * &c]);
    assert_eq!(flat.as_ref().map(Lmad::to_string).as_deref(), Some("0 + {(x_0*x_1*x_2 : 1)}"));
    // Callers ensure equal numbers of elements, even if the normal forms do not show it.
    assert!(cube.reshape(&[var(3), 2.into()]).is_some_and(|l| l.is_direct()));
    // In a transposed array, only dimensions that are still neighbours in memory can be joined.
    let turned = cube.permute(&[1, 2, 0]);
    let joined = turned.as_ref().and_then(|l| l.reshape(&[&b * &c, 1.into(), a.clone()]));
    assert_eq!(joined.map(|l| l.to_string()).as_deref(), Some("0 + {(x_1*x_2 : 1)(1 : x_0*x_1*x_2)(x_0 : x_1*x_2)}"));
    assert_eq!(turned.and_then(|l| l.reshape(&[b, &c * &a])), None);
}

#[test]
fn row_major_is_seen_through_unit_dims_and_offsets() {
    let rows = Lmad::row_major(&[var(0), 1.into(), var(1)]);
    assert!(rows.transpose().is_some_and(|l| l.is_direct()));
    let row = rows.index(var(2)).unwrap_or_else(|| rows.clone());
    assert!(row.is_row_major() && !row.is_direct());
    assert!(!Lmad::row_major(&[var(0), var(1)]).transpose().is_some_and(|l| l.is_row_major()));
}

proptest! {
    #[test]
    fn applying_and_evaluating_commute(offset in poly(), parts in vec((poly(), poly(), poly()), 0..4), values in assignment(-9i64..9)) {
        let indices: Vec<Poly> = parts.iter().map(|(index, ..)| index.clone()).collect();
        let dims = parts.into_iter().map(|(_, size, stride)| Dim { size, stride }).collect();
        let lmad = Lmad { offset, dims };
        let constants: Vec<i64> = indices.iter().filter_map(|index| index.eval(&env(&values))).collect();
        let address = lmad.eval(&env(&values)).map(|lmad| lmad.apply(&constants));
        prop_assert_eq!(lmad.apply(&indices).eval(&env(&values)), address);
        let text = lmad.to_string();
        prop_assert_eq!(parse_text(&text, |cursor| Lmad::parse(cursor, &mut printed_name)), Ok(lmad));
    }

    #[test]
    fn a_reshape_keeps_the_sequence_of_addresses(
        sizes in vec(0i64..4, 1..4), order in Just(vec![0usize, 1, 2]).prop_shuffle(), cut in 1i64..4, offset in 0i64..5,
    ) {
        let mut lmad = Lmad::row_major(&shape(&sizes));
        lmad.offset = offset.into();
        let order: Vec<usize> = order.into_iter().filter(|&k| k < sizes.len()).collect();
        let lmad = lmad.permute(&order).unwrap_or(lmad);
        let count: i64 = sizes.iter().product();
        if count % cut == 0 && let Some(reshaped) = lmad.reshape(&shape(&[cut, 1, count / cut])) {
            prop_assert_eq!(image(&reshaped), image(&lmad));
        }
    }
}
