-- Trees over points, built level by level by sorting blocks in place, searched with an explicit stack.
-- ==
-- entry: nearests
-- input { [[19.0f32, -8.0f32]] [[-12.5f32, -4.5f32]] }
-- output { [0i64] [1004.5f32] }
-- input { [[9.0f32], [2.0f32]] [[12.5f32], [2.5f32], [13.5f32]] }
-- output { [0i64, 1i64, 0i64] [12.25f32, 0.25f32, 20.25f32] }
-- input { [[-4.0f32, 9.0f32], [-14.0f32, 17.0f32], [3.0f32, -2.0f32], [-18.0f32, 7.0f32], [-15.0f32, -7.0f32], [1.0f32, 12.0f32], [19.0f32, 3.0f32], [-11.0f32, 1.0f32]] [[-2.5f32, 14.5f32], [-14.5f32, -0.5f32], [0.5f32, -0.5f32], [-8.5f32, -14.5f32]] }
-- output { [5i64, 7i64, 2i64, 4i64] [18.5f32, 14.5f32, 8.5f32, 98.5f32] }
-- input { [[20.0f32, -11.0f32, -1.0f32], [10.0f32, -10.0f32, -17.0f32], [-15.0f32, 18.0f32, 14.0f32], [5.0f32, -18.0f32, -5.0f32], [18.0f32, 2.0f32, -4.0f32], [9.0f32, 6.0f32, -11.0f32], [-17.0f32, 20.0f32, -18.0f32], [11.0f32, 1.0f32, -7.0f32], [-12.0f32, 16.0f32, -12.0f32], [20.0f32, 6.0f32, -14.0f32], [-10.0f32, 7.0f32, 3.0f32], [-11.0f32, -17.0f32, 6.0f32], [-2.0f32, -11.0f32, 9.0f32], [19.0f32, -10.0f32, 13.0f32], [9.0f32, 11.0f32, 0.0f32], [10.0f32, -3.0f32, -2.0f32]] [[10.5f32, 5.5f32, -10.5f32], [-12.5f32, 4.5f32, 14.5f32], [-8.5f32, 20.5f32, 11.5f32], [1.5f32, -8.5f32, -14.5f32], [11.5f32, -2.5f32, 12.5f32]] }
-- output { [5i64, 10i64, 2i64, 1i64, 13i64] [2.75f32, 144.75f32, 54.75f32, 80.75f32, 112.75f32] }
-- input { empty([0][2]f32) [[1f32,2f32]] }
-- output { [-1i64] [f32.inf] }

-- ==
-- entry: built
-- input { [[19.0f32, -8.0f32]] }
-- output { [0i64] }
-- input { [[9.0f32], [2.0f32]] }
-- output { [1i64, 0i64] }
-- input { [[-4.0f32, 9.0f32], [-14.0f32, 17.0f32], [3.0f32, -2.0f32], [-18.0f32, 7.0f32], [-15.0f32, -7.0f32], [1.0f32, 12.0f32], [19.0f32, 3.0f32], [-11.0f32, 1.0f32]] }
-- output { [4i64, 7i64, 3i64, 1i64, 2i64, 6i64, 0i64, 5i64] }
-- input { [[20.0f32, -11.0f32, -1.0f32], [10.0f32, -10.0f32, -17.0f32], [-15.0f32, 18.0f32, 14.0f32], [5.0f32, -18.0f32, -5.0f32], [18.0f32, 2.0f32, -4.0f32], [9.0f32, 6.0f32, -11.0f32], [-17.0f32, 20.0f32, -18.0f32], [11.0f32, 1.0f32, -7.0f32], [-12.0f32, 16.0f32, -12.0f32], [20.0f32, 6.0f32, -14.0f32], [-10.0f32, 7.0f32, 3.0f32], [-11.0f32, -17.0f32, 6.0f32], [-2.0f32, -11.0f32, 9.0f32], [19.0f32, -10.0f32, 13.0f32], [9.0f32, 11.0f32, 0.0f32], [10.0f32, -3.0f32, -2.0f32]] }
-- output { [3i64, 5i64, 11i64, 12i64, 6i64, 8i64, 2i64, 10i64, 1i64, 15i64, 13i64, 0i64, 7i64, 9i64, 14i64, 4i64] }

type~ tree [n] [d] = {points: [n][d]f32, ids: [n]i64}

-- | Which dimension a level splits.
def dimension (d: i64) (level: i64) = level % d

-- Sorts each block of `width` places by one coordinate: ranks within the block.
def sort_blocks [n][d] (width: i64) (dim: i64) (t: tree [n] [d]) : tree [n] [d] =
  let key i = t.points[i, dim]
  let rank i =
    let lo = i / width * width
    let hi = i64.min n (lo + width)
    in lo + i64.sum (map (\j -> i64.bool (key j < key i || (key j == key i && j < i))) (lo..<hi))
  let ranks = map rank (iota n)
  in { points = scatter (copy t.points) ranks t.points
     , ids = scatter (copy t.ids) ranks t.ids }

-- | A balanced tree in an array of `2 ** h` places: the middle of each block splits it.
def build [n][d] (points: [n][d]f32) : tree [n] [d] =
  let (t, _, _) =
    loop (t: tree [n] [d], width, level) = ({points, ids = iota n}, n, 0) while width > 1 do
      (sort_blocks width (dimension d level) t, (width + 1) / 2, level + 1)
  in t

def sq_distance [d] (a: [d]f32) (b: [d]f32) = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

-- | The nearest with a stack of blocks that may hold nearer ones.
def nearest [n][d] (t: tree [n] [d]) (q: [d]f32) : (i64, f32) =
  let stack = replicate 64 (0i64, 0i64, 0i64, 0f32)
  let stack[0] = (0, n, 0, 0)
  let (best, _, _) =
    loop (best, stack, top) = ((-1i64, f32.inf), stack, 1) while top > 0 do
      let (lo, hi, level, bound) = stack[top - 1]
      let top = top - 1
      let better (i, x) (j, y) : (i64, f32) = if y < x || (y == x && t.ids[j] < t.ids[i]) then (j, y) else (i, x)
      in if hi <= lo || bound > best.1 then (best, stack, top)
         else if hi - lo == 1
         then let new = (lo, sq_distance t.points[lo] q)
              in (if best.0 < 0 then new else better best new, stack, top)
         else
           let mid = lo + (hi - lo + 1) / 2
           let diff = q[dimension d level] - t.points[mid, dimension d level]
           let left = (lo, mid, level + 1)
           let right = (mid, hi, level + 1)
           let (near, far) = if diff < 0 then (left, right) else (right, left)
           let stack[top] = (far.0, far.1, far.2, diff * diff)
           let stack[top + 1] = (near.0, near.1, near.2, 0)
           in (best, stack, top + 2)
  in (if best.0 < 0 then -1 else t.ids[best.0], best.1)

entry nearests [n][m][d] (points: [n][d]f32) (queries: [m][d]f32) : ([m]i64, [m]f32) =
  let t = build points
  in map (nearest t) queries |> unzip

entry built [n][d] (points: [n][d]f32) : [n]i64 = (build points).ids
