//! Reads values in test blocks and data files: the arguments of a case, and the expected results.

use crate::test::file::read_file_bytes;
use std::path::Path;
use value::entry::{EntryType, FlatType, read_leaves};
use value::test_block::{MAX_RANDOM_BYTES, RandomInput, TestBlockError, Text, generate};
use value::{Expected, ReadError, Reader, Value, read_values};

/// Returns random arguments, which must have these types.
pub fn random(input: &RandomInput, types: &[FlatType]) -> Result<Vec<Value>, String> {
    let values = generate(input).map_err(|error| placed(&error))?;
    check(&values, types).map(|()| values)
}

/// Reads the values between braces in a test block.
pub fn from_text(text: &Text, types: &[&EntryType]) -> Result<Vec<Value>, String> {
    text.read_leaves(types).map_err(|error| placed(&error))
}

/// Reads the values in a data file, one for each leaf of the types.
pub fn from_file(path: &Path, types: &[&EntryType]) -> Result<Vec<Value>, String> {
    let bytes = bytes(path)?;
    let placed = |error: ReadError| format!("{}: {error}", path.display());
    let mut reader = Reader::new(&bytes);
    let values = types.iter().map(|ty| read_leaves(&mut reader, ty)).collect::<Result<Vec<_>, _>>();
    values.and_then(|values| reader.finish().map(|()| values.concat())).map_err(placed)
}

/// Reads all values in a data file, each of the type that it states.
pub fn all_from_file(path: &Path) -> Result<Vec<Value>, String> {
    let bytes = bytes(path)?;
    read_values(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads a data file, decompressed if necessary.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    read_file_bytes(path, MAX_RANDOM_BYTES)
        .map_err(|error| format!("cannot read {}: {}", path.display(), crate::load::reason(&error)))
}

/// Reads values in text or binary form, one for each type. Nothing may follow them.
pub fn from_bytes(bytes: &[u8], types: &[FlatType]) -> Result<Vec<Value>, ReadError> {
    let mut reader = Reader::new(bytes);
    let values = expected(types).iter().map(|ty| reader.read_value_as(ty.elem, ty.rank)).collect::<Result<_, _>>()?;
    reader.finish().map(|()| values)
}

fn expected(types: &[FlatType]) -> Vec<Expected> {
    types.iter().map(|ty| Expected { elem: ty.elem, rank: ty.rank }).collect()
}

/// Checks that the values have these types.
fn check(values: &[Value], types: &[FlatType]) -> Result<(), String> {
    let actual = values.iter().map(|value| Expected { elem: value.elem(), rank: value.shape().len() });
    let (actual, wanted): (Vec<Expected>, Vec<Expected>) = (actual.collect(), expected(types));
    if actual == wanted {
        return Ok(());
    }
    let show = |types: &[Expected]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Err(format!("the values have types ({}), not ({})", show(&actual), show(&wanted)))
}

/// Formats an error with its place.
pub fn placed(error: &TestBlockError) -> String {
    format!("test block, {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Scalar, ScalarType, write_npy};

    fn read(path: &Path, types: &[(ScalarType, usize)]) -> Result<Vec<Value>, String> {
        let types: Vec<EntryType> = types.iter().map(|&(elem, rank)| EntryType::flat(elem, rank)).collect();
        from_file(path, &types.iter().collect::<Vec<_>>())
    }

    #[test]
    fn files_have_as_many_values_as_are_wanted_of_the_wanted_types() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.in");
        std::fs::write(&path, "1 [2, 3]").unwrap();
        let both = [(ScalarType::U8, 0), (ScalarType::F32, 1)];
        let values = read(&path, &both).unwrap();
        assert_eq!(values[0], Value::Scalar(Scalar::U8(1)));
        assert_eq!((values[1].elem(), values[1].shape()), (ScalarType::F32, &[2][..]));
        assert!(read(&path, &both[..1]).unwrap_err().contains("more input"));
        assert!(read(&path, &[(ScalarType::U8, 1)]).is_err());
        assert!(read(&folder.path().join("none"), &both).unwrap_err().contains("no such file"));
    }

    #[test]
    fn npy_files_are_one_value_that_says_its_type() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.NPY");
        let mut bytes = Vec::new();
        write_npy(&Value::Scalar(Scalar::I16(-3)), &mut bytes).unwrap();
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(read(&path, &[(ScalarType::I16, 0)]).unwrap(), [Value::Scalar(Scalar::I16(-3))]);
        let error = read(&path, &[(ScalarType::I32, 0)]).unwrap_err();
        assert!(error.contains("expected a value of type i32, but this one is of type i16"), "{error}");
    }
}
