-- The Mandelbrot set: an escape-time loop in a two-dimensional map, with complex numbers as a module of tuples.
-- ==
-- entry: escape
-- input { 0f64 0f64 20i32 } output { 20i32 }
-- input { 2f64 0f64 20i32 } output { 1i32 }
-- input { 1f64 0f64 20i32 } output { 2i32 }
-- input { -1f64 0f64 9i32 } output { 9i32 }
-- input { 0.5f64 0.5f64 50i32 } output { 5i32 }
-- input { 5f64 5f64 0i32 } output { 0i32 }

-- ==
-- entry: picture
-- input { 3i64 4i64 30i32 }
-- output { [[1i32, 1, 1, 1], [1, 30, 30, 2], [1, 1, 1, 1]] }
-- input { 0i64 4i64 30i32 } output { empty([0][4]i32) }

module complex = {
  type t = (f64, f64)
  def (+) ((a, b): t) ((c, d): t) : t = (a f64.+ c, b f64.+ d)
  def (*) ((a, b): t) ((c, d): t) : t = (a f64.* c f64.- b f64.* d, a f64.* d f64.+ b f64.* c)
  def norm ((a, b): t) : f64 = a f64.* a f64.+ b f64.* b
}

def steps (limit: i32) (c: complex.t) : i32 =
  let (_, count) =
    loop (z, n) = ((0, 0), 0)
    while n < limit && complex.norm z < 4 do
      (complex.(z * z + c), n + 1)
  in count

entry escape (re: f64) (im: f64) (limit: i32) : i32 = steps limit (re, im)

entry picture (h: i64) (w: i64) (limit: i32) : [h][w]i32 =
  let row i = f64.i64 i * 2 - 2
  let column j = f64.i64 j - 2
  in tabulate_2d h w (\i j -> steps limit (column j, row i))
