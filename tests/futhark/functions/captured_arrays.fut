-- Functions that capture arrays, sizes and other functions: look-up tables, interpolation, stencils given by a
-- function, relaxation with a boundary function.
-- ==
-- entry: interpolate
-- input { [0f64, 10, 40] [0f64, 0.5, 1.25, 2, 7, -1] } output { [0f64, 5, 17.5, 40, 40, 0] }
-- input { [3f64] [0f64, 2] } output { [3f64, 3] }

-- ==
-- entry: stencils
-- input { [1i32, 2, 3, 4] } output { [1i32, 3, 5, 7] [3i32, 6, 9, 7] [1i32, 1, 2, 3] }
-- input { [5i32] } output { [5i32] [5i32] [0i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: heat
-- input { 3i64 3i64 1i32 } output { [[1f64, 1, 1], [1, 0.25, 0], [1, 0, 0]] }
-- input { 3i64 3i64 0i32 } output { [[1f64, 1, 1], [1, 0, 0], [1, 0, 0]] }

-- ==
-- entry: integrate
-- input { 1000i64 } output { 0.33333333f64 0.6366197f64 }
-- input { 1i64 } output { 0.25f64 1f64 }

-- ==
-- entry: compositions
-- input { 2i32 } output { 10i32 12i32 [4i32, 6, 7] }

def table [n] (values: [n]f64) : f64 -> f64 =
  \x ->
    let x = f64.max 0 (f64.min x (f64.i64 (n - 1)))
    let i = i64.f64 x
    let part = x - f64.i64 i
    in if part == 0 then values[i] else values[i] * (1 - part) + values[i + 1] * part

entry interpolate [n][m] (values: [n]f64) (xs: [m]f64) : [m]f64 = map (table values) xs

def stencil 'a 'b [n] (outside: a) (f: (i64 -> a) -> b) (xs: [n]a) : [n]b =
  map (\i -> f (\offset -> if i + offset < 0 || i + offset >= n then outside else xs[i + offset])) (iota n)

entry stencils [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  ( stencil 0 (\at -> at 0 + at (-1)) xs
  , stencil 0 (\at -> i32.sum (map at [-1, 0, 1])) xs
  , stencil i32.highest (\at -> if at (-1) == i32.highest then i32.bool (at 1 < i32.highest) else at (-1)) xs
  )

entry heat (h: i64) (w: i64) (steps: i32) : [h][w]f64 =
  let border i j = i == 0 || j == 0 || i == h - 1 || j == w - 1
  let fixed i j = if i == 0 || j == 0 then 1f64 else 0
  let step (a: [h][w]f64) : [h][w]f64 =
    tabulate_2d h w (\i j ->
      if border i j then fixed i j
      else (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]) / 8)
  in iterate steps step (tabulate_2d h w fixed)

def integral (n: i64) (f: f64 -> f64) : f64 =
  let width = 1 / f64.i64 n
  in f64.sum (tabulate n (\i -> width * f ((f64.i64 i + 0.5) * width)))

entry integrate (n: i64) : (f64, f64) = (integral n (** 2), integral n ((* f64.pi) >-> f64.sin))

def all_of (fs: (i32 -> i32, i32 -> i32)) : i32 -> i32 = fs.0 >-> fs.1

entry compositions (k: i32) : (i32, i32, []i32) =
  let pair = ((+ 3), (* k))
  let f = all_of pair
  let g = all_of (pair.1, (+ 8))
  let h = \(a, b) -> (f a, g b)
  let (x, y) = h (k, k)
  in (x, y, map (all_of ((* k), \v -> if v > 5 then v + 1 else v + k)) [1, 2, 3])
