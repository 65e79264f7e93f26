//! The leaves that an entry point's function takes and gives (`value::entry`).

use imp::def::Entry;
use value::ScalarType;

/// A scalar (rank 0) or an array that an entry point takes.
pub(crate) struct ParamLeaf {
    pub elem: ScalarType,
    pub rank: usize,
    pub consumed: bool,
    /// For messages: `argument 1 (xs : []i64)`.
    pub what: String,
}

/// The leaves of all parameters, in order.
pub(crate) fn param_leaves(entry: &Entry) -> Vec<ParamLeaf> {
    let mut leaves = Vec::new();
    for (number, param) in entry.params.iter().enumerate() {
        leaves.extend(param.ty.leaves().into_iter().enumerate().map(|(at, leaf)| ParamLeaf {
            elem: leaf.elem,
            rank: leaf.rank,
            consumed: param.consumed,
            what: format!("argument {} ({})", number + 1, param.shown_leaf(at)),
        }));
    }
    leaves
}
