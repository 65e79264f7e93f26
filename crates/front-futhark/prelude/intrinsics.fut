-- | Operations that the prelude's other functions hide.

module intrinsics = {
  -- Traversals, and arrays in other shapes: as the functions of the same names, or of names that say less.

  -- | The function on every element.
  #[native(map)]
  def map 'a [n] 'x (f: a -> x) (xs: [n]a) : *[n]x = ???

  -- | All elements combined by an associative operator, whose neutral element is `ne`.
  #[native(reduce)]
  def reduce [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

  -- | As `reduce`, with an operator that is commutative too.
  #[native(reduce_comm)]
  def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a = ???

  -- | The reductions of all prefixes, each with its last element.
  #[native(scan)]
  def scan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a = ???

  -- | The elements for which `p` holds, and the others.
  def partition [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].([k]a, [n - k]a) =
    let [k] (yes: [k]a) = filter p xs
    in (yes, filter (\x -> !(p x)) xs :> [n - k]a)

  -- | Arrays as an array of tuples; this costs nothing.
  #[native(zip)]
  def zip 'a 'b [n] (xs: [n]a) (ys: [n]b) : [n](a, b) = ???

  -- | An array of tuples as arrays; this costs nothing.
  #[native(unzip)]
  def unzip 'a 'b [n] (xs: [n](a, b)) : ([n]a, [n]b) = ???

  -- | Two arrays, end to end.
  #[native(concat)]
  def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = ???

  -- | The rows, end to end.
  #[native(flatten)]
  def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = ???

  -- | The array as rows, as the type says.
  #[native(unflatten)]
  def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = ???

  -- | Rows and columns exchanged.
  #[native(transpose)]
  def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = ???

  -- | A fresh copy, row by row in memory.
  #[native(copy)]
  def manifest 't (x: t) : *t = ???

  -- | `dest` with `vs` written at the positions `is`; positions out of range are ignored.
  #[native(scatter)]
  def scatter 'a [k] [n] (dest: *[k]a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

  -- | As `scatter`, at rows and columns.
  #[native(scatter)]
  def scatter_2d 'a [k] [m] [n] (dest: *[k][m]a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

  -- | As `scatter`, in three dimensions.
  #[native(scatter)]
  def scatter_3d 'a [k] [m] [o] [n] (dest: *[k][m][o]a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

  -- | `dest` with each of `vs` combined into the element at its position; positions out of range are ignored.
  #[native(reduce_by_index)]
  def hist_1d 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a) : *[k]a = ???

  -- | As `hist_1d`, at rows and columns.
  #[native(reduce_by_index)]
  def hist_2d 'a [k] [m] [n]
      (dest: *[k][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a = ???

  -- | As `hist_1d`, in three dimensions.
  #[native(reduce_by_index)]
  def hist_3d 'a [k] [m] [o] [n]
      (dest: *[k][m][o]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][o]a = ???

  -- Accumulators: arrays that can only be written to, while a stream of values passes.

  -- | An array that is being written to.
  #[native(acc)]
  type acc 't = t

  #[native(accumulator)]
  local def accumulator 'a [k] (xs: *[k]a) (op: a -> a -> a) : *acc ([k]a) = ???
  #[native(accumulated)]
  local def accumulated 'a [k] (acc: *acc ([k]a)) : *[k]a = ???
  #[native(accumulate_by)]
  local def accumulate_by 'a [k] (acc: acc ([k]a)) : a -> a -> a = ???

  -- | Combines `v` into the element at `i`; a position out of range is ignored.
  def acc_write 'a [k] (acc: *acc ([k]a)) (i: i64) (v: a) : *acc ([k]a) =
    let op = accumulate_by acc
    let xs = accumulated acc
    in accumulator (if 0 <= i && i < k then xs with [i] = op (copy xs[i]) v else xs) op

  -- | `dest` with what the function writes for each of `bs`. Where it writes twice, either may stay.
  def scatter_stream 'a 'b [k] [n] (dest: *[k]a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
    accumulated (loop acc = accumulator dest (\_ v -> v) for b in bs do f acc b)

  -- | `dest` with what the function writes for each of `bs`, combined by `op`, which is associative and commutative.
  def hist_stream 'a 'b [k] [n]
      (dest: *[k]a) (op: a -> a -> a) (_ne: a) (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b) : *[k]a =
    accumulated (loop acc = accumulator dest op for b in bs do f acc b)

  -- Strided views of an array: an offset, then size and stride of each dimension. All of a view that is not empty must be
  -- inside the array.

  -- | Element `i, j` is the one at `offset + i * s + j * t`. Nothing is copied.
  #[native(flat_index_2d)]
  def flat_index_2d 'a [l] (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) : [n][m]a = ???

  -- | As `flat_index_2d`, in three dimensions.
  #[native(flat_index_3d)]
  def flat_index_3d 'a [l]
      (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) (o: i64) (u: i64) : [n][m][o]a = ???

  -- | As `flat_index_2d`, in four dimensions.
  #[native(flat_index_4d)]
  def flat_index_4d 'a [l]
      (xs: [l]a) (offset: i64) (n: i64) (s: i64) (m: i64) (t: i64) (o: i64) (u: i64) (p: i64) (v: i64)
      : [n][m][o][p]a = ???

  -- | `xs` with element `i` of `vs` at `offset + i * s`. Where two are written to one place, either may stay.
  #[native(flat_update_1d)]
  def flat_update_1d 'a [l] [n] (xs: *[l]a) (offset: i64) (s: i64) (vs: [n]a) : *[l]a = ???

  -- | `xs` with element `i, j` of `vs` at `offset + i * s + j * t`.
  #[native(flat_update_2d)]
  def flat_update_2d 'a [l] [n] [m] (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (vs: [n][m]a) : *[l]a = ???

  -- | As `flat_update_2d`, in three dimensions.
  #[native(flat_update_3d)]
  def flat_update_3d 'a [l] [n] [m] [o]
      (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (u: i64) (vs: [n][m][o]a) : *[l]a = ???

  -- | As `flat_update_2d`, in four dimensions.
  #[native(flat_update_4d)]
  def flat_update_4d 'a [l] [n] [m] [o] [p]
      (xs: *[l]a) (offset: i64) (s: i64) (t: i64) (u: i64) (v: i64) (vs: [n][m][o][p]a) : *[l]a = ???

  -- Operators of the language that others may hide; those on numbers are here without a definition.

  -- | Whether the two are equal.
  #[native(equal)]
  def (==) 'a (x: a) (y: a) : bool = ???

  -- | Whether the two differ.
  #[native(not_equal)]
  def (!=) 'a (x: a) (y: a) : bool = ???
}
