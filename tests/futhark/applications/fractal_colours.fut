-- Mandelbrot and Julia sets by functors of two parameters: what is iterated, and in which colours.
-- ==
-- entry: mandelbrot_image
-- input { 0i64 3i64 5i32 }
-- output { empty([0][3]u32) }
-- input { 1i64 1i64 10i32 }
-- output { [[0u32]] }
-- input { 7i64 9i64 60i32 }
-- output { [[326428u32, 326428u32, 587576u32, 848724u32, 848724u32, 1175159u32, 1697455u32, 848724u32, 587576u32], [326428u32, 848724u32, 848724u32, 848724u32, 1175159u32, 1958603u32, 0u32, 1697455u32, 848724u32], [326428u32, 848724u32, 1436307u32, 2285038u32, 2545930u32, 0u32, 0u32, 0u32, 1175159u32], [326428u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 1175159u32], [326428u32, 848724u32, 1436307u32, 2285038u32, 2545930u32, 0u32, 0u32, 0u32, 1175159u32], [326428u32, 848724u32, 848724u32, 848724u32, 1175159u32, 1958603u32, 0u32, 1697455u32, 848724u32], [326428u32, 326428u32, 587576u32, 848724u32, 848724u32, 1175159u32, 1697455u32, 848724u32, 587576u32]] }

-- ==
-- entry: julia_image
-- input { 1i64 20i32 }
-- output { [[0u32]] }
-- input { 8i64 50i32 }
-- output { [[391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32], [391715u32, 391715u32, 718150u32, 1044585u32, 1697455u32, 1044585u32, 718150u32, 718150u32], [391715u32, 718150u32, 1044585u32, 1697455u32, 9661445u32, 0u32, 14035418u32, 1371020u32], [718150u32, 1044585u32, 0u32, 3721096u32, 0u32, 16320207u32, 15667337u32, 1044585u32], [1044585u32, 15667337u32, 16320207u32, 0u32, 3721096u32, 0u32, 1044585u32, 718150u32], [1371020u32, 14035418u32, 0u32, 9661445u32, 1697455u32, 1044585u32, 718150u32, 391715u32], [718150u32, 718150u32, 1044585u32, 1697455u32, 1044585u32, 718150u32, 391715u32, 391715u32], [391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32, 391715u32]] }

-- ==
-- entry: escapes
-- input { 0i64 0i64 }
-- output { [0i64] }
-- input { 1i64 3i64 }
-- output { [0i64, 1i64, 0i64, 0i64] }
-- input { 12i64 15i64 }
-- output { [0i64, 33i64, 57i64, 15i64, 7i64, 2i64, 4i64, 0i64, 2i64, 1i64, 0i64, 2i64, 2i64, 0i64, 0i64, 19i64] }

module type palette = { val colour : i32 -> i32 -> u32 }

module type fractal = {
  type point
  val at : (f64, f64) -> point
  val step : point -> point
  val escaped : point -> bool
}

def mk_rgb (r: u8) (g: u8) (b: u8) : u32 = (u32.u8 r << 16) | (u32.u8 g << 8) | u32.u8 b

module rainbow : palette = {
  def colour limit n =
    if n >= limit then 0
    else let t = n * 255 / limit
         in mk_rgb (u8.i32 t) (u8.i32 (255 - t)) (u8.i32 (t * 7 % 256))
}

module mk_render (F: fractal) (P: palette) = {
  def escape (limit: i32) (p: F.point) : i32 =
    let (_, n) = loop (p, n) = (p, 0) while n < limit && !(F.escaped p) do (F.step p, n + 1)
    in n

  def render (h: i64) (w: i64) (limit: i32) (lo: (f64, f64)) (hi: (f64, f64)) : [h][w]u32 =
    let along (n: i64) (a: f64, b: f64) : [n]f64 =
      iota n |> map (\i -> a + (f64.i64 i + 0.5) * (b - a) / f64.i64 n)
    in along h (lo.1, hi.1)
       |> map (\y -> along w (lo.0, hi.0) |> map (\x -> F.at (x, y) |> escape limit |> P.colour limit))

  def histogram (n: i64) (limit: i64) : [limit + 1]i64 =
    let places = tabulate_2d n n (\i j ->
      F.at (f64.i64 (4 * j) / f64.i64 n - 2, f64.i64 (4 * i) / f64.i64 n - 2))
    in places
       |> map (map (escape (i32.i64 limit)))
       |> flatten
       |> map (\k -> (i64.i32 k, 1))
       |> unzip
       |> uncurry (hist (+) 0 (limit + 1))
}

module mandelbrot : fractal = {
  type point = {z: (f64, f64), c: (f64, f64)}
  def at c : point = {z = (0, 0), c}
  def step {z = (a, b), c = (x, y)} : point = {z = (a * a - b * b + x, 2 * a * b + y), c = (x, y)}
  def escaped {z = (a: f64, b), c = _} = a * a + b * b > 4
}

module julia (C: { val c : (f64, f64) }) : fractal = {
  type point = (f64, f64)
  def at = id : point -> point
  def step ((a, b): point) = (a * a - b * b + C.c.0, 2 * a * b + C.c.1)
  def escaped ((a, b): point) = a * a + b * b > 4
}

module mandel_view = mk_render mandelbrot rainbow
module julia_view = mk_render (julia { def c = (-0.4, 0.6) }) rainbow

entry mandelbrot_image (h: i64) (w: i64) (limit: i32) : [h][w]u32 =
  mandel_view.render h w limit (-2.25, -1.25) (0.75, 1.25)

entry julia_image (n: i64) (limit: i32) : [n][n]u32 =
  julia_view.render n n limit (-1.5, -1.5) (1.5, 1.5)

entry escapes (n: i64) (limit: i64) = mandel_view.histogram n limit
