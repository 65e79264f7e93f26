//! Tests of malformed binary values and `.npy` files, and of `.npy` files that NumPy writes but this crate does not.

use npyz::WriterBuilder;
use rista_value::*;

fn ints(shape: &[usize]) -> Value {
    let count = shape.iter().product::<usize>() as i32;
    Value::Array(ArrayValue::new(shape.to_vec(), Storage::I32((0..count).collect())).unwrap())
}

fn binary(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_binary(value, &mut bytes).unwrap();
    bytes
}

/// Returns a file of the given version with any header text.
fn npy(version: u8, header: &str, elements: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend((header.len() as u16).to_le_bytes()),
        _ => bytes.extend((header.len() as u32).to_le_bytes()),
    }
    bytes.extend(header.as_bytes());
    bytes.extend(elements);
    bytes
}

fn npy_error(header: &str) -> String {
    read_npy(&npy(1, header, &[])).unwrap_err().to_string()
}

#[test]
fn cut_binary_values_end_too_early() {
    let bytes = binary(&ints(&[2, 3]));
    for end in 1..bytes.len() {
        let error = read_values(&bytes[..end]).unwrap_err();
        assert_eq!(error.kind, ReadErrorKind::End, "{end}: {error}");
        assert_eq!(error.place, None);
    }
}

#[test]
fn corrupt_binary_headers_are_refused_without_allocating() {
    let with = |at: usize, replaced: &[u8]| {
        let mut bytes = binary(&ints(&[2, 3]));
        bytes.splice(at..at + replaced.len(), replaced.iter().copied());
        read_values(&bytes).unwrap_err().to_string()
    };
    let huge = 1u64 << 40;
    assert_eq!(with(1, &[1]), "byte 1: binary values of version 1 are not known, only version 2");
    assert_eq!(with(3, b"i32 "), "byte 3: `i32 ` is not an element type");
    assert_eq!(with(3, b"\xff\n 3"), "byte 3: `\\u{fffd}\\n 3` is not an element type");
    assert_eq!(
        with(7, &huge.to_le_bytes()),
        format!("byte 23: the header announces {} bytes of elements, but only 24 are left", 12 * huge)
    );
    assert_eq!(with(7, &[huge.to_le_bytes(), huge.to_le_bytes()].concat()).split(':').next(), Some("byte 23"));
    assert_eq!(with(15, &[0xff; 8]), "byte 15: the size 18446744073709551615 is larger than any array");
    assert_eq!(read_values(b"b\x02\x00bool\x02").unwrap_err().to_string(), "byte 7: a boolean must be 0 or 1");
}

#[test]
fn cut_npy_files_are_refused() {
    let mut bytes = Vec::new();
    write_npy(&ints(&[2, 3]), &mut bytes).unwrap();
    for end in 0..bytes.len() {
        assert!(read_npy(&bytes[..end]).is_err(), "{end}");
    }
    bytes.push(0);
    assert!(read_npy(&bytes).unwrap_err().to_string().contains("there are 1 bytes after the last element"));
}

#[test]
fn npy_files_may_stand_in_a_stream_of_values() {
    let mut bytes = b"1 ".to_vec();
    write_npy(&ints(&[2]), &mut bytes).unwrap();
    bytes.extend(binary(&ints(&[1])));
    let values = read_values(&bytes).unwrap();
    assert_eq!(values, [Value::Scalar(Scalar::I32(1)), ints(&[2]), ints(&[1])]);
    let mut reader = Reader::new(&bytes[2..]);
    let error = read_value_as(&mut reader, ScalarType::F32, 1).unwrap_err();
    assert_eq!(error.to_string(), "byte 0: expected a value of type []f32, but this one is of type []i32");
    assert_eq!(error.kind, ReadErrorKind::Type);
}

#[test]
fn npy_headers_that_numpy_may_write_are_read() {
    let elements = 5i32.to_be_bytes();
    for (version, header) in [
        (1, "{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }          \n"),
        (2, "{\"shape\": (1L,), \"fortran_order\": True, \"descr\": \">i4\"}"),
        (3, " {'descr':'>i4','fortran_order':False,'shape':(1)}\n"),
    ] {
        let value = read_npy(&npy(version, header, &elements)).unwrap();
        assert_eq!(value.to_string(), "[5i32]", "{header}");
    }
    let scalar = npy(1, "{'descr': '|b1', 'fortran_order': False, 'shape': ()}", &[1]);
    assert_eq!(read_npy(&scalar).unwrap(), Value::Scalar(Scalar::Bool(true)));
}

#[test]
fn npy_headers_of_other_things_are_named() {
    let of_type = |descr: &str| npy_error(&format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (1,)}}"));
    for (descr, message) in [
        ("'<c16'", "byte 20: the elements are complex numbers (`<c16`), which are not supported"),
        ("'|O'", "byte 20: the elements are Python objects (`|O`), which are not supported"),
        ("'<U3'", "byte 20: the elements are strings (`<U3`), which are not supported"),
        ("'|S3'", "byte 20: the elements are byte strings (`|S3`), which are not supported"),
        ("'<M8[ns]'", "byte 20: the elements are dates (`<M8[ns]`), which are not supported"),
        ("'<f16'", "byte 20: the elements are floats of another size (`<f16`), which are not supported"),
        ("[('x', '<f4')]", "byte 20: the elements are records, which are not supported"),
        ("'é'", "byte 20: expected an element type in the header of the .npy file"),
        ("''", "byte 20: expected an element type in the header of the .npy file"),
        ("7", "byte 20: expected a string in the header of the .npy file"),
    ] {
        assert_eq!(of_type(descr), message);
    }
}

