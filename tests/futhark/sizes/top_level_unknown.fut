-- Top-level arrays of unknown sizes: each name has one size.
-- ==
-- entry: main
-- input { 1i32 } output { [3i32, 5, 7] 3i64 [0i64, 1, 2] }

def table : []i32 = filter (> 0) [1, -1, 2, -2, 3]
def doubled = map (* 2) table
def pair : ([]i32, []i32) = (table, filter (> 2) table)

entry main (x: i32) : ([]i32, i64, []i64) =
  let (p, _) = pair
  in (map2 (\a b -> (a + b) / 2 + x) doubled doubled, length p, iota (length table))
