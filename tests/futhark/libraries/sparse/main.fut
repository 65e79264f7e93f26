-- Sparse matrices over numbers and over truth values, by an abstract type with sizes: sums, products, reachability.
-- ==
-- entry: product
-- input { [3i64, 3i64, 1i64, 3i64, 0i64, 1i64, 0i64, 3i64, 1i64] [4i64, 4i64, 1i64, 4i64, 3i64, 0i64, 4i64, 4i64, 4i64] [1.0f64, 2.0f64, 2.0f64, -2.0f64, -1.0f64, 2.0f64, 1.0f64, 3.0f64, -3.0f64] [4i64, 0i64, 4i64, 2i64, 1i64, 2i64, 0i64, 2i64] [0i64, 0i64, 0i64, 1i64, 2i64, 1i64, 1i64, 1i64] [-3.0f64, -2.0f64, 1.0f64, 2.0f64, -2.0f64, -3.0f64, 3.0f64, 2.0f64] }
-- output { [[-2.0f64, 0.0f64, 0.0f64], [2.0f64, 6.0f64, -4.0f64], [0.0f64, 0.0f64, 0.0f64], [-8.0f64, 0.0f64, 0.0f64]] 5i64 }
-- input { empty([0]i64) empty([0]i64) empty([0]f64) [4i64, 0i64, 4i64, 2i64, 1i64, 2i64, 0i64, 2i64] [0i64, 0i64, 0i64, 1i64, 2i64, 1i64, 1i64, 1i64] [-3.0f64, -2.0f64, 1.0f64, 2.0f64, -2.0f64, -3.0f64, 3.0f64, 2.0f64] }
-- output { [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64]] 0i64 }

-- ==
-- entry: sum
-- input { [3i64, 3i64, 1i64, 3i64, 0i64, 1i64, 0i64, 3i64, 1i64] [4i64, 4i64, 1i64, 4i64, 3i64, 0i64, 4i64, 4i64, 4i64] [1.0f64, 2.0f64, 2.0f64, -2.0f64, -1.0f64, 2.0f64, 1.0f64, 3.0f64, -3.0f64] [0i64, 1i64, 0i64, 0i64, 2i64, 0i64, 1i64, 3i64] [2i64, 4i64, 0i64, 3i64, 3i64, 0i64, 0i64, 4i64] [-1.0f64, -1.0f64, 2.0f64, -3.0f64, -3.0f64, -2.0f64, 1.0f64, -4.0f64] }
-- output { [[0.0f64, 3.0f64, 0.0f64, 0.0f64], [0.0f64, 2.0f64, 0.0f64, 0.0f64], [-1.0f64, 0.0f64, 0.0f64, 0.0f64], [-4.0f64, 0.0f64, -3.0f64, 0.0f64], [1.0f64, -4.0f64, 0.0f64, 0.0f64]] 7i64 }

-- ==
-- entry: apply
-- input { [3i64, 3i64, 1i64, 3i64, 0i64, 1i64, 0i64, 3i64, 1i64] [4i64, 4i64, 1i64, 4i64, 3i64, 0i64, 4i64, 4i64, 4i64] [1.0f64, 2.0f64, 2.0f64, -2.0f64, -1.0f64, 2.0f64, 1.0f64, 3.0f64, -3.0f64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64] }
-- output { [2.0f64, -18.0f64, 0.0f64, 40.0f64] }

-- ==
-- entry: reach
-- input { 5i64 [0i64, 1i64, 2i64, 3i64, 4i64] [1i64, 2i64, 3i64, 1i64, 4i64] }
-- output { [[true, true, true, true, false], [false, true, true, true, false], [false, true, true, true, false], [false, true, true, true, false], [false, false, false, false, true]] }
-- input { 2i64 empty([0]i64) empty([0]i64) } output { [[true, false], [false, true]] }

import "sparse"

module reals = mk_csr {
  open f64
  def zero = 0f64
  def one = 1f64
  def is_zero = (== 0f64)
}

module bools = mk_csr {
  type t = bool
  def zero = false
  def one = true
  def (+) = (||)
  def (*) (x: bool) (y: bool) = x && y
  def is_zero x = not x
}

entry product [k][l] (is: [k]i64) (js: [k]i64) (xs: [k]f64) (is': [l]i64) (js': [l]i64) (xs': [l]f64) : ([4][3]f64, i64) =
  let a = reals.from_coo 4 5 (zip3 is js xs)
  let b = reals.from_coo 5 3 (zip3 is' js' xs')
  let c = reals.smsmm a b
  in (reals.dense c, reals.nnz c)

entry sum [k][l] (is: [k]i64) (js: [k]i64) (xs: [k]f64) (is': [l]i64) (js': [l]i64) (xs': [l]f64) : ([5][4]f64, i64) =
  let c = reals.(from_coo 4 5 (zip3 is js xs) + from_coo 4 5 (zip3 is' js' xs'))
  in (reals.dense (reals.transpose c), reals.nnz c)

entry apply [k] (is: [k]i64) (js: [k]i64) (xs: [k]f64) (v: [5]f64) : [4]f64 =
  reals.smvm (reals.scale 2 (reals.from_coo 4 5 (zip3 is js xs))) v

entry reach [k] (n: i64) (from: [k]i64) (to: [k]i64) : [n][n]bool =
  let g = bools.(from_coo n n (zip3 from to (replicate k true)) + eye n)
  let (_, r) =
    loop (before, g) = (0, g) while before != bools.nnz g do
      (bools.nnz g, bools.smsmm g g)
  in bools.dense r
