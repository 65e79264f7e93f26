-- Stencils as a module over numbers and a border, with kernels of any odd size from size expressions; medians by networks.
-- ==
-- entry: laplace
-- input { [[6i32, 5i32, 3i32, 2i32, 6i32], [4i32, 8i32, 4i32, 6i32, 0i32], [3i32, 0i32, 7i32, 2i32, 2i32], [5i32, 2i32, 4i32, 0i32, 1i32]] }
-- output { [[-4i32, -1i32, 3i32, 7i32, -15i32], [1i32, -19i32, 8i32, -16i32, 18i32], [-1i32, 20i32, -18i32, 7i32, -2i32], [-8i32, 6i32, -4i32, 9i32, 9i32]] }
-- input { [[5i32]] } output { [[0i32]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }

-- ==
-- entry: blur
-- input { 0i64 [[6.0f64, 5.0f64, 3.0f64, 2.0f64, 6.0f64], [4.0f64, 8.0f64, 4.0f64, 6.0f64, 0.0f64], [3.0f64, 0.0f64, 7.0f64, 2.0f64, 2.0f64], [5.0f64, 2.0f64, 4.0f64, 0.0f64, 1.0f64]] }
-- output { [[6.0f64, 5.0f64, 3.0f64, 2.0f64, 6.0f64], [4.0f64, 8.0f64, 4.0f64, 6.0f64, 0.0f64], [3.0f64, 0.0f64, 7.0f64, 2.0f64, 2.0f64], [5.0f64, 2.0f64, 4.0f64, 0.0f64, 1.0f64]] }
-- input { 1i64 [[6.0f64, 5.0f64, 3.0f64, 2.0f64, 6.0f64], [4.0f64, 8.0f64, 4.0f64, 6.0f64, 0.0f64], [3.0f64, 0.0f64, 7.0f64, 2.0f64, 2.0f64], [5.0f64, 2.0f64, 4.0f64, 0.0f64, 1.0f64]] }
-- output { [[5.555555555555555f64, 4.888888888888889f64, 4.222222222222222f64, 3.555555555555555f64, 3.7777777777777772f64], [4.333333333333333f64, 4.444444444444445f64, 4.111111111111111f64, 3.555555555555556f64, 2.888888888888889f64], [3.7777777777777777f64, 4.111111111111112f64, 3.666666666666667f64, 2.888888888888889f64, 1.5555555555555558f64], [3.333333333333333f64, 3.5555555555555554f64, 2.333333333333333f64, 2.3333333333333335f64, 1.1111111111111112f64]] }
-- input { 2i64 [[6.0f64, 5.0f64, 3.0f64, 2.0f64, 6.0f64], [4.0f64, 8.0f64, 4.0f64, 6.0f64, 0.0f64], [3.0f64, 0.0f64, 7.0f64, 2.0f64, 2.0f64], [5.0f64, 2.0f64, 4.0f64, 0.0f64, 1.0f64]] }
-- output { [[4.7200000000000015f64, 4.280000000000001f64, 4.080000000000001f64, 3.880000000000001f64, 3.7600000000000016f64], [4.520000000000001f64, 4.040000000000001f64, 3.6800000000000006f64, 3.320000000000001f64, 3.120000000000001f64], [4.320000000000001f64, 3.8000000000000007f64, 3.280000000000001f64, 2.7600000000000007f64, 2.4800000000000004f64], [4.120000000000002f64, 3.560000000000002f64, 2.880000000000001f64, 2.2000000000000006f64, 1.84f64]] }

-- ==
-- entry: identity
-- input { [[6i16, 5i16, 3i16, 2i16, 6i16], [4i16, 8i16, 4i16, 6i16, 0i16], [3i16, 0i16, 7i16, 2i16, 2i16], [5i16, 2i16, 4i16, 0i16, 1i16]] }
-- output { [[6i16, 5i16, 3i16, 2i16, 6i16], [4i16, 8i16, 4i16, 6i16, 0i16], [3i16, 0i16, 7i16, 2i16, 2i16], [5i16, 2i16, 4i16, 0i16, 1i16]] [[23i16, 30i16, 28i16, 21i16, 14i16], [26i16, 40i16, 37i16, 32i16, 18i16], [22i16, 37i16, 33i16, 26i16, 11i16], [10i16, 21i16, 15i16, 16i16, 5i16]] }

-- ==
-- entry: medians
-- input { [[6u8, 5u8, 3u8, 2u8, 6u8], [4u8, 8u8, 4u8, 6u8, 0u8], [3u8, 0u8, 7u8, 2u8, 2u8], [5u8, 2u8, 4u8, 0u8, 1u8]] }
-- output { [[6i64, 5i64, 4i64, 3i64, 6i64], [4i64, 4i64, 4i64, 3i64, 2i64], [4i64, 4i64, 4i64, 2i64, 1i64], [3i64, 4i64, 2i64, 2i64, 1i64]] }

module type border = { val at [h][w] 'a : a -> [h][w]a -> i64 -> i64 -> a }
module wrap : border = { def at [h][w] 'a (_: a) (g: [h][w]a) i j = g[i % h, j % w] }
module clamp : border = {
  def at [h][w] 'a (_: a) (g: [h][w]a) i j = g[i64.max 0 (i64.min (h - 1) i), i64.max 0 (i64.min (w - 1) j)]
}
module zero : border = {
  def at [h][w] 'a (z: a) (g: [h][w]a) i j = if i < 0 || j < 0 || i >= h || j >= w then z else #[unsafe] g[i, j]
}

module stencil (N: numeric) (B: border) = {
  -- | The size of a kernel is 2 r + 1.
  def convolve [h][w] (r: i64) (kernel: [2 * r + 1][2 * r + 1]N.t) (g: [h][w]N.t) : [h][w]N.t =
    let cell i j =
      map2 (\a row -> map2 (\b k -> k N.* B.at (N.i32 0) g (i + a - r) (j + b - r)) (iota (2 * r + 1)) row |> N.sum)
           (iota (2 * r + 1)) kernel
      |> N.sum
    in tabulate_2d h w cell

  def neighbourhood [h][w] (r: i64) (g: [h][w]N.t) : [h][w][(2 * r + 1) * (2 * r + 1)]N.t =
    tabulate_2d h w (\i j ->
      flatten (tabulate_2d (2 * r + 1) (2 * r + 1) (\a b -> B.at (N.i32 0) g (i + a - r) (j + b - r))))

  def order 't [n] (f: N.t -> t) (zero: t) (k: i64) (xs: [n]N.t) : t =
    let sorted = loop xs = copy xs for i < n do
                   loop xs for j < n - 1 - i do
                     if N.(xs[j] > xs[j i64.+ 1]) then let t = copy xs[j] in let u = copy xs[j + 1] in xs with [j] = u with [j + 1] = t
                     else xs
    in if n == 0 then zero else f sorted[k]
}

module wrapped = stencil i32 wrap
module clamped = stencil f64 clamp
module padded = stencil i16 zero
module clamped8 = stencil u8 clamp

entry laplace [h][w] (g: [h][w]i32) : [h][w]i32 = 
  wrapped.convolve 1 ([[0, 1, 0], [1, -4, 1], [0, 1, 0]] :> [2 * 1 + 1][2 * 1 + 1]i32) g

entry blur [h][w] (r: i64) (g: [h][w]f64) : [h][w]f64 =
  let side = 2 * r + 1
  let one = 1 / f64.i64 (side * side)
  in clamped.convolve r (replicate (2 * r + 1) (replicate (2 * r + 1) one)) g

entry identity [h][w] (g: [h][w]i16) : ([h][w]i16, [h][w]i16) =
  ( padded.convolve 0 ([[1]] :> [2 * 0 + 1][2 * 0 + 1]i16) g
  , padded.convolve 1 (map (map i16.i32) [[1, 1, 1], [1, 1, 1], [1, 1, 1]] :> [2 * 1 + 1][2 * 1 + 1]i16) g )

entry medians [h][w] (g: [h][w]u8) : [h][w]i64 =
  clamped8.neighbourhood 1 g |> map (map (clamped8.order i64.u8 (-1) 4))
