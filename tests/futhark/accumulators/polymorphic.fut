-- A polymorphic function over accumulators, at numbers, tuples and arrays.
-- ==
-- entry: main
-- input { [0i64, 2, 0] } output { [2i32, 0, 1] [2i32, 0, 1] [2f32, 0, 1] [[2i32, 4], [0, 0], [1, 2]] }
-- input { empty([0]i64) } output { [0i32, 0, 0] [0i32, 0, 0] [0f32, 0, 0] [[0i32, 0], [0, 0], [0, 0]] }

def histo 'a [n] (op: a -> a -> a) (ne: a) (v: a) (is: [n]i64) : [3]a =
  intrinsics.hist_stream (replicate 3 ne) op ne (\acc i -> intrinsics.acc_write acc i v) is

entry main (is: []i64) : ([3]i32, [3]i32, [3]f32, [3][2]i32) =
  let (a, b) = unzip (histo (\(x: i32, y: f32) (z, w) -> (x + z, y + w)) (0, 0) (1, 1) is)
  in (histo (+) 0 1 is, a, b, histo (map2 (+)) [0, 0] [1, 2] is)
