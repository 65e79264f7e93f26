-- Fractals: escape times on a grid, colours of bytes, basins of attraction, the chaos game.
-- ==
-- entry: mandelbrot
-- input { 7i64 5i64 50i32 -2.0f64 -1.2f64 1.0f64 1.2f64 }
-- output { [[1i32, 2i32, 2i32, 3i32, 3i32, 2i32, 2i32], [1i32, 3i32, 3i32, 5i32, 10i32, 7i32, 3i32], [1i32, 5i32, 50i32, 50i32, 50i32, 50i32, 4i32], [1i32, 5i32, 50i32, 50i32, 50i32, 50i32, 4i32], [1i32, 3i32, 3i32, 5i32, 10i32, 7i32, 3i32]] }
-- input { 0i64 2i64 50i32 -2.0f64 -1.2f64 1.0f64 1.2f64 } output { empty([2][0]i32) }

-- ==
-- entry: colours
-- input { 4i32 [[0i32, 1i32], [2i32, 4i32]] }
-- output { [[[0u8, 0u8, 255u8], [63u8, 15u8, 191u8]], [[127u8, 63u8, 127u8], [0u8, 0u8, 0u8]]] }

-- ==
-- entry: newton
-- input { [2.0f64, -1.0f64, -1.0f64, 0.3f64] [0.1f64, 2.0f64, -2.0f64, -0.9f64] }
-- output { [0i32, 1i32, 2i32, 2i32] }

-- ==
-- entry: pascal
-- input { 6i64 }
-- output { [[true, false, false, false, false, false], [true, true, false, false, false, false], [true, false, true, false, false, false], [true, true, true, true, false, false], [true, false, false, false, true, false], [true, true, false, false, true, true]] }
-- input { 0i64 } output { empty([0][0]bool) }

type complex = (f64, f64)
type window = {left: f64, top: f64, right: f64, bottom: f64}

def dot ((re, im): complex) : f64 = re * re + im * im
def mul (a: complex) (b: complex) : complex = (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
def add (a: complex) (b: complex) : complex = (a.0 + b.0, a.1 + b.1)
def sub a (b: complex) = add a (-b.0, -b.1)
def div (a: complex) (b: complex) : complex =
  let k = dot b
  let (x, y) = mul a (b.0, -b.1)
  in (x / k, y / k)

def escape (limit: i32) (c: complex) : i32 =
  (loop (z, i) = ((0, 0), 0) while i < limit && dot z < 4 do (add c (mul z z), i + 1)).1

def grid (w: i64) (h: i64) (r: window) : [h][w]complex =
  let x i = r.left + f64.i64 i * (r.right - r.left) / f64.i64 w
  let y j = r.top + f64.i64 j * (r.bottom - r.top) / f64.i64 h
  in map (\j -> map (\i -> (x i, y j)) (iota w)) (iota h)

entry mandelbrot (w: i64) (h: i64) (limit: i32) (left: f64) (top: f64) (right: f64) (bottom: f64) : [h][w]i32 =
  grid w h {left, top, right, bottom} |> map (map (escape limit))

entry colours [h][w] (limit: i32) (counts: [h][w]i32) : [h][w][3]u8 =
  let colour c =
    if c >= limit
    then [0, 0, 0]
    else let t = f32.i32 c / f32.i32 limit
         in map (\k -> u8.f32 (255 * k)) [t, t * t, 1 - t]
  in map (map colour) counts

-- | Which cube root of one Newton's iteration finds.
entry newton [n] (re: [n]f64) (im: [n]f64) : [n]i32 =
  let step z =
    let zz = mul z z
    in sub z (div (sub (mul z zz) (1, 0)) (mul (3, 0) zz))
  let roots = map (\k -> (f64.cos (k * 2 * f64.pi / 3), f64.sin (k * 2 * f64.pi / 3))) [0, 1, 2]
  let nearest z =
    let distances = map (\r -> dot (sub z r)) roots
    in (reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f64.inf, -1) (zip distances [0, 1, 2])).1
  in map2 (\x y -> nearest (iterate 40 step (x, y))) re im

-- | Sierpinski's triangle from Pascal's, modulo two.
entry pascal (n: i64) : [n][n]bool =
  let row = tabulate n (== 0)
  let rows = replicate n row
  let next (r: [n]bool) = map2 (!=) r (tabulate n (\i -> if i == 0 then false else r[i - 1]))
  in (loop (rows, r) = (rows, row) for i < n do (rows with [i] = r, next r)).0
