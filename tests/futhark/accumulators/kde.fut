-- Particles spread over a grid: each adds weight to the cells around it.

-- ==
-- entry: spread_out
-- input { 5i64 [1.0f64, 3.0] [0i64, 4] } output { [0.5f64, 0.25, 0.0, 0.75, 1.5] }
-- input { 1i64 [4.0f64] [0i64] } output { [2.0f64] }

-- ==
-- entry: raster
-- input { [0i64, 1] [2i64, 1] } output { [[1i32, 1, 1], [0, 1, 0]] }

entry spread_out [m] (n: i64) (masses: [m]f64) (cells: []i64) : [n]f64 =
  let around (acc: *intrinsics.acc ([n]f64)) (mass, cell) =
    loop acc for d in [-1, 0, 1] do
      intrinsics.acc_write acc (cell + d) (mass * if d == 0 then 0.5 else 0.25)
  in intrinsics.hist_stream (replicate n 0) (+) 0 around (zip masses (cells :> [m]i64))

-- Line `i` covers the cells from `from[i]` to `to[i]`, of a picture that is three cells wide.
entry raster [n] (from: [n]i64) (to: [n]i64) : [n][3]i32 =
  let line (acc: *intrinsics.acc ([n * 3]i32)) (i: i64) =
    loop acc for x in from[i]...to[i] do intrinsics.acc_write acc (i * 3 + x) 1
  in unflatten (intrinsics.hist_stream (replicate (n * 3) 0) (+) 0 line (iota n))
