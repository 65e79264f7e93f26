//! Tests of the inputs of property tests.

use base::cursor::Cursor;
use rista_value::entry::{parse_params, print_structured};
use rista_value::property::{PropertyEntry, PropertySize, Shrink, generate, shrink, shrinks};
use rista_value::{ArrayValue, Scalar, ScalarType, Storage, Value};

/// Returns a property whose parameter has this type, in the IRs' text form, and these dimensions for each leaf.
fn property(ty: &str, dims: &[&[PropertySize]]) -> PropertyEntry {
    let text = format!("(x : {ty})");
    let mut sources = base::SourceMap::default();
    let file = sources.add("test", text.as_str());
    let params = parse_params(&mut Cursor::new(file, &text).unwrap()).unwrap();
    PropertyEntry {
        name: "p".to_owned(),
        generator: None,
        shrinker: None,
        size: None,
        param: params[0].ty.clone(),
        dims: dims.iter().map(|leaf| leaf.to_vec()).collect(),
    }
}

/// Shrinks `first` as long as `fails` holds, and returns the text of the smallest value found.
fn smallest(property: &PropertyEntry, first: Vec<Value>, fails: impl Fn(&[Value]) -> bool) -> String {
    let mut leaves = first;
    for _ in 0..1_000 {
        let smaller = |way| shrink(property, &leaves, way).filter(|leaves| fails(leaves));
        match shrinks(property, &leaves).into_iter().find_map(smaller) {
            Some(next) => leaves = next,
            None => break,
        }
    }
    print_structured(&property.param, &leaves)
}

use PropertySize::{Computed, Fixed, Free};

#[test]
fn values_grow_and_share_their_sizes() {
    let property =
        property("([]i8, [](#a []f32 | #b u8))", &[&[Free(0)], &[Free(0)], &[Free(0), Fixed(2)], &[Free(0)]]);
    let mut lengths = Vec::new();
    for seed in 0..200 {
        let leaves = generate(&property, seed, seed).unwrap();
        assert_eq!(leaves, generate(&property, seed, seed).unwrap());
        let length = leaves[0].shape()[0];
        assert!(leaves.iter().all(|leaf| leaf.shape()[0] == length) && length <= seed as usize);
        assert!(matches!(leaves[2].shape()[1], 0 | 2));
        lengths.push(length);
    }
    assert!(lengths.iter().all(|length| *length <= 14) && lengths[150..].iter().any(|length| *length > 9));
    let computed = self::property("[]i32", &[&[Computed]]);
    assert!(generate(&computed, 1, 1).is_err());
    let large = self::property("[][]i32", &[&[Fixed(1 << 40), Fixed(1 << 40)]]);
    assert!(generate(&large, 1, 1).unwrap_err().contains("too large"));
}

#[test]
fn numbers_stay_within_the_size_and_the_type() {
    for ty in ScalarType::ALL {
        let property = property(&format!("[]{}", ty.name()), &[&[Fixed(500)]]);
        for size in [0, 3, 200, u64::MAX] {
            let Value::Array(array) = &generate(&property, size, 7).unwrap()[0] else { panic!("an array") };
            let scalars: Vec<Scalar> = (0..500).map(|at| array.get(at).unwrap()).collect();
            let within = |scalar: &Scalar| match (scalar.as_i128(), scalar.as_f64()) {
                (Some(number), _) => number.unsigned_abs() <= u128::from(size),
                (_, Some(number)) => ty == ScalarType::F16 || number.abs() <= size as f64,
                (None, None) => true,
            };
            assert!(scalars.iter().all(within), "{ty} {size}");
        }
    }
}

#[test]
fn values_shrink_to_what_matters() {
    let pair = property("([]i32, []f64)", &[&[Free(0)], &[Free(0)]]);
    let first = generate(&pair, 100, 3).unwrap();
    assert!(first[0].shape()[0] > 3);
    let fails = |leaves: &[Value]| leaves[0].shape()[0] >= 3;
    assert_eq!(smallest(&pair, first, fails), "([0i32, 0i32, 0i32], [0.0f64, 0.0f64, 0.0f64])");

    let number = property("i32", &[&[]]);
    let fails = |leaves: &[Value]| matches!(leaves[0], Value::Scalar(Scalar::I32(x)) if !(-17..17).contains(&x));
    assert_eq!(smallest(&number, vec![Value::Scalar(Scalar::I32(-90))], fails), "17i32");
    assert_eq!(smallest(&number, vec![Value::Scalar(Scalar::I32(i32::MIN))], fails), "17i32");

    let sum = property("[](#a (#c | #d i8) | #b i8)", &[&[Free(0)], &[Free(0)], &[Free(0)]]);
    let fails = |leaves: &[Value]| leaves[0].shape()[0] > 0;
    for seed in 0..20 {
        let first = generate(&sum, 50, seed).unwrap();
        if fails(&first) {
            let found = smallest(&sum, first, fails);
            assert!(
                ["[#a #c]", "[#a (#d 0i8)]", "[#b 0i8]"].contains(&found.as_str()) || found.starts_with("[#b"),
                "{found}"
            );
        }
    }
}

#[test]
fn rows_of_inner_dimensions_are_left_out_too() {
    let matrix = property("[][]i32", &[&[Free(0), Free(1)]]);
    let rows = ArrayValue::new(vec![2, 3], Storage::I32(vec![1, 2, 3, 4, 5, 6])).map(Value::Array).unwrap();
    let remove = |size, start, count| {
        print_structured(
            &matrix.param,
            &shrink(&matrix, std::slice::from_ref(&rows), Shrink::Remove { size, start, count }).unwrap(),
        )
    };
    assert_eq!(remove(1, 1, 1), "[[1i32, 3i32], [4i32, 6i32]]");
    assert_eq!(remove(0, 0, 1), "[[4i32, 5i32, 6i32]]");
    assert_eq!(remove(1, 2, 5), "[[1i32, 2i32], [4i32, 5i32]]");
    assert_eq!(remove(0, 0, 2), "empty([0][3]i32)");
}
