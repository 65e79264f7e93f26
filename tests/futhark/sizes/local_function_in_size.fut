-- A local function may be called in the size that another local function gives, also outside of the block of the two, and in a `map`.
-- ==
-- entry: main
-- input { 2i64 } output { 3i64 }

-- ==
-- entry: outside
-- input { 2i64 } output { 5i64 }

-- ==
-- entry: mapped
-- input { [2i64, 3i64] } output { [4i64, 6i64] }

entry main (n: i64) : i64 =
  let sz (k: i64) = k + 1
  let f (k: i64) : [sz k]i64 = iota (sz k)
  in length (zip (f n) (f n))

entry outside (n: i64) : i64 =
  let xs =
    let sz (k: i64) = 2 * k + 1
    let f (k: i64) : [sz k]i64 = iota (sz k)
    in f n
  in length xs

entry mapped [n] (ns: [n]i64) : [n]i64 =
  map (\k ->
    let sz (j: i64) = j + k
    let f (j: i64) : [sz j]i64 = iota (sz j)
    let [m] (_: [m](i64, i64)) = zip (f k) (f k)
    in m) ns
