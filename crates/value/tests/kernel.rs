//! Tests of operators on words.

use rista_value::kernel::{binary_kernel, compare_kernel, convert_kernel};
use rista_value::op::{binary, compare, convert};
use rista_value::{BinOp, CmpOp, Scalar, ScalarType};

/// Returns words of values at and around the edges of the type, and some in between.
fn words(ty: ScalarType) -> Vec<u64> {
    let floats = [0.0, -0.0, 1.0, -1.5, 3e9, -3e9, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let top = 1u64 << (ty.bits() - 1);
    let integers = [0, 1, 2, 3, 7, 100, top - 1, top, top + 1, u64::MAX, u64::MAX - 1, u64::MAX - 6];
    match ty.is_float() {
        true => floats.iter().filter_map(|x| Scalar::from_f64(ty, *x)).map(Scalar::bits).collect(),
        false => integers.iter().map(|bits| Scalar::from_bits(ty, *bits).bits()).collect(),
    }
}

/// Compares bit by bit, except that all NaNs are equal.
fn same(a: Scalar, b: Scalar) -> bool {
    let nan = |x: Scalar| x.as_f64().is_some_and(f64::is_nan);
    a == b || (nan(a) && nan(b))
}

#[test]
fn kernels_mean_what_the_operators_mean() {
    for ty in ScalarType::ALL {
        for (a, b) in words(ty).into_iter().flat_map(|a| words(ty).into_iter().map(move |b| (a, b))) {
            let (x, y) = (Scalar::from_bits(ty, a), Scalar::from_bits(ty, b));
            for op in BinOp::ALL.iter().filter(|op| op.defined_on(ty) && !(op.can_fail(ty) && b == 0)) {
                let Some(kernel) = binary_kernel(*op, ty) else { continue };
                let expected = binary(*op, x, y).expect("defined");
                assert!(same(Scalar::from_bits(ty, kernel(a, b)), expected), "{x:?} {} {y:?}", op.name());
                assert_eq!(Scalar::from_bits(ty, kernel(a, b)).bits(), kernel(a, b), "extended with zeros");
            }
            for op in CmpOp::ALL {
                let Some(kernel) = compare_kernel(*op, ty) else { continue };
                assert_eq!(Some(kernel(a, b) == 1), compare(*op, x, y), "{x:?} {} {y:?}", op.name());
            }
        }
    }
}

#[test]
fn kernels_convert_as_convert_does() {
    for (from, to) in ScalarType::ALL.into_iter().flat_map(|from| ScalarType::ALL.map(|to| (from, to))) {
        let Some(kernel) = convert_kernel(from, to) else { continue };
        for word in words(from) {
            let scalar = Scalar::from_bits(from, word);
            assert!(same(Scalar::from_bits(to, kernel(word)), convert(to, scalar)), "{scalar:?} to {to}");
        }
    }
}
