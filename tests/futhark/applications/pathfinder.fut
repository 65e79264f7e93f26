-- Cheapest ways down a wall over any ordered semiring: costs, how many there are, one of them.
-- ==
-- entry: costs
-- input { [[3i32]] }
-- output { [3i32] }
-- input { [[1i32], [2i32], [3i32]] }
-- output { [6i32] }
-- input { [[4i32, 2i32, 9i32]] }
-- output { [4i32, 2i32, 9i32] }
-- input { [[8i32, 9i32, 3i32, 6i32, 6i32, 0i32, 5i32], [7i32, 8i32, 7i32, 2i32, 1i32, 0i32, 6i32], [3i32, 9i32, 9i32, 6i32, 3i32, 1i32, 6i32], [8i32, 3i32, 4i32, 9i32, 9i32, 3i32, 7i32], [9i32, 2i32, 0i32, 9i32, 6i32, 7i32, 4i32], [8i32, 9i32, 2i32, 7i32, 3i32, 1i32, 5i32]] }
-- output { [21i32, 20i32, 13i32, 17i32, 13i32, 9i32, 13i32] }
-- input { [[0i32, 1i32, 2i32, 2i32, 2i32], [0i32, 2i32, 1i32, 2i32, 1i32], [1i32, 1i32, 2i32, 1i32, 0i32], [0i32, 2i32, 1i32, 0i32, 1i32], [1i32, 2i32, 2i32, 2i32, 0i32], [0i32, 0i32, 1i32, 1i32, 1i32], [2i32, 1i32, 0i32, 0i32, 1i32], [2i32, 1i32, 0i32, 1i32, 0i32], [2i32, 1i32, 2i32, 1i32, 0i32]] }
-- output { [5i32, 3i32, 4i32, 3i32, 3i32] }

-- ==
-- entry: best_and_count
-- input { [[3i32]] }
-- output { 3i32 1i64 }
-- input { [[1i32], [2i32], [3i32]] }
-- output { 6i32 1i64 }
-- input { [[4i32, 2i32, 9i32]] }
-- output { 2i32 1i64 }
-- input { [[8i32, 9i32, 3i32, 6i32, 6i32, 0i32, 5i32], [7i32, 8i32, 7i32, 2i32, 1i32, 0i32, 6i32], [3i32, 9i32, 9i32, 6i32, 3i32, 1i32, 6i32], [8i32, 3i32, 4i32, 9i32, 9i32, 3i32, 7i32], [9i32, 2i32, 0i32, 9i32, 6i32, 7i32, 4i32], [8i32, 9i32, 2i32, 7i32, 3i32, 1i32, 5i32]] }
-- output { 9i32 1i64 }
-- input { [[0i32, 1i32, 2i32, 2i32, 2i32], [0i32, 2i32, 1i32, 2i32, 1i32], [1i32, 1i32, 2i32, 1i32, 0i32], [0i32, 2i32, 1i32, 0i32, 1i32], [1i32, 2i32, 2i32, 2i32, 0i32], [0i32, 0i32, 1i32, 1i32, 1i32], [2i32, 1i32, 0i32, 0i32, 1i32], [2i32, 1i32, 0i32, 1i32, 0i32], [2i32, 1i32, 2i32, 1i32, 0i32]] }
-- output { 3i32 6i64 }

-- ==
-- entry: route
-- input { [[3i32]] }
-- output { [0i64] }
-- input { [[1i32], [2i32], [3i32]] }
-- output { [0i64, 0i64, 0i64] }
-- input { [[4i32, 2i32, 9i32]] }
-- output { [1i64] }
-- input { [[8i32, 9i32, 3i32, 6i32, 6i32, 0i32, 5i32], [7i32, 8i32, 7i32, 2i32, 1i32, 0i32, 6i32], [3i32, 9i32, 9i32, 6i32, 3i32, 1i32, 6i32], [8i32, 3i32, 4i32, 9i32, 9i32, 3i32, 7i32], [9i32, 2i32, 0i32, 9i32, 6i32, 7i32, 4i32], [8i32, 9i32, 2i32, 7i32, 3i32, 1i32, 5i32]] }
-- output { [5i64, 5i64, 5i64, 5i64, 6i64, 5i64] }
-- input { [[0i32, 1i32, 2i32, 2i32, 2i32], [0i32, 2i32, 1i32, 2i32, 1i32], [1i32, 1i32, 2i32, 1i32, 0i32], [0i32, 2i32, 1i32, 0i32, 1i32], [1i32, 2i32, 2i32, 2i32, 0i32], [0i32, 0i32, 1i32, 1i32, 1i32], [2i32, 1i32, 0i32, 0i32, 1i32], [2i32, 1i32, 0i32, 1i32, 0i32], [2i32, 1i32, 2i32, 1i32, 0i32]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 2i64, 2i64, 1i64] }

module type ordered_semiring = {
  type t
  val best : t -> t -> t
  val worst : t
  val + : t -> t -> t
}

module mk_pathfinder (S: ordered_semiring) = {
  -- | The best sum to each place of the last row, going down by at most one to each side.
  def costs [rows][cols] (wall: [rows][cols]S.t) : [cols]S.t =
    let best3 (row: [cols]S.t) i =
      let left = if i == 0 then S.worst else row[i - 1]
      let right = if i == cols - 1 then S.worst else row[i + 1]
      in left `S.best` row[i] `S.best` right
    in loop row = head wall for next in tail wall do
         map2 (\i x -> x S.+ best3 row i) (iota cols) next
}

module least = mk_pathfinder {
  type t = i32
  def best = i32.min
  def worst = i32.highest
  def (+) = (i32.+)
}

-- The best with how many paths reach it.
module count_least = mk_pathfinder {
  type t = (i32, i64)
  def worst = (i32.highest, 0i64)
  def best ((a, m): t) ((b, n): t) : t =
    if a < b then (a, m) else if b < a then (b, n) else (a, m + n)
  def (a: t) + (b: t) : t = (a.0 + b.0, i64.max a.1 b.1)
}

entry costs [rows][cols] (wall: [rows][cols]i32) = least.costs wall

entry best_and_count [rows][cols] (wall: [rows][cols]i32) : (i32, i64) =
  let ends = count_least.costs (map (map (\x -> (x, 1i64))) wall)
  in reduce (\(a, m) (b, n) -> if a < b then (a, m) else if b < a then (b, n) else (a, m + n))
            (i32.highest, 0) ends

entry route [rows][cols] (wall: [rows][cols]i32) : [rows]i64 =
  let table = loop table = copy wall for r in 1..<rows do
    let above = table[r - 1]
    let step c = wall[r, c] + i32.minimum above[i64.max 0 (c - 1):i64.min cols (c + 2)]
    in table with [r] = map step (iota cols)
  let argmin (xs: []i32) : i64 =
    (reduce (\(i, x) (j, y) -> if x <= y then (i, x) else (j, y)) (-1, i32.highest) (zip (indices xs) xs)).0
  let out = replicate rows (argmin (last table))
  in loop out for k < rows - 1 do
       let r = rows - 2 - k
       let c = out[r + 1]
       let lo = i64.max 0 (c - 1)
       in out with [r] = lo + argmin table[r, lo:i64.min cols (c + 2)]
