//! Reads a value either as a whole or in pieces, one after the other. The pieces of a record are its fields, and those
//! of other values their leaves. `((1, true), 2)` may also be given as `(1, true) 2` or `1 true 2`.

use super::structured::read_structured;
use super::{EntryType, FlatType, OpaqueForm};
use crate::array::Value;
use crate::read::{ReadError, ReadErrorKind, ReadResult, Reader};

/// A value of an entry type of which some pieces have been read.
pub struct Pieces {
    /// Types of the pieces that are still to be read, the next one last.
    wanted: Vec<EntryType>,
    leaves: Vec<Value>,
    /// Why the input could not be read as a whole value; `None` if that was not tried or the value was read.
    error: Option<ReadError>,
}

impl Pieces {
    pub fn new(ty: &EntryType) -> Pieces {
        Pieces { wanted: vec![ty.clone()], leaves: Vec::new(), error: None }
    }

    /// Whether all pieces have been read. A unit counts as a piece, although it has no leaves.
    pub fn is_full(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Whether all leaves have been read.
    pub fn has_leaves(&self) -> bool {
        self.wanted.iter().all(|ty| ty.leaves().is_empty())
    }

    /// Returns the leaves that have been read.
    pub fn leaves(self) -> Vec<Value> {
        self.leaves
    }

    /// Returns the number of leaves that have been read.
    pub fn count(&self) -> usize {
        self.leaves.len()
    }

    /// Reads the next piece as a whole if possible and returns `None`. Otherwise returns the type of the next leaf,
    /// which the caller reads and passes to `add`. Returns `None`, too, if no piece is missing.
    pub fn next_leaf(&mut self, reader: &mut Reader) -> Option<FlatType> {
        self.error = None;
        while let Some(ty) = self.wanted.pop() {
            let opaque = match &ty {
                EntryType::Flat(flat) => return Some(*flat),
                EntryType::Opaque(opaque) => opaque,
            };
            let mut ahead = reader.clone();
            match read_structured(&mut ahead, &ty) {
                Ok(leaves) => {
                    *reader = ahead;
                    self.leaves.extend(leaves);
                    return None;
                }
                Err(error) if self.error.as_ref().is_some_and(|last| last.progress() >= error.progress()) => {}
                Err(error) => self.error = Some(error),
            }
            match &opaque.form {
                OpaqueForm::Record(fields) => self.wanted.extend(fields.iter().rev().map(|(_, field)| field.clone())),
                _ => self.wanted.extend(ty.leaves().into_iter().rev().map(EntryType::Flat)),
            }
        }
        None
    }

    pub fn add(&mut self, leaf: Value) {
        self.leaves.push(leaf);
    }

    /// Returns the error of reading the piece as a whole, if reading came further than with `leaf`, the error of
    /// reading its first leaf. It then explains more.
    pub fn whole_error(&mut self, leaf: &ReadError) -> Option<ReadError> {
        let whole = self.error.take()?;
        let is_other_leaf = leaf.kind == ReadErrorKind::Type && whole.kind == ReadErrorKind::Syntax;
        let is_further = whole.progress() > leaf.progress() || whole.progress() == leaf.progress() && !is_other_leaf;
        is_further.then_some(whole)
    }
}

impl ReadError {
    /// Returns how far reading came, for comparison with other errors. An error in shapes counts as furthest, because
    /// shapes are checked last.
    fn progress(&self) -> (bool, usize) {
        (self.kind == ReadErrorKind::Shape, self.offset)
    }
}

/// Reads a value of the type, as a whole or in pieces, and returns its leaves.
///
/// # Errors If the text has another form or type.
pub fn read_leaves(reader: &mut Reader, ty: &EntryType) -> ReadResult<Vec<Value>> {
    let mut pieces = Pieces::new(ty);
    while !pieces.is_full() {
        if let Some(leaf) = pieces.next_leaf(reader) {
            match reader.read_value_as(leaf.elem, leaf.rank) {
                Ok(value) => pieces.add(value),
                Err(error) => return Err(pieces.whole_error(&error).unwrap_or(error)),
            }
        }
    }
    Ok(pieces.leaves)
}
