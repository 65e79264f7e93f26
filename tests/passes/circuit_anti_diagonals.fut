-- passes: short-circuit
-- A matrix of the lengths of the longest common subsequences is filled from corner to corner, one anti-diagonal after
-- the other, each a window of the flat matrix: they are built in place, as what they read is never what they write.

def cell (x: i64) (y: i64) (up: i64) (left: i64) (corner: i64) : i64 =
  if x == y then corner + 1 else i64.max up left

-- All but the first row and column, which are 0; as far as the diagonal from corner to corner.
def lengths [n] (xs: [n]i64) (ys: [n]i64) : []i64 =
  let w = n + 1
  in loop a = replicate (w * w) 0 for d < n do
     let line offset = flatten (intrinsics.flat_index_2d a offset (d + 1) (w - 1) 1 1) :> [d + 1]i64
     let new =
       map4 (\i up left corner -> cell xs[i] ys[d - i] up left corner)
            (iota (d + 1)) (line (d + 1)) (line (w + d)) (line d)
     in intrinsics.flat_update_1d a (w + d + 1) (w - 1) new

entry main = lengths [3, 1, 4, 1, 5, 9] [1, 3, 4, 5, 1, 1]
