-- Accumulators in the function of a flat map, and flat maps in the function of a stream.
-- ==
-- entry: main
-- input { [2i64, 0, 3] } output { [0i64, 1, 0, 1, 2] [[0i32, 0, 2], [2, 0, 0], [1, 0, 0]] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0][3]i32) }

-- ==
-- entry: inside
-- input { [2i64, 0, 3] } output { [2i32, 2, 1] }
-- input { empty([0]i64) } output { [0i32, 0, 0] }

def ones (is: []i64) : [3]i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is

entry main (ns: []i64) =
  let (_, _, _, data, extra) = flatmap (\n -> (iota n, ones [n % 3, n])) ns
  in (data, extra)

entry inside (ns: []i64) : [3]i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0
    (\acc n ->
      let (_, _, _, ks) = flatmap' (\j -> if j == n - 1 then [j] else [j][0:1]) (iota n)
      in loop acc for k in ks do intrinsics.acc_write acc k 1) ns
