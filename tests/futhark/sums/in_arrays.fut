-- Arrays of sums: built by maps, filtered, sorted out, indexed, updated, reversed, sliced.
-- ==
-- entry: main
-- input { [1i32, -2, 3] } output { [1i32, 20, 3] 2i64 [3i32, 20, 1] }
-- input { empty([0]i32) } output { empty([0]i32) 0i64 empty([0]i32) }

-- ==
-- entry: updated
-- input { [1i32, -2, 3] 0i64 } output { [0i32, 20, 3] }
-- input { [1i32, -2, 3] 1i64 } output { [1i32, 0, 3] }

-- ==
-- entry: sliced
-- input { [1i32, -2, 3, -4] } output { [1i32, 3] [20i32, 3] }

type t = #pos i32 | #neg i32 | #zero
def make (x: i32) : t = if x > 0 then #pos x else if x < 0 then #neg (-x) else #zero
def show (t: t) : i32 = match t case #pos x -> x case #neg x -> 10 * x case #zero -> 0
def is_pos (t: t) : bool = match t case #pos _ -> true case _ -> false
entry main [n] (xs: [n]i32) : ([n]i32, i64, [n]i32) =
  let ts = map make xs
  in (map show ts, length (filter is_pos ts), map show (reverse ts))
entry updated [n] (xs: [n]i32) (i: i64) : [n]i32 =
  let ts = map make xs
  let ts[i] = #zero
  in map show ts
entry sliced (xs: [4]i32) : ([2]i32, [2]i32) =
  let ts = map make xs
  in (map show (ts[::2] :> [2]t), map show (ts[1:3] :> [2]t))
