
// Entry points on arrays of the host: one call copies the arguments into the context, runs the entry point, and copies
// the results out. It returns a code, like all functions here.
//
// - A scalar is passed by value. An array is a pointer to its elements in row-major order, then its sizes, the outermost
//   first: `in_xs, in_xs_size` for one dimension, `in_m, in_m_size0, in_m_size1` for two. The call neither changes nor
//   keeps it. A pointer to no elements may be NULL.
// - A result goes to where its parameter points. A result array is memory from `malloc`, which the caller must `free`.
//   A call that fails stores nothing; `futhark_context_get_error` has the message.
// - A record or tuple is its fields, `in_p_x, in_p_y`. Those of a tuple are `v0`, `v1` and so on. An array of records is
//   an array for each field, of the same sizes.
// - An array of rows of unequal length is `data`, the elements of all rows, and `offsets`: the start of each row, then
//   the end of the last one.
// - A sum is the number of its `constructor` and the slots that constructors share. A slot that the constructor does not
//   use is 0, or an array without elements.