#[test]
fn malformed_npy_headers_are_refused() {
    let of_shape = |shape: &str| npy_error(&format!("{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}}}"));
    assert!(of_shape("(4611686018427387904, 8)").contains("is too large"));
    assert!(of_shape("(99999999999999999999,)").contains("expected a size"));
    assert!(of_shape("(-1,)").contains("expected a size"));
    assert!(of_shape("((((1,").contains("expected a size"));
    assert!(of_shape("(1000000000000,)").contains("announces 4000000000000 bytes of elements, but there are 0"));
    assert!(npy_error("").contains("expected `{`"));
    assert!(npy_error("{}").contains("expected `descr`, `fortran_order` and `shape`"));
    assert!(npy_error("{'colour': 1}").contains("expected `descr`, `fortran_order` or `shape`"));
    assert!(npy_error("{'fortran_order': Maybe}").contains("expected `True` or `False`"));
    assert!(read_npy(&npy(9, "", &[])).unwrap_err().to_string().contains("version 9"));
    assert_eq!(read_npy(b"PK\x03\x04").unwrap_err().to_string(), "byte 0: this is not a .npy file");
    let long = b"\x93NUMPY\x02\x00\xff\xff\xff\xff{";
    assert_eq!(read_npy(long).unwrap_err().to_string(), "byte 12: the file ends inside its header");
}

#[test]
fn both_byte_orders_and_both_layouts_of_another_writer_are_read() {
    let expected = Value::Array(ArrayValue::new(vec![2, 3, 2], Storage::I16((0..12).collect())).unwrap());
    for descr in ["<i2", ">i2"] {
        for order in [npyz::Order::C, npyz::Order::Fortran] {
            let mut bytes = Vec::new();
            let options = npyz::WriteOptions::<i16>::new().dtype(npyz::DType::Plain(descr.parse().unwrap()));
            let mut writer = options.shape(&[2, 3, 2]).order(order).writer(&mut bytes).begin_nd().unwrap();
            let stored: Vec<i16> = match order {
                npyz::Order::C => (0..12).collect(),
                // The element at [i][j][k] is 6i + 2j + k, and i varies fastest.
                npyz::Order::Fortran => (0..12).map(|at| 6 * (at % 2) + 2 * (at / 2 % 3) + at / 6).collect(),
            };
            writer.extend(stored).unwrap();
            writer.finish().unwrap();
            assert_eq!(read_npy(&bytes).unwrap(), expected, "{descr} {order:?}");
        }
    }
}

#[test]
fn another_reader_reads_what_is_written() {
    fn same<T: npyz::Deserialize>(value: &Value) -> Vec<T> {
        let mut bytes = Vec::new();
        write_npy(value, &mut bytes).unwrap();
        npyz::NpyFile::new(&bytes[..]).unwrap().into_vec::<T>().unwrap()
    }
    let value = |elem| random_value(elem, &[3, 4], 7, None).unwrap();
    let data = |elem| match value(elem) {
        Value::Array(array) => array.data().clone(),
        Value::Scalar(_) => panic!("an array"),
    };
    macro_rules! check {
        ($($variant:ident: $ty:ty),*) => { $(
            let Storage::$variant(expected) = data(ScalarType::$variant) else { panic!("its own type") };
            assert_eq!(same::<$ty>(&value(ScalarType::$variant)), expected);
        )* };
    }
    check!(I8: i8, I16: i16, I32: i32, I64: i64, U8: u8, U16: u16, U32: u32, U64: u64);
    check!(F16: half::f16, F32: f32, F64: f64, Bool: bool);
}

#[test]
fn a_header_too_long_for_version_1_is_written_as_version_2() {
    let value = Value::Array(ArrayValue::new(vec![1; 30_000], Storage::U8(vec![9])).unwrap());
    let mut bytes = Vec::new();
    write_npy(&value, &mut bytes).unwrap();
    assert_eq!(bytes[6], 2);
    assert_eq!(read_npy(&bytes), Ok(value.clone()));
    assert!(write_binary(&value, &mut Vec::new()).is_err());
}

#[test]
fn streams_give_what_bytes_give() {
    for elem in ScalarType::ALL {
        for shape in [&[][..], &[0], &[70_000], &[3, 4]] {
            let value = random_value(elem, shape, 7, None).unwrap();
            let expected = Expected { elem, rank: shape.len() };
            let (mut binary, mut npy) = (Vec::new(), Vec::new());
            write_binary(&value, &mut binary).unwrap();
            write_npy(&value, &mut npy).unwrap();
            for bytes in [binary, npy] {
                // What follows the value stays in the stream.
                let more = [&bytes[..], b"1"].concat();
                let mut stream = &more[..];
                assert_eq!(read_stream(&mut stream, expected).unwrap(), Some(value.clone()), "{elem} {shape:?}");
                assert_eq!(stream, b"1");
                assert!(read_stream(&mut &bytes[..bytes.len().saturating_sub(1)], expected).is_err());
                let other = Expected { rank: shape.len() + 1, ..expected };
                assert!(read_stream(&mut &bytes[..], other).is_err());
            }
        }
    }
    let ints = Expected { elem: ScalarType::I32, rank: 1 };
    assert_eq!(read_stream(&mut &b"[1, 2]"[..], ints).unwrap(), None);
    assert_eq!(read_stream(&mut &b""[..], ints).unwrap(), None);
    let swapped = npy(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (1,)}", &[0, 0, 1, 2]);
    assert_eq!(read_stream(&mut &swapped[..], ints).unwrap().unwrap().to_string(), "[258i32]");
    let long = npy(2, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 2)}", &[1, 0, 2, 0, 3, 0, 4, 0]);
    let matrix = Expected { elem: ScalarType::I16, rank: 2 };
    assert_eq!(read_stream(&mut &long[..], matrix).unwrap(), Some(read_npy(&long).unwrap()));
}
