-- | Operations that the prelude's other functions are built from.

module intrinsics = {
  -- Traversals, and arrays in other shapes: the same as the functions of equal or shorter names outside this module.

  -- | Applies the function to every element.
  #[native(map)]
  def map 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = ???

  -- | Combines all elements by an associative operator with the neutral element `ne`.
  #[native(reduce)]
  def reduce [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

  -- | Same as `reduce`, for an operator that is also commutative.
  #[native(reduce_comm)]
  def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

  -- | Returns the inclusive scan: element `i` combines the elements up to and including `i`.
  #[native(scan)]
  def scan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a = ???

  -- | Returns the elements for which `p` holds, and the others, both in order.
  def partition [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].([k]a, [n - k]a) =
    let [k] (yes: [k]a) = filter p xs
    in (yes, filter (\x -> !(p x)) xs :> [n - k]a)

  -- | Combines two arrays to an array of pairs. This costs nothing.
  #[native(zip)]
  def zip 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

  -- | Splits an array of pairs into two arrays. This costs nothing.
  #[native(unzip)]
  def unzip 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

  -- | Concatenates two arrays.
  #[native(concat)]
  def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

  -- | Concatenates the rows.
  #[native(flatten)]
  def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = ???

  -- | Splits the array into rows. Their number and size are taken from the result's type.
  #[native(unflatten)]
  def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

  -- | Exchanges rows and columns.
  #[native(transpose)]
  def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = ???

  -- | Returns a fresh copy whose rows are contiguous in memory.
  #[native(copy)]
  def manifest 't (x: t) : *t = ???

  -- | Returns `dest` with the values `vs` written at the positions `is`. Positions out of range are ignored.
  #[native(scatter)]
  def scatter 'a [k] [n] (dest: *[k]a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

  -- | Same as `scatter`, for two dimensions.
  #[native(scatter)]
  def scatter_2d 'a [k] [m] [n] (dest: *[k][m]a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

  -- | Same as `scatter`, for three dimensions.
  #[native(scatter)]
  def scatter_3d 'a [k] [m] [o] [n] (dest: *[k][m][o]a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

  -- | Returns `dest` with each value of `vs` combined into its position. Positions out of range are ignored.
  #[native(reduce_by_index)]
  def hist_1d 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

  -- | Same as `hist_1d`, for two dimensions.
  #[native(reduce_by_index)]
  def hist_2d 'a [k] [m] [n]
      (dest: *[k][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

  -- | Same as `hist_1d`, for three dimensions.
  #[native(reduce_by_index)]
  def hist_3d 'a [k] [m] [o] [n]
      (dest: *[k][m][o]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

  -- Accumulators: arrays that can only be written to, for each element of a stream.

  -- | An array that is being written to.
  #[native(acc)]
  type acc 't = t

  #[native(accumulator)]
  local def accumulator 'a [k] (xs: *[k]a) (op: a -> a -> a) : *acc ([k]a) = ???
  #[native(accumulated)]
  local def accumulated 'a [k] (acc: *acc ([k]a)) : *[k]a = ???
  #[native(accumulate_by)]
  local def accumulate_by 'a [k] (acc: acc ([k]a)) : a -> a -> a = ???

  -- | Combines `v` into the element at `i`. A position out of range is ignored.
  def acc_write 'a [k] (acc: *acc ([k]a)) (i: i64) (v: a) : *acc ([k]a) =
    let op = accumulate_by acc
    let xs = accumulated acc
    in accumulator (if 0 <= i && i < k then xs with [i] = op (copy xs[i]) v else xs) op

  -- | Returns `dest` with the values that `f` writes for each of `bs`. If two go to one position, either is kept.
  def scatter_stream 'a 'b [k] [n] (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
    accumulated (loop acc = accumulator dest (\_ v -> v) for b in bs do f acc b)

  -- | Returns `dest` with the values that `f` writes combined by `op`, which must be associative and commutative.
  def hist_stream 'a 'b [k] [n]
      (dest: *[k]a) (op: a -> a -> a) (_ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
    accumulated (loop acc = accumulator dest op for b in bs do f acc b)

  -- Strided views of an array: an offset, then the size and stride of each dimension. A view that is not empty must be
  -- entirely inside the array.

  -- | Returns a view whose element `i, j` is element `offset + i * s + j * t` of `xs`. Nothing is copied.
  #[native(flat_index_2d)]
  def flat_index_2d 'a [l] (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) : [n][m]a = ???

  -- | Same as `flat_index_2d`, for three dimensions.
  #[native(flat_index_3d)]
  def flat_index_3d 'a [l]
      (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) (o: i64) (u: i64) : [n][m][o]a = ???

  -- | Same as `flat_index_2d`, for four dimensions.
  #[native(flat_index_4d)]
  def flat_index_4d 'a [l]
      (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) (o: i64) (u: i64) (p: i64) (v: i64)
      : [n][m][o][p]a = ???

  -- | Returns `xs` with element `i` of `vs` at `offset + i * s`. If two values go to one position, either is kept.
  #[native(flat_update_1d)]
  def flat_update_1d 'a [l] [n] (xs: *[l]a) (offset: i64) (s: i64) (vs: [n]a) : *[l]a = ???

  -- | Returns `xs` with element `i, j` of `vs` at `offset + i * s + j * t`.
  #[native(flat_update_2d)]
  def flat_update_2d 'a [l] [n] [m] (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (vs: [n][m]a) : *[l]a = ???

  -- | Same as `flat_update_2d`, for three dimensions.
  #[native(flat_update_3d)]
  def flat_update_3d 'a [l] [n] [m] [o]
      (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (u: i64) (vs: [n][m][o]a) : *[l]a = ???

  -- | Same as `flat_update_2d`, for four dimensions.
  #[native(flat_update_4d)]
  def flat_update_4d 'a [l] [n] [m] [o] [p]
      (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (u: i64) (v: i64) (vs: [n][m][o][p]a) : *[l]a = ???

  -- Operators of the language, which other definitions may hide. Those on numbers are here without a definition.

  -- | Whether the operands are equal.
  #[native(equal)]
  def (==) 'a (x: a) (y: a) : bool = ???

  -- | Whether the operands differ.
  #[native(not_equal)]
  def (!=) 'a (x: a) (y: a) : bool = ???
}
