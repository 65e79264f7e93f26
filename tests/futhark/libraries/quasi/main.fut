-- Sobol sequences by parametric modules inside parametric modules; integrals of functions by them.
-- ==
-- entry: points2
-- input { 8i64 }
-- output { [[0.0f64, 0.0f64], [0.5f64, 0.5f64], [0.75f64, 0.25f64], [0.25f64, 0.75f64], [0.375f64, 0.375f64], [0.875f64, 0.875f64], [0.625f64, 0.125f64], [0.125f64, 0.625f64]] }

-- ==
-- entry: points6
-- input { 0i32 5i64 }
-- output { [[0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64], [0.75f64, 0.25f64, 0.25f64, 0.25f64, 0.75f64, 0.75f64], [0.25f64, 0.75f64, 0.75f64, 0.75f64, 0.25f64, 0.25f64], [0.375f64, 0.375f64, 0.625f64, 0.875f64, 0.375f64, 0.125f64]] }
-- input { 100i32 3i64 }
-- output { [[0.4140625f64, 0.2578125f64, 0.7734375f64, 0.7265625f64, 0.8828125f64, 0.7421875f64], [0.9140625f64, 0.7578125f64, 0.2734375f64, 0.2265625f64, 0.3828125f64, 0.2421875f64], [0.6640625f64, 0.0078125f64, 0.5234375f64, 0.9765625f64, 0.1328125f64, 0.4921875f64]] }

-- ==
-- entry: pi
-- input { 500i32 } output { 3.136f64 }

-- ==
-- entry: range
-- input { 64i32 } output { 0.0f64 4.375f64 }
-- input { 0i32 } output { f64.inf -f64.inf }

-- ==
-- entry: same
-- input { 1000i64 } output { true }
-- input { 0i64 } output { true }

module sobol_table = {
  def n : i64 = 5
  def table : [n]{s: i32, a: u32, m: [4]u32} =
    [{s = 1, a = 0, m = [1, 0, 0, 0]},
     {s = 2, a = 1, m = [1, 3, 0, 0]},
     {s = 3, a = 1, m = [1, 3, 1, 0]},
     {s = 3, a = 2, m = [1, 1, 1, 0]},
     {s = 4, a = 1, m = [1, 1, 3, 3]}]
}

import "sobol"

module sobol2 = mk_sobol sobol_table {def D = 2i64}
module sobol6 = mk_sobol sobol_table {def D = 6i64}

module circle = sobol2.Reduce {
  type t = i64
  def ne = 0i64
  def op = (i64.+)
  def f (p: [sobol2.D]f64) = i64.bool (p[0] * p[0] + p[1] * p[1] < 1)
}

module extremes = sobol6.Reduce {
  type t = (f64, f64)
  def ne = (f64.inf, -f64.inf)
  def op (a, b) (c, d) : t = (f64.min a c, f64.max b d)
  def f (p: [sobol6.D]f64) = let s = f64.sum p in (s, s)
}

entry points2 (n: i64) : [n][]f64 = sobol2.sobol n
entry points6 (from: i32) (n: i64) : [n][6]f64 = sobol6.chunk from n :> [n][6]f64
entry pi (n: i32) : f64 = 4 * f64.i64 (circle.run n) / f64.i32 n
entry range (n: i32) = extremes.run n
entry same (n: i64) : bool =
  let by_steps = loop xs = sobol6.independent 0 for i < i32.i64 n do sobol6.recursive xs i
  in and (map2 (==) by_steps (sobol6.independent (i32.i64 n)))
