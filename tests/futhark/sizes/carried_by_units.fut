-- A size that no data has, carried by an array of units: in a record, in an abstract type, through a loop.
-- ==
-- entry: columns
-- input { [3i64, 0, 2] 5i64 } output { 5i64 [3i64, 0, 2] [0i32, 0, 1, 1, 0] }
-- input { empty([0]i64) 0i64 } output { 0i64 empty([0]i64) empty([0]i32) }

-- ==
-- entry: halved
-- input { 20i64 } output { [20i64, 10, 5, 2, 1] }
-- input { 0i64 } output { empty([0]i64) }

-- ==
-- entry: set
-- input { 4i64 } output { 3i64 4i64 }

module type positions = {
  -- | Some of the positions below `n`.
  type~ t [n]
  val make [k] : (n: i64) -> [k]i64 -> t [n]
  val below [n] : t [n] -> i64
  val all [n] : t [n] -> []i64
  val flags [n] : t [n] -> [n]i32
}

module positions : positions = {
  type~ t [n] = {at: []i64, size: [0][n]()}
  def make n at = {at, size = []}
  def below [n] (_: t [n]) = n
  def all [n] (x: t [n]) = x.at
  def flags [n] (x: t [n]) = reduce_by_index (replicate n 0) (+) 0 x.at (map (\_ -> 1i32) x.at)
}

entry columns (at: []i64) (n: i64) =
  let some = positions.make n at
  in (positions.below some, positions.all some, map (i32.min 1) (positions.flags (positions.make n (filter (> 1) at))))

entry halved (n: i64) : []i64 =
  let (_, sizes) =
    loop (units, sizes) = (replicate n (), []) while length units > 0 do
      (take (length units / 2) units, sizes ++ [length units])
  in sizes

def put [n] 'k 'v (k: k) (v: v) (m: *{keys: [n]k, values: [n]v, size: i64}) : *{keys: [n]k, values: [n]v, size: i64} =
  let {keys, values, size} = m
  in {keys = keys with [size] = k, values = values with [size] = v, size = size + 1}

-- A table of keys and values used as a set.
entry set (n: i64) : (i64, i64) =
  let m = loop m = {keys = replicate n 0i64, values = replicate n (), size = 0} for i < n - 1 do put i () m
  in (m.size, length m.values)
