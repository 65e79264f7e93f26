//! Tests that a value written in any of the three forms reads back the same.

use half::f16;
use proptest::prelude::*;
use rista_value::*;

fn binary(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_binary(value, &mut bytes).unwrap();
    bytes
}

fn npy(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_npy(value, &mut bytes).unwrap();
    bytes
}

/// Generates a scalar of the type with any bits, often those of a special value.
fn scalar(elem: ScalarType) -> impl Strategy<Value = Scalar> {
    prop_oneof![
        any::<u64>().prop_map(move |bits| Scalar::from_bits(elem, bits)),
        (-3i8..4).prop_map(move |small| Scalar::from_i128(elem, small.into())),
        prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1, 1e300, 1e-300])
            .prop_map(move |special| Scalar::from_f64(elem, special)
                .unwrap_or_else(|| Scalar::from_bits(elem, special.to_bits()))),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let elem = prop::sample::select(ScalarType::ALL.to_vec());
    (elem, prop::collection::vec(0usize..5, 0..4)).prop_flat_map(|(elem, shape)| {
        let count = shape.iter().product::<usize>();
        prop::collection::vec(scalar(elem), count).prop_map(move |scalars| match shape.is_empty() {
            true => Value::Scalar(scalars[0]),
            false => Value::Array(ArrayValue::from_scalars(elem, shape.clone(), &scalars).unwrap()),
        })
    })
}

/// Replaces every NaN by the same one, as text does not distinguish them.
fn with_one_nan(value: &Value) -> Value {
    let one = |scalar: Scalar| match scalar {
        Scalar::F16(v) if v.is_nan() => Scalar::F16(f16::NAN),
        Scalar::F32(v) if v.is_nan() => Scalar::F32(f32::NAN),
        Scalar::F64(v) if v.is_nan() => Scalar::F64(f64::NAN),
        _ => scalar,
    };
    match value {
        Value::Scalar(scalar) => Value::Scalar(one(*scalar)),
        Value::Array(array) => {
            let scalars = (0..array.len()).map(|at| one(array.get(at).unwrap())).collect::<Vec<_>>();
            Value::Array(ArrayValue::from_scalars(array.elem(), array.shape().to_vec(), &scalars).unwrap())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn text(value in any_value()) {
        let text = value.to_string();
        let expected = with_one_nan(&value);
        prop_assert_eq!(read_values(text.as_bytes()), Ok(vec![expected.clone()]), "{}", text);
        let mut reader = Reader::new(text.as_bytes());
        prop_assert_eq!(read_value_as(&mut reader, value.elem(), value.shape().len()), Ok(expected));
        let mut written = Vec::new();
        write_text(&value, &mut written).unwrap();
        prop_assert_eq!(String::from_utf8(written).unwrap(), text);
    }

    #[test]
    fn binary_form(value in any_value()) {
        let bytes = binary(&value);
        prop_assert_eq!(bytes.len(), 7 + 8 * value.shape().len() + value.elem().bytes() * value.shape().iter().product::<usize>());
        prop_assert_eq!(read_values(&bytes), Ok(vec![value.clone()]));
        let mut reader = Reader::new(&bytes);
        prop_assert_eq!(read_value_as(&mut reader, value.elem(), value.shape().len()), Ok(value));
        prop_assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn npy_form(value in any_value()) {
        let bytes = npy(&value);
        prop_assert_eq!(read_npy(&bytes), Ok(value.clone()));
        prop_assert_eq!((bytes.len() - value.elem().bytes() * value.shape().iter().product::<usize>()) % 64, 0);
        let header = npyz::NpyHeader::from_reader(&bytes[..]).unwrap();
        prop_assert_eq!(header.shape(), value.shape().iter().map(|&size| size as u64).collect::<Vec<_>>());
    }

    #[test]
    fn forms_mix_in_one_stream(values in prop::collection::vec((any_value(), any::<bool>()), 0..5)) {
        let mut stream = b" -- a comment [\n".to_vec();
        for (value, as_text) in &values {
            stream.extend(if *as_text { value.to_string().into_bytes() } else { binary(value) });
            stream.extend(b"\n-- more\n");
        }
        let expected = values.iter().map(|(value, text)| if *text { with_one_nan(value) } else { value.clone() });
        prop_assert_eq!(read_values(&stream), Ok(expected.collect::<Vec<_>>()));
    }

    #[test]
    fn random_bytes_are_read_or_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..60), start in 0usize..7) {
        let starts: [&[u8]; 7] = [b"", b"b\x02", b"b\x02\x01 i32", b"[", b"\x93NUMPY\x01\x00\x20\x00{", b"\"", b"empty("];
        bytes.splice(0..0, starts[start].iter().copied());
        let _ = read_values(&bytes);
        let _ = read_npy(&bytes);
        let _ = read_value_as(&mut Reader::new(&bytes), ScalarType::F32, 1);
    }

    #[test]
    fn random_text_is_read_or_refused(text in r#"[\[\]\(\)a-f0-9xinu\.\-_, "\\]{0,40}"#) {
        if let Ok(values) = read_values(text.as_bytes()) {
            for value in values {
                prop_assert_eq!(read_values(value.to_string().as_bytes()), Ok(vec![value]));
            }
        }
    }
}

#[test]
fn every_half_reads_back() {
    for bits in 0..=u16::MAX {
        let value = Value::Scalar(Scalar::F16(f16::from_bits(bits)));
        assert_eq!(read_values(value.to_string().as_bytes()), Ok(vec![with_one_nan(&value)]));
    }
}

#[test]
fn the_binary_form_is_the_documented_one() {
    let value = Value::Array(ArrayValue::new(vec![2], Storage::I32(vec![1, -1])).unwrap());
    let expected = b"b\x02\x01 i32\x02\0\0\0\0\0\0\0\x01\0\0\0\xff\xff\xff\xff";
    assert_eq!(binary(&value), expected);
    assert_eq!(binary(&Value::Scalar(Scalar::Bool(true))), b"b\x02\x00bool\x01");
    assert_eq!(binary(&Value::Scalar(Scalar::U8(7))), b"b\x02\x00  u8\x07");
}
