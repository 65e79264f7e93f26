-- Points grouped around means; the type of a point has its dimension as a size parameter.
-- ==
-- entry: centres
-- input { 3i32 1i64 [[-17.0f32]] }
-- output { [[-17.0f32]] }
-- input { 10i32 2i64 [[-15.0f32, -15.0f32], [13.0f32, 0.0f32], [-1.0f32, -4.0f32], [28.0f32, 3.0f32], [18.0f32, -18.0f32], [27.0f32, 0.0f32]] }
-- output { [[-8.0f32, -9.5f32], [21.5f32, -3.75f32]] }
-- input { 20i32 3i64 [[7.0f32, 20.0f32], [15.0f32, 22.0f32], [23.0f32, 34.0f32], [8.0f32, 12.0f32], [7.0f32, -8.0f32], [1.0f32, 23.0f32], [9.0f32, 0.0f32], [14.0f32, 17.0f32], [33.0f32, 10.0f32], [15.0f32, -9.0f32], [5.0f32, 4.0f32], [1.0f32, 11.0f32], [0.0f32, -9.0f32], [-2.0f32, 22.0f32], [32.0f32, 23.0f32], [12.0f32, 15.0f32], [1.0f32, 18.0f32], [26.0f32, 33.0f32], [3.0f32, 17.0f32], [12.0f32, 13.0f32]] }
-- output { [[5.642857142857143f32, 9.214285714285714f32], [20.666666666666668f32, 16.333333333333332f32], [27.0f32, 30.0f32]] }
-- input { 2i32 4i64 [[8.0f32, -10.0f32, 5.0f32], [19.0f32, 23.0f32, 5.0f32], [31.0f32, 17.0f32, 31.0f32], [42.0f32, 42.0f32, 32.0f32], [9.0f32, 9.0f32, 2.0f32], [26.0f32, 25.0f32, 19.0f32], [31.0f32, 14.0f32, 20.0f32], [20.0f32, 49.0f32, 27.0f32], [10.0f32, -1.0f32, -1.0f32], [22.0f32, 25.0f32, 23.0f32], [32.0f32, 39.0f32, 37.0f32], [36.0f32, 29.0f32, 23.0f32], [11.0f32, 12.0f32, 3.0f32], [29.0f32, -6.0f32, 11.0f32], [0.0f32, 12.0f32, 6.0f32]] }
-- output { [[15.666666666666666f32, -5.666666666666667f32, 5.0f32], [9.75f32, 14.0f32, 4.0f32], [29.2f32, 22.0f32, 23.2f32], [31.333333333333332f32, 43.333333333333336f32, 32.0f32]] }

-- ==
-- entry: clusters
-- input { 3i32 1i64 [[-17.0f32]] }
-- output { [0i64] 2i32 0.0f32 }
-- input { 10i32 2i64 [[-15.0f32, -15.0f32], [13.0f32, 0.0f32], [-1.0f32, -4.0f32], [28.0f32, 3.0f32], [18.0f32, -18.0f32], [27.0f32, 0.0f32]] }
-- output { [0i64, 1i64, 0i64, 1i64, 1i64, 1i64] 3i32 592.25f32 }
-- input { 20i32 3i64 [[7.0f32, 20.0f32], [15.0f32, 22.0f32], [23.0f32, 34.0f32], [8.0f32, 12.0f32], [7.0f32, -8.0f32], [1.0f32, 23.0f32], [9.0f32, 0.0f32], [14.0f32, 17.0f32], [33.0f32, 10.0f32], [15.0f32, -9.0f32], [5.0f32, 4.0f32], [1.0f32, 11.0f32], [0.0f32, -9.0f32], [-2.0f32, 22.0f32], [32.0f32, 23.0f32], [12.0f32, 15.0f32], [1.0f32, 18.0f32], [26.0f32, 33.0f32], [3.0f32, 17.0f32], [12.0f32, 13.0f32]] }
-- output { [0i64, 1i64, 2i64, 0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 2i64, 0i64, 0i64, 2i64, 0i64, 0i64] 2i32 2506.904761904762f32 }
-- input { 2i32 4i64 [[8.0f32, -10.0f32, 5.0f32], [19.0f32, 23.0f32, 5.0f32], [31.0f32, 17.0f32, 31.0f32], [42.0f32, 42.0f32, 32.0f32], [9.0f32, 9.0f32, 2.0f32], [26.0f32, 25.0f32, 19.0f32], [31.0f32, 14.0f32, 20.0f32], [20.0f32, 49.0f32, 27.0f32], [10.0f32, -1.0f32, -1.0f32], [22.0f32, 25.0f32, 23.0f32], [32.0f32, 39.0f32, 37.0f32], [36.0f32, 29.0f32, 23.0f32], [11.0f32, 12.0f32, 3.0f32], [29.0f32, -6.0f32, 11.0f32], [0.0f32, 12.0f32, 6.0f32]] }
-- output { [0i64, 1i64, 2i64, 3i64, 1i64, 2i64, 2i64, 3i64, 0i64, 2i64, 3i64, 2i64, 1i64, 0i64, 1i64] 2i32 1393.0166666666669f32 }

type point [d] = [d]f32

def sq_distance [d] (a: point [d]) (b: point [d]) : f32 =
  map2 (\x y -> (x - y) ** 2) a b |> f32.sum

def closest [k][d] (centres: [k](point [d])) (p: point [d]) : i64 =
  let (i, _) =
    map (sq_distance p) centres
    |> zip (iota k)
    |> reduce_comm (\(i, x) (j, y) -> if x < y || (x == y && i < j) then (i, x) else (j, y))
                   (i64.highest, f32.inf)
  in i

-- | New centres: the means of what is closest to the old ones; empty ones stay.
def update [k][n][d] (centres: [k](point [d])) (member: [n]i64) (points: [n](point [d])) : [k](point [d]) =
  let counts = hist (+) 0i32 k member (replicate n 1)
  let sums = reduce_by_index (tabulate_2d k d (\_ _ -> 0f32)) (map2 (+)) (rep 0f32) member points
  in map3 (\count sum old -> if count == 0 then old else map (/ f32.i32 count) sum) counts sums centres

def kmeans [n][d] (limit: i32) (k: i64) (points: [n](point [d])) : ([k](point [d]), [n]i64, i32) =
  let start = take k points :> [k](point [d])
  let (centres, member, steps, _) =
    loop (centres, member, steps, changed) = (start, replicate n (-1), 0, true)
    while changed && steps < limit do
      let member' = map (closest centres) points
      let changed = or (map2 (!=) member member')
      in (update centres member' points, member', steps + 1, changed)
  in (centres, member, steps)

def inertia [k][n][d] (centres: [k](point [d])) (member: [n]i64) (points: [n](point [d])) =
  f32.sum (map2 (\i p -> sq_distance centres[i] p) member points)

entry centres [n][d] (limit: i32) (k: i64) (points: [n][d]f32) : [k][d]f32 =
  (kmeans limit k points).0

entry clusters [n][d] (limit: i32) (k: i64) (points: [n][d]f32) =
  let (centres, member, steps) = kmeans limit k points
  in (member, steps, inertia centres member points)
