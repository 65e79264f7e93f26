-- Complex numbers in use: transforms, roots of polynomials, elementary functions, in two precisions.
-- ==
-- entry: transform
-- input { [[1.0f64, 0.0f64], [2.0f64, -1.0f64], [0.0f64, -1.0f64], [-1.0f64, 2.0f64], [0.5f64, 0.5f64], [3.0f64, 1.0f64], [-2.0f64, 0.0f64], [0.0f64, 1.0f64]] }
-- output { [[3.5f64, 2.5f64], [-1.2071067811865468f64, -3.2071067811865475f64], [0.5000000000000009f64, -4.499999999999999f64], [0.7928932188134474f64, 5.03553390593274f64], [-4.499999999999998f64, -3.5000000000000027f64], [0.20710678118655296f64, -1.7928932188134548f64], [6.49999999999999f64, 7.499999999999999f64], [2.2071067811865506f64, -2.035533905932737f64]] }
-- input { [[1.0f64, 0.0f64], [2.0f64, -1.0f64], [0.0f64, -1.0f64], [-1.0f64, 2.0f64], [0.5f64, 0.5f64]] }
-- output { [[2.5f64, 0.5f64], [-0.6083810510078336f64, -2.977895518297625f64], [0.639932190134435f64, 0.7829041294188652f64], [-3.303051150759067f64, 0.6441468537059758f64], [5.771500011632466f64, 1.0508445351727844f64]] }
-- input { empty([0][2]f64) } output { empty([0][2]f64) }

-- ==
-- entry: round_trip
-- input { [[1.0f64, 0.0f64], [2.0f64, -1.0f64], [0.0f64, -1.0f64], [-1.0f64, 2.0f64], [0.5f64, 0.5f64], [3.0f64, 1.0f64], [-2.0f64, 0.0f64]] }
-- output { [[1.0f64, 0.0f64], [2.0f64, -1.0f64], [0.0f64, -1.0f64], [-1.0f64, 2.0f64], [0.5f64, 0.5f64], [3.0f64, 1.0f64], [-2.0f64, 0.0f64]] }

-- ==
-- entry: cube_root
-- input { [[1.0f64, 0.1f64], [-1.0f64, 0.7f64], [-1.0f64, -2.0f64]] }
-- output { [[1.0f64, 0.0f64], [-0.5f64, 0.8660254037844387f64], [-0.5f64, -0.8660254037844386f64]] }

-- ==
-- entry: functions
-- input { 1.0f64 2.0f64 }
-- output { [[1.272019649514069f64, 0.7861513777574233f64], [-1.1312043837568135f64, 2.4717266720048188f64], [0.8047189562170503f64, 1.1071487177940904f64], [-3.0f64, 3.0f64]] }
-- input { -3.0f64 -0.5f64 }
-- output { [[0.14384238796180673f64, -1.738013415533538f64], [0.04369226300728118f64, -0.02386919206778745f64], [1.1123117757621668f64, -2.976443976175166f64], [3.5f64, -3.5f64]] }

-- ==
-- entry: escape
-- input { 6i64 4i64 12i32 }
-- output { [[1i32, 2i32, 3i32, 4i32, 12i32, 2i32], [1i32, 3i32, 5i32, 12i32, 12i32, 5i32], [1i32, 12i32, 12i32, 12i32, 12i32, 5i32], [1i32, 3i32, 5i32, 12i32, 12i32, 5i32]] }

import "complex"

module c32 = mk_complex f32
module c64 : (complex with real = f64) = mk_complex f64
type c64 = c64.complex

def pairs [n] (zs: [n]c64) : [n][2]f64 = map (\z -> [c64.re z, c64.im z]) zs
def complexes [n] (xs: [n][2]f64) : [n]c64 = map (\x -> c64.mk x[0] x[1]) xs

def sum [n] (zs: [n]c64) : c64 = reduce (c64.+) (c64.mk_re 0) zs

def dft [n] (inverse: bool) (zs: [n]c64) : [n]c64 =
  let sign = if inverse then 1 else -1
  let root k = c64.exp (c64.mk_im (sign * 2 * f64.pi * f64.i64 k / f64.i64 n))
  let roots = map root (iota n)
  let scale z = if inverse then c64.(z / mk_re (f64.i64 n)) else z
  in tabulate n (\j -> scale (sum (map2 (\k z -> z c64.* roots[(j * k) % n]) (iota n) zs)))

entry transform [n] (xs: [n][2]f64) : [n][2]f64 = xs |> complexes |> dft false |> pairs
entry round_trip [n] (xs: [n][2]f64) : [n][2]f64 = complexes xs |> dft false |> dft true |> pairs

entry cube_root [n] (xs: [n][2]f64) : [n][2]f64 =
  let step (z: c64) = c64.(z - (z * z * z - mk_re 1) / (mk_re 3 * z * z))
  in pairs (map (iterate 20 step) (complexes xs))

entry functions (x: f64) (y: f64) : [4][2]f64 =
  let z = c64.(mk_re x + mk_im y)
  in pairs [c64.sqrt z, c64.exp z, c64.log z, c64.((z * i) - conj z)]

entry escape (w: i64) (h: i64) (limit: i32) : [h][w]i32 =
  let at i j = c32.mk (-2 + 3 * f32.i64 j / f32.i64 w) (-1 + 2 * f32.i64 i / f32.i64 h)
  let count c =
    (loop (z, k) = (c32.mk_re 0, 0) while k < limit && c32.mag z < 2 do (c32.(z * z + c), k + 1)).1
  in tabulate_2d h w (\i j -> count (at i j))
